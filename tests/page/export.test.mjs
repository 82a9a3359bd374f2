// What the page saves: the same bytes as the command writes, pictures, videos, pages, links.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, test } from "node:test";
import { unzipSync } from "fflate";
import { closeBrowser, closePage, download, dropFiles, openPage, PAGE, ROOT, sample, shownClip,
  waitForCheck, waitForValue } from "./page.mjs";

const GAIT = process.env.GAIT ?? join(ROOT, "build/release/gait");
const OMF = readFileSync(sample("stalker.omf"));
const folder = mkdtempSync(join(tmpdir(), "gait-export-"));
let page = null;

after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true });
});
afterEach(() => closePage(page));

function assertBytes(actual, wanted, message = "the bytes differ") {
  assert.ok(actual.equals(wanted), `${message}: ${actual.length} and ${wanted.length} bytes`);
}

/** A report without the list of causes, which only the command makes. */
const withoutCauses = (report) =>
  Buffer.from(report.toString().replace(/"game":null,\n"causes":\[.*?\],(?="errors")/s, ""));

/** What the command writes to a file, or prints. */
function written(...values) {
  const out = join(folder, values.pop());
  execFileSync(GAIT, [values[0], "-f", ...values.slice(1), out], { stdio: "ignore" });
  return readFileSync(out);
}
const printed = (...values) => execFileSync(GAIT, values, { cwd: join(ROOT, "samples"),
  stdio: ["ignore", "pipe", "ignore"] });

async function open(...files) {
  page = await openPage();
  await dropFiles(page, files.map((file) => typeof file === "string" ? sample(file) : file));
  await shownClip(page);
}

/** Saves something with a button of the dialog. */
async function exportAs(id, scope = null) {
  if (await page.locator("dialog").count() === 0) {
    await page.locator("#bar [data-command=download]").click();
  }
  if (scope) {
    await page.locator(`dialog input[value=${scope}]`).check();
  }
  return download(page, () => page.locator(`dialog [data-command="${id}"]`).click());
}

test("conversions have the bytes and the names of the command", async () => {
  await open("stalker.omf");
  const omf = sample("stalker.omf");
  const all = await exportAs("export.glb", "clips");
  assert.equal(all.name, "stalker.glb");
  assertBytes(all.bytes, written("convert", omf, "stalker.glb"));
  const one = await exportAs("export.glb", "clip");
  assert.equal(one.name, "idle.glb");
  assertBytes(one.bytes, written("convert", "--clip", "idle", omf, "idle.glb"));
  const bvh = await exportAs("export.bvh", "clip");
  assert.equal(bvh.name, "idle.bvh");
  assertBytes(bvh.bytes, written("convert", "--clip", "idle", omf, "idle.bvh"));
  const rtm = await exportAs("export.rtm", "clip");
  assertBytes(rtm.bytes, written("convert", "--clip", "idle", omf, "idle.rtm"));
  const many = await exportAs("export.bvh", "clips");
  assert.equal(many.name, "stalker-bvh.zip");
  const files = unzipSync(many.bytes);
  assert.deepEqual(Object.keys(files), ["idle.bvh", "walk.bvh", "salute.bvh", "stand.bvh",
    "hit_chest.bvh"]);
  assertBytes(Buffer.from(files["walk.bvh"]),
    written("convert", "--clip", "walk", omf, "walk.bvh"));
});

test("a glTF contains the mesh that is shown", async () => {
  await open("mannequin.p3d", "walk.rtm");
  await page.evaluate(() => state.show(state.docs.value.find(({ format }) =>
    format === "rtm")));
  await page.waitForFunction(() => state.mesh.value);
  const { bytes } = await exportAs("export.glb");
  const { meshes } = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString());
  const triangles = await page.evaluate(() => state.mesh.value.triangles.length);
  assert.deepEqual(meshes.flatMap(({ primitives }) => primitives)
    .map(({ attributes }) => "NORMAL" in attributes), [true]);
  assert.ok(triangles > 300);
});

test("a binarised RTM becomes a plain one", async () => {
  await open("walk_binarised.rtm");
  const { name, bytes } = await exportAs("export.rtm");
  assert.equal(name, "walk_binarised.rtm");
  assertBytes(bytes, written("convert", "--to", "rtm", sample("walk_binarised.rtm"),
    "walk_binarised.rtm"));
});

test("selected clips are converted", async () => {
  await open("stalker.omf");
  await waitForCheck(page);
  await page.locator(".clips .row").nth(1).click({ modifiers: ["Control"] });
  const { bytes } = await exportAs("export.glb");
  assertBytes(bytes, written("convert", "--clip", "idle", "--clip", "walk",
    sample("stalker.omf"), "two.glb"));
});

test("all open files are converted into an archive", async () => {
  await open("stalker.omf", "walk.rtm");
  const { name, bytes } = await exportAs("export.glb", "files");
  assert.equal(name, "gait-glb.zip");
  const files = unzipSync(bytes);
  assert.deepEqual(Object.keys(files), ["stalker/stalker.glb", "walk/walk.glb"]);
  assertBytes(Buffer.from(files["walk/walk.glb"]),
    written("convert", sample("walk.rtm"), "walk.glb"));
});

