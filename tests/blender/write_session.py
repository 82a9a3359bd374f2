"""Run in Blender: imports files, edits them, and writes them back.

The arguments are the folder of the add-on and a JSON file: {"files": [paths of one file of each
format], "bank": a large bank or null, "samples": folder, "out": folder for the results}."""
import json
import math
import os
import pathlib
import shutil
import sys
import time

import bpy
import numpy
from mathutils import Quaternion

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import session  # noqa: E402  Blender does not look in this folder

RUNS = 20  # with one small edit each in the large bank
SMALL = 0.1  # degrees
CPU_SECONDS = 0.5  # for a way back without an edit
OUT = pathlib.Path(session.ARGUMENTS[1]).parent / "write"


# --- helpers -------------------------------------------------------------------------------------

def fresh(path, name=None, **options):
    """A copy of a file in an empty folder, imported: (its path, the armature)."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    copy = OUT / (name or pathlib.Path(path).name)
    shutil.copy(path, copy)
    session.empty_file(30)
    return copy, session.import_file(copy, **options)


def write_back(**options):
    assert bpy.ops.gait.write_back(**options) == {"FINISHED"}


def refusal(operator=None, **options):
    """The message of a way back that must fail and write nothing."""
    before = contents()
    try:
        (operator or bpy.ops.gait.write_back)(**options)
    except RuntimeError as error:
        text = str(error)
    else:
        raise AssertionError("something was written")
    assert "Traceback" not in text, text
    assert contents() == before, text
    return text


def contents():
    return {path.name: path.read_bytes() for path in OUT.iterdir() if path.is_file()}


def plans(owner, **options):
    writer = session.module("writer")
    return writer.compare(bpy.context, owner, writer.Options(**options))


def changes(owner, **options):
    """The changes of the only base."""
    [plan] = plans(owner, **options)
    return plan.changes


def notes(owner, **options):
    [plan] = plans(owner, **options)
    return " ".join(plan.notes)


def rotations_of(action, owner, bone):
    """The four curves of the rotation of a bone."""
    path = f'pose.bones["{bone}"].rotation_quaternion'
    return sorted((curve for curve in session.module("compat").curves_of(action, owner)
                   if curve.data_path == path), key=lambda curve: curve.array_index)


def rotate(action, owner, bone, key, degrees):
    """Rotates a bone at one of its keys."""
    points = [curve.keyframe_points[key] for curve in rotations_of(action, owner, bone)]
    turned = Quaternion([point.co.y for point in points]) @ Quaternion(
        (1, 0, 0), math.radians(degrees))
    for point, value in zip(points, turned):
        point.co.y = value
    return points[0].co.x


def moving_bone(action, owner):
    """A bone with several keys, and the number of a key in the middle."""
    for bone in owner.data.bones:
        found = rotations_of(action, owner, bone.name)
        if found and len(found[0].keyframe_points) > 2:
            return bone.name, len(found[0].keyframe_points) // 2
    return None


def insert_pose(action, owner, bone, frame, degrees):
    """What a user does: poses a bone, and inserts a key."""
    session.module("compat").assign_action(owner, action)
    bpy.context.scene.frame_set(frame)
    posed = owner.pose.bones[bone]
    posed.rotation_quaternion = posed.rotation_quaternion @ Quaternion(
        (0, 0, 1), math.radians(degrees))
    posed.keyframe_insert("rotation_quaternion", frame=frame)


def keys_of(path):
    """{name of the clip: its keys} of a file."""
    opened = session.module("bank").open_bank(path)
    axes = session.module("axes")
    rests = [number for rest in opened.rests
             for number in axes.floats_of(rest)]
    return {clip["name"]: opened.clip(clip["index"]).keys(rests, axes.TO_BLENDER)
            for clip in opened.clips}


def events_of(path, clip):
    """[(name, first time, last time)] of the events of a clip."""
    opened = session.module("bank").open_bank(path)
    index = [each["name"] for each in opened.clips].index(clip)
    [about] = opened.metadata([index])["clips"]
    return [(event["name"], round(event["start_s"], 4), round(event["end_s"], 4))
            for event in about["events"]]


# --- all formats ---------------------------------------------------------------------------------

def check_format(path):
    """Without an edit the bytes are the same; an edit changes only its clip."""
    copy, owner = fresh(path)
    before = copy.read_bytes()
    write_back(filepath=str(OUT / f"other{copy.suffix}"))
    assert (OUT / f"other{copy.suffix}").read_bytes() == before
    write_back()
    assert sorted(contents()) == sorted([copy.name, f"other{copy.suffix}"]), contents()
    keys = keys_of(copy)
    action, (bone, key) = next((action, found) for action in reversed(bpy.data.actions)
                               for found in [moving_bone(action, owner)] if found)
    name = session.record(action)["clip"]
    rotate(action, owner, bone, key, 2)
    [change] = changes(owner)
    assert change.startswith(f"{name} 2.0 degrees ") and bone.lower() in change.lower(), change
    write_back()
    assert (OUT / (copy.name + ".bak")).read_bytes() == before
    assert copy.read_bytes() != before
    after = keys_of(copy)
    assert [clip for clip in keys if after[clip] != keys[clip]] == [name]
    assert not changes(owner)
    write_back()
    assert (OUT / (copy.name + ".bak")).read_bytes() == before
    shutil.copy(copy, pathlib.Path(session.ARGUMENTS[1]).parent / "results" / copy.name)


def check_bank(path):
    """A small edit in a large bank is reported alone, and only its clip changes."""
    copy, owner = fresh(path)
    before, keys = copy.read_bytes(), keys_of(copy)
    start = time.process_time()
    write_back()
    seconds = time.process_time() - start
    assert contents() == {copy.name: before}
    movable = [action for action in bpy.data.actions if moving_bone(action, owner)]
    for run in range(RUNS):
        action = movable[run * (len(movable) - 1) // (RUNS - 1)]
        bone, key = moving_bone(action, owner)
        frame = rotate(action, owner, bone, key, SMALL)
        [change] = changes(owner)
        name = session.record(action)["clip"]
        assert change == f"{name} {SMALL} degrees {bone} frame {frame:.0f}", change
        write_back(filepath=str(OUT / "new.omf"))
        after = keys_of(OUT / "new.omf")
        assert [clip for clip in keys if after[clip] != keys[clip]] == [name]
        rotate(action, owner, bone, key, -SMALL)
    assert not changes(owner)
    print(f"result: {len(keys)} clips written back without an edit: {seconds:.2f} s of CPU time; "
          f"{RUNS} of {RUNS} edits of {SMALL} degrees reported alone")
    assert seconds <= CPU_SECONDS * float(os.environ.get("GAIT_SLACK", 2)), seconds


# --- cases ---------------------------------------------------------------------------------------

def check_selected_and_new(samples):
    """Only some actions, new ones, and copies."""
    copy, owner = fresh(samples / "stalker.omf")
    actions = bpy.data.actions
    for name in ("walk", "salute"):
        bone, key = moving_bone(actions[name], owner)
        rotate(actions[name], owner, bone, key, 5)
    assert [change.split()[0] for change in changes(owner)] == ["walk", "salute"]
    assert [change.split()[0] for change in changes(owner, only=["salute"])] == ["salute"]
    made = actions["walk"].copy()
    made.name = "stroll"
    loose = actions.new("not of this armature")
    assert session.module("claims").new_actions(owner) == [made]
    assert len(changes(owner)) == 2
    assert changes(owner, only=["idle"], new=["stroll"]) == ["stroll added"], changes(
        owner, only=["idle"], new=["stroll"])
    write_back(actions="salute", new_actions="stroll")
    found = keys_of(copy)
    assert list(found) == ["stand", "walk", "salute", "idle", "hit_chest", "stroll"] or \
        sorted(found) == sorted([*keys_of(samples / "stalker.omf"), "stroll"]), list(found)
    assert found["walk"] == keys_of(samples / "stalker.omf")["walk"]
    assert session.record(made)["clip"] == "stroll"
    assert not changes(owner, only=["stroll", "salute"])
    actions.remove(loose)


def check_renamed(samples):
    """A renamed action still is its clip, which gets the name on request."""
    copy, owner = fresh(samples / "stalker.omf")
    bpy.data.actions["walk"].name = 'go "fast"'
    assert not changes(owner) and "whose name stays" in notes(owner)
    write_back(rename=True)
    assert 'go "fast"' in keys_of(copy) and "walk" not in keys_of(copy)
    assert not changes(owner, rename=True) and not notes(owner)
    assert keys_of(copy)['go "fast"'] == keys_of(samples / "stalker.omf")["walk"]


def check_numbered(samples):
    """A number that Blender adds to a name is no new name."""
    session.empty_file(30)
    bpy.data.actions.new("walk").use_fake_user = True
    owner = session.import_file(samples / "stalker.omf", clips="walk")
    assert owner.animation_data.action.name == "walk.001"
    assert not changes(owner, rename=True) and not notes(owner)


def check_markers(samples):
    """Markers become events; the others keep their exact times."""
    copy, owner = fresh(samples / "stalker.omf")
    action, before = bpy.data.actions["walk"], events_of(copy, "walk")
    marker = next(each for each in action.pose_markers if each.name == "Left ]")
    marker.frame += 3
    action.pose_markers.new("Kick").frame = 6
    assert changes(owner) == ["walk events"], changes(owner)
    write_back()
    after = events_of(copy, "walk")
    assert after[1] == before[1] and after[0][1] == before[0][1], (before, after)
    assert abs(after[0][2] - marker.frame / 30) < 1e-3 and ("Kick", 0.2, 0.2) in after, after
    assert not changes(owner), changes(owner)
    for each in list(action.pose_markers):
        action.pose_markers.remove(each)
    write_back()
    assert not events_of(copy, "walk")


def check_parameters(samples):
    """Parameters that were edited are written."""
    copy, owner = fresh(samples / "stalker.omf")
    action, base = bpy.data.actions["walk"], session.module("base")
    base.write_record(action, {**session.record(action), "edits": ["set --clip=walk --speed=2.5"]})
    [change] = changes(owner)
    assert "walk" in change and "2.5" in change, change
    write_back()
    clips = session.module("bank").open_bank(copy).clips
    assert [clip["playback"]["speed"] for clip in clips if clip["name"] == "walk"] == [2.5]
    assert not session.record(action)["edits"] and not changes(owner)
    base.write_record(action, {**session.record(action), "edits": ["set --clip=walk --speed=x"]})
    assert "EDT" in refusal()


def check_marker_names(samples):
    """Names that a bank cannot hold: a message has the clip, the marker and its frame."""
    for name, shown in (("", "a marker without a name"), ("=x", "a marker without a name"),
                        ("\u65e5\u672c", "the marker \u65e5\u672c")):
        copy, owner = fresh(samples / "stalker.omf")
        marker = bpy.data.actions["salute"].pose_markers.new(name)
        marker.name, marker.frame = name, 7
        for operator, options in ((bpy.ops.gait.write_back, {}), (bpy.ops.gait.write_new, {
                "filepath": str(OUT / "new.omf"), "actions": "salute"})):
            text = refusal(operator, **options)
            assert f"salute: {shown} in frame 7" in text, text
    copy, owner = fresh(samples / "stalker.omf")
    bpy.data.actions["salute"].pose_markers.new("Foo=bar").frame = 7
    assert "no values of events, only their names: Foo=bar" in notes(owner), notes(owner)
    write_back()
    assert [event[0] for event in events_of(copy, "salute")] == ["Foo"]


def check_skeleton_without_rest(samples):
    """The built-in skeletons of X-Ray have no rest pose: the message says what has one."""
    fresh(samples / "stalker.omf")
    text = refusal(bpy.ops.gait.write_new, filepath=str(OUT / "new.omf"), skeleton="xray-stalker")
    assert "choose a model (.ogf)" in text.lower(), text


def check_rtm_markers(samples):
    copy, owner = fresh(samples / "walk.rtm")
    owner.animation_data.action.pose_markers.new("Step=left").frame = 12
    assert changes(owner) == ["walk events"]
    write_back()
    assert [event[0] for event in events_of(copy, "walk")].count("Step") == 1
    for name, frame in (("Left [", 5), ("Left ]", 9)):
        owner.animation_data.action.pose_markers.new(name).frame = frame
    for _ in range(2):  # the file lacks the end also after it was written
        assert "RTM has no ends of events, only their starts: Left" in notes(owner), notes(owner)
        write_back()


def check_no_events(samples):
    """Banks of version 3 have no events: those of clips, of copies and of new actions are refused
    with the action, the marker and the reason. Clips without markers are written."""
    copy, owner = fresh(samples / "stalker.omf")
    script = 'event --remove "*"\nset --format-version=3'
    copy.write_bytes(bank_of(copy).edit(script).bytes)
    session.empty_file(30)
    owner = session.import_file(copy)
    walk = bpy.data.actions["walk"]
    stroll = walk.copy()
    stroll.name = "stroll"
    for action, options in ((walk, {}), (stroll, {"new_actions": "stroll"})):
        marker = action.pose_markers.new("Step")
        marker.frame = 5
        text = refusal(**options)
        assert f"{action.name}: the marker Step in frame 5" in text and "version 3" in text, text
        action.pose_markers.remove(marker)
    insert_pose(walk, owner, "bip01_head", 5, 10)
    write_back(new_actions="stroll")
    assert [clip["name"] for clip in bank_of(copy).clips][-1] == "stroll"


def check_objects(samples):
    """Motions of objects (ANM), whose rest pose is their first frame: it can be edited, also if the
    file is imported again, onto the armature or onto another one, and written to a new file."""
    jobs = json.loads(pathlib.Path(session.ARGUMENTS[1]).read_text(encoding="utf-8"))
    copy, owner = fresh(next(path for path in jobs["files"] if path.endswith(".anm")))
    before, count = copy.read_bytes(), len(bpy.data.objects)
    write_back()
    assert copy.read_bytes() == before
    [bone] = owner.data.bones.keys()

    def edit_frame(owner, frame):
        insert_pose(owner.animation_data.action, owner, bone, frame, 20)
        assert "20.0 degrees" in changes(owner)[0], changes(owner)
        write_back()
        assert not changes(owner), changes(owner)
    for frame in (0, 5):
        edit_frame(owner, frame)
    assert session.import_file(copy, existing="REPLACE") == owner
    assert len(bpy.data.objects) == count and not changes(owner)
    edit_frame(owner, 0)
    other = session.import_file(copy, target="NEW")
    for each, frame in ((other, 0), (other, 3)):
        edit_frame(each, frame)
    action = other.animation_data.action
    marker = action.pose_markers.new("Step")
    marker.frame = 3
    assert "the marker Step in frame 3 is not written" in refusal()
    action.pose_markers.remove(marker)
    assert bpy.ops.gait.write_new(filepath=str(OUT / "new.anm")) == {"FINISHED"}
    poses = [session.module("bank").open_bank(path).clip(0).poses([0, 0.1]).tolist()
             for path in (copy, OUT / "new.anm")]
    assert numpy.allclose(*poses, atol=1e-4), poses


def check_rtm_length(samples):
    """Events stay at their frames whenever the end of an RTM moves, by its range or by keys."""
    for name in ("walk.rtm", "walk_binarised.rtm"):
        copy, owner = fresh(samples / name)
        [action] = [each for each in bpy.data.actions if session.record(each)]
        frames = [marker.frame for marker in action.pose_markers]
        for last in (48, 36, 20, 40):
            action.frame_end = last
            write_back()
            phases = [event["start"] for event in document_of(copy)["clips"][0]["events"]]
            assert [round(phase * last, 3) for phase in phases] == frames, (last, phases)
        for last in (50, 60):
            insert_pose(action, owner, "head", last, 10)
            write_back()
            phases = [event["start"] for event in document_of(copy)["clips"][0]["events"]]
            assert [round(phase * last, 3) for phase in phases] == frames, (last, phases)
        before = copy.read_bytes()
        write_back()
        assert copy.read_bytes() == before


def phases_of(path):
    opened = session.module("bank").open_bank(path)
    return opened.file.clip(0).times.tolist()


def check_phases(samples):
    """Phases of the panel move the keys of the action, which then are those of the file. Keys that
    are added in the same write are refused."""
    squares = ",".join(f"{(key / 24) ** 2:.6f}" for key in range(25))
    for name, is_smooth in (("walk.rtm", False), ("walk_binarised.rtm", False),
                            ("walk.rtm", True)):
        copy, owner = fresh(samples / name)
        action = owner.animation_data.action
        for curve in session.module("compat").curves_of(action, owner) if is_smooth else ():
            for point in curve.keyframe_points:
                point.interpolation = "BEZIER"
        for text in ("*0.5", squares, "even"):
            bpy.ops.gait.set_parameter(option="phases", value=text)
            write_back()
            before, phases = copy.read_bytes(), phases_of(copy)
            frames = sorted({point.co.x for curve in session.module("compat").curves_of(
                action, owner) for point in curve.keyframe_points})
            assert numpy.allclose(frames, [24 * phase for phase in phases], atol=1e-4), frames
            write_back()
            assert copy.read_bytes() == before, (name, text)
            if is_smooth or "binarised" in name:  # new keys of all bones are rounded
                continue
            insert_pose(action, owner, "head", 5, 10)
            write_back()
            assert set(phases_of(copy)) >= set(phases), text
            before = copy.read_bytes()
            write_back()
            assert copy.read_bytes() == before, (name, text)
    copy, owner = fresh(samples / "walk.rtm")
    bpy.ops.gait.set_parameter(option="phases", value="*0.5")
    owner.animation_data.action.frame_end = 48
    assert "walk gets 49 keys" in refusal()
    bpy.ops.gait.set_parameter(option="phases", value="")
    write_back()
    assert len(phases_of(copy)) == 49


def check_length(samples):
    """Keys after the end make a clip longer, its range makes it shorter."""
    copy, owner = fresh(samples / "stalker.omf")
    insert_pose(bpy.data.actions["salute"], owner, "bip01_head", 75, 20)
    assert "2.5 s instead of 2 s" in changes(owner)[0], changes(owner)
    write_back()
    assert not changes(owner), changes(owner)
    bpy.data.actions["salute"].frame_end = 30
    assert "1 s instead of 2.5 s" in changes(owner)[0], changes(owner)
    write_back()
    frames = {clip["name"]: clip["frames"]
              for clip in session.module("bank").open_bank(copy).clips}
    assert frames["salute"] == 31 and frames["walk"] == 33, frames
    assert not changes(owner), changes(owner)


def check_inserted_key(samples):
    """The edit of the README: a new key turns a bone gradually."""
    _, owner = fresh(samples / "stalker.omf")
    insert_pose(bpy.data.actions["salute"], owner, "bip01_l_upperarm", 30, 50)
    [change] = changes(owner)
    assert change == "salute 50.0 degrees bip01_l_upperarm frame 30", change


def check_first_frame(samples):
    """The rest pose of a bank without a model is its first frame: it stays when that is edited."""
    copy, owner = fresh(samples / "stalker.omf")
    first = session.module("bank").open_bank(copy).clips[0]["name"]
    insert_pose(bpy.data.actions[first], owner, "bip01_head", 0, 20)
    write_back()
    assert not changes(owner), changes(owner)
    insert_pose(bpy.data.actions["walk"], owner, "bip01_head", 0, 20)
    assert [change.split()[0] for change in changes(owner)] == ["walk"], changes(owner)
    bpy.ops.wm.save_as_mainfile(filepath=str(OUT / "saved.blend"))
    bpy.ops.wm.open_mainfile(filepath=str(OUT / "saved.blend"))
    owner = bpy.context.view_layer.objects.active
    assert [change.split()[0] for change in changes(owner)] == ["walk"], changes(owner)
    session.module("base").pack(owner)
    session.module("base").unpack(owner)
    assert len(changes(owner)) == 1


def check_sampled(samples):
    """Constraints, Bezier curves and Euler angles are reported, and sampled on request."""
    _, owner = fresh(samples / "stalker.omf")
    action = bpy.data.actions["salute"]
    for frame, degrees in ((0, 40), (60, 40)):
        insert_pose(action, owner, "bip01_l_upperarm", frame, degrees)
    bent = rotations_of(action, owner, "bip01_l_upperarm")
    for curve in bent:
        for point in curve.keyframe_points:
            point.interpolation = "BEZIER"
        curve.update()
    assert "not linear" in notes(owner)
    assert notes(owner, sample=True) == "", notes(owner, sample=True)
    assert plans(owner)[0].content != plans(owner, sample=True)[0].content
    for curve in bent:
        for point in curve.keyframe_points:
            point.interpolation = "CONSTANT"
    assert notes(owner) == ""
    for curve in bent:
        for point in curve.keyframe_points:
            point.interpolation = "LINEAR"
    constraint = owner.pose.bones["bip01_l_hand"].constraints.new("LIMIT_ROTATION")
    constraint.owner_space = "LOCAL"
    constraint.use_limit_x, constraint.min_x, constraint.max_x = True, 0.5, 0.5
    assert "constraints" in notes(owner)
    plain, sampled = changes(owner), changes(owner, sample=True, unedited=True)
    assert len(plain) == 1 and len(sampled) == 5, (plain, sampled)
    assert [change.split()[0] for change in changes(owner, sample=True)] == ["salute"]
    assert "Unedited Actions" in notes(owner, sample=True)
    assert all("bip01_l_hand" in change for change in sampled[1:2]), sampled
    assert owner.animation_data.action == action
    constraint.mute = True
    posed = owner.pose.bones["bip01_neck"]
    posed.rotation_mode = "XYZ"
    posed.rotation_euler = 2, 0, 0
    posed.keyframe_insert("rotation_euler", frame=0)
    assert "Euler angles" in notes(owner, only=["salute"])
    assert "bip01_neck" in " ".join(changes(owner, only=["salute"], sample=True))


def check_sampled_pose(samples):
    """Sampled clips play as seen."""
    copy, owner = fresh(samples / "stalker.omf")
    action = bpy.data.actions["walk"]
    constraint = owner.pose.bones["bip01_l_calf"].constraints.new("COPY_ROTATION")
    constraint.target, constraint.subtarget = owner, "bip01_r_calf"
    session.module("compat").assign_action(owner, action)
    wanted = session.pose(owner, 9)
    write_back(actions="walk", sample=True)
    assert owner.animation_data.action == action
    session.empty_file(30)
    again = session.import_file(copy, clips="walk")
    distance, degrees = session.difference(session.pose(again, 9), wanted)[:2]
    assert distance < 0.5 and degrees < 0.05, (distance, degrees)


def check_changed_base(samples):
    """A base that was changed on the disk."""
    copy, owner = fresh(samples / "stalker.omf", clips="walk,salute")
    base, bank = session.module("base"), session.module("bank")
    bone, key = moving_bone(bpy.data.actions["walk"], owner)
    rotate(bpy.data.actions["walk"], owner, bone, key, 5)
    content = copy.read_bytes()
    other = bank.context().open(content).edit("remove --clip idle").bytes
    copy.write_bytes(other)
    text = refusal()
    assert "changed after the import" in text and "Packed" not in text, text
    text = refusal(changed_base="PACKED")
    assert "changed after the import, and no copy of it is packed" in text, text
    copy.write_bytes(content)
    for _ in range(2):  # the second time replaces the bytes of the first
        base.pack(owner)
        assert list(base.packed_files(owner).values())[0] == content
    copy.write_bytes(other)
    assert "Use Packed Base" in refusal()
    write_back(changed_base="DISK")
    assert "idle" not in keys_of(copy) and (OUT / "stalker.omf.bak").read_bytes() == other
    assert not changes(owner)
    copy, owner = fresh(samples / "stalker.omf", clips="walk,salute")
    base.pack(owner)
    copy.write_bytes(other)
    write_back(changed_base="PACKED", filepath=str(OUT / "new.omf"))
    assert (OUT / "new.omf").read_bytes() == content


def check_second_write(samples):
    """The first write keeps the file of the game as a copy, which is never replaced: another file
    of the game gets a copy of its own."""
    copy, owner = fresh(samples / "stalker.omf", clips="walk")
    original = copy.read_bytes()
    bone, key = moving_bone(bpy.data.actions["walk"], owner)
    for angle in (5, 6):
        rotate(bpy.data.actions["walk"], owner, bone, key, angle)
        write_back()
        assert (OUT / "stalker.omf.bak").read_bytes() == original
    new = bank_of(copy).edit("remove --clip idle").bytes
    copy.write_bytes(new)  # another file of the game
    rotate(bpy.data.actions["walk"], owner, bone, key, 7)
    write_back(changed_base="DISK")
    assert (OUT / "stalker.omf.bak").read_bytes() == original
    assert (OUT / "stalker.omf.bak1").read_bytes() == new


def bank_of(path):
    return session.module("bank").context().open(path.read_bytes())


def check_undone_write(samples):
    """After undo of a write back, the file can be written again, also as it was at first."""
    copy, owner = fresh(samples / "stalker.omf", clips="walk")
    original, action = copy.read_bytes(), bpy.data.actions["walk"]
    bone, key = moving_bone(action, owner)
    before = owner["gait"], action["gait"]
    rotate(action, owner, bone, key, 5)
    write_back()
    assert copy.read_bytes() != original
    owner["gait"], action["gait"] = before  # as undo does
    assert changes(owner)
    rotate(action, owner, bone, key, -5)
    assert not changes(owner)
    write_back()
    assert copy.read_bytes() == original


def check_endings(samples):
    """The ending of a file is that of its format."""
    fresh(samples / "walk.rtm")
    assert "ends in .rtm" in refusal(filepath=str(OUT / "walk.omf"))


def check_empty_slot(samples):
    """A slot without bones is not written."""
    if not session.module("compat").HAS_SLOTS:
        return
    _, owner = fresh(samples / "stalker.omf", clips="walk")
    data = owner.animation_data
    data.action_slot = data.action.slots.new(id_type="OBJECT", name="empty")
    assert "has no keys of bones" in refusal()


def check_no_keys(samples):
    """An action without curves: the advice is about slots only if it has several."""
    _, owner = fresh(samples / "stalker.omf")
    found = session.module("compat").curves_of(bpy.data.actions["walk"], owner)
    while len(found):
        found.remove(found[0])
    text = refusal()
    assert "walk has no keys of bones. Insert keys" in text and "slot" not in text, text


def check_count(samples):
    """A clip with several changes is counted once."""
    _, owner = fresh(samples / "stalker.omf")
    parameters, action = session.module("parameters"), bpy.data.actions["walk"]
    parameters.change(owner, action, "speed", "2")
    parameters.change(owner, action, "power", "3")
    [plan] = plans(owner)
    assert plan.summary.startswith("stalker.omf: 5 clips, 1 changed: "), plan.summary


def check_missing_base(samples):
    """A base that was deleted: the packed one is used."""
    copy, owner = fresh(samples / "walk.rtm")
    content = copy.read_bytes()
    session.module("base").pack(owner)
    copy.unlink()
    assert "packed base is used" in notes(owner)
    session.module("base").unpack(owner)
    assert "is missing" in refusal()
    copy.write_bytes(content[:100])
    assert "changed after the import" in refusal()
    assert "walk.rtm" in refusal(changed_base="DISK")


def check_project(samples):
    """Edited files go to their place in the project folder."""
    shutil.rmtree(OUT, ignore_errors=True)
    folder = OUT / "game" / "meshes" / "actors"
    folder.mkdir(parents=True)
    path = folder / "bank.omf"
    shutil.copy(samples / "stalker.omf", path)
    session.empty_file(30)
    owner = session.import_file(path)
    preferences = session.module("preferences")
    preferences.Defaults.project = str(OUT / "mod")
    try:
        write_back()
        written = OUT / "mod" / "meshes" / "actors" / "bank.omf"
        assert written.read_bytes() == path.read_bytes()
        bone, key = moving_bone(bpy.data.actions["walk"], owner)
        rotate(bpy.data.actions["walk"], owner, bone, key, 5)
        write_back()
        assert path.read_bytes() == (samples / "stalker.omf").read_bytes()
        assert len(changes(owner)) == 1 and not list(folder.glob("*.bak"))
    finally:
        preferences.Defaults.project = ""


def check_armature(samples):
    """Armatures that do not fit, and transformed objects."""
    copy, owner = fresh(samples / "stalker.omf")
    owner.scale, owner.location, owner.rotation_euler = (2, 2, 2), (1, 2, 3), (1, 0, 0)
    assert not changes(owner)
    owner.data.bones["bip01_head"].name = "skull"
    text = refusal()
    assert "lacks the bone bip01_head" in text, text
    owner.data.bones["skull"].name = "bip01_head"
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    assert "2 times as large" in refusal()
    copy, owner = fresh(samples / "stalker.omf")
    bpy.ops.object.mode_set(mode="EDIT")
    owner.data.edit_bones.remove(owner.data.edit_bones["bip01_l_hand"])
    bpy.ops.object.mode_set(mode="OBJECT")
    assert "bip01_l_hand" in refusal()
    assert copy.exists()


def check_slots(samples):
    """An action with two slots: that of the armature is written."""
    if not session.module("compat").HAS_SLOTS:
        return
    _, owner = fresh(samples / "stalker.omf")
    action = bpy.data.actions["walk"]
    other = bpy.data.objects.new("other", None)
    bpy.context.scene.collection.objects.link(other)
    other.animation_data_create().action = action
    other.animation_data.action_slot = action.slots.new(id_type="OBJECT", name="other")
    other.keyframe_insert("location", frame=3)
    assert not changes(owner) and "several slots" in notes(owner)


def check_places(samples):
    """Places where nothing can be written."""
    copy, _ = fresh(samples / "stalker.omf")
    (OUT / "file").write_text("no folder")
    text = refusal(filepath=str(OUT / "file" / "new.omf"))
    assert "cannot be written" in text and "project folder" in text, text
    text = refusal(filepath="/proc/gait/new.omf" if os.path.isdir("/proc") else str(OUT))
    assert "cannot be written" in text, text
    (OUT / "folder.omf").mkdir()
    assert "cannot be written" in refusal(filepath=str(OUT / "folder.omf"))
    assert sorted(contents()) == ["file", copy.name]


def check_several_bases(samples):
    """Two files on one armature are written both."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    session.empty_file(30)
    for name in ("walk.rtm", "walk_binarised.rtm"):
        shutil.copy(samples / name, OUT)
        owner = session.import_file(OUT / name)
    assert len(plans(owner)) == 2
    assert "actions of 2 files" in refusal(filepath=str(OUT / "new.rtm"))
    for action in bpy.data.actions:
        bone, key = moving_bone(action, owner)
        rotate(action, owner, bone, key, 5)
    write_back()
    assert len(contents()) == 4
    assert not any(plan.changes for plan in plans(owner))


