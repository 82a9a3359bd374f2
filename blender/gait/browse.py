# SPDX-License-Identifier: GPL-3.0-or-later
"""Previews: an armature plays a clip of an open file without an action.

Before a preview, the state of the armature object and of the scene is stored as plain ID
properties of them. Undo steps and saved files contain these properties together with what the
preview changed. So the state can be restored whenever no preview runs."""
import math

import bpy
from bpy.app.handlers import persistent

from . import axes, importer
from .problem import Problem

KEY = "gait_preview"
POSE = {"location": 3, "rotation_quaternion": 4, "rotation_euler": 3, "rotation_axis_angle": 4,
        "scale": 3}
SCENE = ("frame_preview_start", "frame_preview_end", "use_preview_range", "frame_current",
         "frame_subframe")
AT_REST = (1, 0, 0, 0, 0, 0, 0)

preview = None  # the Preview that runs


class Preview:
    """A clip that an armature plays. Undo replaces objects, therefore it has their names.

    order  for each pose bone the index of its row in a pose of the library; -1: it has none
    """

    def __init__(self, scene, owner, opened, index, duration):
        bones = axes.matched_bones(owner, opened.skeleton)
        rows = {bone.name: row for row, bone in enumerate(bones) if bone}
        self.scene, self.owner, self.clip = scene.name, owner.name, opened.clip(index)
        self.order = [rows.get(bone.name, -1) for bone in owner.pose.bones]
        self.rests = axes.armature_rests(bones, opened.rests)
        self.seconds = opened.metadata([index], duration)["clips"][0]["duration_s"]
        self.first, last = self.clip.range
        self.length = last - self.first

    def show(self, owner, seconds):
        """Sets the pose at a time."""
        time = self.first + self.length * (seconds / self.seconds if self.seconds else 0)
        found = [*self.clip.host_pose(self.rests, axes.TO_BLENDER, time).tolist(), AT_REST]
        rows, bones = [found[index] for index in self.order], owner.pose.bones
        bones.foreach_set("rotation_quaternion", [part for row in rows for part in row[:4]])
        bones.foreach_set("location", [part for row in rows for part in row[4:]])
        owner.update_tag(refresh={"DATA"})


def action_of(owner):
    """The action of an armature; during a preview, the one that it had before."""
    if KEY in owner:
        return owner[KEY].get("action")
    return owner.animation_data.action if owner.animation_data else None


# --- start and end -------------------------------------------------------------------------------

def start(scene, owner, opened, index, duration=0):
    """Plays a clip on an armature. Raises Problem; then nothing has changed."""
    global preview
    opened, problem = importer.fit(owner, opened)
    data = owner.animation_data
    if owner.mode == "EDIT" or data and data.use_tweak_mode:
        problem = Problem(f"{owner.name} is in Edit Mode or in the tweak mode of the NLA editor")
    if problem:
        raise Problem(f"{opened.name} cannot be played: {problem.message}",
                      "with nothing selected, Edit makes a new armature")
    new = Preview(scene, owner, opened, index, duration)
    if preview and preview.owner != owner.name:
        stop()
    if KEY not in owner:
        take_pose(owner)
    if KEY not in scene:
        scene[KEY] = {name: getattr(scene, name) for name in SCENE}
    preview = new
    last = math.ceil(preview.seconds * importer.rate_of(scene) - 1e-3)
    scene.use_preview_range = True
    scene.frame_preview_start = importer.FIRST_FRAME
    scene.frame_preview_end = importer.FIRST_FRAME + max(1, last)
    scene.frame_set(importer.FIRST_FRAME)
    set_playing(True)


def take_pose(owner):
    """Stores the pose and the action of an armature, and frees the pose from animation."""
    data, bones = owner.animation_data, owner.pose.bones
    state = {"modes": " ".join(bone.rotation_mode for bone in bones)}
    for name, size in POSE.items():
        state[name] = [0.0] * size * len(bones)
        bones.foreach_get(name, state[name])
    if data:
        state["use_nla"] = data.use_nla
        if data.action:
            state["action"] = data.action
        data.action, data.use_nla = None, False
    owner[KEY] = state
    for bone in bones:
        bone.rotation_mode, bone.scale = "QUATERNION", (1, 1, 1)


@persistent
def stop(*_):
    """Ends the preview. All scenes and armatures that had one get their state before it. Returns
    (level, text) about actions that were made of keys that were inserted meanwhile."""
    global preview
    if preview:
        set_playing(False)
    preview = None
    for scene in [each for each in bpy.data.scenes if KEY in each]:
        for name, value in scene[KEY].to_dict().items():
            setattr(scene, name, value)
        del scene[KEY]
        scene.frame_set(scene.frame_current, subframe=scene.frame_subframe)
    return [("WARNING", text) for owner in [each for each in bpy.data.objects if KEY in each]
            for text in give_pose(owner)]


def give_pose(owner):
    """Restores what take_pose() stored; without the pose if bones were added or removed. Returns
    a note about an action that Blender has made of keys that were inserted meanwhile."""
    state, data, bones = owner[KEY].to_dict(), owner.animation_data, owner.pose.bones
    made = data.action if data else None
    if made:
        made.use_fake_user = True  # otherwise it would be lost when the file is saved
    if data:
        data.action, data.use_nla = state.get("action"), bool(state.get("use_nla", True))
        bpy.context.view_layer.update()  # evaluates the action, before the pose is set
    if len(state["scale"]) == 3 * len(bones):
        for bone, mode in zip(bones, state["modes"].split()):
            bone.rotation_mode = mode  # before the rotations, which it converts
        for name in POSE:
            bones.foreach_set(name, state[name])
    owner.update_tag(refresh={"DATA"})
    del owner[KEY]
    return [f"keys that were inserted while a clip was played are in the action {made.name}: it is "
            "kept, but is not a clip; click Edit before you insert keys"] if made else []


def set_playing(is_wanted):
    window = bpy.context.window_manager.windows[0]
    if not bpy.app.background and window.screen.is_animation_playing != is_wanted:
        with bpy.context.temp_override(window=window):
            bpy.ops.screen.animation_play()


# --- handlers ------------------------------------------------------------------------------------

def previewed():
    """The armature of the preview; None if it was deleted, or has other bones or its own pose."""
    owner = bpy.data.objects.get(preview.owner) if preview else None
    return owner if owner and KEY in owner and len(owner.pose.bones) == len(preview.order) else None


@persistent
def on_frame(scene, *_):
    owner = previewed()
    if owner and scene.name == preview.scene:
        preview.show(owner, scene.frame_current_final / importer.rate_of(scene))
    elif preview and not owner:
        bpy.app.timers.register(stop)  # not while Blender changes the frame


@persistent
def on_undo(*_):
    """After undo and redo, data can be those of a preview that has ended, or those before one."""
    if not previewed():
        stop()


HANDLERS = (("frame_change_post", on_frame), ("undo_post", on_undo), ("redo_post", on_undo),
            ("load_post", stop), ("save_pre", stop))


def register():
    for name, handler in HANDLERS:
        getattr(bpy.app.handlers, name).append(handler)


def unregister():
    stop()
    for name, handler in HANDLERS:
        getattr(bpy.app.handlers, name).remove(handler)
