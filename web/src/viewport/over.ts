/** What is written over the viewport: the clip, where its skeleton is from, findings, problems. */
import type { App } from "../app";
import { commandButton } from "../bar";
import { allCommands, command } from "../commands";
import { byId, make } from "../dom";
import { whenChanged } from "../signal";
import type { ShownClip } from "../state/clip";
import { language, text } from "../text/text";

const TOOLS = [["view-front", "viewport.short-front"], ["view-side", "viewport.short-side"],
  ["view-top", "viewport.short-top"], ["view-perspective", "viewport.short-perspective"],
  ["frame", "viewport.short-frame"], ["names", "viewport.short-names"], ["ground", "viewport.short-ground"],
  ["root-motion", "viewport.short-root"], ["trail", "viewport.short-trail"],
  ["below-ground", "viewport.short-below-ground"], ["mesh", "viewport.short-mesh"],
  ["wireframe", "viewport.short-wireframe"], ["bones", "viewport.short-bones"],
  ["grid-view", "viewport.short-grid-view"]] as const;

function runIfAdded(id: string): void {
  if (allCommands().some((one) => one.id === id)) {
    void command(id).run();
  }
}

/** Where the skeleton of a clip comes from, in words. */
function skeletonOrigin(app: App, { doc, skeleton }: ShownClip): string {
  const { source: { source }, file, name, bones } = skeleton;
  const isChosen = doc.choice !== null;
  const isAssumed = !isChosen && (source === "builtin" || bones.some(({ rest_origin }) =>
    rest_origin === "convention" || rest_origin === "unknown"));
  const from = app.files.docs.value.find(({ id }) => id === file)?.name;
  const what = source === "none" ? text("viewport.skeleton-unknown")
    : from ? text("viewport.skeleton-from", { file: from })
      : source === "in_file" ? text("viewport.skeleton-own", { file: doc.name })
        : source === "recovered" ? text("viewport.skeleton-recovered")
          : text("viewport.skeleton-builtin", { name });
  return what + (source === "none" ? ""
    : isChosen ? text("viewport.skeleton-chosen") : isAssumed ? text("viewport.skeleton-assumed") : "");
}

export class Over {
  private name = make("div", { class: "viewport-name cut" });
  private skeleton = make("button", { type: "button", class: "viewport-skeleton",
    onclick: () => runIfAdded("tab-file") });
  private badge = make("button", { type: "button", class: "viewport-badge",
    onclick: () => runIfAdded("tab-findings") });
  private speed = make("div", { class: "viewport-speed" });
  private words = make("p", { role: "status" });
  private more = make("div", { class: "more" });
  private sentence = make("div", { class: "viewport-sentence" }, this.words, this.more);
  /** What `more` is about. */
  private subject: object | null = null;
  private tools = make("div", { class: "viewport-tools", role: "toolbar" });
  private corner = make("div", { class: "viewport-corner" }, this.name,
    make("div", { class: "viewport-origin" }, this.skeleton, this.badge), this.speed);

  constructor(private app: App) {
    byId("over").append(this.corner, this.tools, this.sentence);
    const { doc, clip } = app.selection;
    whenChanged([doc, app.files.docs, clip, app.models.mesh, app.view.gridView], () => this.show());
    language.observe(() => {
      this.tools.setAttribute("aria-label", text("viewport.tools"));
      this.tools.replaceChildren(...TOOLS.map(([id, key]) => commandButton(id, text(key))));
      this.show();
    });
  }

  private show(): void {
    const { app } = this;
    const clip = app.selection.clip.value;
    this.corner.hidden = !(clip ?? app.models.mesh.value) || app.view.gridView.value;
    this.tools.hidden = this.corner.hidden;
    this.sentence.hidden = app.view.gridView.value || !this.words.textContent;
    this.name.textContent = (clip?.opened.name || app.selection.doc.value?.name) ?? "";
    this.name.title = this.name.textContent;
    this.skeleton.hidden = !clip;
    if (!clip) {
      this.badge.hidden = true;
      return;
    }
    this.skeleton.textContent = skeletonOrigin(app, clip);
    this.skeleton.title = text("viewport.skeleton-title");
    this.showBadge(clip);
  }

  private showBadge({ doc: { check } }: ShownClip): void {
    const errors = check?.errors ?? 0;
    const warnings = check?.warnings ?? 0;
    this.badge.hidden = errors + warnings === 0;
    this.badge.title = text("viewport.findings");
    this.badge.replaceChildren(
      ...errors > 0 ? [make("span", { class: "error" }, text("viewport.errors", { n: errors }))] : [],
      ...errors > 0 && warnings > 0 ? [" "] : [],
      ...warnings > 0
        ? [make("span", { class: "warning" }, text("viewport.warnings", { n: warnings }))] : []);
  }

  /** Says why there is nothing to see. "" removes it. `makeMore`: details, for each subject. */
  say(sentence: string, subject: object | null, makeMore: () => Node[]): void {
    if (this.words.textContent !== sentence || this.subject !== subject) {
      this.words.textContent = sentence;
      this.subject = subject;
      this.more.replaceChildren(...makeMore());
    }
    this.show();
  }

  /** The speed of a bone at the time that is shown. */
  showSpeed(bone: string, speed: number | null): void {
    this.speed.textContent = speed === null ? "" : text("viewport.speed", { bone,
      speed: speed.toLocaleString(language.value, { minimumFractionDigits: 2,
        maximumFractionDigits: 2 }) });
  }
}
