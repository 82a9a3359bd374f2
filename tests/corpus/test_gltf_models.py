#!/usr/bin/env python3
"""The official validator has no error and no warning for the glTF of any real model that opens,
and of clips with the mesh of a real model."""
import csv
import os
import struct
import subprocess
import sys
import tempfile
import zlib
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


def png(side):
    """A red square."""
    def chunk(name, content):
        crc = zlib.crc32(name + content)
        return struct.pack(">I", len(content)) + name + content + struct.pack(">I", crc)
    rows = (b"\0" + b"\xff\0\0" * side) * side
    return (b"\x89PNG\r\n\x1a\n" +
            chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def convert_textured(folder):
    """A model with an image instead of its texture."""
    texture = folder / "gamedata" / "textures" / "act" / "act_cat.png"
    model = folder / "gamedata" / "meshes" / "cat.ogf"
    for path in (texture, model):
        path.parent.mkdir(parents=True)
    texture.write_bytes(png(16))
    model.write_bytes(next((ROOT.parent / "models").rglob("cat_weak.ogf")).read_bytes())
    outs = [folder / "textured.glb", folder / "textured.gltf"]
    for out in outs:
        done = gait("convert", "-v", model, out)
        assert done.returncode == 0 and b"act_cat.png" in done.stderr, done.stderr
    return outs


def main():
    skip_without_corpus()
    with tempfile.TemporaryDirectory() as name:
        made = convert_models(Path(name))
        print(len(made), "models are converted with their mesh")
        clips = convert_clips(Path(name))
        print(len(clips), "files with clips have the mesh of a model")
        assert made and len(clips) > 5
        made += clips + convert_textured(Path(name))
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
