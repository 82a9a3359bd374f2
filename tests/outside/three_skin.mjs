// Skins the meshes of GLBs with three.js: node three_skin.mjs JOBS.json
//
// JOBS.json is a list of {glb, second, out}. The first animation is posed at the second, with every
// rotation normalised, and the positions of all vertices in the world go to `out` as floats, in the
// order of the primitives.
import { readFileSync, writeFileSync } from "node:fs";
import { THREE, parse } from "./three_glb.mjs";

function poseAt(gltf, second) {
  const mixer = new THREE.AnimationMixer(gltf.scene);
  const action = mixer.clipAction(gltf.animations[0]);
  action.setLoop(THREE.LoopOnce, 1); // else the last key is the first one
  action.clampWhenFinished = true;
  action.play();
  mixer.setTime(second);
  gltf.scene.traverse((object) => object.isBone && object.quaternion.normalize());
  gltf.scene.updateMatrixWorld(true);
}

// The meshes in the order of their primitives.
function meshesOf(gltf) {
  const found = [];
  gltf.scene.traverse((object) => {
    if (object.isMesh) {
      const { meshes = 0, primitives = 0 } = gltf.parser.associations.get(object) ?? {};
      found.push({ object, order: 1e6 * meshes + primitives });
    }
  });
  return found.sort((a, b) => a.order - b.order).map(({ object }) => object);
}

for (const { glb, second, out } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  const gltf = await parse(glb);
  poseAt(gltf, second);
  const numbers = [];
  const place = new THREE.Vector3();
  for (const mesh of meshesOf(gltf)) {
    for (let v = 0; v < mesh.geometry.attributes.position.count; v++) {
      mesh.getVertexPosition(v, place);
      numbers.push(...place.applyMatrix4(mesh.matrixWorld));
    }
  }
  writeFileSync(out, new Float32Array(numbers));
}