def check_duration(samples):
    """An RTM that was imported with another duration."""
    copy, owner = fresh(samples / "walk.rtm", duration=2)
    assert not changes(owner)
    write_back(filepath=str(OUT / "other.rtm"))
    assert (OUT / "other.rtm").read_bytes() == copy.read_bytes()


def check_rate(samples):
    """Another frame rate of the scene."""
    session.empty_file(24)
    bpy.data.actions.new("other").use_fake_user = True
    owner = session.import_file(samples / "stalker.omf")
    assert bpy.context.scene.render.fps == 24
    assert not changes(owner)


def check_new_files(samples):
    """Files of all formats without a base."""
    copy, owner = fresh(samples / "stalker.omf")
    keys = keys_of(copy)
    for ending in (".omf", ".skls"):
        assert bpy.ops.gait.write_new(filepath=str(OUT / ("new" + ending)),
                                      actions="walk,salute") == {"FINISHED"}
        found = session.module("bank").open_bank(OUT / ("new" + ending))
        assert {clip["name"]: clip["frames"] for clip in found.clips} == {
            "walk": 33, "salute": 61}, found.clips
        if ending == ".omf":
            assert events_of(OUT / "new.omf", "walk") == events_of(copy, "walk")
    assert len(keys) == 5
    for ending, binarised in ((".rtm", False), (".rtm", True), (".skl", False), (".bvh", False)):
        (OUT / "one").mkdir(exist_ok=True)
        bpy.ops.gait.write_new(filepath=str(OUT / "one" / ("new" + ending)),
                               actions="walk,salute", binarised=binarised, overwrite=binarised)
        found = session.module("bank").context().open(
            (OUT / "one" / ("walk" + ending)).read_bytes(), "walk" + ending)
        assert found.clips[0]["frames"] == 33
        assert found.format == ("bmtr" if binarised else ending[1:]), found.format
    assert "no known ending" in refusal(bpy.ops.gait.write_new, filepath=str(OUT / "new.txt"))
    session.empty_file(30)
    again = session.import_file(OUT / "new.omf", clips="walk")
    opened = session.module("bank").open_bank(copy)
    wanted = session.library_pose(opened.clip("walk"), 0.5, opened)
    distance = session.difference(session.pose(again, 15), wanted)[0]  # other clip, other rest
    assert distance < 0.2, distance


