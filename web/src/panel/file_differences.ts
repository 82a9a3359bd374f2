/** The differences of two files: clips, keys, parameters, events, bones. */
import type { ClipDiff, Difference, FileDiff } from "gait";
import type { App } from "../app";
import { make } from "../dom";
import type { Doc } from "../state/doc";
import { problemOf } from "../state/services";
import { text, type TextKey } from "../text/text";
import { en } from "../text/en";
import { showClip } from "./jump";
import { replaceContents } from "./tabs";

interface Docs {
  first: Doc;
  second: Doc;
}

const SHOWN = 200;
const DEGREE_DIGITS = 3;
const MM_DIGITS = 2;

/** A word of the library in the language of the page; without a text it is shown unchanged. */
function word(group: "subject" | "kind", value: string): string {
  const key = `panel.diff-${group}-${value}`;
  return key in en ? text(key as TextKey) : value;
}

function makeDifference({ subject, kind, name, before, after }: Difference): HTMLElement {
  const values = before !== null && after !== null ? `${before} → ${after}`
    : String(before ?? after ?? "");
  const label = subject === "parameter" || subject === "property" ? name ?? ""
    : `${word("subject", subject)} ${name ?? ""}`;
  return make("li", { "data-kind": kind }, label, " ",
    make("span", { class: "dim" }, word("kind", kind)), values && `: ${values}`);
}

/** The largest differences of the keys of a clip. */
function makeKeys({ keys, rotation, lever, bones, problem }: ClipDiff): HTMLElement | null {
  if (keys === "not_compared" && problem) {
    return make("li", { class: "dim" }, problem);
  }
  if (keys !== "different") {
    return null;
  }
  const largest = [
    rotation && `${rotation.deg?.toFixed(DEGREE_DIGITS) ?? "∞"}° (${rotation.bone})`,
    lever && text("panel.diff-lever", { mm: lever.mm?.toFixed(MM_DIGITS) ?? "∞", bone: lever.bone }),
  ].filter(Boolean);
  return make("li", {}, bones.length === 0 ? text("panel.diff-rounding")
    : text("panel.diff-keys", { n: bones.length }),
    largest.length > 0 ? `: ${largest.join(", ")}` : "");
}

const isDifferent = ({ kind, renamed, moved, keys }: ClipDiff): boolean =>
  kind !== "same" || renamed || moved || keys === "not_compared";

function clipWords({ kind, renamed, moved }: ClipDiff): string {
  const words = [kind === "same" ? null : word("kind", kind),
    renamed ? word("kind", "renamed") : null, moved ? word("kind", "moved") : null];
  return words.filter((one) => one !== null).join(", ");
}

function makeClip(app: App, docs: Docs, clip: ClipDiff): HTMLElement {
  const { before, after, renamed } = clip;
  const [doc, shown] = after ? [docs.second, after] : [docs.first, before!];
  return make("li", { "data-difference": clip.kind },
    make("button", { type: "button", onclick: () => void showClip(app, doc, shown.index) },
      renamed && before ? `${before.name} → ${shown.name}` : shown.name), " ",
    make("span", { class: "dim" }, clipWords(clip)),
    make("ul", {}, makeKeys(clip), ...clip.differences.map(makeDifference)));
}

function makeResult(app: App, docs: Docs, { status, differences, clips }: FileDiff): HTMLElement {
  const different = clips.filter(isDifferent);
  const count = different.length + differences.length;
  const hidden = count - Math.min(differences.length, SHOWN) - Math.min(different.length, SHOWN);
  return make("div", {}, make("p", { id: "panel-diff-summary" }, status === "equal"
    ? text("panel.diff-equal") : status === "same_content" ? text("panel.diff-same")
      : text("panel.diff-count", { n: count })),
  make("ul", {}, ...differences.slice(0, SHOWN).map(makeDifference)),
  make("ul", {}, ...different.slice(0, SHOWN).map((clip) => makeClip(app, docs, clip))),
  hidden > 0 ? make("p", { class: "dim" }, text("panel.diff-more", { n: hidden })) : null);
}

/** The results by the bytes of both files, also while they are computed. */
const results = new WeakMap<Blob, WeakMap<Blob, FileDiff | Promise<FileDiff>>>();

function compare(app: App, { first, second }: Docs): Promise<FileDiff> {
  const ofFirst = results.get(first.blob) ?? new WeakMap<Blob, FileDiff | Promise<FileDiff>>();
  const made = app.run((calls) => calls.diff(app.models.input(first), app.models.input(second)));
  const { blob } = second;
  results.set(first.blob, ofFirst.set(blob, made));
  made.then((found) => ofFirst.set(blob, found), () => ofFirst.delete(blob));
  return made;
}

/** The differences of two files, which are computed when a button is pressed. */
export function makeFileDifferences(app: App, first: Doc, second: Doc): HTMLElement {
  const docs = { first, second };
  const result = make("div", {});
  const found = results.get(first.blob)?.get(second.blob);
  const show = (content: HTMLElement) => replaceContents(result, content);
  const wait = (made: Promise<FileDiff>) => {
    show(make("p", { class: "dim" }, text("page.busy")));
    made.then((one) => show(makeResult(app, docs, one)),
      (error) => show(make("p", { class: "error", role: "alert" }, problemOf(error).message)));
  };
  if (found instanceof Promise) {
    wait(found); // the tab was made again while the files are compared
  } else {
    show(found ? makeResult(app, docs, found) : make("button", { type: "button", id: "panel-diff",
      onclick: () => wait(compare(app, docs)) }, text("panel.diff-compare")));
  }
  return make("section", { id: "panel-files", class: "roundtrip" }, make("h3", {}, text("panel.diff")),
    make("p", {}, text("panel.diff-files", { first: first.path, second: second.path })), result);
}
