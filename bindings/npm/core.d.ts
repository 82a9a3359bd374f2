/// <reference lib="es2022" />
/// <reference lib="esnext.disposable" />

/**
 * Gait: skeletal animations of Arma and S.T.A.L.K.E.R. This entry takes the module, gait.wasm.
 *
 * Every error is a {@link GaitError}. Objects hold memory of the module until `close()`, the end of
 * a `using` block, or until they are collected as garbage. A method of a closed object throws. A
 * file closes its skeletons, clips and conversions with it, but not its meshes: close these too in
 * loops, because nothing is collected until the event loop continues.
 */

import type {
  Bone, Builtins, Check, ComparedFiles, FileInfo, FileList, FileMap, Format, Formats, ListedClip,
  ModCheck, ModUses, OptimiseReport, RoundtripReport, Rules, Severity,
} from "./documents.js";

export * from "./documents.js";

// --- errors -------------------------------------------------------------------------------------

export type Status =
  | "bad argument"
  | "no memory"
  | "limit"
  | "truncated"
  | "corrupt"
  | "unsupported"
  | "would lose data"
  | "not found"
  | "internal";

export class GaitError extends Error {
  private constructor();
  readonly status: Status;
  /** The rule, such as "OMF001" (docs/rules.md), or null. */
  readonly rule: string | null;
  /** Bytes from the start of the file, or null. */
  readonly offset: number | null;
  /** The name of the file, or null. */
  readonly file: string | null;
  /** The line of an edit script, from 1, or null. */
  readonly line: number | null;
  /** The report of a round trip that was refused or of an output that failed, or null. */
  readonly report: RoundtripReport | OutputReport | null;
}

// --- documents ----------------------------------------------------------------------------------
// Those that the command does not print; documents.d.ts has the others. null: does not apply.

/** A log of SARIF 2.1.0. */
export interface Sarif {
  $schema: string;
  version: "2.1.0";
  runs: {
    tool: { driver: { name: "gait"; version: string; rules: object[] } };
    results: {
      ruleId: string;
      ruleIndex: number;
      level: Severity;
      message: { text: string };
      occurrenceCount: number;
      locations: object[];
    }[];
    invocations: object[];
  }[];
}

/** A bone of a file that a skeleton lacks. */
export interface MissingBone {
  name: string;
  /** The most similar name in the skeleton. */
  nearest: string | null;
  /** alone: it is posed as a root; left_out: it has no pose. */
  outcome: "alone" | "left_out";
}

/** A candidate or built-in skeleton that a search compared with the bones of a file. */
export interface ConsideredSkeleton {
  source: "candidate" | "builtin";
  /** Index in the candidates, or -1. */
  candidate: number;
  /** The name of the skeleton. Empty if it has no name, or if the name was not read. */
  name: string;
  outcome: "no_skeleton" | "lacks_bones" | "lacks_body" | "surpassed" | "used" | "too_large";
  /** How many of the bones of the file it has. */
  matched: number;
  bones: number;
  /** It names the file in its references. */
  refers: boolean;
}

/** The source of a skeleton. Only a search returns the optional properties. */
export interface SkeletonSource {
  source: "given" | "in_file" | "candidate" | "builtin" | "recovered" | "none";
  /** Index in the candidates, or -1. */
  candidate: number;
  name: string | null;
  /** The bones of the file that it lacks. */
  missing?: MissingBone[];
  /** The one that was not used, but has most of the bones. */
  nearest?: (ConsideredSkeleton & { missing: MissingBone[] }) | null;
  considered?: ConsideredSkeleton[];
}

/** What was kept of a damaged bank. */
export interface SalvageReport {
  /** The number of motions in the new bank: the first ones. */
  kept: number;
  /** The number of motions that the damaged bank states. */
  stated: number;
  /** The offset of the first data that is not kept. */
  damage_offset: number;
  /** Names and bones are those of the model, and playback has default values. */
  lost_params: boolean;
}

/** What an output of a conversion consists of. */
export interface OutputReport {
  /** Indices of clips. */
  clips: number[];
  frames: number;
  losses: string[];
}

/** The differences of two open files. */
export type FileDiff = Required<ComparedFiles>;

