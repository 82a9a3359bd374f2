// The page in Chromium, with what the measurements need: times of frames, and long tasks.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launchChromium } from "../../tests/support/chromium.mjs";
import { dropFiles } from "../../tests/page/page.mjs";
import { serve } from "../../tests/page/server.mjs";
import { STATE_SCRIPT } from "../../tests/page/state.mjs";

/** Runs in the page before its scripts: adds the time of callbacks and messages of each frame. */
function measureFrames() {
  const measured = { frames: [], current: 0 };
  window.measured = measured;
  const timed = (run) => function (...values) {
    const start = performance.now();
    try {
      return run.apply(this, values);
    } finally {
      measured.current += performance.now() - start;
    }
  };
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (run) => request(timed(run));
  const { set, get } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  Object.defineProperty(Worker.prototype, "onmessage", { get, set(run) {
    set.call(this, run && timed(run));
  } });
  const next = () => {
    measured.frames.push(measured.current);
    measured.current = 0;
    request(next);
  };
  request(next);
}

/** The browser with the built page of the folder. */
export class Browser {
  static async start(folder) {
    const self = new Browser();
    self.folder = folder;
    self.chromium = await launchChromium(["--enable-blink-features=ForceEagerMeasureMemory"]);
    return self;
  }

  /** Opens the page, and waits until its graphics have started, as when a user looks at it. */
  async open(address) {
    const page = await this.chromium.newPage({ viewport: { width: 1400, height: 900 } });
    await page.addInitScript(measureFrames);
    await page.addInitScript(STATE_SCRIPT);
    await page.goto(address ?? pathToFileURL(join(this.folder, "gait.html")).href);
    await page.waitForSelector("html[data-ready]");
    await page.waitForFunction(() => performance.getEntriesByName("gait-viewport-ready").length > 0);
    return page;
  }

  /** Calls the function with a page that may measure its memory. */
  async openIsolated(run) {
    const server = await serve(join(this.folder, "hosted"), { headers: {
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp" } });
    const page = await this.open(server.address);
    try {
      return await run(page);
    } finally {
      await page.close();
      await server.stop();
    }
  }

  /** Milliseconds of the longest task of the page's main thread while the function runs. */
  async longestTask(page, run) {
    await this.chromium.startTracing(page, { categories: ["toplevel", "__metadata",
      "disabled-by-default-devtools.timeline"] });
    await run();
    const { traceEvents } = JSON.parse(await this.chromium.stopTracing());
    const threads = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" &&
      args.name === "CrRendererMain").map(({ pid, tid }) => `${pid} ${tid}`));
    const tasks = traceEvents.filter(({ name, pid, tid, dur }) =>
      dur && /RunTask$/.test(name) && threads.has(`${pid} ${tid}`));
    if (tasks.length === 0) {
      throw new Error("the trace has no tasks");
    }
    return Math.max(...tasks.map(({ dur }) => dur)) / 1000;
  }

  close() {
    return this.chromium.close();
  }
}

/** Drops files and folders as a person does, and waits until the page has `count` files. */
export async function drop(page, paths, count) {
  await page.evaluate(() => {
    window.painted = null;
    addEventListener("drop", () => {
      window.dropped = performance.now();
    }, { capture: true, once: true });
    state.pose.onChange((pose) => {
      if (pose && window.painted === null) {
        requestAnimationFrame(() => setTimeout(() => {
          window.painted ??= performance.now() - window.dropped;
        }));
      }
    });
  });
  await dropFiles(page, paths);
  await page.waitForFunction((wanted) => state.docs.value.length >= wanted, count,
    { timeout: 120_000 });
}

/** Milliseconds from the drop to the first frame that shows a pose. */
export async function dropToFrame(page, paths) {
  await drop(page, paths, paths.length);
  await page.waitForFunction(() => window.painted !== null);
  return page.evaluate(() => window.painted);
}
