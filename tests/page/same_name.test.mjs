// Several open files with one name: the GLB of each is offered to the file that it was made from.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, afterEach, test } from "node:test";
import { unzipSync } from "fflate";
import { editedGlb, waitForEdits } from "./clips.mjs";
import { closeBrowser, closePage, download, dropFiles, openPage, ROOT, sample, shownClip,
  waitForCheck, waitForValue } from "./page.mjs";

const GAIT = process.env.GAIT ?? join(ROOT, "build/release/gait");
const folder = mkdtempSync(join(tmpdir(), "gait-same-name-"));
const BANK = readFileSync(sample("stalker.omf"));
const WALK = readFileSync(sample("walk.rtm"));

/** What the command makes of a file. */
function byCommand(name, bytes, line) {
  const [path, script] = [join(folder, name), join(folder, "script.txt")];
  writeFileSync(path, bytes);
  writeFileSync(script, line);
  execFileSync(GAIT, ["edit", script, path, "--in-place", "-q"]);
  return readFileSync(path);
}

const FASTER = byCommand("faster.omf", BANK, "set --clip idle --speed 2");
const LATER = byCommand("later.rtm", WALK, "event --add Step --at 0.1");
const MODS = ["mods", { modA: { meshes: { "stalker.omf": BANK, "walk.rtm": WALK } },
  modB: { meshes: { "stalker.omf": FASTER, "walk.rtm": LATER } } }];
let page = null;

after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true });
});
afterEach(() => closePage(page));

const question = () => page.locator("dialog[aria-label^='Edited file']");
const fileRow = (path) => page.locator(`#left .files .row[title^="${path}"]`);

/** A page with the mods, which shows one of their files. */
async function openMods(shown, mods = MODS) {
  page = await openPage();
  await dropFiles(page, [mods]);
  await shownClip(page);
  await fileRow(shown).click();
  await page.waitForFunction((path) => state.clip.value?.doc.path === path, shown);
  await waitForCheck(page);
}

function glbOf(name, bytes) {
  const [source, glb] = [join(folder, `of_${name}`, "stalker.omf"), join(folder, `${name}.glb`)];
  mkdirSync(dirname(source), { recursive: true });
  writeFileSync(source, bytes);
  execFileSync(GAIT, ["convert", "-q", "-f", source, glb]);
  return editedGlb(readFileSync(glb));
}

/** What a question suggests first, and what it warns of. */
async function suggested() {
  await question().locator("button.primary").waitFor();
  return { first: await question().locator("button.primary").innerText(),
    alerts: await question().getByRole("alert").allInnerTexts() };
}

async function assertSuggested(first, what) {
  assert.deepEqual(await suggested(), { first: `Apply to ${first}`, alerts: [] }, what);
}

test("a GLB is offered to the file with the bytes of its source, and applied there", async () => {
  await openMods("modA/meshes/stalker.omf");
  await dropFiles(page, [["stalker.glb", glbOf("faster", FASTER)]]);
  await assertSuggested("modB/meshes/stalker.omf", "the bytes count, not the selection");
  assert.ok((await question().locator("option").allInnerTexts()).includes("modA/meshes/stalker.omf"));
  await question().locator("button.primary").click();
  await page.waitForFunction(() => state.clip.value?.doc.path === "modB/meshes/stalker.omf");
  await waitForEdits(page, 1);
  assert.deepEqual(await page.evaluate(() => state.docs.value.map(({ edits }) => edits.length)),
    [0, 0, 1, 0]);
  await fileRow("modA/meshes/stalker.omf").click();
  await dropFiles(page, [["stalker.glb", glbOf("faster", FASTER)]]);
  await assertSuggested("modB/meshes/stalker.omf", "it had these bytes before its edit");
});

