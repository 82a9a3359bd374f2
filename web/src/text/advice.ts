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
