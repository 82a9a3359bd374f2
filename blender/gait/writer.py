# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the edited actions of an armature back into their base files, or into new files."""
import dataclasses
import json
import math
import os
from array import array

import bpy

from . import (armature, axes, bank, base, browse, claims, compat, curves, gait_library, importer,
               parameters, stored, targets)
from .problem import Problem

TURNS = ("rotation_euler", "rotation_axis_angle")
ADVICE = "only its keys are written: tick Sample Visually to write what is seen"


@dataclasses.dataclass
class Options:
    """How actions are written."""
    only: object = None  # names of the actions that are written; None: all of the base files
    new: tuple = ()  # names of the actions that become new clips
    path: str = ""  # of the result; "": that of the base, or its place in the project folder
    rename: bool = False  # clips get the names of their actions
    sample: bool = False  # actions that play otherwise than their keys are sampled in each frame
    changed: str = "REFUSE"  # a base that was changed on the disk: REFUSE, PACKED, DISK
    overwrite: bool = False  # another file that exists is replaced


@dataclasses.dataclass
class Plan:
    """What will be written for one base, after a comparison."""
    record: dict  # of the base
    opened: object  # the Bank
    path: str
    notes: list  # what users should know
    keeps_old: bool = False  # the file that is replaced is kept
    records: dict = None  # {action: its record after writing}
    content: bytes = b""
    count: int = 0  # of clips
    changed: set = frozenset()  # names of changed clips
    changes: list = ()  # a text for each change

    @property
    def is_base(self):
        return os.path.realpath(self.path) == os.path.realpath(self.opened.path)

    @property
    def summary(self):
        """Such as "stalker.omf: 5 clips, 1 changed: salute 50.0 degrees bip01_head frame 30"."""
        text = gait_library.summary(self.count, self.changed, self.changes)
        return f"{self.opened.name}: {text}"


# --- actions -------------------------------------------------------------------------------------

def add_actions(context, owner, bones, edited, pairs, new, sample):
    """Passes (name, action) to the Edited clips of the library; `new` are those whose events it
    does not have. Returns ({action: its record after writing}, notes)."""
    names = [bone.name if bone else "" for bone in bones]
    rows = [owner.pose.bones.find(name) for name in names]  # -1: the armature lacks it
    turned = {bone.name for bone in owner.pose.bones if bone.rotation_mode != "QUATERNION"}
    is_posed = any(not each.mute for bone in owner.pose.bones for each in bone.constraints) or \
        bool(owner.animation_data and owner.animation_data.drivers)
    notes = [f"bones have constraints or drivers: {ADVICE}"] if is_posed and not sample else []
    records, clips = {}, []
    for name, action in pairs:
        about = {"fps": importer.rate_of(context.scene), "first_frame": action.frame_range[0],
                 "events": [], **base.read_record(action)}
        block, last, others, kinds = curves.read_block(action, owner, names, about["fps"])
        first, frames = gait_library.extent(about, last, (
            action.frame_start, action.frame_end) if action.use_frame_range else None)
        is_bent = bool(kinds - {curves.LINEAR}) and kinds != {curves.STEP} or any(
            path.endswith(TURNS) and gait_library.bone_of(path) in turned for path in others)
        if sample and (is_bent or is_posed):
            edited.add_poses(name, *sampled(context, owner, action, first, frames), rows,
                             about["fps"], frames)
        else:
            with curves.naming(action, owner):
                edited.add_curves(name, block, about["fps"], first, frames, kinds == {curves.STEP})
            if is_bent:
                notes.append(f"{action.name} has curves that are not linear: {ADVICE}")
        if any(not gait_library.bone_of(path) for path in others):
            notes.append(f"{action.name} also moves the object, which is not written")
        if compat.slot_count(action) > 1:
            slot = compat.slot_of(action, owner).name_display
            notes.append(f"{action.name} has several slots: {slot} is written")
        if len(block) == 4 * curves.CURVES_PER_BONE * len(names) and not sample:
            raise Problem(f"{action.name} has no keys of bones",
                          "choose its slot with the bones, or deselect the action")
        events = gait_library.read_markers(
            [(marker.name, marker.frame) for marker in action.pose_markers], about["events"],
            gait_library.Timeline(first, about["fps"]))
        if events != about["events"] or action in new:
            clips.append({"animation": name, "events": events, **(parameters.of_new_clip(
                owner, action, edited, notes) if action in new else {})})
        records[action] = {**about, "first_frame": first, "events": events, "edits": [],
                           "last_key": last, "duration_s": frames / about["fps"]}
    edited.attach(json.dumps({"schema": "gait.extras/1", "clips": clips}).encode())
    return records, notes


