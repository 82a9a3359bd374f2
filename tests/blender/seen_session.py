"""Run in Blender: what is written is what is seen, or a message names the clip and the bone.

The arguments are the folder of the add-on and a JSON file: {"samples": folder, "long": path of an
RTM with many keys, "phases": {name: path} of RTM files with few keys}; then names of cases, by
default all."""
import json
import math
import pathlib
import random
import shutil
import sys
import time

import bpy
import numpy
from mathutils import Quaternion, Vector

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import session  # noqa: E402  Blender does not look in this folder

OUT = pathlib.Path(session.ARGUMENTS[1]).parent / "seen"
WRITTEN_MM, WRITTEN_DEGREES = 0.05, 0.01  # quantised keys of a bank
HALF_MM, HALF_DEGREES = 0.1, 0.01  # keys between two frames of the game
EVEN_MM, EVEN_DEGREES = 0.3, 0.1  # between keys: Blender and games interpolate differently
FRAMES = (0, 3, 8, 16, 31)  # of the clip walk
HEAD, NECK, THIGH = "bip01_head", "bip01_neck", "bip01_l_thigh"


# --- helpers -------------------------------------------------------------------------------------

def fresh(samples, name="stalker.omf", clip="walk", **options):
    """A copy of a sample in an empty folder, imported: (its path, the armature, the action)."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    shutil.copy(samples / name, OUT)
    session.empty_file(30)
    owner = session.import_file(OUT / name, **options)
    session.module("compat").assign_action(owner, bpy.data.actions[clip])
    bpy.context.scene.frame_set(0)
    return OUT / name, owner, bpy.data.actions[clip]


def plan_of(owner, **options):
    writer = session.module("writer")
    [plan] = writer.compare(bpy.context, owner, writer.Options(**options))
    return plan


def notes_of(owner, **options):
    return " ".join(plan_of(owner, **options).notes)


def changed_by(owner, **options):
    return sorted(plan_of(owner, **options).changed)


def curves_of(owner, bone, channel="rotation_quaternion"):
    data = owner.animation_data
    path = f'pose.bones["{bone}"].{channel}'
    return sorted((curve for curve in session.module("compat").curves_of(data.action, owner)
                   if curve.data_path == path), key=lambda curve: curve.array_index)


def seen(owner, frames=FRAMES):
    return [session.pose(owner, frame) for frame in frames]


def written(path, clip="walk", frames=FRAMES):
    """The poses of a file, computed by the library."""
    opened = session.module("bank").open_bank(path)
    index = [each["name"] for each in opened.clips].index(clip)
    found = opened.clip(index)
    times, count = found.times.tolist(), opened.clips[index]["frames"] - 1
    return [session.library_pose(found, times[0] + (times[-1] - times[0]) * frame / max(1, count),
                                 opened) for frame in frames]


def apart(found, wanted):
    """(millimetres, degrees): the largest of all poses."""
    return [max(pair) for pair in zip(*(session.difference(here, {
        name: (head, turn) for name, (head, turn, *_) in there.items()})
        for here, there in zip(found, wanted)))]


def check_seen(path, owner, reason, wanted=None, others=(), **options):
    """Without sampling, a note names the clip, a bone, and the reason. Sampled, the file has what
    is seen, and no other clip is changed."""
    wanted = wanted or seen(owner)
    before = {name: written(path, name, (0, 5)) for name in ("salute", "idle")}
    text = notes_of(owner, **options)
    assert "seen otherwise" in text and "walk " in text and "bip01" in text, text
    assert "Sample Visually" in text and reason in text, text
    plan = plan_of(owner, sample=True, **options)
    assert plan.changed == {"walk", *others}, plan.changed
    assert not any("walk " in note for note in plan.notes if "seen otherwise" in note), plan.notes
    assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
    distance, degrees = apart(wanted, written(path))
    assert distance < WRITTEN_MM and degrees < WRITTEN_DEGREES, (reason, distance, degrees)
    for name, poses in before.items():
        assert name in others or max(apart(poses, written(path, name, (0, 5)))) == 0, name
    assert apart(wanted, seen(owner))[0] == 0, "the scene was changed"


def refusal(operator, **options):
    before = {path.name: path.read_bytes() for path in OUT.iterdir()}
    try:
        operator(**options)
    except RuntimeError as error:
        text = str(error)
    else:
        raise AssertionError("it did not fail")
    assert "Traceback" not in text, text
    assert {path.name: path.read_bytes() for path in OUT.iterdir()} == before, text
    return text


def turn_off(owner, bone, name):
    setattr(owner.data.bones[bone], name, False)


def limit(owner, bone=HEAD):
    """A constraint that changes every clip."""
    constraint = owner.pose.bones[bone].constraints.new("LIMIT_ROTATION")
    constraint.owner_space = "LOCAL"
    constraint.use_limit_x, constraint.min_x, constraint.max_x = True, 0.4, 0.4


# --- what Blender shows otherwise than its keys --------------------------------------------------

def check_muted_curves(samples):
    path, owner, _ = fresh(samples)
    for curve in curves_of(owner, THIGH):
        curve.mute = True
    check_seen(path, owner, "muted curves")


def check_sampled_before(samples):
    """A clip that was sampled and not edited since is not written again by its keys; an edit, or
    the end of what made it look otherwise, writes it."""
    for name in ("mute", "constraint"):
        path, owner, _ = fresh(samples)
        if name == "mute":
            for curve in curves_of(owner, THIGH):
                curve.mute = True
        else:
            limit(owner)
        wanted = seen(owner)
        assert bpy.ops.gait.write_back(sample=True, actions="walk") == {"FINISHED"}
        after = path.read_bytes()
        for options in ({}, {"sample": True}):
            assert not changed_by(owner, **options), name
            text = notes_of(owner, only=["walk"], **options)
            assert "Edit Mode" not in text and "otherwise" not in text, text
        assert bpy.ops.gait.write_back() == {"FINISHED"} and path.read_bytes() == after
        assert apart(wanted, written(path))[0] < WRITTEN_MM
        insert(owner, NECK, 8, 0.3)
        assert changed_by(owner) == ["walk"] and "seen otherwise than keyed" in notes_of(owner)
    bpy.data.objects[owner.name].pose.bones[HEAD].constraints[0].mute = True
    assert changed_by(owner) == ["walk"] and not notes_of(owner), notes_of(owner)


def check_sampled_stale(samples):
    """A clip that was sampled is named when what made it look otherwise has changed since: the
    influence of a constraint, or the keys of its target. It stays as it is until it is sampled."""
    for change in ("influence", "target"):
        path, owner, _ = fresh(samples)
        target = bpy.data.objects.new("target", None)
        bpy.context.scene.collection.objects.link(target)
        constraint = owner.pose.bones[HEAD].constraints.new("COPY_ROTATION")
        constraint.target, constraint.influence = target, 0.5
        assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
        after = path.read_bytes()
        assert "sampled before" not in notes_of(owner), notes_of(owner)
        if change == "influence":
            constraint.influence = 1
        else:
            for frame in (0, 20):
                target.rotation_euler.x = frame / 10
                target.keyframe_insert("rotation_euler", frame=frame)
        for action in ("walk", "idle"):
            session.module("compat").assign_action(owner, bpy.data.actions[action])
            found = notes_of(owner)
            assert not changed_by(owner) and "seen otherwise than sampled before" in found, found
            assert "walk" in found.partition("sampled before")[2] and HEAD in found, found
            assert bpy.ops.gait.write_back() == {"FINISHED"} and path.read_bytes() == after
        session.module("compat").assign_action(owner, bpy.data.actions["walk"])
        wanted = seen(owner)
        assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
        assert apart(wanted, written(path))[0] < WRITTEN_MM
        assert "sampled before" not in notes_of(owner), notes_of(owner)


def check_sampled_linear(samples):
    """A sampled clip stays also if nothing but its edit was the reason, and a clip whose constraint
    was removed is not taken for one of bones that were rotated."""
    path, owner, _ = fresh(samples)
    for _, points in points_of(owner):
        for point in reversed(points):
            if point.co.x % 8:
                points.remove(point)
    assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
    after = path.read_bytes()
    for sample in (True, False):
        assert bpy.ops.gait.write_back(sample=sample) == {"FINISHED"} and path.read_bytes() == after
    path, owner, _ = fresh(samples)
    limit(owner)
    assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
    constraints = owner.pose.bones[HEAD].constraints
    constraints.remove(constraints[0])
    assert changed_by(owner) == ["walk"] and "Edit Mode" not in notes_of(owner), notes_of(owner)


def spread_keys(owner, bone, step, flip):
    """What leaves few keys in a bone: large rotations, or other signs of the same rotations."""
    for curve in curves_of(owner, bone):
        for point in reversed(curve.keyframe_points):
            if point.co.x % step:
                curve.keyframe_points.remove(point)
        for number, point in enumerate(curve.keyframe_points):
            point.interpolation = "LINEAR"
            if flip and number % 2:
                point.co.y *= -1
        curve.update()
    if not flip:
        insert(owner, bone, 16, 2.9)
        for curve in curves_of(owner, bone):
            for point in curve.keyframe_points:
                point.interpolation = "LINEAR"


def check_sampled_later(samples):
    """The advice of a first write leads to what is seen: Sample Visually also samples an action
    whose keys were written, and then the file stays as it is."""
    for name, bone, flip in (("stalker.omf", THIGH, True), ("stalker.omf", THIGH, False),
                             ("walk.rtm", "LeftArm", False)):
        path, owner, _ = fresh(samples, name)
        spread_keys(owner, bone, 8, flip)
        frames, even = (0, 3, 8, 10, 16), name != "stalker.omf"
        wanted = seen(owner, frames)
        assert "tick Sample Visually" in notes_of(owner)
        assert bpy.ops.gait.write_back() == {"FINISHED"}
        assert apart(wanted, written(path, frames=frames))[1] > 1
        assert "tick Sample Visually" in notes_of(owner), notes_of(owner)
        assert changed_by(owner, sample=True) == ["walk"]
        assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
        distance, degrees = apart(wanted, written(path, frames=frames))
        assert distance < (EVEN_MM if even else WRITTEN_MM), (name, flip, distance)
        assert degrees < (EVEN_DEGREES if even else WRITTEN_DEGREES), (name, flip, degrees)
        after = path.read_bytes()
        for sample in (True, False):
            assert "otherwise" not in notes_of(owner, sample=sample), notes_of(owner, sample=sample)
            assert bpy.ops.gait.write_back(sample=sample) == {"FINISHED"}
            assert path.read_bytes() == after
    path, owner, _ = fresh(samples)  # the others have their own keys
    spread_keys(owner, THIGH, 8, True)
    assert changed_by(owner, sample=True, unedited=True) == ["walk"]


def check_short_deviations(samples):
    """What is seen otherwise in a few frames only is named: by a driver, by an object that is
    followed, and by an influence with keys; in the action that is played, in another one, and in
    an edited one of 805 frames."""
    for clip, by in (("salute", "driver"), ("salute", "target"), ("idle", "driver"),
                     ("idle", "influence")):
        _, owner, action = fresh(samples, clip="salute")
        empty = bpy.data.objects.new("followed", None)
        bpy.context.collection.objects.link(empty)
        limit = owner.pose.bones[HEAD].constraints.new("COPY_LOCATION")
        limit.target, limit.use_offset = empty, True
        if by == "driver":
            empty.location = 0, 0, 0.3
            limit.driver_add("influence").driver.expression = "41 <= frame <= 42"
        elif by == "target":
            for frame, height in ((40, 0), (41, 0.3), (43, 0)):
                empty.location = 0, 0, height
                empty.keyframe_insert("location", frame=frame)
        else:
            empty.location = 0, 0, 0.3
            session.module("compat").assign_action(owner, bpy.data.actions[clip])
            for frame, part in ((40, 0), (41, 1), (42, 0)):
                limit.influence = part
                limit.keyframe_insert("influence", frame=frame)
            session.module("compat").assign_action(owner, action)
        text = notes_of(owner)
        assert "seen otherwise" in text and f"{clip} " in text and HEAD in text, (clip, by, text)
    _, owner, action = fresh(samples, "walk.rtm", duration=26.8)
    insert(owner, "LeftArm", 100, 0.5)
    limit = owner.pose.bones["LeftHand"].constraints.new("LIMIT_LOCATION")
    limit.use_min_z, limit.min_z = True, 3
    limit.driver_add("influence").driver.expression = "402 <= frame <= 403"
    assert "mm LeftHand" in notes_of(owner), notes_of(owner)


def check_scene_rate(samples):
    """Another frame rate of the scene than that of the import is named."""
    _, owner, _ = fresh(samples)
    bpy.context.scene.render.fps = 24
    assert not notes_of(owner)
    insert(owner, HEAD, 16, 0.3)
    assert "another frame rate (24)" in notes_of(owner), notes_of(owner)


def check_poses_of_others(samples):
    """No pose is reported as one without keys because an armature is hidden, or because a bone that
    the file lacks was posed by the action of another file."""
    _, owner, _ = fresh(samples)
    insert(owner, HEAD, 16, 0.8)
    bpy.context.scene.frame_set(16)
    for hide in (lambda is_hidden: setattr(owner, "hide_viewport", is_hidden), owner.hide_set):
        hide(True)
        bpy.context.scene.frame_set(0)
        assert "the pose differs" not in notes_of(owner), notes_of(owner)
        hide(False)
    _, owner, _ = fresh(samples, "walk.rtm")
    bpy.ops.object.mode_set(mode="EDIT")
    owner.data.edit_bones.new("gun").tail = 0, 0, 0.1
    bpy.ops.object.mode_set(mode="OBJECT")
    owner.pose.bones["gun"].rotation_quaternion = 0, 1, 0, 0
    assert "the pose differs" not in notes_of(owner), notes_of(owner)


def check_muted_group(samples):
    path, owner, action = fresh(samples)
    before = seen(owner)
    next(each for each in session.module("compat").groups_of(action, owner)
         if each.name == THIGH).mute = True
    if apart(seen(owner), before)[1] > 1:
        check_seen(path, owner, "muted groups")
    else:  # Blender 5 plays muted groups
        assert not plan_of(owner).notes and not changed_by(owner, sample=True)


def check_euler_without_keys(samples):
    path, owner, _ = fresh(samples)
    owner.pose.bones[THIGH].rotation_mode = "XYZ"
    owner.pose.bones[THIGH].rotation_euler = 0, 0, 0
    check_seen(path, owner, "rotation modes")


def check_euler_with_keys(samples):
    path, owner, _ = fresh(samples)
    bone = owner.pose.bones[THIGH]
    bone.rotation_mode, bone.rotation_euler = "XYZ", (0.5, 0, 0)
    bone.keyframe_insert("rotation_euler", frame=0)
    check_seen(path, owner, "Euler angles")


def check_inheritance(samples):
    path, owner, _ = fresh(samples)
    turn_off(owner, HEAD, "use_inherit_rotation")
    check_seen(path, owner, "Inherit Rotation")


def check_local_location(samples):
    path, owner, action = fresh(samples)
    bone = owner.pose.bones[HEAD]
    bone.location = 0.1, 0, 0
    bone.keyframe_insert("location", frame=0)
    turn_off(owner, HEAD, "use_local_location")
    check_seen(path, owner, "Local Location")
    assert action.name == "walk"


def check_driver(samples):
    path, owner, _ = fresh(samples)
    for curve in curves_of(owner, THIGH):
        session.module("compat").curves_of(owner.animation_data.action, owner).remove(curve)
    owner.pose.bones[THIGH].rotation_quaternion = 1, 0, 0, 0
    driver = owner.pose.bones[THIGH].driver_add("rotation_quaternion", 1).driver
    driver.expression = "0.3"
    check_seen(path, owner, "drivers")


def check_modifier(samples):
    path, owner, _ = fresh(samples)
    for curve in curves_of(owner, THIGH):
        curve.modifiers.new("STEPPED").frame_step = 7
    check_seen(path, owner, "modifiers")


def key_ends(owner, name, turn, interpolation):
    """Leaves a bone two rotation keys: none, and a turn in radians at the end."""
    bone = owner.pose.bones[name]
    for curve in curves_of(owner, name):
        while len(curve.keyframe_points) > 1:
            curve.keyframe_points.remove(curve.keyframe_points[-1])
    for frame, angle in ((0, 0.0), (32, turn)):
        bone.rotation_quaternion = math.cos(angle / 2), math.sin(angle / 2), 0, 0
        bone.keyframe_insert("rotation_quaternion", frame=frame)
    for curve in curves_of(owner, name):
        for point in curve.keyframe_points:
            point.interpolation = interpolation


def check_bezier(samples):
    path, owner, _ = fresh(samples)
    key_ends(owner, HEAD, 1.2, "BEZIER")
    check_seen(path, owner, "not linear")


def check_far_apart(samples):
    """Linear keys that are far apart: Blender does not rotate evenly between them."""
    path, owner, _ = fresh(samples)
    key_ends(owner, NECK, 2.6, "LINEAR")
    wanted = seen(owner)
    check_seen(path, owner, "")
    assert bpy.ops.gait.write_new(filepath=str(OUT / "new.omf"), actions="walk") == {"FINISHED"}
    distance, _ = apart(wanted, written(OUT / "new.omf"))  # its rest pose is another one
    assert distance < WRITTEN_MM, distance


def check_layers(samples):
    """NLA tracks and the influence of the action."""
    path, owner, action = fresh(samples)
    made = bpy.data.actions.new("lean")
    session.module("compat").assign_action(owner, made)
    owner.pose.bones[HEAD].rotation_quaternion = math.cos(0.3), math.sin(0.3), 0, 0
    owner.pose.bones[HEAD].keyframe_insert("rotation_quaternion", frame=0)
    data = owner.animation_data
    track = data.nla_tracks.new()
    track.strips.new("lean", 0, made).extrapolation = "HOLD"
    session.module("compat").assign_action(owner, action)
    data.action_influence = 0.5
    check_seen(path, owner, "NLA tracks")


def check_cycles(samples):
    """A curve of some keys that a modifier repeats."""
    path, owner, _ = fresh(samples)
    for curve in curves_of(owner, THIGH):
        while curve.keyframe_points[-1].co.x > 8:
            curve.keyframe_points.remove(curve.keyframe_points[-1])
        curve.modifiers.new("CYCLES")
    check_seen(path, owner, "modifiers")


# --- keys ----------------------------------------------------------------------------------------

def check_half_frames(samples):
    """Keys between the frames of the game: with and without sampling, its frames are as seen."""
    for sample in (False, True):
        path, owner, _ = fresh(samples)
        bone = owner.pose.bones[THIGH]
        for frame in (8.5, 16.5):
            bpy.context.scene.frame_set(int(frame), subframe=frame % 1)
            turn = bone.rotation_quaternion @ Quaternion((1, 0, 0), 0.4)
            bone.rotation_quaternion = turn
            bone.keyframe_insert("rotation_quaternion", frame=frame)
        for curve in curves_of(owner, THIGH):
            for point in curve.keyframe_points:
                point.interpolation = "LINEAR"
        frames = range(33)
        wanted = seen(owner, frames)
        assert bpy.ops.gait.write_back(sample=sample) == {"FINISHED"}
        distance, degrees = apart(wanted, written(path, frames=frames))
        assert distance < HALF_MM and degrees < HALF_DEGREES, (sample, distance, degrees)


def rate_of(samples, fps, clip="walk", name="stalker.omf"):
    """fresh() in a scene with another frame rate."""
    path, _, _ = fresh(samples, name, clip)
    session.empty_file(fps)
    owner = session.import_file(path, frame_rate="KEEP")
    session.module("compat").assign_action(owner, bpy.data.actions[clip])
    return path, owner, bpy.data.actions[clip]


def insert(owner, bone, frame, turn):
    """Rotates a bone in a frame, and inserts a key."""
    bpy.context.scene.frame_set(math.floor(frame), subframe=frame % 1)
    bone = owner.pose.bones[bone]
    bone.rotation_quaternion = bone.rotation_quaternion @ Quaternion((1, 0, 0), turn)
    bone.keyframe_insert("rotation_quaternion", frame=frame)


def check_between_frames(samples):
    """A key between frames of the game is not lost without a note, with and without sampling; the
    amount is that from the file."""
    for fps, frame, near in ((24, 10, "9.6 and 10.4"), (24, 13, "12.8 and 13.6"),
                             (48, 9, "8 and 9.6"), (60, 11, "10 and 12"), (60, 33, "32 and 34"),
                             (30, 10.5, "10 and 11")):
        path, owner, _ = rate_of(samples, fps)
        before = path.read_bytes()
        insert(owner, THIGH, frame, 0.9)
        for options in ({}, {"sample": True}):
            text = notes_of(owner, **options)
            assert "keys between frames of the game are not written: walk 51.6 degrees " \
                f"{THIGH} frame {frame} (between {near})" in text, (fps, frame, options, text)
        assert "the game" not in notes_of(owner, only=["idle"])
        assert bpy.ops.gait.write_back() == {"FINISHED"} and path.read_bytes() == before
        insert(owner, THIGH, 16, 0.5)  # a frame of the game at all of these rates
        plan = plan_of(owner)
        assert plan.changed == {"walk"} and f"frame {frame} (" in " ".join(plan.notes), plan.notes


def cycle(path, frames, last):
    """The poses of an RTM at frames of its action, which ends with the frame `last`."""
    opened = session.module("bank").open_bank(path)
    found = opened.clip(0)
    first, end = found.range
    return [session.library_pose(found, first + (end - first) * frame / last, opened)
            for frame in frames]


def check_cycle(path, owner, last, keys, errors=(WRITTEN_MM, WRITTEN_DEGREES), frames=(),
                **options):
    """An edited RTM is written as it is seen in each frame, and also in `frames`; the report has
    the number of its keys, now and before; nothing is changed by the next Write Back, except for
    rounding."""
    frames = [*range(last + 1), *frames]
    wanted, [change] = seen(owner, frames), plan_of(owner, **options).changes
    assert f" {keys[0]} keys instead of {keys[1]}" in change, change
    assert bpy.ops.gait.write_back(sample=bool(options.get("sample"))) == {"FINISHED"}
    assert len(session.module("bank").open_bank(path).clip(0).times) == keys[0]
    distance, degrees = apart(wanted, cycle(path, frames, last))
    assert distance < errors[0] and degrees < errors[1], (path.name, options, distance, degrees)
    changes = plan_of(owner, **options).changes
    assert not changes or "binarised" in path.name and "degrees" not in changes[0], changes


def check_between_keys(samples):
    """An RTM whose keys are further apart than frames: a key between two of them is written, with
    and without sampling."""
    for name, bone in (("walk.rtm", "LeftArm"), ("walk_binarised.rtm", "leftarm")):
        path, owner, _ = rate_of(samples, 30, name[:-4], name)
        assert not notes_of(owner)
        insert(owner, bone, 11.5, 0.9)
        check_cycle(path, owner, 24, (26, 25), (2, 0.1), [11.5])
    for duration, stretch, sample in ((3.2, 1, False), (0.8, 4, False), (3.2, 1, True)):
        path, owner, action = fresh(samples, "walk.rtm", duration=duration)
        points = [point for curve in session.module("compat").curves_of(action, owner)
                  for point in curve.keyframe_points]
        for point in points:
            point.co.x *= stretch
        frames = sorted({round(point.co.x, 4) for point in points})
        action.use_frame_range, action.frame_end = True, frames[-1]
        assert len(frames) == 25 and not notes_of(owner), notes_of(owner)
        insert(owner, "LeftArm", frames[4] + 1, 0.9)
        if sample:
            check_cycle(path, owner, 96, (28, 25), sample=True)
        else:
            check_cycle(path, owner, 96, (26, 25), (2, 0.3))
        insert(owner, "LeftArm", frames[4], 0.5)
        assert changed_by(owner) == ["walk"]


def fresh_phases(samples, name, **options):
    """One of the RTM files with few keys, imported: (its path, the armature, the action)."""
    jobs = json.loads(pathlib.Path(session.ARGUMENTS[1]).read_text(encoding="utf-8"))
    return fresh(pathlib.Path(jobs["phases"][name]).parent, f"{name}.rtm", name, **options)


def follow(owner, bone="LeftHand"):
    """An IK target that moves fast."""
    target = bpy.data.objects.new("target", None)
    bpy.context.scene.collection.objects.link(target)
    for frame, height in ((0, 1.0), (8, 1.6), (15, 0.9), (30, 1.5)):
        target.location = -0.3, -0.4, height
        target.keyframe_insert("location", frame=frame)
    constraint = owner.pose.bones[bone].constraints.new("IK")
    constraint.target, constraint.chain_count = target, 4


def check_rate_of_file(samples):
    """A motion with another frame rate than 30: keys between its frames are named, others are
    written, and samples are at its frames."""
    for rate, early, frame, late in ((25, 6, 7, 7.2), (15, 6, 7, 8), (60, 7, 7.25, 7.5)):
        fresh(samples)
        path = OUT / "motion.skl"
        assert bpy.ops.gait.write_new(filepath=str(path), actions="walk") == {"FINISHED"}
        path.write_bytes(session.module("bank").open_bank(path).file.edit(
            f"set --fps={rate}").bytes)
        session.empty_file(30)
        owner = session.import_file(path)
        name = owner.animation_data.action.name
        insert(owner, HEAD, frame, 0.5)
        found = notes_of(owner)
        assert "keys between frames of the game are not written" in found, found
        assert f"(between {6 if rate < 60 else 7:g} and {late:g})" in found, found
        assert f"a scene with {rate} fps" in found, found
        for curve in curves_of(owner, HEAD):
            for point in [each for each in curve.keyframe_points if abs(each.co.x - frame) < 0.01]:
                curve.keyframe_points.remove(point)
        assert "between frames" not in notes_of(owner), notes_of(owner)
        insert(owner, HEAD, early, 0.5)
        assert changed_by(owner) == [name] and not notes_of(owner), notes_of(owner)
        assert bpy.ops.gait.write_back() == {"FINISHED"}
        limit(owner)
        wanted = seen(owner, (0, early))
        assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
        clip = session.module("bank").open_bank(path).clip(0)
        assert clip.rate == rate, clip.rate
        opened = session.module("bank").open_bank(path)
        poses = [session.library_pose(clip, each / 30, opened) for each in (0, early)]
        assert apart(wanted, poses)[0] < WRITTEN_MM


def check_few_keys(samples):
    """RTM files with two keys, or without keys at the ends: keys in all frames are written at their
    frames, with and without sampling."""
    for name, frames, last, *counts in (
            ("part", (10,), 10, 3, 11), ("part", (7,), 10, 3, 11), ("part", (3,), 10, 3, 11),
            ("part", range(1, 11), 10, 11, 11), ("part", (30,), 30, 3, 31),
            ("cut", (20,), 20, 20, 20), ("cut", (0,), 20, 20, 20), ("late", (0, 2), 2, 3, 3),
            ("two", (5, 10, 20), 20, 21, 21), ("one", (20,), 20, 21, 21), ("one", (0,), 0, 1, 1)):
        for sample, count in zip((False, True), counts):
            path, owner, action = fresh_phases(samples, name)
            assert not plan_of(owner).changes and not notes_of(owner), (name, notes_of(owner))
            for frame in frames:
                insert(owner, "RightForeArm", frame, 0.2)
            for _, points in points_of(owner):
                for point in points:
                    point.interpolation = "LINEAR"
            before = len(session.module("bank").open_bank(path).clip(0).times)
            if count == before:
                assert changed_by(owner, sample=sample) == [name]
                bpy.ops.gait.write_back(sample=sample)
                assert max(apart(seen(owner, [0]), cycle(path, [0], 1))) < WRITTEN_MM, sample
            else:
                check_cycle(path, owner, last, (count, before), (0.1, 0.1), sample=sample)


def check_sampled_pose(samples):
    """A pose of two keys that is made longer, with a constraint: each frame is written. Keys
    between frames get what is seen there."""
    path, owner, action = fresh_phases(samples, "two")
    action.frame_end = 30
    follow(owner)
    check_cycle(path, owner, 30, (31, 2), sample=True)
    path, owner, action = fresh_phases(samples, "two", duration=1)
    for frame in (5, 15, 25):
        insert(owner, "RightForeArm", frame, 0.8)
    check_cycle(path, owner, 30, (31, 2), sample=True)
    path, owner, action = fresh(samples, "walk.rtm", duration=2)
    follow(owner)
    frames = [2.5 * key for key in range(25)]
    wanted = seen(owner, frames)
    assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
    assert max(apart(wanted, cycle(path, frames, 60))) < WRITTEN_MM
    path, owner, action = fresh(samples, "walk.rtm", duration=4)
    follow(owner)
    wanted = seen(owner, range(121))
    assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
    assert max(apart(wanted, cycle(path, range(121), 120))) < WRITTEN_MM


def check_one_frame(samples):
    """A clip with one frame becomes longer by keys after it, wherever it is written."""
    def wave(copied=False):
        path, owner, action = fresh(samples, clip="stand")
        if copied:
            action = action.copy()
            action.name = "wave"
            owner.animation_data.action = action
        for frame, turn in ((10, 0.5), (20, -0.9), (30, 0.7)):
            insert(owner, HEAD, frame, turn)
        return path, owner, action

    for sample in (False, True):
        path, owner, _ = wave()
        text, wanted = notes_of(owner, sample=sample), seen(owner, range(31))
        assert ("seen otherwise than keyed: stand" in text) != sample, text
        assert bpy.ops.gait.write_back(sample=sample) == {"FINISHED"}
        frames = range(0, 31, 1 if sample else 10)
        assert max(apart([wanted[frame] for frame in frames],
                         written(path, "stand", frames))) < WRITTEN_MM
    for name in ("new.omf", "new.skl", "new.skls", "new.bvh"):
        _, owner, _ = wave()
        wanted = seen(owner, range(31))
        bpy.ops.gait.write_new(filepath=str(OUT / name))
        [clip] = session.module("bank").open_bank(OUT / name).clips
        distance, _ = apart(wanted, written(OUT / name, clip["name"], range(31)))
        assert distance < EVEN_MM, (name, distance)  # rotations from the rest pose are others
    path, owner, _ = wave(copied=True)
    wanted = seen(owner, range(31))
    assert bpy.ops.gait.write_back(new_actions="wave", sample=True) == {"FINISHED"}
    assert max(apart(wanted, written(path, "wave", range(31)))) < WRITTEN_MM
    path, owner, action = fresh(samples)
    action.frame_end = 0
    assert "the range of walk has only one frame" in notes_of(owner), notes_of(owner)


def points_of(owner):
    """The keys of all curves of the action that an armature plays."""
    return [(curve, curve.keyframe_points) for curve in session.module("compat").curves_of(
        owner.animation_data.action, owner)]


def check_even(path, owner, frames, reason):
    """Each frame of an edited clip is written as it is seen, and the edit is reported."""
    wanted = seen(owner, range(frames))
    assert changed_by(owner) == ["walk"], reason
    assert bpy.ops.gait.write_back() == {"FINISHED"}
    distance, degrees = apart(wanted, written(path, frames=range(frames)))
    assert distance < EVEN_MM and degrees < EVEN_DEGREES, (reason, distance, degrees)


def check_deleted_keys(samples):
    """Keys at even distances: what the file had between them is gone, as it is seen."""
    for step in (2, 4):
        path, owner, _ = fresh(samples)
        for _, points in points_of(owner):
            for point in reversed(points):
                if point.co.x % step:
                    points.remove(point)
        check_even(path, owner, 33, f"every key in {step} frames")


def check_deleted_keys_of_cycle(samples):
    """The same in an RTM, whatever its duration in Blender is. Its rounding in the file is no edit
    of bones."""
    for name in ("walk.rtm", "walk_binarised.rtm"):
        for duration in (0, 0.5, 1):
            path, owner, action = fresh(samples, name, name[:-4], duration=duration)
            for _, points in points_of(owner):
                for number in reversed(range(len(points))):
                    if number % 2:
                        points.remove(points[number])
            wanted = seen(owner, [action.frame_end * key / 24 for key in range(25)])
            assert changed_by(owner) == [name[:-4]]
            assert bpy.ops.gait.write_back() == {"FINISHED"}
            distance, degrees = apart(wanted, written(path, name[:-4], range(25)))
            assert distance < 1 and degrees < EVEN_DEGREES, (name, duration, distance, degrees)
            assert not notes_of(owner), (name, notes_of(owner))


def check_shown_frames(samples):
    """The report has the largest edit that is written, and its frame in Blender."""
    path, owner, _ = fresh(samples, "walk.rtm", duration=8)
    insert(owner, "head", 20, math.radians(10))
    insert(owner, "head", 15, math.radians(40))
    assert plan_of(owner).changes == ["walk 45.0 degrees head frame 15 26 keys instead of 25"]
    path, owner, _ = rate_of(samples, 60)
    insert(owner, HEAD, 32, math.radians(20))
    assert plan_of(owner).changes == [f"walk 20.0 degrees {HEAD} frame 32"], plan_of(owner).changes


def check_new_keys(samples):
    """All curves of a clip are deleted, and other poses are keyed every few frames."""
    for step in (4, 5, 8):
        path, owner, _ = fresh(samples)
        for _, points in points_of(owner):
            while len(points):
                points.remove(points[-1])
        for number, frame in enumerate(range(0, 33, step)):
            for bone in owner.pose.bones:
                angle = 0.1 * math.sin(number + len(bone.name))
                bone.location = 0, 0, 0
                bone.rotation_quaternion = math.cos(angle), 0, math.sin(angle), 0
                for channel in ("location", "rotation_quaternion"):
                    bone.keyframe_insert(channel, frame=frame)
        for _, points in points_of(owner):
            for point in points:
                point.interpolation = "LINEAR"
        check_even(path, owner, 33, f"new keys every {step} frames")


def check_scaled_time(samples):
    """All keys are moved apart, as by Scale in the Dope Sheet."""
    for factor in (2, 3, 1.5, 0.5):
        path, owner, action = fresh(samples)
        for curve, points in points_of(owner):
            for point in points:
                point.co_ui.x *= factor
            curve.update()
        action.frame_end = action.frame_end * factor
        check_even(path, owner, round(32 * factor) + 1, f"{factor} times as long")


def check_new_between_frames(samples):
    """The same for new clips and new files, and for a last key between two frames."""
    path, owner, _ = rate_of(samples, 24)
    made = bpy.data.actions.new("wave")
    made.use_fake_user = True
    owner.animation_data.action = made
    for bone in owner.pose.bones:
        bone.rotation_quaternion, bone.location = (1, 0, 0, 0), (0, 0, 0)
    for frame, turn in ((0, 0), (4, 0.2), (5, 1.2), (6, -1.2), (8, 0), (25, 0.4)):
        insert(owner, THIGH, frame, turn)
    wanted, made_notes = seen(owner, (5,)), [notes_of(owner, new=["wave"])]
    for kind in ("omf", "skl", "bvh"):
        made_notes.append(" ".join(session.module("writer").new_files(
            bpy.context, owner, [made], str(OUT / f"new.{kind}"), kind, "")[1]))
    for text in made_notes:
        for between in ("frame 5 (between 4.8 and 5.6)", "frame 6 (between 5.6 and 6.4)"):
            assert f"degrees {THIGH} {between}" in text, text
        assert "frame 4 " not in text and "frame 8 " not in text, text
    assert bpy.ops.gait.write_back(new_actions="wave") == {"FINISHED"}
    amount = apart(wanted, written(path, "wave", [5 * 1.25]))[1]
    stated = float(made_notes[0].partition("game are not written: wave ")[2].split(" ")[0])
    assert abs(amount - stated) < 0.06, (amount, stated)


def check_before_range(samples):
    """A key before the first frame: a note names it, and the range of the action can begin there.
    Without a manual range it does."""
    for has_range in (True, False):
        path, owner, action = fresh(samples)
        insert(owner, THIGH, -5, 0.9)
        for options in ({}, {"sample": True}):
            text = notes_of(owner, **options)
            assert "before the first frame of a clip are not written: walk frame -5 (begins at 0)" \
                in text, text
        action.use_frame_range, action.frame_start, action.frame_end = has_range, -5, 32
        wanted = seen(owner, range(-5, 33))
        assert "before the first" not in notes_of(owner)
        assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
        distance, degrees = apart(wanted, written(path, frames=range(38)))
        assert distance < WRITTEN_MM and degrees < WRITTEN_DEGREES, (distance, degrees)
    _, owner, action = fresh(samples)
    action.frame_start = 4
    text = " ".join(session.module("writer").new_files(bpy.context, owner, [action], str(
        OUT / "new.omf"), "omf", "")[1])
    assert "walk frame 0 (begins at 4)" in text, text


def check_lengths(samples):
    """Clips of each format become longer and shorter, and their events stay at their frames."""
    for name, clip, bone in (("walk.rtm", "walk", "LeftArm"), ("stalker.omf", "walk", THIGH),
                             ("walk_binarised.rtm", "walk_binarised", "leftarm")):
        for end in (44, 20, 2):
            path, owner, action = fresh(samples, name, clip)
            if end == 44:
                insert(owner, bone, end, 0.3)
            else:
                action.frame_end = end
            marks = sorted((each.name, each.frame) for each in action.pose_markers)
            wanted = seen(owner, range(end + 1))
            assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
            found = written(path, clip, range(end + 1))
            assert len(session.module("bank").open_bank(path).clip(clip).times) == end + 1
            distance, degrees = apart(wanted, found)
            assert distance < 0.2 and degrees < 0.02, (name, end, distance, degrees)
            session.empty_file(30)
            session.import_file(path)
            again = sorted((each.name, each.frame) for each in bpy.data.actions[clip].pose_markers)
            assert marks and len(again) == len(marks), (name, end, again)
            assert again == marks or max(each[1] for each in marks) > end, (name, end, marks, again)


def check_markers_outside(samples):
    """Markers outside of the clip are named, also if the clip became shorter."""
    _, owner, action = fresh(samples)
    assert not plan_of(owner).notes, plan_of(owner).notes
    for name, frame in (("late", 60), ("early", -4), ("inside", 32)):
        action.pose_markers.new(name).frame = frame
    text = notes_of(owner)
    assert "walk has markers outside of its frames 0 to 32: early, late: move" in text, text
    assert bpy.ops.gait.write_back() == {"FINISHED"}
    assert not notes_of(owner)  # they were named
    action.frame_end = 20
    text = notes_of(owner)
    assert "walk has markers outside of its frames 0 to 20" in text and "inside" in text, text
    assert "late" not in text, text


def check_phases_of_markers(samples):
    """Markers of a shorter motion of Arma keep their frames: none moves into the clip."""
    for name in ("walk.rtm", "walk_binarised.rtm"):
        for seconds in (0, 2):
            path, _, action = fresh(samples, name, name[:-4], duration=seconds)
            last = action.frame_end
            frames = [marker.frame for marker in action.pose_markers]
            action.frame_end = last / 2
            assert bpy.ops.gait.write_back() == {"FINISHED"}
            opened = session.module("bank").open_bank(path)
            starts = [event["start"] for event in opened.metadata([0])["clips"][0]["events"]]
            assert len(starts) == 2, starts
            for start, frame in zip(starts, frames):
                assert abs(start - 2 * frame / last) < 0.02, (name, starts, frames, last)


def check_rest_from_motion(samples):
    """A bone whose rest pose is not known can be edited and written more than once, and the file
    fits the armature at another import."""
    path, owner, action = fresh(samples, "walk.rtm", "walk")
    camera, place = owner.pose.bones["Camera"], Vector((0.05, 0.04, 0.1))
    for curve in [*session.module("compat").curves_of(action, owner)]:
        while "Camera" in curve.data_path and len(curve.keyframe_points) > 1:
            curve.keyframe_points.remove(curve.keyframe_points[-1])
    for degrees in (20, 30):
        turn = Quaternion((1, 0, 0), math.radians(degrees))
        camera.rotation_quaternion, camera.location = turn, place - turn @ place
        for channel in ("rotation_quaternion", "location"):
            camera.keyframe_insert(channel, frame=0)
        wanted = seen(owner, (0, 12))
        assert plan_of(owner).changed == {"walk"}
        assert bpy.ops.gait.write_back() == {"FINISHED"}
        assert not plan_of(owner).changed
    assert session.import_file(path) == owner
    distance, turned = apart(wanted, seen(owner, (0, 12)))
    assert distance < WRITTEN_MM and turned < WRITTEN_DEGREES, (distance, turned)


def check_shifted(samples):
    """Keys that were moved in time: what is seen from the first frame of the clip on is written,
    and the report names the clip."""
    for shift in (1, 10, -5):
        path, owner, action = fresh(samples)
        for curve in session.module("compat").curves_of(action, owner):
            for point in curve.keyframe_points:
                point.co.x += shift
            curve.update()
        plan = plan_of(owner)
        assert plan.changed == {"walk"} and plan.changes[0].startswith("walk "), plan.changes
        about = plan.records[action]
        first, last = about["first_frame"], round(about["duration_s"] * 30)
        assert (first, last) == (0, 32 + max(0, shift)), (shift, first, last)
        wanted = seen(owner, range(last + 1))
        assert bpy.ops.gait.write_back() == {"FINISHED"}
        assert len(session.module("bank").open_bank(path).clip("walk").times.tolist()) == last + 1
        distance, degrees = apart(wanted, written(path, frames=range(last + 1)))
        assert distance < WRITTEN_MM and degrees < WRITTEN_DEGREES, (shift, distance, degrees)
        assert not changed_by(owner), shift


def check_rolls(samples):
    """A bone whose roll was changed turns its keys: that is seen, written and reported."""
    path, owner, _ = fresh(samples)
    before = seen(owner)
    bpy.ops.object.mode_set(mode="EDIT")
    owner.data.edit_bones[THIGH].roll += 0.5
    bpy.ops.object.mode_set(mode="OBJECT")
    wanted = seen(owner)
    assert apart(before, wanted)[1] > 1
    assert any(change.startswith("walk ") and THIGH in change for change in plan_of(owner).changes)
    assert "were rotated in Edit Mode" in notes_of(owner), notes_of(owner)
    insert(owner, HEAD, 3, 0.2)
    assert "seen otherwise: hit_chest" in notes_of(owner), notes_of(owner)
    wanted = seen(owner)
    assert bpy.ops.gait.write_back() == {"FINISHED"}
    distance, _ = apart(wanted, written(path))  # rotations from the rest pose are others
    assert distance < WRITTEN_MM, distance


def bake(owner, **options):
    bpy.ops.object.mode_set(mode="POSE")
    bpy.ops.nla.bake(frame_start=0, frame_end=32, only_selected=False, visual_keying=True,
                     bake_types={"POSE"}, **options)
    bpy.ops.object.mode_set(mode="OBJECT")


def check_bake(samples):
    """A bake of a constraint: the same poses with keys, which need no sampling."""
    path, owner, action = fresh(samples)
    limit(owner)
    wanted = seen(owner)
    bake(owner, use_current_action=True, clear_constraints=True)
    assert owner.animation_data.action == action and apart(wanted, seen(owner))[1] < 0.01
    assert changed_by(owner) == ["walk"] and not notes_of(owner), notes_of(owner)
    assert bpy.ops.gait.write_back() == {"FINISHED"}
    distance, degrees = apart(wanted, written(path))
    assert distance < WRITTEN_MM and degrees < WRITTEN_DEGREES, (distance, degrees)
    path, owner, action = fresh(samples)  # a bake into a new action is no clip
    before = path.read_bytes()
    bake(owner, use_current_action=False)
    made = owner.animation_data.action
    assert made != action and session.module("claims").new_actions(owner) == [made]
    made.name = "baked"
    wanted = seen(owner)
    assert bpy.ops.gait.write_back(new_actions="baked") == {"FINISHED"}
    distance, degrees = apart(wanted, written(path, "baked"))
    assert distance < WRITTEN_MM and degrees < WRITTEN_DEGREES, (distance, degrees)
    names = [clip["name"] for clip in session.module("bank").open_bank(path).clips]
    assert names[-1] == "baked" and len(names) == 6 and path.read_bytes() != before
    assert apart(written(OUT / "stalker.omf.bak"), written(path)) == [0, 0]


# --- constraints ---------------------------------------------------------------------------------

def check_constraint(samples):
    """A constraint: the clip that is played is sampled; the others only on request."""
    path, owner, _ = fresh(samples)
    limit(owner)
    check_seen(path, owner, "constraints")
    assert "Unedited Actions" in notes_of(owner, sample=True)
    assert len(changed_by(owner, sample=True, unedited=True)) == 4
    limit(owner, NECK)
    changes = plan_of(owner, sample=True).changes
    assert len(changes) == 1 and "(sampled: constraints)" in changes[0], changes


def check_sampled_cycle(samples):
    """An RTM with keys between frames: bones that a constraint does not move keep their keys."""
    for duration in (0.5, 0.79, 1.3):
        path, owner, _ = fresh(samples, "walk.rtm", duration=duration)
        before = written(path, frames=range(25))
        limit(owner, "LeftHand")
        assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
        after = written(path, frames=range(25))
        for bone, is_moved in (("LeftHand", True), ("LeftFoot", False), ("head", False)):
            degrees = apart([{bone: pose[bone][:2]} for pose in before],
                            [{bone: pose[bone]} for pose in after])[1]
            assert degrees > 1 if is_moved else degrees < 1e-3, (duration, bone, degrees)


def check_ik(samples):
    """An edit with inverse kinematics and an added bone changes no other clip."""
    path, owner, action = fresh(samples)
    bpy.ops.object.mode_set(mode="EDIT")
    target = owner.data.edit_bones.new("target")
    target.head = owner.data.edit_bones["bip01_l_foot"].head
    target.tail = target.head + (owner.data.edit_bones["bip01_l_foot"].tail - target.head)
    bpy.ops.object.mode_set(mode="OBJECT")
    constraint = owner.pose.bones["bip01_l_calf"].constraints.new("IK")
    constraint.target, constraint.subtarget, constraint.chain_count = owner, "target", 2
    for frame in (0, 32):
        owner.pose.bones["target"].location = 0, 0.1 if frame else 0, 0.2
        owner.pose.bones["target"].keyframe_insert("location", frame=frame)
    check_seen(path, owner, "constraints")
    session.module("compat").assign_action(owner, bpy.data.actions["idle"])
    assert changed_by(owner, sample=True) in ([], ["idle"]), changed_by(owner, sample=True)


def check_rate(samples):
    """In scenes with another frame rate, nothing is changed, and the frames of the game are
    sampled."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    shutil.copy(samples / "stalker.omf", OUT)
    before = (OUT / "stalker.omf").read_bytes()
    for number, (fps, divisor) in enumerate(((24, 1), (25, 1), (30, 1.001), (60, 1))):
        session.empty_file(30)
        owner, render = session.import_file(OUT / "stalker.omf"), bpy.context.scene.render
        render.fps, render.fps_base = fps, divisor  # after the import: frames stay frames
        assert plan_of(owner).content == before and not notes_of(owner), (fps, notes_of(owner))
        session.empty_file(fps)
        render = bpy.context.scene.render
        render.fps_base = divisor
        owner = session.import_file(OUT / "stalker.omf", frame_rate="KEEP")
        assert plan_of(owner).content == before and not notes_of(owner), (fps, notes_of(owner))
        session.module("compat").assign_action(owner, bpy.data.actions["walk"])
        limit(owner)
        wanted = seen(owner, [frame * fps / divisor / 30 for frame in FRAMES])
        path = OUT / f"{number}.omf"
        assert bpy.ops.gait.write_back(sample=True, filepath=str(path)) == {"FINISHED"}
        distance, degrees = apart(wanted, written(path))
        assert distance < WRITTEN_MM and degrees < WRITTEN_DEGREES, (fps, distance, degrees)


