/** The frame, the seconds and the phase as fields that can be edited. */
import type { App } from "../app";
import { make } from "../dom";
import { parseNumber, shortNumber, truncated } from "../numbers";
import { frameAt, phaseOf, secondsOf, secondsOfPhase, type ShownClip } from "../state/clip";
import { text, type TextKey } from "../text/text";
import { goToFrame } from "./time_commands";

const DIGITS = 3;

interface Field {
  id: string;
  label: TextKey;
  /** The error for a value that is not accepted. */
  refusal(clip: ShownClip): string;
  show(clip: ShownClip, time: number): string;
  /** False: the value is not accepted. */
  apply(clip: ShownClip, value: number): boolean;
  isShown?(clip: ShownClip): boolean;
}

const TIMES: Record<"seconds" | "phase", Pick<Field, "show" | "refusal">> = {
  seconds: { show: (_, time) => truncated(time, DIGITS),
    refusal: (clip) => text("time.bad-seconds", { last: shortNumber(clip.duration) }) },
  phase: { show: (clip, time) => truncated(phaseOf(clip, time), DIGITS),
    refusal: (clip) => text("time.bad-phase",
      { last: shortNumber(phaseOf(clip, clip.duration) || 1) }) },
};

/** Goes to a time that was typed. The text of a frame stands for the exact time of the frame. */
function goToTyped(app: App, clip: ShownClip, seconds: number, show: Field["show"]): boolean {
  const end = clip.duration;
  const next = secondsOf(clip, frameAt(clip, seconds) + 1);
  const isPossible = seconds >= 0 && (seconds <= end || show(clip, seconds) === show(clip, end));
  if (isPossible) {
    app.playback.playing.value = false;
    app.playback.time.value =
      show(clip, next) === show(clip, seconds) ? next : Math.min(seconds, end);
  }
  return isPossible;
}

function fieldsOf(app: App): Field[] {
  const last = (clip: ShownClip) => clip.opened.times.length - 1;
  return [
    { id: "frame", label: "time.frame",
      refusal: (clip) => text("time.bad-frame", { last: last(clip) }),
      show: (clip, time) => String(frameAt(clip, time)),
      apply: (clip, value) => {
        const isFrame = Number.isInteger(value) && value >= 0 && value <= last(clip);
        if (isFrame) {
          goToFrame(app, value);
        }
        return isFrame;
      } },
    { id: "seconds", label: "time.seconds", ...TIMES.seconds,
      apply: (clip, value) => goToTyped(app, clip, value, TIMES.seconds.show) },
    { id: "phase", label: "time.phase", ...TIMES.phase,
      apply: (clip, value) =>
        goToTyped(app, clip, secondsOfPhase(clip, value), TIMES.phase.show) },
    { id: "duration", label: "time.duration", refusal: () => text("time.bad-duration"),
      show: (clip) => shortNumber(clip.duration),
      apply: (_, value) => {
        const isDuration = value >= 0.01 && value <= 3600;
        if (isDuration) {
          app.selection.setDuration(value);
        }
        return isDuration;
      }, isShown: (clip) => clip.opened.hasPhases },
  ];
}

/** Makes the input of a field. Enter applies what was typed, Escape restores the value. */
function makeInput(app: App, { id, apply, refusal, show }: Field): HTMLInputElement {
  const set = () => {
    const clip = app.selection.clip.value;
    if (!clip || input.dataset.typed === undefined) {
      return;
    }
    const isAccepted = apply(clip, parseNumber(input.value));
    input.setAttribute("aria-invalid", String(!isAccepted));
    if (isAccepted) {
      delete input.dataset.typed;
      input.value = show(clip, app.playback.time.value);
    } else {
      app.message.value = { kind: "error", text: refusal(clip) };
    }
  };
  const restore = () => {
    delete input.dataset.typed;
    input.removeAttribute("aria-invalid");
    app.playback.time.touch();
  };
  const input: HTMLInputElement = make("input", { id: `time-${id}`, type: "text",
    inputMode: "decimal", autocomplete: "off", spellcheck: false, onchange: set,
    oninput: () => {
      input.dataset.typed = "";
    },
    onfocus: () => input.select(),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === "Enter") {
        set();
        input.select();
      } else if (event.key === "Escape") {
        restore();
        input.blur();
      }
    } });
  return input;
}

/** The fields, and a function that shows the time in them. */
export function makeFields(app: App): { elements: Node[]; update(): void } {
  const fields = fieldsOf(app).map((field) => {
    const input = makeInput(app, field);
    const total = make("span", { class: "dim" });
    const isSeldom = field.id === "phase" || field.id === "duration";
    const label = make("label", { class: `time-field ${isSeldom ? "seldom" : ""}` }, make("span", {}, text(field.label)),
      input, total);
    return { ...field, input, total, label };
  });
  const update = () => {
    const clip = app.selection.clip.value;
    for (const { id, input, total, label, show, isShown } of fields) {
      label.hidden = clip !== null && isShown?.(clip) === false;
      input.disabled = clip === null;
      if (clip && input.dataset.typed === undefined) {
        const value = show(clip, app.playback.time.value);
        if (input.value !== value) {
          input.value = value;
        }
        input.removeAttribute("aria-invalid");
      }
      total.textContent = clip && id === "frame" ? `/ ${clip.opened.times.length - 1}` : "";
    }
  };
  return { elements: fields.map(({ label }) => label), update };
}
