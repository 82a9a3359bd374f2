/** The grid view: all clips of a file move at once. A click opens one. */
import type { App } from "../app";
import { commandButton } from "../bar";
import { byId, make, oncePerFrame } from "../dom";
import { clamp } from "../numbers";
import { whenChanged } from "../signal";
import { timeOf } from "../state/clip";
import { language, text } from "../text/text";
import { prefersLessMotion, watchScreen, watchTheme } from "./screen";
import { GridViewCanvas, type DrawnCell } from "./grid_view_canvas";
import { meanOf, GridViewClips, type GridViewClip } from "./grid_view_clips";
import { GridViewCells } from "./grid_view_cells";

const LEAST = 56;
const MOST = 280;
/** The smallest size that is chosen without the user. */
const DENSE = 88;
const FILLED = 0.92;

/** Clips whose joints are requested together, in the order of the joints. */
interface Layout {
  clips: GridViewClip[];
  joints: Float32Array | null;
}

class GridView {
  private element = byId("grid-view");
  private canvas = make("canvas", { class: "grid-view-canvas", "aria-hidden": "true" });
  private title = make("span", { class: "grow cut" });
  private head = make("div", { class: "grid-view-head" });
  private size = make("input", { type: "range", min: String(LEAST), max: String(MOST), step: "4",
    value: "112", oninput: () => {
      this.isSizeChosen = true;
      this.cells.resize(Number(this.size.value));
    } });
  private sentence = make("p", { class: "viewport-sentence", role: "status" });
  private cells: GridViewCells;
  private drawing: GridViewCanvas | null = null;
  private clips: GridViewClips | null = null;
  private layout: Layout = { clips: [], joints: null };
  private drawn: Layout | null = null;
  private isRequested = false;
  private isRelayoutNeeded = false;
  private clock = 0;
  private before = 0;
  private startedPlayback = false;
  private isSizeChosen = false;
  /** The number of cells that are marked because they cannot be shown. */
  private marked = 0;
  private tick = oncePerFrame(() => this.advance());

  constructor(private app: App) {
    this.cells = new GridViewCells({ open: (index) => void this.openClip(index),
      leave: () => {
        app.view.gridView.value = false;
      },
      play: () => {
        app.playback.playing.value = !app.playback.playing.value;
      },
      changed: () => this.viewChanged() });
    this.element.append(this.head, make("div", { class: "grid-view-body" }, this.canvas,
      this.cells.scroller, this.sentence));
    language.observe(() => this.showHead());
    app.view.gridView.onChange((isOn) => this.toggle(isOn));
    whenChanged([app.selection.doc, app.files.docs, app.selection.clip], () => this.refresh());
    app.playback.playing.onChange(() => {
      this.before = performance.now();
      this.tick();
    });
    watchTheme(() => {
      this.drawing?.paint();
      this.tick();
    });
  }

  private showHead(): void {
    this.size.setAttribute("aria-label", text("viewport.grid-view-size"));
    this.size.title = text("viewport.grid-view-size");
    this.cells.spacer.setAttribute("aria-label", text("viewport.grid-view-clips"));
    this.head.replaceChildren(this.title, this.size,
      commandButton("grid-view", text("viewport.grid-view-close")));
    this.showTitle();
  }

  private showTitle(): void {
    const doc = this.app.selection.doc.value;
    const n = doc?.opened?.clips.length ?? 0;
    this.title.textContent = doc ? text("viewport.grid-view-title", { n, file: doc.name }) : "";
  }

  private toggle(isOn: boolean): void {
    const { app } = this;
    this.element.hidden = !isOn;
    byId("viewport").classList.toggle("is-covered", isOn);
    if (isOn) {
      this.startDrawing();
      this.refresh();
      this.cells.focus();
      if (!app.playback.playing.value && !prefersLessMotion()) {
        this.startedPlayback = true;
        app.playback.playing.value = true;
      }
    } else {
      this.clips?.close();
      this.clips = null;
      if (this.startedPlayback) {
        app.playback.playing.value = false;
      }
      this.startedPlayback = false;
    }
  }