def check_pushed_down(samples):
    """NLA tracks with the clips themselves, and a linked armature."""
    path, owner, action = fresh(samples)
    before, data = path.read_bytes(), owner.animation_data
    for each in (action, bpy.data.actions["idle"]):
        data.nla_tracks.new().strips.new(each.name, 0, each)
    data.action = None
    assert not changed_by(owner) and not notes_of(owner), notes_of(owner)
    assert not changed_by(owner, sample=True)
    assert data.action is None
    limit(owner)
    assert not changed_by(owner, sample=True)
    assert "Unedited Actions" in notes_of(owner, sample=True)
    for bone in owner.pose.bones:
        for constraint in list(bone.constraints):
            bone.constraints.remove(constraint)
    bpy.ops.wm.save_as_mainfile(filepath=str(OUT / "library.blend"))
    session.empty_file(30)
    with bpy.data.libraries.load(str(OUT / "library.blend"), link=True) as (there, here):
        here.objects, here.actions = there.objects, there.actions
    [owner] = here.objects
    bpy.context.scene.collection.objects.link(owner)
    bpy.context.view_layer.objects.active = owner
    assert not changed_by(owner) and not changed_by(owner, sample=True)
    assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
    assert path.read_bytes() == before


# --- armatures that are not evaluated ------------------------------------------------------------

