# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the edited actions of an armature back into their base files, or into new files."""
import dataclasses
import json
import math
import os
import uuid

import bpy

from . import (armature, axes, bank, base, claims, compat, curves, gait_library, importer,
               parameters, readings, stored, targets)
from .problem import Problem
from .readings import Readings, Rig, clips_of


MARKED = ("omf", "ogf", "skl", "skls")  # formats whose events are marks: names without values


@dataclasses.dataclass
class Options:
    """How actions are written."""
    only: object = None  # names of the actions that are written; None: all of the base files
    new: tuple = ()  # names of the actions that become new clips
    path: str = ""  # of the result; "": that of the base, or its place in the project folder
    rename: bool = False  # clips get the names of their actions
    sample: bool = False  # edited actions that do not play as their keys: sampled in each frame
    unedited: bool = False  # with `sample`: actions without an edit, too
    changed: str = "REFUSE"  # a base that was changed on the disk: REFUSE, PACKED, DISK
    overwrite: bool = False  # another file that exists is replaced
    readings: object = None  # of an earlier comparison with other options; None: new ones


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
    indices: set = frozenset()  # of clips with changed keys in the base
    changes: list = ()  # a text for each change
    animations: list = ()  # of all clips after new names, which those of other clips depend on
    moved: dict = dataclasses.field(default_factory=dict)  # {action: moved_keys()}

    @property
    def is_base(self):
        return os.path.realpath(self.path) == os.path.realpath(self.opened.path)

    @property
    def summary(self):
        """Such as "stalker.omf: 5 clips, 1 changed: salute 50.0 degrees bip01_head frame 30"."""
        text = gait_library.summary(self.count, self.changed, self.changes)
        return f"{self.opened.name}: {text}"


# --- actions -------------------------------------------------------------------------------------

def add_actions(edited, rig, pairs, new, readings, target):
    """Passes (name, action) to the Edited clips of the library; `new` are those whose events it
    does not have, and `target` is the parameters.Target that gets them. Returns ({action: its
    record after writing}, notes)."""
    records, clips, notes = {}, [], []
    for name, action in pairs:
        reading = readings.read(action, rig)
        if len(reading.keys.block) == 4 * curves.CURVES_PER_BONE * len(rig.names) \
                and action not in readings.sampled:
            raise Problem(f"{action.name} has no keys of bones", "choose its slot with the bones, "
                          "or deselect the action" if compat.slot_count(action) > 1 else
                          "insert keys, or deselect the action")
        about, notes = reading.about, notes + reading.notes
        with curves.naming(action, rig.owner):
            reading.add_to(edited, name, rig, action in readings.sampled)
        events = gait_library.read_markers(
            [(marker.name, marker.frame) for marker in action.pose_markers], about["events"],
            gait_library.Timeline(reading.first, about["fps"]))
        notes += event_notes(action, reading, events)
        seconds = reading.frames / about["fps"]
        is_resized = abs(seconds - about.get("duration_s", math.inf)) > 1e-6
        if action in new:
            events = gait_library.timed(events)
            clips.append({"animation": name, "events": events, **parameters.of_new_clip(
                rig.owner, action, edited, target, notes)})
        elif is_resized:
            events = gait_library.timed(
                events, None if target.kind in parameters.MOVING else seconds)
        if action not in new and (is_resized or events != about["events"]):
            clips.append({"animation": name, "events": events, **reading.key_times})
        elif action not in new and reading.key_times:
            clips.append({"animation": name, **reading.key_times})
        if clips and clips[-1]["animation"] == name and "events" in clips[-1]:
            notes += check_events(action, events, reading, target)
        notes += end_notes(action, events, target)
        records[action] = {**about, "first_frame": reading.first, "events": events, "edits": [],
                           "sampled": action in readings.sampled and readings.causes_of(action),
                           "last_key": reading.keys.last, "duration_s": seconds}
    edited.attach(json.dumps({"schema": "gait.extras/1", "clips": clips, **target.extras}).encode())
    return records, notes


