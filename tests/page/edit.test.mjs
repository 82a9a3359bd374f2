// Edits of events and parameters: the bytes are those of the command, and undo gives the old ones.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { bytesOf, openClip, setValue, timelinePoint, valueOf, waitForEdits } from "./clips.mjs";
import { closeBrowser, closePage, download, ROOT, sample } from "./page.mjs";

const WALK = 1;
const GAIT = process.env.GAIT ?? join(ROOT, "build/release/gait");
const folder = mkdtempSync(join(tmpdir(), "gait-edit-"));
const bank = readFileSync(sample("stalker.omf"));
const openWalk = (options) => openClip(sample("stalker.omf"), WALK, options);

after(async () => {
  rmSync(folder, { recursive: true });
  await closeBrowser();
});

const done = closePage;

/** What the command makes of a sample with a script. */
function byCommand(name, script) {
  assert.ok(existsSync(GAIT), `${GAIT} is not built`);
  const [lines, out] = [join(folder, "script.txt"), join(folder, name)];
  writeFileSync(lines, script);
  execFileSync(GAIT, ["edit", lines, sample(name), "-o", out, "-f", "-q"]);
  return readFileSync(out);
}

const events = (page) => page.evaluate(() => state.clip.value.listed.events);

async function drag(page, from, to) {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

test("an event that is dragged changes the bytes as the command does", async () => {
  const page = await openWalk();
  await setValue(page, "time", 0.5);
  await drag(page, await timelinePoint(page, 0.32, "events"),
    await timelinePoint(page, 0.32 + 0.2, "events"));
  await waitForEdits(page, 1);
  const edited = await bytesOf(page);
  assert.notDeepEqual(edited, bank);
  assert.deepEqual(edited,
    byCommand("stalker.omf", "event --clip walk --move Left --at 0.26666668 --to 14f"));
  const changed = [...edited.keys()].filter((at) => edited[at] !== bank[at]);
  assert.equal(edited.length, bank.length);
  assert.ok(changed.at(-1) - changed[0] < 8, "only the two times differ");
  assert.equal(await valueOf(page, "time"), 0.5, "the time stays");
  assert.equal(await valueOf(page, "playing"), false);
  assert.equal(await valueOf(page, "unsaved"), true);
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 0);
  assert.deepEqual(await bytesOf(page), bank, "undo gives the bytes that were opened");
  assert.equal(await valueOf(page, "unsaved"), false);
  await done(page);
});

test("the ends of intervals are dragged", async () => {
  const page = await openWalk();
  const [start, end] = [0.26666668, 0.37333333];
  const left = await timelinePoint(page, start, "events");
  const right = await timelinePoint(page, end, "events");
  await drag(page, { x: right.x - 2, y: right.y }, await timelinePoint(page, 0.5, "events"));
  await waitForEdits(page, 1);
  await drag(page, { x: left.x + 2, y: left.y }, await timelinePoint(page, 0.1, "events"));
  await waitForEdits(page, 2);
  assert.deepEqual(await bytesOf(page), byCommand("stalker.omf",
    "event --clip walk --move Left --at 0.26666668 --until 15f\n" +
    "event --clip walk --move Left --at 0.26666668 --to 3f --until 0.5"));
  await done(page);
});

test("an event of an RTM is dragged, and its bytes outside of the property stay", async () => {
  for (const name of ["walk.rtm", "walk_binarised.rtm"]) {
    const page = await openClip(sample(name));
    const source = readFileSync(sample(name));
    await drag(page, await timelinePoint(page, 0.25, "events"),
      await timelinePoint(page, 0.5, "events"));
    await waitForEdits(page, 1);
    const edited = await bytesOf(page);
    assert.deepEqual(edited, byCommand(name, "event --move StepSound --at 0.25 --to 12f"));
    assert.equal(edited.length, source.length);
    assert.equal((await events(page))[0].intervals[0][0], 0.5);
    await done(page);
  }
});

