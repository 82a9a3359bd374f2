#!/usr/bin/env python3
"""The picture of what Blender imports: the figure stands upright on the ground, and the
selected clip is drawn as often as requested.
"""
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

from blender_run import PATH

GAIT = os.environ["GAIT"]
SAMPLES = Path(os.environ["GAIT_SAMPLES"])
SCRIPT = Path(__file__).with_name("blender_picture.py")
LINE = re.compile(r"^gait: .*: clip (\S+), frames ([\d, ]+); joints from (\S+) m to (\S+) m; "
                  r"(\d+) bones too far away to show$", re.MULTILINE)


def draw(*words):
    return subprocess.run(
        ["blender", "-b", "--factory-startup", "--python-exit-code", "4", "--python", SCRIPT, "--",
         *map(str, words)], capture_output=True, text=True, errors="replace",
        env={**os.environ, "PATH": PATH})


def check_picture(done, picture, clip, frames):
    """Problems of the picture of a standing figure."""
    told = LINE.search(done.stdout)
    if done.returncode or not told:
        yield f"exit {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}"
        return
    if (told[1], told[2], told[5]) != (clip, frames, "0"):
        yield f"printed {told[0]}"
    if not (-0.05 < float(told[3]) < 0.1 and 1.5 < float(told[4]) < 1.9):
        yield f"the figure is from {told[3]} m to {told[4]} m"
    data = picture.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n" or min(struct.unpack_from(">II", data, 16)) < 300:
        yield "there is no picture"
    if len(data) < 50_000:
        yield f"the picture has {len(data)} bytes: it is empty"


def main():
    if not shutil.which("blender", path=PATH):
        sys.exit(77)
    problems = []
    with tempfile.TemporaryDirectory() as name:
        glb, picture = Path(name) / "a.glb", Path(name) / "a.png"
        for sample, words, clip, frames in (
                ("walk.rtm", (), "walk", "0, 5, 10, 14, 19, 24"),
                ("stalker.omf", ("--clip", "salute", "--frames", 3, "--turn", 90), "salute",
                 "0, 30, 60")):
            subprocess.run([GAIT, "convert", "-q", "-f", SAMPLES / sample, glb], check=True)
            problems += check_picture(draw(glb, picture, *words), picture, clip, frames)
        if draw(glb, picture, "--clip", "no such clip").returncode == 0:
            problems.append("a clip that is not there was drawn")
    print("\n".join(problems) or "2 pictures of standing figures")
    sys.exit(len(problems) > 0)


if __name__ == "__main__":
    main()
