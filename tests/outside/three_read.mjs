// Poses GLBs with three.js: node three_read.mjs JOBS.json OUT.json
//
// JOBS.json is a list of {glb, clips: [[second, ...], ...]}, one list per animation. OUT.json gets, per
// clip and second, two poses of all joints in the order of the skin: "plain", as three.js has them, and
// "unit", with every rotation normalised. A pose is a list of [x, y, z] and [x, y, z, w] in turn.
import { readFileSync, writeFileSync } from "node:fs";
import { THREE, parse } from "./three_glb.mjs";

// Joints in the order of the skin; three changes names, so they are found by the index of their node.
function jointsOf(gltf) {
  const nodes = new Map();
  for (const [object, place] of gltf.parser.associations) {
    if (place?.nodes !== undefined && object.isObject3D) nodes.set(place.nodes, object);
  }
  return gltf.parser.json.skins[0].joints.map((node) => nodes.get(node));
}

function poseOf(gltf, joints) {
  gltf.scene.updateMatrixWorld(true);
  const place = new THREE.Vector3();
  const turn = new THREE.Quaternion();
  const scale = new THREE.Vector3();
  return joints.flatMap((joint) => {
    joint.matrixWorld.decompose(place, turn, scale);
    return [place.toArray(), turn.toArray()];
  });
}

function poseAt(gltf, joints, mixer, second) {
  mixer.setTime(second);
  const plain = poseOf(gltf, joints);
  for (const joint of joints) joint.quaternion.normalize();
  return { plain, unit: poseOf(gltf, joints) };
}

function posesOfClip(gltf, joints, clip, seconds) {
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(clip);
  action.setLoop(THREE.LoopOnce, 1); // else the last key is the first one
  action.clampWhenFinished = true;
  action.play();
  const poses = seconds.map((second) => {
    action.paused = false; // it pauses itself at the end
    return poseAt(gltf, joints, mixer, second);
  });
  mixer.stopAllAction();
  mixer.uncacheRoot(gltf.scene);
  return { name: clip.name, duration: clip.duration, poses };
}

async function readGlb({ glb, clips }) {
  const gltf = await parse(glb);
  const joints = jointsOf(gltf);
  return {
    names: joints.map((joint) => joint.userData.name ?? joint.name),
    clips: gltf.animations.map((clip, index) => posesOfClip(gltf, joints, clip, clips[index])),
  };
}

const [jobsPath, outPath] = process.argv.slice(2);
if (!outPath) {
  console.error("usage: node three_read.mjs JOBS.json OUT.json");
  process.exit(2);
}
const results = [];
for (const job of JSON.parse(readFileSync(jobsPath, "utf8"))) results.push(await readGlb(job));
writeFileSync(outPath, JSON.stringify(results));
