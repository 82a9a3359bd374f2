// The panel: numbers of bones, findings, bytes, skeletons, comparison and round trips.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { bytesOf, editedGlb } from "./clips.mjs";
import { closeBrowser, closePage, download, dropFiles, openPage, ROOT, sample, waitForCheck, waitForFrames,
  waitForValue } from "./page.mjs";

const COMMAND = process.env.GAIT ?? join(ROOT, "build/release/gait");
const folder = mkdtempSync(join(tmpdir(), "gait-panel-"));
const gait = (...values) => execFileSync(COMMAND, values, { stdio: ["ignore", "pipe", "ignore"] });

/** The page with files, [name, bytes], of which the first is shown, checked and does not play. */
async function pageWith(files, options) {
  const page = await openPage({ reducedMotion: "reduce", ...options });
  await page.evaluate(async (contents) => {
    const heads = contents.map(([path, base64]) => ({ path,
      blob: new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]) }));
    const { engine } = state.client;
    const formats = await engine.detect(heads);
    const docs = state.add(heads.map((head, index) =>
      ({ ...head, format: formats[index].format })), true);
    document.getElementById("app").className = "";
    await state.show(docs[0]);
  }, files.map(([name, bytes]) => [name, Buffer.from(bytes).toString("base64")]));
  await waitForCheck(page);
  return page;
}

const sampleFile = (name) => [name, readFileSync(sample(name))];
const stalker = (options) => pageWith([sampleFile("stalker.omf")], options);

const finish = closePage;

/** The numbers of the rows of a table of bone numbers. */
const numbersOf = (page, id) => page.$$eval(`[data-numbers=${id}] .numbers-row:not([hidden])`,
  (rows) => rows.map((row) => [...row.querySelectorAll("span:not(.numbers-label)")]
    .map(({ textContent }) => textContent).filter((text) => text !== "").map(Number)));

const isNear = (one, other, limit) => one.length === other.length &&
  one.every((value, index) => Math.abs(value - other[index]) <= limit);

async function showFrame(page, clip, frame, bone) {
  await page.evaluate(async ({ clip, frame, bone }) => {
    const index = state.doc.value.opened.clips.findIndex(({ name }) => name === clip);
    await state.show(state.doc.value, index);
    const { opened, skeleton, duration } = state.clip.value;
    state.playing.value = false;
    state.bone.value = skeleton.bones.findIndex(({ name }) => name === bone);
    state.time.value = opened.times[frame] * (opened.hasPhases ? duration : 1);
  }, { clip, frame, bone });
}

before(() => gait("version"));
after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true });
});

test("tabs open by keys and arrows, and close", async () => {
  const page = await stalker();
  assert.equal(await page.isVisible("#right"), false);
  await page.keyboard.press("n");
  assert.equal(await page.getAttribute("#tab-bone", "aria-selected"), "true");
  await page.focus("#tab-bone");
  for (const tab of ["findings", "file", "compare", "bone"]) {
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${tab}`);
    assert.equal(await page.isVisible(`#panel-${tab}`), true);
    assert.equal(await page.locator("[role=tabpanel]:visible").count(), 1);
  }
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(() => state.panelTab.value), "compare");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.evaluate(() => state.panelTab.value), "file");
  for (const [key, tab] of [["1", "bone"], ["2", "findings"], ["3", "file"], ["4", "compare"]]) {
    await page.keyboard.press(key);
    assert.equal(await page.isVisible(`#panel-${tab}`), true, tab);
  }
  await page.click(".panel-close");
  assert.equal(await page.isVisible("#right"), false);
  await page.click("[data-command=panel]");
  assert.equal(await page.isVisible("#panel-compare"), true);
  await finish(page);
});

test("the column is a sheet on a small screen", async () => {
  const page = await stalker({ viewport: { width: 390, height: 844 } });
  await page.keyboard.press("3");
  const box = await page.locator("#right").boundingBox();
  assert.equal(box.width, 390);
  const wide = await page.evaluate(() => document.querySelector("#panel-file").scrollWidth);
  assert.ok(wide <= 390, `${wide}`);
  await page.click(".panel-close");
  assert.equal(await page.isVisible("#right"), false);
  await finish(page);
});

