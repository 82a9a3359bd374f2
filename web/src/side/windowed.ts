/** A list of any length of which only the visible rows are elements. */
import { make, oncePerFrame } from "../dom";

/** Browsers limit the height of elements; longer lists scroll faster. */
const MAX_HEIGHT = 8_000_000;
const SPARE = 4;

export class Windowed {
  readonly element: HTMLElement;
  private rows = make("div", { class: "windowed-rows" });
  private space = make("div", { class: "windowed-space" }, this.rows);
  private count = 0;
  private drawing = 0;
  private update = oncePerFrame(() => void this.draw());

  /** `makeRows` makes `count` rows from `first` on, each `rowHeight` pixels high. */
  constructor(private rowHeight: number, properties: Record<string, unknown>,
    private makeRows: (first: number, count: number) => HTMLElement[] | Promise<HTMLElement[]>) {
    this.element = make("div", { ...properties, onscroll: this.update }, this.space);
    this.element.classList.add("windowed");
    new ResizeObserver(this.update).observe(this.element);
  }

  setCount(count: number): void {
    this.count = count;
    this.space.style.height = `${this.height}px`;
    this.update();
  }

  refresh(): void {
    this.update();
  }

  private get height(): number {
    return Math.min(this.count * this.rowHeight, MAX_HEIGHT);
  }

  /** Rows per pixel that is scrolled. */
  private get rate(): number {
    const { clientHeight } = this.element;
    const hidden = this.height - clientHeight;
    return hidden > 0 ? (this.count - clientHeight / this.rowHeight) / hidden : 0;
  }

  get visibleCount(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.rowHeight));
  }

  /** Scrolls so that the row is in the middle, unless it is visible. */
  showRow(row: number): void {
    const { element, rate, visibleCount } = this;
    const first = element.scrollTop * rate;
    if (rate > 0 && (row < first || row + 1 > first + visibleCount)) {
      element.scrollTop = Math.max(0, (row - (visibleCount - 1) / 2) / rate);
    }
    this.update();
  }

  private async draw(): Promise<void> {
    const turn = ++this.drawing;
    const { scrollTop } = this.element;
    const exact = scrollTop * this.rate;
    const first = Math.max(0, Math.floor(exact) - SPARE);
    const count = Math.min(this.count - first, this.visibleCount + 2 * SPARE + 1);
    const rows = await this.makeRows(first, Math.max(0, count));
    if (turn === this.drawing) {
      this.rows.style.transform = `translateY(${scrollTop + (first - exact) * this.rowHeight}px)`;
      this.rows.replaceChildren(...rows);
    }
  }
}
