// Events of one name at one time: each row and each mark of the timeline is edited alone.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { bytesOf, openClip, timelinePoint, waitForEdits } from "./clips.mjs";
import { closeBrowser, closePage, ROOT, sample } from "./page.mjs";

const WALK = 1;
const GAIT = process.env.GAIT ?? join(ROOT, "build/release/gait");
const folder = mkdtempSync(join(tmpdir(), "gait-twins-"));

after(async () => {
  rmSync(folder, { recursive: true });
  await closeBrowser();
});

/** A sample with a script. */
function make(name, script, source = sample(name)) {
  const [lines, out] = [join(folder, "script.txt"), join(folder, name)];
  writeFileSync(lines, script);
  execFileSync(GAIT, ["edit", lines, source, "-o", out, "-f", "-q"]);
  return out;
}

/** Three properties at one phase, of which two have one name. */
const SOUNDS = make("walk.rtm", ["left", "right"].map((value) =>
  `event --add Sound --at 0.5 --value ${value}`).join("\n"));

/** Two equal intervals in a bank that end after the last frame, as in banks of games. */
const LATE = (() => {
  const path = make("stalker.omf", ["Aaa", "Bbb"].map((name) =>
    `event --clip walk --add ${name} --at 0 --until 32f`).join("\n"));
  const bytes = readFileSync(path);
  for (const name of ["Aaa", "Bbb"]) {
    const at = bytes.indexOf(name);
    bytes.write("Ccc", at, "latin1");
    const end = bytes.indexOf(Buffer.from(new Float32Array([32 / 30]).buffer), at);
    bytes.writeFloatLE(33 / 30, end);
  }
  const late = join(folder, "late.omf");
  writeFileSync(late, bytes);
  return late;
})();

const events = (page) => page.evaluate(() => state.clip.value.listed.events.flatMap(
  ({ name, value, intervals }) => intervals.map((times) => [name, value, ...times])));
const sounds = async (page) => (await events(page)).filter(([, , at]) => at !== 0.25 && at !== 0.75)
  .map(([name, value, at]) => [name, value, at]);
const cell = (row, column) => `#events-dialog tbody tr:nth-child(${row}) [data-column=${column}]`;

async function enter(page, row, column, value, edits) {
  await page.fill(cell(row, column), value);
  await page.keyboard.press("Enter");
  await waitForEdits(page, edits);
}

/** The dialog ignores keys of the page until it is closed, which waits for its last edit. */
async function closeEvents(page) {
  await page.keyboard.press("Escape");
  await page.waitForSelector("#events-dialog", { state: "detached" });
}

test("each of two properties of one name and phase is edited alone in the table", async () => {
  const page = await openClip(SOUNDS);
  await page.keyboard.press("Shift+M");
  await enter(page, 3, "value", "third", 1); // the rows 1 and 4 are other events
  assert.deepEqual(await sounds(page), [["Sound", "left", 0.5], ["Sound", "third", 0.5]]);
  await enter(page, 2, "name", "Voice", 2);
  assert.deepEqual(await sounds(page), [["Voice", "left", 0.5], ["Sound", "third", 0.5]]);
  await enter(page, 2, "name", "sound", 3); // the library ignores case
  await enter(page, 3, "to", "0.6", 4);
  assert.deepEqual(await sounds(page), [["sound", "left", 0.5], ["Sound", "third", 0.6]]);
  await closeEvents(page);
  for (let edits = 3; edits >= 0; edits--) {
    await page.keyboard.press("Control+z");
    await waitForEdits(page, edits);
  }
  assert.deepEqual(await bytesOf(page), readFileSync(SOUNDS));
  await page.keyboard.press("Shift+M");
  await page.click(cell(3, "delete"));
  await waitForEdits(page, 1);
  assert.deepEqual(await sounds(page), [["Sound", "left", 0.5]]);
  await closePage(page);
});

test("an event that is moved onto another one leaves it alone afterwards", async () => {
  const page = await openClip(SOUNDS);
  await page.keyboard.press("Shift+M");
  await enter(page, 2, "to", "0.7", 1);
  await enter(page, 2, "to", "0.7", 2); // the other one, which is the first now
  assert.deepEqual((await sounds(page)).map(([, , at]) => at), [0.7, 0.7]);
  await closeEvents(page);
  const { x, y } = await timelinePoint(page, 0.7, "second-events");
  for (const [shift, wanted] of [[-4, "left"], [4, "right"]]) {
    await page.mouse.click(x, y + shift);
    await page.keyboard.press("Delete");
    await waitForEdits(page, 3);
    const left = await sounds(page);
    assert.equal(left.length, 1, "one of two is deleted");
    assert.notEqual(left[0][1], wanted);
    await page.keyboard.press("Control+z");
    await waitForEdits(page, 2);
  }
  await page.mouse.move(x, y + 4);
  await page.mouse.down();
  const to = await timelinePoint(page, 0.9, "second-events");
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await waitForEdits(page, 3);
  assert.equal((await sounds(page)).filter(([, , at]) => at === 0.7).length, 1, "dragged alone");
  await closePage(page);
});

test("two quick Delete keys delete one event", async () => {
  const page = await openClip(SOUNDS);
  const { x, y } = await timelinePoint(page, 0.5, "second-events");
  await page.mouse.click(x, y - 4);
  await page.evaluate(() => ["Delete", "Delete"].forEach((key) => document.activeElement
    .dispatchEvent(new KeyboardEvent("keydown", { key, code: key, bubbles: true }))));
  await waitForEdits(page, 1);
  await page.waitForTimeout(300);
  assert.deepEqual(await sounds(page), [["Sound", "right", 0.5]]);
  await closePage(page);
});

test("an event that ends after the clip is renamed and moved, and keeps its end", async () => {
  const page = await openClip(LATE, WALK);
  const ends = async () => (await events(page)).filter(([, , , end]) => end > 1.08)
    .map(([name, , at]) => [name, Number(at.toFixed(3))]);
  assert.deepEqual(await ends(), [["Ccc", 0], ["Ccc", 0]]);
  await page.keyboard.press("Shift+M");
  await enter(page, 2, "name", "Late", 1);
  assert.deepEqual(await ends(), [["Ccc", 0], ["Late", 0]]);
  await enter(page, 1, "to", "6f", 2);
  assert.deepEqual(await ends(), [["Ccc", 0.2], ["Late", 0]]);
  const field = cell(2, "until");
  await page.fill(field, "9");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => /EDT004.*End \(s\) "9"/.test(
    document.querySelector("#events-dialog [role=alert]").textContent), "the name of the field");
  await closePage(page);
});

test("the parameters of one of two clips with one name are set alone", async () => {
  const path = make("stalker.omf", "rename --clip salute=walX");
  writeFileSync(path, readFileSync(path, "latin1").replaceAll("walX", "walk"), "latin1");
  const page = await openClip(path, WALK);
  const speeds = () => page.evaluate(() => state.doc.value.opened.clips
    .filter(({ name }) => name === "walk").map(({ playback }) => playback.speed));
  const [first, second] = await speeds();
  await page.evaluate(() => state.show(state.doc.value,
    state.doc.value.opened.clips.findLast(({ name }) => name === "walk").index));
  await page.keyboard.press("p");
  await page.fill("#parameters-dialog [name=speed]", "3");
  await page.keyboard.press("Enter");
  await waitForEdits(page, 1);
  assert.deepEqual(await speeds(), [first, 3]);
  assert.notEqual(second, 3);
  await closePage(page);
});
