// Compiled by tsc with --strict, and bundled by esbuild, which also replaces `using`.
import { load, compile, GaitError } from "@gait-tools/gait";
import type { Clip, File, Mesh, PlayState } from "@gait-tools/gait";
import { load as loadCore } from "@gait-tools/gait/core";

declare const bytes: Uint8Array;

const gait = await load({ maxBytes: 0 });

export function use(): string[] {
  using file: File = gait.open(bytes, "a.omf", { codePage: 1251 });
  using clip: Clip = file.clip("walk");
  const pose: Float32Array = clip.pose(0, "parts");
  const names: string[] = [];
  for (const output of file.convert("gltf", { lossy: pose.length > 0 })) {
    names.push(...output.map(({ name }) => name));
  }
  const { report } = file.roundtrip(file, { addNew: true });
  const refused: string | null = report.refused;
  const broken = file.check().findings.filter((finding) => finding.severity === "error");
  using mesh: Mesh = file.mesh({ skeleton: clip.skeleton });
  const joints: Uint16Array = mesh.array("joints");
  const { bones, inverses } = mesh.bind(clip.skeleton);
  names.push(mesh.parts[0].texture, `${joints.length + bones[0] + inverses[0]}`);
  return [...names, refused ?? "", ...broken.map((finding) => finding.clip?.name ?? "")];
}

export function play(clip: Clip): Float32Array {
  const state: PlayState = clip.play(0.5, { mode: "loop" });
  const pose: Float32Array = clip.samplePlayed([state], { kind: "parts" });
  const other = gait.sample([clip], [0], { kind: "parts", wrap: "repeat" });
  return gait.blend(pose, other, 0.5, clip.mask());
}

export function misuse(): void {
  // @ts-expect-error there is no such kind of fast poses
  gait.open(bytes).clip(0).sample([0], { kind: "world" });
  // @ts-expect-error a number is no file
  gait.open(5);
  // @ts-expect-error bones have no such key
  void gait.builtin("arma3-man").bones[0].nope;
  // @ts-expect-error only the package makes errors
  void new GaitError();
  // @ts-expect-error meshes have no such array
  gait.open(bytes).mesh().array("tangents");
  // @ts-expect-error poses have three kinds
  gait.open(bytes).clip(0).pose(0, "world");
}

using other = await loadCore(await compile());
let status = "none";
try {
  other.builtin("nobody");
} catch (error) {
  status = error instanceof GaitError ? error.status : "another error";
}
{
  using skeleton = other.builtin("arma3-man");
  console.log(skeleton.bones.length > 0, status);
}
