"""Run by Blender: imports GLBs as a user would, edits one bone of one clip or nothing, and exports.

    blender -b --factory-startup --python-exit-code 4 --python blender_back.py -- JOBS

JOBS is a JSON list of {"glb": path, "out": path, "fps": of the scene, "options": of the exporter,
"edit": null or {"clip", "bone", "scene_frame", "degrees", "mm"}}.
"""
import json
import math
import sys

import numpy

numpy.bool = bool  # what the importer of Blender 3.4 still asks for

import bpy  # noqa: E402
from mathutils import Quaternion  # noqa: E402


def action_of(clip):
    for thing in bpy.data.objects:
        for track in thing.animation_data.nla_tracks if thing.animation_data else ():
            if track.name == clip:
                return track.strips[0].action
    raise SystemExit(f"there is no clip {clip}")


def curves_of(action, bone, path, count):
    name = f'pose.bones["{bone}"].{path}'
    return [action.fcurves.find(name, index=index) for index in range(count)]


def set_key(curve, frame, value):
    for point in curve.keyframe_points:
        if abs(point.co.x - frame) < 1e-3:
            point.co.y = value
            return
    raise SystemExit("there is no such key")


def edit(job):
    action, frame = action_of(job["clip"]), job["scene_frame"]
    if job.get("degrees"):
        curves = curves_of(action, job["bone"], "rotation_quaternion", 4)
        turn = Quaternion((0, 1, 0), math.radians(job["degrees"]))
        turned = Quaternion([curve.evaluate(frame) for curve in curves]) @ turn
        for curve, value in zip(curves, turned):
            set_key(curve, frame, value)
    if job.get("mm"):
        curve = curves_of(action, job["bone"], "location", 3)[0]
        set_key(curve, frame, curve.evaluate(frame) + job["mm"] / 1000)


def run(job):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = job["fps"]
    bpy.ops.import_scene.gltf(filepath=job["glb"])
    if job["edit"]:
        edit(job["edit"])
    bpy.ops.export_scene.gltf(filepath=job["out"], **job["options"])


for each in json.loads(open(sys.argv[sys.argv.index("--") + 1], encoding="utf-8").read()):
    run(each)
