/** Lines of edit scripts (docs/formats/edit-script.md). */
import { frameAt, secondsOf, timeOf, type ShownClip } from "../state/clip";
import type { Mark } from "../time/events";

const SAME_FRAME = 1e-5;

/** The value of an option, after the option. */
function option(name: string, value: string): string {
  return ` --${name}="${value.replaceAll('"', '""')}"`;
}

/** An edit with its options; those without a value are left out. */
function line(edit: string, clip: string, options: Record<string, string | null | undefined>) {
  return edit + clip + Object.entries(options).map(([name, value]) =>
    (value === null || value === undefined ? "" : option(name, value))).join("");
}

/** Formats of files to which a round trip can add clips. */
const BANKS = ["omf", "ogf", "skls"];

/** The option that selects the clip, or null when its name also selects others. */
export function clipOption({ doc, listed }: ShownClip): string | null {
  const clips = doc.opened?.clips ?? [];
  const name = listed.name.toLowerCase();
  if (clips.length === 1 && (name === "" || !BANKS.includes(doc.format))) {
    return "";
  }
  const isOne = !/[*?]/.test(name) &&
    clips.filter((one) => one.name.toLowerCase() === name).length === 1;
  return isOne ? option("clip", listed.name) : null;
}

/** A time of the page as text of a script: a frame, seconds or a phase. */
export function timeText(clip: ShownClip, seconds: number): string {
  const frame = frameAt(clip, seconds + SAME_FRAME);
  if (Math.abs(secondsOf(clip, frame) - seconds) < SAME_FRAME) {
    return `${frame}f`;
  }
  return String(Number(timeOf(clip, seconds).toFixed(6)));
}

/** A stored time, as it is listed. */
const storedText = (time: number | null) => (time === null ? null : String(time));

export interface NewEvent {
  name: string;
  value: string | null;
  at: string;
  until: string | null;
}

export function addLine(clip: string, { name, value, at, until }: NewEvent): string {
  return line("event", clip, { add: name, at, until, value });
}

export function removeLine(clip: string, { name, at }: Mark): string {
  return line("event", clip, { remove: name, at: storedText(at) });
}

export function moveLine(clip: string, { name, at }: Mark,
  change: { to?: string | null; until?: string | null; value?: string | null }): string {
  return line("event", clip, { move: name, at: storedText(at), ...change });
}

/** Renames one event: alone, or without the others of its name. */
export function renameLines(clip: string, mark: Mark, name: string, marks: Mark[]): string {
  if (mark.at === null || marks.filter((one) => one.name === mark.name).length === 1) {
    return line("event", clip, { rename: `${mark.name}\t${name}` });
  }
  const until = mark.until === mark.at ? null : storedText(mark.until);
  return `${removeLine(clip, mark)}\n${addLine(clip, { name, value: mark.value || null,
    at: String(mark.at), until })}`;
}

export function setLine(clip: string, values: Record<string, string>): string {
  return line("set", clip, values);
}
