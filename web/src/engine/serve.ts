import type { Gait } from "gait";
import { withBlobs } from "./blobs";
import { describeProblem } from "./problem";
import type { Answer, Call } from "./protocol";

type Port = { postMessage(message: unknown, transfer: Transferable[]): void };

/** Buffers that can be moved to the page instead of copied. */
function transferables(value: unknown, found: Transferable[] = []): Transferable[] {
  if (ArrayBuffer.isView(value)) {
    found.push(value.buffer as ArrayBuffer);
  } else if (Array.isArray(value)) {
    value.forEach((item) => transferables(item, found));
  } else if (value && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype) {
    Object.values(value).forEach((item) => transferables(item, found));
  }
  return found;
}

/**
 * Answers calls of the page one after the other. `gait` returns the instance, whose rules explain
 * errors.
 */
export function serve(calls: Record<string, (...values: never[]) => unknown>,
  gait: () => Gait | null): void {
  const port = self as unknown as Port;
  let queue: Promise<void> = Promise.resolve();
  const answer = async ({ call, method, values }: Call) => {
    let result: Answer;
    try {
      const run = calls[method];
      if (!run) {
        throw new Error(`there is no call ${method}`);
      }
      result = { call, value: await run(...withBlobs(values) as never[]) };
    } catch (error) {
      result = { call, problem: describeProblem(error, gait()) };
    }
    port.postMessage(result, [...new Set(transferables(result.value))]);
  };
  self.onmessage = ({ data }: MessageEvent<Call>) => {
    queue = queue.then(() => answer(data));
  };
}
