/** The difference to the pinned clip per frame, for the heat bar. */
import type { App } from "../app";
import { whenChanged } from "../signal";
import { secondsOf, timeOf, type ShownClip } from "../state/clip";
import type { Pinned } from "../state/comparison";
import { pinnedTime, repeats } from "./playback";

const FRAMES_PER_CALL = 256;

export class Heat {
  shown: { values: Float32Array; max: number } | null = null;
  private key = "";

  constructor(private app: App, private redraw: () => void) {
    whenChanged([app.comparison.pinned, app.selection.clip, app.playback.loop],
      () => void this.update());
  }

  private async update(): Promise<void> {
    const { app } = this;
    const clip = app.selection.clip.value;
    const pinned = app.comparison.pinned.value;
    const isCompared = clip && pinned && pinned.clip !== clip && pinned.result;
    const key = isCompared ? [clip.opened.clip, pinned.clip.opened.clip, pinned.lock, clip.duration,
      pinned.clip.duration, repeats(app.playback.loop.value, pinned.clip)].join(" ") : "";
    if (key === this.key) {
      return;
    }
    this.key = key;
    this.shown = null;
    this.redraw();
    if (isCompared) {
      try {
        await this.compute(clip, pinned, key);
      } catch (error) {
        app.report(error);
      }
    }
  }

  private async compute(clip: ShownClip, pinned: Pinned, key: string): Promise<void> {
    const { times } = clip.opened;
    const values = new Float32Array(times.length);
    for (let first = 0; first < times.length && this.key === key; first += FRAMES_PER_CALL) {
      const some = [...times.subarray(first, first + FRAMES_PER_CALL)];
      const others = some.map((_, index) => timeOf(pinned.clip,
        pinnedTime(pinned, clip, secondsOf(clip, first + index), this.app.playback.loop.value)));
      const distances = await this.app.client.engine.distances(clip.opened.clip,
        pinned.clip.opened.clip, some, others);
      values.set(distances, first);
    }
    if (this.key === key) {
      this.shown = { values, max: values.reduce((max, value) => Math.max(max, value), 0) };
      this.redraw();
    }
  }
}