test("a drag with Escape or of less than three pixels changes nothing", async () => {
  const page = await openWalk();
  const from = await timelinePoint(page, 0.32, "events");
  await page.focus("#timeline canvas");
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 200, from.y, { steps: 4 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await drag(page, from, { x: from.x + 2, y: from.y });
  // Edits are made one after the other, and this one after those of the drags.
  assert.equal(await page.evaluate(() => state.undo(state.doc.value)), false);
  assert.deepEqual(await bytesOf(page), bank);
  assert.equal(await valueOf(page, "unsaved"), false);
  await done(page);
});

test("m and Enter add an event with the keyboard alone", async () => {
  const page = await openWalk();
  await page.fill("#time-frame", "6");
  await page.keyboard.press("Enter");
  await page.focus("#timeline canvas");
  await page.keyboard.press("m");
  await page.keyboard.type('Say "hi" # 5');
  assert.equal(await page.inputValue("#events-dialog [name=at]"), "6f");
  await page.keyboard.press("Enter");
  await waitForEdits(page, 1);
  await page.waitForSelector("#events-dialog", { state: "detached" });
  assert.deepEqual(await bytesOf(page),
    byCommand("stalker.omf", 'event --clip walk --add "Say ""hi"" # 5" --at 6f'));
  assert.ok((await events(page)).some(({ name }) => name === 'Say "hi" # 5'));
  await page.keyboard.press("Delete");
  await waitForEdits(page, 2);
  assert.equal((await events(page)).length, 2, "the new event was selected");
  await done(page);
});

test("a double click on the row of events adds one there", async () => {
  const page = await openClip(sample("walk.rtm"));
  const { x, y } = await timelinePoint(page, 0.5, "second-events");
  await page.mouse.dblclick(x, y);
  await page.fill("#events-dialog [name=name]", "Sound");
  await page.fill("#events-dialog [name=value]", "breath");
  assert.equal(await page.locator("#events-dialog [name=until]").count(), 0);
  await page.click("#events-dialog .primary");
  await waitForEdits(page, 1);
  assert.deepEqual(await bytesOf(page),
    byCommand("walk.rtm", "event --add Sound --at 12f --value breath"));
  await done(page);
});

test("the table renames, moves, resizes and deletes events", async () => {
  const page = await openWalk();
  await page.keyboard.press("Shift+M");
  const input = (row, column) => `#events-dialog tbody tr:nth-child(${row}) ` +
    `[data-column=${column}]`;
  const enter = async (row, column, value, edits) => {
    await page.fill(input(row, column), value);
    await page.keyboard.press("Enter");
    await waitForEdits(page, edits);
  };
  await enter(1, "name", "Foot left", 1);
  await enter(1, "to", "3f", 2);
  await enter(1, "until", "0,25", 3);
  assert.match(await page.evaluate(() => document.activeElement.dataset.column), /until/);
  await page.click(input(2, "delete"));
  await waitForEdits(page, 4);
  assert.deepEqual(await bytesOf(page), byCommand("stalker.omf", [
    'event --clip walk --rename "Left\tFoot left"',
    'event --clip walk --move "Foot left" --at 0.26666668 --to 3f',
    'event --clip walk --move "Foot left" --at 0.1 --until 0.25',
    "event --clip walk --remove Right --at 0.8"].join("\n")));
  assert.deepEqual((await events(page)).map(({ name }) => name), ["Foot left"]);
  await page.click(input(1, "go-to"));
  assert.ok(Math.abs(await valueOf(page, "time") - 0.1) < 1e-5);
  await done(page);
});

test("one of two events with the same name is renamed alone", async () => {
  const page = await openClip(sample("walk.rtm"));
  await page.keyboard.press("e");
  await page.keyboard.press("F2");
  await page.keyboard.type("Other");
  await page.keyboard.press("Enter");
  await waitForEdits(page, 1);
  assert.deepEqual((await events(page)).map(({ name, intervals }) => [name, intervals[0][0]]),
    [["Other", 0.25], ["StepSound", 0.75]]);
  await done(page);
});

test("an edit that the library refuses shows its message and changes nothing", async () => {
  const page = await openWalk();
  await page.keyboard.press("Shift+M");
  const to = "#events-dialog tbody tr:first-child [data-column=to]";
  for (const value of ["9", "half", ""]) {
    await page.fill(to, value);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => /EDT\d+/.test(
      document.querySelector("#events-dialog [role=alert]").textContent));
    assert.equal(await page.getAttribute(to, "aria-invalid"), "true");
  }
  await page.fill("#events-dialog [name=name]", "");
  await page.click("#events-dialog .primary");
  await page.waitForFunction(() => /EDT\d+/.test(
    document.querySelector("#events-dialog [role=alert]").textContent));
  assert.deepEqual(await bytesOf(page), bank);
  assert.deepEqual(await page.evaluate(() => state.doc.value.edits), []);
  assert.equal(await valueOf(page, "unsaved"), false);
  assert.ok(await page.isVisible("#events-dialog"));
  await done(page);
});

