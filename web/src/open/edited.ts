/** Edited glTF files that are dropped while their base files are open, or together with them. */
import type { App } from "../app";
import { ask } from "../bar";
import { make } from "../dom";
import type { Doc } from "../state/doc";
import { namesText, text } from "../text/text";
import { basesOf, FORMATS, isBase, type Bases } from "./bases";
import { withoutCommonFolder, type Found } from "./entries";
import { makeRoundtrip, NO_OPTIONS, previewRoundtrip, type Request } from "../panel/roundtrip";
import { openFiles } from "./intake";
import { detectHeads, MAX_FILE_BYTES } from "./recognise";

/** Of a drop in which a glTF can be an edited file; of these, glTF files. */
const MAX_FILES = 64;
const MAX_EDITED = 8;
const GLTF = /\.(glb|gltf)$/i;
const COMPANION = /\.(bin|gait\.json)$/i;

const isNamedGltf = ({ path }: Found): boolean => GLTF.test(path);

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
  const hasBase = others.length === 0 || heads.some((head) => FORMATS.includes(head?.format!));
  return edited.length > 0 && hasBase ? { edited, companions, others } : null;
}

/** What the glTF replaces when it is applied to one of the files, as sentences. */
async function warningsOf(app: App, name: string, requests: readonly Request[]):
Promise<HTMLElement[]> {
  const warnings = [];
  for (const request of requests) {
    const preview = await previewRoundtrip(app, request);
    for (const [key, clips] of Object.entries(preview) as [keyof typeof preview, string[]][]) {
      if (clips.length > 0) {
        warnings.push(make("p", { class: key === "metadata" ? "dim" : "error", role: "alert" },
          text(`open.${key}`, { name, base: request.base.path, clips: namesText(clips) })));
      }
    }
  }
  return warnings;
}

/** A glTF of a drop, and what can be done with it. */
interface Offer {
  name: string;
  bases: Bases;
  requestOf: (base: Doc) => Request;
  /** Its number, and the number of glTF files of the drop. */
  at: number;
  count: number;
}

/**
 * Asks what to do with a glTF: it is applied to a file ("open": none); or it and those that follow
 * are opened; or all these are left out (null).
 */
async function askFor(app: App, offer: Offer): Promise<Request | "open" | "open-all" | null> {
  const { name, bases: { missing, likely, others }, requestOf, at, count } = offer;
  const left = count - at;
  const requests = likely.map(requestOf);
  const title = count === 1 ? text("open.edited") : text("open.edited-number", { at: at + 1, n: count });
  const other = make("select", { "aria-label": text("open.other-base") },
    ...others.map(({ path }, number) => make("option", { value: String(number) }, path)));
  const apply = requests.map(({ base: { path } }, number) =>
    [String(number), text("open.apply", { base: path })] as const);
  const own = ["open", text("open.own-file")] as const;
  const choice = await ask(title, [make("p", {}, text("open.edited-question", { name })),
    ...missing ? [make("p", { class: "error", role: "alert" },
      text("open.source-missing", { name, source: missing }))] : [],
    ...await warningsOf(app, name, requests),
    ...others.length > 0 ? [make("label", {}, text("open.other-base"), " ", other)] : []],
  [...missing ? [own, ...apply] : [...apply, own],
  ...left > 1 ? [["open-all", text("open.own-files", { n: left })] as const] : [],
  ...others.length > 0 ? [["other", text("open.apply-other")] as const] : []], undefined, true);
  if (choice === "other") {
    const base = others[Number(other.value)]!;
    const request = requestOf(base);
    return (await warningsOf(app, name, [request])).length === 0 ? request
      : askFor(app, { ...offer, bases: { missing: null, likely: [base], others: [] } });
  }
  return choice === null || choice === "open" || choice === "open-all" ? choice
    : requests[Number(choice)]!;
}

/**
 * Offers the round trip of each glTF. Returns those that are to be opened instead. `pathOf`: the path
 * in the drop, with the folder that all files have.
 */
async function offerEach(app: App, { edited, companions }: EditedDrop,
  pathOf: (one: Found) => string): Promise<Found[]> {
  const source = ({ path, blob }: Found) => ({ id: app.files.newId(), path, blob });
  const opened: Found[] = [];
  for (const [at, one] of edited.entries()) {
    const sources = { edited: source(one), companions: companions.map(source) };
    const bases = await basesOf(app, pathOf(one), one);
    const requestOf = (base: Doc): Request => ({ ...sources, base, options: NO_OPTIONS });
    const choice = bases.likely.length + bases.others.length === 0 ? "open"
      : await askFor(app, { name: one.path, bases, requestOf, at, count: edited.length });
    if (choice === null || choice === "open-all") {
      return choice === null ? opened : [...opened, ...edited.slice(at)];
    }
    if (choice === "open") {
      opened.push(one);
    } else {
      await makeRoundtrip(app, choice);
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
  const opened = await offerEach(app, drop, (one) =>
    found.find(({ blob }) => blob === one.blob)!.path);
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
