/** What to do about a problem. The advice of the library is for users of the command, too. */
import { text, type TextKey } from "./text";

/** Rules whose remedy the page has a button for. */
export const OWN: Partial<Record<string, TextKey>> = {
  ...Object.fromEntries(["OMF001", "OMF009", "OMF011", "OMF012"].map((rule) =>
    [rule, "advice.copy"])),
  ...Object.fromEntries(["BMT140", "OMF140", "RTM070", "SKL105", "SKL125", "SKL140", "BVW003",
    "GLT006", "GLT030", "CNV022", "CNV023", "CNV024", "CNV025",
    "CNV028", "FIL014"].map((rule) =>
    [rule, "advice.skeleton"])),
  ...Object.fromEntries(["BMT200", "OMF154", "CNV034", "CNV035"].map((rule) =>
    [rule, "advice.lossy"])),
  ...Object.fromEntries(["EDT005", "EDT006"].map((rule) => [rule, "advice.later-edit"])),
  FIL002: "advice.formats",
  OMF151: "advice.salvage-model",
  OGF130: "advice.bank",
  OGF132: "advice.bank",
  OGF133: "advice.open-bank",
};
/** The fields of dialogs, by the options of edits (docs/formats/edit-script.md). */
const FIELDS: Partial<Record<string, TextKey>> = { add: "edit.name", rename: "edit.name",
  move: "edit.name", at: "edit.start", to: "edit.start", until: "edit.end",
  value: "edit.value-column", ...Object.fromEntries(["speed", "power", "accrue", "falloff", "flags",
    "part", "bone"].map((name) => [name, `edit.${name}` as TextKey])) };

/** A message about an edit, with the names of fields in the place of options. */
export function withFields(message: string, hasPhases: boolean): string {
  return message.replace(/--([a-z]+)/g, (option, name: string) => {
    const key = FIELDS[name];
    return key ? text(hasPhases && key === "edit.start" ? "time.phase" : key) : option;
  });
}

/** Names the command, or an option or a variable of it. */
const COMMAND = /--[a-z]|`gait |GAIT_/;

/**
 * The advice for a rule on the page; null = none, or only with the command. `advice`: that of the
 * library.
 */
export function adviceOf({ rule, advice }: { rule: string | null; advice: string | null }):
string | null {
  const own = OWN[rule ?? ""];
  if (own) {
    return text(own);
  }
  const left = (advice ?? "").split("; ").map((part) => part.split(", or ")
    .filter((clause) => !COMMAND.test(clause)).join(", or ")).filter(Boolean).join("; ");
  return left || null;
}