def sampled(context, owner, action, first, frames):
    """(poses, number of them): what is seen in each frame of an action, as matrices of all bones of
    the armature."""
    data, scene, poses = owner.animation_data or owner.animation_data_create(), context.scene, []
    before = data.action, data.use_nla, scene.frame_current
    bones, block = owner.pose.bones, array("f", bytes(64 * len(owner.pose.bones)))
    kept = {name: array("f", bytes(4 * size * len(bones))) for name, size in browse.POSE.items()}
    for name, values in kept.items():
        bones.foreach_get(name, values)
    for bone in bones:
        bone.matrix_basis.identity()
    data.use_nla = False
    compat.assign_action(owner, action)
    count = math.ceil(frames - 1e-3) + 1
    for frame in range(count):
        scene.frame_set(math.floor(first) + frame, subframe=first % 1)
        seen = owner.evaluated_get(context.evaluated_depsgraph_get()).pose.bones
        seen.foreach_get("matrix", block)
        poses.append(block.tobytes())
    data.use_nla = before[1]
    compat.assign_action(owner, before[0])
    for name, values in kept.items():
        bones.foreach_set(name, values)
    scene.frame_set(before[2])
    return memoryview(b"".join(poses)).cast("f"), count


# --- comparing -----------------------------------------------------------------------------------

def compare(context, owner, options):
    """The plans for the bases of an armature that have actions to write. Raises Problem."""
    new, records, plans = claims.new_actions(owner), base.bases(owner), []
    added = [action for action in new if action.name in options.new]
    chosen = [claims.choose(owner, record, options.only) for record in records]
    other = next((record for record, (found, _) in zip(records, chosen) if found), records[-1])
    for record, (found, notes) in zip(records, chosen):
        own = [each for each in added if (base.base_of(owner, each) or other) == record]
        if found or own:
            plans.append(compare_base(context, owner, record, found, own, options))
            plans[-1].notes += notes
    if not plans:
        raise Problem(f"no action of a file is selected on {owner.name}",
                      "select its actions, or write a new file")
    copies = [action.name for action in new if base.base_of(owner, action) and action not in added]
    if copies and options.only is None:
        plans[0].notes.append(f"{gait_library.listing(copies)} not written: copies of clips, which "
                              "become new clips if they are selected as new actions")
    if options.path and len(plans) > 1:
        raise Problem(f"{owner.name} has actions of {len(plans)} files",
                      "write them without a path, or only the actions of one of them")
    return plans


def compare_base(context, owner, record, found, added, options):
    """The Plan for one base."""
    opened = base.open_base(owner, record, options.changed)
    problem = armature.misfit(owner, opened)
    if problem:
        raise Problem(problem.message, "undo that edit of the armature; nothing was written")
    plan = Plan(record, opened, targets.path_of(owner, record, options.path), [])
    ending = os.path.splitext(opened.path)[1]
    if not plan.path.lower().endswith(ending.lower()):
        raise Problem(f"{plan.path} is another kind of file than {opened.name}",
                      f"choose a name that ends in {ending}, or write a new file")
    if not os.path.isfile(opened.path):
        plan.notes.append(f"{opened.path} is missing: the packed base is used")
    if opened.sha256 != record["sha256"]:
        plan.notes.append(f"{opened.path} was changed after the import: that file gets the edits")
    plan.notes += base.damage(owner, record)
    found = {name: action for name, action in found.items() if options.sample
             or claims.is_current(owner, action, opened, options.rename)}
    bones = axes.matched_bones(owner, opened.skeleton)
    pairs = [*found.items(), *((action.name, action) for action in added)]
    check_names(opened, added)
    with bank.problems_of(opened.path):
        with opened.file.edited(opened.skeleton, axes.armature_rests(bones, opened.rests),
                                axes.TO_BLENDER) as edited:
            plan.records, notes = add_actions(context, owner, bones, edited, pairs, added,
                                              options.sample)
            plan.content, report = edited.apply(add_new=bool(added)) if pairs else (
                opened.content, {"clips": []})
        plan.count = len(opened.clips) + len(added)
        clips = [clip for clip in report["clips"] if clip["outcome"] not in gait_library.KEPT]
        plan.changed = {clip["name"] for clip in clips}
        plan.changes = [gait_library.describe(clip) for clip in clips]
        plan.notes += notes
        run_edits(plan, found, options.rename)
        plan.notes += gait_library.new_findings(opened, plan.content)
    for number, action in enumerate(added):
        plan.records[action].update(clip=action.name, animation=action.name,
                                    index=len(opened.clips) + number,
                                    cyclic=action.use_cyclic)
    targets.check(owner, plan, options.overwrite)
    return plan