/** The difference of two clips in model space. */
export interface Comparison {
  /** The number of compared frames. */
  frames: number;
  /** null: no bone was compared. */
  max_distance: { mm: number; bone: string; frame: number } | null;
  max_angle: { deg: number; bone: string; frame: number } | null;
  bones: { name: string; mm: number; mm_frame: number; deg: number; deg_frame: number }[];
  only_in_first: string[];
  only_in_second: string[];
}

export interface Change {
  /** Line of the script, from 1. */
  line: number;
  text: string;
}

// --- objects ------------------------------------------------------------------------------------

export type Bytes = ArrayBuffer | ArrayBufferView;

/** WebAssembly.Module, where the environment declares it: this package does not. */
export type CompiledModule =
  typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } }
    ? Module
    : object;

/** Numbers that are read once. */
export type Floats = readonly number[] | Float32Array | Float64Array;

/** An object that holds memory of the module. */
export abstract class Resource implements Disposable {
  protected constructor();
  /** Frees the memory. Further calls do nothing. */
  close(): void;
  [Symbol.dispose](): void;
}

export interface LoadOptions {
  /** Limit of memory of each file, in bytes; 0 = that of the module. */
  maxBytes?: number;
}

export interface OpenOptions {
  /** Code page of names in game files: 1250, 1251 or 1252; 0 = the default. */
  codePage?: number;
}

export interface ModOptions {
  /** The name of the folder of the mod. */
  name?: string;
  /** Code page of configs that are not UTF-8: 1250, 1251 or 1252; 0 = the default. */
  codePage?: number;
  /** The paths of the files of the unpacked game. */
  game?: readonly string[];
}

export interface BankReference {
  /** Index of the reference in the model, ascending. */
  ref: number;
  /** The bank, or null when it cannot be read. */
  file: File | null;
}

/** An instance of the module. */
export class Gait implements Disposable {
  private constructor();
  readonly version: string;
  /** Opens a file; the bytes are copied. `name` is its file name, also with folders. */
  open(bytes: Bytes, name?: string, options?: OpenOptions): File;
  /**
   * Like `open()`, but also returns damaged and unknown files: `info()`, `list()`, `check()` and
   * `sarif()` describe them; other methods throw.
   */
  examine(bytes: Bytes, name?: string, options?: OpenOptions): File;
  /** All rules of the checker. */
  rules(): Rules;
  /** All formats, and what can be done with each. */
  formats(): Formats;
  /** The built-in skeletons. */
  builtins(): Builtins;
  /** A built-in skeleton, such as "xray-stalker". */
  builtin(name: string): Skeleton;
  /** The index of a mod with these files: their paths below its folder. */
  mod(paths: readonly string[], options?: ModOptions): Mod;
  /** `Clip.sample()` for many clips at once: the pose of clips[i] at times[i]. */
  sample(clips: readonly Clip[], times: Floats, options?: SampleOptions): Float32Array;
  /**
   * Blends two poses of the kind "parts", a with weight 0, b with weight 1. The mask has a factor
   * per bone by which the weight is multiplied.
   */
  blend(a: Floats, b: Floats, weight: number, mask?: Floats | null): Float32Array;
  /** Adds to a pose what distinguishes `added` from `reference`. */
  blendAdd(pose: Floats, added: Floats, reference: Floats, weight: number, mask?: Floats | null):
    Float32Array;
  /** The bytes of the file that a text from `File.dump()` describes. */
  build(text: string | Bytes, options?: { allowDamage?: boolean }): Uint8Array;
  /** The findings of files as a SARIF log. */
  sarif(files: readonly File[], options?: { rulesUrl?: string | null }): Sarif;
  /** Checks a model against its banks. */
  checkBanks(model: File, banks: readonly BankReference[]): Check;
  /** The findings of the last call, also warnings of one that succeeded. */
  findings(): Check;
  /** Closes all objects, and frees the memory of the module. */
  close(): void;
  [Symbol.dispose](): void;
}

/**
 * The index of a mod: what plays an animation, and for how long. Pass the bytes of the files that
 * are needed, then ask:
 *
 *     for (let path = mod.needed(); path !== null; path = mod.needed()) mod.provide(await read(path));
 */
