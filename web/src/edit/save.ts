/** Saves edited files, and asks before edits that are not saved are lost. */
import type { App } from "../app";
import { ask } from "../bar";
import { make } from "../dom";
import { saveFiles } from "../export/results";
import { outcome } from "../export/save";
import { changesOf, isUnsaved, type Doc } from "../state/doc";
import { namesText, text } from "../text/text";
import { applyTyped } from "./form";

const ARCHIVE = "gait-edited.zip";

/**
 * Saves the files with edits, or all if `isAnyway`, also those that are only typed: one as it is,
 * several as an archive. False if this failed. The page is not told whether the user cancelled a
 * download, so the files can be saved again, as they are then. If they are closed after this
 * (`isLast`), the download can be repeated.
 */
export async function saveEdits(app: App, docs: readonly Doc[] = app.files.docs.value,
  isAnyway = false, isLast = false): Promise<boolean> {
  if (!(await applyTyped())) {
    return false;
  }
  await app.history.settled();
  const unsaved = docs.filter((doc) => isAnyway || isUnsaved(doc))
    .map((doc) => ({ doc, path: doc.path, blob: doc.blob, changes: changesOf(doc),
      label: app.files.nameOf(doc) }));
  try {
    await saveFiles(app, unsaved, ARCHIVE);
  } catch (error) {
    app.report(error);
    return false;
  }
  if (unsaved.length > 0) {
    unsaved.forEach(({ doc, changes }) => app.history.markSaved(doc, changes));
    app.message.value = null;
    const saved = unsaved.map(({ doc }) => doc);
    const { saves } = app.history;
    const said = outcome.value!;
    const others = saves.value.filter(({ text: old, docs: own }) =>
      old !== said && own.some((doc) => !saved.includes(doc)));
    saves.value = [...others, { text: said, docs: saved, isLast, again: () => void
      (saved.every((doc) => app.files.docs.value.includes(doc)) ? saveEdits(app, saved, true)
        : saveFiles(app, unsaved, ARCHIVE).catch((error) => app.report(error))) }];
  }
  return true;
}

/** The files are closed; they stay open; or the user wants neither, as before. */
export type Leave = "close" | "keep" | null;

let asked: Promise<unknown> = Promise.resolve();

/**
 * Asks what to do with edits that are not saved before a file is closed, or before all files are
 * replaced by others; then they can also stay open. One question follows the other.
 */
export function mayClose(app: App, doc?: Doc): Promise<Leave> {
  const answer = asked.then(() => decide(app, doc));
  asked = answer.catch(() => undefined); // reported to its caller
  return answer;
}

/** `savedNames`: of the files that Ctrl+S saved while this was asked. */
async function decide(app: App, doc?: Doc, savedNames?: string): Promise<Leave> {
  if (!(await applyTyped())) {
    return null;
  }
  await app.history.settled();
  const docs = app.files.docs.value.filter((one) => isUnsaved(one) && (!doc || one === doc));
  if (docs.length === 0) {
    return savedNames === undefined ? "close" : askSaved(savedNames, !doc);
  }
  const names = namesText(docs.map((one) => app.files.nameOf(one)));
  const saved = new AbortController(); // with Ctrl+S
  const stop = app.history.unsaved.onChange((unsaved) => unsaved || saved.abort());
  const choice = await ask(text("edit.unsaved"),
    [make("p", {}, text("edit.unsaved-files", { names }))],
    [...doc ? [] : [["keep", text("edit.keep")] as const],
      ["save", text(doc ? "edit.save-close" : "edit.save-replace")],
      ["discard", text(doc ? "edit.discard-close" : "edit.discard-replace")]], saved.signal);
  stop();
  if (saved.signal.aborted) {
    return decide(app, doc, names);
  }
  if (choice === "save") { // and asks about edits that are made while the files are saved
    return await saveEdits(app, docs, false, true) ? decide(app, doc) : null;
  }
  return choice === "discard" ? "close" : choice;
}

/** Asks again after Ctrl+S: to save is no answer. `replaces`: all files, and not one is closed. */
const askSaved = (names: string, replaces: boolean): Promise<Leave> =>
  ask<"keep" | "close">(text("edit.saved"), [make("p", {}, text("edit.saved-files", { names }))],
    [...replaces ? [["keep", text("edit.keep")] as const] : [],
      ["close", text(replaces ? "edit.replace" : "edit.close")]]);
