/** The commands of the page. Each has a button or a menu entry, and most have keys. */
import { Signal } from "./signal";
import { text, type TextKey } from "./text/text";

export interface Common {
  id: string;
  text: TextKey;
  /** Keys as in KeyboardEvent.key, with "Shift+" or "Ctrl+" before; "Numpad1" is a code. */
  keys: readonly string[];
  run(): unknown;
  /** A name that changes, instead of the text. */
  name?(): string;
  /** For switches. */
  isOn?(): boolean;
  /** Its keys also work in fields and dialogs, and never have their meaning in the browser. */
  isEverywhere?: boolean;
}

/** The condition of a command. */
export interface Condition {
  /** False while the command does nothing. */
  isPossible(): boolean;
  /** Why it does nothing, for the buttons. */
  why: TextKey | (() => TextKey);
}

export type Command = Common & (Condition | { isPossible?: undefined });

/** Why a command is not possible now; null = it is. */
export function whyNot(one: Command): string | null {
  return one.isPossible === undefined || one.isPossible() ? null
    : text(typeof one.why === "function" ? one.why() : one.why);
}

const commands = new Map<string, Command>();

/** Changes when a command is added. */
export const commandsAdded = new Signal(0);

export function addCommands(added: readonly Command[]): void {
  added.forEach((command) => commands.set(command.id, command));
  commandsAdded.value++;
}

export function allCommands(): Command[] {
  return [...commands.values()];
}

export function command(id: string): Command {
  const found = commands.get(id);
  if (!found) {
    throw new Error(`there is no command ${id}`);
  }
  return found;
}

/** Keys belong to the element that has the focus if it is one of these. */
function ownsKeys(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (target.matches("input:not([type=checkbox]):not([type=range]):not([type=radio]), textarea, " +
    "select, [contenteditable]") || target.closest("dialog[open]")) {
    return true;
  }
  const isArrow = key.startsWith("Arrow") || key === "Home" || key === "End";
  return (isArrow && target.closest("[data-keys~=arrows]") !== null) ||
    ((key === " " || key === "Enter") &&
      target.closest("button, a, summary, input[type=checkbox], input[type=radio], " +
        "[data-keys~=enter]") !== null);
}

const PUNCTUATION: Record<string, string> = { BracketLeft: "[", BracketRight: "]", Comma: ",",
  Period: ".", Slash: "/", Backslash: "\\", Minus: "-", Equal: "=" };

/** The key as on a Latin keyboard: other layouts, such as Russian, use the places of its keys. */
function latinKey({ key, code }: KeyboardEvent): string {
  const isLatin = key.length !== 1 || key.charCodeAt(0) < 128;
  return isLatin ? key : /^Key[A-Z]$/.test(code) ? code[3]! : PUNCTUATION[code] ?? key;
}

/** Runs commands by their keys. */
export function listenToKeys(): void {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) {
      return;
    }
    const isOwned = ownsKeys(event.target, event.key);
    const before = `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}`;
    const key = latinKey(event);
    const names = [`${before}${key.length === 1 ? key.toLowerCase() : key}`,
      `${before}${event.code}`];
    const shifted = names.map((name) => `Shift+${name}`);
    const isMatch = (one: Command, wanted: string[]) =>
      one.keys.some((key) => wanted.includes(key));
    const all = allCommands();
    const found = (event.shiftKey ? all.find((one) => isMatch(one, shifted)) : undefined) ??
      all.find((one) => isMatch(one, event.shiftKey && event.key.length > 1 ? [] : names));
    if (!found || isOwned && !found.isEverywhere) {
      return;
    }
    const isPossible = found.isPossible?.() !== false;
    if (isPossible || found.isEverywhere) {
      event.preventDefault();
    }
    if (isPossible) {
      void found.run();
    }
  });
}

/** The name of a key for users. */
export function keyName(key: string): string {
  const names: Record<string, string> = { " ": text("page.key-space"), ArrowLeft: "←", ArrowRight: "→",
    ArrowUp: "↑", ArrowDown: "↓" };
  return key.split("+").map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase()
    : part.replace(/^Numpad/, "Num "))).join("+");
}
