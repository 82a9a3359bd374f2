#!/usr/bin/env python3
"""three.js reads our BVHs and poses them as `gait sample` does, after
subtracting the OFFSET that it adds to positions (docs/formats/bvh.md#other-programs)."""
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import bvhs
import posed
from max_error import MaxError, compare_all

MILLIMETRES = 0.02
DEGREES = 0.01
CARRIER = "__0"
SCRIPT = Path(__file__).with_name("three_bvh.mjs")


def run_three(clips, folder):
    told, out = folder / "jobs.json", folder / "out.json"
    told.write_text(json.dumps([
        {"bvh": str(clip.bvh), "seconds": [key / 30 for key in range(len(clip.heads))]}
        for clip in clips]))
    done = subprocess.run(["node", SCRIPT, told, out], capture_output=True, text=True)
    if done.returncode != 0:
        print((done.stdout + done.stderr)[-4000:])
        sys.exit(77 if done.returncode == 77 else 1)
    return json.loads(out.read_text())


def check_clip(clip, seen):
    worst = {"head": MaxError("mm"), "rotation": MaxError("degrees")}
    bones = [bone for bone in seen["bones"] if bone != CARRIER]
    assert sorted(bones) == sorted(clip.parents()), "bones differ"
    assert abs(seen["duration"] - (len(clip.heads) - 1) / 30) < 1e-5, seen["duration"]
    for key, pose in enumerate(seen["poses"]):
        for bone in bones:
            where = (clip.source.name, clip.name, f"key {key}", bone)
            head, turn = pose[bone]
            worst["head"].add(1000 * math.dist(head, clip.heads[key][bone][0]), *where)
            worst["rotation"].add(posed.angle(turn, clip.deltas[key][bone][1]), *where)
    worst["head"].assert_within(MILLIMETRES)
    worst["rotation"].assert_within(DEGREES)
    return worst, len(seen["poses"])


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        clips = bvhs.make_all(folder)
        compare_all(check_clip, clips, run_three(clips, folder))


main()