def document_of(path):
    """What a glTF export of a file says about its clips."""
    opened = bank_of(path)
    return session.module("bank").open_bank(path).metadata(range(len(opened.clips)))


def check_new_rtm(samples):
    """A new RTM has the events and the root motion of the file from which its clip came, whatever
    its duration in Blender is, also if both were edited."""
    for duration in (0, 0.5, 4):
        for name in ("walk.rtm", "walk_binarised.rtm"):
            copy, owner = fresh(samples / name, duration=duration)
            [about] = document_of(copy)["clips"]
            assert about["events"] and any(about["motion"])
            options = {"filepath": str(OUT / "new.rtm"), "binarised": "binarised" in name,
                       "overwrite": True}
            assert bpy.ops.gait.write_new(**options) == {"FINISHED"}
            [new] = document_of(OUT / "new.rtm")["clips"]
            for found, wanted in zip(new["events"], about["events"]):
                assert abs(found["start"] - wanted["start"]) < 1e-4, (duration, found, wanted)
            assert len(new["events"]) == len(about["events"]) and new["motion"] == about["motion"]
            action = owner.animation_data.action
            action.pose_markers[0].frame = round(action.frame_end / 2)
            session.module("parameters").change(owner, action, "root-motion", "0,0,2")
            assert bpy.ops.gait.write_new(**options) == {"FINISHED"}
            [new] = document_of(OUT / "new.rtm")["clips"]
            assert any(abs(event["start"] - 0.5) < 0.04 for event in new["events"]), new
            assert new["motion"] != about["motion"] and any(new["motion"]), new
    text = notes_of_new(owner, "new.omf")
    assert "the root motion of walk_binarised is not written" in text, text


