/** The events of a clip as a table, in which everything can be changed with the keyboard. */
import type { App } from "../app";
import { make } from "../dom";
import { shortNumber } from "../numbers";
import type { ShownClip } from "../state/clip";
import { text, type TextKey } from "../text/text";
import { isMark, marksOf, selectedMark, type Mark } from "../time/events";
import { hasEnds, hasValues, type EventEdits } from "./events_edits";
import { isTyped, makeAlert, showEditDialog, typedIn, type EditDialog } from "./form";
import { timeText } from "./script";

type Column = "name" | "value" | "to" | "until";

const shownTime = (time: number | null) => (time === null ? "" : shortNumber(time));

const typedTime = (typed: string) => typed.trim().replace(/(\d),(\d)/, "$1.$2");

/** A row of the table. Its fields keep what is typed when the table is shown again. */
interface Row {
  mark: Mark;
  element: HTMLTableRowElement;
  fields: HTMLElement[];
  /** Of the fields. */
  names: TextKey[];
}

const valuesOf = (mark: Mark): Record<Column, string> => ({ name: mark.name,
  value: mark.value ?? "", to: shownTime(mark.at), until: shownTime(mark.until) });

const isSame = (one: Mark, other: Mark) => {
  const values = valuesOf(other);
  return Object.entries(valuesOf(one)).every(([name, value]) => values[name as Column] === value);
};

export class EventsDialog {
  private table = make("table", { class: "events" });
  private form = make("form", { class: "new-event", onsubmit: (event: Event) => {
    event.preventDefault();
    void this.submit();
  } });
  private alert = makeAlert();
  private open: EditDialog;
  private clip: ShownClip;
  private rows: Row[] = [];
  private editing: Promise<unknown> = Promise.resolve();
  private isAdding = false;

  /** `closes`: the dialog closes when the new event is added. */
  constructor(private app: App, private edits: EventEdits, private time: number,
    private closes: boolean) {
    const clip = this.clip = app.selection.clip.value!;
    app.playback.playing.value = false;
    this.open = showEditDialog(app, clip, text("edit.events-of", { clip: clip.listed.name }),
      this.alert, [this.table, this.alert.element, make("h3", {}, text("edit.add-event")),
        this.form, make("p", { class: "dim" }, text("edit.time-hint"))], () => this.apply());
    const { dialog } = this.open;
    dialog.id = "events-dialog";
    dialog.addEventListener("close", app.selection.clip.onChange(() => this.show()));
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
    const shown = this.app.selection.clip.value;
    const { doc, index, listed } = this.clip;
    this.clip = shown?.doc === doc && shown.index === index ? shown
      : { ...this.clip, listed: doc.opened?.clips[index] ?? listed };
    const focused = document.activeElement as HTMLElement | null;
    const column = this.table.contains(focused) ? focused?.dataset.column : undefined;
    const columns = this.columns(this.clip);
    const marks = marksOf(this.clip);
    const before = this.rows;
    const left = [...before];
    const take = (at: number) => (at < 0 ? undefined : left.splice(at, 1)[0]);
    const same = marks.map((mark) => take(left.findIndex((row) => isSame(row.mark, mark))));
    this.rows = marks.map((mark, at) => // the row that is left is that of the changed event
      this.update(same[at] ?? left.shift() ?? this.makeRow(columns), mark));
    if (marks.length === before.length && this.rows.every((row, at) => row === before[at])) {
      return; // and the focus stays
    }
    this.table.replaceChildren(
      make("thead", {}, make("tr", {}, ...columns.map(([, key]) => make("th", {}, text(key))),
        make("th", {}))),
      make("tbody", {}, ...this.rows.map(({ element }) => element)));
    this.table.hidden = marks.length === 0;
    if (column) {
      const row = this.table.querySelector("tr.is-selected") ?? this.table;
      (this.table.contains(focused) ? focused : row.querySelector<HTMLElement>(
        `[data-column=${column}]`) ?? this.form.querySelector("input"))?.focus();
    }
  }

  private makeRow(columns: [Column, TextKey][]): Row {
    const inputs = columns.map(([column]) => make("input", { type: "text", autocomplete: "off",
      "data-column": column, onfocus: () => this.select(row),
      onchange: () => void this.inTurn(() => this.applyRow(row)),
      onkeydown: (event: KeyboardEvent) => {
        if (event.key === "Enter") {
          event.preventDefault();
          void this.inTurn(() => this.applyRow(row));
        }
      } }));
    const button = (key: TextKey, column: string, run: () => unknown) => make("button", {
      type: "button", "data-column": column, onclick: () => void run() }, text(key));
    const goTo = button("edit.go-to", "go-to", () => {
      this.app.playback.playing.value = false;
      this.app.playback.time.value = row.mark.start;
      this.select(row);
      return this.open.close();
    });
    const remove = button("edit.delete", "delete", () =>
      this.inTurn(() => this.watch(this.edits.remove(this.clip, row.mark))));
    const row: Row = { mark: null!, fields: [...inputs, goTo, remove],
      names: [...columns.map(([, key]) => key), "edit.go-to", "edit.delete"],
      element: make("tr", {}, ...inputs.map((input) => make("td", {}, input)),
        make("td", {}, goTo, " ", remove)) };
    return row;
  }

