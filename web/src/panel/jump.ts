/** Goes to the frame and the bone that a finding or a comparison names. */
import type { App } from "../app";
import { sameName } from "../names";
import { secondsOf } from "../state/clip";
import type { Doc } from "../state/doc";

/** Shows a clip of a file, unless it is shown. */
export async function showClip(app: App, doc: Doc, index: number): Promise<void> {
  const clip = app.selection.clip.value;
  if (clip?.doc !== doc || clip.index !== index) {
    await app.selection.show(doc, index);
  }
}

export function goToSeconds(app: App, seconds: number): void {
  app.playback.playing.value = false;
  app.playback.time.value = seconds;
}

export function goToFrame(app: App, frame: number): void {
  const clip = app.selection.clip.value;
  if (clip) {
    goToSeconds(app, secondsOf(clip, frame));
  }
}

export function goToBone(app: App, name: string): void {
  const bones = app.selection.clip.value?.skeleton.bones ?? [];
  const found = bones.find((bone) => sameName(bone.name, name));
  app.selection.bone.value = found?.index ?? app.selection.bone.value;
}