def check_hidden(samples):
    """Rest Position, and all ways to hide an armature: sampled as if it were visible."""
    def in_collection(owner):
        made = bpy.data.collections.new("own")
        bpy.context.scene.collection.children.link(made)
        for each in owner.users_collection:
            each.objects.unlink(owner)
        made.objects.link(owner)
        bpy.context.view_layer.objects.active = owner
        return made

    def hide_layer(owner):
        in_collection(owner)
        bpy.context.view_layer.layer_collection.children["own"].hide_viewport = True

    ways = (lambda owner: setattr(owner.data, "pose_position", "REST"),
            lambda owner: setattr(owner, "hide_viewport", True),
            lambda owner: setattr(in_collection(owner), "hide_viewport", True),
            hide_layer, lambda owner: owner.hide_set(True))
    for number, way in enumerate(ways):
        path, owner, _ = fresh(samples)
        limit(owner)
        wanted = seen(owner)
        way(owner)
        bpy.context.view_layer.objects.active = owner
        state = (owner.data.pose_position, owner.hide_viewport, len(owner.users_collection),
                 owner.visible_get())
        plan = plan_of(owner, sample=True)
        assert plan.changed == {"walk"}, (number, plan.changed)
        assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
        distance, degrees = apart(wanted, written(path))
        assert distance < WRITTEN_MM and degrees < WRITTEN_DEGREES, (number, distance, degrees)
        assert state == (owner.data.pose_position, owner.hide_viewport,
                         len(owner.users_collection), owner.visible_get()), number
    path, owner, _ = fresh(samples)
    limit(owner)
    in_collection(owner)
    bpy.context.view_layer.layer_collection.children["own"].exclude = True
    assert "select an armature" in refusal(bpy.ops.gait.write_back, sample=True)
    path, owner, _ = fresh(samples)
    limit(owner)
    bpy.ops.object.mode_set(mode="EDIT")
    assert "Edit Mode" in refusal(bpy.ops.gait.write_back, sample=True)


