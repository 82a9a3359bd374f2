"""Run by Blender: imports GLBs, poses them, and writes the vertices moved by its modifier.

    blender -b --factory-startup --python-exit-code 4 --python blender_skin.py -- JOBS.json

JOBS.json is a list of {"glb": path, "frame": number, "out": path}. The positions of all vertices in
the world go to `out` as floats, in the axes of glTF: Blender turned (x, y, z) to (x, -z, y).
"""
import json
import sys

import numpy

# Debian pairs Blender 3.4 with a NumPy and a Python that dropped what its importers use.
for old_name, kind in (("bool", bool), ("object", object), ("int", int), ("float", float)):
    if old_name not in numpy.__dict__:
        setattr(numpy, old_name, kind)

import bpy  # noqa: E402  after the repair of NumPy


def moved_vertices(each, graph):
    evaluated = each.evaluated_get(graph)
    mesh = evaluated.to_mesh()
    flat = numpy.empty(3 * len(mesh.vertices))
    mesh.vertices.foreach_get("co", flat)
    matrix = numpy.array(evaluated.matrix_world)
    evaluated.to_mesh_clear()
    world = flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]
    return numpy.stack([world[:, 0], world[:, 2], -world[:, 1]], axis=1)


def skin(job):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 30
    bpy.context.scene.frame_start = 0
    bpy.ops.import_scene.gltf(filepath=job["glb"])
    armature = next(each for each in bpy.data.objects if each.type == "ARMATURE")
    armature.animation_data.action = armature.animation_data.nla_tracks[0].strips[0].action
    bpy.context.scene.frame_set(job["frame"])
    graph = bpy.context.evaluated_depsgraph_get()
    meshes = [each for each in bpy.data.objects if each.type == "MESH" and each.parent]
    positions = [moved_vertices(each, graph) for each in sorted(meshes, key=lambda each: each.name)]
    numpy.concatenate(positions).astype(numpy.float32).tofile(job["out"])


def main():
    with open(sys.argv[sys.argv.index("--") + 1], encoding="utf-8") as file:
        for job in json.load(file):
            skin(job)


main()
