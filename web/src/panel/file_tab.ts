/** Facts about the file, its skeleton, its bytes, and about Gait. */
import licences from "gait:licences";
import type { App } from "../app";
import { make } from "../dom";
import { hashOf } from "../export/link";
import type { Doc } from "../state/doc";
import { language, text } from "../text/text";
import { ByteMap } from "./byte_map";
import { replaceContents, showWhileOpen } from "./tabs";
import { makeSkeleton } from "./skeleton_menu";

const SHOWN_REFS = 20;

class FileTab {
  private facts = make("div", { class: "facts" });
  private map: ByteMap;
  private about = make("details", { class: "about", ontoggle: () => this.showAbout() });
  private hash: { blob: Blob; text: string } | null = null;

  constructor(private app: App, panel: HTMLElement) {
    this.map = new ByteMap(app);
    panel.append(this.facts, this.map.element, this.about);
    showWhileOpen(app, "file", [app.selection.doc, app.files.docs, app.selection.clip], () => {
      this.show();
      void this.map.show();
    });
    language.observe(() => this.showAbout());
  }

  private show(): void {
    const doc = this.app.selection.doc.value;
    this.map.element.hidden = !doc;
    if (!doc) {
      replaceContents(this.facts, make("p", { class: "dim" }, text("panel.no-file")));
      return;
    }
    replaceContents(this.facts, make("h2", { class: "cut", title: doc.path }, doc.name),
      doc.problem && make("p", { class: "error" },
        `${doc.problem.rule ?? ""} ${doc.problem.message}`),
      this.makeFacts(doc), makeSkeleton(this.app, doc));
    if (this.hash?.blob !== doc.blob) {
      const { blob } = doc;
      void hashOf(blob).then((hash) => {
        this.hash = { blob, text: hash };
        if (this.app.selection.doc.value?.blob === blob) {
          this.show();
        }
      });
    }
  }

  private makeFacts(doc: Doc): HTMLElement {
    const { info } = doc.opened ?? {};
    const number = (value: number) => value.toLocaleString(language.value);
    const refs = info?.refs ?? [];
    const more = refs.length - SHOWN_REFS;
    const hash = this.hash?.blob === doc.blob ? this.hash.text || "—" : "…";
    const rows: [string, string | null][] = [
      [text("panel.format"), doc.format +
        (info?.version !== null && info?.version !== undefined ? ` ${info.version}` : "")],
      [text("panel.size"), text("panel.bytes", { n: doc.blob.size })],
      ["SHA-256", hash],
      [text("panel.bones"), info?.bones ? number(info.bones.length) : null],
      [text("panel.skeletons"), info?.skeletons?.map(({ name, bones }) =>
        `${name} (${bones})`).join(", ") ?? null],
      [text("panel.clips"), info?.clips ? number(info.clips.length) : null],
      [text("panel.refs"), refs.length > 0 ? refs.slice(0, SHOWN_REFS).join(", ") +
        (more > 0 ? `, +${more}` : "") : null],
    ];
    return make("dl", {}, ...rows.filter(([, value]) => value !== null).flatMap(([name, value]) =>
      [make("dt", {}, name), make("dd", {}, value)]));
  }

  private showAbout(): void {
    this.about.replaceChildren(make("summary", {}, text("panel.about")),
      make("p", { id: "panel-version" }, `Gait ${this.app.facts.version}`),
      make("p", {}, text("panel.licences")), make("pre", { tabIndex: 0 }, licences));
  }
}

export function startFileTab(app: App, panel: HTMLElement): void {
  new FileTab(app, panel);
}
