/** Finds a file of a drop whose poses can be computed, when the one that is shown has none. */
import type { App } from "../app";
import { editingEnds } from "../edit/form";
import { byPath } from "../names";
import type { ShownClip } from "../state/clip";
import { sourceOf, type Doc } from "../state/doc";

/** Files that are opened, and bytes of models among which their skeletons are searched. */
const MAX_FILES = 1000;
const MAX_MODEL_BYTES = 256 << 20;

/** The skeleton of a clip is known, and its poses can be computed. */
export const isPosed = ({ first, skeleton }: ShownClip): boolean =>
  first !== null && skeleton.source.source !== "none";

/** The first of the files with clips whose poses can be computed, and how many others have clips. */
async function findPosed(app: App, docs: readonly Doc[], isWanted: () => boolean):
Promise<{ posed: Doc | null; count: number }> {
  const posted = new Set<number>();
  let bytes = 0;
  let count = 0;
  const posed = await app.run(async (calls) => {
    for (const doc of docs) {
      const models = isWanted() ? app.models.candidates(doc) : [];
      const added = models.filter(({ id, blob }) => !posted.has(id) &&
        bytes + blob.size <= MAX_MODEL_BYTES && (bytes += blob.size) > 0);
      added.forEach(({ id }) => posted.add(id));
      if (!isWanted()) {
        return null;
      }
      const isPosed = await calls.isPosed(sourceOf(doc), app.files.companions(doc),
        models.map(({ id }) => id), added.map(sourceOf));
      if (isPosed) {
        return doc;
      }
      count += isPosed === null ? 0 : 1;
    }
    return null;
  });
  return { posed, count };
}

/**
 * Shows the first file whose poses can be computed instead of a clip without; if there is none, the
 * viewport says how many files were examined. Does nothing more when another clip is shown meanwhile.
 */
export async function showPosed(app: App, clip: ShownClip, added: readonly Doc[]): Promise<void> {
  const isWanted = () => app.selection.clip.value === clip;
  const docs = added
    .filter((doc) => doc !== clip.doc && !doc.problem && app.files.format(doc)?.clips)
    .sort(byPath).slice(0, MAX_FILES);
  if (docs.length === 0) {
    return;
  }
  const { posed, count } = await findPosed(app, docs, isWanted);
  await editingEnds();
  if (!isWanted()) {
    return;
  }
  const message = app.message.value;
  if (posed && app.files.docs.value.includes(posed)) {
    await app.selection.show(posed);
    app.message.value ??= message;
  } else {
    app.files.unposed.value = count + 1;
  }
}
