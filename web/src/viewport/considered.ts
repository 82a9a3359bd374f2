/** Says which skeletons were compared with the bones of a file, and which bones they lack. */
import type { App } from "../app";
import { make } from "../dom";
import type { MissingBone } from "gait";
import type { Considered, SkeletonFound } from "../engine/protocol";
import { MOMENTS, type Doc } from "../state/doc";
import { text } from "../text/text";

/** Bones that are named in a sentence. */
const SHOWN_BONES = 4;
const MAX_ROWS = 100;

/** What to open for a file without a skeleton. */
export const neededFor = ({ format }: Doc): string =>
  text(MOMENTS.includes(format) ? "viewport.needs-config" : "viewport.needs-model");

const nameOf = (app: App, { file, name }: Considered): string =>
  app.files.docs.value.find(({ id }) => id === file)?.path ?? text("viewport.builtin", { name });

/** "bip01_l_toe1 (nearest: bip01_l_toe0), and 14 more" */
function bonesText(missing: readonly MissingBone[]): string {
  const shown = missing.slice(0, SHOWN_BONES).map(({ name, nearest }) => nearest === null ? name
    : text("viewport.nearest-bone", { name, nearest }));
  const more = missing.length - shown.length;
  return shown.join(", ") + (more > 0 ? `, ${text("open.more-names", { n: more })}` : "");
}

/** Which bones have no pose, although that of the others is known; "" = none. */
export function leftOutText({ source }: SkeletonFound): string {
  const bones = source.source === "none" ? []
    : (source.missing ?? []).filter(({ outcome }) => outcome === "left_out");
  return bones.length === 0 ? ""
    : text("viewport.left-out", { n: bones.length, bones: bonesText(bones) });
}

/** Whether makeConsidered() says anything. */
const hasConsidered = ({ source, considered }: SkeletonFound): boolean =>
  Boolean(source.missing?.length) || (source.source === "none" && considered.length > 0);

/** The nearest skeleton with the bones that it lacks, and a list of all that were compared. */
export function makeConsidered(app: App, found: SkeletonFound): Node[] {
  const { source, considered, nearest } = found;
  if (!hasConsidered(found)) {
    return [];
  }
  const line = (sentence: string) => make("p", { class: "lacks" }, sentence);
  if (source.source !== "none") {
    return [line(leftOutText(found) || text("viewport.lacks", { n: source.missing!.length,
      bones: bonesText(source.missing!) }))];
  }
  const rows = [...considered].sort((one, other) => other.matched - one.matched);
  return [nearest && line(`${text("viewport.nearest", { model: nameOf(app, nearest), n: nearest.bones,
    matched: nearest.matched })} ${text("viewport.lacks-bones", { bones: bonesText(nearest.missing) })}`),
  make("details", { class: "considered" },
    make("summary", {}, text("viewport.considered", { n: rows.length })),
    make("ul", {}, ...rows.slice(0, MAX_ROWS).map((one) => make("li", {}, one.bones === 0
      ? text("viewport.no-skeleton", { model: nameOf(app, one) })
      : text("viewport.coverage", { model: nameOf(app, one), matched: one.matched,
        n: one.bones })))))].filter((node) => node !== null);
}
