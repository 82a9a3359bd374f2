// The objects of the package: memory, views, lifetimes, keys.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { inspect } from "node:util";
import { load } from "@gait-tools/gait";
import { load as loadCore } from "@gait-tools/gait/core";
import { limited } from "./limited.mjs";

const samples = process.env.GAIT_SAMPLES;
const bytes = readFileSync(join(samples, "stalker.omf"));
const module = readFileSync(new URL(import.meta.resolve("@gait-tools/gait/gait.wasm")));
const gait = await load();
const open = (host = gait) => host.open(bytes, "stalker.omf");
const dispose = Symbol.dispose ?? Symbol.for("Symbol.dispose");
const closed = { name: "GaitError", status: "bad argument", message: /closed/ };

function identities(count) {
  return Float32Array.from({ length: 16 * count }, (_, i) => Number(i % 16 % 5 === 0));
}

test("both entries are the same module", async () => {
  const other = await loadCore(module);
  const third = await loadCore(await WebAssembly.compile(module));
  assert.equal(other.version, gait.version);
  assert.deepEqual(open(other).info(), open(third).info());
});

test("poses of all kinds", () => {
  const clip = open().clip("walk");
  const bones = clip.boneCount;
  assert.equal(clip.skeleton.bones.length, bones);
  assert.equal(clip.frameCount, clip.times.length);
  assert.equal(clip.hasPhases, false);
  assert.deepEqual(clip.range, [0, clip.times.at(-1)]);
  assert.deepEqual(clip.rootMotion, [0, 0, 0]);
  const sizes = { model: 16, local: 16, parts: 10 };
  for (const [kind, size] of Object.entries(sizes)) {
    const each = Array.from(clip.times, (time) => Array.from(clip.pose(time, kind)));
    assert.equal(each[0].length, bones * size);
    assert.deepEqual(Array.from(clip.poses(clip.times, kind)), each.flat());
  }
  assert.equal(clip.poses([]).length, 0);
});

test("a pose stays readable when the memory grows", () => {
  const host = open();
  const clip = host.clip(0);
  const before = clip.pose(0.5);
  const copy = before.slice();
  const large = Array.from({ length: 40 }, () => open());
  const big = gait.examine(new Uint8Array(64 << 20), "big.bin");
  assert.equal(before.length, 0, "the memory did not grow");
  assert.deepEqual(clip.pose(0.5), copy);
  big.close();
  large.forEach((file) => file.close());
});

test("a pose is not copied", () => {
  const clip = open().clip(0);
  assert.equal(clip.pose(0), clip.pose(0.5));
});

test("closed objects throw", () => {
  const file = open();
  const clip = file.clip("idle");
  const skeleton = clip.skeleton;
  const conversion = file.convert("gltf");
  file.close();
  file.close();
  for (const use of [() => file.info(), () => file.clips, () => clip.pose(0), () => clip.times,
    () => skeleton.bones, () => conversion.next(), () => gait.sarif([file])]) {
    assert.throws(use, closed);
  }
  clip.close();
  skeleton.close();
});

test("using closes", async () => {
  const file = open();
  const objects = [file.clip(0), file.skeleton(), file.convert("bvh"), file];
  for (const object of objects) {
    object[dispose]();
  }
  assert.throws(() => objects[0].pose(0), closed);
  const other = await load();
  const inside = open(other);
  other[dispose]();
  assert.throws(() => inside.info(), closed);
  assert.throws(() => other.rules(), closed);
  inside.close();
});

test("memory of closed files is used again", async () => {
  const host = await loadCore(limited(module, 160)); // 10 MB
  const large = new Uint8Array(1 << 20);
  for (let i = 0; i < 50; i++) {
    const file = host.examine(large, "a.bin");
    assert.equal(file.info().bytes, large.length);
    file.close();
    const bank = open(host);
    bank.clip("walk").pose(0);
    bank.close();
  }
});

test("the list of clips is constant, and objects have descriptions", () => {
  const file = open();
  assert.throws(() => { file.clips[0].name = "x"; }, TypeError);
  assert.throws(() => { file.clips.push(1); }, TypeError);
  const clip = file.clip("walk");
  assert.deepEqual([inspect(file), inspect(clip)], ["<File: stalker.omf>", "<Clip: walk>"]);
  clip.close();
  assert.equal(inspect(clip), "<Clip: closed>");
  file.close();
  assert.equal(inspect(file), "<File: closed>");
  try {
    gait.builtin("nobody");
  } catch (error) {
    assert.match(JSON.parse(JSON.stringify(error)).message, /nobody/);
  }
});

