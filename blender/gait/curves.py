# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks of curves of the library, and the F-curves of actions."""
import contextlib
import functools
import hashlib
import typing
from array import array

import bpy

from . import compat, gait_library
from .problem import Problem

CHANNELS = (("rotation_quaternion", 4), ("location", 3))
CURVES_PER_BONE = 7
STEP, LINEAR = 0, 1  # the numbers of interpolations in foreach_set and foreach_get
GAME_FPS = 30
LARGEST = 1e18  # of a value whose square is a number
COARSE = 0.13  # between components of rotations that are by more than about 30 degrees apart
DENSE = 1.001  # times the interval of frames of a game
TURNS = ("rotation_euler", "rotation_axis_angle")


def paths_of(bone):
    """(data path, index) of the curves of a bone, in the order of a block."""
    for channel, count in CHANNELS:
        for index in range(count):
            yield f'pose.bones["{bpy.utils.escape_identifier(bone)}"].{channel}', index


# --- import --------------------------------------------------------------------------------------

def new_template(owner, bones, first_frame):
    """An action with a key at the rest pose for all curves of the bones. Copies of it are faster
    than new actions."""
    action = bpy.data.actions.new("gait")
    make = compat.curve_maker(action, owner)
    for bone in bones:
        for path, index in paths_of(bone):
            curve = make(path, index, bone)
            points = curve.keyframe_points
            points.add(1)
            points.foreach_set("co", (first_frame, float(index == 0 and "rotation" in path)))
            points.foreach_set("interpolation", (LINEAR,))
            curve.update()
    return action


def places(found, bones):
    """The curves in the order of a block, with None for those of bones that are missing."""
    if all(bones):
        yield from found
        return
    left = iter(found)
    for bone in bones:
        for _ in range(CURVES_PER_BONE):
            yield next(left) if bone else None


def write_block(curves, block):
    """Sets the keys of the curves of a copied template. A curve without keys in the block stays at
    the rest pose. `curves` has None for a bone that the armature lacks."""
    for curve, (count, numbers) in zip(curves, gait_library.split_curves(block)):
        if count and curve:
            points = curve.keyframe_points
            if count > 1:
                points.add(count - 1)
                points.foreach_set("interpolation", array("i", (LINEAR,)) * count)
            points.foreach_set("co", numbers)
            if count > 1:
                curve.update()


def replace_keys(action, owner, bones, block):
    """Gives the curves of an action the keys of a block for the names of bones."""
    found = by_key(action, owner)
    own = [found.get(key) for key in keys_of(tuple(bones))]
    for points in [curve.keyframe_points for curve in own if curve]:
        while len(points) > 1:
            points.remove(points[-1], fast=True)
    write_block([curve if curve and curve.keyframe_points else None for curve in own], block)


def move_keys(action, owner, keys):
    """Moves the keys of an action, and their handles, as those of its clip: moved_keys()."""
    for points in [curve.keyframe_points for curve in compat.curves_of(action, owner)]:
        for name in ("co", "handle_left", "handle_right") if points else ():
            numbers = array("f", bytes(8 * len(points)))
            points.foreach_get(name, numbers)
            numbers[::2] = array("f", [gait_library.moved(each, keys) for each in numbers[::2]])
            points.foreach_set(name, numbers)


# --- the way back --------------------------------------------------------------------------------

@functools.lru_cache(maxsize=8)
def keys_of(bones):
    """(data path, index) of the curves of a block."""
    return [key for bone in bones for key in paths_of(bone)]


def by_key(action, owner):
    """{(data path, index): curve} of an action."""
    return {(curve.data_path, curve.array_index): curve
            for curve in compat.curves_of(action, owner)}


def numbers_of(points):
    """The frame and the value of each key of a curve."""
    numbers = array("f", bytes(8 * len(points)))
    points.foreach_get("co", numbers)
    return numbers


def kinds_of(points):
    """What is between the keys of a curve: numbers of interpolations."""
    if points and points[0].id_data.library:  # foreach_get() returns garbage
        found = points[0].bl_rna.properties["interpolation"].enum_items
        return array("i", [found[point.interpolation].value for point in points])[:-1]
    kinds = array("i", bytes(4 * len(points)))
    points.foreach_get("interpolation", kinds)
    return kinds[:-1]


class Keys(typing.NamedTuple):
    """The keys of an action."""
    block: bytes  # for the library: 7 curves per bone, without keys where the action has none
    frames: list  # with a key
    others: list  # the data paths of the remaining curves
    moments: set  # the frames with a key of these
    reasons: list  # why the action may not play as its keys do, in words
    is_stepped: bool  # values stay until the next key
    is_coarse: bool  # rotations are so far apart that Blender and games interpolate differently

    @property
    def last(self):
        """The last frame with a key; 0 without keys."""
        return [0.0, *self.frames][-1]


