/** The changes that a round trip of an edited glTF makes in its base file. */
import type { RoundtripReport } from "gait";
import type { App } from "../app";
import { make } from "../dom";
import { saveEdits } from "../edit/save";
import { BANKS } from "../edit/script";
import type { Doc, Roundtrip, RoundtripOptions } from "../state/doc";
import { adviceOf } from "../text/advice";
import { en } from "../text/en";
import { namesText, text, type TextKey } from "../text/text";
import { goToBone, goToFrame, showClip } from "./jump";
import { changeOption } from "./roundtrip";

type ClipReport = RoundtripReport["clips"][number];

/** What is different in a clip, in the order of the report; "metadata": nothing else. */
const ORDER = ["refused", "changed", "metadata", "renamed", "new", "absent", "unchanged"] as const;

/** A clip that is otherwise unchanged can have other metadata, another name, or a loss. */
const kindOf = ({ difference, metadata, outcome }: ClipReport): typeof ORDER[number] =>
  difference !== "unchanged" ? difference : metadata.length > 0 ? "metadata"
    : outcome === "renamed" ? "renamed" : "unchanged";

/** Notes on what a round trip leaves out of a clip. */
const LOSSES = ["scaled", "between_keys", "no_place"];

const isShown = (clip: ClipReport): boolean =>
  kindOf(clip) !== "unchanged" || clip.notes.some((note) => LOSSES.includes(note));

function makeSummary(clips: readonly ClipReport[]): HTMLElement {
  const counts = ORDER.map((kind) => ({ kind,
    n: clips.filter((clip) => kindOf(clip) === kind).length }));
  return make("p", { id: "panel-roundtrip-summary" }, counts.filter(({ n }) => n > 0)
    .map(({ kind, n }) => text(`panel.roundtrip-n-${kind}`, { n })).join(", "));
}

/** The largest error of a clip and where it is, as buttons that go there. */
function makeErrors(app: App, base: Doc, clip: ClipReport): HTMLElement[] {
  const { rotation, translation, index } = clip;
  const places = [
    rotation && { ...rotation, amount: rotation.deg === null ? "∞" : `${rotation.deg.toFixed(3)}°` },
    translation && { ...translation, amount: translation.mm === null ? "∞"
      : text("panel.mm", { mm: translation.mm.toFixed(2) }) },
  ];
  return places.filter((place) => place !== null).map(({ amount, bone, frame }) =>
    make("button", { type: "button", disabled: index === null, onclick: async () => {
      await showClip(app, base, index!);
      goToFrame(app, frame);
      goToBone(app, bone.name);
    } }, text("panel.roundtrip-place", { amount, bone: bone.name, frame })));
}

/** A note in words. A note without a text is shown unchanged. */
function noteText(word: string): string {
  const key = `panel.roundtrip-note-${word}`;
  return key in en ? text(key as TextKey) : word;
}

/** The changed fields of a report by their texts in the dialogs. */
const FIELDS: Record<string, TextKey> = { events: "time.events", motion: "viewport.root-motion",
  flags: "edit.flags", bone_or_part: "edit.part", speed: "edit.speed", power: "edit.power",
  accrue: "edit.accrue", falloff: "edit.falloff" };

function fieldText(field: string): string {
  const key = FIELDS[field];
  return key ? text(key) : field;
}

function makeClip(app: App, base: Doc, clip: ClipReport): HTMLElement {
  const notes = [...clip.notes.map(noteText),
    ...(clip.metadata.length > 0 ? [text("panel.roundtrip-metadata",
      { fields: clip.metadata.map(fieldText).join(", ") })] : [])];
  const kind = kindOf(clip);
  const isSaid = ["kept", clip.difference, kind === "metadata" ? "changed" : kind];
  return make("li", { "data-difference": kind }, make("b", {}, clip.renamed ? `${clip.renamed.from} → ${clip.renamed.to}`
    : clip.name), " ",
    make("span", { class: `is-${kind}` }, text(`panel.roundtrip-is-${kind}`)),
    clip.outcome && !isSaid.includes(clip.outcome)
      ? make("span", { class: "dim" }, `, ${text(`panel.roundtrip-outcome-${clip.outcome}`)}`) : null,
    make("div", { class: "jumps" }, ...makeErrors(app, base, clip)),
    ...notes.map((note) => make("div", { class: "dim" }, note)));
}

/** Why nothing is written, as a sentence. */
function refusalText({ base, report }: Roundtrip): string | null {
  const { refused, clips } = report ?? {};
  const names = (isNew: boolean) => namesText((clips ?? []).filter(({ difference }) =>
    (difference === "new") === isNew).map(({ name }) => name));
  return refused === "no_clips" && names(true)
    ? text("panel.roundtrip-other-names", { names: names(true), base: base.name, clips: names(false) })
    : refused ? text(`panel.roundtrip-refused-${refused}`) : null;
}

