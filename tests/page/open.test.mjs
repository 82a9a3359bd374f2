// Opening files on the page: drops, the file chooser, folders, archives, refusals.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { closeBrowser, closePage, dragFiles, dropFiles, onDisk, openPage, sample, shownClip,
  waitForValue, PAGE, ROOT } from "./page.mjs";
import { serve } from "./server.mjs";

const OMF = readFileSync(sample("stalker.omf"));
const RTM = readFileSync(sample("walk_binarised.rtm"));
const WALK = readFileSync(sample("walk.rtm"));
const CONFIG = `class CfgSkeletons { class Man { isDiscrete = 0; skeletonInherit = "";
  skeletonBones[] = {"Pelvis", "", "Spine", "Pelvis"}; }; };`;
const GAIT = process.env.GAIT ?? join(ROOT, "build/release/gait");
const folder = mkdtempSync(join(tmpdir(), "gait-open-"));
let page = null;

after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true });
});
afterEach(() => closePage(page));

const paths = () => page.evaluate(() => state.docs.value.map(({ path }) => path).sort());
const formats = () => page.evaluate(() =>
  Object.fromEntries(state.docs.value.map(({ path, format }) => [path, format])));
const message = () => page.locator("#messages > div").innerText();

/** Waits until a drop, after which all files are refused, is read to the end. */
const waitForMessage = () => page.waitForFunction(() => state.message.value !== null);
/** Waits until some files of a drop are refused, which is known at its end. */
const waitForRefused = (wanted) => waitForValue(() => page.evaluate(() =>
  state.refused.value.map(({ path }) => path)), wanted);

test("the empty page says what it is, and opens samples", async () => {
  page = await openPage();
  const empty = page.locator("#empty");
  assert.match(await empty.innerText(), /Nothing is uploaded/);
  assert.equal(await page.locator("#app.is-empty").count(), 1);
  assert.equal(await empty.locator("button.primary").innerText(), "Choose files");
  assert.equal(await page.locator("#left").isVisible(), false);
  await empty.getByText("Open samples").click();
  assert.equal(await shownClip(page), "idle");
  assert.deepEqual(await paths(), ["stalker.omf", "walk_binarised.rtm"]);
  assert.equal(await page.locator("#app.is-empty").count(), 0);
  assert.equal(await empty.isVisible(), false);
  assert.equal(await page.locator("#left").isVisible(), true);
});

test("files are chosen with the file chooser", async () => {
  page = await openPage();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"),
    page.locator("#empty").getByText("Choose files").click()]);
  assert.equal(chooser.isMultiple(), true);
  await chooser.setFiles([sample("walk_binarised.rtm"), sample("stalker.omf")]);
  assert.equal(await shownClip(page), "idle", "the first path");
  assert.deepEqual(await paths(), ["stalker.omf", "walk_binarised.rtm"]);
});

test("a folder is chosen, with more than 100 files and folders in it", async () => {
  const top = join(folder, "mod");
  mkdirSync(join(top, "deep/er"), { recursive: true });
  for (let number = 0; number < 130; number++) {
    writeFileSync(join(top, `deep/${number}.rtm`), RTM);
  }
  writeFileSync(join(top, "deep/er/bank.omf"), OMF);
  page = await openPage();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"),
    page.locator("#empty").getByText("Choose a folder").click()]);
  await chooser.setFiles(top);
  await shownClip(page);
  await page.waitForFunction(() => state.docs.value.length === 131);
  assert.ok((await paths()).includes("er/bank.omf"), "the common folder mod/deep is removed");
});

test("a drop is shown, replaces, and adds with Shift or the switch", async () => {
  page = await openPage();
  const drop = await dragFiles(page, [sample("stalker.omf")]);
  assert.equal(await page.locator(".drop-target").isVisible(), true);
  await drop();
  assert.equal(await page.locator(".drop-target").isVisible(), false);
  await shownClip(page);
  await dropFiles(page, [sample("walk.rtm")]);
  await page.waitForFunction(() => state.doc.value?.name === "walk.rtm");
  assert.deepEqual(await paths(), ["walk.rtm"]);
  await dropFiles(page, [sample("stalker.omf")], { shiftKey: true });
  await page.waitForFunction(() => state.docs.value.length === 2);
  await page.locator("[data-command=open-adds]").click();
  await page.waitForSelector("[data-command=open-adds][aria-pressed=true]");
  await dropFiles(page, [["third.omf", OMF]]);
  await page.waitForFunction(() => state.docs.value.length === 3);
});

