#!/usr/bin/env python3
"""Blender imports our BVHs with all bones and frames at the poses of `gait sample`, and Gait reads
its export with the same poses.

Blender shows the file standing up and facing -Y, as it shows our glTF; it exports with Z
up, so the exported file is rotated by 90 degrees here.
"""
import math
import shutil
import sys
import tempfile
from pathlib import Path

import bvhs
import posed
from blender_run import run_blender
from max_error import MaxError, compare_all

# Blender keeps three angles as floats: near a middle angle of 90 degrees rotations are not more
# exact than 0.007 degrees, which is 0.1 mm a metre down the chain.
MILLIMETRES = 0.15
DEGREES = 0.03  # Blender turns by floats of Euler angles: worst near a middle angle of 90 degrees
SCRIPT = Path(__file__).with_name("blender_bvh.py")
CARRIER = "__0"


def job_of(clip):
    return {"bvh": str(clip.bvh), "frames": len(clip.heads), "out": f"{clip.bvh}.out.bvh"}


def up_again(vector):
    return [vector[0], vector[2], -vector[1]]


def check_bones(clip, seen):
    wanted = clip.parents()
    bones = [bone for bone in seen["bones"] if bone != CARRIER]
    assert sorted(bones) == sorted(wanted), set(bones) ^ set(wanted)
    for bone, parent in seen["parents"].items():
        if bone != CARRIER:
            assert (None if parent == CARRIER else parent) == wanted[bone], (bone, parent)
    assert seen["range"] == [1, len(clip.heads)], seen["range"]


def check_import(clip, seen, millimetres, degrees):
    for key, pose in enumerate(seen["poses"]):
        for bone in clip.heads[key]:
            where = (clip.source.name, clip.name, f"key {key}", bone)
            head, turn = pose[bone]
            millimetres.add(1000 * math.dist(head, clip.heads[key][bone][0]), *where)
            degrees.add(posed.angle(turn, clip.deltas[key][bone][1]), *where)


def check_export(clip, millimetres, degrees):
    """Rest poses of a BVH have no rotation, so that rotations are those from the rest."""
    out = Path(f"{clip.bvh}.out.bvh")
    done = posed.gait("check", "-q", out)
    assert done.returncode == 0, done.stdout.decode()
    info = posed.gait_json("info", out)["files"][0]
    assert info["clips"][0]["frames"] == len(clip.heads), info["clips"]
    assert abs(info["clips"][0]["duration_s"] - (len(clip.heads) - 1) / 30) < 1e-9, info["clips"]
    for key, pose in enumerate(clip.sample("model", out)):
        assert set(pose) == set(clip.heads[key]), set(pose) ^ set(clip.heads[key])
        for bone, (head, turn) in pose.items():
            where = (clip.source.name, clip.name, f"key {key}", bone)
            millimetres.add(1000 * math.dist(up_again(head), clip.heads[key][bone][0]), *where)
            turned = [*up_again(turn), turn[3]]
            degrees.add(posed.angle(turned, clip.deltas[key][bone][1]), *where)


def compare(clip, seen):
    worst = {name: MaxError(unit) for name, unit in (
        ("head, imported", "mm"), ("rotation, imported", "degrees"),
        ("head, exported", "mm"), ("rotation, exported", "degrees"))}
    check_bones(clip, seen)
    check_import(clip, seen, worst["head, imported"], worst["rotation, imported"])
    check_export(clip, worst["head, exported"], worst["rotation, exported"])
    for name, value in worst.items():
        value.assert_within(MILLIMETRES if name.startswith("head") else DEGREES)
    return worst, len(seen["poses"])


def main():
    if not shutil.which("blender"):
        print("skip: Blender is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        clips = bvhs.make_all(folder)
        compare_all(compare, clips, run_blender(SCRIPT, [job_of(clip) for clip in clips], folder))


main()
