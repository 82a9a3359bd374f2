/** Files that cannot be used, and why. */
import type { App } from "../app";
import { showDialog } from "../bar";
import { make } from "../dom";
import type { Problem } from "../engine/protocol";
import { text } from "../text/text";

const MAX_ROWS = 500;

const sentence = (words: string): string => /[.!?]$/.test(words) ? words : `${words}.`;
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A problem in one or two sentences: what it is, where, and what to do. */
export function problemText({ message, rule, offset, advice }: Problem): string {
  const place = [rule, offset === null ? null : text("open.byte", { n: offset })]
    .filter((part) => part !== null).join(", ");
  const what = sentence(place ? `${message} (${place})` : message);
  return advice ? `${what} ${sentence(capital(advice))}` : what;
}

/** Shows all files of the last drop that cannot be used. */
export function showRefused(app: App): void {
  const refused = app.refused.value;
  const rows = refused.slice(0, MAX_ROWS).map(({ path, problem }) =>
    make("li", {}, make("b", {}, path), " ", make("span", {}, problemText(problem))));
  const rest = refused.length - rows.length;
  showDialog(text("open.refused", { n: refused.length }), make("ul", { class: "refused" }, ...rows),
    ...rest > 0 ? [make("p", {}, text("open.more-refused", { n: rest }))] : []);
}