test("a pasted file is read", async () => {
  const server = await serve(join(PAGE, "hosted"));
  page = await openPage({ address: server.address });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(async () => { // a browser can only copy pictures as files
    const canvas = new OffscreenCanvas(1, 1);
    canvas.getContext("2d").fillRect(0, 0, 1, 1);
    const blob = await canvas.convertToBlob({ type: "image/png" });
    await navigator.clipboard.write([new ClipboardItem({ "image/png": blob })]);
  });
  await page.keyboard.press("Control+v");
  await waitForMessage();
  assert.match(await message(), /^image\.png: this is a picture \(PNG\)/);
  await server.stop();
});

const FOLDER = { "walk.rtm": RTM, sub: { "bank.bin": OMF, deep: { "model.cfg": CONFIG } } };
const IN_FOLDER = ["sub/bank.bin", "sub/deep/model.cfg", "walk.rtm"];
const DROPS = [
  ["a file", ["stalker.omf"], [sample("stalker.omf")]],
  ["two files", ["stalker.omf", "walk.rtm"], [sample("stalker.omf"), sample("walk.rtm")]],
  ["a folder", IN_FOLDER, [["mod", FOLDER]]],
  ["two folders", ["one/a.omf", "two/a.omf"], [["one", { "a.omf": OMF }], ["two", { "a.omf": OMF }]]],
  ["files and folders", ["mod/sub/bank.bin", "mod/sub/deep/model.cfg", "mod/walk.rtm", "stalker.omf"],
    [["mod", FOLDER], sample("stalker.omf")]],
  ["an archive", ["a/walk.rtm", "bank.omf"],
    [["mod.zip", zipSync({ "a/walk.rtm": RTM, "bank.omf": OMF })]]],
  ["a folder with an archive", ["bank.omf", "more/walk.rtm"],
    [["mod", { "bank.omf": OMF, "more.zip": zipSync({ "walk.rtm": RTM }) }]]],
];

for (const place of ["the disk", "a server"]) {
  test(`files, folders and archives are dropped on a page from ${place}`, async () => {
    const server = place === "a server" ? await serve(join(PAGE, "hosted")) : null;
    page = await openPage(server ? { address: server.address } : {});
    for (const [what, wanted, files] of DROPS) {
      await dropFiles(page, files);
      await waitForValue(paths, wanted, `${what}, dropped on the page from ${place}`);
      await shownClip(page);
      await waitForValue(() => page.evaluate(() => state.message.value), null);
    }
    await server?.stop();
  });
}

test("what cannot be read is counted and named", async () => {
  page = await openPage();
  page.isReusable = false; // a function of it is replaced
  await page.evaluate(() => { // folders are removed after the drop, before they are read
    const request = DataTransferItem.prototype.getAsFileSystemHandle;
    DataTransferItem.prototype.getAsFileSystemHandle = async function () {
      const handle = await request.call(this);
      await window.removed;
      return handle;
    };
  });
  const dropAndRemove = async (gone, files) => {
    await page.evaluate(() => {
      state.message.value = null;
      window.removed = new Promise((resolve) => Object.assign(window, { goOn: resolve }));
    });
    await dropFiles(page, files);
    gone.forEach((path) => rmSync(path, { recursive: true }));
    await page.evaluate(() => window.goOn());
    await waitForMessage();
  };
  const advice = 'The browser cannot read this folder. Use "Choose a folder" for it.';
  const [alone] = onDisk([["alone", FOLDER]]);
  await dropAndRemove([alone], [alone]);
  assert.match(await message(), new RegExp(`^alone: ${advice}`));
  const gone = onDisk([["one", FOLDER], ["two", FOLDER]]);
  await dropAndRemove(gone, [...gone, sample("walk.rtm")]);
  assert.match(await message(), /^2 files or folders could not be read: one, two\./);
  assert.deepEqual(await paths(), ["walk.rtm"]);
  await page.locator("#messages button", { hasText: "Show why" }).click();
  const reasons = await page.locator("dialog .refused").innerText();
  assert.equal(reasons.split(advice).length, 2, reasons); // one line for both
  assert.match(reasons, /one/);
  assert.match(reasons, /two/);
});

