/** The events of the clip that is shown, as the timeline and the edits use them. */
import type { App } from "../app";
import { Signal } from "../signal";
import { secondsAt, type ShownClip } from "../state/clip";

/** An interval of an event, or a moment, in seconds of the page. */
export interface Mark {
  name: string;
  value: string | null;
  /** As the file stores it: seconds or a phase. null: the event has no time. */
  at: number | null;
  until: number | null;
  start: number;
  end: number;
  lane: number;
}

export const LANES = 3;
/** The library treats times within this tolerance as equal (docs/formats/edit-script.md). */
const TOLERANCE = 0.001;

let cached: { clip: ShownClip; duration: number; marks: Mark[] } | null = null;

function makeMarks(clip: ShownClip): Mark[] {
  const names = [...new Set(clip.listed.events.map(({ name }) => name))];
  const marks = clip.listed.events.flatMap(({ name, value, intervals }) => {
    const lane = names.indexOf(name) % LANES;
    const times: (typeof intervals)[number][] = intervals.length > 0 ? intervals : [[null, null]];
    return times.map(([at, until]): Mark => ({ name, value, at, until: until ?? at,
      start: secondsAt(clip, at ?? 0), end: secondsAt(clip, until ?? at ?? 0), lane }));
  });
  return marks.sort((one, other) => one.start - other.start);
}

/** All marks in the order of times. */
export function marksOf(clip: ShownClip): Mark[] {
  if (cached?.clip !== clip || cached.duration !== clip.duration) {
    cached = { clip, duration: clip.duration, marks: makeMarks(clip) };
  }
  return cached.marks;
}

/** A mark by its name and stored time, which an edit of another mark does not change. */
export interface MarkKey {
  name: string;
  at: number | null;
}

export const selectedMark = new Signal<MarkKey | null>(null);

export function isMark(mark: Mark, key: MarkKey | null): boolean {
  return key !== null && mark.name === key.name && (mark.at === key.at ||
    (mark.at !== null && key.at !== null && Math.abs(mark.at - key.at) <= TOLERANCE));
}

/** The selected mark of the clip. */
export function selectedOf(clip: ShownClip | null): Mark | null {
  const key = selectedMark.value;
  return clip && key ? marksOf(clip).find((mark) => isMark(mark, key)) ?? null : null;
}

/** Selects a mark of the clip and shows its time; 1: the next mark, -1: the previous one. */
export function goToMark(app: App, step: number): void {
  const clip = app.selection.clip.value;
  const marks = clip ? marksOf(clip).filter(({ at }) => at !== null) : [];
  if (marks.length === 0) {
    return;
  }
  const selected = selectedOf(clip);
  const time = app.playback.time.value;
  const near = 1e-4;
  const index = selected && Math.abs(selected.start - time) < near
    ? marks.indexOf(selected) + step
    : step > 0 ? marks.findIndex(({ start }) => start > time + near)
      : marks.findLastIndex(({ start }) => start < time - near);
  const mark = marks[((index < 0 && step > 0 ? 0 : index) + marks.length) % marks.length]!;
  app.playback.playing.value = false;
  app.playback.time.value = mark.start;
  selectedMark.value = { name: mark.name, at: mark.at };
}

/** The functions with which the timeline edits events. */
export interface MarkEditor {
  canEdit(clip: ShownClip): boolean;
  hasEnds(clip: ShownClip): boolean;
  /** Changes the times of a mark. */
  move(clip: ShownClip, mark: Mark, start: number, end: number): Promise<void>;
  /** Opens a dialog for a new event at the time. */
  add(clip: ShownClip, time: number): void;
}

/** Set by the edits. */
export const markEditor: { value: MarkEditor | null } = { value: null };
