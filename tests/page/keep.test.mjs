// Edits that are not saved: nothing that a person does throws them away without a question.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, afterEach, test } from "node:test";
import { unzipSync, zipSync } from "fflate";
import { bytesOf, editedGlb, valueOf, waitForEdits } from "./clips.mjs";
import { closeBrowser, closePage, download, dragFiles, dropFiles, openPage, PAGE, ROOT, sample,
  shownClip, waitForCheck, waitForFrames, waitForValue } from "./page.mjs";
import { serve } from "./server.mjs";

const GAIT = process.env.GAIT ?? join(ROOT, "build/release/gait");
const BANK = sample("stalker.omf");
const OTHER = sample("walk.rtm");
const OMF = readFileSync(BANK);
const folder = mkdtempSync(join(tmpdir(), "gait-keep-"));
const glb = join(folder, "stalker.glb");
const EDITED = (() => { // the bank with the edit of setSpeed()
  const [script, out] = [join(folder, "script.txt"), join(folder, "edited.omf")];
  writeFileSync(script, "set --clip idle --speed 1.5");
  execFileSync(GAIT, ["edit", script, BANK, "-o", out, "-q"]);
  execFileSync(GAIT, ["convert", "-q", BANK, glb]);
  return readFileSync(out);
})();
let page = null;
let server = null;

after(async () => {
  await closeBrowser();
  rmSync(folder, { recursive: true });
});
afterEach(async () => {
  await closePage(page);
  await server?.stop();
  server = null;
});

const names = () => page.evaluate(() => state.docs.value.map(({ name }) => name).sort());
const question = () => page.locator('dialog[aria-label="Unsaved edits"]');

/** Edits the shown file as a person does. */
async function setSpeed(speed = "1.5") {
  await page.keyboard.press("p");
  await page.fill("#parameters-dialog [name=speed]", speed);
  await page.keyboard.press("Enter");
  await page.waitForSelector("#parameters-dialog", { state: "detached" });
}

/** A page with an edited bank. */
async function openEdited(options = {}) {
  page = await openPage(options);
  await dropFiles(page, [BANK]);
  assert.equal(await shownClip(page), "idle");
  await waitForCheck(page);
  await setSpeed();
  await waitForEdits(page, 1);
  assert.ok((await bytesOf(page)).equals(EDITED), "the page edits as the command does");
}

async function openEditedHosted() {
  server = await serve(join(PAGE, "hosted"));
  await openEdited({ address: server.address });
}

/** Asserts that the edited bank is open as before. */
async function assertKept(what, others = []) {
  assert.deepEqual(await names(), ["stalker.omf", ...others], what);
  assert.equal(await page.locator("dialog").count(), 0, what);
  const kept = await page.evaluate(async () => {
    const doc = state.docs.value.find(({ edits }) => edits.length > 0);
    return doc && { edits: doc.edits.length, unsaved: state.unsaved.value,
      bytes: [...new Uint8Array(await doc.blob.arrayBuffer())] };
  });
  assert.deepEqual([kept?.edits, kept?.unsaved], [1, true], what);
  assert.ok(Buffer.from(kept.bytes).equals(EDITED), `${what}: the bytes of the edit`);
}

/** Answers the question with Escape: all stays as it was. */
async function escape(what) {
  await question().waitFor();
  assert.match(await question().innerText(), /stalker\.omf/, what);
  assert.equal(await page.evaluate(() => document.activeElement.className), "primary", what);
  await page.keyboard.press("Escape");
  await question().waitFor({ state: "detached" });
  await page.waitForFunction(() => state.busy.value === 0);
  await waitForFrames(page);
  await assertKept(what);
}

async function choose(key, files) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"),
    page.keyboard.press(key)]);
  await chooser.setFiles(files);
}

const run = (id) => page.evaluate((wanted) =>
  void state.commands().find((one) => one.id === wanted).run(), id);

const WAYS = {
  "a drop": () => dropFiles(page, [OTHER]),
  "a drop of the same file": () => dropFiles(page, [BANK]),
  "a drop of a folder": () => dropFiles(page, [["mod", { "a.omf": OMF, "b.txt": "text" }]]),
  "a drop of an archive": () => dropFiles(page, [["mod.zip", zipSync({ "a.omf": OMF })]]),
  "the file chooser": () => choose("Control+o", [OTHER]),
  "the folder chooser": () => choose("Control+Shift+o", join(ROOT, "samples")),
  "the samples": () => run("open-samples"),
  "a glTF as a file of its own": async () => {
    await dropFiles(page, [glb]);
    await page.getByText("Open as a file of its own").click();
  },
  "a glTF with its base": () => dropFiles(page, [glb, BANK]),
  "the button that closes the file": () => page.locator("#left .files .close").click(),
  "the command that closes the file": () => run("close-file"),
  "Delete in the list of files": async () => {
    await page.locator("#left .files [role=listbox]").focus();
    await page.keyboard.press("Delete");
  },
  "a drop after undo and redo": async () => {
    await page.keyboard.press("Control+z");
    await waitForEdits(page, 0);
    assert.equal(await valueOf(page, "unsaved"), false);
    await page.keyboard.press("Control+y");
    await waitForEdits(page, 1);
    await dropFiles(page, [OTHER]);
  },
};

test("every way to replace or close an edited file asks, and Escape keeps all", async () => {
  await openEdited();
  page.on("filechooser", () => undefined); // before the first: it takes the browser some time
  for (const [what, go] of Object.entries(WAYS)) {
    await go();
    await escape(what);
  }
});

test("files that the system opens with the page ask too", async () => {
  server = await serve(join(PAGE, "hosted"));
  page = await openPage({ address: server.address });
  await page.addInitScript(() => {
    Object.defineProperty(window, "launchQueue", { value: { setConsumer: (consume) =>
      Object.assign(window, { consume }) } });
  });
  await page.goto("about:blank");
  await page.goto(server.address);
  await page.waitForSelector("html[data-ready]");
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await setSpeed();
  await waitForEdits(page, 1);
  await page.evaluate(async (bytes) => { // a file of the browser has a handle without a dialog
    const place = await navigator.storage.getDirectory();
    const handle = await place.getFileHandle("launched.omf", { create: true });
    const writer = await handle.createWritable();
    await writer.write(new Uint8Array(bytes));
    await writer.close();
    window.consume({ files: [handle] });
  }, [...OMF]);
  await escape("a launch");
});

