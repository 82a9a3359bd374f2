/** Saves an edited file as a download. */
import type { App, Doc } from "../app";
import { outcome, save } from "../take/save";

export function saveEdited(app: App, doc: Doc): void {
  save(doc.name, doc.blob);
  app.markSaved(doc);
  app.say(outcome.value!);
}
