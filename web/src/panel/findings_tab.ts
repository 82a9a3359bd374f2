/** The findings of the checker in the file, by rule. */
import type { Finding, Severity } from "gait";
import type { App } from "../app";
import { make } from "../dom";
import { salvageOffer } from "../open/salvage";
import { Signal } from "../signal";
import type { Doc } from "../state/doc";
import { adviceOf } from "../text/advice";
import { HOME } from "../text/home";
import { language, text, type TextKey } from "../text/text";
import { rulesById, type Rule } from "./checking";
import { goToBone, goToFrame, showClip } from "./jump";
import { showBytes } from "./map_target";
import { replaceContents, showWhileOpen } from "./tabs";

const SEVERITIES: Severity[] = ["error", "warning", "note"];
const FIRST = 20;
const MORE = 200;

interface Group {
  rule: string;
  severity: Severity;
  findings: Finding[];
}

function groupByRule(findings: readonly Finding[]): Group[] {
  const groups = new Map<string, Group>();
  for (const finding of findings) {
    const { severity } = finding;
    const rule = finding.rule ?? "";
    const key = `${severity} ${rule}`;
    const group = groups.get(key) ?? { rule, severity, findings: [] };
    group.findings.push(finding);
    groups.set(key, group);
  }
  return [...groups.values()].sort((one, other) =>
    SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity) ||
    (one.rule < other.rule ? -1 : 1));
}

class FindingsTab {
  private hidden = new Signal<ReadonlySet<Severity>>(new Set());
  /** How many findings of each group are shown. */
  private shown = new Map<string, number>();
  private doc: Doc | null = null;
  private rules = new Map<string, Rule>();

  constructor(private app: App, private panel: HTMLElement) {
    showWhileOpen(app, "findings", [app.selection.doc, app.files.docs, this.hidden],
      () => void this.show());
  }

  private async show(): Promise<void> {
    const doc = this.app.selection.doc.value;
    if (this.doc !== doc) {
      this.doc = doc;
      this.shown.clear();
    }
    if (this.rules.size === 0) {
      this.rules = await rulesById(this.app);
    }
    const { panel } = this;
    if (!doc) {
      replaceContents(panel, make("p", { class: "dim" }, text("panel.no-file")));
    } else if (!doc.check) {
      replaceContents(panel, make("p", { class: "dim" }, text("panel.checking")));
    } else {
      const { findings, dropped } = doc.check;
      const groups = groupByRule(findings).filter(({ severity }) =>
        !this.hidden.value.has(severity));
      replaceContents(panel, this.makeFilters(findings),
        findings.length === 0 ? make("p", { class: "good" }, text("panel.no-findings")) : null,
        doc.problem ? salvageOffer(this.app, doc) : null,
        dropped > 0 ? make("p", { class: "dim" }, text("panel.dropped", { n: dropped })) : null,
        ...groups.map((group) => this.makeGroup(doc, group)));
    }
  }

  private makeFilters(findings: readonly Finding[]): HTMLElement {
    const { hidden } = this;
    return make("div", { class: "filters", role: "group", "aria-label": text("panel.severity") },
      ...SEVERITIES.map((severity) => make("button", { type: "button", class: severity,
        id: `panel-filter-${severity}`, "aria-pressed": String(!hidden.value.has(severity)),
        onclick: () => {
          const next = new Set(hidden.value);
          next[next.has(severity) ? "delete" : "add"](severity);
          hidden.value = next;
        } }, text(`panel.${severity}s` as TextKey, {
        n: findings.filter((one) => one.severity === severity)
          .reduce((sum, { count }) => sum + count, 0) }))));
  }

  private makeGroup(doc: Doc, { rule, severity, findings }: Group): HTMLElement {
    const about = this.rules.get(rule);
    const advice = about && (adviceOf({ rule, advice: about.advice }) ??
      (about.advice ? text("advice.command") : null)); // below is the link
    const key = `${severity} ${rule}`;
    const count = this.shown.get(key) ?? FIRST;
    const rest = findings.length - count;
    return make("section", { class: `finding-group is-${severity}`, "data-rule": rule },
      make("h3", {}, make("span", { class: severity }, `${text(`panel.${severity}`)} ${rule}`),
        findings.length > 1 ? ` × ${findings.length.toLocaleString(language.value)}` : "",
        about ? make("span", { class: "summary" }, about.summary) : null),
      advice ? make("p", { class: "advice" },
        make("b", {}, text("panel.what-to-do")), ` ${advice}`) : null,
      make("ul", {}, ...findings.slice(0, count).map((finding) => this.makeRow(doc, finding))),
      rest > 0 ? make("button", { type: "button", id: `panel-more-${rule}`, onclick: () => {
        this.shown.set(key, count + MORE);
        void this.show();
      } }, text("panel.more", { n: rest })) : null,
      about?.page ? make("p", { class: "dim page-name" }, text("panel.rule-page"), " ",
        make("a", { href: `${HOME}/blob/main/docs/formats/${about.page}`, target: "_blank",
          rel: "noopener noreferrer" }, about.page)) : null);
  }

  private makeRow(doc: Doc, finding: Finding): HTMLElement {
    const { clip, bone, frame, offset, length, count, message } = finding;
    const jump = (id: string, label: string, run: () => unknown) =>
      make("button", { type: "button", "data-jump": id, onclick: async () => {
        if (clip && doc.opened?.clips[clip.index]) {
          await showClip(this.app, doc, clip.index);
        }
        await run();
      } }, label);
    return make("li", {}, message,
      count > 1 ? make("span", { class: "dim" }, ` (${text("panel.times", { n: count })})`) : null,
      make("div", { class: "jumps" },
        clip ? jump("clip", clip.name ?? String(clip.index), () => undefined) : null,
        frame !== null ? jump("frame", text("panel.frame", { n: frame }), () =>
          goToFrame(this.app, frame)) : null,
        bone?.name ? jump("bone", bone.name, () => goToBone(this.app, bone.name!)) : null,
        offset !== null ? jump("byte", text("panel.byte", { offset: String(offset) }), () =>
          showBytes(this.app, { offset, length })) : null));
  }
}

export function startFindingsTab(app: App, panel: HTMLElement): void {
  new FindingsTab(app, panel);
}