test("a loop over files needs no more memory than one file", async () => {
  const host = await loadCore(limited(module, 160)); // 10 MB; the poses have 15 MB
  for (let i = 0; i < 1000; i++) {
    const bank = open(host);
    for (const { index } of bank.clips) {
      bank.clip(index).pose(0, "local");
    }
    bank.close();
  }
});

test("collected objects free their memory", { skip: !globalThis.gc }, async () => {
  const host = await loadCore(limited(module, 480)); // 30 MB
  for (let i = 0; i < 100; i++) {
    host.examine(new Uint8Array(1 << 20), "a.bin");
    if (i % 10 === 0) {
      gc();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
});

test("keys go there and back", () => {
  const file = open();
  const skeleton = file.skeleton();
  const rests = identities(skeleton.bones.length);
  const clip = file.clip("walk", { skeleton });
  const block = clip.keys({ rests });
  assert.ok(block.length > 8 * skeleton.bones.length);
  const edited = file.edited({ skeleton, rests });
  edited.add("walk", block);
  const { bytes: result, report } = edited.apply();
  assert.equal(report.schema, "gait.roundtrip/1");
  const walk = report.clips.find((found) => found.name === "walk");
  assert.equal(walk.difference, "unchanged");
  assert.deepEqual(Buffer.from(result), bytes);
});

test("curves go there and back", () => {
  const file = open();
  const skeleton = file.skeleton();
  const rests = identities(skeleton.bones.length);
  const edited = file.edited({ skeleton, rests });
  for (const { index, name } of file.clips) {
    const clip = file.clip(index, { skeleton });
    const block = clip.curves({ rests, fps: 25, firstFrame: 1 });
    assert.ok(block.length > 28 * skeleton.bones.length);
    edited.addCurves(name, block, { fps: 25, firstFrame: 1 });
  }
  assert.deepEqual(Buffer.from(edited.apply().bytes), bytes);
});

test("poses of a host", () => {
  const file = open();
  const clip = file.clip(0);
  const rests = clip.pose(0).slice(); // also the rest pose of the skeleton
  const still = clip.hostPose(0, { rests });
  assert.equal(still.length, 7 * clip.boneCount);
  for (let i = 0; i < still.length; i++) {
    assert.ok(Math.abs(Math.abs(still[i]) - Number(i % 7 === 0)) < 1e-5);
  }
  assert.notDeepEqual(clip.hostPose(0.4, { rests, axes: identities(1) }), still);
  assert.deepEqual(clip.hostPose(0.4, { rests }), clip.hostPose(0.4, { rests, axes: identities(1) }));
});

test("rest poses", () => {
  const known = gait.builtin("arma3-man");
  assert.equal(known.rest().length, 16 * known.bones.length);
  assert.equal(known.rest("parts").length, 10 * known.bones.length);
  assert.throws(() => known.rest("nope"), { name: "GaitError" });
});

test("clips are compared", () => {
  const file = open();
  const same = file.clip("walk").compare(file.clip("walk"));
  assert.equal(same.max_distance.mm, 0);
  assert.ok(file.clip("walk").compare(file.clip("stand")).max_distance.mm > 1);
});

test("files are compared", () => {
  const file = open();
  assert.equal(file.diff(open()).status, "equal");
  const { bytes } = file.edit("set --clip walk --speed 3\nrename --clip idle=rest\n");
  const found = file.diff(gait.open(bytes, "new.omf"), { skeleton: file.skeleton() });
  assert.equal(found.status, "different");
  assert.equal(found.posed, true);
  assert.deepEqual(found.clips.map((clip) => [clip.before.name, clip.after.name, clip.renamed]),
    [["idle", "rest", true], ["walk", "walk", false]]);
  assert.deepEqual(found.clips[1].differences,
    [{ subject: "parameter", kind: "changed", name: "speed", before: 1, after: 3 }]);
  assert.throws(() => file.diff(file, { toleranceMm: -1 }), { name: "GaitError" });
  assert.equal(file.diff(file, { toleranceDeg: 0.5, toleranceMm: 1 }).tolerance.deg, 0.5);
});

test("bones that a clip moves", () => {
  const file = open();
  const { skeleton, times, boneCount, poses } = (() => {
    const clip = file.clip("walk");
    return { skeleton: clip.skeleton, times: clip.times, boneCount: clip.boneCount,
      poses: clip.poses(clip.times, "local") };
  })();
  const moves = file.movingBones("walk", skeleton);
  assert.equal(moves.length, boneCount);
  moves.forEach((does, bone) => assert.equal(does, Number(times.some((_, frame) =>
    [...Array(16).keys()].some((at) =>
      poses[16 * (frame * boneCount + bone) + at] !== poses[16 * bone + at]))), `bone ${bone}`));
  assert.ok(moves.includes(0) && moves.includes(1));
});

test("distances of clips at pairs of times", () => {
  const file = open();
  const [walk, stand] = [file.clip("walk"), file.clip("stand")];
  assert.deepEqual([...walk.distances(walk, [0, 0.25], [0, 0.25])], [0, 0]);
  const pairs = [[0.5, 0.25], [99, -1]];
  const distances = walk.distances(stand, pairs.map(([time]) => time),
    new Float32Array(pairs.map(([, time]) => time)));
  pairs.forEach(([time, other], index) => {
    const [one, two] = [walk.pose(time).slice(), stand.pose(other)];
    let largest = 0;
    for (let at = 12; at < one.length; at += 16) {
      largest = Math.max(largest,
        Math.hypot(one[at] - two[at], one[at + 1] - two[at + 1], one[at + 2] - two[at + 2]));
    }
    assert.ok(largest > 0.001 && Math.abs(distances[index] - largest) < 1e-5, String(distances));
  });
});

/** Matrices of fast poses, as the other poses have them: column by column. */
function columns(rows) {
  return Array.from({ length: rows.length / 12 * 16 }, (_, i) => {
    const [bone, column, row] = [i >> 4, i >> 2 & 3, i & 3];
    return row < 3 ? rows[bone * 12 + row * 4 + column] : Number(column === 3);
  });
}

function near(fast, exact) {
  assert.equal(fast.length, exact.length);
  fast.forEach((number, i) => assert.ok(Math.abs(number - exact[i]) < 1e-3, `${i}: ${number}`));
}

test("fast poses", () => {
  const file = open();
  const [walk, stand] = [file.clip("walk"), file.clip("stand")];
  const bones = walk.boneCount;
  const times = [0, 0.31, 0.7];
  near(columns(walk.sample(times)), walk.poses(times));
  near(columns(walk.sample(times, { kind: "local" })), walk.poses(times, "local"));
  const joints = gait.sample([walk, stand, walk], times, { kind: "joints" });
  const exact = [walk.pose(0).slice(), stand.pose(0.31).slice(), walk.pose(0.7).slice()];
  near([...joints], exact.flatMap((pose) => Array.from({ length: bones }, (_, bone) =>
    [...pose.subarray(bone * 16 + 12, bone * 16 + 15)]).flat()));
  const parts = walk.sample([0.31], { kind: "parts" });
  const rows = walk.sample([0.31], { kind: "rows" });
  assert.equal(rows.length % 80, 0);
  assert.deepEqual(Array.from({ length: bones * 10 }, (_, i) =>
    rows[i % 10 * rows.length / 10 + Math.floor(i / 10)]), [...parts]);
  assert.equal(walk.sample([0.31], { kind: "skinning" }).length, bones * 12);
  assert.equal(walk.sample([0.31], { kind: "modelParts" }).length, bones * 10);
  const end = walk.times.at(-1);
  near([...walk.sample([end + 0.3], { wrap: "repeat" })], [...walk.sample([0.3])]);
  near([...walk.sample([end + 0.3], { wrap: "ping-pong" })], [...walk.sample([end - 0.3])]);
  assert.deepEqual(walk.sample([end + 0.3]), walk.sample([end]));
  assert.equal(walk.sample([]).length, 0);
  assert.equal(gait.sample([], []).length, 0);
  assert.throws(() => gait.sample([walk], [0, 1]), { status: "bad argument" });
  assert.throws(() => walk.sample([NaN]), { status: "bad argument" });
  assert.throws(() => walk.sample([0], { kind: "world" }), { status: "bad argument" });
  assert.throws(() => walk.sample([0], { wrap: "mirror" }), { status: "bad argument" });
  walk.close();
  assert.throws(() => walk.sample([0]), closed);
  assert.throws(() => gait.sample([walk], [0]), closed);
});

test("playback and blends", () => {
  const file = open();
  const [walk, stand] = [file.clip("walk"), file.clip("stand")];
  const once = walk.play(99, { mode: "once" });
  assert.deepEqual([once.hasEnded, once.key, once.rootMotion],
    [true, walk.frameCount - 1, [0, 0, 0]]);
  const states = [0.1, 1.5, 3.2].map((seconds) => walk.play(seconds, { mode: "loop" }));
  assert.ok(states[2].cycles > states[0].cycles && !states[2].hasEnded);
  const poses = walk.samplePlayed(states, { kind: "parts" });
  const [a] = [walk.samplePlayed([states[0]], { kind: "parts" })];
  assert.deepEqual(poses.subarray(0, a.length), a);
  const b = stand.sample([0], { kind: "parts" });
  assert.deepEqual(gait.blend(a, b, 0), a);
  assert.deepEqual(gait.blend(a, b, 1), b);
  assert.deepEqual(gait.blend(a, b, 1, new Float32Array(a.length / 10)), a);
  assert.notDeepEqual(gait.blend(a, b, 0.5), a);
  near([...gait.blendAdd(a, b, b, 1)], [...a]);
  const mask = walk.mask();
  assert.equal(mask.length, walk.boneCount);
  assert.ok(mask.every((factor) => factor === 0 || factor === 1));
  assert.equal(walk.mask(0).length, walk.boneCount);
  const wrong = { status: "bad argument" };
  assert.throws(() => walk.mask(99), wrong);
  assert.throws(() => walk.play(0, { mode: "twice" }), wrong);
  assert.throws(() => walk.play(0, { duration: -1 }), wrong);
  assert.throws(() => walk.play(NaN), wrong);
  assert.throws(() => walk.samplePlayed([{ key: 1e6, next: 0, fraction: 0 }]), wrong);
  assert.throws(() => walk.samplePlayed([{}]), wrong);
  assert.throws(() => gait.blend(a, b.subarray(1), 0), wrong);
  assert.throws(() => gait.blend(a, b, 0, [1]), wrong);
  assert.throws(() => gait.blend(a, b, NaN), wrong);
  assert.throws(() => gait.blend(null, b, 0), wrong);
});

test("a glTF with its buffer and its sidecar in other files", () => {
  const [outputs] = open().convert("gltf", { name: "out.gltf", sidecar: true });
  const found = new Map(outputs.map(({ name, bytes: content }) => [name, content]));
  const names = [...found.keys()];
  assert.deepEqual(names.filter((name) => name.endsWith(".json")).length, 1, names.join());
  const scene = gait.open(found.get("out.gltf"), "out.gltf");
  for (const path of scene.dependencies) {
    scene.provide(path, found.get(path));
  }
  scene.attach(found.get(names.find((name) => name.endsWith(".json"))));
  assert.equal(scene.clips.length, 5);
  assert.equal(open().roundtrip(scene).report.refused, null);
});

test("a conversion continues after an output that failed", () => {
  const outputs = open().convert("bvh", { name: "{clip}.bvh", clips: ["walk", 0] });
  assert.deepEqual(Array.from(outputs, (files) => files[0].name), ["idle.bvh", "walk.bvh"]);
  assert.deepEqual(outputs.next(), { done: true, value: undefined });
});

test("damaged files are described", () => {
  const file = gait.examine(bytes.subarray(0, 1000), "bad.omf");
  assert.equal(file.info().status, "bad");
  assert.ok(file.check().errors > 0);
  assert.deepEqual(file.clips, []);
  assert.throws(() => file.bytes(), { name: "GaitError", file: "bad.omf" });
});

test("only models have banks", () => {
  const file = open();
  assert.throws(() => gait.checkBanks(file, [{ ref: 0, file: 1 }]), { name: "GaitError" });
  assert.throws(() => gait.checkBanks(file, []), { name: "GaitError", status: "unsupported" });
});

// --- meshes -------------------------------------------------------------------------------------

const model = () => gait.open(readFileSync(join(process.env.GAIT_DATA, "ogf/ok/mesh.ogf")),
  "mesh.ogf");

/** The accessors of a .glb, as functions that read one by its index. */
function readGlb(glb) {
  const size = new DataView(glb.buffer, glb.byteOffset).getUint32(12, true);
  const scene = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + size)));
  const numbers = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 };
  const types = { 5121: Uint8Array, 5123: Uint16Array, 5125: Uint32Array, 5126: Float32Array };
  return { scene, read(index) {
    const { bufferView, byteOffset = 0, count, type, componentType } = scene.accessors[index];
    const view = scene.bufferViews[bufferView];
    const Type = types[componentType];
    const start = 28 + size + (view.byteOffset ?? 0) + byteOffset;
    const width = numbers[type] * Type.BYTES_PER_ELEMENT;
    return Array.from({ length: count }, (_, i) =>
      [...new Type(glb.slice(start + i * (view.byteStride ?? width)).buffer, 0, numbers[type])])
      .flat();
  } };
}

