#!/usr/bin/env python3
"""Poses of real clips agree with an independent implementation: 0.01 mm, 0.002 degrees."""
import itertools
import math

from corpus import ROOT, each, gait_json, is_read, table

MILLIMETRES = 1e-5
DEGREES = 0.002
SCALE = 1e-4
QUESTION = ("file", "clip", "frame", "skeleton", "space", "axes")


def numbers(row, *keys):
    return [float(row[key]) for key in keys]


def angle(p, q):
    """Degrees between two rotations; q and -q are equal."""
    apart = min(math.dist(p, q), math.dist(p, [-x for x in q]))
    return math.degrees(4 * math.asin(min(1, apart / 2)))


def sample_pose(question):
    path, clip, frame, skeleton, space, axes = question
    arguments = ["sample", ROOT / path, "--frame", frame, "--space", space, "--axes", axes]
    if not path.endswith(".rtm"):
        arguments += ["--clip", clip]
    if skeleton and skeleton != "(its own)":
        arguments += ["--skeleton", ROOT / skeleton if "/" in skeleton else skeleton]
    return gait_json(*arguments)["frames"][0]["bones"]


def check_group(group):
    question, rows = group
    bones = {bone["name"]: bone for bone in sample_pose(question)}
    for row in rows:
        bone = bones[row["bone"]]
        t, q, s = (numbers(row, *keys) for keys in (("tx", "ty", "tz"), ("qx", "qy", "qz", "qw"),
                                                    ("sx", "sy", "sz")))
        assert math.dist(bone["t"], t) < MILLIMETRES, (row["bone"], bone["t"], t)
        assert angle(bone["q"], q) < DEGREES, (row["bone"], bone["q"], q)
        assert math.dist(bone["s"], s) < SCALE, (row["bone"], bone["s"], s)
        assert bone["q"][3] >= 0, "w is not positive"


read = {fact["file"] for fact in table("files.tsv") if is_read(fact)}
rows = [row for row in table("poses.tsv") if row["file"] in read]
rows.sort(key=lambda row: [row[key] for key in QUESTION])
groups = itertools.groupby(rows, key=lambda row: tuple(row[key] for key in QUESTION))
print(len(rows), "bones in")
each([(question, list(group)) for question, group in groups], check_group)
