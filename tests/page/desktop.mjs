// What a person does with files outside of the browser: drags and pastes by X11 events, with the
// programs that scripts/setup.sh check-page installs.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { isInstalled } from "./display.mjs";

const PYTHON = "/usr/bin/python3"; // Debian's, which has GTK
const SOURCE = fileURLToPath(new URL("drag_source.py", import.meta.url));
const START = 20; // inside of the window of the source
const STEPS = 12;
const PAUSE = ["sleep", "0.03"];
const MOVES_AFTER = 3;
const MOST_MOVES = 100;

/** Why nothing can be dragged here, or false. */
export function whyNoDesktop() {
  const missing = ["Xvfb", "xdotool"].find((program) => !isInstalled(program));
  if (missing) {
    return `${missing} is not installed`;
  }
  const gtk = spawnSync(PYTHON, ["-c", "import gi; gi.require_version('Gtk', '3.0')"]);
  return gtk.status === 0 ? false : "GTK for Python is not installed";
}

/** Starts the source, and calls the function while it runs. */
async function withSource(environment, action, paths, run) {
  const source = spawn(PYTHON, [SOURCE, action, ...paths], { env: { ...environment,
    GDK_BACKEND: "x11" }, stdio: ["ignore", "pipe", "inherit"] });
  try {
    await new Promise((resolve, reject) => {
      source.stdout.once("data", resolve);
      source.once("exit", (code) => reject(new Error(`the source of the files ended: ${code}`)));
    });
    await run();
  } finally {
    source.kill();
  }
}

const xdotool = (environment, ...words) => execFileSync("xdotool", words.map(String),
  { env: environment });

/**
 * Drags files and folders from a window of another program to a point of the screen. `isOver`
 * says whether the page shows that it would take them; `isDone` resolves when it has them.
 */
export const dragFromDesktop = (environment, paths, { x, y, shiftKey = false }, isOver, isDone) =>
  withSource(environment, "drag", paths, async () => {
    const way = Array.from({ length: STEPS }, (_, step) => [x, y].map((end) =>
      Math.round(START + (end - START) * ((step + 1) / STEPS))));
    xdotool(environment, "mousemove", START, START, ...PAUSE, "mousedown", 1, ...PAUSE,
      ...way.flatMap((point) => ["mousemove", ...point, ...PAUSE]),
      ...(shiftKey ? ["keydown", "shift", ...PAUSE] : []), "mousemove", x, y);
    try {
      // The pointer is never quite still, and each move tells the browser where it is. After the
      // page has answered, the answer must reach the source before the button is released.
      for (let step = 0, after = 0; after < MOVES_AFTER; step++) {
        assert.ok(step < MOST_MOVES, "the page does not take the files");
        xdotool(environment, "mousemove", x + step % 2, y, "sleep", "0.2");
        after += await isOver() ? 1 : 0;
      }
    } finally {
      xdotool(environment, "mouseup", 1, ...PAUSE, "keyup", "shift");
    }
    await isDone();
  });

export const pressKey = (environment, key) => xdotool(environment, "key", key);

/** Copies files in another program, and presses Ctrl+V after a click on the page. */
export const pasteFromDesktop = (environment, paths, { x, y }, isDone) =>
  withSource(environment, "copy", paths, async () => {
    xdotool(environment, "mousemove", x, y, "click", 1, "key", "ctrl+v");
    await isDone();
  });
