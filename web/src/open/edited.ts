/** Edited glTF files that are dropped while their base files are open, or together with them. */
import type { Format } from "gait";
import type { App } from "../app";
import { ask } from "../bar";
import { make } from "../dom";
import { baseName, sameName, stem } from "../names";
import type { Doc } from "../state/doc";
import { namesText, text } from "../text/text";
import { withoutCommonFolder, type Found } from "./entries";
import { findReverts, makeRoundtrip, NO_OPTIONS, type Request } from "../panel/roundtrip";
import { openFiles } from "./intake";
import { detectHeads, MAX_FILE_BYTES } from "./recognise";

/** Of a drop in which a glTF can be an edited file; of these, glTF files. */
const MAX_FILES = 64;
const MAX_EDITED = 8;
/** Of files with the name of the glTF that are offered. */
const MAX_NAMED = 3;
const GLTF = /\.(glb|gltf)$/i;
const COMPANION = /\.(bin|gait\.json)$/i;
const BASES: readonly Format[] = ["rtm", "bmtr", "omf", "ogf", "skl", "skls"];

const isNamedGltf = ({ path }: Found): boolean => GLTF.test(path);
const isBase = ({ format, problem }: Doc): boolean => BASES.includes(format) && !problem;

/** The open files to which a glTF can be applied: those with its name first, then the shown one. */
function basesOf(app: App, { path }: Found): Doc[] {
  const named = app.files.docs.value.filter((doc) => isBase(doc) &&
    sameName(stem(doc.name), stem(baseName(path))));
  const shown = app.selection.doc.value;
  return [...new Set([...named.slice(0, MAX_NAMED), ...shown && isBase(shown) ? [shown] : []])];
}

/** A drop with glTF files. */
interface EditedDrop {
  /** They are offered one after the other. */
  edited: Found[];
  /** Files that can contain their keys or metadata. */
  companions: Found[];
  /** Their bases, and files that contain the skeletons of the bases; or nothing. */
  others: Found[];
}

/** The glTF files of a drop that can be compared with a base, or null. */
async function editedDrop(app: App, found: Found[]): Promise<EditedDrop | null> {
  if (found.length > MAX_FILES || !found.some(isNamedGltf) ||
      found.some(({ blob }) => blob.size > MAX_FILE_BYTES)) {
    return null;
  }
  const heads = await detectHeads(found, (files) => app.client.engine.detect(files));
  const edited = found.filter((_, at) => heads[at]?.format === "gltf");
  const companions = found.filter(({ path }) => COMPANION.test(path));
  const others = found.filter((one) => !edited.includes(one) && !companions.includes(one));
  const hasBase = others.length === 0 || heads.some((head) => BASES.includes(head?.format!));
  return edited.length > 0 && hasBase ? { edited, companions, others } : null;
}

/** What the glTF takes back when it is applied to one of the files, as sentences. */
async function warningsOf(app: App, name: string, requests: readonly Request[]):
Promise<HTMLElement[]> {
  const warnings = [];
  for (const request of requests) {
    const clips = await findReverts(app, request);
    if (clips.length > 0) {
      warnings.push(make("p", { class: "error", role: "alert" }, text("open.reverts",
        { name, base: request.base.path, clips: namesText(clips) })));
    }
  }
  return warnings;
}

/**
 * Asks what to do with a glTF: it is applied to a file, by its number, or opened; or it and those
 * that follow are opened; or all these are left out (null).
 */
function askFor({ path: name }: Found, requests: readonly Request[], warnings: HTMLElement[],
  at: number, count: number): Promise<string | null> {
  const left = count - at;
  const title = count === 1 ? text("open.edited")
    : text("open.edited-number", { at: at + 1, n: count });
  return ask(title, [make("p", {}, text("open.edited-question", { name })), ...warnings],
    [...requests.map(({ base: { path } }, number) =>
      [String(number), text("open.apply", { base: path })] as const),
    ["open", text("open.own-file")],
    ...left > 1 ? [["open-all", text("open.own-files", { n: left })] as const] : []]);
}

/** Offers the round trip of each glTF. Returns those that are to be opened instead. */
async function offerEach(app: App, { edited, companions }: EditedDrop): Promise<Found[]> {
  const source = ({ path, blob }: Found) => ({ id: app.files.newId(), path, blob });
  const opened: Found[] = [];
  for (const [at, one] of edited.entries()) {
    const sources = { edited: source(one), companions: companions.map(source) };
    const requests = basesOf(app, one).map((base): Request =>
      ({ ...sources, base, options: NO_OPTIONS }));
    const choice = requests.length === 0 ? "open" : await askFor(one, requests,
      await warningsOf(app, one.path, requests), at, edited.length);
    if (choice === null || choice === "open-all") {
      return choice === null ? opened : [...opened, ...edited.slice(at)];
    }
    if (choice === "open") {
      opened.push(one);
    } else {
      await makeRoundtrip(app, requests[Number(choice)]!);
    }
  }
  return opened;
}

/**
 * Offers the round trips of the glTF files of a drop, after other files of the drop are opened.
 * True when the files are not to be opened any more.
 */
export async function offerRoundtrip(app: App, found: Found[]): Promise<boolean> {
  if (found.filter(isNamedGltf).length > MAX_EDITED) {
    return openMany(app, found);
  }
  const drop = await editedDrop(app, withoutCommonFolder(found));
  if (!drop) {
    return false;
  }
  const { edited, companions, others } = drop;
  if (others.length > 0 && !(await openFiles(app, others, true))) {
    return true;
  }
  const opened = await offerEach(app, drop);
  if (others.length === 0 && opened.length === edited.length) {
    return false;
  }
  if (opened.length > 0) {
    await openFiles(app, [...opened, ...companions], false);
  }
  return true;
}

/** Opens a drop with too many glTF files for questions; and says so, if one could be applied. */
async function openMany(app: App, found: Found[]): Promise<boolean> {
  const hasBase = app.files.docs.value.some(isBase);
  if (await openFiles(app, found, true) && hasBase) {
    app.message.value ??= { kind: "note", text: text("open.edited-many", { n: MAX_EDITED }) };
  }
  return true;
}
