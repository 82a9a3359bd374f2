/** Matrices of poses as translation, rotation and scale, as docs/formats/spaces.md defines them. */
import type { Vector } from "./axes";

export interface Transform {
  position: number[];
  rotation: number[];
  scale: number[];
}

const STEPS = 30;

/** The rows of the inverse of the transposed matrix, and the determinant. */
function inverseTransposed(m: Vector): { inverse: number[]; determinant: number } {
  const cofactors = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => {
    const [r1, r2] = [(i + 1) % 3, (i + 2) % 3];
    const [c1, c2] = [(j + 1) % 3, (j + 2) % 3];
    return m[3 * r1 + c1]! * m[3 * r2 + c2]! - m[3 * r1 + c2]! * m[3 * r2 + c1]!;
  }));
  const determinant = m[0]! * cofactors[0]! + m[1]! * cofactors[1]! + m[2]! * cofactors[2]!;
  return { inverse: cofactors.map((one) => one / determinant), determinant };
}

/** The orthogonal factor of the polar decomposition, by Newton's iteration. */
function orthogonalFactor(m: number[]): number[] {
  let factor = m;
  for (let step = 0; step < STEPS; step++) {
    const { inverse } = inverseTransposed(factor);
    const next = factor.map((value, index) => (value + inverse[index]!) / 2);
    const change = Math.max(...next.map((value, index) => Math.abs(value - factor[index]!)));
    factor = next;
    if (!(change > 1e-12)) {
      break;
    }
  }
  return factor;
}

/** The quaternion of a rotation matrix, row by row. */
function quaternionOf(m: Vector): number[] {
  const [xx, xy, xz, yx, yy, yz, zx, zy, zz] = m as [number, number, number, number, number,
    number, number, number, number];
  const squares = [1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz];
  const largest = squares.indexOf(Math.max(...squares));
  const root = 2 * Math.sqrt(squares[largest]!);
  const at = root / 4;
  return [[at, (xy + yx) / root, (xz + zx) / root, (zy - yz) / root],
    [(xy + yx) / root, at, (yz + zy) / root, (xz - zx) / root],
    [(xz + zx) / root, (yz + zy) / root, at, (yx - xy) / root],
    [(zy - yz) / root, (xz - zx) / root, (yx - xy) / root, at]][largest]!;
}

/** The transform of a bone: 16 numbers, column by column. */
export function transformOf(pose: Float32Array, bone: number): Transform {
  const at = 16 * bone;
  const rows = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => pose[at + 4 * column + row]!));
  const rotation = orthogonalFactor(rows);
  const scale = [0, 1, 2].map((axis) =>
    [0, 1, 2].reduce((sum, row) => sum + rotation[3 * row + axis]! * rows[3 * row + axis]!, 0));
  const position = [pose[at + 12]!, pose[at + 13]!, pose[at + 14]!];
  if (inverseTransposed(rows).determinant < 0) {
    return { position, rotation: quaternionOf(rotation.map((value) => -value)),
      scale: scale.map((value) => -value) };
  }
  return { position, rotation: quaternionOf(rotation), scale };
}

/** The transform of a bone: 10 numbers. */
export function partsOf(pose: Float32Array, bone: number): Transform {
  const numbers = [...pose.subarray(10 * bone, 10 * bone + 10)];
  return { position: numbers.slice(0, 3), rotation: numbers.slice(3, 7),
    scale: numbers.slice(7, 10) };
}
