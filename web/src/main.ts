/** Starts the page. */
import "./style.css";
import { App } from "./app";
import { startBar, watchButtons } from "./bar";
import { allCommands, listenToKeys } from "./commands";
import { byId, make } from "./dom";
import { startDownloads } from "./export/downloads";
import { startEdits } from "./edit/edits";
import { startList } from "./list/list";
import { startOpening } from "./open/opening";
import { parts } from "./parts";
import { startPanel } from "./panel/panel";
import { startViewport } from "./viewport/viewport";
import { startTime } from "./time/time";
import { text } from "./text/text";

/** Shows one sentence instead of the page. */
function refuse(sentence: string): void {
  byId("app").className = "is-empty";
  byId("empty").replaceChildren(make("p", { class: "refusal", role: "alert" }, sentence));
}

async function start(): Promise<void> {
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") {
    refuse(text("page.no-webassembly"));
    return;
  }
  const app = new App(parts);
  Object.assign(window, { gait: app, gaitCommands: allCommands }); // for the console and tests
  startOpening(app);
  startList(app);
  startViewport(app);
  startTime(app);
  startEdits(app);
  startPanel(app);
  startDownloads(app);
  startBar(app);
  watchButtons(app);
  listenToKeys();
  try {
    app.facts = await app.client.ready;
    document.documentElement.dataset.ready = "";
    performance.mark("gait-ready");
  } catch (error) {
    refuse(text("page.failed", { reason: error instanceof Error ? error.message : String(error) }));
  }
}

void start();
