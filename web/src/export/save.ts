/** Saves files as downloads. */
import { make } from "../dom";
import { Signal } from "../signal";
import { language, text } from "../text/text";

const KEPT_MS = 60_000;
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A sentence about what was saved or copied last, or null. */
export const outcome = new Signal<string | null>(null);

/** A size in the largest unit of 1000 bytes that gives at least 1, such as 1.2 MB. */
function sizeText(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return (bytes / 1000 ** power).toLocaleString(language.value, { style: "unit",
    unit: UNITS[power], maximumFractionDigits: 1 });
}

/** Saves bytes under a name in the folder of downloads. `label` is the name in the message. */
export function save(name: string, content: Blob, label = name): void {
  const address = URL.createObjectURL(content);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  outcome.value = text("export.saved", { name: label, size: sizeText(content.size) });
  outcome.touch(); // also for the same file
}
