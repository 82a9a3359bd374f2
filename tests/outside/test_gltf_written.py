#!/usr/bin/env python3
"""The official validator has no error and no warning for a glTF of any format that Gait reads: the
samples, SDK motions and BVH made of them, motions of objects, and BVH made of real files.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import posed

VALIDATOR = Path(__file__).with_name("gltf_validate.mjs")
REAL = 12
BANK, WALK, PACKED = (posed.SAMPLES / name
                      for name in ("stalker.omf", "walk.rtm", "walk_binarised.rtm"))
TREE = ["--skeleton=xray-stalker"]


def convert(source, out, *options):
    done = posed.gait("convert", "-q", source, out, *options)
    assert done.returncode == 0, (source, done.stderr.decode())
    return out


def made_of_samples(folder):
    """[(file, options)] of every format."""
    yield from ((WALK, []), (PACKED, []), (BANK, TREE))
    for name, options in (("walk.bvh", []), ("packed.bvh", [])):
        yield convert(PACKED if "packed" in name else WALK, folder / name), options
    for clip in ("idle", "stand"):
        for kind in ("bvh", "skl", "skls"):
            out = convert(BANK, folder / f"{clip}.{kind}", *TREE, f"--clip={clip}")
            yield out, [] if kind == "bvh" else TREE
    for file in sorted(Path(os.environ["GAIT_DATA"], "anm/ok").glob("*.anm")):
        yield file, []


def made_of_real_files(folder):
    """BVHs of the first clips of some files, as far apart in the alphabet as they can be."""
    files = [file for file in posed.convert_all(folder) if file.is_alone(file.clips[0])]
    for index, file in enumerate(files[::max(1, len(files) // REAL)]):
        if file.source.parent == posed.SAMPLES:
            continue
        clip = [] if len(file.clips) == 1 else [f"--clip={file.clips[0].name}"]
        yield convert(file.source, folder / f"real-{index}.bvh", *file.skeleton, *clip), []


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = [*made_of_samples(folder)]
        sources += made_of_real_files(folder) if posed.CORPUS.is_dir() else []
        made = [convert(source, folder / f"made-{index}.{'gltf' if index % 3 == 1 else 'glb'}",
                        *options) for index, (source, options) in enumerate(sources)]
        done = subprocess.run(["node", VALIDATOR, *made], capture_output=True, text=True)
        lines = done.stdout.splitlines()
        clean = [line for line in lines if ": 0 errors, 0 warnings" in line]
        print(*(line for line in lines if line not in clean), done.stderr, sep="\n")
        print(f"{len(clean)} of {len(made)} files without error or warning")
        sys.exit(done.returncode or len(clean) != len(made))


if __name__ == "__main__":
    main()
