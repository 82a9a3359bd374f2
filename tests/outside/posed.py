"""Animations that can be posed, as GLBs and as numbers of `gait sample`, for comparisons.

GAIT is the command, GAIT_SAMPLES the folder of our samples. With GAIT_CORPUS also every real file
that can be posed, on the skeleton that gait finds or else on any model of the corpus that fits.
"""
import json
import math
import os
import struct
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GAIT = os.environ.get("GAIT", "gait")
SAMPLES = Path(os.environ.get("GAIT_SAMPLES", "samples"))
CORPUS = Path(os.environ.get("GAIT_CORPUS") or "/nonexistent")
FPS = 30


def gait(*arguments):
    return subprocess.run([GAIT, *map(str, arguments)], capture_output=True, timeout=120)


def gait_json(*arguments):
    done = gait(*arguments, "--json", "-q")
    assert done.returncode == 0, (arguments, done.returncode, done.stderr.decode())
    return json.loads(done.stdout)


def glb_document(path):
    data = path.read_bytes()
    assert data[:4] == b"glTF" and data[16:20] == b"JSON", f"{path}: no GLB"
    return json.loads(data[20:20 + struct.unpack_from("<I", data, 12)[0]])


class Clip:
    """One clip: its metadata and key times."""

    def __init__(self, index, extras):
        self.index = index
        self.name = extras["name"]
        self.animation = extras["animation"]
        self.key_count = extras["frames"]
        self.duration = extras["duration_s"]
        self.phases = extras.get("phases")
        self.timing = extras["timing"]
        self.key_frames = [self.key_frame(key) for key in range(self.key_count)]
        self.last_frame = round(self.duration * FPS) if self.phases else self.key_frames[-1]

    def key_frame(self, key):
        """The frame at 30 fps of a key. Phases are mapped linearly to the seconds of the
        GLB: 0 (or a smaller first one) to 0, 1 (or a larger last one) to the duration."""
        if not self.phases or self.phases[-1] == self.phases[0]:
            return key
        first, last = min(0, self.phases[0]), max(1, self.phases[-1])
        return round((self.phases[key] - first) / (last - first) * self.duration * FPS)

    def when(self, seconds):
        """Options of `gait sample` for the pose of the GLB at `seconds`."""
        if not self.phases:
            return ["--time", repr(seconds)]
        key = 0
        while key + 2 < self.key_count and self.key_frames[key + 1] <= seconds * FPS:
            key += 1
        span = self.key_frames[key + 1] - self.key_frames[key]
        share = (seconds * FPS - self.key_frames[key]) / span
        phase = self.phases[key] + share * (self.phases[key + 1] - self.phases[key])
        return ["--phase", repr(min(max(phase, self.phases[0]), self.phases[-1]))]


class Posed:
    """One file, its GLB, and its poses as `gait sample` has them."""

    def __init__(self, source, skeleton, glb):
        self.source = source
        self.skeleton = skeleton
        self.glb = glb
        self.document = glb_document(glb)
        extras = self.document["scenes"][0]["extras"]["gait"]
        self.clips = [Clip(index, clip) for index, clip in enumerate(extras["clips"])]
        self.bones = extras["skeleton"]["bones"]
        self.info = gait_json("info", source)["files"][0]
        missing = set(self.info["bones"]) - set(self.bones)
        assert not missing, f"{source}: the GLB lacks {missing}"

    def parents(self):
        """{bone: parent or None}, from the tree of nodes: bone b is node b + 1."""
        nodes = self.document["nodes"]
        told = dict.fromkeys(self.bones)
        for parent, name in enumerate(self.bones, 1):
            for child in nodes[parent].get("children", []):
                told[self.bones[child - 1]] = name
        return told

    def poses(self, clip, *when, space="model"):
        """{bone: (translation, rotation)} for every requested frame, in the axes of glTF."""
        chosen = [] if len(self.clips) == 1 else ["--clip", clip.name]
        told = gait_json("sample", self.source, *self.skeleton, *chosen, *when, "--space", space,
                         "--axes", "gltf")
        assert told["clip_index"] == clip.index, (told["clip_index"], clip.index)
        return [{bone["name"]: (bone["t"], bone["q"]) for bone in frame["bones"]}
                for frame in told["frames"]]

    def is_alone(self, clip):
        """Whether the name of the clip is unique, so that it can be selected."""
        return [other.name for other in self.clips].count(clip.name) == 1


def angle(p, q):
    """Degrees between two rotations; q and -q are equal."""
    apart = min(math.dist(p, q), math.dist(p, [-x for x in q]))
    return math.degrees(4 * math.asin(min(1, apart / 2)))


def convert(job):
    source, glb, models = job
    for skeleton in [[], *(["--skeleton", model] for model in models)]:
        done = gait("convert", "-q", source, glb, *skeleton)
        if done.returncode == 0:
            return Posed(source, skeleton, glb)
        if done.returncode != 5:  # 5: no skeleton, or a format that is not read
            return None
    return None


def convert_all(folder):
    """Every file that can be posed, in the order of their paths."""
    models = sorted(CORPUS.glob("ogf/**/*.ogf"))
    sources = sorted(SAMPLES.glob("*.rtm")) + sorted(SAMPLES.glob("*.omf"))
    sources += sorted(CORPUS.glob("rtm/**/*.rtm")) + sorted(CORPUS.glob("omf/**/*.omf")) + models
    jobs = [(source, Path(folder) / f"{index}.glb", [] if source.suffix == ".rtm" else models)
            for index, source in enumerate(sources)]
    with ThreadPoolExecutor(2) as pool:
        return [posed for posed in pool.map(convert, jobs) if posed and posed.clips]
