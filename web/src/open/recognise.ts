/** The formats of files by their first bytes. */
import type { Format } from "gait";
import type { App } from "../app";
import type { ArchiveRefusal, Detected, Problem } from "../engine/protocol";
import type { NewFile, Refused } from "../state/files";
import { text, type TextKey } from "../text/text";
import type { Found } from "./entries";
import { withoutCommonFolder } from "./entries";

export const MAX_FILE_BYTES = 1 << 30;
const HEAD_BYTES = 4096;
const LONG_HEAD_BYTES = 1 << 20;
/** Drops of more files are read in shorter pieces. */
const FEW_FILES = 50;
const LONG_HEAD_BYTES_OF_MANY = 1 << 16;
const ZIP_RULE = "FIL006";
const KNOWN: readonly Format[] = ["rtm", "bmtr", "omf", "ogf", "skl", "skls", "modelcfg", "p3d",
  "gltf", "bvh", "seanim", "anm", "config", "rap", "ltx"];
const ARCHIVE_TEXTS: Record<ArchiveRefusal, TextKey> = { files: "open.zip-files",
  size: "open.zip-size", ratio: "open.zip-ratio", encrypted: "open.zip-encrypted",
  damaged: "open.zip-damaged", unreadable: "open.unreadable" };

/** A problem that the page found, not the library. */
export function pageProblem(message: string, file: string): Problem {
  return { message, status: "limit", rule: null, offset: null, file, line: null, advice: null,
    report: null };
}

/** A call of the engine or of a task. */
export type Detect = (heads: Found[]) => Promise<(Detected | null)[]>;

/** The formats of files. Reads their first bytes, and more of those that need it. */
export async function detectHeads(files: readonly Found[], detect: Detect):
Promise<(Detected | null)[]> {
  const heads = (some: readonly Found[], size: number) =>
    some.map(({ path, blob }) => ({ path, blob: blob.slice(0, size) }));
  const detected = await detect(heads(files, HEAD_BYTES));
  const late = files.flatMap(({ blob }, index) =>
    detected[index]?.needsMore && blob.size > HEAD_BYTES ? [index] : []);
  const again = late.length === 0 ? [] : await detect(heads(late.map((index) => files[index]!),
    files.length <= FEW_FILES ? LONG_HEAD_BYTES : LONG_HEAD_BYTES_OF_MANY));
  late.forEach((index, at) => {
    detected[index] = again[at]!;
  });
  return detected;
}

/** Sorts files into those of known formats, companions of glTF files, and refused ones. */
export class Recogniser {
  readonly usable: NewFile[] = [];
  /** Files that can contain keys or metadata of a glTF. */
  readonly companions: NewFile[] = [];
  readonly refused: Refused[] = [];
  /** Paths of the refused files and folders that could not be read. */
  readonly unread: string[] = [];
  /** Files of archives, which are recognised next. */
  readonly unpacked: Found[] = [];

  constructor(private app: App, private detect: Detect) {}

  async recognise(portion: readonly Found[], isFromArchive: boolean): Promise<void> {
    const files: Found[] = [];
    for (const file of portion) {
      if (file.unreadable) {
        this.refuseUnread(file.path, file.unreadable);
      } else if (file.blob.size > MAX_FILE_BYTES) {
        this.refuse(file.path, pageProblem(text("open.too-large",
          { size: (file.blob.size / (1 << 30)).toFixed(1) }), file.path));
      } else {
        files.push(file);
      }
    }
    const detected = await detectHeads(files, this.detect);
    for (const [number, found] of detected.entries()) {
      const file = files[number]!;
      if (!found) {
        this.refuseUnread(file.path, "open.unreadable");
      } else if (found.problem?.rule === ZIP_RULE && found.isZip && !isFromArchive) {
        await this.unpack(file, portion.length);
      } else {
        this.sort(file, found.format, found.problem);
      }
    }
  }

  private sort({ path, blob }: Found, format: Format, problem: Problem | null): void {
    if (KNOWN.includes(format)) {
      this.usable.push({ path, blob, format });
    } else if (blob.size > 0 && /\.(bin|gait\.json)$/i.test(path)) {
      this.companions.push({ path, blob, format: "unknown" });
    } else {
      this.refuse(path, problem ?? pageProblem(text("open.unknown"), path));
    }
  }

  private refuseUnread(path: string, why: TextKey): void {
    this.unread.push(path);
    this.refuse(path, pageProblem(text(why), path));
  }

  private refuse(path: string, problem: Problem): void {
    this.refused.push({ path, problem });
  }

  private async unpack({ path, blob }: Found, count: number): Promise<void> {
    const { files, skipped, refusal } = await this.app.run((calls) => calls.unzip(blob));
    if (refusal) {
      this.refuse(path, pageProblem(text(ARCHIVE_TEXTS[refusal]), path));
      return;
    }
    const folder = count > 1 ? `${path.replace(/\.zip$/i, "")}/` : "";
    this.unpacked.push(...withoutCommonFolder(files).map((file) =>
      ({ path: folder + file.path, blob: file.blob })));
    skipped.forEach((one) => this.refuse(one, pageProblem(text("open.zip-repeated"), one)));
  }
}
