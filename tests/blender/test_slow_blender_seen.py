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


def make_phases(folder):
    """RTM files with few keys, or without some at the ends of the cycle: {name: path}."""
    document = json.loads(subprocess.run([GAIT, "dump", SAMPLES / "walk.rtm"], check=True,
                                         capture_output=True).stdout)
    cycle, paths = document["frames"], {}
    for name, phases in (("two", (0, 1)), ("part", (0, 0.1)), ("one", (0,)), ("late", (0.5, 1)),
                         ("cut", [key / 20 for key in range(1, 20)])):
        document["frames"] = [{**cycle[0 if len(phases) < 3 else key], "phase": phase}
                              for key, phase in enumerate(phases)]
        text, paths[name] = folder / "phases.json", str(folder / f"{name}.rtm")
        text.write_text(json.dumps(document))
        subprocess.run([GAIT, "build", "-q", text, "--out", paths[name]], check=True)
    return paths


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
                                    "long": str(make_long(folder / "long.rtm")),
                                    "phases": make_phases(folder)}))
        make_banks(folder / "banks")
        for version in found:
            versions.run_script(version, HERE / "seen_session.py", [folder, jobs, *cases])


if __name__ == "__main__":
    run(versions.available())
