/** What can be downloaded. */
import type { App } from "../app";
import { sarifOf } from "../list/survey";
import { stem } from "../names";
import { Signal } from "../signal";
import { viewportPicture } from "../viewport/viewport";
import { text } from "../text/text";
import { convert, docsOf, inputOf, type Exported, type Scope, type Target } from "./conversions";
import { saveFiles, showProblems } from "./results";
import { outcome, save } from "./save";
import { docsWith, pageWith } from "./save_page";
import { recordVideo } from "./video";

export type StripView = "side" | "front" | "top" | "three-quarter";
export type DocumentKind = "info" | "check" | "list" | "map";

/** Which clips are downloaded. */
export const scope = new Signal<Scope>("clip");
export const stripView = new Signal<StripView>("side");
/** What runs: a sentence, or null. */
export const running = new Signal<string | null>(null);
let isCancelled = false;

export function cancelDownload(): void {
  isCancelled = true;
}

/** Runs a download; errors are shown. */
async function during(app: App, words: string, run: () => Promise<void>): Promise<void> {
  if (running.value !== null) {
    return;
  }
  isCancelled = false;
  running.value = words;
  outcome.value = null;
  try {
    await run();
  } catch (error) {
    app.report(error);
  } finally {
    running.value = null;
  }
}

const clipName = (app: App): string => app.selection.clip.value?.listed.name ?? "clip";

/** A name of a clip as part of a file name. */
const fileName = (name: string): string => name.replace(/[\\/:*?"<>|\u0000-\u001f]/g, "_");

/** Converts the chosen clips, and saves the result. */
export function saveConverted(app: App, target: Target, lossy = false): Promise<void> {
  return during(app, text("export.converting"), async () => {
    const exported = await convert(app, scope.value, target, lossy, (done, total) => {
      running.value = total > 1 ? text("list.checked", { done, n: total })
        : text("export.converting");
      return !isCancelled;
    });
    if (isCancelled) {
      return;
    }
    await finish(app, exported, target);
  });
}

async function finish(app: App, exported: Exported, target: Target): Promise<void> {
  const [doc] = docsOf(app, scope.value);
  const archive = `${scope.value === "files" ? "gait" : stem(doc?.name ?? "gait")}-${
    target === "gltf" ? "glb" : target}.zip`;
  if (exported.problems.length > 0) {
    showProblems(app, exported, archive, () => void saveConverted(app, target, true));
  } else {
    await saveFiles(app, exported.files, archive);
  }
}

/** Strips of the chosen clips. */
export function saveStrips(app: App): Promise<void> {
  return during(app, text("export.drawing"), async () => {
    const [doc] = docsOf(app, scope.value === "files" ? "clips" : scope.value);
    const all = doc?.opened?.clips ?? [];
    const shown = app.selection.clip.value?.index;
    const wanted = scope.value === "clip" ? all.filter(({ index }) => index === shown)
      : scope.value === "selected"
        ? all.filter(({ index }) => app.selection.selected.value.has(index)) : all;
    const files = await app.run(async (calls) => {
      const strips = [];
      for (const { index, name } of wanted) {
        const svg = await calls.svg(inputOf(app, doc!), index, stripView.value);
        strips.push({ path: `${fileName(name)}.svg`,
          blob: new Blob([svg], { type: "image/svg+xml" }) });
      }
      return strips;
    });
    await saveFiles(app, files, `${stem(doc?.name ?? "gait")}-svg.zip`);
  });
}

export function savePicture(app: App): Promise<void> {
  return during(app, text("export.drawing"), async () =>
    save(`${fileName(clipName(app))}.png`, await viewportPicture()));
}

export function saveVideo(app: App): Promise<void> {
  return during(app, text("export.recording"), async () => {
    const name = fileName(clipName(app));
    const { blob, extension } = await recordVideo(app);
    save(`${name}.${extension}`, blob);
  });
}

export function saveDocument(app: App, kind: DocumentKind): Promise<void> {
  return during(app, text("export.converting"), async () => {
    const doc = app.selection.doc.value!;
    const content = await app.run((calls) => calls.document(inputOf(app, doc), kind));
    save(`${stem(doc.name)}.${kind}.json`, new Blob([content], { type: "application/json" }));
  });
}

export function saveSarif(app: App): Promise<void> {
  return during(app, text("export.converting"), async () => {
    const docs = docsOf(app, scope.value);
    const name = docs.length === 1 ? stem(docs[0]!.name) : "gait";
    save(`${name}.sarif`, new Blob([await sarifOf(app, docs)], { type: "application/sarif+json" }));
  });
}

/** This page with the shown file inside, or with all files. */
export function savePage(app: App): Promise<void> {
  return during(app, text("export.converting"), async () => {
    const doc = app.selection.doc.value!;
    const docs = scope.value === "files"
      ? [doc, ...app.files.docs.value.filter((one) => one !== doc)] : docsWith(app, doc);
    save(`${stem(doc.name)}.html`, await pageWith(docs));
  });
}
