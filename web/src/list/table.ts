/** The table of all open files with the results of their checks. */
import type { App } from "../app";
import { byId, make, oncePerFrame } from "../dom";
import { showWhenChanged } from "../signal";
import { save } from "../export/save";
import { isUnsaved, UNSAVED, type Doc } from "../state/doc";
import { language, text, type TextKey } from "../text/text";
import { isListed } from "./files";
import { checkDocument, sarifOf, type Surveys } from "./survey";
import { Windowed } from "../windowed";

type Column = "path" | "format" | "clips" | "frames" | "errors" | "warnings" | "status";

const COLUMNS: readonly [Column, TextKey][] = [["path", "list.path"], ["format", "list.format"],
  ["clips", "list.clips"], ["frames", "list.frames"], ["errors", "list.errors"],
  ["warnings", "list.warnings"], ["status", "list.status"]];

interface Row {
  doc: Doc;
  path: string;
  format: string;
  clips: number | null;
  frames: number | null;
  errors: number | null;
  warnings: number | null;
  status: string;
}

export class FileTable {
  private filter = make("input", { type: "search", class: "grow" });
  private onlyProblems = make("input", { type: "checkbox" });
  private tools = make("div", { class: "list-tools" });
  private head = make("div", { class: "table-columns head", role: "row" });
  private bar = make("progress", {});
  private words = make("span", { role: "status", class: "dim" });
  private cancel = make("button", { type: "button" });
  private list: Windowed<Row>;
  private rows: Row[] = [];
  private column: Column = "path";
  private isDescending = false;

  constructor(private app: App, private surveys: Surveys) {
    this.list = new Windowed({ role: "grid", label: "", fill: (row, item) => this.fill(row, item),
      onMove: (index, event) => {
        if (event instanceof MouseEvent) {
          this.show(index);
        }
      },
      onEnter: (index) => this.show(index) });
    byId("table").append(this.tools, this.head, this.list.element);
    this.filter.addEventListener("input", () => this.update());
    this.onlyProblems.addEventListener("change", () => this.update());
    this.cancel.addEventListener("click", () => this.surveys.cancel());
    language.observe(() => this.name());
    const update = oncePerFrame(() => this.update());
    showWhenChanged([app.files.docs, app.view.table, this.surveys.progress], update);
    app.view.table.observe((isShown) => {
      byId("table").hidden = !isShown;
      if (isShown) {
        this.check();
        this.list.element.focus();
      }
    });
    app.files.docs.onChange((docs, before) => {
      if (docs.length === 0) {
        app.view.table.value = false;
      } else if (app.view.table.value && docs !== before) {
        this.check();
      }
    });
  }

  private files(): Doc[] {
    return this.app.files.docs.value.filter(isListed);
  }

  private check(): void {
    void this.surveys.run(this.files());
  }

  private name(): void {
    this.filter.placeholder = text("list.filter-files");
    this.filter.setAttribute("aria-label", text("list.filter-files"));
    this.list.label = text("list.table");
    this.cancel.textContent = text("open.cancel");
    this.bar.setAttribute("aria-label", text("list.checking"));
    const button = (key: TextKey, run: () => unknown) =>
      make("button", { type: "button", onclick: () => void run() }, text(key));
    this.tools.replaceChildren(this.filter,
      make("label", {}, this.onlyProblems, text("list.only-problems")), this.bar, this.words,
      this.cancel, button("list.check-again", () => this.check()),
      button("list.json", () => this.saveJson()), button("list.sarif", () => this.saveSarif()),
      make("button", { type: "button", "aria-label": text("list.close-table"), onclick: () => {
        this.app.view.table.value = false;
      } }, "×"));
    this.showHead();
    this.update();
  }