for (const [file, clip, bone, frame] of [["stalker.omf", "walk", "bip01_l_foot", 7],
  ["walk.rtm", "walk", "LeftFoot", 5], ["walk_binarised.rtm", "walk_binarised", "leftfoot", 5]]) {
  test(`numbers of ${file} are those of the command`, async () => {
    const page = await pageWith([sampleFile(file)]);
    await page.keyboard.press("1");
    const actual = await page.evaluate((name) => state.clip.value.skeleton.bones
      .find((one) => one.name.toLowerCase() === name.toLowerCase()).name, bone);
    await showFrame(page, clip, frame, actual);
    for (const axes of ["engine", "file", "gltf"]) {
      await page.check(`#panel-axes-${axes}`);
      for (const space of ["model", "local"]) {
        const { frames } = JSON.parse(gait("sample", "--json", "--frame", String(frame), "--axes",
          axes, "--space", space, "--clip", clip, sample(file)));
        const { t, q } = frames[0].bones.find(({ name }) => name === actual);
        await waitForValue(() => numbersOf(page, space), ([position, rotation, euler]) =>
          isNear(position, t, 2e-5) && isNear(rotation, q, 1e-5) &&
            isNear(rotationOfEuler(euler), q, 5e-5), `${axes} ${space}: not ${t} and ${q}`);
      }
    }
    await finish(page);
  });
}

/** The quaternion of turns about X, then Y, then Z, with w >= 0. */
function rotationOfEuler(degrees) {
  const [a, b, c] = degrees.map((angle) => angle * Math.PI / 360);
  const product = ([x, y, z, w], [X, Y, Z, W]) => [w * X + x * W + y * Z - z * Y,
    w * Y - x * Z + y * W + z * X, w * Z + x * Y - y * X + z * W, w * W - x * X - y * Y - z * Z];
  const turned = product([0, 0, Math.sin(c), Math.cos(c)], product(
    [0, Math.sin(b), 0, Math.cos(b)], [Math.sin(a), 0, 0, Math.cos(a)]));
  return turned[3] < 0 ? turned.map((value) => -value) : turned;
}

test("the scale of a bone is shown when it is not 1", async () => {
  const bytes = Buffer.from(readFileSync(sample("walk_binarised.rtm")));
  const { offset } = fieldOf(sample("walk_binarised.rtm"), "frames[3].bones[9].rotation");
  for (let at = offset; at < offset + 8; at += 2) {
    bytes.writeInt16LE(Math.round(bytes.readInt16LE(at) * 0.7), at);
  }
  const path = join(folder, "scaled.rtm");
  writeFileSync(path, bytes);
  const page = await pageWith([["scaled.rtm", bytes]]);
  await page.keyboard.press("1");
  for (const space of ["model", "local"]) {
    const { frames } = JSON.parse(gait("sample", "--json", "--frame", "3", "--space", space, path));
    const { name, s } = frames[0].bones.find(({ s: scale }) => Math.abs(scale[0] - 1) > 0.1);
    await showFrame(page, "scaled", 3, name);
    await waitForValue(() => numbersOf(page, space), (rows) => rows.length === 4 &&
      isNear(rows[3], s, 2e-5), `${space}: not ${s}`);
  }
  await showFrame(page, "scaled", 2, "head");
  await page.waitForFunction(() => document.querySelectorAll(
    "[data-numbers=model] .numbers-row:not([hidden])").length === 3);
  await finish(page);
});

test("numbers change while the clip plays", async () => {
  const page = await stalker();
  await page.keyboard.press("1");
  await showFrame(page, "walk", 0, "bip01_l_foot");
  const [first] = await waitForValue(() => numbersOf(page, "model"), ([position]) =>
    position?.length === 3);
  await page.evaluate(() => {
    state.playing.value = true;
  });
  await page.waitForFunction((before) => Number(document.querySelector(
    "[data-numbers=model] .numbers-row").children[3].textContent) !== before, first[2]);
  await finish(page);
});

test("the tree picks bones by search, click and keys, both ways", async () => {
  const page = await stalker();
  await page.keyboard.press("1");
  const picked = () => page.evaluate(() =>
    state.clip.value.skeleton.bones[state.bone.value]?.name);
  await page.fill("#panel-bone-search", "r_hand");
  assert.equal(await page.locator("[role=treeitem]").count(), 1);
  await page.click("[role=treeitem]");
  assert.equal(await picked(), "bip01_r_hand");
  await page.fill("#panel-bone-search", "");
  await page.focus("#panel-bone-tree");
  await page.keyboard.press("Home");
  assert.equal(await picked(), "root_stalker");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator("[role=treeitem]").count(), 1);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await picked(), "bip01");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.evaluate(() => {
    const { bones } = state.clip.value.skeleton;
    state.bone.value = bones.findIndex(({ name }) => name === "bip01_head");
  });
  assert.equal((await page.textContent("[role=treeitem][aria-selected=true]")).endsWith(
    "bip01_head"), true);
  const about = await page.textContent(".bone-about");
  assert.match(about, /from a built-in skeleton/);
  assert.match(about, /first frame of the first clip/);
  await page.click("#panel-parent");
  assert.equal(await picked(), "bip01_neck");
  await finish(page);
});

/** Waits until bytes are marked in the hex view, whose rows are read one by one. */
const waitForMarked = (page, offset, length) => waitForValue(() =>
  page.$$eval(".is-marked", (bytes) => bytes.map((one) => Number(one.dataset.offset))
    .sort((one, other) => one - other)), (found) => found[0] === offset &&
    (length === undefined || found.length === length), `not ${length ?? ""} bytes at ${offset}`);