test("strips and reports have the bytes of the command", async () => {
  await open("stalker.omf");
  const strip = await exportAs("export.svg", "clip");
  assert.equal(strip.name, "idle.svg");
  assertBytes(strip.bytes, written("draw", "--clip", "idle", sample("stalker.omf"),
    "idle.svg"));
  await page.getByLabel("View of the strip").selectOption("front");
  const front = await exportAs("export.svg");
  assertBytes(front.bytes, written("draw", "--clip", "idle", "--view", "front",
    sample("stalker.omf"), "front.svg"));
  for (const kind of ["info", "check", "list", "map"]) {
    const { name, bytes } = await exportAs(`export.${kind}`);
    assert.equal(name, `stalker.${kind}.json`);
    assertBytes(bytes, withoutCauses(printed(kind, "--json", "stalker.omf")), kind);
  }
  const sarif = await exportAs("export.sarif");
  assert.deepEqual(JSON.parse(sarif.bytes), JSON.parse(printed("check", "--sarif",
    "stalker.omf")));
});

test("the reports of a damaged file are saved", async () => {
  const damaged = OMF.subarray(0, OMF.length / 2);
  writeFileSync(join(folder, "damaged.omf"), damaged);
  page = await openPage();
  await dropFiles(page, [["damaged.omf", damaged]]);
  await page.waitForFunction(() => state.doc.value?.problem);
  for (const kind of ["info", "check"]) {
    const { status, stdout } = spawnSync(GAIT, [kind, "--json", "damaged.omf"], { cwd: folder });
    assert.notEqual(status, 0);
    assertBytes((await exportAs(`export.${kind}`)).bytes, withoutCauses(stdout), kind);
  }
  assert.equal(await page.locator("dialog fieldset").isVisible(), false, "there are no clips");
  assert.equal(await page.locator("dialog [data-command='export.glb']").isEnabled(), false);
});

test("the file itself is saved, with its edits", async () => {
  await open("stalker.omf");
  const same = await exportAs("export.original");
  assert.equal(same.name, "stalker.omf");
  assertBytes(same.bytes, OMF);
  await page.evaluate(() => state.edit(state.doc.value,
    { script: "rename --clip idle=rest", label: "" }));
  const edited = await exportAs("export.original");
  assertBytes(edited.bytes, written("rename", "--clip", "idle=rest", sample("stalker.omf"), "-o",
    "renamed.omf"));
  assert.equal(await page.evaluate(() => state.unsaved.value), false);
});

test("what was saved is named, and an edit can be saved once", async () => {
  await open("stalker.omf");
  await exportAs("export.glb", "clips");
  const status = page.locator("dialog [role=status]");
  await waitForValue(() => status.innerText(),
    /^stalker\.glb, [\d.]+ kB, given to the browser as a download$/);
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  await page.locator("#bar [data-command=download]").click();
  assert.equal(await status.innerText(), "");
  await page.keyboard.press("Escape");
  await page.waitForSelector("dialog", { state: "detached" });
  const button = page.locator("[data-command='edit.save']").first();
  assert.equal(await button.isEnabled(), false);
  await page.evaluate(() => state.edit(state.doc.value,
    { script: "rename --clip idle=rest", label: "" }));
  await page.waitForFunction(() => state.unsaved.value);
  await waitForValue(() => button.isEnabled(), true);
  await page.focus("#time-frame");
  await page.evaluate(() => document.addEventListener("keydown", (event) => setTimeout(() => {
    window.lastKey = { key: event.key, isPrevented: event.defaultPrevented };
  }), { capture: true }));
  const { name } = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(name, "stalker.omf");
  await page.waitForFunction(() => window.lastKey);
  assert.deepEqual(await page.evaluate(() => window.lastKey), { key: "s", isPrevented: true });
  await waitForValue(() => page.locator("#messages").innerText(), /^stalker\.omf, .* download/);
  await page.waitForFunction(() => !state.unsaved.value);
  await waitForValue(() => button.isEnabled(), false);
});

test("losses are shown, and converted all the same", async () => {
  await open("stalker.omf");
  await page.evaluate(() => {
    const { run } = state;
    window.requests = [];
    state.run = (task) => run((calls) => task(new Proxy(calls, {
      get: (_, method) => method !== "convert" ? calls[method] : async (input, request) => {
        window.requests.push(request.lossy);
        return request.lossy ? calls.convert(input, request) : { files: [], problems: [
          { clip: "idle", losses: ["parts", "events"], problem: { status: "would lose data",
            message: "the output format cannot store everything", rule: null, offset: null,
            advice: null } }] };
      } })));
  });
  await page.locator("#bar [data-command=download]").click();
  await page.locator("dialog input[value=clip]").check();
  await page.locator("dialog [data-command='export.bvh']").click();
  const losses = page.locator("dialog").last();
  await losses.getByText("The conversion would lose data").waitFor();
  assert.match(await losses.innerText(), /stalker\.omf: idle[^]*parts[^]*events/);
  const { name } = await download(page, () =>
    losses.getByText("Convert all the same").click());
  assert.equal(name, "idle.bvh");
  assert.deepEqual(await page.evaluate(() => window.requests), [false, true]);
});