# --- scale, and poses without keys ---------------------------------------------------------------

def check_scale(samples):
    """Scale is not written, which is reported; places are as seen if they are sampled."""
    path, owner, _ = fresh(samples)
    bone = owner.pose.bones["bip01_spine"]
    bone.scale = 2, 2, 2
    bone.keyframe_insert("scale", frame=0)
    bone.keyframe_insert("scale", frame=32)
    text = notes_of(owner)
    assert "keys of scale" in text and "scale of bones is not written" in text, text
    assert "bip01_spine 2 times" in text and "mm" in text, text
    assert "scale of bones is not written: walk bip01_spine 2" in notes_of(owner, sample=True)
    wanted = seen(owner)
    assert bpy.ops.gait.write_back(sample=True) == {"FINISHED"}
    distance, _ = apart(wanted, written(path))
    assert distance < WRITTEN_MM, distance


def check_unkeyed(samples):
    """A pose without a key is not written, which is reported; the pose stays."""
    _, owner, _ = fresh(samples)
    bpy.context.scene.frame_set(12)
    assert not plan_of(owner).notes, plan_of(owner).notes
    bone = owner.pose.bones[HEAD]
    bone.rotation_quaternion = math.cos(0.5), 0, math.sin(0.5), 0
    bone.scale = 1.5, 1.5, 1.5
    kept = list(bone.rotation_quaternion), list(bone.scale)
    plan = plan_of(owner)
    text = " ".join(plan.notes)
    assert not plan.changed and "the pose differs from walk" in text, text
    assert "degrees bip01_head frame 12" in text and "bip01_head 1.5 times" in text, text
    assert "insert keys" in text, text
    assert kept == (list(bone.rotation_quaternion), list(bone.scale))
    bone.keyframe_insert("rotation_quaternion")
    bone.keyframe_insert("scale")
    assert "the pose differs" not in notes_of(owner)


