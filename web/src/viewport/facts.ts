/** What the viewport has to know of a clip before it draws it: its size, and how its root moves. */
import type { Bone } from "gait";
import { Box3, Vector3 } from "three";
import { SAMPLES } from "../engine/protocol";
import { phaseOf, type ShownClip } from "../state/clip";

const MOVES = 0.001;
/** Bones below the root take its part only when they clearly move. */
const TRAVELS = 0.1;

export interface Facts {
  /** The pose of the first frame. */
  first: Float32Array;
  /** Bounds of the joints in the first frame and in the whole clip, without the motion vector. */
  firstBounds: Box3;
  bounds: Box3;
  /** Height of the figure in metres, or its largest extent. */
  size: number;
  /** The bone whose displacement is the root motion. */
  root: number;
  /** Joints that lie in one place, because their pivots are not known. */
  hasPivots: boolean;
  hasParents: boolean;
}

/** The facts of a clip; null when its poses cannot be computed. */
export function factsOf(clip: ShownClip): Facts | null {
  return clip.opened.samples && find(clip, clip.opened.samples);
}

function find(clip: ShownClip, poses: Float32Array): Facts {
  const length = poses.length / SAMPLES;
  const all = Array.from({ length: SAMPLES }, (_, index) =>
    poses.subarray(index * length, (index + 1) * length));
  const { bones, rest } = clip.skeleton;
  const used = usedBones(bones);
  const firstBounds = boundsOf(all.slice(0, 1), used);
  const extent = firstBounds.getSize(new Vector3());
  const size = Math.max(extent.x, extent.y, extent.z);
  const hasParents = bones.length < 2 || bones.some(({ parent }) => parent !== null);
  return { first: all[0]!.slice(), firstBounds, bounds: boundsOf(all, used),
    size: size > 0.01 ? size : 1.8, root: travellingBone(bones, all), hasParents,
    hasPivots: rest !== null || !isHeap(all[0]!) };
}

/** The bones that belong to a tree, or all if there is none. */
function usedBones(bones: readonly Bone[]): number[] {
  const isUsed = bones.map(({ parent }) => parent !== null);
  bones.forEach(({ parent }) => {
    if (parent !== null) {
      isUsed[parent] = true;
    }
  });
  const used = bones.map((_, index) => index).filter((index) => isUsed[index]);
  return used.length > 0 ? used : bones.map((_, index) => index);
}

/** The bounds of joints in some poses: of those of `bones`, or of all. */
export function boundsOf(poses: readonly Float32Array[], bones?: readonly number[]): Box3 {
  const box = new Box3();
  const point = new Vector3();
  for (const pose of poses) {
    for (const bone of bones ?? Array.from({ length: pose.length / 16 }, (_, index) => index)) {
      point.fromArray(pose, bone * 16 + 12);
      if (Number.isFinite(point.x + point.y + point.z)) {
        box.expandByPoint(point);
      }
    }
  }
  return box.isEmpty() ? new Box3(new Vector3(-1, 0, -1), new Vector3(1, 2, 1)) : box;
}

/** True when more than half of the joints are at the origin. */
function isHeap(pose: Float32Array): boolean {
  let count = 0;
  for (let bone = 0; bone < pose.length; bone += 16) {
    count += Math.hypot(pose[bone + 12]!, pose[bone + 13]!, pose[bone + 14]!) < MOVES ? 1 : 0;
  }
  return count * 32 > pose.length;
}

/** The root, or the bone below it that moves in its place ("bip01" below "root_stalker"). */
function travellingBone(bones: readonly Bone[], poses: readonly Float32Array[]): number {
  const children = bones.map((_, bone) =>
    bones.reduce<number[]>((list, { parent }, child) => parent === bone ? [...list, child] : list,
      []));
  const weight = (bone: number): number =>
    children[bone]!.reduce((sum, child) => sum + weight(child), 1);
  const heaviest = (list: readonly number[]) =>
    list.reduce<number | undefined>((best, bone) =>
      best === undefined || weight(bone) > weight(best) ? bone : best, undefined);
  const travel = (bone: number) => Math.max(...poses.map((pose) =>
    Math.hypot(pose[bone * 16 + 12]! - poses[0]![bone * 16 + 12]!,
      pose[bone * 16 + 14]! - poses[0]![bone * 16 + 14]!)));
  const root = heaviest(bones.map((_, bone) => bone).filter((bone) =>
    bones[bone]!.parent === null)) ?? 0;
  if (bones.length === 0 || travel(root) > MOVES) {
    return root;
  }
  for (let bone: number | undefined = root, depth = 0; bone !== undefined && depth < 3; depth++) {
    bone = heaviest(children[bone]!);
    if (bone !== undefined && travel(bone) > TRAVELS) {
      return bone;
    }
  }
  return root;
}

/** Where a figure is drawn: by the motion vector, or in place. */
export function rootOffset(facts: Facts, clip: ShownClip, pose: Float32Array, seconds: number,
  isOn: boolean, offset: Vector3): Vector3 {
  if (isOn) {
    return offset.fromArray(clip.opened.rootMotion).multiplyScalar(phaseOf(clip, seconds));
  }
  const at = facts.root * 16;
  return offset.set(facts.first[at + 12]! - pose[at + 12]!, 0,
    facts.first[at + 14]! - pose[at + 14]!);
}
