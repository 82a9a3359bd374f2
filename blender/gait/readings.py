# SPDX-License-Identifier: GPL-3.0-or-later
"""What is read of actions before they are written: their keys, and how they are seen.

A dialog keeps the Readings while it is open: ticks only combine them."""
import dataclasses
import functools

import bpy

from . import axes, bank, base, claims, compat, curves, gait_library, importer, seen
from .problem import Problem

MAX_FRAMES = 100_000  # of a clip, in frames of a game
LONG = 300  # seconds, from which on a clip that became longer is reported
SHOWN = 3  # actions that are named in a note
RATE = 0.01  # part of a frame rate, from which on another one of the scene is reported
NEAR = 0.01  # frames of a game between a clip and its last key, from which on that is reported


class Rig:
    """The bones of an armature that are those of a skeleton of the library. `opened` is the Bank
    into which actions are written, if there is one."""

    def __init__(self, owner, skeleton, rests, opened=None):
        self.owner, self.skeleton, self.opened = owner, skeleton, opened
        bones = axes.matched_bones(owner, skeleton)
        self.is_empty = not any(bones)
        self.names = [bone.name if bone else "" for bone in bones]
        self.rows = [owner.pose.bones.find(name) for name in self.names]  # -1: it lacks the bone
        self.parents = [bone["parent"] for bone in skeleton.bones]
        self.rests = axes.armature_rests(bones, rests)
        self.turns = seen.local_rests(
            [bone.matrix_local if bone else rest for bone, rest in zip(bones, rests)], self.parents)


@dataclasses.dataclass
class Reading(gait_library.ActionFrames):
    """An action."""
    keys: object = None  # curves.Keys
    notes: list = dataclasses.field(default_factory=list)
    key_times: dict = dataclasses.field(default_factory=dict)  # in metadata: when keys have phases
    is_edited: object = None  # whether it has other keys than its clip; None: not known yet
    is_coarse: bool = False  # its keys, which are not those of an import, are far apart
    seen: dict = dataclasses.field(default_factory=dict)  # {frame of the clip: seen.locals_of()}
    samples: object = None  # (poses, their number) in all frames
    differences: dict = dataclasses.field(default_factory=dict)  # {whether it is sampled: from it}

    def add_to(self, edited, name, rig, is_sampled):
        """Passes the clip to an Edited of the library."""
        fps = self.about["fps"]
        if is_sampled:
            edited.add_poses(name, *self.samples, rig.rows, fps / self.step,
                             self.frames / self.step, [frame / self.step for frame in
                                                       self.sample_frames]
                             if self.has_phases else None)
        else:
            edited.add_curves(name, self.keys.block, fps, self.first, self.frames,
                              self.keys.is_stepped)


