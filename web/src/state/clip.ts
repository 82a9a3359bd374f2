/** A clip that is shown, and its times: seconds, phases, frames, and times of the library. */
import type { ListedClip } from "gait";
import type { OpenedClip, Problem, SkeletonFound } from "../engine/protocol";
import { clamp } from "../numbers";
import type { Doc } from "./doc";

/** A clip that is open in the engine. */
export interface ShownClip {
  doc: Doc;
  index: number;
  listed: ListedClip;
  opened: OpenedClip;
  skeleton: SkeletonFound;
  /** Seconds; for clips with phases the seconds of phase 1, which the user can change. */
  duration: number;
  /** Why there are no poses, or null. A bank without its model usually has none. */
  problem: Problem | null;
  /** The pose of the first frame, or null. */
  first: Float32Array | null;
}

/** Of clips with phases, the whole range takes the duration, as in exported files. */
function axisOf({ opened: { range: [first, last], hasPhases }, duration }: ShownClip):
  { first: number; scale: number } {
  return hasPhases && duration > 0 ? { first, scale: duration / (last - first) }
    : { first: 0, scale: 1 };
}

/** The time of the library for a time in seconds: phases for clips with phases. */
export function timeOf(clip: ShownClip, seconds: number): number {
  const { first, scale } = axisOf(clip);
  return first + seconds / scale;
}

/** The seconds of a time of the library. */
export function secondsAt(clip: ShownClip, time: number): number {
  const { first, scale } = axisOf(clip);
  return (time - first) * scale;
}

/** The seconds of a frame. */
export function secondsOf(clip: ShownClip, frame: number): number {
  const { times } = clip.opened;
  return secondsAt(clip, times[clamp(frame, 0, times.length - 1)] ?? 0);
}

/** The phase at a time in seconds; of clips without phases the part of the duration. */
export function phaseOf(clip: ShownClip, seconds: number): number {
  const length = clip.duration > 0 ? clip.duration : Infinity;
  return clip.opened.hasPhases ? timeOf(clip, seconds) : seconds / length;
}

/** The seconds of a phase. */
export function secondsOfPhase(clip: ShownClip, phase: number): number {
  return clip.opened.hasPhases ? secondsAt(clip, phase) : phase * clip.duration;
}

/** The frame at or before a time in seconds. */
export function frameAt(clip: ShownClip, seconds: number): number {
  const { times } = clip.opened;
  const time = timeOf(clip, seconds) + 1e-6;
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= time) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}
