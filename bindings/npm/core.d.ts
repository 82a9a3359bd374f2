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
// Their keys are those of the JSON schemas in docs/schemas. null: does not apply.

export type Format =
  | "rtm"
  | "bmtr"
  | "omf"
  | "ogf"
  | "skl"
  | "skls"
  | "modelcfg"
  | "p3d"
  | "gltf"
  | "bvh"
  | "seanim"
  | "unknown";

export type Severity = "note" | "warning" | "error";

export interface Named {
  index: number;
  name: string | null;
}

export interface FileProblem {
  rule: string | null;
  offset: number | null;
  message: string;
}

/** An element of "files" of gait.info/1. */
export interface FileInfo {
  path: string;
  bytes: number | null;
  format: Format;
  version: number | null;
  status: "ok" | "bad" | "unsupported" | "unreadable";
  bones: string[] | null;
  skeletons: { name: string; bones: number }[] | null;
  clips:
    | {
        index: number;
        name: string;
        frames: number;
        duration_s: number | null;
        loop: boolean | null;
        phases: [number | null, number | null] | null;
        root_motion: [number | null, number | null, number | null] | null;
        events: number;
        events_with_times: number;
      }[]
    | null;
  refs: string[] | null;
  step: (number | null)[] | null;
  /** Data that only models store; null for other files. */
  mesh: { parts: number; textures: number; vertices: number; triangles: number } | null;
  error: FileProblem | null;
}

export type PlaybackFlag =
  | "fx"
  | "stop-at-end"
  | "no-mix"
  | "sync-part"
  | "use-foot-steps"
  | "root-mover"
  | "idle"
  | "use-weapon-bone";

export interface Playback {
  speed: number | null;
  power: number | null;
  accrue: number | null;
  falloff: number | null;
  flags: PlaybackFlag[];
  /** With bits that have no name. */
  flags_stored: number;
  /** On which a motion plays; null: on all parts; absent for an FX. */
  part?: Named | null;
  /** Of an FX; null: the root; absent for other motions. */
  bone?: Named | null;
}

export interface ClipEvent {
  name: string;
  value: string | null;
  unit: "seconds" | "phase";
  /** Start and end; equal: a moment. */
  intervals: [number | null, number | null][];
}

export interface ListedClip {
  index: number;
  name: string;
  frames: number;
  duration_s: number | null;
  loop: boolean | null;
  phases: [number | null, number | null] | null;
  root_motion: [number | null, number | null, number | null] | null;
  playback: Playback | null;
  events: ClipEvent[];
}

/** An element of "files" of gait.list/1. */
export interface FileList {
  path: string;
  bytes: number | null;
  format: Format;
  version: number | null;
  status: "ok" | "bad" | "unsupported" | "unreadable";
  /** null when the file could not be opened. */
  clips: ListedClip[] | null;
  error: FileProblem | null;
}

export interface Finding {
  rule: string | null;
  severity: Severity;
  offset: number | null;
  length: number;
  clip: Named | null;
  bone: Named | null;
  frame: number | null;
  /** Occurrences in this clip. */
  count: number;
  message: string;
}

/** An element of "files" of gait.check/1. */
export interface Check {
  path: string;
  format: Format;
  errors: number;
  warnings: number;
  /** Occurrences that are counted but not listed. */
  dropped: number;
  findings: Finding[];
}

/** A gait.map/1 document: where each field of a file is. */
export interface FileMap {
  schema: "gait.map/1";
  path: string;
  format: Format;
  fields: { offset: number; size: number; type: string; name: string; value: unknown }[];
}

/** A gait.rules/1 document. */
export interface Rules {
  schema: "gait.rules/1";
  rules: {
    id: string;
    severity: Severity;
    status: string;
    summary: string;
    advice: string;
    page: string;
  }[];
}

/** Games that share formats and skeletons: Operation Flashpoint, Arma, DayZ; S.T.A.L.K.E.R. */
export type Family = "bohemia" | "xray";

/** A gait.formats/1 document. */
export interface Formats {
  schema: "gait.formats/1";
  formats: {
    name: Format;
    title: string;
    /** With dots. */
    extensions: string[];
    open: boolean;
    write: boolean;
    export: boolean;
    clips: boolean;
    skeleton: boolean;
    bank: boolean;
    /** `File.dump()` and `Gait.build()` can be used. */
    text: boolean;
    family: Family | null;
  }[];
}

/** A gait.skeletons/1 document. */
export interface Builtins {
  schema: "gait.skeletons/1";
  skeletons: { name: string; summary: string; bones: number; flat: boolean; family: Family }[];
}

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

/** Where a parent or a rest pose comes from. */
export type Origin =
  | "unknown"
  | "file"
  | "table"
  | "convention"
  | "parent"
  | "first_frame"
  | "recovered"
  | "pivots";

/** A bone of gait.skeleton/1; the rest pose is relative to the parent. */
export interface Bone {
  index: number;
  name: string;
  parent: number | null;
  parent_name: string | null;
  /** Of the body, by the name of the bone. */
  side: "middle" | "left" | "right";
  /** Translation of the rest pose in metres; null = unknown. */
  t: (number | null)[] | null;
  /** Rotation of the rest pose: x, y, z, w; null = unknown. */
  q: (number | null)[] | null;
  parent_origin: Origin;
  rest_origin: Origin;
}

