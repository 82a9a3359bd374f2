/** The panel: four tabs. */
import "./panel.css";
import type { App } from "../app";
import { addCommands, command, type Command } from "../commands";
import { addToBar, commandButton } from "../bar";
import { byId, make } from "../dom";
import { withPose } from "../possible";
import type { PanelTab } from "../state/view";
import { language, text, type TextKey } from "../text/text";
import { startBoneTab } from "./bone_tab";
import { checkShownFiles } from "./checking";
import { startCompareTab } from "./compare_tab";
import { startFileTab } from "./file_tab";
import { startFindingsTab } from "./findings_tab";

const TABS: { id: PanelTab; text: TextKey; key: string;
  start: (app: App, panel: HTMLElement) => void }[] = [
  { id: "bone", text: "panel.bone", key: "1", start: startBoneTab },
  { id: "findings", text: "panel.findings", key: "2", start: startFindingsTab },
  { id: "file", text: "panel.file", key: "3", start: startFileTab },
  { id: "compare", text: "panel.compare", key: "4", start: startCompareTab },
];

function addTabCommands(app: App): void {
  let last: PanelTab = "bone";
  app.view.panelTab.observe((tab) => {
    last = tab ?? last;
  });
  const toggle = (tab: PanelTab) => {
    app.view.panelTab.value = app.view.panelTab.value === tab ? null : tab;
  };
  addCommands([
    { id: "panel", text: "panel.toggle", keys: ["n", "i"],
      run: () => toggle(app.view.panelTab.value ?? last),
      isOn: () => app.view.panelTab.value !== null },
    ...TABS.map(({ id, text: key, key: letter }): Command => ({ id: `tab-${id}`, text: key,
      keys: [letter], run: () => {
        app.view.panelTab.value = id;
        document.getElementById(`tab-${id}`)?.focus();
      }, isOn: () => app.view.panelTab.value === id })),
    { id: "pin", text: "panel.pin", keys: ["c"], run: () => {
      app.selection.pin();
      app.view.panelTab.value = app.comparison.pinned.value ? "compare" : app.view.panelTab.value;
    }, isOn: () => app.comparison.pinned.value !== null,
      isPossible: () => app.comparison.pinned.value !== null || withPose(app).isPossible(),
      why: withPose(app).why },
  ]);
  addToBar(() => [commandButton("panel")]);
}

/** Arrow keys, Home and End go to other tabs. */
function moveByKeys(app: App, list: HTMLElement): void {
  list.addEventListener("keydown", (event) => {
    const at = TABS.findIndex(({ id }) => id === app.view.panelTab.value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: TABS.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      app.view.panelTab.value = TABS[(to + TABS.length) % TABS.length]!.id;
      document.getElementById(`tab-${app.view.panelTab.value}`)?.focus();
    }
  });
}

export function startPanel(app: App): void {
  const column = byId("right");
  addTabCommands(app);
  const list = make("div", { role: "tablist", class: "tabs grow", "data-keys": "arrows enter" });
  const close = make("button", { type: "button", class: "panel-close", onclick: () => {
    app.view.panelTab.value = null;
    document.querySelector<HTMLElement>("[data-command=panel]")?.focus();
  } }, "×");
  moveByKeys(app, list);
  const tabs = TABS.map(({ id, start }) => {
    const tab = make("button", { type: "button", role: "tab", id: `tab-${id}`,
      "aria-controls": `panel-${id}`, onclick: () => {
        app.view.panelTab.value = id;
      } });
    const panel = make("div", { role: "tabpanel", id: `panel-${id}`, class: "panel",
      "aria-labelledby": `tab-${id}`, tabIndex: 0 });
    start(app, panel);
    return { id, tab, panel };
  });
  list.append(...tabs.map(({ tab }) => tab));
  column.append(make("div", { class: "panel-head" }, list, close),
    ...tabs.map(({ panel }) => panel));
  app.view.panelTab.observe((open) => {
    column.hidden = open === null;
    for (const { id, tab, panel } of tabs) {
      tab.setAttribute("aria-selected", String(id === open));
      tab.tabIndex = id === open ? 0 : -1;
      panel.hidden = id !== open;
    }
  });
  language.observe(() => {
    tabs.forEach(({ id, tab }) => {
      tab.textContent = text(command(`tab-${id}`).text);
    });
    close.setAttribute("aria-label", text("page.close"));
    list.setAttribute("aria-label", text("panel.toggle"));
    column.setAttribute("aria-label", text("panel.toggle"));
  });
  checkShownFiles(app);
  app.comparison.roundtrip.onChange((roundtrip) => {
    app.view.panelTab.value = roundtrip ? "compare" : app.view.panelTab.value;
  });
}
