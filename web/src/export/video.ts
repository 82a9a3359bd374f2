/** Videos of the viewport. */
import type { App } from "../app";
import { viewportCanvas } from "../viewport/viewport";
import { text } from "../text/text";

const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
const BITS_PER_SECOND = 8_000_000;
const LAST_FRAME_MS = 150;

/** The type of the videos of this browser, or null. */
export function videoType(): string | null {
  return typeof MediaRecorder === "undefined" ||
    !("captureStream" in HTMLCanvasElement.prototype) ? null
    : TYPES.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/** Plays a part of the clip once; resolved when it ended or was paused. */
async function playOnce(app: App, a: number, b: number): Promise<void> {
  app.playback.range.value = { a, b };
  app.playback.loop.value = "once";
  app.playback.speed.value = 1;
  app.playback.time.value = a;
  app.playback.playing.value = true;
  await new Promise<void>((resolve) => {
    const end = app.playback.playing.onChange((playing) => {
      if (!playing) {
        end();
        resolve();
      }
    });
  });
  await new Promise((resolve) => setTimeout(resolve, LAST_FRAME_MS));
}

const nextFrame = () => new Promise((resolve) => {
  requestAnimationFrame(resolve);
});

/** Records the part from A to B, or the clip, in real time. */
export async function recordVideo(app: App): Promise<{ blob: Blob; extension: string }> {
  const type = videoType();
  const clip = app.selection.clip.value;
  if (!type || !clip || clip.duration <= 0) {
    throw new Error(text("export.no-video"));
  }
  const { range, loop, speed, time } = app.playback;
  const before = { range: range.value, loop: loop.value, speed: speed.value, time: time.value };
  const stream = viewportCanvas().captureStream();
  const recorder = new MediaRecorder(stream,
    { mimeType: type, videoBitsPerSecond: BITS_PER_SECOND });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const ended = new Promise<void>((resolve, reject) => {
    recorder.onstop = () => resolve();
    recorder.onerror = () => reject(new Error(text("export.no-video")));
  });
  const { a, b } = before.range ?? { a: 0, b: clip.duration };
  const started = new Promise((resolve) => {
    recorder.onstart = resolve;
  });
  app.playback.playing.value = false;
  app.playback.time.value = a;
  recorder.start();
  try {
    await started;
    await nextFrame(); // that of A
    await nextFrame();
    await playOnce(app, a, b);
    await nextFrame();
  } finally {
    recorder.stop();
    await ended;
    stream.getTracks().forEach((track) => track.stop());
    app.playback.loop.value = before.loop;
    app.playback.speed.value = before.speed;
    if (app.selection.clip.value === clip) {
      app.playback.range.value = before.range;
      app.playback.time.value = before.time;
    }
  }
  const extension = type.startsWith("video/mp4") ? "mp4" : "webm";
  return { blob: new Blob(parts, { type }), extension };
}
