// The built page in Chromium, for the tests of this folder. GAIT_PAGE is the folder that
// `make page` writes. Tests run with `node --test tests/page/*.test.mjs`.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { launchChromium } from "../support/chromium.mjs";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const PAGE = process.env.GAIT_PAGE ?? join(ROOT, "build/page");
/** The package for JavaScript that the page was built with. */
export const PACKAGE = process.env.GAIT_PACKAGE ?? join(ROOT, "build/npm/package");
const READY = "html[data-ready]";
let browser = null;

export const sample = (name) => join(ROOT, "samples", name);

/**
 * A new page with gait.html, ready. Requests that leave the file and errors of scripts are
 * collected in `page.problems`, which must be empty at the end.
 */
export async function openPage({ address = pathToFileURL(join(PAGE, "gait.html")).href,
  viewport = { width: 1400, height: 900 }, ...options } = {}) {
  browser ??= await launchChromium();
  const context = await browser.newContext({ viewport, acceptDownloads: true, locale: "en-US",
    ...options });
  const page = await context.newPage();
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.stack));
  page.on("console", (message) => {
    if (message.type() === "error") {
      page.problems.push(message.text());
    }
  });
  page.on("request", (request) => {
    if (!request.url().startsWith("blob:") && !request.url().startsWith("data:") &&
        !request.url().startsWith(address.split("?")[0].split("#")[0])) {
      page.problems.push(`requested ${request.url()}`);
    }
  });
  await page.goto(address);
  await page.waitForSelector(READY);
  return page;
}

/** Drops files: paths on the disk, or [name, bytes]. */
export async function dropFiles(page, files, { shiftKey = false } = {}) {
  const contents = files.map((file) => typeof file === "string"
    ? [basename(file), readFileSync(file).toString("base64")]
    : [file[0], Buffer.from(file[1]).toString("base64")]);
  await page.evaluate(({ contents, shiftKey }) => {
    const transfer = new DataTransfer();
    for (const [name, base64] of contents) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    const target = document.getElementById("middle");
    for (const type of ["dragenter", "dragover", "drop"]) {
      target.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true,
        cancelable: true, shiftKey }));
    }
  }, { contents, shiftKey });
}

/** Waits until a clip is shown, and returns its name. */
export async function shownClip(page) {
  const name = await page.waitForFunction(() => window.gait.clip.value !== null &&
    window.gait.pose.value !== null && window.gait.clip.value.opened.name);
  return name.jsonValue();
}

/** The bytes of what the action downloads, and its name. */
export async function download(page, action) {
  const [file] = await Promise.all([page.waitForEvent("download"), action()]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

export async function closeBrowser() {
  await browser?.close();
  browser = null;
}
