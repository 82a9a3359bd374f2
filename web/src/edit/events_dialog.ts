/** The events of a clip as a table, in which everything can be changed with the keyboard. */
import type { App, ShownClip } from "../app";
import { showDialog } from "../bar";
import { make } from "../dom";
import { shortNumber } from "../numbers";
import { text, type TextKey } from "../text/text";
import { isMark, marksOf, selectedMark, type Mark } from "../time/events";
import { hasEnds, hasValues, type EventEdits } from "./events_edits";
import { makeAlert } from "./form";
import { timeText } from "./script";

type Column = "name" | "value" | "to" | "until";

const shownTime = (time: number | null) => (time === null ? "" : shortNumber(time));

const typedTime = (typed: string) => typed.trim().replace(/(\d),(\d)/, "$1.$2");

export class EventsDialog {
  private table = make("table", { class: "events" });
  private form = make("form", { class: "new-event", onsubmit: (event: Event) => {
    event.preventDefault();
    void this.add();
  } });
  private alert = makeAlert();
  private dialog: HTMLDialogElement;

  /** `closes`: the dialog closes when the new event is added. */
  constructor(private app: App, private edits: EventEdits, private time: number,
    private closes: boolean) {
    const clip = app.clip.value!;
    app.playing.value = false;
    this.dialog = showDialog(text("edit.events-of", { clip: clip.listed.name }), this.table,
      this.alert.element, make("h3", {}, text("edit.add-event")), this.form,
      make("p", { class: "dim" }, text("edit.time-hint")));
    this.dialog.id = "events-dialog";
    const stop = app.clip.onChange(() => this.show());
    this.dialog.addEventListener("close", stop);
    this.show();
    this.showForm(clip);
    // The first row is not focused: this would select its event.
    (this.table.querySelector<HTMLInputElement>("tr.is-selected input") ??
      this.form.querySelector("input"))?.focus();
  }

  focusNew(): void {
    this.form.querySelector("input")?.focus();
  }

  focusSelected(): void {
    this.table.querySelector<HTMLInputElement>("tr.is-selected input")?.select();
  }

  private columns(clip: ShownClip): [Column, TextKey][] {
    const columns: [Column, TextKey][] = [["name", "edit.name"]];
    if (hasValues(clip)) {
      columns.push(["value", "edit.value-column"]);
    }
    columns.push(["to", clip.opened.hasPhases ? "time.phase" : "edit.start"]);
    if (hasEnds(clip)) {
      columns.push(["until", "edit.end"]);
    }
    return columns;
  }

  private show(): void {
    const clip = this.app.clip.value;
    if (!clip) {
      this.dialog.close();
      return;
    }
    const focused = document.activeElement as HTMLElement | null;
    const column = this.table.contains(focused) ? focused?.dataset.column : undefined;
    const columns = this.columns(clip);
    const marks = marksOf(clip);
    this.table.replaceChildren(
      make("thead", {}, make("tr", {}, ...columns.map(([, key]) => make("th", {}, text(key))),
        make("th", {}))),
      make("tbody", {}, ...marks.map((mark) => this.row(clip, mark, columns))));
    this.table.hidden = marks.length === 0;
    if (column) {
      const row = this.table.querySelector("tr.is-selected") ?? this.table;
      (row.querySelector<HTMLElement>(`[data-column=${column}]`) ??
        this.form.querySelector("input"))?.focus();
    }
  }

  private row(clip: ShownClip, mark: Mark, columns: [Column, TextKey][]): HTMLTableRowElement {
    const values: Record<Column, string> = { name: mark.name, value: mark.value ?? "",
      to: shownTime(mark.at), until: shownTime(mark.until) };
    const inputs = columns.map(([column, key]) => {
      const input: HTMLInputElement = make("input", { type: "text", value: values[column],
        autocomplete: "off", "data-column": column, onfocus: () => {
          selectedMark.value = { name: mark.name, at: mark.at };
        }, "aria-label": `${text(key)}: ${mark.name}`, onchange: () =>
          void this.change(clip, mark, column, input), onkeydown: (event: KeyboardEvent) => {
          if (event.key === "Enter") {
            event.preventDefault();
            input.dispatchEvent(new Event("change"));
          }
        } });
      return make("td", {}, input);
    });
    const button = (key: TextKey, column: string, run: () => void) => make("button", {
      type: "button", "data-column": column, "aria-label": `${text(key)}: ${mark.name}`,
      onclick: run }, text(key));
    return make("tr", { class: isMark(mark, selectedMark.value) ? "is-selected" : "" }, ...inputs,
      make("td", {}, button("edit.go-to", "go-to", () => {
        this.app.playing.value = false;
        this.app.time.value = mark.start;
        selectedMark.value = { name: mark.name, at: mark.at };
        this.dialog.close();
      }), " ", button("edit.delete", "delete", () =>
        void this.alert.watch(this.app, this.edits.remove(clip, mark)))));
  }

  /** Applies what was typed once; a refused edit leaves the text and is marked. */
  private async change(clip: ShownClip, mark: Mark, column: Column, input: HTMLInputElement) {
    const typed = column === "name" || column === "value" ? input.value : typedTime(input.value);
    const isSame = { name: mark.name, value: mark.value ?? "", to: shownTime(mark.at),
      until: shownTime(mark.until) }[column] === typed;
    if (isSame || input.dataset.applying === typed) {
      return;
    }
    input.dataset.applying = typed;
    const edit = column === "name" ? this.edits.rename(clip, mark, typed)
      : this.edits.change(clip, mark, { [column]: typed });
    const isDone = await this.alert.watch(this.app, edit);
    input.setAttribute("aria-invalid", String(!isDone));
    delete input.dataset.applying;
  }

  private showForm(clip: ShownClip): void {
    const known = clip.doc.opened?.clips.flatMap(({ events }) => events.map(({ name }) => name));
    const names = make("datalist", { id: "event-names" },
      ...[...new Set(known)].map((value) => make("option", { value })));
    const field = (name: string, key: TextKey, value: string) => make("label", {}, text(key),
      make("input", { name, type: "text", value, autocomplete: "off",
        list: name === "name" ? "event-names" : undefined }));
    this.form.replaceChildren(field("name", "edit.name", ""),
      ...hasValues(clip) ? [field("value", "edit.value-column", "")] : [],
      field("at", clip.opened.hasPhases ? "time.phase" : "edit.start",
        timeText(clip, this.time)),
      ...hasEnds(clip) ? [field("until", "edit.end", "")] : [], names,
      make("button", { class: "primary" }, text("edit.add-event")));
  }

  private async add(): Promise<void> {
    const clip = this.app.clip.value;
    const typed = (name: string) =>
      this.form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
    if (!clip) {
      return;
    }
    const isDone = await this.alert.watch(this.app, this.edits.add(clip, { name: typed("name"),
      value: typed("value") || null, at: typedTime(typed("at")),
      until: typedTime(typed("until")) || null }));
    if (isDone && this.closes) {
      this.dialog.close();
    } else if (isDone) {
      this.showForm(clip);
      this.focusNew();
    }
  }
}
