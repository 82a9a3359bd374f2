// The viewport and the grid view in Chromium.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { poseOfNoSkeleton } from "./clips.mjs";
import { closeBrowser, dropFiles, leavePage, openPage, PACKAGE, ROOT, sample, shownClip,
  waitForCheck, waitForFrames, waitForValue } from "./page.mjs";

const FIXTURES = process.env.GAIT_DATA ?? join(ROOT, "build/release/fixtures");

after(closeBrowser);

/** A page that is left after the test, so that it takes no time from the next. */
async function open(t, options) {
  const page = await openPage(options);
  t.after(() => leavePage(page));
  return page;
}

/** Opens a file of the samples, or [name, bytes], without the area that opens files. */
async function show(page, file, index = 0, others = []) {
  const read = (one) => typeof one === "string" ? [one, readFileSync(sample(one))] : one;
  const files = [file, ...others].map(read).map(([path, bytes]) =>
    ({ path, base64: Buffer.from(bytes).toString("base64") }));
  await page.evaluate(async ({ files, index }) => {
    document.getElementById("app").classList.remove("is-empty");
    document.getElementById("empty").hidden = true;
    const blobs = files.map(({ path, base64 }) => ({ path,
      blob: new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]) }));
    const found = await state.client.engine.detect(blobs);
    const [doc] = state.add(blobs.map((one, at) => ({ ...one, format: found[at].format })), true);
    await state.show(doc, index);
    state.playing.value = false;
    state.time.value = 0;
  }, { files, index });
}

async function showFigure(page, file, index) {
  await show(page, file, index);
  await shownClip(page);
  await drawn(page);
}

/**
 * Waits until the pose of the time is on the screen. The engine answers in the order of the calls,
 * and an answer can lead to the next call: that of the newest time.
 */
async function drawn(page) {
  await page.evaluate(async () => {
    const { clip, client } = state;
    for (let round = 0; clip.value && round < 3; round++) {
      await client.engine.joints([], []);
    }
  });
  await waitForFrames(page);
}

async function setTime(page, seconds) {
  await page.evaluate((seconds) => {
    state.time.value = seconds;
  }, seconds);
  await drawn(page);
}

const set = async (page, signal, value) => {
  await page.evaluate(({ signal, value }) => {
    state[signal].value = value;
  }, { signal, value });
  await drawn(page);
};

/** The cell with the focus may be out of view, and the clip of the viewport is open, too. */
const OPEN_MARGIN = 2;

/** The picture of an element without what is written over it, as base64. */
async function picture(page, selector = "#viewport") {
  const hide = (isHidden) => page.evaluate((isHidden) => {
    for (const element of document.querySelectorAll("#over, .viewport-labels")) {
      element.style.visibility = isHidden ? "hidden" : "";
    }
  }, isHidden);
  await hide(true);
  const bytes = await page.locator(selector).screenshot();
  await hide(false);
  return bytes.toString("base64");
}

/**
 * What differs between two pictures: the number of pixels and their box. Without a second one, the
 * numbers of pixels with the hues of the sides and of the ghost, and the means of their places.
 */
function examine(page, first, second = null) {
  return page.evaluate(async ({ first, second }) => {
    const decode = async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      context.drawImage(bitmap, 0, 0);
      return context.getImageData(0, 0, bitmap.width, bitmap.height);
    };
    const { data, width } = await decode(first);
    const other = second && (await decode(second)).data;
    const found = {};
    const count = (name, pixel) => {
      found[name] ??= { n: 0, x: 0, y: 0, left: Infinity, right: -Infinity };
      const x = pixel % width;
      const one = found[name];
      one.x += (x - one.x) / ++one.n;
      one.y += (Math.floor(pixel / width) - one.y) / one.n;
      one.left = Math.min(one.left, x);
      one.right = Math.max(one.right, x);
    };
    for (let at = 0; at < data.length; at += 4) {
      const [r, g, b] = [data[at], data[at + 1], data[at + 2]];
      if (other) {
        const distance = Math.max(...[0, 1, 2].map((i) => Math.abs(data[at + i] - other[at + i])));
        if (distance > 24) {
          count("different", at / 4);
        }
      } else if (r - b > 60 && r - g > 70) {
        count("left", at / 4);
      } else if (b - r > 55 && g - r > 20) {
        count("right", at / 4);
      } else if (b - g > 30 && r - g > 8) {
        count("ghost", at / 4);
      } else if (r - b > 60) {
        count("trail", at / 4);
      }
    }
    return found;
  }, { first, second });
}

