// Reads GLBs with three.js. Without three.js the exit code is 77.
import { readFileSync } from "node:fs";

// The loader asks for the browser's global object, and for nothing else as long as there are no images.
globalThis.self ??= globalThis;

async function load() {
  try {
    return {
      THREE: await import("three"),
      ...(await import("three/addons/loaders/GLTFLoader.js")),
    };
  } catch (error) {
    console.error(`three is not installed: ${error.message}`);
    process.exit(77);
  }
}

export const { THREE, GLTFLoader } = await load();

/** Reads a .glb: a promise of the loader's result. */
export function parse(path) {
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new Promise((resolve, reject) => new GLTFLoader().parse(buffer, "", resolve, reject));
}
