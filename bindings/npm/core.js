// Gait for JavaScript: objects over the flat interface of the module gait.wasm (bindings/flat.h).
// index.d.ts describes them.

const FLAT_VERSION = 1;
const OWNED = 1; // GAIT_FLAT_TAKE: the module frees the bytes of a file with the file
const STATUS_NAMES = ["ok", "bad argument", "no memory", "limit", "truncated", "corrupt",
  "unsupported", "would lose data", "not found", "internal"];
const BAD_ARGUMENT = 1;
const NO_MEMORY = 2;
const LIMIT = 3;
const NOT_FOUND = 8;
const INTERNAL = 9;
const POSE_KINDS = { model: [0, 16], local: [1, 16], parts: [2, 10] };
/** Names, in the order of flat.h and of the enumerations of the library. */
const FAST_KINDS = ["parts", "modelParts", "local", "model", "skinning", "joints", "rows"];
const WRAPS = ["clamp", "repeat", "ping-pong"];
const MODES = ["stored", "loop", "once"];
const MAX_SIZE = 0xffffffff;

const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Every error of this package. */
export class GaitError extends Error {
  constructor(status, message, details = {}) {
    super(message);
    this.name = "GaitError";
    this.status = STATUS_NAMES[status] ?? "unknown";
    this.rule = details.rule || null;
    this.offset = details.offset ?? null;
    this.file = details.file || null;
    this.line = details.line || null;
    this.report = details.report ?? null;
  }

  toJSON() {
    return { ...this, message: this.message };
  }
}

function fail(status, message) {
  throw new GaitError(status, message);
}

// --- arguments ----------------------------------------------------------------------------------

function checkText(value, what) {
  if (typeof value !== "string") {
    fail(BAD_ARGUMENT, `${what} is not a string`);
  }
  if (value.isWellFormed ? !value.isWellFormed() : /\p{Surrogate}/u.test(value)) {
    fail(BAD_ARGUMENT, `${what} has a surrogate without its partner`);
  }
  if (value.includes("\0")) {
    fail(BAD_ARGUMENT, `${what} contains the character U+0000`);
  }
  return value;
}

const optionalText = (value, what) => (value == null ? null : checkText(value, what));

function checkInteger(value, max, what) {
  if (!Number.isInteger(value) || value < 0 || value > max) {
    fail(BAD_ARGUMENT, `${what} is not an integer from 0 to ${max}`);
  }
  return value;
}

function checkNumber(value, what) {
  if (typeof value !== "number") {
    fail(BAD_ARGUMENT, `${what} is not a number`);
  }
  return value;
}

function checkList(value, what) {
  if (!Array.isArray(value)) {
    fail(BAD_ARGUMENT, `${what} is not an array`);
  }
  return value;
}

/** A view of bytes from the caller. */
function checkBytes(value, what) {
  try {
    if (ArrayBuffer.isView(value)) {
      return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    }
    if (value instanceof ArrayBuffer || Object.prototype.toString.call(value).endsWith("Buffer]")) {
      return new Uint8Array(value);
    }
  } catch {
    // a detached buffer
  }
  const advice = typeof value === "string"
    ? "; pass the content of the file, such as readFileSync(path)" : "";
  return fail(BAD_ARGUMENT, `${what}: a Uint8Array or an ArrayBuffer is required, not ${
    value === null ? "null" : typeof value}${advice}`);
}

/** Numbers from the caller as floats of this type; `count` of them unless it is null. */
function checkFloats(value, Type, count, what) {
  if (!Array.isArray(value) && !(ArrayBuffer.isView(value) && "length" in value)) {
    fail(BAD_ARGUMENT, `${what} is not an array of numbers`);
  }
  if (count !== null && value.length !== count) {
    fail(BAD_ARGUMENT, `${what} has ${value.length} numbers, not ${count}`);
  }
  if (typeof value[0] === "bigint") {
    fail(BAD_ARGUMENT, `${what} is not an array of numbers`);
  }
  return value instanceof Type ? value : Type.from(value, (item) => checkNumber(item, what));
}

/** The matrix of the axes of a host, or null. */
const checkAxes = (axes) => (axes == null ? null : checkFloats(axes, Float32Array, 16, "axes"));

/** The matrices of a host: those of its rest pose, and that of its axes or null. */
function checkHost(rests, axes, bones) {
  return [checkFloats(rests, Float32Array, bones * 16, "rests"), checkAxes(axes)];
}

function checkOptions(value, known) {
  if (typeof value !== "object" || value === null) {
    fail(BAD_ARGUMENT, "the options are not an object");
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      fail(BAD_ARGUMENT,
        `there is no option ${JSON.stringify(name)}: ${known.join(", ")}`);
    }
  }
  return value;
}

/** Makes a value of JSON constant. */
function freeze(value) {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(freeze);
    Object.freeze(value);
  }
  return value;
}

/** Runs something that allocates memory of JavaScript. */
function allocating(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError || error?.code === "ERR_STRING_TOO_LONG") {
      fail(NO_MEMORY, "not enough memory for a result");
    }
    throw error;
  }
}

// --- the module ---------------------------------------------------------------------------------

/** An instance of the module, with one context. */
class Host {
  constructor(exports, maxBytes) {
    this.exports = exports;
    this.problem = null; // why no function can be called any more
    this.context = 0;
    this.context = this.raw("gait_flat_new", maxBytes) >>> 0;
    if (this.context === 0) {
      fail(NO_MEMORY, "not enough memory");
    }
    this.registry = new FinalizationRegistry((handle) => this.release(handle));
  }