test("an empty folder is said to have no files", async () => {
  page = await openPage();
  await dropFiles(page, [["empty", { sub: {} }]]);
  await waitForMessage();
  assert.match(await message(), /no files .*"Choose a folder"/);
});

test("dropped folders are read to the end, and their common folder is removed", async () => {
  page = await openPage();
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, number) =>
    [`${number}.rtm`, RTM]));
  await dropFiles(page, [["game", { data: { many, "model.cfg": CONFIG, sub: { "bank.bin": OMF } } }]]);
  await page.waitForFunction(() => state.docs.value.length === 252);
  const found = await formats();
  assert.equal(found["many/249.rtm"], "bmtr");
  assert.equal(found["model.cfg"], "modelcfg");
  assert.equal(found["sub/bank.bin"], "omf", "the content decides, not the extension");
});

test("an archive with folders is opened", async () => {
  page = await openPage();
  const archive = zipSync({ "mod/a/walk.rtm": RTM, "mod/b/bank.omf": OMF,
    "mod/readme.txt": strToU8("hello"), "__MACOSX/mod/x": strToU8("x") });
  await dropFiles(page, [["mod.zip", archive]]);
  await shownClip(page);
  await waitForRefused(["readme.txt"]);
  assert.deepEqual(await paths(), ["a/walk.rtm", "b/bank.omf"]);
});

/** An archive in which other entries have the path of the first one. */
function repeatedZip(files, ...others) {
  const archive = Buffer.from(zipSync(files, { level: 0 }));
  for (const other of others) {
    for (let at = archive.indexOf(other); at >= 0; at = archive.indexOf(other, at + 1)) {
      archive.write(Object.keys(files)[0], at, "latin1");
    }
  }
  return archive;
}

test("of files with one path in an archive, the last is opened and the others are named", async () => {
  page = await openPage();
  const files = { "mod/a/walk.rtm": WALK, "mod/b/walk.rtm": RTM, "mod/c/bank.omf": OMF };
  await dropFiles(page, [["mod.zip", repeatedZip(files, "mod/b/walk.rtm")]]);
  await shownClip(page);
  await waitForRefused(["mod/a/walk.rtm"]);
  assert.deepEqual(await paths(), ["a/walk.rtm", "c/bank.omf"]);
  assert.equal((await formats())["a/walk.rtm"], "bmtr", "the last one");
  assert.match(await message(), /^1 file cannot be used: .*another file with this path/);
  await page.locator("#messages button", { hasText: "Show why" }).click();
  assert.match(await page.locator("dialog .refused").innerText(), /mod\/a\/walk\.rtm/);
  await page.keyboard.press("Escape");
  await dropFiles(page, [["all.zip", repeatedZip({ "./x.omf": OMF, "x.omf": OMF })]]);
  await waitForRefused(["x.omf"]);
  assert.deepEqual(await paths(), ["x.omf"], "the same path, written in another way");
});

