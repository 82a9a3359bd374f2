/** The files of the page, and which of them the engine has in memory. */
import type { Format } from "gait";
import type { Facts, Opened, Problem, Source } from "../engine/protocol";
import { baseName, sameName } from "../names";
import { Signal } from "../signal";
import { NEVER, sourceOf, type Doc } from "./doc";
import { problemOf, type Services } from "./services";

/** A file that was dropped or chosen, but cannot be used. */
export interface Refused {
  path: string;
  problem: Problem;
  /** The file, if its format is known and only its content is damaged. */
  file?: NewFile;
}

/** A file to add. `opened` and `problem` are absent if it was only recognised. */
export interface NewFile {
  path: string;
  blob: Blob;
  format: Format;
  /** From newId(); needed when the file is open in the engine. */
  id?: number;
  opened?: Opened;
  problem?: Problem;
  /** It is on no disk. */
  isUnsaved?: boolean;
}

/** A part of the state that shows files. */
export interface Viewer {
  shows(doc: Doc): boolean;
  /** Shows the file no longer, because it is closed. */
  leave(doc: Doc): void;
}

export class Files {
  readonly docs = new Signal<readonly Doc[]>([]);
  /** Files of the last drop that cannot be used. */
  readonly refused = new Signal<readonly Refused[]>([]);
  /** The number of files with clips of the last drop, when no skeleton of them is known; else 0. */
  readonly unposed = new Signal(0);
  readonly viewers: Viewer[] = [];
  private nextId = 1;
  /** Files that the engine has in memory: those with clips that are shown. */
  private inEngine = new Set<number>();

  constructor(private services: Services) {}

  /**
   * Adds files. They are opened when they are shown, unless they are open in the engine.
   * `replace` closes all other files; mayClose() asks before. Returns the added files.
   */
  add(files: readonly NewFile[], replace: boolean): Doc[] {
    const added = files.map(({ path, blob, format, id, opened, problem, isUnsaved }): Doc => ({
      id: id ?? this.newId(), path, name: baseName(path), original: blob,
      blob, format, opened: opened ?? null, problem: problem ?? null, choice: null, skeleton: null,
      check: null, edits: [], undone: [],
      saved: isUnsaved ? NEVER : "", phaseDuration: null,
    }));
    added.forEach((doc) => doc.opened && !doc.problem && this.inEngine.add(doc.id));
    if (replace) {
      this.docs.value.forEach((doc) => this.forget(doc));
    }
    this.docs.value = replace ? added : [...this.docs.value, ...added];
    return added;
  }

  newId(): number {
    return this.nextId++;
  }

  /** Whether another open file has the name of a file. */
  isNameShared(doc: Doc): boolean {
    return this.docs.value.some((one) => one !== doc && one.name.length === doc.name.length &&
      sameName(one.name, doc.name));
  }

  /** The name of a file, or its path if another open file has this name. */
  nameOf(doc: Doc): string {
    return this.isNameShared(doc) ? doc.path : doc.name;
  }

  /** Closes a file; mayClose() asks before. */
  close(doc: Doc): void {
    this.forget(doc);
    this.docs.value = this.docs.value.filter((one) => one !== doc);
  }

  private forget(doc: Doc): void {
    this.free(doc);
    this.viewers.forEach((viewer) => viewer.leave(doc));
  }

  private free(doc: Doc): void {
    if (this.inEngine.delete(doc.id)) {
      doc.skeleton = null;
      void this.services.client.engine.close(doc.id).catch(() => undefined);
    }
  }

  /** Frees the memory of a file that is not shown. It is opened again when it is needed. */
  release(doc: Doc): void {
    if (!this.viewers.some((viewer) => viewer.shows(doc))) {
      this.free(doc);
    }
  }

  /** Files that can contain keys or metadata of a glTF. */
  companions(doc: Doc): Source[] {
    return doc.format !== "gltf" ? [] : this.docs.value
      .filter((one) => one !== doc && /\.(bin|json)$/i.test(one.path)).map(sourceOf);
  }

  /** Opens a file whole in the engine. A problem is stored in the file. */
  async open(doc: Doc): Promise<boolean> {
    if (!this.inEngine.has(doc.id) && !doc.problem) {
      try {
        await this.services.client.ready;
        const opened = await this.services.client.engine.open(sourceOf(doc), this.companions(doc));
        this.inEngine.add(doc.id);
        doc.format = opened.format;
        doc.opened ??= opened;
        if (opened.info.status !== "ok") {
          doc.problem = opened.problem;
        }
      } catch (error) {
        doc.problem = problemOf(error);
      }
      this.docs.touch();
    }
    return doc.problem === null;
  }

  /** Opens a file again with other bytes. */
  async reopen(doc: Doc, blob: Blob): Promise<Opened> {
    const opened = await this.services.client.engine.open({ ...sourceOf(doc), blob },
      this.companions(doc));
    this.inEngine.add(doc.id);
    return opened;
  }

  /** Facts about the format of a file. */
  format({ format }: Pick<Doc, "format">): Facts["formats"][number] | undefined {
    return this.services.facts.formats.find(({ name }) => name === format);
  }
}
