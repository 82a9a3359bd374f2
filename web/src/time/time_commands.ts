/** The commands that change the time and how it advances. */
import type { App } from "../app";
import { addCommands, type Common, type Condition } from "../commands";
import { whyNoClip, withClip, withPose } from "../possible";
import { frameAt, secondsOf, type ShownClip } from "../state/clip";
import type { TimeAxis } from "./axis";
import { goToMark, marksOf } from "./events";
import type { Playback } from "./playback";

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4];
export const LOOPS = ["once", "loop", "ping-pong", "game"] as const;
const NEAR = 1e-5;

/** Shows a frame, and pauses. */
export function goToFrame(app: App, frame: number): void {
  const clip = app.selection.clip.value;
  if (clip) {
    app.playback.playing.value = false;
    app.playback.time.value = secondsOf(clip, frame);
  }
}

/** Steps by whole frames. Between two frames, a step back goes to the one before. */
function step(app: App, frames: number): void {
  const clip = app.selection.clip.value;
  if (clip) {
    const frame = frameAt(clip, app.playback.time.value);
    const isBetween = app.playback.time.value - secondsOf(clip, frame) > NEAR;
    goToFrame(app, frame + frames + (isBetween && frames < 0 ? 1 : 0));
  }
}

function changeSpeed(app: App, direction: number): void {
  const speed = Math.abs(app.playback.speed.value);
  const next = direction > 0 ? SPEEDS.find((one) => one > speed + NEAR)
    : SPEEDS.findLast((one) => one < speed - NEAR);
  app.playback.speed.value = Math.sign(app.playback.speed.value) * (next ?? speed);
}

/** Sets A or B at the time. The other limit moves if it is on the wrong side. */
function setLimit(app: App, limit: "a" | "b", clip: ShownClip): void {
  const time = app.playback.time.value;
  const end = clip.duration;
  const { a, b } = app.playback.range.value ?? { a: 0, b: end };
  app.playback.range.value = limit === "a" ? { a: time, b: b > time ? b : end }
    : { a: a < time ? a : 0, b: time };
}

function play(app: App, direction: number): void {
  app.playback.speed.value = direction * Math.abs(app.playback.speed.value);
  app.playback.playing.value = true;
}

export function addTimeCommands(app: App, axis: TimeAxis, playback: Playback): void {
  const add = (commands: Common[]) =>
    addCommands(commands.map((command) => ({ ...withClip(app), ...command })));
  const last = () => (app.selection.clip.value?.opened.times.length ?? 1) - 1;
  add([
    { id: "time.play", text: "time.play", keys: [" "], run: () => playback.toggle(),
      isOn: () => app.playback.playing.value },
    { id: "time.back", text: "time.back", keys: ["ArrowLeft", ","], run: () => step(app, -1) },
    { id: "time.forward", text: "time.forward", keys: ["ArrowRight", "."],
      run: () => step(app, 1) },
    { id: "time.back-ten", text: "time.back-ten", keys: ["Shift+ArrowLeft"],
      run: () => step(app, -10) },
    { id: "time.forward-ten", text: "time.forward-ten", keys: ["Shift+ArrowRight"],
      run: () => step(app, 10) },
    { id: "time.first", text: "time.first", keys: ["Home"], run: () => goToFrame(app, 0) },
    { id: "time.last", text: "time.last", keys: ["End"], run: () => goToFrame(app, last()) },
    { id: "time.previous-clip", text: "time.previous-clip", keys: ["ArrowUp"],
      run: () => app.selection.showNext(-1) },
    { id: "time.next-clip", text: "time.next-clip", keys: ["ArrowDown"],
      run: () => app.selection.showNext(1) },
    { id: "time.play-back", text: "time.play-back", keys: ["j"], run: () => play(app, -1) },
    { id: "time.stop", text: "time.stop", keys: ["k"], run: () => {
      app.playback.playing.value = false;
    } },
    { id: "time.play-forward", text: "time.play-forward", keys: ["l"],
      run: () => play(app, 1) },
    { id: "time.loop", text: "time.loop", keys: ["Shift+l"], run: () => {
      app.playback.loop.value = LOOPS[(LOOPS.indexOf(app.playback.loop.value) + 1) % LOOPS.length]!;
    } },
    { id: "time.slower", text: "time.slower", keys: ["-"], run: () => changeSpeed(app, -1) },
    { id: "time.faster", text: "time.faster", keys: ["="], run: () => changeSpeed(app, 1) },
    { id: "time.normal-speed", text: "time.normal-speed", keys: ["0"], run: () => {
      app.playback.speed.value = 1;
    } },
    { id: "time.reverse", text: "time.reverse", keys: ["Shift+j"], run: () => {
      app.playback.speed.value = -app.playback.speed.value;
    }, isOn: () => app.playback.speed.value < 0 },
    { id: "time.set-a", text: "time.set-a", keys: ["["],
      run: () => setLimit(app, "a", app.selection.clip.value!) },
    { id: "time.set-b", text: "time.set-b", keys: ["]"],
      run: () => setLimit(app, "b", app.selection.clip.value!) },
    { id: "time.zoom-in", text: "time.zoom-in", keys: ["z"],
      run: () => axis.zoom(app.playback.time.value, 0.5) },
    { id: "time.zoom-out", text: "time.zoom-out", keys: ["Shift+z"],
      run: () => axis.zoom(app.playback.time.value, 2) },
    { id: "time.zoom-all", text: "time.zoom-all", keys: ["x"], run: () => axis.reset() },
  ]);
  addCommands([{ id: "time.curves", text: "time.curves", keys: ["v"], ...withPose(app), run: () => {
    app.view.curves.value = !app.view.curves.value;
  }, isOn: () => app.view.curves.value }]);
  addRangeCommands(app);
}

function addRangeCommands(app: App): void {
  const withMarks: Condition = { isPossible: () => app.selection.clip.value !== null &&
    marksOf(app.selection.clip.value).some(({ at }) => at !== null),
  why: () => (app.selection.clip.value ? "why.no-events" : whyNoClip(app)) };
  addCommands([
    { id: "time.clear-range", text: "time.clear-range", keys: ["\\"], run: () => {
      app.playback.range.value = null;
    }, isPossible: () => app.playback.range.value !== null, why: "why.range" },
    { id: "time.next-event", text: "time.next-event", keys: ["e"],
      run: () => goToMark(app, 1), ...withMarks },
    { id: "time.previous-event", text: "time.previous-event", keys: ["Shift+e"],
      run: () => goToMark(app, -1), ...withMarks },
  ]);
}
