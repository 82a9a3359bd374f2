/** Goes to the frame and the bone that a finding or a comparison names. */
import { App, type Doc } from "../app";
import { sameName } from "./tabs";

/** Shows a clip of a file, unless it is shown. */
export async function showClip(app: App, doc: Doc, index: number): Promise<void> {
  const clip = app.clip.value;
  if (clip?.doc !== doc || clip.index !== index) {
    await app.show(doc, index);
  }
}

export function goToSeconds(app: App, seconds: number): void {
  app.playing.value = false;
  app.time.value = seconds;
}

export function goToFrame(app: App, frame: number): void {
  const clip = app.clip.value;
  if (clip) {
    goToSeconds(app, App.secondsOf(clip, frame));
  }
}

export function goToBone(app: App, name: string): void {
  const bones = app.clip.value?.skeleton.bones ?? [];
  const found = bones.find((bone) => sameName(bone.name, name));
  app.bone.value = found?.index ?? app.bone.value;
}
