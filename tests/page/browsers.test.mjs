// The page in windows of browsers, from the disk and from a server. Firefox and WebKitGTK make a
// short tour: they open a file by the file chooser, show it, step a frame, and convert it. In all,
// files are dragged and pasted from another program. What is not installed is skipped.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openChromium } from "./chromium.mjs";
import { dragFromDesktop, pasteFromDesktop, pressKey, whyNoDesktop } from "./desktop.mjs";
import { isInstalled, openDisplay } from "./display.mjs";
import { openFirefox } from "./firefox.mjs";
import { closeBrowser, onDisk, PACKAGE, PAGE, sample } from "./page.mjs";
import { serve } from "./server.mjs";
import { withState } from "./state.mjs";
import { findMiniBrowser, openWebKit } from "./webkit.mjs";

const BROWSERS = [
  { name: "Chromium", open: openChromium, isThere: isInstalled("chromium"), drag: dragAll },
  { name: "Firefox", open: openFirefox, isThere: isInstalled("firefox-esr"), visit: tour,
    drag: dragAll },
  { name: "WebKitGTK", open: openWebKit, visit: tour, drag: dragNothing,
    isThere: isInstalled("WebKitWebDriver") && findMiniBrowser() !== undefined },
];
const FILE = sample("stalker.omf");
const WALK = 1; // its clip
const RIGHT_ARROW = "\uE014";
let display = null;

before(async () => {
  if (isInstalled("Xvfb")) {
    display = await openDisplay();
  }
});
after(async () => {
  display?.stop();
  await closeBrowser(); // with the files of onDisk()
});

/** Evaluates an expression in the page, also of a promise. */
async function evaluate(browser, expression) {
  const { value, error } = await browser.run(`
    const [done] = arguments;
    (async () => ${withState(expression)})().then((value) => done({ value }),
      (error) => done({ error: String(error?.stack ?? error) }));`);
  assert.equal(error ?? null, null, expression);
  return value;
}

