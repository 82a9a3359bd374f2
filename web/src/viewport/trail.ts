/** The trail of a bone: a line through its places in all frames of the clip, a dot per frame. */
import { BufferGeometry, Color, Float32BufferAttribute, Group, Line, LineBasicMaterial, Points,
  PointsMaterial, Vector3 } from "three";
import type { App } from "../app";
import { themeColor } from "../dom";
import { secondsOf, type ShownClip } from "../state/clip";
import { rootOffset, type Facts } from "./facts";

const MOST = 600;

export class Trail {
  readonly group = new Group();
  private line = new Line(new BufferGeometry(), new LineBasicMaterial());
  private dots = new Points(this.line.geometry, new PointsMaterial({ size: 3,
    sizeAttenuation: false }));
  private seconds: number[] = [];
  private places: Vector3[] = [];
  private turn = 0;

  constructor() {
    this.group.add(this.line, this.dots);
    this.line.frustumCulled = false;
    this.dots.frustumCulled = false;
    this.group.visible = false;
  }

  paint(): void {
    this.line.material.color = new Color(themeColor("event"));
    this.dots.material.color = new Color(themeColor("text"));
  }

  hide(): void {
    this.turn++;
    this.group.visible = false;
    this.places = [];
  }

  /** Computes the trail. Resolves to false when another one was requested before it was done. */
  async show(app: App, clip: ShownClip, facts: Facts, bone: number): Promise<boolean> {
    const turn = ++this.turn;
    const count = clip.opened.times.length;
    const step = Math.max(1, Math.ceil(count / MOST));
    const frames = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
    if (frames.at(-1) !== count - 1) {
      frames.push(count - 1);
    }
    const poses = await app.client.engine.poses(clip.opened.clip,
      frames.map((frame) => clip.opened.times[frame]!), "model");
    if (turn !== this.turn) {
      return false;
    }
    const length = poses.length / frames.length;
    this.seconds = frames.map((frame) => secondsOf(clip, frame));
    this.places = frames.map((_, index) => {
      const pose = poses.subarray(index * length, (index + 1) * length);
      const offset = rootOffset(facts, clip, pose, this.seconds[index]!, app.view.rootMotion.value,
        new Vector3());
      return new Vector3().fromArray(pose, bone * 16 + 12).add(offset);
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute("position",
      new Float32BufferAttribute(this.places.flatMap((place) => place.toArray()), 3));
    this.line.geometry.dispose();
    this.line.geometry = geometry;
    this.dots.geometry = geometry;
    this.group.visible = true;
    return true;
  }

  /** Metres per second between the frames around a time; null without a trail. */
  speed(seconds: number): number | null {
    const last = this.places.length - 1;
    if (last < 1) {
      return null;
    }
    const next = this.seconds.findIndex((one) => one > seconds + 1e-6);
    const index = next < 1 ? (next < 0 ? last : 1) : next;
    const elapsed = this.seconds[index]! - this.seconds[index - 1]!;
    return elapsed > 0 ? this.places[index]!.distanceTo(this.places[index - 1]!) / elapsed : null;
  }
}
