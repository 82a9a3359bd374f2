/** The state of the page and the actions that change it. Panels observe the signals. */
import type { Check, Comparison, Format, ListedClip, RoundtripReport } from "gait";
import { Client, EngineError, type Parts } from "./engine/client";
import { CLIP_CLOSED, SAMPLES, type Facts, type MeshFound, type Opened, type OpenedClip, type Problem,
  type SkeletonChoice, type SkeletonFound, type Source, type TaskInput } from "./engine/protocol";
import { bytesOfBlob, describeError } from "./engine/unreadable";
import { Signal } from "./signal";
import { adviceOf } from "./text/advice";
import { text } from "./text/text";

/** A change of the bytes of a file. */
export interface Change {
  /** Lines of an edit script (docs/formats/edit-script.md); with `blob` what made it. */
  script: string;
  /** The bytes that the change puts in the place of the file: the result of a round trip. */
  blob?: Blob;
}

/** A step of undo. */
export interface Edit {
  label: string;
  /** All changes of the file after the step, in the order in which they are applied. */
  changes: readonly Change[];
  /** The latest round trip among them. */
  roundtrip: Roundtrip | null;
}

/** A file of the page. */
export interface Doc {
  readonly id: number;
  readonly path: string;
  readonly name: string;
  /** The bytes as they were opened. */
  original: Blob;
  /** The bytes with the edits. */
  blob: Blob;
  /** By its content. */
  format: Format;
  /** null until the file is opened whole, which happens when it is shown or searched. */
  opened: Opened | null;
  /** Why it could not be opened. */
  problem: Problem | null;
  choice: SkeletonChoice;
  skeleton: SkeletonFound | null;
  /** null until the checks are done. */
  check: Check | null;
  edits: readonly Edit[];
  undone: readonly Edit[];
  /** The changes that were saved, as a script. */
  saved: string;
  /** The duration of clips with phases, or null for the usual one. */
  phaseDuration: number | null;
}

/** A clip that is open in the engine. */
export interface ShownClip {
  doc: Doc;
  index: number;
  listed: ListedClip;
  opened: OpenedClip;
  skeleton: SkeletonFound;
  /** Seconds; for clips with phases the seconds of phase 1, which the user can change. */
  duration: number;
  /** Why there are no poses, or null. A bank without its model usually has none. */
  problem: Problem | null;
  /** The pose of the first frame, or null. */
  first: Float32Array | null;
}

export type LoopMode = "once" | "loop" | "ping-pong" | "game";
export type PanelTab = "bone" | "findings" | "file" | "compare";
export type View = "perspective" | "front" | "side" | "top";

/** The pinned clip, and how it is shown together with another one. */
export interface Pinned {
  clip: ShownClip;
  layout: "ghost" | "beside";
  lock: "time" | "phase" | "frame";
  /** null while it is computed, or when the clips have no bone in common. */
  result: Comparison | null;
}

export interface Message {
  kind: "note" | "error";
  text: string;
  /** A button of the message. */
  action?: { text: string; run(): void };
}

/** Files that were given to the browser as a download. */
export interface Saved {
  text: string;
  docs: readonly Doc[];
  again(): void;
}

export interface RoundtripOptions {
  addNew: boolean;
  dropMissing: boolean;
}

/** A round trip of an edited glTF onto an open file. */
export interface Roundtrip {
  base: Doc;
  edited: Source;
  /** Files that contain keys or metadata of the edited one. */
  companions: readonly Source[];
  options: RoundtripOptions;
  report: RoundtripReport | null;
  bytes: Uint8Array | null;
  problem: Problem | null;
  /** The clips whose changes by an earlier round trip are taken back. */
  reverts?: readonly string[];
  /** The removed clips that were edited before. */
  loses?: readonly string[];
}

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

const SECONDS_OF_PHASES = 1;
const MAX_CANDIDATES = 64;
/** Files that are opened to find the mesh, besides the file with the skeleton. */
const MAX_MODELS = 4;
const MAX_CANDIDATE_BYTES = 64 << 20;

