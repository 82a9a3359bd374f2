/** The map of a file in little memory: a bank of 24 MB has a million fields. */
import type { FileMap } from "gait";
import type { Fields } from "./protocol";

const MAX_VALUE = 200;
const MAX_ITEMS = 16;

function describeValue(value: unknown): string {
  const text = typeof value === "string" ? value
    : JSON.stringify(Array.isArray(value) ? value.slice(0, MAX_ITEMS) : value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

/** Texts one after the other, joined in pieces. */
class Texts {
  readonly ends: number[] = [];
  private pieces: string[] = [];
  private length = 0;

  add(text: string): void {
    this.pieces.push(text);
    this.ends.push(this.length += text.length);
  }

  join(): string {
    return this.pieces.join("");
  }
}

/** Packs a gait.map/1 document, in which each field has a line. */
export function packFields(document: string): Fields {
  const offsets: number[] = [];
  const sizes: number[] = [];
  const types: number[] = [];
  const typeNames = new Map<string, number>();
  const names = new Texts();
  const values = new Texts();
  for (let at = document.indexOf("\n") + 1; at > 0;) {
    const end = document.indexOf("\n", at);
    const line = document.slice(at, end < 0 ? document.length : end).trim();
    at = end + 1;
    const last = line.lastIndexOf("}");
    if (!line.startsWith("{") || last < 0) {
      continue;
    }
    const text = line.endsWith("}]}") ? line.slice(0, -2) : line.slice(0, last + 1);
    const field = JSON.parse(text) as FileMap["fields"][number];
    offsets.push(field.offset);
    sizes.push(field.size);
    if (!typeNames.has(field.type)) {
      typeNames.set(field.type, typeNames.size);
    }
    types.push(typeNames.get(field.type)!);
    names.add(field.name);
    values.add(describeValue(field.value));
  }
  return { offsets: Float64Array.from(offsets), sizes: Float64Array.from(sizes),
    types: Uint16Array.from(types), typeNames: [...typeNames.keys()], names: names.join(),
    nameEnds: Uint32Array.from(names.ends), values: values.join(),
    valueEnds: Uint32Array.from(values.ends) };
}
