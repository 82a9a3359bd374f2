/** Edits of events, each one step of undo. */
import type { App } from "../app";
import type { ShownClip } from "../state/clip";
import { marksOf, selectedMark, type Mark } from "../time/events";
import { text } from "../text/text";
import { addLine, clipOption, moveLine, removeLine, renameLines, timeText, type NewEvent } from
  "./script";

/** The formats whose events can be edited, and those with moments and values only (RTM). */
const EDITABLE = ["omf", "ogf", "skl", "skls", "rtm", "bmtr"];
const MOMENTS = ["rtm", "bmtr"];

export const canEdit = ({ doc }: ShownClip) => EDITABLE.includes(doc.format);
export const hasEnds = ({ doc }: ShownClip) => !MOMENTS.includes(doc.format);
export const hasValues = ({ doc }: ShownClip) => MOMENTS.includes(doc.format);

export class EventEdits {
  constructor(private app: App) {}

  /** Makes an edit, and selects the mark that is new or different. */
  private async run(clip: ShownClip, label: string, script: (clip: string) => string):
    Promise<boolean> {
    const { app } = this;
    const selected = clipOption(clip);
    if (selected === null) {
      app.message.value = { kind: "error",
        text: text("edit.ambiguous", { clip: clip.listed.name }) };
      return false;
    }
    const before = marksOf(clip);
    const isDone = await app.history.edit(clip.doc, { script: script(selected), label });
    const after = app.selection.clip.value;
    if (isDone && after?.doc === clip.doc && after.index === clip.index) {
      const changed = marksOf(after).find((mark) => !before.some(({ name, at, until, value }) =>
        name === mark.name && at === mark.at && until === mark.until && value === mark.value));
      if (changed) {
        selectedMark.value = { name: changed.name, at: changed.at };
      }
    }
    return isDone;
  }

  private label(key: "edit.move" | "edit.add" | "edit.remove" | "edit.rename" | "edit.value",
    clip: ShownClip, name: string): string {
    return text(key, { name, clip: clip.listed.name });
  }

  add(clip: ShownClip, event: NewEvent): Promise<boolean> {
    return this.run(clip, this.label("edit.add", clip, event.name), (one) => addLine(one, event));
  }

  remove(clip: ShownClip, mark: Mark): Promise<boolean> {
    return this.run(clip, this.label("edit.remove", clip, mark.name),
      (one) => removeLine(one, mark));
  }

  rename(clip: ShownClip, mark: Mark, name: string): Promise<boolean> {
    return this.run(clip, this.label("edit.rename", clip, mark.name),
      (one) => renameLines(one, mark, name, marksOf(clip)));
  }

  /** Changes times (as text of a script) and the value. */
  change(clip: ShownClip, mark: Mark, change: { to?: string; until?: string; value?: string }):
    Promise<boolean> {
    const isValue = change.to === undefined && change.until === undefined;
    const key = isValue ? "edit.value" : "edit.move";
    return this.run(clip, this.label(key, clip, mark.name), (one) => {
      const start = mark.at === null && change.to !== undefined
        ? addLine(one, { name: mark.name, value: change.value || null, at: change.to,
          until: change.until ?? null }) : null;
      return start ?? moveLine(one, mark, change);
    });
  }

  /** Changes the times of a mark, in seconds of the page. */
  async move(clip: ShownClip, mark: Mark, start: number, end: number): Promise<void> {
    const moves = Math.abs(start - mark.start) > 1e-6;
    const resizes = Math.abs((end - start) - (mark.end - mark.start)) > 1e-6;
    if (!moves && !resizes) {
      return;
    }
    const to = moves ? timeText(clip, start) : null;
    const until = resizes ? (end === mark.end ? String(mark.until) : timeText(clip, end)) : null;
    await this.run(clip, this.label("edit.move", clip, mark.name), (one) =>
      moveLine(one, mark, { to, until }));
  }
}
