/** The formats of files by their first bytes. */
import type { Format } from "gait";
import type { App, NewFile, Refused } from "../app";
import type { ArchiveRefusal, Problem } from "../engine/protocol";
import { text, type TextKey } from "../text/text";
import type { Found } from "./entries";
import { withoutCommonFolder } from "./entries";

export const MAX_FILE_BYTES = 1 << 30;
const HEAD_BYTES = 4096;
/** Texts can begin with long comments, and some banks with other chunks. */
const LONG_HEAD_BYTES = 1 << 20;
const MAX_LONG_HEADS = 256;
const ZIP_RULE = "FIL006";
const LATE_RULES = ["FIL002", "FIL011"];
const KNOWN: readonly Format[] = ["rtm", "bmtr", "omf", "ogf", "skl", "skls", "modelcfg", "p3d",
  "gltf", "bvh"];
const ARCHIVE_TEXTS: Record<ArchiveRefusal, TextKey> = { files: "open.zip-files",
  size: "open.zip-size", ratio: "open.zip-ratio", encrypted: "open.zip-encrypted",
  damaged: "open.zip-damaged" };

/** A problem that the page found, not the library. */
export function pageProblem(message: string, file: string): Problem {
  return { message, status: "limit", rule: null, offset: null, file, line: null, advice: null,
    report: null };
}

async function heads(files: readonly Found[], size: number) {
  return Promise.all(files.map(async ({ path, blob }) =>
    ({ path, bytes: await blob.slice(0, size).arrayBuffer() })));
}

const isZip = (head: ArrayBuffer): boolean =>
  head.byteLength >= 4 && new DataView(head).getUint32(0, false) === 0x504b0304;

/** Sorts files into those of known formats, companions of glTF files, and refused ones. */
export class Recogniser {
  readonly usable: NewFile[] = [];
  /** Files that can contain keys or metadata of a glTF. */
  readonly companions: NewFile[] = [];
  readonly refused: Refused[] = [];
  /** Files of archives, which are recognised next. */
  readonly unpacked: Found[] = [];
  private longHeads = 0;

  constructor(private app: App) {}

  async recognise(portion: readonly Found[], isFromArchive: boolean): Promise<void> {
    const files: Found[] = [];
    for (const file of portion) {
      if (file.blob.size > MAX_FILE_BYTES) {
        this.refuse(file.path, pageProblem(text("open.too-large",
          { size: (file.blob.size / (1 << 30)).toFixed(1) }), file.path));
      } else {
        files.push(file);
      }
    }
    const read = await this.readHeads(files);
    const detected = await this.app.client.engine.detect(read.map(({ head }) => head));
    const late: Found[] = [];
    for (const [number, { format, problem }] of detected.entries()) {
      const { file, head } = read[number]!;
      if (problem?.rule === ZIP_RULE && isZip(head.bytes) && !isFromArchive) {
        await this.unpack(file, portion.length);
      } else if (problem && LATE_RULES.includes(problem.rule ?? "") &&
          file.blob.size > HEAD_BYTES && this.longHeads++ < MAX_LONG_HEADS) {
        late.push(file);
      } else {
        this.sort(file, format, problem);
      }
    }
    for (const file of late) {
      const [found] = await this.app.client.engine.detect(await heads([file], LONG_HEAD_BYTES));
      this.sort(file, found!.format, found!.problem);
    }
  }

  /** The first bytes of all files that can be read. */
  private async readHeads(files: readonly Found[]) {
    const read = await Promise.allSettled(files.map(async (file) =>
      ({ file, head: (await heads([file], HEAD_BYTES))[0]! })));
    return read.flatMap((one, number) => {
      if (one.status === "fulfilled") {
        return [one.value];
      }
      const { path } = files[number]!;
      this.refuse(path, pageProblem(text("open.unreadable"), path));
      return [];
    });
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

  private refuse(path: string, problem: Problem): void {
    this.refused.push({ path, problem });
  }

  private async unpack({ path, blob }: Found, count: number): Promise<void> {
    const { files, refusal } = await this.app.run((calls) => calls.unzip(blob));
    if (refusal) {
      this.refuse(path, pageProblem(text(ARCHIVE_TEXTS[refusal]), path));
      return;
    }
    const folder = count > 1 ? `${path.replace(/\.zip$/i, "")}/` : "";
    this.unpacked.push(...withoutCommonFolder(files).map((file) =>
      ({ path: folder + file.path, blob: file.blob })));
  }
}