test("a mesh is that of the glTF", () => {
  const file = model();
  const mesh = file.mesh();
  const [[{ bytes: glb }]] = [...file.convert("gltf", { name: "mesh.glb" })];
  const { scene, read } = readGlb(glb);
  const parts = scene.meshes.flatMap(({ primitives }) => primitives);
  assert.deepEqual(mesh.bones, ["root", "spine", "head"]);
  assert.equal(mesh.parts.length, parts.length);
  assert.deepEqual([mesh.vertexCount, mesh.triangleCount], [16, 8]);
  const names = { positions: "POSITION", normals: "NORMAL", uvs: "TEXCOORD_0",
    joints: "JOINTS_0", weights: "WEIGHTS_0" };
  for (const [name, attribute] of Object.entries(names)) {
    const all = parts.flatMap(({ attributes }) => read(attributes[attribute]));
    assert.deepEqual(Array.from(mesh.array(name), (value) => value || 0),
      all.map((value) => value || 0), name);
  }
  mesh.parts.forEach((part, index) => {
    const first = 3 * part.first_triangle;
    const triangles = mesh.array("triangles").slice(first, first + 3 * part.triangles);
    assert.deepEqual([...triangles], read(parts[index].indices)
      .map((corner) => corner + part.first_vertex));
    assert.equal(part.texture, "act\\act_test");
    assert.equal(part.material, "models\\model");
  });
  const heights = mesh.array("positions").filter((_, i) => i % 3 === 1);
  assert.deepEqual([mesh.box[0][1], mesh.box[1][1]],
    [Math.min(...heights), Math.max(...heights)]);
  const { bones, inverses } = mesh.bind(file.skeleton());
  assert.deepEqual([...bones], [0, 1, 2]);
  read(scene.skins[0].inverseBindMatrices).forEach((value, i) =>
    assert.ok(Math.abs(inverses[i] - value) < 1e-6));
});

