/** Common parts of the dialogs that edit. */
import type { App } from "../app";
import { make } from "../dom";

export interface Alert {
  element: HTMLElement;
  /** Shows the message of a refused edit in the dialog instead of behind it. */
  watch(app: App, edit: Promise<boolean>): Promise<boolean>;
}

export function makeAlert(): Alert {
  const element = make("p", { class: "error", role: "alert" });
  return { element, watch: async (app, edit) => {
    element.textContent = "";
    const isDone = await edit;
    if (!isDone) {
      element.textContent = app.message.value?.text ?? "";
      app.message.value = null;
    }
    return isDone;
  } };
}