test("what replaces nothing asks nothing, and keeps the edits", async () => {
  await openEditedHosted();
  await dropFiles(page, [["notes.txt", "no animation"]]);
  await page.waitForFunction(() => state.message.value?.kind === "error");
  await assertKept("a file that cannot be used");
  await page.evaluate(() => {
    location.hash = "#n=stalker.omf&c=walk&t=0.1";
  });
  await page.waitForFunction(() => state.clip.value.index === 1);
  await assertKept("a link to another clip");
  await page.evaluate(() => {
    location.hash = "#n=other.omf&c=walk";
  });
  await page.waitForFunction(() => /other\.omf/.test(state.message.value?.text));
  await assertKept("a link to another file");
  await page.locator("#bar select").selectOption("ru");
  await page.waitForFunction(() => document.documentElement.lang === "ru");
  await assertKept("another language");
  await page.locator("#bar select").selectOption("en");
  await page.locator("[data-command=open-adds]").click();
  await dropFiles(page, [OTHER]);
  await page.waitForFunction(() => state.doc.value.name === "walk.rtm");
  await assertKept("Add", ["walk.rtm"]);
  await page.locator("[data-command=open-adds]").click();
  await dropFiles(page, [["more.rtm", readFileSync(OTHER)]], { shiftKey: true });
  await page.waitForFunction(() => state.doc.value.name === "more.rtm");
  assert.deepEqual(await names(), ["more.rtm", "stalker.omf", "walk.rtm"]);
  await page.locator("#left .files .row", { hasText: "walk.rtm" }).locator(".close").click();
  await page.waitForFunction(() => state.docs.value.length === 2);
  assert.equal(await valueOf(page, "unsaved"), true, "another file is closed");
});

test("the page asks before it is closed, loaded again or left", async () => {
  await openEditedHosted();
  const asked = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  const stays = async (what, leave) => {
    const before = asked.length;
    await leave();
    await waitForValue(async () => asked.length, before + 1, what);
    await assertKept(what);
  };
  await stays("close", () => page.close({ runBeforeUnload: true }));
  await stays("reload", () => page.evaluate(() => location.reload()));
  await stays("back", () => page.evaluate(() => history.back()));
  await stays("another address", () => page.evaluate(() => {
    location.href = "about:blank";
  }).catch(() => undefined));
  assert.deepEqual([...new Set(asked)], ["beforeunload"]);
  await download(page, () => page.keyboard.press("Control+s"));
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.equal(asked.length, 4, "saved: nothing to ask");
});

test("one question follows the other, and each sees the edits of its time", async () => {
  await openEdited();
  await page.evaluate(() => state.undo(state.doc.value));
  await page.evaluate(() => addEventListener("drop", () => { // an edit that is not done yet
    void state.redo(state.doc.value);
  }, { once: true, capture: true }));
  await dropFiles(page, [OTHER]);
  await question().waitFor();
  await dropFiles(page, [BANK]);
  await page.waitForTimeout(300);
  assert.equal(await question().count(), 1, "the second waits");
  await question().evaluate((dialog) => {
    dialog.id = "first";
  });
  await page.keyboard.press("Escape");
  await page.waitForSelector("#first", { state: "detached" });
  await escape("the second");
  await page.locator("#left .files .close").click();
  await question().waitFor();
  await dropFiles(page, [OTHER]);
  await question().getByText("Discard the edits and close").click();
  await page.waitForFunction(() => state.doc.value?.name === "walk.rtm");
  assert.deepEqual(await names(), ["walk.rtm"]);
  assert.equal(await page.locator("dialog").count(), 0, "nothing is left to ask about");
});

test("a drop during a question is judged after its answer", async () => {
  await openEdited();
  await dropFiles(page, [OTHER]);
  await question().waitFor();
  await dropFiles(page, [["more.rtm", readFileSync(OTHER)]]);
  await question().evaluate((dialog) => {
    dialog.id = "first";
  });
  await page.keyboard.press("Enter"); // keep
  await page.waitForSelector("#first", { state: "detached" });
  await question().waitFor();
  await page.keyboard.press("Enter");
  await waitForValue(names, ["more.rtm", "stalker.omf", "walk.rtm"]);
  assert.equal(await valueOf(page, "unsaved"), true);
});

test("a file is kept with its edits, saved, or discarded, as the user chooses", async () => {
  await openEdited();
  await dropFiles(page, [OTHER]);
  await question().waitFor();
  await page.keyboard.press("Enter"); // the default
  await page.waitForFunction(() => state.doc.value?.name === "walk.rtm");
  await assertKept("kept", ["walk.rtm"]);
  await dropFiles(page, [OTHER]);
  const saved = await download(page, () => question().getByText("Save, then replace").click());
  assert.equal(saved.name, "stalker.omf");
  assert.ok(saved.bytes.equals(EDITED));
  await waitForValue(names, ["walk.rtm"]);
  assert.equal(await valueOf(page, "unsaved"), false);
  await dropFiles(page, [BANK]);
  await waitForValue(names, ["stalker.omf"]);
  await shownClip(page);
  await setSpeed();
  await waitForEdits(page, 1);
  await dropFiles(page, [OTHER]);
  await question().getByText("Discard the edits and replace").click();
  await waitForValue(names, ["walk.rtm"]);
  assert.equal(await valueOf(page, "unsaved"), false);
});

test("a closed file is saved first, or not at all", async () => {
  await openEdited();
  await page.locator("#left .files .close").click();
  const saved = await download(page, () => page.keyboard.press("Enter")); // the default
  assert.ok(saved.bytes.equals(EDITED));
  await waitForValue(names, []);
  assert.equal(await page.title(), "Gait");
});

test("Ctrl+S saves all edited files", async () => {
  await openEdited();
  await dropFiles(page, [["second.omf", OMF]], { shiftKey: true });
  await page.waitForFunction(() => state.doc.value?.name === "second.omf");
  await shownClip(page);
  await waitForCheck(page);
  await setSpeed();
  await waitForEdits(page, 1);
  await dropFiles(page, [OTHER]);
  await question().waitFor();
  assert.match(await question().innerText(), /stalker\.omf, second\.omf/);
  const { name, bytes } = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(name, "gait-edited.zip");
  const files = unzipSync(bytes);
  assert.deepEqual(Object.keys(files).sort(), ["second.omf", "stalker.omf"]);
  Object.values(files).forEach((file) => assert.ok(EDITED.equals(file)));
  const saved = page.locator('dialog[aria-label="The edits are saved"]');
  assert.match(await saved.innerText(), /stalker\.omf, second\.omf/);
  assert.equal(await valueOf(page, "unsaved"), false);
  await page.keyboard.press("Control+s"); // nothing more to save
  await page.keyboard.press("Escape");
  await saved.waitFor({ state: "detached" });
  await waitForFrames(page);
  assert.deepEqual(await names(), ["second.omf", "stalker.omf"], "to save replaces nothing");
  await dropFiles(page, [OTHER]);
  await waitForValue(names, ["walk.rtm"], "saved: nothing is left to ask about");
});

