/** The mouse, pens and fingers on the timeline. */
import { clamp } from "../numbers";
import { frameAt, secondsOf } from "../state/clip";
import { isMark, LANES, markEditor, marksOf, selectedMark, type Mark } from "./events";
import type { Timeline } from "./timeline";
import { MARK_HEIGHT, ROWS } from "./timeline_draw";

type Drag =
  | { kind: "scrub" }
  | { kind: "pan"; x: number }
  | { kind: "limit"; limit: "a" | "b" }
  | { kind: "mark"; mark: Mark; part: "all" | "start" | "end"; x: number; moved: boolean };

const EDGE = 5;
const CLICK = 3;
const ZOOM = 1.0015;

export class TimelinePointer {
  private drag: Drag | null = null;
  private pointers = new Map<number, number>();
  private canvas: HTMLCanvasElement;

  constructor(private timeline: Timeline) {
    const { canvas } = timeline;
    this.canvas = canvas;
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event, true));
    canvas.addEventListener("pointercancel", (event) => this.release(event, false));
    canvas.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    canvas.addEventListener("dblclick", (event) => this.doubleClick(event));
    canvas.addEventListener("keydown", (event) => this.escape(event));
  }

  private time(x: number): number {
    return this.timeline.axis.time(x, this.timeline.pixels);
  }

  /** The mark at a point, and the part of it. */
  private hit(x: number, y: number, reach: number): { mark: Mark; part: "all" | "start" | "end" }
    | null {
    const clip = this.timeline.app.selection.clip.value;
    const lane = Math.floor((y - ROWS.events) / ROWS.lane);
    if (!clip || lane < 0 || lane >= LANES) {
      return null;
    }
    const { axis, pixels } = this.timeline;
    const canResize = markEditor.value?.hasEnds(clip) ?? false;
    const below = clamp(y - ROWS.events - lane * ROWS.lane - 2, 0, MARK_HEIGHT - 1) / MARK_HEIGHT;
    const found = marksOf(clip).filter((mark) => mark.at !== null && mark.lane === lane &&
      mark.slot === Math.floor(below * mark.slots) &&
      x >= axis.x(mark.start, pixels) - reach &&
      x <= axis.x(mark.end, pixels) + reach);
    const mark = found.find((one) => isMark(one, selectedMark.value)) ?? found.at(-1);
    if (!mark) {
      return null;
    }
    const [left, right] = [axis.x(mark.start, pixels), axis.x(mark.end, pixels)];
    if (!canResize || right - left < 2) {
      return { mark, part: "all" };
    }
    const edge = Math.min(EDGE, (right - left) / 3);
    return { mark, part: x > right - edge ? "end" : x < left + edge ? "start" : "all" };
  }

  /** A or B at a point of the rulers. */
  private limitAt(x: number, y: number, reach: number): "a" | "b" | null {
    const { axis, pixels, app } = this.timeline;
    const range = app.playback.range.value;
    if (!range || y > ROWS.events) {
      return null;
    }
    const [a, b] = [range.a, range.b].map((time) => Math.abs(axis.x(time, pixels) - x));
    return Math.min(a!, b!) > reach ? null : a! < b! ? "a" : "b";
  }

  private press(event: PointerEvent): void {
    const { app } = this.timeline;
    const clip = app.selection.clip.value;
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event.offsetX);
    if (!clip || this.pointers.size > 1) {
      this.finish(false);
      return;
    }
    const { offsetX: x, offsetY: y } = event;
    const reach = event.pointerType === "touch" ? 14 : 6;
    const hit = this.hit(x, y, reach);
    const limit = this.limitAt(x, y, reach);
    if (event.button === 1) {
      event.preventDefault();
      this.drag = { kind: "pan", x };
    } else if (event.button !== 0) {
      this.drag = null;
    } else if (hit) {
      selectedMark.value = hit.mark;
      this.drag = { kind: "mark", ...hit, x, moved: false };
    } else if (limit) {
      this.drag = { kind: "limit", limit };
    } else {
      this.drag = { kind: "scrub" };
      this.timeline.playback.isHeld = true;
      app.playback.time.value = this.time(x);
    }
  }

  private move(event: PointerEvent): void {
    const before = this.pointers.get(event.pointerId);
    const { app, axis, pixels } = this.timeline;
    if (before === undefined) {
      this.hover(event);
      return;
    }
    const { offsetX: x } = event;
    if (this.pointers.size === 2) {
      this.pinch(event.pointerId, x);
    } else if (this.drag?.kind === "scrub") {
      app.playback.time.value = this.time(x);
    } else if (this.drag?.kind === "pan") {
      axis.pan(axis.seconds(this.drag.x - x, pixels));
      this.drag.x = x;
    } else if (this.drag?.kind === "limit") {
      this.dragLimit(this.drag, x);
    } else if (this.drag?.kind === "mark") {
      this.dragMark(this.drag, x, event.altKey);
    }
    this.pointers.set(event.pointerId, x);
  }

  private hover({ offsetX: x, offsetY: y }: PointerEvent): void {
    const hit = this.hit(x, y, 6);
    const limit = this.limitAt(x, y, 6);
    this.canvas.style.cursor = limit || (hit && hit.part !== "all") ? "ew-resize"
      : hit ? "grab" : "default";
    this.canvas.title = hit ? [hit.mark.name, hit.mark.value].filter(Boolean).join(" ") : "";
  }

  /** Two fingers: their middle pans, their distance zooms. */
  private pinch(id: number, x: number): void {
    const { axis, pixels } = this.timeline;
    const other = [...this.pointers].find(([one]) => one !== id)![1];
    const before = this.pointers.get(id)!;
    const length = Math.max(8, Math.abs(x - other));
    axis.zoom(this.time((before + other) / 2), Math.max(8, Math.abs(before - other)) / length);
    axis.pan(axis.seconds((before - x) / 2, pixels));
  }

  private dragLimit(drag: Drag & { kind: "limit" }, x: number): void {
    const { app } = this.timeline;
    const range = app.playback.range.value;
    if (range) {
      const time = this.snap(this.time(x));
      app.playback.range.value = drag.limit === "a" ? { ...range, a: Math.min(time, range.b) }
        : { ...range, b: Math.max(time, range.a) };
    }
  }

  /** The nearest frame. */
  private snap(time: number): number {
    const clip = this.timeline.app.selection.clip.value!;
    const frame = frameAt(clip, time);
    const [before, after] = [secondsOf(clip, frame), secondsOf(clip, frame + 1)];
    return time - before <= after - time ? before : after;
  }

  private dragMark(drag: Drag & { kind: "mark" }, x: number, isFree: boolean): void {
    const { app, axis, pixels } = this.timeline;
    const clip = app.selection.clip.value;
    if (!clip || !markEditor.value?.canEdit(clip) || (!drag.moved &&
        Math.abs(x - drag.x) < CLICK)) {
      return;
    }
    drag.moved = true;
    const { mark, part } = drag;
    const shift = axis.seconds(x - drag.x, pixels);
    const place = (time: number) => {
      const inside = clamp(time, 0, clip.duration);
      return isFree ? inside : this.snap(inside);
    };
    const moved = place(mark.start + shift);
    // The mark ends in the clip, unless it ended after it.
    const last = Math.max(mark.start, clip.duration - (mark.end - mark.start));
    const start = part === "end" ? mark.start : part === "start" ? moved
      : clamp(moved, 0, last);
    const end = part === "start" ? mark.end : part === "end" ? place(mark.end + shift)
      : start + mark.end - mark.start;
    this.timeline.dragged = { mark, start: Math.min(start, end), end: Math.max(start, end) };
    this.timeline.redraw();
  }

  private release(event: PointerEvent, isDone: boolean): void {
    this.pointers.delete(event.pointerId);
    this.finish(isDone);
  }

  private finish(isDone: boolean): void {
    const { drag } = this;
    const { app, dragged, playback } = this.timeline;
    const clip = app.selection.clip.value;
    this.drag = null;
    playback.isHeld = false;
    if (drag?.kind === "mark" && clip && isDone) {
      if (dragged) {
        void markEditor.value?.move(clip, drag.mark, dragged.start, dragged.end).finally(() => {
          this.timeline.dragged = null;
          this.timeline.redraw();
        });
        return;
      }
      app.playback.time.value = drag.mark.start;
    }
    this.timeline.dragged = null;
    this.timeline.redraw();
  }

  private escape(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.drag) {
      this.finish(false);
    }
  }

  private wheel(event: WheelEvent): void {
    const { axis, pixels } = this.timeline;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 30 : 1;
    const delta = (event.deltaY || event.deltaX) * lines;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      axis.pan(axis.seconds((event.deltaX || event.deltaY) * lines, pixels));
    } else {
      axis.zoom(this.time(event.offsetX), ZOOM ** delta);
    }
  }

  private doubleClick(event: MouseEvent): void {
    const { app, axis } = this.timeline;
    const clip = app.selection.clip.value;
    if (clip && event.offsetY >= ROWS.events && markEditor.value?.canEdit(clip)) {
      markEditor.value.add(clip, this.snap(this.time(event.offsetX)));
    } else {
      axis.reset();
    }
  }
}