  /** Calls an export. After a trap its memory is undefined, so the module is not used again. */
  raw(name, ...values) {
    if (this.problem) {
      throw new GaitError(...this.problem);
    }
    try {
      return this.exports[name](...values);
    } catch (error) {
      this.problem = [INTERNAL, `the module failed: ${error.message}`];
      throw new GaitError(...this.problem);
    }
  }

  /** Copies bytes to the memory of the module. */
  put(bytes) {
    const at = this.raw("gait_flat_alloc", bytes.length) >>> 0;
    if (at === 0) {
      fail(NO_MEMORY, "not enough memory");
    }
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  /** The value of an argument in the module. Blocks to free after the call are added to a list. */
  pass(value, blocks) {
    if (typeof value === "number" || typeof value === "boolean") {
      return Number(value);
    }
    if (value === null) {
      return 0;
    }
    const bytes = typeof value === "string"
      ? allocating(() => encoder.encode(`${value}\0`))
      : new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    blocks.push(this.put(bytes));
    return blocks.at(-1);
  }

  /** Calls a function of the context. Strings and typed arrays are copied for it; null is 0. */
  call(name, ...values) {
    const blocks = [];
    try {
      return this.raw(name, this.context, ...values.map((value) => this.pass(value, blocks)));
    } finally {
      this.free(blocks);
    }
  }

  /** Frees blocks, unless the module cannot be used any more. */
  free(blocks) {
    for (const block of this.problem ? [] : blocks) {
      this.raw("gait_flat_free", block);
    }
  }

  /** The text at an address, up to its NUL. */
  textAt(address) {
    const memory = new Uint8Array(this.exports.memory.buffer);
    const start = address >>> 0;
    return decoder.decode(memory.subarray(start, memory.indexOf(0, start)));
  }

  /** The error of the last function. */
  error(report = null) {
    const text = (name) => this.textAt(this.raw(name, this.context));
    const offset = this.raw("gait_flat_error_offset", this.context);
    return new GaitError(this.raw("gait_flat_status", this.context), text("gait_flat_error_text"), {
      rule: text("gait_flat_error_rule"),
      file: text("gait_flat_error_file"),
      line: this.raw("gait_flat_error_line", this.context) >>> 0,
      offset: offset < 0 ? null : offset,
      report,
    });
  }

  /** Calls a function that returns true or a handle when it succeeds. */
  must(name, ...values) {
    const value = this.call(name, ...values) >>> 0;
    if (value === 0) {
      throw this.error();
    }
    return value;
  }

  /** A function whose result 0 is an error only with a status. */
  count(name, ...values) {
    const value = this.call(name, ...values) >>> 0;
    if (value === 0 && this.raw("gait_flat_status", this.context) !== 0) {
      throw this.error();
    }
    return value;
  }

  /** What the last function gave, as a view that the next call can invalidate. */
  result() {
    const at = this.raw("gait_flat_result", this.context) >>> 0;
    const size = this.raw("gait_flat_result_size", this.context) >>> 0;
    return new Uint8Array(this.exports.memory.buffer, at, size);
  }

  bytes(name, ...values) {
    this.must(name, ...values);
    return allocating(() => this.result().slice());
  }

  text(name, ...values) {
    this.must(name, ...values);
    return allocating(() => decoder.decode(this.result()));
  }

  json(name, ...values) {
    return JSON.parse(this.text(name, ...values));
  }

  /** The report of the last function, or null. */
  report() {
    return this.call("gait_flat_report") ? JSON.parse(decoder.decode(this.result())) : null;
  }

  /** Closes a handle. It may be closed already, with a file that it depends on. */
  release(handle) {
    if (!this.problem) {
      this.raw("gait_flat_close", this.context, handle);
    }
  }

  close() {
    if (!this.problem) {
      this.raw("gait_flat_delete", this.context);
      this.problem = [BAD_ARGUMENT, "the module is closed"];
      this.exports = null;
    }
  }
}

let hostOf;
let handleOf;
let poseBlocksOf;

/** An object of the module, which is closed by close(), `using` or the garbage collection. */
class Resource {
  #host;
  #handle;
  #needs; // objects that must not be collected before this one
  #owner; // an object with which this one is closed

  static {
    hostOf = (object) => object.#host;
    handleOf = (object) => {
      for (let part = object; part; part = part.#owner) {
        if (part.#handle === 0) {
          fail(BAD_ARGUMENT, `the ${object.constructor.name} is closed`);
        }
      }
      return object.#handle;
    };
  }

  constructor(host, handle, needs = []) {
    if (!(host instanceof Host)) {
      fail(BAD_ARGUMENT, "objects are made by the methods of others");
    }
    this.#host = host;
    this.#handle = handle;
    this.#needs = needs;
    this.#owner = needs[0] ?? null;
    host.registry.register(this, handle, this);
  }

  close() {
    if (this.#handle !== 0) {
      this.#host.registry.unregister(this);
      this.#host.release(this.#handle);
      this.#handle = 0;
      this.#needs = [];
    }
  }

  [dispose]() {
    this.close();
  }

