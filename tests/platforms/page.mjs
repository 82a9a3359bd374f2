// page.mjs gait.html: what the page downloads for files, in one Chromium. One JSON line in, one out,
// in the form of module.mjs. The commands of the page are run, and what they save is caught.
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { unzipSync } from "fflate";
import { closeBrowser, openPage } from "../page/page.mjs";

/** Catches what the page saves, and adds a field for the files that it opens. */
function prepare() {
  const contents = new Map();
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (content) => {
    const address = create(content);
    contents.set(address, content);
    return address;
  };
  window.saved = [];
  HTMLAnchorElement.prototype.click = function click() {
    window.saved.push({ name: this.download, blob: contents.get(this.href) });
    contents.delete(this.href);
  };
  const field = document.createElement("input");
  Object.assign(field, { type: "file", multiple: true, id: "given", hidden: true });
  document.body.append(field);
}

/** Opens the files of the field, shows the first, and downloads everything. Runs in the page. */
async function downloadAll({ paths, clips }) {
  const { files } = document.getElementById("given");
  const blobs = paths.map((path, at) => ({ path, blob: files[at] }));
  const found = await state.client.engine.detect(blobs);
  const docs = state.add(blobs.map((one, at) => ({ ...one, format: found[at].format })), true);
  await state.show(docs[0]);
  state.playing.value = false;
  const listed = docs[0].opened?.clips ?? [];
  const names = [...new Set(listed.map(({ name }) => name))].slice(0, clips);
  const command = (id) => state.commands().find((one) => one.id === id);
  const closeDialogs = () => document.querySelectorAll("dialog").forEach((one) => one.close());

  const base64 = async (blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 32766) {
      text += btoa(String.fromCharCode(...bytes.subarray(at, at + 32766)));
    }
    return text;
  };
  const hex = async (blob) => [...new Uint8Array(await crypto.subtle.digest("SHA-256",
    await blob.arrayBuffer()))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

  /** Runs a command for some clips; null when nothing was saved. */
  const exportAs = async (id, { scope = null, selected = [], isText = false } = {}) => {
    state.message.value = null;
    state.selected.value = new Set(selected);
    window.saved.length = 0;
    if (!command(id).isPossible()) {
      return null;
    }
    if (scope) {
      command("download").run();
      document.querySelector(`dialog input[value=${scope}]`)?.click();
      closeDialogs();
    }
    await command(id).run();
    closeDialogs(); // those of problems and losses
    const [file] = window.saved;
    return !file ? null : isText ? { text: await file.blob.text() }
      : /\.zip$/.test(file.name) ? { zip: await base64(file.blob) }
        : { digest: await hex(file.blob) };
  };
  const sampled = listed.filter(({ name }) => names.includes(name)).map(({ index }) => index);
  const some = { selected: sampled, scope: "selected" };
  const made = {
    glb: await exportAs("export.glb", { scope: listed.length > 1 ? "clips" : "clip" }),
    bvh: await exportAs("export.bvh", some),
    rtm: await exportAs("export.rtm", some),
    svg: await exportAs("export.svg", { scope: "clip" }),
    sarif: await exportAs("export.sarif", { isText: true }),
  };
  for (const kind of ["info", "check", "list", "map"]) {
    made[kind] = await exportAs(`export.${kind}`);
  }
  state.selected.value = new Set();
  return made;
}

/** The files of an archive, in the order and form of the files that a command wrote. */
function unpacked(base64) {
  const files = Object.entries(unzipSync(Buffer.from(base64, "base64")))
    .map(([name, content]) => [Buffer.from(name), content])
    .sort(([one], [other]) => Buffer.compare(one, other));
  return files.flatMap(([name, content]) => [name, Buffer.of(0), content]);
}

function digest({ digest: known, text, zip }) {
  const hash = createHash("sha256");
  if (text) {
    hash.update(JSON.stringify(JSON.parse(text))); // its white space is the page's own
  }
  (zip ? unpacked(zip) : []).forEach((part) => hash.update(part));
  return known ?? hash.digest("hex");
}

async function answer(page, { file, candidates, clips }) {
  const paths = [file, ...candidates.filter((one) => one !== file)];
  await page.setInputFiles("#given", paths);
  const made = await page.evaluate(downloadAll, { paths, clips });
  return Object.fromEntries(Object.entries(made).map(([what, one]) => [what, one && digest(one)]));
}

const page = await openPage({ address: pathToFileURL(process.argv[2]).href,
  viewport: { width: 400, height: 300 } }); // a viewport that is drawn fast
await page.evaluate(prepare);
for await (const line of createInterface({ input: process.stdin })) {
  const request = JSON.parse(line);
  console.log(JSON.stringify(await answer(page, request)));
  if (page.problems.length > 0) {
    throw new Error(`${request.file}: ${page.problems.join("\n")}`);
  }
}
await closeBrowser();
