// Turns keys of GLBs with glTF-Transform: node transform_edit.mjs JOBS.json EDITED.json
//
// JOBS.json is a list of {glb, out, edits}, `edits` and EDITED.json as three_export.mjs has them.
import { readFileSync, writeFileSync } from "node:fs";
import { chooseKey } from "./key_edits.mjs";

async function load() {
  try {
    return await import("@gltf-transform/core");
  } catch (error) {
    console.error(`glTF-Transform is not installed: ${error.message}`);
    process.exit(77);
  }
}

const { NodeIO } = await load();

// {bone: sampler} of the rotations of an animation.
function rotationsOf(animation) {
  const channels = animation.listChannels().filter((channel) => channel.getTargetPath() === "rotation");
  return new Map(channels.map((channel) => [channel.getTargetNode().getName(), channel.getSampler()]));
}

function multiply([ax, ay, az, aw], [bx, by, bz, bw]) {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

function edit(document, { animation, bones, seconds, axis, degrees }) {
  const found = document.getRoot().listAnimations().find((each) => each.getName() === animation);
  const rotations = rotationsOf(found);
  const { bone, key } = chooseKey(bones, seconds, (name) => rotations.get(name)?.getInput().getArray());
  const sampler = rotations.get(bone);
  const output = sampler.getOutput().clone(); // equal ones may be shared
  const half = (degrees * Math.PI) / 360;
  const turn = [...axis.map((part) => part * Math.sin(half)), Math.cos(half)];
  output.setElement(key, multiply(output.getElement(key, []), turn));
  sampler.setOutput(output);
  return { bone, seconds: sampler.getInput().getScalar(key) };
}

const [jobsPath, editedPath] = process.argv.slice(2);
if (!editedPath) {
  console.error("usage: node transform_edit.mjs JOBS.json EDITED.json");
  process.exit(2);
}
const io = new NodeIO();
const edited = [];
for (const { glb, out, edits } of JSON.parse(readFileSync(jobsPath, "utf8"))) {
  const document = await io.read(glb);
  edited.push(edits.map((each) => edit(document, each)));
  await io.write(out, document);
}
writeFileSync(editedPath, JSON.stringify(edited));