  /** What node prints. */
  [Symbol.for("nodejs.util.inspect.custom")]() {
    let about = "closed";
    try {
      about = handleOf(this) && (this.name ?? "open");
    } catch {
      // it is closed
    }
    return `<${this.constructor.name}: ${about}>`;
  }
}

/** The handle of an argument; 0 for one that is missing, if it is optional. */
function handleFor(host, object, Type, what, isOptional = true) {
  if (object == null && isOptional) {
    return 0;
  }
  if (!(object instanceof Type) || hostOf(object) !== host) {
    fail(BAD_ARGUMENT, `${what} is not a ${Type.name} of this module`);
  }
  return handleOf(object);
}

function handlesFor(host, objects, Type, what) {
  return Uint32Array.from(checkList(objects, what),
    (object) => handleFor(host, object, Type, `an element of ${what}`, false));
}

/** Calls a function with bytes that the module frees, after a handle if there is one. */
function giveBytes(host, name, before, bytes, after) {
  const view = checkBytes(bytes, "the bytes");
  const blocks = [];
  try {
    const values = after.map((value) => host.pass(value, blocks));
    return host.must(name, ...before, host.put(view), view.length, ...values, OWNED);
  } finally {
    host.free(blocks);
  }
}

// --- poses ---------------------------------------------------------------------------------------

/** The index of a word in a list. */
function numberOf(word, words, what) {
  if (!words.includes(word)) {
    fail(BAD_ARGUMENT,
      `there is no ${what} ${JSON.stringify(String(word))}: ${words.join(", ")}`);
  }
  return words.indexOf(word);
}

/** Kinds of poses: [number in flat.h, floats per bone]. */
function poseKind(kind) {
  const names = Object.keys(POSE_KINDS);
  return POSE_KINDS[names[numberOf(kind, names, "kind of poses")]];
}

/** Memory of the module for the poses of a clip. */
class PoseBlock {
  constructor(host, floats) {
    this.host = host;
    this.floats = floats;
    this.at = host.raw("gait_flat_alloc", floats * 4) >>> 0;
    this.view = null;
    if (this.at === 0) {
      fail(NO_MEMORY, "not enough memory");
    }
  }

  /** The floats. A view of memory that has grown since is replaced. */
  read() {
    const { buffer } = this.host.exports.memory;
    if (this.view?.buffer !== buffer) {
      this.view = new Float32Array(buffer, this.at, this.floats);
    }
    return this.view;
  }

  free() {
    this.host.free([this.at]);
  }
}

/** A copy of floats that a function writes to an address. */
function readFloats(host, floats, write) {
  if (floats * 4 > MAX_SIZE) {
    fail(LIMIT, "the result is larger than the memory of the module");
  }
  const block = new PoseBlock(host, floats);
  try {
    write(block.at);
    return allocating(() => block.read().slice());
  } finally {
    block.free();
  }
}

/** Fast poses: of each handle at its time, or without a wrap at its moment of three numbers. */
function sampleAll(host, handles, times, kind, wrap) {
  const number = numberOf(kind, FAST_KINDS, "kind of fast poses");
  const rest = wrap === null ? [] : [numberOf(wrap, WRAPS, "wrap")];
  const floats = host.count("gait_flat_sample_size", handles, handles.length, number);
  return readFloats(host, floats, (at) => host.must(
    wrap === null ? "gait_flat_sample_played" : "gait_flat_sample",
    handles, times, handles.length, number, ...rest, at));
}

/** The moments of states of play(). */
const momentsOf = (states) => Float64Array.from(checkList(states, "states")
  .flatMap((state) => [state?.key, state?.next, state?.fraction]), (number) =>
  checkNumber(number, "a state"));

/** Poses for a blend: floats of the same length, ten per bone. */
function blendAll(host, name, poses, weight, mask) {
  const bones = poses[0]?.length / 10;
  if (!Number.isInteger(bones)) {
    fail(BAD_ARGUMENT, "a pose does not have ten numbers per bone");
  }
  const blocks = poses.map((pose) => checkFloats(pose, Float32Array, bones * 10, "a pose"));
  const factors = mask == null ? null : checkFloats(mask, Float32Array, bones, "mask");
  return readFloats(host, bones * 10, (at) => host.must(name, ...blocks, bones,
    checkNumber(weight, "the weight"), factors, at));
}

// --- skeletons ----------------------------------------------------------------------------------

export class Skeleton extends Resource {
  #document = null;
  #source;

  constructor(host, handle, source, needs) {
    super(host, handle, needs);
    this.#source = source;
  }

  #describe() {
    const handle = handleOf(this);
    this.#document ??= hostOf(this).json("gait_flat_skeleton_json", handle);
    return this.#document;
  }

  get name() {
    return this.#describe().name;
  }

  get bones() {
    return this.#describe().bones;
  }

  get source() {
    return this.#source;
  }

  rest(kind = "model") {
    const host = hostOf(this);
    const handle = handleOf(this);
    const [number, floats] = poseKind(kind);
    const bones = host.count("gait_flat_bone_count", handle);
    return readFloats(host, bones * floats, (at) =>
      host.must("gait_flat_rest", handle, number, at));
  }
}

// --- meshes -------------------------------------------------------------------------------------

/** The arrays of a mesh: [type, numbers per vertex or triangle], in the order of flat.h. */
const MESH_ARRAYS = { positions: [Float32Array, 3], normals: [Float32Array, 3],
  uvs: [Float32Array, 2], joints: [Uint16Array, 4], weights: [Float32Array, 4],
  triangles: [Uint32Array, 3] };

export class Mesh extends Resource {
  #description;

  constructor(host, handle) {
    super(host, handle);
    this.#description = JSON.parse(decoder.decode(host.result()));
  }

  get bones() {
    return this.#description.bones;
  }

  get parts() {
    return this.#description.parts;
  }

  get box() {
    return this.#description.box;
  }

  get vertexCount() {
    return this.#description.vertices;
  }

  get triangleCount() {
    return this.#description.triangles;
  }

