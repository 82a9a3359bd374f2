/** The skeletons of files, and the meshes that they move, from the files of the page. */
import { EngineError } from "../engine/client";
import type { MeshFound, SkeletonChoice, SkeletonFound, TaskInput } from "../engine/protocol";
import { byPath } from "../names";
import { Signal } from "../signal";
import type { Comparison } from "./comparison";
import { sourceOf, type Doc } from "./doc";
import type { Files } from "./files";
import type { Services } from "./services";

const MAX_CANDIDATES = 64;
/** Files that are opened to find the mesh, besides the file with the skeleton. */
const MAX_MODELS = 4;
const MAX_CANDIDATE_BYTES = 64 << 20;

/** The number of folders between two files. */
function folderDistance(path: string, other: string): number {
  const [one, two] = [path, other].map((text) => text.toLowerCase().split("/").slice(0, -1));
  let common = 0;
  while (common < Math.min(one!.length, two!.length) && one![common] === two![common]) {
    common++;
  }
  return one!.length + two!.length - 2 * common;
}

export class Models {
  /** The mesh of the model of the shown file; null: it has none, or it is not read yet. */
  readonly mesh = new Signal<MeshFound | null>(null);
  /** The file and the skeleton of the mesh, and the file that contains it. */
  private owner: { doc: Doc; skeleton: SkeletonFound | null; model: Doc | null } | null = null;

  constructor(private services: Services, private files: Files, private comparison: Comparison) {}

  /** Shows no mesh. */
  clear(): void {
    this.mesh.value = null;
    this.owner = null;
  }

  /** The files in which the skeleton of a file is searched, the nearest folder first. */
  candidates(doc: Pick<Doc, "path" | "format">): Doc[] {
    const family = this.files.format(doc)?.family ?? null;
    const isCandidate = (one: Doc): boolean => family !== null &&
      this.files.format(one)?.family === family && this.files.format(one)!.skeleton;
    let bytes = 0;
    return this.files.docs.value
      .filter((one) => one !== doc && isCandidate(one) && !one.problem)
      .map((one) => ({ one, distance: folderDistance(doc.path, one.path) }))
      .sort((first, second) => first.distance - second.distance || byPath(first.one, second.one))
      .slice(0, MAX_CANDIDATES)
      .filter(({ one }) => (bytes += one.blob.size) <= MAX_CANDIDATE_BYTES)
      .map(({ one }) => one);
  }

  /** Finds the skeleton of an open file, or uses the chosen one. Closes the clips of the file. */
  async findSkeleton(doc: Doc, choice: SkeletonChoice = doc.choice): Promise<void> {
    const candidates = this.candidates(doc);
    for (const candidate of candidates) {
      await this.files.open(candidate);
    }
    const usable = candidates.filter((one) => !one.problem);
    if (choice && "file" in choice) {
      const chosen = this.files.docs.value.find(({ id }) => id === choice.file);
      if (chosen && !(await this.files.open(chosen))) {
        throw new EngineError(chosen.problem!);
      }
    }
    await this.files.open(doc);
    doc.skeleton = await this.services.client.engine.skeleton(doc.id, choice, usable.map(({ id }) => id));
    doc.choice = choice;
    usable.forEach((one) => this.files.release(one));
    this.comparison.unpin(doc);
  }

  /** The input of a task for a file: its bytes, and the files with its skeleton. */
  input(doc: Doc): TaskInput {
    const { choice, skeleton } = doc;
    const id = choice && "file" in choice ? choice.file : skeleton?.file ?? null;
    const found = this.files.docs.value.find((one) => one.id === id);
    const owner = this.owner;
    const model = (owner?.doc === doc ? owner.model : null) ?? found;
    return { source: sourceOf(doc), choice, candidates: found ? [sourceOf(found)] : [],
      model: model && model !== doc ? sourceOf(model) : null, companions: this.files.companions(doc) };
  }

  /**
   * Files whose mesh a file may move: first the one with its skeleton, or the file itself. If that
   * one has no mesh: the files in which its skeleton is searched, if they are few.
   */
  private modelsOf(doc: Doc): Doc[] {
    const file = doc.skeleton?.file ?? doc.id;
    const first = this.files.docs.value.filter(({ id }) => id === file);
    const others = this.candidates(doc).filter((one) => !first.includes(one));
    return doc.skeleton && others.length <= MAX_MODELS ? [...first, ...others] : first;
  }

  /** Reads the mesh that the shown file moves; of several files, the mesh with most vertices. */
  async read(doc: Doc): Promise<void> {
    const owner: typeof this.owner = { doc, skeleton: doc.skeleton, model: null };
    if (this.owner?.doc === doc && this.owner.skeleton === doc.skeleton) {
      return;
    }
    this.owner = owner;
    this.mesh.value = null;
    const models = this.modelsOf(doc);
    let best: MeshFound | null = null;
    let size = 0;
    for (const [at, model] of models.entries()) {
      try {
        const mesh = await this.files.open(model) && await this.files.open(doc)
          ? await this.services.client.engine.mesh(doc.id, model.id) : null;
        const isMoved = at === 0 || mesh?.bones.some((bone) => bone >= 0);
        if (mesh && isMoved && mesh.positions.length > size) {
          best = mesh;
          owner.model = model;
          size = mesh.positions.length;
        }
      } catch (error) {
        this.services.report(error, model.name);
      } finally {
        [model, doc].forEach((one) => this.files.release(one));
      }
      if (this.owner !== owner || (at === 0 && best)) {
        break;
      }
    }
    if (this.owner === owner) {
      this.mesh.value = best;
    }
  }
}
