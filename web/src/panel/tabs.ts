/** Common functions of the tabs in the panel. */
import type { App } from "../app";
import { whenChanged, type Signal } from "../signal";
import type { PanelTab } from "../state/view";
import { language } from "../text/text";

/** Calls the function when the tab is opened, and when a signal changes while it is open. */
export function showWhileOpen(app: App, tab: PanelTab, signals: readonly Signal<any>[],
  show: () => void): void {
  whenChanged([...signals, app.view.panelTab, language], () => {
    if (app.view.panelTab.value === tab) {
      show();
    }
  });
}

/** Replaces the contents of an element. The control with the focus keeps it if it has an id. */
export function replaceContents(element: HTMLElement, ...contents: (Node | null)[]): void {
  const { activeElement } = document;
  const id = activeElement && element.contains(activeElement) ? activeElement.id : "";
  const { scrollTop } = element;
  element.replaceChildren(...contents.filter((one) => one !== null));
  element.scrollTop = scrollTop;
  if (id) {
    document.getElementById(id)?.focus();
  }
}
