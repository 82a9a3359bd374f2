# SPDX-License-Identifier: GPL-3.0-or-later
"""Armatures for the skeletons of game files."""
import os

import bpy

from . import axes, compat, gait_library
from .problem import Problem, ScaleProblem


NEAR = 0.01  # metres between a bone that is missing and one that may be it


def misfit(owner, opened):
    """A Problem if the clips of a Bank cannot be played by an armature, otherwise None."""
    problem = misfit_of(owner, opened.skeleton, opened.rests, opened.bones, opened.name)
    if problem or not opened.clips:
        return problem
    bones = axes.matched_bones(owner, opened.skeleton)
    try:  # the library compares places more exactly
        opened.file.edited(opened.skeleton, axes.armature_rests(bones, opened.rests),
                           axes.TO_BLENDER).close()
    except gait_library.GaitError as error:
        return Problem(f"{opened.name} does not fit the armature {owner.name}: {error.message}",
                       "choose another skeleton, or a new armature as target")
    return None


def misfit_of(owner, skeleton, rests, used, name):
    """A Problem if an armature does not fit a skeleton of the library with these rest poses (a
    Matrix per bone), otherwise None. It must have the bones whose names are `used`."""
    found = [bone and gait_library.ArmatureBone(bone.name, bone.parent and bone.parent.name,
                                                bone.matrix_local.translation)
             for bone in axes.matched_bones(owner, skeleton)]
    heads = [rest.translation for rest in rests]
    problem = gait_library.misfit(skeleton.bones, heads, used, found)
    if not problem:
        return None
    text = f"{name} does not fit the armature {owner.name}: {problem.reason}"
    if problem.is_scaled:
        return ScaleProblem(text, "undo its scale in Edit Mode, or deselect it to get a new "
                            "armature")
    return Problem(text, "choose another skeleton, or a new armature as target")


def check_new(owner, skeleton, rests):
    """Raises Problem if an armature does not fit the skeleton of a new file. Returns notes about
    bones that it lacks, and that nothing replaces."""
    bones = axes.matched_bones(owner, skeleton)
    if not any(bones):
        raise Problem(f"{owner.name} has no bone of this skeleton", "choose another one")
    others = [bone for bone in owner.data.bones if bone.use_deform and bone not in bones]
    missing = []
    for bone, rest, own in zip(skeleton.bones, rests, bones):
        above = None if bone["parent"] is None else bones[bone["parent"]]
        here = [other.name for other in others if other.parent == above and (
            other.matrix_local.translation - rest.translation).length < NEAR]
        missing += [] if own else [bone["name"]]
        if not own and here:
            raise Problem(f"{owner.name} lacks the bone {bone['name']}, and has {here[0]} at its "
                          "place", f"rename {here[0]}, or turn off its Deform if it is another "
                          "bone")
    problem = misfit_of(owner, skeleton, rests, (), f"the skeleton {skeleton.name}".strip())
    if problem:
        raise Problem(problem.message, "undo that in Edit Mode, or choose the skeleton of this "
                      "armature")
    return [f"{owner.name} lacks {gait_library.listing(missing)} of the skeleton: at rest in the "
            "file"] if missing else []


# --- new armatures -------------------------------------------------------------------------------

def create(context, opened, parts):
    """A new armature object for a Bank, selected and active, in the active collection."""
    data = bpy.data.armatures.new(os.path.splitext(opened.name)[0])
    owner = bpy.data.objects.new(data.name, data)
    owner.show_in_front = True  # of the cube in new files
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


def add_bones(edit_bones, opened):
    """Adds the bones. Each points to its children; its own axes are not those of the game."""
    names = axes.bone_names(opened.skeleton)
    parents = [bone["parent"] for bone in opened.skeleton.bones]
    shapes = gait_library.bone_shapes([axes.floats_of(rest) for rest in opened.rests], parents)
    for name, shape, parent in zip(names, shapes, parents):
        bone = edit_bones.new(name)
        if bone.name != name:
            raise Problem(f"the skeleton has two bones with the name {name}",
                          "rename one of them in the game's files")
        bone.parent = None if parent is None else edit_bones[names[parent]]
        bone.head, bone.tail = shape.head, shape.tail
        bone.align_roll(shape.roll)


def add_parts(owner, parts):
    """Adds the parts of a bank ("name" and "bones") as bone collections or groups."""
    for part in parts:
        names = [each for each in map(gait_library.cut_text, part["bones"])
                 if each in owner.data.bones]
        compat.group_bones(owner, part["name"], names)
