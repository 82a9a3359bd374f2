/** A file of the page, and its changes. */
import type { Check, Format, RoundtripReport } from "gait";
import type { Opened, Problem, SkeletonChoice, SkeletonFound, Source } from "../engine/protocol";

/** Formats whose events are moments, with phases and values. */
export const MOMENTS: readonly string[] = ["rtm", "bmtr"];

/** A change of the bytes of a file. */
export interface Change {
  /** Lines of an edit script (docs/formats/edit-script.md); with `blob` what made it. */
  script: string;
  /** The bytes that the change puts in the place of the file: the result of a round trip. */
  blob?: Blob;
}

/** A step of undo. */
export interface Edit {
  label: string;
  /** All changes of the file after the step, in the order in which they are applied. */
  changes: readonly Change[];
  /** The latest round trip among them. */
  roundtrip: Roundtrip | null;
}

/** A file of the page. */
export interface Doc {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  /** The bytes as they were opened. */
  original: Blob;
  /** The bytes with the edits. */
  blob: Blob;
  /** By its content. */
  format: Format;
  /** null until the file is opened whole, which happens when it is shown or searched. */
  opened: Opened | null;
  /** Why it could not be opened. */
  problem: Problem | null;
  choice: SkeletonChoice;
  skeleton: SkeletonFound | null;
  /** null until the checks are done. */
  check: Check | null;
  edits: readonly Edit[];
  undone: readonly Edit[];
  /** The changes that were saved, as a script. */
  saved: string;
  /** The duration of clips with phases, or null for the usual one. */
  phaseDuration: number | null;
}

export interface RoundtripOptions {
  addNew: boolean;
  dropMissing: boolean;
}

/** A round trip of an edited glTF onto an open file. */
export interface Roundtrip {
  base: Doc;
  edited: Source;
  /** Files that contain keys or metadata of the edited one. */
  companions: readonly Source[];
  options: RoundtripOptions;
  report: RoundtripReport | null;
  bytes: Uint8Array | null;
  problem: Problem | null;
  /** The clips whose changes by an earlier round trip are taken back. */
  reverts?: readonly string[];
  /** The removed clips that were edited before. */
  loses?: readonly string[];
}

/** What the engine needs of a file. */
export const sourceOf = ({ id, path, blob }: Doc): Source => ({ id, path, blob });

/** The changes of a file, in the order in which they are applied. */
export const changesOf = ({ edits }: Pick<Doc, "edits">): readonly Change[] =>
  edits.at(-1)?.changes ?? [];

/** The latest round trip among the changes of a file. */
export const roundtripOf = ({ edits }: Doc): Roundtrip | null => edits.at(-1)?.roundtrip ?? null;

/** The lines of changes. */
export function scriptOf(changes: readonly Change[]): string {
  return changes.map(({ script }) => script).join("\n");
}

/** The saved changes of a file that was never saved. */
export const NEVER = "\0";

/** Before names of files with edits that are not saved. */
export const UNSAVED = "● ";

/** Whether a file has edits that were not saved, or lacks some that were. */
export const isUnsaved = (doc: Doc): boolean => scriptOf(changesOf(doc)) !== doc.saved;
