/** The open files to which an edited glTF can be applied, and which of them it was made from. */
import type { Format } from "gait";
import type { App } from "../app";
import { baseName, folderOf, sameName, stem } from "../names";
import { changesOf, type Doc } from "../state/doc";
import type { Found } from "./entries";
import { checksumOf, sourceOfGltf } from "./gltf_source";

export const FORMATS: readonly Format[] = ["rtm", "bmtr", "omf", "ogf", "skl", "skls", "anm"];
/** Of files with the name of the glTF that are offered. */
const MAX_NAMED = 3;
/** Of the states of a file whose bytes are compared with the source of a glTF. */
const MAX_STATES = 12;

export const isBase = ({ format, problem }: Doc): boolean => FORMATS.includes(format) && !problem;

export interface Bases {
  /** The name of the file that it was made from, if that is known and no file has it. */
  missing: string | null;
  /** Those with that name, the likeliest first; or those with the name of the glTF and the shown one. */
  likely: Doc[];
  others: Doc[];
}

/** Whether a file has the bytes of a checksum, or had them before some of its edits. */
async function hasHadBytes(app: App, doc: Doc, checksum: string): Promise<boolean> {
  const changes = changesOf(doc);
  const size = Number.parseInt(checksum, 10);
  for (let count = changes.length; count >= Math.max(0, changes.length - MAX_STATES); count--) {
    try {
      const bytes = await app.history.bytesOf(doc, changes.slice(0, count));
      if (bytes.size === size && await checksumOf(bytes) === checksum) {
        return true;
      }
    } catch {
      return false; // it cannot be read any more
    }
  }
  return false;
}

const wordsOf = (path: string): string[] => path.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** How well the folder of a file fits the path of a glTF: the words that both have. */
function fitOf(path: string, doc: Doc): number {
  const own = new Set(wordsOf(path));
  const words = wordsOf(folderOf(doc.path)).filter((word) => word !== "");
  const common = words.filter((word) => own.has(word)).length;
  return common === 0 ? 0 : common - (words.length - common) / 1000;
}

/** The files of an edited glTF with this path, with its folders. */
export async function basesOf(app: App, path: string, { blob }: Found): Promise<Bases> {
  const { name: source, checksum } = await sourceOfGltf(blob);
  const shown = app.selection.doc.value;
  const score = (doc: Doc) => fitOf(path, doc) + (doc === shown ? 1e-6 : 0);
  const all = app.files.docs.value.filter(isBase);
  const best = (docs: Doc[]) => [...docs].sort((one, other) => score(other) - score(one))
    .slice(0, MAX_NAMED);
  const sources = all.filter(({ name }) => source && sameName(name, source));
  const equal = [];
  for (const doc of sources.length > 1 && checksum ? sources : []) {
    equal.push(...await hasHadBytes(app, doc, checksum!) ? [doc] : []);
  }
  const named = all.filter(({ name }) => sameName(stem(name), stem(baseName(path))));
  const likely = sources.length > 0 ? best(equal.length > 0 ? equal : sources)
    : [...new Set([...best(named), ...all.filter((doc) => doc === shown)])];
  return { missing: sources.length > 0 ? null : source, likely,
    others: all.filter((doc) => !likely.includes(doc)) };
}
