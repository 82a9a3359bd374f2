#!/usr/bin/env python3
"""Blender imports every GLB as one armature with all bones and clips, and poses it as we do.

Checked: names and number of bones and clips, parents, no object except the armature and its mesh,
the extras byte for byte, the last frame, and at several frames of every clip the positions of the
bones and their rotations from the rest pose.
"""
import math
import shutil
import sys
import tempfile
from pathlib import Path

import posed
from blender_run import run_blender
from max_error import MaxError, compare_all

MILLIMETRES = 0.1
DEGREES = 0.02
NAME_BYTES = 63  # Blender cuts longer names
SCRIPT = Path(__file__).with_name("blender_read.py")


def chosen_keys(clip):
    """First and last, their neighbours, and the middle."""
    last = clip.key_count - 1
    return sorted({min(max(key, 0), last) for key in (0, 1, last // 2, last - 1, last)})


def frames_of(clip):
    return [clip.key_frames[key] for key in chosen_keys(clip)]


def job_of(file):
    return {"glb": str(file.glb),
            "clips": {clip.animation: frames_of(clip) for clip in file.clips}}


def unique_and_short(names):
    return len(set(names)) == len(names) and all(len(name.encode()) <= NAME_BYTES for name in names)


def check_arrangement(file, seen):
    objects = [tuple(each) for each in seen["objects"]]
    assert objects == [("ARMATURE", "gait"), ("MESH", "gait_bind")], objects
    bones = file.bones
    assert unique_and_short(bones), "bones of real files have names of their own"
    assert sorted(seen["bones"]) == sorted(bones), set(seen["bones"]) ^ set(bones)
    assert seen["parents"] == file.parents(), "parents differ"
    assert seen["extras"] == file.document["nodes"][0]["extras"]["gait"], "extras differ"


def check_clips(file, seen):
    names = [clip.animation for clip in file.clips]
    assert sorted(seen["tracks"]) == sorted(names), set(seen["tracks"]) ^ set(names)
    assert seen["action_count"] == len(names), (seen["action_count"], len(names))
    sources = [clip["name"] for clip in file.info["clips"]]
    if unique_and_short(sources):
        assert names == sources, "a clip was renamed"


def check_length(clip, track):
    """Blender cuts the end of an action to a whole frame, so it must not be below one."""
    first, last = track["range"]
    assert track["strips"] == 1 and first == 0, track
    wanted = clip.last_frame
    assert int(last) == wanted and last - wanted < 1e-3, (clip.name, last, wanted)


def check_poses(file, clip, track, millimetres, degrees):
    keys = chosen_keys(clip)
    heads = file.poses(clip, "--all")
    turns = file.poses(clip, "--all", space="delta")
    for key, pose in zip(keys, track["poses"], strict=True):
        for bone, (head, turn) in pose.items():
            where = (file.source.name, clip.name, f"key {key}", bone)
            millimetres.add(1000 * math.dist(head, heads[key][bone][0]), *where)
            degrees.add(posed.angle(turn, turns[key][bone][1]), *where)


def compare(file, seen):
    check_arrangement(file, seen)
    check_clips(file, seen)
    millimetres, degrees, count = MaxError("mm"), MaxError("degrees"), 0
    for clip in file.clips:
        track = seen["clips"][clip.animation]
        check_length(clip, track)
        if file.is_alone(clip):
            check_poses(file, clip, track, millimetres, degrees)
            count += len(track["poses"])
    millimetres.assert_within(MILLIMETRES)
    degrees.assert_within(DEGREES)
    return {"head": millimetres, "rotation": degrees}, count


def main():
    if not shutil.which("blender"):
        print("skip: Blender is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = posed.convert_all(folder)
        compare_all(compare, files, run_blender(SCRIPT, [job_of(file) for file in files], folder))


main()
