/** The fields of a file, found by row, name or offset. */
import type { Fields } from "../engine/protocol";

export interface Field {
  row: number;
  offset: number;
  size: number;
  type: string;
  name: string;
  value: string;
}

/** Rows that are searched without a pause. */
const PIECE = 20_000;

const sliceOf = (text: string, ends: Uint32Array, row: number): string =>
  text.slice(row > 0 ? ends[row - 1]! : 0, ends[row]);

export class FieldIndex {
  readonly count: number;

  constructor(private fields: Fields) {
    this.count = fields.offsets.length;
  }

  name(row: number): string {
    return sliceOf(this.fields.names, this.fields.nameEnds, row);
  }

  value(row: number): string {
    return sliceOf(this.fields.values, this.fields.valueEnds, row);
  }

  at(row: number): Field {
    const { offsets, sizes, types, typeNames } = this.fields;
    return { row, offset: offsets[row]!, size: sizes[row]!, type: typeNames[types[row]!] ?? "",
      name: this.name(row), value: this.value(row) };
  }

  /** The row of the field that contains a byte, or -1. */
  rowOfByte(offset: number): number {
    const { offsets, sizes } = this.fields;
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (offsets[middle]! <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (let row = low - 1; row >= 0 && row >= low - 4; row--) {
      if (offset < offsets[row]! + sizes[row]!) {
        return row;
      }
    }
    return -1;
  }

  /** The row of the field with this name, or -1. */
  rowOfName(name: string, from = 0): number {
    const { names, nameEnds } = this.fields;
    const start = from > 0 ? nameEnds[from - 1]! : 0;
    for (let at = names.indexOf(name, start); at >= 0; at = names.indexOf(name, at + 1)) {
      const row = this.rowOfText(at);
      if (this.name(row) === name) {
        return row;
      }
    }
    return -1;
  }

  private rowOfText(position: number): number {
    const { nameEnds } = this.fields;
    let low = 0;
    let high = this.count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nameEnds[middle]! <= position) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * The rows whose name or value contains the text; null = all. Stops when `isCurrent` is false.
   */
  async find(text: string, isCurrent: () => boolean): Promise<Uint32Array | null> {
    const wanted = text.trim().toLowerCase();
    if (!wanted) {
      return null;
    }
    const rows: number[] = [];
    for (let row = 0; row < this.count && isCurrent(); row++) {
      if (this.name(row).toLowerCase().includes(wanted) ||
        this.value(row).toLowerCase().includes(wanted)) {
        rows.push(row);
      }
      if (row % PIECE === PIECE - 1) {
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    return Uint32Array.from(rows);
  }
}

/** The offset that a text names, "0x1a2" or "418", or null. */
export function parseOffset(text: string): number | null {
  const trimmed = text.trim();
  return /^(0x[0-9a-f]+|\d+)$/i.test(trimmed) ? Number(trimmed) : null;
}