  /** Makes the context when the grid view is shown first. */
  private startDrawing(): void {
    if (this.drawing || this.sentence.textContent) {
      return;
    }
    try {
      this.drawing = new GridViewCanvas(this.canvas);
    } catch {
      this.sentence.textContent = text("viewport.no-webgl");
      return;
    }
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault());
    this.canvas.addEventListener("webglcontextrestored", () => {
      this.drawing!.prepare();
      this.resized();
      this.drawn = null;
      this.tick();
    });
    watchScreen(this.cells.scroller, () => this.resized());
    this.resized();
  }

  private resized(): void {
    const { clientWidth, clientHeight } = this.cells.scroller;
    if (clientWidth > 0 && clientHeight > 0) {
      this.drawing?.resize(clientWidth, clientHeight);
      this.fit();
    }
  }

  /** Makes the cells as large as the number of clips permits, until the user chooses a size. */
  private fit(): void {
    const { clientWidth, clientHeight } = this.cells.scroller;
    const count = this.clips?.doc.opened?.clips.length ?? 1;
    if (!this.isSizeChosen) {
      const size = Math.sqrt((clientWidth * clientHeight) / Math.max(1, count) / 1.35);
      this.size.value = String(clamp(Math.floor(size / 4) * 4, DENSE, MOST));
    }
    this.cells.resize(Number(this.size.value));
  }

  /** Shows the clips of the file as it is now. */
  private refresh(): void {
    const { app } = this;
    const doc = app.selection.doc.value;
    if (!app.view.gridView.value) {
      return;
    }
    if (!doc?.opened?.clips.length) {
      app.view.gridView.value = false;
      return;
    }
    const isSame = this.clips?.doc === doc && this.clips.opened === doc.opened &&
      (this.skeleton === doc.skeleton || !this.skeleton);
    if (isSame) {
      this.skeleton = doc.skeleton;
      return;
    }
    this.clips?.close();
    this.skeleton = doc.skeleton;
    this.clips = new GridViewClips(app, doc, () => this.clipsChanged());
    this.layout = { clips: [], joints: null };
    this.marked = 0;
    this.showTitle();
    const current = app.selection.clip.value?.doc === doc ? app.selection.clip.value.index : 0;
    this.cells.show(doc.opened.clips.map(({ name }) => name), current);
    this.fit();
  }

  private skeleton: unknown = null;

  private viewChanged(): void {
    if (this.app.view.gridView.value && this.drawing) {
      void this.clips?.want(this.cells.visible).catch((error) => this.app.report(error));
      this.tick();
    }
  }

  private clipsChanged(): void {
    this.isRelayoutNeeded = true;
    const failed = this.clips?.failed;
    if (failed && failed.size !== this.marked) {
      this.marked = failed.size;
      this.cells.mark(failed, text("viewport.grid-view-failed"));
    }
    this.tick();
  }

  private async openClip(index: number): Promise<void> {
    const doc = this.clips?.doc;
    if (doc) {
      this.startedPlayback = false;
      await this.app.selection.show(doc, index);
      this.app.view.gridView.value = false;
      byId("viewport").querySelector("canvas")?.focus();
    }
  }

  /** One frame of the grid view: requests the joints of the time, and draws those that have come. */
  private advance(): void {
    const { app } = this;
    if (!app.view.gridView.value || !this.clips) {
      return;
    }
    const now = performance.now();
    if (app.playback.playing.value) {
      this.clock += (Math.min(now - this.before, 250) / 1000) * app.playback.speed.value;
      this.tick();
    }
    this.before = now;
    if (this.isRelayoutNeeded) {
      this.isRelayoutNeeded = false;
      this.layout = { clips: [...this.clips.open.values()], joints: null };
    }
    this.requestJoints();
    this.draw();
  }

  private requestJoints(): void {
    const { layout, app } = this;
    if (this.isRequested || (layout.clips.length === 0 && layout.joints)) {
      return;
    }
    this.isRequested = true;
    const times = layout.clips.map(({ clip }) => {
      const { duration } = clip;
      return timeOf(clip,
        duration > 0 ? ((this.clock % duration) + duration) % duration : 0);
    });
    app.client.engine.joints(layout.clips.map(({ clip }) => clip.opened.clip), times)
      .then((joints) => {
        const isNew = !layout.joints;
        const count = layout.clips.reduce((sum, { clip }) => sum + clip.opened.boneCount, 0);
        if (joints.length === 3 * count) {
          layout.joints = joints;
        }
        if (isNew || !app.playback.playing.value) {
          this.tick();
        }
      })
      .catch(() => undefined) // the clips were closed meanwhile
      .finally(() => {
        this.isRequested = false;
      });
  }

  private draw(): void {
    const { drawing, layout, clips } = this;
    if (!drawing || !clips) {
      return;
    }
    if (layout.joints && layout !== this.drawn) {
      this.drawn = layout;
      drawing.setLinks(linksOfAll(layout.clips, clips));
    }
    const { drawn } = this;
    if (!drawn?.joints) {
      return;
    }
    const middles = new Float32Array(drawn.clips.length * 3);
    let from = 0;
    const cells = drawn.clips.map((one, index): DrawnCell | null => {
      const { boneCount } = one.clip.opened;
      const [x, z] = meanOf(drawn.joints!, from, boneCount);
      middles.set([x, one.middle, z], index * 3);
      from += boneCount * 3;
      return clips.open.get(one.index) !== one ? null
        : figureCell(one, this.cells.picture(one.index));
    });
    drawing.draw(drawn.joints, middles, cells);
  }
}

/** The place of a figure that fills the picture of its cell. */
export function figureCell(one: GridViewClip, picture: Omit<DrawnCell, "scale">): DrawnCell {
  return { ...picture, scale: FILLED * Math.min(picture.halfHeight / one.halfHeight,
    picture.halfWidth / one.radius) };
}

/** The lines of all figures, as GridViewCanvas.setLinks() takes them. */
export function linksOfAll(clips: readonly GridViewClip[], { skeleton }: GridViewClips):
Float32Array<ArrayBuffer> {
  if (!skeleton) {
    return new Float32Array();
  }
  const { links, sides } = skeleton;
  const all = new Float32Array(clips.length * links.length * 4);
  let at = 0;
  let from = 0;
  clips.forEach(({ clip }, figure) => {
    for (const { bone, to } of links) {
      all[at++] = from + bone;
      all[at++] = from + to;
      all[at++] = figure;
      all[at++] = sides[bone] ?? 0;
    }
    from += clip.opened.boneCount;
  });
  return all;
}

export function startGridView(app: App): void {
  new GridView(app);
}