export class App {
  readonly client: Client;

  readonly docs = new Signal<readonly Doc[]>([]);
  readonly doc = new Signal<Doc | null>(null);
  readonly clip = new Signal<ShownClip | null>(null);
  /** The picked bone. */
  readonly bone = new Signal<number | null>(null);
  readonly pinned = new Signal<Pinned | null>(null);
  readonly roundtrip = new Signal<Roundtrip | null>(null);
  readonly message = new Signal<Message | null>(null);
  /** Downloads of edited files; for each file the last one. */
  readonly saves = new Signal<readonly Saved[]>([]);
  /** The number of files with clips of the last drop, when no skeleton of them is known; else 0. */
  readonly unposed = new Signal(0);
  /** Files of the last drop that cannot be used. */
  readonly refused = new Signal<readonly Refused[]>([]);
  /** Clips of the shown file that are selected for downloads, by index. */
  readonly selected = new Signal<ReadonlySet<number>>(new Set());
  /** The table of all files is shown. */
  readonly table = new Signal(false);
  /** Number of tasks that run. */
  readonly busy = new Signal(0);

  // Time, in seconds from the beginning of the clip. Playback (time/playback.ts) advances it.
  readonly time = new Signal(0);
  readonly playing = new Signal(false);
  readonly speed = new Signal(1);
  readonly loop = new Signal<LoopMode>("loop");
  /** A and B in seconds; null = the whole clip. */
  readonly range = new Signal<{ a: number; b: number } | null>(null);
  /** The pose at the time: 16 numbers per bone in model space; that of the pinned clip. */
  readonly pose = new Signal<Float32Array | null>(null);
  readonly pinnedPose = new Signal<Float32Array | null>(null);

  // The view.
  readonly view = new Signal<View>("perspective");
  readonly orthographic = new Signal(false);
  readonly names = new Signal(false);
  readonly ground = new Signal(true);
  readonly rootMotion = new Signal(true);
  readonly trail = new Signal(false);
  /** Joints below the ground are marked. */
  readonly belowGround = new Signal(false);
  readonly gridView = new Signal(false);
  /** The mesh of the model of the shown file; null: it has none, or it is not read yet. */
  readonly mesh = new Signal<MeshFound | null>(null);
  readonly showsMesh = new Signal(true);
  readonly wireframe = new Signal(false);
  /** The bones are shown through the mesh. */
  readonly showsBones = new Signal(true);
  readonly curves = new Signal(false);
  /** null: the panel is closed. */
  readonly panelTab = new Signal<PanelTab | null>(null);

  /** The clips of the shown file in the order of the list, without the filtered ones. */
  listed: readonly number[] = [];
  facts: Facts = { version: "", formats: [], builtins: [] };

  get version(): string {
    return this.facts.version;
  }

  private nextId = 1;
  private showing = 0;
  /** The file and the skeleton of the mesh, and the file that contains it. */
  private meshOwner: { doc: Doc; skeleton: SkeletonFound | null; model: Doc | null } | null = null;
  /** Files that the engine has in memory: those with clips that are shown. */
  private inEngine = new Set<number>();

  constructor(parts: Parts) {
    this.client = new Client(parts);
  }

  // --- files -------------------------------------------------------------------------------------

  /**
   * Adds files. They are opened when they are shown, unless they are open in the engine.
   * `replace` closes all other files; mayClose() asks before. Returns the added files.
   */
  add(files: readonly NewFile[], replace: boolean): Doc[] {
    const added = files.map(({ path, blob, format, id, opened, problem, isUnsaved }): Doc => ({
      id: id ?? this.newId(), path, name: path.slice(path.lastIndexOf("/") + 1), original: blob,
      blob, format, opened: opened ?? null, problem: problem ?? null, choice: null, skeleton: null,
      check: null, edits: [], undone: [],
      saved: isUnsaved ? NEVER : "", phaseDuration: null,
    }));
    added.forEach((doc) => doc.opened && !doc.problem && this.inEngine.add(doc.id));
    if (replace) {
      this.docs.value.forEach((doc) => this.forget(doc));
    }
    this.docs.value = replace ? added : [...this.docs.value, ...added];
    this.updateUnsaved();
    return added;
  }

