/** Errors that do not come from the library. */
import type { Problem } from "./protocol";

/** A file that changed on the disk or was removed after it was chosen. */
class UnreadableError extends Error {
  constructor(readonly path: string) {
    super("the file cannot be read");
  }
}

export const bytesOfBlob = (blob: Blob, path: string): Promise<ArrayBuffer> =>
  blob.arrayBuffer().catch(() => {
    throw new UnreadableError(path);
  });

export function describeError(error: unknown): Problem {
  const isUnreadable = error instanceof UnreadableError;
  return { message: error instanceof Error ? error.message : String(error),
    status: isUnreadable ? "unreadable" : "unknown", rule: null, offset: null,
    file: isUnreadable ? error.path : null, line: null, advice: null, report: null };
}
