#!/usr/bin/env python3
"""The official validator has no error and no warning for the glTF of any real model without
motions that opens."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from corpus import ROOT, gait, gait_json, skip_without_corpus

validator = Path(__file__).parent.parent / "outside" / "gltf_validate.mjs"
skip_without_corpus()
folders = [ROOT, ROOT.parent / "models"]
models = sorted(path for folder in folders for path in folder.rglob("*")
                if path.suffix.lower() in (".ogf", ".p3d"))


def has_no_motions(path):
    return gait("info", path).returncode == 0 and not gait_json("info", path)["files"][0]["clips"]


with tempfile.TemporaryDirectory() as folder:
    made, fitting = [], [path for path in models if has_no_motions(path)]
    for index, path in enumerate(fitting):
        out = Path(folder) / f"{index}.{'gltf' if index % 5 == 0 else 'glb'}"
        done = gait("convert", path, out)
        if done.returncode == 0:
            made.append(out)
        else:
            assert b"P3D108" in done.stderr, (path, done.returncode, done.stderr)
    print(len(made), "of", len(models), "models are converted with their mesh")
    assert len(made) > 0
    done = subprocess.run(["node", validator, *made], capture_output=True, env=os.environ)
    if done.returncode == 77:
        print("skip: gltf-validator is not installed")
        sys.exit(77)
    lines = done.stdout.decode().splitlines()
    results = [line for line in lines if " errors, " in line]
    clean = [line for line in results if ": 0 errors, 0 warnings" in line]
    print("\n".join(line for line in results if line not in clean)[:4000])
    assert done.returncode == 0 and len(clean) == len(made), (done.returncode, len(clean))
    print(len(clean), "files without error or warning")
