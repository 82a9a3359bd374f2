/** The viewport: shows the clip, and the pinned one, at the time of the page. */
import "./viewport.css";
import { Box3, Vector3 } from "three";
import type { App } from "../app";
import type { MeshFound } from "../engine/protocol";
import { byId } from "../dom";
import { problemText } from "../open/refused";
import { salvage, salvageOffer } from "../open/salvage";
import { whenChanged } from "../signal";
import type { ShownClip } from "../state/clip";
import { language, text } from "../text/text";
import { pinnedTime } from "../time/playback";
import { boundsOf, factsOf, rootOffset, type Facts } from "./facts";
import { BelowGround } from "./below_ground";
import { Labels } from "./labels";
import { isMirrored } from "./mirrored";
import { Over } from "./over";
import { pictureOf } from "./picture";
import { ViewportScene } from "./scene";
import { watchTheme } from "./screen";
import { leftOutText, makeConsidered, neededFor } from "./considered";
import { addViewportCommands } from "./viewport_commands";
import { startGridView } from "./grid_view";

/** Clips that cover more than so many sizes of the figure are framed by their first frame. */
const WIDEST = 4;
/** Milliseconds before the graphics are started without a clip. */
const READY_MS = 100;
const REACH = 8;
const REACH_OF_FINGERS = 22;

interface Shown {
  clip: ShownClip;
  facts: Facts;
}

class Viewport {
  scene: ViewportScene | null = null;
  readonly labels = new Labels();
  private belowGround = new BelowGround();
  private over: Over;
  private shown: Shown | null = null;
  private pinned: Shown | null = null;
  private framed: { doc: ShownClip["doc"]; skeleton: ShownClip["skeleton"] } | null = null;
  /** The mesh can be drawn. */
  private hasMesh = false;
  /** How far the mesh extends beyond the joints, in metres. */
  private margin = 0;
  private isPrepared = false;

  constructor(private app: App) {
    addViewportCommands(app, { frame: () => this.frame(),
      toggleProjection: () => this.scene?.camera.toggleProjection() });
    this.over = new Over(app);
    app.selection.clip.onChange((clip) => clip && this.prepare());
    // The page is ready before the graphics are.
    void app.client.ready.then(() => setTimeout(() => this.prepare(), READY_MS));
  }

  /** Starts the graphics, when the first clip is shown or nothing else is to be done. */
  private prepare(): void {
    const { app } = this;
    if (this.isPrepared) {
      return;
    }
    this.isPrepared = true;
    try {
      this.scene = new ViewportScene(app, byId("viewport"), () => this.drawLabels(), () => this.say());
      byId("viewport").append(this.labels.element);
    } catch {
      this.say();
      language.onChange(() => this.say());
      return;
    }
    this.listen(this.scene);
  }

  private listen(scene: ViewportScene): void {
    const { app } = this;
    scene.figure.group.add(this.belowGround.group);
    app.selection.clip.observe(() => this.change());
    whenChanged([app.selection.doc, app.files.docs, app.files.unposed], () => this.say());
    whenChanged([app.comparison.pinned], () => this.changePinned());
    const { pinned, pinnedPose } = app.comparison;
    const { view } = app;
    whenChanged([app.playback.pose, pinnedPose, pinned, view.rootMotion, view.gridView],
      () => this.pose());
    whenChanged([view.trail, app.selection.bone, app.selection.clip, view.rootMotion],
      () => void this.changeTrail());
    app.selection.bone.onChange((bone) => {
      scene.figure.paint(bone);
      this.pose();
    });
    whenChanged([view.belowGround, view.showsMesh, view.wireframe, view.showsBones],
      () => this.pose());
    app.models.mesh.observe(() => void this.changeMesh());
    whenChanged([app.view.names], scene.request);
    app.view.ground.observe((isOn) => {
      scene.ground.group.visible = isOn;
      scene.request();
    });
    language.observe(() => {
      scene.canvas.setAttribute("aria-label", text("viewport.canvas"));
      this.say();
      this.showSpeed();
    });
    watchTheme(() => scene.paint(app.selection.bone.value));
    this.listenToClicks(scene);
  }

