# SPDX-License-Identifier: GPL-3.0-or-later
"""Armatures for the skeletons of game files."""
import os

import bpy
from mathutils import Vector

from . import axes, compat, gait_library
from .problem import Problem, ScaleProblem

SHORTEST, USUAL = 0.01, 0.1  # metres, of a bone
FAR = 1  # metres to a child; those of cameras and weapons make bones that are too long
AGAINST_PARENT = -0.93  # cosine of the angle to the parent
LEAF = 0.7  # length of a bone without children, of that of its parent


def misfit(owner, opened):
    """A Problem if the clips of a Bank cannot be played by an armature, otherwise None."""
    found = [bone and gait_library.ArmatureBone(bone.name, bone.parent and bone.parent.name,
                                                bone.matrix_local.translation)
             for bone in axes.matched_bones(owner, opened.skeleton)]
    heads = [rest.translation for rest in opened.rests]
    problem = gait_library.misfit(opened.skeleton.bones, heads, opened.bones, found)
    if not problem:
        return None
    text = f"{opened.name} does not fit the armature {owner.name}: {problem.reason}"
    if problem.is_scaled:
        return ScaleProblem(text, "undo its scale in Edit Mode, or deselect it to get a new "
                            "armature")
    return Problem(text, "choose another skeleton, or a new armature as target")


# --- new armatures -------------------------------------------------------------------------------

def create(context, opened, parts):
    """A new armature object for a Bank, selected and active, in the active collection."""
    data = bpy.data.armatures.new(os.path.splitext(opened.name)[0])
    owner = bpy.data.objects.new(data.name, data)
    context.collection.objects.link(owner)
    if not owner.visible_get(view_layer=context.view_layer):
        context.collection.objects.unlink(owner)
        context.scene.collection.objects.link(owner)
    activate(context, owner)
    bpy.ops.object.mode_set(mode="EDIT")
    try:
        add_bones(data.edit_bones, opened)
    finally:
        bpy.ops.object.mode_set(mode="OBJECT")
    add_parts(owner, parts)
    return owner


def active(context):
    """The active object if it is an armature, otherwise None."""
    found = context.view_layer.objects.active
    return found if found and found.type == "ARMATURE" else None


def activate(context, owner):
    """Makes an object the only selected one, in object mode."""
    before = context.view_layer.objects.active
    if before and before.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for each in context.selected_objects:
        each.select_set(False)
    owner.select_set(True)
    context.view_layer.objects.active = owner


def remove(owner):
    """Removes an armature object with its data."""
    bpy.data.armatures.remove(owner.data)  # also removes the object


def add_bones(edit_bones, opened):
    """Adds the bones. Each points to its children; its own axes are not those of the game."""
    names, rests = axes.bone_names(opened.skeleton), opened.rests
    parents = [bone["parent"] for bone in opened.skeleton.bones]
    shapes = []  # (direction in the axes of the game's bone, length) per bone
    for index, (name, rest, parent) in enumerate(zip(names, rests, parents)):
        bone = edit_bones.new(name)
        if bone.name != name:
            raise Problem(f"the skeleton has two bones with the name {name}",
                          "rename one of them in the game's files")
        bone.parent = None if parent is None else edit_bones[names[parent]]
        children = [rests[child].translation for child, of in enumerate(parents) if of == index]
        shapes.append(shape_of(rest, children, None if parent is None else shapes[parent]))
        direction, length = shapes[-1]
        axes_of_game = rest.to_3x3()
        bone.head = rest.translation
        bone.tail = rest.translation + length * precise_axis(axes_of_game @ direction, bone.parent)
        bone.align_roll(axes_of_game @ (direction.to_track_quat("Y", "Z") @ Vector((0, 0, 1))))


def shape_of(rest, children, parent):
    """The direction and the length of a bone, to the middle of its children that are near."""
    near = [child for child in children if SHORTEST < (child - rest.translation).length < FAR]
    middle = sum(near, Vector()) / max(1, len(near)) - rest.translation
    if near and middle.length > SHORTEST:
        return rest.to_3x3().transposed() @ middle.normalized(), middle.length
    direction, length = parent or (Vector((0, 1, 0)), USUAL)
    return direction, max(SHORTEST, min(USUAL, LEAF * length))


def precise_axis(axis, parent):
    """A direction of a bone for which Blender computes precise axes. Those of bones that point
    nearly, but not exactly, against their parent are off by up to 1e-5."""
    along = (parent.tail - parent.head).normalized() if parent else axis
    return -along if axis.dot(along) < AGAINST_PARENT else axis


def add_parts(owner, parts):
    """Adds the parts of a bank ("name" and "bones") as bone collections or groups."""
    for part in parts:
        names = [each for each in map(gait_library.cut_text, part["bones"])
                 if each in owner.data.bones]
        compat.group_bones(owner, part["name"], names)
