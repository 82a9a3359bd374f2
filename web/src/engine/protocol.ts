/** What the page asks the engine, a worker with an instance of the library, and its answers. */
import type { Bone, Builtins, Check, Comparison, FileDiff, FileInfo, FileMap, Format, Formats, GaitError, ListedClip,
  PoseKind, RoundtripReport, Rules, SkeletonSource, Change, ConsideredSkeleton, MissingBone } from "gait";

/** An error of the library or of a file, as it is posted. */
export interface Problem {
  message: string;
  status: GaitError["status"] | "unknown" | "unreadable";
  rule: string | null;
  offset: number | null;
  file: string | null;
  line: number | null;
  /** What to do, from the rule. */
  advice: string | null;
  /** Of a round trip that was refused. */
  report: unknown;
}

/** What the library can do, whatever the files. */
export interface Facts {
  version: string;
  formats: Formats["formats"];
  builtins: Builtins["skeletons"];
}

/** A file of the page. The engine has it open as long as the page shows it. */
export interface Source {
  id: number;
  /** The path inside of the folder or archive that was opened, or the name. */
  path: string;
  blob: Blob;
}

export interface Opened {
  format: Format;
  info: FileInfo;
  clips: ListedClip[];
  /** Why the file cannot be used, or null. */
  problem: Problem | null;
}

/** The format of a file by its first bytes; with a problem when it cannot be read. */
export interface Detected {
  format: Format;
  isZip: boolean;
  problem: Problem | null;
  /** True when more bytes of the file can give another format. */
  needsMore: boolean;
}

/** A row of the table of files. */
export interface Survey {
  format: Format;
  status: FileInfo["status"];
  clips: number | null;
  frames: number | null;
  errors: number;
  warnings: number;
  /** The file in gait.check/1, as text. */
  check: string;
  /** Why the file cannot be used, or null. */
  problem: Problem | null;
}

export interface PackedFile {
  path: string;
  blob: Blob;
}

/** Why an archive is not unpacked. */
export type ArchiveRefusal = "files" | "size" | "ratio" | "encrypted" | "damaged" | "unreadable";

export interface Unpacked {
  files: PackedFile[];
  /** Paths that later entries of the archive have, too. */
  skipped: string[];
  refusal: ArchiveRefusal | null;
}

/** How the skeleton is chosen: null = by the search of the library. */
export type SkeletonChoice = null | { builtin: string } | { file: number; name?: string };

/** A skeleton that was compared with the bones of a file. */
export interface Considered {
  /** The id of the file that has it; null: it is built in. */
  file: number | null;
  name: string;
  outcome: ConsideredSkeleton["outcome"];
  matched: number;
  bones: number;
}

export interface SkeletonFound {
  source: SkeletonSource;
  /** What the search compared. */
  considered: Considered[];
  /** Of these, the one that has most of the bones, although it is not used; or null. */
  nearest: Considered & { missing: MissingBone[] } | null;
  /** The id of the file that has it, or null. */
  file: number | null;
  name: string;
  bones: Bone[];
  /** 16 numbers per bone in model space, or null when the rest pose is not known. */
  rest: Float32Array | null;
}

export interface OpenedClip {
  /** The number of the clip in the engine; it is valid until the skeleton changes. */
  clip: number;
  name: string;
  boneCount: number;
  /** Seconds, or phases. */
  times: Float32Array;
  hasPhases: boolean;
  /** The times between which the clip is shown: with phases 0 and 1, and the keys beyond them. */
  range: [number, number];
  /** Metres per cycle in glTF axes. */
  rootMotion: [number, number, number];
  /**
   * Poses in model space at SAMPLES times, evenly from the first frame to the last; null when they
   * cannot be computed.
   */
  samples: Float32Array | null;
  /** Why there are no samples, which is usual for a bank without its model; or null. */
  problem: Problem | null;
}

export const SAMPLES = 9;

/** The mesh of a model in glTF axes, and the bones that move it. */
export interface MeshFound {
  /** 3 numbers per vertex. */
  positions: Float32Array;
  normals: Float32Array;
  /** 4 per vertex: indices in `bones`, and weights whose sum is 1, or 0 for one that never moves. */
  joints: Uint16Array;
  weights: Float32Array;
  /** 3 per triangle. */
  triangles: Uint32Array;
  /** The bones of the skeleton, or -1; all -1 without a skeleton. */
  bones: Int32Array;
  /** The inverse of the rest pose of each of these bones: 16 numbers. */
  inverses: Float32Array;
  box: [[number, number, number], [number, number, number]];
}

/** The file and the skeleton that a task uses; a task opens them on its own. */
export interface TaskInput {
  source: Source;
  choice: SkeletonChoice;
  /** Files in which the skeleton is searched, and the file of the choice. */
  candidates: Source[];
  /** The file whose mesh goes into a glTF; null: that of the source, if it has one. */
  model: Source | null;
  /** Files that contain keys (.bin of a .gltf), and the sidecar. */
  companions: Source[];
}

