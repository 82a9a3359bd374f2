/** The bar at the top, messages, and the dialog with all keys. */
import type { App } from "./app";
import { allCommands, command, commandsAdded, keyName, whyNot } from "./commands";
import { byId, make } from "./dom";
import { showWhenChanged, whenChanged } from "./signal";
import { UNSAVED } from "./state/doc";
import type { Message } from "./state/services";
import { HOME } from "./text/home";
import { language, text, type Language } from "./text/text";

/** The accessible name of a button. It contains the visible words, for control by voice. */
function buttonName(label: string, name: string): string {
  const isShown = !/[\p{L}\p{N}]/u.test(label) ||
    name.toLowerCase().includes(label.toLowerCase());
  return isShown ? name : `${label}: ${name}`;
}

/** A button of a command, which shows its state. */
export function commandButton(id: string, label?: string): HTMLButtonElement {
  const { text: key, run } = command(id);
  const button = make("button", { type: "button", onclick: () => void run(), "data-command": id,
    "aria-label": label ? buttonName(label, text(key)) : undefined }, label ?? text(key));
  showState(button);
  return button;
}

/** Sets an attribute, or removes it, if it has another value. */
function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) {
    element.removeAttribute(name);
  } else if (element.getAttribute(name) !== value) {
    element.setAttribute(name, value);
  }
}

/** Shows whether the command of a button is possible, else why not, and whether it is on. */
function showState(button: HTMLButtonElement): void {
  const one = command(button.dataset.command!);
  const why = whyNot(one);
  const name = one.name?.() ?? text(one.text);
  const keys = one.keys.length > 0 ? ` (${one.keys.map(keyName).join(", ")})` : "";
  button.disabled = why !== null;
  setAttribute(button, "title", name + keys + (why === null ? "" : `. ${why}`));
  setAttribute(button, "aria-description", why);
  if (one.name) {
    setAttribute(button, "aria-label", name);
  }
  if (one.isOn) {
    setAttribute(button, "aria-pressed", String(why === null && one.isOn()));
  }
}

/** Shows the state of all buttons of commands. */
export function updateButtons(): void {
  document.querySelectorAll<HTMLButtonElement>("button[data-command]").forEach(showState);
}

/** Keeps the buttons of commands up to date. */
export function watchButtons(app: App): void {
  const { files, selection, comparison, models, history, playback } = app;
  showWhenChanged([files.docs, selection.doc, selection.clip, selection.bone, comparison.pinned,
    models.mesh, history.unsaved, app.busy, playback.playing, playback.speed, playback.loop,
    playback.range, ...Object.values(app.view), commandsAdded], updateButtons);
}

/** Shows a dialog. It is removed when it is closed. */
export function showDialog(title: string, ...content: Node[]): HTMLDialogElement {
  const dialog = make("dialog", { "aria-label": title, onclose: () => dialog.remove() },
    make("h2", {}, title), ...content,
    make("form", { method: "dialog" }, make("button", {}, text("page.close"))));
  byId("dialogs").append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // the focus may be at the end
  return dialog;
}

/**
 * Asks with a dialog. The first choice has the focus, unless the dialog can open while the user
 * presses keys for something else (`isUnexpected`). null: cancelled, also with Escape, or by the
 * signal.
 */
export function ask<T extends string>(title: string, words: Node[],
  choices: readonly (readonly [T, string])[], signal?: AbortSignal, isUnexpected = false):
Promise<T | null> {
  return new Promise((resolve) => {
    let chosen: T | null = null;
    const buttons = choices.map(([choice, label], at) => make("button", { type: "button",
      class: at === 0 ? "primary" : "", onclick: () => {
        chosen = choice;
        dialog.close();
      } }, label));
    const row = make("div", { class: "choices" }, ...buttons);
    const dialog = showDialog(title, ...words, row);
    dialog.querySelector("form button")!.textContent = text("open.cancel");
    row.append(dialog.querySelector("form")!);
    dialog.addEventListener("close", () => resolve(chosen));
    signal?.addEventListener("abort", () => dialog.close());
    const first = isUnexpected ? dialog.querySelector("h2")! : buttons[0]!;
    first.tabIndex = isUnexpected ? -1 : 0;
    first.focus();
  });
}

/** Makes the parts of the bar again, in another language. */
const contents: (() => Node[])[] = [];

/** Adds elements to the bar, in the order of the calls. */
export function addToBar(content: () => Node[]): void {
  contents.push(content);
}

function showKeys(): void {
  const rows = allCommands().filter(({ keys }) => keys.length > 0).map(({ keys, text: key }) =>
    make("tr", {}, make("td", {}, ...keys.flatMap((one, index) =>
      [index > 0 ? ", " : "", make("kbd", {}, keyName(one))])),
      make("td", {}, text(key))));
  const page = `docs/${language.value === "ru" ? "ru/" : ""}page.md`;
  showDialog(text("page.help"), make("p", {}, text("help.page"), " ",
    make("a", { href: `${HOME}/blob/main/${page}`, target: "_blank", rel: "noopener noreferrer" },
      page)), make("p", {}, text("page.help-keys")),
  make("table", { class: "keys" }, make("tbody", {}, ...rows)));
}

function makeMessage({ kind, text: words, action }: Message, close: () => void): HTMLElement {
  return make("div", { class: kind === "error" ? "is-error" : "" },
    make("span", { class: "grow" }, words),
    action && make("button", { type: "button", onclick: action.run }, action.text),
    make("button", { type: "button", "aria-label": text("page.close"), onclick: close }, "×"));
}

function showMessages({ message, history: { saves } }: App): void {
  const rows = saves.value.map((saved) => makeMessage({ kind: "note", text: saved.text,
    action: { text: text("edit.again"), run: saved.again } }, () => {
    saves.value = saves.value.filter((one) => one !== saved);
  }));
  if (message.value) {
    rows.push(makeMessage(message.value, () => {
      message.value = null;
    }));
  }
  const element = byId("messages");
  element.replaceChildren(...rows);
  element.hidePopover?.();
  if (rows.length > 0) {
    element.showPopover?.(); // above dialogs
  }
}

export function startBar(app: App): void {
  const bar = byId("bar");
  const show = () => {
    document.documentElement.lang = language.value;
    const options = ([["en", "English"], ["ru", "Русский"]] as const).map(([value, name]) =>
      make("option", { value, selected: language.value === value }, name));
    const choose = make("select", { "aria-label": text("page.language"),
      onchange: () => {
        language.value = choose.value as Language;
      } }, ...options);
    bar.replaceChildren(make("h1", {}, text("page.title")), ...contents.flatMap((content) => content()),
      make("span", { class: "grow" }),
      make("span", { id: "busy", class: "dim", role: "status" }), choose,
      make("button", { type: "button", title: `${text("page.help")} (?)`, onclick: showKeys,
        "aria-label": text("page.help") }, "?"));
    app.busy.touch();
  };
  language.observe(show);
  whenChanged([app.selection.doc, app.history.unsaved], () => {
    const { value: doc } = app.selection.doc;
    document.title = (app.history.unsaved.value ? UNSAVED : "") + (doc ? `${doc.name} – ` : "") +
      text("page.title");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !(event.target as HTMLElement).matches("input, textarea")) {
      showKeys();
    }
  });
  app.busy.observe((count) => {
    const busy = document.getElementById("busy");
    if (busy) {
      busy.textContent = count > 0 ? text("page.busy") : "";
    }
  });
  app.message.observe(() => showMessages(app));
  app.history.saves.observe(() => showMessages(app));
}
