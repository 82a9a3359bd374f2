/** The time of the page. time/playback.ts advances it. */
import { Signal } from "../signal";

export type LoopMode = "once" | "loop" | "ping-pong" | "game";

export class Playback {
  /** Seconds from the beginning of the clip. */
  readonly time = new Signal(0);
  readonly playing = new Signal(false);
  readonly speed = new Signal(1);
  readonly loop = new Signal<LoopMode>("loop");
  /** A and B in seconds; null = the whole clip. */
  readonly range = new Signal<{ a: number; b: number } | null>(null);
  /** The pose at the time: 16 numbers per bone in model space. */
  readonly pose = new Signal<Float32Array | null>(null);
}
