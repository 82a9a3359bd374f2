/** A small moving figure beside the row of the list of clips on which the pointer rests. */
import type { App } from "../app";
import { make } from "../dom";
import { clamp } from "../numbers";
import { timeOf, type ShownClip } from "../state/clip";
import { prefersLessMotion } from "../viewport/screen";
import { figureCell, linksOfAll } from "../viewport/grid_view";
import { GridViewCanvas } from "../viewport/grid_view_canvas";
import { meanOf, GridViewClips, type GridViewClip } from "../viewport/grid_view_clips";

const REST_MS = 300;
const WIDTH = 160;
const HEIGHT = 180;
const GAP = 8;

export class HoverPreview {
  private element = make("div", { class: "clip-preview", "aria-hidden": "true", hidden: true });
  private drawing: GridViewCanvas | null = null;
  private clips: GridViewClips | null = null;
  /** The index of the clip below the pointer, and its row. */
  private index: number | null = null;
  private row = -1;
  private timer = 0;
  private started = 0;

  /** `clipAt` returns the index of the clip in a row of `list`. */
  constructor(private app: App, private list: HTMLElement,
    private clipAt: (row: number) => number | undefined) {
    this.element.style.width = `${WIDTH}px`;
    this.element.style.height = `${HEIGHT}px`;
    document.body.append(this.element);
    list.addEventListener("pointerover", (event) => this.pointAt(event));
    for (const type of ["pointerleave", "pointerdown", "scroll"]) {
      list.addEventListener(type, () => this.hide());
    }
    document.addEventListener("keydown", () => this.hide());
  }

  private pointAt({ target, pointerType }: PointerEvent): void {
    const row = (target as HTMLElement).closest<HTMLElement>("[data-index]");
    const index = row ? this.clipAt(Number(row.dataset.index)) : undefined;
    if (index !== this.index) {
      this.hide();
    }
    const { app } = this;
    const isShown = app.selection.clip.value?.index === index;
    if (row && index !== undefined && index !== this.index && !isShown &&
      !app.view.gridView.value &&
        pointerType !== "touch" && !prefersLessMotion()) {
      this.index = index;
      this.row = Number(row.dataset.index);
      this.timer = window.setTimeout(() => this.open(index), REST_MS);
    }
  }

  /** After the rows were made again: hides the preview if another clip is below the pointer. */
  update(): void {
    if (this.index !== null && this.clipAt(this.row) !== this.index) {
      this.hide();
    }
  }

  private open(index: number): void {
    const doc = this.app.selection.doc.value;
    const row = this.list.querySelector(`[data-index="${this.row}"]`);
    if (!doc?.skeleton || !row || !this.startDrawing()) {
      this.hide();
      return;
    }
    const { top, height } = row.getBoundingClientRect();
    const { right } = this.list.getBoundingClientRect();
    const { style } = this.element;
    style.left = `${Math.min(right + GAP, innerWidth - WIDTH - GAP)}px`;
    style.top = `${clamp(top + (height - HEIGHT) / 2, GAP,
      innerHeight - HEIGHT - GAP)}px`;
    const clips = new GridViewClips(this.app, doc, () => {
      const one = clips.open.get(index);
      if (one && this.clips === clips) {
        this.start(clips, one);
      }
    });
    this.clips = clips;
    void clips.want([index]).catch(() => this.hide()); // the file was closed
  }

  private startDrawing(): boolean {
    try {
      if (!this.drawing) {
        const canvas = make("canvas", {});
        canvas.addEventListener("webglcontextlost", () => {
          this.drawing = null;
          this.hide();
        });
        this.drawing = new GridViewCanvas(canvas);
        this.element.replaceChildren(canvas);
      }
      return true;
    } catch {
      return false; // without WebGL 2 there are no previews
    }
  }

  private start(clips: GridViewClips, one: GridViewClip): void {
    this.element.hidden = false;
    this.drawing!.resize(WIDTH, HEIGHT);
    this.drawing!.paint();
    this.drawing!.setLinks(linksOfAll([one], clips));
    this.started = performance.now();
    void this.play(clips, one);
  }

  /** Draws one frame after the other until the preview is hidden. */
  private async play(clips: GridViewClips, one: GridViewClip): Promise<void> {
    const { engine } = this.app.client;
    const { opened, duration }: ShownClip = one.clip;
    while (this.clips === clips) {
      const seconds = (performance.now() - this.started) / 1000;
      const time = timeOf(one.clip, duration > 0 ? seconds % duration : 0);
      const joints = await engine.joints([opened.clip], [time]).catch(() => null);
      if (this.clips !== clips) {
        return;
      }
      if (joints?.length !== opened.boneCount * 3) { // the skeleton was changed
        this.hide();
        return;
      }
      const [x, z] = meanOf(joints, 0, opened.boneCount);
      const place = { x: WIDTH / 2, y: HEIGHT / 2, halfWidth: WIDTH / 2, halfHeight: HEIGHT / 2 };
      this.drawing!.draw(joints, new Float32Array([x, one.middle, z]), [figureCell(one, place)]);
      await new Promise(requestAnimationFrame);
    }
  }

  hide(): void {
    clearTimeout(this.timer);
    this.index = null;
    this.element.hidden = true;
    this.clips?.close();
    this.clips = null;
  }
}
