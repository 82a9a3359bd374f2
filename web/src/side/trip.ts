/** Applies an edited glTF to an open file, as an edit of that file. */
import { problemOf, type App, type Doc, type Edit, type Trip } from "../app";
import type { Source } from "../engine/protocol";
import { text } from "../text/text";

export interface TripOptions {
  addNew: boolean;
  dropMissing: boolean;
}

export const NO_OPTIONS: TripOptions = { addNew: false, dropMissing: false };

/** The options of a round trip that was repeated with others. */
export const chosenOptions = new WeakMap<Source, TripOptions>();

type Made = Pick<Trip, "report" | "bytes" | "problem">;

async function compared(app: App, base: Doc, blob: Blob, edited: Source,
  companions: readonly Source[], options: TripOptions): Promise<Made> {
  const input = app.input({ ...base, blob });
  try {
    return await app.run((calls) => calls.roundtrip(companions.length === 0 ? input
      : { ...input, companions: [...companions] }, edited, options));
  } catch (error) {
    return { report: null, bytes: null, problem: problemOf(error) };
  }
}

const changesMetadata = ({ report }: Made): boolean =>
  report !== null && report.clips.some(({ metadata }) => metadata.length > 0);

async function isEqual(blob: Blob, bytes: Uint8Array): Promise<boolean> {
  const content = new Uint8Array(await blob.arrayBuffer());
  return content.length === bytes.length && content.every((byte, at) => byte === bytes[at]);
}

/**
 * Applies an edited glTF to an open file, and shows the report. The result is an edit of the file,
 * which can be undone and is saved like others. The glTF can be older than the latest edits of the
 * file, those after the last round trip: if it changes metadata of the file with these edits, but
 * none of the file without them, it is applied before them, so that they stay.
 */
export async function makeRoundTrip(app: App, base: Doc, edited: Source,
  companions: readonly Source[], options: TripOptions = NO_OPTIONS): Promise<void> {
  const script = `trip ${edited.id}`;
  chosenOptions.set(edited, options);
  const isOwn = (edit: Edit) => edit.blob !== undefined && edit.script === script;
  if (base.edits.some(isOwn)) { // it was applied with other options
    await app.setEdits(base, () => base.edits.filter((edit) => !isOwn(edit)));
  }
  await app.settled();
  const older = base.edits.findLastIndex(({ blob }) => blob) + 1; // edits up to the last trip
  let place = base.edits.length;
  let before = base.blob;
  let made = await compared(app, base, before, edited, companions, options);
  if (place > older && changesMetadata(made)) {
    const from = base.edits[older - 1]?.blob ?? base.original;
    const other = await compared(app, base, from, edited, companions, options);
    if (other.bytes !== null && !changesMetadata(other)) {
      [place, before, made] = [older, from, other];
    }
  }
  const { bytes, problem } = made;
  if (bytes && !(await isEqual(before, bytes))) {
    const edit: Edit = { script, blob: new Blob([bytes as BlobPart]),
      label: text("side.trip-files", { edited: edited.path, base: base.name }) };
    await app.setEdits(base, () =>
      [...base.edits.slice(0, place), edit, ...base.edits.slice(place)]);
  }
  app.trip.value = { base, edited, companions, ...made };
  app.rightTab.value = "compare";
  if (problem) {
    app.message.value = { kind: "error", text: problem.message };
  }
}
