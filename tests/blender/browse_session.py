"""Run in Blender: previews, and parameters of clips.

The arguments are the folder of the add-on, the folder of the samples and an empty folder."""
import json
import pathlib
import sys
import time

import bpy

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import session  # noqa: E402  Blender does not look in this folder

POSES = 300  # that are timed


def pose_of(owner):
    """All numbers of the pose of an armature."""
    return [(tuple(bone.location), tuple(bone.rotation_quaternion), tuple(bone.rotation_euler),
             tuple(bone.rotation_axis_angle), tuple(bone.scale), bone.rotation_mode)
            for bone in owner.pose.bones]


def scene_state():
    scene = bpy.context.scene
    return (scene.frame_current_final, scene.use_preview_range, scene.frame_preview_start,
            scene.frame_preview_end, scene.frame_start, scene.frame_end)


def whole_state(owner):
    """What a preview must leave as it was."""
    data = owner.animation_data
    keys = sum(len(curve.keyframe_points) for action in bpy.data.actions
               for curve in session.module("compat").curves_of(action))
    slot = getattr(data, "action_slot", None)
    return (data.action.name if data.action else None, slot.identifier if slot else None,
            data.use_nla, keys, sorted(bpy.data.actions.keys()), scene_state(), pose_of(owner),
            sorted(owner.keys()), sorted(bpy.context.scene.keys()))


def imported(samples, clips="walk"):
    """(armature, browser) after an import, as when the panel was drawn."""
    session.empty_file()
    owner = session.import_file(samples / "stalker.omf", clips=clips)
    return owner, listed()


def listed(path=""):
    """The list of the panel, filled."""
    browser = bpy.context.window_manager.gait_browser
    browser.path = str(path)
    session.module("panels").fill()
    return browser


def click(browser, name):
    """Clicks on a clip of the list."""
    browser.row = [row.name for row in browser.rows].index(name)
    assert not browser.problem, browser.problem


def task(name):
    return bpy.ops.gait.browse(task=name)


# --- previews ------------------------------------------------------------------------------------

def compare(owner, opened, index, duration, fps):
    """The largest differences of a preview from the library at a few frames."""
    clip, worst = opened.clip(index), (0, 0)
    times = clip.times.tolist()
    for part in (0, 0.31, 0.5, 1):
        frame = part * duration * fps
        found = session.pose(owner, frame)
        wanted = session.library_pose(clip, times[0] + part * (times[-1] - times[0]),
                                      opened)
        worst = tuple(map(max, worst, session.difference(found, wanted)))
    return worst


def check_poses(samples):
    """The poses of previews are those of the library, also if bones of the armature are scaled and
    have another order of rotation, at 24 frames per second, and for clips in phases."""
    bank, browse = session.module("bank"), session.module("browse")
    worst = (0, 0)
    for name in ("stalker.omf", "walk.rtm", "walk_binarised.rtm"):
        session.empty_file(24)
        owner = session.import_file(samples / name, frame_rate="KEEP")
        for bone in list(owner.pose.bones)[::3]:
            bone.rotation_mode, bone.scale = "XYZ", (2, 2, 2)
        opened, browser = bank.open_bank(str(samples / name)), listed()
        assert [row.name for row in browser.rows] == [clip["name"] for clip in opened.clips]
        for clip in opened.clips:
            click(browser, clip["name"])
            scene = bpy.context.scene
            duration = session.record(bpy.data.actions[clip["name"]])["duration_s"]
            assert scene.frame_preview_end >= max(1, duration * 24 - 1e-3) > (
                scene.frame_preview_end - 1), (scene.frame_preview_end, duration)
            found = compare(owner, opened, clip["index"], duration, 24)
            assert found[0] < session.MAX_MM and found[1] < session.MAX_DEGREES, (
                name, clip["name"], found)
            worst = tuple(map(max, worst, found[:2]))
        browse.stop()
    print(f"result: previews differ from the library by {worst[0]:.5f} mm, {worst[1]:.5f} degrees")


def check_restore(samples):
    """The end of a preview restores the pose, the action, the range and the frame."""
    browse = session.module("browse")
    owner, browser = imported(samples)
    scene = bpy.context.scene
    owner.pose.bones[5].rotation_mode = "XZY"
    scene.frame_set(7, subframe=0.25)
    owner.pose.bones[3].location = 1, 2, 3  # is not in the action
    owner.pose.bones[3].scale = 2, 2, 2
    before = whole_state(owner)
    for names in (("salute",), ("salute", "idle", "salute")):
        for name in names:
            click(browser, name)
            scene.frame_set(11)
        assert owner.animation_data.action is None
        owner.animation_data.action = bpy.data.actions["walk"].copy()
        assert session.module("browse").action_of(owner).name == "walk"
        browse.stop()
        bpy.data.actions.remove(bpy.data.actions["walk.001"])
        assert whole_state(owner) == before
        bpy.context.view_layer.update()
        assert whole_state(owner) == before
    scene.use_preview_range, scene.frame_preview_start, scene.frame_preview_end = True, 3, 5
    owner.animation_data_clear()
    pose, state = pose_of(owner), scene_state()
    click(browser, "salute")
    browse.stop()
    assert (pose_of(owner), scene_state()) == (pose, state)
    assert not owner.animation_data or not owner.animation_data.action


