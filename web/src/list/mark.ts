/** The mark of a clip or a file with findings. */
import type { Severity } from "gait";
import { make } from "../dom";
import { text } from "../text/text";

const SIGNS: Record<Severity, string> = { error: "✕", warning: "!", note: "i" };

/** A sign for the worst severity of `count` findings, described by a text; empty without findings. */
export function findingMark(severity: Severity, count: number): HTMLElement {
  const title = text(`list.mark-${severity}`, { n: count });
  return count === 0 ? make("span") : make("span", { class: `mark ${severity}`, role: "img",
    "aria-label": title, title }, SIGNS[severity]);
}
