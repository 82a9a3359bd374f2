/** Checks the file that is shown. */
import type { Rules } from "gait";
import type { App } from "../app";
import { whenChanged } from "../signal";
import type { Doc } from "../state/doc";

/** Milliseconds after which a shown file is checked. */
const CHECK_MS = 300;
/** The bytes that were checked, or are being checked; so a failed check is not repeated. */
const tried = new WeakMap<Doc, Blob>();

async function check(app: App, doc: Doc): Promise<void> {
  const { blob } = doc;
  tried.set(doc, blob);
  try {
    const found = await app.run((calls) => calls.check(app.models.input(doc)));
    if (doc.blob === blob) {
      doc.check = found;
      app.files.docs.touch();
    }
  } catch (error) {
    if (doc.blob === blob) {
      app.report(error);
    }
  }
}

/** Checks each file when it is shown for the first time, and after each edit. */
export function checkShownFiles(app: App): void {
  whenChanged([app.selection.doc, app.selection.clip, app.files.docs], () => {
    const doc = app.selection.doc.value;
    if (doc && !doc.check && tried.get(doc) !== doc.blob) {
      tried.set(doc, doc.blob);
      setTimeout(() => void check(app, doc), CHECK_MS); // after the first frames
    }
  });
}

export type Rule = Rules["rules"][number];
let rules: Promise<Map<string, Rule>> | null = null;

/** The rules of the checker by their ids, read once. */
export function rulesById(app: App): Promise<Map<string, Rule>> {
  rules ??= app.client.engine.rules().then((all) =>
    new Map(all.rules.map((rule) => [rule.id, rule])));
  return rules;
}
