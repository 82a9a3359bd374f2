/** Lists of thousands of rows of equal height, of which only the visible ones are elements. */
import { make, oncePerFrame } from "../dom";

const EXTRA_ROWS = 4;
const TYPING_PAUSE_MS = 700;
let nextList = 1;

export interface WindowedOptions<T> {
  role: "listbox" | "grid";
  label: string;
  multiple?: boolean;
  /** The contents of a row, and the attributes that depend on its item. */
  fill(row: HTMLElement, item: T, index: number): void;
  /** What typed letters are compared with. */
  textOf(item: T): string;
  /** The user moved to a row with a key or the pointer. */
  onMove(index: number, event: KeyboardEvent | MouseEvent): void;
  onEnter?(index: number, event: KeyboardEvent): void;
  /** Further keys; true when the key was used. */
  onKey?(index: number, event: KeyboardEvent): boolean;
}

export class Windowed<T> {
  readonly element: HTMLElement;
  private space = make("div", { class: "rows", role: "presentation" });
  private rows = new Map<number, HTMLElement>();
  private items: readonly T[] = [];
  private active = -1;
  private rowHeight = 28;
  private id = `rows-${nextList++}`;
  private typed = "";
  private typedAt = 0;
  /** Typed letters search only after the keyboard gave the focus; else they are commands. */
  private isByPointer = false;

  constructor(private options: WindowedOptions<T>) {
    this.element = make("div", { class: "windowed", role: options.role, tabIndex: 0,
      "aria-label": options.label, "data-keys": "arrows", onkeydown: this.onKeyDown,
      "aria-multiselectable": options.multiple ? "true" : undefined,
      onpointerdown: () => {
        this.isByPointer = true;
      },
      onblur: () => {
        this.isByPointer = false;
      },
      onclick: this.onClick, onscroll: oncePerFrame(() => this.show()) }, this.space);
    new ResizeObserver(() => {
      const height = parseFloat(getComputedStyle(document.documentElement)
        .getPropertyValue("--row"));
      this.rowHeight = height > 0 ? height : 28;
      this.show();
    }).observe(this.element);
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
  setItems(items: readonly T[], active: number): void {
    const moved = active !== this.active;
    this.items = items;
    this.active = Math.min(active, items.length - 1);
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
    this.space.style.height = `${items.length * this.rowHeight}px`;
    if (this.options.role === "grid") {
      this.element.setAttribute("aria-rowcount", String(items.length));
    }
    if (moved) {
      this.scrollTo(this.active);
    }
    this.show();
  }

  private scrollTo(index: number): void {
    const { element, rowHeight } = this;
    const top = index * rowHeight;
    if (index < 0) {
      return;
    }
    if (top < element.scrollTop) {
      element.scrollTop = top;
    } else if (top + rowHeight > element.scrollTop + element.clientHeight) {
      element.scrollTop = top + rowHeight - element.clientHeight;
    }
  }

  /** Makes the rows that are visible, and removes the others. */
  private show(): void {
    const { element, rowHeight, items } = this;
    this.space.style.height = `${items.length * rowHeight}px`;
    const first = Math.max(0, Math.floor(element.scrollTop / rowHeight) - EXTRA_ROWS);
    const end = Math.min(items.length,
      Math.ceil((element.scrollTop + element.clientHeight) / rowHeight) + EXTRA_ROWS);
    for (const [index, row] of this.rows) {
      if ((index < first || index >= end) && index !== this.active) {
        row.remove();
        this.rows.delete(index);
      }
    }
    for (let index = first; index < end; index++) {
      this.makeRow(index);
    }
    this.makeRow(this.active);
    const hasActive = this.active >= 0 && this.rows.has(this.active);
    if (hasActive) {
      element.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
    } else {
      element.removeAttribute("aria-activedescendant");
    }
  }

  private makeRow(index: number): void {
    const item = this.items[index];
    if (item === undefined || this.rows.has(index)) {
      return;
    }
    const isGrid = this.options.role === "grid";
    const row = make("div", { id: `${this.id}-${index}`, class: "row",
      role: isGrid ? "row" : "option", "data-index": index,
      "aria-rowindex": isGrid ? index + 1 : undefined,
      "aria-posinset": isGrid ? undefined : index + 1,
      "aria-setsize": isGrid ? undefined : this.items.length });
    row.style.transform = `translateY(${index * this.rowHeight}px)`;
    row.classList.toggle("is-active", index === this.active);
    this.options.fill(row, item, index);
    this.rows.set(index, row);
    this.space.append(row);
  }

  /** Makes a row active without telling the owner. */
  activate(index: number): void {
    this.rows.get(this.active)?.classList.remove("is-active");
    this.active = index;
    this.rows.get(index)?.classList.add("is-active");
    this.scrollTo(index);
    this.show();
  }

  private move(index: number, event: KeyboardEvent | MouseEvent): void {
    const to = Math.max(0, Math.min(index, this.items.length - 1));
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
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight) - 1);
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
    } else if (event.key.length === 1 && event.key !== " " && event.key !== "/" &&
        event.key !== "?" && !event.ctrlKey && !event.metaKey && !event.altKey &&
        !this.isByPointer) {
      event.preventDefault();
      this.type(event);
    }
  };

  /** Moves to the next row that begins with the typed letters. */
  private type(event: KeyboardEvent): void {
    const isNew = event.timeStamp - this.typedAt > TYPING_PAUSE_MS;
    this.typed = (isNew ? "" : this.typed) + event.key.toLowerCase();
    this.typedAt = event.timeStamp;
    const start = this.active + (this.typed.length === 1 ? 1 : 0);
    for (let step = 0; step < this.items.length; step++) {
      const index = (Math.max(0, start) + step) % this.items.length;
      if (this.options.textOf(this.items[index]!).toLowerCase().startsWith(this.typed)) {
        this.move(index, event);
        return;
      }
    }
  }
}
