// Files without a skeleton, damaged files and files that cannot be used: what the page says and
// offers; and buttons that do nothing.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import { buildSync } from "esbuild";
import { poseOfNoSkeleton } from "./clips.mjs";
import { closeBrowser, closePage, download, dropFiles, openPage, sample, shownClip, waitForCheck,
  waitForFrames, waitForValue, PACKAGE, ROOT } from "./page.mjs";

const OMF = readFileSync(sample("stalker.omf"));
const GAIT = process.env.GAIT ?? join(ROOT, "build/release/gait");
const folder = mkdtempSync(join(tmpdir(), "gait-problems-"));
/** What the viewport says. */
const OVER = "#over > .viewport-sentence";
let page = null;

after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  const left = page;
  page = null;
  await (left && closePage(left));
});

/** Writes a file for a drop, and returns its path. */
function put(name, bytes) {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const renamed = (bytes, ...pairs) => Buffer.from(pairs.reduce((text, [from, to]) =>
  text.replaceAll(from, to), bytes.toString("latin1")), "latin1");

/** A bank with one bone that no built-in skeleton has. */
const UNKNOWN = renamed(OMF, ["bip01_r_calf", "bip01_r_kalf"]);
/** A bank with one more bone than its model, at the end of a chain. */
const PART = renamed(OMF, ["bip01_r_toe0", "bip01_r_tou9"]);
/** 50,000 bytes that begin like a PNG. */
const PICTURE = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(49992)]);
const CUT = OMF.subarray(0, -100);
const viewport = () => page.locator(OVER).innerText();
const shownPath = () => page.evaluate(() => state.clip.value?.doc.path);
const message = () => page.locator("#messages > div").innerText();

/** The paths of the clips that are shown from now on. */
const watchClips = () => page.evaluate(() => {
  window.shownPaths = [];
  state.clip.onChange((clip) => clip && window.shownPaths.push(clip.doc.path));
});

// --- the first file ---

test("a drop opens on the first file whose pose is known, and shows something before", async () => {
  page = await openPage();
  await watchClips();
  await dropFiles(page, [put("a.rtm", poseOfNoSkeleton()), put("b.omf", UNKNOWN), put("c.omf", OMF),
    put("d.omf", OMF)]);
  await page.waitForFunction(() => state.clip.value?.doc.path === "c.omf");
  assert.deepEqual(await page.evaluate(() => window.shownPaths), ["a.rtm", "c.omf"]);
  assert.ok(await page.evaluate(() => state.pose.value !== null));
  assert.equal(await page.locator(OVER).isVisible(), false);
});

test("a clip that the user chose stays", async () => {
  page = await openPage();
  await page.evaluate(() => {
    const stop = state.clip.onChange((clip) => {
      stop();
      void state.show(clip.doc, 1);
    });
  });
  await dropFiles(page, [put("b.omf", UNKNOWN), put("c.omf", OMF)]);
  await page.waitForFunction(() => state.clip.value?.index === 1);
  await waitForCheck(page);
  assert.equal(await shownPath(), "b.omf");
});

test("without a known skeleton, the viewport says how many files were examined", async () => {
  page = await openPage();
  await dropFiles(page, [put("b.omf", UNKNOWN), put("e.omf", UNKNOWN), put("cut.omf", CUT)]);
  await waitForValue(viewport, /0 of 2 files with animations have a known skeleton/);
  assert.equal(await shownPath(), "b.omf");
  await dropFiles(page, [put("b.omf", UNKNOWN)]);
  await waitForValue(viewport, (words) => !words.includes("0 of"));
});

// --- reading ---

test("only the first bytes of files are read to find their formats", async () => {
  page = await openPage();
  const glb = join(folder, "stalker.glb");
  execFileSync(GAIT, ["convert", "-q", "-f", sample("stalker.omf"), glb]);
  const sizes = () => page.evaluate(() => window.readSizes);
  await page.evaluate(() => {
    window.readSizes = [];
    const { arrayBuffer } = Blob.prototype;
    Blob.prototype.arrayBuffer = function read() {
      if (state.clip.value === null || window.countsAll) {
        window.readSizes.push(this.size);
      }
      return arrayBuffer.call(this);
    };
  });
  await dropFiles(page, [put("c.omf", OMF), put("large.png", PICTURE)]);
  await shownClip(page);
  assert.deepEqual((await sizes()).filter((size) => size > 4096), [OMF.length], "opened once");
  await waitForCheck(page);
  await page.evaluate(() => {
    window.countsAll = true;
  });
  await dropFiles(page, [glb, put("other.omf", OMF)]);
  await page.locator("dialog").waitFor();
  const size = readFileSync(glb).length;
  assert.deepEqual((await sizes()).filter((read) => read === size), [size],
    "the glTF is read once, to say what it replaces");
  await page.keyboard.press("Escape");
});

