/** Saves the complete clips of a damaged file. */
import type { App } from "../app";
import { make } from "../dom";
import type { Problem, Salvaged } from "../engine/protocol";
import { save } from "../export/save";
import { baseName } from "../names";
import { sourceOf } from "../state/doc";
import type { NewFile } from "../state/files";
import { text } from "../text/text";
import { problemText } from "./refused";

type Result = { salvaged: Salvaged | null; problem: Problem | null };
type Damaged = Pick<NewFile, "path" | "blob" | "format">;

/** Results by the bytes of the file, and the models that were open. */
const results = new WeakMap<Blob, { models: string; result: Promise<Result> }>();

/** What can be saved of a damaged file. */
export function salvage(app: App, { path, blob, format }: Damaged): Promise<Result> {
  const models = app.models.candidates({ path, format }).map(sourceOf);
  const key = models.map(({ id }) => id).join();
  const known = results.get(blob);
  if (known?.models === key) {
    return known.result;
  }
  const result = app.run((calls) => calls.salvage({ id: 0, path, blob }, models))
    .catch((error): Result => {
      app.report(error, path);
      return { salvaged: null, problem: null };
    });
  results.set(blob, { models: key, result });
  return result;
}

const nameOf = (path: string): string => path.replace(/(\.[^./]*)?$/, "-salvaged$1");

/** Opens what can be saved, beside the other files, as a file that is not saved. */
export async function openSalvaged(app: App, { path, format }: Damaged, { bytes }: Salvaged):
Promise<void> {
  const [doc] = app.files.add([{ path: nameOf(path), blob: new Blob([bytes as BlobPart]), format,
    isUnsaved: true }], false);
  await app.selection.show(doc!);
}

export const salvagedText = ({ kept, stated }: Salvaged): string =>
  text("salvage.kept", { n: stated, kept });

/**
 * Says how much of a damaged file can be saved, with buttons; empty until this is known. `name`: of
 * the file, if others are listed beside it.
 */
export function salvageOffer(app: App, file: Damaged, name = ""): HTMLElement {
  const offer = make("div", { class: "salvage", hidden: true });
  void salvage(app, file).then(({ salvaged, problem }) => {
    const button = (key: "salvage.open" | "salvage.download", run: () => unknown) =>
      make("button", { type: "button", "data-do": key, onclick: () => {
        offer.closest("dialog")?.close();
        void run();
      } }, text(key));
    offer.hidden = !salvaged && !problem;
    offer.replaceChildren(...salvaged ? [
      make("p", {}, make("b", {}, name), salvagedText(salvaged), salvaged.model === null ? null
        : ` ${text("salvage.model", { name: salvaged.model })}`),
      make("p", {}, button("salvage.open", () => openSalvaged(app, file, salvaged)),
        " ", button("salvage.download", () =>
          save(baseName(nameOf(file.path)), new Blob([salvaged.bytes as BlobPart]))))]
      : problem ? [make("p", {}, make("b", {}, name), text("salvage.refused", { why: problemText(problem) }))] : []);
  });
  return offer;
}
