# SPDX-License-Identifier: GPL-3.0-or-later
"""The panel Gait in the sidebar of the 3D view, and its buttons."""
import bpy
from bpy.props import IntProperty, StringProperty

from . import (armature, base, browse, claims, dialogs, importer, mesh, parameters, preferences,
               stored)
from .problem import Problem, Reporting

LETTERS = 34  # of a line in the panel


# --- the list of clips ---------------------------------------------------------------------------

def listed(context):
    """(the active armature, or None; whose clips are listed: the path of the chosen file, or the
    record of a base of the armature, preferably that of its action, or None)."""
    owner, chosen = armature.active(context), context.window_manager.gait_browser.path
    action = browse.action_of(owner) if owner else None
    records = [action and base.base_of(owner, action), *base.bases(owner)] if owner else []
    return owner, chosen or next(filter(None, records), None)


def open_listed(context):
    """(the active armature or None, the Bank that is listed, its duration). Raises Problem."""
    owner, source = listed(context)
    if not source:
        raise Problem("the active object has no animation file", "import one, or choose a file")
    if isinstance(source, str):
        skeleton = context.window_manager.gait_browser.skeleton
        return owner, preferences.open_bank(source, skeleton), 0
    return owner, base.open_base(owner, source), source["duration"]


def chosen_index(context):
    """The index of the clip that is chosen in the list. Raises Problem."""
    browser = context.window_manager.gait_browser
    if not 0 <= browser.row < len(browser.rows):
        raise Problem("no clip is chosen", "click on one in the list")
    return browser.rows[browser.row].index


def fill():
    """Lists the clips. Blender calls it soon after the panel was drawn, which must not do it."""
    manager, source = bpy.context.window_manager, listed(bpy.context)[1]
    browser = manager.gait_browser
    browser.key, browser.problem = str(source), ""
    browser.rows.clear()
    try:
        for clip in open_listed(bpy.context)[1].clips if source else ():
            dialogs.add_row(browser.rows, clip["name"], index=clip["index"],
                            frames=clip["frames"])
    except Problem as problem:
        browser.problem = str(problem)
    for area in [area for window in manager.windows for area in window.screen.areas]:
        area.tag_redraw()


def play(browser, context):
    """Plays the clip that was clicked."""
    browser.problem = ""
    try:
        owner, opened, duration = open_listed(context)
        if not owner:
            raise Problem("no armature is active", "select one, or click Play or Edit to get one")
        browse.start(context.scene, owner, opened, chosen_index(context), duration)
    except Problem as problem:
        browser.problem = str(problem)


class GAIT_browser(dialogs.List, bpy.types.PropertyGroup):
    """The list of clips. The window manager has it: it is neither saved nor undone."""
    path: StringProperty(name="File", subtype="FILE_PATH", description="File whose clips are "
                         "listed; empty: the file of the active armature")
    skeleton: StringProperty(name="Skeleton", description="Of that file: a built-in one, or the "
                             "path of a model; empty: search it", update=lambda self, _: fill())
    key: StringProperty()
    problem: StringProperty()
    row: IntProperty(update=play)


# --- buttons: their tooltips are the first lines -------------------------------------------------

def play_or_stop(context):
    """Play the clip on the active armature without importing it, or stop"""
    if browse.preview:
        return browse.stop()
    owner, opened, duration = open_listed(context)
    if not owner:
        parts = opened.metadata([chosen_index(context)], duration)["parts"]
        owner = armature.create(context, opened, parts)
        base.remember(owner, opened, duration)
        mesh.add(owner, opened)
    play(context.window_manager.gait_browser, context)
    return ()


def edit(context):
    """Import the clip as an action of the active armature, in Pose Mode"""
    messages = browse.stop()
    (owner, opened, duration), index = open_listed(context), chosen_index(context)
    known = claims.of_clip(owner, opened, index) if owner else None
    if known:
        notes = importer.set_up(context, owner, known)
    else:
        if owner:
            owner.select_set(True)
        notes = importer.import_clips(context, opened, [index],
                                      importer.Options(duration=duration)).notes
    bpy.ops.object.mode_set(mode="POSE")
    return [*messages, *(("INFO", note) for note in notes)]