test("archives that unpack to too much are refused in one sentence", async () => {
  page = await openPage();
  const zeros = zipSync({ "zeros.rtm": new Uint8Array(64 << 20) });
  await dropFiles(page, [["bomb.zip", zeros]]);
  await waitForMessage();
  assert.match(await message(), /bomb\.zip: The archive unpacks to a suspiciously large size/);
  const many = zipSync(Object.fromEntries(Array.from({ length: 20001 }, (_, number) =>
    [`${number}`, new Uint8Array(0)])), { level: 0 });
  await page.evaluate(() => {
    state.message.value = null;
  });
  await dropFiles(page, [["many.zip", many]]);
  await page.waitForFunction(() => state.message.value !== null);
  assert.match(await message(), /more than 20,000 files/);
  const large = Buffer.from(zipSync({ "large.rtm": new Uint8Array(100) }, { level: 0 }));
  const directory = large.lastIndexOf("PK\x01\x02");
  large.writeUInt32LE(0x7fffffff, directory + 24); // the declared size
  await page.evaluate(() => {
    state.message.value = null;
  });
  await dropFiles(page, [["large.zip", large]]);
  await page.waitForFunction(() => state.message.value !== null);
  assert.match(await message(), /more than 1 GiB/);
  const lying = Buffer.from(zipSync({ "lying.rtm": new Uint8Array(8 << 20) }));
  lying.writeUInt32LE(10, lying.lastIndexOf("PK\x01\x02") + 24);
  await page.evaluate(() => {
    state.message.value = null;
  });
  await dropFiles(page, [["lying.zip", lying]]);
  await page.waitForFunction(() => state.message.value !== null);
  assert.equal(await page.evaluate(() => state.docs.value.length), 0);
});

test("a lone refused file says what it is and what to do; open files stay", async () => {
  page = await openPage();
  await dropFiles(page, [["wave.object", Buffer.from("\x77\x77\0\0\x02\0\0\0ab")]]);
  await waitForMessage();
  assert.match(await message(), /wave\.object: this is SDK object.*\(FIL003, byte 0\)\. ./);
  assert.equal(await page.locator("#app.is-empty").count(), 1);
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  for (const [name, bytes, rule] of [["empty.rtm", Buffer.alloc(0), "FIL001"],
    ["cut.omf", OMF.subarray(0, 20000), "OMF001"], ["notes.txt", Buffer.from("hello"), "FIL011"]]) {
    await page.evaluate(() => {
      state.message.value = null;
    });
    await dropFiles(page, [[name, bytes]]);
    await page.waitForFunction(() => state.message.value !== null);
    assert.match(await message(), new RegExp(`${name}: .*\\(${rule}, byte \\d+\\)\\. [A-Z]`));
    assert.deepEqual(await paths(), ["stalker.omf"]);
    assert.equal(await page.evaluate(() => state.clip.value.opened.name), "idle");
  }
});

test("a file above 1 GiB is refused before it is read", async () => {
  const large = join(folder, "large.omf");
  writeFileSync(large, "");
  truncateSync(large, 2 * 2 ** 30);
  page = await openPage();
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"),
    page.locator("#empty").getByText("Choose files").click()]);
  await chooser.setFiles(large);
  await waitForMessage();
  assert.match(await message(), /large\.omf: The file has 2\.0 GiB/);
});

test("of several files the usable ones are opened, and the others are listed", async () => {
  page = await openPage();
  await dropFiles(page, [["a.object", Buffer.from("\x77\x77\0\0\x02\0\0\0ab")],
    ["cut.omf", OMF.subarray(0, 20000)], ["good.omf", OMF], ["notes.txt", Buffer.from("hello")]]);
  await shownClip(page);
  await waitForRefused(["a.object", "notes.txt"]);
  assert.equal(await page.evaluate(() => state.doc.value.name), "good.omf");
  assert.deepEqual(await paths(), ["cut.omf", "good.omf"]);
  await page.locator("#left [data-command=show-refused]").click();
  const dialog = page.locator("dialog");
  assert.match(await dialog.innerText(), /a\.object[^]*FIL003[^]*notes\.txt[^]*FIL011/);
});

test("a model that comes later gives the skeleton", async () => {
  page = await openPage();
  const bones = await (async () => {
    await dropFiles(page, [["walk.rtm", RTM]]);
    await shownClip(page);
    assert.equal(await page.evaluate(() => state.clip.value.skeleton.source.source),
      "builtin");
    return page.evaluate(() => state.clip.value.skeleton.bones.map(({ name, parent_name }) =>
      [name, parent_name ?? ""]));
  })();
  const list = bones.map((bone) => bone.map((name) => `"${name}"`).join(",")).join(",");
  await dropFiles(page, [["model.cfg", Buffer.from(`class CfgSkeletons { class OFP2_ManSkeleton {
    isDiscrete = 0; skeletonInherit = ""; skeletonBones[] = {${list}}; }; };`)]]);
  await page.waitForFunction(() => state.docs.value.length === 2);
  await page.waitForFunction(() =>
    state.clip.value?.skeleton.source.source === "candidate");
});