export class Mod extends Resource {
  private constructor();
  readonly name: string;
  /** The path of a file whose bytes are needed; null = no more are. */
  needed(): string | null;
  /** The bytes of the file that `needed()` returned, which are copied; null = it cannot be read. */
  provide(bytes: Bytes | null): void;
  /** What uses each file, and the files that are missing; the root of the only mod is "". */
  uses(): ModUses;
  /** The findings about its configs and unused files, without causes. */
  check(): ModCheck;
  /**
   * `File.list()` of a file whose name is its path in the mod, with the duration, the loop and the
   * uses of each clip.
   */
  list(file: File): FileList;
}

export interface SkeletonOptions {
  /** Files in which the skeleton is searched, in this order. */
  candidates?: readonly File[];
  /** Skeletons chosen by the user: the tree, and the pivots. */
  tree?: Skeleton | null;
  pivots?: Skeleton | null;
  /** The format to which the file will be converted. */
  target?: Format | null;
  /** The path of the file, from the folder of references on. */
  path?: string | null;
  /** The skeleton of the file with this name, instead of a search. It is not bound to the file. */
  name?: string | null;
}

export interface ConvertOptions {
  /** The file name of outputs; with "{clip}", one output per clip. */
  name?: string | null;
  /** A bound skeleton; from glTF and BVH the skeleton to retarget to. */
  skeleton?: Skeleton | null;
  /** The file into which the result is written. */
  base?: File | null;
  lossy?: boolean;
  /** 0 = the default. */
  fps?: number;
  /** Seconds; 0 = the default. */
  duration?: number;
  /** Only these clips, by index or name. */
  clips?: readonly (number | string)[] | null;
  /** The version of the target; 0 = the default. */
  version?: number;
  /** The maximum error per key; 0 = the default. */
  toleranceMm?: number;
  toleranceDeg?: number;
  /** To glTF: also write the metadata as a file NAME.gait.json. */
  sidecar?: boolean;
  /** To glTF: the file whose mesh is written if the converted file has none, such as its model. */
  model?: File | null;
  /** To glTF: leave out meshes. */
  noMesh?: boolean;
  /**
   * For bones that the skeleton lacks. "auto", the default, leaves them out from plain RTM to BMTR,
   * and to formats of no game if the file can be shown without them; otherwise it refuses them.
   */
  missingBones?: "auto" | "refuse" | "leave-out";
  /** The same as missingBones: "leave-out". */
  leaveOutMissing?: boolean;
}

export interface RoundtripOptions {
  addNew?: boolean;
  dropMissing?: boolean;
}

export interface RoundtripResult {
  bytes: Uint8Array;
  report: RoundtripReport;
}

export interface HostSpace {
  /**
   * 16 numbers per bone: the matrix of the rest pose of the host in model space, column by column,
   * in the axes of the host.
   */
  rests: Floats;
  /** The rotation matrix from glTF axes to the axes of the host; default: glTF axes. */
  axes?: Floats | null;
}