test("a picture and a video of the viewport are saved", async () => {
  await open("stalker.omf");
  const picture = await exportAs("export.png");
  assert.equal(picture.name, "idle.png");
  assert.equal(picture.bytes.subarray(1, 4).toString(), "PNG");
  await page.evaluate(() => {
    state.range.value = { a: 0.2, b: 0.7 };
  });
  const start = Date.now();
  const video = await exportAs("export.webm");
  assert.equal(video.name, "idle.webm");
  assert.equal(video.bytes.readUInt32BE(0), 0x1a45dfa3, "an EBML header");
  assert.ok(Date.now() - start > 500, "it plays in real time");
  assert.deepEqual(await page.evaluate(() => state.range.value), { a: 0.2, b: 0.7 });
  assert.equal(await page.evaluate(() => state.loop.value), "loop");
});

/** Saves the page with a file inside, and opens what was saved. */
async function saveAndReopen(name) {
  await dropFiles(page, [["bank & \"more\".omf", OMF]]);
  await page.waitForFunction(() => state.doc.value?.name.startsWith("bank &"));
  await shownClip(page);
  const { bytes } = await exportAs("export.page");
  assert.ok(!bytes.includes("<!--gait:files-->"));
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const { problems } = page;
  await page.context().close();
  page = await openPage({ address: `file://${file}` });
  assert.equal(await shownClip(page), "idle");
  assert.equal(await page.evaluate(() => state.doc.value.name), "bank & \"more\".omf");
  return { bytes, problems };
}

test("the page in one file is saved with the file inside, and opens it", async () => {
  page = await openPage();
  const { bytes, problems } = await saveAndReopen("saved.html");
  assert.deepEqual(problems, []);
  const again = await exportAs("export.page");
  assertBytes(again.bytes, bytes, "a saved page saves another page");
});

test("the hosted page saves the page in one file", async () => {
  const types = { html: "text/html", js: "text/javascript", css: "text/css",
    wasm: "application/wasm" };
  const server = createServer((request, response) => {
    const path = join(PAGE, "hosted", new URL(request.url, "http://localhost").pathname);
    const isKnown = existsSync(path);
    response.writeHead(isKnown ? 200 : 204,
      { "content-type": types[path.split(".").at(-1)] ?? "application/octet-stream" });
    response.end(isKnown ? readFileSync(path) : undefined);
  }).listen(0);
  try {
    const base = `http://localhost:${server.address().port}/`;
    page = await openPage({ address: `${base}index.html` });
    await page.locator("#empty").getByText("Open samples").click();
    assert.equal(await shownClip(page), "idle");
    const { problems } = await saveAndReopen("saved_hosted.html");
    assert.deepEqual(problems.filter((one) => !one.startsWith(`requested ${base}`)), []);
  } finally {
    server.close();
  }
});

test("the address holds the state, which is restored with the file", async () => {
  await open("stalker.omf");
  await waitForCheck(page);
  await page.locator(".clips .row").nth(2).click();
  await page.waitForFunction(() => state.clip.value.opened.name === "salute");
  await page.evaluate(() => {
    state.playing.value = false;
    state.time.value = 0.5;
    state.bone.value = 3;
  });
  const hash = createHash("sha256").update(OMF).digest("hex").slice(0, 12);
  await page.waitForFunction(() => /t=0.5.*&b=/.test(location.hash));
  const address = await page.evaluate(() => location.href);
  assert.match(address, new RegExp(`#f=${hash}&n=stalker\\.omf&c=salute&t=0\\.5`));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.locator("#bar [data-command=download]").click();
  await page.locator("dialog [data-command=copy-link]").click();
  await page.waitForFunction(() => state.message.value !== null);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^gait\.html#f=.*&b=\w+/, "the folder is left out");
  assert.match(await page.locator("dialog [role=status]").innerText(), /but not its folder/);
  await closePage(page);
  page = await openPage({ address });
  assert.match(await page.locator("#empty").innerText(), /shows stalker\.omf\. Drop the file/);
  await dropFiles(page, [["other.omf", OMF]]);
  await page.waitForFunction(() => state.clip.value?.opened.name === "salute");
  await page.waitForFunction(() => Math.abs(state.time.value - 0.5) < 1e-6);
  await page.waitForFunction(() => state.bone.value === 3);
});

test("a link that is opened while the address is updated stays", async () => {
  page = await openPage();
  await page.evaluate(() => {
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    crypto.subtle.digest = async (...values) => {
      window.isHashing = true;
      await new Promise((resolve) => { // as of a large file
        window.finish = resolve;
      });
      return digest(...values);
    };
  });
  await dropFiles(page, [sample("stalker.omf")]);
  await page.waitForFunction(() => window.isHashing);
  await page.evaluate(() => {
    location.hash = "#n=stalker.omf&c=walk&t=0.1";
    window.finish(); // before the event of the link
  });
  await page.waitForFunction(() => state.clip.value?.opened.name === "walk");
});
