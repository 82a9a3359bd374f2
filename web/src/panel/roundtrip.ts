/** Applies an edited glTF to an open file, as an edit of that file. */
import type { App } from "../app";
import { changesOf, scriptOf, type Change, type Edit, type Roundtrip,
  type RoundtripOptions } from "../state/doc";
import { problemOf } from "../state/services";
import { text } from "../text/text";

/** What is applied to which file. */
export type Request = Pick<Roundtrip, "base" | "edited" | "companions" | "options">;

export const NO_OPTIONS: RoundtripOptions = { addNew: false, dropMissing: false };

/** A round trip onto the bytes of a file after some of its changes. */
interface Made {
  /** The number of these changes. */
  place: number;
  before: Blob;
  roundtrip: Roundtrip;
}

async function runRoundtrip(app: App, request: Request, changes: readonly Change[]): Promise<Made> {
  const { base, edited, companions, options } = request;
  const before = await app.history.bytesOf(base, changes);
  const input = app.models.input({ ...base, blob: before });
  const made = await app.run((calls) => calls.roundtrip(companions.length === 0 ? input
    : { ...input, companions: [...companions] }, edited, options)).catch((error) =>
    ({ report: null, bytes: null, problem: problemOf(error) }));
  const edits = scriptOf(changes);
  const loses = (made.report?.clips ?? []).filter(({ outcome, name }) => outcome === "dropped" &&
    edits.includes(name)).map(({ name }) => name);
  return { place: changes.length, before, roundtrip: { ...request, ...made, loses } };
}

/** How many states of a file are tried as the one of which a glTF was made. */
const MOST = 12;

/** {clip: how much a round trip changes in it} of the clips that it changes. */
const changedClips = ({ roundtrip: { report } }: Made): Map<string, number> =>
  new Map((report?.clips ?? []).map(({ name, difference, metadata }): [string, number] =>
    [name, Number(difference !== "unchanged") + metadata.length]).filter(([, count]) => count > 0));

const countOf = (made: Made): number =>
  [...changedClips(made).values()].reduce((sum, count) => sum + count, 0);

/**
 * The glTF can be older than the latest changes of the file. It was made of the state in which it
 * changes least: it is applied there, so that later changes stay. Below an earlier round trip this
 * is not possible; then the clips whose changes it takes back are named.
 */
async function makeBest(app: App, request: Request, changes: readonly Change[]): Promise<Made> {
  const last = await runRoundtrip(app, request, changes);
  const lowest = changes.findLastIndex(({ blob }) => blob) + 1;
  let best = last;
  let isKnown = last.roundtrip.report?.source_changed !== true; // the state it was made of
  for (let place = changes.length - 1; place >= 0 && place >= changes.length - MOST &&
    countOf(best) > 0; place--) {
    const made = await runRoundtrip(app, request, changes.slice(0, place));
    isKnown ||= made.roundtrip.report?.source_changed === false;
    best = made.roundtrip.bytes && countOf(made) < countOf(best) ? made : best;
  }
  for (const { roundtrip: { report } } of isKnown ? [best, last] : []) {
    Object.assign(report ?? {}, { source_changed: false }); // `reverts` is exact
  }
  if (best.place >= lowest) {
    return best;
  }
  const own = changedClips(best);
  const reverts = [...changedClips(last)].filter(([name, count]) => count > (own.get(name) ?? 0));
  return { ...last, roundtrip: { ...last.roundtrip, reverts: reverts.map(([name]) => name) } };
}

/** What a glTF would do to its base file, as names of clips. */
export interface Preview {
  /** Changes by an earlier round trip are taken back. */
  reverts: readonly string[];
  /** The glTF was made from another version of the file: what was changed since is replaced. */
  replaces: readonly string[];
  /** Events and parameters are replaced. */
  metadata: readonly string[];
}

export async function previewRoundtrip(app: App, request: Request): Promise<Preview> {
  await app.history.settled();
  const { roundtrip: { report, reverts = [] } } = await makeBest(app, request, changesOf(request.base));
  const clips = report?.clips ?? [];
  const metadata = clips.filter((clip) => clip.metadata.length > 0);
  const changed = clips.filter((clip) => clip.difference === "changed" || metadata.includes(clip));
  const isOther = report?.source_changed && reverts.length === 0;
  return { reverts, replaces: isOther ? changed.map(({ name }) => name) : [],
    metadata: metadata.map(({ name }) => name) };
}

async function isEqual(blob: Blob, bytes: Uint8Array): Promise<boolean> {
  const content = new Uint8Array(await blob.arrayBuffer());
  return content.length === bytes.length && content.every((byte, at) => byte === bytes[at]);
}

/** Shows a round trip; and its step of undo, or null if the bytes of the file stay as they are. */
async function applyRoundtrip(app: App, request: Request, isRepeated: boolean): Promise<Edit | null> {
  const { base, edited, options } = request;
  if (app.selection.doc.value !== base) {
    await app.selection.show(base); // where it can be undone
  }
  const changes = changesOf(base);
  const name = `roundtrip ${edited.id} `;
  const own = changes.findIndex(({ script }) => script.startsWith(name));
  const others = changes.filter((_, at) => at !== own);
  const { place, before, roundtrip } = own < 0 ? await makeBest(app, request, others)
    : await runRoundtrip(app, request, others.slice(0, own));
  const { bytes, problem } = roundtrip;
  if (problem) {
    app.message.value = { kind: "error", text: problem.message };
  }
  if (!bytes || await isEqual(changes[own]?.blob ?? before, bytes)) {
    if (bytes || !isRepeated) {
      app.comparison.roundtrip.value = roundtrip;
    }
    return null;
  }
  const made = await isEqual(before, bytes) ? []
    : [{ script: name + JSON.stringify(options), blob: new Blob([bytes as BlobPart]) }];
  return { label: text("panel.roundtrip-files", { edited: edited.path, base: base.name }), roundtrip,
    changes: [...others.slice(0, place), ...made, ...others.slice(place)] };
}

/** Applies an edited glTF to an open file, as one step of undo, and shows the report. */
export async function makeRoundtrip(app: App, request: Request): Promise<void> {
  await app.history.makeEdit(request.base, () => applyRoundtrip(app, request, false));
}

/** Repeats the shown round trip with another option. If this is refused, nothing changes. */
export async function changeOption(app: App, option: keyof RoundtripOptions, isOn: boolean):
Promise<void> {
  const base = app.comparison.roundtrip.value!.base;
  await app.history.makeEdit(base, async () => {
    const roundtrip = app.comparison.roundtrip.value;
    return roundtrip && applyRoundtrip(app, { ...roundtrip, options: { ...roundtrip.options, [option]: isOn } }, true);
  });
  app.comparison.roundtrip.touch(); // also the box of a refused option
}
