// Writes GLBs again with three.js: node three_export.mjs JOBS.json [EDITED.json]
//
// JOBS.json is a list of {glb, out, edits}: what GLTFLoader makes of the one, GLTFExporter writes to the
// other. Of `edits`, which may be missing, each is {animation, bones, seconds, axis, degrees}: the first of
// these bones whose rotation has keys in that animation is turned at the key nearest to that time.
// EDITED.json gets {bone, seconds} of each.
import { readFileSync, writeFileSync } from "node:fs";
import { chooseKey } from "./key_edits.mjs";

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
    return {
      THREE: await import("three"),
      ...(await import("three/addons/loaders/GLTFLoader.js")),
      ...(await import("three/addons/exporters/GLTFExporter.js")),
    };
  } catch (error) {
    console.error(`three is not installed: ${error.message}`);
    process.exit(77);
  }
}

const { THREE, GLTFLoader, GLTFExporter } = await load();

function parse(path) {
  const bytes = readFileSync(path);
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  return new Promise((resolve, reject) => new GLTFLoader().parse(buffer, "", resolve, reject));
}

// {name in the file: rotation track}; three changes names, so objects are found by the index of their node.
function rotationsOf(gltf, clip) {
  const tracks = new Map(clip.tracks.map((track) => [track.name, track]));
  const found = new Map();
  for (const [object, place] of gltf.parser.associations) {
    if (place?.nodes !== undefined && object.isObject3D) {
      found.set(gltf.parser.json.nodes[place.nodes].name, tracks.get(`${object.name}.quaternion`));
    }
  }
  return found;
}

function edit(gltf, { animation, bones, seconds, axis, degrees }) {
  const clip = gltf.animations[gltf.parser.json.animations.findIndex(({ name }) => name === animation)];
  const rotations = rotationsOf(gltf, clip);
  const { bone, key } = chooseKey(bones, seconds, (name) => rotations.get(name)?.times);
  const track = rotations.get(bone);
  const { times } = track;
  const values = (track.values = track.values.slice()); // equal ones may be shared
  const turn = new THREE.Quaternion().setFromAxisAngle(new THREE.Vector3(...axis), THREE.MathUtils.degToRad(degrees));
  new THREE.Quaternion().fromArray(values, 4 * key).multiply(turn).toArray(values, 4 * key);
  return { bone, seconds: times[key] };
}

const [jobsPath, editedPath] = process.argv.slice(2);
if (!jobsPath) {
  console.error("usage: node three_export.mjs JOBS.json [EDITED.json]");
  process.exit(2);
}
const edited = [];
for (const { glb, out, edits = [] } of JSON.parse(readFileSync(jobsPath, "utf8"))) {
  const gltf = await parse(glb);
  edited.push(edits.map((each) => edit(gltf, each)));
  const written = await new GLTFExporter().parseAsync(gltf.scene, { binary: true, animations: gltf.animations });
  writeFileSync(out, new Uint8Array(written));
}
if (editedPath) writeFileSync(editedPath, JSON.stringify(edited));
