/** The bytes of a file, 16 in a row. */
import { make } from "../dom";
import { language, text } from "../text/text";
import { Windowed } from "./windowed";

const ROW = 16;
const ROW_HEIGHT = 20;

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;

export const hexOffset = (offset: number): string => offset.toString(16).padStart(6, "0");

export class HexView {
  readonly element: HTMLElement;
  private blob: Blob | null = null;
  private list: Windowed;
  private start = 0;
  private end = 0;

  /** `pick` is called with the offset of a byte that the user clicks on. */
  constructor(pick: (offset: number) => void) {
    this.list = new Windowed(ROW_HEIGHT, { class: "hex", tabIndex: 0, role: "region",
      "data-keys": "arrows", onclick: (event: MouseEvent) => {
        const offset = (event.target as HTMLElement).dataset.offset;
        if (offset !== undefined) {
          pick(Number(offset));
        }
      } }, (first, count) => this.makeRows(first, count));
    this.element = this.list.element;
    language.observe(() => this.element.setAttribute("aria-label", text("side.hex")));
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
    this.list.showRow(Math.floor(offset / ROW));
  }

  private async makeRows(first: number, count: number): Promise<HTMLElement[]> {
    const from = first * ROW;
    const buffer = await this.blob?.slice(from, from + count * ROW).arrayBuffer();
    const bytes = new Uint8Array(buffer ?? new ArrayBuffer(0));
    return Array.from({ length: Math.ceil(bytes.length / ROW) }, (_, row) =>
      this.makeRow(from + row * ROW, bytes.subarray(row * ROW, (row + 1) * ROW)));
  }

  private makeRow(offset: number, bytes: Uint8Array): HTMLElement {
    const row = make("div", { class: "hex-row" },
      make("span", { class: "dim" }, hexOffset(offset)));
    bytes.forEach((byte, index) => row.append(make("span", {
      class: this.isMarked(offset + index) ? "byte is-marked" : "byte",
      "data-offset": offset + index }, byte.toString(16).padStart(2, "0"))));
    row.append(make("span", { class: "letters" },
      [...bytes].map((byte) => isPrintable(byte) ? String.fromCharCode(byte) : "·").join("")));
    return row;
  }

  private isMarked(offset: number): boolean {
    return offset >= this.start && offset < this.end;
  }
}