const difference = async (page, first, second) =>
  (await examine(page, first, second)).different?.n ?? 0;

/** The place of the joint of a bone in the viewport; the names must be shown. */
function joint(page, name) {
  return page.evaluate((name) => {
    const index = state.clip.value.skeleton.bones.findIndex((bone) => bone.name === name);
    const label = document.querySelector(`.viewport-labels [data-bone="${index}"]`);
    const [x, y] = label.style.transform.match(/-?[\d.]+/g).map(Number);
    return { index, x, y };
  }, name);
}

const bone = (page) => page.evaluate(() => state.bone.value);

test("the figure is visible, moves with the time, has the colours of the theme", async (t) => {
  const page = await open(t);
  const empty = await picture(page);
  await showFigure(page, "stalker.omf", 1);
  await set(page, "ground", false);
  const first = await picture(page);
  assert.ok(await difference(page, empty, first) > 4000);
  await setTime(page, 0.4);
  const second = await picture(page);
  assert.ok(await difference(page, first, second) > 2000);
  await setTime(page, 0);
  assert.equal(await difference(page, first, await picture(page)), 0, "rendering is deterministic");
  await set(page, "ground", true);
  assert.ok(await difference(page, first, await picture(page)) > 500, "the grid");
  await page.emulateMedia({ colorScheme: "dark" });
  await drawn(page);
  assert.ok(await difference(page, first, await picture(page)) > 100000, "the other theme");
  assert.deepEqual(page.problems, []);
});

test("bones have the colours of their sides", async (t) => {
  const page = await open(t);
  await showFigure(page, "stalker.omf", 0);
  await set(page, "ground", false);
  await page.keyboard.press("Numpad1");
  await drawn(page);
  const { left, right } = await examine(page, await picture(page));
  assert.ok(left.n > 800 && right.n > 800, JSON.stringify({ left, right }));
  assert.ok(left.x > right.x + 60, "seen from the front, the left side is at the right");
  assert.deepEqual(page.problems, []);
});

test("a click picks a bone, a click on nothing picks none", async (t) => {
  const page = await open(t);
  await showFigure(page, "stalker.omf", 0);
  await page.keyboard.press("Numpad1");
  await page.keyboard.press("b");
  await drawn(page);
  const before = await picture(page);
  const calf = await joint(page, "bip01_l_calf");
  const foot = await joint(page, "bip01_l_foot");
  const viewport = page.locator(".viewport-canvas");
  await viewport.click({ position: { x: (calf.x + foot.x) / 2, y: (calf.y + foot.y) / 2 } });
  assert.equal(await bone(page), calf.index);
  await page.keyboard.press("b");
  await drawn(page);
  assert.deepEqual(await page.locator(".viewport-labels span").allTextContents(), ["bip01_l_calf"]);
  const { different } = await examine(page, before, await picture(page));
  assert.ok(different.n > 200 && Math.abs(different.x - (calf.x + foot.x) / 2) < 30);
  await viewport.click({ position: { x: 20, y: 300 } });
  assert.equal(await bone(page), null);
  assert.deepEqual(page.problems, []);
});

test("names never cover each other", async (t) => {
  const page = await open(t);
  await showFigure(page, "walk.rtm");
  await set(page, "names", true);
  const boxes = await page.locator(".viewport-labels span").evaluateAll((spans) =>
    spans.map((span) => span.getBoundingClientRect().toJSON()));
  assert.ok(boxes.length > 8);
  boxes.forEach((one, index) => boxes.slice(index + 1).forEach((other) => {
    assert.ok(one.left >= other.right || other.left >= one.right || one.top >= other.bottom - 1 ||
      other.top >= one.bottom - 1);
  }));
  assert.deepEqual(page.problems, []);
});