const focusedText = () => page.evaluate(() => document.activeElement.innerText);

/** Chooses with keys. A question that can come while the user types ignores Enter before Tab. */
async function chooseFirst(label) {
  await page.keyboard.press("Enter");
  assert.equal(await focusedText(), "Edited file");
  await page.keyboard.press("Tab");
  assert.equal(await focusedText(), label);
  await page.keyboard.press("Enter");
}

test("an edited GLB is applied to the open file, or opened on its own", async () => {
  const glb = join(folder, "stalker.glb");
  execFileSync(GAIT, ["convert", "-q", "-f", sample("stalker.omf"), glb]);
  page = await openPage();
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  await dropFiles(page, [glb]);
  const dialog = page.locator("dialog");
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /stalker\.glb/);
  await chooseFirst("Apply to stalker.omf");
  await page.waitForFunction(() => state.roundtrip.value !== null);
  const roundtrip = await page.evaluate(async () => {
    const { base, report, bytes, problem } = state.roundtrip.value;
    return { base: base.name, problem, bytes: [...bytes],
      differences: report.clips.map(({ difference }) => difference),
      tab: state.panelTab.value };
  });
  assert.deepEqual(roundtrip.differences, Array(5).fill("unchanged"));
  assert.equal(roundtrip.problem, null);
  assert.ok(Buffer.from(roundtrip.bytes).equals(OMF), "the base keeps its bytes");
  assert.equal(roundtrip.tab, "compare");
  await dropFiles(page, [glb]);
  await dialog.getByText("Open as a file of its own").click();
  await page.waitForFunction(() => state.doc.value?.format === "gltf");
  assert.deepEqual(await paths(), ["stalker.glb"]);
});

/** A sample as a GLB whose JSON was changed. */
function changedGlb(name, change = () => {}, source = "stalker.omf") {
  const path = join(folder, name);
  execFileSync(GAIT, ["convert", "-q", "-f", sample(source), path]);
  const glb = readFileSync(path);
  const end = 20 + glb.readUInt32LE(12);
  const scene = JSON.parse(glb.subarray(20, end).toString());
  change(scene);
  const text = Buffer.from(JSON.stringify(scene));
  const json = Buffer.concat([text, Buffer.alloc(-text.length & 3, " ")]);
  const head = Buffer.from(glb.subarray(0, 20));
  head.writeUInt32LE(glb.length - end + 20 + json.length, 8);
  head.writeUInt32LE(json.length, 12);
  writeFileSync(path, Buffer.concat([head, json, glb.subarray(end)]));
  return path;
}

test("a GLB is offered to the file that it was made from, whatever its name", async () => {
  const glb = changedGlb("other (1).glb");
  page = await openPage();
  await dropFiles(page, [["other.omf", OMF]]);
  await shownClip(page);
  await dropFiles(page, [glb]);
  const dialog = page.locator("dialog");
  assert.match(await dialog.getByRole("alert").innerText(), /stalker\.omf.*not open/);
  assert.equal(await focusedText(), "Edited file");
  await page.keyboard.press("Tab");
  assert.equal(await focusedText(), "Open as a file of its own");
  await page.keyboard.press("Escape");
  await dropFiles(page, [["other.omf", OMF], sample("stalker.omf")]);
  await page.waitForFunction(() => state.docs.value.length === 2);
  await page.evaluate(() => state.show(state.docs.value.find(({ name }) => name === "other.omf")));
  await dropFiles(page, [glb]);
  await dialog.getByText("Apply to stalker.omf").waitFor();
  assert.deepEqual(await dialog.locator("option").allInnerTexts(), ["other.omf"]);
  await dialog.getByText("Apply to the file in the list").click();
  await page.waitForFunction(() => state.roundtrip.value !== null);
  assert.equal(await page.evaluate(() => state.roundtrip.value.base.name), "other.omf");
});