  array(name) {
    const kind = numberOf(name, Object.keys(MESH_ARRAYS), "array");
    const [Type, size] = MESH_ARRAYS[name];
    const count = name === "triangles" ? this.triangleCount : this.vertexCount;
    const host = hostOf(this);
    const at = host.must("gait_flat_mesh_data", handleOf(this), kind);
    return allocating(() => new Type(host.exports.memory.buffer, at, count * size).slice());
  }

  bind(skeleton) {
    const host = hostOf(this);
    const handle = handleOf(this);
    const bound = handleFor(host, skeleton, Skeleton, "skeleton", false);
    const count = this.bones.length;
    const { buffer } = readFloats(host, count * 17, (at) =>
      host.must("gait_flat_mesh_bones", handle, bound, at, at + count * 4));
    return { bones: new Int32Array(buffer, 0, count),
      inverses: new Float32Array(buffer, count * 4) };
  }
}

// --- clips --------------------------------------------------------------------------------------

const poseBlocks = new FinalizationRegistry(([blocks, block]) => {
  if (blocks.delete(block)) {
    block.free();
  }
});

export class Clip extends Resource {
  #block = null;
  #times = null;
  #boneCount;
  #file;
  #skeleton;
  #index;
  #ownsSkeleton;

  constructor(host, handle, file, skeleton, index, ownsSkeleton) {
    super(host, handle, [file, skeleton]);
    this.#ownsSkeleton = ownsSkeleton;
    this.#file = file;
    this.#skeleton = skeleton;
    this.#index = index;
    this.#boneCount = host.count("gait_flat_bone_count", handleOf(skeleton));
  }

  get file() {
    return this.#file;
  }

  get skeleton() {
    return this.#skeleton;
  }

  get index() {
    return this.#index;
  }

  get name() {
    return this.#file.clips[this.#index].name;
  }

  get boneCount() {
    return this.#boneCount;
  }

  get frameCount() {
    return hostOf(this).count("gait_flat_frame_count", handleOf(this));
  }

  get hasPhases() {
    return hostOf(this).count("gait_flat_has_phases", handleOf(this)) !== 0;
  }

  get range() {
    const handle = handleOf(this);
    const { buffer } = readFloats(hostOf(this), 4, (at) =>
      hostOf(this).must("gait_flat_range", handle, at));
    return [...new Float64Array(buffer)];
  }

  get rootMotion() {
    const handle = handleOf(this);
    return [...readFloats(hostOf(this), 3, (at) =>
      hostOf(this).must("gait_flat_root_motion", handle, at))];
  }

