/** Saves edited files, and asks before edits that are not saved are lost. */
import { isUnsaved, type App, type Doc } from "../app";
import { ask } from "../bar";
import { make } from "../dom";
import { saveFiles } from "../take/results";
import { outcome } from "../take/save";
import { namesText, text } from "../text/text";

const ARCHIVE = "gait-edited.zip";

/** Saves the files with edits: one as it is, several as an archive. False if this failed. */
export async function saveEdits(app: App, docs: readonly Doc[] = app.docs.value): Promise<boolean> {
  await app.settled();
  const unsaved = docs.filter(isUnsaved)
    .map((doc) => ({ doc, path: doc.path, blob: doc.blob, edits: doc.edits }));
  try {
    await saveFiles(app, unsaved, ARCHIVE);
  } catch (error) {
    app.report(error);
    return false;
  }
  if (unsaved.length > 0) {
    unsaved.forEach(({ doc, edits }) => app.markSaved(doc, edits));
    app.say(outcome.value!);
  }
  return true;
}

/** The files are closed; they stay open; or the user wants neither, as before. */
export type Leave = "close" | "keep" | null;

let asked: Promise<unknown> = Promise.resolve();

/**
 * Asks what to do with the edits of files that are to be closed, if some are not saved. `canKeep`:
 * the files can also stay open. One question follows the other.
 */
export function mayClose(app: App, docs: readonly Doc[], canKeep: boolean): Promise<Leave> {
  const answer = asked.then(() => decide(app, docs, canKeep));
  asked = answer.catch(() => undefined); // reported to its caller
  return answer;
}

async function decide(app: App, docs: readonly Doc[], canKeep: boolean): Promise<Leave> {
  await app.settled();
  const names = docs.filter((doc) => app.docs.value.includes(doc) && isUnsaved(doc))
    .map(({ name }) => name);
  if (names.length === 0) {
    return "close";
  }
  const choice = await ask(text("edit.unsaved"), [make("p", {}, text("edit.unsaved-files",
    { names: namesText(names) }))],
  [...canKeep ? [["keep", text("edit.keep")] as const] : [],
    ["save", text(canKeep ? "edit.save-replace" : "edit.save-close")],
    ["discard", text(canKeep ? "edit.discard-replace" : "edit.discard-close")]]);
  if (choice === "save") {
    return await saveEdits(app, docs) ? "close" : null;
  }
  return choice === "discard" ? "close" : choice;
}