test("Ctrl+S in the question leaves it open, and its choices follow", async () => {
  await openEdited();
  const saved = page.locator('dialog[aria-label="The edits are saved"]');
  await page.locator("#left .files .close").click();
  await question().waitFor();
  await download(page, () => page.keyboard.press("Control+s"));
  await saved.waitFor();
  assert.deepEqual(await names(), ["stalker.omf"]);
  await saved.getByText("Cancel").click();
  await setSpeed("2");
  await waitForEdits(page, 2);
  await dropFiles(page, [OTHER]);
  await question().waitFor();
  await download(page, () => page.keyboard.press("Control+s"));
  await saved.getByText("Keep and add the new files").waitFor();
  assert.deepEqual(await names(), ["stalker.omf"]);
  await saved.getByText("Replace the files").click();
  await waitForValue(names, ["walk.rtm"]);
});

test("an edit that is made while files are saved is not saved with them", async () => {
  await openEdited();
  await dropFiles(page, [["second.omf", OMF]], { shiftKey: true });
  await page.waitForFunction(() => state.doc.value?.name === "second.omf");
  await shownClip(page);
  await setSpeed();
  await waitForEdits(page, 1);
  await download(page, () => page.evaluate(async () => {
    const saving = state.commands().find(({ id }) => id === "edit.save").run();
    await state.settled();
    await state.edit(state.doc.value, { label: "", script: "event --clip walk --remove Left" });
    await saving;
  }));
  assert.equal(await valueOf(page, "unsaved"), true);
});

test("the title and the row of the file show what is not saved", async () => {
  page = await openPage();
  assert.equal(await page.title(), "Gait");
  await dropFiles(page, [BANK]);
  await shownClip(page);
  const row = page.locator("#left .files .row");
  const shows = async (title, text) => {
    await waitForValue(() => page.title(), title);
    await waitForValue(() => row.innerText(), text);
    assert.equal(/not saved/.test(await row.getAttribute("title")), title.startsWith("●"));
  };
  await shows("stalker.omf – Gait", /^stalker\.omf\n/);
  await setSpeed();
  await shows("● stalker.omf – Gait", /^● stalker\.omf\s+\(has edits that are not saved\)/);
  await page.keyboard.press("o");
  await waitForValue(() => page.locator("#table .row").innerText(), /^● stalker\.omf/);
  await page.keyboard.press("Control+z");
  await waitForValue(() => page.locator("#table .row").innerText(), /^stalker\.omf/);
  await page.keyboard.press("o");
  await shows("stalker.omf – Gait", /^stalker\.omf\n/);
  await page.keyboard.press("Control+y");
  await shows("● stalker.omf – Gait", /^● stalker\.omf/);
  await download(page, () => page.keyboard.press("Control+s"));
  await shows("stalker.omf – Gait", /^stalker\.omf\n/);
  await page.keyboard.press("Control+z");
  await shows("● stalker.omf – Gait", /^● stalker\.omf/);
});

test("edits go on when the file on the disk is replaced or removed", async () => {
  const path = join(folder, "exported.omf");
  writeFileSync(path, OMF);
  page = await openPage();
  await dropFiles(page, [path]);
  await shownClip(page);
  await setSpeed();
  await waitForEdits(page, 1);
  writeFileSync(path, EDITED); // as when the saved file is copied there
  await setSpeed("2");
  await waitForEdits(page, 2);
  rmSync(path);
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 1);
  assert.ok((await bytesOf(page)).equals(EDITED));
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 0);
  assert.ok((await bytesOf(page)).equals(OMF));
});

const EVENT = "#events-dialog tbody tr:first-child ";
const saveTyped = () => download(page, () => page.keyboard.press("Control+s"));
const eventNames = () => page.evaluate(() =>
  state.clip.value?.listed.events.map(({ name }) => name));
const alertOf = (dialog) => page.textContent(`${dialog} [role=alert]`);

/** What the command makes of the bank. */
function byCommand(...lines) {
  const [script, out] = [join(folder, "typed.txt"), join(folder, "typed.omf")];
  writeFileSync(script, lines.join("\n"));
  execFileSync(GAIT, ["edit", script, BANK, "-o", out, "-f", "-q"]);
  return readFileSync(out);
}

const RENAMED = byCommand('event --clip walk --rename "Left\tZzz"');
const SET = byCommand("set --clip walk --power 0.5");

/** Opens a page whose clip has events. */
async function openWalk(options) {
  page = await openPage(options);
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await waitForCheck(page);
  await page.evaluate(() => state.show(state.doc.value, 1));
}

const closeDialog = (dialog) => page.click(`${dialog} form[method=dialog] button`);

const DIALOGS = {
  "#events-dialog": { edited: RENAMED, type: async () => {
    await page.keyboard.press("Shift+M");
    await page.locator(`${EVENT}[data-column=name]`).selectText();
    await page.keyboard.type("Zzz");
  } },
  "#parameters-dialog": { edited: SET, type: async () => {
    await page.keyboard.press("p");
    await page.locator("#parameters-dialog [name=power]").selectText();
    await page.keyboard.type("0.5");
  } },
};