def check_slots(samples):
    """An armature plays the same slot of its action after a preview."""
    owner, browser = imported(samples)
    data = owner.animation_data
    if not hasattr(data, "action_slot"):
        return
    data.action.slots.new(id_type="OBJECT", name="other")
    data.action_slot = data.action.slots[1]
    before = whole_state(owner)
    click(browser, "salute")
    session.module("browse").stop()
    assert whole_state(owner) == before


def check_two_armatures(samples):
    """A preview on another armature ends the first one."""
    owner, _ = imported(samples)
    other = session.import_file(samples / "stalker.omf", clips="stand", target="NEW")
    states = pose_of(owner), other.animation_data.action
    bpy.context.view_layer.objects.active = owner
    click(listed(), "salute")
    bpy.context.view_layer.objects.active = other
    click(listed(), "idle")
    assert owner.animation_data.action.name == "walk" and pose_of(owner) == states[0]
    assert other.animation_data.action is None
    session.module("browse").stop()
    assert (pose_of(owner), other.animation_data.action) == states


def check_deletion(samples):
    """A preview survives the deletion of its armature and of bones."""
    browse = session.module("browse")
    owner, browser = imported(samples)
    before = scene_state()
    click(browser, "salute")
    bpy.data.objects.remove(owner)
    bpy.context.scene.frame_set(9)
    browse.stop()
    assert scene_state() == before
    owner, browser = imported(samples)
    click(browser, "salute")
    bpy.ops.object.mode_set(mode="EDIT")
    owner.data.edit_bones.remove(owner.data.edit_bones["bip01_head"])
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.context.scene.frame_set(9)
    assert browse.preview and not browse.previewed()
    browse.stop()
    assert owner.animation_data.action.name == "walk" and browse.KEY not in owner


def check_files(samples):
    """Saving ends a preview; a file that was saved automatically in one is restored."""
    browse, folder = session.module("browse"), pathlib.Path(session.ARGUMENTS[2])
    owner, browser = imported(samples)
    before, name = whole_state(owner), owner.name
    click(browser, "salute")
    path = str(folder / "saved.blend")
    bpy.ops.wm.save_as_mainfile(filepath=path)
    assert whole_state(owner) == before and not browse.preview
    bpy.ops.wm.open_mainfile(filepath=path)
    assert whole_state(bpy.data.objects[name]) == before
    click(listed(), "salute")
    bpy.app.handlers.save_pre.remove(browse.stop)
    bpy.ops.wm.save_as_mainfile(filepath=path)
    bpy.app.handlers.save_pre.append(browse.stop)
    bpy.ops.wm.read_homefile(use_empty=True)
    assert not browse.preview
    bpy.ops.wm.open_mainfile(filepath=path)
    assert whole_state(bpy.data.objects[name]) == before


def push():
    """Adds an undo step, as an operator of the user does."""
    assert bpy.ops.ed.undo_push(message="test") == {"FINISHED"}


def active():
    """The active armature: undo replaces objects."""
    return bpy.context.view_layer.objects.active


def check_without_armature(samples):
    """Play makes an armature for the chosen file; a click on a clip only says so."""
    session.empty_file(24)
    browser = listed(samples / "stalker.omf")
    browser.row = 1
    assert "click Play" in browser.problem
    bpy.ops.gait.browse(task="play")
    owner = bpy.context.view_layer.objects.active
    assert owner.type == "ARMATURE" and not bpy.data.actions and not browser.problem
    assert session.module("browse").preview
    bpy.ops.gait.browse(task="play")
    assert not session.module("browse").preview
    browser.skeleton = "arma3-man"
    assert "is not in the skeleton" in browser.problem
    browser.skeleton = "xray-stalker"
    assert not browser.problem and len(browser.rows) == 5