  get times() {
    const handle = handleOf(this);
    if (!this.#times) {
      this.#times = readFloats(hostOf(this), this.frameCount, (at) =>
        hostOf(this).must("gait_flat_times", handle, at));
    }
    return this.#times;
  }

  /** Memory for one pose, the same for every pose of this size. */
  #reserve(floats) {
    if (this.#block?.floats !== floats) {
      this.#release();
      this.#block = new PoseBlock(hostOf(this), floats);
      const blocks = poseBlocksOf(this.#file);
      blocks.add(this.#block);
      poseBlocks.register(this, [blocks, this.#block], this);
    }
    return this.#block;
  }

  /** Frees the memory, unless the file was closed, which freed it. */
  #release() {
    if (this.#block) {
      poseBlocks.unregister(this);
      if (poseBlocksOf(this.#file).delete(this.#block)) {
        this.#block.free();
      }
      this.#block = null;
    }
  }

  pose(time, kind = "model") {
    const handle = handleOf(this);
    const host = hostOf(this);
    const [number, floats] = poseKind(kind);
    const block = this.#reserve(floats * this.#boneCount);
    checkNumber(time, "the time");
    if (!host.raw("gait_flat_pose", host.context, handle, time, number, block.at)) {
      throw host.error();
    }
    return block.read();
  }

  poses(times, kind = "model") {
    const handle = handleOf(this);
    const [number, floats] = poseKind(kind);
    const list = checkFloats(times, Float64Array, null, "times");
    return readFloats(hostOf(this), floats * this.#boneCount * list.length, (at) =>
      hostOf(this).must("gait_flat_poses", handle, list, list.length, number, at));
  }

  sample(times, options = {}) {
    const { kind = "model", wrap = "clamp" } = checkOptions(options, ["kind", "wrap"]);
    const list = checkFloats(times, Float64Array, null, "times");
    return sampleAll(hostOf(this), this.#handles(list.length), list, kind, wrap);
  }

  samplePlayed(states, options = {}) {
    const { kind = "model" } = checkOptions(options, ["kind"]);
    const moments = momentsOf(states);
    return sampleAll(hostOf(this), this.#handles(states.length), moments, kind, null);
  }

  #handles(count) {
    return allocating(() => new Uint32Array(count)).fill(handleOf(this));
  }

  play(seconds, options = {}) {
    const { duration = 0, mode = "stored" } = checkOptions(options, ["duration", "mode"]);
    const handle = handleOf(this);
    const { buffer } = readFloats(hostOf(this), 16, (at) => hostOf(this).must("gait_flat_play",
      handle, checkNumber(seconds, "the seconds"), checkNumber(duration, "duration"),
      numberOf(mode, MODES, "mode"), at));
    const [key, next, fraction, cycles, x, y, z, hasEnded] = new Float64Array(buffer);
    return { key, next, fraction, cycles, rootMotion: [x, y, z], hasEnded: hasEnded !== 0 };
  }

  mask(part = null) {
    const handle = handleOf(this);
    const number = part === null ? -1 : checkInteger(part, 0x7fffffff, "the part");
    return readFloats(hostOf(this), this.#boneCount, (at) =>
      hostOf(this).must("gait_flat_mask", handle, number, at));
  }

  keys(options) {
    const { rests, axes, duration = 0 } = checkOptions(options, ["rests", "axes", "duration"]);
    return hostOf(this).bytes("gait_flat_keys", handleOf(this),
      ...checkHost(rests, axes, this.#boneCount), checkNumber(duration, "duration"));
  }

  curves(options) {
    const { rests, axes, fps = 30, firstFrame = 0, duration = 0 } =
      checkOptions(options, ["rests", "axes", "fps", "firstFrame", "duration"]);
    return hostOf(this).bytes("gait_flat_curves", handleOf(this),
      ...checkHost(rests, axes, this.#boneCount), checkNumber(fps, "fps"),
      checkNumber(firstFrame, "firstFrame"), checkNumber(duration, "duration"));
  }

  hostPose(time, options) {
    const handle = handleOf(this);
    const { rests, axes } = checkOptions(options, ["rests", "axes"]);
    const space = checkHost(rests, axes, this.#boneCount);
    return readFloats(hostOf(this), 7 * this.#boneCount, (at) => hostOf(this).must(
      "gait_flat_host_pose", handle, ...space, checkNumber(time, "the time"), at));
  }

  svg(options = {}) {
    const { view, figures = 0 } = checkOptions(options, ["view", "figures"]);
    return hostOf(this).text("gait_flat_draw", handleOf(this), optionalText(view, "view"),
      checkInteger(figures, MAX_SIZE, "figures"));
  }

  compare(other) {
    const host = hostOf(this);
    return host.json("gait_flat_compare", handleOf(this),
      handleFor(host, other, Clip, "the other clip", false));
  }

  distances(other, times, otherTimes) {
    const host = hostOf(this);
    const list = checkFloats(times, Float64Array, null, "times");
    const others = checkFloats(otherTimes, Float64Array, list.length, "otherTimes");
    const handle = handleOf(this);
    const otherHandle = handleFor(host, other, Clip, "the other clip", false);
    return readFloats(host, list.length, (at) =>
      host.must("gait_flat_distances", handle, otherHandle, list, others, list.length, at));
  }

  close() {
    this.#release();
    super.close();
    if (this.#ownsSkeleton) {
      this.#skeleton.close();
    }
  }
}

// --- conversions --------------------------------------------------------------------------------

export class Conversion extends Resource {
  #report = null;
  #isDone = false;

  get report() {
    return this.#report;
  }

  /** The next output. After an error the next call continues with the following output. */
  next() {
    if (this.#isDone) {
      return { done: true, value: undefined };
    }
    const host = hostOf(this);
    const handle = handleOf(this);
    if (!host.call("gait_flat_next", handle)) {
      if (host.raw("gait_flat_status", host.context) === 0) {
        return this.return();
      }
      const error = host.error();
      error.report = this.#report = host.report();
      throw error;
    }
    this.#report = host.report();
    const value = [];
    const count = host.count("gait_flat_output_count", handle);
    for (let i = 0; i < count; i++) {
      const name = host.textAt(host.call("gait_flat_output_name", handle, i));
      value.push({ name, bytes: host.bytes("gait_flat_output", handle, i) });
    }
    return { done: false, value };
  }

  return() {
    this.#isDone = true;
    this.close();
    return { done: true, value: undefined };
  }

  [Symbol.iterator]() {
    return this;
  }
}

const CONVERT_OPTIONS = ["name", "skeleton", "base", "lossy", "fps", "duration", "clips", "version",
  "toleranceMm", "toleranceDeg", "sidecar", "leaveOutMissing", "missingBones",
  "model", "noMesh"];
const MISSING_BONES = ["auto", "refuse", "leave-out"]; // in the order of gait_missing_bones

/** Begins a conversion of a file. */
function convert(file, target, options) {
  const host = hostOf(file);
  const given = checkOptions(options, CONVERT_OPTIONS);
  const number = (name) => checkNumber(given[name] ?? 0, name);
  const missing = MISSING_BONES.indexOf(given.leaveOutMissing ? "leave-out"
    : given.missingBones ?? "auto");
  if (missing < 0) {
    throw new TypeError(`missingBones is not one of ${MISSING_BONES.join(", ")}`);
  }
  const from = handleOf(file);
  const skeleton = handleFor(host, given.skeleton, Skeleton, "skeleton");
  const base = handleFor(host, given.base, File, "base");
  const handle = host.must("gait_flat_convert", from, checkText(target, "the target"),
    optionalText(given.name, "name"), skeleton, base, Boolean(given.lossy), number("fps"),
    number("duration"));
  const model = handleFor(host, given.model, File, "model");
  const needs = [file, given.skeleton, given.base, given.model].filter(Boolean);
  const conversion = new Conversion(host, handle, needs);
  try {
    if (given.clips != null) {
      const clips = clipIndices(file, given.clips).sort();
      host.must("gait_flat_convert_clips", handle, clips, clips.length);
    }
    host.must("gait_flat_convert_exactness", handle,
      checkInteger(given.version ?? 0, MAX_SIZE, "version"), number("toleranceMm"),
      number("toleranceDeg"));
    host.must("gait_flat_convert_switches", handle, Boolean(given.sidecar),
      missing);
    host.must("gait_flat_convert_mesh", handle, model, Boolean(given.noMesh));
    return conversion;
  } catch (error) {
    conversion.close();
    throw error;
  }
}

// --- edited files -------------------------------------------------------------------------------

/** A call whose result is {bytes, report}; its error has the report too. */
function roundtrip(host, name, ...values) {
  if (!host.call(name, ...values)) {
    const error = host.error();
    error.report = host.report();
    throw error;
  }
  const bytes = allocating(() => host.result().slice());
  return { bytes, report: host.report() };
}

export class Edited extends Resource {
  add(name, block, options = {}) {
    const { start = 0, duration = 0, stepped = false } =
      checkOptions(options, ["start", "duration", "stepped"]);
    const bytes = checkBytes(block, "the block");
    hostOf(this).must("gait_flat_edited_add", handleOf(this), checkText(name, "the name"), bytes,
      bytes.length, checkNumber(start, "start"),
      checkNumber(duration, "duration"), Boolean(stepped));
  }

  addCurves(name, block, options = {}) {
    const { fps = 30, firstFrame = 0, frames = 0, stepped = false } =
      checkOptions(options, ["fps", "firstFrame", "frames", "stepped"]);
    const bytes = checkBytes(block, "the block");
    hostOf(this).must("gait_flat_edited_add_curves", handleOf(this), checkText(name, "the name"),
      bytes, bytes.length, checkNumber(fps, "fps"), checkNumber(firstFrame, "firstFrame"),
      checkNumber(frames, "frames"), Boolean(stepped));
  }

  apply(options = {}) {
    const { addNew, dropMissing } = checkOptions(options, ["addNew", "dropMissing"]);
    return roundtrip(hostOf(this), "gait_flat_edited_apply", handleOf(this), Boolean(addNew),
      Boolean(dropMissing));
  }
}

// --- files --------------------------------------------------------------------------------------

/** The index of a clip from an index or a name. */
function clipIndex(file, clip) {
  const host = hostOf(file);
  if (typeof clip === "number") {
    return checkInteger(clip, MAX_SIZE, "the index of the clip");
  }
  const index = host.call("gait_flat_find_clip", handleOf(file),
    checkText(clip, "the name of the clip"));
  if (index < 0) {
    throw host.error();
  }
  return index;
}

function clipIndices(file, clips) {
  return Uint32Array.from(checkList(clips, "clips"), (clip) => clipIndex(file, clip));
}

/** Searches the skeleton of a file. */
function searchSkeleton(file, options) {
  const host = hostOf(file);
  const { candidates = [], tree, pivots, target, path } = options;
  const files = handlesFor(host, candidates, File, "candidates");
  const handle = host.must("gait_flat_search", handleOf(file), files, files.length,
    handleFor(host, tree, Skeleton, "tree"), handleFor(host, pivots, Skeleton, "pivots"),
    optionalText(target, "target"), optionalText(path, "path"));
  const source = JSON.parse(decoder.decode(host.result()));
  return new Skeleton(host, handle, source, [file]);
}

export class File extends Resource {
  #name;
  #format;
  #list = null;
  #blocks = new Set(); // PoseBlock of its clips

  static {
    poseBlocksOf = (file) => file.#blocks;
  }

  constructor(host, handle, name) {
    super(host, handle);
    this.#name = name;
    this.#format = host.textAt(host.call("gait_flat_format", handle));
  }

  /** Also frees the poses of its clips, which may not be collected for a long time. */
  close() {
    this.#blocks.forEach((block) => block.free());
    this.#blocks.clear();
    super.close();
  }

  get name() {
    return this.#name;
  }

  get format() {
    return this.#format;
  }

  get clips() {
    const handle = handleOf(this);
    this.#list ??= freeze(hostOf(this).json("gait_flat_list", handle).clips ?? []);
    return this.#list;
  }

  /** The text of a JSON document about the file. */
  json(document) {
    numberOf(document, ["info", "check", "list", "map", "dump"], "document");
    return hostOf(this).text(`gait_flat_${document}`, handleOf(this));
  }

  info() {
    return JSON.parse(this.json("info"));
  }

  check() {
    return JSON.parse(this.json("check"));
  }

  list() {
    return JSON.parse(this.json("list"));
  }

  map() {
    return JSON.parse(this.json("map"));
  }

  dump() {
    return this.json("dump");
  }

  bytes() {
    return hostOf(this).bytes("gait_flat_write", handleOf(this));
  }

  get dependencies() {
    const host = hostOf(this);
    const handle = handleOf(this);
    const count = host.count("gait_flat_dependency_count", handle);
    return Array.from({ length: count }, (_, index) => {
      try {
        return host.text("gait_flat_dependency", handle, index);
      } catch (error) {
        if (error.status === "unsupported") {
          return null; // outside of the folder of the file
        }
        throw error;
      }
    });
  }

  provide(path, bytes) {
    const host = hostOf(this);
    const index = this.dependencies.indexOf(checkText(path, "the path"));
    if (index < 0) {
      fail(NOT_FOUND, "the file has no dependency with this path");
    }
    this.#list = null;
    giveBytes(host, "gait_flat_provide", [handleOf(this), index], bytes, []);
  }

  attach(sidecar) {
    const bytes = checkBytes(sidecar, "the sidecar");
    const handle = handleOf(this);
    this.#list = null;
    hostOf(this).must("gait_flat_attach", handle, bytes, bytes.length);
  }

  skeleton(options = {}) {
    const host = hostOf(this);
    checkOptions(options, ["candidates", "tree", "pivots", "target", "path", "name"]);
    if (options.name == null) {
      return searchSkeleton(this, options);
    }
    const name = checkText(options.name, "name");
    const handle = host.must("gait_flat_skeleton", handleOf(this), name);
    return new Skeleton(host, handle, { source: "in_file", candidate: -1, name });
  }

  clip(clip, options = {}) {
    const host = hostOf(this);
    const handle = handleOf(this);
    const { skeleton } = checkOptions(options, ["skeleton"]);
    const index = clipIndex(this, clip);
    const ownsSkeleton = skeleton === undefined;
    const used = ownsSkeleton ? searchSkeleton(this, {}) : skeleton;
    try {
      const opened = host.must("gait_flat_clip", handle, index,
        handleFor(host, used, Skeleton, "skeleton", false));
      return new Clip(host, opened, this, used, index, ownsSkeleton);
    } catch (error) {
      if (ownsSkeleton) {
        used.close();
      }
      throw error;
    }
  }

  mesh(options = {}) {
    const host = hostOf(this);
    const { skeleton, axes } = checkOptions(options, ["skeleton", "axes"]);
    return new Mesh(host, host.must("gait_flat_mesh", handleOf(this),
      handleFor(host, skeleton, Skeleton, "skeleton"), checkAxes(axes)));
  }

  movingBones(clip, skeleton) {
    const host = hostOf(this);
    const handle = handleOf(this);
    const index = clipIndex(this, clip);
    const bound = handleFor(host, skeleton, Skeleton, "skeleton", false);
    const count = host.count("gait_flat_bone_count", bound);
    const floats = Math.ceil(count / 4); // whose bytes have room for the bones
    const { buffer } = readFloats(host, floats, (at) =>
      host.must("gait_flat_moving_bones", handle, index, bound, at));
    return new Uint8Array(buffer, 0, count);
  }

  edit(script) {
    const host = hostOf(this);
    const bytes = host.bytes("gait_flat_edit", handleOf(this), checkText(script, "the script"));
    return { bytes, changes: host.report()?.changes ?? [] };
  }

  extract(clips) {
    const indices = clipIndices(this, clips);
    return hostOf(this).bytes("gait_flat_extract", handleOf(this), indices, indices.length);
  }

  merge(other, options = {}) {
    const host = hostOf(this);
    const { equalNames, parts } = checkOptions(options, ["equalNames", "parts"]);
    return host.bytes("gait_flat_merge", handleOf(this),
      handleFor(host, other, File, "the other file", false),
      optionalText(equalNames, "equalNames"), optionalText(parts, "parts"));
  }

  diff(other, options = {}) {
    const host = hostOf(this);
    const { skeleton, toleranceDeg, toleranceMm } =
      checkOptions(options, ["skeleton", "toleranceDeg", "toleranceMm"]);
    return host.json("gait_flat_diff", handleOf(this),
      handleFor(host, other, File, "the other file", false),
      handleFor(host, skeleton, Skeleton, "skeleton"), checkNumber(toleranceDeg ?? 0, "toleranceDeg"),
      checkNumber(toleranceMm ?? 0, "toleranceMm"));
  }

  optimise(options = {}) {
    const host = hostOf(this);
    const { toleranceMm, toleranceDeg, clips } =
      checkOptions(options, ["toleranceMm", "toleranceDeg", "clips"]);
    const chosen = clips == null ? null : clipIndices(this, clips);
    // An empty list has an address, too: without one, all clips are chosen.
    const list = chosen?.length === 0 ? new Uint32Array(1) : chosen;
    const bytes = host.bytes("gait_flat_optimise", handleOf(this),
      checkNumber(toleranceMm ?? 0, "toleranceMm"), checkNumber(toleranceDeg ?? 0, "toleranceDeg"),
      list, chosen?.length ?? 0);
    return { bytes, report: host.report() };
  }

  salvage(options = {}) {
    const host = hostOf(this);
    const { model } = checkOptions(options, ["model"]);
    const bytes = host.bytes("gait_flat_salvage", handleOf(this),
      handleFor(host, model, File, "model"));
    return { bytes, report: host.report() };
  }

  roundtrip(edited, options = {}) {
    const host = hostOf(this);
    const { skeleton, addNew, dropMissing } =
      checkOptions(options, ["skeleton", "addNew", "dropMissing"]);
    return roundtrip(host, "gait_flat_roundtrip", handleOf(this),
      handleFor(host, edited, File, "the edited file", false),
      handleFor(host, skeleton, Skeleton, "skeleton"), Boolean(addNew), Boolean(dropMissing));
  }

  convert(target, options = {}) {
    return convert(this, target, options);
  }

  edited(options) {
    const host = hostOf(this);
    const { skeleton, rests, axes } = checkOptions(options, ["skeleton", "rests", "axes"]);
    const bound = handleFor(host, skeleton, Skeleton, "skeleton", false);
    const bones = host.count("gait_flat_bone_count", bound);
    const handle = host.must("gait_flat_edited", handleOf(this), bound,
      ...checkHost(rests, axes, bones));
    return new Edited(host, handle, [this, skeleton]);
  }
}

// --- the entry ----------------------------------------------------------------------------------

// --- mods ---------------------------------------------------------------------------------------

export class Mod extends Resource {
  #host;
  #needed = -1;

  constructor(host, handle, name) {
    super(host, handle);
    this.#host = host;
    this.name = name;
  }

  needed() {
    this.#needed = this.#host.call("gait_flat_mod_need", handleOf(this));
    if (this.#needed < 0 && this.#host.raw("gait_flat_status", this.#host.context) !== 0) {
      throw this.#host.error();
    }
    return this.#needed < 0 ? null : decoder.decode(this.#host.result());
  }

  provide(bytes) {
    const view = bytes == null ? null : checkBytes(bytes, "the bytes");
    const file = checkInteger(this.#needed, MAX_SIZE, "the file that needed() returned");
    this.#host.must("gait_flat_mod_provide", handleOf(this), file, view, view?.length ?? 0);
  }

  uses() {
    return this.#host.json("gait_flat_mod_uses", handleOf(this));
  }

  check() {
    return this.#host.json("gait_flat_mod_check", handleOf(this));
  }

  list(file) {
    return this.#host.json("gait_flat_mod_list", handleOf(this),
      handleFor(this.#host, file, File, "the file", false));
  }
}

export class Gait {
  #host;

  constructor(host) {
    if (!(host instanceof Host)) {
      fail(BAD_ARGUMENT, "load() makes objects of this class");
    }
    this.#host = host;
  }

  get version() {
    return this.#host.textAt(this.#host.raw("gait_flat_library_version"));
  }

  #open(call, bytes, name, options) {
    const { codePage = 0 } = checkOptions(options, ["codePage"]);
    const text = checkText(name, "the name");
    checkInteger(codePage, MAX_SIZE, "codePage");
    const handle = giveBytes(this.#host, call, [], bytes, [text, codePage]);
    return new File(this.#host, handle, text);
  }

  open(bytes, name = "", options = {}) {
    return this.#open("gait_flat_open", bytes, name, options);
  }

  examine(bytes, name = "", options = {}) {
    return this.#open("gait_flat_examine", bytes, name, options);
  }

  rules() {
    return this.#host.json("gait_flat_rules");
  }

  formats() {
    return this.#host.json("gait_flat_formats");
  }

  builtins() {
    return this.#host.json("gait_flat_builtins");
  }

  builtin(name) {
    const handle = this.#host.must("gait_flat_builtin", checkText(name, "the name"));
    return new Skeleton(this.#host, handle, { source: "builtin", candidate: -1, name });
  }

  mod(paths, options = {}) {
    const { name = "", codePage = 0, game = [] } =
      checkOptions(options, ["name", "codePage", "game"]);
    const own = checkList(paths, "the paths").map((path) => checkText(path, "a path"));
    const others = checkList(game, "game").map((path) => checkText(path, "a path of the game"));
    const text = checkText(name, "the name");
    checkInteger(codePage, MAX_SIZE, "codePage");
    const mod = new Mod(this.#host, this.#host.must("gait_flat_mod", text, codePage), text);
    own.forEach((path) => this.#host.must("gait_flat_mod_add", handleOf(mod), path, 0));
    others.forEach((path) => this.#host.must("gait_flat_mod_add", handleOf(mod), path, 1));
    return mod;
  }

  sample(clips, times, options = {}) {
    const { kind = "model", wrap = "clamp" } = checkOptions(options, ["kind", "wrap"]);
    const handles = handlesFor(this.#host, clips, Clip, "clips");
    const list = checkFloats(times, Float64Array, handles.length, "times");
    return sampleAll(this.#host, handles, list, kind, wrap);
  }

  blend(a, b, weight, mask = null) {
    return blendAll(this.#host, "gait_flat_blend", [a, b], weight, mask);
  }

  blendAdd(pose, added, reference, weight, mask = null) {
    return blendAll(this.#host, "gait_flat_blend_add", [pose, added, reference], weight, mask);
  }

  build(text, options = {}) {
    const { allowDamage = false } = checkOptions(options, ["allowDamage"]);
    const bytes = typeof text === "string" ? encoder.encode(text) : checkBytes(text, "the text");
    return this.#host.bytes("gait_flat_build", bytes, bytes.length, Number(Boolean(allowDamage)));
  }

  sarif(files, options = {}) {
    const { rulesUrl } = checkOptions(options, ["rulesUrl"]);
    const handles = handlesFor(this.#host, files, File, "files");
    return this.#host.json("gait_flat_sarif", handles, handles.length,
      optionalText(rulesUrl, "rulesUrl"));
  }

  checkBanks(model, banks) {
    const list = checkList(banks, "banks");
    const files = Uint32Array.from(list, (bank) =>
      handleFor(this.#host, bank?.file, File, "the file of a bank"));
    const refs = Uint32Array.from(list, (bank) =>
      checkInteger(bank?.ref, MAX_SIZE, "the reference of a bank"));
    return this.#host.json("gait_flat_check_banks",
      handleFor(this.#host, model, File, "the model", false), files, refs, list.length);
  }

  findings() {
    return this.#host.json("gait_flat_findings");
  }

  close() {
    this.#host.close();
  }

  [dispose]() {
    this.close();
  }
}

/** Makes an instance from the module, as bytes or compiled. */
export async function load(source, options = {}) {
  const { maxBytes = 0 } = checkOptions(options, ["maxBytes"]);
  checkInteger(maxBytes, MAX_SIZE, "maxBytes");
  let exports;
  try {
    const given = await source;
    const module = given instanceof WebAssembly.Module
      ? given
      : await WebAssembly.compile(checkBytes(given, "the module"));
    ({ exports } = await WebAssembly.instantiate(module, {}));
    exports._initialize?.();
  } catch (error) {
    throw error instanceof GaitError
      ? error
      : new GaitError(BAD_ARGUMENT, `the module cannot be used: ${error.message}`);
  }
  if (exports.gait_flat_version?.() !== FLAT_VERSION) {
    fail(BAD_ARGUMENT, `the module has another interface than version ${FLAT_VERSION}`);
  }
  return new Gait(new Host(exports, maxBytes));
}
