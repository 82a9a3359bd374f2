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
  "stage.canvas": "The figure. Drag to turn it, click a bone to pick it. Ctrl and arrow keys turn the view, with Shift they move it, Page up and Page down zoom.",
  "stage.tools": "View",
  "stage.view-front": "View from the front",
  "stage.view-side": "View from the side",
  "stage.view-top": "View from the top",
  "stage.view-perspective": "Perspective",
  "stage.frame": "Fit the figure into the view",
  "stage.names": "Names of bones",
  "stage.grid": "Grid",
  "stage.root-motion": "Root motion",
  "stage.trail": "Trail of the picked bone",
  "stage.wall": "Wall of all clips",
  "stage.short-front": "Front",
  "stage.short-side": "Side",
  "stage.short-top": "Top",
  "stage.short-perspective": "Persp.",
  "stage.short-frame": "Fit",
  "stage.short-names": "Names",
  "stage.short-grid": "Grid",
  "stage.short-root": "Root",
  "stage.short-trail": "Trail",
  "stage.short-wall": "Wall",
  "stage.speed": "{bone}: {speed} m/s",
  "stage.skeleton-title": "Show the skeleton of this file",
  "stage.skeleton-builtin": "skeleton: built-in {name}",
  "stage.skeleton-from": "skeleton: from {file}",
  "stage.skeleton-own": "skeleton: in {file}",
  "stage.skeleton-unknown": "skeleton: unknown",
  "stage.skeleton-assumed": ", assumed",
  "stage.skeleton-chosen": ", chosen",
  "stage.findings": "Show the findings of this file",
  "stage.errors": { one: "{n} error", other: "{n} errors" },
  "stage.warnings": { one: "{n} warning", other: "{n} warnings" },
  "stage.no-webgl": "This browser has no WebGL 2, which draws the figure. Turn on hardware acceleration in its settings, or use a current Firefox, Chrome, Edge or Safari.",
  "stage.lost": "The graphics driver stopped drawing. The figure returns when the driver works again; if it does not, reload the page.",
  "stage.no-pose": "The poses of this clip cannot be computed, because its skeleton is not known.",
  "stage.no-pivots": "The joints are drawn where the keys place them, because the rest positions of the bones are not known.",
  "stage.no-parents": "Only the joints are drawn, because the parents of the bones are not known.",
  "stage.needs-config": "Open the model.cfg with this skeleton and its .p3d, or choose a skeleton in the File tab.",
  "stage.needs-model": "Open the .ogf model with this skeleton, or choose a skeleton in the File tab.",
  "stage.wall-title": { one: "{n} clip of {file}", other: "{n} clips of {file}" },
  "stage.wall-clips": "Clips",
  "stage.wall-size": "Size of the figures",
  "stage.wall-close": "Close",
  "stage.wall-failed": "no skeleton",

  // --- time ---

  // --- edits ---

  // --- the right column ---

  // --- taking files away ---

  // --- help ---
} as const;
