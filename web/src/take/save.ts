/** Saves files as downloads. */
import { make } from "../dom";

const KEPT_MS = 60_000;

/** Saves bytes under a name in the folder of downloads. */
export function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}

/** A name without its extension. */
export const stem = (name: string): string => name.replace(/\.[^.]*$/, "") || name;