/** A bone of a file that a skeleton lacks. */
export interface MissingBone {
  name: string;
  /** The most similar name in the skeleton. */
  nearest: string | null;
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
  source: "given" | "in_file" | "candidate" | "builtin" | "none";
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

export interface FileRef {
  path: string;
  format: Format;
}

/** What a glTF stores about a clip besides keys. */
export type MetadataField =
  | "events"
  | "motion"
  | "flags"
  | "bone_or_part"
  | "speed"
  | "power"
  | "accrue"
  | "falloff";

/** Where a glTF stores it. */
export type MetadataSource = "sidecar" | "animation" | "armature" | "scene";

/** A gait.roundtrip/1 document. */
export interface RoundtripReport {
  schema: "gait.roundtrip/1";
  in: FileRef;
  base: FileRef;
  out: FileRef & { written: boolean };
  refused:
    | "no_bones"
    | "no_clips"
    | "one_action"
    | "clips"
    | "equal_names"
    | "name"
    | "error"
    | null;
  tolerance: { deg: number; mm: number };
  corrections: {
    rotated: boolean;
    units: number | null;
    rate: number | null;
    other_hierarchy: boolean;
  };
  bones: {
    matched: number;
    rest_differs?: boolean;
    missing: { index: number; name: string; nearest: string | null }[];
    unused_joints: string[];
  };
  /** The mesh of a model in the edited file has another number of triangles; it is not applied. */
  mesh_changed: boolean;
  metadata_conflicts?: {
    clip: string | null;
    fields: (MetadataField | "loop" | "name" | "times" | "parts" | "skeleton")[];
    used: MetadataSource;
    ignored: MetadataSource;
  }[];
  clips: {
    index: number | null;
    name: string;
    animation: { index: number; name: string } | null;
    difference: "unchanged" | "changed" | "absent" | "refused" | "new";
    outcome: "kept" | "changed" | "added" | "left_out" | "dropped" | "renamed" | null;
    renamed?: { from: string; to: string } | null;
    notes: string[];
    metadata: MetadataField[];
    channels: number | null;
    keys: number | null;
    rotation: { deg: number | null; bone: { index: number; name: string }; frame: number } | null;
    translation: { mm: number | null; bone: { index: number; name: string }; frame: number } | null;
    shift_s: number | null;
    sampled_fps: number | null;
    from_s: number | null;
    to_s: number | null;
  }[];
}

/** What an output of a conversion consists of. */
export interface OutputReport {
  /** Indices of clips. */
  clips: number[];
  frames: number;
  losses: string[];
}

/** A difference that is not one of keys, of gait.diff/1. */
export interface Difference {
  subject:
    | "format"
    | "version"
    | "property"
    | "bone"
    | "bone_order"
    | "parent"
    | "rest"
    | "skeleton"
    | "part"
    | "part_bone"
    | "reference"
    | "frames"
    | "times"
    | "root_motion"
    | "parameter"
    | "event";
  kind: "added" | "removed" | "renamed" | "moved" | "changed";
  name: string | null;
  before: string | number | null;
  after: string | number | null;
}

/** The largest difference of keys of a clip. An amount of null: a key is not a number. */
export type Largest<Unit extends string> =
  ({ [unit in Unit]: number | null } & { bone: string; frame: number }) | null;

/** The largest difference of keys of a bone. */
export type Amount<Unit extends string> = { [unit in Unit]: number | null } & { frame: number };

/** One clip of gait.diff/1. */
export interface ClipDiff {
  kind: "added" | "removed" | "changed" | "same";
  before: { index: number; name: string; frames: number } | null;
  after: { index: number; name: string; frames: number } | null;
  renamed: boolean;
  moved: boolean;
  keys: "equal" | "same" | "different" | "not_compared";
  problem: string | null;
  rotation: Largest<"deg">;
  translation: Largest<"mm">;
  /** At the end of a lever of 10 cm, in the direction that moves most. */
  lever: Largest<"mm">;
  scale: Largest<"factor">;
  displacement: Largest<"mm">;
  differences: Difference[];
  bones: {
    name: string;
    rotation: Amount<"deg">;
    translation: Amount<"mm">;
    lever: Amount<"mm">;
    scale: Amount<"factor">;
  }[];
}

/** An element of "files" of gait.diff/1. */
export interface FileDiff {
  path: string | null;
  other_path: string | null;
  status: "equal" | "same_content" | "different";
  format: Format;
  other_format: Format;
  bytes: number;
  other_bytes: number;
  differing_bytes: number;
  posed: boolean;
  tolerance: { deg: number; mm: number };
  differences: Difference[];
  clip_counts: {
    total: number;
    added: number;
    removed: number;
    renamed: number;
    moved: number;
    changed: number;
    not_compared: number;
  };
  clips: ClipDiff[];
  error: null;
}

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

/** What was done with a bank: the "result" of a gait.optimise/1 document. */
export interface OptimiseReport {
  bytes: { before: number; after: number };
  tolerance: { mm: number; deg: number };
  /** The largest errors, measured. */
  max_error: { mm: number; deg: number };
  clips: {
    index: number;
    name: string;
    chosen: boolean;
    bytes: { before: number; after: number };
    constant_rotations: number;
    constant_translations: number;
    narrowed_translations: number;
    quantised_tracks: number;
    removed_keys: number;
    compressed_arrays: number;
    max_error: { mm: number; deg: number };
  }[];
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
  /** Leave out bones that the skeleton lacks; from plain RTM to BMTR, they always are. */
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