// --- files that cannot be used ---

test("the empty page shows the reasons, one line for each", async () => {
  page = await openPage();
  const pictures = Array.from({ length: 30 }, (_, number) => put(`${number}.png`, PICTURE));
  await dropFiles(page, [...pictures, put("a.object", "\x77\x77\0\0\x02\0\0\0ab"),
    put("notes.txt", "hello")]);
  await waitForValue(message, /^None of the 32 files can be used\.\s*×$/);
  const reasons = page.locator("#empty .refused > li");
  await waitForValue(() => reasons.count(), 3);
  const first = await reasons.first().innerText();
  assert.match(first, /^30 files: this is a picture \(PNG\).*\(FIL007, byte 0\)\. /);
  assert.match(first, /0\.png, 1\.png, 10\.png, and 27 more/);
  assert.equal(first.match(/picture/g).length, 1);
  await reasons.first().locator("summary").click();
  await waitForValue(() => reasons.first().locator("details li").allInnerTexts(), (names) =>
    names.length === 30 && names.includes("29.png"));
  assert.match(await reasons.nth(1).innerText(), /^a\.object: this is SDK object/);
});

test("the message says the only reason, or opens the list of reasons", async () => {
  page = await openPage();
  const pictures = ["a.png", "b.png"].map((name) => put(name, PICTURE));
  await dropFiles(page, pictures);
  await waitForValue(message, /^None of the 2 files can be used\. This is a picture.*FIL007/);
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  await dropFiles(page, [...pictures, put("notes.txt", "hello")]);
  await waitForValue(message, /^None of the 3 files can be used\.\s*Show why/);
  await page.locator("#messages").getByText("Show why").click();
  await waitForValue(() => page.locator("dialog .refused > li").count(), 2);
});

test("damaged files that differ only in numbers are one reason", async () => {
  page = await openPage();
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  await dropFiles(page, [put("h1.omf", OMF.subarray(0, 9000)), put("h2.omf", OMF.subarray(0, 9500))]);
  await page.waitForFunction(() => state.refused.value.length === 2);
  await page.locator("#left [data-command=show-refused]").click();
  const reason = page.locator("dialog .refused > li");
  await waitForValue(() => reason.locator("summary").innerText(), /2 files: truncated chunk/);
  assert.equal(await reason.count(), 1);
  await reason.locator("summary").click();
  assert.match(await reason.innerText(), /h1\.omf: a chunk declares 30427 bytes, but only 8992 /);
  await waitForValue(() => reason.locator(".salvage").last().innerText(),
    /^h2\.omf: Nothing can be salvaged/);
});

// --- skeletons that do not fit ---

test("the viewport and the File tab say which skeletons lack which bones", async () => {
  page = await openPage();
  await dropFiles(page, [put("b.omf", UNKNOWN)]);
  const nearest = "built-in xray-stalker has only 46 of the 47 bones of this file. " +
    "Missing: bip01_r_kalf (nearest: bip01_r_calf).";
  await waitForValue(viewport, (words) => words.includes(nearest));
  await page.locator(`${OVER} summary`).click();
  assert.match(await viewport(), /2 skeletons were compared\s+built-in xray-stalker: 46 of 47 bones/);
  await page.evaluate(() => {
    state.panelTab.value = "file";
  });
  await waitForValue(() => page.locator("#right .skeleton").innerText(), (words) =>
    words.includes(nearest));
  await page.getByLabel("Language").selectOption("ru");
  await waitForValue(viewport, /есть только 46 из 47 костей файла\. Нет: bip01_r_kalf/);
});

test("a bank is shown without a leaf that no skeleton has", async () => {
  page = await openPage();
  await dropFiles(page, [put("p.omf", PART)]);
  assert.equal(await shownClip(page), "idle");
  await waitForValue(viewport, /1 bone is not shown, because the skeleton lacks it: bip01_r_tou9/);
  assert.equal(await page.evaluate(() => state.clip.value.skeleton.bones.length), 46);
});

