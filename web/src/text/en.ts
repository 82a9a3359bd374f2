/** English texts of the interface. Rules and their advice come from the library, in English. */
export const en = {
  // --- the page ---
  "page.title": "Gait",
  "page.busy": "Working…",
  "page.language": "Language",
  "page.help": "Keys and help",
  "page.close": "Close",
  "page.leave": "Edits that are not saved are lost.",
  "page.no-webassembly": "This browser has no WebAssembly, which Gait needs. Use a current Firefox, Chrome, Edge or Safari.",
  "page.failed": "The page could not start: {reason}. Reload it, or use a current Firefox, Chrome, Edge or Safari.",

  // --- opening ---

  // --- the list of clips ---

  // --- the stage ---

  // --- time ---

  // --- edits ---

  // --- the right column ---

  // --- taking files away ---

  // --- help ---
} as const;
