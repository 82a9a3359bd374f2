/** The list of the clips of the shown file. */
import type { ListedClip } from "gait";
import type { App } from "../app";
import { make } from "../dom";
import { showWhenChanged } from "../signal";
import { language, text, type TextKey } from "../text/text";
import { clipRows, findingsByClip, type ClipColumn, type ClipFilters, type ClipFindings,
  type ClipOrder } from "./clip_rows";
import { HoverPreview } from "./hover_preview";
import { findingMark } from "./mark";
import { MovingBones } from "./moving_bones";
import { Windowed } from "../windowed";

const COLUMNS: readonly [ClipColumn, TextKey, TextKey][] = [
  ["name", "list.name", "list.name"],
  ["seconds", "list.seconds", "list.seconds-short"],
  ["frames", "list.frames", "list.frames-short"],
  ["events", "list.events", "list.events-short"],
  ["findings", "list.findings", "list.findings-short"],
];
const FILTERS: readonly [keyof Omit<ClipFilters, "query">, TextKey][] = [
  ["hasEvent", "list.has-event"], ["hasErrors", "list.has-errors"], ["loops", "list.loops"],
  ["movesBone", "list.moves-picked"]];

export class ClipList {
  readonly element = make("section", { class: "clips" });
  readonly search = make("input", { type: "search", class: "grow" });
  private filters: ClipFilters = { query: "", hasEvent: false, hasErrors: false, loops: false,
    movesBone: false };
  private order: ClipOrder = { column: null, isDescending: false };
  private shown: ListedClip[] = [];
  private findings = new Map<number, ClipFindings>();
  private list: Windowed<ListedClip>;
  private moving: MovingBones;
  private preview: HoverPreview;
  private head = make("div", { class: "clip-columns head" });
  private options = make("details", { class: "filters" });
  private count = make("span", { class: "dim count", role: "status" });
  private anchor = 0;

  constructor(private app: App) {
    this.moving = new MovingBones(app, () => this.update());
    this.list = new Windowed({ role: "listbox", label: "", multiple: true,
      fill: (row, clip) => this.fill(row, clip),
      onMove: (index, event) => this.move(index, event),
      onKey: (_, event) => this.onKey(event) });
    this.preview = new HoverPreview(app, this.list.element, (row) => this.shown[row]?.index);
    this.search.addEventListener("input", () => {
      this.filters.query = this.search.value;
      this.update();
    });
    this.search.addEventListener("keydown", (event) => this.onSearchKey(event));
    this.element.append(make("div", { class: "list-tools" }, this.search, this.options),
      this.count, this.head, this.list.element);
    language.observe(() => this.name());
    app.selection.doc.onChange((doc, before) => {
      if (doc !== before) {
        app.selection.selected.value = new Set();
        this.search.value = this.filters.query = "";
      }
    });
    const { doc, clip, selected, bone } = app.selection;
    showWhenChanged([doc, app.files.docs, clip, selected, bone], () => this.update());
    this.update();
  }

  /** Shows the names of the controls in the language. */
  private name(): void {
    this.search.placeholder = text("list.search");
    this.search.setAttribute("aria-label", text("list.search"));
    this.search.title = `${text("list.search")} (/)`;
    this.list.label = text("list.clips");
    const boxes = FILTERS.map(([filter, key]) => {
      const box = make("input", { type: "checkbox", checked: this.filters[filter],
        onchange: () => {
          this.filters[filter] = box.checked;
          this.update();
        } });
      return make("label", { "data-filter": filter }, box, make("span", {}, text(key)));
    });
    this.options.replaceChildren(make("summary", {}, text("list.filter")),
      make("div", { class: "menu" }, ...boxes));
    this.showHead();
    this.update();
  }

  private showHead(): void {
    this.head.replaceChildren(...COLUMNS.map(([column, key, short]) => {
      const { column: sorted, isDescending } = this.order;
      const state = sorted !== column ? "" : isDescending ? " ▾" : " ▴";
      const order = sorted !== column ? ""
        : `, ${text(isDescending ? "list.descending" : "list.ascending")}`;
      return make("button", { type: "button", "data-column": column, title: text(key),
        "aria-label": `${text(short)}: ${text("list.sort", { column: text(key) })}${order}`,
        onclick: () => this.sort(column) }, text(short) + state);
    }));
  }

  /** Sorts by a column, then in reverse, then as in the file. */
  private sort(column: ClipColumn): void {
    const startsDescending = column !== "name";
    if (this.order.column !== column) {
      this.order = { column, isDescending: startsDescending };
    } else if (this.order.isDescending === startsDescending) {
      this.order = { column, isDescending: !startsDescending };
    } else {
      this.order = { column: null, isDescending: false };
    }
    this.showHead();
    this.update();
    this.head.querySelector<HTMLElement>(`[data-column=${column}]`)?.focus();
  }

