# SPDX-License-Identifier: GPL-3.0-or-later
"""Blocks of curves of the library, and the F-curves of actions."""
import contextlib
import functools
import hashlib
from array import array

import bpy

from . import compat, gait_library
from .problem import Problem

CHANNELS = (("rotation_quaternion", 4), ("location", 3))
CURVES_PER_BONE = 7
STEP, LINEAR = 0, 1  # the numbers of interpolations in foreach_set and foreach_get
GAME_FPS = 30
LARGEST = 1e18  # of a value whose square is a number
DENSE = 1.001  # times the interval of frames of a game


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


# --- the way back --------------------------------------------------------------------------------

@functools.lru_cache(maxsize=8)
def keys_of(bones):
    """(data path, index) of the curves of a block."""
    return [key for bone in bones for key in paths_of(bone)]


def read_block(action, owner, bones, fps=GAME_FPS):
    """(block, last frame, other paths, kinds) of an action: its keys as a block for the library,
    with 7 curves for each bone, without keys where the action has no such curve; the data paths of
    the remaining curves; and what is between keys that are farther apart than frames of a game: the
    numbers of interpolations, and None for curves that are muted or have modifiers."""
    found = {(curve.data_path, curve.array_index): curve
             for curve in compat.curves_of(action, owner)}
    parts, kinds, last = [], set(), 0.0
    for key in keys_of(tuple(bones)):
        curve = found.pop(key, None)
        points = curve.keyframe_points if curve else ()
        count = len(points)
        parts.append(count.to_bytes(4, "little"))
        if not count:
            continue
        numbers = array("f", bytes(8 * count))
        points.foreach_get("co", numbers)
        parts.append(numbers.tobytes())
        last = max(last, numbers[-2])
        if count > 1 and (numbers[-2] - numbers[0]) * GAME_FPS > (count - 1) * fps * DENSE:
            between = array("i", bytes(4 * count))
            points.foreach_get("interpolation", between)
            kinds.update(between[:-1])
        if curve.mute or len(curve.modifiers):
            kinds.add(None)
    return b"".join(parts), last, [path for path, _ in found], kinds


def fingerprint(action, owner=None):
    """A checksum of everything in an action that Write Back can read: keys, what is between them,
    markers and the range."""
    found = hashlib.sha1(repr((action.use_frame_range, action.frame_start, action.frame_end,
                               action.use_cyclic, [(marker.name, marker.frame) for marker
                                                   in action.pose_markers])).encode())
    for curve in compat.curves_of(action, owner):
        points = curve.keyframe_points
        numbers, between = array("f", bytes(8 * len(points))), array("i", bytes(4 * len(points)))
        points.foreach_get("co", numbers)
        if len(points) > 1:
            points.foreach_get("interpolation", between)
        found.update(f"{curve.data_path} {curve.array_index} {curve.mute} {len(curve.modifiers)}"
                     .encode("utf-8", "surrogateescape"))
        found.update(numbers)
        found.update(between)
    return found.hexdigest()


def invalid_key(action, owner):
    """(bone, frame) of a key of an action that is not a number or too large; None if there is
    none."""
    for curve in compat.curves_of(action, owner):
        numbers = array("f", bytes(8 * len(curve.keyframe_points)))
        curve.keyframe_points.foreach_get("co", numbers)
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
