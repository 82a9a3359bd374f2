/** A figure: octahedra from the joint of each bone to the joints of its children. */
import type { Bone } from "gait";
import { BufferGeometry, Color, DynamicDrawUsage, Float32BufferAttribute, Group, InstancedMesh,
  MeshLambertMaterial, type Raycaster } from "three";
import { themeColor } from "../dom";
import { LEAF, linksOf, POINT, Side, sidesOf, type Link } from "./links";

/** An octahedron from 0 to 1 on Y, as wide as 1 at its belt. */
function octahedron(): BufferGeometry {
  const belt = [[1, 0.18, 0], [0, 0.18, -1], [-1, 0.18, 0], [0, 0.18, 1]] as const;
  const points: number[] = [];
  belt.forEach((corner, index) => {
    const next = belt[(index + 1) % 4]!;
    points.push(...corner, ...next, 0, 1, 0, ...next, ...corner, 0, 0, 0);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  geometry.computeVertexNormals();
  return geometry;
}

const shape = octahedron();
const SHORTEST = 1e-4;
/** How much thicker the picked bone is: its colour may be near that of a side. */
const THICKER = 1.5;

type Three = [number, number, number];

export class Figure {
  readonly group = new Group();
  private mesh: InstancedMesh | null = null;
  private links: Link[] = [];
  private sides: Side[] = [];
  private parents: (number | null)[] = [];
  /** Drawn over everything that is drawn before: the bones show through a mesh. */
  isOnTop = false;
  private size = 1.8;
  private picked: number | null = null;
  private material: MeshLambertMaterial;

  constructor(private isGhost: boolean) {
    this.material = new MeshLambertMaterial(isGhost
      ? { flatShading: true, transparent: true, opacity: 0.5, depthWrite: false }
      : { flatShading: true });
    this.group.visible = false;
  }

  /** Makes a figure of size 0, so that its shaders can be compiled before they are needed. */
  warmUp(): void {
    this.mesh = new InstancedMesh(shape, this.material, 1);
    this.mesh.instanceMatrix.array.fill(0);
    this.mesh.frustumCulled = false;
    this.mesh.setColorAt(0, new Color());
    this.group.add(this.mesh);
    this.group.visible = true;
  }

  /** Shows another skeleton. `size` is the size of the figure in metres. */
  setSkeleton(bones: readonly Bone[], rest: Float32Array | null, first: Float32Array,
    size: number): void {
    this.links = linksOf(bones);
    this.sides = sidesOf(bones, rest, first);
    this.parents = bones.map(({ parent }) => parent);
    this.size = size;
    if (this.mesh) {
      this.group.remove(this.mesh);
      this.mesh.dispose();
    }
    this.mesh = new InstancedMesh(shape, this.material, this.links.length);
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
    this.mesh.onBeforeRender = (renderer) => this.isOnTop && renderer.clearDepth();
    this.group.add(this.mesh);
  }

  /** Applies the colours of the theme, and the picked bone. */
  paint(picked: number | null): void {
    if (!this.mesh) {
      return;
    }
    const sides = [Side.Middle, Side.Left, Side.Right].map((side) =>
      new Color(themeColor(this.isGhost ? "ghost" : ["middle", "left", "right"][side]!)));
    const accent = new Color(themeColor("accent"));
    this.picked = this.isGhost ? null : picked;
    this.links.forEach(({ bone }, index) => {
      this.mesh!.setColorAt(index, bone === this.picked ? accent
        : sides[this.sides[bone] ?? Side.Middle]!);
    });
    this.mesh.instanceColor!.needsUpdate = true;
  }

  setPose(pose: Float32Array): void {
    const { mesh, links } = this;
    if (!mesh) {
      return;
    }
    const matrices = mesh.instanceMatrix.array as Float32Array;
    links.forEach((link, index) => this.place(pose, link, matrices, index * 16));
    mesh.instanceMatrix.needsUpdate = true;
    mesh.boundingSphere = null;
  }

  /** From the joint of the link to its end. */
  private direction(pose: Float32Array, { bone, to }: Link): Three {
    const joint = (index: number, axis: number) => pose[index * 16 + 12 + axis] ?? 0;
    const between = (from: number, end: number): Three =>
      [0, 1, 2].map((axis) => joint(end, axis) - joint(from, axis)) as Three;
    if (to >= 0) {
      return between(bone, to);
    }
    const parent = this.parents[bone] ?? null;
    if (to === LEAF && parent !== null) {
      const along = between(parent, bone);
      const length = Math.hypot(...along);
      const wanted = Math.min(0.4 * length, 0.05 * this.size);
      return along.map((value) => length > SHORTEST ? value * wanted / length : 0) as Three;
    }
    return [0, 0, 0];
  }

  private place(pose: Float32Array, link: Link, matrices: Float32Array, at: number): void {
    const { bone, to } = link;
    let along = this.direction(pose, link);
    let length = Math.hypot(...along);
    const isPoint = to === POINT || (to === LEAF && length < SHORTEST);
    if (isPoint) {
      length = 0.02 * this.size;
      along = [pose[bone * 16 + 4]!, pose[bone * 16 + 5]!, pose[bone * 16 + 6]!];
    }
    const y = normal(along) ?? [0, 1, 0];
    const x = perpendicular(pose, bone, y);
    const z: Three = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2],
      x[0] * y[1] - x[1] * y[0]];
    const width = length < SHORTEST ? 0
      : (isPoint ? length / 2 : Math.min(0.1 * length, 0.022 * this.size)) *
        (bone === this.picked ? THICKER : 1);
    for (let axis = 0; axis < 3; axis++) {
      matrices[at + axis] = x[axis]! * Math.max(width, 1e-6);
      matrices[at + 4 + axis] = y[axis]! * Math.max(length, 1e-6);
      matrices[at + 8 + axis] = z[axis]! * Math.max(width, 1e-6);
      matrices[at + 12 + axis] = pose[bone * 16 + 12 + axis]!;
    }
    matrices[at + 3] = matrices[at + 7] = matrices[at + 11] = 0;
    matrices[at + 15] = 1;
  }

  /** The bone that a ray meets first, or null. */
  pick(ray: Raycaster): number | null {
    const [hit] = this.mesh ? ray.intersectObject(this.mesh) : [];
    return hit?.instanceId === undefined ? null : this.links[hit.instanceId]!.bone;
  }
}

function normal(vector: Three): Three | null {
  const length = Math.hypot(...vector);
  return length > SHORTEST ? vector.map((value) => value / length) as Three : null;
}

/** A direction across `y` that turns with the bone. */
function perpendicular(pose: Float32Array, bone: number, y: Three): Three {
  let best: Three = [1, 0, 0];
  let longest = 0;
  for (let column = 0; column < 3; column++) {
    const axis = normal([0, 1, 2].map((row) => pose[bone * 16 + column * 4 + row] ?? 0) as Three);
    if (!axis) {
      continue;
    }
    const dot = axis[0] * y[0] + axis[1] * y[1] + axis[2] * y[2];
    const across = axis.map((value, index) => value - dot * y[index]!) as Three;
    const length = Math.hypot(...across);
    if (length > longest + 0.2) {
      longest = length;
      best = normal(across) ?? best;
    }
  }
  return best;
}
