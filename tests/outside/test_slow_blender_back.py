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

import motions
from blender_run import PATH, run_blender

GAIT = os.environ["GAIT"]
SAMPLES = Path(os.environ["GAIT_SAMPLES"])
CORPUS = os.environ.get("GAIT_CORPUS")
SCRIPT = Path(__file__).with_name("blender_back.py")
BANKS, RTMS, MOTIONS = 6, 6, 1  # of the corpus; most SDK motions there want a tree that is not
ONLY = os.environ.get("GAIT_BLENDER_BACK_ONLY", "")  # such as .skls: only files that end so
LARGEST = 700_000
WAYS = {  # what users really choose
    "as it is": {},
    "own keys": {"options": {"export_force_sampling": False}},
    "optimised": {"options": {"export_optimize_animation_size": True}},
    "custom properties": {"options": {"export_extras": True}},
    "24 fps, own keys": {"fps": 24, "options": {"export_force_sampling": False}},
}
DEGREES, MILLIMETRES = 0.1, 0.5
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
    """[(path, arguments that name its tree)]: the samples, and some of the corpus."""
    stalker = ["--skeleton=xray-stalker"]
    chosen = [(SAMPLES / "stalker.omf", stalker), (SAMPLES / "walk.rtm", []),
              *((path, stalker) for path in made_motions(folder))]
    left = {".omf": BANKS, ".rtm": RTMS, ".skls": MOTIONS} if CORPUS else {}
    for path in sorted(Path(CORPUS).rglob("*")) if CORPUS else ():
        if left.get(path.suffix, 0) and path.stat().st_size < LARGEST and is_good(path):
            left[path.suffix] -= 1
            chosen.append((path, []))
    return [(path, tree) for path, tree in chosen if path.name.endswith(ONLY)]


def is_good(path):
    """Whether it can be exported; no binarised RTM."""
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
    middle -= middle % 5 if middle > 5 else 0  # a whole frame of the scene at 25 per second too
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
    for path, tree in sources(folder):
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
            edit = {"clip": clip, "bone": found[0], "frame": found[1], "degrees": DEGREES,
                    "scene_frame": found[1] * 30 // SLOW if path.stem == "slow" else found[1]}
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
