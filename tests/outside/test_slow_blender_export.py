#!/usr/bin/env python3
"""Gait reads exports of Blender with the same poses: .glb, .gltf with external or embedded buffer,
sampled or with the original keys, with a moved or scaled armature, and without a skin. Blender's
exporter writes Bezier curves with other tangents than it shows: there three.js is the
reference.
"""
import json
import math
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import posed
from blender_run import run_blender
from max_error import MaxError

MILLIMETRES = 0.1
DEGREES = 0.02
FRAMES = 5
HERE = Path(__file__).parent
SCRIPT = HERE / "blender_export.py"
WAYS = {
    "as it is": {},
    "beside": {"export_format": "GLTF_SEPARATE"},
    "inside": {"export_format": "GLTF_EMBEDDED"},
    "own keys": {"export_force_sampling": False},
    "moved": {"change": "place"},
    "scaled": {"change": "scale"},
    "bezier": {"export_force_sampling": False, "change": "bend"},
    "nodes": {"export_skins": False},
}


def job_of(source, index, way, folder):
    options = dict(WAYS[way])
    change = options.pop("change", None)
    extension = "gltf" if options.get("export_format", "GLB") != "GLB" else "glb"
    glb = folder / f"{source.stem}.glb"
    return {"glb": str(glb), "out": str(folder / f"{index} {source.stem}.{extension}"),
            "change": change, "frames": FRAMES, "way": way, "source": source.name,
            "options": {"export_format": "GLB", "export_extras": True, **options}}


class Sampled:
    """One exported file, every frame of a clip at once."""

    def __init__(self, path):
        self.path = path
        self.info = posed.gait_json("info", path)["files"][0]
        told = posed.gait("check", "-q", path)
        assert told.returncode == 0, told.stdout.decode()

    def poses(self, name, space):
        chosen = [] if len(self.info["clips"]) == 1 else ["--clip", name]
        told = posed.gait_json("sample", self.path, *chosen, "--all", "--space", space, "--axes",
                               "gltf")
        return [(frame["time_s"], {bone["name"]: (bone["t"], bone["q"]) for bone in frame["bones"]})
                for frame in told["frames"]]


def nearest(poses, second):
    """The pose at the nearest frame; the frame exists, or the clip is constant."""
    time, pose = min(poses, key=lambda each: abs(each[0] - second))
    assert abs(time - second) < 1e-3 or len(poses) <= 2, (time, second)
    return pose


def check_job(job, tracks, place, turn):
    file = Sampled(job["out"])
    names = [clip["name"] for clip in file.info["clips"]]
    assert sorted(names) == sorted(tracks), (names, list(tracks))
    count = 0
    for name, track in tracks.items():
        heads, turns = file.poses(name, "model"), file.poses(name, "delta")
        for frame, seen in zip(track["frames"], track["poses"], strict=True):
            ours, deltas = nearest(heads, frame / 30), nearest(turns, frame / 30)
            assert set(seen) <= set(ours), set(seen) - set(ours)
            for bone, (head, rotation) in seen.items():
                where = (job["source"], job["way"], name, f"frame {frame}", bone)
                place.add(1000 * math.dist(head, ours[bone][0]), *where)
                turn.add(posed.angle(rotation, deltas[bone][1]), *where)
            count += 1
    return count


def compare_with_three(job, tracks, folder):
    """Compares with three.js instead of Blender; rotations are those of the bones."""
    file = Sampled(job["out"])
    clips = [clip["name"] for clip in file.info["clips"]]
    seconds = [[frame / 30 for frame in tracks[name]["frames"]] for name in clips]
    (folder / "three.json").write_text(json.dumps([{"glb": job["out"], "clips": seconds}]))
    done = subprocess.run(["node", HERE / "three_read.mjs", folder / "three.json",
                           folder / "three-out.json"], capture_output=True, text=True)
    if done.returncode == 77:
        return None
    assert done.returncode == 0, done.stderr[-1000:]
    seen = json.loads((folder / "three-out.json").read_text())[0]
    return {name: [dict(zip(seen["names"], zip(pose["unit"][::2], pose["unit"][1::2])))
                   for pose in told["poses"]] for name, told in zip(clips, seen["clips"])}


def check_splines(job, tracks, place, turn, folder):
    told = compare_with_three(job, tracks, folder)
    file, count = Sampled(job["out"]), 0
    kinds = [sampler["interpolation"] for sampler
             in posed.glb_document(Path(job["out"]))["animations"][0]["samplers"]]
    assert "CUBICSPLINE" in kinds, "no curves"
    for name, poses in (told or {}).items():
        ours = file.poses(name, "model")
        for frame, pose in zip(tracks[name]["frames"], poses, strict=True):
            mine = nearest(ours, frame / 30)
            for bone, (head, rotation) in pose.items():
                where = (job["source"], job["way"], name, f"frame {frame}", bone)
                place.add(1000 * math.dist(head, mine[bone][0]), *where)
                turn.add(posed.angle(rotation, mine[bone][1]), *where)
            count += 1
    return count


def main():
    if not shutil.which("blender"):
        print("skip: Blender is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = sorted(posed.SAMPLES.glob("*.rtm")) + sorted(posed.SAMPLES.glob("*.omf"))
        jobs = []
        for source in sources:
            assert posed.convert((source, folder / f"{source.stem}.glb", [])), source
            jobs += [job_of(source, index, way, folder) for index, way in enumerate(WAYS)]
        failed = 0
        for job, tracks in zip(jobs, run_blender(SCRIPT, jobs, folder), strict=True):
            place, turn = MaxError("mm"), MaxError("degrees")
            try:
                if job["way"] == "bezier":
                    count = check_splines(job, tracks, place, turn, folder)
                else:
                    count = check_job(job, tracks, place, turn)
                place.assert_within(MILLIMETRES)
                turn.assert_within(DEGREES)
                print(f"{job['source']}, {job['way']}: {count} poses; {place}; {turn}")
            except (AssertionError, KeyError) as error:
                failed += 1
                print(f"{job['source']}, {job['way']}: {error!r}"[:1000])
        print(f"{len(jobs)} files of Blender, {failed} failed")
        sys.exit(1 if failed else 0)


main()
