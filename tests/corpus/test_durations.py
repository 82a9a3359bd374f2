#!/usr/bin/env python3
"""Every real RTM with two or more keys lasts as long as --duration says, in a glTF, and comes back
with the same bytes. Phase 0, and phase 1 of a loop, are inside every RTM."""
import json
import struct
import tempfile
from pathlib import Path

from corpus import ROOT, each, gait, is_read, table

DURATIONS = (10, 0.333)
UNKNOWN_PARENTS = 5


def check_glb(path, glb, duration):
    content = glb.read_bytes()
    scene = json.loads(content[20:20 + struct.unpack_from("<I", content, 12)[0]])
    animation = scene["animations"][0]
    inputs = [scene["accessors"][sampler["input"]] for sampler in animation["samplers"]]
    about = animation["extras"]["gait"]
    lasts = max(times["max"][0] for times in inputs), about["duration_s"]
    if about["frames"] > 1:
        assert min(times["min"][0] for times in inputs) == 0
        assert all(abs(last - duration) < 2e-6 * duration for last in lasts), lasts


def check(fact):
    path, is_packed = ROOT / fact["file"], fact["format"] == "bmtr"
    with tempfile.TemporaryDirectory() as folder:
        glb, out = Path(folder) / "clip.glb", Path(folder) / "out.rtm"
        for duration in DURATIONS:
            made = gait("convert", "-q", "-f", f"--duration={duration}", path, glb)
            if made.returncode == UNKNOWN_PARENTS:
                break
            assert made.returncode == 0, made.stderr.decode()
            check_glb(path, glb, duration)
            target = ["--to=bmtr"] if is_packed else []
            back = gait("convert", "-q", "-f", *target, f"--base={path}", glb, out)
            assert back.returncode == 0, back.stderr.decode()
            assert out.read_bytes() == path.read_bytes(), duration
    space = "local_delta" if is_packed else "delta"
    for options in (("--phase=0",), ("--phase=1", "--loop"), ("--phase=0.5",)):
        said = gait("sample", "-q", f"--space={space}", *options, path)
        assert said.returncode == 0, said.stderr.decode()


each([fact for fact in table("files.tsv")
      if fact["format"] in ("rtm", "bmtr") and is_read(fact) and fact["status"] == "ok"], check)
