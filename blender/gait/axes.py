# SPDX-License-Identifier: GPL-3.0-or-later
"""The axes of Blender, and rest poses as blocks of floats."""
from array import array

from mathutils import Matrix

from . import gait_library

# From glTF (Y up) to Blender (Z up): (x, y, z) becomes (x, -z, y). Column by column.
TO_BLENDER = array("f", (1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1))


def matrix_of(floats):
    """The Matrix of 16 floats, column by column."""
    return Matrix([floats[row::4] for row in range(4)])


def floats_of(matrix):
    """16 floats, column by column."""
    return [number for column in matrix.transposed() for number in column]


def bone_names(skeleton):
    """The names that the bones of a skeleton of the library have in a new armature."""
    return [gait_library.cut_text(bone["name"]) for bone in skeleton.bones]


def matched_bones(owner, skeleton):
    """The bones of an armature that are those of a skeleton of the library, None where it lacks
    one. If necessary the case of letters is ignored, as games do."""
    bones, folded = owner.data.bones, {}
    for bone in bones:
        folded.setdefault(bone.name.lower(), bone)
    return [bones.get(name) or folded.get(name.lower()) for name in bone_names(skeleton)]


def to_blender(matrices):
    """The Matrix of each matrix of the library, in the axes of Blender."""
    turn = matrix_of(TO_BLENDER)
    return [turn @ matrix_of(matrix) for matrix in matrices]


def armature_rests(bones, rests):
    """The rest poses of matched_bones() as a block for the library. A bone that the armature lacks
    has the rest pose of the skeleton, which `rests` contains."""
    return array("f", [number for bone, rest in zip(bones, rests)
                       for number in floats_of(bone.matrix_local if bone else rest)])
