/** Exports: conversions, pictures, videos, reports, links. */
import "./export.css";
import type { App } from "../app";
import { addToBar, commandButton, showDialog, updateButtons } from "../bar";
import { addCommands, type Condition } from "../commands";
import { make } from "../dom";
import { saveEdits } from "../edit/save";
import { isListed } from "../list/files";
import { withClip, withFile, withPose } from "../possible";
import { text, type TextKey } from "../text/text";
import { cancelDownload, running, saveConverted, saveDocument, savePage, savePicture, saveSarif,
  saveStrips, saveVideo, scope, stripView, type DocumentKind, type StripView } from
  "./actions";
import type { Scope } from "./conversions";
import { copyLink, startLink } from "./link";
import { outcome } from "./save";
import { videoType } from "./video";

const VIEWS: readonly StripView[] = ["side", "front", "top", "three-quarter"];
const DOCUMENTS: readonly DocumentKind[] = ["info", "check", "list", "map"];

/** The choices of clips that are possible now. */
function scopes(app: App): [Scope, string][] {
  const clips = app.selection.doc.value?.opened?.clips.length ?? 0;
  const selected = app.selection.selected.value.size;
  const files = app.files.docs.value.filter(isListed).length;
  const all: [Scope, boolean, string][] = [
    ["clip", app.selection.clip.value !== null, text("export.this-clip",
      { name: app.selection.clip.value?.listed.name ?? "" })],
    ["selected", selected > 0, text("export.selected", { n: selected })],
    ["clips", clips > 1, text("export.all-clips", { n: clips })],
    ["files", files > 1, text("export.all-files", { n: files })],
  ];
  return all.flatMap(([value, isPossible, words]) => isPossible ? [[value, words]] : []);
}

function scopeChoice(app: App): HTMLElement {
  const choices = scopes(app);
  const values = choices.map(([value]) => value);
  if (app.selection.selected.value.size > 0) {
    scope.value = "selected";
  } else if (!values.includes(scope.value)) {
    scope.value = values[0] ?? "clip";
  }
  return make("fieldset", { class: "scopes", hidden: choices.length === 0 }, make("legend", {}, text("export.what")),
    ...choices.map(([value, words]) => make("label", {},
      make("input", { type: "radio", name: "export-scope", value, checked: scope.value === value,
        onchange: () => {
          scope.value = value;
        } }), words)));
}

function viewChoice(): HTMLElement {
  const choice = make("select", { "aria-label": text("export.view"), onchange: () => {
    stripView.value = choice.value as StripView;
  } }, ...VIEWS.map((view) => make("option", { value: view, selected: stripView.value === view },
    text(`export.view-${view}`))));
  return choice;
}

function group(title: TextKey, ...content: Node[]): HTMLElement {
  return make("section", { class: "export-group" }, make("h3", {}, text(title)),
    make("div", { class: "list-tools" }, ...content), make("p", { class: "dim why" }));
}

/** Says below each group why some of its buttons are disabled. */
function showReasons(dialog: HTMLElement): void {
  updateButtons();
  for (const section of dialog.querySelectorAll(".export-group")) {
    const reasons = [...section.querySelectorAll("button:disabled")].map((button) =>
      button.getAttribute("aria-description"));
    section.querySelector(".why")!.textContent = [...new Set(reasons)].join(" ");
  }
}

/** The dialog with everything that can be downloaded. */
function showDownloads(app: App): void {
  const status = make("p", { role: "status", class: "export-status" });
  const button = (id: string, label: TextKey) => commandButton(id, text(label));
  const dialog = showDialog(text("export.title"), scopeChoice(app),
    group("export.animation", button("export.glb", "export.glb-short"),
      button("export.bvh", "export.bvh-short"), button("export.rtm", "export.rtm-short"),
      commandButton("export.original", app.selection.doc.value?.name)),
    group("export.pictures", button("export.svg", "export.svg-short"), viewChoice(),
      button("export.png", "export.png-short"),
      ...videoType() ? [button("export.webm", "export.webm-short")] : []),
    group("export.reports", ...DOCUMENTS.map((kind) =>
      button(`export.${kind}`, `export.${kind}-short`)), button("export.sarif", "export.sarif-short")),
    group("export.share", commandButton("export.page"), commandButton("copy-link")), status);
  const show = (sentence: string | null) => status.replaceChildren(
    ...running.value !== null ? [running.value, " ",
      make("button", { type: "button", onclick: cancelDownload }, text("open.cancel"))]
      : sentence === null ? [] : [sentence]);
  outcome.value = null;
  const stops = [running.observe(() => show(outcome.value)), outcome.onChange(show),
    scope.observe(() => showReasons(dialog))];
  dialog.addEventListener("close", () => stops.forEach((stop) => stop()));
}

function addDownloadCommands(app: App): void {
  const posed = withPose(app);
  const isOpen = withFile(app); // reports and pages can have damaged files
  /** Other files can have skeletons. */
  const hasClip: Condition = { ...posed,
    isPossible: () => scope.value === "files" || posed.isPossible() };
  const moves: Condition = { isPossible: () => posed.isPossible() && videoType() !== null &&
    app.selection.clip.value!.duration > 0,
  why: () => posed.isPossible() ? "export.no-video" : (posed.why as () => TextKey)() };
  const one = (id: string, key: TextKey, condition: Condition, run: () => unknown) =>
    ({ id: `export.${id}`, text: key, keys: [], ...condition, run });
  addCommands([
    { id: "download", text: "export.title", keys: ["s"], ...isOpen,
      run: () => showDownloads(app) },
    one("glb", "export.glb", hasClip, () => saveConverted(app, "gltf")),
    one("bvh", "export.bvh", hasClip, () => saveConverted(app, "bvh")),
    one("rtm", "export.rtm", hasClip, () => saveConverted(app, "rtm")),
    one("original", "export.original", isOpen,
      () => saveEdits(app, [app.selection.doc.value!], true)),
    one("svg", "export.svg", posed, () => saveStrips(app)),
    one("png", "export.png", posed, () => savePicture(app)),
    one("webm", "export.webm", moves, () => saveVideo(app)),
    ...DOCUMENTS.map((kind) => one(kind, `export.${kind}`, isOpen, () => saveDocument(app, kind))),
    one("sarif", "export.sarif", isOpen, () => saveSarif(app)),
    one("page", "export.page", isOpen, () => savePage(app)),
    { id: "copy-link", text: "export.copy-link", keys: [], ...withClip(app),
      run: () => copyLink(app) },
  ]);
}

export function startDownloads(app: App): void {
  addDownloadCommands(app);
  addToBar(() => [commandButton("download")]);
  startLink(app);
}
