/** The values of a bone over the time, as curves. */
import type { App } from "../app";
import { eulerOf, positionIn, rotationIn, type Axes } from "../axes";
import { partsOf, transformOf } from "../matrix";
import { frameAt, secondsOf, type ShownClip } from "../state/clip";
import type { Part } from "./axis";

export interface CurveChoice {
  bone: number;
  space: "local" | "model";
  axes: Axes;
  rotation: "angles" | "quaternion";
}

export interface Curves {
  seconds: number[];
  /** Metres. */
  position: number[][];
  /** Degrees as in eulerOf(), or x, y, z, w. */
  rotation: number[][];
}

const MAX_SAMPLES = 1500;

/** The visible frames, at most so many, with one more at each side. */
function framesIn(clip: ShownClip, { from, to }: Part): number[] {
  const first = Math.max(0, frameAt(clip, from) - 1);
  const last = Math.min(clip.opened.times.length - 1, frameAt(clip, to) + 2);
  const step = Math.max(1, Math.ceil((last - first + 1) / MAX_SAMPLES));
  const frames = [];
  for (let frame = first; frame < last; frame += step) {
    frames.push(frame);
  }
  return [...frames, last];
}

/** The representation of an angle or quaternion that is nearest to the one before. */
function continued(values: number[], before: number[] | undefined, isQuaternion: boolean) {
  if (!before) {
    return values;
  }
  if (isQuaternion) {
    const product = values.reduce((sum, value, index) => sum + value * before[index]!, 0);
    return product < 0 ? values.map((value) => -value) : values;
  }
  return values.map((value, index) => value + 360 * Math.round((before[index]! - value) / 360));
}

/** Reads the curves of a part of the clip. */
export async function readCurves(app: App, clip: ShownClip, choice: CurveChoice, part: Part):
  Promise<Curves> {
  const frames = framesIn(clip, part);
  const kind = choice.space === "local" ? "parts" : "model";
  const track = await app.client.engine.track(clip.opened.clip, choice.bone,
    frames.map((frame) => clip.opened.times[frame]!), kind);
  const isQuaternion = choice.rotation === "quaternion";
  const samples: { position: number[]; rotation: number[] }[] = [];
  frames.forEach((_, index) => {
    const { position, rotation } = kind === "parts" ? partsOf(track, index)
      : transformOf(track, index);
    const converted = rotationIn(choice.axes, rotation);
    samples.push({ position: positionIn(choice.axes, position),
      rotation: continued(isQuaternion ? converted : eulerOf(converted),
        samples.at(-1)?.rotation, isQuaternion) });
  });
  return {
    seconds: frames.map((frame) => secondsOf(clip, frame)),
    position: [0, 1, 2].map((index) => samples.map(({ position }) => position[index]!)),
    rotation: (isQuaternion ? [0, 1, 2, 3] : [0, 1, 2]).map((index) =>
      samples.map(({ rotation }) => rotation[index]!)),
  };
}