# --- bones ---------------------------------------------------------------------------------------

def check_case(samples):
    """A bone whose name was changed only in its case of letters keeps its keys in all clips."""
    path, owner, _ = fresh(samples)
    owner.data.bones[HEAD].name = "Bip01_Head"
    before = path.read_bytes()
    plan = plan_of(owner)
    assert not plan.changed, plan.changes
    assert bpy.ops.gait.write_back() == {"FINISHED"}
    assert path.read_bytes() == before
    session.module("compat").assign_action(owner, bpy.data.actions["hit_chest"])
    assert max(apart(seen(owner, (0, 3)), written(path, "hit_chest", (0, 3)))) < 0.01


def check_new_armature(samples):
    """New files check the armature as Write Back does."""
    new, path = bpy.ops.gait.write_new, str(OUT / "new.rtm")

    def own_armature():
        _, owner, action = fresh(samples, "walk.rtm")
        del owner["gait"], action["gait"]
        return owner

    def write(**options):
        return refusal(new, filepath=path, skeleton="arma3-man", **options)

    owner = own_armature()
    owner.scale = 100, 100, 100
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    text = write()
    assert "100 times as large" in text, text
    owner = own_armature()
    owner.data.bones["LeftArm"].name = "UpperArm"
    text = write()
    assert "lacks the bone leftarm" in text.lower() and "Rename UpperArm" in text, text
    owner = own_armature()
    bpy.ops.object.mode_set(mode="EDIT")
    owner.data.edit_bones.remove(owner.data.edit_bones["LeftArm"])
    bpy.ops.object.mode_set(mode="OBJECT")
    text = write()
    assert "has another parent" in text, text
    owner = own_armature()
    bpy.ops.object.mode_set(mode="EDIT")
    owner.data.edit_bones["LeftForeArm"].head.x += 0.2
    bpy.ops.object.mode_set(mode="OBJECT")
    assert "rests at another place" in write()
    for bone in owner.data.bones:
        bone.name = "mixamo_" + bone.name
    assert "no bone of this skeleton" in write()
    owner = own_armature()
    bpy.ops.object.mode_set(mode="EDIT")
    ends = [bone for bone in owner.data.edit_bones if not bone.children]
    for bone in ends[:3]:
        owner.data.edit_bones.remove(bone)
    bpy.ops.object.mode_set(mode="OBJECT")
    owner.scale, owner.location = (0.01, 0.01, 0.01), (1, 2, 3)
    assert new(filepath=path, skeleton="arma3-man") == {"FINISHED"}
    found = session.module("bank").open_bank(path)
    assert found.clips[0]["frames"] > 1


