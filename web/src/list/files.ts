/** The switcher of open files, above the list of clips. */
import type { App } from "../app";
import { commandButton } from "../bar";
import { make } from "../dom";
import { mayClose } from "../edit/save";
import { folderOf } from "../names";
import { showWhenChanged } from "../signal";
import { isUnsaved, UNSAVED, type Doc } from "../state/doc";
import { language, text } from "../text/text";
import { findingMark } from "./mark";
import type { Surveys } from "./survey";
import { Windowed } from "../windowed";

const MIN_FOR_FILTER = 8;
const MAX_ROWS = 6;

/** Files that users choose from; the others belong to a glTF. */
export const isListed = ({ format }: Doc): boolean => format !== "unknown";

export class FileList {
  readonly element = make("section", { class: "files", hidden: true });
  private filter = make("input", { type: "search" });
  private count = make("span", { class: "dim grow" });
  private tools = make("div", { class: "list-tools" });
  private refused = make("div", { class: "list-tools" });
  private list: Windowed<Doc>;
  private shown: Doc[] = [];

  constructor(private app: App, private surveys: Surveys) {
    this.list = new Windowed({ role: "listbox", label: "", fill: (row, doc) => this.fill(row, doc),
      onMove: (index) => void app.selection.show(this.shown[index]!),
      onKey: (index, event) => {
        if (event.key === "Delete" && this.shown[index]) {
          void closeFile(app, this.shown[index]!);
          return true;
        }
        return false;
      } });
    this.filter.addEventListener("input", () => this.update());
    this.element.append(this.tools, this.filter, this.list.element);
    language.observe(() => {
      this.list.label = text("list.files");
      this.filter.placeholder = text("list.filter-files");
      this.filter.setAttribute("aria-label", text("list.filter-files"));
      this.tools.replaceChildren(this.count, commandButton("table", text("list.table-short")),
        commandButton("close-file", "×"));
      this.update();
    });
    showWhenChanged([app.files.docs, app.selection.doc, app.files.refused, surveys.progress],
      () => this.update());
  }

  private update(): void {
    const { app } = this;
    const files = app.files.docs.value.filter(isListed);
    const words = this.filter.value.toLowerCase();
    this.shown = words === "" ? files
      : files.filter(({ path }) => path.toLowerCase().includes(words));
    this.element.hidden = files.length === 0 && app.files.refused.value.length === 0;
    this.tools.hidden = files.length < 2;
    this.list.element.hidden = files.length === 0;
    this.filter.hidden = files.length < MIN_FOR_FILTER;
    this.list.element.style.height = `calc(var(--row) * ${Math.min(MAX_ROWS, this.shown.length)})`;
    this.list.setItems(this.shown, this.shown.indexOf(app.selection.doc.value!));
    this.count.textContent = this.shown.length === files.length
      ? text("list.file-count", { n: files.length })
      : text("list.count-of", { shown: this.shown.length, n: files.length });
    const refused = app.files.refused.value.length;
    this.refused.replaceChildren(...refused === 0 ? [] : [commandButton("show-refused",
      text("open.refused", { n: refused }))]);
    this.element.append(this.refused);
  }

  private fill(row: HTMLElement, doc: Doc): void {
    const { name, path, format, problem } = doc;
    const { errors, warnings } = doc.check ?? this.surveys.of(doc) ?? { errors: 0, warnings: 0 };
    row.classList.add("file-columns");
    row.setAttribute("aria-selected", String(doc === this.app.selection.doc.value));
    const unsaved = isUnsaved(doc) ? text("edit.is-unsaved") : null;
    const state = problem && (problem.status === "unreadable" ? problem.message
      : text("list.damaged"));
    row.title = state ? `${path}: ${state}` : unsaved ? `${path}: ${unsaved}` : path;
    row.append(make("span", { class: `cut ${problem ? "error" : ""}` }, unsaved && UNSAVED, name,
      this.app.files.isNameShared(doc) && make("span", { class: "dim" }, ` ${folderOf(path)}`),
      unsaved && make("span", { class: "hidden-text" }, ` (${unsaved})`), 
      state && make("span", { class: "hidden-text" }, ` (${state})`)),
    findingMark(errors > 0 ? "error" : "warning", errors + warnings),
    make("span", { class: "dim" }, format),
    // by keyboard: Delete
    make("span", { class: "close", "aria-hidden": "true", title: text("list.close-file"),
      onclick: (event: MouseEvent) => {
        event.preventDefault();
        void closeFile(this.app, doc);
      } }, "×"));
  }
}

/** Closes a file, and shows the one below it. */
export async function closeFile(app: App, doc: Doc): Promise<void> {
  if (await mayClose(app, doc) !== "close" || !app.files.docs.value.includes(doc)) {
    return;
  }
  const files = app.files.docs.value.filter(isListed);
  const wasShown = app.selection.doc.value === doc;
  const at = files.indexOf(doc);
  app.files.close(doc);
  const next = files[at + 1] ?? files[at - 1];
  if (!next) {
    app.files.docs.value = [];
  } else if (wasShown) {
    await app.selection.show(next);
  }
}
