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
  /** Its number in the file, that of its event, and that among those of its name and time. */
  place: number;
  event: number;
  twin: number;
  /** Which of the slots of its lane it takes; marks with one start share a lane. */
  slot: number;
  slots: number;
}

export const LANES = 3;
/** The most marks with one start that are drawn one below the other in a lane. */
export const SLOTS = 4;

let cached: { clip: ShownClip; duration: number; marks: Mark[] } | null = null;

function makeMarks(clip: ShownClip): Mark[] {
  const names = [...new Set(clip.listed.events.map(({ name }) => name))];
  const twins = new Map<string, number>();
  let place = 0;
  const marks = clip.listed.events.flatMap(({ name, value, intervals }, event) => {
    const lane = names.indexOf(name) % LANES;
    const times: (typeof intervals)[number][] = intervals.length > 0 ? intervals : [[null, null]];
    return times.map(([at, until]): Mark => {
      const key = `${at} ${name}`;
      const twin = twins.get(key) ?? 0;
      twins.set(key, twin + 1);
      return { name, value, at, until: until ?? at, start: secondsAt(clip, at ?? 0),
        end: secondsAt(clip, until ?? at ?? 0), lane, place: place++, event, twin, slot: 0, slots: 1 };
    });
  });
  const groups = new Map<string, Mark[]>();
  for (const mark of marks) {
    const key = `${mark.lane} ${mark.at}`;
    const group = groups.get(key) ?? [];
    mark.slot = group.length % SLOTS;
    group.push(mark);
    groups.set(key, group);
  }
  groups.forEach((group) => group.forEach((mark) => {
    mark.slots = Math.min(SLOTS, group.length);
  }));
  return marks.sort((one, other) => one.start - other.start);
}

/** All marks in the order of times. */
export function marksOf(clip: ShownClip): Mark[] {
  if (cached?.clip !== clip || cached.duration !== clip.duration) {
    cached = { clip, duration: clip.duration, marks: makeMarks(clip) };
  }
  return cached.marks;
}

/** What an edit of a mark with another name or time does not change. */
export type MarkKey = Pick<Mark, "name" | "at" | "twin">;

export const selectedMark = new Signal<MarkKey | null>(null);

export function isMark(mark: Mark, key: MarkKey | null): boolean {
  return key !== null && mark.name === key.name && mark.at === key.at && mark.twin === key.twin;
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
  selectedMark.value = mark;
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