test("views, projections, the fit and keys change the picture", async (t) => {
  const page = await open(t);
  await showFigure(page, "stalker.omf", 2);
  const state = () => page.evaluate(() =>
    [state.view.value, state.orthographic.value]);
  const pictures = [await picture(page)];
  for (const [key, view] of [["Numpad1", "front"], ["Numpad3", "side"], ["Numpad7", "top"]]) {
    await page.keyboard.press(key);
    await drawn(page);
    assert.deepEqual(await state(), [view, true]);
    const next = await picture(page);
    for (const other of pictures) {
      assert.ok(await difference(page, other, next) > 2000);
    }
    pictures.push(next);
  }
  await page.getByRole("button", { name: "Perspective" }).click();
  await drawn(page);
  assert.deepEqual(await state(), ["perspective", false]);
  await page.keyboard.press("Numpad1");
  await page.locator(".viewport-canvas").focus();
  await page.keyboard.press("Control+ArrowLeft");
  await drawn(page);
  assert.deepEqual(await state(), ["perspective", false], "turned, it is no view from the front");
  await page.keyboard.press("f");
  await drawn(page);
  const fitted = await picture(page);
  for (const key of ["PageUp", "PageUp", "Control+Shift+ArrowLeft"]) {
    await page.keyboard.press(key);
  }
  await drawn(page);
  assert.ok(await difference(page, fitted, await picture(page)) > 2000);
  await page.keyboard.press("f");
  await drawn(page);
  assert.ok(await difference(page, fitted, await picture(page)) < 50);
  assert.deepEqual(page.problems, []);
});

test("dragging turns the view, and another clip of the file keeps it", async (t) => {
  const page = await open(t);
  await showFigure(page, "stalker.omf", 0);
  const before = await picture(page);
  const box = await page.locator(".viewport-canvas").boundingBox();
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 350, box.y + 220, { steps: 4 });
  await page.mouse.up();
  await drawn(page);
  const turned = await picture(page);
  assert.ok(await difference(page, before, turned) > 2000);
  assert.equal(await bone(page), null, "a drag picks nothing");
  for (const index of [3, 0]) {
    await page.evaluate(async (index) => {
      await state.show(state.doc.value, index);
      state.playing.value = false;
      state.time.value = 0;
    }, index);
    await drawn(page);
  }
  assert.ok(await difference(page, turned, await picture(page)) < 50);
  assert.deepEqual(page.problems, []);
});

test("root motion moves the figure, and without it the root stays in place", async (t) => {
  const page = await open(t);
  await showFigure(page, "walk.rtm");
  await page.keyboard.press("Numpad3");
  await set(page, "names", true);
  const move = async () => {
    await setTime(page, 0);
    const start = await joint(page, "Pelvis");
    const duration = await page.evaluate(() => state.clip.value.duration);
    await setTime(page, duration * 0.5);
    return Math.abs((await joint(page, "Pelvis")).x - start.x);
  };
  assert.ok(await move() > 60);
  await page.keyboard.press("r");
  assert.ok(await move() < 1.5);
  assert.deepEqual(page.problems, []);
});

test("the trail shows the way and the speed of a bone", async (t) => {
  const page = await open(t);
  await showFigure(page, "walk.rtm");
  await set(page, "ground", false);
  const before = (await examine(page, await picture(page))).trail?.n ?? 0;
  await page.keyboard.press("t");
  await setTime(page, 0.45);
  const { trail } = await examine(page, await picture(page));
  assert.ok(trail?.n > before + 60, `${trail?.n} pixels, ${before} before`);
  const speed = await page.locator(".viewport-speed").textContent();
  const [, name, number] = speed.match(/^(\w+): ([\d.]+) m\/s$/);
  const expected = await page.evaluate(async () => {
    const { opened, duration } = state.clip.value;
    const next = opened.times.findIndex((time) => time * duration > 0.45 + 1e-6);
    const times = [opened.times[next - 1], opened.times[next]];
    const poses = await state.client.engine.poses(opened.clip, times, "model");
    const seconds = (times[1] - times[0]) * duration;
    return Math.hypot(...[0, 1, 2].map((axis) => (poses[poses.length / 2 + 12 + axis] -
      poses[12 + axis]) / seconds + opened.rootMotion[axis] / duration));
  });
  assert.equal(name, "Pelvis");
  assert.ok(Math.abs(expected - number) < 0.006, `${expected} ${number}`);
  await page.keyboard.press("t");
  await drawn(page);
  assert.equal(await page.locator(".viewport-speed").textContent(), "");
  assert.deepEqual(page.problems, []);
});

