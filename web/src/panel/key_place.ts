/** The place of a key of a bone in a file, found by the names of the fields in `gait map`. */
import { sameName } from "../names";
import { secondsOf } from "../state/clip";
import type { FieldIndex } from "./field_index";
import type { KeyTarget } from "./map_target";

export interface Place {
  offset: number;
  length: number;
}

/** The row from `first` on, while names begin with `prefix`, that the test accepts; or -1. */
function rowBelow(index: FieldIndex, prefix: string, first: number,
  test: (name: string, row: number) => boolean): number {
  for (let row = first; row >= 0 && row < index.count; row++) {
    const name = index.name(row);
    if (!name.startsWith(prefix)) {
      return -1;
    }
    if (test(name, row)) {
      return row;
    }
  }
  return -1;
}

function placeOf(index: FieldIndex, row: number): Place | null {
  if (row < 0) {
    return null;
  }
  const { offset, size } = index.at(row);
  return { offset, length: size };
}

/** A frame of an array of keys, such as s16[91][4]. */
function placeInArray(index: FieldIndex, row: number, frame: number): Place | null {
  const { offset, size, type } = index.at(row);
  const count = Number(/\[(\d+)\]\[/.exec(type)?.[1] ?? 1);
  const length = size / count;
  return { offset: offset + Math.min(frame, count - 1) * length, length };
}

/** The id of a bone in a bank: by its name, or in old versions its number in the model. */
function boneId(index: FieldIndex, { clip, bone }: KeyTarget): string | null {
  const first = index.rowOfName("params.parts[0].name");
  const named = rowBelow(index, "params.parts[", first, (name, row) =>
    /\.bones\[\d+\]\.name$/.test(name) && sameName(index.value(row), bone));
  if (named >= 0) {
    return index.value(named + 1);
  }
  const number = clip.skeleton.bones.findIndex(({ name }) => sameName(name, bone));
  return number < 0 || index.rowOfName("params.parts[0].bones[0].name") >= 0 ? null
    : String(number);
}

/** Banks: a track per bone id, with keys or one constant. */
function placeInBank(index: FieldIndex, target: KeyTarget): Place | null {
  const { clip, kind, frame } = target;
  const motion = index.rowOfName(`params.definitions[${clip.index}].motion`);
  const id = boneId(index, target);
  if (motion < 0 || id === null) {
    return null;
  }
  const track = `motions[${index.value(motion)}].tracks[${id}].${kind}.`;
  const keys = index.rowOfName(`${track}keys`);
  return keys >= 0 ? placeInArray(index, keys, frame)
    : placeOf(index, index.rowOfName(`${track}constant`));
}

/** Plain RTM: frames in the order of the file, each with the names of the bones. */
function placeInRtm(index: FieldIndex, { clip, bone, frame }: KeyTarget): Place | null {
  const time = clip.opened.times[frame] ?? 0;
  const isAt = (row: number) => Math.fround(Number(index.value(row))) === time;
  let stored = frame;
  let phase = index.rowOfName(`frames[${frame}].phase`);
  for (let other = 0; phase >= 0 && !isAt(phase); other++) {
    stored = other;
    phase = index.rowOfName(`frames[${other}].phase`);
  }
  const prefix = `frames[${stored}].`;
  const named = rowBelow(index, prefix, phase, (name, row) =>
    name.endsWith("].name") && sameName(index.value(row), bone));
  return named < 0 ? null : placeOf(index, named + 1);
}

/** Binarised RTM: one list of names, and records in its order in each frame. */
function placeInBmtr(index: FieldIndex, { bone, kind, frame }: KeyTarget): Place | null {
  const first = index.rowOfName("bones[0].name");
  const named = rowBelow(index, "bones[", first, (_, row) => sameName(index.value(row), bone));
  return named < 0 ? null
    : placeOf(index, index.rowOfName(`frames[${frame}].bones[${named - first}].${kind}`));
}

const CURVE = { translation: "x", rotation: "heading" };

/** The last key of a curve at or before the time; `start` is the row of its first value. */
function placeInCurve(index: FieldIndex, curve: string, start: number,
  { clip, frame }: KeyTarget): Place | null {
  const seconds = secondsOf(clip, frame) + 1e-6;
  let key = start;
  rowBelow(index, curve, start, (name, row) => {
    if (name.endsWith("].value") && Number(index.value(row + 1)) <= seconds) {
      key = row;
    }
    return false;
  });
  return placeOf(index, key);
}

/** SDK motions: curves per bone. */
function placeInSkl(index: FieldIndex, target: KeyTarget): Place | null {
  const { clip, bone, kind } = target;
  const list = `motions[${clip.index}].`;
  const prefix = index.rowOfName(`${list}boneCount`) >= 0 ? list : "";
  const first = index.rowOfName(`${prefix}bones[0].name`);
  const named = rowBelow(index, `${prefix}bones[`, first, (name, row) =>
    name.endsWith("].name") && sameName(index.value(row), bone));
  if (named < 0) {
    return null;
  }
  const curve = index.name(named).replace(/name$/, `${CURVE[kind]}.keys[`);
  const start = rowBelow(index, index.name(named).replace(/name$/, ""), named + 1, (name) =>
    name === `${curve}0].value`);
  return placeInCurve(index, curve, start, target);
}

/** The motion of an object: six curves. */
function placeInAnm(index: FieldIndex, target: KeyTarget): Place | null {
  const curve = `motions[0].${CURVE[target.kind]}.keys[`;
  return placeInCurve(index, curve, index.rowOfName(`${curve}0].value`), target);
}

/** The bytes of a key; null if the format has no separate field for it. */
export function placeOfKey(index: FieldIndex, target: KeyTarget): Place | null {
  switch (target.clip.doc.format) {
    case "omf":
    case "ogf":
      return placeInBank(index, target);
    case "rtm":
      return placeInRtm(index, target);
    case "bmtr":
      return placeInBmtr(index, target);
    case "skl":
    case "skls":
      return placeInSkl(index, target);
    case "anm":
      return placeInAnm(index, target);
    default:
      return null;
  }
}