  private listenToClicks({ canvas }: ViewportScene): void {
    let start = { x: 0, y: 0 };
    canvas.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
      start = { x, y };
    });
    canvas.addEventListener("click", (event) => {
      const { app, scene } = this;
      const pose = app.playback.pose.value;
      const way = Math.hypot(event.clientX - start.x, event.clientY - start.y);
      if (!pose || !this.shown || way > 5) {
        return;
      }
      const isTouch = event instanceof PointerEvent && event.pointerType === "touch";
      app.selection.bone.value = scene!.pick(event.offsetX, event.offsetY, pose,
        isTouch ? REACH_OF_FINGERS : REACH);
    });
  }

  /** Another clip is shown. */
  private change(): void {
    const { app, scene } = this;
    const clip = app.selection.clip.value;
    const facts = clip && factsOf(clip);
    this.shown = clip && facts ? { clip, facts } : null;
    scene!.figure.group.position.set(0, 0, 0);
    if (clip && facts) {
      const { bones, rest } = clip.skeleton;
      scene!.figure.setSkeleton(bones, rest, facts.first, facts.size);
      scene!.figure.paint(app.selection.bone.value);
      scene!.ground.show(1.5 * Math.max(...[facts.bounds.min, facts.bounds.max].flatMap(({ x, z }) =>
        [Math.abs(x), Math.abs(z)])));
      this.frameIfNeeded(clip, facts);
      this.frameBeside();
    }
    this.say();
    this.pose();
    void this.changeTrail();
  }

  private frameIfNeeded(clip: ShownClip, facts: Facts): void {
    const { framed } = this;
    const isSame = framed?.doc === clip.doc && framed.skeleton === clip.skeleton;
    if (!isSame || !this.scene!.camera.shows(facts.firstBounds)) {
      this.frame();
    }
    this.framed = { doc: clip.doc, skeleton: clip.skeleton };
  }

  /** Shows the figure whole: in the first frame, and in all others if they are near. */
  private frame(): void {
    const mesh = this.app.models.mesh.value;
    if (!this.shown && mesh) {
      this.scene?.camera.frame(boxOf(mesh));
    }
    if (!this.shown || !this.scene) {
      return;
    }
    const { clip, facts } = this.shown;
    const whole = facts.bounds.clone();
    if (this.app.view.rootMotion.value) {
      const end = new Vector3(...clip.opened.rootMotion);
      whole.union(facts.bounds.clone().translate(end));
    }
    // Root motion of several cycles takes the figure far away.
    const now = facts.firstBounds.clone().translate(this.scene.figure.group.position);
    whole.union(now);
    const length = (box: Box3) => box.getSize(new Vector3()).length();
    const beside = this.besideBounds();
    if (beside) {
      whole.union(beside);
    }
    const isNear = beside !== null ||
      length(whole) < WIDEST * Math.max(length(facts.firstBounds), 0.1);
    const margin = this.app.view.showsMesh.value ? this.margin : 0;
    this.scene.camera.frame((isNear ? whole : now).expandByScalar(margin));
  }

  /** How far the pinned figure is moved to the side. */
  private get besideDistance(): number {
    const { shown, pinned, app } = this;
    if (!shown || !pinned || app.comparison.pinned.value?.layout !== "beside") {
      return 0;
    }
    const widths = [shown, pinned].map(({ facts: { firstBounds: { min, max } } }) => max.x - min.x);
    return Math.max(1, (widths[0]! + widths[1]!) / 2 + 0.2);
  }

  private besideBounds(): Box3 | null {
    const distance = this.besideDistance;
    return distance === 0 || this.pinned!.clip === this.shown!.clip ? null
      : this.pinned!.facts.firstBounds.clone().translate(new Vector3(distance, 0, 0));
  }

  private changePinned(): void {
    const { app, scene } = this;
    const clip = app.comparison.pinned.value?.clip ?? null;
    if (clip === (this.pinned?.clip ?? null)) {
      this.frameBeside();
      return;
    }
    const facts = clip && factsOf(clip);
    this.pinned = clip && facts ? { clip, facts } : null;
    if (clip && facts) {
      scene!.ghost.setSkeleton(clip.skeleton.bones, clip.skeleton.rest, facts.first, facts.size);
      scene!.ghost.paint(null);
    }
    this.frameBeside();
    this.pose();
  }

  /** Another mesh is shown. The view is fitted when the mesh is larger than the figure. */
  private async changeMesh(): Promise<void> {
    const { app, scene } = this;
    const mesh = app.models.mesh.value;
    this.hasMesh = false;
    try {
      await scene!.showMesh(mesh);
    } finally {
      if (app.models.mesh.value === mesh) {
        this.hasMesh = mesh !== null;
        this.margin = mesh ? marginOf(mesh, this.shown?.clip.skeleton.rest ?? null) : 0;
        if (this.hasMesh && app.view.showsMesh.value) {
          this.frame();
        }
        this.say();
        this.pose();
      }
    }
  }

  private frameBeside(): void {
    const bounds = this.besideBounds();
    if (bounds && !this.scene!.camera.contains(bounds)) {
      this.frame();
    }
  }

  /** Puts the figures into the poses of the time. */
  private pose(): void {
    const { app, scene, shown } = this;
    if (!scene) {
      return;
    }
    const pose = app.playback.pose.value;
    const isPosed = shown !== null && pose !== null &&
      pose.length === 16 * shown.clip.opened.boneCount;
    this.poseMesh(scene, isPosed ? pose : null);
    scene.figure.group.visible = isPosed &&
      (app.view.showsBones.value || !scene.skin.group.visible);
    if (isPosed) {
      scene.figure.setPose(pose);
      rootOffset(shown.facts, shown.clip, pose, app.playback.time.value, app.view.rootMotion.value,
        scene.figure.group.position);
      scene.skin.group.position.copy(scene.figure.group.position);
      this.belowGround.show(app.view.belowGround.value, pose, shown.clip.skeleton.bones,
        shown.facts.size);
    }
    this.posePinned(scene);
    this.showSpeed();
    scene.request();
  }

  /** Moves the mesh. `pose`: null without a clip: the mesh is shown in its bind pose. */
  private poseMesh({ skin, figure }: ViewportScene, pose: Float32Array | null): void {
    const { app } = this;
    skin.group.visible = this.hasMesh && app.view.showsMesh.value &&
      (pose !== null || !app.selection.clip.value);
    figure.isOnTop = skin.group.visible;
    skin.wireframe = app.view.wireframe.value;
    if (skin.group.visible) {
      skin.setPose(pose);
      skin.group.position.set(0, 0, 0);
    }
  }

  private posePinned({ ghost }: ViewportScene): void {
    const { app, shown, pinned } = this;
    const pose = app.comparison.pinnedPose.value;
    const how = app.comparison.pinned.value;
    ghost.group.visible = pinned !== null && shown !== null && how?.clip === pinned.clip &&
      pose !== null && pose.length === 16 * pinned.clip.opened.boneCount;
    if (ghost.group.visible) {
      ghost.setPose(pose!);
      rootOffset(pinned!.facts, pinned!.clip, pose!,
        pinnedTime(how!, shown!.clip, app.playback.time.value, app.playback.loop.value),
        app.view.rootMotion.value, ghost.group.position);
      ghost.group.position.x += this.besideDistance;
    }
  }

  private async changeTrail(): Promise<void> {
    const { app, scene, shown } = this;
    if (!scene || !shown || !app.view.trail.value) {
      scene?.trail.hide();
    } else {
      try {
        await scene.trail.show(app, shown.clip, shown.facts,
          app.selection.bone.value ?? shown.facts.root);
      } catch {
        scene.trail.hide(); // the clip was closed meanwhile
      }
    }
    this.showSpeed();
    scene?.request();
  }

  private showSpeed(): void {
    const { app, scene, shown } = this;
    const bone = app.selection.bone.value ?? shown?.facts.root ?? 0;
    this.over.showSpeed(shown?.clip.skeleton.bones[bone]?.name ?? "",
      shown && scene && app.view.trail.value ? scene.trail.speed(app.playback.time.value) : null);
  }

  private drawLabels(): void {
    const { app, scene, shown } = this;
    const pose = app.playback.pose.value;
    const picked = app.selection.bone.value;
    if (!scene || !shown || !pose || !scene.figure.group.visible ||
        (!app.view.names.value && picked === null)) {
      this.labels.clear();
      return;
    }
    this.labels.show(shown.clip.skeleton.bones.map(({ name }, bone) =>
      app.view.names.value || bone === picked ? name : ""), pose,
      scene.figure.group.position, scene.camera.current, scene.size, picked);
  }

  /** Says what is wrong, if anything. */
  private say(): void {
    const { app, scene, shown } = this;
    const clip = app.selection.clip.value;
    const doc = app.selection.doc.value;
    const hasNoClips = !clip && doc?.opened?.clips.length === 0 && !doc.problem && !this.hasMesh;
    if (!this.isPrepared) {
      return;
    }
    const needed = clip ? neededFor(clip.doc) : "";
    const unposed = app.files.unposed.value < 2 ? ""
      : ` ${text("open.none-posed", { n: app.files.unposed.value })}`;
    const damaged = !clip && doc?.problem && !this.hasMesh ? doc : null;
    this.over.say(!scene ? text("viewport.no-webgl")
      : scene.isLost ? text("viewport.lost")
        : damaged ? `${damaged.name}: ${problemText(damaged.problem!)}`
        : hasNoClips ? text("viewport.no-clips", { name: doc.name })
        : clip && !shown ? `${text("viewport.no-pose")} ${needed}${unposed}`
          : shown && !shown.facts.hasPivots ? `${text("viewport.no-pivots")} ${needed}`
            : shown && !shown.facts.hasParents ? `${text("viewport.no-parents")} ${needed}${unposed}`
              : shown && isMirrored(shown.clip.skeleton.bones, shown.facts.first)
                ? text("viewport.mirrored") : shown ? leftOutText(shown.clip.skeleton) : "",
    damaged ? salvage(app, damaged) : clip?.skeleton ?? null,
    damaged ? () => [salvageOffer(app, damaged)]
      : clip && (!shown || !shown.facts.hasPivots || !shown.facts.hasParents)
        ? () => makeConsidered(app, clip.skeleton) : () => []);
  }
}

