/** What is shown and selected: the file, the clip, the bone. */
import { SAMPLES, type SkeletonChoice, type SkeletonFound } from "../engine/protocol";
import { Signal } from "../signal";
import type { ShownClip } from "./clip";
import type { Comparison } from "./comparison";
import type { Doc } from "./doc";
import type { Files, Viewer } from "./files";
import type { Models } from "./models";
import type { Playback } from "./playback";
import type { Services } from "./services";

const SECONDS_OF_PHASES = 1;

function haveSameBones(one: SkeletonFound, other: SkeletonFound): boolean {
  return one.bones.length === other.bones.length &&
    one.bones.every(({ name }, index) => name === other.bones[index]!.name);
}

export class Selection implements Viewer {
  readonly doc = new Signal<Doc | null>(null);
  readonly clip = new Signal<ShownClip | null>(null);
  /** The picked bone. */
  readonly bone = new Signal<number | null>(null);
  /** Clips of the shown file that are selected for downloads, by index. */
  readonly selected = new Signal<ReadonlySet<number>>(new Set());
  /** The clips of the shown file in the order of the list, without the filtered ones. */
  listed: readonly number[] = [];
  private showing = 0;

  constructor(private services: Services, private files: Files, private comparison: Comparison,
    private models: Models, private playback: Playback) {
    files.viewers.push(this);
  }

  shows(doc: Doc): boolean {
    return this.clip.value?.doc === doc;
  }

  leave(doc: Doc): void {
    if (this.doc.value === doc) {
      this.playback.pose.value = null;
      this.clip.value = null;
      this.doc.value = null;
      this.models.clear();
    }
  }

  /** Shows a file and one of its clips. */
  async show(doc: Doc, index = 0): Promise<void> {
    const turn = ++this.showing;
    this.services.message.value = null;
    const isOpen = await this.files.open(doc);
    if (turn !== this.showing) {
      return;
    }
    if (!isOpen || !doc.opened?.clips.length) {
      const before = this.clip.value?.doc;
      this.playback.pose.value = null;
      this.clip.value = null;
      this.doc.value = doc;
      this.doc.touch();
      [doc, before].forEach((one) => one && this.files.release(one));
      void this.models.read(doc);
      return;
    }
    try {
      const clip = await this.openClip(doc, index);
      if (turn !== this.showing) {
        this.services.closeClip(clip);
        return;
      }
      this.setClip(clip);
    } catch (error) {
      this.doc.value = doc;
      this.services.report(error);
    }
  }

  /** Opens a clip in the engine. The caller closes it, or shows it with setClip(). */
  async openClip(doc: Doc, index: number): Promise<ShownClip> {
    if (!doc.skeleton) {
      await this.models.findSkeleton(doc);
    }
    const opened = await this.services.client.engine.clip(doc.id, index);
    const listed = doc.opened!.clips[index]!;
    const last = opened.times.at(-1) ?? 0;
    const duration = opened.hasPhases
      ? doc.phaseDuration ?? listed.duration_s ?? SECONDS_OF_PHASES : last;
    return { doc, index, listed, opened, skeleton: doc.skeleton!, duration,
      problem: opened.problem,
      first: opened.samples?.slice(0, opened.samples.length / SAMPLES) ?? null };
  }

  private setClip(clip: ShownClip): void {
    const before = this.clip.value;
    const isPinned = before !== null && this.comparison.pinned.value?.clip === before;
    const isReopened = before?.doc === clip.doc && before.index === clip.index;
    const hasSameBones = before !== null && haveSameBones(before.skeleton, clip.skeleton);
    if (!isReopened || !hasSameBones) {
      this.playback.pose.value = null;
    }
    if (!isReopened) {
      this.playback.range.value = null;
    }
    this.doc.value = clip.doc;
    if (!hasSameBones) {
      this.bone.value = null;
    }
    void this.models.read(clip.doc);
    this.playback.time.value = isReopened ? Math.min(this.playback.time.value, clip.duration) : 0;
    this.clip.value = clip;
    this.playback.pose.value ??= clip.first;
    if (before && !isPinned) {
      this.services.closeClip(before);
    }
    if (before) {
      this.files.release(before.doc);
    }
    void this.comparison.update(this.clip);
  }

  /** Sets how long the shown clip with phases takes. */
  setDuration(seconds: number): void {
    const clip = this.clip.value;
    if (clip?.opened.hasPhases && seconds > 0) {
      const factor = clip.duration > 0 ? seconds / clip.duration : 1;
      const range = this.playback.range.value;
      clip.doc.phaseDuration = seconds;
      clip.duration = seconds;
      this.playback.time.value = Math.min(clip.duration, this.playback.time.value * factor);
      this.playback.range.value = range && { a: range.a * factor, b: range.b * factor };
      this.clip.touch();
    }
  }

  /** Shows the next (1) or previous (-1) clip of the list. */
  async showNext(step: number): Promise<void> {
    const clip = this.clip.value;
    const { listed } = this;
    if (clip && listed.length > 0) {
      const at = listed.indexOf(clip.index);
      const next = at < 0 ? 0 : (at + step + listed.length) % listed.length;
      await this.show(clip.doc, listed[next]);
    }
  }

  /** Uses another skeleton for the file that is shown; `name` is its name for messages. */
  async chooseSkeleton(choice: SkeletonChoice, name?: string): Promise<void> {
    const doc = this.doc.value;
    if (!doc) {
      return;
    }
    const index = this.clip.value?.index ?? 0;
    try {
      await this.models.findSkeleton(doc, choice);
      await this.show(doc, index);
    } catch (error) {
      this.services.report(error, name);
    }
  }

  /** Pins the clip that is shown, for comparison with those that are shown next; or unpins it. */
  pin(): void {
    this.comparison.pin(this.clip.value);
  }
}
