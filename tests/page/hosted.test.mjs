// The hosted page under a path of a server: offline after the first visit, updates, its policy.
import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { keptFiles, writeServiceWorker } from "../../web/build_hosted.mjs";
import { closeBrowser, openPage, PAGE, sample, waitForValue } from "./page.mjs";
import { serve } from "./server.mjs";

const HOSTED = join(PAGE, "hosted");
after(closeBrowser);

/** A server of a copy of the hosted page; both end with the test. */
async function serveCopy(context, options) {
  const folder = mkdtempSync(join(tmpdir(), "gait-hosted-"));
  cpSync(HOSTED, folder, { recursive: true });
  const server = await serve(folder, options);
  context.after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  return { folder, ...server };
}

/** Waits until the page is kept for use offline. */
const kept = (page) => page.evaluate(async () => {
  const registration = await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller || registration.active?.state !== "activated") {
    await new Promise((resolve) => setTimeout(resolve, 20)); // it can become active before this
  }
});

/** The colour that recolour() changes. */
const dimColour = (page) => page.evaluate(() =>
  getComputedStyle(document.documentElement).getPropertyValue("--dim").trim());

/** Writes the next version of the page. */
async function recolour(folder, colour) {
  appendFileSync(join(folder, "page.css"), `:root{--dim:${colour}}`);
  await writeServiceWorker(folder);
}

/** Opens a sample in the engine and checks it in a worker of its own. */
async function useLibrary(page) {
  const bytes = [...readFileSync(sample("walk.rtm"))];
  return page.evaluate(async (bytes) => {
    const source = { id: 900, path: "walk.rtm", blob: new Blob([new Uint8Array(bytes)]) };
    const { clips } = await state.client.engine.open(source, []);
    const input = { source, choice: null, candidates: [], companions: [] };
    const { findings } = await state.run((calls) => calls.check(input));
    await state.client.engine.close(900);
    return `${clips.length} clip, ${findings.length} findings`;
  }, bytes);
}

test("starts under a path, and requests nothing from elsewhere", async (context) => {
  const { address, requests } = await serveCopy(context);
  const page = await openPage({ address });
  assert.equal(await useLibrary(page), "1 clip, 0 findings");
  await kept(page);
  assert.deepEqual(page.problems, []);
  const names = new Set(requests.map((request) => request.slice("/tools/gait/".length)));
  assert.deepEqual([...names].sort(), ["", ...keptFiles(HOSTED), "sw.js"].sort());
});

test("compiles a module that the server sends with another type", async (context) => {
  const { address } = await serveCopy(context, { types: { ".wasm": "application/octet-stream" } });
  const page = await openPage({ address });
  assert.equal(await useLibrary(page), "1 clip, 0 findings");
  assert.deepEqual(page.problems, []);
});

test("its policy forbids inline scripts and other origins", async (context) => {
  const html = readFileSync(join(HOSTED, "index.html"), "utf8");
  const policy = html.match(/http-equiv="Content-Security-Policy" content="([^"]*)"/)[1];
  assert.match(policy, /^default-src 'none'; /);
  const allowed = ["'none'", "'self'", "'wasm-unsafe-eval'", "blob:", "data:"];
  for (const source of policy.split(/;\s*/).flatMap((one) => one.split(" ").slice(1))) {
    assert.ok(allowed.includes(source), source);
  }
  assert.doesNotMatch(html, /<script(?![^>]* src=)|<style|\s(style|on\w+)=/);
  const { address } = await serveCopy(context);
  const other = await serveCopy(context);
  const page = await openPage({ address });
  const result = await page.evaluate((elsewhere) =>
    fetch(elsewhere, { mode: "no-cors" }).then(() => "fetched", () => "refused"), other.address);
  assert.equal(result, "refused");
  assert.deepEqual(other.requests, []);
});

test("works offline after the first visit", async (context) => {
  const { address, stop } = await serveCopy(context);
  const page = await openPage({ address });
  await kept(page);
  await stop();
  await page.context().setOffline(true);
  for (const place of [address, `${address}index.html#n=a.omf`, `${address}?a=b`]) {
    await page.goto("about:blank");
    await page.goto(place);
    await page.waitForSelector("html[data-ready]");
    assert.equal(await useLibrary(page), "1 clip, 0 findings");
  }
  assert.deepEqual(page.problems, []);
});

