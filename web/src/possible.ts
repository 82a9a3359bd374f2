/** Conditions of commands, and why they are not met. */
import type { App } from "./app";
import type { Condition } from "./commands";
import type { TextKey } from "./text/text";

export const whyNoClip = ({ selection }: App): TextKey =>
  selection.doc.value === null ? "why.file" : "why.clip";

/** A file is shown. */
export const withFile = ({ selection }: App): Condition => ({
  isPossible: () => selection.doc.value !== null, why: "why.file" });

/** A clip is shown. */
export const withClip = (app: App): Condition => ({
  isPossible: () => app.selection.clip.value !== null, why: () => whyNoClip(app) });

/** A clip is shown whose poses can be computed. */
export const withPose = (app: App): Condition => ({
  isPossible: () => Boolean(app.selection.clip.value?.first),
  why: () => (app.selection.clip.value ? "why.skeleton" : whyNoClip(app)) });
