#!/usr/bin/env python3
"""Through Blender and back: what was not edited comes back as the same bytes, and an edit changes
the motion that it is in, and no other.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from blender_run import PATH, run_blender

GAIT = os.environ["GAIT"]
SAMPLES = Path(os.environ["GAIT_SAMPLES"])
CORPUS = os.environ.get("GAIT_CORPUS")
SCRIPT = Path(__file__).with_name("blender_back.py")
BANKS, RTMS = 6, 6  # of the corpus
LARGEST = 700_000
WAYS = {  # what users really choose
    "as it is": {},
    "own keys": {"options": {"export_force_sampling": False}},
    "optimised": {"options": {"export_optimize_animation_size": True}},
    "custom properties": {"options": {"export_extras": True}},
    "24 fps, own keys": {"fps": 24, "options": {"export_force_sampling": False}},
}
DEGREES, MILLIMETRES = 0.1, 0.5


def run(*arguments):
    return subprocess.run([GAIT, *map(str, arguments)], capture_output=True, text=True)


def tree_of(path):
    return ["--skeleton=xray-stalker"] if path == SAMPLES / "stalker.omf" else []


def sources():
    """[(path, arguments that name its tree)]: the samples, and some of the corpus."""
    chosen = [(SAMPLES / "stalker.omf", ["--skeleton=xray-stalker"]), (SAMPLES / "walk.rtm", [])]
    if not CORPUS:
        return chosen
    left = {".omf": BANKS, ".rtm": RTMS}
    for path in sorted(Path(CORPUS).rglob("*")):
        if left.get(path.suffix, 0) and path.stat().st_size < LARGEST and is_good(path):
            left[path.suffix] -= 1
            chosen.append((path, []))
    return chosen


def is_good(path):
    """Whether it can be exported; plain RTM and banks only."""
    if path.suffix == ".rtm" and path.read_bytes()[:4] == b"BMTR":
        return False
    with tempfile.TemporaryDirectory() as folder:
        return run("convert", "-q", path, Path(folder) / "x.glb").returncode == 0


def moving_bone(path, tree, clip, space):
    """A bone that turns in the middle of a clip, and the frame; None when none does."""
    done = run("sample", "-q", "--json", "--all", f"--space={space}", f"--clip={clip}", *tree, path)
    frames = json.loads(done.stdout)["frames"] if done.returncode == 0 else []
    if len(frames) < 3:
        return None
    middle = len(frames) // 2
    for index, bone in enumerate(frames[0]["bones"]):
        turns = [frame["bones"][index]["q"] for frame in frames]
        if max(abs(a - b) for a, b in zip(turns[0], turns[middle])) > 0.02:
            return bone["name"], middle
    return None


def clips_of(path):
    return json.loads(run("info", "--json", path).stdout)["files"][0]["clips"]


def job_of(index, path, glb, folder, way, edit=None):
    return {"glb": str(glb), "out": str(folder / f"{index}.out.glb"), "fps": way.get("fps", 30),
            "options": {"export_format": "GLB", **way.get("options", {})}, "edit": edit,
            "path": str(path)}


def make_jobs(folder):
    jobs, skipped = [], 0
    for path, tree in sources():
        glb = folder / f"{len(jobs)}.glb"
        made = run("convert", "-q", *tree, path, glb)
        if made.returncode:
            sys.exit(made.stderr)
        for name, way in WAYS.items():
            jobs.append({**job_of(len(jobs), path, glb, folder, way), "way": name, "tree": tree})
        clip = max(clips_of(path), key=lambda one: one["frames"])["name"]
        found = moving_bone(path, tree, clip, "local")
        skipped += not found
        if found:
            edit = {"clip": clip, "bone": found[0], "frame": found[1], "degrees": DEGREES}
            jobs.append({**job_of(len(jobs), path, glb, folder, {}, edit), "way": "edited",
                         "tree": tree})
    return jobs, skipped


def judge(job, folder):
    """What is wrong with the way back of one file; None when nothing."""
    path = Path(job["path"])
    back = folder / f"back{path.suffix}"
    done = run("convert", "-f", *job["tree"], f"--base={path}", job["out"], back)
    if done.returncode:
        return f"exit {done.returncode}: {done.stderr.strip()[-300:]}"
    same = back.read_bytes() == path.read_bytes()
    if not job["edit"]:
        told = [line for line in done.stderr.splitlines() if ": changed" in line]
        return None if same else f"other bytes: {told[:3]}"
    changed = [line for line in done.stderr.splitlines() if ": changed" in line]
    edit = job["edit"]
    fine = (not same and len(changed) == 1 and f"gait: {edit['clip']}: changed" in changed[0] and
            f"({edit['bone']}, frame {edit['frame']})" in changed[0])
    return None if fine else f"the edit of {edit} was told as {changed}"


def main():
    if not shutil.which("blender", path=PATH):
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs, skipped = make_jobs(folder)
        run_blender(SCRIPT, jobs, folder, told=False)
        wrong = [(job, problem) for job in jobs if (problem := judge(job, folder))]
        for job, problem in wrong:
            print(f"{Path(job['path']).name}, {job['way']}: {problem}")
        files = len({job["path"] for job in jobs})
        print(f"{files} files, {len(jobs)} ways through Blender, {len(wrong)} wrong, "
              f"{skipped} files without a bone to edit")
        sys.exit(len(wrong) > 0)


if __name__ == "__main__":
    main()