/** The offset of a field of the command's map. */
function fieldOf(file, name) {
  const { fields } = JSON.parse(gait("map", "--json", file));
  return fields.find((field) => field.name === name);
}

for (const [file, clip, bone, frame, row, place] of [
  ["stalker.omf", "idle", "bip01_pelvis", 10, 1,
    (path) => fieldOf(path, "motions[0].tracks[2].rotation.keys").offset + 8 * 10],
  ["stalker.omf", "idle", "root_stalker", 10, 0,
    (path) => fieldOf(path, "motions[0].tracks[0].translation.constant").offset],
  ["walk.rtm", "walk", "LeftFoot", 3, 0, (path) => {
    const { fields } = JSON.parse(gait("map", "--json", path));
    return fields[1 + fields.findIndex(({ name, value }) =>
      name.startsWith("frames[3].bones") && value === "LeftFoot")].offset;
  }],
  ["walk_binarised.rtm", "walk_binarised", "leftfoot", 3, 1, (path) => {
    const { fields } = JSON.parse(gait("map", "--json", path));
    const [, index] = /\[(\d+)\]/.exec(fields.find(({ value }) => value === "leftfoot").name);
    return fields.find(({ name }) => name === `frames[3].bones[${index}].rotation`).offset;
  }]]) {
  test(`a click on row ${row} of ${bone} in ${file} opens its bytes`, async () => {
    const page = await pageWith([sampleFile(file)]);
    await page.keyboard.press("1");
    const actual = await page.evaluate((name) => state.clip.value.skeleton.bones
      .find((one) => one.name.toLowerCase() === name.toLowerCase()).name, bone);
    await showFrame(page, clip, frame, actual);
    await page.click(`[data-numbers=local] .numbers-row >> nth=${row}`);
    await waitForMarked(page, place(sample(file)));
    assert.equal(await page.isVisible("#panel-file"), true);
    assert.equal(await page.locator(".field-row[aria-selected=true]").count(), 1);
    await finish(page);
  });
}

/** A bank with two damaged keys and a translation that is not a number. */
function damaged() {
  const bytes = Buffer.from(readFileSync(sample("stalker.omf")));
  const keys = fieldOf(sample("stalker.omf"), "motions[1].tracks[2].rotation.keys").offset;
  [100, 100, 100, 100].forEach((value, index) => bytes.writeInt16LE(value, keys + 80 + 2 * index));
  bytes.writeFloatLE(NaN, fieldOf(sample("stalker.omf"),
    "motions[0].tracks[0].translation.constant").offset);
  return bytes;
}

test("findings name rule and advice, and go to frame, bone and byte", async () => {
  const page = await pageWith([["bad.omf", damaged()]]);
  writeFileSync(join(folder, "bad.omf"), damaged());
  const wanted = JSON.parse(execCheck(join(folder, "bad.omf"))).files[0].findings;
  await page.keyboard.press("2");
  await page.waitForSelector("[data-rule=OMF130]");
  const groups = await page.$$eval(".finding-group", (all) => all.map((one) => one.dataset.rule));
  assert.equal(groups[0], "OMF131");
  assert.deepEqual([...groups].sort(), [...new Set(wanted.map(({ rule }) => rule))].sort());
  const short = wanted.find(({ rule }) => rule === "OMF130");
  const rules = JSON.parse(gait("rules", "--json")).rules;
  const { advice, page: name } = rules.find(({ id }) => id === "OMF130");
  const group = page.locator("[data-rule=OMF130]");
  assert.ok((await group.textContent()).includes(short.message));
  assert.ok((await group.textContent()).includes(advice));
  assert.ok((await group.textContent()).includes(name));
  await group.locator("[data-jump=frame]").click();
  await page.waitForFunction(() => state.clip.value.listed.name === "walk");
  await page.waitForFunction((time) => Math.abs(state.time.value - time) < 1e-5,
    short.frame / 30);
  await group.locator("[data-jump=bone]").click();
  await waitForValue(() => page.evaluate(() => state.clip.value.skeleton.bones[
    state.bone.value]?.name), short.bone.name);
  await group.locator("[data-jump=byte]").click();
  await waitForMarked(page, short.offset, short.length);
  await page.keyboard.press("2");
  await page.click("#panel-filter-error");
  assert.equal(await page.locator("[data-rule=OMF131]").count(), 0);
  assert.equal(await page.locator("[data-rule=OMF130]").count(), 1);
  await finish(page);
});

function execCheck(path) {
  try {
    return gait("check", "--json", path);
  } catch (error) {
    return error.stdout;
  }
}

