/** Edits of events and parameters, undo, and saving. */
import "./edit.css";
import type { App } from "../app";
import { commandButton, updateButtons } from "../bar";
import { addCommands, type Command, type Condition } from "../commands";
import { whyNoClip } from "../possible";
import type { Edit } from "../state/doc";
import { text, type TextKey } from "../text/text";
import { markEditor, selectedMark, selectedOf } from "../time/events";
import { addToTransport, iconButton } from "../time/transport";
import { EventsDialog } from "./events_dialog";
import { canEdit, EventEdits, hasEnds } from "./events_edits";
import { hasTyped } from "./form";
import { showParameters } from "./parameters_dialog";
import { saveEdits } from "./save";

function addEventCommands(app: App, edits: EventEdits): void {
  const isEditable = () => app.selection.clip.value !== null && canEdit(app.selection.clip.value);
  const editable: Condition = { isPossible: isEditable, why: () =>
    app.selection.clip.value ? "why.no-edit" : whyNoClip(app) };
  const selected = () => (isEditable() ? selectedOf(app.selection.clip.value) : null);
  const withEvent: Condition = { isPossible: () => selected() !== null, why: () =>
    isEditable() ? "why.event" : "why.no-edit" };
  const open = () => new EventsDialog(app, edits, app.playback.time.value, false);
  addCommands([
    { id: "edit.add-event", text: "edit.add-event", keys: ["m"], ...editable, run: () =>
      new EventsDialog(app, edits, app.playback.time.value, true).focusNew() },
    { id: "edit.events", text: "edit.events", keys: ["Shift+m"], ...editable, run: open },
    { id: "edit.rename-event", text: "edit.rename-event", keys: ["F2"],
      ...withEvent, run: () => open().focusSelected() },
    { id: "edit.delete-event", text: "edit.delete-event", keys: ["Delete"],
      ...withEvent, run: () => edits.remove(app.selection.clip.value!, selected()!) },
  ]);
  markEditor.value = { canEdit, hasEnds,
    move: (clip, mark, start, end) => edits.move(clip, mark, start, end),
    add: (_, time) => new EventsDialog(app, edits, time, true).focusNew() };
}

/** The name of undo or redo with the label of the edit that it changes. */
const named = (key: TextKey, edit: Edit | undefined): string =>
  text(key) + (edit ? `: ${edit.label}` : "");

function addFileCommands(app: App): void {
  const doc = () => app.selection.doc.value;
  const commands: Command[] = [
    { id: "edit.parameters", text: "edit.parameters", keys: ["p"],
      isPossible: () => Boolean(app.selection.clip.value?.listed.playback),
      why: () => (app.selection.clip.value ? "why.parameters" : whyNoClip(app)),
      run: () => showParameters(app, app.selection.clip.value!) },
    { id: "edit.undo", text: "edit.undo", keys: ["Ctrl+z"],
      name: () => named("edit.undo", doc()?.edits.at(-1)),
      isPossible: () => Boolean(doc()?.edits.length), why: "why.undo",
      run: () => app.history.undo(doc()!) },
    { id: "edit.redo", text: "edit.redo", keys: ["Shift+Ctrl+z", "Ctrl+y"],
      name: () => named("edit.redo", doc()?.undone.at(-1)),
      isPossible: () => Boolean(doc()?.undone.length), why: "why.redo",
      run: () => app.history.redo(doc()!) },
    { id: "edit.save", text: "edit.save", keys: ["Ctrl+s"], isEverywhere: true,
      isPossible: () => app.history.unsaved.value || app.history.pending.value > 0 ||
        hasTyped(),
      why: "why.saved",
      run: () => saveEdits(app) },
  ];
  addCommands(commands);
}

export function startEdits(app: App): void {
  addEventCommands(app, new EventEdits(app));
  addFileCommands(app);
  addToTransport(() => {
    const named = (["edit.add-event", "edit.events", "edit.rename-event", "edit.delete-event",
      "edit.parameters"] satisfies TextKey[]).map((id) => commandButton(id));
    return [...named, iconButton("edit.undo", "undo"), iconButton("edit.redo", "redo"),
      commandButton("edit.save")];
  });
  selectedMark.onChange(updateButtons);
  addEventListener("beforeunload", (event) => {
    if (app.history.unsaved.value || hasTyped()) {
      event.preventDefault();
      event.returnValue = true; // for older browsers
    }
  });
}
