#!/usr/bin/env python3
"""Blender's armature modifier moves every vertex of our GLBs with meshes to the place that
gait_mesh_skin() computes."""
import shutil
import sys
import tempfile
from pathlib import Path

import skinned
from blender_run import run_blender

SCRIPT = Path(__file__).with_name("blender_skin.py")


def main():
    if not shutil.which("blender"):
        print("skip: Blender is not installed")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        found = skinned.models(Path(name))
        jobs = [{"glb": str(each.glb), "frame": each.time, "out": str(each.theirs)}
                for each in found]
        run_blender(SCRIPT, jobs, Path(name), told=False)
        skinned.compare(found)


main()
