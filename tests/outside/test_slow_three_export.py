#!/usr/bin/env python3
"""Gait reads exports of three.js with the same poses, at keys and between them.

three.js leaves rotations of 16 bits as long as they are, so that its poses are compared with every
rotation normalised. It alters names, and keeps those as they were in extras.
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

MILLIMETRES = 0.02
DEGREES = 0.01
MOST_CLIPS = 12
HERE = Path(__file__).parent


def run_node(script, *arguments):
    done = subprocess.run(["node", HERE / script, *map(str, arguments)], capture_output=True,
                          text=True)
    if done.returncode != 0:
        print((done.stdout + done.stderr)[-4000:])
        sys.exit(77 if done.returncode == 77 else 1)


class Exported:
    """A GLB of three.js, and its poses as `gait sample` has them."""

    def __init__(self, source, glb):
        self.source, self.glb = source, glb
        self.document = posed.glb_document(glb)
        self.info = posed.gait_json("info", glb)["files"][0]
        self.clips = self.info["clips"]
        told = posed.gait("check", "-q", glb)
        assert told.returncode == 0, told.stdout.decode()

    def times(self, clip, dice):
        duration = clip["duration_s"]
        return sorted({0.0, duration, *(dice.uniform(0, duration) for _ in range(2))})

    def poses(self, clip, second):
        """[translation, rotation] of each joint, in the order of our bones."""
        chosen = [] if len(self.clips) == 1 else ["--clip", clip["name"]]
        when = ["--frame", 0] if clip["frames"] == 1 else ["--time", repr(second)]
        told = posed.gait_json("sample", self.glb, *chosen, *when, "--axes", "gltf")
        return {bone["name"]: (bone["t"], bone["q"]) for bone in told["frames"][0]["bones"]}

    def joints(self):
        """Names of the nodes, as three.js wrote them, in the order of the skin."""
        nodes = self.document["nodes"]
        return [nodes[joint]["name"] for joint in self.document["skins"][0]["joints"]]

    def is_alone(self, clip):
        return [other["name"] for other in self.clips].count(clip["name"]) == 1


def end_of(path):
    """The last time of the exported animations: ours begin at their first key, all at 0."""
    document = posed.glb_document(path)
    return [max(document["accessors"][sampler["input"]]["max"][0]
                for sampler in animation["samplers"]) for animation in document["animations"]]


def check_file(file, job):
    times, seen = job
    place, turn, count = MaxError("mm"), MaxError("degrees"), 0
    joints = file.joints()
    assert sorted(joints) == sorted(file.info["bones"]), "bones differ"
    assert len(seen["clips"]) == len(file.clips), "clips differ"
    for clip, seconds, end, told in zip(file.clips, times, end_of(file.glb), seen["clips"]):
        assert abs(clip["duration_s"] - end) < 1e-6, (clip, end)
        for second, poses in zip(seconds, told["poses"]):
            if not file.is_alone(clip):
                continue
            ours = file.poses(clip, min(second, end))
            for index, name in enumerate(joints):
                where = (file.source.name, clip["name"], f"{second:.4f} s", name)
                place.add(1000 * math.dist(ours[name][0], poses["unit"][2 * index]), *where)
                turn.add(posed.angle(ours[name][1], poses["unit"][2 * index + 1]), *where)
            count += 1
    place.assert_within(MILLIMETRES)
    turn.assert_within(DEGREES)
    return {"place": place, "rotation": turn}, count


def main():
    dice = random.Random(20)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = posed.convert_all(folder)
        jobs = [{"glb": str(file.glb), "out": str(folder / f"three-{index}.glb")}
                for index, file in enumerate(files)]
        (folder / "export.json").write_text(json.dumps(jobs))
        run_node("three_export.mjs", folder / "export.json")
        exported = [Exported(file.source, Path(job["out"])) for file, job in zip(files, jobs)]
        times = [[file.times(clip, dice) if index < MOST_CLIPS else []
                  for index, clip in enumerate(file.clips)] for file in exported]
        asked = [{"glb": str(file.glb), "clips": clips} for file, clips in zip(exported, times)]
        (folder / "read.json").write_text(json.dumps(asked))
        run_node("three_read.mjs", folder / "read.json", folder / "out.json")
        seen = json.loads((folder / "out.json").read_text())
        compare_all(check_file, exported, list(zip(times, seen, strict=True)))


main()
