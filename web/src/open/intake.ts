/** Opens files: recognises them in portions, and shows the first animation as soon as possible. */
import type { Format } from "gait";
import type { App } from "../app";
import type { Source } from "../engine/protocol";
import { byPath } from "../names";
import { Signal } from "../signal";
import type { Doc } from "../state/doc";
import type { NewFile, Refused } from "../state/files";
import { problemOf } from "../state/services";
import { namesText, text } from "../text/text";
import { isEditing } from "../edit/form";
import { mayClose } from "../edit/save";
import { withoutCommonFolder, type Found } from "./entries";
import { pageProblem, Recogniser, type Detect } from "./recognise";
import { isPosed, showPosed } from "./posed";
import { capital, reasonsOf, showRefused } from "./refused";
import { openSalvaged, salvage, salvagedText } from "./salvage";

export interface Progress {
  done: number;
  total: number;
  usable: number;
}

const PORTION = 200;
/** Files of one kind that are opened whole in search of the first with clips. */
const MAX_TRIES = 64;
/** Files with clips. A model can have none. */
const ANIMATIONS: readonly Format[] = ["rtm", "bmtr", "omf", "skl", "skls", "bvh", "seanim", "anm"];

/** The progress of the drop that is opened, or null. */
export const progress = new Signal<Progress | null>(null);

/** How the files of one drop are opened. */
class Intake {
  isCancelled = false;
  /** The user wants the open files to stay as they are. */
  private isDeclined = false;
  private recogniser: Recogniser;
  private waiting: NewFile[] = [];
  private shown: Doc | null = null;
  /** Damaged files, when no file of the drop could be used yet. */
  private damaged: Refused[] = [];
  private added: Doc[] = [];
  /** Files in which the skeleton of the shown clip was searched. */
  private searched = new Set<number>();

  constructor(private app: App, private found: Found[], private replaces: boolean,
    detect: Detect) {
    this.recogniser = new Recogniser(app, detect);
  }

  /** False if the user wants the open files to stay as they are. */
  async run(): Promise<boolean> {
    const { app, recogniser } = this;
    await app.client.ready;
    app.files.unposed.value = 0;
    this.noteSearched();
    const found = [...this.found].sort(byPath);
    await this.recogniseAll(found, false);
    await this.recogniseAll(recogniser.unpacked, true);
    if (recogniser.companions.length > 0) {
      const isNeeded = [...recogniser.usable, ...app.files.docs.value].some(({ format }) =>
        format === "gltf");
      if (isNeeded) {
        this.waiting.push(...recogniser.companions);
      } else {
        recogniser.refused.push(...recogniser.companions.map(({ path }) =>
          ({ path, problem: pageProblem(text("open.no-gltf"), path) })));
      }
    }
    await this.showFirst((format) => format === "gltf" || format === "ogf");
    if (!this.isDeclined) {
      await this.addRest();
      this.report();
      const clip = app.selection.clip.value;
      if (clip && !isPosed(clip) && !this.isCancelled && this.added.includes(clip.doc)) {
        void showPosed(app, clip, this.added); // other drops need not wait for it
      }
    }
    return !this.isDeclined;
  }

  private async recogniseAll(found: readonly Found[], isFromArchive: boolean): Promise<void> {
    const { recogniser } = this;
    for (let at = 0; at < found.length && !this.isCancelled; at += PORTION) {
      const before = recogniser.usable.length;
      await recogniser.recognise(found.slice(at, at + PORTION), isFromArchive);
      this.waiting.push(...recogniser.usable.slice(before));
      if (this.shown) {
        this.addWaiting();
      } else {
        await this.showFirst((format) => ANIMATIONS.includes(format));
      }
      progress.value = { done: Math.min(at + PORTION, found.length), total: found.length,
        usable: recogniser.usable.length };
    }
  }

  /** Shows the first file with clips that can be opened; then all files are added. */
  private async showFirst(isWanted: (format: Format) => boolean): Promise<void> {
    let tries = 0;
    for (const file of this.waiting) {
      if (this.shown || this.isCancelled || tries > MAX_TRIES) {
        return;
      }
      if (!isWanted(file.format) || file.problem) {
        continue;
      }
      tries++;
      if (await this.tryToOpen(file) && file.opened && await this.mayAdd(file)) {
        this.addWaiting();
        this.shown = this.added.find(({ id }) => id === file.id)!;
        if (this.app.selection.clip.value === null || !isEditing()) { // a dialog keeps its clip
          await this.app.selection.show(this.shown);
          this.noteSearched();
        }
      }
    }
  }

  /** Asks before open files with edits are replaced. Nothing is added when the user declines. */
  private async mayAdd(file: NewFile): Promise<boolean> {
    if (this.replaces) {
      const leave = await mayClose(this.app);
      this.replaces = leave === "close";
      if (leave === null) {
        this.isDeclined = this.isCancelled = true;
        await this.app.client.engine.close(file.id!);
      }
    }
    return !this.isDeclined;
  }

  private noteSearched(): void {
    const doc = this.app.selection.clip.value?.doc;
    this.searched = new Set(doc ? this.app.models.candidates(doc).map(({ id }) => id) : []);
  }

  /** Opens a file. A file without clips is closed again. */

