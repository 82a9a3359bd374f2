// Wrong calls and hostile input: every one is a GaitError, and the package works afterwards.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { GaitError, load } from "@gait-tools/gait";
import { load as loadCore } from "@gait-tools/gait/core";
import { limited } from "./limited.mjs";

const bytes = readFileSync(join(process.env.GAIT_SAMPLES, "stalker.omf"));
const module = readFileSync(new URL(import.meta.resolve("@gait-tools/gait/gait.wasm")));
const gait = await load();
const other = await load();
const file = gait.open(bytes, "stalker.omf");
const clip = file.clip("walk");
const mesh = gait.open(readFileSync(join(process.env.GAIT_DATA, "ogf/ok/mesh.ogf")), "a.ogf").mesh();
const long = "x".repeat(10 << 20);

function refuses(use, expected = {}) {
  assert.throws(use, (error) => {
    assert.ok(error instanceof GaitError, `${error?.stack}`);
    assert.ok(error.message.length > 0);
    for (const [key, value] of Object.entries(expected)) {
      assert.deepEqual(error[key], value, error.message);
    }
    return true;
  });
}

const WRONG = [undefined, null, 0, -1, 1.5, NaN, Infinity, 2 ** 40, 10n, true, "", "\0", "a\0b",
  "\ud800", "a\udfffb", "nope", long.slice(-100000), [], ["\ud800"], {}, { length: 16 },
  Symbol("a"), () => 0, new Date(),
  new Uint8Array(3), new Float32Array(16), new BigInt64Array(752), new DataView(new ArrayBuffer(8)),
  gait, other.open(bytes, "stalker.omf"), other.builtin("ofp-man")];

test("arguments of every kind", () => {
  const skeleton = clip.skeleton;
  const rests = new Float32Array(16 * clip.boneCount);
  const calls = {
    open: (value) => gait.open(value),
    name: (value) => gait.open(bytes.subarray(0, 40), value),
    "code page": (value) => gait.open(bytes, "a.omf", { codePage: value ?? 7 }),
    builtin: (value) => gait.builtin(value),
    clip: (value) => file.clip(value === 0 ? "0" : value),
    "skeleton of a clip": (value) => file.clip(0, { skeleton: value ?? null }),
    convert: (value) => file.convert(value),
    "skeleton of a conversion": (value) => file.convert("gltf", { skeleton: value ?? 1 }),
    "base of a conversion": (value) => file.convert("gltf", { base: value ?? 1 }),
    "clips of a conversion": (value) =>
      file.convert("bvh", { clips: value?.length === 0 ? 1 : value ?? 1 }),
    edit: (value) => file.edit(value === "" ? "?" : value),
    extract: (value) => file.extract(value),
    merge: (value) => file.merge(value),
    diff: (value) => file.diff(value),
    "skeleton of a diff": (value) => file.diff(file, { skeleton: value ?? 1 }),
    optimise: (value) =>
      file.optimise({ toleranceMm: typeof value === "number" ? "0" : value ?? NaN }),
    "clips of optimise": (value) =>
      file.optimise({ clips: value?.length === 0 ? 1 : value ?? 1 }),
    salvage: (value) => file.salvage({ model: value ?? 1 }),
    roundtrip: (value) => file.roundtrip(value),
    provide: (value) => file.provide(value, bytes),
    attach: (value) => file.attach(value),
    pose: (value) => clip.pose(typeof value === "number" ? "0" : value),
    kind: (value) => clip.pose(0, value ?? "none"),
    poses: (value) => clip.poses(value?.length >= 0 && typeof value !== "string" ? ["a"] : value),
    sample: (value) => clip.sample([0], { kind: value ?? 1 }),
    "clips of poses": (value) => gait.sample(value?.length === 0 ? [1] : value, [0]),
    states: (value) => clip.samplePlayed(value?.length === 0 ? [1] : value),
    play: (value) => clip.play(typeof value === "number" ? "0" : value),
    mask: (value) => clip.mask(typeof value === "number" ? 999 : value ?? 999),
    blend: (value) => gait.blend(value?.length === 0 ? [1] : value, [], 1),
    keys: (value) => clip.keys({ rests: value }),
    axes: (value) => clip.keys({ rests, axes: value?.length === 16 ? [1] : value ?? 1 }),
    curves: (value) => clip.curves({ rests: value }),
    fps: (value) => clip.curves({ rests, fps: typeof value === "number" ? 0 : value ?? 0 }),
    "pose of a host": (value) => clip.hostPose(typeof value === "number" ? "0" : value, { rests }),
    view: (value) => clip.svg({ view: value ?? "behind" }),
    compare: (value) => clip.compare(value),
    moving: (value) => file.movingBones("walk", value),
    moved: (value) => file.movingBones(value === 0 || value === 1 ? -1 : value, skeleton),
    mesh: (value) => file.mesh(value === undefined ? null : value),
    "names of a mesh": (value) => file.mesh({ skeleton: value }),
    "axes of a mesh": (value) => file.mesh({ axes: value }),
    "array of a mesh": (value) => mesh.array(value),
    "bones of a mesh": (value) => mesh.bind(value),
    distances: (value) => clip.distances(value, [0], [0]),
    times: (value) => clip.distances(clip, [0], value?.length === 1 ? [NaN] : value),
    edited: (value) => file.edited({ skeleton: value, rests }),
    add: (value) => {
      const edited = file.edited({ skeleton, rests });
      edited.add("walk", value);
      edited.apply();
    },
    addCurves: (value) => file.edited({ skeleton, rests }).addCurves("walk", value),
    sarif: (value) => gait.sarif(value?.length === 0 && typeof value !== "string" ? [1] : value),
    candidates: (value) => file.skeleton({ candidates: value?.length === 0 ? 1 : value ?? 1 }),
    tree: (value) => file.skeleton({ tree: value ?? 1 }),
    target: (value) => file.skeleton({ target: value ?? 1 }),
    options: (value) =>
      file.convert("gltf", value === undefined || typeof value === "object" ? { a: 1 } : value),
    json: (value) => file.json(value),
    build: (value) => gait.build(value),
    buildOptions: (value) => gait.build("{}", value ?? 1),
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const value of WRONG) {
      const what = `${name}: ${typeof value === "string" ? value.slice(0, 9) : typeof value}`;
      try {
        call(value);
      } catch (error) {
        assert.ok(error instanceof GaitError, `${what}: ${error?.stack}`);
        continue;
      }
      assert.ok(["name", "code page", "edit", "extract", "axes", "rests"].includes(name), what);
    }
  }
  assert.equal(file.clip("walk").frameCount, clip.frameCount);
});

