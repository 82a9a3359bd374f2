// The list of clips, the switcher of files, and the table of all files.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, afterEach, test } from "node:test";
import { closeBrowser, closePage, download, dropFiles, openPage, sample, shownClip, waitForCheck,
  waitForValue } from "./page.mjs";

const OMF = readFileSync(sample("stalker.omf"));
let page = null;

after(closeBrowser);
afterEach(() => closePage(page));

const names = () => page.locator(".clips .row").evaluateAll((rows) => rows
  .sort((one, other) => one.dataset.index - other.dataset.index)
  .map((row) => row.firstChild.innerText));
const current = () => page.evaluate(() => state.clip.value?.opened.name);
const waitForClip = (name) => page.waitForFunction((wanted) =>
  state.clip.value?.opened.name === wanted, name);
/** Waits until a clip is shown, and its row is the active one. */
const waitForRow = async (name) => {
  await waitForClip(name);
  await page.waitForFunction((wanted) => {
    const row = document.querySelector(".clips .row.is-active.is-shown");
    return row?.firstChild.textContent === wanted;
  }, name);
};
const count = () => page.locator(".clips .count").innerText();
const selected = () => page.evaluate(() => [...state.selected.value].sort());

async function openSample() {
  page = await openPage();
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  await waitForCheck(page);
}

test("clips are listed with their numbers, searched, filtered and sorted", async () => {
  await openSample();
  await waitForValue(names, ["idle", "walk", "salute", "stand", "hit_chest"]);
  assert.equal(await count(), "5 clips");
  assert.match(await page.locator(".clips .row").nth(1).innerText(), /walk\s+1\.07\s+33\s+2/);
  await page.keyboard.press("/");
  await page.keyboard.type("st");
  assert.deepEqual(await names(), ["stand", "hit_chest"]);
  assert.equal(await count(), "2 of 5");
  await page.keyboard.press("Escape");
  assert.equal(await count(), "5 clips");
  await page.locator(".clips [data-column=frames]").click();
  assert.deepEqual(await names(), ["idle", "salute", "walk", "hit_chest", "stand"]);
  await page.locator(".clips [data-column=frames]").click();
  assert.deepEqual(await names(), ["stand", "hit_chest", "walk", "salute", "idle"]);
  assert.match(await page.locator(".clips [data-column=frames]").first().getAttribute("aria-label"),
    /Frames, ascending/);
  await page.locator(".clips [data-column=name]").click();
  assert.deepEqual(await names(), ["hit_chest", "idle", "salute", "stand", "walk"]);
  await page.locator(".filters summary").click();
  await page.getByLabel("Has events").check();
  assert.deepEqual(await names(), ["walk"]);
  await page.getByLabel("Has events").uncheck();
  await page.getByLabel("Loops").focus();
  await page.keyboard.press("Space");
  assert.deepEqual(await names(), ["idle", "walk"]);
  assert.equal(await count(), "2 of 5");
});

test("findings of clips are marked, and clips with errors are filtered", async () => {
  await openSample();
  await page.waitForSelector("[data-filter=hasErrors] input:enabled", { state: "attached" });
  await page.evaluate(() => {
    state.doc.value.check = null;
    state.doc.touch();
  });
  await page.waitForSelector("[data-filter=hasErrors] input:disabled", { state: "attached" });
  await page.evaluate(() => {
    const doc = state.doc.value;
    const finding = (index, severity) => ({ clip: { index, name: "" }, severity, count: 2 });
    doc.check = { findings: [finding(1, "warning"), finding(2, "error"), finding(2, "note")] };
    state.doc.touch();
  });
  await waitForValue(() => page.locator(".clips .row .mark").count(), 2);
  assert.equal(await page.locator(".clips .row .mark.error").count(), 1);
  await page.locator(".filters summary").click();
  await page.getByLabel("Has errors").check();
  assert.deepEqual(await names(), ["salute"]);
});

