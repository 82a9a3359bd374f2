#!/usr/bin/env python3
"""SDK motions through Blender and back: what was not edited comes back as the same bytes, and an
edit changes the motion that it is in, and no other.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import motions
from blender_run import PATH, run_blender

GAIT = os.environ["GAIT"]
SAMPLES = Path(os.environ["GAIT_SAMPLES"])
CORPUS = os.environ.get("GAIT_CORPUS")
SCRIPT = Path(__file__).with_name("blender_back.py")
MOTIONS = 1  # of the corpus; most there want a tree that is not
WAYS = {  # what users really choose
    "as it is": {},
    "own keys": {"options": {"export_force_sampling": False}},
    "optimised": {"options": {"export_optimize_animation_size": True}},
    "custom properties": {"options": {"export_extras": True}},
    "24 fps, own keys": {"fps": 24, "options": {"export_force_sampling": False}},
}
DEGREES = 0.1
SLOW = 25  # frames per second of motions that are not played at 30


def run(*arguments):
    return subprocess.run([GAIT, *map(str, arguments)], capture_output=True, text=True)


def made_motions(folder):
    """The samples' bank as SDK motions: as tools write them, at another rate from another frame on,
    and with rotations in model space."""
    path, slow, turned = (folder / f"{name}.skls" for name in ("stalker", "slow", "turned"))
    made = run("convert", "-q", SAMPLES / "stalker.omf", path)
    if made.returncode:
        sys.exit(made.stderr)
    slow.write_bytes(motions.made_otherwise(path.read_bytes(), fps=SLOW, start=10))
    turned.write_bytes(motions.made_otherwise(path.read_bytes(), every=4))
    return [path, slow, turned]


def sources(folder):
    """[(path, arguments that name its tree)]: made of the samples, and some of the corpus."""
    real = sorted(Path(CORPUS).rglob("*.skls")) if CORPUS else []
    return [*((path, ["--skeleton=xray-stalker"]) for path in made_motions(folder)),
            *[(path, []) for path in real if is_good(path)][:MOTIONS]]


def is_good(path):
    """Whether it can be exported."""
    with tempfile.TemporaryDirectory() as folder:
        return run("convert", "-q", path, Path(folder) / "x.glb").returncode == 0


def moving_bone(path, tree, clip, space):
    """A bone that turns in the middle of a clip, and the frame; None when none does."""
    done = run("sample", "-q", "--json", "--all", f"--space={space}", f"--clip={clip}", *tree, path)
    frames = json.loads(done.stdout)["frames"] if done.returncode == 0 else []
    if len(frames) < 3:
        return None
    middle = len(frames) // 2
    middle -= middle % 5 if middle > 5 else 0  # a whole frame of the scene at 25 per second too
    for index, bone in enumerate(frames[0]["bones"]):
        turns = [frame["bones"][index]["q"] for frame in frames]
        if max(abs(a - b) for a, b in zip(turns[0], turns[middle])) > 0.02:
            return bone["name"], middle
    return None


def clips_of(path):
    return json.loads(run("info", "--json", path).stdout)["files"][0]["clips"]


def edit_of(path, tree):
    """One bone of the longest clip; None when no bone turns."""
    clip = max(clips_of(path), key=lambda one: one["frames"])["name"]
    found = moving_bone(path, tree, clip, "local")
    frame = found and found[1] * 30 // (SLOW if path.stem == "slow" else 30)
    return found and {"clip": clip, "bone": found[0], "key": found[1], "frame": frame,
                      "beside": [], "axis": [0, 1, 0], "degrees": DEGREES}


def make_jobs(folder):
    """Imports for the script, one for each rate, and the exports of them as ways."""
    jobs, ways = [], []
    for index, (path, tree) in enumerate(sources(folder)):
        glb, edit = folder / f"{index}.glb", edit_of(path, tree)
        made = run("convert", "-q", *tree, path, glb)
        if made.returncode:
            sys.exit(made.stderr)
        wanted = [(name, way, None) for name, way in WAYS.items()] + [("edited", {}, edit)]
        for fps in (30, 24):
            exports = [{"out": str(folder / f"{index} {name}.glb"), "edited": bool(change),
                        "options": way.get("options", {}), "way": name, "tree": tree,
                        "path": str(path), "edit": change}
                       for name, way, change in wanted
                       if way.get("fps", 30) == fps and (change or name != "edited")]
            jobs.append({"glb": str(glb), "fps": fps, "exports": exports,
                         "edits": [each["edit"] for each in exports if each["edit"]]})
            ways += exports
    return jobs, ways


def judge(way, folder):
    """What is wrong with the way back of one file; None when nothing."""
    path = Path(way["path"])
    back = folder / f"back{path.suffix}"
    done = run("convert", "-f", *way["tree"], f"--base={path}", way["out"], back)
    if done.returncode:
        return f"exit {done.returncode}: {done.stderr.strip()[-300:]}"
    same = back.read_bytes() == path.read_bytes()
    if not way["edit"]:
        told = [line for line in done.stderr.splitlines() if ": changed" in line]
        return None if same else f"other bytes: {told[:3]}"
    changed = [line for line in done.stderr.splitlines() if ": changed" in line]
    edit = way["edit"]
    fine = (not same and len(changed) == 1 and f"gait: {edit['clip']}: changed" in changed[0] and
            f"({edit['bone']}, frame {edit['key']})" in changed[0])
    return None if fine else f"the edit of {edit} was told as {changed}"


def main():
    if not shutil.which("blender", path=PATH):
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs, ways = make_jobs(folder)
        run_blender(SCRIPT, jobs, folder, told=False)
        wrong = [(way, problem) for way in ways if (problem := judge(way, folder))]
        for way, problem in wrong:
            print(f"{Path(way['path']).name}, {way['way']}: {problem}")
        print(f"{len({way['path'] for way in ways})} files, {len(ways)} ways through Blender, "
              f"{sum(bool(way['edit']) for way in ways)} of them edited, {len(wrong)} wrong")
        sys.exit(len(wrong) > 0)


if __name__ == "__main__":
    main()