/** An open file. */
export class File extends Resource {
  private constructor();
  readonly name: string;
  readonly format: Format;
  /** The clips, read once; the array and its elements are constant. */
  readonly clips: readonly Readonly<ListedClip>[];
  /** Paths of files that contain keys of this one; null: outside of the folder of the file. */
  readonly dependencies: (string | null)[];
  info(): FileInfo;
  check(): Check;
  list(): FileList;
  map(): FileMap;
  /** The text of these documents. */
  json(document: "info" | "check" | "list" | "map" | "dump"): string;
  /** The file as JSON text with every field; `Gait.build()` makes the same bytes from it. */
  dump(): string;
  /** The bytes of the file, written from its fields. */
  bytes(): Uint8Array;
  /** Passes the bytes of a dependency. */
  provide(path: string, bytes: Bytes): void;
  /** Adds the metadata of a sidecar (NAME.gait.json) to a glTF. */
  attach(sidecar: Bytes): void;
  /** Searches the skeleton of the file, and binds it to the file. */
  skeleton(options?: SkeletonOptions): Skeleton;
  /** Reads a clip. The default is `skeleton()`, which is closed with the clip. */
  clip(clip: number | string, options?: { skeleton?: Skeleton }): Clip;
  /**
   * The mesh of a model (OGF, P3D). `skeleton` has the names of the bones for a P3D. `axes`: as in
   * {@link HostSpace}; glTF axes by default.
   */
  mesh(options?: { skeleton?: Skeleton | null; axes?: Floats | null }): Mesh;
  /**
   * Which bones of the skeleton a clip moves relative to their parents: 1 for a bone whose pose
   * changes after the first frame, otherwise 0. Much faster than reading the poses of the clip.
   */
  movingBones(clip: number | string, skeleton: Skeleton): Uint8Array;
  /**
   * Makes the edits of a script in a copy, for example `"set --clip walk --speed 1.2"`. Each line is
   * an edit with its options; docs/formats/edit-script.md has the grammar and all parameters.
   *
   * ```text
   * rename     --clip OLD=NEW, --bone OLD=NEW, --part OLD=NEW
   * remove     --clip NAME
   * duplicate  --clip NAME=NEW
   * reorder    --sort; or --clip NAME and --first, --last, --before NAME or --after NAME
   * set        [--clip NAME], and parameters such as --speed, --power, --flags=+stop-at-end
   * event      [--clip NAME]; --add NAME, --remove NAME, --move NAME or --rename OLD=NEW;
   *            --at TIME, --to TIME, --until TIME, --value TEXT
   * refs       --add REF, --remove REF, --rename OLD=NEW
   * fix        no options
   * ```
   */
  edit(script: string): { bytes: Uint8Array; changes: Change[] };
  /** A bank with these clips only, by index or name, in this order. */
  extract(clips: readonly (number | string)[]): Uint8Array;
  /**
   * The bank of this file, with the clips of another one. `equalNames` is what happens to a clip
   * whose name this bank has: "refuse" (the default), "keep-first" leaves it out, "replace",
   * "rename", "keep-all" keeps both. `parts` are those of the result: "equal" (the default) requires
   * that both banks have the same, "first" takes those of this bank, "union".
   */
  merge(
    other: File,
    options?: {
      equalNames?: "refuse" | "keep-first" | "replace" | "rename" | "keep-all" | null;
      parts?: "equal" | "first" | "union" | null;
    },
  ): Uint8Array;
  /**
   * The differences to another file. `skeleton` is the one of both files; smaller differences of
   * keys than a tolerance are ignored.
   */
  diff(
    other: File,
    options?: { skeleton?: Skeleton | null; toleranceDeg?: number; toleranceMm?: number },
  ): FileDiff;
  /**
   * A copy of a bank that is not larger and plays the same. The tolerances allow errors relative to
   * the parent bone, in millimetres and degrees. `clips`: only these may change.
   */
  optimise(options?: {
    toleranceMm?: number;
    toleranceDeg?: number;
    clips?: readonly (number | string)[] | null;
  }): { bytes: Uint8Array; report: OptimiseReport };
  /**
   * A bank with the complete motions of a damaged one, which examine() opened. `model` has its
   * bones, for a bank whose list of bones is lost.
   */
  salvage(options?: { model?: File | null }): { bytes: Uint8Array; report: SalvageReport };
  /** Applies an edited glTF to this file. */
  roundtrip(
    edited: File,
    options?: RoundtripOptions & { skeleton?: Skeleton | null },
  ): RoundtripResult;
  /** Converts the file, one output after the other. "glb" is "gltf". */
  convert(target: Format | "glb", options?: ConvertOptions): Conversion;
  /** Collects edited clips of a host that has its own rest pose. */
  edited(options: HostSpace & { skeleton: Skeleton }): Edited;
}

export class Skeleton extends Resource {
  private constructor();
  readonly name: string;
  readonly bones: readonly Bone[];
  readonly source: SkeletonSource;
  /** The rest pose, a copy. Throws when it is not known. */
  rest(kind?: PoseKind): Float32Array;
}

/** Triangles of a mesh with the same texture and material. */
export interface MeshPart {
  /** The path as stored; "" = none. */
  texture: string;
  /** The shader of an OGF, the .rvmat of a P3D; "" = none. */
  material: string;
  first_vertex: number;
  vertices: number;
  first_triangle: number;
  triangles: number;
}

