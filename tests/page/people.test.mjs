// The page for all people: what axe-core finds in its states, its texts in both languages, its keys
// and its names.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { closeBrowser, dropFiles, openPage, ROOT, sample, shownClip, waitForCheck, waitForFrames
  } from "./page.mjs";

const AXE = readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8");
/** Waits until no task runs, and what it changed is on the screen. */
async function settle(page) {
  await page.waitForFunction(() => state.busy.value === 0);
  await waitForFrames(page);
}

/** Changes the state of the page. */
const change = (page, run, value) => page.evaluate(run, value);

async function openBank(page) {
  await dropFiles(page, [sample("stalker.omf")]);
  await shownClip(page);
  await waitForCheck(page);
  await change(page, () => {
    state.playing.value = false;
  });
}

const showTab = (tab) => async (page) => {
  await change(page, (tab) => {
    state.bone.value = 3;
    state.panelTab.value = tab;
  }, tab);
};

const CONTROLS = ["button", "link", "slider", "textbox", "searchbox", "combobox", "checkbox",
  "radio", "tab", "option", "spinbutton"];

/** The states, each entered from the one before. */
const STATES = [
  { name: "empty", enter: async () => undefined },
  { name: "a bank", enter: openBank },
  { name: "a bone", enter: showTab("bone") },
  { name: "findings", enter: async (page) => {
    await showTab("findings")(page);
    await page.waitForSelector("#panel-filter-error");
  } },
  { name: "the file", enter: showTab("file") },
  { name: "two clips", enter: async (page) => {
    await change(page, async () => {
      await state.pin();
      await state.show(state.doc.value, 1);
    });
    await showTab("compare")(page);
    await page.waitForSelector(".differences tbody tr");
  } },
  { name: "curves", enter: async (page) => {
    await change(page, () => {
      state.panelTab.value = null;
      state.curves.value = true;
    });
    await page.waitForSelector("#curves .u-over");
  } },
  { name: "the grid view", enter: async (page) => {
    await change(page, () => {
      state.curves.value = false;
      state.gridView.value = true;
    });
    await page.waitForSelector(".grid-view-cell");
  } },
  { name: "an error", enter: (page) => change(page, () => {
    state.gridView.value = false;
    state.report(new Error("The file is damaged"));
  }) },
  { name: "the list as a sheet", enter: (page) => change(page, () => {
    state.message.value = null;
    document.getElementById("app").classList.add("shows-list");
  }) },
  { name: "keys and help", enter: async (page) => {
    await change(page, () => document.getElementById("app").classList.remove("shows-list"));
    await page.locator("#bar button").last().click();
    await page.waitForSelector("dialog[open]");
  } },
  { name: "downloads", enter: async (page) => {
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await page.keyboard.press("s");
    await page.waitForSelector("dialog[open]");
  } },
  { name: "a refused file", enter: async (page) => {
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog", { state: "detached" });
    await dropFiles(page, [["notes.txt", "no animation"], sample("walk_binarised.rtm")],
      { shiftKey: true });
    await page.waitForFunction(() => state.refused.value.length === 1);
  } },
  { name: "a file besides", enter: async (page) => {
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => state.docs.value.length === 2);
    await change(page, () => state.show(state.docs.value[1]));
  } },
];

/** Calls the function in each state of a page. */
async function inStates(page, run) {
  for (const { name, enter } of STATES) {
    await enter(page);
    await settle(page);
    await run(name);
  }
}

/** What axe-core finds, in lines. */
async function violations(page) {
  const { violations: found } = await page.evaluate(() => window.axe.run(document,
    { resultTypes: ["violations"] }));
  return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) =>
    `${id}: ${html.slice(0, 120)} ${failureSummary.split("\n").slice(1).join(" ").trim()}`));
}

