/** Lists of any length with rows of equal height: only the visible rows are elements. */
import { make, oncePerFrame } from "./dom";
import { clamp } from "./numbers";

/** Browsers limit the height of elements; in longer lists the scroll bar moves more rows. */
const MAX_HEIGHT = 8_000_000;
const SPARE_ROWS = 4;
let nextList = 1;

/** A scrolled element with its visible rows. Their height is the custom property --row. */
export class RowWindow {
  readonly element: HTMLElement;
  /** This row is always an element, also when it is not visible. */
  kept = -1;
  private rowHeight = 28;
  private space = make("div", { class: "rows", role: "presentation" });
  private rows = new Map<number, HTMLElement>();
  private rowCount = 0;

  constructor(properties: Record<string, unknown>,
    private makeRow: (index: number) => HTMLElement) {
    this.element = make("div", { ...properties, onscroll: oncePerFrame(() => this.draw()) },
      this.space);
    this.element.classList.add("windowed");
    new ResizeObserver(() => {
      this.readHeight();
      this.draw();
    }).observe(this.element);
  }

  private readHeight(): void {
    this.rowHeight = parseFloat(getComputedStyle(this.element).getPropertyValue("--row")) ||
      this.rowHeight;
  }

  get count(): number {
    return this.rowCount;
  }

  row(index: number): HTMLElement | undefined {
    return this.rows.get(index);
  }

  /** Makes all visible rows again. */
  setCount(count: number): void {
    this.rowCount = count;
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
    this.readHeight(); // the list can be scrolled before the first frame in which it is visible
    this.draw();
  }

  private get height(): number {
    return Math.min(this.count * this.rowHeight, MAX_HEIGHT);
  }

  /** How many rows are visible, with a fraction. */
  private get visible(): number {
    return this.element.clientHeight / this.rowHeight;
  }

  get visibleCount(): number {
    return Math.max(1, Math.floor(this.visible));
  }

  /** Rows per scrolled pixel. */
  private get rate(): number {
    const hidden = this.height - this.element.clientHeight;
    return hidden > 0 ? (this.count - this.visible) / hidden : 0;
  }

  /** Scrolls to a row that is not visible: as little as possible, or to the middle. */
  showRow(index: number, isCentred = false): void {
    const { element, rate, visible } = this;
    const first = element.scrollTop * rate;
    const isAbove = index < first;
    if (rate > 0 && index >= 0 && (isAbove || index + 1 > first + visible)) {
      const isLong = this.height === MAX_HEIGHT; // a pixel is not exact enough
      const top = isCentred || isLong ? index - (visible - 1) / 2
        : isAbove ? index : index + 1 - visible;
      element.scrollTop = Math.max(0, top / rate);
    }
    this.draw();
  }

  /** Makes the rows that became visible, removes the others, and places them. */
  draw(): void {
    const { element, rowHeight, height } = this;
    this.space.style.height = `${height}px`;
    const top = element.scrollTop * this.rate;
    const first = Math.max(0, Math.floor(top) - SPARE_ROWS);
    const end = Math.min(this.count, Math.ceil(top + this.visible) + SPARE_ROWS);
    for (const [index, row] of this.rows) {
      if ((index < first || index >= end) && index !== this.kept) {
        row.remove();
        this.rows.delete(index);
      }
    }
    for (let index = first; index < end; index++) {
      this.addRow(index);
    }
    this.addRow(this.kept);
    const origin = element.scrollTop - top * rowHeight;
    for (const [index, row] of this.rows) {
      const y = clamp(origin + index * rowHeight, 0, height - rowHeight);
      row.style.transform = `translateY(${y}px)`;
    }
  }

  private addRow(index: number): void {
    if (index >= 0 && index < this.count && !this.rows.has(index)) {
      const row = this.makeRow(index);
      row.classList.add("row");
      this.rows.set(index, row);
      this.space.append(row);
    }
  }
}

