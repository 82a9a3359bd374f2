// module.mjs GAIT.wasm: what the module makes of files, one JSON line in, one out.
//
// In:  {"file": path, "candidates": paths of files beside it, "own": name of its format}
// Out: {"status", "info", "glb", "same", "roundtrip", "new"}: results in hexadecimal SHA-256, null when
//      there is none. They are made by the calls that the command makes: skeleton search,
//      conversion and round trip.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const encoder = new TextEncoder();

/** The module's functions, for files as Buffers and texts as strings. */
export async function load(path) {
  const module = await WebAssembly.compile(readFileSync(path));
  const imports = WebAssembly.Module.imports(module);
  if (imports.length > 0) {
    throw new Error(`the module has unexpected imports: ${imports.map((item) => item.name).join(", ")}`);
  }
  const { exports } = await WebAssembly.instantiate(module, {});
  exports._initialize?.();
  return new Gait(exports);
}

class Gait {
  constructor(exports) {
    this.exports = exports;
    this.flat = exports.gait_flat_new(0);
  }

  // Memory may move when it grows: a view is good until the next call.
  put(bytes) {
    const at = this.exports.gait_flat_alloc(bytes.length);
    if (at === 0) {
      throw new Error("no memory");
    }
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  withText(text, use) {
    const at = this.put(encoder.encode(`${text}\0`));
    try {
      return use(at);
    } finally {
      this.exports.gait_flat_free(at);
    }
  }

  /** Calls a function with the context. */
  call(name, ...more) {
    return this.exports[`gait_flat_${name}`](this.flat, ...more);
  }

  /** A handle, also for a damaged file. The file takes the bytes. */
  open(bytes, name) {
    const take = 1;
    const at = this.put(bytes);
    return this.withText(name, (text) => this.call("examine", at, bytes.length, text, 0, take));
  }

  /** The bytes that a function gives, or null. */
  result(name, ...more) {
    if (!this.call(name, ...more)) {
      return null;
    }
    const size = this.call("result_size");
    const at = this.call("result");
    return Buffer.from(new Uint8Array(this.exports.memory.buffer, at, size));
  }

  /** Files that stay open: many animations have the same ones beside them. */
  candidates(paths) {
    this.opened ??= new Map();
    for (const path of paths) {
      if (!this.opened.has(path)) {
        this.opened.set(path, this.open(readFileSync(path), path));
      }
    }
    return paths.map((path) => this.opened.get(path));
  }

  /** The skeleton for a file's clips, or 0. */
  search(file, paths, target) {
    const files = Uint32Array.from(this.candidates(paths));
    const list = this.put(new Uint8Array(files.buffer));
    try {
      return this.withText(target, (text) =>
        this.call("search", file, list, files.length, 0, 0, text, 0));
    } finally {
      this.exports.gait_flat_free(list);
    }
  }

  /** The only output of a conversion, or null. */
  convert(file, target, skeleton) {
    const conversion = this.withText(target, (text) =>
      this.call("convert", file, text, 0, skeleton, 0, 0, 0, 0));
    if (!conversion) {
      return null;
    }
    try {
      return this.call("next", conversion) ? this.result("output", conversion, 0) : null;
    } finally {
      this.call("close", conversion);
    }
  }

  /** A round trip of an edited glTF, and a new file of the base's format. */
  roundTrip(base, glb, skeleton, own) {
    const edited = this.open(glb, "");
    const made = {
      roundtrip: this.result("roundtrip", base, edited, skeleton, 0, 0),
      new: this.convert(edited, own, 0),
    };
    this.call("close", edited);
    return made;
  }

  /** A gait.info/1 document of one file. */
  info(file) {
    const element = this.result("info", file);
    return element && Buffer.concat([Buffer.from('{"schema":"gait.info/1","files":[\n'), element,
      Buffer.from("]}\n")]);
  }
}

function digest(bytes) {
  return bytes && createHash("sha256").update(bytes).digest("hex");
}

function answer(gait, request) {
  const file = gait.open(readFileSync(request.file), request.file);
  const skeleton = gait.search(file, request.candidates, "gltf");
  const status = gait.call("status");
  const isStatic = gait.call("clip_count", file) === 0; // a model without bones has no skeleton
  const glb = skeleton || isStatic ? gait.convert(file, "gltf", skeleton) : null;
  const info = gait.info(file);
  const same = gait.convert(file, request.own, 0);
  const trip = glb ? gait.roundTrip(file, glb, skeleton, request.own) : { roundtrip: null, new: null };
  const made = {
    status,
    info: digest(info),
    glb: digest(glb),
    same: digest(same),
    roundtrip: digest(trip.roundtrip),
    new: digest(trip.new),
  };
  gait.call("close", file);
  return made;
}

const gait = await load(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(gait, JSON.parse(line))));
}