test("the findings of a file that cannot be opened go to its bytes", async () => {
  const page = await pageWith([["cut.omf", readFileSync(sample("stalker.omf")).subarray(0, 9000)]]);
  await page.keyboard.press("2");
  await page.waitForSelector(".finding-group.is-error");
  const label = await page.textContent(".finding-group.is-error [data-jump=byte]");
  await page.click(".finding-group.is-error [data-jump=byte]");
  await waitForMarked(page, Number(/\d+/.exec(label)[0]));
  assert.ok((await page.textContent("#panel-file .error")).length > 10);
  await finish(page);
});

test("radio buttons are chosen by keys", async () => {
  const page = await stalker();
  await page.keyboard.press("1");
  await page.evaluate(() => {
    state.bone.value = 1;
  });
  await page.focus("#panel-axes-engine");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.isChecked("#panel-axes-file"), true);
  assert.equal(await page.evaluate(() => document.activeElement.id), "panel-axes-file");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.isChecked("#panel-axes-gltf"), true);
  await finish(page);
});

test("a file without findings, and one with thousands", async () => {
  const page = await stalker();
  await page.keyboard.press("2");
  await page.waitForSelector("#panel-findings .good");
  await page.evaluate(() => {
    const finding = { rule: "OMF130", severity: "warning", offset: 40, length: 1, clip: null,
      bone: null, frame: null, count: 1, message: "a message" };
    state.doc.value.check = { ...state.doc.value.check, findings: Array(10_000).fill(finding) };
    state.docs.touch();
  });
  await page.waitForSelector("[data-rule=OMF130]");
  assert.equal(await page.locator(".finding-group li").count(), 20);
  await page.click("#panel-more-OMF130");
  assert.equal(await page.locator(".finding-group li").count(), 220);
  await finish(page);
});

test("facts of the file, and the licences", async () => {
  const page = await stalker();
  await page.keyboard.press("3");
  const { createHash } = await import("node:crypto");
  const bytes = readFileSync(sample("stalker.omf"));
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  await page.waitForFunction((text) =>
    document.querySelector("#panel-file").textContent.includes(text), hash);
  const facts = await page.textContent(".facts");
  for (const text of ["omf 4", bytes.length.toLocaleString("en"), "Built-in xray-stalker",
    "assumed", "from a built-in skeleton (assumed): 47"]) {
    assert.ok(facts.includes(text), `${text} is not in ${facts}`);
  }
  await page.click(".about summary");
  await page.waitForFunction(() => document.querySelector("#panel-version")?.textContent
    .includes(state.version));
  const about = await page.textContent(".about");
  for (const text of ["three.js", "uPlot", "fflate", "MIT", "wasi-libc"]) {
    assert.ok(about.includes(text), text);
  }
  await finish(page);
});

/** A model.cfg with two skeletons of all bones of a file: without parents, and below the first. */
function config(file) {
  const bones = JSON.parse(gait("info", "--json", sample(file))).files[0].bones;
  const skeleton = (name, parent) => `class ${name} { isDiscrete = 0; skeletonInherit = "";
    skeletonBones[] = { ${bones.map((bone, index) =>
      `"${bone}", "${index > 0 ? parent : ""}"`).join(", ")} }; };`;
  return `class CfgSkeletons { ${skeleton("Loose", "")} ${skeleton("Below", bones[0])} };`;
}

test("the menu changes the skeleton", async () => {
  const page = await pageWith([sampleFile("walk.rtm"), ["model.cfg", config("walk.rtm")]]);
  await page.keyboard.press("3");
  const parentOf = () => page.evaluate(() => state.clip.value.skeleton.bones
    .find(({ name }) => name.toLowerCase() === "leftfoot").parent_name?.toLowerCase() ?? null);
  const choose = async (label) => {
    const before = await page.evaluate(() => state.clip.value.opened.clip);
    await page.selectOption("#panel-skeleton", { label });
    await page.waitForFunction((clip) => state.clip.value.opened.clip !== clip, before);
    return page.textContent("#panel-skeleton-source");
  };
  const builtin = JSON.parse(gait("skeleton", "--json", "arma2-man")).bones
    .find(({ name }) => name.toLowerCase() === "leftfoot");
  assert.match(await choose("arma2-man"), /arma2-man, chosen by you/);
  assert.equal(await parentOf(), builtin.parent_name.toLowerCase());
  await choose("model.cfg: Below");
  assert.equal(await parentOf(), "pelvis");
  assert.equal(await page.$eval("#panel-skeleton", (menu) =>
    menu.selectedOptions[0].textContent), "model.cfg: Below");
  await choose("model.cfg: Loose");
  assert.equal(await parentOf(), null);
  await choose("automatic");
  assert.doesNotMatch(await page.textContent("#panel-skeleton-source"), /chosen/);
  await finish(page);
});

