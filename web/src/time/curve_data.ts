/** The values of a bone over the time, as curves. */
import { App, type ShownClip } from "../app";
import { positionIn, rotationIn, type Axes } from "../axes";
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
  /** Degrees about X, Y, Z, or x, y, z, w. */
  rotation: number[][];
}

const MAX_SAMPLES = 1500;

/** The visible frames, at most so many, with one more at each side. */
export function framesIn(clip: ShownClip, { from, to }: Part): number[] {
  const first = Math.max(0, App.frameAt(clip, from) - 1);
  const last = Math.min(clip.opened.times.length - 1, App.frameAt(clip, to) + 2);
  const step = Math.max(1, Math.ceil((last - first + 1) / MAX_SAMPLES));
  const frames = [];
  for (let frame = first; frame < last; frame += step) {
    frames.push(frame);
  }
  return [...frames, last];
}

/** The rotation of a matrix in columns with scale, as x, y, z, w. */
function rotationOf(matrix: Float32Array): number[] {
  const column = (index: number) => {
    const values = [...matrix.subarray(4 * index, 4 * index + 3)];
    const length = Math.hypot(...values) || 1;
    return values.map((value) => value / length);
  };
  const [x, y, z] = [column(0), column(1), column(2)] as [number[], number[], number[]];
  const [xx, xy, xz] = x as [number, number, number];
  const [yx, yy, yz] = y as [number, number, number];
  const [zx, zy, zz] = z as [number, number, number];
  const four = (value: number) => Math.sqrt(Math.max(0, 1 + value)) / 2;
  const w = four(xx + yy + zz);
  if (w > 0.1) {
    return [(yz - zy) / (4 * w), (zx - xz) / (4 * w), (xy - yx) / (4 * w), w];
  }
  const largest = Math.max(xx, yy, zz);
  if (largest === xx) {
    const one = four(xx - yy - zz);
    return [one, (xy + yx) / (4 * one), (zx + xz) / (4 * one), (yz - zy) / (4 * one)];
  }
  if (largest === yy) {
    const one = four(yy - xx - zz);
    return [(xy + yx) / (4 * one), one, (yz + zy) / (4 * one), (zx - xz) / (4 * one)];
  }
  const one = four(zz - xx - yy);
  return [(zx + xz) / (4 * one), (yz + zy) / (4 * one), one, (xy - yx) / (4 * one)];
}

/** Degrees about X, Y and Z of the rotation R = Ry Rx Rz. */
export function anglesOf([x, y, z, w]: readonly number[]): number[] {
  const [a, b, c, d] = [x!, y!, z!, w!];
  const degrees = 180 / Math.PI;
  const sine = Math.max(-1, Math.min(1, 2 * (a * d - b * c)));
  if (Math.abs(sine) > 0.999999) {
    const turn = 2 * Math.atan2(b, d);
    return [Math.sign(sine) * 90, turn * degrees, 0];
  }
  return [Math.asin(sine) * degrees,
    Math.atan2(2 * (a * c + b * d), 1 - 2 * (a * a + b * b)) * degrees,
    Math.atan2(2 * (a * b + c * d), 1 - 2 * (a * a + c * c)) * degrees];
}

/** The representation of an angle or quaternion that is nearest to the one before. */
function continued(values: number[], before: number[] | undefined, isQuaternion: boolean) {
  if (!before) {
    return isQuaternion && values[3]! < 0 ? values.map((value) => -value) : values;
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
  const size = kind === "parts" ? 10 : 16;
  const track = await app.client.engine.track(clip.opened.clip, choice.bone,
    frames.map((frame) => clip.opened.times[frame]!), kind);
  const isQuaternion = choice.rotation === "quaternion";
  const samples: { position: number[]; rotation: number[] }[] = [];
  frames.forEach((_, index) => {
    const values = track.subarray(size * index, size * (index + 1));
    const [position, rotation] = kind === "parts"
      ? [[...values.subarray(0, 3)], [...values.subarray(3, 7)]]
      : [[...values.subarray(12, 15)], rotationOf(values)];
    const turned = rotationIn(choice.axes, rotation);
    samples.push({ position: positionIn(choice.axes, position),
      rotation: continued(isQuaternion ? turned : anglesOf(turned),
        samples.at(-1)?.rotation, isQuaternion) });
  });
  return {
    seconds: frames.map((frame) => App.secondsOf(clip, frame)),
    position: [0, 1, 2].map((index) => samples.map(({ position }) => position[index]!)),
    rotation: (isQuaternion ? [0, 1, 2, 3] : [0, 1, 2]).map((index) =>
      samples.map(({ rotation }) => rotation[index]!)),
  };
}