def check_events(action, events, reading, target):
    """Notes about what the file cannot hold of events. Raises Problem for a name, or for all."""
    timeline = gait_library.Timeline(reading.first, reading.about["fps"])
    refusal = gait_library.refusal_of_events(target.opened) if events and target.opened else None
    for event in events:
        label = f"the marker {event['name']}" if event["name"] else "a marker without a name"
        place = f"{action.name}: {label} in frame {timeline.frame(event['start_s'])}"
        if refusal:
            raise Problem(f"{place} is not written: {refusal.message} ({refusal.rule})", "delete "
                          f"it; {bank.context().advice.get(refusal.rule, '')}")
        if target.kind in MARKED and not gait_library.is_mark(event["name"], target.code_page):
            raise Problem(
                f"{place} has a name that {target.kind.upper()} cannot hold", "rename it: at most "
                f"{gait_library.MARK_BYTES} letters of the code page {target.code_page or 1251}")
    valued = [f"{event['name']}={event['value']}" for event in events
              if event.get("value") and target.kind in MARKED]
    return [f"{action.name}: {target.kind.upper()} has no values of events, only their names: "
            f"{gait_library.listing(valued, readings.SHOWN)}"] if valued else []


def end_notes(action, events, target):
    """A note about the ends of intervals, which some formats lack, in a list; empty without
    intervals."""
    names = [event["name"] for event in events if event["start_s"] != event["end_s"]]
    return [f"{action.name}: {target.kind.upper()} has no ends of events, only their starts: "
            f"{gait_library.listing(names, readings.SHOWN)}"] \
        if names and target.kind in parameters.MOVING else []


def event_notes(action, reading, events):
    """A note about events outside of a clip that were not before, in a list; empty without them."""
    about, seconds = reading.about, reading.frames / reading.about["fps"]
    before = gait_library.outside(about["events"], about.get("duration_s", seconds))
    names = [event["name"] for event in gait_library.outside(events, seconds)
             if event not in before]
    return [f"{action.name} has markers outside of its frames {reading.first:g} to "
            f"{reading.first + reading.frames:g}: {gait_library.listing(names, readings.SHOWN)}: "
            "move them, or change the range of the action"] if names else []


def steps(owner, options):
    """Reads what compare() needs. Yields (done, all) after each action, so that a long comparison
    can be stopped there. Raises Problem."""
    readings = options.readings
    readings.start(options.sample, options.changed)
    for record, found, added, _ in selected(owner, options):
        opened = base.open_base(owner, record, options.changed)
        if armature.misfit(owner, opened):
            continue  # compare() raises it
        rig, pairs = Rig(owner, opened.skeleton, opened.rests, opened), named(found, added)
        for _, action in pairs:
            reading = readings.read(action, rig, action in added)
            if reading.is_edited is None and (options.sample or readings.reasons
                                              or reading.between or reading.early):
                reading.is_edited = claims.has_other_keys(owner, action)
        for action in added:
            readings.found[action].is_edited = True
        doubtful = [action for _, action in pairs if readings.is_doubtful(action)]
        readings.doubtful = max(readings.doubtful, len(doubtful))
        for number, action in enumerate(doubtful):
            is_new = readings.look(action, rig)
            if options.sample and readings.needs_sample(action, options.unedited):
                is_new |= readings.sample(action)
            if is_new:
                yield number + 1, len(doubtful)


# --- comparing -----------------------------------------------------------------------------------

def selected(owner, options):
    """Yields (record of a base, {name of the clip: action}, new actions, notes) of those to write.
    Raises Problem."""
    records = base.written_bases(owner)
    if not records:
        name = os.path.basename(stored.locate(owner, base.bases(owner)[0]))
        raise Problem(f"edits cannot be written back into {name}", "write a new file, which may "
                      "replace it")
    added = [action for action in claims.new_actions(owner) if action.name in options.new] \
        if options.new else []
    chosen = [claims.choose(owner, record, options.only) for record in records]
    other = next((record for record, (found, _) in zip(records, chosen) if found), records[-1])
    bases = {action: base.base_of(owner, action) for action in added}
    for record, (found, notes) in zip(records, chosen):
        own = [each for each in added if record == (
            bases[each] if bases[each] in records else other)]
        if found or own:
            yield record, found, own, notes


def named(found, added):
    """(name of the clip, action) of all of them."""
    return [*found.items(), *((action.name, action) for action in added)]