def check_undo(samples):
    """Undo and redo of steps before, during and after a preview leave nothing of it behind."""
    browse = session.module("browse")
    owner, browser = imported(samples)
    push()
    before = whole_state(owner)
    click(browser, "salute")
    push()
    bpy.context.scene.frame_set(20)
    push()
    bpy.ops.ed.undo()  # to a step during the preview, which goes on
    assert browse.preview and active().animation_data.action is None
    pose = pose_of(active())
    bpy.context.scene.frame_set(30)
    assert pose_of(active()) != pose
    bpy.ops.ed.undo()  # to the step before the preview
    assert not browse.preview and whole_state(active()) == before
    bpy.ops.ed.redo()
    assert not browse.preview and whole_state(active()) == before
    click(browser, "idle")
    push()
    browse.stop()
    push()
    bpy.ops.ed.undo()
    assert not browse.preview and whole_state(active()) == before


def check_source(samples):
    """The list has the clips of the chosen file, otherwise those of the active armature."""
    owner, browser = imported(samples)
    names = [row.name for row in browser.rows]
    assert len(names) == 5
    assert [row.name for row in listed(samples / "walk.rtm").rows] == ["walk"]
    browser.row = 0  # RTM on a stalker
    assert "cannot be played" in browser.problem
    assert not session.module("browse").preview
    bpy.context.view_layer.objects.active = None
    assert not listed().rows
    browser = listed(samples / "stalker.omf")
    browser.row = 2
    assert "no armature is active" in browser.problem
    assert "missing.omf" in listed(samples / "missing.omf").problem
    assert not browser.rows
    bpy.context.view_layer.objects.active = owner
    click(listed(samples / "stalker.omf"), "idle")
    assert task("play") == {"FINISHED"} and not session.module("browse").preview
    assert task("play") == {"FINISHED"} and session.module("browse").preview
    session.module("browse").stop()


def check_edit(samples):
    """Edit imports the clip once, makes its action active, and ends the preview."""
    owner, browser = imported(samples)
    click(browser, "salute")
    for _ in range(2):
        assert task("edit") == {"FINISHED"}
        assert sorted(bpy.data.actions.keys()) == ["salute", "walk"]
        assert owner.animation_data.action.name == "salute"
        assert owner.mode == "POSE" and not session.module("browse").preview
        assert not bpy.context.scene.keys()
    click(browser, "walk")
    assert task("edit") == {"FINISHED"}
    assert owner.animation_data.action.name == "walk"
    session.empty_file()
    browser = listed(samples / "stalker.omf")
    browser.row = 2
    assert task("edit") == {"FINISHED"}
    assert bpy.context.view_layer.objects.active.animation_data.action.name == "salute"


def check_write(samples):
    """Write Back ends the preview, and so compares the actions of the armature."""
    owner, browser = imported(samples)
    click(browser, "salute")
    assert bpy.ops.gait.write_back(dry_run=True) == {"FINISHED"}
    assert not session.module("browse").preview and owner.animation_data.action.name == "walk"


def check_pack(samples):
    """Pack Base stores the file, and removes it again."""
    base = session.module("base")
    owner, _ = imported(samples)
    assert not base.is_packed(owner)
    assert task("pack") == {"FINISHED"} and base.is_packed(owner)
    assert task("pack") == {"FINISHED"} and not base.is_packed(owner)
    session.empty_file()
    for name in ("pack", "check", "edit"):
        assert "has no animation file" in failure(task, name)


def failure(function, *arguments):
    """The error of a button."""
    try:
        function(*arguments)
    except RuntimeError as error:
        assert "Traceback" not in str(error), error
        return str(error)
    raise AssertionError(f"{arguments}: no error")


# --- parameters ----------------------------------------------------------------------------------

def set_parameter(option, value):
    assert bpy.ops.gait.set_parameter(option=option, value=value) == {"FINISHED"}


def edits_of(owner):
    return session.record(owner.animation_data.action)["edits"]


def edited_clip(samples, name, edits, index):
    """The clip of gait.list/1 after the edits, and the file."""
    opened = session.module("bank").open_bank(str(samples / name))
    content = opened.file.edit("\n".join(edits)).bytes
    file = session.module("bank").context().open(content, name)
    return file.clips[index], file


def toggled(owner, action, flag):
    """What a click on a flag in the panel sets."""
    values = session.module("parameters").values
    return session.module("gait_library").toggled_flag(
        values(owner, action, ())["flags"], values(owner, action)["flags"], flag)


