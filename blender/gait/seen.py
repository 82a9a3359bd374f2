# SPDX-License-Identifier: GPL-3.0-or-later
"""What is seen of an action: the poses that Blender shows, and how they differ from a file."""
import contextlib
import math
from array import array

from mathutils import Quaternion, Vector

from . import axes, browse, compat, curves, gait_library
from .problem import Problem

DEGREES, METRES, SCALE = 0.1, 0.0005, 0.001  # smaller differences are not reported
NEAR_POSE = 0.01, 0.00005, SCALE  # of a pose without keys
REST = {name: values * (size // len(values)) for (name, size), values in zip(
    browse.POSE.items(), ((0.0,), (1.0, 0.0, 0.0, 0.0), (0.0,), (0.0, 0.0, 1.0, 0.0), (1.0,)))}
UNIT = Vector((1, 1, 1))
ALL, FEW = 2000, 9  # frames that are compared: of an edited action and of all others, of each one


# --- reasons -------------------------------------------------------------------------------------

def reasons(owner):
    """Why bones may be seen otherwise than actions say, in words."""
    bones, animations = owner.pose.bones, (owner.animation_data, owner.data.animation_data)
    return [reason for reason, is_so in (
        ("constraints", any(not each.mute for bone in bones for each in bone.constraints)),
        ("drivers", any(data and data.drivers for data in animations)),
        ("rotation modes", any(bone.rotation_mode != "QUATERNION" for bone in bones)),
        ("Inherit Rotation", any(not bone.use_inherit_rotation for bone in owner.data.bones)),
        ("Local Location", any(not bone.use_local_location for bone in owner.data.bones)),
        ("connected bones", any(bone.use_connect for bone in owner.data.bones)),
        ("the action of the armature data", animations[1] and animations[1].action)) if is_so]


def layers(owner):
    """The names of the NLA tracks that change what is seen besides the action."""
    data = owner.animation_data
    if not data or not data.use_nla:
        return []
    return [track.name for track in data.nla_tracks if not track.mute and any(
        not strip.mute for strip in track.strips)]


def moments(owner):
    """The frames with keys of objects that constraints follow."""
    targets = {getattr(each, "target", None) for bone in owner.pose.bones
               for each in bone.constraints} - {None, owner}
    played = [(each.animation_data.action, each) for each in targets
              if each.animation_data and each.animation_data.action]
    return {frame for action, target in played for curve in compat.curves_of(action, target)
            for frame in curves.numbers_of(curve.keyframe_points)[::2]}


# --- poses ---------------------------------------------------------------------------------------

@contextlib.contextmanager
def evaluated(context, owner):
    """Meanwhile Blender evaluates the armature, also if it is hidden or in Rest Position, and its
    pose, action and frame can be changed. Raises Problem."""
    data, scene, bones = owner.animation_data, context.scene, owner.pose.bones
    if owner.mode == "EDIT" or data and data.use_tweak_mode:
        raise Problem(f"{owner.name} is in Edit Mode or in the tweak mode of the NLA editor",
                      "leave that mode")
    state, frame = compat.action_state(owner), (scene.frame_current, scene.frame_subframe)
    uses_nla, position, is_hidden = owner.animation_data.use_nla, owner.data.pose_position, \
        owner.hide_viewport
    pose, is_linked = read_pose(bones), False
    try:
        owner.data.pose_position, owner.hide_viewport = "POSE", False
        if not is_evaluated(context, owner) and owner.name not in scene.collection.objects:
            scene.collection.objects.link(owner)  # its own collections are hidden
            is_linked = True
        if not is_evaluated(context, owner):
            raise Problem(f"Blender does not evaluate {owner.name}, which is hidden",
                          "make it visible in the view layer")
        yield
    finally:
        if is_linked:
            scene.collection.objects.unlink(owner)
        owner.data.pose_position, owner.hide_viewport = position, is_hidden
        owner.animation_data.use_nla = uses_nla
        compat.restore_action(owner, *state)
        scene.frame_set(frame[0], subframe=frame[1])
        write_pose(bones, pose)
        owner.update_tag(refresh={"DATA"})


def is_evaluated(context, owner):
    return owner.evaluated_get(context.evaluated_depsgraph_get()).is_evaluated


def read_pose(bones):
    pose = {name: array("f", bytes(4 * size * len(bones))) for name, size in browse.POSE.items()}
    for name, values in pose.items():
        bones.foreach_get(name, values)
    return pose


def write_pose(bones, pose):
    for name, values in pose.items():
        bones.foreach_set(name, values)