for (const [dialog, { type, edited }] of Object.entries(DIALOGS)) {
  test(`text typed in ${dialog} is saved, kept and asked about`, async () => {
    server = await serve(join(PAGE, "hosted"));
    await openWalk({ address: server.address });
    await type();
    const saved = await saveTyped();
    assert.ok(saved.bytes.equals(edited), "Ctrl+S saves what is typed");
    await page.keyboard.press("Escape");
    await page.waitForSelector(dialog, { state: "detached" });
    await page.keyboard.press("Control+z");
    await waitForEdits(page, 0);
    await saveTyped();
    await type();
    const stored = await page.evaluate(() => document.activeElement.defaultValue);
    await page.keyboard.press("Escape"); // takes back what is typed in the field
    assert.equal(await page.evaluate(() => document.activeElement.value), stored);
    assert.equal(await page.locator(dialog).count(), 1);
    await page.keyboard.press("Escape");
    await page.waitForSelector(dialog, { state: "detached" });
    await waitForEdits(page, 0);
    assert.ok((await bytesOf(page)).equals(OMF));
    await type();
    await closeDialog(dialog);
    await page.waitForSelector(dialog, { state: "detached" });
    await waitForEdits(page, 1);
    assert.ok((await bytesOf(page)).equals(edited), "Close applies what is typed");
    await page.evaluate(() => state.undo(state.doc.value));
    await waitForEdits(page, 0);
    await type();
    const asked = page.waitForEvent("dialog");
    void page.evaluate(() => location.reload()).catch(() => undefined);
    const leaving = await asked;
    assert.equal(leaving.type(), "beforeunload");
    await leaving.dismiss();
    await dropFiles(page, [OTHER]);
    await question().waitFor();
    assert.ok((await bytesOf(page)).equals(edited), "a drop asks about it");
    await page.keyboard.press("Enter"); // keep
    await waitForValue(names, ["stalker.omf", "walk.rtm"]);
  });

  test(`${dialog} and the text typed in it stay when a file is added`, async () => {
    await openWalk();
    await type();
    await dropFiles(page, [OTHER], { shiftKey: true });
    await waitForValue(names, ["stalker.omf", "walk.rtm"]);
    await waitForCheck(page);
    const typed = await page.evaluate(() => document.activeElement.value);
    assert.equal(typed, dialog === "#events-dialog" ? "Zzz" : "0.5");
    assert.deepEqual(await page.evaluate(() => [state.doc.value.name, state.clip.value.opened.name]),
      ["stalker.omf", "walk"], "what the dialog edits is shown");
    await page.keyboard.press("Enter");
    await waitForEdits(page, 1);
    assert.ok((await bytesOf(page)).equals(edited));
  });

  test(`${dialog} stays while a folder is read in search of a known skeleton`, async () => {
    const unposed = Buffer.from(OMF.toString("latin1").replaceAll("bip01", "bop01"), "latin1");
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) =>
      [`a${String(at).padStart(2, "0")}.omf`, unposed]));
    page = await openPage();
    await page.evaluate((id) => { // at once, before the search ends
      const stop = state.clip.onChange(() => {
        stop();
        setTimeout(() => state.commands().find((one) => one.id === id).run());
      });
    }, dialog === "#events-dialog" ? "edit.events" : "edit.parameters");
    await dropFiles(page, [["mod", { ...many, "z.omf": OMF }]]);
    await page.waitForSelector(dialog);
    await page.waitForFunction(() => state.docs.value.length === 61 && state.busy.value === 0);
    await waitForFrames(page, 10);
    assert.equal(await page.locator(dialog).count(), 1);
    assert.equal(await page.evaluate(() => state.doc.value.name), "a00.omf");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => state.doc.value.name === "z.omf");
  });
}

test("a refused text stops what would lose it, until the dialog is closed again", async () => {
  await openWalk();
  const refused = async (dialog, field, value) => {
    const again = /Close again/;
    await page.fill(`${dialog} ${field}`, value);
    await page.keyboard.press("Control+s");
    await waitForValue(() => alertOf(dialog), /\S/, `${field} ${value}`);
    await dropFiles(page, [OTHER]);
    await page.waitForTimeout(300);
    assert.deepEqual(await names(), ["stalker.omf"]);
    assert.equal(await question().count(), 0);
    await closeDialog(dialog);
    await waitForValue(() => alertOf(dialog), again, `${field} ${value}`);
    assert.equal(await page.inputValue(`${dialog} ${field}`), value);
    await closeDialog(dialog);
    await page.waitForSelector(dialog, { state: "detached" });
    assert.deepEqual(await page.evaluate(() => state.doc.value.edits), []);
  };
  const row = "tbody tr:first-child [data-column=";
  for (const [column, value] of [["to", "abc"], ["to", "9"], ["until", "0"], ["name", ""]]) {
    await page.keyboard.press("Shift+M");
    await refused("#events-dialog", `${row}${column}]`, value);
  }
  await page.keyboard.press("Shift+M");
  await refused("#events-dialog", "[name=at]", "abc");
  await page.keyboard.press("p");
  await refused("#parameters-dialog", "[name=power]", "fast");
});

test("a new event, and text of several fields and rows, are kept together", async () => {
  await openWalk();
  const field = (row, column) => `#events-dialog tbody tr:nth-child(${row}) ` +
    `[data-column=${column}]`;
  await page.keyboard.press("Shift+M");
  await page.fill("#events-dialog [name=name]", "New");
  await page.fill("#events-dialog [name=at]", "0.5");
  await page.fill(field(1, "name"), "First");
  await page.fill(field(2, "name"), "Second"); // while the first is renamed
  await page.fill(field(1, "to"), "9"); // refused alone
  await page.fill(field(1, "to"), "0.3");
  await closeDialog("#events-dialog");
  await page.waitForSelector("#events-dialog", { state: "detached" });
  assert.deepEqual((await eventNames()).sort(), ["First", "New", "Second"]);
});

test("Escape takes back the field with the focus, and what is typed in others is applied", async () => {
  const field = (name) => `#parameters-dialog [name=${name}]`;
  await openWalk();
  await page.keyboard.press("p");
  await page.fill(field("power"), "0.5");
  await page.focus(field("fx"));
  await page.keyboard.press("Space");
  await page.waitForSelector(field("bones"));
  await page.keyboard.press("Escape");
  assert.equal(await page.isChecked(field("fx")), false);
  await page.waitForSelector(field("parts"));
  await page.fill(field("speed"), "fast");
  await page.keyboard.press("Enter");
  await waitForValue(() => page.getAttribute(field("speed"), "aria-invalid"), "true");
  await page.keyboard.press("Escape");
  assert.deepEqual([await page.getAttribute(field("speed"), "aria-invalid"),
    await alertOf("#parameters-dialog")], [null, ""]);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#parameters-dialog", { state: "detached" });
  await waitForEdits(page, 1);
  assert.ok((await bytesOf(page)).equals(SET));
});

test("a dialog of a closed file changes nothing, and says so", async () => {
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await page.keyboard.press("p");
  await page.fill("#parameters-dialog [name=speed]", "3");
  await page.evaluate(() => state.close(state.doc.value));
  await waitForValue(() => alertOf("#parameters-dialog"), /closed/);
  await closeDialog("#parameters-dialog");
  await page.waitForSelector("#parameters-dialog", { state: "detached" });
});

/** Drops a GLB, and applies it to the open file as a person does. */
async function apply(path) {
  await dropFiles(page, [path]);
  await page.locator("dialog button", { hasText: "Apply to" }).first().click();
  await page.waitForSelector("#panel-roundtrip-summary");
}

