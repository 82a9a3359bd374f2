#!/usr/bin/env python3
"""What the add-on writes is what is seen, in each version of Blender, or a message names it."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import add_on
import versions

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "cli"))
import command

GAIT = os.environ["GAIT"]
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
KEYS = 4000


def make_long(path):
    """The walk of the samples, again and again: as many cycles as fit into the keys."""
    document = json.loads(subprocess.run([GAIT, "dump", SAMPLES / "walk.rtm"], check=True,
                                         capture_output=True).stdout)
    cycle = document["frames"][:-1]
    document["frames"] = [{**cycle[key % len(cycle)], "phase": key / (KEYS - 1)}
                          for key in range(KEYS)]
    text = path.with_suffix(".json")
    text.write_text(json.dumps(document))
    subprocess.run([GAIT, "build", "-q", text, "--out", path], check=True)
    return path


def make_banks(folder):
    """A bank with a bone that no model has, once alone and once beside a model."""
    for name in ("alone", "beside"):
        (folder / name / "meshes").mkdir(parents=True)
        (folder / name / "meshes" / "bank.omf").write_bytes(command.omf(bones=("root", "gun")))
    (folder / "beside" / "meshes" / "model.ogf").write_bytes(command.ogf())


def run(found, cases=()):
    """Runs cases in versions of Blender, by default all."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        add_on.assemble(folder)
        jobs = folder / "jobs.json"
        jobs.write_text(json.dumps({"samples": str(SAMPLES),
                                    "long": str(make_long(folder / "long.rtm"))}))
        make_banks(folder / "banks")
        for version in found:
            versions.run_script(version, HERE / "seen_session.py", [folder, jobs, *cases])


if __name__ == "__main__":
    run(versions.available())
