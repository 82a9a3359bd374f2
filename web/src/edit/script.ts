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
export const BANKS: readonly string[] = ["omf", "ogf", "skls"];

/** The library ignores the case of ASCII letters only. */
const folded = (name: string) => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** A function that is true for the names that a name of a script selects; it has wildcards. */
function matcherOf(pattern: string): (name: string) => boolean {
  const wanted = [...folded(pattern)];
  return (name) => {
    const given = [...folded(name)];
    let at = 0, star = -1, from = 0;
    for (let i = 0; i < given.length;) {
      if (wanted[at] === "*") {
        star = at++;
        from = i;
      } else if (at < wanted.length && (wanted[at] === "?" || wanted[at] === given[i])) {
        at++;
        i++;
      } else if (star >= 0) { // only the last star can match one more character
        at = star + 1;
        i = ++from;
      } else {
        return false;
      }
    }
    return wanted.slice(at).every((letter) => letter === "*");
  };
}

/** NAME@N for one of some names, or null when it selects others. */
function numbered(names: readonly string[], at: number): string | null {
  const own = folded(names[at]!);
  const number = names.slice(0, at + 1).filter((name) => folded(name) === own).length;
  const address = `${names[at]}@${number}`;
  return names.some(matcherOf(address)) ? null : address;
}

/** The option that selects the clip, or null when no option selects it alone. */
export function clipOption({ doc, index, listed: { name } }: ShownClip): string | null {
  const names = (doc.opened?.clips ?? []).map((clip) => clip.name);
  if (names.length === 1 && (name === "" || !BANKS.includes(doc.format))) {
    return "";
  }
  const address = names.filter(matcherOf(name)).length === 1 ? name
    : /[*?]/.test(name) ? null : numbered(names, index);
  return address === null ? null : option("clip", address);
}

/** The library treats times within 0.001 as equal. */
const TOLERANCE = 0.0011;

/** A mark of a clip in a script: its name, or NAME@N, and its time. */
export interface Address {
  name: string;
  at: string | null;
}

/**
 * The name and time that select only this mark; the name is NAME@N if other marks have the same
 * name and time. null: no address selects only this mark. `isRenamed`: for a rename. Without a
 * time, N of a rename counts events, not their intervals.
 */
export function addressOf(mark: Mark, marks: readonly Mark[], isRenamed = false): Address | null {
  const matches = matcherOf(mark.name);
  const named = marks.filter(({ name }) => matches(name));
  const near = named.filter(({ at }) => mark.at === null ||
    (at !== null && Math.abs(at - mark.at) < TOLERANCE));
  const at = mark.at === null || (isRenamed && named.length === 1) ? null : String(mark.at);
  if (near.length === 1) {
    return { name: mark.name, at };
  }
  const stored = [...marks].sort((one, other) => one.place - other.place)
    .filter((one, index, all) => !isRenamed || at !== null || one.event !== all[index - 1]?.event);
  const name = numbered(stored.map((one) => one.name), stored.indexOf(mark));
  return name === null ? null : { name, at };
}

/** A time of the page as text of a script: a frame, seconds or a phase. */
export function timeText(clip: ShownClip, seconds: number): string {
  const frame = frameAt(clip, seconds + SAME_FRAME);
  if (Math.abs(secondsOf(clip, frame) - seconds) < SAME_FRAME) {
    return `${frame}f`;
  }
  return String(Number(timeOf(clip, seconds).toFixed(6)));
}

export interface NewEvent {
  name: string;
  value: string | null;
  at: string;
  until: string | null;
}

export function addLine(clip: string, { name, value, at, until }: NewEvent): string {
  return line("event", clip, { add: name, at, until, value });
}

export function removeLine(clip: string, { name, at }: Address): string {
  return line("event", clip, { remove: name, at });
}

export function moveLine(clip: string, { name, at }: Address,
  change: { to?: string | null; until?: string | null; value?: string | null }): string {
  return line("event", clip, { move: name, at, ...change });
}

export function renameLine(clip: string, { name, at }: Address, newName: string): string {
  return line("event", clip, { rename: `${name}\t${newName}`, at });
}

export function setLine(clip: string, values: Record<string, string>): string {
  return line("set", clip, values);
}
