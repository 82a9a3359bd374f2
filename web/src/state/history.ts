/** The edits of files: steps of undo, and what of them is saved. */
import { bytesOfBlob } from "../engine/unreadable";
import { Signal } from "../signal";
import type { Comparison } from "./comparison";
import { changesOf, isUnsaved, roundtripOf, scriptOf, type Change, type Doc,
  type Edit } from "./doc";
import type { Files } from "./files";
import type { Models } from "./models";
import type { Selection } from "./selection";
import type { Services } from "./services";

/** Files that were given to the browser as a download. */
export interface Saved {
  text: string;
  docs: readonly Doc[];
  /** The files are closed next, and the download is the only copy of the edits. */
  isLast: boolean;
  again(): void;
}

export class History {
  /** True while a file has edits that were not saved. */
  readonly unsaved = new Signal(false);
  /** Downloads of edited files; for each file the last one. */
  readonly saves = new Signal<readonly Saved[]>([]);
  /** The number of edits that are being made. */
  readonly pending = new Signal(0);
  private editing: Promise<unknown> = Promise.resolve();

  constructor(private services: Services, private files: Files, private comparison: Comparison,
    private models: Models, private selection: Selection) {
    files.docs.onChange((docs) => {
      this.updateUnsaved();
      const isOffered = (saved: Saved) => saved.isLast || saved.docs.every((doc) => docs.includes(doc));
      if (!this.saves.value.every(isOffered)) {
        this.saves.value = this.saves.value.filter(isOffered);
      }
    });
  }

  /** Adds lines of a script to the changes of a file. */
  edit(doc: Doc, { script, label }: { script: string; label: string }): Promise<boolean> {
    return this.makeEdit(doc, async () => ({ label, changes: [...changesOf(doc), { script }],
      roundtrip: roundtripOf(doc) }));
  }

  /**
   * Makes the step of undo that a function returns, after those being made, and shows the result.
   * A refused step changes nothing. The function returns null for no step.
   */
  makeEdit(doc: Doc, make: () => Promise<Edit | null>): Promise<boolean> {
    return this.afterEdits(doc, async () => {
      const edit = await make();
      return edit === null || this.setEdits(doc, [...doc.edits, edit], []);
    });
  }

  undo(doc: Doc): Promise<boolean> {
    return this.afterEdits(doc, async () => {
      const last = doc.edits.at(-1);
      return last !== undefined &&
        this.setEdits(doc, doc.edits.slice(0, -1), [...doc.undone, last]);
    });
  }

  redo(doc: Doc): Promise<boolean> {
    return this.afterEdits(doc, async () => {
      const next = doc.undone.at(-1);
      return next !== undefined &&
        this.setEdits(doc, [...doc.edits, next], doc.undone.slice(0, -1));
    });
  }

  /** Resolved after the edits that are being made. */
  async settled(): Promise<void> {
    await this.editing;
  }

  /** Marks changes of a file as saved. */
  markSaved(doc: Doc, changes: readonly Change[]): void {
    doc.saved = scriptOf(changes);
    this.files.docs.touch();
  }

  private updateUnsaved(): void {
    this.unsaved.value = this.files.docs.value.some(isUnsaved);
  }

  /** Edits are made one after the other. An error is shown. */
  private afterEdits(doc: Doc, run: () => Promise<boolean>): Promise<boolean> {
    this.pending.value++;
    const result = this.editing.then(run).catch((error) => {
      this.services.reportEdit(error, doc);
      return false;
    }).finally(() => {
      this.pending.value--;
    });
    this.editing = result;
    return result;
  }

  /** The bytes of a file with other changes. */
  async bytesOf(doc: Doc, changes: readonly Change[]): Promise<Blob> {
    if (!this.files.docs.value.includes(doc)) {
      throw new Error(`${doc.name}: the file is closed`);
    }
    if (doc.original instanceof File) { // which cannot be read after it changes on the disk
      doc.original = new Blob([await bytesOfBlob(doc.original, doc.path)]);
    }
    const at = changes.findLastIndex(({ blob }) => blob);
    const from = changes[at]?.blob ?? doc.original;
    const script = scriptOf(changes.slice(at + 1));
    const input = this.models.input({ ...doc, blob: from });
    return script === "" ? from : this.services.run((calls) => calls.edit(input, script))
      .then(({ bytes }) => new Blob([bytes as BlobPart]));
  }

  private async setEdits(doc: Doc, edits: readonly Edit[], undone: readonly Edit[]):
  Promise<boolean> {
    const roundtrip = roundtripOf(doc);
    const blob = await this.bytesOf(doc, changesOf({ edits }));
    await this.replaceBytes(doc, blob, edits, undone);
    if (roundtripOf(doc) !== roundtrip) {
      this.comparison.roundtrip.value = roundtripOf(doc);
    }
    return true;
  }

  /** Shows a file with other bytes at the same clip, time and bone. */
  private async replaceBytes(doc: Doc, blob: Blob, edits: readonly Edit[],
    undone: readonly Edit[]): Promise<void> {
    const { value: clip } = this.selection.clip;
    const { value: pinned } = this.comparison.pinned;
    const opened = await this.files.reopen(doc, blob);
    const { choice } = doc;
    Object.assign(doc, { blob, edits, undone, opened, problem: null, skeleton: null, check: null });
    this.updateUnsaved();
    await this.models.findSkeleton(doc, choice);
    this.files.docs.touch();
    if (clip?.doc === doc && opened.clips.length > 0) {
      await this.selection.show(doc, Math.min(clip.index, opened.clips.length - 1));
    }
    if (pinned?.clip.doc === doc && pinned.clip.index < opened.clips.length) {
      const again = pinned.clip === clip ? this.selection.clip.value!
        : await this.selection.openClip(doc, pinned.clip.index);
      this.comparison.pinned.value = { ...pinned, clip: again, result: null };
      await this.comparison.update(this.selection.clip);
    }
  }
}