def check_parameters(samples):
    """Changed parameters of a bank are lines of an edit script."""
    parameters = session.module("parameters")
    owner, _ = imported(samples, "salute")
    action = owner.animation_data.action
    found = parameters.values(owner, action)
    assert list(found) == ["speed", "power", "accrue", "falloff", "flags"], found
    assert found["speed"] == "1.1" and found["flags"] == ["stop-at-end"]
    set_parameter("speed", "1.5")
    set_parameter("speed", "1.25")
    set_parameter("falloff", "7")
    set_parameter("flags", toggled(owner, action, "stop-at-end"))
    set_parameter("flags", toggled(owner, action, "no-mix"))
    assert edits_of(owner) == [
        'set --clip="salute" --speed="1.25"', 'set --clip="salute" --falloff="7"',
        'set --clip="salute" --flags="-stop-at-end,+no-mix"'], edits_of(owner)
    clip, _ = edited_clip(samples, "stalker.omf", edits_of(owner), 2)
    assert clip["playback"]["speed"] == 1.25 and clip["playback"]["falloff"] == 7
    assert clip["playback"]["flags"] == ["no-mix"] and clip["loop"], clip
    assert parameters.values(owner, action)["speed"] == "1.25"
    before = edits_of(owner)
    for wrong in ("fast", "nan", '1" --power="2'):
        assert "EDT004" in failure(set_parameter, "speed", wrong)
        assert edits_of(owner) == before
    set_parameter("speed", "1.1")
    set_parameter("falloff", "5")
    for flag in ("stop-at-end", "no-mix"):
        set_parameter("flags", toggled(owner, action, flag))
    assert edits_of(owner) == []


def check_rtm(samples):
    """RTM files have a root motion and phases."""
    parameters = session.module("parameters")
    session.empty_file()
    owner = session.import_file(samples / "walk.rtm")
    action = owner.animation_data.action
    assert list(parameters.values(owner, action)) == ["root-motion", "phases"]
    assert parameters.values(owner, action)["root-motion"] == "0,0,-1.5"
    set_parameter("root-motion", "-1,0,2.5")
    squares = ",".join(f"{(key / 24) ** 2:.7g}" for key in range(25))
    set_parameter("phases", squares)
    assert edits_of(owner) == ['set --root-motion="-1,0,2.5"', f'set --phases="{squares}"']
    _, file = edited_clip(samples, "walk.rtm", edits_of(owner), 0)
    assert file.info()["step"] == [-1, 0, 2.5]
    assert abs(file.clip(0).times.tolist()[12] - 0.25) < 1e-6
    set_parameter("phases", "even")
    assert edits_of(owner) == ['set --root-motion="-1,0,2.5"']


def check_undo_of_parameters(samples):
    """Undo takes back a parameter."""
    parameters = session.module("parameters")
    owner, _ = imported(samples, "salute")
    push()
    set_parameter("speed", "2")
    push()
    bpy.ops.ed.undo()
    assert edits_of(active()) == []
    assert parameters.values(active(), active().animation_data.action)["speed"] == "1.1"
    bpy.ops.ed.redo()
    assert edits_of(active()) == ['set --clip="salute" --speed="2"']
    assert parameters.values(active(), active().animation_data.action)["speed"] == "2"


def check_missing(samples):
    """Parameters of a missing base: an error, and no traceback."""
    folder = pathlib.Path(session.ARGUMENTS[2])
    path = folder / "gone.omf"
    path.write_bytes((samples / "stalker.omf").read_bytes() + b"\0")
    session.empty_file()
    owner = session.import_file(path, clips="salute")
    path.unlink()
    for arguments in ((set_parameter, "speed", "2"), (task, "edit"), (task, "pack")):
        assert "is missing" in failure(*arguments)
    assert edits_of(owner) == []
    assert "is missing" in listed().problem


# --- speed ---------------------------------------------------------------------------------------

def check_speed(samples):
    """At least 60 poses per second, and the first one within 50 ms."""
    _, browser = imported(samples, "")
    click(browser, "idle")
    first = []
    for name in ("walk", "salute", "idle"):
        start = time.perf_counter(), time.process_time()
        click(browser, name)
        first.append([1000 * (now - then) for now, then in zip(
            (time.perf_counter(), time.process_time()), start)])
    start = time.perf_counter(), time.process_time()
    for frame in range(POSES):
        bpy.context.scene.frame_set(frame % 90)
    wall, cpu = time.perf_counter() - start[0], time.process_time() - start[1]
    session.module("browse").stop()
    slowest = [max(column) for column in zip(*first)]
    print(f"result: {POSES / cpu:.0f} poses per CPU second ({POSES / wall:.0f} per second), first "
          f"motion after {slowest[1]:.1f} ms CPU ({slowest[0]:.1f} ms)")
    assert POSES / cpu >= 60 and slowest[1] <= 50, (cpu, slowest)


def main():
    add_on = session.load(session.ARGUMENTS[0])
    samples = pathlib.Path(session.ARGUMENTS[1])
    count = session.run_cases(globals(), samples)
    add_on.unregister()
    assert not hasattr(bpy.types.WindowManager, "gait_browser")
    print(f"result: {count} cases")


main()
