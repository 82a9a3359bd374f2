# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports clips of a bank as actions of an armature."""
import dataclasses
import math
import uuid

import bpy

from . import armature, axes, bank, base, claims, compat, curves, gait_library, mesh
from .problem import Problem, ScaleProblem

GAME_FPS = 30
FIRST_FRAME = 0


@dataclasses.dataclass
class Options:
    """How clips are imported."""
    target: str = "AUTO"  # AUTO: the selected armature if it fits; SELECTED; NEW
    frame_rate: str = "AUTO"  # AUTO: 30 if the file has no actions; KEEP; SET: 30
    duration: float = 0  # of clips with phases, in seconds; 0 = the default
    fake_user: bool = True
    existing: str = "AUTO"  # actions of the same clips: replaced if not edited; REPLACE; ADD
    mesh: bool = True  # of the model with the skeleton, unless the armature has one


@dataclasses.dataclass
class Result:
    """What was imported: the armature, its new actions, and messages for the user."""
    owner: object
    actions: list
    notes: list


def import_clips(context, opened, indices, options=None, made=()):
    """Imports clips of a Bank, or the model of one without clips. Raises Problem; then nothing has
    changed.

    `made` are armatures that can be used if the selected one does not fit."""
    options, indices = options or Options(), sorted(indices)
    if not indices and opened.clips:
        raise Problem("no clip is selected", "tick the clips to import")
    metadata = opened.metadata(indices, options.duration)
    opened, owner, notes = find_target(context, opened, options, made)
    fps = frame_rate_for(context.scene, options.frame_rate)
    is_new, actions, old = owner is None, [], claims.imported(owner, opened)
    try:
        with bank.problems_of(opened.path):
            owner = owner or armature.create(context, opened, metadata["parts"])
            make_actions(actions, owner, opened, zip(indices, metadata["clips"]), fps, options)
    except Problem:
        for action in actions:
            bpy.data.actions.remove(action)
        if is_new and owner:
            bpy.data.armatures.remove(owner.data)  # also removes the object
        raise
    notes += mesh.add(owner, opened) if options.mesh else []
    cut = [about["name"] for about in metadata["clips"]
           if len(about["name"].encode()) > compat.ACTION_NAME_BYTES]
    notes += [f"Blender cut the names of {gait_library.listing(cut)}: Write Back keeps them, new "
              "files get those of the actions"] if cut else []
    if actions:
        claims.mark_theirs(owner, base.record_at(owner, opened.path), opened)
        notes += take_over(owner, actions, old, base.remember(owner, opened, options.duration),
                           options)
        set_scene(context.scene, fps, actions)
    notes += set_up(context, owner, actions[0] if actions else None)
    return Result(owner, actions, [*notes, *opened.notes()])


def take_over(owner, actions, old, record, options):
    """Makes new actions those of a base, instead of the old ones of the same clips. Returns
    notes."""
    notes, counts = [], claims.copies()
    for action in actions:
        about = base.read_record(action)
        notes += claims.replace(owner, old.get(about["animation"], ()), action, options.existing,
                                counts)
        claims.stamp(owner, action, {**about, "base": record["id"], "import": uuid.uuid4().hex})
    return notes


# --- the armature --------------------------------------------------------------------------------

def find_target(context, opened, options, made=()):
    """(Bank, armature, notes): the armature that gets the clips, None for a new one. The Bank has
    the skeleton of the armature if its own was only assumed."""
    if options.target == "NEW":
        return opened, None, []
    active = armature.active(context)
    chosen = active if active and active.select_get() else next(
        (each for each in context.selected_objects if each.type == "ARMATURE"), None)
    if not chosen and options.target == "SELECTED":
        raise Problem("no armature is selected", "select the armature that gets the clips, or "
                      "choose a new armature as the target")
    if chosen and chosen.library:
        raise Problem(f"{chosen.name} is linked from {bpy.path.basename(chosen.library.filepath)}, "
                      "and Blender does not save which files it has", "make a library override of "
                      "it, or deselect it to get a new armature")
    notes = []
    for owner in [*([chosen] if chosen else ()), *made]:
        own, problem = fit(owner, opened)
        if not problem:
            return own, owner, []
        if owner == chosen:
            if isinstance(problem, ScaleProblem) or options.target == "SELECTED":
                raise problem
            notes.append(f"a new armature was made: {problem.message}")
    return opened, None, notes