test("the folder decides between files with other bytes, then the shown file", async () => {
  const other = byCommand("other.omf", BANK, "set --clip idle --speed 3");
  const glb = glbOf("other", other);
  await openMods("modB/meshes/stalker.omf");
  await dropFiles(page, [["modA", { meshes: { "stalker.glb": glb } }]]);
  const { first, alerts } = await suggested();
  assert.equal(first, "Apply to modA/meshes/stalker.omf");
  assert.match(alerts[0], /another version of modA\/meshes\/stalker\.omf/);
  await page.keyboard.press("Escape");
  await question().waitFor({ state: "detached" });
  await dropFiles(page, [["stalker.glb", glb]]);
  assert.equal((await suggested()).first, "Apply to modB/meshes/stalker.omf");
});

test("of two copies, the one in the folder of the GLB is suggested, then the shown one", async () => {
  const glb = glbOf("copy", BANK);
  const copies = ["mods", { modA: { "stalker.omf": BANK }, modB: { "stalker.omf": BANK } }];
  await openMods("modB/stalker.omf", copies);
  await dropFiles(page, [["stalker.glb", glb]]);
  await assertSuggested("modB/stalker.omf", "the shown one");
  await page.keyboard.press("Escape");
  await question().waitFor({ state: "detached" });
  await dropFiles(page, [["modA", { "stalker.glb": glb }]]);
  await assertSuggested("modA/stalker.omf", "the one in its folder");
});

test("the GLB files of all open files go back to their own files", async () => {
  await openMods("modA/meshes/walk.rtm");
  await page.keyboard.press("s");
  await page.locator("dialog input[value=files]").check();
  const { bytes } = await download(page, () =>
    page.locator('dialog [data-command="export.glb"]').click());
  await page.keyboard.press("Escape");
  const exported = {};
  for (const [path, content] of Object.entries(unzipSync(bytes))) {
    const parts = path.split("/");
    const name = parts.pop();
    const into = parts.reduce((tree, part) => tree[part] ??= {}, exported);
    into[name] = Buffer.from(content);
  }
  await dropFiles(page, [["exported", exported]]);
  const applied = [];
  for (let at = 1; at <= 4; at++) {
    await page.locator(`dialog[aria-label="Edited file ${at} of 4"]`).waitFor();
    const { first, alerts } = await suggested();
    assert.deepEqual(alerts, []);
    applied.push(first);
    await question().locator("button.primary").click();
  }
  await waitForValue(() => question().count(), 0);
  assert.deepEqual(applied.sort(), ["modA/meshes/stalker.omf", "modA/meshes/walk.rtm",
    "modB/meshes/stalker.omf", "modB/meshes/walk.rtm"].map((path) => `Apply to ${path}`));
  assert.deepEqual(await page.evaluate(() => state.docs.value.map(({ edits }) => edits.length)),
    [0, 0, 0, 0], "nothing is changed");
});

test("files with one name show their folders in the list, in questions and in messages", async () => {
  page = await openPage();
  const mods = ["mods", { modA: { "stalker.omf": BANK }, modB: { "stalker.omf": BANK },
    "walk.rtm": WALK }];
  await dropFiles(page, [mods]);
  await shownClip(page);
  const names = (wanted) => waitForValue(async () => (await page.locator(
    "#left .files .row .cut").allInnerTexts()).map((text) => text.trim().replace(/\s+/g, " ")), wanted);
  await names(["stalker.omf modA/", "stalker.omf modB/", "walk.rtm"]);
  await fileRow("modB/stalker.omf").click();
  await page.waitForFunction(() => state.clip.value?.doc.path === "modB/stalker.omf");
  await waitForCheck(page);
  await page.keyboard.press("p");
  await page.fill("#parameters-dialog [name=speed]", "1.5");
  await page.keyboard.press("Enter");
  await waitForEdits(page, 1);
  await page.locator("#left .files .row[aria-selected=true] .close").click();
  const unsaved = page.locator('dialog[aria-label="Unsaved edits"]');
  assert.match(await unsaved.innerText(), /not saved: modB\/stalker\.omf\./);
  await page.keyboard.press("Escape");
  const saved = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(saved.name, "stalker.omf");
  await waitForValue(() => page.locator("#messages").innerText(), /^modB\/stalker\.omf, /);
  await fileRow("modA/stalker.omf").locator(".close").click();
  await names(["stalker.omf", "walk.rtm"]);
});