  newId(): number {
    return this.nextId++;
  }

  /** Closes a file; mayClose() asks before. */
  close(doc: Doc): void {
    this.forget(doc);
    this.docs.value = this.docs.value.filter((one) => one !== doc);
    this.updateUnsaved();
  }

  private forget(doc: Doc): void {
    this.release(doc);
    if (this.pinned.value?.clip.doc === doc) {
      this.pinned.value = null;
    }
    if (this.roundtrip.value?.base === doc) {
      this.roundtrip.value = null;
    }
    if (this.doc.value === doc) {
      this.pose.value = null;
      this.clip.value = null;
      this.doc.value = null;
      this.mesh.value = null;
      this.meshOwner = null;
    }
  }

  /** Frees the memory of a file in the engine. It is opened again when it is needed. */
  private release(doc: Doc): void {
    if (this.inEngine.delete(doc.id)) {
      doc.skeleton = null;
      void this.client.engine.close(doc.id).catch(() => undefined);
    }
  }

  static source({ id, path, blob }: Doc): Source {
    return { id, path, blob };
  }

  /** Files that can contain keys or metadata of a glTF. */
  companions(doc: Doc): Source[] {
    return doc.format !== "gltf" ? [] : this.docs.value
      .filter((one) => one !== doc && /\.(bin|json)$/i.test(one.path)).map(App.source);
  }