test("wrong words", () => {
  const words = [
    [() => file.clip("wlak"), "wlak", "walk"],
    [() => file.clip(99), "99", "5"],
    [() => file.convert("gtlf"), "gtlf", "gltf"],
    [() => file.convert("fbx"), "fbx", "glb", "bvh"],
    [() => file.merge(file, { equalNames: "keep" }), "keep", "keep-first", "keep-all"],
    [() => file.merge(file, { equalNames: "rename", parts: "uni" }), "uni", "union"],
    [() => clip.svg({ view: "sied" }), "sied", "side"],
    [() => clip.pose(0, "wrld"), "wrld", "model", "local"],
    [() => gait.builtin("xray-stalkr"), "xray-stalkr", "xray-stalker"],
    [() => file.merge(file, { equalName: "rename" }), "equalName", "equalNames"],
    [() => gait.open("stalker.omf"), "string", "readFileSync"],
  ];
  for (const [use, ...expected] of words) {
    assert.throws(use, (error) => {
      assert.ok(error instanceof GaitError);
      assert.ok(expected.every((word) => error.message.includes(word)), error.message);
      return true;
    });
  }
  assert.equal(file.convert("glb").next().value[0].name, "stalker.glb");
});

test("texts that are not Unicode", () => {
  refuses(() => gait.open(bytes, "a\ud800.omf"), { status: "bad argument" });
  refuses(() => file.edit("rename --clip walk=\udc00"), { status: "bad argument" });
});

test("long texts", () => {
  refuses(() => file.clip(long), { status: "not found" });
  refuses(() => file.edit(long), { line: 1 });
  refuses(() => file.convert(long), { status: "bad argument" });
  assert.equal(gait.open(bytes, `${long}.omf`).clips.length, 5);
});

test("an error has its rule, line and file", () => {
  refuses(() => file.edit("\nnope\n"), { rule: "EDT010", line: 2, file: "stalker.omf" });
  refuses(() => gait.open(bytes.subarray(0, 500), "cut.omf"), { file: "cut.omf" });
});

test("files that end early", () => {
  for (let size = 0; size < bytes.length; size += 97) {
    const cut = bytes.subarray(0, size);
    refuses(() => gait.open(cut, "cut.omf"));
    const described = gait.examine(cut, "cut.omf");
    assert.ok(described.check().findings.length > 0);
    described.close();
  }
});

test("keys that end early", () => {
  const { skeleton } = clip;
  const rests = new Float32Array(16 * clip.boneCount).map((_, i) => Number(i % 16 % 5 === 0));
  const edited = file.edited({ skeleton, rests });
  const keys = clip.keys({ rests });
  const curves = clip.curves({ rests });
  for (let size = 1; size < keys.length; size += 1001) {
    refuses(() => edited.add("walk", keys.subarray(0, size)), { status: "truncated" });
    refuses(() => edited.addCurves("walk", curves.subarray(0, size)), { status: "truncated" });
  }
});

test("a limit of memory of files", async () => {
  const small = await load({ maxBytes: 2000 });
  refuses(() => small.open(bytes, "stalker.omf"), { status: "limit" });
  assert.ok(small.rules().rules.length > 10);
});

test("memory that runs out", async () => {
  let opened = 0;
  for (let pages = 20; pages < 68; pages += 4) {
    let host;
    try {
      host = await loadCore(limited(module, pages));
      const bank = host.open(bytes, "stalker.omf");
      bank.check();
      for (const files of bank.convert("gltf")) {
        opened += files.length;
      }
      bank.edit("rename --clip walk=march");
      bank.roundtrip(host.open(bank.convert("gltf").next().value[0].bytes, "a.glb"));
      bank.clip("walk").poses(new Float64Array(5000));
    } catch (error) {
      assert.ok(error instanceof GaitError, error?.stack);
      assert.ok(["no memory", "bad argument"].includes(error.status), `${pages}: ${error.stack}`);
    }
  }
  assert.ok(opened > 0);
});

test("modules that are none", async () => {
  for (const value of [undefined, null, "", 1, new Uint8Array(8), Buffer.from("\0asm\x01\0\0\0")]) {
    await assert.rejects(loadCore(value), { name: "GaitError", status: "bad argument" });
  }
  await assert.rejects(load({ maxBytes: -1 }), { name: "GaitError" });
});

test("objects are not made by hand", () => {
  for (const object of [gait, file, clip, clip.skeleton]) {
    refuses(() => new object.constructor(), { status: "bad argument" });
  }
});