  private update(): void {
    const { app } = this;
    const doc = app.selection.doc.value;
    const clips = doc?.opened?.clips ?? [];
    this.findings = findingsByClip(doc?.check ?? null);
    const clip = app.selection.clip.value?.doc === doc ? app.selection.clip.value : null;
    const bone = clip ? app.selection.bone.value : null;
    const movesBone = clip && bone !== null && this.filters.movesBone
      ? this.moving.filter(clip, bone) : null;
    this.shown = clipRows(clips, this.findings, movesBone, this.filters, this.order);
    this.preview.update();
    app.selection.listed = this.shown.map(({ index }) => index);
    const current = clip?.index ?? -1;
    this.list.setItems(this.shown, this.shown.findIndex(({ index }) => index === current));
    this.enable("hasErrors", Boolean(doc?.check), "list.no-check");
    this.enable("movesBone", bone !== null, "list.no-bone", bone === null
      ? text("list.moves-picked")
      : text("list.moves-bone", { bone: clip!.skeleton.bones[bone]?.name ?? "" }));
    this.options.classList.toggle("is-on",
      FILTERS.some(([filter]) => this.filters[filter]));
    this.count.textContent = this.shown.length === clips.length
      ? text("list.count", { n: clips.length })
      : text("list.count-of", { shown: this.shown.length, n: clips.length });
  }

  /** Enables a filter that can be used, and shows why another one cannot. */
  private enable(filter: keyof ClipFilters, isPossible: boolean, why: TextKey, label?: string): void {
    const row = this.options.querySelector<HTMLElement>(`[data-filter=${filter}]`);
    const box = row?.querySelector("input");
    if (row && box) {
      box.disabled = !isPossible && !box.checked;
      row.title = isPossible ? "" : text(why);
      row.lastElementChild!.textContent = label ?? row.lastElementChild!.textContent;
    }
  }

  private fill(row: HTMLElement, clip: ListedClip): void {
    const { index, name, duration_s: seconds, frames, events } = clip;
    const isShown = this.app.selection.clip.value?.index === index;
    const selected = this.app.selection.selected.value;
    row.setAttribute("aria-selected", String(selected.size > 0 ? selected.has(index) : isShown));
    row.classList.add("clip-columns");
    row.title = name;
    row.classList.toggle("is-shown", isShown);
    const found = this.findings.get(index);
    row.append(make("span", { class: "cut", title: name }, name),
      make("span", { class: "number" }, seconds === null ? "–" : seconds.toFixed(2)),
      make("span", { class: "number" }, String(frames)),
      make("span", { class: "number event" }, events.length > 0 ? String(events.length) : ""),
      findingMark(found?.severity ?? "note", found?.count ?? 0));
  }

  private onKey(event: KeyboardEvent): boolean {
    if (event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey)) {
      this.selectAll();
      return true;
    }
    return false;
  }

  /** Selects all clips that are listed. */
  selectAll(): void {
    this.app.selection.selected.value = new Set(this.shown.map(({ index }) => index));
  }

  /** Shift selects a range, Ctrl one more; otherwise the clip is shown and nothing is selected. */
  private move(row: number, event: KeyboardEvent | MouseEvent): void {
    const { app } = this;
    const clip = this.shown[row]!;
    if (event.shiftKey) {
      const [from, to] = [Math.min(this.anchor, row), Math.max(this.anchor, row)];
      app.selection.selected.value =
        new Set(this.shown.slice(from, to + 1).map(({ index }) => index));
      return;
    }
    this.anchor = row;
    if (event.ctrlKey || event.metaKey) {
      const selected = new Set(app.selection.selected.value);
      const current = app.selection.clip.value?.index;
      if (selected.size === 0 && current !== undefined) {
        selected.add(current);
      }
      if (!selected.delete(clip.index)) {
        selected.add(clip.index);
      }
      app.selection.selected.value = selected;
      return;
    }
    app.selection.selected.value = new Set();
    void app.selection.show(app.selection.doc.value!, clip.index);
    if (event instanceof MouseEvent) {
      document.getElementById("app")!.classList.remove("shows-list");
    }
  }

  private onSearchKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.search.value !== "") {
      event.preventDefault();
      this.search.value = "";
      this.filters.query = "";
      this.update();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      this.list.element.focus();
      if (this.list.activeIndex < 0 && this.shown.length > 0) {
        void this.app.selection.show(this.app.selection.doc.value!, this.shown[0]!.index);
      }
    } else if (event.key === "Escape") {
      this.search.blur();
    }
  }
}
