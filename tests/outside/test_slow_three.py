#!/usr/bin/env python3
"""three.js poses every GLB as we do, at keys and between them.

three.js reads 16-bit rotations as c / 32767 and does not normalise them, so that joints of such
clips are off by the length of their quaternions: "plain" is what it shows. "unit" is the same with
every rotation normalised, and must agree much closer. Phases of an RTM, which are no seconds, are
found for a second by the key frames that follow from the extras. Bones of an RTM without a parent
are compared at keys only: if their parents are unknown, games and Gait blend the numbers of their
matrices between keys, which a glTF cannot store (docs/formats/spaces.md).
"""
import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import posed
from max_error import MaxError, compare_all

PLAIN_MILLIMETRES = 1
UNIT_MILLIMETRES = 0.02
UNIT_DEGREES = 0.01
BETWEEN = 3  # random times per clip
SCRIPT = Path(__file__).with_name("three_read.mjs")


def times_of(clip, dice):
    """Seconds of the first key, the last, one in the middle, and of random ones between keys."""
    last = clip.key_frames[-1] / posed.FPS
    keys = {0.0, last, clip.key_frames[len(clip.key_frames) // 2] / posed.FPS}
    return sorted(keys | {dice.uniform(0, last) for _ in range(BETWEEN if last > 0 else 0)})


def run_three(jobs, folder):
    told, out = folder / "jobs.json", folder / "out.json"
    told.write_text(json.dumps(jobs))
    done = subprocess.run(["node", SCRIPT, told, out], capture_output=True, text=True)
    if done.returncode != 0:
        print((done.stdout + done.stderr)[-4000:])
        sys.exit(77 if done.returncode == 77 else 1)
    return json.loads(out.read_text())


def pose_at(file, clip, seconds):
    if clip.key_count == 1:
        return file.poses(clip, "--frame", 0)[0]
    return file.poses(clip, *clip.when(seconds))[0]


def check_clip(file, clip, seconds, seen, worst):
    wanted = clip.last_frame / posed.FPS
    assert seen["name"] == clip.animation, seen["name"]
    assert abs(seen["duration"] - wanted) < 1e-5 * max(1, wanted), (seen["duration"], wanted)
    parents = file.parents()
    for second, poses in zip(seconds, seen["poses"], strict=True):
        ours = pose_at(file, clip, second)
        is_key = any(abs(second * posed.FPS - key) < 1e-6 for key in clip.key_frames)
        for joint, name in enumerate(file.bones):
            if clip.phases and not is_key and parents[name] is None:
                continue
            where = (file.source.name, clip.name, f"{second:.4f} s", name)
            place, turn = ours[name]
            for kind in ("plain", "unit"):
                apart = 1000 * math.dist(place, poses[kind][2 * joint])
                worst[f"place, {kind}"].add(apart, *where)
            degrees = posed.angle(turn, poses["unit"][2 * joint + 1])
            worst["rotation, unit"].add(degrees, *where)


def check_file(file, seen):
    clips, seen = seen
    assert seen["names"] == file.bones, "names or order of joints differ"
    worst = {"place, plain": MaxError("mm"), "place, unit": MaxError("mm"),
             "rotation, unit": MaxError("degrees")}
    for clip, seconds, one in zip(file.clips, clips, seen["clips"], strict=True):
        if file.is_alone(clip):
            check_clip(file, clip, seconds, one, worst)
    worst["place, plain"].assert_within(PLAIN_MILLIMETRES)
    worst["place, unit"].assert_within(UNIT_MILLIMETRES)
    worst["rotation, unit"].assert_within(UNIT_DEGREES)
    return worst, sum(map(len, clips))


def main():
    dice = random.Random(20)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = posed.convert_all(folder)
        times = [[times_of(clip, dice) for clip in file.clips] for file in files]
        jobs = [{"glb": str(file.glb), "clips": clips} for file, clips in zip(files, times)]
        seen = run_three(jobs, folder)
        compare_all(check_file, files, list(zip(times, seen, strict=True)))


main()
