/** Takes results away: conversions, pictures, videos, reports, links. */
import "./take.css";
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
import type { Scope } from "./exports";
import { copyLink, startLink } from "./link";
import { outcome } from "./save";
import { videoType } from "./video";

const VIEWS: readonly StripView[] = ["side", "front", "top", "three-quarter"];
const DOCUMENTS: readonly DocumentKind[] = ["info", "check", "list", "map"];

/** The choices of clips that are possible now. */
function scopes(app: App): [Scope, string][] {
  const clips = app.doc.value?.opened?.clips.length ?? 0;
  const selected = app.selected.value.size;
  const files = app.docs.value.filter(isListed).length;
  const all: [Scope, boolean, string][] = [
    ["clip", app.clip.value !== null, text("take.this-clip",
      { name: app.clip.value?.listed.name ?? "" })],
    ["selected", selected > 0, text("take.selected", { n: selected })],
    ["clips", clips > 1, text("take.all-clips", { n: clips })],
    ["files", files > 1, text("take.all-files", { n: files })],
  ];
  return all.flatMap(([value, isPossible, words]) => isPossible ? [[value, words]] : []);
}

function scopeChoice(app: App): HTMLElement {
  const choices = scopes(app);
  const values = choices.map(([value]) => value);
  if (app.selected.value.size > 0) {
    scope.value = "selected";
  } else if (!values.includes(scope.value)) {
    scope.value = values[0] ?? "clip";
  }
  return make("fieldset", { class: "scopes", hidden: choices.length === 0 }, make("legend", {}, text("take.what")),
    ...choices.map(([value, words]) => make("label", {},
      make("input", { type: "radio", name: "take-scope", value, checked: scope.value === value,
        onchange: () => {
          scope.value = value;
        } }), words)));
}

function viewChoice(): HTMLElement {
  const choice = make("select", { "aria-label": text("take.view"), onchange: () => {
    stripView.value = choice.value as StripView;
  } }, ...VIEWS.map((view) => make("option", { value: view, selected: stripView.value === view },
    text(`take.view-${view}`))));
  return choice;
}

function group(title: TextKey, ...content: Node[]): HTMLElement {
  return make("section", { class: "take-group" }, make("h3", {}, text(title)),
    make("div", { class: "list-tools" }, ...content), make("p", { class: "dim why" }));
}

/** Says below each group why some of its buttons are disabled. */
function showReasons(dialog: HTMLElement): void {
  updateButtons();
  for (const section of dialog.querySelectorAll(".take-group")) {
    const reasons = [...section.querySelectorAll("button:disabled")].map((button) =>
      button.getAttribute("aria-description"));
    section.querySelector(".why")!.textContent = [...new Set(reasons)].join(" ");
  }
}

/** The dialog with everything that can be downloaded. */
function showDownloads(app: App): void {
  const status = make("p", { role: "status", class: "take-status" });
  const button = (id: string, label: TextKey) => commandButton(id, text(label));
  const dialog = showDialog(text("take.title"), scopeChoice(app),
    group("take.animation", button("take.glb", "take.glb-short"),
      button("take.bvh", "take.bvh-short"), button("take.rtm", "take.rtm-short"),
      commandButton("take.original", app.doc.value?.name)),
    group("take.pictures", button("take.svg", "take.svg-short"), viewChoice(),
      button("take.png", "take.png-short"),
      ...videoType() ? [button("take.webm", "take.webm-short")] : []),
    group("take.reports", ...DOCUMENTS.map((kind) =>
      button(`take.${kind}`, `take.${kind}-short`)), button("take.sarif", "take.sarif-short")),
    group("take.share", commandButton("take.page"), commandButton("copy-link")), status);
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
    app.clip.value!.duration > 0,
  why: () => posed.isPossible() ? "take.no-video" : (posed.why as () => TextKey)() };
  const one = (id: string, key: TextKey, condition: Condition, run: () => unknown) =>
    ({ id: `take.${id}`, text: key, keys: [], ...condition, run });
  addCommands([
    { id: "download", text: "take.title", keys: ["s"], ...isOpen,
      run: () => showDownloads(app) },
    one("glb", "take.glb", hasClip, () => saveConverted(app, "gltf")),
    one("bvh", "take.bvh", hasClip, () => saveConverted(app, "bvh")),
    one("rtm", "take.rtm", hasClip, () => saveConverted(app, "rtm")),
    one("original", "take.original", isOpen, () => saveEdits(app, [app.doc.value!], true)),
    one("svg", "take.svg", posed, () => saveStrips(app)),
    one("png", "take.png", posed, () => savePicture(app)),
    one("webm", "take.webm", moves, () => saveVideo(app)),
    ...DOCUMENTS.map((kind) => one(kind, `take.${kind}`, isOpen, () => saveDocument(app, kind))),
    one("sarif", "take.sarif", isOpen, () => saveSarif(app)),
    one("page", "take.page", isOpen, () => savePage(app)),
    { id: "copy-link", text: "take.copy-link", keys: [], ...withClip(app),
      run: () => copyLink(app) },
  ]);
}

export function startDownloads(app: App): void {
  addDownloadCommands(app);
  addToBar(() => [commandButton("download")]);
  startLink(app);
}
