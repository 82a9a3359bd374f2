"""Run by Blender: imports GLBs, converts events to markers, edits some, and converts them back.

    blender -b --factory-startup --python-exit-code 4 --python blender_events.py -- JOBS OUT

JOBS is a JSON list of {"script": our script, "glb": path, "out": path of the export or null,
"sidecar": path, "fps": of the scene, "first": changes before all, "place": whether events are made
markers, "changes": [[what, of which clip, ...]]}. OUT gets the armature's text, the markers of each
action before the changes, and the output of the script.
"""
import importlib.util
import json
import sys

import numpy

numpy.bool = bool  # required by the importer of Blender 3.4

import bpy  # noqa: E402


def load(path):
    spec = importlib.util.spec_from_file_location("gait_events", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def track_of(clip):
    for thing in bpy.data.objects:
        for track in thing.animation_data.nla_tracks if thing.animation_data else ():
            if track.name == clip:
                return thing, track
    raise SystemExit(f"there is no clip {clip}")


def markers_of(clip):
    return track_of(clip)[1].strips[0].action.pose_markers


def find(clip, name, frame):
    for marker in markers_of(clip):
        if (marker.name, marker.frame) == (name, frame):
            return marker
    raise SystemExit(f"{clip} has no marker {name} at {frame}")


def add(clip, name, frame):
    markers_of(clip).new(name).frame = frame


def move(clip, name, frame, frames):
    find(clip, name, frame).frame += frames


def rename(clip, name, frame, new_name):
    find(clip, name, frame).name = new_name


def remove(clip, name, frame):
    markers_of(clip).remove(find(clip, name, frame))


def shift(clip, frames):
    """All keys and all markers go elsewhere together."""
    action = track_of(clip)[1].strips[0].action
    for curve in action.fcurves:
        for point in curve.keyframe_points:
            point.co.x += frames
    for marker in action.pose_markers:
        marker.frame += frames


def copy(clip, name):
    """A new clip that is not used yet."""
    action = track_of(clip)[1].strips[0].action.copy()
    action.name = name
    action.use_fake_user = True


def untrack(clip):
    """The action is left, with its name alone."""
    thing, track = track_of(clip)
    track.strips[0].action.use_fake_user = True
    thing.animation_data.nla_tracks.remove(track)


def drop(clip):
    """The clip is gone."""
    action = track_of(clip)[1].strips[0].action
    untrack(clip)
    bpy.data.actions.remove(action)


def rewrite(clip, text):
    """Replaces the text of the armature."""
    track_of(clip)[0]["gait"] = text


def rate(clip, fps):
    bpy.context.scene.render.fps = fps


CHANGES = {each.__name__: each
           for each in (add, move, rename, remove, shift, copy, untrack, drop, rewrite, rate)}


def list_markers():
    return {action.name: sorted([marker.frame, marker.name] for marker in action.pose_markers)
            for action in bpy.data.actions}


def sheets():
    """Of each Dope Sheet: does it show the markers of actions?"""
    return [space.show_pose_markers for screen in bpy.data.screens for area in screen.areas
            for space in area.spaces if space.type == "DOPESHEET_EDITOR"]


def work(job):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = job["fps"]
    bpy.ops.import_scene.gltf(filepath=job["glb"])
    script = load(job["script"])
    script.register()
    for what, *how in job["first"]:
        CHANGES[what](*how)
    if job["place"]:
        bpy.ops.gait.extras_to_markers()
        bpy.ops.gait.extras_to_markers()  # which must not double them
    before = list_markers()
    for what, *how in job["changes"]:
        CHANGES[what](*how)
    lines, fine = script.run_all(script.markers_to_extras, bpy.context.scene)
    armature = next(each for each in bpy.data.objects if each.type == "ARMATURE")
    told = {"text": armature["gait"], "before": before, "lines": lines, "sheets": sheets()}
    if fine:
        bpy.ops.gait.write_sidecar(filepath=job["sidecar"])  # which must not change it once more
    if job["out"]:
        bpy.ops.export_scene.gltf(filepath=job["out"], export_format="GLB", export_extras=True)
    script.unregister()
    return told


def main():
    jobs_path, out_path = sys.argv[sys.argv.index("--") + 1:]
    with open(jobs_path, encoding="utf-8") as file:
        jobs = json.load(file)
    with open(out_path, "w", encoding="utf-8") as file:
        json.dump([work(job) for job in jobs], file)


main()
