/** The curves of a bone above the timeline, on the same time axis. */
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import type { App } from "../app";
import { AXES, shownAxes } from "../axes";
import { byId, make, oncePerFrame, themeColor } from "../dom";
import { truncated } from "../numbers";
import { whenChanged } from "../signal";
import { language, text, type TextKey } from "../text/text";
import { GUTTER, MARGIN, type TimeAxis } from "./axis";
import { readCurves, type CurveChoice, type Curves } from "./curve_data";

const HEIGHT = 110;
const LINES = ["left", "good", "right", "ghost"];
const FONT = "11px system-ui, sans-serif";

type Names = readonly (readonly [value: string, key: TextKey])[];

/** The sample at or before a time, as frameAt(). */
function sampleBefore(plot: uPlot, seconds: number): number {
  return Math.max(0, plot.data[0].findLastIndex((one) => one <= seconds + 1e-6));
}

class CurvePanel {
  private choice: Omit<CurveChoice, "bone"> = { space: "local",
    axes: shownAxes.value, rotation: "angles" };
  private plots: uPlot[] = [];
  private element = byId("curves");
  private heading = make("strong", { class: "cut" });
  private charts = make("div", { class: "charts" });
  private turn = 0;
  private shown = "";

  constructor(private app: App, private axis: TimeAxis) {
    const update = oncePerFrame(() => void this.update());
    whenChanged([app.selection.clip, app.selection.bone, app.view.curves, axis.part], update);
    whenChanged([app.playback.time], () => this.moveCursor());
    shownAxes.onChange((axes) => {
      this.choice.axes = axes;
      byId<HTMLSelectElement>("curves-axes").value = axes;
      update();
    });
    new ResizeObserver(() => this.plots.forEach((plot) =>
      plot.setSize({ width: this.charts.clientWidth, height: HEIGHT }))).observe(this.charts);
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => {
      this.shown = "";
      update();
    });
    language.observe(() => {
      this.shown = "";
      this.showControls(update);
      update();
    });
    this.drag();
  }

  private get bone(): number {
    const bones = this.app.selection.clip.value?.skeleton.bones ?? [];
    const root = Math.max(0, bones.findIndex(({ parent }) => parent === null));
    return this.app.selection.bone.value ?? root;
  }

  private showControls(update: () => void): void {
    const select = (key: keyof typeof this.choice, label: TextKey, names: Names) => {
      const element = make("select", { id: `curves-${key}`, "aria-label": text(label),
        onchange: () => {
          Object.assign(this.choice, { [key]: element.value });
          shownAxes.value = this.choice.axes;
          update();
        } }, ...names.map(([value, name]) => make("option", { value,
        selected: this.choice[key] === value }, text(name))));
      return element;
    };
    const axes = AXES.map((one) => [one, `time.axes-${one}`] as const);
    this.element.replaceChildren(make("div", { class: "curve-controls" }, this.heading,
      select("space", "time.space",
        [["local", "time.space-local"], ["model", "time.space-model"]]),
      select("axes", "time.axes", axes),
      select("rotation", "time.rotation",
        [["angles", "time.angles"], ["quaternion", "time.quaternion"]])), this.charts);
  }

  private async update(): Promise<void> {
    const { app } = this;
    const clip = app.selection.clip.value;
    const isShown = app.view.curves.value && clip !== null;
    this.element.hidden = !isShown;
    const turn = ++this.turn;
    if (!isShown) {
      return;
    }
    const { bone } = this;
    this.heading.textContent = clip.skeleton.bones[bone]?.name ?? "";
    try {
      const curves = await readCurves(app, clip, { ...this.choice, bone }, this.axis.part.value);
      if (turn === this.turn) {
        this.show(curves);
      }
    } catch (error) {
      app.report(error);
    }
  }

  private show(curves: Curves): void {
    const { rotation } = this.choice;
    if (this.shown !== rotation) {
      this.plots.forEach((plot) => plot.destroy());
      this.plots = [
        this.makePlot(["X", "Y", "Z"], text("time.position-unit"), 4),
        rotation === "angles" ? this.makePlot(["X", "Y", "Z"], text("time.angle-unit"), 2)
          : this.makePlot(["x", "y", "z", "w"], text("time.quaternion-unit"), 5),
      ];
      this.shown = rotation;
    }
    const { from, to } = this.axis.part.value;
    [curves.position, curves.rotation].forEach((values, index) => {
      const plot = this.plots[index]!;
      plot.batch(() => {
        plot.setData([curves.seconds, ...values], false);
        plot.setScale("x", { min: from, max: to });
      });
    });
    this.moveCursor();
  }

  private makePlot(names: string[], unit: string, digits: number): uPlot {
    const none = () => null;
    const grid = { stroke: themeColor("line"), width: 1 };
    return new uPlot({
      width: this.charts.clientWidth, height: HEIGHT, padding: [8, MARGIN, 7, 0],
      legend: { live: true, markers: { width: 2 } },
      cursor: { y: false, dataIdx: (plot) => sampleBefore(plot, this.app.playback.time.value),
        drag: { x: false, y: false, setScale: false },
        bind: { mousedown: none, mouseup: none, click: none, dblclick: none, mousemove: none,
          mouseleave: none, mouseenter: none } },
      scales: { x: { time: false, auto: false }, y: { range: (_, min, max) => {
        const middle = (min + max) / 2;
        const half = Math.max((max - min) * 0.55, 0.005);
        return [middle - half, middle + half];
      } } },
      axes: [
        { show: false },
        { size: GUTTER, font: FONT, stroke: themeColor("dim"), grid, ticks: grid, space: 22,
          values: (_, splits) => splits.map((value) => String(Number(value.toFixed(4)))) },
      ],
      series: [
        { label: text("time.second-unit"), value: (_, value) =>
          value === null || value === undefined ? "" : truncated(value, 3) },
        ...names.map((label, index): uPlot.Series => ({ label: `${label} ${unit}`.trim(),
          stroke: themeColor(LINES[index]!), width: 1.5, points: { show: false },
          value: (_, value) => (value === null || value === undefined ? ""
            : value.toFixed(digits)) })),
      ],
    }, [[0], ...names.map(() => [0])], this.charts);
  }

  /** The cursor of the plots is the time of the page; the legend and the dots show the frame before. */
  private moveCursor(): void {
    const time = this.app.playback.time.value;
    if (this.element.hidden) {
      return;
    }
    for (const plot of this.plots) {
      plot.setCursor({ left: plot.valToPos(time, "x"), top: 0 }, false);
      plot.setLegend({ idx: sampleBefore(plot, time) }, false);
    }
  }

  /** Dragging on the plots changes the time; the wheel zooms, as on the timeline. */
  private drag(): void {
    const { app, axis, charts } = this;
    const offset = (event: MouseEvent) => event.clientX - charts.getBoundingClientRect().left;
    const scrub = (event: PointerEvent) => {
      if (charts.hasPointerCapture(event.pointerId)) {
        app.playback.time.value = axis.time(offset(event), charts.clientWidth);
      }
    };
    charts.addEventListener("pointerdown", (event) => {
      if (event.button === 0 && (event.target as Element).closest(".u-over")) {
        app.playback.playing.value = false;
        charts.setPointerCapture(event.pointerId);
        scrub(event);
      }
    });
    charts.addEventListener("pointermove", scrub);
    charts.addEventListener("wheel", (event) => {
      event.preventDefault();
      const { clientWidth } = charts;
      if (event.shiftKey) {
        axis.pan(axis.seconds(event.deltaY || event.deltaX, clientWidth));
      } else {
        axis.zoom(axis.time(offset(event), clientWidth), 1.0015 ** event.deltaY);
      }
    }, { passive: false });
  }
}

export function startCurves(app: App, axis: TimeAxis): void {
  new CurvePanel(app, axis);
}