# --- length --------------------------------------------------------------------------------------

def check_far_key(samples):
    """A key far away is refused at once, with the clip and the frame."""
    for name, clip in (("stalker.omf", "walk"), ("walk.rtm", "walk")):
        _, owner, action = fresh(samples, name, clip)
        bone = owner.pose.bones[1]
        bone.keyframe_insert("rotation_quaternion", frame=1_000_000)
        start = time.process_time()
        text = refusal(bpy.ops.gait.write_back)
        assert f"{action.name} is" in text and "frame 1000000" in text, text
        text = refusal(bpy.ops.gait.write_new, filepath=str(OUT / "new.rtm"))
        assert "frame 1000000" in text, text
        assert time.process_time() - start < 2
        for curve in session.module("compat").curves_of(action, owner):
            while curve.keyframe_points[-1].co.x > 70_000:
                curve.keyframe_points.remove(curve.keyframe_points[-1])
        bone.keyframe_insert("rotation_quaternion", frame=70_000)
        start = time.process_time()
        text = notes_of(owner)
        assert f"{action.name} is 2333 s long" in text and "frame 70000" in text, text
        print(f"result: {name} of 70,000 frames compared in {time.process_time() - start:.1f} s")


def check_long_cycle(samples):
    """An RTM that lasts an hour in Blender is written as it was, and edited; it is too long to be
    sampled."""
    path, owner, _ = fresh(samples, "walk.rtm", duration=3600)
    before = path.read_bytes()
    assert bpy.ops.gait.write_back() == {"FINISHED"} and path.read_bytes() == before
    insert(owner, "head", 4500, 0.3)
    assert plan_of(owner).changes == ["walk 17.2 degrees head frame 4500"], plan_of(owner).changes
    limit(owner, "head")
    assert "too many to sample" in refusal(bpy.ops.gait.write_back, sample=True)