test("metadata of the file that a GLB replaces is named before", async () => {
  const script = join(folder, "speed.txt"), faster = join(folder, "faster.omf");
  writeFileSync(script, "set --clip idle --speed 2\n");
  execFileSync(GAIT, ["edit", script, sample("stalker.omf"), "-o", faster, "-q"]);
  page = await openPage();
  await dropFiles(page, [["stalker.omf", readFileSync(faster)]]);
  await shownClip(page);
  await dropFiles(page, [changedGlb("stalker.glb")]);
  const alerts = page.locator("dialog").getByRole("alert");
  await alerts.first().waitFor();
  const [version, replaced] = await alerts.allInnerTexts();
  assert.match(version, /another version of stalker\.omf/); // its bytes are not those of the sample
  assert.match(replaced, /idle.*parameters/);
});

test("a GLB whose actions have other names than the clip says which, and what to do", async () => {
  const renamed = (...names) => changedGlb("walk.glb", (scene) => {
    scene.animations = names.map((name) => ({ ...scene.animations[0], name, extras: {} }));
  }, "walk.rtm");
  page = await openPage();
  const alert = page.locator(".roundtrip [role=alert]");
  await dropFiles(page, [sample("walk.rtm")]);
  await shownClip(page);
  for (const [names, wanted] of [[["run", "jump"], /\(run, jump\).*walk\.rtm \(walk\)/],
    [[], /has no animations/]]) {
    await dropFiles(page, [renamed(...names)]);
    await page.locator("dialog button.primary").click();
    await waitForValue(() => alert.innerText(), wanted);
    assert.match(await alert.innerText(), /RTP006/);
    assert.doesNotMatch(await alert.innerText(), names.length > 0 ? /no animations/ : /\(\)/);
    await page.locator("#panel-roundtrip-close").click();
  }
  assert.deepEqual(await page.evaluate(() => state.doc.value.edits), []);
});

test("bones that a GLB lost are named in the report", async () => {
  page = await openPage();
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  await dropFiles(page, [changedGlb("stalker.glb", ({ nodes }) => {
    nodes.find(({ name }) => name === "bip01_head").name = "Head";
  })]);
  await page.locator("dialog button.primary").click();
  const notes = await page.locator("#panel-roundtrip-notes").innerText();
  assert.match(notes, /kept, and edits of them are lost: bip01_head/);
  assert.match(notes, /left out: Head/);
});

test("an edited glTF is offered when it is dropped together with its base", async () => {
  const gltf = join(folder, "edited.gltf");
  execFileSync(GAIT, ["convert", "-q", "-f", "--sidecar", sample("stalker.omf"), gltf]);
  const both = [gltf, join(folder, "edited.bin"), join(folder, "edited.gait.json"),
    sample("stalker.omf")];
  page = await openPage();
  await dropFiles(page, both);
  const dialog = page.locator("dialog");
  await dialog.getByText("Apply to stalker.omf").waitFor();
  assert.deepEqual(await paths(), ["stalker.omf"]);
  await chooseFirst("Apply to stalker.omf");
  await page.waitForFunction(() => state.roundtrip.value !== null);
  const bytes = await page.evaluate(() => [...state.roundtrip.value.bytes]);
  assert.ok(Buffer.from(bytes).equals(OMF), "the base keeps its bytes");
  await dropFiles(page, both);
  await dialog.getByText("Open as a file of its own").click();
  await page.waitForFunction(() => state.doc.value?.format === "gltf");
  assert.ok((await paths()).includes("stalker.omf"));
});

test("a glTF gets its buffer from the same drop", async () => {
  const gltf = join(folder, "out.gltf");
  execFileSync(GAIT, ["convert", "-q", "-f", sample("stalker.omf"), gltf]);
  page = await openPage();
  await dropFiles(page, [gltf, join(folder, "out.bin")]);
  assert.equal(await shownClip(page), "idle");
  assert.equal(await page.evaluate(() => state.doc.value.problem), null);
});

