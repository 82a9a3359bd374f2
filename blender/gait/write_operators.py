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
TARGETS = {f".{name}": name for name in ("rtm", "omf", "skl", "skls", "bvh", "seanim", "anm")}
PATTERNS = "Names or patterns of actions, with commas between"
SHOWN = {"SKIP_SAVE"}
PATIENCE = 1  # seconds, after which a comparison goes on in the background
CHANGED_ROW, NEW = "changed", "new"  # states of rows
kept = None  # the Readings of the dialog that is open


def chosen(actions, text):
    """The names of the actions that a text selects, as the import selects clips."""
    names = [action.name for action in actions]
    with bank.problems_of("actions"):
        return [names[index] for index in gait_library.select(names, text)]


# --- write back ----------------------------------------------------------------------------------

def forget():
    global kept
    kept = None


# The following functions get the properties of the operator: Blender does not pass the operator
# itself to the functions of its properties.

def options_of(properties, context):
    """The options for the writer."""
    owner, only, added = armature.active(context), None, ()
    if properties.actions:
        only = chosen(claims.actions_of(owner), properties.actions)
    if properties.new_actions:
        added = chosen(claims.new_actions(owner), properties.new_actions)
    if properties.is_dialog:
        only = added = {row.name for row in properties.rows if row.is_ticked}
    return writer.Options(
        only, added, properties.filepath, properties.rename, properties.sample,
        changed=properties.changed_base, overwrite=properties.overwrite, readings=kept,
        unedited=properties.unedited or bool(properties.actions))


def compare(properties, context):
    """The plans of the writer, and (level, text) of the report. Raises Problem."""
    plans = writer.compare(context, armature.active(context), options_of(properties, context))
    return plans, [line for plan in plans for line in (
        ("INFO", plan.summary), *(("WARNING", note) for note in plan.notes),
        ("INFO", f"To {plan.path}"))]


def show(properties, context):
    """Compares for the dialog, and marks the changed actions."""
    if not properties.is_dialog:
        return
    try:
        steps = writer.steps(armature.active(context), options_of(properties, context))
        properties.is_unfinished = not dialogs.run_for(steps, PATIENCE)
        if properties.is_unfinished:
            properties.lines = "TIME\tThere are more actions to sample. OK goes on, and shows " \
                "what changes before anything is written"
            return
        plans, lines = compare(properties, context)
        for plan in plans:
            for action, about in plan.records.items():
                row = properties.rows.get(action.name)
                if row and row.state != NEW:
                    row.state = CHANGED_ROW if plan.changed & {
                        about["clip"], base.read_record(action)["clip"]} else ""
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
    unedited: BoolProperty(
        name="Unedited Actions", options=SHOWN, update=show,
        description="Sample also actions without an edit that are seen otherwise than their keys, "
        "such as by a constraint")
    changed_base: EnumProperty(name="Changed Base", items=CHANGED, options=SHOWN, update=show)
    overwrite: BoolProperty(
        name="Overwrite", options=SHOWN, update=show,
        description="Replace another file that exists. It is kept as .bak")
    # For scripts.
    actions: StringProperty(options=HIDDEN, description=PATTERNS + "; empty: all")
    new_actions: StringProperty(options=HIDDEN, description=PATTERNS + " that become new clips")
    dry_run: BoolProperty(options=HIDDEN, description="Only compare")
    # Of the dialog.
    is_unfinished: BoolProperty(options=HIDDEN)  # more actions must be sampled
    resumes: BoolProperty(options=HIDDEN)  # after a comparison that took long

    @classmethod
    def poll(cls, context):
        cls.poll_message_set("select an armature with clips that Gait imported")
        return bool(armature.active(context) and base.bases(armature.active(context)))

    def invoke(self, context, event):
        """Opens the dialog, after a comparison that can be stopped if it takes long."""
        global kept
        self.tell(browse.stop())
        owner = armature.active(context)
        self.is_dialog = True
        try:
            kept = kept if kept and self.resumes else writer.Readings(
                context, owner, writer.written_bones(owner))
        except Problem as problem:
            self.report({"ERROR"}, str(problem))
            return {"CANCELLED"}
        self.list_actions(owner, kept.ticked)
        try:
            steps = writer.steps(owner, options_of(self.properties, context))
            if not dialogs.run_for(steps, PATIENCE):
                return self.go_on(steps)
        except Problem:
            pass  # the dialog shows it
        show(self.properties, context)  # before Blender draws the dialog
        self.list_actions(owner, {row.name for row in self.rows if row.is_ticked})
        return self.open_dialog(context, functools.partial(show, self.properties))

    def list_actions(self, owner, ticked):
        """Lists the actions: those that are known to be changed, the new ones, the others. `ticked`
        are names; None: all but the new ones, and those whose edits others have replaced."""
        changed = {row.name for row in self.rows if row.state == CHANGED_ROW}
        new = claims.new_actions(owner)
        others = {*new, *claims.replaced_actions(owner)}
        actions = sorted({*new, *claims.actions_of(owner)}, key=lambda action: (
            action.name not in changed, action not in new, action.name))
        self.rows.clear()
        self.tick_all = not others
        for action in actions:
            first, last = action.frame_range
            dialogs.add_row(
                self.rows, action.name, frames=round(last - first) + 1,
                is_ticked=action not in others if ticked is None else action.name in ticked,
                state=CHANGED_ROW if action.name in changed else NEW if action in new else "")

    def go_on(self, steps):
        """Runs the comparison in the background, and opens the dialog afterwards."""
        kept.ticked = {row.name for row in self.rows if row.is_ticked}
        settings = {name: getattr(self, name) for name in self.settings(None)}
        dialogs.wait(steps, lambda: bpy.ops.gait.write_back("INVOKE_DEFAULT", resumes=True,
                                                           **settings))
        return {"CANCELLED"}

    def cancel(self, context):
        super().cancel(context)
        forget()

    def execute(self, context):
        if self.is_dialog and self.is_unfinished:
            dialogs.on_tick = None
            return self.go_on(writer.steps(armature.active(context),
                                           options_of(self.properties, context)))
        return super().execute(context)

    def settings(self, context):
        is_elsewhere = bool(self.filepath or preferences.get().project)
        return ["filepath", *["overwrite"] * is_elsewhere, "rename", "sample",
                *["unedited"] * self.sample, "changed_base"]

    def run(self, context):
        try:
            plans, lines = compare(self.properties, context)
        finally:
            forget()
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
        cls.poll_message_set("select an armature")
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
        self.tell(browse.stop())
        owner, ending = armature.active(context), os.path.splitext(self.filepath)[1].lower()
        if ending not in TARGETS:
            raise Problem("the file name has no known ending", f"use one of {' '.join(TARGETS)}")
        active = browse.action_of(owner)
        text = self.actions or (active.name if active else "*")
        own = {*claims.actions_of(owner), *claims.new_actions(owner)}
        named = {word.strip().lower() for word in text.split(",")}
        names = chosen([action for action in bpy.data.actions
                        if action in own or action.name.lower() in named], text)
        is_binarised = self.binarised and ending == ".rtm"
        files, notes = writer.new_files(
            context, owner, [bpy.data.actions[name] for name in names], self.filepath,
            "bmtr" if is_binarised else TARGETS[ending], self.skeleton)
        try:
            written = targets.write_new(owner, files, names, self.overwrite)
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