for (const [name, clip] of [["walk.rtm", 0], ["stalker.omf", WALK]]) {
  test(`a second Enter or click adds no event without a name: ${name}`, async () => {
    const page = await openClip(sample(name), clip);
    const count = (await events(page)).length;
    const field = (column) => `#events-dialog [name=${column}]`;
    const isRefused = () => page.waitForFunction(() => /^EDT009/.test(
      document.querySelector("#events-dialog [role=alert]").textContent));
    await page.keyboard.press("Shift+M");
    await page.fill(field("name"), "Twice");
    await page.focus(field("at"));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter"); // while the event is added, or in the empty form
    await waitForEdits(page, 1);
    await page.fill(field("name"), "Clicked");
    await page.fill(field("at"), "0.5");
    await page.dblclick("#events-dialog .primary");
    await waitForEdits(page, 2);
    for (const blank of ["", "  "]) {
      await page.fill(field("name"), blank);
      await page.focus(field("name"));
      await page.keyboard.press("Enter");
      await isRefused();
    }
    const row = "#events-dialog tbody tr:first-child [data-column=name]";
    await page.fill(row, "");
    await page.keyboard.press("Enter");
    await page.waitForSelector(`${row}[aria-invalid=true]`);
    await isRefused();
    assert.equal(await page.evaluate(() => state.doc.value.edits.length), 2);
    const names = (await events(page)).map((event) => event.name);
    assert.equal(names.length, count + 2);
    assert.ok(names.includes("Twice") && names.includes("Clicked") && !names.includes(""));
    await done(page);
  });
}

test("undo and redo give the same bytes, and their buttons name the edit", async () => {
  const page = await openWalk();
  const undo = page.locator('[data-command="edit.undo"]');
  assert.ok(await undo.isDisabled());
  const versions = [await bytesOf(page)];
  const keys = ["e", "Delete", "e", "Delete"];
  for (const key of keys) {
    await page.keyboard.press(key);
    if (key === "Delete") {
      await waitForEdits(page, versions.length);
      versions.push(await bytesOf(page));
    }
  }
  assert.match(await undo.getAttribute("title"), /Undo: Delete event Right of walk \(Ctrl\+Z\)/);
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 1);
  assert.deepEqual(await bytesOf(page), versions[1]);
  assert.match(await page.getAttribute('[data-command="edit.redo"]', "title"), /Redo: Delete/);
  await undo.click();
  await waitForEdits(page, 0);
  assert.deepEqual(await bytesOf(page), versions[0]);
  await page.keyboard.press("Control+Shift+z");
  await waitForEdits(page, 1);
  assert.deepEqual(await bytesOf(page), versions[1]);
  await page.keyboard.press("Control+y");
  await waitForEdits(page, 2);
  assert.deepEqual(await bytesOf(page), versions[2]);
  await done(page);
});

test("edits that follow each other at once are all made", async () => {
  const page = await openWalk();
  await page.evaluate(async () => {
    state.playing.value = true;
    await Promise.all([0, 1, 2].map((at) => state.edit(state.doc.value, { label: `add ${at}`,
      script: `event --clip walk --add Mark${at} --at ${at}f` })));
  });
  await waitForEdits(page, 3);
  assert.deepEqual((await events(page)).map(({ name }) => name).sort(),
    ["Left", "Mark0", "Mark1", "Mark2", "Right"]);
  assert.equal(await valueOf(page, "message"), null, "no error while the clip plays");
  assert.equal(await valueOf(page, "playing"), true);
  await done(page);
});

test("an edit keeps the time, the range and the bone", async () => {
  const page = await openWalk();
  await setValue(page, "time", 0.5);
  await setValue(page, "range", { a: 0.25, b: 0.75 });
  await setValue(page, "bone", 4);
  await page.evaluate(() => state.edit(state.doc.value, { label: "",
    script: "event --clip walk --remove Left" }));
  await waitForEdits(page, 1);
  assert.equal(await valueOf(page, "time"), 0.5);
  assert.deepEqual(await valueOf(page, "range"), { a: 0.25, b: 0.75 });
  assert.equal(await valueOf(page, "bone"), 4);
  await done(page);
});

