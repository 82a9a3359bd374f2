/** Which skeleton a file has, where it comes from, and a menu to choose another one. */
import type { Bone, Origin } from "gait";
import type { App } from "../app";
import { make } from "../dom";
import type { Facts, SkeletonChoice } from "../engine/protocol";
import type { Doc } from "../state/doc";
import { makeConsidered } from "../viewport/considered";
import { text, type TextKey } from "../text/text";

/** What Gait supposes, without a file that says so. */
const ASSUMED: Origin[] = ["table", "convention", "parent", "first_frame", "recovered"];

interface Entry {
  label: string;
  group: TextKey | null;
  choice: SkeletonChoice;
}

function entries(app: App, doc: Doc): Entry[] {
  const family = app.files.format(doc)?.family ?? null;
  const isUsable = ({ skeleton, family: other }: Facts["formats"][number]): boolean =>
    skeleton && (other === family || other === null);
  const files = app.files.docs.value.filter((one) => {
    const format = app.files.format(one);
    return one !== doc && format && isUsable(format) && !one.problem;
  });
  return [
    { label: text("panel.automatic"), group: null, choice: null },
    ...app.facts.builtins.filter((one) => one.family === family).map(({ name }): Entry =>
      ({ label: name, group: "panel.builtins", choice: { builtin: name } })),
    ...files.flatMap((file): Entry[] => {
      const names = file.opened?.info.skeletons?.map(({ name }) => name) ?? [];
      return names.length > 1
        ? names.map((name) => ({ label: `${file.name}: ${name}`, group: "panel.files",
          choice: { file: file.id, name } }))
        : [{ label: file.path, group: "panel.files", choice: { file: file.id } }];
    }),
  ];
}

function isSame(one: SkeletonChoice, other: SkeletonChoice): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** "from a built-in skeleton (assumed): 47", one part per origin. */
function countOrigins(bones: readonly Bone[], key: "parent_origin" | "rest_origin"): string {
  const counts = new Map<Origin, number>();
  bones.forEach((bone) => counts.set(bone[key], (counts.get(bone[key]) ?? 0) + 1));
  return [...counts].map(([origin, n]) => `${text(`panel.origin-${origin}` as TextKey)}${
    ASSUMED.includes(origin) ? ` (${text("panel.assumed")})` : ""}: ${n}`).join("; ");
}

function sourceText(app: App, doc: Doc): string {
  const { source, file, name } = doc.skeleton!;
  const path = app.files.docs.value.find(({ id }) => id === file)?.path ?? "";
  const words = { name: source.name ?? name, file: path };
  switch (source.source) {
    case "in_file":
      return text("panel.skeleton-own");
    case "candidate":
      return text("panel.skeleton-found", words);
    case "builtin":
      return text("panel.skeleton-builtin", words);
    case "recovered":
      return text("panel.skeleton-recovered");
    case "given":
      return text("panel.skeleton-chosen", path ? { name: path } : words);
    case "none":
      return text("panel.skeleton-none");
  }
}

/** The part of the file's tab about its skeleton. */
export function makeSkeleton(app: App, doc: Doc): HTMLElement | null {
  const found = doc.skeleton;
  const format = app.files.format(doc);
  const hasMenu = format !== undefined && format.clips && !format.skeleton;
  if (!found && !hasMenu) {
    return null;
  }
  const all = entries(app, doc);
  const options = all.map(({ label, choice }, index) =>
    make("option", { value: String(index), selected: isSame(choice, doc.choice) }, label));
  const groups = [...new Set(all.map(({ group }) => group))].flatMap((group) => {
    const inside = options.filter((_, index) => all[index]!.group === group);
    return group ? [make("optgroup", { label: text(group) }, ...inside)] : inside;
  });
  const menu = make("select", { id: "panel-skeleton", onchange: () => {
    const { choice, label } = all[Number(menu.value)]!;
    void app.selection.chooseSkeleton(choice, label).then(() => app.files.docs.touch());
  } }, ...groups);
  return make("section", { class: "skeleton" }, make("h3", {}, text("panel.skeleton")),
    found && make("p", { id: "panel-skeleton-source" }, sourceText(app, doc), " ",
      found.source.source === "builtin"
        ? make("span", { class: "badge" }, text("panel.assumed")) : null),
    ...found ? makeConsidered(app, found) : [],
    found && found.bones.length > 0 && make("dl", {},
      make("dt", {}, text("panel.parents")), make("dd", {},
        countOrigins(found.bones, "parent_origin")),
      make("dt", {}, text("panel.rest")), make("dd", {}, countOrigins(found.bones, "rest_origin"))),
    hasMenu && make("label", { for: "panel-skeleton" }, text("panel.use-skeleton")),
    hasMenu && menu);
}
