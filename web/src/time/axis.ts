/** The part of the clip that the timeline and the curves show, and its pixels. */
import { clamp } from "../numbers";
import { Signal } from "../signal";

/** Pixels left of the time axis, for labels, and right of it. */
export const GUTTER = 64;
export const MARGIN = 14;

export interface Part {
  from: number;
  to: number;
}

export class TimeAxis {
  readonly part = new Signal<Part>({ from: 0, to: 1 });
  private duration = 1;
  private shortest = 0.01;

  /** Sets the length of the clip, and the shortest part that can be shown. */
  setLength(duration: number, shortest: number): void {
    const length = duration > 0 ? duration : 1;
    this.shortest = Math.min(length, shortest);
    if (length !== this.duration) {
      this.duration = length;
      this.reset();
    }
  }

  reset(): void {
    this.part.value = { from: 0, to: this.duration };
  }

  /** Shows `factor` times as much, and keeps the pixel of `time`. */
  zoom(time: number, factor: number): void {
    const { from, to } = this.part.value;
    const length = Math.min(this.duration, Math.max(this.shortest, (to - from) * factor));
    const share = (time - from) / (to - from);
    this.show(time - share * length, length);
  }

  pan(seconds: number): void {
    const { from, to } = this.part.value;
    this.show(from + seconds, to - from);
  }

  private show(from: number, length: number): void {
    const start = clamp(from, 0, this.duration - length);
    this.part.value = { from: start, to: start + length };
  }

  x(time: number, width: number): number {
    const { from, to } = this.part.value;
    return GUTTER + ((time - from) / (to - from)) * (width - GUTTER - MARGIN);
  }

  /** The time at a pixel, inside of the clip. */
  time(x: number, width: number): number {
    return clamp(this.part.value.from + this.seconds(x - GUTTER, width), 0, this.duration);
  }

  /** The seconds of a number of pixels. */
  seconds(pixels: number, width: number): number {
    const { from, to } = this.part.value;
    return (pixels / Math.max(1, width - GUTTER - MARGIN)) * (to - from);
  }
}