test("a glTF gets its metadata from the sidecar of the same drop", async () => {
  const glb = join(folder, "bare.glb");
  execFileSync(GAIT, ["convert", "-q", "-f", "--sidecar", sample("stalker.omf"), glb]);
  const bytes = readFileSync(glb).toString("latin1").replaceAll('"gait":', '"tiag":');
  const sidecar = readFileSync(join(folder, "bare.gait.json"));
  const shown = async (files) => {
    await dropFiles(page, files);
    await shownClip(page);
    return page.evaluate(() => state.doc.value.opened.clips[1].events.length);
  };
  page = await openPage();
  const bare = ["bare.glb", Buffer.from(bytes, "latin1")];
  assert.equal(await shown([bare]), 0);
  await page.evaluate(() => state.close(state.doc.value));
  assert.ok(await shown([bare, ["bare.gait.json", sidecar]]) > 0);
});

test("files inside of the page are opened at the start", async () => {
  const html = readFileSync(join(PAGE, "gait.html"), "utf8");
  const name = "a &quot;b&quot;/stalker.omf";
  const block = `<script type="text/plain" class="gait-file" data-name="${name}">${
    OMF.toString("base64")}</script>`;
  const file = join(folder, "page.html");
  writeFileSync(file, html.replace("<!--gait:files-->", () => block));
  page = await openPage({ address: `file://${file}` });
  assert.equal(await shownClip(page), "idle");
  assert.equal(await page.evaluate(() => state.doc.value.name), "stalker.omf");
  assert.equal(await page.locator(".gait-file").count(), 0, "the memory of the text is freed");
});

test("gait page puts a glTF with its buffer and its sidecar into the page", async () => {
  const [gltf, html] = [join(folder, "sent.gltf"), join(folder, "sent.html")];
  execFileSync(GAIT, ["convert", "-q", "--sidecar", sample("stalker.omf"), gltf]);
  writeFileSync(gltf, readFileSync(gltf, "utf8").replaceAll('"gait":', '"tiag":'));
  execFileSync(GAIT, ["page", "-q", "--page", join(PAGE, "gait.html"), gltf, html]);
  page = await openPage({ address: `file://${html}` });
  assert.equal(await shownClip(page), "idle");
  assert.deepEqual(await paths(), ["sent.bin", "sent.gait.json", "sent.gltf"]);
  assert.ok(await page.evaluate(() => state.doc.value.opened.clips[1].events.length) > 0);
});

/** A folder with 10,000 files in folders, of which 1,000 are animations. */
function manyFiles() {
  const kinds = [["rtm", RTM], ["txt", "some text"], ["dds", "DDS |".repeat(200)]];
  const tree = {};
  for (let number = 0; number < 10000; number++) {
    const [ending, content] = kinds[number % 10 === 0 ? 0 : 1 + number % 2];
    (tree[Math.floor(number / 500)] ??= {})[`${number}.${ending}`] = content;
  }
  return ["mod", tree];
}

test("10,000 files are recognised without blocking the page", async () => {
  page = await openPage();
  const drop = await dragFiles(page, [manyFiles()]);
  const measured = page.evaluate(async () => {
    const long = [];
    new PerformanceObserver((list) =>
      long.push(...list.getEntries().map(({ duration }) => duration))).observe(
      { entryTypes: ["longtask"] });
    let docsAtFirst = null;
    state.pose.onChange((pose) => {
      docsAtFirst ??= pose ? state.docs.value.length : null;
    });
    await new Promise((resolve) => addEventListener("drop", resolve, { once: true }));
    const start = performance.now();
    let seen = false;
    while (state.refused.value.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      seen ||= document.querySelector(".opening:not([hidden]) progress") !== null;
    }
    return { time: performance.now() - start, docsAtFirst, long, seen,
      docs: state.docs.value.length };
  });
  await drop();
  const result = await measured;
  console.log(`10,000 files: ${JSON.stringify(result)}`);
  assert.equal(result.docs, 1000);
  assert.equal(result.seen, true, "the progress is shown");
  assert.ok(result.docsAtFirst > 0 && result.docsAtFirst < 500, "the first is shown early");
  assert.ok(result.time < 60000);
  await waitForValue(() => page.locator(".opening [role=status]").textContent(), "");
  // Other programs interrupt the page, so a few tasks may take longer, and all on a slow machine.
  const long = result.long.sort((one, other) => one - other);
  assert.ok((long[Math.floor(0.95 * long.length)] ?? 0) < Math.max(500, result.time / 20),
    `long tasks ${long}`);
});