test("clips that move the picked bone are filtered", async () => {
  await openSample();
  await page.locator(".filters summary").click();
  assert.equal(await page.getByLabel("Moves the picked bone").isDisabled(), true);
  assert.match(await page.locator("[data-filter=movesBone]").getAttribute("title"), /No bone/);
  /** The clips whose local poses of a bone are not equal in all frames. */
  const movers = (bone) => page.evaluate(async (name) => {
    const bone = state.clip.value.skeleton.bones.findIndex((one) => one.name === name);
    state.bone.value = bone;
    const found = [];
    for (const [index, clip] of state.doc.value.opened.clips.entries()) {
      const { opened } = await state.openClip(state.doc.value, index);
      const poses = await state.client.engine.track(opened.clip, bone, [...opened.times], "local");
      await state.client.engine.closeClip(opened.clip);
      if (poses.some((value, at) => value !== poses[at % 16])) {
        found.push(clip.name);
      }
    }
    return found;
  }, bone);
  const listed = async (expected) => {
    await waitForValue(names, expected);
    assert.equal(await count(), expected.length === 5 ? "5 clips" : `${expected.length} of 5`);
  };
  const some = await movers("bip01_l_toe0");
  assert.ok(some.length > 0 && some.length < 5, String(some));
  await page.getByLabel("Moves bip01_l_toe0").focus();
  await page.keyboard.press("Space");
  assert.equal(await page.getByLabel("Moves bip01_l_toe0").isChecked(), true);
  await listed(some);
  for (const bone of ["bip01_head", "eye_left", "bip01_r_hand"]) {
    await listed(await movers(bone));
  }
  await page.waitForFunction(() => state.busy.value === 0);
  await page.evaluate(() => {
    state.bone.value = null;
  });
  await listed(["idle", "walk", "salute", "stand", "hit_chest"]);
  await page.getByLabel("Moves the picked bone").uncheck();
  assert.equal(await page.getByLabel("Moves the picked bone").isDisabled(), true);
});

/** Waits until a preview would be shown: calls the engine as it does, but later. */
const waitForRest = () => page.evaluate(async () => {
  await new Promise((resolve) => setTimeout(resolve, 400)); // more than hover_preview.ts waits
  const { engine } = state.client;
  const { opened } = await state.openClip(state.doc.value, 1);
  await engine.joints([opened.clip], [0]);
  await engine.pose(opened.clip, 0, "model");
  await engine.closeClip(opened.clip);
});

test("a clip plays beside its row while the pointer rests on it", async () => {
  await openSample();
  await page.evaluate(() => {
    state.playing.value = false;
  });
  const row = (name) => page.locator(".clips .row", { hasText: name });
  const preview = page.locator(".clip-preview");
  const opened = () => page.evaluate(async () => {
    const { clip } = state.clip.value.opened;
    const isOpen = (number) => state.client.engine.pose(number, 0, "model")
      .then(() => true, () => false);
    const numbers = Array.from({ length: 20 }, (_, at) => clip + at);
    return (await Promise.all(numbers.map(isOpen))).filter(Boolean).length;
  });
  await page.evaluate(() => {
    let start = null;
    document.addEventListener("pointerover", ({ target }) => {
      start ??= target.closest(".clips .row") ? performance.now() : null;
    }, { capture: true });
    const element = document.querySelector(".clip-preview");
    new MutationObserver(() => {
      window.rested ??= element.hidden ? null : performance.now() - start;
    }).observe(element, { attributes: true });
  });
  await row("walk").hover();
  await preview.waitFor();
  const rested = await page.evaluate(() => window.rested);
  assert.ok(rested >= 299, `only when the pointer rests, not after ${rested} ms`);
  const box = await preview.boundingBox();
  const list = await page.locator(".clips .windowed").boundingBox();
  assert.ok(box.x >= list.x + list.width && box.y >= 0);
  const pictures = new Set();
  await waitForValue(async () => pictures.add((await preview.screenshot()).toString("base64")).size,
    (size) => size >= 3, "the figure moves");
  assert.equal(await current(), "idle");
  assert.equal(await page.evaluate(() => state.playing.value), false);
  assert.equal(await opened(), 2);
  await page.locator("#viewport").hover();
  await preview.waitFor({ state: "hidden" });
  await page.waitForFunction(() => state.busy.value === 0);
  assert.equal(await opened(), 1, "its clip is closed");
  await row("idle").hover(); // the clip that is shown
  await waitForRest();
  assert.equal(await preview.isVisible(), false);
  await row("salute").hover();
  await preview.waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await preview.isVisible(), false);
  await row("walk").hover();
  await preview.waitFor();
  await page.locator(".clips [type=search]").fill("salute");
  await preview.waitFor({ state: "hidden" });
});