test("the pinned clip is a ghost at the same place or beside", async (t) => {
  const page = await open(t);
  await showFigure(page, "stalker.omf", 0);
  await set(page, "ground", false);
  await page.keyboard.press("Numpad1");
  await page.evaluate(async () => {
    await state.pin();
    await state.show(state.doc.value, 2);
    state.playing.value = false;
    state.time.value = 0.8;
  });
  await page.waitForFunction(() => state.pinnedPose.value !== null);
  await drawn(page);
  const ghost = await examine(page, await picture(page));
  assert.ok(ghost.ghost.n > 500);
  assert.ok(ghost.ghost.left < ghost.left.right, "at the same place");
  await page.evaluate(() => {
    const { pinned } = state;
    pinned.value = { ...pinned.value, layout: "beside" };
  });
  await drawn(page);
  const beside = await examine(page, await picture(page));
  assert.ok(beside.ghost.n > 500 && beside.ghost.left > beside.left.right, "beside");
  await page.evaluate(() => state.pin());
  await drawn(page);
  assert.ok(((await examine(page, await picture(page))).ghost?.n ?? 0) < 100);
  assert.deepEqual(page.problems, []);
});

test("the overlay says where the skeleton comes from, and counts findings", async (t) => {
  const page = await open(t);
  await showFigure(page, "stalker.omf", 1);
  const texts = () => page.locator("#over .viewport-corner").innerText();
  await waitForCheck(page); // else the check would replace that of this test
  assert.match(await texts(), /^walk\s+skeleton: built-in xray-stalker, assumed$/);
  await page.evaluate(() => {
    state.doc.value.check = { errors: 1, warnings: 3, findings: [], dropped: 0 };
    state.docs.touch();
  });
  await drawn(page);
  assert.match(await texts(), /1 error 3 warnings/);
  await page.locator("#bar select").selectOption("ru");
  assert.match(await texts(), /встроенный xray-stalker, предположительно/);
  assert.match(await texts(), /1 ошибка 3 предупреждения/);
  await page.evaluate(() => state.chooseSkeleton({ builtin: "xray-stalker" }));
  await drawn(page);
  assert.match(await texts(), /xray-stalker, выбран/);
  assert.deepEqual(page.problems, []);
});

/** walk.rtm, whose transforms (docs/formats/rtm.md) are scaled and then moved up. */
function transformed([x, y, z], up = 0) {
  const bytes = readFileSync(sample("walk.rtm"));
  const head = bytes.indexOf("RTM_0101");
  const [frames, bones] = [bytes.readUInt32LE(head + 20), bytes.readUInt32LE(head + 24)];
  const first = head + 28 + 32 * bones;
  for (let key = 0; key < frames * bones; key++) {
    const at = first + 4 * (1 + Math.floor(key / bones)) + 80 * key + 32;
    for (let number = 0; number < 12; number++) {
      const value = bytes.readFloatLE(at + 4 * number) * [x, y, z][number % 3];
      bytes.writeFloatLE(value + (number === 10 ? up : 0), at + 4 * number);
    }
  }
  return ["walk.rtm", bytes];
}

test("a mirrored figure is reported, a turned one is not", async (t) => {
  const page = await open(t);
  const sentence = page.locator("#over [role=status]");
  for (const [scale, mirrored] of [[[-1, 1, 1], true], [[1, 1, 1], false], [[-1, 1, -1], false],
    [[1, 1, -1], true]]) {
    await showFigure(page, transformed(scale));
    assert.equal(/mirrored/.test(await sentence.textContent()), mirrored, scale.join());
  }
  await page.locator("#bar select").selectOption("ru");
  assert.match(await sentence.textContent(), /отражена/);
  for (const index of [0, 1, 2, 3, 4]) {
    await showFigure(page, "stalker.omf", index);
    assert.equal(await sentence.textContent(), "");
  }
  assert.deepEqual(page.problems, []);
});

