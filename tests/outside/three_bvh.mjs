// Poses BVHs with three.js: node three_bvh.mjs JOBS.json OUT.json
//
// JOBS.json is a list of {bvh, seconds: [second, ...]}. OUT.json gets the bones, the duration, and per
// second {bone: [[x, y, z], [x, y, z, w]]} in the space of the file. three.js adds OFFSET to the
// channels of positions, which everybody else lets replace it; it is taken off its tracks again.
import { readFileSync, writeFileSync } from "node:fs";

async function load() {
  try {
    return {
      THREE: await import("three"),
      ...(await import("three/addons/loaders/BVHLoader.js")),
    };
  } catch (error) {
    console.error(`three is not installed: ${error.message}`);
    process.exit(77);
  }
}

const { THREE, BVHLoader } = await load();
console.error = (message) => {
  throw new Error(message); // the loader goes on after what it does not understand
};
console.warn = console.error;

function takeOffsetsOff(clip, bones) {
  for (const bone of bones) {
    const track = clip.tracks.find(({ name }) => name === `${bone.name}.position`);
    for (let i = 0; track && i < track.values.length; i++) {
      track.values[i] -= bone.position.getComponent(i % 3);
    }
  }
}

function poseOf(root, bones) {
  root.updateMatrixWorld(true);
  const told = {};
  for (const bone of bones) {
    const place = new THREE.Vector3();
    const turn = new THREE.Quaternion();
    bone.matrixWorld.decompose(place, turn, new THREE.Vector3());
    told[bone.name] = [place.toArray(), turn.toArray()];
  }
  return told;
}

function readBvh({ bvh, seconds }) {
  const { skeleton, clip } = new BVHLoader().parse(readFileSync(bvh, "utf8"));
  const bones = skeleton.bones.filter(({ name }) => name !== "ENDSITE");
  takeOffsetsOff(clip, bones);
  const root = bones[0];
  const mixer = new THREE.AnimationMixer(root);
  const action = mixer.clipAction(clip);
  action.setLoop(THREE.LoopOnce, 1); // else the last key is the first one
  action.clampWhenFinished = true;
  action.play();
  const poses = seconds.map((second) => {
    action.paused = false; // it pauses itself at the end
    mixer.setTime(second);
    return poseOf(root, bones);
  });
  return { bones: bones.map(({ name }) => name), duration: clip.duration, poses };
}

const [jobsPath, outPath] = process.argv.slice(2);
if (!outPath) {
  console.error("usage: node three_bvh.mjs JOBS.json OUT.json");
  process.exit(2);
}
writeFileSync(outPath, JSON.stringify(JSON.parse(readFileSync(jobsPath, "utf8")).map(readBvh)));