test("shows a new version after a reload, and keeps only its files", async (context) => {
  const { address, folder } = await serveCopy(context);
  const page = await openPage({ address });
  await kept(page);
  await recolour(folder, "#010203");
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    while (!registration.waiting) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  assert.notEqual(await dimColour(page), "#010203", "an open page keeps its version");
  const second = await page.context().newPage();
  await second.goto(address);
  await second.waitForSelector("html[data-ready]");
  assert.notEqual(await dimColour(second), "#010203", "two tabs show the same version");
  await second.close();
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined &&
    getComputedStyle(document.documentElement).getPropertyValue("--dim").trim() === "#010203");
  await kept(page);
  await waitForValue(() => page.evaluate(async () => (await caches.keys()).length), 1);
  assert.deepEqual(page.problems, []);
});

test("a version with a wrong file does not replace the one that works", async (context) => {
  const { address, folder } = await serveCopy(context);
  const page = await openPage({ address });
  await kept(page);
  await recolour(folder, "#010203");
  appendFileSync(join(folder, "worker.js"), "broken(");
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const found = new Promise((resolve) => registration.addEventListener("updatefound", () =>
      resolve(registration.installing)));
    await registration.update();
    const installing = await found;
    while (installing.state === "parsed" || installing.state === "installing") {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return installing.state;
  });
  assert.equal(state, "redundant");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.notEqual(await dimColour(page), "#010203");
  assert.equal(await useLibrary(page), "1 clip, 0 findings");
});

test("two copies under one origin do not disturb each other", async (context) => {
  const { address, folder, stop } = await serveCopy(context, { path: "/" });
  const page = await openPage({ address });
  await kept(page);
  const foreign = await page.evaluate(async () => {
    await caches.open("gait http://127.0.0.1/other/ 1");
    await caches.open("other");
    return (await caches.keys()).length;
  });
  assert.equal(foreign, 3);
  await recolour(folder, "#010203");
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    while (!registration.waiting) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  await page.reload();
  await page.waitForFunction(() => document.documentElement.dataset.ready !== undefined &&
    getComputedStyle(document.documentElement).getPropertyValue("--dim").trim() === "#010203");
  await stop();
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  const names = await page.evaluate(() => caches.keys());
  assert.ok(names.includes("other") && names.includes("gait http://127.0.0.1/other/ 1"));
});

test("the manifest is valid, and opens the formats of the page", async (context) => {
  const { address } = await serveCopy(context);
  const page = await openPage({ address });
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send("Page.getAppManifest");
  assert.deepEqual([url, errors], [`${address}manifest.webmanifest`, []]);
  const manifest = JSON.parse(data);
  assert.deepEqual([manifest.start_url, manifest.scope], [".", "."]);
  const endings = manifest.file_handlers.flatMap(({ accept }) => Object.values(accept)).flat();
  assert.deepEqual(endings, [".rtm", ".omf", ".ogf", ".skl", ".skls", ".anm", ".gait"]);
  for (const { src } of manifest.icons) {
    const size = await page.evaluate(async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      return image.naturalWidth;
    }, src);
    assert.ok(size > 0, src);
  }
  assert.deepEqual(page.problems, []);
});

test("the page in one file requests nothing, and cannot", async () => {
  const page = await openPage();
  const requests = [];
  page.context().on("request", (request) => requests.push(request.url()));
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(await useLibrary(page), "1 clip, 0 findings");
  const own = pathToFileURL(join(PAGE, "gait.html")).href;
  assert.deepEqual(requests.filter((request) => !/^(blob|data):/.test(request)), [own]);
  assert.deepEqual(page.problems, []);
  const server = await serve(HOSTED);
  const result = await page.evaluate((address) =>
    fetch(address, { mode: "no-cors" }).then(() => "fetched", () => "refused"), server.address);
  await server.stop();
  assert.deepEqual([result, server.requests], ["refused", []]);
});
