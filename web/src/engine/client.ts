/** The page's side of the engine: calls as promises. */
import { canPostBlobs, withBytes } from "./blobs";
import type { Answer, Call, EngineCalls, Facts, Problem, TaskCalls } from "./protocol";

/** An error that the engine reported. */
export class EngineError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

type Promised<T> = { [K in keyof T]: T[K] extends (...values: infer V) => infer R
  ? (...values: V) => Promise<R> : never };

/** What a task calls in its worker. */
export type Task<R> = (calls: Promised<TaskCalls>) => Promise<R>;

/** How the page was built: where its worker and its module are. */
export interface Parts {
  makeWorker(name: string): Promise<Worker>;
  compile(): Promise<WebAssembly.Module>;
}

/** A worker whose calls are the methods of `T`. */
class Caller {
  private waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  private next = 1;
  /** Resolved when the calls so far are posted. */
  private posted: Promise<void>;

  constructor(private worker: Promise<Worker>) {
    this.posted = worker.then((made) => this.listen(made));
  }

  private listen(worker: Worker): void {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      const one = this.waiting.get(data.call);
      this.waiting.delete(data.call);
      if (data.problem) {
        one?.reject(new EngineError(data.problem));
      } else {
        one?.resolve(data.value);
      }
    };
    worker.onerror = (event) => this.fail(new Error(event.message || "the worker ended"));
  }

  call(method: string, values: unknown[]): Promise<unknown> {
    const call = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(call, { resolve, reject });
      this.posted = this.posted.then(() => this.post({ call, method, values }));
      this.posted.catch(reject);
    });
  }

  private async post({ call, method, values }: Call): Promise<void> {
    const transfer: ArrayBuffer[] = [];
    const posted = canPostBlobs() ? values : await withBytes(values, transfer) as unknown[];
    (await this.worker).postMessage({ call, method, values: posted } satisfies Call, transfer);
  }

  private fail(error: Error): void {
    this.waiting.forEach(({ reject }) => reject(error));
    this.waiting.clear();
  }

  end(): void {
    void this.worker.then((worker) => worker.terminate());
    this.fail(new Error("the task was ended"));
  }
}

function proxy<T>(caller: Caller): Promised<T> {
  return new Proxy({} as Promised<T> & object, {
    get: (_, method) => (...values: unknown[]) => caller.call(String(method), values),
  }) as Promised<T>;
}

/** The engine, and tasks in workers of their own. */
export class Client {
  readonly engine: Promised<EngineCalls>;
  /** Resolved when the engine can be called. */
  readonly ready: Promise<Facts>;
  private module: Promise<WebAssembly.Module>;

  constructor(private parts: Parts) {
    this.module = parts.compile();
    this.engine = proxy<EngineCalls>(new Caller(parts.makeWorker("gait-engine")));
    this.ready = this.module.then((module) => this.engine.start(module));
  }

  /** Runs a task in a worker, which ends afterwards. */
  async task<R>(run: Task<R>): Promise<R> {
    const caller = new Caller(this.parts.makeWorker("gait-task"));
    try {
      const calls = proxy<TaskCalls>(caller);
      await calls.start(await this.module);
      return await run(calls);
    } finally {
      caller.end();
    }
  }
}
