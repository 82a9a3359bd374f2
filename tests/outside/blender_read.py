"""Run by Blender: imports GLBs, each into an empty file of 30 fps, and writes down what is there.

    blender -b --factory-startup --python-exit-code 4 --python blender_read.py -- JOBS.json OUT.json

JOBS.json is a list of {"glb": path, "clips": {name of the NLA track: [frame, ...]}}. Positions and
rotations are those of the bones in the world, the rotations as from the rest pose, in the axes of
glTF: Blender turned (x, y, z) to (x, -z, y), so (x, z, -y) turns them back.
"""
import json
import sys

import numpy

# Debian pairs Blender 3.4 with a NumPy and a Python that dropped what its importers use.
for old_name, kind in (("bool", bool), ("object", object), ("int", int), ("float", float)):
    if old_name not in numpy.__dict__:
        setattr(numpy, old_name, kind)

import bpy  # noqa: E402  after the repair of NumPy


def back(vector):
    return [vector.x, vector.z, -vector.y]


def rotation_back(turn):
    return [*back(turn), turn.w]


def pose(armature):
    """{bone: [position, rotation from the rest pose]}."""
    world = armature.matrix_world
    told = {}
    for bone in armature.pose.bones:
        turn = (bone.matrix @ bone.bone.matrix_local.inverted()).to_quaternion()
        told[bone.name] = [back(world @ bone.head), rotation_back(turn)]
    return told


def read_track(armature, track, frames):
    action = track.strips[0].action
    armature.animation_data.action = action
    poses = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        poses.append(pose(armature))
    keys = [point.co.x for curve in action.fcurves for point in curve.keyframe_points]
    return {"strips": len(track.strips), "range": [min(keys), max(keys)], "poses": poses}


def empty_scene():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 30
    bpy.context.scene.frame_start = 0


def read_glb(job):
    empty_scene()
    bpy.ops.import_scene.gltf(filepath=job["glb"])
    objects = sorted((each.type, each.name) for each in bpy.data.objects)
    armature = next((each for each in bpy.data.objects if each.type == "ARMATURE"), None)
    if armature is None:
        return {"objects": objects}
    tracks = armature.animation_data.nla_tracks if armature.animation_data else []
    return {
        "objects": objects,
        "bones": [bone.name for bone in armature.data.bones],
        "parents": {bone.name: bone.parent and bone.parent.name for bone in armature.data.bones},
        "extras": armature.get("gait"),
        "action_count": len(bpy.data.actions),
        "tracks": [track.name for track in tracks],
        "clips": {track.name: read_track(armature, track, job["clips"].get(track.name, []))
                  for track in tracks},
    }


def main():
    jobs_path, out_path = sys.argv[sys.argv.index("--") + 1:]
    with open(jobs_path, encoding="utf-8") as file:
        jobs = json.load(file)
    with open(out_path, "w", encoding="utf-8") as file:
        json.dump([read_glb(job) for job in jobs], file)


main()
