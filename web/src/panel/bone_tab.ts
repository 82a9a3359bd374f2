/** The picked bone in numbers. */
import type { Bone, Origin } from "gait";
import type { App } from "../app";
import { AXES, positionIn, rotationIn, shownAxes } from "../axes";
import { make, oncePerFrame } from "../dom";
import { partsOf, transformOf, type Transform } from "../matrix";
import { whenChanged } from "../signal";
import { frameAt, timeOf, type ShownClip } from "../state/clip";
import { text, type TextKey } from "../text/text";
import { BoneNumbers, type ValueKind } from "./bone_numbers";
import { BoneTree } from "./bone_tree";
import { showBytes } from "./map_target";
import { replaceContents, showWhileOpen } from "./tabs";

const originText = (origin: Origin): string => text(`panel.origin-${origin}` as TextKey);

/** The rest pose relative to the parent, in glTF axes. */
function localRest({ t, q }: Bone): Transform | null {
  const isKnown = (values: (number | null)[] | null): values is number[] =>
    values !== null && values.every((value) => value !== null);
  return isKnown(t) && isKnown(q) ? { position: positionIn("engine", t),
    rotation: rotationIn("engine", q), scale: [1, 1, 1] } : null;
}

class BoneTab {
  private tree: BoneTree;
  private about = make("div", { class: "bone-about" });
  private model!: BoneNumbers;
  private local!: BoneNumbers;
  /** The last pose relative to the parents. */
  private parts: { clip: ShownClip; pose: Float32Array | null } | null = null;
  private isWaiting = false;
  private isStale = false;

  constructor(private app: App, private panel: HTMLElement) {
    this.tree = new BoneTree(app);
    const { clip, bone } = app.selection;
    const { panelTab } = app.view;
    const request = oncePerFrame(() => this.request());
    showWhileOpen(app, "bone", [clip, shownAxes], () => this.show());
    whenChanged([panelTab, clip, bone, app.playback.time, app.playback.pose], () => {
      if (panelTab.value === "bone" && clip.value) {
        request();
      }
    });
    bone.onChange(() => {
      if (panelTab.value === "bone") {
        this.tree.showPicked();
        this.showAbout();
      }
    });
  }

  private show(): void {
    const clip = this.app.selection.clip.value;
    if (!clip || clip.skeleton.bones.length === 0) {
      replaceContents(this.panel, make("p", { class: "dim" }, text("panel.no-clip")));
      return;
    }
    this.tree.show(clip.skeleton.bones);
    if (!this.about.isConnected) {
      replaceContents(this.panel, this.tree.search, this.tree.list, this.about);
    }
    this.showAbout();
  }

  private makeAxes(): HTMLElement {
    return make("fieldset", { class: "choice", "data-keys": "arrows enter" },
      make("legend", {}, text("panel.axes")),
      ...AXES.map((one) => make("label", {}, make("input", { type: "radio", name: "panel-axes",
        id: `panel-axes-${one}`, value: one, checked: shownAxes.value === one, onchange: () => {
          shownAxes.value = one;
        } }), text(`panel.axes-${one}`))));
  }

  /** Shows the picked bone: its parent, the rest pose and the numbers of the time. */
  private showAbout(): void {
    const clip = this.app.selection.clip.value;
    const bone = clip?.skeleton.bones[this.app.selection.bone.value ?? -1];
    if (!clip || !bone) {
      replaceContents(this.about, make("p", { class: "dim" }, text("panel.pick-bone")));
      return;
    }
    const openBytes = (kind: ValueKind) => showBytes(this.app, { clip, bone: bone.name, kind,
      frame: frameAt(clip, this.app.playback.time.value) });
    this.model = new BoneNumbers("model", text("panel.model-space"), openBytes);
    this.local = new BoneNumbers("local", text("panel.local-space"), openBytes);
    const rest = new BoneNumbers("rest", text("panel.rest-local"), null);
    const modelRest = new BoneNumbers("rest-model", text("panel.rest-model"), null);
    replaceContents(this.about, make("h2", {}, bone.name), this.makeParent(bone),
      this.makeAxes(), make("p", { class: "dim" }, text("panel.euler-order")),
      this.model.element, this.local.element, rest.element, modelRest.element,
      make("p", {}, text("panel.rest-origin", { origin: originText(bone.rest_origin) })));
    rest.show(localRest(bone), shownAxes.value);
    modelRest.show(clip.skeleton.rest ? transformOf(clip.skeleton.rest, bone.index) : null,
      shownAxes.value);
    this.showNumbers();
  }

  private makeParent(bone: Bone): HTMLElement {
    const { parent, parent_name: name } = bone;
    return make("p", {}, text("panel.parent"), " ", parent === null ? text("panel.no-parent")
      : make("button", { type: "button", id: "panel-parent", onclick: () => {
        this.app.selection.bone.value = parent;
      } }, name ?? String(parent)),
    ` (${originText(bone.parent_origin)})`);
  }

  private showNumbers(): void {
    const { selection: { clip, bone }, playback: { pose } } = this.app;
    const index = bone.value;
    if (!clip.value || index === null || !this.model?.element.isConnected) {
      return;
    }
    const local = this.parts?.clip === clip.value ? this.parts.pose : null;
    this.model.show(pose.value ? transformOf(pose.value, index) : null, shownAxes.value);
    this.local.show(local ? partsOf(local, index) : null, shownAxes.value);
  }

  /** Requests the pose relative to the parents; one request at a time, and then the newest. */
  private request(): void {
    const clip = this.app.selection.clip.value;
    this.showNumbers();
    if (this.isWaiting || !clip || this.app.selection.bone.value === null) {
      this.isStale = this.isWaiting;
      return;
    }
    this.isWaiting = true;
    const time = timeOf(clip, this.app.playback.time.value);
    void this.app.client.engine.pose(clip.opened.clip, time, "parts").catch(() => null)
      .then((pose) => {
        this.parts = { clip, pose };
        this.isWaiting = false;
        if (this.isStale) {
          this.isStale = false;
          this.request();
        } else {
          this.showNumbers();
        }
      });
  }
}

export function startBoneTab(app: App, panel: HTMLElement): void {
  new BoneTab(app, panel);
}
