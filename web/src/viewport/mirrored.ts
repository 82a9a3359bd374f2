/** Whether a figure is mirrored: the sides of its bones by name are not those of its joints. */
import type { Bone } from "gait";
import { Vector3 } from "three";

/** Joints nearer to the middle are on no side, in metres. */
const CENTRE = 0.005;
const MIN_JOINTS = 2;

/** The mean of joints, or null without joints. */
function meanOf(joints: readonly Vector3[]): Vector3 | null {
  return joints.length === 0 ? null : joints.reduce((sum, joint) => sum.add(joint), new Vector3())
    .divideScalar(joints.length);
}

/**
 * The direction to the left of a figure by its body and its toes, or +X if it has no toes. null:
 * its toes point along its body, so that its direction is not known.
 */
function leftOf(bones: readonly Bone[], joints: readonly Vector3[]): Vector3 | null {
  const isToe = ({ name, side }: Bone) => side !== "middle" && /toe/i.test(name);
  const toes = bones.flatMap((bone, index) => {
    const { parent } = bone;
    return isToe(bone) && parent !== null && !isToe(bones[parent]!)
      ? [{ foot: joints[parent]!, along: joints[index]!.clone().sub(joints[parent]!) }] : [];
  });
  const feet = meanOf(toes.map(({ foot }) => foot));
  const along = meanOf(toes.map((toe) => toe.along));
  const body = meanOf(joints.filter((_, bone) => bones[bone]!.side === "middle"));
  if (!feet || !along || !body) {
    return new Vector3(1, 0, 0);
  }
  const left = body.sub(feet).normalize().cross(along.normalize());
  return left.length() < 0.3 ? null : left.normalize();
}

/**
 * True when most left joints are on the right side of a figure, and most right ones on the left.
 * `pose`: 16 numbers per bone in model space, in glTF axes: a figure that looks along +Z has its
 * left side at +X.
 */
export function isMirrored(bones: readonly Bone[], pose: Float32Array): boolean {
  const joints = bones.map((_, bone) => new Vector3().fromArray(pose, bone * 16 + 12));
  const of = (wanted: Bone["side"]) => joints.filter((joint, bone) =>
    bones[bone]!.side === wanted && Number.isFinite(joint.lengthSq()));
  const [lefts, rights] = [of("left"), of("right")];
  const direction = leftOf(bones, joints);
  if (!direction || Math.min(lefts.length, rights.length) < MIN_JOINTS) {
    return false;
  }
  const middle = meanOf(lefts)!.add(meanOf(rights)!).divideScalar(2);
  const share = (list: readonly Vector3[], sign: number) => list.filter((joint) =>
    sign * joint.clone().sub(middle).dot(direction) < -CENTRE).length / list.length;
  return share(lefts, 1) > 0.5 && share(rights, -1) > 0.5;
}