/**
 * The arrays of a mesh: `positions` and `normals`, 3 numbers per vertex; `uvs`, 2 per vertex, V
 * points down; `joints`, 4 per vertex: indices in `bones`; `weights`, 4 per vertex in descending
 * order, whose sum is 1, or 0 for a vertex that no bone moves; `triangles`, 3 per triangle, whose
 * front is counter-clockwise.
 */
export interface MeshArrays {
  positions: Float32Array;
  normals: Float32Array;
  uvs: Float32Array;
  joints: Uint16Array;
  weights: Float32Array;
  triangles: Uint32Array;
}

/**
 * The mesh of a model in its bind pose, in model space, in metres and glTF axes. All parts share
 * its arrays. It does not need the file.
 */
export class Mesh extends Resource {
  private constructor();
  /** The names to which `joints` refers. */
  readonly bones: string[];
  readonly parts: MeshPart[];
  readonly vertexCount: number;
  readonly triangleCount: number;
  /** The smallest and the largest coordinates of the vertices that triangles use. */
  readonly box: [[number, number, number], [number, number, number]];
  /** A copy of one of the arrays. */
  array<Name extends keyof MeshArrays>(name: Name): MeshArrays[Name];
  /**
   * For each bone of the mesh, the index of the bone of a skeleton with its name, or -1; and the
   * inverse of its rest pose, 16 numbers, the identity for a bone that was not found. A posed vertex
   * is the sum over its joints of weight * pose * inverse * position.
   */
  bind(skeleton: Skeleton): { bones: Int32Array; inverses: Float32Array };
}

/**
 * What a pose consists of for each bone, in glTF axes and metres: 16 numbers of the matrix in model
 * space or relative to the parent, column by column; or 10 numbers relative to the parent:
 * translation, rotation (x, y, z, w), scale.
 */
export type PoseKind = "model" | "local" | "parts";

/**
 * What a fast pose consists of for each bone, in glTF axes and metres: 12 numbers of the matrix
 * relative to the parent ("local"), in model space ("model"), or from the rest pose to the pose
 * ("skinning"), as three rows of four; 10 numbers relative to the parent ("parts") or in model
 * space ("modelParts"): translation, rotation (x, y, z, w), scale; 3 numbers of the translation in
 * model space ("joints"). "rows" are the parts in another order: ten rows with one number per bone,
 * filled up to a multiple of 8.
 */
export type FastKind = "parts" | "modelParts" | "local" | "model" | "skinning" | "joints" | "rows";

export interface SampleOptions {
  /** "model" by default. */
  kind?: FastKind;
  /**
   * What times outside of the clip mean: its first or last frame ("clamp", by default), its
   * repetition, or that it is played back and forth.
   */
  wrap?: "clamp" | "repeat" | "ping-pong";
}

/** Where a game is in a clip. */
export interface PlayState {
  /** The key before it, and the one after it. */
  key: number;
  next: number;
  /** From `key` (0) to `next` (1). */
  fraction: number;
  /** Complete cycles before this one. */
  cycles: number;
  /** Metres since the start; the game moves the whole figure by it. */
  rootMotion: [number, number, number];
  /** True from the end on of a clip that is played once. */
  hasEnded: boolean;
}

