/** The ground: lines every half metre, stronger ones every metre, and the axes. */
import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Group, LineBasicMaterial,
  LineSegments, Mesh, MeshBasicMaterial, PlaneGeometry } from "three";
import { themeColor } from "../dom";
import { clamp } from "../numbers";

const STEP = 0.5;

export class Ground {
  readonly group = new Group();
  private reach = 0;
  /** Drawn first, so that it hides nothing when seen from below. */
  private plane = new Mesh(new PlaneGeometry(1, 1),
    new MeshBasicMaterial({ side: DoubleSide, depthWrite: false }));
  private lines = new LineSegments(new BufferGeometry(),
    new LineBasicMaterial({ vertexColors: true }));

  constructor() {
    this.plane.rotation.x = -Math.PI / 2;
    this.plane.position.y = -0.002;
    this.plane.renderOrder = -1;
    this.group.add(this.plane, this.lines);
    this.show(5);
  }

  /** Shows the lines as far as `reach` metres, in whole metres. */
  show(reach: number): void {
    const wanted = clamp(Math.ceil(reach), 5, 50);
    if (wanted !== this.reach) {
      this.reach = wanted;
      this.paint();
    }
  }

  /** Applies the colours of the theme. */
  paint(): void {
    const points: number[] = [];
    const colors: number[] = [];
    const line = (from: number[], to: number[], color: Color) => {
      points.push(...from, ...to);
      colors.push(color.r, color.g, color.b, color.r, color.g, color.b);
    };
    const { reach } = this;
    const strong = new Color(themeColor("line"));
    const weak = strong.clone().lerp(new Color(themeColor("back")), 0.6);
    for (const isMetre of [false, true]) {
      for (let at = -reach; at <= reach; at += STEP) {
        if (Number.isInteger(at) === isMetre) {
          const color = isMetre ? strong : weak;
          line([at, 0, -reach], [at, 0, reach], color);
          line([-reach, 0, at], [reach, 0, at], color);
        }
      }
    }
    [["error", 0.5, 0, 0], ["good", 0, 0.5, 0], ["right", 0, 0, 0.5]].forEach(
      ([name, ...end]) => line([0, 0.003, 0], [end[0], Math.max(end[1] as number, 0.003), end[2]] as
        number[], new Color(themeColor(name as string))));
    this.lines.geometry.dispose();
    this.lines.geometry = new BufferGeometry();
    this.lines.geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
    this.lines.geometry.setAttribute("color", new Float32BufferAttribute(colors, 3));
    this.plane.scale.setScalar(2 * reach);
    this.plane.material.color.set(themeColor("panel")).lerp(new Color(themeColor("back")), 0.5);
  }
}
