// Writes GLBs again with three.js: node three_export.mjs JOBS.json
//
// JOBS.json is a list of {glb, out}: what GLTFLoader makes of the one, GLTFExporter writes to the other.
import { readFileSync, writeFileSync } from "node:fs";

globalThis.self ??= globalThis;
// The exporter joins its buffers with it, and asks for no more of the browser without images.
globalThis.FileReader ??= class {
  readAsArrayBuffer(blob) {
    blob.arrayBuffer().then((buffer) => {
      this.result = buffer;
      this.onloadend();
    });
  }
};

async function load() {
  try {
    await import("three");
    return {
      ...(await import("three/addons/loaders/GLTFLoader.js")),
      ...(await import("three/addons/exporters/GLTFExporter.js")),
    };
  } catch (error) {
    console.error(`three is not installed: ${error.message}`);
    process.exit(77);
  }
}

const { GLTFLoader, GLTFExporter } = await load();

function parse(path) {
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new Promise((resolve, reject) => new GLTFLoader().parse(buffer, "", resolve, reject));
}

const [jobsPath] = process.argv.slice(2);
if (!jobsPath) {
  console.error("usage: node three_export.mjs JOBS.json");
  process.exit(2);
}
for (const { glb, out } of JSON.parse(readFileSync(jobsPath, "utf8"))) {
  const { scene, animations } = await parse(glb);
  const written = await new GLTFExporter().parseAsync(scene, { binary: true, animations });
  writeFileSync(out, new Uint8Array(written));
}