def compare(context, owner, options):
    """The plans for the bases of an armature that have actions to write. Raises Problem."""
    options.readings = options.readings or Readings(context, owner, written_bones(owner))
    for _ in steps(owner, options):
        pass
    plans = [compare_base(owner, *each, options) for each in selected(owner, options)]
    if not plans:
        raise Problem(f"no action of a file is selected on {owner.name}",
                      "select its actions, or write a new file")
    if options.path and len(plans) > 1:
        raise Problem(f"{owner.name} has actions of {len(plans)} files",
                      "write them without a path, or only the actions of one of them")
    copies = [action.name for action in claims.new_actions(owner)
              if base.base_of(owner, action) in base.written_bases(owner)
              and action.name not in options.new] if options.only is None else ()
    if copies:
        plans[0].notes.append(f"{gait_library.listing(copies)} not written: copies of clips, which "
                              "become new clips if they are selected as new actions")
    played = options.readings.played
    if played in claims.new_actions(owner) and played.name not in options.new:
        advice = "write it to a new file" if all(
            plan.opened.file.format in gait_library.ONE_CLIP for plan in plans) else \
            "tick it as a new clip"
        plans[0].notes.insert(0, f"{owner.name} plays {played.name}, which is not a clip of a file "
                              f"and is not written: {advice}, or let the armature play the action "
                              "of a clip")
    elif played and played not in claims.actions_of(owner) and base.base_of(owner, played) is None \
            and base.read_record(played):
        plans[0].notes.insert(0, f"{owner.name} plays {played.name}, which is a clip of another "
                              "armature: select that one to write it")
    plans[0].notes += readings.pose_note(options.readings) + rate_note(context, plans)
    return plans


def rate_note(context, plans):
    """A note about edited actions of another frame rate than that of the scene, in a list; empty
    without them."""
    rate = importer.rate_of(context.scene)
    names = [action.name for plan in plans for action, about in plan.records.items()
             if about.get("index") in plan.indices and abs(about["fps"] / rate - 1) > readings.RATE]
    return [f"the scene has another frame rate ({rate:.4g}) than when the actions were imported: "
            f"{gait_library.listing(names, readings.SHOWN)}: the clips keep their speed"] \
        if names else []


def written_bones(owner):
    """The names of the bones of the file of the clip that an armature plays, in small letters; None
    if it is not known."""
    played = owner.animation_data and owner.animation_data.action
    record = played and base.base_of(owner, played)
    try:
        opened = record and base.open_base(owner, record, "DISK")
    except Problem:
        opened = None
    return {name.lower() for name in opened.bones} if opened else None


def compare_base(owner, record, found, added, notes, options):
    """The Plan for one base."""
    opened = base.open_base(owner, record, options.changed)
    problem = armature.misfit(owner, opened)
    if problem:
        raise Problem(problem.message, "undo that edit of the armature; nothing was written")
    plan = Plan(record, opened, targets.path_of(owner, record, options.path), [*notes])
    ending = os.path.splitext(opened.path)[1]
    if not plan.path.lower().endswith(ending.lower()):
        raise Problem(f"{plan.path} is another kind of file than {opened.name}",
                      f"choose a name that ends in {ending}, or write a new file")
    if not os.path.isfile(opened.path):
        plan.notes.append(f"{opened.path} is missing: the packed base is used")
    if opened.sha256 != record["sha256"]:
        plan.notes.append(f"{opened.path} was changed after the import: that file gets the edits")
    plan.notes += base.damage(owner, record) + place_note(opened)
    found = {name: action for name, action in found.items() if action in options.readings.sampled
             or claims.is_current(owner, action, opened, options.rename, options.only is not None)}
    kept = [found.pop(name) for name, action in list(found.items()) if action not in
            options.readings.sampled and is_written(owner, action, opened, options)]
    added = [*added, *take_missing(owner, plan, found)]
    rig, pairs = Rig(owner, opened.skeleton, opened.rests, opened), named(found, added)
    check_names(opened, added)
    with bank.problems_of(opened.path):
        with opened.file.edited(opened.skeleton, rig.rests, axes.TO_BLENDER) as edited:
            plan.records, notes = add_actions(edited, rig, pairs, added, options.readings,
                                              parameters.target_of(opened, added))
            plan.content, report = edited.apply(add_new=bool(added)) if pairs else (
                opened.content, {"clips": []})
        for action in found.values():
            plan.records[action]["index"] = base.clip_index(opened, base.read_record(action))
        frames = options.readings.frames_of(opened, found.values())
        plan.count = len(opened.clips) + len(added)
        clips = [clip for clip in report["clips"] if clip["outcome"] not in gait_library.KEPT]
        plan.changed = {clip["name"] for clip in clips}
        plan.indices = {clip["index"] for clip in clips}
        plan.changes = [gait_library.describe(clip, frames.get(clip["index"]))
                        + options.readings.why_sampled(clip["name"]) for clip in clips]
        plan.notes += notes + whole_note(owner, plan, found, {
            clip["name"] for clip in clips if "events" in clip["metadata"]}) + rotation_note(
                owner, plan, found.values(), options.readings.sampled)
        plan.notes += options.readings.notes_of(plan, rig, found.values(), added, kept)
        before = plan.content
        run_edits(plan, found, options.rename)
        plan.moved = {action: moved_keys(plan, before, rig, action, options.readings)
                      for action in phased_of(found.values())}
        if plan.changed and plan.content == opened.content:
            plan.notes.append(f"{plan.summary}: not written, because the edits are smaller than "
                              f"what {opened.name} can hold")
            plan.changed, plan.changes = set(), []
        plan.notes += gait_library.new_findings(opened, plan.content)
    for number, action in enumerate(added):
        plan.records[action].update(clip=action.name, animation=action.name,
                                    index=len(opened.clips) + number,
                                    cyclic=action.use_cyclic, imported="")
        plan.records[action]["import"] = uuid.uuid4().hex
    plan.notes += base.edits_taken_back(plan)
    targets.check(owner, plan, options.overwrite)
    return plan


