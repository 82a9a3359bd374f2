#!/usr/bin/env python3
"""Humans and stalkers are not mirrored, face forward, and stand on the ground.

The test of handedness is independent of the pose: the directions to the right hip, the head and
the toes form a frame of the same handedness as the axes, unless a foot is bent back.
"""
import statistics

from corpus import ROOT, each, gait_json, is_read, table

ARMA = {"hips": ("leftupleg", "rightupleg"), "up": ("pelvis", "head"),
        "toes": (("leftfoot", "lefttoebase"), ("rightfoot", "righttoebase")),
        "hands": ("lefthand", "righthand"), "lowest": ("lefttoebase", "righttoebase")}
STALKER = {"hips": ("bip01_l_thigh", "bip01_r_thigh"), "up": ("bip01_pelvis", "bip01_head"),
           "toes": (("bip01_l_foot", "bip01_l_toe0"), ("bip01_r_foot", "bip01_r_toe0")),
           "hands": ("bip01_l_hand", "bip01_r_hand"),
           "lowest": ("bip01_l_toe0", "bip01_r_toe0")}
BANK = "omf/DanceManiac__Advanced-X-Ray-Public/Game__ClearSky__gamedata__meshes__actors__" \
       "stalker_smart_cover_animation.omf"
clips = []  # per clip: lowest toe, left hand's x against the right one's, head above pelvis, hand


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def determinant(a, b, c):
    return (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0]))


def measure_frames(frames, body):
    lows, hands, heads, turns = [], [], [], []
    for frame in frames:
        at = {bone["name"].lower(): bone["t"] for bone in frame["bones"]}
        right = minus(at[body["hips"][1]], at[body["hips"][0]])
        up = minus(at[body["up"][1]], at[body["up"][0]])
        for ankle, toe in body["toes"]:
            turns.append(determinant(right, up, minus(at[toe], at[ankle])))
        lows.append(min(at[toe][1] for toe in body["lowest"]))
        hands.append(at[body["hands"][0]][0] - at[body["hands"][1]][0])
        heads.append(up[1])
    clips.append((min(lows), statistics.mean(hands), min(heads), statistics.mean(turns)))


def check_body(question):
    path, body, names = question
    for name in names or [None]:
        chosen = ["--clip", name] if name else []
        measure_frames(gait_json("sample", ROOT / path, "--all", *chosen)["frames"], body)


questions = []
for fact in table("files.tsv"):
    if fact["format"] == "rtm" and is_read(fact):
        bones = {b.lower() for b in gait_json("info", ROOT / fact["file"])["files"][0]["bones"]}
        if {"pelvis", "head", "lefttoebase", "lefthand", "leftupleg"} <= bones:
            questions.append((fact["file"], ARMA, None))
names = [clip["name"] for clip in gait_json("info", ROOT / BANK)["files"][0]["clips"]]
questions += [(BANK, STALKER, names[i::16]) for i in range(16)]


def share(condition):
    return sum(map(condition, clips)) / len(clips)


try:
    each(questions, check_body)
finally:
    # Most clips are standing; others are lying, sitting, or keep the pelvis at the origin.
    print(f"{len(clips)} clips; hand left of hand {share(lambda c: c[1] < 0):.2f}, "
          f"not mirrored {share(lambda c: c[3] > 0):.2f}, "
          f"head above pelvis {share(lambda c: c[2] > 0.1):.2f}, "
          f"toes near the ground {share(lambda c: -0.15 < c[0] < 0.2):.2f}")
    assert len(clips) > 250
    assert share(lambda c: c[3] > 0) > 0.9
    assert share(lambda c: c[1] < 0) > 0.85
    assert share(lambda c: c[2] > 0.1) > 0.95
    assert share(lambda c: -0.15 < c[0] < 0.2) > 0.85
