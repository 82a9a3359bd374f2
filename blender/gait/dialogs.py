# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists of clips and actions, and what the dialogs of the operators have in common."""
import time

import bpy
from bpy.props import BoolProperty, CollectionProperty, IntProperty, StringProperty

from . import browse, gait_library
from .problem import Problem, Reporting

HIDDEN = {"SKIP_SAVE", "HIDDEN"}
LETTERS = 85  # of a line in a dialog
SLICE = 0.05  # seconds of a comparison between two events of the window
on_tick = None  # what the open dialog does after rows were ticked: a function of the context


def after_tick(row, context):
    if on_tick:
        on_tick(context)


class GAIT_row(bpy.types.PropertyGroup):
    """A clip or an action in a list, with its name."""
    is_ticked: BoolProperty(update=after_tick)
    file: IntProperty()
    index: IntProperty()
    frames: IntProperty()
    state: StringProperty()  # such as "changed"


def add_row(rows, name, **values):
    row = rows.add()
    row.name = name
    for key, value in values.items():
        setattr(row, key, value)


class List:
    """Has a list of rows."""
    rows: CollectionProperty(type=GAIT_row, options=HIDDEN)
    row: IntProperty(options=HIDDEN)
    filter: StringProperty(name="Filter", options=HIDDEN | {"TEXTEDIT_UPDATE"})


class GAIT_UL_rows(bpy.types.UIList):
    bl_idname = "GAIT_UL_rows"

    def draw_item(self, context, layout, data, item, icon, active_data, active_property):
        row = layout.split(factor=0.7)
        if hasattr(data, "tick_all"):
            row.prop(item, "is_ticked", text=item.name)
        else:
            row.label(text=item.name)
        frames = row.row()
        frames.alignment = "RIGHT"
        count = gait_library.counted(item.frames, "frame") if hasattr(data, "tick_all") else str(
            item.frames)
        frames.label(text=", ".join(filter(None, (item.state, count))),
                     icon="GREASEPENCIL" if item.state else "NONE")

    def filter_items(self, context, data, property):
        return [self.bitflag_filter_item if is_shown(data, row) else 0 for row in data.rows], []


def draw_list(layout, data):
    line = layout.row()
    line.prop(data, "filter", text="", icon="VIEWZOOM")
    if hasattr(data, "tick_all"):
        line.prop(data, "tick_all")
    layout.template_list(GAIT_UL_rows.bl_idname, "", data, "rows", data, "row", rows=10)


def draw_lines(layout, lines, icon="NONE", letters=LETTERS):
    """Draws lines; each can begin with its own icon and a tab."""
    column = layout.column(align=True)
    for own, text in gait_library.wrapped(lines, letters):
        column.label(text=text, icon=icon if own is None else own or "BLANK1")


# The following functions get the properties of an operator: Blender does not pass the operator
# itself to the functions of its properties.

def is_shown(properties, row):
    return properties.filter.lower() in row.name.lower()


def tick_shown(properties, context):
    """Ticks or unticks the rows that are shown."""
    global on_tick
    after, on_tick = on_tick, None
    for row in properties.rows:
        if is_shown(properties, row):
            row.is_ticked = properties.tick_all
    on_tick = after
    after_tick(None, context)


class Dialog(List, Reporting):
    """An operator with a dialog: `lines` of messages, the properties settings(), and rows."""
    is_dialog: BoolProperty(options=HIDDEN)
    lines: StringProperty(options=HIDDEN)
    tick_all: BoolProperty(name="All", update=tick_shown, options=HIDDEN,
                           description="Tick or untick the rows that are shown")

    def open_dialog(self, context, update=None):
        global on_tick
        self.is_dialog, on_tick = True, update
        return context.window_manager.invoke_props_dialog(self, width=620)

    def draw(self, context):
        draw_lines(self.layout, self.lines.splitlines())
        settings = self.layout.column()
        settings.use_property_split = True
        for name in self.settings(context):
            settings.prop(self, name)
        draw_list(self.layout, self)
        self.layout.label(text=f"{sum(row.is_ticked for row in self.rows)} of {len(self.rows)}: "
                          "tick those that you need")

    def cancel(self, context):
        global on_tick
        on_tick = None

    def execute(self, context):
        Dialog.cancel(self, context)
        self.tell(browse.stop())
        return super().execute(context)


# --- long comparisons ----------------------------------------------------------------------------

def run_for(steps, seconds):
    """Runs a generator for a time. Whether it has ended."""
    end = time.monotonic() + seconds
    for done, count in steps:
        if time.monotonic() > end:
            bpy.context.window_manager.progress_update(100 * done / count)
            return False
    return True


def wait(steps, after):
    """Runs a generator of (done, all) to its end with progress at the pointer, and then a function.
    Esc stops it."""
    GAIT_OT_wait.job = steps, after
    bpy.ops.gait.wait("INVOKE_DEFAULT")


class GAIT_OT_wait(bpy.types.Operator):
    bl_idname = "gait.wait"
    bl_label = "Compare"
    bl_options = {"INTERNAL"}
    job = None

    def invoke(self, context, event):
        manager = context.window_manager
        manager.progress_begin(0, 100)
        self.timer = manager.event_timer_add(0.01, window=context.window)
        manager.modal_handler_add(self)
        context.workspace.status_text_set("Gait compares actions with their files (Esc: stop)")
        return {"RUNNING_MODAL"}

    def modal(self, context, event):
        (steps, after), is_stopped = self.job, event.type == "ESC"
        try:
            if not is_stopped and (event.type != "TIMER" or not run_for(steps, SLICE)):
                return {"RUNNING_MODAL"}
        except Problem:
            pass  # what follows raises it again, and shows it
        steps.close()
        GAIT_OT_wait.job = None
        context.window_manager.event_timer_remove(self.timer)
        context.window_manager.progress_end()
        context.workspace.status_text_set(None)
        if is_stopped:
            self.report({"INFO"}, "The comparison was stopped; nothing was written")
            return {"CANCELLED"}
        after()
        return {"FINISHED"}


CLASSES = (GAIT_row, GAIT_UL_rows, GAIT_OT_wait)
