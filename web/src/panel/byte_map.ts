/** The map of a file: its fields, and its bytes. */
import type { App } from "../app";
import { make } from "../dom";
import type { Doc } from "../state/doc";
import { problemOf } from "../state/services";
import { language, text } from "../text/text";
import { Windowed } from "../windowed";
import { FieldIndex, parseOffset } from "./field_index";
import { HexView, hexOffset } from "./hex_view";
import { placeOfKey } from "./key_place";
import { mapTarget } from "./map_target";

export class ByteMap {
  readonly element: HTMLDetailsElement;
  private summary = make("summary");
  private search = make("input", { type: "search", id: "panel-map-search",
    oninput: () => void this.filter() });
  private status = make("p", { class: "dim map-status", role: "status" });
  private detail = make("p", { class: "map-detail" });
  private list: Windowed<number>;
  private hex = new HexView((offset) => this.pickByte(offset));
  private blob: Blob | null = null;
  private index: FieldIndex | null = null;
  /** All rows of the index, and those that the search found or null. */
  private all = new Uint32Array();
  private found: Uint32Array | null = null;
  private picked = -1;
  private searching = 0;
  private isLoaded = false;

  constructor(private app: App) {
    this.list = new Windowed({ role: "listbox", label: "", isCentred: true,
      properties: { class: "fields", id: "panel-fields" },
      fill: (element, row) => this.fill(element, row),
      onMove: (at) => this.pick(this.rows[at]!) });
    this.element = make("details", { class: "byte-map", ontoggle: () => void this.open() },
      this.summary, this.search, this.status, this.list.element, this.detail, this.hex.element);
    mapTarget.onChange(() => void this.show());
    language.observe(() => {
      this.summary.textContent = text("panel.map");
      this.search.placeholder = text("panel.search-map");
      this.search.setAttribute("aria-label", text("panel.search-map"));
      this.list.label = text("panel.fields");
      this.showStatus();
    });
  }

  private get rows(): Uint32Array {
    return this.found ?? this.all;
  }

  /** Shows the rows, and marks the selected one. */
  private showRows(): void {
    this.list.setItems(this.rows, this.rows.indexOf(this.picked));
    this.showStatus();
  }

  /** Shows the map when it was opened, at the top of the column. */
  private async open(): Promise<void> {
    await this.show();
    if (this.element.open) {
      this.element.scrollIntoView({ block: "start" });
    }
  }

  /** Shows the map of the shown file, and the requested bytes. */
  async show(): Promise<void> {
    const doc = this.app.selection.doc.value;
    if (mapTarget.value) {
      this.element.open = true;
    }
    if (!doc || !this.element.open || this.app.view.panelTab.value !== "file") {
      return;
    }
    if (this.blob !== doc.blob) {
      await this.load(doc);
    }
    if (this.app.selection.doc.value === doc && this.blob === doc.blob && this.isLoaded) {
      this.goToTarget();
    }
  }

  private async load(doc: Doc): Promise<void> {
    const { blob } = doc;
    this.blob = blob;
    this.isLoaded = false;
    this.index = this.found = null;
    this.picked = -1;
    this.search.value = this.detail.textContent = "";
    this.all = new Uint32Array();
    this.showRows();
    this.hex.show(blob);
    this.status.textContent = text("page.busy");
    let problem = "";
    let index: FieldIndex | null = null;
    try {
      const input = this.app.models.input(doc);
      index = new FieldIndex(await this.app.run((calls) => calls.fields(input)));
    } catch (error) {
      problem = problemOf(error).message;
    }
    if (this.blob !== blob) {
      return;
    }
    this.isLoaded = true;
    this.index = index;
    this.all = Uint32Array.from({ length: index?.count ?? 0 }, (_, row) => row);
    this.showRows();
    if (problem) {
      this.status.textContent = problem;
    }
  }

  private goToTarget(): void {
    const target = mapTarget.value;
    if (!target) {
      return;
    }
    mapTarget.value = null;
    this.clearSearch();
    const { index } = this;
    const place = "clip" in target ? index && placeOfKey(index, target) : target;
    if (place) {
      const row = index?.rowOfByte(place.offset) ?? -1;
      const length = Math.max(place.length, row < 0 ? 1 : 0);
      this.pick(row, length > 0 ? { offset: place.offset, length } : null);
    } else if ("clip" in target) {
      this.search.value = target.clip.listed.name;
      void this.filter().then(() => this.found?.length === 0 && this.clearSearch());
      this.detail.textContent = text("panel.no-place", { bone: target.bone });
    }
    this.element.scrollIntoView({ block: "start" });
  }

  private clearSearch(): void {
    this.searching++;
    this.search.value = "";
    this.found = null;
    this.showRows();
  }

  private showStatus(): void {
    const { index, found } = this;
    this.status.textContent = !index ? "" : found
      ? text("panel.found-fields", { n: found.length, all: index.count })
      : text("panel.field-count", { n: index.count });
  }

  private async filter(): Promise<void> {
    const { index } = this;
    const turn = ++this.searching;
    const offset = parseOffset(this.search.value);
    if (!index) {
      return;
    }
    if (offset !== null && offset < (this.blob?.size ?? 0)) {
      this.found = null;
      this.showRows();
      this.pickByte(offset);
      return;
    }
    const found = await index.find(this.search.value, () => turn === this.searching);
    if (turn === this.searching) {
      this.found = found;
      this.list.element.scrollTop = 0;
      this.showRows();
    }
  }

  private fill(element: HTMLElement, row: number): void {
    const { offset, size, type, name, value } = this.index!.at(row);
    element.classList.add("field-row");
    element.setAttribute("aria-selected", String(row === this.picked));
    element.title = `${name} = ${value}`;
    const cell = (kind: string, words: string) => make("span", { class: `${kind} cut` }, words);
    element.append(cell("name", name), cell("offset", hexOffset(offset)),
      cell("size", text("panel.bytes", { n: size })), cell("type", type), cell("value", value));
  }

  private pickByte(offset: number): void {
    this.pick(this.index?.rowOfByte(offset) ?? -1);
  }

  /** Selects a field, and marks its bytes, or a part of them. */
  private pick(row: number, place: { offset: number; length: number } | null = null): void {
    const { index } = this;
    this.picked = row;
    const field = row >= 0 ? index?.at(row) : null;
    const marked = place ?? (field && { offset: field.offset, length: field.size });
    this.detail.textContent = field ? `${field.name}: ${field.type} = ${field.value}` : "";
    this.showRows();
    if (row >= 0) {
      this.list.activate(this.rows.indexOf(row));
    }
    if (marked) {
      this.hex.mark(marked.offset, marked.length);
    }
  }
}