test("a skeleton without the bones of the file is refused, and the former one stays", async () => {
  const glb = join(folder, "other.glb");
  gait("convert", sample("walk.rtm"), glb);
  const page = await pageWith([sampleFile("stalker.omf"), ["other.glb", readFileSync(glb)]]);
  await page.keyboard.press("3");
  await page.selectOption("#panel-skeleton", { label: "xray-stalker" });
  await page.waitForFunction(() =>
    /chosen by you/.test(document.querySelector("#panel-skeleton-source").textContent));
  for (const label of ["other.glb", "xray-hands"]) {
    await page.evaluate(() => {
      state.message.value = null;
    });
    await page.selectOption("#panel-skeleton", { label });
    const message = await page.waitForSelector("#messages .is-error", { state: "visible" });
    assert.match(await message.textContent(), new RegExp(`^${label}: .*not in the skeleton`));
    await page.waitForFunction(() => document.querySelector("#panel-skeleton")
      .selectedOptions[0].textContent === "xray-stalker");
    assert.match(await page.textContent("#panel-skeleton-source"), /xray-stalker, chosen by you/);
  }
  await page.evaluate(() => state.chooseSkeleton(null));
  await page.waitForFunction(() => document.querySelector("#panel-skeleton")
    .selectedOptions[0].textContent === "automatic");
  await finish(page);
});

test("the menu offers the skeletons of the games that have the format", async () => {
  const glb = join(folder, "any.glb");
  gait("convert", sample("walk.rtm"), glb);
  const page = await pageWith([sampleFile("walk.rtm"), sampleFile("stalker.omf"),
    ["any.glb", readFileSync(glb)], ["model.cfg", config("walk.rtm")]]);
  await page.keyboard.press("3");
  const offered = () => page.$$eval("#panel-skeleton option", (options) =>
    options.map(({ textContent }) => textContent));
  const builtins = JSON.parse(gait("skeleton", "--list", "--json")).skeletons;
  const of = (family) => builtins.filter((one) => one.family === family).map(({ name }) => name);
  await page.waitForSelector("#panel-skeleton");
  assert.deepEqual(await offered(), ["automatic", ...of("bohemia"), "any.glb", "model.cfg: Loose",
    "model.cfg: Below"]);
  await page.selectOption("#panel-skeleton", { label: "ofp-man" });
  const message = await page.waitForSelector("#messages .is-error", { state: "visible" });
  assert.match(await message.textContent(), /^ofp-man: the skeleton lacks bones of this file/);
  await page.evaluate(() => state.show(state.docs.value[1]));
  await page.waitForFunction(() => [...document.querySelectorAll("#panel-skeleton option")]
    .some(({ textContent }) => textContent === "xray-hands"));
  assert.deepEqual(await offered(), ["automatic", ...of("xray"), "any.glb"]);
  await finish(page);
});

test("the map is searched by name and offset, and marks bytes", async () => {
  const page = await stalker();
  const { fields } = JSON.parse(gait("map", "--json", sample("stalker.omf")));
  await page.keyboard.press("3");
  await page.click(".byte-map summary");
  await page.waitForSelector(".field-row");
  assert.ok((await page.textContent(".map-status")).startsWith(String(fields.length)));
  assert.ok(await page.locator(".field-row").count() < 40);
  const wanted = fields.filter(({ name }) => name.includes("marks"));
  await page.fill("#panel-map-search", "MARKS");
  await page.waitForFunction((count) => document.querySelectorAll(".field-row").length === count,
    wanted.length);
  await page.click(".field-row >> nth=0");
  await waitForMarked(page, wanted[0].offset, wanted[0].size);
  await page.focus("#panel-fields");
  await page.keyboard.press("ArrowDown");
  await waitForMarked(page, wanted[1].offset, wanted[1].size);
  const count = fields.find(({ name }) => name === "params.motionCount");
  await page.fill("#panel-map-search", `0x${count.offset.toString(16)}`);
  await page.waitForFunction(() => document.querySelector(".field-row[aria-selected=true]")
    ?.textContent.includes("params.motionCount"));
  await waitForMarked(page, count.offset, 2);
  const bytes = readFileSync(sample("stalker.omf"));
  const shown = await page.$$eval(".is-marked", (all) => all.map((one) => one.textContent));
  assert.deepEqual(shown, [...bytes.subarray(count.offset, count.offset + 2)].map((byte) =>
    byte.toString(16).padStart(2, "0")));
  await page.click(`.byte[data-offset="${count.offset + 2}"]`);
  await page.waitForFunction(() => document.querySelector(".field-row[aria-selected=true]")
    ?.textContent.includes("definitions[0].name"));
  await finish(page);
});

