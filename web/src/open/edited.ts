/** An edited glTF that is dropped while its base file is open. */
import type { Format } from "gait";
import type { App, Doc } from "../app";
import { showDialog } from "../bar";
import { make } from "../dom";
import { text } from "../text/text";
import type { Found } from "./entries";

const BASES: readonly Format[] = ["rtm", "bmtr", "omf", "ogf", "skl", "skls"];

export type EditedChoice = "apply" | "open" | "nothing";

/** Asks what to do with the glTF. Escape does nothing. */
function ask(name: string, base: Doc): Promise<EditedChoice> {
  return new Promise((resolve) => {
    let choice: EditedChoice = "nothing";
    const choose = (chosen: EditedChoice) => () => {
      choice = chosen;
      dialog.close();
    };
    const dialog = showDialog(text("open.edited", { name }),
      make("p", {}, text("open.edited-question", { name, base: base.name })),
      make("p", { class: "choices" },
        make("button", { type: "button", class: "primary", autofocus: true,
          onclick: choose("apply") }, text("open.apply", { base: base.name })),
        make("button", { type: "button", onclick: choose("open") }, text("open.own-file"))));
    dialog.addEventListener("close", () => resolve(choice));
    dialog.querySelector<HTMLButtonElement>("button.primary")!.focus();
  });
}

/** Compares the edited file with its base, and shows the report. */
async function applyTo(app: App, base: Doc, { path, blob }: Found): Promise<void> {
  const edited = { id: app.newId(), path, blob };
  try {
    const { bytes, report, problem } = await app.run((calls) =>
      calls.roundtrip(app.input(base), edited, { addNew: false, dropMissing: false }));
    app.trip.value = { base, edited, report, bytes, problem };
    app.rightTab.value = "compare";
    if (problem) {
      app.message.value = { kind: "error", text: problem.message };
    }
  } catch (error) {
    app.report(error);
  }
}

/** Offers the round trip for a lone glTF. True when the files are not to be opened any more. */
export async function offerTrip(app: App, found: Found[]): Promise<boolean> {
  const base = app.doc.value;
  const [file] = found;
  if (!base || !BASES.includes(base.format) || base.problem || found.length !== 1 || !file ||
      file.blob.size > 1 << 30) {
    return false;
  }
  const [head] = await app.client.engine.detect([file]);
  if (head?.format !== "gltf") {
    return false;
  }
  const choice = await ask(file.path, base);
  if (choice === "apply") {
    await applyTo(app, base, file);
  }
  return choice !== "open";
}
