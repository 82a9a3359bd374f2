/** What the shown clip and file are compared with: the pinned clip, and an edited glTF. */
import type { Comparison as Result } from "gait";
import { Signal } from "../signal";
import type { ShownClip } from "./clip";
import type { Doc, Roundtrip } from "./doc";
import type { Files, Viewer } from "./files";
import type { Services } from "./services";

/** The pinned clip, and how it is shown together with another one. */
export interface Pinned {
  clip: ShownClip;
  layout: "ghost" | "beside";
  lock: "time" | "phase" | "frame";
  /** null while it is computed, or when the clips have no bone in common. */
  result: Result | null;
}

export class Comparison implements Viewer {
  readonly pinned = new Signal<Pinned | null>(null);
  /** The pose of the pinned clip at the time: 16 numbers per bone in model space. */
  readonly pinnedPose = new Signal<Float32Array | null>(null);
  readonly roundtrip = new Signal<Roundtrip | null>(null);

  constructor(private services: Services, files: Files) {
    files.viewers.push(this);
  }

  shows(doc: Doc): boolean {
    return this.pinned.value?.clip.doc === doc;
  }

  /** Shows no clip of the file any more. */
  unpin(doc: Doc): void {
    if (this.shows(doc)) {
      this.pinned.value = null;
    }
  }

  leave(doc: Doc): void {
    this.unpin(doc);
    if (this.roundtrip.value?.base === doc) {
      this.roundtrip.value = null;
    }
  }

  /** Pins a clip, for comparison with those that are shown next; or unpins the pinned one. */
  pin(clip: ShownClip | null): void {
    const before = this.pinned.value;
    if (before) {
      this.pinned.value = null;
      this.pinnedPose.value = null;
      if (before.clip !== clip) {
        this.services.closeClip(before.clip);
      }
    } else if (clip) {
      this.pinned.value = { clip, layout: "ghost", lock: "time", result: null };
    }
  }

  /** Compares the pinned clip with the shown one. */
  async update(shown: Signal<ShownClip | null>): Promise<void> {
    const pinned = this.pinned.value;
    const clip = shown.value;
    if (!pinned || !clip) {
      return;
    }
    let result: Result | null = null;
    if (pinned.clip !== clip) {
      try {
        result = await this.services.client.engine.compare(pinned.clip.opened.clip,
          clip.opened.clip);
      } catch (error) {
        this.services.report(error);
      }
    }
    if (this.pinned.value?.clip === pinned.clip && shown.value === clip) {
      this.pinned.value = { ...this.pinned.value, result };
    }
  }
}
