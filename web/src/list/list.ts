/** The left column: files and clips; and the table of all files. */
import "./list.css";
import type { App } from "../app";
import { addToBar, commandButton } from "../bar";
import { addCommands } from "../commands";
import { byId } from "../dom";
import { language, text } from "../text/text";
import { ClipList } from "./clips";
import { closeFile, FileList } from "./files";
import { Surveys } from "./survey";
import { FileTable } from "./table";

export function startList(app: App): void {
  const left = byId("left");
  const clips = new ClipList(app);
  const hasClip = () => app.clip.value !== null;
  addCommands([
    { id: "list", text: "list.show", keys: [], isPossible: () => app.docs.value.length > 0,
      isOn: () => byId("app").classList.contains("shows-list"),
      run: () => {
        byId("app").classList.toggle("shows-list");
        app.docs.touch();
      } },
    { id: "search", text: "list.search", keys: ["/"], isPossible: () => app.doc.value !== null,
      run: () => {
        byId("app").classList.add("shows-list");
        clips.search.focus();
        clips.search.select();
      } },
    { id: "select-all", text: "list.select-all", keys: ["Ctrl+a"], isPossible: hasClip,
      run: () => clips.selectAll() },
    { id: "table", text: "list.table", keys: ["o"], isOn: () => app.table.value,
      isPossible: () => app.docs.value.length > 0,
      run: () => {
        app.table.value = !app.table.value;
        app.docs.touch();
      } },
    { id: "close-file", text: "list.close-file", keys: [],
      isPossible: () => app.doc.value !== null,
      run: () => app.doc.value && closeFile(app, app.doc.value) },
  ]);
  const surveys = new Surveys(app);
  const files = new FileList(app, surveys);
  left.append(files.element, clips.element);
  language.observe(() => left.setAttribute("aria-label", text("list.show")));
  addToBar(() => [commandButton("list", text("list.show"))]);
  new FileTable(app, surveys);
}
