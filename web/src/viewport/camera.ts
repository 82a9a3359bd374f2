/** The camera: orbit by mouse, touch and keys, views as in Blender, perspective or orthographic. */
import { Box3, OrthographicCamera, PerspectiveCamera, Spherical, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import type { App } from "../app";
import type { Direction } from "../state/view";

const FIELD = 35;
const STEP = Math.PI / 18;
const FAR = 500;
/** The part of the view that a framed box takes. */
const FILLED = 0.82;

/** Directions from the figure to the camera. */
const DIRECTIONS: Record<Exclude<Direction, "perspective">, Vector3> = {
  front: new Vector3(0, 0, 1),
  side: new Vector3(1, 0, 0),
  top: new Vector3(0, 1, 1e-4).normalize(),
};

export class Camera {
  private perspective = new PerspectiveCamera(FIELD, 1, 0.02, FAR);
  private orthographic = new OrthographicCamera(-1, 1, 1, -1, -FAR, FAR);
  private controls: OrbitControls;
  private aspect = 1;
  private before = false;

  constructor(private app: App, canvas: HTMLElement, private changed: () => void) {
    this.perspective.position.set(2, 1.6, 3.6);
    this.controls = new OrbitControls(this.perspective, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.target.set(0, 0.9, 0);
    this.controls.update();
    this.controls.addEventListener("change", () => this.moved());
    app.view.direction.onChange((view) => this.look(view));
    app.view.orthographic.onChange((isOn) => this.project(isOn));
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  get current(): PerspectiveCamera | OrthographicCamera {
    return this.controls.object as PerspectiveCamera | OrthographicCamera;
  }

  private get offset(): Vector3 {
    return this.current.position.clone().sub(this.controls.target);
  }

  resize(aspect: number): void {
    this.aspect = aspect;
    this.updateProjection();
  }

  private updateProjection(): void {
    const height = this.offset.length() * Math.tan((FIELD * Math.PI) / 360);
    this.perspective.aspect = this.aspect;
    Object.assign(this.orthographic, { top: height, bottom: -height, left: -height * this.aspect,
      right: height * this.aspect });
    this.perspective.updateProjectionMatrix();
    this.orthographic.updateProjectionMatrix();
  }

  /** The direction was changed by the user: it is none of the fixed views any more. */
  private moved(): void {
    const view = this.app.view.direction.value;
    if (view !== "perspective" && this.offset.normalize().dot(DIRECTIONS[view]) < 0.9999) {
      queueMicrotask(() => {
        this.app.view.direction.value = "perspective";
        this.app.view.orthographic.value = this.before;
      });
    }
    this.changed();
  }

  private look(view: Direction): void {
    if (view === "perspective") {
      return;
    }
    const distance = this.offset.length();
    this.current.position.copy(DIRECTIONS[view]).multiplyScalar(distance)
      .add(this.controls.target);
    this.before = this.app.view.orthographic.value && this.before;
    this.app.view.orthographic.value = true;
    this.update();
  }

  /** Numpad 5: the other projection in the same direction. */
  toggleProjection(): void {
    this.app.view.direction.value = "perspective";
    this.app.view.orthographic.value = !this.app.view.orthographic.value;
    this.before = this.app.view.orthographic.value;
  }

  private project(isOrthographic: boolean): void {
    const from = this.current;
    const to = isOrthographic ? this.orthographic : this.perspective;
    const distance = this.offset.divideScalar(from.zoom);
    to.position.copy(this.controls.target).add(distance);
    to.zoom = 1;
    from.zoom = 1;
    this.controls.object = to;
    this.update();
  }

  private update(): void {
    this.updateProjection();
    this.controls.update();
    this.current.updateMatrixWorld();
    this.changed();
  }

  /** Shows a box whole, from the same direction. */
  frame(box: Box3): void {
    this.current.updateMatrixWorld();
    const center = box.getCenter(new Vector3());
    const offset = this.offset.normalize();
    const { elements } = this.current.matrixWorld;
    const [right, up] = [0, 4].map((at) => new Vector3().fromArray(elements, at)) as
      [Vector3, Vector3];
    const tangent = Math.tan((FIELD * Math.PI) / 360) * FILLED;
    let distance = 0.3;
    for (let corner = 0; corner < 8; corner++) {
      const to = new Vector3(corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
        corner & 4 ? box.max.z : box.min.z).sub(center);
      const half = Math.max(Math.abs(to.dot(up)), Math.abs(to.dot(right)) / this.aspect);
      distance = Math.max(distance, half / tangent +
        (this.app.view.orthographic.value ? 0 : to.dot(offset)));
    }
    this.controls.target.copy(center);
    this.current.zoom = 1;
    this.current.position.copy(center).add(offset.multiplyScalar(distance));
    this.update();
  }

  /** True when the camera shows most of the box. */
  shows(box: Box3): boolean {
    const { current } = this;
    current.updateMatrixWorld();
    const center = box.getCenter(new Vector3()).project(current);
    const ends = [box.min, box.max].map((point) => point.clone().project(current));
    return isInside(center) && ends.some(isInside) &&
      Math.hypot(ends[0]!.x - ends[1]!.x, ends[0]!.y - ends[1]!.y) > 0.05;
  }

  /** True when the camera shows both ends of the box. */
  contains(box: Box3): boolean {
    this.current.updateMatrixWorld();
    return [box.min, box.max].every((end) => isInside(end.clone().project(this.current)));
  }

  /** Ctrl+arrows orbit, with Shift they move; Page up and Page down change the distance. */
  private key(event: KeyboardEvent): void {
    const ways: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0],
      ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const way = ways[event.key];
    if (way && (event.ctrlKey || event.metaKey)) {
      if (event.shiftKey) {
        this.pan(...way);
      } else {
        this.orbit(...way);
      }
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      this.zoom(event.key === "PageUp" ? 0.85 : 1 / 0.85);
    } else {
      return;
    }
    event.preventDefault();
    this.moved();
  }

  private orbit(x: number, y: number): void {
    const around = new Spherical().setFromVector3(this.offset);
    around.theta += x * STEP;
    around.phi -= y * STEP;
    around.makeSafe();
    this.current.position.setFromSpherical(around).add(this.controls.target);
    this.update();
  }

  private pan(x: number, y: number): void {
    const step = (this.offset.length() / this.current.zoom) * 0.05;
    const { elements } = this.current.matrix;
    const move = new Vector3(elements[0], elements[1], elements[2]).multiplyScalar(x * step)
      .add(new Vector3(elements[4], elements[5], elements[6]).multiplyScalar(y * step));
    this.controls.target.add(move);
    this.current.position.add(move);
    this.update();
  }

  private zoom(factor: number): void {
    const offset = this.offset.multiplyScalar(factor);
    this.current.position.copy(this.controls.target).add(offset);
    this.update();
  }

  /** The place of the camera as numbers: the target, the position, 1 when orthographic. */
  get place(): number[] {
    const { target } = this.controls;
    const position = target.clone().add(this.offset.divideScalar(this.current.zoom));
    return [...target.toArray(), ...position.toArray(), this.app.view.orthographic.value ? 1 : 0];
  }

  set place(numbers: readonly number[]) {
    if (numbers.length !== 7 || !numbers.every(Number.isFinite)) {
      return;
    }
    this.app.view.direction.value = "perspective";
    this.app.view.orthographic.value = numbers[6] === 1;
    this.before = numbers[6] === 1;
    this.controls.target.fromArray(numbers);
    this.current.zoom = 1;
    this.current.position.fromArray(numbers, 3);
    this.update();
  }
}

/** True for a projected point in the view. */
function isInside({ x, y, z }: Vector3): boolean {
  return Math.abs(x) < 1 && Math.abs(y) < 1 && z < 1;
}