test("joints below the ground are marked", async (t) => {
  const page = await open(t);
  const marks = async (up) => {
    await showFigure(page, transformed([1, 1, 1], up));
    await set(page, "ground", false);
    await page.keyboard.press("Numpad1");
    await drawn(page);
    const before = await picture(page);
    await page.keyboard.press("u");
    await drawn(page);
    const { different } = await examine(page, before, await picture(page));
    const box = await page.locator(".viewport-canvas").boundingBox();
    await page.keyboard.press("u");
    return { n: different?.n ?? 0, y: (different?.y ?? 0) / box.height };
  };
  assert.equal((await marks(0.5)).n, 0, "above the ground");
  const feet = await marks(-0.2);
  assert.ok(feet.n > 60 && feet.y > 0.65, `the feet: ${JSON.stringify(feet)}`);
  const all = await marks(-4);
  assert.ok(all.n > 4 * feet.n && all.y < feet.y, `all joints: ${JSON.stringify(all)}`);
  await page.waitForSelector('[data-command="below-ground"][aria-pressed=false]');
  assert.deepEqual(page.problems, []);
});

test("a file without animations is named", async (t) => {
  const page = await open(t);
  const config = "class CfgSkeletons { class A { isDiscrete = 1; skeletonInherit = \"\"; " +
    "skeletonBones[] = {\"a\", \"\", \"b\", \"a\"}; }; };";
  await dropFiles(page, [["model.cfg", config]]);
  await page.waitForSelector("#over [role=status]:not(:empty)");
  assert.match(await page.locator("#over [role=status]").innerText(), /model\.cfg has no animations/);
  assert.deepEqual(page.problems, []);
});

test("without a skeleton, joints and a sentence are shown", async (t) => {
  const page = await open(t);
  await showFigure(page, ["unknown.rtm", poseOfNoSkeleton()]);
  await set(page, "ground", false);
  assert.equal(await page.evaluate(() =>
    state.clip.value.skeleton.bones.some(({ parent }) => parent !== null)), false);
  assert.match(await page.locator("#over [role=status]").innerText(), /model\.cfg/);
  const drawnPixels = await picture(page);
  await page.evaluate(() => {
    state.clip.value = null;
  });
  await drawn(page);
  assert.ok(await difference(page, drawnPixels, await picture(page)) > 20);
  assert.deepEqual(page.problems, []);
});

test("a lost context is reported, and drawing continues when it is restored", async (t) => {
  const page = await open(t);
  await showFigure(page, "stalker.omf", 1);
  const before = await picture(page);
  await page.evaluate(() => {
    const gl = document.querySelector(".viewport-canvas").getContext("webgl2");
    window.lose = gl.getExtension("WEBGL_lose_context");
    window.lose.loseContext();
  });
  const sentence = page.locator("#over [role=status]");
  await sentence.waitFor();
  assert.match(await sentence.innerText(), /stopped drawing/);
  await page.evaluate(() => window.lose.restoreContext());
  await sentence.waitFor({ state: "hidden" });
  await drawn(page);
  assert.ok(await difference(page, before, await picture(page)) < 50);
  assert.deepEqual(page.problems.filter((one) => !/context/i.test(one)), []);
});

test("without WebGL 2 a sentence is shown and the rest works", async (t) => {
  const page = await open(t);
  page.isReusable = false;
  await page.addInitScript(() => {
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function getContext(type, ...values) {
      return type.startsWith("webgl") ? null : get.call(this, type, ...values);
    };
  });
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await page.locator("#over [role=status]").waitFor(); // before a file is open
  await show(page, "stalker.omf", 1);
  assert.equal(await shownClip(page), "walk");
  assert.match(await page.locator("#over [role=status]").innerText(), /WebGL 2/);
  await page.keyboard.press("w");
  assert.match(await page.locator("#grid-view [role=status]").innerText(), /WebGL 2/);
  await page.locator(".grid-view-cell", { hasText: "salute" }).click();
  await page.waitForFunction(() => state.clip.value.opened.name === "salute");
  assert.deepEqual(page.problems, []);
});

/** The picture of the figure of a cell of the grid view. */
async function cell(page, index) {
  const { x, y, width, height } = await page.locator(`.grid-view-cell[data-index="${index}"]`)
    .boundingBox();
  const bytes = await page.screenshot({ clip: { x: x + 3, y: y + 3, width: width - 6,
    height: height - 26 } });
  return bytes.toString("base64");
}

