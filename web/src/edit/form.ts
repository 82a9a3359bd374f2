/** Common parts of the dialogs that edit: what is typed in them is never lost silently. */
import type { App } from "../app";
import { showDialog } from "../bar";
import { make } from "../dom";
import type { ShownClip } from "../state/clip";
import { text } from "../text/text";

/** An open dialog that edits a clip. */
export interface EditDialog {
  dialog: HTMLDialogElement;
  /** Applies what is typed, and closes. A refused text is shown first, and discarded after that. */
  close(): Promise<void>;
}

let open: { dialog: HTMLDialogElement; apply: () => Promise<boolean> } | null = null;
let applying: Promise<boolean> | null = null;

/** Whether a dialog edits a clip; other clips are not shown without an action of the user then. */
export const isEditing = (): boolean => open?.dialog.open === true;

/** Resolved when no dialog edits a clip. */
export const editingEnds = (): Promise<void> => new Promise((resolve) => {
  if (isEditing()) {
    open!.dialog.addEventListener("close", () => resolve());
  } else {
    resolve();
  }
});

export const isTyped = ({ value, defaultValue, checked, defaultChecked }: HTMLInputElement) =>
  value !== defaultValue || checked !== defaultChecked;

export const typedIn = (element: ParentNode): HTMLInputElement[] =>
  [...element.querySelectorAll("input")].filter(isTyped);

/** Whether a dialog has text that is not applied. */
export const hasTyped = (): boolean =>
  open !== null && open.dialog.open && typedIn(open.dialog).length > 0;

/** Applies what is typed in the open dialog. False: it was refused, and the dialog says why. */
export async function applyTyped(): Promise<boolean> {
  applying ??= hasTyped() ? open!.apply().finally(() => {
    applying = null;
  }) : null;
  return await applying ?? true;
}

/** Takes back what is typed in the field that has the focus. False: nothing is. */
function restoreField(alert: Alert): boolean {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement) || !isTyped(field)) {
    return false;
  }
  field.value = field.defaultValue;
  field.checked = field.defaultChecked;
  field.removeAttribute("aria-invalid");
  alert.element.textContent = "";
  if (field.type === "checkbox") { // other fields depend on it
    field.dispatchEvent(new Event("change"));
  }
  return true;
}

/**
 * Shows a dialog that edits a clip. `apply` applies all that is typed in it; false: refused. The
 * button does this, and Escape too, unless the field with the focus is changed: this is taken back.
 */
export function showEditDialog(app: App, clip: ShownClip, title: string, alert: Alert,
  content: Node[], apply: () => Promise<boolean>): EditDialog {
  const dialog = showDialog(title, ...content);
  let refused: string | null = null;
  let isClosing = false;
  const close = async (event?: Event) => {
    event?.preventDefault();
    if (isClosing) {
      return;
    }
    isClosing = true;
    const typed = typedIn(dialog).map(({ value }) => value).join("\n");
    if (typed === refused || await applyTyped()) {
      dialog.close();
    } else {
      refused = typed;
      alert.element.append(make("br"), text("edit.close-again"));
    }
    isClosing = false;
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      void (restoreField(alert) || close());
    }
  };
  const stop = app.selection.clip.onChange((shown) =>
    (shown?.doc !== clip.doc || shown.index !== clip.index) && void close());
  dialog.addEventListener("cancel", close); // without a key
  dialog.addEventListener("keydown", escape);
  dialog.querySelector("form[method=dialog]")!.addEventListener("submit", close);
  dialog.addEventListener("close", () => {
    stop();
    open = open?.dialog === dialog ? null : open;
  });
  open = { dialog, apply };
  return { dialog, close };
}

export interface Alert {
  element: HTMLElement;
  /** Shows the message of a refused edit in the dialog instead of behind it. */
  watch(app: App, edit: Promise<boolean>): Promise<boolean>;
}

export function makeAlert(): Alert {
  const element = make("p", { class: "error", role: "alert" });
  return { element, watch: async (app, edit) => {
    const isDone = await edit; // until then, nothing moves below a click
    element.textContent = isDone ? "" : app.message.value?.text ?? "";
    if (!isDone) {
      app.message.value = null;
    }
    return isDone;
  } };
}
