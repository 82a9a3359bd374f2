/** A table with the position, rotation and scale of a bone. It is updated while a clip plays. */
import { eulerOf, positionIn, rotationIn, type Axes } from "../axes";
import { make } from "../dom";
import type { Transform } from "../matrix";
import { text, type TextKey } from "../text/text";

export type ValueKind = "translation" | "rotation";

const ROWS: { text: TextKey; kind: ValueKind; digits: number;
  numbers: (transform: Transform, axes: Axes) => number[] }[] = [
  { text: "panel.position", kind: "translation", digits: 5,
    numbers: ({ position }, axes) => positionIn(axes, position) },
  { text: "panel.quaternion", kind: "rotation", digits: 5,
    numbers: ({ rotation }, axes) => rotationIn(axes, rotation) },
  { text: "panel.euler", kind: "rotation", digits: 3,
    numbers: ({ rotation }, axes) => eulerOf(rotationIn(axes, rotation)) },
  { text: "panel.scale", kind: "translation", digits: 5, numbers: ({ scale }) => scale },
];
const SCALE = 3;

const hasScale = ({ scale }: Transform): boolean =>
  scale.some((value) => Math.abs(value - 1) > 1e-5);

function format(value: number, digits: number): string {
  const rounded = value.toFixed(digits);
  return Number(rounded) === 0 ? rounded.replace("-", "") : rounded;
}

export class BoneNumbers {
  readonly element: HTMLElement;
  private cells: { row: HTMLElement; spans: HTMLElement[] }[];

  /** `openBytes` is called when the user clicks on a value; without it, values are plain text. */
  constructor(id: string, title: string, openBytes: ((kind: ValueKind) => void) | null) {
    this.cells = ROWS.map(({ text: key, kind }) => {
      const spans = Array.from({ length: 4 }, () => make("span"));
      const label = make("span", { class: "numbers-label" }, text(key));
      const row = openBytes
        ? make("button", { type: "button", class: "numbers-row", title: text("panel.show-bytes"),
          onclick: () => openBytes(kind) }, label, ...spans)
        : make("div", { class: "numbers-row" }, label, ...spans);
      return { row, spans };
    });
    this.element = make("section", { class: "numbers", "data-numbers": id },
      make("h3", {}, title), ...this.cells.map(({ row }) => row));
  }

  show(transform: Transform | null, axes: Axes): void {
    this.cells.forEach(({ row, spans }, index) => {
      const { numbers, digits } = ROWS[index]!;
      const values = transform ? numbers(transform, axes) : [];
      row.hidden = index === SCALE && !(transform && hasScale(transform));
      spans.forEach((span, component) => {
        const value = values[component];
        span.textContent = value !== undefined ? format(value, digits)
          : transform || component > 0 ? "" : "—";
      });
    });
  }
}