test("an applied GLB is an edit beside the others, and is saved with them", async () => {
  const [turned, expected, both] = ["turned.glb", "turned.omf", "both.omf"]
    .map((name) => join(folder, name));
  const script = join(folder, "script.txt"); // of EDITED
  writeFileSync(turned, editedGlb(readFileSync(glb)));
  execFileSync(GAIT, ["convert", "-q", "--base", BANK, turned, expected]);
  execFileSync(GAIT, ["edit", script, expected, "-o", both, "-q"]);
  await openEdited();
  await apply(turned); // it is older than the edit of the speed
  await waitForEdits(page, 2);
  assert.ok((await bytesOf(page)).equals(readFileSync(both)), "both edits are in the file");
  const saved = await download(page, () => page.keyboard.press("Control+s"));
  assert.ok(saved.bytes.equals(readFileSync(both)));
  assert.equal(await valueOf(page, "unsaved"), false);
  await page.keyboard.press("Control+z"); // the last action
  await waitForEdits(page, 1);
  assert.ok((await bytesOf(page)).equals(EDITED));
  assert.equal(await page.locator(".roundtrip").count(), 0, "nothing of the GLB is in the file");
  await page.keyboard.press("Control+y");
  await waitForEdits(page, 2);
  assert.ok((await bytesOf(page)).equals(readFileSync(both)));
  assert.equal(await page.textContent("#panel-roundtrip-summary"), "1 changed, 4 unchanged");
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 1);
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 0);
  assert.ok((await bytesOf(page)).equals(OMF));
  await page.keyboard.press("Control+y");
  await waitForEdits(page, 1);
  await dropFiles(page, [OTHER]);
  await question().waitFor();
  await page.keyboard.press("Escape");
  assert.deepEqual(await names(), ["stalker.omf"]);
});

test("a second GLB is applied to the result of the first one, below later edits", async () => {
  const [first, second] = ["first", "second"].map((name) => join(folder, `${name}.glb`));
  const results = ["one.omf", "two.omf", "all.omf"].map((name) => join(folder, name));
  writeFileSync(first, editedGlb(readFileSync(glb)));
  execFileSync(GAIT, ["convert", "-q", "--base", BANK, first, results[0]]);
  execFileSync(GAIT, ["convert", "-q", results[0], second]);
  const content = editedGlb(readFileSync(second)); // the same bit again
  writeFileSync(second, content);
  execFileSync(GAIT, ["convert", "-q", "--base", results[0], second, results[1]]);
  execFileSync(GAIT, ["edit", join(folder, "script.txt"), results[1], "-o", results[2], "-q"]);
  await openEdited();
  await apply(first);
  await waitForEdits(page, 2);
  await apply(second);
  await waitForEdits(page, 3);
  assert.ok((await bytesOf(page)).equals(readFileSync(results[2])));
});

/** Files that are edited together: one by a GLB that is applied to it, the other by setSpeed(). */
const TOGETHER = {
  "two banks, with Ctrl+S": { path: BANK, go: () => page.keyboard.press("Control+s") },
  "two banks of the hosted page, with the button": { path: BANK, isHosted: true,
    go: () => page.locator("[data-command='edit.save']").click() },
  "an RTM and a bank, before they are replaced": { path: OTHER, go: async () => {
    await dropFiles(page, [["new.rtm", readFileSync(OTHER)]]);
    await question().getByText("Save, then replace").click();
  } },
};

/** Opens such files, and returns their bytes by their names; the second one is shown. */
async function openTogether({ path, isHosted = false }) {
  server = isHosted ? await serve(join(PAGE, "hosted")) : null;
  page = await openPage(isHosted ? { address: server.address } : {});
  const [script, changed, exported] = ["together.txt", `together_${basename(path)}`,
    "together.glb"].map((name) => join(folder, name));
  writeFileSync(script, path === BANK ? "set --clip walk --speed 2" : "event --add Step --at 0.1");
  execFileSync(GAIT, ["edit", script, path, "-o", changed, "-q", "-f"]);
  execFileSync(GAIT, ["convert", "-q", "-f", changed, exported]);
  await dropFiles(page, [path]);
  await shownClip(page);
  await apply(exported);
  await waitForEdits(page, 1);
  const applied = await bytesOf(page);
  await dropFiles(page, [["bank.omf", OMF]], { shiftKey: true });
  await page.waitForFunction(() => state.clip.value?.doc.name === "bank.omf");
  await waitForCheck(page);
  await setSpeed();
  await waitForEdits(page, 1);
  return { [basename(path)]: applied, "bank.omf": EDITED };
}

const assertFiles = (files, wanted) => {
  assert.deepEqual(Object.keys(files).sort(), Object.keys(wanted).sort());
  Object.entries(wanted).forEach(([name, bytes]) =>
    assert.ok(bytes.equals(files[name]), `the bytes of ${name}`));
};

for (const [what, way] of Object.entries(TOGETHER)) {
  test(`files are saved together, one of them with a GLB: ${what}`, async () => {
    const wanted = await openTogether(way);
    const { name, bytes } = await download(page, way.go);
    assert.equal(name, "gait-edited.zip");
    assertFiles(unzipSync(bytes), wanted);
    await page.waitForFunction(() => !state.unsaved.value);
    const [again] = await savedAgain();
    assertFiles(unzipSync(again), wanted);
  });
}

test("a file with a GLB goes with others into pages and archives, and is undone", async () => {
  const wanted = await openTogether({ path: BANK });
  const exportAs = async (id) => {
    await page.keyboard.press("s");
    await page.locator("dialog input[value=files]").check();
    const { bytes } = await download(page, () =>
      page.locator(`dialog [data-command="${id}"]`).click());
    await page.keyboard.press("Escape");
    return bytes;
  };
  const inside = [...(await exportAs("export.page")).toString("latin1")
    .matchAll(/class="gait-file" data-name="([^"]*)">([^<]*)</g)];
  assertFiles(Object.fromEntries(inside.map(([, name, content]) =>
    [name, Buffer.from(content, "base64")])), wanted);
  assert.deepEqual(Object.keys(unzipSync(await exportAs("export.glb"))).length > 1, true);
  assert.equal(JSON.parse(await exportAs("export.sarif")).runs.length, 1);
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 0);
  await page.locator("#left .files .row", { hasText: "stalker.omf" }).click();
  await page.waitForFunction(() => state.clip.value?.doc.name === "stalker.omf");
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 0);
  assert.ok((await bytesOf(page)).equals(OMF));
  assert.equal(await valueOf(page, "unsaved"), false);
  await page.keyboard.press("Control+y");
  await waitForEdits(page, 1);
  assert.ok((await bytesOf(page)).equals(wanted["stalker.omf"]));
});

