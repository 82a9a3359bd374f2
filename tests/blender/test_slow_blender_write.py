#!/usr/bin/env python3
"""The way back of the add-on in each version of Blender: files of all formats, and bad input."""
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
import edit_files

GAIT = os.environ["GAIT"]
DATA = pathlib.Path(os.environ["GAIT_DATA"])
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
CORPUS = os.environ.get("GAIT_CORPUS")
REAL = ("*hand_unarmed.skls", "*vintorez_hud1.ogf")  # one file each
BANK = "*stalker_smart_cover_animation.omf"  # with 231 clips


def find(pattern):
    """The first real file with this name; [] without the corpus."""
    return sorted(pathlib.Path(CORPUS).rglob(pattern))[:1] if CORPUS else []


def make_files(folder):
    """One file of each format at least."""
    made = {"model.ogf": edit_files.ogf()}
    for name, content in made.items():
        (folder / name).write_bytes(content)
    for name in ("motion.skl", "motions.skls"):
        subprocess.run([GAIT, "convert", "-q", "--lossy", "--clip", "walk",
                        SAMPLES / "stalker.omf", folder / name], check=True)
    return [*(SAMPLES / name for name in ("stalker.omf", "walk.rtm", "walk_binarised.rtm")),
            *(folder / name for name in (*made, "motion.skl", "motions.skls")),
            DATA / "anm/ok/shapes.anm",
            *(path for pattern in REAL for path in find(pattern))]


def check_results(folder):
    """The checker of the command accepts the results."""
    for path in sorted(folder.iterdir()):
        done = subprocess.run([GAIT, "check", "-q", path], capture_output=True, text=True)
        assert done.returncode == 0, f"{path.name}: {done.stdout}{done.stderr}"
        path.unlink()


def run(found, cases=()):
    """Runs cases in versions of Blender; all of them, and all files, without a name."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "results").mkdir()
        add_on.assemble(folder)
        jobs = folder / "jobs.json"
        files = [str(path) for path in make_files(folder)]
        bank = find(BANK)
        jobs.write_text(json.dumps({"files": files, "samples": str(SAMPLES),
                                    "bank": str(bank[0]) if bank else None}))
        for version in found:
            versions.run_script(version, HERE / "write_session.py", [folder, jobs, *cases])
            check_results(folder / "results")


if __name__ == "__main__":
    run(versions.available())