/** Shows the grid view, and waits until the figures of these cells are drawn. */
async function openGridView(page, cells = [1]) {
  await page.keyboard.press("w");
  for (const index of cells) {
    await waitFor(async () => ((await examine(page, await cell(page, index))).left?.n ?? 0) > 20);
  }
}

/** Waits until a condition is true. */
const waitFor = (isTrue) => waitForValue(async () => Boolean(await isTrue()), true,
  `waited too long for ${isTrue}`);

test("the grid view shows all clips moving, and opens one", async (t) => {
  const page = await open(t);
  await showFigure(page, "stalker.omf", 1);
  await openGridView(page, [0, 1, 2, 3, 4]);
  const names = await page.locator(".grid-view-cell").allTextContents();
  assert.deepEqual(names, ["idle", "walk", "salute", "stand", "hit_chest"]);
  for (const index of names.keys()) {
    let before = null;
    await waitForValue(async () => {
      before = await cell(page, index);
      return examine(page, before);
    }, ({ left, right }) => left?.n > 40 && right?.n > 40, names[index]);
    if (names[index] !== "stand") { // one pose
      await waitFor(async () => await difference(page, before, await cell(page, index)) > 10);
    }
  }
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "walk");
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "salute");
  assert.equal(await page.locator(".grid-view-cell[tabindex='0']").count(), 1);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => state.clip.value.opened.name === "salute");
  await page.locator("#grid-view").waitFor({ state: "hidden" });
  assert.deepEqual(page.problems, []);
});

test("the grid view waits for Space when less motion is preferred", async (t) => {
  const page = await open(t, { reducedMotion: "reduce" });
  await showFigure(page, "stalker.omf", 1);
  await openGridView(page);
  await drawn(page);
  const before = await cell(page, 1);
  assert.ok((await examine(page, before)).left.n > 40, "a still figure");
  await waitForFrames(page, 20);
  await drawn(page);
  assert.equal(await difference(page, before, await cell(page, 1)), 0);
  await page.keyboard.press(" ");
  await waitFor(async () => await difference(page, before, await cell(page, 1)) > 10);
  await page.keyboard.press("Escape");
  await page.locator("#grid-view").waitFor({ state: "hidden" });
  assert.deepEqual(page.problems, []);
});

test("the grid view survives the loss of its context", async (t) => {
  const page = await open(t, { reducedMotion: "reduce" });
  await showFigure(page, "stalker.omf", 1);
  await openGridView(page);
  await drawn(page);
  const before = await cell(page, 1);
  await page.evaluate(async () => {
    const canvas = document.querySelector(".grid-view-canvas");
    window.lost = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
    const isLost = new Promise((resolve) => canvas.addEventListener("webglcontextlost", resolve));
    window.lost.loseContext();
    await isLost;
  });
  await waitFor(async () => await difference(page, before, await cell(page, 1)) > 40); // nothing
  await page.evaluate(() => window.lost.restoreContext());
  await waitFor(async () => await difference(page, before, await cell(page, 1)) < 20);
  assert.deepEqual(page.problems.filter((one) => !/context/i.test(one)), []);
});

/** A bank with the motions of stalker.omf many times. */
async function largeBank(times) {
  const { load } = await import(pathToFileURL(join(PACKAGE, "index.js")));
  const gait = await load();
  let bytes = readFileSync(sample("stalker.omf"));
  for (let round = 0; round < times; round++) {
    bytes = gait.open(bytes, "bank.omf").merge(gait.open(bytes, "bank.omf"),
      { equalNames: "rename" });
  }
  gait.close();
  return ["bank.omf", bytes];
}