async function expectAccessible(options) {
  const page = await openPage(options);
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setBypassCSP", { enabled: true });
  await page.evaluate(AXE);
  const found = new Map(); // with the first state of each
  await inStates(page, async (name) => {
    for (const line of await violations(page)) {
      found.set(line, found.get(line) ?? name);
    }
  });
  assert.deepEqual([...found].map(([line, name]) => `${name}: ${line}`), []);
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

after(closeBrowser);

const PHONE = { viewport: { width: 390, height: 844 } };
for (const colorScheme of ["dark", "light"]) {
  test(`axe-core finds nothing, ${colorScheme}`, () => expectAccessible({ colorScheme }));
  test(`axe-core finds nothing on a phone, ${colorScheme}`, () =>
    expectAccessible({ colorScheme, ...PHONE }));
}

for (const locale of ["en-US", "ru-RU"]) {
  test(`on a phone the whole bar is visible, above the columns, ${locale}`, async () => {
    const page = await openPage({ ...PHONE, locale });
    await openBank(page);
    await change(page, () => {
      state.panelTab.value = "bone";
    });
    for (const width of [320, 390, 700]) {
      await page.setViewportSize({ width, height: 500 });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      const { sides, bottom, top } = await page.evaluate(() => {
        const bar = document.getElementById("bar");
        return { bottom: bar.getBoundingClientRect().bottom,
          top: document.getElementById("right").getBoundingClientRect().top,
          sides: [...bar.children].map((one) => one.getBoundingClientRect())
            .filter((box) => box.width > 1).map((box) => [box.left, box.right]) };
      });
      assert.ok(sides.length > 5, `${sides}`);
      assert.ok(sides.every(([left, right]) => left >= 0 && right <= width), `${width}: ${sides}`);
      assert.equal(top, bottom);
    }
    await page.context().close();
  });
}

test("every control has a name, every command a key or a button, every key one command",
  async () => {
    const page = await openPage();
    const session = await page.context().newCDPSession(page);
    const nameless = new Set();
    const buttons = new Set();
    await inStates(page, async (name) => {
      const { nodes } = await session.send("Accessibility.getFullAXTree");
      for (const { role, name: label, ignored } of nodes) {
        if (!ignored && CONTROLS.includes(role?.value) && !label?.value?.trim()) {
          nameless.add(`${name}: ${role.value}`);
        }
      }
      for (const id of await page.evaluate(() =>
        [...document.querySelectorAll("[data-command]")].map(({ dataset }) => dataset.command))) {
        buttons.add(id);
      }
    });
    assert.deepEqual([...nameless], []);
    const commands = await page.evaluate(() =>
      state.commands().map(({ id, keys }) => ({ id, keys: [...keys] })));
    const unreachable = commands.filter(({ id, keys }) => keys.length === 0 && !buttons.has(id));
    assert.deepEqual(unreachable.map(({ id }) => id), []);
    const keys = commands.flatMap(({ keys: own }) => own);
    assert.deepEqual(keys.filter((key, index) => keys.indexOf(key) !== index), []);
    await page.context().close();
  });

test("the documented keys are keys of commands", async () => {
  const documented = [" ", "ArrowLeft", "ArrowRight", "Shift+ArrowLeft", "Shift+ArrowRight", ",",
    ".", "Home", "End", "ArrowUp", "ArrowDown", "/", "j", "k", "l", "[", "]", "-", "=", "Numpad1",
    "Numpad3", "Numpad7", "Numpad5", "f", "b", "g", "r", "t", "c", "w", "e", "i", "m", "n",
    "s"];
  const page = await openPage();
  const keys = await page.evaluate(() =>
    state.commands().flatMap(({ keys: own }) => [...own]));
  assert.deepEqual(documented.filter((key) => !keys.includes(key)), []);
  await page.context().close();
});

// --- texts ---------------------------------------------------------------------------------------

/** Names that are the same in both languages. */
const NAMES = new Set(`gait glb bvh rtm omf ogf skl skls svg png webm json sarif csv zip html gltf
  p3d sha-256 a b x y z w ms fps arma s.t.a.l.k.e.r. english русский three.js uplot fflate github
  model.cfg edited`.split(/\s+/));

let texts = null;
before(async () => {
  const { outputFiles } = await build({ bundle: true, write: false, format: "esm",
    stdin: { contents: 'export { en } from "./en"; export { ru } from "./ru";', loader: "ts",
      resolveDir: join(ROOT, "web/src/text") } });
  texts = await import(`data:text/javascript;base64,${
    Buffer.from(outputFiles[0].contents).toString("base64")}`);
});

const forms = (text) => typeof text === "string" ? { other: text } : text;
const placeholders = (text) => [...new Set(Object.values(forms(text)).flatMap((form) =>
  [...form.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)))].sort();

test("both languages have the same texts with the same values", () => {
  const { en, ru } = texts;
  assert.deepEqual(Object.keys(ru).sort(), Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) {
    assert.deepEqual(placeholders(ru[key]), placeholders(text), key);
  }
});

test("plural forms are complete", () => {
  const complete = { en: ["one", "other"], ru: ["few", "many", "one", "other"] };
  for (const [language, wanted] of Object.entries(complete)) {
    for (const [key, text] of Object.entries(texts[language])) {
      if (typeof text !== "string") {
        assert.deepEqual(Object.keys(text).sort(), wanted, `${language} ${key}`);
        assert.ok(placeholders(text).includes("n"), `${language} ${key} has no {n}`);
      }
    }
  }
});

test("every text is translated", () => {
  const same = Object.entries(texts.en).filter(([key, text]) => {
    const words = Object.values(forms(text)).join(" ").replace(/\{\w+\}/g, " ").toLowerCase()
      .match(/\p{L}[\p{L}\p{N}.-]*/gu) ?? [];
    return JSON.stringify(text) === JSON.stringify(texts.ru[key]) &&
      words.some((word) => !NAMES.has(word.replace(/\.$/, "")) && !NAMES.has(word));
  });
  assert.deepEqual(same, []);
});