class Readings:
    """The readings of actions of an armature: `found` is {action: Reading}. `bones` are the names,
    in small letters, of those whose poses without keys are reported; None: all."""

    def __init__(self, context, owner, bones=None):
        self.context, self.owner, self.found = context, owner, {}
        self.reasons, self.layers = seen.reasons(owner), seen.layers(owner)
        self.played = owner.animation_data and owner.animation_data.action
        self.unkeyed = seen.unkeyed(context, owner, bones)
        self.moments, self.doubtful = seen.moments(owner), 0  # the number of doubtful actions
        self.choice = None  # of a changed base
        self.samples = False  # whether Sample Visually is on
        self.sampled = set()  # the actions that are written as they are seen
        self.ticked = None  # the names of actions in a dialog that will be opened again

    def start(self, samples, choice):
        """Begins a comparison. Only that of a base is kept."""
        if choice != self.choice:
            self.found.clear()
        self.samples, self.sampled, self.choice = samples, set(), choice

    def read(self, action, rig, is_new=False):
        """The Reading of an action, which becomes a new clip or not. Raises Problem."""
        if action not in self.found:
            self.found[action] = read(self.context.scene, action, rig, is_new)
        return self.found[action]

    def reasons_of(self, action):
        """Why an action may be seen otherwise than its keys, in words."""
        own = action == self.played
        return [*self.causes_of(action), *["NLA tracks"] * bool(self.layers and own),
                *["poses without keys"] * bool(self.unkeyed and own)]

    def causes_of(self, action):
        """Those of the reasons that do not depend on what the armature plays."""
        return [*self.found[action].keys.reasons, *self.reasons]

    def is_doubtful(self, action):
        """Whether it is worth while to compare what is seen with the keys."""
        reading = self.found[action]
        return bool(self.reasons_of(action) or reading.is_edited or reading.is_coarse
                    or action == self.played)

    def needs_sample(self, action, with_unedited):
        """Whether Sample Visually applies to an action: one that was edited, also if that was
        written, that plays otherwise than its keys by itself, or that the armature plays."""
        reading = self.found[action]
        return bool(reading.is_edited or reading.keys.reasons or reading.is_coarse
                    or with_unedited and reading.keys.is_coarse or self.reasons_of(action) and (
                        with_unedited or action == self.played))

    def look(self, action, rig):
        """Evaluates some frames of an action: up to ALL of one that was edited, a part of these of
        others, and those where other things have keys. False if that was done before."""
        reading = self.found[action]
        is_own = reading.is_edited or reading.keys.reasons or reading.is_coarse
        most = seen.ALL if is_own else max(seen.FEW, seen.ALL // max(1, self.doubtful))
        frames = gait_library.spread(reading.sample_frames, most) | gait_library.spread(sorted(
            frame - reading.first for frame in reading.keys.moments | self.moments
            if 0 <= frame - reading.first <= reading.frames), most)
        if reading.is_edited:
            frames.update(each for frame in gait_library.spread(reading.between, seen.ALL)
                          for each in (frame, *reading.around(frame)[:2]))
        frames = sorted(frames - set(reading.seen))
        blocks = seen.poses_of(self.context, self.owner, action,
                               [reading.first + frame for frame in frames]) if frames else ()
        for frame, block in zip(frames, blocks):
            reading.seen[frame] = seen.locals_of(block, rig.rows, rig.parents, rig.turns)
        return bool(frames)

    def sample(self, action):
        """Evaluates all frames of an action. False if that was done before."""
        reading = self.found[action]
        self.sampled.add(action)
        is_new = not reading.samples
        if reading.frames / reading.step > MAX_FRAMES:
            raise Problem(f"{action.name} has {reading.frames:.0f} frames, which are too many to "
                          "sample", "do not tick Sample Visually, or import the clip with a "
                          "shorter duration")
        if is_new:
            blocks = seen.poses_of(self.context, self.owner, action, [
                reading.first + frame for frame in reading.sample_frames])
            reading.samples = memoryview(b"".join(blocks)).cast("f"), len(blocks)
        return is_new

    def notes_of(self, plan, rig, found, added, kept):
        """Notes about what is seen otherwise than in the new content of a Plan. `found` has the
        actions of clips of the Bank, `added` those of new clips, in their order, and `kept` those
        that were sampled before and are not written."""
        opened = plan.opened
        clip_of = functools.lru_cache(maxsize=None)(lambda: clips_of(opened, plan.content))
        indices = {action: base.clip_index(opened, self.found[action].about)
                   for action in (*found, *kept)}
        indices.update((action, len(opened.clips) + number) for number, action in enumerate(added))
        differences = {}
        for action, index in indices.items():
            reading, is_sampled = self.found[action], action in self.sampled
            if reading.is_edited is None:
                reading.is_edited = action in added or index in plan.indices
            if self.is_doubtful(action):
                if is_sampled not in reading.differences:
                    self.look(action, rig)
                    reading.differences[is_sampled] = differences_of(
                        reading, clip_rows(reading, clip_of()(index), rig), rig)
                differences[action] = reading.differences[is_sampled]
        return self.texts_of(differences, kept) + self.early_notes(
            action for action in indices if self.found[action].is_edited)

    def early_notes(self, actions):
        """A note about actions with keys before the first frame, in a list; empty without them."""
        texts = [f"{action.name} frame {reading.early[0]:g} (begins at {reading.first:g})"
                 for action in actions for reading in [self.found[action]] if reading.early]
        return ["keys before the first frame of a clip are not written: "
                f"{gait_library.listing(texts, SHOWN)}: let the manual frame range of the action "
                "begin there to write them"] if texts else []

    def frames_of(self, opened, actions):
        """{index of a clip of a Bank: a function from its times to frames of one of the actions}"""
        return {base.clip_index(opened, self.found[action].about): self.found[action].frame_at
                for action in actions}

    def why_sampled(self, clip):
        """Such as " (sampled: constraints)" for the name of a clip; "" if it has its keys."""
        return next((f" (sampled: {', '.join(self.reasons_of(action)) or 'edited'})"
                     for action in self.sampled
                     if clip in (action.name, self.found[action].about.get("clip"))), "")

    def texts_of(self, found, kept=()):
        """Notes about {action: differences_of() it}, those first that were edited or are played,
        and of them about those that are kept as they were sampled."""
        apart, later, scaled, between, rates = [], [], [], [], set()
        for action, (apart_by, lost) in sorted(found.items(), key=lambda item: (
                item[0] != self.played, not self.found[item[0]].is_edited)):
            reasons = ", ".join(self.reasons_of(action))
            if apart_by.text and action not in self.sampled:
                (later if action in kept else apart).append(
                    f"{action.name} {apart_by.text}" + f" ({reasons})" * bool(reasons))
            if apart_by.scale_text:
                scaled.append(f"{action.name} {apart_by.scale_text}")
            between += [f"{action.name} {each.text} (between {before:.6g} and {after:.6g})"
                        for each, before, after in lost if each.exceeds(apart_by)]
            rates |= {f"{self.found[action].rate:.6g}"} if lost else set()
        advice = "they were not edited and stay as they are: tick Unedited Actions to sample them" \
            if self.samples else "only keys are written: tick Sample Visually to write what is seen"
        return [text for names, text in (
            (apart, f"seen otherwise than keyed: {gait_library.listing(apart, SHOWN)}: {advice}"),
            (later, f"seen otherwise than sampled before: {gait_library.listing(later, SHOWN)}: "
             "they stay as they are: tick Sample Visually" + " and Unedited Actions" * self.samples
             + " to write what is seen"),
            (scaled, f"the scale of bones is not written: {gait_library.listing(scaled, SHOWN)}"),
            (between, "keys between frames of the game are not written: "
             f"{gait_library.listing(between, SHOWN)}: move them to a frame of the game, or import "
             f"into a scene with {' or '.join(sorted(rates))} fps")) if names]

    def sample_new(self, actions, rig):
        """Reads actions for a new file, and samples those that play otherwise than their keys."""
        found = {}
        for action in actions:
            reading = self.read(action, rig, is_new=True)
            reading.is_edited = True
            is_sampled = bool(self.reasons_of(action) or reading.keys.is_coarse)
            if is_sampled:
                self.sample(action)
            if is_sampled or reading.between:
                self.look(action, rig)
                found[action] = differences_of(reading, new_rows(reading), rig)
        return self.texts_of(found) + self.early_notes(actions)


def differences_of(reading, poses, rig):
    """(the Difference of an action from poses, [(that of a key between frames of the game,
    these two frames)]). `poses` yields (frame, pose)."""
    rows = {frame: [(name, reading.first + frame, own, other) for name, own, other
                    in zip(rig.names, reading.seen[frame], pose) if own]
            for frame, pose in poses if frame < reading.frames + 1e-3}
    lost = [(seen.largest(rows.pop(frame)),
             *(reading.first + each for each in reading.around(frame)[:2]))
            for frame in reading.between if frame in rows]
    return (seen.largest(each for found in rows.values() for each in found),
            sorted((each for each in lost if each[0].text), reverse=True))


def clip_rows(reading, clip, rig):
    """Yields the poses of a clip of the library in the frames that were seen of its action."""
    (first, last), fps = clip.range, reading.about["fps"]
    for frame in reading.seen:
        part = min(1, frame / reading.frames) if reading.frames else 0
        time = first + ((last - first) * part if clip.has_phases else frame / fps)
        yield frame, seen.wanted_of(clip.host_pose(rig.rests, axes.TO_BLENDER, time).tolist())


def new_rows(reading):
    """Yields the poses that a new file has in the frames that were seen of an action: those of
    frames of the game, and between them what games interpolate."""
    for frame, pose in reading.seen.items():
        before, after, part = reading.around(frame)
        if frame in reading.between:
            part = part if after <= reading.frames else round(part)  # the end is a frame of games
            pose = [own and seen.interpolated(own, other, part) for own, other
                    in zip(reading.seen[before], reading.seen[after])]
        yield frame, [own and (*own[:2], seen.UNIT) for own in pose]


def clips_of(opened, content):
    """A function that returns a clip of the new content of a Bank."""
    if content == opened.content:
        return opened.clip
    file = bank.context().open(content, opened.path, opened.code_page)
    is_own = opened.source["source"] == "in_file"
    skeleton = file.skeleton() if is_own else file.skeleton(tree=opened.skeleton)
    return lambda index: file.clip(index, skeleton)


def read(scene, action, rig, is_new):
    """The Reading of an action. Raises Problem if it is too long, before any work that grows with
    its length."""
    owner, notes = rig.owner, []
    rate = importer.rate_of(scene)
    about = {"fps": rate, "first_frame": action.frame_range[0], "events": [],
             **base.read_record(action)}
    if is_new and abs(about["fps"] / rate - 1) > RATE:
        notes.append(f"{action.name} was imported at {about['fps']:.4g} frames per second, and is "
                     f"written as the scene plays it, at {rate:.4g}")
        about = gait_library.at_rate(about, rate)
    keys = curves.read_keys(action, owner, rig.names, about["fps"])
    renamed = curves.rename_bones(action, owner) if keys.others else ()
    if renamed:
        keys = curves.read_keys(action, owner, rig.names, about["fps"])
        notes.append(f"{action.name}: its curves now move {gait_library.listing(renamed)}, whose "
                     "name had other letters in capitals")
    first, frames = gait_library.extent(about, keys.last, (
        action.frame_start, action.frame_end) if action.use_frame_range else None,
        *keys.frames[:1])
    if frames <= 0 < about.get("duration_s", 0):
        notes.append(f"the range of {action.name} has only one frame, and its clip keeps its "
                     "length: let the range end a frame later")
    if action.use_frame_range and keys.last < min(about.get("last_key", 0), first + frames) - NEAR:
        notes.append(f"the keys of {action.name} now end at frame {keys.last:g}, and its clip at "
                     f"{first + frames:g}: let the range end there to make it shorter")
    seconds = frames / about["fps"]
    if seconds * importer.GAME_FPS > MAX_FRAMES and seconds > about.get("duration_s", 0) + 1e-3:
        raise Problem(f"{action.name} is {seconds:.0f} s long: it has a key or its end at frame "
                      f"{max(keys.last, first + frames):.0f}", "delete the keys after the end of "
                      "the clip, and set the range of the action")
    if seconds > LONG and seconds > about.get("duration_s", 0) + 1e-3:
        notes.append(f"{action.name} is {seconds:.0f} s long: its last key is at frame "
                     f"{keys.last:.0f}")
    notes += unused_notes(action, owner, keys.others)
    if any(not gait_library.bone_of(path) for path in keys.others):
        notes.append(f"{action.name} also moves the object, which is not written")
    if compat.slot_count(action) > 1:
        slot = compat.slot_of(action, owner).name_display
        notes.append(f"{action.name} has several slots: {slot} is written")
    clip = base_clip(rig.opened, about)
    has_phases = bool(clip) and clip.has_phases
    key_times = {"time_unit": "phase", "frames": clip.frame_count, "duration_s":
                 about["duration_s"], "fps": importer.GAME_FPS} \
        if has_phases and clip.frame_count > 1 else {}
    is_coarse = keys.is_coarse and claims.has_work(owner, action, with_replaced=True)
    rate = clip.rate if clip else importer.GAME_FPS
    return Reading(about, keys.frames, first, frames, has_phases, rate, keys, notes, key_times,
                   is_coarse=is_coarse)


def unused_notes(action, owner, paths):
    """Notes about curves of an action that move nothing: of bones that the armature lacks, and
    angles of another rotation mode."""
    if not paths:
        return []
    modes = {bpy.utils.escape_identifier(bone.name): bone.rotation_mode
             for bone in owner.pose.bones}
    moved = curves.moved_by(paths)
    missing = {name for name, _ in moved if name and name not in modes}
    angles = {name for name, value in moved if name in modes and value in curves.TURNS
              and value != curves.channel_of(modes[name])}
    return [f"{action.name} {text}: {gait_library.listing(sorted(names), SHOWN)}: {advice}"
            for text, names, advice in (
                ("has keys of bones that the armature lacks, which are not written", missing,
                 "rename the bones in the curves, or delete the keys"),
                ("has angles of bones that have another rotation mode, which are not written",
                 angles, "choose the mode of the keys for these bones, or delete the keys"))
            if names]


def base_clip(opened, about):
    """The clip of a Bank from which an action was made; None for a new one."""
    names = [clip["name"] for clip in opened.clips] if opened else ()
    return opened.clip(base.clip_index(opened, about)) if about.get("clip") in names else None


# --- what users should know ----------------------------------------------------------------------

def pose_note(readings):
    """A note about a pose that has no keys, in a list. The list is empty without such a pose."""
    if not readings.unkeyed:
        return []
    action, difference = readings.unkeyed
    return [f"the pose differs from {action.name}: "
            + ", ".join(filter(None, (difference.text, difference.scale_text)))
            + ": what has no key is not written; insert keys (I) to write it"]