def is_written(owner, action, opened, options):
    """Whether a Bank has an action as it is seen, which is not as its keys: it was sampled, and
    neither edited since, nor was that removed which made it look otherwise."""
    about = base.read_record(action)
    causes, now = about.get("sampled", False), set(options.readings.causes_of(action))
    is_same = bool(now) if causes is True else causes is not False and now.issuperset(causes)
    return is_same and not claims.is_edited(owner, action, opened.sha256) \
        and not (options.rename and claims.is_renamed(action, about))


def place_note(opened):
    """A note about another file of the same name beside the .blend, in a list; empty without it."""
    near = os.path.join(os.path.dirname(bpy.data.filepath), opened.name)
    if not bpy.data.filepath or not os.path.isfile(near) or \
            stored.is_same_file(near, opened.path):
        return []
    return [f"{near} is not written: the clips were imported from {opened.path}"]


def take_missing(owner, plan, found):
    """Removes actions from {name of the clip: action} whose clips the changed file lacks. Returns
    those that were edited: they become new clips."""
    opened, names = plan.opened, {clip["name"] for clip in plan.opened.clips}
    missing = [clip for clip, action in found.items() for about in [base.read_record(action)]
               if opened.sha256 != about["sha256"] and about["clip"] not in names]
    actions = [action for action in map(found.pop, missing)
               if claims.is_edited(owner, action, opened.sha256)]
    plan.notes += [f"{opened.name} has no clip {base.read_record(action)['clip']} any more: "
                   f"{action.name} becomes a new clip" for action in actions]
    return actions


def whole_note(owner, plan, found, with_events):
    """A note about edited clips that another program has changed, in a list: their keys are
    replaced in all bones, and events in the clips `with_events`. It is empty if there are none, or
    if the program has changed other clips only, which is known if the content before that is."""
    names, stale = [], {clip: about for clip, about in (
        (clip, base.read_record(found[clip])) for clip in sorted(plan.changed & found.keys()))
        if about["sha256"] != plan.opened.sha256}
    theirs = claims.theirs_of(owner, plan.record, plan.opened) if stale else None
    for clip, about in stale.items():
        lost = gait_library.lost_changes(about, theirs)
        shown = [each for each in lost or () if each != "events" or clip in with_events]
        if shown or lost is None:
            names.append(clip + f" ({gait_library.listing(shown, readings.SHOWN)})" * bool(shown))
    return [f"{gait_library.listing(names, readings.SHOWN)}: all bones get the keys of the action, "
            "also those that the other program has changed in this clip"] if names else []


def rotation_note(owner, plan, actions, sampled):
    """A note about clips that are changed without an edit of their actions, because bones were
    rotated, in a list; empty without them."""
    names = [action.name for action in actions if plan.records[action]["index"] in plan.indices
             and action not in sampled
             and base.read_record(action).get("sampled", False) is False
             and not claims.is_edited(owner, action, plan.opened.sha256)
             and not claims.has_work(owner, action, with_replaced=True)]  # may be rounded
    return [f"not edited, but seen otherwise: {gait_library.listing(names, readings.SHOWN)}: bones "
            "were rotated in Edit Mode: undo that to keep these clips"] if names else []


