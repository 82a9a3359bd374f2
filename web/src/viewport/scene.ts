/** The canvas of the viewport: what is in the scene, when it is drawn, and the loss of its context. */
import { Color, DirectionalLight, HemisphereLight, Raycaster, Scene, Vector2, Vector3,
  WebGLRenderer } from "three";
import type { App } from "../app";
import type { MeshFound } from "../engine/protocol";
import { make, oncePerFrame, themeColor } from "../dom";
import { Camera } from "./camera";
import { Figure } from "./figure";
import { Ground } from "./ground";
import { Skin } from "./skin";
import { Trail } from "./trail";
import { drawsWithoutGpu } from "./gpu";
import { watchScreen } from "./screen";

const MOST_DENSE = 2;

export class ViewportScene {
  readonly canvas = make("canvas", { tabIndex: 0, role: "img", class: "viewport-canvas" });
  readonly figure = new Figure(false);
  readonly ghost = new Figure(true);
  readonly skin = new Skin();
  readonly ground = new Ground();
  readonly trail = new Trail();
  readonly camera: Camera;
  /** Draws in the next frame of the screen. */
  readonly request = oncePerFrame(() => this.draw());
  size = { width: 1, height: 1 };
  isLost = false;
  private scene = new Scene();
  private light = new DirectionalLight(0xffffff, 1.8);
  private renderer: WebGLRenderer;

  /** Throws when the browser has no WebGL 2. */
  constructor(app: App, parent: HTMLElement, private drawn: () => void,
    private lostChanged: () => void) {
    const context = this.canvas.getContext("webgl2", { antialias: !drawsWithoutGpu(), alpha: false });
    if (!context) {
      throw new Error("no WebGL 2");
    }
    this.renderer = new WebGLRenderer({ canvas: this.canvas, context });
    this.camera = new Camera(app, this.canvas, this.request);
    this.scene.add(this.ground.group, this.trail.group, this.figure.group, this.ghost.group,
      this.skin.group, new HemisphereLight(0xffffff, 0x999999, 2.2), this.light);
    parent.append(this.canvas);
    watchScreen(parent, (width, height) => this.resize(width, height));
    this.canvas.addEventListener("webglcontextlost", () => this.lose(true));
    this.canvas.addEventListener("webglcontextrestored", () => this.lose(false));
    this.figure.warmUp();
    this.paint(null);
    void this.renderer.compileAsync(this.scene, this.camera.current).then(() => this.warmUp());
    this.figure.group.visible = false;
  }

  /** Draws once without showing it: the first drawing with a shader takes long. */
  private warmUp(): void {
    const { group } = this.figure;
    const isShown = group.visible;
    group.visible = true;
    this.renderer.render(this.scene, this.camera.current);
    group.visible = isShown;
    performance.mark("gait-viewport-ready");
  }

  private lose(isLost: boolean): void {
    this.isLost = isLost;
    this.lostChanged();
    this.request();
  }

  private resize(width: number, height: number): void {
    if (width < 1 || height < 1) {
      return;
    }
    this.size = { width, height };
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, MOST_DENSE));
    this.renderer.setSize(width, height, false);
    this.camera.resize(width / height);
    this.draw();
  }

  /** Replaces the mesh. Its shaders are compiled before it is shown. */
  async showMesh(found: MeshFound | null): Promise<void> {
    this.skin.show(found);
    if (found) {
      await this.renderer.compileAsync(this.skin.group, this.camera.current, this.scene);
    }
  }

  /** Applies the colours of the theme. */
  paint(picked: number | null): void {
    this.scene.background = new Color(themeColor("back"));
    this.figure.paint(picked);
    this.ghost.paint(null);
    this.ground.paint();
    this.trail.paint();
    this.request();
  }

  draw(): void {
    if (this.isLost || this.canvas.offsetParent === null) {
      return;
    }
    const camera = this.camera.current;
    this.light.position.set(0.6, 1, 0.8).applyQuaternion(camera.quaternion);
    this.renderer.render(this.scene, camera);
    this.drawn();
  }

  /** The bone at a point of the canvas: what a ray meets, or the nearest joint within `reach`. */
  pick(x: number, y: number, pose: Float32Array, reach: number): number | null {
    const { width, height } = this.size;
    const ray = new Raycaster();
    const camera = this.camera.current;
    ray.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), camera);
    const hit = this.figure.pick(ray);
    if (hit !== null) {
      return hit;
    }
    let best: number | null = null;
    let nearest = reach;
    const point = new Vector3();
    for (let bone = 0; bone * 16 < pose.length; bone++) {
      point.fromArray(pose, bone * 16 + 12).add(this.figure.group.position).project(camera);
      const distance = Math.hypot(((point.x + 1) / 2) * width - x,
        ((1 - point.y) / 2) * height - y);
      if (distance < nearest && point.z < 1) {
        nearest = distance;
        best = bone;
      }
    }
    return best;
  }
}