// --- damaged files ---

test("the complete clips of a damaged bank are opened or downloaded", async () => {
  page = await openPage();
  const cut = put("cut.omf", CUT);
  await dropFiles(page, [cut]);
  await waitForValue(viewport, /cut\.omf: a chunk declares[^]*2 of 5 clips can be saved/);
  const offer = page.locator("#right .salvage");
  await waitForValue(() => offer.innerText(), /2 of 5 clips can be saved/);
  const expected = join(folder, "expected.omf");
  execFileSync(GAIT, ["convert", "-q", "-f", "--salvage", cut, expected]);
  const saved = await download(page, () => offer.getByText("Download").click());
  assert.equal(saved.name, "cut-salvaged.omf");
  assert.ok(saved.bytes.equals(readFileSync(expected)));
  await offer.getByText("Salvage", { exact: true }).click();
  assert.equal(await shownClip(page), "idle");
  assert.deepEqual(await page.evaluate(() => state.docs.value.map(({ path, opened }) =>
    [path, opened?.clips.length ?? 0])), [["cut.omf", 0], ["cut-salvaged.omf", 2]]);
});

test("a damaged bank that is refused can be salvaged from the message", async () => {
  page = await openPage();
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  await dropFiles(page, [put("cut.omf", CUT)]);
  await waitForValue(message, /cut\.omf: .*2 of 5 clips can be saved\.\s*Salvage/);
  await page.locator("#messages").getByText("Salvage", { exact: true }).click();
  await page.waitForFunction(() => state.clip.value?.doc.path === "cut-salvaged.omf");
});

test("a bank without its list of bones needs its model", async () => {
  page = await openPage();
  await dropFiles(page, [put("half.omf", OMF.subarray(0, OMF.length / 2))]);
  await waitForValue(viewport,
    /Nothing can be salvaged: .*OMF151.*Open the \.ogf model that the bank was made for, too\./s);
  assert.equal(await page.locator(".salvage button").count(), 0);
  await waitForCheck(page);
  assert.doesNotMatch(await page.locator("body").innerText(), /\bSalvage\b/, "there is no button");
});

test("a file that changes or disappears before it is shown is not called damaged", async () => {
  page = await openPage();
  const [changed, removed] = ["x-changed.omf", "y-removed.omf"].map((name) => put(name, OMF));
  await dropFiles(page, [sample("stalker.omf"), changed, removed]);
  await shownClip(page);
  await waitForCheck(page);
  writeFileSync(changed, CUT);
  rmSync(removed);
  for (const name of ["x-changed.omf", "y-removed.omf"]) {
    const row = page.locator("#left .files .row", { hasText: name });
    await row.click();
    await waitForValue(() => row.innerText(), /open it again/);
    assert.doesNotMatch(`${await row.innerText()} ${await row.getAttribute("title")}`,
      /damaged|permission/);
    await waitForValue(viewport, /open it again/);
    assert.equal(await page.evaluate(() => state.doc.value.problem.status), "unreadable");
  }
  page.problems.length = 0; // the browser logs what it cannot read
});

// --- advice ---

