/** The bytes of a file, 8 in a row: more would not fit into the column with their letters. */
import { make } from "../dom";
import { language, text } from "../text/text";
import { RowWindow } from "../windowed";

const ROW = 8;

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;

export const hexOffset = (offset: number): string => offset.toString(16).padStart(6, "0");

export class HexView {
  readonly element: HTMLElement;
  private blob: Blob | null = null;
  private list: RowWindow;
  private start = 0;
  private end = 0;

  /** A click on a byte calls `pick` with its offset. */
  constructor(pick: (offset: number) => void) {
    this.list = new RowWindow({ class: "hex", tabIndex: 0, role: "region",
      "data-keys": "arrows", onclick: (event: MouseEvent) => {
        const offset = (event.target as HTMLElement).dataset.offset;
        if (offset !== undefined) {
          pick(Number(offset));
        }
      } }, (row) => this.makeRow(row * ROW));
    this.element = this.list.element;
    language.observe(() => this.element.setAttribute("aria-label", text("panel.hex")));
  }

  show(blob: Blob): void {
    if (this.blob !== blob) {
      this.blob = blob;
      this.start = this.end = 0;
      this.list.setCount(Math.ceil(blob.size / ROW));
    }
  }

  /** Marks bytes and scrolls to them. */
  mark(offset: number, length: number): void {
    this.start = offset;
    this.end = offset + length;
    this.list.showRow(Math.floor(offset / ROW), true);
    this.element.querySelectorAll<HTMLElement>(".byte").forEach((byte) =>
      byte.classList.toggle("is-marked", this.isMarked(Number(byte.dataset.offset))));
  }

  private makeRow(offset: number): HTMLElement {
    const row = make("div", { class: "hex-row" },
      make("span", { class: "dim" }, hexOffset(offset)));
    void this.blob?.slice(offset, offset + ROW).arrayBuffer().then((buffer) =>
      this.fill(row, offset, new Uint8Array(buffer)), () => undefined); // the file is gone
    return row;
  }

  private fill(row: HTMLElement, offset: number, bytes: Uint8Array): void {
    row.append(...Array.from(bytes, (byte, index) => make("span", {
      class: this.isMarked(offset + index) ? "byte is-marked" : "byte",
      "data-offset": offset + index }, byte.toString(16).padStart(2, "0"))),
    make("span", { class: "letters" },
      [...bytes].map((byte) => isPrintable(byte) ? String.fromCharCode(byte) : "·").join("")));
  }

  private isMarked(offset: number): boolean {
    return offset >= this.start && offset < this.end;
  }
}
