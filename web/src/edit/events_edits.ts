/** Edits of events, each one step of undo. */
import type { App } from "../app";
import type { ShownClip } from "../state/clip";
import { MOMENTS } from "../state/doc";
import { isMark, marksOf, selectedMark, type Mark } from "../time/events";
import { text } from "../text/text";
import { addLine, addressOf, clipOption, moveLine, removeLine, renameLine, timeText, type Address,
  type NewEvent } from "./script";

/** The formats whose events can be edited. */
const EDITABLE = ["omf", "ogf", "skl", "skls", "rtm", "bmtr"];
/** The stored end, also if it is after the clip. */
const SAME_END = "+0";

export const canEdit = ({ doc }: ShownClip) => EDITABLE.includes(doc.format);
export const hasEnds = ({ doc }: ShownClip) => !MOMENTS.includes(doc.format);
export const hasValues = ({ doc }: ShownClip) => MOMENTS.includes(doc.format);

const isSame = (one: Mark, other: Mark) =>
  isMark(one, other) && one.until === other.until && one.value === other.value;

type Label = "edit.move" | "edit.add" | "edit.remove" | "edit.rename" | "edit.value";

export class EventEdits {
  private turn: Promise<unknown> = Promise.resolve();

  constructor(private app: App) {}

  /** Edits are made one after the other, each of the clip and the mark as the last one left them. */
  private run(shown: ShownClip, label: Label, mark: Mark | { name: string },
    script: (clip: string, address: Address) => string): Promise<boolean> {
    const done = this.turn.then(() => this.runNow(shown, label, mark, script));
    this.turn = done.catch(() => undefined); // the next edit is made all the same
    return done;
  }

  /** Makes an edit, and selects the mark that is new or different. */
  private async runNow(shown: ShownClip, label: Label, mark: Mark | { name: string },
    script: (clip: string, address: Address) => string): Promise<boolean> {
    const { app } = this;
    await app.history.settled();
    const clip = this.current(shown);
    const { name } = mark;
    const before = marksOf(clip);
    const stored = "place" in mark ? before.find((one) => isSame(one, mark)) : null;
    if (stored === undefined) {
      return true; // an earlier edit has removed or changed it
    }
    const address = stored ? addressOf(stored, before, label === "edit.rename")
      : { name, at: null };
    const selected = clipOption(clip);
    if (selected === null || address === null) {
      app.message.value = { kind: "error", text: text("edit.ambiguous",
        { name: selected === null ? clip.listed.name : name }) };
      return false;
    }
    const isDone = await app.history.edit(clip.doc, { script: script(selected, address),
      label: text(label, { name, clip: clip.listed.name }) });
    const after = this.current(clip);
    if (isDone && after !== clip) {
      selectedMark.value = marksOf(after).find((one) => !before.some((old) => isSame(one, old))) ??
        (label === "edit.remove" ? null : selectedMark.value);
    }
    return isDone;
  }

  /** The clip as it is now, if it is shown. */
  private current(clip: ShownClip): ShownClip {
    const shown = this.app.selection.clip.value;
    return shown?.doc === clip.doc && shown.index === clip.index ? shown : clip;
  }

  /** An RTM can store events without a name, but a person who adds one has forgotten it. */
  private hasName(name: string): boolean {
    if (name.trim() === "") {
      this.app.message.value = { kind: "error", text: `EDT009: ${text("edit.no-name")}` };
      return false;
    }
    return true;
  }

  async add(clip: ShownClip, event: NewEvent): Promise<boolean> {
    return this.hasName(event.name) &&
      this.run(clip, "edit.add", { name: event.name }, (one) => addLine(one, event));
  }

  remove(clip: ShownClip, mark: Mark): Promise<boolean> {
    return this.run(clip, "edit.remove", mark, removeLine);
  }

  async rename(clip: ShownClip, mark: Mark, name: string): Promise<boolean> {
    return this.hasName(name) &&
      this.run(clip, "edit.rename", mark, (one, address) => renameLine(one, address, name));
  }

  /** Changes times (as text of a script) and the value. */
  change(clip: ShownClip, mark: Mark, change: { to?: string; until?: string; value?: string }):
    Promise<boolean> {
    const { to, until, value } = change;
    if (mark.at === null && to !== undefined) {
      const event = { name: mark.name, value: value || null, at: to, until: until ?? null };
      return this.run(clip, "edit.add", { name: mark.name }, (one) => addLine(one, event));
    }
    const label = to === undefined && until === undefined ? "edit.value" : "edit.move";
    const keepsEnd = to !== undefined && until === undefined && mark.until !== mark.at &&
      mark.end > clip.duration;
    return this.run(clip, label, mark, (one, address) =>
      moveLine(one, address, keepsEnd ? { ...change, until: SAME_END } : change));
  }

  /** Changes the times of a mark, in seconds of the page. */
  async move(clip: ShownClip, mark: Mark, start: number, end: number): Promise<void> {
    const moves = Math.abs(start - mark.start) > 1e-6;
    const resizes = Math.abs((end - start) - (mark.end - mark.start)) > 1e-6;
    if (!moves && !resizes) {
      return;
    }
    const to = moves ? timeText(clip, start) : null;
    const until = resizes ? (end === mark.end ? SAME_END : timeText(clip, end)) : null;
    await this.run(clip, "edit.move", mark, (one, address) => moveLine(one, address, { to, until }));
  }
}