/** A clip on a skeleton. */
export class Clip extends Resource {
  private constructor();
  readonly file: File;
  readonly skeleton: Skeleton;
  readonly index: number;
  readonly name: string;
  readonly boneCount: number;
  readonly frameCount: number;
  /** The times of all frames: seconds, or phases. */
  readonly times: Float32Array;
  readonly hasPhases: boolean;
  /** The times between which the clip is played: of phases 0 and 1, and beyond them the keys. */
  readonly range: [number, number];
  /**
   * The displacement per cycle that the file stores beside the keys (the motion vector of RTM), in
   * metres and glTF axes. Poses do not contain it.
   */
  readonly rootMotion: [number, number, number];
  /**
   * The pose at a time in the unit of `times`. The array is a view of the memory of the module that
   * is valid until the next call of any method: `slice()` copies it.
   */
  pose(time: number, kind?: PoseKind): Float32Array;
  /** The poses at several times, one after the other. The array is a copy. */
  poses(times: Floats, kind?: PoseKind): Float32Array;
  /**
   * Fast poses at several times, one after the other, as a copy. Less exact than `poses()`, by 0.02
   * mm and 0.01 degrees per bone. The first call prepares the clip.
   */
  sample(times: Floats, options?: SampleOptions): Float32Array;
  /** The same at states of `play()`. */
  samplePlayed(states: readonly PlayState[], options?: { kind?: FastKind }): Float32Array;
  /**
   * Where a game is in the clip, seconds after its start. `duration`: seconds of a cycle, required
   * for clips with phases. `mode`: "stored" by default, as the file states.
   */
  play(seconds: number, options?: { duration?: number; mode?: "stored" | "loop" | "once" }):
    PlayState;
  /**
   * A mask for `Gait.blend()`, one number per bone: 1 for the bones of a part of the bank, or
   * without `part` for those on which X-Ray plays the clip, otherwise 0.
   */
  mask(part?: number | null): Float32Array;
  /**
   * The keys relative to the rest pose of the host, as the block that gait_flat_keys() describes.
   * `duration`: seconds of a clip with phases.
   */
  keys(options: HostSpace & { duration?: number }): Uint8Array;
  /**
   * The same keys as curves over the frames of the host, as the block that gait_flat_curves()
   * describes. `fps`: frames per second, 30 by default. `firstFrame`: that of the clip.
   */
  curves(
    options: HostSpace & { fps?: number; firstFrame?: number; duration?: number },
  ): Uint8Array;
  /**
   * The pose at a time in the unit of `times`, relative to the rest pose of the host: 7 numbers per
   * bone, rotation (w, x, y, z) and translation. The array is a copy.
   */
  hostPose(time: number, options: HostSpace): Float32Array;
  /** A strip of figures. */
  svg(options?: {
    view?: "side" | "front" | "top" | "three-quarter" | null;
    figures?: number;
  }): string;
  /** The difference to another clip, by names of bones. */
  compare(other: Clip): Comparison;
  /**
   * How far two clips are apart at pairs of times: the largest distance of bones with equal names,
   * in metres, at `times[i]` of this clip and `otherTimes[i]` of the other one. A time outside of a
   * clip is that of its first or last frame.
   */
  distances(other: Clip, times: Floats, otherTimes: Floats): Float32Array;
}

/** The iterator of the outputs of a conversion. */
export class Conversion extends Resource implements IterableIterator<Output> {
  private constructor();
  /** The report of the last output, or null. */
  readonly report: OutputReport | null;
  /** The next output. After an error, the next call continues with the following output. */
  next(): IteratorResult<Output, undefined>;
  return(): IteratorResult<Output, undefined>;
  [Symbol.iterator](): this;
}

/** The files of an output: its main file first. */
export type Output = { name: string; bytes: Uint8Array }[];

/** Edited clips of a host. */
export class Edited extends Resource {
  private constructor();
  /**
   * Adds a clip with keys in the form of `Clip.keys()`. `start`: the time of its first frame in
   * seconds. `duration`: seconds from the first to the last frame; 0 = to the last key. `stepped`:
   * values stay until the next key.
   */
  add(
    name: string,
    block: Bytes,
    options?: { start?: number; duration?: number; stepped?: boolean },
  ): void;
  /**
   * Adds a clip with curves in the form of `Clip.curves()`; each can have its own frames. `frames`:
   * from `firstFrame` to the last frame; 0 = to the last key.
   */
  addCurves(
    name: string,
    block: Bytes,
    options?: { fps?: number; firstFrame?: number; frames?: number; stepped?: boolean },
  ): void;
  /** The bytes of the base file with the edits. */
  apply(options?: RoundtripOptions): RoundtripResult;
}

/**
 * Makes an instance with its own memory from the module: bytes or compiled, also as a promise.
 * @throws {GaitError}
 */
export function load(
  source: Bytes | CompiledModule | PromiseLike<Bytes | CompiledModule>,
  options?: LoadOptions,
): Promise<Gait>;
