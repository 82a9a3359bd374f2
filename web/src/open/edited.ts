/** An edited glTF that is dropped while its base file is open, or together with it. */
import type { Format } from "gait";
import type { App, Doc } from "../app";
import { ask } from "../bar";
import { make } from "../dom";
import { text } from "../text/text";
import { withoutCommonFolder, type Found } from "./entries";
import { sameName } from "../side/panel";
import { makeRoundTrip, NO_OPTIONS } from "../side/trip";
import { stem } from "../take/save";
import { openFiles } from "./intake";
import { detectHeads, MAX_FILE_BYTES } from "./recognise";

/** Of a drop in which a glTF can be an edited file. */
const MAX_FILES = 64;
/** Of files with the name of the glTF that are offered. */
const MAX_NAMED = 3;
const GLTF = /\.(glb|gltf)$/i;
const COMPANION = /\.(bin|gait\.json)$/i;
const BASES: readonly Format[] = ["rtm", "bmtr", "omf", "ogf", "skl", "skls"];

const isBase = ({ format, problem }: Doc): boolean => BASES.includes(format) && !problem;

/** The open files to which a glTF can be applied: those with its name first, then the shown one. */
function basesOf(app: App, { path }: Found): Doc[] {
  const named = app.docs.value.filter((doc) => isBase(doc) &&
    sameName(stem(doc.name), stem(path.slice(path.lastIndexOf("/") + 1))));
  const shown = app.doc.value;
  return [...new Set([...named.slice(0, MAX_NAMED), ...shown && isBase(shown) ? [shown] : []])];
}

/** Asks what to do with the glTF: it is applied to a file, or opened. */
const askFor = (name: string, bases: readonly Doc[]): Promise<string | null> =>
  ask(text("open.edited", { name }), [make("p", {}, text("open.edited-question", { name }))],
    [...bases.map(({ path }, at) => [String(at), text("open.apply", { base: path })] as const),
      ["open", text("open.own-file")]]);

/** A drop with one glTF. */
interface EditedDrop {
  edited: Found;
  /** Files that can contain its keys or metadata. */
  companions: Found[];
  /** Its base, and files that contain the skeleton of the base; or nothing. */
  others: Found[];
}

/** The glTF of a drop that can be compared with a base, or null. */
async function editedDrop(app: App, found: Found[]): Promise<EditedDrop | null> {
  if (found.length > MAX_FILES || !found.some(({ path }) => GLTF.test(path)) ||
      found.some(({ blob }) => blob.size > MAX_FILE_BYTES)) {
    return null;
  }
  const heads = await detectHeads(found, (files) => app.client.engine.detect(files));
  const [edited, ...more] = found.filter((_, at) => heads[at]?.format === "gltf");
  const companions = found.filter(({ path }) => COMPANION.test(path));
  const others = found.filter((one) => one !== edited && !companions.includes(one));
  const hasBase = others.length === 0 || heads.some((head) => BASES.includes(head?.format!));
  return edited && more.length === 0 && hasBase ? { edited, companions, others } : null;
}

/**
 * Offers the round trip for the only glTF of a drop, after other files of the drop are opened. True
 * when the files are not to be opened any more.
 */
export async function offerTrip(app: App, found: Found[]): Promise<boolean> {
  const drop = await editedDrop(app, withoutCommonFolder(found));
  if (!drop) {
    return false;
  }
  const { edited, companions, others } = drop;
  if (others.length > 0 && !(await openFiles(app, others, true))) {
    return true;
  }
  const bases = basesOf(app, edited);
  const choice = bases.length > 0 ? await askFor(edited.path, bases) : "open";
  const base = bases[Number(choice ?? "open")];
  if (base) {
    const source = ({ path, blob }: Found) => ({ id: app.newId(), path, blob });
    await makeRoundTrip(app, { base, edited: source(edited), companions: companions.map(source),
      options: NO_OPTIONS });
  } else if (choice === "open" && others.length > 0) {
    await openFiles(app, [edited, ...companions], false);
  }
  return choice !== "open" || others.length > 0;
}
