/** Formats of many files by their first bytes. */
import type { Format, Gait } from "gait";
import { problemOfInfo } from "./problem";
import type { Detected, PackedFile } from "./protocol";

/** Rules of files whose format may be known further on: texts, and banks after other chunks. */
const LATE_RULES = ["FIL002", "FIL011"];
const ZIP = 0x504b0304;

function detectHead(gait: Gait, opens: ReadonlySet<Format>, path: string,
  bytes: ArrayBuffer): Detected {
  const isZip = bytes.byteLength >= 4 && new DataView(bytes).getUint32(0, false) === ZIP;
  const file = gait.examine(bytes, path);
  try {
    const { format } = file;
    const problem = opens.has(format) ? null : problemOfInfo(file.info(), gait);
    return { format, isZip, problem, needsMore: LATE_RULES.includes(problem?.rule ?? "") };
  } finally {
    file.close();
  }
}

/** The formats of the beginnings of files; null for files that cannot be read. */
export async function detect(gait: Gait, heads: readonly PackedFile[]):
Promise<(Detected | null)[]> {
  const opens = new Set(gait.formats().formats.filter(({ open }) => open).map(({ name }) => name));
  const bytes = await Promise.all(heads.map(({ blob }) => blob.arrayBuffer().catch(() => null)));
  return heads.map(({ path }, index) =>
    bytes[index] ? detectHead(gait, opens, path, bytes[index]) : null);
}