test("no clip plays beside its row for fingers, or with reduced motion", async () => {
  await openSample();
  const preview = page.locator(".clip-preview");
  const touch = (pointerType) => page.locator(".clips .row").nth(2).evaluate((row, type) =>
    row.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: type })),
  pointerType);
  await touch("touch");
  await waitForRest();
  assert.equal(await preview.isVisible(), false);
  await touch("mouse");
  await preview.waitFor();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.locator(".clips .row").nth(3).hover();
  await waitForRest();
  assert.equal(await preview.isVisible(), false);
});

test("the list works by keyboard", async () => {
  await openSample();
  const list = page.locator(".clips [role=listbox]");
  await list.focus();
  for (const [key, name] of [["ArrowDown", "walk"], ["End", "hit_chest"], ["ArrowUp", "stand"],
    ["Home", "idle"], ["PageDown", "hit_chest"], ["PageUp", "idle"]]) {
    await page.keyboard.press(key);
    await waitForRow(name);
  }
  const active = await list.getAttribute("aria-activedescendant");
  assert.match(await page.locator(`#${active}`).innerText(), /idle/);
  assert.equal(await page.locator(`#${active}`).getAttribute("aria-selected"), "true");
});

test("letters are commands in every list, also after dialogs, and move nowhere", async () => {
  await openSample();
  const dialog = (name) => page.locator(`dialog[aria-label="${name}"]`);
  const commands = async (where) => {
    await page.keyboard.press("s"); // also the first letter of salute, stand and stalker.omf
    await dialog("Download").waitFor();
    await page.keyboard.press("Escape");
    await dialog("Download").waitFor({ state: "detached" });
    await page.keyboard.press("p");
    await dialog("Parameters of walk").waitFor();
    await page.keyboard.press("Escape");
    await dialog("Parameters of walk").waitFor({ state: "detached" });
    assert.equal(await current(), "walk", where);
  };
  await page.locator(".clips .row").nth(1).click();
  await waitForRow("walk");
  await commands("after a click");
  await commands("after a dialog, which gives the focus back");
  for (const list of [".clips", ".files"]) {
    await page.locator(`#left ${list} [role=listbox]`).focus();
    await commands(list);
  }
  await page.keyboard.press("?");
  assert.match(await dialog("Keys and help").innerText(), /Letters are commands[^]*press \//);
  await page.keyboard.press("Escape");
  await page.keyboard.press("/"); // the way to a clip by its name
  await page.keyboard.type("sal");
  await page.keyboard.press("ArrowDown");
  await waitForRow("salute");
});

test("clips are selected with Ctrl, Shift and Ctrl+A", async () => {
  await openSample();
  const row = (index) => page.locator(".clips .row").nth(index);
  await row(1).click();
  await waitForRow("walk");
  assert.deepEqual(await selected(), []);
  await row(3).click({ modifiers: ["Control"] });
  assert.deepEqual(await selected(), [1, 3]);
  assert.equal(await current(), "walk");
  const marked = () => page.locator(".clips [aria-selected=true]").count();
  await waitForValue(marked, 2);
  await row(1).click({ modifiers: ["Control"] });
  assert.deepEqual(await selected(), [3]);
  await waitForValue(marked, 1);
  await row(0).click();
  await waitForRow("idle");
  await row(2).click({ modifiers: ["Shift"] });
  assert.deepEqual(await selected(), [0, 1, 2]);
  await waitForValue(marked, 3);
  await page.keyboard.press("Control+a");
  assert.deepEqual(await selected(), [0, 1, 2, 3, 4]);
  await waitForValue(marked, 5);
  await row(4).click();
  assert.deepEqual(await selected(), []);
});

test("a thousand clips need few elements", async () => {
  const script = Array.from({ length: 1000 }, (_, number) =>
    `duplicate --clip stand=stand_${number}`).join("\n");
  page = await openPage();
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  const bytes = await page.evaluate(async (text) => {
    const done = await state.run((calls) => calls.edit(state.input(state.doc.value), text));
    return [...done.bytes];
  }, script);
  await dropFiles(page, [["many.omf", Buffer.from(bytes)]]);
  await page.waitForFunction(() => state.doc.value?.opened?.clips.length === 1005);
  await page.waitForFunction(() =>
    document.querySelector(".clips .count").textContent === "1,005 clips");
  assert.ok(await page.locator(".clips .row").count() < 60);
  await page.locator(".clips [role=listbox]").focus();
  await page.keyboard.press("End");
  await waitForClip("stand_999");
  assert.ok(await page.locator(".clips .row").count() < 120);
  await page.locator(".clips .row", { hasText: "stand_999" }).waitFor();
});

test("several files are switched, filtered and closed", async () => {
  page = await openPage();
  await dropFiles(page, [sample("stalker.omf"), sample("walk.rtm"),
    ["cut.omf", OMF.subarray(0, 20000)]]);
  await shownClip(page);
  const files = page.locator(".files .row");
  const waitForFiles = async (number) => {
    await waitForCheck(page);
    await page.waitForFunction((wanted) =>
      document.querySelectorAll(".files .row").length === wanted, number);
  };
  await waitForFiles(3);
  await files.filter({ hasText: "walk.rtm" }).click();
  await waitForClip("walk");
  assert.equal(await page.evaluate(() => state.doc.value.name), "walk.rtm");
  await waitForFiles(3);
  await files.filter({ hasText: "cut.omf" }).click();
  await waitForValue(() => page.locator("#over > .viewport-sentence").innerText(),
    /cut\.omf: .*OMF001/);
  await waitForFiles(3);
  await waitForValue(() => page.locator(".files .row.is-active[aria-selected=true] .cut.error",
    { hasText: "cut.omf" }).count(), 1);
  await page.locator(".files [role=listbox]").focus();
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => state.docs.value.length === 2);
  await waitForFiles(2);
  await files.filter({ hasText: "walk.rtm" }).locator(".close").click();
  await page.waitForFunction(() => state.docs.value.length === 1);
  await waitForFiles(1); // the name of one file is shown too, without the buttons for several
  assert.equal(await page.locator(".files [data-command=table]").isVisible(), false);
});

