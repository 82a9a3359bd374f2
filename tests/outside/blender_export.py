"""Run by Blender: imports GLBs, changes what a user might, exports, and writes down what it poses.

    blender -b --factory-startup --python-exit-code 4 --python blender_export.py -- JOBS OUT

JOBS is a JSON list of {"glb": path, "out": path, "options": of the exporter, "change": a name or
null, "frames": how many at most of each clip}. OUT gets the NLA tracks of each: {name:
{"frames": [...], "poses": [...]}}, poses as blender_read.py has them but relative to the armature.
"""
import importlib.util
import sys
from pathlib import Path

spec = importlib.util.spec_from_file_location("blender_read",
                                              Path(__file__).with_name("blender_read.py"))
blender_read = importlib.util.module_from_spec(spec)
arguments, sys.argv = sys.argv, ["blender", "--", "", ""]  # it is a program, too
source = Path(spec.origin).read_text(encoding="utf-8").rpartition("\nmain()")[0]
exec(compile(source, spec.origin, "exec"), blender_read.__dict__)
sys.argv = arguments

import json  # noqa: E402

import bpy  # noqa: E402


def pose(armature):
    """{bone: [position, rotation from the rest pose]} in the space of the armature."""
    told = {}
    for bone in armature.pose.bones:
        turn = (bone.matrix @ bone.bone.matrix_local.inverted()).to_quaternion()
        told[bone.name] = [blender_read.back(bone.head), blender_read.rotation_back(turn)]
    return told


def place(armature):
    armature.location = (1, 2, 3)
    armature.rotation_mode = "XYZ"
    armature.rotation_euler = (0.1, 0.2, 0.3)


def scale(armature):
    armature.scale = (100, 100, 100)


def slope(points, index):
    """Between the neighbours of a key."""
    before, after = points[max(index - 1, 0)].co, points[min(index + 1, len(points) - 1)].co
    return (after.y - before.y) / (after.x - before.x)


def bend_curve(curve):
    """Every eighth key stays, with handles a third of the way: a cubic polynomial of time."""
    points = curve.keyframe_points
    for index in range(len(points) - 2, 0, -1):
        if index % 8:
            points.remove(points[index])
    for index, point in enumerate(points if len(points) > 1 else []):
        point.interpolation = "BEZIER"
        point.handle_left_type = point.handle_right_type = "FREE"
        x, y = point.co
        before = x - points[index - 1].co.x if index else 1
        after = points[index + 1].co.x - x if index + 1 < len(points) else 1
        rise = slope(points, index)
        point.handle_left = (x - before / 3, y - rise * before / 3)
        point.handle_right = (x + after / 3, y + rise * after / 3)


def bend(armature):
    """The first clip becomes Bezier curves with few keys."""
    for curve in armature.animation_data.nla_tracks[0].strips[0].action.fcurves:
        bend_curve(curve)


CHANGES = {"place": place, "scale": scale, "bend": bend}


def frames_of(action, most):
    last = int(max(point.co.x for curve in action.fcurves for point in curve.keyframe_points))
    return sorted({round(last * i / (most - 1)) for i in range(most)})


def read_track(armature, track, most):
    action = track.strips[0].action
    armature.animation_data.action = action
    frames, poses = frames_of(action, most), []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        poses.append(pose(armature))
    return {"frames": frames, "poses": poses}


def work(job):
    blender_read.empty_scene()
    bpy.ops.import_scene.gltf(filepath=job["glb"])
    armature = next(each for each in bpy.data.objects if each.type == "ARMATURE")
    if job["change"]:
        CHANGES[job["change"]](armature)
        bpy.context.view_layer.update()
    tracks = {track.name: read_track(armature, track, job["frames"])
              for track in armature.animation_data.nla_tracks}
    bpy.ops.export_scene.gltf(filepath=job["out"], **job["options"])
    return tracks


def main():
    jobs_path, out_path = sys.argv[sys.argv.index("--") + 1:]
    with open(jobs_path, encoding="utf-8") as file:
        jobs = json.load(file)
    with open(out_path, "w", encoding="utf-8") as file:
        json.dump([work(job) for job in jobs], file)


main()