const boxOf = ({ box }: MeshFound): Box3 =>
  new Box3(...box.map((corner) => new Vector3(...corner)) as [Vector3, Vector3]);

/** How far a mesh extends beyond the joints of the rest pose, in metres. */
function marginOf(mesh: MeshFound, rest: Float32Array | null): number {
  const joints = rest ? boundsOf([rest]) : new Box3(new Vector3(), new Vector3());
  const box = boxOf(mesh);
  return Math.max(0, ...joints.min.sub(box.min).toArray(), ...box.max.sub(joints.max).toArray());
}

let viewport: Viewport | null = null;

/** A picture of the viewport as PNG, with the names if they are shown. */
export async function viewportPicture(): Promise<Blob> {
  if (!viewport?.scene || viewport.scene.isLost) {
    throw new Error(text(viewport?.scene ? "viewport.lost" : "viewport.no-webgl"));
  }
  return pictureOf(viewport.scene, viewport.labels);
}

/** The canvas of the viewport, for videos. Throws when the browser has no WebGL 2. */
export function viewportCanvas(): HTMLCanvasElement {
  if (!viewport?.scene) {
    throw new Error(text("viewport.no-webgl"));
  }
  return viewport.scene.canvas;
}

/** The place of the camera as numbers, for links; null without WebGL 2. */
export function viewportCamera(): number[] | null {
  return viewport?.scene?.camera.place ?? null;
}

/** Puts the camera to a place of viewportCamera(). */
export function setViewportCamera(place: readonly number[]): void {
  if (viewport?.scene) {
    viewport.scene.camera.place = [...place];
  }
}

export function startViewport(app: App): void {
  viewport = new Viewport(app);
  startGridView(app);
}
