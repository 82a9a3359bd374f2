/** The cells of the grid view: one option per clip, of which only those in view exist. */
import { make } from "../dom";
import { clamp } from "../numbers";

const NAME = 20;
const MARGIN = 1;

interface Actions {
  open(index: number): void;
  leave(): void;
  play(): void;
  /** Other cells are in view, or they are at other places. */
  changed(): void;
}

export class GridViewCells {
  readonly spacer = make("div", { class: "grid-view-spacer", role: "listbox",
    "data-keys": "arrows enter" });
  readonly scroller = make("div", { class: "grid-view-scroller" }, this.spacer);
  private cells = new Map<number, HTMLElement>();
  private names: readonly string[] = [];
  private columns = 1;
  private width = 1;
  private height = 1;
  private size = 112;
  private current = 0;
  private failed: ReadonlySet<number> = new Set();
  private why = "";

  constructor(private actions: Actions) {
    this.scroller.addEventListener("scroll", () => this.update());
    this.spacer.addEventListener("keydown", (event) => this.key(event));
    this.spacer.addEventListener("click", (event) => {
      const cell = (event.target as HTMLElement).closest<HTMLElement>("[data-index]");
      if (cell) {
        this.actions.open(Number(cell.dataset.index));
      }
    });
  }

  /** Shows these names; `current` has the focus first. */
  show(names: readonly string[], current: number): void {
    this.names = names;
    this.failed = new Set();
    this.current = clamp(current, 0, names.length - 1);
    this.cells.forEach((cell) => cell.remove());
    this.cells.clear();
    this.layout();
  }

  /** Sets the smallest width of a cell in pixels. */
  resize(size = this.size): void {
    this.size = size;
    this.layout();
  }

  private layout(): void {
    const width = this.scroller.clientWidth;
    if (width < 1) {
      return;
    }
    this.columns = Math.max(1, Math.floor(width / this.size));
    this.width = width / this.columns;
    this.height = Math.round(this.size * 1.05) + NAME;
    const rows = Math.ceil(this.names.length / this.columns);
    this.spacer.style.height = `${rows * this.height}px`;
    this.cells.forEach((cell, index) => this.place(cell, index));
    this.update();
  }

  /** The cells in view, with those that are partly in view. */
  get visible(): number[] {
    const { scrollTop, clientHeight } = this.scroller;
    const first = Math.floor(scrollTop / this.height) * this.columns;
    const end = Math.ceil((scrollTop + clientHeight) / this.height) * this.columns;
    const from = Math.max(0, first);
    const count = Math.max(0, Math.min(end, this.names.length) - from);
    return Array.from({ length: count }, (_, index) => from + index);
  }

  /** The middle and the half size of the picture of a cell, relative to the view. */
  picture(index: number): { x: number; y: number; halfWidth: number; halfHeight: number } {
    const x = (index % this.columns) * this.width;
    const y = Math.floor(index / this.columns) * this.height - this.scroller.scrollTop;
    return { x: x + this.width / 2, y: y + (this.height - NAME) / 2,
      halfWidth: this.width / 2 - MARGIN, halfHeight: (this.height - NAME) / 2 - MARGIN };
  }

  private update(): void {
    const visible = new Set(this.visible);
    visible.add(this.current);
    for (const [index, cell] of this.cells) {
      if (!visible.has(index) && cell !== document.activeElement) {
        cell.remove();
        this.cells.delete(index);
      }
    }
    let next = this.spacer.firstElementChild as HTMLElement | null;
    for (const index of [...visible].sort((first, second) => first - second)) {
      while (next && Number(next.dataset.index) < index) {
        next = next.nextElementSibling as HTMLElement | null;
      }
      if (index < this.names.length && !this.cells.has(index)) {
        this.add(index, next);
      }
    }
    this.actions.changed();
  }

  /** Adds a cell before another one, so that readers of screens find them in their order. */
  private add(index: number, next: HTMLElement | null): void {
    const name = this.names[index]!;
    const cell = make("div", { class: "grid-view-cell", role: "option", title: name,
      tabIndex: index === this.current ? 0 : -1, "data-index": index,
      "aria-selected": String(index === this.current), "aria-setsize": this.names.length,
      "aria-posinset": index + 1, onfocus: () => this.select(index) },
    make("span", { class: "cut" }, name));
    this.cells.set(index, cell);
    this.markOne(cell, index);
    this.place(cell, index);
    this.spacer.insertBefore(cell, next);
  }

  private place({ style }: HTMLElement, index: number): void {
    style.width = `${this.width}px`;
    style.height = `${this.height}px`;
    style.transform = `translate(${(index % this.columns) * this.width}px, ${
      Math.floor(index / this.columns) * this.height}px)`;
  }

  /** Marks the cells whose clips cannot be shown, also those that come into view later. */
  mark(failed: ReadonlySet<number>, why: string): void {
    this.failed = failed;
    this.why = why;
    this.cells.forEach((cell, index) => this.markOne(cell, index));
  }

  private markOne(cell: HTMLElement, index: number): void {
    const isFailed = this.failed.has(index);
    cell.classList.toggle("is-failed", isFailed);
    cell.dataset.why = isFailed ? this.why : "";
  }

  private select(index: number): void {
    this.current = index;
    this.cells.forEach((cell, one) => {
      cell.tabIndex = one === index ? 0 : -1;
      cell.setAttribute("aria-selected", String(one === index));
    });
  }

  /** Moves the focus to a cell, and scrolls to it. */
  focus(index = this.current): void {
    if (this.names.length === 0) {
      return;
    }
    const wanted = clamp(index, 0, this.names.length - 1);
    const top = Math.floor(wanted / this.columns) * this.height;
    const { scrollTop, clientHeight } = this.scroller;
    if (top < scrollTop) {
      this.scroller.scrollTop = top;
    } else if (top + this.height > scrollTop + clientHeight) {
      this.scroller.scrollTop = top + this.height - clientHeight;
    }
    this.select(wanted);
    this.update();
    this.cells.get(wanted)?.focus({ preventScroll: true });
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const page = Math.max(1, Math.floor(this.scroller.clientHeight / this.height)) * this.columns;
    const last = this.names.length - 1;
    const moves: Record<string, number> = { ArrowLeft: this.current - 1,
      ArrowRight: this.current + 1, ArrowUp: this.current - this.columns,
      ArrowDown: this.current + this.columns, Home: 0, End: last,
      PageUp: Math.max(this.current % this.columns, this.current - page),
      PageDown: Math.min(last, this.current + page) };
    const actions: Record<string, () => void> = { Enter: () => this.actions.open(this.current),
      " ": this.actions.play, Escape: this.actions.leave };
    const move = moves[event.key];
    const action = actions[event.key];
    if (move !== undefined) {
      if (move >= 0 && move <= last) {
        this.focus(move);
      }
    } else if (action) {
      action();
    } else {
      return;
    }
    event.preventDefault();
  }
}
