/** Draws the visible part of the timeline, with at most one key or label per pixel. */
import { themeColor } from "../dom";
import { clamp } from "../numbers";
import { frameAt, secondsAt, secondsOf, secondsOfPhase, timeOf,
  type ShownClip } from "../state/clip";
import { text } from "../text/text";
import { GUTTER, MARGIN, type TimeAxis } from "./axis";
import { isMark, LANES, marksOf, SLOTS, type Mark, type MarkKey } from "./events";

export const HEIGHT = 112;
/** Of the marks of a lane; those with one start share it. */
export const MARK_HEIGHT = 14;
export const ROWS = { seconds: 0, frames: 18, keys: 34, heat: 46, events: 54, lane: 18 };
/** Pixels left of the axis for the labels of its first value. */
const EDGE = 14;
const FONT = "11px system-ui, sans-serif";
const COLORS = ["panel", "raised", "line", "text", "dim", "accent", "on-accent", "event", "error",
  "middle"] as const;

export type Theme = Record<typeof COLORS[number], string>;

export function readTheme(): Theme {
  return Object.fromEntries(COLORS.map((name) => [name, themeColor(name)])) as Theme;
}

export interface Scene {
  context: CanvasRenderingContext2D;
  theme: Theme;
  axis: TimeAxis;
  width: number;
  clip: ShownClip;
  time: number;
  range: { a: number; b: number } | null;
  selected: MarkKey | null;
  /** A mark that is dragged, with its new times. */
  dragged: { mark: Mark; start: number; end: number } | null;
  /** Difference to the pinned clip in metres, per frame, and the largest. */
  heat: { values: Float32Array; max: number } | null;
}

/** 1, 2 or 5 times a power of ten, at least this large. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1e-9)));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= least * 0.999)!;
}

/** The first and last frame that are visible. */
function visibleFrames({ axis, clip }: Scene): [number, number] {
  const { from, to } = axis.part.value;
  return [frameAt(clip, from), Math.min(frameAt(clip, to) + 1,
    clip.opened.times.length - 1)];
}

function drawRows({ context, theme, width }: Scene): void {
  context.font = FONT;
  context.textBaseline = "middle";
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, width, HEIGHT);
  context.fillStyle = theme.raised;
  context.fillRect(GUTTER, ROWS.keys, width - GUTTER - MARGIN, ROWS.heat - ROWS.keys);
}

function drawLabels(scene: Scene): void {
  const { context, theme, clip, heat } = scene;
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, GUTTER - EDGE, HEIGHT);
  context.fillStyle = theme.dim;
  const label = (name: string, y: number) => context.fillText(name, 4, y, GUTTER - EDGE - 6);
  label(text(clip.opened.hasPhases ? "time.phase" : "time.second-unit"), ROWS.seconds + 9);
  label(text("time.frame"), ROWS.frames + 8);
  if (heat) {
    label(text("time.difference"), ROWS.keys + 11);
  }
  label(text("time.events"), ROWS.events + 10);
}

function drawSeconds({ context, theme, axis, width, clip }: Scene): void {
  const { from, to } = axis.part.value;
  const first = timeOf(clip, from);
  const step = roundStep(timeOf(clip, from + axis.seconds(64, width)) - first);
  const digits = clamp(-Math.floor(Math.log10(step) + 1e-9), 0, 4);
  const at = (count: number) => secondsAt(clip, count * step);
  context.textAlign = "center";
  for (let count = Math.ceil(first / step - 1e-6); at(count) <= to + 1e-9; count++) {
    const x = Math.round(axis.x(at(count), width)) + 0.5;
    context.fillStyle = theme.line;
    context.fillRect(x, ROWS.frames - 4, 1, 4);
    context.fillStyle = theme.text;
    context.fillText((count * step).toFixed(digits), x, ROWS.seconds + 8);
  }
}

function drawFrames(scene: Scene): void {
  const { context, theme, axis, width, clip } = scene;
  const [first, last] = visibleFrames(scene);
  const perPixel = (last - first + 1) / Math.max(1, width - GUTTER - MARGIN);
  const step = Math.max(1, roundStep(perPixel * 40));
  let end = -Infinity;
  context.fillStyle = theme.dim;
  context.textAlign = "center";
  for (let frame = Math.ceil(first / step) * step; frame <= last; frame += step) {
    const x = axis.x(secondsOf(clip, frame), width);
    if (x - end > 24) {
      context.fillText(String(frame), x, ROWS.frames + 8);
      end = x;
    }
  }
}

/** Keys that are nearer than two pixels are drawn as one block. */
function drawKeys(scene: Scene): void {
  const { context, theme, axis, width, clip } = scene;
  const [first, last] = visibleFrames(scene);
  const { times } = clip.opened;
  const origin = axis.x(secondsAt(clip, 0), width);
  const scale = axis.x(secondsAt(clip, 1), width) - origin;
  const draw = (from: number, to: number) => context.fillRect(from, ROWS.keys + 2,
    Math.max(2, to - from + 1), ROWS.heat - ROWS.keys - 4);
  context.fillStyle = theme.middle;
  let begin = Math.round(origin + scale * times[first]!);
  let end = begin;
  for (let frame = first + 1; frame <= last; frame++) {
    const x = Math.round(origin + scale * times[frame]!);
    if (x - end > 2) {
      draw(begin, end);
      begin = x;
    }
    end = x;
  }
  draw(begin, end);
}