def check_names(opened, added):
    """Raises Problem for new clips whose names the format cannot hold, or that exist."""
    names = [clip["name"].lower() for clip in opened.clips]
    for action in added:
        if action.name.lower() in names:
            raise Problem(f"{opened.name} has a clip {action.name} already", "rename the action. A "
                          "bake with Overwrite Current Action is an edit of the clip itself")
    single = next((name for name in names if names.count(name) == 1), None)
    if added and single and opened.file.format not in gait_library.ONE_CLIP:
        with bank.problems_of(opened.path):
            opened.file.edit(gait_library.duplicate_line(single, [each.name for each in added]))


def run_edits(plan, found, renames):
    """Changes parameters and names in the new content by an edit script."""
    lines, names, clips = [], [], [clip["name"] for clip in plan.opened.clips]
    for action in found.values():
        about, index = base.read_record(action), plan.records[action]["index"]
        edits = [*about["edits"], *parameters.loop_lines(plan.opened, index, action)]
        lines += edits
        plan.changed |= {about["clip"]} if edits else set()
        plan.records[action]["cyclic"] = action.use_cyclic
        if claims.is_renamed(action, about) and renames:
            names.append((gait_library.reference(clips, index), action.name))
            plan.changed |= {about["clip"]}
            plan.records[action].update(clip=action.name, animation=action.name)
        elif claims.is_renamed(action, about):
            plan.notes.append(f"{action.name} is the clip {about['clip']}, whose name stays: "
                              "tick Rename Clips to change it")
    lines += [gait_library.rename_line(names)] if names else []
    if lines:
        with bank.context().open(plan.content, plan.path, plan.record["code_page"]) as file:
            check_phases(plan, found.values(), file)
            plan.content, changes = file.edit("\n".join(lines))
            plan.changes += [change["text"] for change in changes]
    if names:
        plan.animations = gait_library.animations(plan.opened, plan.content)


def phased_of(actions):
    """The actions whose clips get other phases."""
    return [action for action in actions if any(
        " --phases=" in line for line in base.read_record(action)["edits"])]


def check_phases(plan, actions, file):
    """Raises Problem if phases were set for other keys than those that a clip gets."""
    for action in phased_of(actions):
        before, now = (clips[0]["frames"] for clips in (plan.opened.clips, file.clips))
        if before != now:
            raise Problem(f"{action.name} gets {now} keys, and its phases were set for {before}",
                          "clear the value of Phases in the panel, write the keys, and set the "
                          "phases then")


def moved_keys(plan, before, rig, action, readings):
    """(moved_keys() of the library for the clip of an action, whose content without other phases
    is `before`; the names of its bones; its new curves, or None if the action has others)."""
    about, context, path = plan.records[action], bank.context(), plan.path
    with context.open(before, path) as old, context.open(plan.content, path) as new:
        keys = gait_library.moved_keys(old, new, 0, gait_library.Timeline(
            about["first_frame"], about["fps"]), about["duration_s"])
    is_same = action not in readings.sampled and not readings.found[action].keys.reasons
    return keys, rig.names, keys and is_same and clips_of(plan.opened, plan.content)(0).curves(
        rig.rests, axes.TO_BLENDER, about["fps"], about["first_frame"], about["duration_s"])


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
            claims.adopt(owner, plan, old[plan.path])
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
        gait_library.check_axes(skeleton, target)
        try:
            rests = axes.to_blender(skeleton.rest().tolist())
        except gait_library.GaitError as error:
            raise Problem(f"{choice}: {error.message}",
                          "choose a model (.ogf) as the Skeleton") from None
        notes = armature.check_new(owner, skeleton, rests)
        rig, found = Rig(owner, skeleton, rests), Readings(context, owner)
        notes += found.sample_new(actions, rig) + readings.pose_note(found)
        with bank.context().edited(skeleton, rig.rests, axes.TO_BLENDER) as edited:
            into, more = parameters.new_target(owner, actions, skeleton, target)
            notes += more + add_actions(edited, rig, pairs, actions, found, into)[1]
            files = gait_library.convert_edited(bank.context(), edited, target, path, len(pairs))
    return files, notes


def skeleton_of(owner, choice):
    """A built-in skeleton, that of a model, or that of the first base of the armature."""
    if choice:
        return gait_library.choose_skeleton(choice, bank.context())
    if not base.bases(owner):
        raise Problem(f"the skeleton of {owner.name} is not known",
                      "choose a built-in one or a model (.ogf, model.cfg)")
    try:
        return base.open_base(owner, base.bases(owner)[0]).skeleton
    except Problem as problem:
        raise Problem(problem.message, f"{problem.advice}, or choose a Skeleton") from None
