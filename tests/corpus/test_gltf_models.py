#!/usr/bin/env python3
"""The official validator has no error and no warning for the glTF of any real model that opens,
and of clips with the mesh of a real model."""
import csv
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from corpus import ROOT, gait, gait_json, skip_without_corpus

VALIDATOR = Path(__file__).parent.parent / "outside" / "gltf_validate.mjs"
MOST_BANKS = 24


def models():
    folders = [ROOT, ROOT.parent / "models"]
    return sorted(path for folder in folders for path in folder.rglob("*")
                  if path.suffix.lower() in (".ogf", ".p3d"))


def banks():
    """(model, bank) of poses.tsv: every model with the first of its banks."""
    with open(ROOT.parent / "facts" / "poses.tsv", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    name, skeleton = list(rows[0])[0], list(rows[0])[3]
    pairs = {row[skeleton]: row[name] for row in reversed(rows)
             if row[skeleton].endswith(".ogf") and row[name].endswith(".omf")}
    found = [(ROOT / model, ROOT / bank) for model, bank in sorted(pairs.items())]
    return [pair for pair in found if all(path.is_file() for path in pair)][:MOST_BANKS]


def animals():
    """RTM with the mesh of a P3D that is worn."""
    p3d = next((ROOT.parent / "models").rglob("MFR_Vest_Dog.p3d"))
    config = next(ROOT.rglob("MFR_Dogs__model.cfg"))
    return [(p3d, rtm, "--skeleton", config) for rtm in sorted(ROOT.rglob("MFR_Dogs__*.rtm"))]


def convert_models(folder):
    made = []
    for index, path in enumerate(models()):
        if gait("info", path).returncode != 0:
            continue
        clips = gait_json("info", path)["files"][0]["clips"]
        name = f"{index}.{'gltf' if index % 5 == 0 else 'glb'}"
        done = gait("convert", path, folder / name)
        if done.returncode == 0:
            made.append(folder / name)
        else:
            assert not clips and b"P3D108" in done.stderr, (path, done.returncode, done.stderr)
    return made


def convert_clips(folder):
    made = []
    for index, (model, source, *options) in enumerate(banks() + animals()):
        out = folder / f"clips{index}.glb"
        done = gait("convert", "-v", *options, "--skeleton", model, source, out)
        assert done.returncode == 0, (model, source, done.stderr)
        if f"mesh: {model}".encode() in done.stderr:
            made.append(out)
    return made


def main():
    skip_without_corpus()
    with tempfile.TemporaryDirectory() as name:
        made = convert_models(Path(name))
        print(len(made), "models are converted with their mesh")
        clips = convert_clips(Path(name))
        print(len(clips), "files with clips have the mesh of a model")
        assert made and len(clips) > 5
        made += clips
        done = subprocess.run(["node", VALIDATOR, *made], capture_output=True, env=os.environ)
    if done.returncode == 77:
        print("skip: gltf-validator is not installed")
        sys.exit(77)
    lines = done.stdout.decode().splitlines()
    results = [line for line in lines if " errors, " in line]
    clean = [line for line in results if ": 0 errors, 0 warnings" in line]
    print("\n".join(line for line in results if line not in clean)[:4000])
    assert done.returncode == 0 and len(clean) == len(made), (done.returncode, len(clean))
    print(len(clean), "files without error or warning")


if __name__ == "__main__":
    main()
