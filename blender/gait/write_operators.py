# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators of the way back: write back with its report, and new files."""
import functools
import os

import bpy
from bpy.props import BoolProperty, EnumProperty, StringProperty

from . import (armature, bank, base, browse, claims, dialogs, gait_library, preferences, targets,
               writer)
from .dialogs import HIDDEN
from .problem import ExistsProblem, Problem, Reporting

CHANGED = (("REFUSE", "Stop", "Nothing is written"),
           ("PACKED", "Use Packed Base", "The packed base with the edits replaces the file"),
           ("DISK", "Use Changed File", "The edits go into the changed file"))
TARGETS = {f".{name}": name for name in ("rtm", "omf", "skl", "skls", "bvh")}
PATTERNS = "Names or patterns of actions, with commas between"
SHOWN = {"SKIP_SAVE"}


def chosen(actions, text):
    """The names of the actions that a text selects, as the import selects clips."""
    names = [action.name for action in actions]
    with bank.problems_of("actions"):
        return [names[index] for index in gait_library.select(names, text)]


# --- write back ----------------------------------------------------------------------------------

# The following functions get the properties of the operator: Blender does not pass the operator
# itself to the functions of its properties.

def compare(properties, context):
    """The plans of the writer, and (level, text) of the report. Raises Problem."""
    owner, only, added = armature.active(context), None, ()
    if properties.actions:
        only = chosen(claims.actions_of(owner), properties.actions)
    if properties.new_actions:
        added = chosen(claims.new_actions(owner), properties.new_actions)
    if properties.is_dialog:
        only = added = {row.name for row in properties.rows if row.is_ticked}
    plans = writer.compare(context, owner, writer.Options(
        only, added, properties.filepath, properties.rename, properties.sample,
        properties.changed_base, properties.overwrite))
    return plans, [line for plan in plans for line in (
        ("INFO", plan.summary), *(("WARNING", note) for note in plan.notes),
        ("INFO", f"To {plan.path}"))]


def show(properties, context):
    """Compares again for the dialog."""
    if properties.is_dialog:
        try:
            lines = compare(properties, context)[1]
        except Problem as problem:
            lines = [("CANCEL", str(problem))]
        properties.lines = "\n".join(f"{level.replace('WARNING', 'ERROR')}\t{text}"
                                     for level, text in lines)


class GAIT_OT_write_back(dialogs.Dialog, bpy.types.Operator):
    """Compare the actions of the armature with the files from which they were imported, and write
    the edits into them"""
    bl_idname = "gait.write_back"
    bl_label = "Write Back"

    filepath: StringProperty(
        name="File", subtype="FILE_PATH", options=SHOWN, update=show,
        description="Empty: the base file, or its place in the project folder")
    rename: BoolProperty(name="Rename Clips", options=SHOWN, update=show,
                         description="Clips get the new names of their actions")
    sample: BoolProperty(
        name="Sample Visually", options=SHOWN, update=show,
        description="Write what is seen in each frame: constraints, drivers, Bezier curves")
    changed_base: EnumProperty(name="Changed Base", items=CHANGED, options=SHOWN, update=show)
    overwrite: BoolProperty(
        name="Overwrite", options=SHOWN, update=show,
        description="Replace another file that exists. It is kept as .bak")
    # For scripts.
    actions: StringProperty(options=HIDDEN, description=PATTERNS + "; empty: all")
    new_actions: StringProperty(options=HIDDEN, description=PATTERNS + " that become new clips")
    dry_run: BoolProperty(options=HIDDEN, description="Only compare")

    @classmethod
    def poll(cls, context):
        cls.poll_message_set("select an armature that Gait imported")
        return bool(armature.active(context) and base.bases(armature.active(context)))

    def invoke(self, context, event):
        browse.stop()
        owner = armature.active(context)
        new = claims.new_actions(owner)
        self.tick_all = not new
        for action in (*new, *(each for each in claims.actions_of(owner) if each not in new)):
            first, last = action.frame_range
            dialogs.add_row(self.rows, action.name, is_ticked=action not in new,
                            frames=round(last - first) + 1)
        self.is_dialog = True
        show(self.properties, context)  # before Blender draws the dialog
        return self.open_dialog(context, functools.partial(show, self.properties))

    def is_elsewhere(self):
        return bool(self.filepath or preferences.get().project)

    def settings(self, context):
        return "filepath", *["overwrite"] * self.is_elsewhere(), "rename", "sample", "changed_base"

    def run(self, context):
        plans, lines = compare(self.properties, context)
        written = [] if self.dry_run else writer.write(armature.active(context), plans)
        return [*lines, ("INFO", f"Wrote {', '.join(written) or 'nothing'}")]


