#!/usr/bin/env python3
"""three.js moves every vertex of our GLBs with meshes to the place that gait_mesh_skin()
computes."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import posed
import skinned

SCRIPT = Path(__file__).with_name("three_skin.mjs")


def main():
    with tempfile.TemporaryDirectory() as name:
        found = skinned.models(Path(name))
        jobs = Path(name) / "jobs.json"
        jobs.write_text(json.dumps([{"glb": str(each.glb), "second": each.time / posed.FPS,
                                     "out": str(each.theirs)} for each in found]))
        done = subprocess.run(["node", SCRIPT, jobs], capture_output=True, text=True)
        if done.returncode != 0:
            print((done.stdout + done.stderr)[-4000:])
            sys.exit(77 if done.returncode == 77 else 1)
        skinned.compare(found)


main()
