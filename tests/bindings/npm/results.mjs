// results.mjs SAMPLES INPUT OUT: writes what the package makes of the samples, and of edited.glb
// and model.ogf in INPUT, to files in OUT.
// test_npm.py compares them with those of the command.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "@gait-tools/gait";

const [samples, input, out] = process.argv.slice(2);
const write = (name, content) => writeFileSync(join(out, name), content);
const gait = await load();

const open = (name) => gait.open(readFileSync(join(samples, name)), name);
const bank = open("stalker.omf");
const files = ["stalker.omf", "walk.rtm", "walk_binarised.rtm"].map(open);
for (const file of files) {
  const documents = { info: file.info(), check: file.check(), list: file.list(), map: file.map() };
  for (const [kind, document] of Object.entries(documents)) {
    write(`${file.name}.${kind}.json`, JSON.stringify(document));
  }
  write(`${file.name}.same`, file.bytes());
  write(`${file.name}.dump`, file.dump());
  write(`${file.name}.built`, gait.build(file.dump()));
  const skeleton = file.skeleton();
  write(`${file.name}.skeleton.json`, JSON.stringify({ ...skeleton, bones: skeleton.bones }));
  for (const target of ["gltf", "bvh"]) {
    const options = { name: target === "gltf" ? "out.glb" : "{clip}.bvh", skeleton };
    for (const files of file.convert(target, options)) {
      for (const { name, bytes } of files) {
        write(`${file.name}.${name}`, bytes);
      }
    }
  }
}
write("rules.json", JSON.stringify(gait.rules()));
write("formats.json", JSON.stringify(gait.formats()));
write("builtins.json", JSON.stringify(gait.builtins()));
write("sarif.json", JSON.stringify(gait.sarif(files)));
write("builtin.json", JSON.stringify(gait.builtin("arma3-man").bones));

const clip = bank.clip("walk");
write("walk.svg", clip.svg({ figures: 5, view: "front" }));
write("poses.json", JSON.stringify({
  names: clip.skeleton.bones.map((bone) => bone.name),
  frames: Array.from(clip.times, (time) => Array.from(clip.pose(time, "model"))),
}));

/** Poses between keys, at times or phases of the command's options. */
for (const file of files) {
  const times = [0.11, 0.43, 0.77];
  const moving = file.clip(file.name === "stalker.omf" ? "walk" : 0);
  write(`${file.name}.between.json`, JSON.stringify({ times, exact: Array.from(moving.poses(times)),
    fast: Array.from(moving.sample(times, { kind: "joints" })) }));
}

const edits = 'rename --clip walk=march\nevent --clip idle --add "Left Foot" --at 0.2\n';
const { bytes, changes } = bank.edit(edits);
write("edit.txt", edits);
write("edit.omf", bytes);
write("changes.json", JSON.stringify(changes));
const part = bank.extract(["walk", 2]);
write("part.omf", part);
const rest = gait.open(bank.extract(["idle", "stand", "hit_chest"]), "rest.omf");
write("merged.omf", rest.merge(gait.open(part, "part.omf")));

const smaller = bank.optimise({ toleranceMm: 3, toleranceDeg: 10, clips: ["walk", 2] });
write("smaller.omf", smaller.bytes);
write("smaller.json", JSON.stringify(smaller.report));
write("optimised.json", JSON.stringify([bank.optimise().report,
  bank.optimise({ toleranceDeg: 10, clips: [] }).report]));

const cut = gait.examine(bank.bytes().subarray(0, -100), "cut.omf");
const salvaged = cut.salvage();
write("salvaged.omf", salvaged.bytes);
write("salvaged.json", JSON.stringify(salvaged.report));

const edited = gait.open(readFileSync(join(input, "edited.glb")), "edited.glb");
const result = bank.roundtrip(edited);
write("roundtrip.omf", result.bytes);
write("roundtrip.json", JSON.stringify(result.report));
write("unchanged.omf", bank.bytes());

const model = gait.open(readFileSync(join(input, "model.ogf")), "model.ogf");
write("alone.json", JSON.stringify(model.check()));
write("model.json", JSON.stringify(gait.checkBanks(model, [{ ref: 0, file: bank }])));