def fit(owner, opened):
    """(Bank, Problem or None) of an armature that shall play the clips. A Bank whose skeleton was
    only assumed or recovered, or is its first frame, gets that of the first base of the armature,
    if that fits."""
    problem, records = armature.misfit(owner, opened), base.bases(owner)
    is_object = opened.file.format == "anm" and opened.skeleton.bones[0]["name"] in owner.data.bones
    if records and (is_object or problem and opened.source["source"] in ("builtin", "recovered")):
        try:
            first = base.open_base(owner, records[0])
            source = first.source if first.source["source"] != "in_file" else {
                "path": first.path, "name": ""}
            other = bank.open_bank(opened.path, {**source, "source": "armature"}, opened.code_page,
                                   files=base.packed_files(owner))
        except Problem:
            return opened, problem
        if not armature.misfit(owner, other):
            return other, None
    return opened, problem


def set_up(context, owner, action):
    """Makes the armature play an action, None = the one that it has. Returns notes."""
    armature.activate(context, owner)
    before = owner.animation_data.action if owner.animation_data else None
    if before:
        before.use_fake_user = True  # otherwise it could be lost when the file is saved
    if action:
        compat.assign_action(owner, action)
    notes = set_modes(owner, action)
    context.scene.frame_set(FIRST_FRAME)
    return notes


def set_modes(owner, action):
    """Lets bones rotate as the curves of an action need, None: as a model. This is by quaternions,
    or by angles if it has some for the mode of the bone, now or before it was changed here. Returns
    notes."""
    moved = curves.moved_by(curve.data_path for curve in compat.curves_of(action, owner)) \
        if action else ()
    record, turned, back = base.read_record(owner), [], []
    modes = record.setdefault("modes", {})
    for bone in owner.pose.bones:
        now, name = bone.rotation_mode, bpy.utils.escape_identifier(bone.name)
        own = [mode for mode in (now, modes.get(bone.name)) if mode not in (None, "QUATERNION")
               and (name, curves.channel_of(mode)) in moved]
        new = own[0] if own else "QUATERNION"
        if new == now or action and (name, curves.channel_of(new)) not in moved:
            continue
        (back if own else turned).append(bone.name)
        if not own:
            modes[bone.name] = now
        bone.rotation_mode = new
    if turned:
        base.write_record(owner, record)
    kinds = (turned, "quaternions"), (back, f"angles, as {action.name}" if back else "")
    return [f"{owner.name} now rotates by {kind}: {gait_library.listing(names)}"
            for names, kind in kinds if names]


# --- actions -------------------------------------------------------------------------------------

def make_actions(actions, owner, opened, clips, fps, options):
    """Adds an action per clip to the list."""
    bones = axes.matched_bones(owner, opened.skeleton)
    rests = axes.armature_rests(bones, opened.rests)
    template = curves.new_template(owner, [bone.name for bone in bones if bone], FIRST_FRAME)
    try:
        for index, about in clips:
            block = opened.clip(index).curves(rests, axes.TO_BLENDER, fps, FIRST_FRAME,
                                              options.duration)
            action = template.copy()
            actions.append(action)
            curves.write_block(curves.places(compat.curves_of(action), bones), block)
            describe(action, opened, index, about, fps, options.fake_user)
    finally:
        bpy.data.actions.remove(template)


def describe(action, opened, index, about, fps, fake_user):
    """Sets everything of an action except its curves."""
    action.name = about["name"]
    last = max((curve.range()[1] for curve in compat.curves_of(action)), default=FIRST_FRAME)
    action.use_fake_user = fake_user
    action.use_frame_range = True
    action.frame_start = FIRST_FRAME
    action.frame_end = FIRST_FRAME + gait_library.whole_frames(about["duration_s"], fps)
    action.use_cyclic = bool(about["playback"] and about["playback"]["loop"])
    for event in about["events"]:
        for name, frame in gait_library.markers_of(event, gait_library.Timeline(FIRST_FRAME, fps)):
            action.pose_markers.new(name).frame = frame
    base.write_record(action, {**opened.clip_record(index, about, fps, FIRST_FRAME),
                               "last_key": last})


# --- the scene -----------------------------------------------------------------------------------

def rate_of(scene):
    return scene.render.fps / scene.render.fps_base


def frame_rate_for(scene, choice):
    """The frame rate at which clips are imported."""
    is_free = choice == "AUTO" and not len(bpy.data.actions)
    return GAME_FPS if is_free or choice == "SET" else rate_of(scene)


def set_scene(scene, fps, actions):
    """Sets the frame rate and the range of frames to that of the clips. A range that other actions
    need is not shortened."""
    last = max(1, math.ceil(max(action.frame_end for action in actions) - 1e-3))
    if len(bpy.data.actions) > len(actions):
        last = max(last, scene.frame_end)
    if rate_of(scene) != fps:
        scene.render.fps, scene.render.fps_base = GAME_FPS, 1
    scene.frame_start, scene.frame_end = FIRST_FRAME, last
