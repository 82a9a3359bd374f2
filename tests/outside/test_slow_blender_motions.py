#!/usr/bin/env python3
"""SDK motions through Blender and back: unedited files keep their bytes, and an edit changes
only its own motion.
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
SCRIPT = Path(__file__).with_name("blender_roundtrip.py")
LARGEST = 700_000
WAYS = {  # typical settings of users
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
    made = run("convert", "-q", "--lossy", SAMPLES / "stalker.omf", path)
    if made.returncode:
        sys.exit(made.stderr)
    slow.write_bytes(motions.made_otherwise(path.read_bytes(), fps=SLOW, start=10))
    turned.write_bytes(motions.made_otherwise(path.read_bytes(), every=4))
    return [path, slow, turned]


def sources(folder):
    """[(path, arguments that name its tree)]: the samples, and one file of the corpus; most
    others need a skeleton that is not available.
    """
    chosen = [(path, ["--skeleton=xray-stalker"]) for path in made_motions(folder)]
    for path in sorted(Path(CORPUS).rglob("*.skls")) if CORPUS else ():
        if path.stat().st_size < LARGEST and is_good(path):
            return [*chosen, (path, [])]
    return chosen


def is_good(path):
    with tempfile.TemporaryDirectory() as folder:
        return run("convert", "-q", path, Path(folder) / "x.glb").returncode == 0


def moving_bone(path, tree, clip, space):
    """A bone that turns in the middle of a clip, and the frame; None if there is no such bone."""
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
    out = str(folder / f"{index}.out.glb")
    export = {"out": out, "edited": bool(edit), "options": way.get("options", {})}
    return {"glb": str(glb), "fps": way.get("fps", 30), "edits": [edit] if edit else [],
            "exports": [export], "out": out, "path": str(path), "edit": edit}


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
            name, key = found
            edit = {"clip": clip, "bone": name, "key": key, "degrees": DEGREES, "axis": (0, 1, 0),
                    "frame": key * 30 // SLOW if path.stem == "slow" else key, "beside": []}
            jobs.append({**job_of(len(jobs), path, glb, folder, {}, edit), "way": "edited",
                         "tree": tree})
    return jobs, skipped


def check_job(job, folder):
    """The problem with the round trip of one file, or None."""
    path, edit = Path(job["path"]), job["edit"]
    back = folder / f"back{path.suffix}"
    done = run("convert", "-fq", "--json", *job["tree"], f"--base={path}", job["out"], back)
    if done.returncode:
        return f"exit {done.returncode}: {done.stderr.strip()[-300:]}"
    same = back.read_bytes() == path.read_bytes()
    changed = [clip for clip in json.loads(done.stdout)["clips"] if clip["outcome"] == "changed"]
    if not edit:
        return None if same and not changed else f"other bytes: {changed[:3]}"
    worst = changed[0]["rotation"] if len(changed) == 1 else None
    fine = (not same and worst and changed[0]["name"] == edit["clip"] and
            worst["bone"]["name"] == edit["bone"] and worst["frame"] == edit["key"])
    return None if fine else f"the edit of {edit} was reported as {changed}"


def main():
    if not shutil.which("blender", path=PATH):
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        jobs, skipped = make_jobs(folder)
        run_blender(SCRIPT, jobs, folder, told=False)
        wrong = [(job, problem) for job in jobs if (problem := check_job(job, folder))]
        for job, problem in wrong:
            print(f"{Path(job['path']).name}, {job['way']}: {problem}")
        files = len({job["path"] for job in jobs})
        print(f"{files} files, {len(jobs)} round trips through Blender, {len(wrong)} wrong, "
              f"{skipped} files without a bone to edit")
        sys.exit(len(wrong) > 0)


if __name__ == "__main__":
    main()
