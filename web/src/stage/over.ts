/** What is written over the stage: the clip, where its skeleton is from, findings, problems. */
import type { App, ShownClip } from "../app";
import { commandButton } from "../bar";
import { allCommands, command } from "../commands";
import { byId, make } from "../dom";
import { whenChanged } from "../signal";
import { language, text } from "../text/text";

const TOOLS = [["view-front", "stage.short-front"], ["view-side", "stage.short-side"],
  ["view-top", "stage.short-top"], ["view-perspective", "stage.short-perspective"],
  ["frame", "stage.short-frame"], ["names", "stage.short-names"], ["grid", "stage.short-grid"],
  ["root-motion", "stage.short-root"], ["trail", "stage.short-trail"],
  ["ground", "stage.short-ground"], ["mesh", "stage.short-mesh"],
  ["wireframe", "stage.short-wireframe"], ["bones", "stage.short-bones"],
  ["wall", "stage.short-wall"]] as const;

function runIfAdded(id: string): void {
  if (allCommands().some((one) => one.id === id)) {
    void command(id).run();
  }
}

/** Where the skeleton of a clip comes from, in words. */
export function skeletonOrigin(app: App, { doc, skeleton }: ShownClip): string {
  const { source: { source }, file, name, bones } = skeleton;
  const isChosen = doc.choice !== null;
  const isAssumed = !isChosen && (source === "builtin" || bones.some(({ rest_origin }) =>
    rest_origin === "convention" || rest_origin === "unknown"));
  const from = app.docs.value.find(({ id }) => id === file)?.name;
  const what = source === "none" ? text("stage.skeleton-unknown")
    : from ? text("stage.skeleton-from", { file: from })
      : source === "in_file" ? text("stage.skeleton-own", { file: doc.name })
        : text("stage.skeleton-builtin", { name });
  return what + (source === "none" ? ""
    : isChosen ? text("stage.skeleton-chosen") : isAssumed ? text("stage.skeleton-assumed") : "");
}

export class Over {
  private name = make("div", { class: "stage-name cut" });
  private skeleton = make("button", { type: "button", class: "stage-skeleton",
    onclick: () => runIfAdded("tab-file") });
  private badge = make("button", { type: "button", class: "stage-badge",
    onclick: () => runIfAdded("tab-findings") });
  private speed = make("div", { class: "stage-speed" });
  private words = make("p", { role: "status" });
  private more = make("div", { class: "more" });
  private sentence = make("div", { class: "stage-sentence" }, this.words, this.more);
  /** What `more` is about. */
  private subject: object | null = null;
  private tools = make("div", { class: "stage-tools", role: "toolbar" });
  private corner = make("div", { class: "stage-corner" }, this.name,
    make("div", { class: "stage-origin" }, this.skeleton, this.badge), this.speed);

  constructor(private app: App) {
    byId("over").append(this.corner, this.tools, this.sentence);
    whenChanged([app.doc, app.docs, app.clip, app.mesh, app.wall], () => this.show());
    language.observe(() => {
      this.tools.setAttribute("aria-label", text("stage.tools"));
      this.tools.replaceChildren(...TOOLS.map(([id, key]) => commandButton(id, text(key))));
      this.show();
    });
  }

  private show(): void {
    const { app } = this;
    const clip = app.clip.value;
    this.corner.hidden = !(clip ?? app.mesh.value) || app.wall.value;
    this.tools.hidden = this.corner.hidden;
    this.sentence.hidden = app.wall.value || !this.words.textContent;
    this.name.textContent = (clip?.opened.name || app.doc.value?.name) ?? "";
    this.name.title = this.name.textContent;
    this.skeleton.hidden = !clip;
    if (!clip) {
      this.badge.hidden = true;
      return;
    }
    this.skeleton.textContent = skeletonOrigin(app, clip);
    this.skeleton.title = text("stage.skeleton-title");
    this.showBadge(clip);
  }

  private showBadge({ doc: { check } }: ShownClip): void {
    const errors = check?.errors ?? 0;
    const warnings = check?.warnings ?? 0;
    this.badge.hidden = errors + warnings === 0;
    this.badge.title = text("stage.findings");
    this.badge.replaceChildren(
      ...errors > 0 ? [make("span", { class: "error" }, text("stage.errors", { n: errors }))] : [],
      ...errors > 0 && warnings > 0 ? [" "] : [],
      ...warnings > 0
        ? [make("span", { class: "warning" }, text("stage.warnings", { n: warnings }))] : []);
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
    this.speed.textContent = speed === null ? "" : text("stage.speed", { bone,
      speed: speed.toLocaleString(language.value, { minimumFractionDigits: 2,
        maximumFractionDigits: 2 }) });
  }
}