export interface WindowedOptions<T> {
  role: "listbox" | "grid";
  label: string;
  multiple?: boolean;
  /** A row that is moved to is scrolled to the middle. */
  isCentred?: boolean;
  /** Further properties of the element. */
  properties?: Record<string, unknown>;
  /** The contents of a row, and the attributes that depend on its item. */
  fill(row: HTMLElement, item: T, index: number): void;
  /** The user moved to a row with a key or the pointer. */
  onMove(index: number, event: KeyboardEvent | MouseEvent): void;
  onEnter?(index: number, event: KeyboardEvent): void;
  /** Further keys; true when the key was used. */
  onKey?(index: number, event: KeyboardEvent): boolean;
}

/**
 * A list or grid with one active row, which keys and clicks change. Typed letters do not move in
 * it: they are commands, wherever the focus is.
 */
export class Windowed<T> {
  readonly element: HTMLElement;
  private rows: RowWindow;
  private items: ArrayLike<T> = [];
  private active = -1;
  private id = `rows-${nextList++}`;

  constructor(private options: WindowedOptions<T>) {
    this.rows = new RowWindow({ ...options.properties, role: options.role, tabIndex: 0,
      "aria-label": options.label, "data-keys": "arrows", onkeydown: this.onKeyDown,
      "aria-multiselectable": options.multiple ? "true" : undefined,
      onclick: this.onClick }, (index) => this.makeRow(index));
    this.element = this.rows.element;
  }

  get activeIndex(): number {
    return this.active;
  }

  get count(): number {
    return this.items.length;
  }

  set label(label: string) {
    this.element.setAttribute("aria-label", label);
  }

  /** Shows other items, or the same ones again after a change. */
  setItems(items: ArrayLike<T>, active: number): void {
    const moved = active !== this.active;
    this.items = items;
    this.setActive(Math.min(active, items.length - 1));
    this.rows.setCount(items.length);
    if (this.options.role === "grid") {
      this.element.setAttribute("aria-rowcount", String(items.length));
    }
    if (moved) {
      this.rows.showRow(this.active, this.options.isCentred);
    }
  }

  private setActive(index: number): void {
    this.active = index;
    this.rows.kept = index;
    if (index >= 0) {
      this.element.setAttribute("aria-activedescendant", `${this.id}-${index}`);
    } else {
      this.element.removeAttribute("aria-activedescendant");
    }
  }

  private makeRow(index: number): HTMLElement {
    const isGrid = this.options.role === "grid";
    const row = make("div", { id: `${this.id}-${index}`,
      role: isGrid ? "row" : "option", "data-index": index,
      "aria-rowindex": isGrid ? index + 1 : undefined,
      "aria-posinset": isGrid ? undefined : index + 1,
      "aria-setsize": isGrid ? undefined : this.items.length });
    row.classList.toggle("is-active", index === this.active);
    this.options.fill(row, this.items[index]!, index);
    return row;
  }

  /** Makes a row active without a call of onMove(). */
  activate(index: number): void {
    this.rows.row(this.active)?.classList.remove("is-active");
    this.setActive(index);
    this.rows.showRow(index, this.options.isCentred);
    this.rows.row(index)?.classList.add("is-active");
  }

  private move(index: number, event: KeyboardEvent | MouseEvent): void {
    const to = clamp(index, 0, this.items.length - 1);
    if (this.items.length > 0) {
      this.activate(to);
      this.options.onMove(to, event);
    }
  }

  private onClick = (event: MouseEvent): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
    if (row && !event.defaultPrevented) {
      this.move(Number(row.dataset.index), event);
    }
  };

  private onKeyDown = (event: KeyboardEvent): void => {
    const page = Math.max(1, this.rows.visibleCount - 1);
    const targets: Record<string, number> = { ArrowUp: this.active - 1,
      ArrowDown: this.active + 1, Home: 0, End: this.items.length - 1,
      PageUp: this.active - page, PageDown: this.active + page };
    const target = targets[event.key];
    if (this.options.onKey?.(this.active, event)) {
      event.preventDefault();
    } else if (target !== undefined && !event.altKey) {
      event.preventDefault();
      this.move(target, event);
    } else if (event.key === "Enter" && this.options.onEnter && this.active >= 0) {
      event.preventDefault();
      this.options.onEnter(this.active, event);
    }
  };
}
