/** The names of the joints, beside them. Names that would cover others are left out. */
import { Vector3, type Camera } from "three";
import { make } from "../dom";

const HEIGHT = 15;
const GAP = 5;

export interface Label {
  bone: number;
  text: string;
  x: number;
  y: number;
}

export class Labels {
  readonly element = make("div", { class: "viewport-labels", "aria-hidden": "true" });
  /** The labels that are shown, in pixels of CSS. */
  shown: Label[] = [];
  private widths = new Map<string, number>();
  private measure = document.createElement("canvas").getContext("2d");

  clear(): void {
    this.shown = [];
    this.element.replaceChildren();
  }

  private width(text: string): number {
    let width = this.widths.get(text);
    if (width === undefined) {
      if (this.measure) {
        this.measure.font = "12px system-ui, sans-serif";
      }
      width = this.measure?.measureText(text).width ?? text.length * 7;
      this.widths.set(text, width);
    }
    return width;
  }

  /** Shows the names of the bones at their joints; the picked one comes first. */
  show(names: readonly string[], pose: Float32Array, offset: Vector3, camera: Camera,
    size: { width: number; height: number }, picked: number | null): void {
    const point = new Vector3();
    const free: Label[] = [];
    const order = names.map((_, bone) => bone);
    if (picked !== null) {
      order.unshift(picked);
    }
    for (const bone of order) {
      const text = names[bone] ?? "";
      point.fromArray(pose, bone * 16 + 12).add(offset).project(camera);
      const x = ((point.x + 1) / 2) * size.width;
      const y = ((1 - point.y) / 2) * size.height;
      const isInside = x >= 0 && x < size.width && y >= 0 && y < size.height && point.z < 1;
      const covers = (one: Label) => Math.abs(one.y - y) < HEIGHT &&
        x < one.x + this.width(one.text) + GAP && one.x < x + this.width(text) + GAP;
      if (isInside && text && !free.some(covers)) {
        free.push({ bone, text, x, y });
      }
    }
    this.shown = free;
    this.place(picked);
  }

  private place(picked: number | null): void {
    const { children } = this.element;
    while (children.length < this.shown.length) {
      this.element.append(make("span"));
    }
    while (children.length > this.shown.length) {
      children[children.length - 1]!.remove();
    }
    this.shown.forEach(({ bone, text, x, y }, index) => {
      const span = children[index] as HTMLElement;
      if (span.textContent !== text) {
        span.textContent = text;
      }
      span.dataset.bone = String(bone);
      span.classList.toggle("is-picked", bone === picked);
      span.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
    });
  }
}
