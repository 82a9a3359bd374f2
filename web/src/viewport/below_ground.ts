/** Markers at the joints of a figure that are below the ground. */
import { BufferAttribute, BufferGeometry, Color, Group, Points, PointsMaterial } from "three";
import type { Bone } from "gait";
import { themeColor } from "../dom";
import { watchTheme } from "./screen";

/** Metres below the ground that are not marked: soles and toes of figures on the ground. */
const TOLERANCE = 0.01;
/** The part of the size of a figure that is not marked, for figures in other units. */
const PART_OF_SIZE = 0.005;

/**
 * The joints more than 1 cm (for large figures 0.5 % of their size) below the ground. `pose`: 16
 * numbers per bone in model space. `height`: metres that the figure is drawn above its pose.
 * Bones without parent and children are left out, unless all bones are such.
 */
function jointsBelow(pose: Float32Array, bones: readonly Bone[], size: number,
  height: number): number[] {
  const linked = new Set(bones.flatMap(({ parent }, bone) => parent === null ? [] : [parent, bone]));
  const lowest = -Math.max(TOLERANCE, PART_OF_SIZE * size);
  return bones.map((_, bone) => bone).filter((bone) =>
    (linked.size === 0 || linked.has(bone)) && pose[bone * 16 + 13]! + height < lowest);
}

export class BelowGround {
  /** A part of the group of the figure, which places the markers. */
  readonly group = new Group();
  private dots = new Points(new BufferGeometry(), new PointsMaterial({ size: 9,
    sizeAttenuation: false, depthTest: false }));

  constructor() {
    this.dots.frustumCulled = false;
    this.dots.renderOrder = 1;
    this.group.add(this.dots);
    this.paint();
    watchTheme(() => this.paint());
  }

  private paint(): void {
    this.dots.material.color = new Color(themeColor("error"));
  }

  /** Marks the joints of a pose, after the figure was placed; or removes all markers. */
  show(isOn: boolean, pose: Float32Array, bones: readonly Bone[], size: number): void {
    const height = this.group.parent?.position.y ?? 0;
    const joints = isOn ? jointsBelow(pose, bones, size, height) : [];
    this.dots.geometry.dispose();
    this.dots.geometry = new BufferGeometry();
    this.dots.geometry.setAttribute("position", new BufferAttribute(Float32Array.from(
      joints.flatMap((bone) => [...pose.subarray(bone * 16 + 12, bone * 16 + 15)])), 3));
    this.group.visible = joints.length > 0;
  }
}
