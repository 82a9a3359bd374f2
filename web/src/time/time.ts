/** The transport, the timeline and the curves below the viewport. */
import "./time.css";
import type { App } from "../app";
import { TimeAxis } from "./axis";
import { startCurves } from "./curves";
import { Playback } from "./playback";
import { addTimeCommands } from "./time_commands";
import { Timeline } from "./timeline";
import { startTransport } from "./transport";

export function startTime(app: App): void {
  const axis = new TimeAxis();
  const playback = new Playback(app);
  addTimeCommands(app, axis, playback);
  startTransport(app);
  new Timeline(app, axis, playback);
  startCurves(app, axis);
}