def check_long_clip(samples):
    """A clip with many keys: they are on whole frames."""
    path = pathlib.Path(json.loads(pathlib.Path(session.ARGUMENTS[1]).read_text())["long"])
    session.empty_file(30)
    owner = session.import_file(path)
    keys = {point.co.x for curve in session.module("compat").curves_of(
        owner.animation_data.action, owner) for point in curve.keyframe_points}
    assert all(frame == round(frame) for frame in keys), sorted(
        frame for frame in keys if frame != round(frame))[:5]
    check_between(path, 0)


# --- between two keys ----------------------------------------------------------------------------

def pose_between(rig, clip, key, part):
    """The pose between two keys of the library if the numbers of rotations are interpolated, as
    Blender does: {bone: (head, rotation from the rest pose)}."""
    axes, times = session.module("axes"), clip.times.tolist()
    first, second = (numpy.array(clip.host_pose(rig.rests, axes.TO_BLENDER, time).tolist())
                     for time in times[key:key + 2])
    second[(first[:, :4] * second[:, :4]).sum(1) < 0, :4] *= -1
    posed, found = [], {}
    for name, parent, row in zip(rig.names, rig.parents, (1 - part) * first + part * second):
        bone = rig.owner.data.bones[name]
        rest, basis = numpy.array(bone.matrix_local), numpy.eye(4)
        basis[:3, :3] = Quaternion(row[:4]).normalized().to_matrix()
        basis[:3, 3] = row[4:]
        posed.append(rest @ basis if parent is None else posed[parent] @ numpy.linalg.inv(
            rig.owner.data.bones[rig.names[parent]].matrix_local) @ rest @ basis)
        found[name] = posed[-1][:3, 3], (posed[-1] @ numpy.linalg.inv(rest))[:3, :3]
    return found


