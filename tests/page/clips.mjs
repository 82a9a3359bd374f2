// Opens files for the tests of the time and of edits.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { openPage, sample } from "./page.mjs";

const FORMATS = { omf: "omf", rtm: "rtm" };

/** A page that shows a clip of a file, paused at its beginning. */
export async function openClip(path, clip = 0, options = {}) {
  const page = await openPage(options);
  await addClip(page, path, clip);
  await page.evaluate(() => {
    state.playing.value = false;
    state.time.value = 0;
  });
  return page;
}

/** Adds a file to the page, and shows one of its clips. */
export async function addClip(page, path, clip = 0) {
  const base64 = readFileSync(path).toString("base64");
  const format = FORMATS[path.split(".").at(-1)];
  await page.evaluate(async ({ name, base64, format, clip }) => {
    document.getElementById("app").classList.remove("is-empty");
    const blob = new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]);
    const [doc] = state.add([{ path: name, blob, format }], true);
    await state.show(doc, clip);
  }, { name: basename(path), base64, format, clip });
  await page.waitForFunction(() => { // also the list of clips and the timeline show it
    const { clip, doc, listed, pose } = state;
    const { width, parentElement } = document.querySelector("#timeline canvas");
    return pose.value !== null && listed.length === doc.value.opened.clips.length &&
      listed.includes(clip.value.index) && parentElement.clientWidth > 0 &&
      width === Math.round(parentElement.clientWidth * devicePixelRatio);
  });
}

/** The value of a signal of the page. */
export const valueOf = (page, signal) => page.evaluate((name) => state[name].value, signal);

export const setValue = (page, signal, value) => page.evaluate(([name, wanted]) => {
  state[name].value = wanted;
}, [signal, value]);

/** Waits until the clip was reopened with an edit, or the other way around. */
export const waitForEdits = (page, edits) => page.waitForFunction((count) =>
  state.busy.value === 0 && state.clip.value.doc.edits.length === count &&
  state.clip.value.listed === state.clip.value.doc.opened.clips[
    state.clip.value.index], edits);

/** The bytes of the file that is shown. */
export async function bytesOf(page) {
  const base64 = await page.evaluate(async () => {
    const bytes = new Uint8Array(await state.doc.value.blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  });
  return Buffer.from(base64, "base64");
}

/** The pixels left and right of the time axis, as in web/src/time/axis.ts. */
export const GUTTER = 64;
export const MARGINS = GUTTER + 14;

/** The pixel of a time on the timeline. */
export async function timelinePoint(page, seconds, row, { from = 0, to } = {}) {
  const box = await page.locator("#timeline canvas").boundingBox();
  const end = to ?? await page.evaluate(() => state.clip.value.duration);
  return { x: box.x + GUTTER + ((seconds - from) / (end - from)) * (box.width - MARGINS),
    y: box.y + { ruler: 8, keys: 40, events: 63, "second-events": 81 }[row] };
}

/** The .glb with one bit changed in the first key of a rotation that only one animation has. */
export function editedGlb(glb) {
  const size = glb.readUInt32LE(12);
  const scene = JSON.parse(glb.subarray(20, 20 + size));
  const [animation] = scene.animations;
  const outputs = scene.animations.flatMap(({ samplers }) => samplers.map(({ output }) => output));
  const isOwn = (output) => outputs.filter((one) => one === output).length === 1;
  const { sampler } = animation.channels.findLast(({ target, sampler: one }) =>
    target.path === "rotation" && isOwn(animation.samplers[one].output));
  const about = scene.accessors[animation.samplers[sampler].output];
  const at = 28 + size + (scene.bufferViews[about.bufferView].byteOffset ?? 0) +
    (about.byteOffset ?? 0);
  const content = Buffer.from(glb);
  content[at + { 5120: 0, 5122: 1, 5126: 2 }[about.componentType]] ^= 0x20;
  return content;
}

/**
 * The first key of walk.rtm with other names of bones: no skeleton has them, and a single pose shows
 * none (docs/formats/rtm.md).
 */
export function poseOfNoSkeleton() {
  const bytes = readFileSync(sample("walk.rtm"));
  const head = bytes.indexOf("RTM_0101");
  const bones = bytes.readUInt32LE(head + 24);
  const names = head + 28;
  const key = names + 32 * bones;
  bytes.writeUInt32LE(1, head + 20);
  for (let bone = 0; bone < bones; bone++) {
    bytes.write("Q", names + 32 * bone, "latin1");
    bytes.write("Q", key + 4 + 80 * bone, "latin1");
  }
  return bytes.subarray(0, key + 4 + 80 * bones);
}
