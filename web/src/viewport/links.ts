/** What is drawn of a skeleton: a link per child of a bone, and one for a bone without children. */
import type { Bone } from "gait";

/** The end of a link that has no other joint. */
export const LEAF = -1;
export const POINT = -2;

export interface Link {
  bone: number;
  /** The bone at its end, LEAF or POINT. */
  to: number;
}

export function linksOf(bones: readonly Bone[]): Link[] {
  const isParent = bones.map(() => false);
  const links: Link[] = [];
  bones.forEach(({ parent }, bone) => {
    if (parent !== null && parent < bones.length) {
      isParent[parent] = true;
      links.push({ bone: parent, to: bone });
    }
  });
  bones.forEach(({ parent }, bone) => {
    if (!isParent[bone]) {
      links.push({ bone, to: parent === null ? POINT : LEAF });
    }
  });
  return links;
}

export enum Side { Middle, Left, Right }

const CENTRE = 0.005;

const SIDES = { middle: Side.Middle, left: Side.Left, right: Side.Right };

/**
 * The side of each bone by its name; if no name has a side, by its place in the rest pose or in
 * another pose, where left is +X.
 */
export function sidesOf(bones: readonly Bone[], rest: Float32Array | null,
  pose: Float32Array | null): Side[] {
  if (bones.some(({ side }) => side !== "middle")) {
    return bones.map(({ side }) => SIDES[side]);
  }
  const from = rest ?? pose;
  const root = Math.max(0, bones.findIndex(({ parent }) => parent === null));
  const centre = rest ? 0 : from?.[root * 16 + 12] ?? 0;
  return bones.map((_, bone) => {
    const x = (from?.[bone * 16 + 12] ?? 0) - centre;
    return x > CENTRE ? Side.Left : x < -CENTRE ? Side.Right : Side.Middle;
  });
}