function makeProblem(roundtrip: Roundtrip): HTMLElement | null {
  const { problem } = roundtrip;
  const refusal = refusalText(roundtrip);
  const advice = problem && adviceOf(problem);
  return !refusal && !problem ? null : make("div", { class: "error", role: "alert" },
    refusal ? make("p", {}, refusal) : null,
    problem ? make("p", {}, `${problem.rule ? `${problem.rule}: ` : ""}${problem.message}` +
      (advice ? `. ${advice}` : "")) : null);
}

/** A warning about clips, if there are any. */
function makeWarning(key: "panel.roundtrip-reverts" | "panel.roundtrip-loses", clips: readonly string[] = []):
HTMLElement | null {
  return clips.length === 0 ? null : make("p", { class: "error", role: "alert" },
    text(key, { clips: clips.join(", ") }));
}

function makeOption(app: App, { base, options }: Roundtrip, option: keyof RoundtripOptions, key: TextKey):
HTMLElement {
  const holdsOne = !BANKS.includes(base.format);
  const why = holdsOne ? text("why.one-clip") : "";
  const box = make("input", { type: "checkbox", id: `panel-roundtrip-${option}`,
    checked: options[option], disabled: holdsOne,
    onchange: () => void changeOption(app, option, box.checked) });
  return make("label", { title: why, class: holdsOne ? "dim" : "" }, box, text(key),
    why && ` (${why})`);
}

function makeUnchanged(clips: readonly ClipReport[]): HTMLElement | null {
  const names = clips.filter((clip) => !isShown(clip)).map(({ name }) => name);
  return names.length === 0 ? null : make("details", {},
    make("summary", {}, text("panel.roundtrip-n-unchanged", { n: names.length })),
    make("p", {}, names.join(", ")));
}

/** What the report says about the whole file, as sentences. */
function makeFileNotes({ base, edited, report }: Roundtrip): HTMLElement | null {
  const { corrections, bones, mesh_changed: hasOtherMesh, source_changed: hasOtherSource } =
    report ?? {};
  const missing = (bones?.missing ?? []).map(({ name, nearest }) =>
    nearest ? `${name} (${nearest}?)` : name);
  const unused = bones?.unused_joints ?? [];
  const has = {
    source: hasOtherSource,
    missing: missing.length > 0,
    unused: unused.length > 0,
    hierarchy: corrections?.other_hierarchy,
    rest: bones?.rest_differs && report?.clips.some(({ difference }) => difference === "changed"),
    placed: corrections?.placed,
    mesh: hasOtherMesh,
  };
  const values = { missing: namesText(missing), unused: namesText(unused), base: base.name,
    edited: edited.path };
  const keys = (Object.keys(has) as (keyof typeof has)[]).filter((key) => has[key]);
  return keys.length === 0 ? null : make("div", { id: "panel-roundtrip-notes", role: "note" },
    ...keys.map((key) => make("p", { class: key === "placed" || key === "mesh" ? "dim" : "error" },
      text(`panel.roundtrip-file-${key}`, values))));
}

/** The report with the result as a download. */
export function makeRoundtripReport(app: App, roundtrip: Roundtrip): HTMLElement {
  const { base, edited, report, bytes } = roundtrip;
  const clips = [...report?.clips ?? []].sort((one, other) =>
    ORDER.indexOf(kindOf(one)) - ORDER.indexOf(kindOf(other)));
  return make("section", { class: "roundtrip", "aria-label": text("panel.roundtrip") },
    make("h3", {}, text("panel.roundtrip")),
    make("p", {}, text("panel.roundtrip-files", { edited: edited.path, base: base.path })),
    makeProblem(roundtrip), makeWarning("panel.roundtrip-reverts", roundtrip.reverts),
    makeWarning("panel.roundtrip-loses", roundtrip.loses), report && makeSummary(report.clips),
    makeFileNotes(roundtrip),
    make("ul", {}, ...clips.filter(isShown)
      .map((clip) => makeClip(app, base, clip))),
    makeUnchanged(clips),
    make("div", { class: "roundtrip-options", "data-keys": "enter" },
      makeOption(app, roundtrip, "addNew", "panel.roundtrip-add-new"),
      makeOption(app, roundtrip, "dropMissing", "panel.roundtrip-drop-missing")),
    make("div", { class: "jumps" },
      bytes && make("button", { type: "button", class: "primary", id: "panel-roundtrip-download",
        onclick: () => saveEdits(app, [base], true) }, text("panel.roundtrip-download")),
      make("button", { type: "button", id: "panel-roundtrip-close", onclick: () => {
        app.comparison.roundtrip.value = null;
      } }, text("page.close"))));
}