test("an opened map is scrolled into view, and its columns fit", async () => {
  const page = await stalker({ viewport: { width: 1200, height: 800 } });
  await page.keyboard.press("v");
  await page.keyboard.press("3");
  await page.click(".byte-map summary");
  await page.waitForFunction(() => {
    const top = document.querySelector(".byte-map").getBoundingClientRect().top -
      document.querySelector("#panel-file").getBoundingClientRect().top;
    return document.querySelector(".field-row") && top >= 0 && top < 30;
  });
  await page.fill("#panel-map-search", "marks[0].intervals");
  await waitForValue(() => page.$$eval(".field-row .name", (all) => all.length > 0 &&
    all.every(({ textContent }) => textContent.includes("marks[0].intervals"))), true);
  await waitForFrames(page);
  await page.click(".field-row");
  await page.waitForSelector(".hex-row .letters");
  await waitForFrames(page);
  const cut = await page.$$eval(".fields, .hex, .field-row .name", (all) => all.filter((one) =>
    one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 80)));
  assert.deepEqual(cut, []);
  const row = await page.textContent(".field-row[aria-selected=true]");
  assert.match(row, /marks\[0\]\.intervals.*8 bytes.*f32\[2\]/);
  await finish(page);
});

test("a list that is too long for an element is scrolled to its end", async () => {
  const bytes = Buffer.concat([readFileSync(sample("stalker.omf")), Buffer.alloc(5_000_000)]);
  const page = await pageWith([["long.omf", bytes]]);
  await page.keyboard.press("3");
  await page.click(".byte-map summary");
  await page.waitForSelector(".hex-row");
  const limit = 8_000_000;
  assert.ok(20 * bytes.length / 8 > limit && await page.$eval(".hex", (hex) =>
    hex.scrollHeight) <= limit);
  const last = (Math.ceil(bytes.length / 8) - 1) * 8;
  const visible = (share) => page.evaluate(async (share) => {
    const hex = document.querySelector(".hex");
    hex.scrollTop = share * (hex.scrollHeight - hex.clientHeight);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { top, bottom } = hex.getBoundingClientRect();
    const rows = [...hex.querySelectorAll(".hex-row")].map((row) =>
      [parseInt(row.textContent.slice(0, 6), 16), row.getBoundingClientRect()])
      .filter(([, box]) => box.top >= top - 1 && box.bottom <= bottom + 1);
    return rows.map(([offset]) => offset).sort((one, other) => one - other);
  }, share);
  const [middle, end] = [await visible(0.5), await visible(1)];
  assert.ok(middle.length >= 9 && middle.every((offset, at) => offset === middle[0] + 8 * at));
  assert.ok(Math.abs(middle[0] - last / 2) < 8 * 20, `${middle[0]} of ${last}`);
  assert.equal(end.at(-1), last);
  assert.ok(await page.locator(".hex-row").count() < 30);
  await finish(page);
});

test("clips are compared; a clip with itself is equal", async () => {
  const page = await stalker();
  await page.keyboard.press("c");
  assert.match(await page.textContent("#panel-pinned"), /idle \(stalker\.omf\)/);
  await page.selectOption("#panel-other-clip", { label: "walk" });
  await page.waitForSelector(".differences tbody tr");
  const result = await page.evaluate(() => state.pinned.value.result);
  const rows = () => page.$$eval(".differences tbody tr", (all) => all.map((row) =>
    [...row.children].map(({ textContent }) => textContent)));
  const worst = [...result.bones].sort((one, other) => other.deg - one.deg)[0];
  assert.ok(worst.deg > 1);
  assert.equal((await rows())[0][0], worst.name);
  assert.ok((await rows())[0][1].startsWith(worst.deg.toFixed(3)));
  const sentence = await page.textContent("#panel-difference");
  assert.ok(sentence.includes(result.max_angle.deg.toFixed(3)) &&
    sentence.includes(result.max_distance.mm.toFixed(2)), sentence);
  await page.click("#panel-sort-mm");
  const far = [...result.bones].sort((one, other) => other.mm - one.mm)[0];
  assert.equal((await rows())[0][0], far.name);
  await page.click(".differences tbody tr:first-child td:last-child button");
  const place = await page.evaluate(() => [state.time.value,
    state.clip.value.skeleton.bones[state.bone.value].name]);
  assert.ok(Math.abs(place[0] - Math.min(far.mm_frame / 30, 32 / 30)) < 1e-4, `${place}`);
  assert.equal(place[1], far.name);
  await page.check("#panel-layout-beside");
  await page.selectOption("#panel-lock", "phase");
  assert.deepEqual(await page.evaluate(() => {
    const { layout, lock } = state.pinned.value;
    return [layout, lock];
  }), ["beside", "phase"]);
  await page.selectOption("#panel-other-clip", { label: "idle" });
  await page.waitForFunction(() =>
    document.querySelector("#panel-difference")?.textContent.startsWith("No difference in 91"));
  await page.click("#panel-pin");
  assert.equal(await page.evaluate(() => state.pinned.value), null);
  await finish(page);
});

