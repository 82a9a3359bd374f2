#!/usr/bin/env python3
"""Real clips survive a round trip through BVH: bones, frames, and every bone of every frame within
0.05 mm and 0.02 degrees. Uses every plain RTM whose keys are the frames of its BVH, and some clips
of every bank that can be posed. Scale, which BVH cannot store, moves no bone."""
import itertools
import math
import tempfile
from pathlib import Path

from corpus import ROOT, each, gait, gait_json, is_read, table

MILLIMETRES = 0.05
DEGREES = 0.02
CLIPS_OF_A_BANK = 4
MOST_FRAMES = 200
CANNOT_BE_POSED = 5


def angle(p, q):
    """Degrees between two rotations; q and -q are equal."""
    apart = min(math.dist(p, q), math.dist(p, [-x for x in q]))
    return math.degrees(4 * math.asin(min(1, apart / 2)))


def sample(path, space, *arguments):
    told = gait_json("sample", path, *arguments, "--all", "--space", space, "--axes", "gltf")
    return [{bone["name"]: (bone["t"], bone["q"]) for bone in frame["bones"]}
            for frame in told["frames"]]


def clips_of(path):
    info = gait_json("info", path)["files"][0]
    names = [clip["name"] for clip in info["clips"]]
    alone = [clip["name"] for clip in info["clips"]
             if names.count(clip["name"]) == 1 and 0 < clip["frames"] <= MOST_FRAMES]
    return alone[::max(1, len(alone) // CLIPS_OF_A_BANK)][:CLIPS_OF_A_BANK]


def check_clip(path, bvh, *options):
    """How many frames agree; 0 when the BVH has others than the clip."""
    heads, turns = sample(path, "model", *options), sample(path, "delta", *options)
    mine, turned = sample(bvh, "model"), sample(bvh, "delta")
    if len(mine) != len(heads):
        assert path.suffix == ".rtm", (options, len(mine), len(heads))
        return 0
    for key, pose in enumerate(mine):
        assert set(pose) == set(heads[key]), set(pose) ^ set(heads[key])
        for bone, (head, _turn) in pose.items():
            apart = 1000 * math.dist(head, heads[key][bone][0])
            turn = angle(turned[key][bone][1], turns[key][bone][1])
            worst[:] = max(worst[0], apart), max(worst[1], turn)
            assert apart <= MILLIMETRES and turn <= DEGREES, (options, key, bone, apart, turn)
    return len(mine)


def convert(path, narrow, bvh):
    """The options used; None if no skeleton of the corpus fits."""
    for model in [None, *(models if path.suffix == ".omf" else [])]:
        options = [*narrow, *(["--skeleton", model] if model else [])]
        done = gait("convert", "-q", *options, path, bvh)
        if done.returncode != CANNOT_BE_POSED:
            assert done.returncode == 0, (path, narrow, done.stderr)
            return options
    return None


def check_file(path, folder):
    frames = 0
    for number, clip in enumerate(clips_of(path)):
        bvh = folder / f"{number}.bvh"
        options = convert(path, [] if path.suffix == ".rtm" else ["--clip", clip], bvh)
        if options is None:
            return 0
        frames += check_clip(path, bvh, *options)
    return frames


facts = [fact for fact in table("files.tsv")
         if is_read(fact) and fact["format"] in ("rtm", "omf") and fact["clips"] != "0"]
models = [ROOT / fact["file"] for fact in table("files.tsv")
          if fact["format"] == "ogf" and is_read(fact)]
worst, agreed = [0.0, 0.0], []
with tempfile.TemporaryDirectory() as name:
    numbers = itertools.count()

    def check_fact(fact):
        folder = Path(name) / str(next(numbers))
        folder.mkdir()
        frames = check_file(ROOT / fact["file"], folder)
        agreed.extend([frames] if frames else [])

    try:
        each(facts, check_fact)
    finally:
        print(f"{sum(agreed)} frames of {len(agreed)} files agree within {worst[0]:.6f} mm and "
              f"{worst[1]:.6f} degrees")
        assert len(agreed) >= 70
