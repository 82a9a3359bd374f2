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
  }

  // Memory may move when it grows: a view is good until the next call.
  put(bytes) {
    const at = this.exports.gait_wasm_alloc(bytes.length);
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
      this.exports.gait_wasm_free(at);
    }
  }

  open(bytes, name) {
    const at = this.put(bytes); // belongs to the file from here on
    return this.withText(name, (text) => this.exports.gait_wasm_open(at, bytes.length, text));
  }

  /** The bytes that an export of that kind makes, or null. */
  result(name, file, ...more) {
    if (!this.exports[name](file, ...more)) {
      return null;
    }
    const size = this.exports.gait_wasm_result_size(file);
    const at = this.exports.gait_wasm_result(file);
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
        this.exports.gait_wasm_search(file, list, files.length, 0, 0, text));
    } finally {
      this.exports.gait_wasm_free(list);
    }
  }

  /** The only output of a conversion, or null. */
  convert(file, target, skeleton) {
    const conversion = this.withText(target, (text) =>
      this.exports.gait_wasm_convert(file, text, 0, skeleton, 0));
    if (!conversion) {
      return null;
    }
    try {
      if (!this.exports.gait_wasm_convert_next(conversion)) {
        return null;
      }
      const at = this.exports.gait_wasm_output(conversion, 0);
      const size = this.exports.gait_wasm_output_size(conversion, 0);
      return Buffer.from(new Uint8Array(this.exports.memory.buffer, at, size));
    } finally {
      this.exports.gait_wasm_convert_end(conversion);
    }
  }

  /** A round trip of an edited glTF, and a new file of the base's format. */
  roundTrip(base, glb, skeleton, own) {
    const edited = this.open(glb, "");
    const made = {
      roundtrip: this.result("gait_wasm_roundtrip", base, edited, skeleton, 0, 0),
      new: this.convert(edited, own, 0),
    };
    this.exports.gait_wasm_close(edited);
    return made;
  }
}

function digest(bytes) {
  return bytes && createHash("sha256").update(bytes).digest("hex");
}

function answer(gait, request) {
  const file = gait.open(readFileSync(request.file), request.file);
  const skeleton = gait.search(file, request.candidates, "gltf");
  const glb = skeleton ? gait.convert(file, "gltf", skeleton) : null;
  const info = gait.result("gait_wasm_info", file);
  const same = gait.convert(file, request.own, 0);
  const trip = glb ? gait.roundTrip(file, glb, skeleton, request.own) : { roundtrip: null, new: null };
  gait.exports.gait_wasm_free_skeleton(skeleton);
  const made = {
    status: gait.exports.gait_wasm_status(file),
    info: digest(info),
    glb: digest(glb),
    same: digest(same),
    roundtrip: digest(trip.roundtrip),
    new: digest(trip.new),
  };
  gait.exports.gait_wasm_close(file);
  return made;
}

const gait = await load(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(gait, JSON.parse(line))));
}