test("an edit keeps the pinned clip", async () => {
  const page = await openWalk();
  await page.evaluate(() => state.pin());
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => state.pinned.value?.result);
  await page.evaluate(() => state.edit(state.doc.value, { label: "",
    script: "event --clip walk --remove Left" }));
  await waitForEdits(page, 1);
  await page.waitForFunction(() => state.pinned.value?.result);
  assert.equal(await page.evaluate(() => state.pinned.value.clip.opened.name), "walk");
  assert.equal(await page.evaluate(() => state.pinned.value.clip.listed.events.length), 1);
  assert.equal(await valueOf(page, "message"), null);
  await done(page);
});

test("parameters are set as the command does", async () => {
  const page = await openClip(sample("stalker.omf"), 2);
  await page.keyboard.press("p");
  const dialog = "#parameters-dialog";
  assert.equal(await page.inputValue(`${dialog} [name=speed]`), "1.1");
  assert.equal(await page.inputValue(`${dialog} [name=parts]`), "torso");
  assert.ok(await page.isHidden(`${dialog} [name=bones]`));
  await page.fill(`${dialog} [name=speed]`, "fast");
  await page.keyboard.press("Enter");
  assert.equal(await page.getAttribute(`${dialog} [name=speed]`, "aria-invalid"), "true");
  assert.match(await page.textContent(`${dialog} [role=alert]`), /number/);
  await page.fill(`${dialog} [name=speed]`, "1,5");
  await page.fill(`${dialog} [name=falloff]`, "7");
  await page.fill(`${dialog} [name=parts]`, "nothing");
  await page.check(`${dialog} [name=idle]`);
  await page.uncheck(`${dialog} [name=stop-at-end]`);
  await page.click(`${dialog} .primary`);
  await page.waitForFunction(() => /EDT\d+/.test(
    document.querySelector("#parameters-dialog [role=alert]").textContent));
  assert.deepEqual(await bytesOf(page), bank, "refused: nothing changes");
  await page.fill(`${dialog} [name=parts]`, "all");
  await page.click(`${dialog} .primary`);
  await waitForEdits(page, 1);
  await page.waitForSelector(dialog, { state: "detached" });
  assert.deepEqual(await bytesOf(page), byCommand("stalker.omf", "set --clip salute --speed 1.5 " +
    "--falloff 7 --flags=-stop-at-end,+idle --part all"));
  await done(page);
});

test("a cycle becomes an FX with a bone", async () => {
  const page = await openClip(sample("stalker.omf"), 2);
  await page.click('[data-command="edit.parameters"]');
  await page.check("#parameters-dialog [name=fx]");
  assert.ok(await page.isHidden("#parameters-dialog [name=parts]"));
  await page.fill("#parameters-dialog [name=bones]", "bip01_spine1");
  await page.keyboard.press("Enter");
  await waitForEdits(page, 1);
  assert.deepEqual(await bytesOf(page),
    byCommand("stalker.omf", "set --clip salute --flags=+fx --bone bip01_spine1"));
  await done(page);
});

test("an RTM has no parameters", async () => {
  const page = await openClip(sample("walk.rtm"));
  assert.ok(await page.isDisabled('[data-command="edit.parameters"]'));
  await page.keyboard.press("p");
  assert.equal(await page.locator("dialog").count(), 0);
  await done(page);
});

test("saving downloads the bytes, and ends the warning", async () => {
  const page = await openWalk();
  const save = '[data-command="edit.save"]';
  assert.ok(await page.isDisabled(save));
  const warns = () => page.evaluate(() => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  });
  assert.equal(await warns(), false);
  await page.keyboard.press("e");
  await page.keyboard.press("Delete");
  await waitForEdits(page, 1);
  assert.equal(await warns(), true);
  const { name, bytes } = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(name, "stalker.omf");
  assert.deepEqual(bytes, byCommand("stalker.omf", "event --clip walk --remove Left"));
  assert.equal(await warns(), false);
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 0);
  assert.equal(await warns(), true, "the saved file had the edit");
  await page.keyboard.press("Control+y");
  await waitForEdits(page, 1);
  assert.equal(await warns(), false);
  await done(page);
});

test("a clip whose name selects others is not edited", async () => {
  const page = await openWalk();
  await page.evaluate(() => {
    const [first, , third] = state.clip.value.doc.opened.clips;
    first.name = "WALK";
    third.name = "Walk@2"; // of which it is the second one
  });
  await page.keyboard.press("e");
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => state.message.value?.kind === "error");
  assert.match((await valueOf(page, "message")).text, /walk cannot be edited/);
  assert.deepEqual(await bytesOf(page), bank);
  await done(page);
});
