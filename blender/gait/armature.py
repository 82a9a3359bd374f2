# SPDX-License-Identifier: GPL-3.0-or-later
"""Armatures for the skeletons of game files."""
import os

import bpy
from mathutils import Vector

from . import axes, compat
from .problem import Problem, ScaleProblem

TOLERANCE = 0.001  # metres between the heads of bones that fit
SHORTEST, USUAL = 0.01, 0.1  # metres, of a bone
FAR = 1  # metres to a child; those of cameras and weapons make bones that are too long
AGAINST_PARENT = -0.93  # cosine of the angle to the parent
LEAF = 0.7  # length of a bone without children, of that of its parent


# --- whether an armature fits --------------------------------------------------------------------

def misfit(owner, opened):
    """A Problem if the clips of a Bank cannot be played by an armature, otherwise None.

    The bones that the clips move must exist with the same parents, and their heads must be where
    the skeleton of the Bank has them."""
    bones, used, pairs = axes.matched_bones(owner, opened.skeleton), set(opened.bones), []
    missing, wrong = [], []
    for bone, found, rest in zip(opened.skeleton.bones, bones,
                                 opened.rests):
        if found:
            pairs.append((found.name, found.matrix_local.translation, rest.translation))
            parent = None if bone["parent"] is None else bones[bone["parent"]]
            wrong += [found.name] * (found.parent != parent)
        elif bone["name"] in used:
            missing.append(bone["name"])
    scale = size_ratio(pairs)
    is_scaled = abs(scale - 1) > 0.01 and not moved(pairs, scale)
    for names, reason in ((missing, "it lacks the bone {}"), (wrong, "{} has another parent"),
                          ([] if is_scaled else moved(pairs, 1), "{} rests at another place")):
        if names:
            return misfit_problem(owner, opened, reason.format(listing(names)))
    return misfit_problem(owner, opened, f"it is {scale:.4g} times as large as the skeleton",
                          ScaleProblem, "undo its scale in Edit Mode, or deselect it to get a new "
                          "armature") if is_scaled else None


def misfit_problem(owner, opened, reason, kind=Problem,
                   advice="choose another skeleton, or a new armature as target"):
    return kind(f"{opened.name} does not fit the armature {owner.name}: {reason}", advice)


def listing(names):
    """Such as "head and 2 more"."""
    return names[0] + (f" and {len(names) - 1} more" if len(names) > 1 else "")


def size_ratio(pairs):
    """How much larger the first places are than the second ones."""
    sizes = [sum((pair[side] - pairs[0][side]).length for pair in pairs) for side in (1, 2)]
    return sizes[0] / sizes[1] if min(sizes) > TOLERANCE else 1


def moved(pairs, scale):
    """The bones whose places differ, when the second ones are scaled."""
    return [name for name, here, there in pairs
            if (here - there * scale).length > TOLERANCE * max(scale, 1)]


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
        names = [compat.cut_text(bone, compat.BONE_NAME_BYTES) for bone in part["bones"]]
        compat.group_bones(owner, part["name"], [name for name in names
                                                 if name in owner.data.bones])
