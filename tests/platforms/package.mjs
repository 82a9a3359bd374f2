// package.mjs PACKAGE/core.js: what the objects of the package for JavaScript make of files, one JSON
// line in, one out, in the form of module.mjs.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const { GaitError, load } = await import(pathToFileURL(process.argv[2]));
const gait = await load(readFileSync(join(dirname(process.argv[2]), "gait.wasm")));
const opened = new Map(); // many animations have the same files beside them

function examine(path) {
  return gait.examine(readFileSync(path), path);
}

function candidate(path) {
  if (!opened.has(path)) {
    opened.set(path, examine(path));
  }
  return opened.get(path);
}

/** The result of a function, or null when it fails. */
function attempt(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof GaitError) {
      return null;
    }
    throw error;
  }
}

function convert(file, target, skeleton = null) {
  return attempt(() => {
    const conversion = file.convert(target, { skeleton });
    try {
      return conversion.next().value?.[0].bytes ?? null;
    } finally {
      conversion.close();
    }
  });
}

function digest(bytes) {
  return bytes && createHash("sha256").update(bytes).digest("hex");
}

function answer({ file: path, candidates, own }) {
  const file = examine(path);
  const skeleton = attempt(() =>
    file.skeleton({ candidates: candidates.map(candidate), target: "gltf" }));
  const isStatic = attempt(() => file.clips.length) === 0; // a model without bones has no skeleton
  const glb = skeleton || isStatic ? convert(file, "gltf", skeleton) : null;
  const edited = glb && gait.examine(glb);
  const info = `{"schema":"gait.info/1","files":[\n${file.json("info")}]}\n`;
  const made = {
    info: digest(info),
    glb: digest(glb),
    same: digest(convert(file, own)),
    roundtrip: digest(edited && attempt(() => file.roundtrip(edited, { skeleton }).bytes)),
    new: digest(edited && convert(edited, own)),
  };
  edited?.close();
  file.close();
  return made;
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
