// Gait with the module inlined.
import { load as loadModule } from "./core.js";
import packed from "./module.js";

export { Clip, Conversion, Edited, File, Gait, GaitError, Mesh, Mod, Skeleton } from "./core.js";

let compiling = null;

async function unpack() {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

/** The compiled module. It can be posted to workers, which pass it to load() of ./core. */
export function compile() {
  compiling ??= unpack();
  return compiling;
}

/** Makes an instance with its own memory. */
export async function load(options = {}) {
  return loadModule(await compile(), options);
}
