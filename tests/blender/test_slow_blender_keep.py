#!/usr/bin/env python3
"""Files and records of the user that other work must not damage, in each version of Blender."""
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
import test_skeleton

GAIT = os.environ["GAIT"]
DATA = pathlib.Path(os.environ["GAIT_DATA"])
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
CORPUS = os.environ.get("GAIT_CORPUS")
BANK = "*stalker_smart_cover_animation.omf"  # with 231 clips
CLIPS = 231


def make_jobs(folder):
    """A bank with its model, an arm that has only its motion, and banks with many clips: one is
    made, one is real."""
    made, script = folder / "many.omf", folder / "script"
    script.write_text("\n".join(f"duplicate --clip walk=walk_{number}"
                                for number in range(CLIPS - 5)))
    subprocess.run([GAIT, "edit", "-q", script, SAMPLES / "stalker.omf", "-o", made], check=True)
    real = sorted(pathlib.Path(CORPUS).rglob(BANK))[:1] if CORPUS else []
    bank, model = folder / "bank.omf", folder / "model.ogf"
    bank.write_bytes(command.omf(bones=("root", "spine", "head")))
    model.write_bytes((DATA / "ogf/ok/mesh.ogf").read_bytes())
    arm = folder / "arm.rtm"
    arm.write_bytes(test_skeleton.arm())
    jobs = folder / "jobs.json"
    jobs.write_text(json.dumps({"banks": [str(made), *map(str, real)], "samples": str(SAMPLES),
                                "model": [str(bank), str(model)], "arm": str(arm)}))
    return jobs


def run(found, cases=()):
    """Runs cases in versions of Blender; all of them, and the long way, without a name."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        add_on.assemble(folder)
        jobs = make_jobs(folder)
        for version in found:
            versions.run_script(version, HERE / "keep_session.py", [folder, jobs, *cases])


if __name__ == "__main__":
    run(versions.available())
