/** Conversions, made in the workers of tasks. */
import type { Format } from "gait";
import type { App } from "../app";
import type { ConvertProblem, PackedFile, TaskInput } from "../engine/protocol";
import { stem } from "../names";
import { sourceOf, type Doc } from "../state/doc";

export type Scope = "clip" | "selected" | "clips" | "files";
export type Target = "gltf" | "bvh" | "rtm";

export interface FileProblem extends ConvertProblem {
  file: string;
}

export interface Exported {
  files: PackedFile[];
  problems: FileProblem[];
}

const EXTENSIONS: Record<Target, string> = { gltf: "glb", bvh: "bvh", rtm: "rtm" };

/** The files of a choice that have clips. */
export function docsOf(app: App, scope: Scope): Doc[] {
  const { value: doc } = app.selection.doc;
  return scope === "files"
    ? app.files.docs.value.filter(({ format, problem }) => !problem &&
      !["unknown", "modelcfg", "p3d"].includes(format))
    : doc ? [doc] : [];
}

/** The clips of a choice; null: all. */
function clipsOf(app: App, scope: Scope): number[] | null {
  const clip = app.selection.clip.value?.index;
  return scope === "clip" ? clip === undefined ? [] : [clip]
    : scope === "selected"
      ? [...app.selection.selected.value].sort((one, other) => one - other) : null;
}

/** The input of a task, also for a file that was not shown yet. */
export function inputOf(app: App, doc: Doc): TaskInput {
  const input = app.models.input(doc);
  return doc.skeleton || doc.choice ? input
    : { ...input, candidates: app.models.candidates(doc).map(sourceOf) };
}

/** The names that the outputs of a file get, as the command would choose them. */
function nameFor(doc: Doc, target: Target, clips: number[] | null): string | null {
  const isOneOfMany = clips?.length === 1 && (doc.opened?.clips.length ?? 2) > 1;
  return target !== "gltf" && doc.opened?.clips.length !== 1 || isOneOfMany
    ? `{clip}.${EXTENSIONS[target]}` : null;
}

/**
 * Converts the chosen clips, file by file. `next` is called before each file, and returns false to
 * end.
 */
export async function convert(app: App, scope: Scope, target: Target, lossy: boolean,
  next: (done: number, total: number) => boolean): Promise<Exported> {
  const docs = docsOf(app, scope);
  const clips = clipsOf(app, scope);
  const exported: Exported = { files: [], problems: [] };
  for (const [number, doc] of docs.entries()) {
    if (!next(number, docs.length)) {
      break;
    }
    const folder = docs.length === 1 ? "" : `${stem(doc.path)}/`;
    const { files, problems } = await app.run((calls) => calls.convert(inputOf(app, doc),
      { target: target as Format, clips, name: nameFor(doc, target, clips), lossy }));
    exported.files.push(...files.map(({ name, bytes }) =>
      ({ path: folder + name, blob: new Blob([bytes as BlobPart]) })));
    exported.problems.push(...problems.map((problem) => ({ file: doc.name, ...problem })));
  }
  return exported;
}