/** The sample with wrong checksums of several tracks, which are warnings. */
function warned(count) {
  const bytes = Buffer.from(OMF);
  for (let number = 0; number < count; number++) {
    bytes[5000 + 4000 * number] ^= 1;
  }
  return bytes;
}

test("files with errors and warnings are marked", async () => {
  page = await openPage();
  await dropFiles(page, [["good.omf", OMF], ["warned.omf", warned(2)],
    ["cut.omf", OMF.subarray(0, 20000)]]);
  await shownClip(page);
  const marks = () => page.$$eval(".files .row", (rows) => Object.fromEntries(rows.map((row) =>
    [row.firstChild.firstChild.textContent,
      row.querySelector(".mark")?.getAttribute("aria-label") ?? ""])));
  await page.waitForFunction(() => document.querySelectorAll(".files .row").length === 3);
  await page.evaluate(() => {
    state.table.value = true;
  });
  await page.waitForFunction(() => document.querySelectorAll(".files .mark").length === 2);
  const found = await marks();
  assert.equal(found["good.omf"], "");
  assert.match(found["warned.omf"], /^\d warnings and notes$/);
  assert.match(found["cut.omf"], /error/);
  assert.equal(await page.locator(".files .mark.warning").innerText(), "!");
  const warning = page.locator(".files .row", { hasText: "warned.omf" });
  assert.ok(await warning.evaluate((row) => row.scrollWidth <= row.clientWidth));
});