# --- new files -----------------------------------------------------------------------------------

class GAIT_OT_write_new(Reporting, bpy.types.Operator):
    """Write actions of the armature to a new animation file"""
    bl_idname = "gait.write_new"
    bl_label = "Write New Animation"

    filepath: StringProperty(subtype="FILE_PATH", options=SHOWN)
    check_existing: BoolProperty(default=True, options=HIDDEN)  # Blender marks the names of files
    overwrite: BoolProperty(options=HIDDEN, description="Replace a file that exists. It is kept "
                            "as .bak")
    asks: BoolProperty(options=HIDDEN)
    question: StringProperty(options=HIDDEN)
    filter_glob: StringProperty(default=";".join("*" + each for each in TARGETS), options=HIDDEN)
    actions: StringProperty(name="Actions", options=SHOWN,
                            description=PATTERNS + "; empty: the active one")
    skeleton: StringProperty(
        name="Skeleton", options=SHOWN, search_options={"SUGGESTION"},
        search=lambda self, context, text: [name for name in bank.context().builtin_names
                                            if text in name],
        description="A built-in skeleton, or the path of a model; empty: that of the file from "
        "which the armature was imported")
    binarised: BoolProperty(name="Binarised RTM", options=SHOWN)

    @classmethod
    def poll(cls, context):
        return armature.active(context) is not None

    def invoke(self, context, event):
        if self.question:
            return context.window_manager.invoke_props_dialog(self, width=620)
        self.asks, self.filepath = True, targets.proposed(armature.active(context), TARGETS)
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def draw(self, context):
        if self.question:
            dialogs.draw_lines(self.layout, [self.question], "ERROR")
        else:
            for name in ("actions", "skeleton", "binarised"):
                self.layout.prop(self, name)

    def run(self, context):
        browse.stop()
        owner, ending = armature.active(context), os.path.splitext(self.filepath)[1].lower()
        if ending not in TARGETS:
            raise Problem("the file name has no known ending", f"use one of {' '.join(TARGETS)}")
        active = browse.action_of(owner)
        names = chosen(bpy.data.actions, self.actions or (active.name if active else "*"))
        is_binarised = self.binarised and ending == ".rtm"
        files, notes = writer.new_files(
            context, owner, [bpy.data.actions[name] for name in names], self.filepath,
            "bmtr" if is_binarised else TARGETS[ending], self.skeleton)
        try:
            written = targets.write_new(owner, files, self.overwrite)
        except ExistsProblem as problem:
            if not self.asks:
                raise
            bpy.ops.gait.write_new(
                "INVOKE_DEFAULT", filepath=self.filepath, actions=self.actions, overwrite=True,
                skeleton=self.skeleton, binarised=self.binarised,
                question=f"{problem.message}: OK replaces it, and keeps it as .bak")
            return []
        return [*(("WARNING", note) for note in notes), ("INFO", f"Wrote {', '.join(written)}")]


def draw_menu(self, context):
    self.layout.operator(GAIT_OT_write_back.bl_idname, text="Game animation (write back)")
    self.layout.operator(GAIT_OT_write_new.bl_idname, text="Game animation (new file)")


CLASSES = (GAIT_OT_write_back, GAIT_OT_write_new)
