/** Saves an edited file as a download. */
import type { App, Doc } from "../app";
import { make } from "../dom";

const KEPT_MS = 60_000;

export function saveEdited(app: App, doc: Doc): void {
  const address = URL.createObjectURL(doc.blob);
  make("a", { href: address, download: doc.name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
  app.markSaved(doc);
}