test("several GLB files of one drop are offered one after the other", async () => {
  const [first, second] = ["part_1.glb", "part_2.glb"].map((name) => join(folder, name));
  execFileSync(GAIT, ["convert", "-q", "--clip", "walk", BANK, first]);
  execFileSync(GAIT, ["convert", "-q", "--clip", "salute", BANK, second]);
  [first, second].forEach((one) => writeFileSync(one, editedGlb(readFileSync(one))));
  const dialog = (at, n = 2) => page.locator(`dialog[aria-label="Edited file ${at} of ${n}"]`);
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await dropFiles(page, [first, second]);
  assert.match(await dialog(1).innerText(), /part_1\.glb/);
  await page.keyboard.press("Space"); // meant for the playback
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  assert.match(await dialog(2).innerText(), /part_2\.glb/);
  assert.equal(await dialog(2).locator("[role=alert]").count(), 0, "it takes nothing back");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await waitForEdits(page, 2);
  const results = ["part_1.omf", "part_2.omf"].map((name) => join(folder, name));
  execFileSync(GAIT, ["convert", "-q", "--base", BANK, first, results[0]]);
  execFileSync(GAIT, ["convert", "-q", "--base", results[0], second, results[1]]);
  assert.ok((await bytesOf(page)).equals(readFileSync(results[1])));
  await dropFiles(page, [first, second]);
  await dialog(1).waitFor();
  await page.keyboard.press("Escape");
  await dialog(1).waitFor({ state: "detached" });
  await waitForFrames(page);
  assert.deepEqual([await names(), await page.locator("dialog").count()], [["stalker.omf"], 0]);
  await page.keyboard.press("Control+s");
  await page.waitForFunction(() => !state.unsaved.value);
  await dropFiles(page, [first, second]);
  await dialog(1).getByText("Open all 2 as files of their own").click();
  await waitForValue(names, ["part_1.glb", "part_2.glb"]);
});

test("too many GLB files for questions are opened, and the page says so", async () => {
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await dropFiles(page, Array.from({ length: 9 }, (_, at) => [`${at}.glb`, readFileSync(glb)]));
  await waitForValue(async () => (await valueOf(page, "message"))?.text, /drop at most 8 at once/);
  assert.equal((await names()).length, 9);
});

test("a GLB that changes only parameters says so", async () => {
  const [edited, fast] = ["fast.omf", "fast.glb"].map((name) => join(folder, name));
  writeFileSync(edited, EDITED);
  execFileSync(GAIT, ["convert", "-q", edited, fast]);
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await apply(fast);
  assert.equal(await page.textContent("#panel-roundtrip-summary"),
    "1 with changed metadata, 4 unchanged");
  assert.deepEqual((await page.locator(".roundtrip li").innerText()).split("\n")
    .map((line) => line.trim()).filter(Boolean),
  ["idle metadata changed, keys unchanged", "Changed metadata: Speed"]);
  assert.equal(await page.textContent(".roundtrip summary"), "4 unchanged");
});

test("a GLB of the edited file is applied after its edits", async () => {
  const [edited, exported] = ["now.omf", "now.glb"].map((name) => join(folder, name));
  writeFileSync(edited, EDITED);
  execFileSync(GAIT, ["convert", "-q", edited, exported]);
  writeFileSync(exported, editedGlb(readFileSync(exported)));
  execFileSync(GAIT, ["convert", "-q", "-f", "--base", edited, exported, join(folder, "new.omf")]);
  await openEdited();
  await apply(exported);
  await waitForEdits(page, 2);
  assert.ok((await bytesOf(page)).equals(readFileSync(join(folder, "new.omf"))));
});

test("a GLB of a state between two edits is applied there, and later edits stay", async () => {
  const [script, between, exported, all, result] = ["between.txt", "between.omf", "between.glb",
    "later.txt", "later.omf"].map((name) => join(folder, name));
  writeFileSync(script, "set --clip walk --power 0.9\n");
  writeFileSync(all, "set --clip idle --speed 3\nset --clip walk --falloff 4\n");
  execFileSync(GAIT, ["edit", script, BANK, "-o", between, "-q", "-f"]);
  execFileSync(GAIT, ["convert", "-q", "-f", between, exported]);
  writeFileSync(exported, editedGlb(readFileSync(exported)));
  execFileSync(GAIT, ["convert", "-q", "-f", "--base", between, exported, result]);
  execFileSync(GAIT, ["edit", all, result, "--in-place", "-q"]);
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  for (const line of ["set --clip walk --power 0.9", "set --clip idle --speed 3",
    "set --clip walk --falloff 4"]) {
    await page.evaluate((edit) => state.edit(state.doc.value,
      { script: edit, label: "an edit" }), line);
  }
  await waitForEdits(page, 3);
  await apply(exported);
  await waitForEdits(page, 4);
  assert.ok((await bytesOf(page)).equals(readFileSync(result)));
});

test("a second GLB of the original file names the clips that it takes back", async () => {
  const [first, second] = ["first_of_two.glb", "second_of_two.glb"]
    .map((name) => join(folder, name));
  writeFileSync(first, editedGlb(readFileSync(glb)));
  writeFileSync(second, readFileSync(glb));
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await apply(first);
  await waitForEdits(page, 1);
  const [clip] = await page.evaluate(() => state.roundtrip.value.report.clips
    .filter(({ difference }) => difference === "changed").map(({ name }) => name));
  await dropFiles(page, [second]);
  const alert = page.locator("dialog [role=alert]");
  assert.match(await alert.innerText(), new RegExp(`takes them back in: ${clip}\\.`),
    "this is said before it is applied");
  await page.keyboard.press("Escape");
  await alert.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => state.doc.value.edits.length), 1);
  await apply(second);
  await waitForEdits(page, 2);
  assert.match(await page.locator(".roundtrip [role=alert]").textContent(), new RegExp(clip));
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 1);
  assert.equal(await page.locator(".roundtrip [role=alert]").count(), 0);
});

test("the report of a round trip goes with its file", async () => {
  await openEdited();
  await apply(glb); // it changes nothing
  assert.equal(await page.evaluate(() => state.doc.value.edits.length), 1);
  await dropFiles(page, [OTHER]);
  await question().getByText("Discard").click();
  await waitForValue(names, ["walk.rtm"]);
  assert.equal(await page.locator(".roundtrip").count(), 0);
});

test("salvaged clips are not saved until they are downloaded", async () => {
  const cut = join(folder, "cut.omf");
  writeFileSync(cut, OMF.subarray(0, OMF.length - 100));
  page = await openPage();
  await dropFiles(page, [cut]);
  await page.locator(".salvage [data-do='salvage.open']").first().click();
  await page.waitForFunction(() => state.clip.value?.doc.path === "cut-salvaged.omf");
  assert.equal(await valueOf(page, "unsaved"), true);
  await dropFiles(page, [OTHER]);
  await question().waitFor();
  await page.keyboard.press("Escape");
  const saved = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(saved.name, "cut-salvaged.omf");
  assert.equal(await valueOf(page, "unsaved"), false);
});

/** Saves, but cancels the download in the browser, of which the page is not told. */
async function cancel(action) {
  const [file] = await Promise.all([page.waitForEvent("download"), action()]);
  await file.cancel();
}

