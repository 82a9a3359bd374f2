# SPDX-License-Identifier: GPL-3.0-or-later
"""Meshes of models, which armatures move."""
import os

import bpy

from . import axes, compat
from .problem import Problem


def add(owner, opened):
    """Adds the mesh of the model of a Bank to an armature that has none. Returns notes."""
    if any(each.type == "MESH" for each in owner.children):
        return []
    try:
        found = opened.mesh(axes.TO_BLENDER)
    except Problem as problem:
        return [f"the mesh was not imported: {problem}"]
    if found:
        create(owner, opened, found)
    return []


def create(owner, opened, found):
    """A mesh object with a vertex group for each bone that moves it."""
    data = bpy.data.meshes.new(os.path.splitext(os.path.basename(opened.model))[0] + "_mesh")
    set_surface(data, found)
    mesh = bpy.data.objects.new(data.name, data)
    owner.users_collection[0].objects.link(mesh)
    mesh.parent = owner
    mesh.modifiers.new("Armature", "ARMATURE").object = owner
    bones = axes.matched_bones(owner, opened.skeleton)
    for index, moved in zip(found.bind(opened.skeleton).bones, found.influences()):
        if moved and index >= 0 and bones[index]:
            name = bones[index].name
            group = mesh.vertex_groups.get(name) or mesh.vertex_groups.new(name=name)
            for weight, vertices in moved.items():
                group.add(vertices, weight, "ADD")


def set_surface(data, found):
    """Sets the triangles, texture coordinates, materials and normals of an empty mesh."""
    count = found.triangle_count
    data.vertices.add(found.vertex_count)
    data.vertices.foreach_set("co", found.flat("positions"))
    data.loops.add(3 * count)
    data.loops.foreach_set("vertex_index", found.flat("triangles"))
    data.polygons.add(count)
    data.polygons.foreach_set("loop_start", range(0, 3 * count, 3))
    data.polygons.foreach_set("loop_total", [3] * count)
    data.polygons.foreach_set("use_smooth", [True] * count)
    names, indices = found.materials()
    for name in names:
        data.materials.append(bpy.data.materials.get(name) or bpy.data.materials.new(name))
    data.polygons.foreach_set("material_index", indices)
    data.uv_layers.new().data.foreach_set("uv", found.corner_uvs())
    data.update(calc_edges=True)
    data.validate(clean_customdata=False)
    compat.set_normals(data, found.array("normals").tolist())
