"""Run by Blender: imports BVHs as its dialog does, writes their poses, and exports them again.

    blender -b --factory-startup --python-exit-code 4 --python blender_bvh.py -- JOBS.json OUT.json

JOBS.json is a list of {"bvh": path, "frames": how many, "out": path of the export}. Positions and
rotations are those of the bones in the world, the rotations as from the rest pose, in the axes of
the file: Blender turned (x, y, z) to (x, -z, y), so (x, z, -y) turns them back.
"""
import builtins
import json
import sys

import numpy

# Debian pairs Blender 3.4 with a NumPy and a Python that dropped what its importers use.
for old_name, kind in (("bool", bool), ("object", object), ("int", int), ("float", float)):
    if old_name not in numpy.__dict__:
        setattr(numpy, old_name, kind)
plain_open = builtins.open
builtins.open = lambda file, mode="r", *more, **named: plain_open(
    file, mode.replace("U", ""), *more, **named)

import bpy  # noqa: E402  after the repairs


def back(vector):
    return [vector.x, vector.z, -vector.y]


def pose(armature):
    """{bone: [position, rotation from the rest pose]}."""
    world = armature.matrix_world
    told = {}
    for bone in armature.pose.bones:
        turn = (bone.matrix @ bone.bone.matrix_local.inverted()).to_quaternion()
        told[bone.name] = [back(world @ bone.head), [*back(turn), turn.w]]
    return told


def read_bvh(job):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 30
    bpy.ops.import_anim.bvh(filepath=job["bvh"])
    armature = bpy.context.object
    keys = [point.co.x for curve in armature.animation_data.action.fcurves
            for point in curve.keyframe_points]
    poses = []
    for frame in range(job["frames"]):
        bpy.context.scene.frame_set(frame + 1)
        poses.append(pose(armature))
    bpy.ops.export_anim.bvh(filepath=job["out"], frame_start=1, frame_end=job["frames"])
    return {"bones": [bone.name for bone in armature.data.bones],
            "parents": {bone.name: bone.parent and bone.parent.name
                        for bone in armature.data.bones},
            "range": [min(keys), max(keys)], "poses": poses}


def main():
    jobs_path, out_path = sys.argv[sys.argv.index("--") + 1:]
    with plain_open(jobs_path, encoding="utf-8") as file:
        jobs = json.load(file)
    with plain_open(out_path, "w", encoding="utf-8") as file:
        json.dump([read_bvh(job) for job in jobs], file)


main()