def notes_of_new(owner, name):
    """The notes about a new file of the action that an armature plays."""
    return " ".join(session.module("writer").new_files(
        bpy.context, owner, [owner.animation_data.action], str(OUT / name),
        name.rpartition(".")[2], "")[1])


def check_new_parts(samples):
    """A new bank has the parts of the bank from which its clips came, and they play on the same
    ones; otherwise a message names the clip."""
    copy, owner = fresh(samples / "stalker.omf")
    parts = document_of(copy)["parts"]
    assert len(parts) > 1
    for actions in ("salute", "walk,salute,hit_chest"):
        path = OUT / f"{actions[:2]}.omf"
        assert bpy.ops.gait.write_new(filepath=str(path), actions=actions) == {"FINISHED"}
        assert document_of(path)["parts"] == parts
        found = {clip["name"]: clip["playback"] for clip in bank_of(path).clips}
        assert found == {clip["name"]: clip["playback"] for clip in bank_of(copy).clips
                         if clip["name"] in actions.split(",")}, found
    session.module("compat").assign_action(owner, bpy.data.actions["salute"])
    bpy.context.scene.frame_set(0)
    assert not notes_of_new(owner, "new.omf"), notes_of_new(owner, "new.omf")
    assert "salute plays on all bones" in notes_of_new(owner, "new.skl")