  private showHead(): void {
    this.head.replaceChildren(...COLUMNS.map(([column, key]) => {
      const isSorted = column === this.column;
      return make("span", { role: "columnheader", "aria-sort": !isSorted ? "none"
        : this.isDescending ? "descending" : "ascending" },
      make("button", { type: "button", "data-column": column, onclick: () => {
        this.isDescending = isSorted ? !this.isDescending : column !== "path";
        this.column = column;
        this.showHead();
        this.update();
        this.head.querySelector<HTMLElement>(`[data-column=${column}]`)!.focus();
      } }, text(key) + (!isSorted ? "" : this.isDescending ? " ▾" : " ▴")));
    }));
  }

  private rowOf(doc: Doc): Row {
    const survey = this.surveys.of(doc);
    const status = survey ? survey.status === "ok" ? text("list.ok")
      : survey.problem?.message ?? survey.status : doc.problem?.message ?? "…";
    return { doc, path: doc.path, format: survey?.format ?? doc.format,
      clips: survey?.clips ?? null, frames: survey?.frames ?? null, errors: survey?.errors ?? null,
      warnings: survey?.warnings ?? null, status };
  }

  private update(): void {
    const { app, column, isDescending } = this;
    const running = this.surveys.progress.value;
    this.bar.hidden = this.cancel.hidden = !running;
    if (running) {
      this.bar.max = running.total;
      this.bar.value = running.done;
    }
    if (!app.view.table.value) {
      return;
    }
    const words = this.filter.value.toLowerCase();
    const all = this.files().map((doc) => this.rowOf(doc));
    this.rows = all.filter(({ doc, path, errors, warnings }) =>
      path.toLowerCase().includes(words) &&
      (!this.onlyProblems.checked || doc.problem || (errors ?? 0) + (warnings ?? 0) > 0));
    const compare = (one: Row, other: Row, by = column): number => {
      const [first, second] = [one[by] ?? -1, other[by] ?? -1];
      return first < second ? -1 : first > second ? 1
        : by === "errors" ? compare(one, other, "warnings") : 0;
    };
    this.rows.sort((one, other) => isDescending ? compare(other, one) : compare(one, other));
    const active = this.list.activeIndex;
    this.list.setItems(this.rows, active < 0 ? 0 : active);
    this.words.textContent = running
      ? text("list.checked", { done: running.done, n: running.total })
      : this.rows.length === all.length ? text("list.file-count", { n: all.length })
        : text("list.count-of", { shown: this.rows.length, n: all.length });
  }

  private fill(element: HTMLElement, row: Row): void {
    element.classList.add("table-columns");
    element.append(...COLUMNS.map(([column]) => {
      const value = row[column];
      const isNumber = column !== "path" && column !== "format" && column !== "status";
      const isBad = (column === "errors" && (row.errors ?? 0) > 0) ||
        (column === "status" && row.status !== text("list.ok"));
      const kind = isBad ? "error" : column === "warnings" && (row.warnings ?? 0) > 0
        ? "warning" : "";
      const words = value === null ? isNumber ? "–" : "" : typeof value === "number"
        ? value.toLocaleString(language.value) : value;
      return make("span", { role: "gridcell", title: words,
        class: `cut ${isNumber ? "number" : ""} ${kind}` },
      column === "path" && isUnsaved(row.doc) && UNSAVED, words);
    }));
  }

  private show(index: number): void {
    const row = this.rows[index];
    if (row) {
      this.app.view.table.value = false;
      void this.app.selection.show(row.doc);
    }
  }

  /** Checks all files, and saves what `gait check --json` writes. */
  private async saveJson(): Promise<void> {
    const files = this.files();
    await this.surveys.run(files);
    const surveys = files.flatMap((doc) => this.surveys.of(doc) ?? []);
    if (surveys.length === files.length) {
      save("gait.check.json", new Blob([checkDocument(surveys)], { type: "application/json" }));
    } else {
      this.app.say(text("list.incomplete"));
    }
  }

  private async saveSarif(): Promise<void> {
    try {
      save("gait.sarif", new Blob([await sarifOf(this.app, this.files())],
        { type: "application/sarif+json" }));
    } catch (error) {
      this.app.report(error);
    }
  }
}
