"""Run in Blender with a window: the dialog of Write Back as people use it.

The arguments are the folder of the add-on, a JSON file {"samples": folder}, and the folder of the
screen. Pictures of the screen are written next to the JSON file."""
import json
import os
import pathlib
import shutil
import sys
import traceback

import bpy

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import session  # noqa: E402  Blender does not look in this folder

JOBS = pathlib.Path(session.ARGUMENTS[1])
OUT = JOBS.parent / "dialog"
MIDDLE = 800, 500  # of the screen


def screenshot(name):
    shutil.copy(pathlib.Path(session.ARGUMENTS[2]) / "Xvfb_screen0", JOBS.parent / f"{name}.xwd")


def invoke(operator, **options):
    """As a click on a button in the 3D view."""
    window = bpy.context.window_manager.windows[0]
    area = next(each for each in window.screen.areas if each.type == "VIEW_3D")
    region = next(each for each in area.regions if each.type == "WINDOW")
    window.cursor_warp(*MIDDLE)
    with bpy.context.temp_override(window=window, area=area, region=region):
        return operator("INVOKE_DEFAULT", **options)


def press(key):
    window = bpy.context.window_manager.windows[0]
    for value in ("PRESS", "RELEASE"):
        window.event_simulate(type=key, value=value, x=MIDDLE[0], y=MIDDLE[1])


def fresh():
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    shutil.copy(pathlib.Path(json.loads(JOBS.read_text())["samples"]) / "stalker.omf", OUT)
    for action in list(bpy.data.actions):
        bpy.data.actions.remove(action)
    bpy.data.batch_remove(list(bpy.data.objects))
    window = bpy.context.window_manager.windows[0]
    with bpy.context.temp_override(window=window):
        owner = session.import_file(OUT / "stalker.omf")
    return OUT / "stalker.omf", owner


def rotate(action, owner, bone="bip01_head"):
    for curve in session.module("compat").curves_of(action, owner):
        if curve.data_path.endswith(f'"{bone}"].rotation_quaternion'):
            for point in curve.keyframe_points:
                point.co.y += 0.2


class Operators:
    """The dialogs that Blender draws."""
    drawn = None

    @classmethod
    def watch(cls):
        module = session.module("dialogs")
        draw = module.Dialog.draw

        def draw_and_keep(self, context):
            cls.drawn = self.properties if hasattr(self, "properties") else self
            cls.rows = [(row.name, row.state, row.is_ticked) for row in self.rows]
            cls.lines = self.lines
            draw(self, context)
        module.Dialog.draw = draw_and_keep


def until(is_so):
    """Yields until something is so."""
    for _ in range(60):
        if is_so():
            return
        yield
    raise AssertionError(Operators.lines)


def steps():
    """Yields after each action of the person."""
    operators, dialogs = session.module("write_operators"), session.module("dialogs")
    path, owner = fresh()
    before = path.read_bytes()
    rotate(bpy.data.actions["salute"], owner)
    copy = bpy.data.actions["walk"].copy()
    copy.name = "a new one"
    del copy["gait"]
    invoke(bpy.ops.gait.write_back)
    yield
    screenshot("marked")
    assert Operators.rows[0] == ("salute", "changed", True), Operators.rows
    assert Operators.rows[1] == ("a new one", "new", False), Operators.rows
    assert "1 changed: salute" in Operators.lines, Operators.lines
    press("ESC")
    yield
    assert path.read_bytes() == before and operators.kept is None and dialogs.on_tick is None
    # A long comparison: Esc stops it, and nothing is opened.
    constraint = owner.pose.bones["bip01_neck"].constraints.new("LIMIT_ROTATION")
    constraint.owner_space, constraint.use_limit_x = "LOCAL", True
    constraint.min_x = constraint.max_x = 0.4
    operators.PATIENCE = dialogs.SLICE = 0
    Operators.drawn = None
    invoke(bpy.ops.gait.write_back)
    assert dialogs.GAIT_OT_wait.job
    press("ESC")
    yield
    assert not dialogs.GAIT_OT_wait.job and not Operators.drawn
    # Not stopped, it opens the dialog.
    invoke(bpy.ops.gait.write_back)
    yield from until(lambda: Operators.drawn and "constraints" in Operators.lines)
    yield
    screenshot("constraint")
    assert Operators.rows[0][:2] == ("salute", "changed"), Operators.rows
    # Sample Visually takes long: OK goes on, and shows the dialog again.
    Operators.drawn.sample = True
    Operators.drawn.unedited = True
    yield
    assert Operators.drawn.is_unfinished and "OK goes on" in Operators.drawn.lines
    Operators.drawn = None
    press("RET")
    yield from until(lambda: Operators.drawn and "5 changed" in Operators.lines)
    assert path.read_bytes() == before
    assert Operators.drawn.sample and Operators.drawn.unedited
    yield
    screenshot("sampled")
    press("RET")
    yield from until(lambda: path.read_bytes() != before)
    assert path.read_bytes() != before and (OUT / "stalker.omf.bak").read_bytes() == before
    assert operators.kept is None
    print("result: the dialog was used", flush=True)


def main():
    session.load(session.ARGUMENTS[0])
    bpy.context.preferences.view.show_splash = False
    Operators.watch()
    running = steps()

    def go_on():
        try:
            next(running)
        except StopIteration:
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            sys.stdout.flush()
            os._exit(5)
        return 0.7

    bpy.app.timers.register(go_on, first_interval=2)


main()
