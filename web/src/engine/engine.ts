/** The engine: the files that the page shows, in a worker with one instance of the library. */
import { GaitError, load, type Clip, type ConsideredSkeleton, type File, type Gait, type Mesh, type Skeleton } from "gait";
import { detect } from "./detect";
import { CLIP_CLOSED, SAMPLES, type EngineCalls, type Facts, type MeshFound,
  type OpenedClip, type PackedFile,
  type SkeletonChoice, type SkeletonFound, type Source } from "./protocol";
import { bindSkeleton, factsOf, openSource } from "./library";
import { describeProblem, problemOfInfo } from "./problem";

interface Document {
  file: File;
  source: Source;
  skeleton: Skeleton | null;
  clips: Set<number>;
}

type Posted<T> = { [K in keyof T]: T[K] extends (...values: infer V) => infer R
  ? (...values: V) => R | Promise<R> : never };

export class Engine implements Posted<EngineCalls> {
  gait!: Gait;
  private documents = new Map<number, Document>();
  private openClips = new Map<number, Clip>();
  private nextClip = 1;

  async start(module: WebAssembly.Module): Promise<Facts> {
    this.gait = await load(module);
    return factsOf(this.gait);
  }

  detect(heads: PackedFile[]) {
    return detect(this.gait, heads);
  }

  async open(source: Source, companions: Source[]) {
    this.close(source.id);
    const file = await openSource(this.gait, source, companions);
    this.documents.set(source.id, { file, source, skeleton: null, clips: new Set() });
    const info = file.info();
    return { format: file.format, info, clips: info.status === "ok" ? [...file.clips] : [],
      problem: info.status === "ok" ? null : problemOfInfo(info, this.gait) };
  }

  close(id: number): void {
    const document = this.documents.get(id);
    if (document) {
      this.closeClips(document);
      document.file.close();
      this.documents.delete(id);
    }
  }

  private closeClips(document: Document): void {
    document.clips.forEach((clip) => this.closeClip(clip));
    document.skeleton?.close();
    document.skeleton = null;
  }

  private document(id: number): Document {
    const document = this.documents.get(id);
    if (!document) {
      throw new Error("the file is closed");
    }
    return document;
  }

  skeleton(id: number, choice: SkeletonChoice, candidates: number[]): SkeletonFound {
    const document = this.document(id);
    const files = candidates.map((candidate) => this.document(candidate).file);
    const chosen = choice && "file" in choice ? this.document(choice.file).file : null;
    const skeleton = bindSkeleton(this.gait, document.file, document.source.path, files, choice,
      chosen);
    this.closeClips(document);
    document.skeleton = skeleton;
    const { source, name, bones } = skeleton;
    const file = source.source === "candidate" ? candidates[source.candidate] ?? null
      : choice && "file" in choice ? choice.file : null;
    let rest: Float32Array | null = null;
    try {
      rest = skeleton.rest("model");
    } catch {
      // not known; poses may be known all the same
    }
    const idOf = <T extends ConsideredSkeleton>(one: T) =>
      ({ ...one, file: one.source === "candidate" ? candidates[one.candidate] ?? file : null });
    return { source, file, name, bones: [...bones], rest,
      considered: source.considered?.map(idOf) ?? [],
      nearest: source.nearest ? idOf(source.nearest) : null };
  }

  mesh(id: number, model: number): MeshFound | null {
    const { skeleton } = this.document(id);
    let mesh: Mesh;
    try {
      mesh = this.document(model).file.mesh({ skeleton });
    } catch (error) {
      if (error instanceof GaitError && error.status === "not found") {
        return null;
      }
      throw error;
    }
    const { box } = mesh;
    const { bones, inverses } = skeleton ? mesh.bind(skeleton)
      : { bones: new Int32Array(mesh.bones.length).fill(-1), inverses: new Float32Array() };
    const found = { positions: mesh.array("positions"), normals: mesh.array("normals"),
      joints: mesh.array("joints"), weights: mesh.array("weights"),
      triangles: mesh.array("triangles"), bones, inverses, box };
    mesh.close();
    return found;
  }

  clip(id: number, index: number): OpenedClip {
    const document = this.document(id);
    document.skeleton ??= document.file.skeleton({ path: document.source.path, target: "gltf" });
    const clip = document.file.clip(index, { skeleton: document.skeleton });
    const number = this.nextClip++;
    this.openClips.set(number, clip);
    document.clips.add(number);
    return { clip: number, name: clip.name, boneCount: clip.boneCount, times: clip.times.slice(),
      hasPhases: clip.hasPhases, range: [...clip.range], rootMotion: [...clip.rootMotion],
      ...this.samples(clip) };
  }

  private samples(clip: Clip): Pick<OpenedClip, "samples" | "problem"> {
    const first = clip.times[0] ?? 0;
    const step = ((clip.times.at(-1) ?? first) - first) / (SAMPLES - 1);
    const times = Array.from({ length: SAMPLES }, (_, index) => first + step * index);
    try {
      return { samples: clip.poses(times, "model"), problem: null };
    } catch (error) {
      return { samples: null, problem: describeProblem(error, this.gait) };
    }
  }

  closeClip(clip: number): void {
    this.openClips.get(clip)?.close();
    this.openClips.delete(clip);
    this.documents.forEach(({ clips }) => clips.delete(clip));
  }

  private clipOf(number: number): Clip {
    const clip = this.openClips.get(number);
    if (!clip) {
      throw new Error(CLIP_CLOSED);
    }
    return clip;
  }

  pose(clip: number, time: number, kind: "model" | "local" | "parts"): Float32Array {
    return this.clipOf(clip).pose(time, kind).slice();
  }

  poses(clip: number, times: number[], kind: "model" | "local" | "parts"): Float32Array {
    return this.clipOf(clip).poses(times, kind);
  }

  joints(clips: number[], times: number[]): Float32Array {
    const open = clips.flatMap((number, index) => {
      const clip = this.openClips.get(number);
      return clip ? [{ clip, time: times[index] ?? 0 }] : [];
    });
    return this.gait.sample(open.map(({ clip }) => clip), open.map(({ time }) => time),
      { kind: "joints" });
  }

  compare(clip: number, other: number) {
    return this.clipOf(clip).compare(this.clipOf(other));
  }

  distances(clip: number, other: number, times: number[], otherTimes: number[]): Float32Array {
    return this.clipOf(clip).distances(this.clipOf(other), times, otherTimes);
  }

  track(clip: number, bone: number, times: number[], kind: "model" | "local" | "parts") {
    const open = this.clipOf(clip);
    const size = kind === "parts" ? 10 : 16;
    const values = new Float32Array(size * times.length);
    times.forEach((time, index) => values.set(
      open.pose(time, kind).subarray(size * bone, size * (bone + 1)), size * index));
    return values;
  }

  rules() {
    return this.gait.rules();
  }
}
