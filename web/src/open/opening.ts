/** Opens files: from drops, the file chooser, the page itself, and the operating system. */
import "./open.css";
import type { App } from "../app";
import { addToBar, commandButton } from "../bar";
import { addCommands } from "../commands";
import { byId, make, oncePerFrame } from "../dom";
import { Signal } from "../signal";
import { language, text } from "../text/text";
import { offerRoundtrip } from "./edited";
import { embeddedFiles } from "./embedded";
import { filesOfHandles, filesOfInput, type Found, type Handle } from "./entries";
import { listenToDrops } from "./drops";
import { cancelOpening, openFiles, progress } from "./intake";
import { makeReasons, showRefused } from "./refused";
import { samples } from "./samples";

/** Opened files are added to those that are open. */
const adds = new Signal(false);
/** The file that a link describes, until it is open. */
export const expected = new Signal<string | null>(null);

let queue: Promise<void> = Promise.resolve();

/**
 * Opens files as the user chose: instead of the open ones, or in addition; after those that are
 * being opened. `isEdited`: an edited glTF can be among them.
 */
async function receive(app: App, files: Promise<Found[]> | Found[],
  { isShifted = false, isEdited = true } = {}): Promise<void> {
  try {
    const found = await files;
    const isAdding = isShifted || adds.value;
    const before = queue;
    queue = (async () => {
      await before.catch(() => undefined); // reported by its own call
      await app.client.ready;
      if (isAdding || !isEdited || !(await offerRoundtrip(app, found))) {
        await openFiles(app, found, !isAdding);
      }
    })();
    await queue;
  } catch (error) {
    app.report(error);
  }
}

/** Lets the user choose files or a folder. */
function choose(app: App, isFolder: boolean): void {
  const input = make("input", { type: "file", multiple: true, webkitdirectory: isFolder,
    hidden: true, onchange: () => {
      input.remove();
      void receive(app, filesOfInput(input.files!));
    }, oncancel: () => input.remove() });
  document.body.append(input);
  input.click();
}

function showEmpty(app: App): void {
  byId("empty").replaceChildren(make("div", { class: "welcome" },
    make("h2", {}, text("page.title")),
    make("p", {}, text("open.what")),
    ...expected.value === null ? []
      : [make("p", { class: "expected", role: "note" }, text("open.expected",
        { name: expected.value }))],
    make("p", { class: "choices" },
      make("button", { type: "button", class: "primary", onclick: () => choose(app, false) },
        text("open.choose-files")),
      make("button", { type: "button", onclick: () => choose(app, true) },
        text("open.choose-folder")),
      commandButton("open-samples")),
    ...app.files.refused.value.length > 1 ? [make("section", { class: "reasons" },
      make("h3", {}, text("open.refused", { n: app.files.refused.value.length })),
      makeReasons(app, app.files.refused.value))] : [],
    make("p", { class: "dim" }, text("open.private"))));
}

/** Shows how far the files of a drop are recognised. */
function showProgress(): void {
  const bar = make("progress", { "aria-label": text("open.progress-label") });
  const words = make("span", { role: "status" });
  const cancel = make("button", { type: "button", onclick: cancelOpening });
  const panel = make("div", { class: "opening", hidden: true }, bar, words, cancel);
  byId("app").after(panel);
  const update = oncePerFrame(() => {
    const now = progress.value;
    panel.hidden = !now || now.done === 0;
    words.textContent = now ? text("open.progress", { ...now }) : ""; // also for screen readers
    if (now) {
      bar.max = now.total;
      bar.value = now.done;
      cancel.textContent = text("open.cancel");
    }
  });
  progress.observe(update);
}

function addOpeningCommands(app: App): void {
  addCommands([
    { id: "open-files", text: "open.choose-files", keys: ["Ctrl+o"],
      run: () => choose(app, false) },
    { id: "open-folder", text: "open.choose-folder", keys: ["Shift+Ctrl+o"],
      run: () => choose(app, true) },
    { id: "open-samples", text: "open.samples", keys: [], run: () => receive(app, samples()) },
    { id: "open-adds", text: "open.add", keys: [], isOn: () => adds.value, run: () => {
      adds.value = !adds.value;
      app.files.docs.touch();
    } },
    { id: "show-refused", text: "open.show-refused", keys: [], run: () => showRefused(app),
      isPossible: () => app.files.refused.value.length > 0, why: "why.refused" },
  ]);
  addToBar(() => [commandButton("open-files", text("open.open")),
    commandButton("open-folder", text("open.folder")), commandButton("open-adds")]);
}

type Launch = { files: Handle[] };
type LaunchQueue = { setConsumer(consume: (launch: Launch) => void): void };

/** Files that the operating system opens with the installed page. */
function listenToLaunches(app: App): void {
  const { launchQueue } = window as unknown as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files }) => {
    if (files.length > 0) {
      void receive(app, filesOfHandles(files));
    }
  });
}

export function startOpening(app: App): void {
  addOpeningCommands(app);
  const update = () => showEmpty(app);
  language.observe(update);
  expected.onChange(update);
  app.files.refused.onChange(update);
  app.files.docs.observe((docs) => {
    byId("app").classList.toggle("is-empty", docs.length === 0);
    byId("empty").hidden = docs.length > 0;
  });
  showProgress();
  listenToDrops((found, isShifted) => void receive(app, found, { isShifted }));
  listenToLaunches(app);
  const embedded = embeddedFiles();
  if (embedded.length > 0) {
    void receive(app, embedded, { isEdited: false });
  }
}
