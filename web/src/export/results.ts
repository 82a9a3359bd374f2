/** Saves what a conversion made, or shows what it would lose. */
import type { App } from "../app";
import { showDialog } from "../bar";
import { make } from "../dom";
import { baseName } from "../names";
import { problemText } from "../open/refused";
import { text } from "../text/text";
import type { Exported, FileProblem } from "./conversions";
import { save } from "./save";

const MAX_LISTED = 200;

/**
 * Saves one file as it is, and several as an archive. `label` is the name in the message. Only their paths and bytes are posted: files
 * of the page refer to each other.
 */
export async function saveFiles(app: App,
  files: readonly (Exported["files"][number] & { label?: string })[], archive: string):
Promise<void> {
  if (files.length === 1) {
    save(baseName(files[0]!.path), files[0]!.blob, files[0]!.label);
  } else if (files.length > 1) {
    const packed = files.map(({ path, blob }) => ({ path, blob }));
    save(archive, await app.run((calls) => calls.zip(packed)));
  }
}

const isLossy = ({ problem }: FileProblem): boolean => problem.status === "would lose data";

function problemItem({ file, clip, losses, problem }: FileProblem): HTMLElement {
  return make("li", {}, make("b", {}, clip === null ? file : `${file}: ${clip}`), " ",
    problemText(problem), losses.length > 0 ? make("ul", {}, ...losses.map((loss) =>
      make("li", {}, loss))) : null);
}

/** Shows outputs that were refused. `again` converts them although data is lost. */
export function showProblems(app: App, { files, problems }: Exported, archive: string,
  again: () => void): void {
  const button = (label: string, isPrimary: boolean, run: () => void) =>
    make("button", { type: "button", class: isPrimary ? "primary" : "", onclick: () => {
      dialog.close();
      run();
    } }, label);
  const rest = problems.length - MAX_LISTED;
  const dialog = showDialog(text(problems.some(isLossy) ? "export.losses" : "export.failed"),
    make("ul", { class: "refused" }, ...problems.slice(0, MAX_LISTED).map(problemItem)),
    ...rest > 0 ? [make("p", {}, text("open.more-refused", { n: rest }))] : [],
    make("p", { class: "choices" },
      files.length > 0 ? button(text("export.save-others", { n: files.length }), true,
        () => void saveFiles(app, files, archive).catch((error) => app.report(error))) : null,
      problems.some(isLossy) ? button(text("export.lossy"), false, again) : null));
}
