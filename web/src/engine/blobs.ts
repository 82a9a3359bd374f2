/**
 * Blobs of messages to workers. WebKit cannot read blobs in the workers of a page from the disk:
 * there, their bytes are posted instead, and the worker gets objects that can be read like blobs.
 */

/** What the worker uses of a blob. */
class Bytes {
  /** `bytes`: null when the file cannot be read, because it was moved or removed. */
  constructor(private readonly bytes: ArrayBuffer | null) {}

  get size(): number {
    return this.bytes?.byteLength ?? 0;
  }

  slice(start?: number, end?: number): Bytes {
    return new Bytes(this.bytes?.slice(start ?? 0, end) ?? null);
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.bytes ? Promise.resolve(this.bytes.slice(0))
      : Promise.reject(new Error("the file cannot be read"));
  }
}

interface Posted {
  bytesOfBlob: ArrayBuffer | null;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null &&
  Object.getPrototypeOf(value) === Object.prototype;

export const canPostBlobs = (): boolean => location.protocol !== "file:";

/** The value with the bytes of its blobs, which are added to `transfer`. */
export async function withBytes(value: unknown, transfer: ArrayBuffer[]): Promise<unknown> {
  if (value instanceof Blob) {
    const bytesOfBlob = await value.arrayBuffer().catch(() => null);
    if (bytesOfBlob) {
      transfer.push(bytesOfBlob);
    }
    return { bytesOfBlob } satisfies Posted;
  }
  if (Array.isArray(value)) {
    return Promise.all(value.map((item) => withBytes(item, transfer)));
  }
  if (isPlain(value)) {
    return Object.fromEntries(await Promise.all(Object.entries(value).map(async ([name, item]) =>
      [name, await withBytes(item, transfer)])));
  }
  return value;
}

/** In the worker: the value with objects that can be read like blobs. */
export function withBlobs(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(withBlobs);
  }
  if (isPlain(value)) {
    return "bytesOfBlob" in value ? new Bytes(value.bytesOfBlob as ArrayBuffer | null)
      : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withBlobs(item)]));
  }
  return value;
}