test("a mesh does not need its file, and has the axes of a host", () => {
  const file = model();
  const plain = file.mesh();
  const turned = file.mesh({ axes: [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1] });
  file.close();
  const [before, after] = [plain.array("positions"), turned.array("positions")];
  for (let at = 0; at < before.length; at += 3) {
    assert.deepEqual([...after.slice(at, at + 3)],
      [before[at], 0 - before[at + 2], before[at + 1]]);
  }
  const hands = gait.builtin("xray-hands");
  assert.deepEqual([...plain.bind(hands).bones], [-1, -1, -1]);
  assert.deepEqual(plain.bind(hands).inverses, identities(3));
  plain.close();
  assert.throws(() => plain.array("normals"), closed);
  assert.throws(() => open().mesh(), { status: "not found" });
});

test("the index of a mod", () => {
  const config = `class CfgMovesX { class States {
    class walk { file = "my_mod\\\\walk"; speed = -2; looped = 1; };
    class lost { file = "my_mod\\\\lost"; }; }; };`;
  const mod = gait.mod(["config.cpp", "walk.rtm", "old.rtm"], { name: "my_mod" });
  assert.throws(() => mod.provide(new Uint8Array()), { status: "bad argument" });
  assert.equal(mod.needed(), "config.cpp");
  assert.throws(() => mod.uses(), { status: "bad argument", message: /needed/ });
  assert.throws(() => mod.provide("text"), { status: "bad argument" });
  mod.provide(new TextEncoder().encode(config));
  assert.equal(mod.needed(), null);
  const [{ root, files, missing }] = mod.uses().mods;
  assert.equal(root, "");
  assert.deepEqual(files.map((file) => [file.path, file.status]),
    [["old.rtm", "unused"], ["walk.rtm", "used"]]);
  assert.equal(files[1].uses[0].seconds, 2);
  assert.deepEqual(missing.map((use) => use.name), ["lost"]);
  const check = mod.check();
  assert.deepEqual(check.files.map((file) => file.findings.map((one) => one.rule)),
    [["MOV010"], ["MOV012"]]);
  const walk = gait.open(readFileSync(join(samples, "walk.rtm")), "walk.rtm");
  const [clip] = mod.list(walk).clips;
  assert.deepEqual([clip.seconds, clip.loop, clip.state, clip.uses], [2, true, "walk", 1]);
  assert.throws(() => mod.list(open()), { status: "not found" });
  assert.throws(() => gait.mod(["../a"]), { status: "bad argument" });
  mod.close();
  assert.throws(() => mod.uses(), closed);
});