function drawHeat(scene: Scene): void {
  const { context, theme, axis, width, clip, heat } = scene;
  if (!heat || heat.max <= 0) {
    return;
  }
  const [first, last] = visibleFrames(scene);
  context.fillStyle = theme.error;
  let from = Math.round(axis.x(secondsOf(clip, first), width));
  let largest = 0;
  for (let frame = first; frame <= last; frame++) {
    largest = Math.max(largest, heat.values[frame] ?? 0);
    const to = Math.round(axis.x(secondsOf(clip, frame + 1), width));
    if (to > from) {
      context.globalAlpha = largest / heat.max;
      context.fillRect(from, ROWS.heat, to - from, 6);
      from = to;
      largest = 0;
    }
  }
  context.globalAlpha = 1;
}

/** Draws a mark, without details when the next one is near. Returns where its name begins. */
function drawMark(scene: Scene, mark: Mark, [left, right]: readonly [number, number],
  isNear: boolean): number {
  const { context, theme, selected } = scene;
  const height = MARK_HEIGHT / mark.slots;
  const y = ROWS.events + mark.lane * ROWS.lane + mark.slot * height;
  const isSelected = isMark(mark, selected);
  context.fillStyle = isSelected ? theme.accent : theme.event;
  if (right - left < 2) {
    context.fillRect(left - 0.5, y + 1, 1.5, height + 1);
    if (isNear && !isSelected) {
      return left + 8;
    }
    context.beginPath();
    const [middle, reach] = [y + 2 + height / 2, Math.min(5, height / 2)];
    context.moveTo(left - reach, middle);
    context.lineTo(left, middle - reach);
    context.lineTo(left + reach, middle);
    context.lineTo(left, middle + reach);
    context.fill();
    return left + 8;
  }
  context.globalAlpha = isSelected ? 0.5 : 0.3;
  context.fillRect(left, y + 2, right - left, height);
  context.globalAlpha = 1;
  context.fillRect(left - 1, y + 2, 2, height);
  context.fillRect(right - 1, y + 2, 2, height);
  return left + 5;
}

function drawEvents(scene: Scene): void {
  const { context, theme, axis, width, clip, dragged } = scene;
  const { from, to } = axis.part.value;
  const near = axis.seconds(12, width);
  const labelled = new Array<number>(LANES).fill(-Infinity);
  const drawn = Array.from({ length: LANES * SLOTS }, () => ({ left: -Infinity, right: -Infinity }));
  context.textAlign = "left";
  for (const mark of marksOf(clip)) {
    const { start, end } = dragged?.mark === mark ? dragged : mark;
    if (start > to + near && dragged?.mark !== mark) {
      break;
    }
    const [left, right] = [axis.x(start, width), axis.x(end, width)];
    const place = mark.lane * SLOTS + mark.slot;
    const before = drawn[place]!;
    const isOnTop = left - before.left < 1 && right - before.right < 1;
    if (mark.at === null || end < from - near || isOnTop) {
      continue;
    }
    drawn[place] = { left, right };
    const at = drawMark(scene, mark, [left, right], left - before.left < 4);
    if (at > labelled[mark.lane]! && at < width) {
      const name = mark.value ? `${mark.name} ${mark.value}` : mark.name;
      context.fillStyle = theme.text;
      context.fillText(name, Math.max(at, GUTTER + 2), ROWS.events + mark.lane * ROWS.lane + 10);
      labelled[mark.lane] = Math.max(at, GUTTER + 2) + context.measureText(name).width + 8;
    }
  }
}

function drawRange({ context, theme, axis, width, range }: Scene): void {
  if (!range) {
    return;
  }
  const [a, b] = [axis.x(range.a, width), axis.x(range.b, width)];
  context.fillStyle = theme.line;
  context.globalAlpha = 0.45;
  context.fillRect(GUTTER, 0, Math.max(0, a - GUTTER), HEIGHT);
  context.fillRect(b, 0, Math.max(0, width - MARGIN - b), HEIGHT);
  context.globalAlpha = 1;
  context.fillStyle = theme.text;
  context.fillRect(a - 1, 0, 2, HEIGHT);
  context.fillRect(b - 1, 0, 2, HEIGHT);
  context.textAlign = "left";
  context.fillText("A", a + 4, ROWS.keys + 6);
  context.textAlign = "right";
  context.fillText("B", b - 4, ROWS.keys + 6);
}

/** A dashed line at phase 1, where games end the clip, if frames follow. */
function drawPhaseOne({ context, theme, axis, width, clip }: Scene): void {
  const end = secondsOfPhase(clip, 1);
  if (end >= clip.duration) {
    return;
  }
  const x = axis.x(end, width);
  context.fillStyle = theme.text;
  for (let y = 0; y < HEIGHT; y += 6) {
    context.fillRect(x - 0.5, y, 1, 3);
  }
  const isLeft = x > width / 2;
  context.textAlign = isLeft ? "right" : "left";
  context.fillText(text("time.phase-one"), x + (isLeft ? -4 : 4), HEIGHT - 8);
}

function drawCursor({ context, theme, axis, width, time }: Scene): void {
  const x = axis.x(time, width);
  context.fillStyle = theme.accent;
  context.fillRect(x - 1, 0, 2, HEIGHT);
  context.beginPath();
  context.moveTo(x - 6, 0);
  context.lineTo(x + 6, 0);
  context.lineTo(x, 9);
  context.fill();
}

export function drawTimeline(scene: Scene): void {
  const { context, width } = scene;
  context.clearRect(0, 0, width, HEIGHT);
  drawRows(scene);
  context.save();
  context.beginPath();
  context.rect(GUTTER - EDGE, 0, width - GUTTER + EDGE, HEIGHT);
  context.clip();
  drawSeconds(scene);
  drawFrames(scene);
  drawKeys(scene);
  drawHeat(scene);
  drawEvents(scene);
  drawRange(scene);
  drawPhaseOne(scene);
  drawCursor(scene);
  context.restore();
  context.textAlign = "left";
  drawLabels(scene);
}
