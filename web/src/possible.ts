/** Conditions of commands, and why they are not met. */
import type { App } from "./app";
import type { Condition } from "./commands";
import type { TextKey } from "./text/text";

export const whyNoClip = (app: App): TextKey => app.doc.value === null ? "why.file" : "why.clip";

/** A file is shown. */
export const withFile = (app: App): Condition => ({ isPossible: () => app.doc.value !== null,
  why: "why.file" });

/** A clip is shown. */
export const withClip = (app: App): Condition => ({ isPossible: () => app.clip.value !== null,
  why: () => whyNoClip(app) });

/** A clip is shown whose poses can be computed. */
export const withPose = (app: App): Condition => ({
  isPossible: () => Boolean(app.clip.value?.first),
  why: () => (app.clip.value ? "why.skeleton" : whyNoClip(app)) });
