/** The transport, the timeline and the curves below the stage. */
import type { App } from "../app";
import { Playback } from "./playback";

export function startTime(app: App): void {
  new Playback(app);
}
