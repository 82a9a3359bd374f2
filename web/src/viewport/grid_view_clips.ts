/** The clips of the visible cells of the grid view: opened when they come into view, closed after it. */
import type { App } from "../app";
import type { ShownClip } from "../state/clip";
import type { Doc } from "../state/doc";
import { linksOf, sidesOf, type Link, type Side } from "./links";

const AT_ONCE = 4;
const SAMPLES = 5;

/** An open clip and how it is framed. */
export interface GridViewClip {
  index: number;
  clip: ShownClip;
  /** In metres: the height of the middle, and half of the extents around it. */
  middle: number;
  halfHeight: number;
  radius: number;
}

/** What is equal for all clips of a skeleton. */
export interface GridViewSkeleton {
  links: Link[];
  sides: Side[];
  /** The largest extent of its rest pose in metres; 0 = unknown. */
  size: number;
}

export class GridViewClips {
  readonly open = new Map<number, GridViewClip>();
  /** Indices of clips that cannot be shown. */
  readonly failed = new Set<number>();
  skeleton: GridViewSkeleton | null = null;
  private wanted: number[] = [];
  private opening = new Set<number>();
  private isClosed = false;

  /** The file, as it was when its clips were opened. */
  readonly opened: Doc["opened"];

  constructor(private app: App, readonly doc: Doc, private changed: () => void) {
    this.opened = doc.opened;
  }

  /** Opens these clips, and closes all others. */
  async want(indices: readonly number[]): Promise<void> {
    this.wanted = [...indices];
    const isWanted = new Set(indices);
    let isChanged = false;
    for (const [index, { clip }] of this.open) {
      if (!isWanted.has(index)) {
        this.open.delete(index);
        this.release(clip);
        isChanged = true;
      }
    }
    if (isChanged) {
      this.changed();
    }
    if (!this.doc.skeleton) {
      await this.app.models.findSkeleton(this.doc);
    }
    this.openNext();
  }

  private openNext(): void {
    while (!this.isClosed && this.opening.size < AT_ONCE) {
      const index = this.wanted.find((one) => !this.open.has(one) && !this.failed.has(one) &&
        !this.opening.has(one));
      if (index === undefined) {
        return;
      }
      this.opening.add(index);
      void this.openOne(index).finally(() => {
        this.opening.delete(index);
        this.openNext();
      });
    }
  }

  private async openOne(index: number): Promise<void> {
    let clip: ShownClip | null = null;
    try {
      clip = await this.app.selection.openClip(this.doc, index);
      const framed = await this.measure(index, clip);
      if (this.isClosed || !this.wanted.includes(index)) {
        this.release(clip);
        return;
      }
      this.open.set(index, framed);
    } catch {
      this.failed.add(index);
      if (clip) {
        this.release(clip);
      }
    }
    this.changed();
  }

  private async measure(index: number, clip: ShownClip): Promise<GridViewClip> {
    const { times, clip: number, boneCount } = clip.opened;
    const last = times.at(-1) ?? 0;
    const samples = Array.from({ length: SAMPLES }, (_, at) => (last * at) / (SAMPLES - 1));
    const joints = await this.app.client.engine.joints(samples.map(() => number), samples);
    if (!this.skeleton) {
      const { bones, rest } = clip.skeleton;
      const first = rest ?? await this.app.client.engine.pose(number, 0, "model");
      this.skeleton = { links: linksOf(bones).map(({ bone, to }) =>
        ({ bone, to: to < 0 ? bone : to })), sides: sidesOf(bones, rest, first),
        size: rest ? sizeOf(rest) : 0 };
    }
    return { index, clip, ...extents(joints, boneCount, this.skeleton.size) };
  }

  private release(clip: ShownClip): void {
    this.app.closeClip(clip);
  }

  close(): void {
    this.isClosed = true;
    this.wanted = [];
    this.open.forEach(({ clip }) => this.release(clip));
    this.open.clear();
  }
}

/** The largest extent of a pose. */
function sizeOf(pose: Float32Array): number {
  return Math.max(...[12, 13, 14].map((row) => {
    const values = Array.from({ length: pose.length / 16 }, (_, bone) => pose[bone * 16 + row]!);
    return Math.max(...values) - Math.min(...values);
  }));
}

/**
 * The extents of several poses, each around the mean of its joints. Figures smaller than their
 * skeleton, such as those that crouch, get the space of the skeleton.
 */
function extents(joints: Float32Array, boneCount: number, size: number) {
  let low = Infinity;
  let high = -Infinity;
  let radius = 0;
  for (let pose = 0; pose < joints.length; pose += boneCount * 3) {
    const [x, z] = meanOf(joints, pose, boneCount);
    for (let at = pose; at < pose + boneCount * 3; at += 3) {
      low = Math.min(low, joints[at + 1]!);
      high = Math.max(high, joints[at + 1]!);
      radius = Math.max(radius, Math.hypot(joints[at]! - x, joints[at + 2]! - z));
    }
  }
  if (!Number.isFinite(low + high + radius)) {
    return { middle: 1, halfHeight: 1, radius: 1 };
  }
  const halfHeight = Math.max((high - low) / 2, size / 2, 0.05);
  return { middle: low + halfHeight, halfHeight, radius: Math.max(radius, 0.05) };
}

/** The mean of the joints of a figure on the ground. */
export function meanOf(joints: Float32Array, from: number, boneCount: number): [number, number] {
  let x = 0;
  let z = 0;
  for (let at = from; at < from + boneCount * 3; at += 3) {
    x += joints[at]!;
    z += joints[at + 2]!;
  }
  return [x / boneCount, z / boneCount];
}
