/** Numbers of bones in the axes of docs/formats/spaces.md, and rotations as angles. */
import { clamp } from "./numbers";
import { Signal } from "./signal";

export type Axes = "engine" | "file" | "gltf";
export type Vector = readonly number[];

export const AXES: readonly Axes[] = ["engine", "file", "gltf"];

/** The axes in which the page shows numbers: those of the Bone tab and of the curves. */
export const shownAxes = new Signal<Axes>("engine");

/** From glTF axes, and back: signs of positions and of quaternions. */
const SIGNS: Record<Axes, { position: Vector; rotation: Vector }> = {
  engine: { position: [-1, 1, 1], rotation: [1, -1, -1, 1] },
  file: { position: [1, 1, -1], rotation: [-1, -1, 1, 1] },
  gltf: { position: [1, 1, 1], rotation: [1, 1, 1, 1] },
};

const withSigns = (values: Vector, signs: Vector): number[] =>
  values.map((value, index) => value * signs[index]! + 0);

/** A position in glTF axes converted to other axes, or the reverse. */
export function positionIn(axes: Axes, position: Vector): number[] {
  return withSigns(position, SIGNS[axes].position);
}

/** A quaternion in glTF axes converted to other axes, or the reverse, with w >= 0. */
export function rotationIn(axes: Axes, rotation: Vector): number[] {
  const q = withSigns(rotation, SIGNS[axes].rotation);
  const first = [q[3]!, q[0]!, q[1]!, q[2]!].find((value) => value !== 0) ?? 1;
  return first < 0 ? q.map((value) => -value + 0) : q;
}

const DEGREES = 180 / Math.PI;

/** Euler angles in degrees: rotations about X, then Y, then Z of the fixed axes. */
export function eulerOf([x = 0, y = 0, z = 0, w = 1]: Vector): number[] {
  const sine = clamp(2 * (w * y - x * z), -1, 1);
  if (Math.abs(sine) > 0.9999999) {
    const angle = Math.atan2(2 * (x * w - y * z), 1 - 2 * (x * x + z * z));
    return [angle * DEGREES, Math.asin(sine) * DEGREES, 0];
  }
  return [Math.atan2(2 * (y * z + x * w), 1 - 2 * (x * x + y * y)) * DEGREES,
    Math.asin(sine) * DEGREES,
    Math.atan2(2 * (x * y + z * w), 1 - 2 * (y * y + z * z)) * DEGREES];
}
