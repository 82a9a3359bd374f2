#!/usr/bin/env python3
"""Through three.js or glTF-Transform and back: unedited files keep their bytes, and a key
rotated by half a degree is reported with its clip, bone and frame, and nothing else.
"""
import json
import os
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import posed
import small_edits

HERE = Path(__file__).parent
MODULES = Path(os.environ.get("NODE_PATH") or HERE.parent.parent / "node_modules")
TRANSFORM = MODULES / "@gltf-transform" / "cli" / "bin" / "cli.js"
DEGREES = 0.5
THREE = "three.js"
OLDEST_NODE = 20
# Gait does not read compressed glTF; other defaults of glTF-Transform are kept.
COMMANDS = {"resample": ["resample"], "optimize": ["optimize", "--compress", "false"]}


def run_node(*arguments):
    try:
        done = subprocess.run(["node", *map(str, arguments)], capture_output=True, text=True)
    except FileNotFoundError:
        sys.exit(77)
    if done.returncode != 0:
        print((done.stdout + done.stderr)[-3000:])
        sys.exit(77 if done.returncode == 77 else 1)


def turning_bones(base, glb):
    """{animation: bones of which the GLB has three keys or more}."""
    document = posed.glb_document(glb)
    names = [node.get("name") for node in document["nodes"]]
    found = {}
    for animation in document["animations"]:
        keys = {names[channel["target"]["node"]]:
                document["accessors"][animation["samplers"][channel["sampler"]]["input"]]["count"]
                for channel in animation["channels"] if channel["target"]["path"] == "rotation"}
        found[animation["name"]] = [bone for bone in base.bones if keys.get(bone, 0) > 2]
    return found


def edit_requests(base, glb, dice):
    """(clip, request to the scripts) of about half the clips."""
    bones, wishes = turning_bones(base, glb), []
    for clip in base.clips:
        able = bones.get(clip.animation)
        if able and (len(base.clips) == 1 or dice.random() < 0.5):
            axis = [dice.gauss(0, 1) for _ in range(3)]
            length = sum(x * x for x in axis) ** 0.5
            wishes.append((clip, {
                "animation": clip.animation, "bones": [dice.choice(able)], "degrees": DEGREES,
                "axis": [x / length for x in axis],
                "seconds": dice.uniform(0, clip.key_frames[-1] / posed.FPS)}))
    return wishes


def nearest_key(clip, seconds):
    frames = clip.key_frames
    return min(range(len(frames)), key=lambda key: abs(frames[key] - seconds * posed.FPS))


def edit_all(script, road, pairs, folder):
    """Runs the script over (base, GLB), each with edits; returns the round trips."""
    wishes = [edit_requests(base, glb, random.Random(f"{road} {base.source.name}"))
              for base, glb in pairs]
    jobs = [{"glb": str(glb), "out": str(folder / f"{road}-edited-{index}.glb"),
             "edits": [wish for _clip, wish in asked]}
            for index, ((_base, glb), asked) in enumerate(zip(pairs, wishes))]
    given, out = folder / "jobs.json", folder / "edited.json"
    given.write_text(json.dumps(jobs))
    run_node(HERE / script, given, out)
    ways = []
    for (base, _glb), job, asked, done in zip(pairs, jobs, wishes, json.loads(out.read_text())):
        edits = {clip.name: {**wish, "bone": each["bone"],
                             "key": nearest_key(clip, each["seconds"])}
                 for (clip, wish), each in zip(asked, done, strict=True)}
        ways.append(small_edits.RoundTrip(base, f"{road}, edited", job["out"], edits))
    return ways


def three_round_trips(bases, folder):
    jobs = [{"glb": str(base.glb), "out": str(folder / f"three-{index}.glb")}
            for index, base in enumerate(bases)]
    given = folder / "plain.json"
    given.write_text(json.dumps(jobs))
    run_node(HERE / "three_export.mjs", given)
    return ([small_edits.RoundTrip(base, THREE, job["out"], {}) for base, job in zip(bases, jobs)] +
            edit_all("three_export.mjs", "three.js", [(base, base.glb) for base in bases], folder))


def transform_round_trips(bases, command, folder):
    def transform(pair):
        index, base = pair
        out = folder / f"{command}-{index}.glb"
        run_node(TRANSFORM, *COMMANDS[command], base.glb, out)
        return base, out

    with ThreadPoolExecutor(2) as pool:
        pairs = list(pool.map(transform, enumerate(bases)))
    road = f"glTF-Transform {command}"
    return ([small_edits.RoundTrip(base, road, glb, {}) for base, glb in pairs] +
            edit_all("transform_edit.mjs", road, pairs, folder))


def can_transform():
    """glTF-Transform is installed, and Node is new enough for it."""
    done = subprocess.run(["node", "-p", "process.versions.node"], capture_output=True,
                          text=True)
    return TRANSFORM.exists() and int(done.stdout.split(".")[0] or 0) >= OLDEST_NODE


def main():
    commands = COMMANDS if can_transform() else {}
    if not commands:
        print(f"skipped: glTF-Transform is not installed or needs Node {OLDEST_NODE}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bases = small_edits.choose(folder)
        ways = three_round_trips(bases, folder)
        for command in commands:
            ways += transform_round_trips(bases, command, folder)
        sys.exit(small_edits.check_round_trips(ways, folder))


if __name__ == "__main__":
    main()