def go_to_rest(owner):
    """Puts all bones at rest. What is animated or driven changes again at the next frame_set()."""
    bones = owner.pose.bones
    write_pose(bones, {name: array("f", values * len(bones)) for name, values in REST.items()})
    owner.update_tag()


def poses_of(context, owner, action, frames):
    """For each frame of an action a block of the matrices of all bones, as they are seen. Only in
    the action that the armature plays, what has no keys stays as it is posed, and NLA tracks take
    part."""
    poses, block = [], array("f", bytes(64 * len(owner.pose.bones)))
    with evaluated(context, owner):
        is_played = compat.action_state(owner)[0] == action
        if not is_played:
            owner.animation_data.use_nla = False
            compat.assign_action(owner, action)
            go_to_rest(owner)
        for frame in frames:
            context.scene.frame_set(math.floor(frame), subframe=frame % 1)
            graph = context.evaluated_depsgraph_get()
            owner.evaluated_get(graph).pose.bones.foreach_get("matrix", block)
            poses.append(block.tobytes())
    return poses


def unkeyed(context, owner, names=None):
    """(action, Difference) if the pose of bones with these names, None: of all, differs from the
    action that the armature plays, because no key was inserted; otherwise None. The pose of an
    armature that is hidden does not follow the frames."""
    action = owner.animation_data and owner.animation_data.action
    if not action or layers(owner) or not is_evaluated(context, owner):
        return None
    bones, before = owner.pose.bones, [bone.matrix_basis.decompose() for bone in owner.pose.bones]
    with evaluated(context, owner):
        go_to_rest(owner)
        context.scene.frame_set(context.scene.frame_current, subframe=context.scene.frame_subframe)
        after = [bone.matrix_basis.decompose() for bone in bones]
    found = largest([(bone.name, context.scene.frame_current, *pair)
                     for bone, *pair in zip(bones, before, after)
                     if names is None or bone.name.lower() in names], *NEAR_POSE)
    return (action, found) if found.text or found.scale[1] else None


# --- differences ---------------------------------------------------------------------------------

def local_rests(rests, parents):
    """(place, rotation, scale) of rest poses relative to their parents. `rests` are Matrices."""
    return [(rest if parent is None else rests[parent].inverted() @ rest).decompose()
            for rest, parent in zip(rests, parents)]


def locals_of(block, rows, parents, rests):
    """(place, rotation, scale) of each bone relative to its rest pose, as the keys of a clip have
    it; None where the armature lacks the bone or its parent. `rests` are those of local_rests()."""
    found, poses = [], memoryview(block).cast("f")
    models = [None if row < 0 else axes.matrix_of(poses[16 * row:16 * row + 16]).decompose()
              for row in rows]
    for model, parent, rest in zip(models, parents, rests):
        above = None if parent is None else models[parent]
        if not model or parent is not None and not above:
            found.append(None)
            continue
        place, turn, scale = model
        if above:
            back = above[1].inverted()
            place, turn = back @ (place - above[0]), back @ turn
            scale = Vector(own / (other or 1) for own, other in zip(scale, above[2]))
        back = rest[1].inverted()
        found.append((back @ (place - rest[0]), back @ turn, scale))
    return found


def largest(rows, degrees=DEGREES, metres=METRES, scale=SCALE):
    """The Difference of (bone, frame, seen, wanted): each (place, rotation, scale)."""
    worst = [(degrees, "", 0), (metres, "", 0), (1 + scale, "", 0)]
    for bone, frame, seen, wanted in rows:
        gaps = (seen[1] - wanted[1]).magnitude, (seen[1] + wanted[1]).magnitude
        amounts = (math.degrees(4 * math.asin(min(1, min(gaps) / 2))),
                   (seen[0] - wanted[0]).length,
                   max(max(abs(a / b), abs(b / a)) if a and b else math.inf
                       for a, b in zip(seen[2], wanted[2])))
        for kind, amount in enumerate(amounts):
            if amount > worst[kind][0]:
                worst[kind] = amount, bone, frame
    factor, bone, frame = worst[2]
    return gait_library.Difference(*(each if each[1] else (0, "", 0) for each in worst[:2]),
                                   (factor if bone else 1, bone, frame))


def interpolated(own, other, part):
    """What games show of a bone between two poses in the form of locals_of()."""
    return own[0].lerp(other[0], part), own[1].slerp(other[1], part), own[2]


def wanted_of(rows):
    """The poses of a clip of the library in the form of locals_of()."""
    return [(Vector(row[4:]), Quaternion(row[:4]), UNIT) for row in rows]