def read_keys(action, owner, bones, fps=GAME_FPS):
    """The Keys of an action for the names of bones."""
    found = by_key(action, owner)
    parts, kinds, reasons, columns, is_coarse = [], set(), set(), set(), False
    for key in keys_of(tuple(bones)):
        curve = found.pop(key, None)
        points = curve.keyframe_points if curve else ()
        count = len(points)
        parts.append(count.to_bytes(4, "little"))
        if not count:
            continue
        numbers = numbers_of(points)
        parts.append(numbers.tobytes())
        columns.add(numbers[::2].tobytes())  # mostly equal ones
        if count > 1 and (numbers[-2] - numbers[0]) * GAME_FPS > (count - 1) * fps * DENSE:
            kinds.update(kinds_of(points))
            is_coarse |= "rotation" in key[0] and any(abs(after - value) > COARSE for value, after
                                                      in zip(numbers[1::2], numbers[3::2]))
        if curve.mute:
            reasons.add("muted curves")
        if len(curve.modifiers):
            reasons.add("modifiers of curves")
        if count > 1 and curve.extrapolation != "CONSTANT":
            reasons.add("extrapolated curves")
    if kinds - {LINEAR} and kinds != {STEP}:
        reasons.add("curves that are not linear")
    if any(group.mute for group in compat.groups_of(action, owner)):
        reasons.add("muted groups of curves")
    others = [path for path, _ in found]
    moments = {frame for curve in found.values()
               for frame in numbers_of(curve.keyframe_points)[::2]}
    reasons.update(reason for path in others for reason in [reason_of(path, owner)] if reason)
    frames = sorted({frame for column in columns for frame in array("f", column)})
    return Keys(b"".join(parts), frames, others, moments, sorted(reasons), kinds == {STEP},
                is_coarse)


def reason_of(path, owner):
    """Why a curve that is not in a block may change what is seen; "" if it does not."""
    name, value = gait_library.bone_of(path), path.rpartition(".")[2]
    bone = owner.pose.bones.get(name) if name else None
    if not name or value in TURNS and not (bone and bone.rotation_mode != "QUATERNION"):
        return ""
    return {"scale": "keys of scale"}.get(value) or (
        "Euler angles" if value in TURNS else "keys of other properties")


def channel_of(mode):
    """The name of the property that a rotation mode of a bone uses."""
    return {"QUATERNION": "rotation_quaternion", "AXIS_ANGLE": "rotation_axis_angle"}.get(
        mode, "rotation_euler")


def moved_by(paths):
    """{(bone, still escaped; property)} of data paths; the bone is "" for other paths."""
    return {(gait_library.bone_of(path), path.rpartition(".")[2]) for path in paths}


def rename_bones(action, owner):
    """Lets curves move bones whose names were changed only in the case of letters, as games read
    them: Blender does this only in the action that the armature plays. Returns the new names."""
    names, folded = owner.data.bones, None
    changed = []
    for curve in compat.curves_of(action, owner):
        old = gait_library.bone_of(curve.data_path)
        if old and old not in names:
            folded = folded or {bpy.utils.escape_identifier(bone.name).lower(): bone.name
                                for bone in names}
            new = folded.get(old.lower())
            if new:
                curve.data_path = curve.data_path.replace(
                    old, bpy.utils.escape_identifier(new), 1)
                changed.append(new)
    return sorted(set(changed))


def content_of(action, owner):
    """Everything in an action that Write Back can read: (the range, markers and what is muted,
    [(a curve, its keys, what is between them)])."""
    return (action.use_frame_range, action.frame_start, action.frame_end, action.use_cyclic,
            [(marker.name, marker.frame) for marker in action.pose_markers],
            [group.name.lower() for group in compat.groups_of(action, owner) if group.mute]), [
        ((curve.data_path.lower(), curve.array_index, curve.mute, len(curve.modifiers),
          curve.extrapolation), numbers_of(curve.keyframe_points), kinds_of(curve.keyframe_points))
        for curve in compat.curves_of(action, owner)]


def fingerprint(action, owner):
    """A checksum of the content of an action."""
    rest, found = content_of(action, owner)
    digest = hashlib.sha1(repr(rest).encode())
    for curve, numbers, kinds in found:
        digest.update(repr(curve).encode())
        digest.update(numbers)
        digest.update(kinds)
    return digest.hexdigest()


def invalid_key(action, owner):
    """(bone, frame) of a key of an action that is not a number or too large; None if there is
    none."""
    for curve in compat.curves_of(action, owner):
        numbers = numbers_of(curve.keyframe_points)
        for frame, value in zip(numbers[::2], numbers[1::2]):
            if not (abs(frame) < LARGEST and abs(value) < LARGEST):
                return gait_library.bone_of(curve.data_path) or curve.data_path, frame
    return None


@contextlib.contextmanager
def naming(action, owner):
    """Adds the action, the bone and the frame to an error about keys."""
    try:
        yield
    except gait_library.GaitError as error:
        bone, frame = invalid_key(action, owner) or ("", 0)
        if not bone:
            raise Problem(f"{action.name}: {error.message}", "correct or deselect it") from None
        raise Problem(f"{action.name}: the key of {bone} in frame {frame:.4g} is not a number, or "
                      "too large", "delete this key, or enter a value") from None