def check_names(opened, added):
    """Raises Problem for new clips whose names the format cannot hold, or that exist."""
    names = [clip["name"].lower() for clip in opened.clips]
    single = next((name for name in names if names.count(name) == 1), None)
    if added and single and opened.file.format not in gait_library.ONE_CLIP:
        with bank.problems_of(opened.path):
            opened.file.edit(gait_library.duplicate_line(single, [each.name for each in added]))


def run_edits(plan, found, renames):
    """Changes parameters and names in the new content by an edit script."""
    lines, names = [], []
    for action in found.values():
        about = base.read_record(action)
        edits = [*about["edits"],
                 *parameters.loop_lines(plan.opened, base.clip_index(plan.opened, about), action)]
        lines += edits
        plan.changed |= {about["clip"]} if edits else set()
        plan.records[action]["cyclic"] = action.use_cyclic
        if claims.is_renamed(action, about) and renames:
            names.append((about["clip"], action.name))
            plan.changed |= {about["clip"]}
            plan.records[action].update(clip=action.name, animation=action.name)
        elif claims.is_renamed(action, about):
            plan.notes.append(f"{action.name} is the clip {about['clip']}, whose name stays: "
                              "tick Rename Clips to change it")
    lines += [gait_library.rename_line(names)] if names else []
    if lines:
        with bank.context().open(plan.content, plan.path, plan.record["code_page"]) as file:
            plan.content, changes = file.edit("\n".join(lines))
            plan.changes += [change["text"] for change in changes]


# --- writing -------------------------------------------------------------------------------------

def write(owner, plans):
    """Writes the files of plans, all or none, and returns their paths. Files that are the same
    already are not written. Raises Problem."""
    old = {plan.path: base.read_old(plan.path) for plan in plans}
    written = [plan for plan in plans if old[plan.path] != plan.content]
    targets.write_files([gait_library.NewFile(plan.path, plan.content, plan.keeps_old)
                         for plan in written])
    for plan in plans:
        if plan.is_base and (plan in written or plan.opened.sha256 != plan.record["sha256"]):
            claims.adopt(owner, plan)
        elif plan in written:
            base.add_result(owner, plan.path, stored.id_of(plan.record), old[plan.path],
                            plan.content)
    return [plan.path for plan in written]


# --- new files -----------------------------------------------------------------------------------

def new_files(context, owner, actions, path, target, choice):
    """Makes a new file of actions without a base, or one for each if the format holds one clip.
    Returns (files, notes). Raises Problem."""
    path, pairs = base.absolute_path(path), [(action.name, action) for action in actions]
    with bank.problems_of(path):
        skeleton = skeleton_of(owner, choice)
        bones = axes.matched_bones(owner, skeleton)
        if not any(bones):
            raise Problem(f"{owner.name} has no bone of this skeleton", "choose another one")
        rests = axes.armature_rests(bones, axes.to_blender(skeleton.rest().tolist()))
        with bank.context().edited(skeleton, rests, axes.TO_BLENDER) as edited:
            notes = add_actions(context, owner, bones, edited, pairs, actions, True)[1]
            files = gait_library.convert_edited(bank.context(), edited, target, path, len(pairs))
    return files, notes


def skeleton_of(owner, choice):
    """A built-in skeleton, that of a model, or that of the first base of the armature."""
    if choice:
        return gait_library.choose_skeleton(choice, bank.context())
    if not base.bases(owner):
        raise Problem(f"the skeleton of {owner.name} is not known",
                      "choose a built-in one or a model (.ogf, model.cfg)")
    return base.open_base(owner, base.bases(owner)[0]).skeleton