test("a comparison names the frames, the lock and the end of the shorter clip", async () => {
  const page = await stalker();
  const lock = () => page.textContent("#panel-lock-text");
  /** The largest distance between a joint of the ghost and of the pinned clip at a time. */
  const ghostDistance = async (seconds, pinnedSeconds) => {
    await page.evaluate((time) => {
      state.playing.value = false;
      state.time.value = time;
    }, seconds);
    return page.waitForFunction(async (time) => {
      const pose = await state.client.engine.pose(state.pinned.value.clip.opened.clip, time, "model");
      const ghost = state.pinnedPose.value;
      return ghost !== null && Math.max(...pose.map((value, at) =>
        Math.abs(value - ghost[at]))) < 1e-4;
    }, pinnedSeconds);
  };
  await page.evaluate(() => state.show(state.doc.value, 1));
  await page.keyboard.press("c");
  await page.selectOption("#panel-other-clip", { label: "idle" });
  await page.waitForSelector(".differences tbody tr");
  assert.match(await page.textContent("#panel-pinned"), /^A, .*walk \(stalker\.omf\)/);
  assert.match(await page.textContent("#panel-difference"), /frame \d+ of walk \(A\)/);
  assert.equal(await page.textContent(".differences caption"), "Frames of walk (A)");
  assert.match(await lock(), /same time.* A is shorter, and repeats/);
  const length = 32 / 30;
  await ghostDistance(1.5, 1.5 - length);
  await page.evaluate(() => {
    state.loop.value = "once";
  });
  assert.match(await lock(), /A is shorter, and holds its last pose/);
  await ghostDistance(1.5, length);
  await page.selectOption("#panel-lock", "frame");
  assert.match(await lock(), /same number\. A is shorter, and holds/);
  await ghostDistance(40 / 30, length);
  await page.evaluate(() => {
    state.loop.value = "loop";
  });
  await ghostDistance(40 / 30, 7 / 30);
  await page.selectOption("#panel-lock", "phase");
  assert.match(await lock(), /same part/);
  await ghostDistance(1.5, length / 2);
  await page.click("#panel-pin");
  await page.click("#panel-pin");
  await page.selectOption("#panel-other-clip", { label: "walk" });
  await page.waitForFunction(() => /B is shorter/.test(
    document.querySelector("#panel-lock-text").textContent));
  await finish(page);
});

test("a clip of another file is compared", async () => {
  const page = await pageWith([sampleFile("walk.rtm"), sampleFile("walk_binarised.rtm")]);
  await page.keyboard.press("c");
  await page.selectOption("#panel-other-file", { label: "walk_binarised.rtm" });
  await page.waitForSelector(".differences tbody tr");
  const { max_distance: distance } = await page.evaluate(() => state.pinned.value.result);
  assert.ok(distance.mm < 5, `${distance.mm} mm`);
  await finish(page);
});

test("the differences of two files are those of the command", async () => {
  const changed = join(folder, "changed.omf");
  const edits = join(folder, "edits.txt");
  writeFileSync(edits, "set --clip walk --speed 1.5\nrename --clip idle=rest\n");
  gait("edit", edits, sample("stalker.omf"), "-o", changed);
  const page = await pageWith([sampleFile("stalker.omf"), ["changed.omf", readFileSync(changed)]]);
  await page.keyboard.press("c");
  assert.equal(await page.$("#panel-files"), null);
  await page.selectOption("#panel-other-file", { label: "changed.omf" });
  await page.waitForSelector("#panel-diff");
  await page.evaluate(() => {
    document.querySelector("#panel-diff").click();
    state.docs.touch(); // the tab is made again, as after the check of a file
  });
  await page.waitForSelector("#panel-diff-summary");
  assert.equal(await page.textContent("#panel-diff-summary"), "2 differences");
  const rows = await page.$$eval("#panel-files li[data-difference]", (all) =>
    all.map(({ textContent }) => textContent));
  assert.deepEqual(rows, ["idle → rest renamed", "walk changedspeed changed: 1 → 1.5"]);
  await page.click("#panel-files li[data-difference=changed] button");
  await page.waitForFunction(() => state.clip.value.listed.name === "walk");
  assert.equal(await page.isVisible("#panel-diff-summary"), true);
  await finish(page);
});

test("clips without a common bone are listed as different", async () => {
  const page = await pageWith([sampleFile("stalker.omf"), sampleFile("walk.rtm")]);
  await page.keyboard.press("c");
  await page.selectOption("#panel-other-file", { label: "walk.rtm" });
  await page.waitForSelector("#panel-difference");
  assert.match(await page.textContent("#panel-difference"), /no bone in common/);
  const lists = await page.$$eval("#panel-compare details", (all) =>
    all.map(({ textContent }) => textContent));
  assert.ok(lists[0].startsWith("47 bones only in the pinned clip") &&
    lists[0].includes("bip01_pelvis"), lists[0]);
  assert.ok(lists[1].startsWith("67 bones only in the other clip") &&
    lists[1].includes("LeftFoot"), lists[1]);
  await finish(page);
});