async function until(browser, expression, milliseconds = 60_000) {
  const end = Date.now() + milliseconds;
  while (!await evaluate(browser, expression)) {
    assert.ok(Date.now() < end, `waited too long for ${expression}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Opens the file as a user does, without the dialog of the system, which no test can use. */
async function chooseFile(browser, path) {
  await evaluate(browser, `void (HTMLInputElement.prototype.click = function () {
    this.hidden = false;
    this.dataset.chooser = "";
  })`);
  await evaluate(browser, "document.querySelector('[data-command=open-files]').click()");
  await until(browser, "document.querySelector('input[data-chooser]') !== null");
  await browser.type("input[data-chooser]", path);
  await until(browser, "state.clip.value !== null && state.pose.value !== null");
}

/** How many pixels of the viewport differ between two pictures of the window. */
const difference = (browser, first, second) => evaluate(browser, `(async () => {
  const { x, y, width, height } = document.getElementById("viewport").getBoundingClientRect();
  const [one, two] = await Promise.all(${JSON.stringify([first, second])}.map(async (picture) => {
    const image = new Image();
    image.src = "data:image/png;base64," + picture;
    await image.decode();
    const scale = image.naturalWidth / innerWidth;
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d");
    context.drawImage(image, x * scale, y * scale, width * scale, height * scale,
      0, 0, width, height);
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  }));
  return one.filter((pixel, index) => pixel !== two[index]).length;
})()`);

/** A picture of the window with a clip at a frame. */
async function pictureAt(browser, clip, frame) {
  await evaluate(browser, `(async () => {
    await state.show(state.doc.value, ${clip});
    state.playing.value = false;
    state.time.value = state.clip.value.opened.times[${frame}];
  })()`);
  await until(browser, `(async () => {
    const { clip, client, time, pose } = state;
    const { opened, duration } = clip.value;
    const at = opened.hasPhases ? time.value / duration : time.value;
    const wanted = await client.engine.pose(opened.clip, at, "model");
    return pose.value !== null && wanted.every((value, index) => value === pose.value[index]);
  })()`);
  await evaluate(browser, `(async () => { // until the pose is on the screen
    for (let frame = 0; frame < 10; frame++) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  })()`);
  return browser.picture();
}

/** The GLB that a task makes, as base64. */
const convert = (browser) => evaluate(browser, `(async () => {
  const { doc } = state.clip.value;
  const { files } = await state.run((calls) => calls.convert(state.input(doc),
    { target: "gltf", clips: null, name: "out.glb", lossy: false }));
  return btoa(Array.from(files[0].bytes, (byte) => String.fromCharCode(byte)).join(""));
})()`);

async function expectedGlb() {
  const { load } = await import(pathToFileURL(join(PACKAGE, "index.js")));
  const gait = await load();
  const file = gait.open(readFileSync(FILE), "stalker.omf");
  const [[{ bytes }]] = file.convert("gltf", { name: "out.glb", skeleton: file.skeleton() });
  const text = Buffer.from(bytes).toString("base64");
  gait.close();
  return text;
}

async function tour(browser, address) {
  await start(browser, address);
  await chooseFile(browser, FILE);
  assert.equal(await evaluate(browser, "state.clip.value.doc.name"), "stalker.omf");
  await evaluate(browser, "void (state.playing.value = false, state.time.value = 0)");
  await browser.type("body", RIGHT_ARROW);
  await until(browser, `Math.abs(state.time.value -
    state.clip.value.opened.times[1]) < 1e-4`);
  await until(browser, "state.pose.value !== null");
  const frames = [await pictureAt(browser, WALK, 0), await pictureAt(browser, WALK, 8)];
  const changed = await difference(browser, ...frames);
  assert.ok(changed > 500, `${changed} pixels change between two frames of a walk`);
  assert.ok(await convert(browser) === await expectedGlb(), "the GLB differs");
  assert.equal(await evaluate(browser, "state.message.value?.kind ?? null"), null);
}

/** A point of the screen that is on the page. */
const PLACE = { x: 700, y: 500 };
const isOver = (browser) => () =>
  evaluate(browser, "document.querySelector('.drop-target').checkVisibility()");
const hasPaths = (browser, wanted) => () => until(browser, `JSON.stringify(
  state.docs.value.map(({ path }) => path).sort()) === ${JSON.stringify(JSON.stringify(wanted))}
  && state.pose.value !== null`);

const start = async (browser, address) => {
  await browser.goTo(address);
  await until(browser, "document.documentElement.dataset.ready !== undefined");
};

/** Drags a file, a folder, and several of both, and pastes a file; then with an edit to lose. */
async function dragAll(browser, address) {
  await start(browser, address);
  const drag = (paths, wanted, options = {}) => dragFromDesktop(display.environment, paths,
    { ...PLACE, ...options }, isOver(browser), hasPaths(browser, wanted));
  const [folder] = onDisk([["mod", { "walk.rtm": readFileSync(sample("walk.rtm")),
    sub: { "bank.omf": readFileSync(FILE) } }]]);
  const inFolder = ["sub/bank.omf", "walk.rtm"];
  await drag([FILE], ["stalker.omf"]);
  await drag([folder], inFolder);
  await drag([folder, FILE], ["mod/sub/bank.omf", "mod/walk.rtm", "stalker.omf"]);
  await drag([FILE], ["mod/sub/bank.omf", "mod/walk.rtm", "stalker.omf", "stalker.omf"],
    { shiftKey: true });
  const { environment } = display;
  const has = hasPaths(browser, ["stalker.omf"]);
  await pasteFromDesktop(environment, [FILE], PLACE, has);
  await evaluate(browser, `state.edit(state.doc.value,
    { label: "", script: "set --clip idle --speed 1.5" })`);
  const asks = () => until(browser, "/● stalker.omf/.test(document.title) && " +
    "/stalker.omf/.test(document.querySelector('dialog[open]')?.textContent)");
  for (const again of [() => dragFromDesktop(environment, [folder], PLACE, isOver(browser), asks),
    () => pasteFromDesktop(environment, [FILE], PLACE, asks)]) {
    await again();
    pressKey(environment, "Escape");
    await until(browser, "document.querySelector('dialog') === null");
    await has();
    assert.equal(await evaluate(browser, "state.doc.value.edits.length"), 1);
  }
  await evaluate(browser, "state.undo(state.doc.value)"); // so that it can be left
}

/** WebKitGTK gives no files: the page stays, and says what to do. */
async function dragNothing(browser, address) {
  await start(browser, address);
  await dragFromDesktop(display.environment, [FILE], PLACE, isOver(browser),
    () => until(browser, "/Choose files/.test(state.message.value?.text)"));
}

for (const { name, open, isThere, visit, drag } of BROWSERS) {
  const skip = !isThere ? `${name} is not installed`
    : !isInstalled("Xvfb") ? "Xvfb is not installed" : false;
  test(`${name} opens, shows and converts files`, { skip, timeout: 400_000 }, async (context) => {
    const browser = await open(display.environment);
    context.after(browser.close);
    context.diagnostic(browser.name);
    const server = await serve(join(PAGE, "hosted"));
    context.after(server.stop);
    for (const [place, address] of [["the disk", pathToFileURL(join(PAGE, "gait.html")).href],
      ["a server", server.address]]) {
      if (visit) {
        await context.test(`from ${place}`, () => visit(browser, address));
      }
      await context.test(`files are dragged on the page from ${place}`, { skip: whyNoDesktop() },
        () => drag(browser, address));
    }
  });
}