  /** Shows an event in a row, but keeps what is typed. */
  private update(row: Row, mark: Mark): Row {
    const values = valuesOf(mark);
    row.mark = mark;
    row.element.className = isMark(mark, selectedMark.value) ? "is-selected" : "";
    row.fields.forEach((field, at) => {
      field.setAttribute("aria-label", `${text(row.names[at]!)}: ${mark.name}`);
      if (field instanceof HTMLInputElement) {
        const value = values[field.dataset.column as Column];
        field.value = isTyped(field) ? field.value : value;
        field.defaultValue = value;
      }
    });
    return row;
  }

  private select({ mark }: Row): void {
    selectedMark.value = mark;
  }

  /** Edits are made one after the other, each of the event that the last one left. */
  private inTurn(run: () => Promise<boolean>): Promise<boolean> {
    const done = this.editing.then(run);
    this.editing = done;
    return done;
  }

  private async watch(edit: Promise<boolean>): Promise<boolean> {
    const isDone = await this.alert.watch(this.app, edit);
    this.show();
    return isDone;
  }

  /** Applies all that is typed. */
  private apply(): Promise<boolean> {
    return this.inTurn(async () => {
      for (const row of this.rows) {
        if (!(await this.applyRow(row))) {
          return false;
        }
      }
      return typedIn(this.form).length === 0 || this.add();
    });
  }

  /** Applies what is typed in a row; a refused edit leaves the text and is marked. */
  private async applyRow(row: Row): Promise<boolean> {
    const fields = typedIn(row.element).map((input) => ({ input, raw: input.value,
      column: input.dataset.column as Column,
      typed: /name|value/.test(input.dataset.column!) ? input.value : typedTime(input.value) }));
    const stored = valuesOf(row.mark);
    const run = async (some: typeof fields, edit: () => Promise<boolean>): Promise<boolean> => {
      const isDone = some.every(({ column, typed }) => typed === stored[column]) ||
        await this.watch(edit());
      some.forEach(({ input, raw }) => {
        input.setAttribute("aria-invalid", String(!isDone));
        if (isDone && input.value === raw) {
          input.value = input.defaultValue;
        }
      });
      return isDone;
    };
    const isName = ({ column }: { column: Column }) => column === "name";
    const named = fields.filter(isName);
    const others = fields.filter((field) => !isName(field));
    return await run(named, () => this.edits.rename(this.clip, row.mark, named[0]!.typed)) &&
      run(others, () => this.edits.change(this.clip, row.mark,
        Object.fromEntries(others.map(({ column, typed }) => [column, typed]))));
  }

  private showForm(clip: ShownClip): void {
    const known = clip.doc.opened?.clips.flatMap(({ events }) => events.map(({ name }) => name));
    const names = make("datalist", { id: "event-names" },
      ...[...new Set(known)].map((value) => make("option", { value })));
    const field = (name: string, key: TextKey, value: string) => make("label", {}, text(key),
      make("input", { name, type: "text", defaultValue: value, autocomplete: "off",
        list: name === "name" ? "event-names" : undefined }));
    this.form.replaceChildren(field("name", "edit.name", ""),
      ...hasValues(clip) ? [field("value", "edit.value-column", "")] : [],
      field("at", clip.opened.hasPhases ? "time.phase" : "edit.start",
        timeText(clip, this.time)),
      ...hasEnds(clip) ? [field("until", "edit.end", "")] : [], names,
      make("button", { class: "primary" }, text("edit.add-event")));
  }

  /** Adds the new event. A second Enter, before this is done, adds no second one. */
  private async submit(): Promise<void> {
    if (this.isAdding) {
      return;
    }
    this.isAdding = true;
    const isDone = await this.inTurn(() => this.add());
    this.isAdding = false;
    if (isDone && this.closes) {
      void this.open.close();
    }
  }

  private async add(): Promise<boolean> {
    const { clip } = this;
    const typed = (name: string) =>
      this.form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? "";
    const isDone = await this.watch(this.edits.add(clip, { name: typed("name"),
      value: typed("value") || null, at: typedTime(typed("at")),
      until: typedTime(typed("until")) || null }));
    if (isDone) {
      this.showForm(clip);
      this.focusNew();
    }
    return isDone;
  }
}
