# SPDX-License-Identifier: GPL-3.0-or-later
"""The parameters of a clip that its keys do not contain, such as the speed.

The library reads them. A change is stored as a line of an edit script in the record of the action
("edits", see base.py), which is applied when the clip is written back."""
import bpy
from bpy.props import BoolProperty, StringProperty

from . import bank, base, browse
from .problem import Problem, Reporting

NUMBERS = ("speed", "power", "accrue", "falloff")
FLAGS = ("stop-at-end", "no-mix", "sync-part", "use-foot-steps", "root-mover", "idle",
         "use-weapon-bone")

_values = {}  # results of values()


def values(owner, action, edits=None):
    """The parameters that the format of a clip has: {option of `gait set`: text}, and the list of
    "flags". `edits` are applied, by default those of the action. Raises Problem."""
    about = base.read_record(action)
    edits = tuple(about["edits"] if edits is None else edits)
    key = about["sha256"], about["index"], edits
    if key not in _values:
        record = base.base_of(owner, action)
        opened = base.open_base(owner, record)
        with bank.problems_of(opened.path):
            content = opened.file.edit("\n".join(edits)).bytes if edits else opened.content
            with bank.context().open(content, opened.name, record["code_page"]) as file:
                _values[key] = read_values(file, about["index"])
    return _values[key]


def read_values(file, index):
    """values() of a clip of an open file."""
    clip, motion = file.clips[index], file.info()["step"]
    stored = clip["playback"]
    found = {name: text_of([stored[name]]) for name in NUMBERS} if stored else {}
    if motion:
        found["root-motion"] = text_of(motion)
    if clip["duration_s"] is None:
        found["phases"] = text_of(file.clip(index).times.tolist())
    return {**found, "flags": stored["flags"]} if stored else found


def text_of(numbers):
    return ",".join(f"{number or 0:.7g}" for number in numbers)


def change(owner, action, option, text):
    """Stores the line that sets a parameter, or none for the value of the base. Raises Problem;
    then nothing has changed."""
    about, opened = base.read_record(action), base.open_base(owner, base.base_of(owner, action))
    names = [clip["name"].lower() for clip in opened.clips]
    if names.count(about["clip"].lower()) > 1:
        raise Problem(f"the file has several clips with the name {about['clip']}",
                      "give them different names first")
    start = f"set{' --clip=' + quoted(about['clip']) if len(names) > 1 else ''} --{option}="
    edits = [line for line in about["edits"] if not line.startswith(start)]
    new = [*edits, start + quoted(text)]
    is_base = not text or values(owner, action, new) == values(owner, action, edits)
    base.write_record(action, {**about, "edits": edits if is_base else new})


def quoted(text):
    return '"' + text.replace('"', '""') + '"'


def toggled(owner, action, flag):
    """The text that changes a flag: all differences from the base. Flags without a name stay."""
    stored = values(owner, action, ())["flags"]
    wanted = set(values(owner, action)["flags"]) ^ {flag}
    return ",".join(("+" if each in wanted else "-") + each for each in FLAGS
                    if (each in wanted) != (each in stored))


class GAIT_OT_set_parameter(Reporting, bpy.types.Operator):
    """Change a parameter of the clip. Write Back applies it"""
    bl_idname = "gait.set_parameter"
    bl_label = "Set Parameter"
    option: StringProperty(options={"HIDDEN"})
    value: StringProperty(name="Value", description="*2: twice the value; phases even: equal steps")
    asks: BoolProperty(options={"HIDDEN", "SKIP_SAVE"})

    def invoke(self, context, event):
        return context.window_manager.invoke_props_dialog(self) if self.asks else \
            self.execute(context)

    def draw(self, context):
        self.layout.prop(self, "value", text=self.option.replace("-", " ").title())

    def run(self, context):
        owner = context.view_layer.objects.active
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
    for flag in FLAGS if "flags" in found else ():
        button = grid.operator("gait.set_parameter", text=flag.replace("-", " ").capitalize(),
                               depress=flag in found["flags"])
        button.option, button.value = "flags", toggled(owner, action, flag)
    for marker in action.pose_markers:
        row = layout.row(align=True)
        row.prop(marker, "name", text="")
        row.prop(marker, "frame", text="")
