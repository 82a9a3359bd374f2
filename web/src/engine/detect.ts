/** Formats of many files by their first bytes. */
import type { Gait } from "gait";
import { problemOfInfo } from "./problem";
import type { Detected, PackedFile } from "./protocol";

const HEAD_BYTES = 4096;
/** Rules of files whose format may be known further on: texts, and banks after other chunks. */
const LATE_RULES = ["FIL002", "FIL011"];
const FEW_FILES = 50;
const LONG_HEAD_BYTES = 1 << 20;
const LONG_HEAD_BYTES_OF_MANY = 1 << 16;
const ZIP = 0x504b0304;

function detectHead(gait: Gait, path: string, bytes: ArrayBuffer): Detected {
  const isZip = bytes.byteLength >= 4 && new DataView(bytes).getUint32(0, false) === ZIP;
  const file = gait.examine(bytes, path);
  try {
    const { format } = file;
    const isKnown = format !== "unknown" && format !== "seanim";
    return { format, isZip, problem: isKnown ? null : problemOfInfo(file.info(), gait) };
  } finally {
    file.close();
  }
}

const head = (blob: Blob, size: number): Promise<ArrayBuffer | null> =>
  blob.slice(0, size).arrayBuffer().catch(() => null);

/** The formats of files; null for those that cannot be read. */
export async function detect(gait: Gait, files: readonly PackedFile[]):
Promise<(Detected | null)[]> {
  const heads = await Promise.all(files.map(({ blob }) => head(blob, HEAD_BYTES)));
  const longSize = files.length <= FEW_FILES ? LONG_HEAD_BYTES : LONG_HEAD_BYTES_OF_MANY;
  const detected: (Detected | null)[] = [];
  for (const [number, { path, blob }] of files.entries()) {
    const bytes = heads[number];
    let found = bytes ? detectHead(gait, path, bytes) : null;
    if (found?.problem && LATE_RULES.includes(found.problem.rule ?? "") &&
        blob.size > HEAD_BYTES) {
      const long = await head(blob, longSize);
      found = long ? detectHead(gait, path, long) : null;
    }
    detected.push(found);
  }
  return detected;
}
