/** The state of the page in its address: which file, which clip, what time. */
import type { App } from "../app";
import { showDialog } from "../bar";
import { byId, make } from "../dom";
import { baseName } from "../names";
import { expected } from "../open/opening";
import { whenChanged } from "../signal";
import type { Doc } from "../state/doc";
import { setViewportCamera, viewportCamera } from "../viewport/viewport";
import { text } from "../text/text";
import { outcome } from "./save";

const HASH_DIGITS = 12;
const PAUSE_MS = 500;
/** Files with other names that are compared with the link. */
const MAX_RENAMED = 20;

interface LinkState {
  /** The first digits of the SHA-256 of the file. */
  file: string;
  name: string;
  clip: string;
  /** The index of the clip, when other clips have its name. */
  index: number | null;
  seconds: number;
  camera: number[] | null;
  /** The name of the picked bone, or null. */
  bone: string | null;
}

function readLink(hash: string): LinkState | null {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const file = values.get("f") ?? "";
  const name = values.get("n") ?? "";
  if (!name && !file) {
    return null;
  }
  const number = (key: string) => {
    const value = Number(values.get(key) ?? NaN);
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  const camera = (values.get("cam") ?? "").split("_").map(Number);
  return { file, name, clip: values.get("c") ?? "", index: number("i"), seconds: number("t") ?? 0,
    camera: camera.length > 1 && camera.every(Number.isFinite) ? camera : null,
    bone: values.get("b") };
}

const hashes = new WeakMap<Blob, Promise<string>>();

/** The first digits of the SHA-256 of a file; "" where the browser cannot compute it. */
export function hashOf(original: Blob): Promise<string> {
  let hash = hashes.get(original);
  if (!hash) {
    hash = (async () => {
      if (!globalThis.crypto?.subtle) {
        return "";
      }
      const digest = await crypto.subtle.digest("SHA-256", await original.arrayBuffer());
      return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")
        .slice(0, HASH_DIGITS);
    })();
    hashes.set(original, hash);
  }
  return hash;
}

/** The hash of the address for what is shown. */
async function linkHash(app: App): Promise<string | null> {
  const clip = app.selection.clip.value;
  if (!clip) {
    return null;
  }
  const clips = clip.doc.opened?.clips ?? [];
  const name = clip.listed.name;
  const isAmbiguous = clips.filter((one) => one.name === name).length > 1;
  const camera = viewportCamera();
  const bone = clip.skeleton.bones[app.selection.bone.value ?? -1];
  const file = await hashOf(clip.doc.original);
  const values = [...file ? [["f", file]] : [], ["n", clip.doc.name], ["c", name],
    ...isAmbiguous ? [["i", String(clip.index)]] : [],
    ["t", String(Number(app.playback.time.value.toFixed(3)))],
    ...bone ? [["b", bone.name]] : [],
    ...camera ? [["cam", camera.map((value) => Number(value.toFixed(3))).join("_")]] : []];
  return `#${values.map(([key, value]) => `${key}=${encodeURIComponent(value!)}`).join("&")}`;
}

class Link {
  /** What the address describes, until its file is open. */
  private wanted: LinkState | null = readLink(location.hash);
  private timer = 0;
  /** The link of which the user was told that its file is missing. */
  private said: LinkState | null = null;
  private isSearching = false;

  constructor(private app: App) {
    expected.value = this.wanted?.name || null;
    whenChanged([app.selection.clip], () => void this.changed());
    whenChanged([app.playback.time, app.selection.bone], () => this.later());
    for (const type of ["pointerup", "wheel", "keyup"]) {
      byId("viewport").addEventListener(type, () => this.later(), { passive: true });
    }
    addEventListener("hashchange", () => {
      this.wanted = readLink(location.hash);
      void this.changed();
    });
  }

  private async changed(): Promise<void> {
    if (this.wanted && this.app.selection.clip.value && !this.isSearching) {
      this.isSearching = true;
      const { wanted } = this;
      let isFound = false;
      try {
        isFound = await this.restore(wanted);
      } finally {
        this.isSearching = false;
      }
      if (!isFound) {
        if (this.said !== wanted) {
          this.said = wanted;
          this.app.say(text("open.expected", { name: wanted.name }));
        }
        return; // the link stays until its file is open
      }
      this.wanted = null;
      expected.value = null;
    }
    this.later();
  }

  /** Shows what the link describes when its file is open. */
  private async restore(wanted: LinkState): Promise<boolean> {
    const { app } = this;
    const doc = await this.find(wanted);
    if (!doc || !(await app.files.open(doc))) {
      return false;
    }
    const clips = doc.opened?.clips ?? [];
    const index = wanted.index !== null && clips[wanted.index]?.name === wanted.clip
      ? wanted.index : Math.max(0, clips.findIndex(({ name }) => name === wanted.clip));
    const { clip } = app.selection;
    const isShown = clip.value?.doc === doc && clip.value.index === index;
    if (!isShown) {
      await app.selection.show(doc, index);
    }
    app.playback.playing.value = false;
    app.playback.time.value = Math.min(wanted.seconds, clip.value?.duration ?? 0);
    const bone = clip.value?.skeleton.bones.findIndex(({ name }) => name === wanted.bone) ?? -1;
    if (bone >= 0) {
      app.selection.bone.value = bone;
    }
    if (wanted.camera) {
      const { camera } = wanted;
      requestAnimationFrame(() => requestAnimationFrame(() => setViewportCamera(camera)));
    }
    return true;
  }

  private async find(wanted: LinkState): Promise<Doc | null> {
    const docs = this.app.files.docs.value;
    const named = docs.filter(({ name }) => name === wanted.name);
    const others = docs.length <= MAX_RENAMED ? docs.filter((doc) => !named.includes(doc)) : [];
    for (const doc of [...named, ...others]) {
      if (wanted.file ? await hashOf(doc.original) === wanted.file : named.includes(doc)) {
        return doc;
      }
    }
    return null;
  }

  /** Updates the address after a pause. */
  private later(): void {
    if (this.timer === 0) {
      this.timer = window.setTimeout(() => void this.update(), PAUSE_MS);
    }
  }

  private async update(): Promise<void> {
    const before = location.hash;
    const hash = this.wanted ? null : await linkHash(this.app);
    this.timer = 0;
    // Another link can be opened in the meantime; its event comes later.
    if (hash && !this.wanted && location.hash === before && hash !== before) {
      history.replaceState(null, "", hash);
    }
  }
}

/**
 * Copies the address of the page with its state; of a page from the disk only its name, because its
 * folder is of no use to others and may be private.
 */
export async function copyLink(app: App): Promise<void> {
  const hash = await linkHash(app);
  if (!hash) {
    return;
  }
  const isOnDisk = location.protocol === "file:";
  const page = location.href.replace(/#.*$/, "");
  const address = (isOnDisk ? baseName(page) : page) + hash;
  const folder = isOnDisk ? text("export.link-folder") : "";
  try {
    await navigator.clipboard.writeText(address);
    outcome.value = `${text("export.link-copied")} ${folder}`.trim();
    app.say(outcome.value);
  } catch {
    const field = make("input", { value: address, readOnly: true, class: "link",
      "aria-label": text("export.link") });
    showDialog(text("export.link"), field, make("p", {}, folder));
    field.select();
  }
}

export function startLink(app: App): void {
  new Link(app);
}