/**
 * The fields of a file, in the order of their offsets. Names and values are texts one after the
 * other with the ends of each; long values are cut off.
 */
export interface Fields {
  offsets: Float64Array;
  sizes: Float64Array;
  /** Indices in `typeNames`. */
  types: Uint16Array;
  typeNames: string[];
  names: string;
  nameEnds: Uint32Array;
  values: string;
  valueEnds: Uint32Array;
}

export interface ConvertRequest {
  target: Format;
  clips: number[] | null;
  /** With "{clip}", one output per clip. */
  name: string | null;
  lossy: boolean;
}

export interface TaskOutput {
  name: string;
  bytes: Uint8Array;
}

/** The message of calls about a clip that was closed meanwhile. */
export const CLIP_CLOSED = "the clip is closed";

/** An output that was not made. */
export interface ConvertProblem {
  clip: string | null;
  /** What the output format cannot store. */
  losses: string[];
  problem: Problem;
}

/** Calls of the engine that shows files. Their order is kept. */
export interface EngineCalls {
  start(module: WebAssembly.Module): Facts;
  /** The formats of many files by their beginnings; null for files that cannot be read. */
  detect(heads: PackedFile[]): (Detected | null)[];
  open(source: Source, companions: Source[]): Opened;
  close(id: number): void;
  skeleton(id: number, choice: SkeletonChoice, candidates: number[]): SkeletonFound;
  /** The mesh of another file or of the file itself, on the skeleton of the file; null: no mesh. */
  mesh(id: number, model: number): MeshFound | null;
  clip(id: number, index: number): OpenedClip;
  closeClip(clip: number): void;
  pose(clip: number, time: number, kind: PoseKind): Float32Array;
  poses(clip: number, times: number[], kind: PoseKind): Float32Array;
  /** The translations of all bones in model space, 3 numbers each, one figure after the other. */
  joints(clips: number[], times: number[]): Float32Array;
  compare(clip: number, other: number): Comparison;
  /** The largest distance of bones with the same name, in metres, per pair of times. */
  distances(clip: number, other: number, times: number[], otherTimes: number[]): Float32Array;
  /** One bone of poses(). */
  track(clip: number, bone: number, times: number[], kind: PoseKind): Float32Array;
  rules(): Rules;
}

/** What can be saved of a damaged file. */
export interface Salvaged {
  bytes: Uint8Array;
  /** The number of clips in `bytes`, of those that the damaged file states. */
  kept: number;
  stated: number;
  /** The path of the model whose bones are used, because those of the file are lost; or null. */
  model: string | null;
}

/** Tasks that take long. Each runs in a worker of its own, which ends with it. */
export interface TaskCalls {
  start(module: WebAssembly.Module): void;
  /** As in the engine, which stays free for poses. */
  detect(heads: PackedFile[]): (Detected | null)[];
  check(input: TaskInput): Check;
  checkAll(sources: Source[]): Check[];
  survey(sources: Source[]): Survey[];
  unzip(archive: Blob): Unpacked;
  zip(files: PackedFile[]): Blob;
  map(input: TaskInput): FileMap;
  fields(input: TaskInput): Fields;
  document(input: TaskInput, document: "info" | "check" | "list" | "map"): string;
  sarif(sources: Source[]): string;
  /** One byte per clip and bone: 1 if the clip moves the bone relative to its parent. */
  movingBones(input: TaskInput): Uint8Array;
  /**
   * Whether the poses of the first clip of a file can be computed on a known skeleton; null = it
   * has no clips. The skeleton is searched in files with these ids, which this call or an earlier
   * one of the task `added`.
   */
  isPosed(source: Source, companions: Source[], models: number[], added: Source[]):
    boolean | null;
  /** What can be saved of a damaged file, if necessary with the bones of one of the models. */
  salvage(source: Source, models: Source[]): { salvaged: Salvaged | null; problem: Problem | null };
  convert(input: TaskInput, request: ConvertRequest):
    { files: TaskOutput[]; problems: ConvertProblem[] };
  diff(first: TaskInput, second: TaskInput): FileDiff;
  svg(input: TaskInput, clip: number, view: "side" | "front" | "top" | "three-quarter"): string;
  edit(input: TaskInput, script: string): { bytes: Uint8Array; changes: Change[] };
  roundtrip(base: TaskInput, edited: Source, options: { addNew: boolean; dropMissing: boolean }):
    { bytes: Uint8Array | null; report: RoundtripReport | null; problem: Problem | null };
}

export type Call = { call: number; method: string; values: unknown[] };
export type Answer = { call: number; value?: unknown; problem?: Problem };
