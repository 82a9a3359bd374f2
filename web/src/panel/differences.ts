/** The differences of two clips as a sentence and a table. */
import type { Comparison } from "gait";
import { make } from "../dom";
import type { Signal } from "../signal";
import { text, type TextKey } from "../text/text";

type Row = Comparison["bones"][number];
type Column = "name" | "deg" | "mm";

export interface Order {
  by: Column;
  isAscending: boolean;
}

const COLUMNS: { id: Column; text: TextKey }[] = [{ id: "name", text: "panel.bone" },
  { id: "deg", text: "panel.degrees" }, { id: "mm", text: "panel.millimetres" }];

const DEGREE_DIGITS = 3;
const MM_DIGITS = 2;

/** null: the difference is not a finite number, because a key is not finite. */
const amount = (value: number | null, digits: number): string =>
  value === null ? "∞" : value.toFixed(digits);

const size = (value: number | null): number => value ?? Infinity;

function sorted(bones: readonly Row[], { by, isAscending }: Order): Row[] {
  const order = (one: Row, other: Row) => by === "name" ? (one.name < other.name ? -1 : 1)
    : size(one[by]) === size(other[by]) ? 0 : size(one[by]) < size(other[by]) ? -1 : 1;
  return [...bones].sort((one, other) => isAscending ? order(one, other) : order(other, one));
}

function sentence({ max_angle: angle, max_distance: distance, frames }: Comparison,
  name: string): string {
  if (!angle || !distance) {
    return text("panel.no-common-bone");
  }
  const values = [amount(angle.deg, DEGREE_DIGITS), amount(distance.mm, MM_DIGITS)] as const;
  if (values.every((value) => Number(value) === 0)) {
    return text("panel.no-difference", { n: frames, name });
  }
  return text("panel.max-difference", { n: frames, name, deg: values[0], degBone: angle.bone,
    degFrame: angle.frame, mm: values[1], mmBone: distance.bone, mmFrame: distance.frame });
}

function makeHead(order: Signal<Order>): HTMLElement {
  const { by, isAscending } = order.value;
  return make("tr", {}, ...COLUMNS.map(({ id, text: key }) => make("th", { scope: "col",
    class: id === "name" ? "" : "number",
    "aria-sort": id !== by ? "none" : isAscending ? "ascending" : "descending" },
  make("button", { type: "button", id: `panel-sort-${id}`, onclick: () => {
    order.value = { by: id, isAscending: id === by ? !isAscending : id === "name" };
  } }, text(key), id === by ? (isAscending ? " ▲" : " ▼") : ""))));
}

function makeOnly(key: TextKey, names: readonly string[]): HTMLElement | null {
  return names.length === 0 ? null : make("details", {},
    make("summary", {}, text(key, { n: names.length })), make("p", {}, names.join(", ")));
}

/** `name`: the pinned clip (A), whose frames are counted. `jump` goes to such a frame and a bone. */
export function makeDifferences(result: Comparison, name: string, order: Signal<Order>,
  jump: (frame: number, bone: string) => void): HTMLElement {
  const cell = (bone: string, value: string, frame: number) => make("td", { class: "number" },
    make("button", { type: "button", title: text("panel.go-frame", { n: frame, name }),
      onclick: () => jump(frame, bone) }, value,
    make("span", { class: "dim" }, ` ${text("panel.at-frame", { n: frame })}`)));
  return make("section", {}, make("p", { id: "panel-difference" }, sentence(result, name)),
    makeOnly("panel.only-pinned", result.only_in_first),
    makeOnly("panel.only-shown", result.only_in_second),
    make("table", { class: "differences" },
      make("caption", { class: "dim" }, text("panel.frames-of", { name })), make("thead", {}, makeHead(order)),
      make("tbody", {}, ...sorted(result.bones, order.value).map((row) => make("tr", {},
        make("th", { scope: "row", class: "cut", title: row.name }, row.name),
        cell(row.name, amount(row.deg, DEGREE_DIGITS), row.deg_frame),
        cell(row.name, amount(row.mm, MM_DIGITS), row.mm_frame))))));
}