test("a round trip is reported, and its result is downloaded", async () => {
  const glb = join(folder, "edited.glb");
  gait("convert", sample("stalker.omf"), glb);
  writeFileSync(glb, editedGlb(readFileSync(glb)));
  const result = join(folder, "new.omf");
  const { clips } = JSON.parse(gait("convert", "--json", "--base", sample("stalker.omf"), glb,
    result));
  const changed = clips.filter(({ difference }) => difference === "changed");
  assert.equal(changed.length, 1);
  const page = await stalker();
  await dropFiles(page, [glb]);
  await page.locator("dialog button.primary").click();
  await page.waitForSelector("#panel-roundtrip-summary");
  assert.equal(await page.textContent("#panel-roundtrip-summary"), "1 changed, 4 unchanged");
  const [{ name, rotation }] = changed;
  const row = await page.textContent("li[data-difference=changed]");
  assert.ok(row.includes(name) && row.includes(`${rotation.deg.toFixed(3)}°`) &&
    row.includes(rotation.bone.name), row);
  await page.click("li[data-difference=changed] button >> nth=0");
  await page.waitForFunction((bone) => state.clip.value.skeleton.bones[
    state.bone.value]?.name === bone, rotation.bone.name);
  const saved = await download(page, () => page.click("#panel-roundtrip-download"));
  assert.equal(saved.name, "stalker.omf");
  assert.ok(saved.bytes.equals(readFileSync(result)));
  assert.ok((await bytesOf(page)).equals(readFileSync(result)), "the open file has the changes");
  await page.check("#panel-roundtrip-dropMissing");
  await page.waitForFunction(() => document.querySelector("#panel-roundtrip-dropMissing").checked &&
    state.busy.value === 0);
  assert.equal(await page.textContent("#panel-roundtrip-summary"), "1 changed, 4 unchanged");
  assert.equal(await page.evaluate(() => state.doc.value.edits.length), 1);
  await page.click("#panel-roundtrip-close");
  assert.equal(await page.locator(".roundtrip").count(), 0);
  await finish(page);
});

test("a refused round trip gives the reason", async () => {
  const glb = join(folder, "walk.glb");
  gait("convert", sample("walk.rtm"), glb);
  const page = await stalker();
  await page.evaluate(async (base64) => {
    const edited = { id: -1, path: "walk.glb",
      blob: new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]) };
    const made = await state.run((calls) => calls.roundtrip(state.input(state.doc.value), edited,
      { addNew: false, dropMissing: false }));
    state.roundtrip.value = { base: state.doc.value, edited, options: {}, ...made };
  }, readFileSync(glb).toString("base64"));
  assert.match(await page.textContent(".roundtrip .error"), /Nothing was written/);
  assert.equal(await page.locator("#panel-roundtrip-download").count(), 0);
  await finish(page);
});

test("the texts change with the language", async () => {
  const page = await stalker();
  await page.keyboard.press("3");
  await page.selectOption("#bar select", "ru");
  await page.waitForFunction(() => document.querySelector("#tab-file").textContent === "Файл");
  assert.match(await page.textContent(".facts"), /Встроенный xray-stalker/);
  assert.deepEqual(await page.$$eval("[role=tab]", (tabs) => tabs.map((tab) => tab.textContent)),
    ["Кость", "Замечания", "Файл", "Сравнение"]);
  await page.keyboard.press("2");
  await page.waitForSelector("#panel-filter-note");
  assert.equal(await page.textContent("#panel-filter-note"), "0 примечаний");
  await page.evaluate(() => {
    const clip = { name: "walk", index: 1, difference: "changed", outcome: "changed",
      rotation: null, translation: null, notes: ["renamed"],
      metadata: ["events", "motion", "flags", "bone_or_part", "speed", "power", "accrue",
        "falloff"] };
    state.roundtrip.value = { base: state.doc.value, edited: { path: "a.glb" }, bytes: null, problem: null,
      options: {}, report: { clips: [clip] } };
  });
  const row = await page.textContent("li[data-difference=changed]");
  assert.match(row, /Изменены данные: События, Движение корня, Флаги, Часть скелета/);
  const names = /walk|\((speed|power|accrue|falloff|bone part)\)/g;
  assert.doesNotMatch(row.replace(names, ""), /[a-z]/i);
  await page.click("#bar button >> nth=-1");
  assert.match(await page.textContent("dialog .keys"), /Пробел\s*Играть/);
  assert.match(await page.getAttribute("dialog a", "href"), /\/docs\/ru\/page\.md$/);
  await finish(page);
});
