// Makes docs/page*.png: pictures of the page with a bank, findings, the table of a folder, and a
// round trip.
// Run it after `make page`, with the path of the command in GAIT:
//     GAIT=build/release/gait node scripts/make_page_pictures.mjs
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { editedGlb } from "../tests/page/clips.mjs";
import { closeBrowser, dropFiles, leavePage, openPage, ROOT, sample, shownClip, waitForCheck,
  waitForFrames } from "../tests/page/page.mjs";

const GAIT = resolve(process.env.GAIT ?? join(ROOT, "build/release/gait"));
const WINDOW = { width: 1180, height: 720 };
const folder = mkdtempSync(join(tmpdir(), "gait-pictures-"));
const gait = (...words) => execFileSync(GAIT, words, { cwd: folder, stdio: "ignore" });

/** A mod with two banks and two RTM; one of each has a problem. */
function makeMod() {
  const mod = join(folder, "mod");
  mkdirSync(mod);
  copyFileSync(sample("stalker.omf"), join(mod, "stalker.omf"));
  gait("set", "-q", sample("stalker.omf"), "--clip", "walk", "--speed", "0", "-o", "mod/slow.omf");
  copyFileSync(sample("walk.rtm"), join(mod, "walk.rtm"));
  writeFileSync(join(mod, "cut.rtm"), readFileSync(sample("walk.rtm")).subarray(0, 50000));
  return mod;
}

/** A glTF of the sample with one edited bone. */
function makeEdited() {
  const edited = join(folder, "stalker.glb");
  gait("convert", "-q", sample("stalker.omf"), "stalker.glb");
  writeFileSync(edited, editedGlb(readFileSync(edited)));
  return edited;
}

/** Opens files in a new page, and shows frame 9 of a clip. */
async function openFiles(files, clip) {
  const page = await openPage({ viewport: WINDOW, colorScheme: "dark" });
  await dropFiles(page, files);
  await shownClip(page);
  await waitForCheck(page);
  await page.getByText(clip, { exact: true }).first().click();
  await page.waitForFunction((name) => state.clip.value?.opened.name === name, clip);
  await page.evaluate(() => {
    state.playing.value = false;
  });
  await page.fill("#time-frame", "9");
  await page.press("#time-frame", "Enter");
  return page;
}

async function takePicture(page, name) {
  await page.waitForFunction(() => state.busy.value === 0);
  await page.mouse.move(0, 0);
  await waitForFrames(page);
  await page.screenshot({ path: join(ROOT, "docs", name) });
  await leavePage(page);
}

try {
  const mod = makeMod();
  let page = await openFiles([sample("stalker.omf")], "walk");
  await takePicture(page, "page.png");
  page = await openFiles([join(mod, "slow.omf")], "walk");
  await page.getByRole("button", { name: "Details" }).first().click();
  await page.getByRole("tab", { name: "Findings" }).click();
  await takePicture(page, "page_findings.png");
  page = await openFiles([mod], "walk");
  await page.getByRole("button", { name: "Table" }).first().click();
  await takePicture(page, "page_folder.png");
  page = await openFiles([sample("stalker.omf")], "walk");
  await dropFiles(page, [makeEdited()]);
  await page.locator("dialog button.primary").click();
  await page.waitForSelector("#panel-roundtrip-summary");
  await takePicture(page, "page_roundtrip.png");
} finally {
  await closeBrowser();
  rmSync(folder, { recursive: true });
}
