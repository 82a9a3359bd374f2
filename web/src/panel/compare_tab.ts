/** Two clips compared bone by bone, and the report of a round trip. */
import type { App } from "../app";
import { commandButton } from "../bar";
import { make } from "../dom";
import { Signal } from "../signal";
import { phaseOf, secondsOf, secondsOfPhase, type ShownClip } from "../state/clip";
import type { Pinned } from "../state/comparison";
import { text } from "../text/text";
import { repeats } from "../time/playback";
import { makeDifferences, type Order } from "./differences";
import { makeFileDifferences } from "./file_differences";
import { goToBone, goToSeconds } from "./jump";
import { replaceContents, showWhileOpen } from "./tabs";
import { makeRoundtripReport } from "./roundtrip_report";

const nameOf = ({ listed, doc }: ShownClip): string => `${listed.name} (${doc.name})`;

class CompareTab {
  private order = new Signal<Order>({ by: "deg", isAscending: false });

  constructor(private app: App, private panel: HTMLElement) {
    const { selection: { doc, clip }, comparison: { pinned, roundtrip } } = app;
    showWhileOpen(app, "compare", [app.files.docs, doc, clip, pinned, roundtrip, app.playback.loop,
      this.order], () => this.show());
  }

  private show(): void {
    const { app } = this;
    const pinned = app.comparison.pinned.value;
    const clip = app.selection.clip.value;
    const roundtrip = app.comparison.roundtrip.value;
    replaceContents(this.panel, roundtrip && makeRoundtripReport(app, roundtrip),
      make("div", { class: "pin" }, this.makePin()),
      make("p", { id: "panel-pinned" }, pinned ? text("panel.pinned", { name: nameOf(pinned.clip) })
        : text("panel.pin-help")),
      pinned && this.makeOther(), pinned && this.makeLayout(pinned),
      pinned && clip && pinned.clip.doc !== clip.doc
        ? makeFileDifferences(app, pinned.clip.doc, clip.doc) : null,
      pinned && clip && this.makeResult(pinned, clip));
  }

  private makePin(): HTMLElement {
    const { pinned } = this.app.comparison;
    const button = commandButton("pin", text(pinned.value ? "panel.unpin" : "panel.pin"));
    button.id = "panel-pin";
    return button;
  }

  /** The clip that is shown, which is compared with the pinned one. */
  private makeOther(): HTMLElement {
    const { app } = this;
    const clip = app.selection.clip.value;
    const isPinned = clip !== null && clip === app.comparison.pinned.value?.clip;
    const docs = app.files.docs.value.filter((doc) => app.files.format(doc)?.clips && !doc.problem);
    const file = make("select", { id: "panel-other-file", "aria-label": text("panel.other-file"),
      onchange: () => {
        const chosen = docs[Number(file.value)];
        if (chosen) {
          void app.selection.show(chosen);
        }
      } }, ...docs.map((doc, index) => make("option", { value: String(index),
      selected: doc === app.selection.doc.value }, doc.path)));
    const select = make("select", { id: "panel-other-clip", "aria-label": text("panel.other-clip"),
      onchange: () => {
        const index = Number(select.value);
        if (app.selection.doc.value && index >= 0) {
          void app.selection.show(app.selection.doc.value, index);
        }
      } },
    isPinned && make("option", { value: "-1", selected: true }, text("panel.choose-clip")),
    ...(app.selection.doc.value?.opened?.clips ?? []).map(({ name }, index) => make("option", {
      value: String(index), selected: !isPinned && index === clip?.index }, name)));
    return make("div", { class: "other" }, make("span", {}, text("panel.with")), file, select);
  }

  private makeLayout(pinned: Pinned): HTMLElement {
    const change = (values: Partial<Pinned>) => {
      const signal = this.app.comparison.pinned;
      signal.value = { ...signal.value!, ...values };
    };
    const lock = make("select", { id: "panel-lock", onchange: () =>
      change({ lock: lock.value as Pinned["lock"] }) },
    ...(["time", "phase", "frame"] as const).map((value) =>
      make("option", { value, selected: pinned.lock === value }, text(`panel.lock-${value}`))));
    return make("div", {}, make("fieldset", { class: "choice", "data-keys": "arrows enter" },
      make("legend", {}, text("panel.layout")),
      ...(["ghost", "beside"] as const).map((layout) => make("label", {},
        make("input", { type: "radio", name: "panel-layout", id: `panel-layout-${layout}`,
          value: layout, checked: pinned.layout === layout,
          onchange: () => change({ layout }) }), text(`panel.layout-${layout}`)))),
    make("label", { class: "lock" }, text("panel.lock"), " ", lock),
    make("p", { id: "panel-lock-text", class: "dim" }, this.lockText(pinned)));
  }

  /** Which poses are shown together, and what happens after the end of the shorter clip. */
  private lockText({ clip: pinned, lock }: Pinned): string {
    const { selection: { clip }, playback: { loop } } = this.app;
    const how = text(`panel.lock-how-${lock}`);
    if (!clip.value || clip.value === pinned || lock === "phase") {
      return how;
    }
    const length = (one: ShownClip) => lock === "time" ? one.duration : one.opened.times.length;
    const [a, b] = [length(pinned), length(clip.value)];
    return `${how} ${a === b ? "" : text(a > b ? "panel.end-cut"
      : repeats(loop.value, pinned) ? "panel.end-repeats" : "panel.end-holds")}`;
  }

  private makeResult(pinned: Pinned, clip: ShownClip): HTMLElement | null {
    if (pinned.clip === clip || !pinned.result) {
      return pinned.clip === clip ? null : make("p", { class: "dim" }, text("page.busy"));
    }
    return makeDifferences(pinned.result, pinned.clip.listed.name, this.order, (frame, bone) => {
      goToSeconds(this.app, secondsOfFrame(pinned.clip, clip, frame));
      goToBone(this.app, bone);
    });
  }
}

/** The time of the shown clip that is compared with a frame of the pinned clip. */
function secondsOfFrame(pinned: ShownClip, clip: ShownClip, frame: number): number {
  if (pinned.opened.times.length === clip.opened.times.length) {
    return secondsOf(clip, frame);
  }
  const [first, start] = [secondsOf(pinned, 0), secondsOf(clip, 0)];
  const seconds = secondsOf(pinned, frame);
  if (!pinned.opened.hasPhases && !clip.opened.hasPhases) {
    return Math.min(start + seconds - first, clip.duration);
  }
  const phase = phaseOf(clip, start) + phaseOf(pinned, seconds) -
    phaseOf(pinned, first);
  return Math.min(secondsOfPhase(clip, phase), clip.duration);
}

export function startCompareTab(app: App, panel: HTMLElement): void {
  new CompareTab(app, panel);
}
