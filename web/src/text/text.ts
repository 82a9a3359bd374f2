/** Texts of the interface in the language of the user. */
import { Signal } from "../signal";
import { en } from "./en";
import { ru } from "./ru";

/** A text, or its plural forms (Intl.PluralRules) chosen by the value `n`. */
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type TextKey = keyof typeof en;
export type Texts = Record<TextKey, Text>;
export type Language = "en" | "ru";

const languages: Record<Language, Texts> = { en, ru };
const STORED = "gait-language";

function preferred(): Language {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(STORED);
  } catch {
    // a page from a file may have no storage
  }
  const wanted = [stored, ...navigator.languages].map((one) => one?.slice(0, 2));
  return wanted.find((one): one is Language => one === "en" || one === "ru") ?? "en";
}

export const language = new Signal<Language>(preferred());

language.onChange((chosen) => {
  try {
    localStorage.setItem(STORED, chosen);
  } catch {
    // not remembered
  }
});

const NAMES = 3;

/** Some names as part of a sentence: all of a few, or the first of many. */
export const namesText = (names: readonly string[]): string =>
  names.slice(0, NAMES).join(", ") + (names.length > NAMES ? ", …" : "");

/** The text of a key. {name} is replaced by the value `name`; numbers have separators. */
export function text(key: TextKey, values: Record<string, string | number> = {}): string {
  const entry: Text = languages[language.value][key];
  const form = typeof entry === "string" ? entry
    : entry[new Intl.PluralRules(language.value).select(Number(values.n))] ?? entry.other ?? "";
  return form.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return typeof value === "number" ? value.toLocaleString(language.value) : value;
  });
}
