// module.mjs GAIT.wasm: what the module makes of files, one JSON line in, one out.
//
// In:  {"file": path, "name": as reports call it, "tree": null | built-in name | path of a model}
// Out: {"status", "info", "glb", "same"}: results in hexadecimal SHA-256, null when there is none.
import { createHash } from "node:crypto";
import { readFileSync, existsSync } from "node:fs";
import { createInterface } from "node:readline";

const encoder = new TextEncoder();

/** The module's functions, for files as Buffers and texts as strings. */
export async function load(path) {
  const module = await WebAssembly.compile(readFileSync(path));
  const imports = WebAssembly.Module.imports(module);
  if (imports.length > 0) {
    throw new Error(`the module wants ${imports.map((item) => item.name).join(", ")}`);
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

  /** A built-in tree, or that of a model; 0 without a name. */
  tree(name) {
    if (!name) {
      return 0;
    }
    if (!existsSync(name)) {
      return this.withText(name, (text) => this.exports.gait_wasm_builtin(text));
    }
    const model = this.open(readFileSync(name), name);
    const tree = this.exports.gait_wasm_tree(model);
    this.exports.gait_wasm_close(model);
    return tree;
  }
}

function digest(bytes) {
  return bytes && createHash("sha256").update(bytes).digest("hex");
}

function answer(gait, request) {
  const file = gait.open(readFileSync(request.file), request.name);
  const tree = gait.tree(request.tree);
  const made = {
    status: gait.exports.gait_wasm_status(file),
    info: digest(gait.result("gait_wasm_info", file)),
    glb: digest(gait.result("gait_wasm_glb", file, tree)),
    same: digest(gait.result("gait_wasm_write", file)),
  };
  gait.exports.gait_wasm_free_tree(tree);
  gait.exports.gait_wasm_close(file);
  return made;
}

const gait = await load(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(gait, JSON.parse(line))));
}
