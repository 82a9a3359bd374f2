/** The parameters with which a game plays a clip. Only those that the file stores are shown. */
import type { Playback, PlaybackFlag } from "gait";
import type { App } from "../app";
import { make } from "../dom";
import { parseNumber, shortNumber } from "../numbers";
import type { ShownClip } from "../state/clip";
import { text, type TextKey } from "../text/text";
import { makeAlert, showEditDialog } from "./form";
import { clipOption, setLine } from "./script";

const NUMBERS = ["speed", "power", "accrue", "falloff"] as const;
const FLAGS: readonly PlaybackFlag[] = ["fx", "stop-at-end", "no-mix", "sync-part",
  "use-foot-steps", "root-mover", "idle", "use-weapon-bone"];

interface Inputs {
  numbers: [name: typeof NUMBERS[number], input: HTMLInputElement][];
  flags: [name: PlaybackFlag, input: HTMLInputElement][];
  part: HTMLInputElement;
  bone: HTMLInputElement;
}

function storedPart({ part }: Playback): string {
  return part === undefined ? "" : part === null ? "all" : part.name ?? "";
}

function storedBone({ bone }: Playback): string {
  return bone === undefined ? "" : bone === null ? "root" : bone.name ?? "";
}

function makeInputs(playback: Playback): Inputs {
  const suggested = (id: string, value: string) => make("input", { type: "text",
    defaultValue: value, list: id, autocomplete: "off", name: id });
  return {
    numbers: NUMBERS.filter((name) => playback[name] !== null).map((name) => [name,
      make("input", { type: "text", inputMode: "decimal", autocomplete: "off", name,
        defaultValue: shortNumber(playback[name]!) })]),
    flags: FLAGS.map((name) => [name, make("input", { type: "checkbox", name,
      defaultChecked: playback.flags.includes(name) })]),
    part: suggested("parts", storedPart(playback)),
    bone: suggested("bones", storedBone(playback)),
  };
}

/** The values that were changed, or the name of the first value that is not a number. */
function changesOf({ numbers, flags, part, bone }: Inputs, playback: Playback):
  Record<string, string> | { bad: HTMLInputElement } {
  const changes: Record<string, string> = {};
  for (const [name, input] of numbers) {
    const value = parseNumber(input.value);
    if (Number.isNaN(value)) {
      return { bad: input };
    }
    if (value !== Number(shortNumber(playback[name]!))) {
      changes[name] = String(value);
    }
  }
  const changed = flags.filter(([name, { checked }]) =>
    checked !== playback.flags.includes(name));
  if (changed.length > 0) {
    changes.flags = changed.map(([name, { checked }]) => `${checked ? "+" : "-"}${name}`)
      .join(",");
  }
  const isFx = flags.find(([name]) => name === "fx")![1].checked;
  const [stored, input, key] = isFx ? [storedBone(playback), bone, "bone"] as const
    : [storedPart(playback), part, "part"] as const;
  if (input.value !== stored) {
    changes[key] = input.value;
  }
  return changes;
}

function makeForm(clip: ShownClip, inputs: Inputs): Node[] {
  const list = (id: string, names: (string | null | undefined)[]) => make("datalist", { id },
    ...[...new Set(names.filter((name) => name))].map((value) => make("option",
      { value: value! })));
  const hasTarget = clip.doc.format === "omf" || clip.doc.format === "ogf";
  const part = make("label", {}, text("edit.part"), inputs.part);
  const bone = make("label", {}, text("edit.bone"), inputs.bone);
  const [, fx] = inputs.flags.find(([name]) => name === "fx")!;
  const update = () => {
    part.hidden = !hasTarget || fx.checked;
    bone.hidden = !hasTarget || !fx.checked;
  };
  fx.addEventListener("change", update);
  update();
  return [
    ...inputs.numbers.map(([name, input]) => make("label", {},
      text(`edit.${name}` as TextKey), input)),
    part, bone,
    make("fieldset", {}, make("legend", {}, text("edit.flags")),
      ...inputs.flags.map(([name, input]) => make("label", {}, input, name))),
    list("parts", ["all", ...clip.doc.opened!.clips.map(({ playback }) => playback?.part?.name)]),
    list("bones", ["root", ...clip.skeleton.bones.map(({ name }) => name)]),
    make("button", { class: "primary" }, text("edit.apply")),
  ];
}

export function showParameters(app: App, clip: ShownClip): void {
  const playback = clip.listed.playback;
  if (!playback) {
    return;
  }
  const alert = makeAlert();
  const inputs = makeInputs(playback);
  const apply = async () => {
    const changes = changesOf(inputs, playback);
    inputs.numbers.forEach(([, input]) => input.removeAttribute("aria-invalid"));
    if (typeof changes.bad === "object") {
      changes.bad.setAttribute("aria-invalid", "true");
      changes.bad.focus();
      alert.element.textContent = text("edit.bad-number");
      return false;
    }
    if (Object.keys(changes).length === 0) {
      dialog.close();
      return true;
    }
    const selected = clipOption(clip);
    if (selected === null) {
      alert.element.textContent = text("edit.ambiguous", { name: clip.listed.name });
      return false;
    }
    const edit = { script: setLine(selected, changes as Record<string, string>),
      label: text("edit.set", { clip: clip.listed.name }) };
    const isDone = await alert.watch(app, app.history.edit(clip.doc, edit));
    if (isDone) {
      dialog.close();
    }
    return isDone;
  };
  const form = make("form", { class: "parameters", onsubmit: (event: Event) => {
    event.preventDefault();
    void apply();
  } }, ...makeForm(clip, inputs));
  const { dialog } = showEditDialog(app, clip,
    text("edit.parameters-of", { clip: clip.listed.name }), alert, [form, alert.element], apply);
  dialog.id = "parameters-dialog";
  inputs.numbers[0]?.[1].focus();
}
