"""Clips as BVHs and as poses of `gait sample`, for comparisons: all clips of our samples, and
with GAIT_CORPUS one short clip each of some real files."""
import json
import random
from pathlib import Path

import posed

MOST_FILES = 24
FRAMES = range(10, 80)


class Clip:
    def __init__(self, source, index, name, skeleton, bvh):
        self.source, self.index, self.name, self.bvh = source, index, name, bvh
        self.skeleton = skeleton
        self.deltas = self.sample("delta")
        self.heads = self.sample("model")

    @property
    def clips(self):
        return [self]

    def sample(self, space, path=None):
        """[{bone: (translation, rotation)}] of all frames, in the axes of glTF."""
        chosen = [] if path or self.source.suffix == ".rtm" else ["--clip", self.name]
        skeleton = [] if path else self.skeleton
        told = posed.gait_json("sample", path or self.source, *skeleton, *chosen, "--all",
                               "--space", space, "--axes", "gltf")
        return [{bone["name"]: (bone["t"], bone["q"]) for bone in frame["bones"]}
                for frame in told["frames"]]

    def parents(self):
        told = posed.gait_json("skeleton", self.bvh)
        return {bone["name"]: bone["parent_name"] for bone in told["bones"]}


def clips_of(source, skeleton, folder, number, most):
    told = posed.gait("info", "--json", "-q", source)
    if told.returncode != 0:
        return []  # not every real file is sound
    info = json.loads(told.stdout)["files"][0]
    names = [clip["name"] for clip in info["clips"]]
    chosen = [(index, clip) for index, clip in enumerate(info["clips"])
              if names.count(clip["name"]) == 1 and clip["frames"] in FRAMES]
    made = []
    for index, clip in sorted(chosen, key=lambda each: each[1]["frames"])[:most]:
        bvh = Path(folder) / f"{number}-{index}.bvh"
        narrow = [] if source.suffix == ".rtm" else ["--clip", clip["name"]]
        done = posed.gait("convert", "-q", *skeleton, *narrow, source, bvh)
        if done.returncode == 0:
            made.append(Clip(source, index, clip["name"], skeleton, bvh))
    return made


def make_all(folder):
    models = sorted(posed.CORPUS.glob("ogf/**/*.ogf"))
    samples = [*sorted(posed.SAMPLES.glob("*.rtm")), *sorted(posed.SAMPLES.glob("*.omf"))]
    real = [*sorted(posed.CORPUS.glob("rtm/**/*.rtm")), *sorted(posed.CORPUS.glob("omf/**/*.omf"))]
    random.Random(8).shuffle(real)
    made = [clip for number, source in enumerate(samples)
            for clip in clips_of(source, [], folder, number, 100)]
    files = 0
    for number, source in enumerate(real, len(samples)):
        ways = [[], *(["--skeleton", model] for model in models if source.suffix == ".omf")]
        clips = next(filter(None, (clips_of(source, way, folder, number, 1) for way in ways)), [])
        made += [clip for clip in clips if is_on_frames(clip)]
        files += len(clips)
        if files == MOST_FILES:
            break
    return made


def is_on_frames(clip):
    """Every key is a frame of the BVH."""
    return len(clip.sample("model", clip.bvh)) == len(clip.heads)