def check_new_without_import(samples):
    """An armature that was not imported: the skeleton is chosen."""
    _, owner = fresh(samples / "walk.rtm")
    del owner["gait"]
    action = owner.animation_data.action
    del action["gait"]
    text = refusal(bpy.ops.gait.write_new, filepath=str(OUT / "new.rtm"))
    assert "Choose a built-in one" in text, text
    bpy.ops.gait.write_new(filepath=str(OUT / "new.rtm"), skeleton="arma3-man")
    wanted = session.pose(owner, 12)
    session.empty_file(30)
    again = session.import_file(OUT / "new.rtm")
    distance, degrees = session.difference(session.pose(again, 12), wanted)[:2]
    assert distance < 0.01 and degrees < 0.01, (distance, degrees)


def main():
    add_on = session.load(session.ARGUMENTS[0])
    jobs = json.loads(pathlib.Path(session.ARGUMENTS[1]).read_text(encoding="utf-8"))
    samples = pathlib.Path(jobs["samples"])
    chosen = session.ARGUMENTS[2:]
    count = session.run_cases(globals(), samples, chosen)
    for path in () if chosen else jobs["files"]:
        with session.problems_of(path):
            check_format(path)
    if jobs["bank"] and not chosen:
        check_bank(jobs["bank"])
    add_on.unregister()
    print(f"result: {count} cases, {len(jobs['files'])} files")


if __name__ == "__main__":
    main()