  /** Opens a file whole in the engine. A problem is stored in the file. */
  async open(doc: Doc): Promise<boolean> {
    if (!this.inEngine.has(doc.id) && !doc.problem) {
      try {
        await this.client.ready;
        const opened = await this.client.engine.open(App.source(doc), this.companions(doc));
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

  /** Facts about the format of a file. */
  format({ format }: Pick<Doc, "format">): Facts["formats"][number] | undefined {
    return this.facts.formats.find(({ name }) => name === format);
  }

  /** The files in which the skeleton of a file is searched, the nearest folder first. */
  candidates(doc: Pick<Doc, "path" | "format">): Doc[] {
    const family = this.format(doc)?.family ?? null;
    const isCandidate = (one: Doc): boolean => family !== null &&
      this.format(one)?.family === family && this.format(one)!.skeleton;
    let bytes = 0;
    return this.docs.value
      .filter((one) => one !== doc && isCandidate(one) && !one.problem)
      .map((one) => ({ one, distance: folderDistance(doc.path, one.path) }))
      .sort((first, second) => first.distance - second.distance ||
        (first.one.path < second.one.path ? -1 : 1))
      .slice(0, MAX_CANDIDATES)
      .filter(({ one }) => (bytes += one.blob.size) <= MAX_CANDIDATE_BYTES)
      .map(({ one }) => one);
  }

  /** Finds the skeleton of an open file, or uses the chosen one. Closes the clips of the file. */
  async findSkeleton(doc: Doc, choice: SkeletonChoice = doc.choice): Promise<void> {
    const candidates = this.candidates(doc);
    for (const candidate of candidates) {
      await this.open(candidate);
    }
    const usable = candidates.filter((one) => !one.problem);
    if (choice && "file" in choice) {
      const chosen = this.docs.value.find(({ id }) => id === choice.file);
      if (chosen && !(await this.open(chosen))) {
        throw new EngineError(chosen.problem!);
      }
    }
    await this.open(doc);
    doc.skeleton = await this.client.engine.skeleton(doc.id, choice, usable.map(({ id }) => id));
    doc.choice = choice;
    usable.filter((one) => !this.isShown(one)).forEach((one) => this.release(one));
    if (this.pinned.value?.clip.doc === doc) {
      this.pinned.value = null;
    }
  }

  private isShown(doc: Doc): boolean {
    return this.clip.value?.doc === doc || this.pinned.value?.clip.doc === doc;
  }

  /** The input of a task for a file: its bytes, and the files with its skeleton. */
  input(doc: Doc): TaskInput {
    const { choice, skeleton } = doc;
    const id = choice && "file" in choice ? choice.file : skeleton?.file ?? null;
    const found = this.docs.value.find((one) => one.id === id);
    const owner = this.meshOwner;
    const model = (owner?.doc === doc ? owner.model : null) ?? found;
    return { source: App.source(doc), choice, candidates: found ? [App.source(found)] : [],
      model: model && model !== doc ? App.source(model) : null, companions: this.companions(doc) };
  }

  // --- clips -------------------------------------------------------------------------------------

  /** Shows a file and one of its clips. */
  async show(doc: Doc, index = 0): Promise<void> {
    const turn = ++this.showing;
    this.message.value = null;
    const isOpen = await this.open(doc);
    if (turn !== this.showing) {
      return;
    }
    if (!isOpen || !doc.opened?.clips.length) {
      const before = this.clip.value?.doc;
      this.pose.value = null;
      this.clip.value = null;
      this.doc.value = doc;
      this.doc.touch();
      [doc, before].forEach((one) => one && !this.isShown(one) && this.release(one));
      void this.readMesh(doc);
      return;
    }
    try {
      const clip = await this.openClip(doc, index);
      if (turn !== this.showing) {
        void this.client.engine.closeClip(clip.opened.clip);
        return;
      }
      this.setClip(clip);
    } catch (error) {
      this.doc.value = doc;
      this.report(error);
    }
  }

  /** Opens a clip in the engine. The caller closes it, or shows it with setClip(). */
  async openClip(doc: Doc, index: number): Promise<ShownClip> {
    if (!doc.skeleton) {
      await this.findSkeleton(doc);
    }
    const opened = await this.client.engine.clip(doc.id, index);
    const listed = doc.opened!.clips[index]!;
    const last = opened.times.at(-1) ?? 0;
    const duration = opened.hasPhases
      ? doc.phaseDuration ?? listed.duration_s ?? SECONDS_OF_PHASES : last;
    return { doc, index, listed, opened, skeleton: doc.skeleton!, duration,
      problem: opened.problem,
      first: opened.samples?.slice(0, opened.samples.length / SAMPLES) ?? null };
  }

  private setClip(clip: ShownClip): void {
    const before = this.clip.value;
    const isPinned = before !== null && this.pinned.value?.clip === before;
    const isReopened = before?.doc === clip.doc && before.index === clip.index;
    const hasSameBones = before !== null && haveSameBones(before.skeleton, clip.skeleton);
    if (!isReopened || !hasSameBones) {
      this.pose.value = null;
    }
    if (!isReopened) {
      this.range.value = null;
    }
    this.doc.value = clip.doc;
    if (!hasSameBones) {
      this.bone.value = null;
    }
    void this.readMesh(clip.doc);
    this.time.value = isReopened ? Math.min(this.time.value, clip.duration) : 0;
    this.clip.value = clip;
    this.pose.value ??= clip.first;
    if (before && !isPinned) {
      void this.client.engine.closeClip(before.opened.clip).catch(() => undefined);
    }
    if (before && !this.isShown(before.doc)) {
      this.release(before.doc);
    }
    void this.compare();
  }

  /**
   * Files whose mesh a file may move: first the one with its skeleton, or the file itself. If that
   * one has no mesh: the files in which its skeleton is searched, if they are few.
   */
  private modelsOf(doc: Doc): Doc[] {
    const file = doc.skeleton?.file ?? doc.id;
    const first = this.docs.value.filter(({ id }) => id === file);
    const others = this.candidates(doc).filter((one) => !first.includes(one));
    return doc.skeleton && others.length <= MAX_MODELS ? [...first, ...others] : first;
  }

  /** Reads the mesh that the shown file moves; of several files, the mesh with most vertices. */
  private async readMesh(doc: Doc): Promise<void> {
    const owner: typeof this.meshOwner = { doc, skeleton: doc.skeleton, model: null };
    if (this.meshOwner?.doc === doc && this.meshOwner.skeleton === doc.skeleton) {
      return;
    }
    this.meshOwner = owner;
    this.mesh.value = null;
    const models = this.modelsOf(doc);
    let best: MeshFound | null = null;
    let size = 0;
    for (const [at, model] of models.entries()) {
      try {
        const mesh = await this.open(model) && await this.open(doc)
          ? await this.client.engine.mesh(doc.id, model.id) : null;
        const isMoved = at === 0 || mesh?.bones.some((bone) => bone >= 0);
        if (mesh && isMoved && mesh.positions.length > size) {
          best = mesh;
          owner.model = model;
          size = mesh.positions.length;
        }
      } catch (error) {
        this.report(error, model.name);
      } finally {
        [model, doc].forEach((one) => !this.isShown(one) && this.release(one));
      }
      if (this.meshOwner !== owner || (at === 0 && best)) {
        break;
      }
    }
    if (this.meshOwner === owner) {
      this.mesh.value = best;
    }
  }

  /** Sets how long the shown clip with phases takes. */
  setDuration(seconds: number): void {
    const clip = this.clip.value;
    if (clip?.opened.hasPhases && seconds > 0) {
      const factor = clip.duration > 0 ? seconds / clip.duration : 1;
      const range = this.range.value;
      clip.doc.phaseDuration = seconds;
      clip.duration = seconds;
      this.time.value = Math.min(clip.duration, this.time.value * factor);
      this.range.value = range && { a: range.a * factor, b: range.b * factor };
      this.clip.touch();
    }
  }

  /** Shows the next (1) or previous (-1) clip of the list. */
  async showNext(step: number): Promise<void> {
    const clip = this.clip.value;
    const { listed } = this;
    if (clip && listed.length > 0) {
      const at = listed.indexOf(clip.index);
      const next = at < 0 ? 0 : (at + step + listed.length) % listed.length;
      await this.show(clip.doc, listed[next]);
    }
  }

  /** Uses another skeleton for the file that is shown; `name` is its name for messages. */
  async chooseSkeleton(choice: SkeletonChoice, name?: string): Promise<void> {
    const doc = this.doc.value;
    if (!doc) {
      return;
    }
    const index = this.clip.value?.index ?? 0;
    try {
      await this.findSkeleton(doc, choice);
      await this.show(doc, index);
    } catch (error) {
      this.report(error, name);
    }
  }

  /** Of clips with phases, the whole range takes the duration, as in exported files. */
  private static axisOf({ opened: { range: [first, last], hasPhases }, duration }: ShownClip):
    { first: number; scale: number } {
    return hasPhases && duration > 0 ? { first, scale: duration / (last - first) }
      : { first: 0, scale: 1 };
  }

  /** The time of the library for a time in seconds: phases for clips with phases. */
  static timeOf(clip: ShownClip, seconds: number): number {
    const { first, scale } = App.axisOf(clip);
    return first + seconds / scale;
  }

  /** The seconds of a time of the library. */
  static secondsAt(clip: ShownClip, time: number): number {
    const { first, scale } = App.axisOf(clip);
    return (time - first) * scale;
  }

  /** The seconds of a frame. */
  static secondsOf(clip: ShownClip, frame: number): number {
    const { times } = clip.opened;
    return App.secondsAt(clip, times[Math.max(0, Math.min(frame, times.length - 1))] ?? 0);
  }

  /** The phase at a time in seconds; of clips without phases the part of the duration. */
  static phaseOf(clip: ShownClip, seconds: number): number {
    const length = clip.duration > 0 ? clip.duration : Infinity;
    return clip.opened.hasPhases ? App.timeOf(clip, seconds) : seconds / length;
  }

  /** The seconds of a phase. */
  static secondsOfPhase(clip: ShownClip, phase: number): number {
    return clip.opened.hasPhases ? App.secondsAt(clip, phase) : phase * clip.duration;
  }

  /** The frame at or before a time in seconds. */
  static frameAt(clip: ShownClip, seconds: number): number {
    const { times } = clip.opened;
    const time = App.timeOf(clip, seconds) + 1e-6;
    let low = 0;
    let high = times.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle]! <= time) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  // --- comparison --------------------------------------------------------------------------------

  /** Pins the clip that is shown, for comparison with those that are shown next; or unpins it. */
  async pin(): Promise<void> {
    const before = this.pinned.value;
    const clip = this.clip.value;
    if (before) {
      this.pinned.value = null;
      this.pinnedPose.value = null;
      if (before.clip !== clip) {
        void this.client.engine.closeClip(before.clip.opened.clip).catch(() => undefined);
      }
    } else if (clip) {
      this.pinned.value = { clip, layout: "ghost", lock: "time", result: null };
    }
  }

  private async compare(): Promise<void> {
    const pinned = this.pinned.value;
    const clip = this.clip.value;
    if (!pinned || !clip) {
      return;
    }
    let result: Comparison | null = null;
    if (pinned.clip !== clip) {
      try {
        result = await this.client.engine.compare(pinned.clip.opened.clip, clip.opened.clip);
      } catch (error) {
        this.report(error);
      }
    }
    if (this.pinned.value?.clip === pinned.clip && this.clip.value === clip) {
      this.pinned.value = { ...this.pinned.value, result };
    }
  }

  // --- edits -------------------------------------------------------------------------------------

  /** True while a file has edits that were not saved. */
  readonly unsaved = new Signal(false);
  private editing: Promise<unknown> = Promise.resolve();

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
    return this.afterEdits(async () => {
      const edit = await make();
      return edit === null || this.setEdits(doc, [...doc.edits, edit], []);
    });
  }

  undo(doc: Doc): Promise<boolean> {
    return this.afterEdits(async () => {
      const last = doc.edits.at(-1);
      return last !== undefined &&
        this.setEdits(doc, doc.edits.slice(0, -1), [...doc.undone, last]);
    });
  }

  redo(doc: Doc): Promise<boolean> {
    return this.afterEdits(async () => {
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
    this.updateUnsaved();
    this.docs.touch();
  }

  private updateUnsaved(): void {
    this.unsaved.value = this.docs.value.some(isUnsaved);
  }

  /** Edits are made one after the other. An error is shown. */
  private afterEdits(run: () => Promise<boolean>): Promise<boolean> {
    const result = this.editing.then(run).catch((error) => {
      this.report(error);
      return false;
    });
    this.editing = result;
    return result;
  }

  /** The bytes of a file with other changes. */
  async bytesOf(doc: Doc, changes: readonly Change[]): Promise<Blob> {
    if (!this.docs.value.includes(doc)) {
      throw new Error(`${doc.name}: the file is closed`);
    }
    if (doc.original instanceof File) { // which cannot be read after it changes on the disk
      doc.original = new Blob([await bytesOfBlob(doc.original, doc.path)]);
    }
    const at = changes.findLastIndex(({ blob }) => blob);
    const from = changes[at]?.blob ?? doc.original;
    const script = scriptOf(changes.slice(at + 1));
    const input = this.input({ ...doc, blob: from });
    return script === "" ? from : this.run((calls) => calls.edit(input, script))
      .then(({ bytes }) => new Blob([bytes as BlobPart]));
  }

  private async setEdits(doc: Doc, edits: readonly Edit[], undone: readonly Edit[]):
  Promise<boolean> {
    const roundtrip = roundtripOf(doc);
    const blob = await this.bytesOf(doc, changesOf({ edits }));
    await this.replaceBytes(doc, blob, edits, undone);
    if (roundtripOf(doc) !== roundtrip) {
      this.roundtrip.value = roundtripOf(doc);
    }
    return true;
  }

  /** Shows a file with other bytes at the same clip, time and bone. */
  private async replaceBytes(doc: Doc, blob: Blob, edits: readonly Edit[],
    undone: readonly Edit[]): Promise<void> {
    const { value: clip } = this.clip;
    const { value: pinned } = this.pinned;
    const opened = await this.client.engine.open({ ...App.source(doc), blob },
      this.companions(doc));
    const { choice } = doc;
    this.inEngine.add(doc.id);
    Object.assign(doc, { blob, edits, undone, opened, problem: null, skeleton: null, check: null });
    this.updateUnsaved();
    await this.findSkeleton(doc, choice);
    this.docs.touch();
    if (clip?.doc === doc && opened.clips.length > 0) {
      await this.show(doc, Math.min(clip.index, opened.clips.length - 1));
    }
    if (pinned?.clip.doc === doc && pinned.clip.index < opened.clips.length) {
      const again = pinned.clip === clip ? this.clip.value!
        : await this.openClip(doc, pinned.clip.index);
      this.pinned.value = { ...pinned, clip: again, result: null };
      await this.compare();
    }
  }

  // --- tasks and messages ------------------------------------------------------------------------

  /** Runs a task in a separate worker. The bar shows that a task runs. */
  async run<R>(task: Parameters<Client["task"]>[0] extends never ? never
    : (calls: Parameters<Parameters<Client["task"]>[0]>[0]) => Promise<R>): Promise<R> {
    this.busy.value++;
    try {
      return await this.client.task(task);
    } finally {
      this.busy.value--;
    }
  }

  say(text: string): void {
    this.message.value = { kind: "note", text };
  }

  /** Shows an error in one sentence. `about` is what could not be used. */
  report(error: unknown, about?: string): void {
    const problem = problemOf(error);
    const { message, rule, offset, status, file } = problem;
    const name = about ?? (status === "unreadable" ? file : null);
    if (message === CLIP_CLOSED) {
      return; // requested before another clip was shown
    }
    const advice = adviceOf(problem);
    const where = offset === null ? "" : `, byte ${offset}`;
    const words = `${name ? `${name}: ` : ""}${rule ? `${rule}${where}: ` : ""}${message}` +
      `${advice ? `. ${advice}` : ""}`;
    this.message.value = { kind: "error", text: words };
  }
}

/** The changes of a file, in the order in which they are applied. */
export const changesOf = ({ edits }: Pick<Doc, "edits">): readonly Change[] =>
  edits.at(-1)?.changes ?? [];

const roundtripOf = ({ edits }: Doc): Roundtrip | null => edits.at(-1)?.roundtrip ?? null;

function scriptOf(changes: readonly Change[]): string {
  return changes.map(({ script }) => script).join("\n");
}

/** The saved changes of a file that was never saved. */
const NEVER = "\0";

/** Before names of files with edits that are not saved. */
export const UNSAVED = "● ";

/** Whether a file has edits that were not saved, or lacks some that were. */
export const isUnsaved = (doc: Doc): boolean => scriptOf(changesOf(doc)) !== doc.saved;

function haveSameBones(one: SkeletonFound, other: SkeletonFound): boolean {
  return one.bones.length === other.bones.length &&
    one.bones.every(({ name }, index) => name === other.bones[index]!.name);
}

export function problemOf(error: unknown): Problem {
  const problem = error instanceof EngineError ? error.problem : describeError(error);
  return problem.status === "unreadable" ? { ...problem, message: text("open.changed") } : problem;
}

/** The number of folders between two files. */
function folderDistance(path: string, other: string): number {
  const [one, two] = [path, other].map((text) => text.toLowerCase().split("/").slice(0, -1));
  let common = 0;
  while (common < Math.min(one!.length, two!.length) && one![common] === two![common]) {
    common++;
  }
  return one!.length + two!.length - 2 * common;
}
