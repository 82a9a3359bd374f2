// bench.mjs FOLDER BENCH [--strict]: measures the built page of FOLDER in Chromium, with banks that
// the program BENCH (gait-bench) makes, and compares with goals. --strict: exit code 1 when one is
// missed.
import { execFileSync } from "node:child_process";
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { pageSizes } from "../../web/sizes.mjs";
import { Browser, drop, dropToFrame } from "./browser.mjs";

const WALK = fileURLToPath(new URL("../../samples/walk_binarised.rtm", import.meta.url));
const GOALS_KB = { hosted: 450, "gait.html": 1.2 * 1024 };
const RUNS = 5;
const MANY = 10000; // files
const PLAYED = 4000; // milliseconds
const MEGABYTE = 1 << 20;
const [folder, bench, ...options] = process.argv.slice(2);
if (!bench || options.some((option) => option !== "--strict")) {
  console.error("usage: bench.mjs FOLDER BENCH [--strict]");
  process.exit(2);
}

let missed = 0;

/** Prints a row; a value above the goal is a miss. */
function row(what, value, goal, unit) {
  const isMissed = !(value <= goal);
  missed += isMissed ? 1 : 0;
  const digits = value < 100 && unit !== "KB" ? 1 : 0;
  console.log(`${what.padEnd(52)} ${value.toFixed(digits).padStart(8)} ` +
    `${String(goal).padStart(7)} ${unit.padEnd(3)} ${isMissed ? "MISS" : "ok"}`);
}

const sorted = (values) => [...values].sort((one, two) => one - two);
const quantile = (values, part) => sorted(values)[Math.floor((values.length - 1) * part)];

/** The median of several runs, each with a new page. */
async function median(browser, run) {
  const values = [];
  for (let number = 0; number < RUNS; number++) {
    const page = await browser.open();
    values.push(await run(page));
    await page.close();
  }
  return quantile(values, 0.5);
}

function makeBank(place, motions, frames) {
  const paths = [join(place, `${motions}.omf`), join(place, `${motions}.ogf`)];
  execFileSync(bench, ["--bank", String(motions), String(frames), ...paths]);
  return paths;
}

const megabytes = ([bank]) => statSync(bank).size / MEGABYTE;

async function measureStart(browser) {
  row("file:// to ready", await median(browser, (page) => page.evaluate(() =>
    performance.getEntriesByName("gait-ready")[0].startTime)), 350, "ms");
}

async function measureDrop(browser, bank, goal) {
  row(`drop of ${megabytes(bank).toFixed(1)} MB to the first frame`,
    await median(browser, (page) => dropToFrame(page, bank)), goal, "ms");
}

/** Script per frame in milliseconds: the value that 99 of 100 frames do not exceed. */
async function measureFrames(browser, bank, { gridView, goal }) {
  const page = await browser.open();
  await dropToFrame(page, bank);
  await page.evaluate((gridView) => {
    state.gridView.value = gridView;
    state.playing.value = true;
  }, gridView);
  await page.waitForTimeout(1000);
  await page.evaluate(() => {
    window.measured.frames = [];
  });
  await page.waitForTimeout(PLAYED);
  const frames = await page.evaluate(() => window.measured.frames);
  await page.close();
  const name = gridView ? "grid view of figures" : "one figure";
  row(`${name}: script per frame, p99`, quantile(frames, 0.99), goal, "ms");
  console.log(`    p50 ${quantile(frames, 0.5).toFixed(2)} ms, ` +
    `${(frames.length / PLAYED * 1000).toFixed(0)} frames per second`);
}

async function measureTasks(browser, large) {
  const page = await browser.open();
  row(`longest task: opening ${megabytes(large).toFixed(1)} MB`,
    await browser.longestTask(page, () => dropToFrame(page, large)), 16, "ms");
  row("longest task: checking it", await browser.longestTask(page, () => page.evaluate(() =>
    state.run((calls) => calls.check(state.input(state.doc.value))))), 16, "ms");
  const glb = await page.evaluate(async () => {
    const start = performance.now();
    await state.run((calls) => calls.convert(state.input(state.doc.value),
      { target: "gltf", clips: null, name: "out.glb", lossy: false }));
    return performance.now() - start;
  });
  row("GLB of 1000 clips", glb, 400, "ms");
  await page.close();
}

async function measureListing(browser, place) {
  const folder = join(place, "many");
  mkdirSync(folder);
  copyFileSync(WALK, join(place, "walk.rtm"));
  for (let number = 0; number < MANY; number++) {
    linkSync(join(place, "walk.rtm"), join(folder, `walk${number}.rtm`));
  }
  const page = await browser.open();
  row(`longest task: listing ${MANY} files`,
    await browser.longestTask(page, () => drop(page, [folder], MANY)), 16, "ms");
  await page.close();
}

async function measureMemory(browser, bank) {
  await browser.openIsolated(async (page) => {
    await dropToFrame(page, bank);
    const bytes = await page.evaluate(async () =>
      (await performance.measureUserAgentSpecificMemory()).bytes);
    row(`memory with ${megabytes(bank).toFixed(1)} MB open`, bytes / MEGABYTE,
      Math.ceil(megabytes(bank) + 16), "MB");
  });
}

async function measure(place) {
  const small = makeBank(place, 231, 35);
  const large = makeBank(place, 1000, 60);
  for (const { name, bytes } of pageSizes(folder)) {
    row(name === "hosted" ? "hosted, first visit, gzip" : name, bytes / 1024, GOALS_KB[name], "KB");
  }
  const browser = await Browser.start(folder);
  try {
    await measureStart(browser);
    await measureDrop(browser, small, 80);
    await measureDrop(browser, large, 200);
    await measureFrames(browser, small, { gridView: false, goal: 4 });
    await measureFrames(browser, small, { gridView: true, goal: 8 });
    await measureTasks(browser, large);
    await measureListing(browser, place);
    await measureMemory(browser, small);
  } finally {
    await browser.close();
  }
}

const place = mkdtempSync(join(tmpdir(), "gait-bench-page-"));
console.log(`${cpus().length} processors, load ${loadavg()[0].toFixed(1)}; ` +
  `medians of ${RUNS} runs\n`);
console.log(`${"".padEnd(52)} ${"value".padStart(8)} ${"goal".padStart(7)}`);
try {
  await measure(place);
} finally {
  rmSync(place, { recursive: true });
}
process.exitCode = missed > 0 && options.includes("--strict") ? 1 : 0;
