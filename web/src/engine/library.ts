/** What the engine and its tasks both do with the library. */
import type { File, Gait, Skeleton } from "gait";
import { folderOf, sameName } from "../names";
import type { Facts, SkeletonChoice, Source } from "./protocol";
import { bytesOfBlob } from "./unreadable";

/** Facts that do not depend on files. */
export function factsOf(gait: Gait): Facts {
  return { version: gait.version, formats: gait.formats().formats,
    builtins: gait.builtins().skeletons };
}


/** Opens a file, also a damaged one, with the files that contain its keys and metadata. */
export async function openSource(gait: Gait, source: Source, companions: Source[]): Promise<File> {
  const file = gait.examine(await bytesOfBlob(source.blob, source.path), source.path);
  const find = (path: string) => companions.find((one) =>
    sameName(one.path, folderOf(source.path) + path));
  for (const path of file.format === "gltf" ? file.dependencies : []) {
    const companion = path === null ? undefined : find(path);
    if (path !== null && companion) {
      file.provide(path, await bytesOfBlob(companion.blob, companion.path));
    }
  }
  const sidecar = companions.find(({ path }) =>
    path === `${source.path.replace(/\.[^./]*$/, "")}.gait.json`);
  if (sidecar && file.format === "gltf") {
    file.attach(await bytesOfBlob(sidecar.blob, sidecar.path));
  }
  return file;
}

/** Searches the skeleton of a file, or binds the one that was chosen. */
export function bindSkeleton(gait: Gait, file: File, path: string, candidates: File[],
  choice: SkeletonChoice, chosen: File | null): Skeleton {
  const use = { path, target: "gltf" as const }; // to show clips, most bones are enough
  if (choice && "builtin" in choice) {
    const tree = gait.builtin(choice.builtin);
    return file.skeleton({ tree, pivots: tree, ...use });
  }
  if (chosen && choice && "file" in choice && choice.name) {
    return file.skeleton({ tree: chosen.skeleton({ name: choice.name }), ...use });
  }
  if (chosen) {
    const found = file.skeleton({ candidates: [chosen], ...use });
    const isUsed = found.source.source === "candidate" || chosen.format === "p3d";
    return isUsed ? found : file.skeleton({ tree: chosen.skeleton(), ...use });
  }
  return file.skeleton({ candidates, ...use });
}
