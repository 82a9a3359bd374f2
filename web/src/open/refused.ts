/** Files that cannot be used, and why. */
import type { App } from "../app";
import { showDialog } from "../bar";
import { make } from "../dom";
import type { Problem } from "../engine/protocol";
import { rulesById } from "../panel/checking";
import type { Refused } from "../state/files";
import { adviceOf } from "../text/advice";
import { text } from "../text/text";
import { salvageOffer } from "./salvage";

/** Files of one reason that are listed. */
const MAX_ROWS = 200;
const MAX_NAMES = 3;

const sentence = (words: string): string => /[.!?]$/.test(words) ? words : `${words}.`;
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A problem in one or two sentences: what it is, where, and what to do. */
export function problemText(problem: Problem): string {
  const { message, rule, offset } = problem;
  const place = [rule, offset === null ? null : text("open.byte", { n: offset })]
    .filter((part) => part !== null).join(", ");
  const what = sentence(place ? `${message} (${place})` : message);
  const advice = adviceOf(problem);
  return advice ? `${what} ${sentence(capital(advice))}` : what;
}

/** Files with the same reason: texts that differ only in numbers. */
export interface Reason {
  files: Refused[];
  /** The problem of all of them, or null if their numbers differ. */
  text: string | null;
  rule: string | null;
}

export function reasonsOf(refused: readonly Refused[]): Reason[] {
  const reasons = new Map<string, Reason>();
  for (const one of refused) {
    const { rule, message } = one.problem;
    const words = problemText(one.problem);
    const key = `${rule ?? ""} ${message.replace(/\d+/g, "0")}`;
    const reason = reasons.get(key) ?? { files: [], text: words, rule };
    reason.files.push(one);
    reason.text = reason.text === words ? words : null;
    reasons.set(key, reason);
  }
  return [...reasons.values()].sort((one, other) => other.files.length - one.files.length);
}

/** One line per reason, with the number and the names of its files. */
export function makeReasons(app: App, refused: readonly Refused[]): HTMLElement {
  return make("ul", { class: "refused" }, ...reasonsOf(refused).map((reason) => {
    const { files, rule } = reason;
    const words = make("span", { class: "reason" }, reason.text ?? rule);
    if (reason.text === null) {
      void rulesById(app).then((rules) => {
        const about = rules.get(rule ?? "");
        words.textContent = problemText({ ...files[0]!.problem, offset: null,
          message: about?.summary ?? files[0]!.problem.message });
      });
    }
    const names = files.slice(0, MAX_NAMES).map(({ path }) => path).join(", ");
    const more = files.length - MAX_NAMES;
    const rest = files.length - MAX_ROWS;
    const title = [make("b", {}, `${files.length === 1 ? names
      : text("list.file-count", { n: files.length })}:`), " ", words];
    return make("li", { "data-rule": rule ?? "" }, ...files.length === 1 ? title
      : [make("details", {}, make("summary", {}, ...title,
        make("span", { class: "dim names" }, ` ${names}`,
          more > 0 ? `, ${text("open.more-names", { n: more })}` : "")),
      make("ul", {}, ...files.slice(0, MAX_ROWS).map(({ path, problem }) =>
        make("li", {}, path, reason.text === null ? `: ${problemText(problem)}` : null))),
      rest > 0 ? make("p", {}, text("open.more-refused", { n: rest })) : null)],
    ...files.slice(0, MAX_NAMES).flatMap(({ file, path }) => file
      ? [salvageOffer(app, file, files.length > 1 ? `${path}: ` : "")] : []));
  }));
}

/** Shows all files of the last drop that cannot be used. */
export function showRefused(app: App): void {
  const refused = app.files.refused.value;
  showDialog(text("open.refused", { n: refused.length }), makeReasons(app, refused));
}
