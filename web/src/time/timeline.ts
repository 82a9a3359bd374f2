/** The timeline: a canvas that is also a slider for keyboards and screen readers. */
import type { App } from "../app";
import { byId, make, oncePerFrame } from "../dom";
import { truncated } from "../numbers";
import { whenChanged } from "../signal";
import { frameAt, type ShownClip } from "../state/clip";
import { language, text } from "../text/text";
import type { TimeAxis } from "./axis";
import { selectedMark, type Mark } from "./events";
import { Heat } from "./heat";
import type { Playback } from "./playback";
import { drawTimeline, HEIGHT, readTheme } from "./timeline_draw";
import { TimelinePointer } from "./timeline_pointer";

export class Timeline {
  readonly canvas = make("canvas", { role: "slider", tabIndex: 0, "aria-valuemin": "0" });
  /** A mark that is dragged, with its new times. */
  dragged: { mark: Mark; start: number; end: number } | null = null;
  readonly redraw = oncePerFrame(() => this.draw());
  private heat: Heat;
  private theme = readTheme();
  private width = 0;

  constructor(readonly app: App, readonly axis: TimeAxis, readonly playback: Playback) {
    const element = byId("timeline");
    element.append(this.canvas);
    this.heat = new Heat(app, this.redraw);
    new TimelinePointer(this);
    new ResizeObserver(() => this.resize(element.clientWidth)).observe(element);
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => {
      this.theme = readTheme();
      this.redraw();
    });
    app.selection.clip.onChange((clip, before) => this.setClip(clip, before));
    const { time, range, playing } = app.playback;
    whenChanged([app.selection.clip, range, playing, axis.part, selectedMark, language],
      this.redraw);
    whenChanged([time], () => this.draw()); // in the frame of the screen that changed it
  }

  get pixels(): number {
    return this.width;
  }

  private setClip(clip: ShownClip | null, before: ShownClip | null): void {
    const frames = Math.max(1, (clip?.opened.times.length ?? 1) - 1);
    const end = clip ? clip.duration : 0;
    this.axis.setLength(end, Math.max(0.01, 4 * end / frames));
    this.dragged = null;
    if (clip?.doc !== before?.doc || clip?.index !== before?.index) {
      this.axis.reset();
      selectedMark.value = null;
    }
  }

  private resize(width: number): void {
    const ratio = devicePixelRatio;
    this.width = width;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(HEIGHT * ratio);
    this.canvas.style.height = `${HEIGHT}px`;
    this.draw();
  }

  private draw(): void {
    const clip = this.app.selection.clip.value;
    const context = this.canvas.getContext("2d")!;
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    if (!clip || this.width === 0) {
      context.clearRect(0, 0, this.width, HEIGHT);
      return;
    }
    drawTimeline({ context, theme: this.theme, axis: this.axis, width: this.width, clip,
      time: this.app.playback.time.value, range: this.app.playback.range.value,
      selected: selectedMark.value, dragged: this.dragged, heat: this.heat.shown });
    if (!this.app.playback.playing.value) {
      this.describe(clip);
    }
  }

  /** The value for screen readers, not while the clip plays. */
  private describe(clip: ShownClip): void {
    const last = clip.opened.times.length - 1;
    const frame = frameAt(clip, this.app.playback.time.value);
    const set = (name: string, value: string) => {
      if (this.canvas.getAttribute(name) !== value) {
        this.canvas.setAttribute(name, value);
      }
    };
    set("aria-label", text("time.timeline"));
    set("aria-valuemax", String(last));
    set("aria-valuenow", String(frame));
    set("aria-valuetext", text("time.value-text", { frame, last,
      seconds: truncated(this.app.playback.time.value, 2) }));
  }
}
