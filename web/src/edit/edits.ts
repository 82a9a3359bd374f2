/** Edits of events and parameters, undo, and saving. */
import "./edit.css";
import type { App } from "../app";
import { commandButton, updateButtons } from "../bar";
import { addCommands, keyName, type Command } from "../commands";
import { whenChanged } from "../signal";
import { text, type TextKey } from "../text/text";
import { markEditor, selectedMark, selectedOf } from "../time/events";
import { addToTransport, iconButton } from "../time/transport";
import { EventsDialog } from "./events_dialog";
import { canEdit, EventEdits, hasEnds } from "./events_edits";
import { showParameters } from "./parameters_dialog";
import { saveEdits } from "./save";

function addEventCommands(app: App, edits: EventEdits): void {
  const isPossible = () => app.clip.value !== null && canEdit(app.clip.value);
  const selected = () => (isPossible() ? selectedOf(app.clip.value) : null);
  const open = () => new EventsDialog(app, edits, app.time.value, false);
  addCommands([
    { id: "edit.add-event", text: "edit.add-event", keys: ["m"], isPossible, run: () =>
      new EventsDialog(app, edits, app.time.value, true).focusNew() },
    { id: "edit.events", text: "edit.events", keys: ["Shift+m"], isPossible, run: open },
    { id: "edit.rename-event", text: "edit.rename-event", keys: ["F2"],
      isPossible: () => selected() !== null, run: () => open().focusSelected() },
    { id: "edit.delete-event", text: "edit.delete-event", keys: ["Delete"],
      isPossible: () => selected() !== null, run: () => {
        const mark = selected();
        return mark && edits.remove(app.clip.value!, mark);
      } },
  ]);
  markEditor.value = { canEdit, hasEnds,
    move: (clip, mark, start, end) => edits.move(clip, mark, start, end),
    add: (_, time) => new EventsDialog(app, edits, time, true).focusNew() };
}

function addFileCommands(app: App): void {
  const doc = () => app.doc.value;
  const commands: Command[] = [
    { id: "edit.parameters", text: "edit.parameters", keys: ["p"],
      isPossible: () => Boolean(app.clip.value?.listed.playback),
      run: () => showParameters(app, app.clip.value!) },
    { id: "edit.undo", text: "edit.undo", keys: ["Ctrl+z"],
      isPossible: () => Boolean(doc()?.edits.length), run: () => app.undo(doc()!) },
    { id: "edit.redo", text: "edit.redo", keys: ["Shift+Ctrl+z", "Ctrl+y"],
      isPossible: () => Boolean(doc()?.undone.length), run: () => app.redo(doc()!) },
    { id: "edit.save", text: "edit.save", keys: ["Ctrl+s"], isEverywhere: true,
      isPossible: () => app.unsaved.value, run: () => saveEdits(app) },
  ];
  addCommands(commands);
}

/** Shows the labels of the edits that undo and redo change. */
function showLabels(app: App): void {
  const show = (id: "edit.undo" | "edit.redo", label: string | undefined, key: string) => {
    const title = text(id) + (label === undefined ? "" : `: ${label}`);
    for (const button of document.querySelectorAll(`[data-command="${id}"]`)) {
      button.setAttribute("title", `${title} (${keyName(key)})`);
      button.setAttribute("aria-label", title);
    }
  };
  const doc = app.doc.value;
  show("edit.undo", doc?.edits.at(-1)?.label, "Ctrl+z");
  show("edit.redo", doc?.undone.at(-1)?.label, "Ctrl+y");
}

export function startEdits(app: App): void {
  addEventCommands(app, new EventEdits(app));
  addFileCommands(app);
  addToTransport(() => {
    const named = (["edit.add-event", "edit.events", "edit.rename-event", "edit.delete-event",
      "edit.parameters"] satisfies TextKey[]).map((id) => commandButton(id));
    queueMicrotask(() => showLabels(app));
    return [...named, iconButton("edit.undo", "undo"), iconButton("edit.redo", "redo"),
      commandButton("edit.save")];
  });
  whenChanged([app.docs, app.doc], () => showLabels(app));
  selectedMark.onChange(updateButtons);
}
