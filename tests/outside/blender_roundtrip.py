"""Run by Blender: imports GLBs as a user would, exports them, and again after small edits.

    blender -b --factory-startup --python-exit-code 4 --python blender_roundtrip.py -- JOBS

JOBS is a JSON list of {"glb": path, "fps": of the scene, "edits": [{"clip", "bone", "frame",
"beside", "axis", and "degrees" or "mm"}], "exports": [{"out", "edited", "options" of the
exporter}]}, frames being those of 30 per second. "edited" exports come last.
"""
import json
import math
import sys

import numpy

numpy.bool = bool  # required by the importer of Blender 3.4

import bpy  # noqa: E402
from mathutils import Quaternion  # noqa: E402

FPS = 30


def actions():
    """{clip: action} of the scene."""
    return {track.name: track.strips[0].action for thing in bpy.data.objects
            if thing.animation_data for track in thing.animation_data.nla_tracks}


def curves_of(action, bone, path, count):
    name = f'pose.bones["{bpy.utils.escape_identifier(bone)}"].{path}'
    return [action.fcurves.find(name, index=index) for index in range(count)]


def key_at(curve, frame):
    """The key of a frame; inserts one if missing, as "Insert Keyframe" makes it."""
    for point in curve.keyframe_points:
        if abs(point.co.x - frame) < 1e-3:
            return point
    point = curve.keyframe_points.insert(frame, curve.evaluate(frame))
    point.interpolation = "LINEAR"
    return point


def add_keys(curves, frame, beside):
    """To all curves of a channel; a constant gets neighbouring keys to keep its value."""
    for curve in curves:
        if len(curve.keyframe_points) == 1:
            for other in beside:
                key_at(curve, other)
            for point in curve.keyframe_points:
                point.interpolation = "LINEAR"
        key_at(curve, frame)


def edit(action, job, rate):
    frame, beside = job["frame"] * rate, [other * rate for other in job["beside"]]
    turns = "degrees" in job
    curves = curves_of(action, job["bone"], *(("rotation_quaternion", 4) if turns
                                              else ("location", 3)))
    add_keys(curves, frame, beside)
    values = [key_at(curve, frame).co.y for curve in curves]
    if turns:
        values = Quaternion(values) @ Quaternion(job["axis"], math.radians(job["degrees"]))
    else:
        values = [value + part * job["mm"] / 1000 for value, part in zip(values, job["axis"])]
    for curve, value in zip(curves, values):
        key_at(curve, frame).co.y = value
        curve.update()


def export(jobs, edited):
    for job in jobs:
        if job["edited"] == edited:
            bpy.ops.export_scene.gltf(filepath=job["out"], export_format="GLB", **job["options"])


def run(job):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = job["fps"]
    bpy.ops.import_scene.gltf(filepath=job["glb"])
    export(job["exports"], False)
    found = actions()
    for each in job["edits"]:
        edit(found[each["clip"]], each, job["fps"] / FPS)
    export(job["exports"], True)


for each in json.loads(open(sys.argv[sys.argv.index("--") + 1], encoding="utf-8").read()):
    run(each)
