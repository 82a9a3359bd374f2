# SPDX-License-Identifier: GPL-3.0-or-later
"""The parameters of a clip that its keys do not contain, such as the speed.

The library reads them. A change is stored as a line of an edit script in the record of the action
("edits", see base.py), which is applied when the clip is written back."""
import contextlib
import os

import bpy
from bpy.props import BoolProperty, StringProperty

from . import armature, bank, base, browse, gait_library
from .problem import Problem, Reporting

MOVING = ("rtm", "bmtr")  # formats with root motion
PARTED = ("omf",)  # formats with parts
PLAYED = ("omf", "skl", "skls")  # formats whose clips can play on a part

_values = {}  # results of values()


def values(owner, action, edits=None):
    """The parameters of a clip as parameters() of the library returns them. `edits` are applied,
    by default those of the action. Raises Problem."""
    about = base.read_record(action)
    edits = tuple(about["edits"] if edits is None else edits)
    opened = base.open_base(owner, base.base_of(owner, action))
    key = opened.sha256, base.clip_index(opened, about), edits
    if key not in _values:
        with bank.problems_of(opened.path):
            _values[key] = gait_library.parameters(opened, key[1], edits)
    return _values[key]


def change(owner, action, option, text):
    """Stores the line that sets a parameter, or none for the value of the base. Raises Problem;
    then nothing has changed."""
    about, opened = base.read_record(action), base.open_base(owner, base.base_of(owner, action))
    index = base.clip_index(opened, about)
    with bank.problems_of(opened.path):
        edits = gait_library.set_parameter(opened, index, about["edits"], option, text)
        new = {**about, "edits": edits}
        if option == "flags":  # one of them is also Cyclic of the action
            new["cyclic"] = gait_library.playback(opened, index, edits)["loop"]
            action.use_cyclic = new["cyclic"]
    base.write_record(action, new)


def of_new_clip(owner, action, edited, target, notes):
    """The "playback" and the "motion" of a new clip for the library. The copy of a clip gets those
    of that clip; other new clips are loops or not."""
    record, about = base.base_of(owner, action), base.read_record(action)
    loop = {"playback": {"loop": True}} if action.use_cyclic else {}
    if not record or record["format"] in base.NO_WAY_BACK:
        return loop
    try:
        opened = base.open_base(owner, record, "DISK")
        index = base.clip_index(opened, about)
        lines = [*about["edits"], *loop_lines(opened, index, action)]
        with bank.problems_of(opened.path):
            found = gait_library.extras_of_copy(edited, opened, index, lines,
                                                has_parts=target.holds_parts_of(opened))
    except Problem as problem:
        notes.append(f"{action.name} gets default parameters: {problem.message}")
        return loop
    place = opened.clips[index]["playback"] or {}
    if place.get("part") and target.kind in PLAYED and \
            found["playback"]["bone_or_part"] != place["part"]["index"]:
        notes.append(f"{action.name} plays on all bones: the file has not the parts of "
                     f"{opened.name}")
    if "motion" in found and target.kind not in MOVING:
        notes.append(f"the root motion of {action.name} is not written: the format has none")
        del found["motion"]
    return found


class Target:
    """What a file that gets clips can hold: `kind` is the name of its format, `opened` the Bank if
    it exists."""

    def __init__(self, kind, parts, opened=None):
        self.kind, self.parts, self.opened = kind, parts, opened
        self.code_page = opened.code_page if opened else 0
        self.extras = {"parts": parts} if not opened and parts else {}

    def holds_parts_of(self, opened):
        """Whether a part of a Bank has the same number in the file."""
        return bool(self.parts) and parts_of(opened) == self.parts


def target_of(opened, added):
    """The Target of a Bank that gets new actions."""
    return Target(opened.file.format, parts_of(opened) if added else [], opened)


def new_target(owner, actions, skeleton, kind):
    """(the Target of a new file of actions, notes). It has the parts of their first bank, if the
    skeleton has the bones of these parts."""
    bones = {bone["name"].lower() for bone in skeleton.bones}
    for record in [base.base_of(owner, action) for action in actions if kind in PARTED]:
        with contextlib.suppress(Problem):  # of_new_clip() tells it
            parts = parts_of(base.open_base(owner, record, "DISK")) if record else []
            missing = [bone for part in parts for bone in part["bones"]
                       if bone.lower() not in bones]
            if missing and len(parts) > 1:
                return Target(kind, []), [
                    f"the parts of {os.path.basename(record['path'])} are left out: the skeleton "
                    f"lacks {gait_library.listing(missing)}"]
            if parts and not missing:
                return Target(kind, parts), []
    return Target(kind, []), []


def parts_of(opened):
    """The parts of a Bank: [{"name", "bones"}]."""
    return opened.metadata([0])["parts"] if opened.clips else []


def loop_lines(opened, index, action):
    """The lines of an edit script after the change of Cyclic of an action."""
    about, playback = base.read_record(action), opened.clips[index]["playback"]
    before = about.get("cyclic", bool(playback and opened.clips[index]["loop"]))
    if not playback or action.use_cyclic == before:
        return []
    names = [clip["name"] for clip in opened.clips]
    return [gait_library.loop_line(gait_library.reference(names, index), action.use_cyclic)]


class GAIT_OT_set_parameter(Reporting, bpy.types.Operator):
    """Change a parameter of the clip. Write Back applies it"""
    bl_idname = "gait.set_parameter"
    bl_label = "Set Parameter"
    option: StringProperty(options={"HIDDEN"})
    value: StringProperty(name="Value", description="*2: twice the value; phases even: equal steps")
    asks: BoolProperty(options={"HIDDEN", "SKIP_SAVE"})

    @classmethod
    def poll(cls, context):
        cls.poll_message_set("select an armature that plays an action of a game file")
        owner = armature.active(context)
        action = browse.action_of(owner) if owner else None
        return bool(action and base.base_of(owner, action))

    def invoke(self, context, event):
        return context.window_manager.invoke_props_dialog(self) if self.asks else \
            self.execute(context)

    def draw(self, context):
        self.layout.activate_init = True
        self.layout.prop(self, "value", text=self.option.replace("-", " ").title())

    def run(self, context):
        owner = armature.active(context)
        change(owner, browse.action_of(owner), self.option, self.value)


def draw(layout, owner, action):
    """The parameters and the marks of a clip. Raises Problem."""
    found = values(owner, action)
    column = layout.column(align=True)
    for option in [each for each in found if each != "flags"]:
        row = column.split(factor=0.4, align=True)
        row.label(text=option.replace("-", " ").title())
        button = row.operator("gait.set_parameter", text=found[option])
        button.option, button.value, button.asks = option, found[option], True
    grid = layout.grid_flow(columns=2, even_columns=True, align=True)
    for flag in gait_library.FLAGS if "flags" in found else ():
        button = grid.operator("gait.set_parameter", text=flag.replace("-", " ").capitalize(),
                               depress=flag in found["flags"])
        button.option, button.value = "flags", gait_library.toggled_flag(
            values(owner, action, ())["flags"], found["flags"], flag)
    for marker in action.pose_markers:
        row = layout.row(align=True)
        row.prop(marker, "name", text="")
        row.prop(marker, "frame", text="")
