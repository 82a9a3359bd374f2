#!/usr/bin/env python3
"""Metadata of a real file is stored in its glTF and restored without the file: events, parameters,
parts, phases, properties and names of everything that can be posed, and the poses of RTMs, within
0.05 mm and 0.02 degrees (for binarised ones within their precision)."""
import itertools
import json
import math
import tempfile
from pathlib import Path

from corpus import ROOT, each, gait, gait_json, is_read, table

CANNOT_BE_POSED = 5
LIMITS = {"rtm": (0.05, 0.02), "bmtr": (2.0, 0.02)}
FRAMES = 12


def angle(p, q):
    """Degrees between two rotations; q and -q are equal."""
    apart = min(math.dist(p, q), math.dist(p, [-x for x in q]))
    return math.degrees(4 * math.asin(min(1, apart / 2)))


def convert(path, out, *options):
    done = gait("convert", "-q", *options, path, out)
    assert done.returncode in (0, CANNOT_BE_POSED), (path, out, done.returncode, done.stderr)
    return done.returncode == 0


def export(path, out, trees):
    """Exports with the first skeleton that fits; returns its options, or None."""
    for tree in trees:
        options = ["--skeleton", tree] if tree else []
        if convert(path, out, "--sidecar", *options):
            return options
    return None


def info(path):
    return gait_json("info", path)["files"][0]


def is_recovered(path):
    """Whether the parents of bones come from the motion."""
    bones = gait_json("skeleton", path)["bones"]
    return any(bone["parent_origin"] == "recovered" for bone in bones)


def metadata_of(glb):
    """But for names, and what comes from keys: rest poses of first frames, pivots from motion."""
    document = json.loads(glb.with_suffix(".gait.json").read_text("utf-8"))
    del document["source"], document["skeleton"]["name"], document["skeleton"]["rest"]
    for clip in document["clips"]:
        del clip["timing"]
    return document


def check_info(path, glb, is_bank):
    """Of each clip events (of banks every interval of a mark is one), of banks loops and names."""
    mine, theirs, items = info(glb)["clips"], info(path)["clips"], metadata_of(glb)["clips"]
    assert len(mine) == len(theirs) == len(items), (len(mine), len(theirs))
    for one, other, item in zip(mine, theirs, items):
        assert one["events"] == len(item["events"]), (one, item["events"])
        assert is_bank or one["events"] == other["events"], (one, other)
        if is_bank:
            assert (one["loop"], one["name"]) == (other["loop"], other["name"]), (one, other)


def check_poses(kind, path, again, glb):
    """On the rest pose of the glTF, so that pivots are the same for both."""
    count = info(path)["clips"][0]["frames"]
    for frame in range(0, count, max(1, count // FRAMES)):
        mine, theirs = ({bone["name"]: (bone["t"], bone["q"]) for bone in gait_json(
            "sample", file, "--frame", frame, "--skeleton", glb)["frames"][0]["bones"]}
            for file in (again, path))
        assert {n.lower() for n in mine} == {n.lower() for n in theirs}
        mine = {name.lower(): pose for name, pose in mine.items()}
        for bone, (place, turn) in theirs.items():
            apart = 1000 * math.dist(mine[bone.lower()][0], place)
            turned = angle(mine[bone.lower()][1], turn)
            worst[kind] = [max(worst[kind][0], apart), max(worst[kind][1], turned)]
            limits = LIMITS[kind]
            assert apart <= limits[0] and turned <= limits[1], (frame, bone, apart, turned)


def check_file(fact, folder):
    path, kind = ROOT / fact["file"], fact["format"]
    is_bank = kind in ("omf", "ogf")
    glb, other = folder / f"{path.stem}.glb", folder / "again"
    other.mkdir()
    trees = [None, *(models if kind == "omf" else men if kind == "bmtr" else [])]
    options = export(path, glb, trees)
    if options is None:
        return
    check_info(path, glb, is_bank)
    again = other / f"{path.stem}{'.omf' if is_bank else '.rtm'}"
    # A binarised RTM requires parents, which its glTF provides.
    if not convert(glb, again, *(["--to", "bmtr"] if kind == "bmtr" else [])):
        refused.append((fact["file"], gait("convert", glb, again, *(
            ["--to", "bmtr"] if kind == "bmtr" else [])).stderr.decode().splitlines()[-3:]))
        return
    if kind == "ogf":
        options = ["--skeleton", path]
    assert convert(again, other / glb.name, "--sidecar", *options), again
    mine, theirs = metadata_of(other / glb.name), metadata_of(glb)
    if kind == "rtm" and is_recovered(path):  # names decide between joints that are equally closed
        del mine["skeleton"], theirs["skeleton"]
    # Bones that only the skeleton has join the last part.
    for one, wanted in zip(mine["parts"][-1:], theirs["parts"][-1:]):
        del one["bones"][len(wanted["bones"]):]
    for key in theirs:
        if mine[key] != theirs[key]:
            differing = [(a, b) for a, b in zip(mine[key], theirs[key]) if a != b]
            raise AssertionError((key, str(differing or (mine[key], theirs[key]))[:600]))
    if not is_bank:
        check_poses(kind, path, again, glb)
    counts[kind] = counts.get(kind, 0) + 1


facts = [fact for fact in table("files.tsv") if is_read(fact) and fact["clips"] != "0"
         and fact["format"] in ("rtm", "bmtr", "omf", "ogf")]
models = [ROOT / fact["file"] for fact in table("files.tsv")
          if fact["format"] == "ogf" and is_read(fact)]
men = ["arma3-man", "arma2-man", "arma1-man", "ofp-man"]
worst, counts, refused = {"rtm": [0.0, 0.0], "bmtr": [0.0, 0.0]}, {}, []
with tempfile.TemporaryDirectory() as name:
    numbers = itertools.count()

    def check_fact(fact):
        folder = Path(name) / str(next(numbers))
        folder.mkdir()
        check_file(fact, folder)

    try:
        each(facts, check_fact)
    finally:
        for kind, (apart, turned) in worst.items():
            print(f"{kind}: {apart:.6f} mm, {turned:.6f} degrees at worst")
        print(f"restored: {counts}; refused: {refused}")
        assert sum(counts.values()) >= 130