/** The bytes of all downloads that are offered again. */
async function savedAgain() {
  await waitForFrames(page);
  const buttons = await page.locator("#messages button", { hasText: "Save again" }).all();
  const saved = [];
  for (const button of buttons) {
    saved.push((await download(page, () => button.click())).bytes);
  }
  return saved;
}

const SAVES = {
  "save, then replace": async () => {
    await dropFiles(page, [OTHER]);
    await cancel(() => question().getByText("Save, then replace").click());
  },
  "save, then close": async () => {
    await page.locator("#left .files .row", { hasText: "stalker.omf" }).locator(".close").click();
    await cancel(() => question().getByText("Save, then close").click());
  },
  "Ctrl+S": async () => {
    await cancel(() => page.keyboard.press("Control+s"));
    await dropFiles(page, [OTHER]);
  },
  "the dialog of downloads": async () => {
    await page.keyboard.press("s");
    await cancel(() => page.locator("dialog [data-command='export.original']").click());
    await page.keyboard.press("Escape");
    await dropFiles(page, [OTHER]);
  },
};

for (const [what, save] of Object.entries(SAVES)) {
  const isLast = what.startsWith("save");
  test(`a cancelled download can ${isLast ? "" : "not "}be repeated after its file is gone: ${
    what}`, async () => {
    await openEdited();
    if (what === "save, then close") {
      await dropFiles(page, [OTHER], { shiftKey: true });
      await page.waitForFunction(() => state.doc.value.name === "walk.rtm");
    }
    await save();
    await waitForValue(names, ["walk.rtm"]);
    const saved = await savedAgain();
    assert.deepEqual(saved.map((bytes) => bytes.equals(EDITED)), isLast ? [true] : []);
  });
}

test("a file is saved again as it is then, until it is closed", async () => {
  await openEdited();
  await cancel(() => page.keyboard.press("Control+s"));
  await setSpeed("2");
  await waitForEdits(page, 2);
  const [again] = await savedAgain();
  assert.ok(again.equals(await bytesOf(page)));
  assert.equal(await valueOf(page, "unsaved"), false);
  await page.locator("#left .files .row .close").click();
  await waitForValue(names, []);
  assert.deepEqual(await savedAgain(), []);
});

test("Ctrl+S saves an edit that is being made", async () => {
  await openEdited();
  await download(page, () => page.keyboard.press("Control+s"));
  const { bytes } = await download(page, () => page.evaluate(() => {
    void state.undo(state.doc.value);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "s", code: "KeyS",
      ctrlKey: true, bubbles: true }));
  }));
  assert.ok(bytes.equals(OMF));
});

/** Opens two edited files, of which the second one is shown. */
async function openTwoEdited() {
  await openEdited();
  await dropFiles(page, [["second.omf", OMF]], { shiftKey: true });
  await page.waitForFunction(() => state.doc.value?.name === "second.omf");
  await shownClip(page);
  await setSpeed("2");
  await waitForEdits(page, 1);
}

test("a later download does not replace the offer of one whose file is closed", async () => {
  await openTwoEdited();
  const second = await bytesOf(page);
  for (const name of ["second.omf", "stalker.omf"]) {
    await page.locator("#left .files .row", { hasText: name }).locator(".close").click();
    await cancel(() => question().getByText("Save, then close").click());
  }
  await waitForValue(names, []);
  const saved = await savedAgain();
  assert.equal(saved.length, 2);
  assert.ok(saved[0].equals(second) && saved[1].equals(EDITED));
});

test("a later download of one file does not replace the offer of another open one", async () => {
  await openTwoEdited();
  await cancel(() => page.keyboard.press("Control+s"));
  await setSpeed("3");
  await waitForEdits(page, 2);
  await download(page, () => page.keyboard.press("Control+s"));
  const buttons = page.locator("#messages button", { hasText: "Save again" });
  assert.equal(await buttons.count(), 2);
  const both = unzipSync((await download(page, () => buttons.first().click())).bytes);
  assert.ok(EDITED.equals(both["stalker.omf"]));
  assert.ok((await bytesOf(page)).equals(both["second.omf"]));
  await waitForValue(() => buttons.count(), 1);
});

test("an offer to save again is kept until the next download of its file", async () => {
  await openEdited();
  await cancel(() => page.keyboard.press("Control+s"));
  await page.evaluate(() => state.show(state.doc.value, 1)); // another clip
  await setSpeed("2");
  await waitForEdits(page, 2);
  await download(page, () => page.keyboard.press("Control+s"));
  const saved = await savedAgain();
  assert.deepEqual(saved.map((bytes) => bytes.equals(EDITED)), [false]);
  await page.locator("#messages").getByLabel("Close").click();
  assert.deepEqual(await savedAgain(), []);
});

// --- a GLB with options ---

/** A GLB of some clips with a change in walk, and one of all clips and a new one. */
const [PART, MORE] = ["part.glb", "more.glb"].map((name) => join(folder, name));
const DROPPED = join(folder, "dropped.omf");
const ADDED = join(folder, "added.omf");
execFileSync(GAIT, ["convert", "-q", "--clip", "walk", "--clip", "salute", BANK, PART]);
writeFileSync(PART, editedGlb(readFileSync(PART)));
execFileSync(GAIT, ["convert", "-q", "--drop-missing", "--base", BANK, PART, DROPPED]);
execFileSync(GAIT, ["duplicate", "-q", BANK, "--clip", "walk=walk_new", "-o",
  join(folder, "more.omf")]);
execFileSync(GAIT, ["convert", "-q", join(folder, "more.omf"), MORE]);
execFileSync(GAIT, ["convert", "-q", "--add-new", "--base", BANK, MORE, ADDED]);

/** Opens the bank, and applies a GLB to it. */
async function openApplied(path) {
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await waitForCheck(page);
  await apply(path);
}

/** Clicks on the box of an option, and waits until this is done. */
async function tick(option) {
  await page.click(`#panel-roundtrip-${option}`);
  await page.evaluate(() => state.settled());
  await waitForFrames(page);
  await waitForCheck(page);
}

/** What the panel, the list and the file show. */
async function shownState() {
  await waitForFrames(page);
  const shown = await page.evaluate(() => ({ roundtrip: document.querySelector(".roundtrip")?.innerText,
    boxes: [...document.querySelectorAll(".roundtrip-options input")].map(({ checked }) => checked),
    clips: state.doc.value.opened.clips.map(({ name }) => name),
    unsaved: state.unsaved.value, edits: state.doc.value.edits.length }));
  return { ...shown, bytes: (await bytesOf(page)).toString("base64") };
}

async function setSpeedOf(clip, speed) {
  await page.evaluate(async (name) => {
    await state.show(state.doc.value,
      state.doc.value.opened.clips.findIndex((one) => one.name === name));
  }, clip);
  const edits = await page.evaluate(() => state.doc.value.edits.length);
  await setSpeed(speed);
  await waitForEdits(page, edits + 1);
}

