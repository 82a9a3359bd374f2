/** Videos of the viewport. */
import { App } from "../app";
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
  app.range.value = { a, b };
  app.loop.value = "once";
  app.speed.value = 1;
  app.time.value = a;
  app.playing.value = true;
  await new Promise<void>((resolve) => {
    const end = app.playing.onChange((playing) => {
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
  const clip = app.clip.value;
  if (!type || !clip || clip.duration <= 0) {
    throw new Error(text("export.no-video"));
  }
  const before = { range: app.range.value, loop: app.loop.value, speed: app.speed.value,
    time: app.time.value };
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
  app.playing.value = false;
  app.time.value = a;
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
    app.loop.value = before.loop;
    app.speed.value = before.speed;
    if (app.clip.value === clip) {
      app.range.value = before.range;
      app.time.value = before.time;
    }
  }
  const extension = type.startsWith("video/mp4") ? "mp4" : "webm";
  return { blob: new Blob(parts, { type }), extension };
}
