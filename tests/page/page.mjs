// The built page in Chromium, for the tests of this folder. GAIT_PAGE is the folder that
// `make page` writes. Tests run with `node --test tests/page/*.test.mjs`.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launchChromium } from "../support/chromium.mjs";
import { STATE_SCRIPT } from "./state.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const PAGE = process.env.GAIT_PAGE ?? join(ROOT, "build/page");
/** The package for JavaScript that the page was built with. */
export const PACKAGE = process.env.GAIT_PACKAGE ?? join(ROOT, "build/npm/package");
const READY = "html[data-ready]";
/** How long tests wait for a state of the page. */
const LIMIT_MS = 60_000;
/** Without a GPU, the processor puts pages together faster. */
const FAST = ["--disable-gpu-compositing"];
const ADDRESS = pathToFileURL(join(PAGE, "gait.html")).href;
let browser = null;
/** The folder of the files that tests drop. */
let temporary = null;
/** Pages that tests have left, by their options. */
const left = new Map();

export const sample = (name) => join(ROOT, "samples", name);

/**
 * A page with gait.html, ready. Requests that leave the file and errors of scripts are collected in
 * `page.problems`. A page that a test has left is loaded again if it has the same options, unless
 * the test set `page.isReusable` to false.
 */
export async function openPage({ address = ADDRESS, ...options } = {}) {
  browser ??= await launchChromium(FAST);
  const kind = JSON.stringify(options);
  const isReusable = address === ADDRESS;
  const page = isReusable && left.get(kind) || await newPage(address, options);
  left.delete(kind);
  Object.assign(page, { kind, isReusable, options });
  await page.goto(address);
  await page.waitForSelector(READY);
  return page;
}

async function newPage(address, options) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 },
    acceptDownloads: true, locale: "en-US", ...options });
  await context.addInitScript(STATE_SCRIPT);
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.stack));
  page.on("console", (message) => {
    if (message.type() === "error") {
      page.problems.push(message.text());
    }
  });
  page.on("request", (request) => {
    if (!/^(blob:|data:|about:)/.test(request.url()) &&
        !request.url().startsWith(address.split("?")[0].split("#")[0])) {
      page.problems.push(`requested ${request.url()}`);
    }
  });
  return page;
}

/** Leaves a page after its test. */
export async function leavePage(page) {
  if (page.isReusable && !left.has(page.kind)) {
    await clear(page);
    left.set(page.kind, page);
  } else {
    await page.context().close();
  }
}

/** Leaves a page, and asserts that it has no problems. */
export async function closePage(page) {
  const problems = [...page.problems];
  await leavePage(page);
  assert.deepEqual(problems, []);
}

/** Removes what would be left in the next test. */
async function clear(page) {
  const { colorScheme = "light", reducedMotion = "no-preference" } = page.options;
  await page.evaluate(() => {
    localStorage.clear();
    state.unsaved.value = false; // does not ask before it is closed
  });
  await page.goto("about:blank");
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme, reducedMotion });
  page.problems.length = 0;
}

/** A file or a folder of the temporary folder: bytes, or an object with names and contents. */
function write(path, content) {
  if (typeof content === "object" && content.constructor === Object) {
    mkdirSync(path);
    Object.entries(content).forEach(([name, one]) => write(join(path, name), one));
  } else {
    writeFileSync(path, content);
  }
  return path;
}

/** Paths of files and folders for drops and choosers: paths, or [name, content] to write. */
export function onDisk(files) {
  return files.map((file) => {
    if (typeof file === "string") {
      return file;
    }
    temporary ??= mkdtempSync(join(tmpdir(), "gait-page-"));
    return write(join(mkdtempSync(join(temporary, "drop-")), file[0]), file[1]);
  });
}

const SHIFT = 8;

/** Starts to drag files or folders from outside of the browser over the page. Returns drop(). */
export async function dragFiles(page, files, { shiftKey = false } = {}) {
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize();
  const data = { items: [], files: onDisk(files), dragOperationsMask: 1 };
  const send = (type) => session.send("Input.dispatchDragEvent",
    { type, x: width / 2, y: height / 2, data, modifiers: shiftKey ? SHIFT : 0 });
  await send("dragEnter");
  await send("dragOver");
  return async () => {
    await send("drop");
    await session.detach();
  };
}

/** Drops files or folders as a person does, with the same objects in the page: see onDisk(). */
export async function dropFiles(page, files, options) {
  const drop = await dragFiles(page, files, options);
  await drop();
}

/** Waits until a clip is shown, and returns its name. */
export async function shownClip(page) {
  const name = await page.waitForFunction(() => state.clip.value !== null &&
    state.pose.value !== null && state.clip.value.opened.name);
  return name.jsonValue();
}

/**
 * Waits until `read` returns the wanted value, and returns it. `wanted`: a regular expression for a
 * text, a function that is true for the value, or the value. Use it for what the page updates later:
 * in the next frame of the screen, or after a worker answers.
 */
export async function waitForValue(read, wanted, message) {
  const isWanted = wanted instanceof RegExp ? (value) => wanted.test(value)
    : typeof wanted === "function" ? wanted : (value) => isDeepStrictEqual(value, wanted);
  const end = Date.now() + LIMIT_MS;
  let value = await read();
  while (!isWanted(value)) {
    if (Date.now() > end && typeof wanted !== "function" && !(wanted instanceof RegExp)) {
      assert.deepEqual(value, wanted, message);
    }
    assert.ok(Date.now() < end, `${message ?? `waited too long for ${wanted}`}: ${
      typeof value === "string" ? value.slice(0, 500) : JSON.stringify(value)}`);
    await pause(20);
    value = await read();
  }
  return value;
}

/** Waits for frames of the screen. Three are enough for all panels to show a changed signal. */
export const waitForFrames = (page, count = 3) => page.evaluate(async (wanted) => {
  for (let frame = 0; frame < wanted; frame++) {
    await new Promise(requestAnimationFrame);
  }
}, count);

/**
 * Waits until the shown file is checked, no task runs and the panels show this. Until then, the page
 * can replace the rows of lists while a test clicks on them.
 */
export async function waitForCheck(page) {
  await page.waitForFunction(() => state.doc.value?.check && state.busy.value === 0);
  await waitForFrames(page);
}

/** The bytes of what the action downloads, and its name. */
export async function download(page, action) {
  const [file] = await Promise.all([page.waitForEvent("download"), action()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
  left.clear();
  if (temporary) {
    rmSync(temporary, { recursive: true });
    temporary = null;
  }
}
