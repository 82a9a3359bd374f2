/** What all parts of the state use: the engine, tasks, and messages. */
import { Client, EngineError, type Parts, type Task } from "../engine/client";
import { CLIP_CLOSED, type Facts, type Problem } from "../engine/protocol";
import { describeError } from "../engine/unreadable";
import { Signal } from "../signal";
import { adviceOf, withFields } from "../text/advice";
import { text } from "../text/text";
import type { ShownClip } from "./clip";
import { MOMENTS, type Doc } from "./doc";

export interface Message {
  kind: "note" | "error";
  text: string;
  /** A button of the message. */
  action?: { text: string; run(): void };
}

export function problemOf(error: unknown): Problem {
  const problem = error instanceof EngineError ? error.problem : describeError(error);
  return problem.status === "unreadable" ? { ...problem, message: text("open.changed") } : problem;
}

export class Services {
  readonly client: Client;
  readonly message = new Signal<Message | null>(null);
  /** Number of tasks that run. */
  readonly busy = new Signal(0);
  facts: Facts = { version: "", formats: [], builtins: [] };

  constructor(parts: Parts) {
    this.client = new Client(parts);
  }

  /** Runs a task in a separate worker. The bar shows that a task runs. */
  async run<R>(task: Task<R>): Promise<R> {
    this.busy.value++;
    try {
      return await this.client.task(task);
    } finally {
      this.busy.value--;
    }
  }

  /** Closes a clip in the engine, if it was not closed with its file. */
  closeClip({ opened }: ShownClip): void {
    void this.client.engine.closeClip(opened.clip).catch(() => undefined);
  }

  say(text: string): void {
    this.message.value = { kind: "note", text };
  }

  /** Shows an error of an edit of a file. */
  reportEdit(error: unknown, { format }: Doc): void {
    const problem = problemOf(error);
    const message = withFields(problem.message, MOMENTS.includes(format));
    this.report(new EngineError({ ...problem, message }));
  }

  /** Shows an error in one sentence. `about` is what could not be used. */
  report(error: unknown, about?: string): void {
    const problem = problemOf(error);
    const { message, rule, offset, status, file } = problem;
    const name = about ?? (status === "unreadable" ? file : null);
    if (message === CLIP_CLOSED) {
      return; // requested before another clip was shown
    }
    const advice = adviceOf(problem);
    const where = offset === null ? "" : `, byte ${offset}`;
    const words = `${name ? `${name}: ` : ""}${rule ? `${rule}${where}: ` : ""}${message}` +
      `${advice ? `. ${advice}` : ""}`;
    this.message.value = { kind: "error", text: words };
  }
}
