/** Checks all open files in portions, in the worker of a task. */
import type { App } from "../app";
import type { Survey } from "../engine/protocol";
import { Signal } from "../signal";
import { sourceOf, type Doc } from "../state/doc";

const PORTION = 50;
const PORTION_BYTES = 64 << 20;

export interface SurveyProgress {
  done: number;
  total: number;
}

export class Surveys {
  /** The progress while files are checked, or null. */
  readonly progress = new Signal<SurveyProgress | null>(null);
  /** Results, which belong to the bytes of a file. */
  private results = new WeakMap<Blob, Survey>();
  private isCancelled = false;

  constructor(private app: App) {}

  of(doc: Doc): Survey | null {
    return this.results.get(doc.blob) ?? null;
  }

  cancel(): void {
    this.isCancelled = true;
  }

  /** Checks the files that were not checked yet. */
  async run(docs: readonly Doc[]): Promise<void> {
    const waiting = docs.filter((doc) => !this.of(doc));
    if (waiting.length === 0 || this.progress.value) {
      return;
    }
    this.isCancelled = false;
    this.progress.value = { done: 0, total: waiting.length };
    try {
      await this.app.run(async (calls) => {
        let done = 0;
        for (const portion of portionsOf(waiting)) {
          if (this.isCancelled) {
            return;
          }
          const rows = await calls.survey(portion.map(sourceOf));
          rows.forEach((row, number) => {
            const doc = portion[number]!;
            this.results.set(doc.blob, row);
            doc.problem ??= row.problem;
          });
          done += portion.length;
          this.progress.value = { done, total: waiting.length };
        }
      });
    } catch (error) {
      this.app.report(error);
    } finally {
      this.progress.value = null;
      this.app.files.docs.touch();
    }
  }
}

/** Groups of files that are small enough to be open together. */
export function portionsOf(docs: readonly Doc[]): Doc[][] {
  const portions: Doc[][] = [];
  let bytes = Infinity;
  for (const doc of docs) {
    if (bytes + doc.blob.size > PORTION_BYTES || portions.at(-1)!.length >= PORTION) {
      portions.push([]);
      bytes = 0;
    }
    portions.at(-1)!.push(doc);
    bytes += doc.blob.size;
  }
  return portions;
}

/** The gait.check/1 document of files that were checked, as `gait check --json` writes it. */
export function checkDocument(surveys: readonly Survey[]): string {
  const sum = (key: "errors" | "warnings") => surveys.reduce((all, one) => all + one[key], 0);
  return `{"schema":"gait.check/1","files":[\n${surveys.map(({ check }) => check).join(",\n")}],` +
    `"errors":${sum("errors")},"warnings":${sum("warnings")},"skipped":0}\n`;
}

type Log = { runs: { results: unknown[]; invocations: {
  executionSuccessful: boolean; toolExecutionNotifications?: unknown[] }[] }[] };

/** The findings of files as one SARIF log. Its rules are the same for all files. */
export async function sarifOf(app: App, docs: readonly Doc[]): Promise<string> {
  const logs = await app.run(async (calls) => {
    const texts: string[] = [];
    for (const portion of portionsOf(docs)) {
      texts.push(await calls.sarif(portion.map(sourceOf)));
    }
    return texts;
  });
  if (logs.length === 1) {
    return logs[0]!;
  }
  const [first, ...others] = logs.map((log) => JSON.parse(log) as Log);
  const run = first!.runs[0]!;
  const invocation = run.invocations[0]!;
  for (const { runs } of others) {
    run.results.push(...runs[0]!.results);
    const { executionSuccessful, toolExecutionNotifications = [] } = runs[0]!.invocations[0]!;
    invocation.executionSuccessful &&= executionSuccessful;
    invocation.toolExecutionNotifications = [...invocation.toolExecutionNotifications ?? [],
      ...toolExecutionNotifications];
  }
  return JSON.stringify(first, null, 1);
}