test("the table sorts by errors and then by warnings", async () => {
  page = await openPage();
  await dropFiles(page, [["a.omf", OMF], ["b.omf", warned(1)], ["c.omf", warned(3)],
    ["d.omf", OMF.subarray(0, 20000)], ["e.omf", warned(2)]]);
  await shownClip(page);
  await page.evaluate(() => {
    state.table.value = true;
  });
  const order = () => page.$$eval("#table .row", (rows) => rows
    .sort((one, other) => one.dataset.index - other.dataset.index)
    .map((row) => row.firstChild.textContent[0]).join(""));
  await page.waitForFunction(() =>
    document.querySelector("#table .list-tools [role=status]").textContent === "5 files");
  await page.locator("#table [data-column=errors]").click();
  assert.equal(await order(), "dceba");
  await page.locator("#table [data-column=errors]").click();
  assert.equal(await order(), "abecd");
});

test("the table checks all files, sorts, filters, saves and opens", async () => {
  page = await openPage();
  const many = Array.from({ length: 120 }, (_, number) => [`${number}.omf`, OMF]);
  await dropFiles(page, [...many, ["cut.omf", OMF.subarray(0, 20000)], sample("walk.rtm")]);
  await shownClip(page);
  await page.waitForFunction(() => state.docs.value.length === 122);
  await page.locator("#viewport").click();
  await page.keyboard.press("o");
  const rows = page.locator("#table .row");
  await page.waitForFunction(() =>
    document.querySelector("#table .list-tools [role=status]").textContent === "122 files");
  assert.ok(await rows.count() < 60, "rows that are not visible are no elements");
  assert.match(await rows.first().innerText(), /0\.omf\s+omf\s+5\s+202\s+0\s+0\s+ok/);
  await page.locator("#table [data-column=errors]").click();
  await rows.filter({ hasText: "cut.omf" }).waitFor();
  assert.match(await page.locator("#table .row[data-index='0']").innerText(), /cut\.omf/);
  await page.getByLabel("Only with findings").check();
  await page.waitForFunction(() => document.querySelectorAll("#table .row").length === 1);
  await page.getByLabel("Only with findings").uncheck();
  await page.locator("#table input[type=search]").fill("WALK");
  await page.waitForFunction(() => document.querySelectorAll("#table .row").length === 1);
  const json = await download(page, () => page.getByText("Save JSON").click());
  const report = JSON.parse(json.bytes);
  assert.equal(report.schema, "gait.check/1");
  assert.equal(report.files.length, 122);
  assert.equal(report.errors, report.files.find(({ path }) => path === "cut.omf").errors);
  const sarif = await download(page, () => page.getByText("Save SARIF").click());
  const log = JSON.parse(sarif.bytes);
  assert.equal(log.runs.length, 1);
  assert.ok(log.runs[0].results.some(({ ruleId }) => ruleId === "OMF001"));
  await rows.first().click();
  await page.waitForFunction(() => state.doc.value?.name === "walk.rtm");
  assert.equal(await page.locator("#table").isVisible(), false);
});

test("the check of the table is cancelled", async () => {
  page = await openPage();
  const many = Array.from({ length: 400 }, (_, number) => [`${number}.omf`, OMF]);
  await dropFiles(page, many);
  await page.waitForFunction(() => state.docs.value.length === 400);
  await page.evaluate(async () => {
    const { run } = state;
    const button = [...document.querySelectorAll("#table button")].find(({ textContent }) =>
      textContent === "Cancel");
    const pressed = new Promise((resolve) => button.addEventListener("click", resolve));
    state.run = (task) => run((calls) => task(new Proxy(calls, {
      get: (_, method) => method !== "survey" ? calls[method]
        : (files) => pressed.then(() => calls.survey(files)) })));
    state.table.value = true;
    while (button.hidden || !button.isConnected) {
      await new Promise((resolve) => setTimeout(resolve));
    }
    button.click();
    state.run = run;
  });
  await page.locator("#table progress").waitFor({ state: "hidden" });
  await page.locator("#table input[type=search]").fill("399.omf");
  await page.waitForFunction(() => document.querySelectorAll("#table .row").length === 1);
  assert.match(await page.locator("#table .row").innerText(), /…/);
  await page.getByText("Check", { exact: true }).click();
  await page.waitForFunction(() =>
    /ok$/.test(document.querySelector("#table .row").innerText));
});
