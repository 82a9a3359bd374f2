/** The left column: files and clips; and the table of all files. */
import "./list.css";
import type { App } from "../app";
import { addToBar, commandButton } from "../bar";
import { addCommands, type Condition } from "../commands";
import { byId } from "../dom";
import { withClip, withFile } from "../possible";
import { language, text } from "../text/text";
import { ClipList } from "./clips";
import { closeFile, FileList } from "./files";
import { Surveys } from "./survey";
import { FileTable } from "./table";

export function startList(app: App): void {
  const left = byId("left");
  const clips = new ClipList(app);
  const hasFiles: Condition = { isPossible: () => app.files.docs.value.length > 0,
    why: "why.file" };
  addCommands([
    { id: "list", text: "list.show", keys: [], ...hasFiles,
      isOn: () => byId("app").classList.contains("shows-list"),
      run: () => {
        byId("app").classList.toggle("shows-list");
        app.files.docs.touch();
      } },
    { id: "search", text: "list.search", keys: ["/"], ...withFile(app),
      run: () => {
        byId("app").classList.add("shows-list");
        clips.search.focus();
        clips.search.select();
      } },
    { id: "select-all", text: "list.select-all", keys: ["Ctrl+a"], ...withClip(app),
      run: () => clips.selectAll() },
    { id: "table", text: "list.table", keys: ["o"], isOn: () => app.view.table.value,
      ...hasFiles,
      run: () => {
        app.view.table.value = !app.view.table.value;
        app.files.docs.touch();
      } },
    { id: "close-file", text: "list.close-file", keys: [],
      ...withFile(app),
      run: () => app.selection.doc.value && closeFile(app, app.selection.doc.value) },
  ]);
  const surveys = new Surveys(app);
  const files = new FileList(app, surveys);
  left.append(files.element, clips.element);
  language.observe(() => left.setAttribute("aria-label", text("list.show")));
  addToBar(() => [commandButton("list", text("list.show"))]);
  new FileTable(app, surveys);
}