def check_between(path, index, count=100):
    """Poses of the active action at random frames and at keys, which are those of a clip. Apart
    from the interpolation of rotations, they are those of the library."""
    opened, owner = session.module("bank").open_bank(path), bpy.context.view_layer.objects.active
    rig = session.module("readings").Rig(owner, opened.skeleton, opened.rests)
    clip, chance = opened.clip(index), random.Random(1)
    times, apart_by, worst = clip.times.tolist(), {}, (0, 0)
    for number in range(count):
        key = chance.randrange(len(times) - 1)
        part = (0, 0.5, *(chance.randrange(64) / 64 for _ in "xy"))[number % 4]  # exact in floats
        moment = times[key] + part * (times[key + 1] - times[key])  # phases are floats
        found = session.pose(owner, key + part)
        there = session.library_pose(clip, moment, opened)
        kind = "keys" if part == 0 else "middles" if part == 0.5 else "other frames"
        apart_by[kind] = [max(pair) for pair in zip(
            apart_by.get(kind, (0, 0)), session.difference(found, there))]
        worst = tuple(map(max, worst, session.difference(
            found, pose_between(rig, clip, key, part))))
    texts = [f"{kind} {pair[0]:.6f} mm {pair[1]:.6f} degrees" for kind, pair in apart_by.items()]
    print(f"result: {path.name} {opened.clips[index]['name']}, {len(times)} keys: "
          f"{', '.join(texts)}; from interpolated numbers at most {worst[0]:.6f} mm "
          f"{worst[1]:.6f} degrees")
    for pair in (worst, apart_by["keys"], apart_by["middles"]):
        assert pair[0] <= session.MAX_MM and pair[1] <= session.MAX_DEGREES, texts


def check_fractions(samples):
    """All clips of a bank at random frames."""
    clips = session.module("bank").open_bank(samples / "stalker.omf").clips
    for index, clip in enumerate(clips):
        if clip["frames"] > 1:
            path, _, _ = fresh(samples, clip=clip["name"])
            check_between(path, index)


# --- skeletons -----------------------------------------------------------------------------------

def check_no_skeleton(samples):
    """A bank without a skeleton: the message names the models that were tried."""
    folder = pathlib.Path(session.ARGUMENTS[1]).parent / "banks"
    for name, expected in (("alone", ("there is no model (.ogf)",)),
                           ("beside", ("no skeleton with its bones was found in model.ogf",
                                       "has only 1 of the 2, and lacks gun"))):
        text = session.failure_of(folder / name / "meshes" / "bank.omf")
        assert "no skeleton " in text and "Choose the model" in text, text
        assert all(each in text for each in expected), text


# --- operators -----------------------------------------------------------------------------------

def check_polls(samples):
    """Operators without an armature."""
    session.empty_file()
    for operator, options in ((bpy.ops.gait.write_new, {"filepath": "new.rtm"}),
                              (bpy.ops.gait.set_parameter, {"option": "speed", "value": "1"})):
        try:
            operator(**options)
        except RuntimeError as error:
            assert "select an armature" in str(error) and "Traceback" not in str(error), error
        else:
            raise AssertionError("it did not fail")


def main():
    add_on = session.load(session.ARGUMENTS[0])
    jobs = json.loads(pathlib.Path(session.ARGUMENTS[1]).read_text(encoding="utf-8"))
    chosen = session.ARGUMENTS[2:]
    count = session.run_cases(globals(), pathlib.Path(jobs["samples"]), chosen)
    add_on.unregister()
    print(f"result: {count} cases")


main()