test("an option of a GLB without which later edits are impossible stays as it is", async () => {
  await openApplied(PART);
  await waitForEdits(page, 1);
  await setSpeedOf("idle", "2"); // which is not in the GLB
  await setSpeedOf("salute", "2");
  const before = await shownState();
  await tick("dropMissing");
  assert.equal((await valueOf(page, "message"))?.kind, "error");
  assert.deepEqual(await shownState(), before);
  const saved = await download(page, () => page.keyboard.press("Control+s"));
  assert.equal(saved.bytes.toString("base64"), before.bytes);
});

test("a removed clip that was edited is named", async () => {
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await waitForCheck(page);
  await setSpeedOf("idle", "2");
  await apply(PART);
  await waitForEdits(page, 2);
  assert.equal(await page.locator(".roundtrip [role=alert]").count(), 0);
  await tick("dropMissing");
  assert.match(await page.locator(".roundtrip [role=alert]").textContent(), /idle/);
});

test("a new clip of a GLB stays while edits need it", async () => {
  await openApplied(MORE);
  await tick("addNew");
  await waitForEdits(page, 1);
  assert.ok((await bytesOf(page)).equals(readFileSync(ADDED)));
  await setSpeedOf("walk", "2");
  await setSpeedOf("walk_new", "2");
  const before = await shownState();
  await tick("addNew");
  const { kind, text } = await valueOf(page, "message");
  assert.deepEqual([kind, /walk_new.*A later edit needs it/.test(text), /command/.test(text)],
    ["error", true, false], text);
  assert.deepEqual(await shownState(), before);
  assert.deepEqual(before.boxes, [true, false]);
});

test("an edit of the only clip does not change clips that a GLB adds below it", async () => {
  const [one, two] = ["one-clip.omf", "two-clips.glb"].map((name) => join(folder, name));
  execFileSync(GAIT, ["extract", "-q", BANK, "--clip", "walk", "-o", one]);
  execFileSync(GAIT, ["convert", "-q", "--clip", "walk", "--clip", "salute", BANK, two]);
  page = await openPage();
  await dropFiles(page, [one]);
  await shownClip(page);
  await waitForCheck(page);
  await setSpeed("2");
  await waitForEdits(page, 1);
  await apply(two);
  await tick("addNew");
  await page.waitForFunction(() => state.doc.value.opened.clips.length === 2);
  assert.deepEqual(await page.evaluate(() => state.doc.value.opened.clips.map(
    ({ playback }) => playback.speed.toFixed(1))), ["2.0", "1.1"]);
});

test("an option of a GLB is an edit: it is unsaved, asked about, undone and done again", async () => {
  await openApplied(PART);
  await waitForEdits(page, 1);
  await download(page, () => page.keyboard.press("Control+s"));
  const saved = await shownState();
  assert.equal(saved.unsaved, false);
  await tick("dropMissing");
  const ticked = await shownState();
  assert.deepEqual([ticked.unsaved, ticked.edits, ticked.clips], [true, 2, ["walk", "salute"]]);
  assert.ok((await bytesOf(page)).equals(readFileSync(DROPPED)));
  await dropFiles(page, [OTHER]);
  await question().waitFor();
  await page.keyboard.press("Escape");
  await question().waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 1);
  assert.deepEqual(await shownState(), saved);
  await page.keyboard.press("Control+y");
  await waitForEdits(page, 2);
  assert.deepEqual(await shownState(), ticked);
  await tick("dropMissing");
  assert.deepEqual(await shownState(), { ...saved, edits: 3 });
});

test("an edit that is older than a GLB keeps its step of undo when options change", async () => {
  await openEdited(); // of idle
  await apply(PART);
  await waitForEdits(page, 2);
  await tick("dropMissing");
  await waitForEdits(page, 3);
  await tick("dropMissing");
  await waitForEdits(page, 4);
  for (let edits = 3; edits >= 1; edits--) {
    await page.keyboard.press("Control+z");
    await waitForEdits(page, edits);
  }
  assert.ok((await bytesOf(page)).equals(EDITED));
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 0);
  assert.ok((await bytesOf(page)).equals(OMF));
});

test("a GLB is applied to the open file of its name, also if another one is shown", async () => {
  const named = join(folder, "stalker-named");
  execFileSync("mkdir", ["-p", named]);
  writeFileSync(join(named, "stalker.glb"), editedGlb(readFileSync(glb)));
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await dropFiles(page, [["second.omf", OMF]], { shiftKey: true });
  await page.waitForFunction(() => state.clip.value?.doc.name === "second.omf");
  await dropFiles(page, [join(named, "stalker.glb")]);
  await page.locator("dialog button.primary").click();
  await page.waitForSelector("#panel-roundtrip-summary");
  await waitForEdits(page, 1); // of the file that is shown
  assert.deepEqual(await page.evaluate(() => state.docs.value.map(({ name, edits }) =>
    [name, edits.length])), [["stalker.omf", 1], ["second.omf", 0]]);
  await page.keyboard.press("Control+z");
  await waitForEdits(page, 0);
  assert.ok((await bytesOf(page)).equals(OMF));
});

test("a GLB that is older than the saved and reopened file warns before it is applied", async () => {
  const [first, second] = [["walk", "first"], ["salute", "second"]].map(([clip, name]) => {
    const path = join(folder, `saved_${name}.glb`);
    execFileSync(GAIT, ["convert", "-q", "--clip", clip, BANK, path]);
    writeFileSync(path, editedGlb(readFileSync(path)));
    return path;
  });
  const alerts = () => page.locator("dialog[aria-label='Edited file'] [role=alert]").allInnerTexts();
  page = await openPage();
  await dropFiles(page, [BANK]);
  await shownClip(page);
  await dropFiles(page, [first]);
  await page.locator("dialog button", { hasText: "Apply to" }).waitFor();
  assert.deepEqual(await alerts(), [], "the file is the one that it was made from");
  await page.locator("dialog button", { hasText: "Apply to" }).click();
  await waitForEdits(page, 1);
  const { name, bytes } = await download(page, () => page.keyboard.press("Control+s"));
  await dropFiles(page, [[name, bytes]]);
  await page.waitForFunction(() => state.doc.value?.edits.length === 0);
  await shownClip(page);
  await waitForCheck(page);
  await dropFiles(page, [second]);
  await page.locator("dialog button", { hasText: "Apply to" }).waitFor();
  const [words, ...others] = await alerts();
  assert.match(words, /another version of stalker\.omf.*: salute\./);
  assert.deepEqual(others, []);
});
