/** The buttons and fields above the timeline. */
import type { App } from "../app";
import { commandButton } from "../bar";
import { command } from "../commands";
import { byId, make } from "../dom";
import { clamp } from "../numbers";
import { whenChanged } from "../signal";
import type { LoopMode } from "../state/playback";
import { language, text } from "../text/text";
import { makeFields } from "./fields";
import { icon, type Icon } from "./icons";
import { LOOPS } from "./time_commands";

const SLOWEST = Math.log2(0.05);
const FASTEST = Math.log2(4);

/** A button of a command with a picture. */
export function iconButton(id: string, picture: Icon): HTMLButtonElement {
  const button = commandButton(id, " ");
  button.replaceChildren(icon(picture));
  return button;
}

const group = (name: string, ...children: Node[]) =>
  make("div", { class: "group", role: "group", "aria-label": name }, ...children);

/** A group that small windows show after a click on the button for more tools. */
function seldomGroup(name: string, ...children: Node[]): HTMLElement {
  const element = group(name, ...children);
  element.classList.add("seldom");
  return element;
}

/** The button for the groups that small windows hide. */
function makeMore(transport: HTMLElement): HTMLElement {
  const more = make("button", { type: "button", class: "more", title: text("time.more"),
    "aria-label": text("time.more"), onclick: () => {
      more.ariaExpanded = String(transport.classList.toggle("shows-all"));
    } }, "⋯");
  more.ariaExpanded = String(transport.classList.contains("shows-all"));
  return more;
}

function makeLoop(app: App): { element: HTMLSelectElement; update(): void } {
  const element = make("select", { id: "time-loop", title: `${text("time.loop")} (Shift+L)`,
    "aria-label": text("time.loop"), onchange: () => {
      app.playback.loop.value = element.value as LoopMode;
    } }, ...LOOPS.map((value) => make("option", { value }, text(`time.loop-${value}`))));
  return { element, update: () => {
    element.value = app.playback.loop.value;
  } };
}

function makeSpeed(app: App): { elements: Node[]; update(): void } {
  const range = make("input", { id: "time-speed", type: "range", min: String(SLOWEST),
    max: String(FASTEST), step: "0.01", "aria-label": text("time.speed"),
    title: `${text("time.speed")} (-, =)`, "data-keys": "arrows", oninput: () => {
      const speed = Number((2 ** Number(range.value)).toFixed(2));
      const signal = app.playback.speed;
      signal.value = Math.sign(signal.value) * clamp(speed, 0.05, 4);
    } });
  const shown = make("output", { htmlFor: "time-speed", class: "speed" });
  return { elements: [range, shown], update: () => {
    const value = `${app.playback.speed.value}×`;
    range.value = String(Math.log2(Math.abs(app.playback.speed.value)));
    range.setAttribute("aria-valuetext", value);
    shown.textContent = value;
  } };
}

/** More elements of the transport, such as those of the edits, in the order of the calls. */
const added: (() => Node[])[] = [];
let show = () => {};

export function addToTransport(content: () => Node[]): void {
  added.push(content);
  show();
}

export function startTransport(app: App): void {
  const element = byId("transport");
  element.setAttribute("role", "toolbar");
  let update = () => {};
  show = () => {
    element.setAttribute("aria-label", text("time.transport"));
    const play = iconButton("time.play", "play");
    const fields = makeFields(app);
    const loop = makeLoop(app);
    const speed = makeSpeed(app);
    element.replaceChildren(
      group(text("time.group-play"), play),
      seldomGroup(text("time.group-direction"), iconButton("time.stop", "stop"),
        iconButton("time.play-back", "play-back"), iconButton("time.play-forward", "play")),
      group(text("time.group-step"), iconButton("time.first", "first"),
        iconButton("time.back-ten", "back-ten"), iconButton("time.back", "back"),
        iconButton("time.forward", "forward"), iconButton("time.forward-ten", "forward-ten"),
        iconButton("time.last", "last")),
      group(text("time.group-time"), ...fields.elements, makeMore(element)),
      seldomGroup(text("time.group-speed"), loop.element, commandButton("time.slower", "−"),
        ...speed.elements, commandButton("time.faster", "+"),
        commandButton("time.normal-speed", "1×"), commandButton("time.reverse", "⇆")),
      seldomGroup(text("time.group-range"), commandButton("time.set-a", "A"),
        commandButton("time.set-b", "B"), commandButton("time.clear-range", "A–B ×")),
      seldomGroup(text("time.group-clip"), iconButton("time.previous-clip", "previous-clip"),
        iconButton("time.next-clip", "next-clip")),
      seldomGroup(text("time.group-zoom"), commandButton("time.zoom-out", "⊖"),
        commandButton("time.zoom-in", "⊕"), commandButton("time.zoom-all", "↔"),
        commandButton("time.curves")),
      seldomGroup(text("time.events"), commandButton("time.previous-event", "◂"),
        commandButton("time.next-event", "▸"), ...added.flatMap((content) => content())));
    update = () => {
      play.replaceChildren(icon(app.playback.playing.value ? "pause" : "play"));
      play.setAttribute("aria-label", text(app.playback.playing.value ? "time.pause"
        : command("time.play").text));
      fields.update();
      loop.update();
      speed.update();
    };
    update();
  };
  show();
  language.onChange(show);
  const { time, playing, speed, loop } = app.playback;
  whenChanged([app.selection.clip, time, playing, speed, loop], () => update());
}