test("the grid view opens only the clips in view", async (t) => {
  const page = await open(t);
  await show(page, await largeBank(6));
  await shownClip(page);
  await page.evaluate(() => {
    const { engine } = state.client;
    window.open = new Set();
    state.client.engine = new Proxy(engine, { get: (_, name) => async (...values) => {
      const answer = await engine[name](...values);
      if (name === "clip") {
        window.open.add(answer.clip);
      } else if (name === "closeClip") {
        window.open.delete(values[0]);
      }
      return answer;
    } });
  });
  await page.keyboard.press("w");
  const scroll = page.locator(".grid-view-scroller");
  for (const top of [1000, 0, 1e6]) {
    await scroll.evaluate((element, top) => {
      element.scrollTop = top;
    }, top);
    await drawn(page);
    const count = await waitForValue(() => page.locator(".grid-view-cell").count(), (number) =>
      number > 20 && number < 160);
    const open = () => page.evaluate(() => window.open.size);
    await waitFor(async () => Math.abs(await open() - count) <= OPEN_MARGIN);
  }
  const last = "319";
  await waitForValue(() => page.locator(".grid-view-cell").last().getAttribute("data-index"), last);
  await waitFor(async () => ((await examine(page, await cell(page, last))).left?.n ?? 0) > 20);
  await page.locator(".grid-view-cell").last().click();
  await page.waitForFunction(() => state.clip.value.index === 319);
  await waitFor(() => page.evaluate(() => window.open.size === 1));
  assert.deepEqual(page.problems, []);
});

test("on a phone all tools can be reached", async (t) => {
  const page = await open(t, { viewport: { width: 390, height: 844 } });
  await showFigure(page, "walk.rtm");
  const canvas = await page.locator(".viewport-canvas").boundingBox();
  assert.equal(canvas.width, 390);
  for (const button of await page.locator(".viewport-tools button").all()) {
    await button.scrollIntoViewIfNeeded();
    const { x, width, height } = await button.boundingBox();
    assert.ok(x >= 0 && x + width <= 390 && height >= 32);
  }
  await page.getByRole("button", { name: "Wall of all clips" }).click();
  await page.locator(".grid-view-cell").waitFor();
  assert.deepEqual(page.problems, []);
});

/** Waits until the mesh is drawn: after it is read, its shaders are compiled. */
async function meshDrawn(page) {
  await page.waitForFunction(() => state.mesh.value);
  await set(page, "showsMesh", false);
  const without = await picture(page);
  await set(page, "showsMesh", true);
  await waitFor(async () => await difference(page, without, await picture(page)) > 200);
  await drawn(page);
}

const fixture = (name) => [name.split("/").at(-1), readFileSync(join(FIXTURES, name))];

test("a model is shown with its mesh, as wireframe, and not at all", async (t) => {
  const page = await open(t);
  await show(page, fixture("ogf/ok/mesh.ogf"));
  await meshDrawn(page);
  await waitForValue(() => page.locator("#over [role=status]").textContent(), "");
  await set(page, "ground", false);
  const solid = await picture(page);
  const count = async (before) => (await examine(page, before, await picture(page))).different?.n ?? 0;
  await page.keyboard.press("Shift+D");
  await drawn(page);
  assert.ok(await count(solid) > 500, "the wireframe is another picture");
  await page.keyboard.press("Shift+D");
  await drawn(page);
  assert.equal(await count(solid), 0);
  await page.keyboard.press("d");
  await drawn(page);
  assert.ok(await count(solid) > 1000, "without the mesh");
  await page.waitForSelector('[data-command="mesh"][aria-pressed=false]');
  assert.deepEqual(page.problems, []);
});

test("a clip moves the mesh of the model, with or without bones through it", async (t) => {
  const page = await open(t);
  await show(page, "walk.rtm", 0, [fixture("p3d/ok/mesh.p3d")]);
  await shownClip(page);
  await meshDrawn(page);
  await set(page, "ground", false);
  const withBones = await picture(page);
  await page.keyboard.press("h");
  await drawn(page);
  const first = await picture(page);
  assert.ok((await examine(page, withBones, first)).different.n > 20, "bones");
  await setTime(page, await page.evaluate(() => state.clip.value.duration / 2));
  assert.ok((await examine(page, first, await picture(page))).different.n > 200, "it moves");
  assert.deepEqual(page.problems, []);
});

test("files without a mesh have no commands for it", async (t) => {
  const page = await open(t);
  await showFigure(page, "stalker.omf");
  for (const id of ["mesh", "wireframe", "bones"]) {
    assert.equal(await page.locator(`[data-command="${id}"]`).isDisabled(), true, id);
  }
  assert.deepEqual(page.problems, []);
});
