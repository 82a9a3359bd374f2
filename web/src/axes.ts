/** Changes of axes, from those of the engine calls (glTF) to others: the table of spaces.md. */

export type Axes = "gltf" | "engine" | "file";

export const AXES: readonly Axes[] = ["gltf", "engine", "file"];

/** The signs of x, y, z of a position and of x, y, z, w of a quaternion. */
const SIGNS: Record<Axes, { position: readonly number[]; rotation: readonly number[] }> = {
  gltf: { position: [1, 1, 1], rotation: [1, 1, 1, 1] },
  engine: { position: [-1, 1, 1], rotation: [1, -1, -1, 1] },
  file: { position: [1, 1, -1], rotation: [-1, -1, 1, 1] },
};

export function positionIn(axes: Axes, position: readonly number[]): number[] {
  return position.map((value, index) => value * SIGNS[axes].position[index]!);
}

export function rotationIn(axes: Axes, rotation: readonly number[]): number[] {
  return rotation.map((value, index) => value * SIGNS[axes].rotation[index]!);
}