def pack(context):
    """Store the game files of the active armature in the .blend, or remove them from it"""
    owner = listed(context)[0]
    if not owner or not base.bases(owner):
        raise Problem("the active object has no animation file", "select an armature with clips")
    (base.unpack if base.is_packed(owner) else base.pack)(owner)


def check(context):
    """Show what the checker finds in the file whose clips are listed"""
    opened = open_listed(context)[1]
    lines = opened.findings()
    context.window_manager.popup_menu(
        lambda menu, _: dialogs.draw_lines(menu.layout, lines, "DOT"),
        title=f"{opened.name}: {len(lines)} findings")


class GAIT_OT_browse(Reporting, bpy.types.Operator):
    bl_idname = "gait.browse"
    bl_label = "Gait"
    task: StringProperty()

    @classmethod
    def description(cls, context, properties):
        return TASKS[properties.task].__doc__

    def run(self, context):
        return TASKS[self.task](context)


TASKS = {"play": play_or_stop, "edit": edit, "pack": pack, "check": check}


class GAIT_OT_locate_file(Reporting, bpy.types.Operator):
    """Choose the place of a missing game file of the armature. Other missing files that are in the
    same folder are found, too"""
    bl_idname = "gait.locate_file"
    bl_label = "Locate File"
    filepath: StringProperty(subtype="FILE_PATH", options={"SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        cls.poll_message_set("select an armature that Gait imported")
        return bool(armature.active(context) and base.bases(armature.active(context)))

    def invoke(self, context, event):
        owner = armature.active(context)
        self.filepath = "".join(stored.locate(owner, each)
                                for each in base.missing_files(owner)[:1])
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def run(self, context):
        return [("INFO", note) for note in base.relocate(armature.active(context),
                                                         base.absolute_path(self.filepath))]


# --- the panel -----------------------------------------------------------------------------------

class GAIT_PT_gait(bpy.types.Panel):
    bl_label = bl_category = "Gait"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"

    def draw(self, context):
        layout, browser = self.layout, context.window_manager.gait_browser
        owner, source = listed(context)
        if browser.key != str(source):
            bpy.app.timers.register(fill)
        row = layout.row(align=True)
        row.operator("gait.choose_animation", text="Import", icon="IMPORT")
        row.operator("gait.write_back", text="Write Back", icon="EXPORT")
        row = layout.row(align=True)
        packed = owner and base.is_packed(owner)
        row.operator("gait.browse", text="Unpack Base" if packed else "Pack Base").task = "pack"
        row.operator("gait.browse", text="Check").task = "check"
        layout.prop(browser, "path")
        if browser.path:
            layout.prop(browser, "skeleton")
        if isinstance(source, dict):
            layout.label(text=bpy.path.basename(source["path"]), icon="FILE")
        if owner and base.missing_files(owner):
            layout.operator("gait.locate_file", icon="FILE_FOLDER")
        dialogs.draw_list(layout, browser)
        dialogs.draw_lines(layout, browser.problem.splitlines(), "ERROR", LETTERS)
        row = layout.row(align=True)
        row.operator("gait.browse", text="Stop" if browse.preview else "Play",
                     icon="PAUSE" if browse.preview else "PLAY").task = "play"
        row.operator("gait.browse", text="Edit", icon="ACTION").task = "edit"
        action = browse.action_of(owner) if owner else None
        if action and base.base_of(owner, action):
            layout.label(text=action.name, icon="ACTION")
            try:
                parameters.draw(layout, owner, action)
            except Problem as problem:
                dialogs.draw_lines(layout, str(problem).splitlines(), "ERROR", LETTERS)


CLASSES = (GAIT_browser, GAIT_OT_browse, GAIT_OT_locate_file, parameters.GAIT_OT_set_parameter,
           GAIT_PT_gait)