test("no advice on the page is for the command", async () => {
  const built = buildSync({ entryPoints: [join(ROOT, "web/src/text/advice.ts")], bundle: true,
    write: false, format: "esm" }).outputFiles[0].text;
  Object.defineProperty(globalThis, "navigator", { configurable: true,
    value: { languages: ["en"] } });
  const { adviceOf, OWN } = await import(
    `data:text/javascript;base64,${Buffer.from(built).toString("base64")}`);
  const { load } = await import(join(PACKAGE, "core.js"));
  const { rules } = (await load(readFileSync(join(PACKAGE, "gait.wasm")))).rules();
  const all = rules.map(({ id, advice }) => [id, adviceOf({ rule: id, advice })]);
  assert.deepEqual(all.filter(([, advice]) => /--[a-z]|`gait |GAIT_/.test(advice ?? "")), []);
  assert.ok(all.filter(([, advice]) => advice !== null).length > rules.length * 0.8,
    "most rules have advice");
  assert.equal(new Map(all).get("EDT005"), "A later edit needs it: undo that edit first");
  assert.deepEqual(Object.keys(OWN).filter((rule) => !rules.some(({ id }) => id === rule)), []);
  assert.equal(adviceOf({ rule: "BVW024", advice: "split the clip; for an RTM, you can also pass " +
    "a shorter --duration" }), "split the clip");
});

test("the documentation of a finding is a link to a page that exists", async () => {
  page = await openPage();
  await dropFiles(page, [put("cut.omf", CUT)]);
  const link = page.locator(".page-name a");
  const address = await link.getAttribute("href");
  const [, path, anchor] = address.match(/^https:\/\/github\.com\/gait-tools\/gait\/blob\/main\/(.*)#(.*)$/);
  assert.ok(existsSync(join(ROOT, path)), path);
  assert.match(readFileSync(join(ROOT, path), "utf8"), new RegExp(`^#+ ${anchor}$`, "mi"));
  assert.equal(await link.getAttribute("rel"), "noopener noreferrer");
});

// --- buttons ---

/** Disabled buttons of commands that do not say why, or look pressed. */
const silentButtons = () => page.evaluate(() =>
  [...document.querySelectorAll("button[data-command]:disabled")].filter((button) => {
    const why = button.getAttribute("aria-description") ?? "";
    return why === "" || !button.title.endsWith(why) || button.ariaPressed === "true";
  }).map(({ dataset, title }) => `${dataset.command}: ${title}`));
const disabled = (ids) => page.evaluate((wanted) => wanted.filter((id) =>
  document.querySelector(`[data-command="${id}"]`).disabled), ids);

test("disabled buttons say why, and do not look pressed", async () => {
  page = await openPage();
  assert.deepEqual(await silentButtons(), []);
  const figure = ["names", "ground", "trail", "mesh", "bones", "grid-view", "time.curves"];
  await dropFiles(page, [put("b.omf", UNKNOWN)]);
  await waitForCheck(page);
  assert.deepEqual(await disabled(figure), figure);
  assert.deepEqual(await silentButtons(), []);
  await page.keyboard.press("s");
  const dialog = page.locator("dialog");
  const needs = ["export.glb", "export.bvh", "export.rtm", "export.svg", "export.png"];
  assert.deepEqual(await disabled([...needs, "export.original", "export.check"]), needs);
  assert.deepEqual(await silentButtons(), []);
  assert.match(await dialog.locator(".why").first().innerText(), /skeleton of this file is not known/);
  await page.keyboard.press("Escape");
  await dropFiles(page, [put("cut.omf", CUT)]);
  await waitForCheck(page);
  assert.deepEqual(await silentButtons(), []);
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  await waitForCheck(page);
  assert.deepEqual(await disabled(figure), ["mesh", "bones"]);
  assert.deepEqual(await silentButtons(), []);
  await page.keyboard.press("w");
  await waitForFrames(page);
  assert.deepEqual(await silentButtons(), []);
});

test("files with skeletons can be converted while one without is shown", async () => {
  page = await openPage();
  await dropFiles(page, [put("c.omf", OMF)]);
  await shownClip(page);
  await dropFiles(page, [put("b.omf", UNKNOWN)], { shiftKey: true });
  await page.waitForFunction(() => state.clip.value?.doc.path === "b.omf");
  await page.keyboard.press("s");
  assert.deepEqual(await disabled(["export.glb", "export.svg"]), ["export.glb", "export.svg"]);
  await page.locator("dialog input[value=files]").click();
  assert.deepEqual(await disabled(["export.glb", "export.svg"]), ["export.svg"]);
});

test("all tools of the viewport are inside of it, also with curves and details", async () => {
  for (const [width, height] of [[1440, 900], [1024, 700], [1400, 640]]) {
    page = await openPage({ viewport: { width, height } });
    await dropFiles(page, [sample("stalker.omf")]);
    await shownClip(page);
    await page.evaluate(() => {
      state.panelTab.value = "file";
      state.curves.value = true;
    });
    await waitForFrames(page);
    const cut = await page.evaluate(() => {
      const box = document.getElementById("middle").getBoundingClientRect();
      const tools = document.querySelector(".viewport-tools");
      const isRow = getComputedStyle(tools).display === "flex"; // which scrolls
      return [...tools.children].filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return top < box.top || bottom > box.bottom || (!isRow && (left < box.left ||
          right > box.right));
      }).map(({ textContent }) => textContent);
    });
    assert.deepEqual(cut, [], `${width}x${height}`);
    await closePage(page);
    page = null;
  }
});