  private async tryToOpen(file: NewFile): Promise<boolean> {
    file.id = this.app.files.newId();
    try {
      const source: Source = { id: file.id, path: file.path, blob: file.blob };
      const others = this.waiting.filter((one) => one !== file && one.format === "unknown")
        .map(({ path, blob }): Source => ({ id: 0, path, blob }));
      const opened = await this.app.client.engine.open(source, others);
      file.format = opened.format;
      if (!opened.problem && opened.clips.length > 0) {
        file.opened = opened;
      } else {
        await this.app.client.engine.close(file.id);
      }
      if (opened.problem) {
        file.problem = opened.problem;
      }
    } catch (error) {
      file.problem = problemOf(error);
    }
    if (file.problem) {
      this.damaged.push({ path: file.path, problem: file.problem, file });
    }
    return !file.problem;
  }

  private addWaiting(): void {
    const added = this.app.files.add(this.waiting, this.replaces);
    this.replaces = false;
    this.added.push(...added);
    this.waiting = [];
  }

  /** Adds files without clips: models for the clips that are open, or to look at. */
  private async addRest(): Promise<void> {
    const { app } = this;
    if (!this.shown) {
      let isUsable = false;
      for (const file of this.waiting) {
        isUsable ||= file.format !== "unknown" && !file.problem && await this.tryToOpen(file);
      }
      if (!isUsable) {
        await this.addDamaged();
        return;
      }
      this.replaces = false;
    }
    this.addWaiting();
    const clip = app.selection.clip.value;
    if (!clip) {
      await app.selection.show(this.shown ?? this.added.find(({ problem }) => !problem)!);
    } else if (clip.skeleton.source.source !== "in_file" && !clip.doc.choice &&
        app.models.candidates(clip.doc).some(({ id }) => !this.searched.has(id))) {
      await this.findSkeletonAgain();
    }
  }

  /** Shows what is wrong with damaged files, unless something else is open. */
  private async addDamaged(): Promise<void> {
    const { app } = this;
    this.waiting = this.waiting.filter(({ format }) => format !== "unknown");
    if (app.files.docs.value.length > 0 || this.waiting.length === 0) {
      return;
    }
    this.addWaiting();
    await app.selection.show(this.added[0]!);
    app.view.panelTab.value = "findings";
  }

  private async findSkeletonAgain(): Promise<void> {
    const { app } = this;
    const time = app.playback.time.value;
    await app.selection.chooseSkeleton(null);
    app.playback.time.value = time;
  }

  private report(): void {
    const { app, recogniser } = this;
    const refused = [...recogniser.refused, ...this.added.length > 0 ? [] : this.damaged];
    app.files.refused.value = refused;
    const [first] = refused;
    const [reason, ...others] = reasonsOf(refused);
    const why = others.length === 0 ? reason?.text ?? null : null;
    const show = { text: text("open.show-why"), run: () => showRefused(app) };
    // The empty page shows the reasons.
    const action = app.files.docs.value.length > 0 ? { action: show } : {};
    if (recogniser.unread.length > 0 && (refused.length > 1 || this.added.length > 0)) {
      app.message.value = { kind: "error", ...action, text: text("open.some-unread",
        { n: recogniser.unread.length, names: namesText(recogniser.unread) }) };
    } else if (this.added.length === 0 && first) {
      if (refused.length === 1) {
        app.message.value = { kind: "error", text: `${first.path}: ${why}` };
        void this.offerSalvage(first);
      } else {
        const none = text("open.none", { n: refused.length });
        app.message.value = { kind: "error", ...action,
          text: why === null ? none : `${none} ${capital(why)}` };
      }
    } else if (first && this.found.length <= 20) {
      const some = text("open.refused", { n: refused.length });
      app.message.value = { kind: "note", action: show,
        text: `${some}${why === null ? "." : `: ${why}`}` };
    } else if (this.added.length > 0) {
      app.message.value = null;
    }
  }

  /** Adds a button to the message about a damaged file if some of its clips can be saved. */
  private async offerSalvage({ file }: Refused): Promise<void> {
    const { app } = this;
    const message = app.message.value!;
    const { salvaged } = file ? await salvage(app, file) : { salvaged: null };
    if (salvaged && app.message.value === message) {
      app.message.value = { ...message, text: `${message.text} ${salvagedText(salvaged)}`,
        action: { text: text("salvage.open"), run: () => void openSalvaged(app, file!, salvaged) } };
    }
  }
}

let current: Intake | null = null;

/** Opens files. False if the user wants the open files to stay as they are. */
export async function openFiles(app: App, found: Found[], replaces: boolean): Promise<boolean> {
  if (found.length === 0) {
    app.say(text("open.nothing"));
    return true;
  }
  progress.value = { done: 0, total: found.length, usable: 0 };
  const open = (detect: Detect) => {
    current = new Intake(app, withoutCommonFolder(found), replaces, detect);
    return current.run();
  };
  try {
    return await (found.length <= PORTION ? open((files) => app.client.engine.detect(files))
      : app.run((calls) => open((files) => calls.detect(files))));
  } finally {
    current = null;
    progress.value = null;
  }
}

export function cancelOpening(): void {
  if (current) {
    current.isCancelled = true;
  }
}
