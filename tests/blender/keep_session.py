"""Run in Blender: files and records of the user that other work must not damage: packed files,
files that exist, several imports of one file, overrides, paths, copies of clips.

The arguments are those of write_session.py; "banks" of the JSON are files for the long way."""
import errno
import json
import os
import pathlib
import shutil
import sys

import bpy
from mathutils import Matrix

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import session  # noqa: E402  Blender does not look in this folder
import write_session as edit  # noqa: E402
from write_session import OUT  # noqa: E402

BANK = "stalker.omf"


# --- helpers -------------------------------------------------------------------------------------

def turn(name, owner, degrees):
    """Rotates a bone of an action in one key."""
    bone, key = edit.moving_bone(bpy.data.actions[name], owner)
    edit.rotate(bpy.data.actions[name], owner, bone, key, degrees)


def shift_bone(owner, bone):
    """Moves a bone away from its joint, at one frame."""
    bpy.context.scene.frame_set(round(owner.animation_data.action.frame_range[1]))
    owner.pose.bones[bone].location.x += 0.3
    owner.pose.bones[bone].keyframe_insert("location")


def active():
    return bpy.context.view_layer.objects.active


def bake(**options):
    """What a user does: bakes the pose of all bones."""
    bpy.ops.object.mode_set(mode="POSE")
    bpy.ops.pose.select_all(action="SELECT")
    last = round(active().animation_data.action.frame_range[1])
    assert bpy.ops.nla.bake(frame_start=0, frame_end=last, visual_keying=True,
                            bake_types={"POSE"}, **options) == {"FINISHED"}
    bpy.ops.object.mode_set(mode="OBJECT")


def save(name):
    path = OUT / name
    path.parent.mkdir(exist_ok=True)
    assert bpy.ops.wm.save_as_mainfile(filepath=str(path)) == {"FINISHED"}
    return path


def save_first(name):
    """The first save. Before Blender 4 its path is not known while it is saved."""
    if bpy.app.version < (4, 0, 0):
        save(name)
    return save(name)


def reopen(path):
    """Loads a .blend."""
    assert bpy.ops.wm.open_mainfile(filepath=str(path)) == {"FINISHED"}
    return next(each for each in bpy.data.objects if each.type == "ARMATURE")


def activate(owner):
    bpy.context.view_layer.objects.active = owner
    owner.select_set(True)


def clips_of(path):
    """{name: element of gait.list/1} of a file."""
    return {clip["name"]: clip for clip in session.module("bank").open_bank(path).clips}


def changed_clips(path, before):
    """The names of clips with other keys than in other content of the file."""
    now, old = edit.keys_of(path), path.with_name("old_" + path.name)
    old.write_bytes(before)
    then = edit.keys_of(old)
    old.unlink()
    return [name for name in now if now[name] != then.get(name)]


def change_outside(path, script):
    """What another program does to a file. Returns its new content."""
    path.write_bytes(edit.bank_of(path).edit(script).bytes)
    return path.read_bytes()


def warnings(owner, **options):
    return " ".join(note for plan in edit.plans(owner, **options) for note in plan.notes)


def packed(owner):
    base = session.module("base")
    return [content for path, content in base.packed_files(owner).items()
            if not path.endswith(base.SKELETON)]


# --- packed files --------------------------------------------------------------------------------

def check_baked(samples):
    """A bake copies all custom properties of the armature. Packed files stay whole, and the baked
    action is still its clip."""
    copy, owner = edit.fresh(samples / BANK)
    content = copy.read_bytes()
    session.module("base").pack(owner)
    for action in (bpy.data.actions["walk"], bpy.data.actions["salute"]):
        session.module("compat").assign_action(owner, action)
        bake(use_current_action=True)
    owner = reopen(save("baked.blend"))
    activate(owner)
    assert packed(owner) == [content]
    assert not edit.changes(owner), edit.changes(owner)
    edit.write_back()
    assert copy.read_bytes() == content
    turn("walk", owner, 20)
    edit.write_back()
    assert changed_clips(copy, content) == ["walk"]
    assert packed(owner) == [copy.read_bytes()]


def check_long_way(path):
    """Packed, baked, saved, loaded, moved to another folder, written back: the same bytes. A bake
    into a new action adds an action that belongs to no clip."""
    copy, owner = edit.fresh(path, clips="")
    content, count = copy.read_bytes(), len(bpy.data.actions)
    session.module("base").pack(owner)
    bake(use_current_action=False)
    bake(use_current_action=True)
    saved = save("first.blend")
    (OUT / "moved").mkdir()
    for each in (copy, saved):
        each.rename(OUT / "moved" / each.name)
    owner = reopen(OUT / "moved" / saved.name)
    activate(owner)
    assert len(bpy.data.actions) == count + 1 and packed(owner) == [content]
    edit.write_back()
    moved = OUT / "moved" / copy.name
    assert moved.read_bytes() == content and not copy.exists()
    moved.unlink()
    edit.write_back()  # from the packed base
    assert moved.read_bytes() == content


def check_shared_skeleton(samples):
    """Two banks with the skeleton of the first one, after a bake and a load."""
    copy, owner = edit.fresh(samples / BANK, clips="walk")
    shutil.copy(copy, OUT / "other.omf")
    content = change_outside(OUT / "other.omf", "reorder --clip salute --first")
    assert session.import_file(OUT / "other.omf", clips="salute") == owner
    session.module("base").pack(owner)
    bake(use_current_action=True)
    owner = reopen(save("two.blend"))
    activate(owner)
    assert sorted(packed(owner)) == sorted([copy.read_bytes(), content])
    assert not [change for plan in edit.plans(owner) for change in plan.changes]
    edit.write_back()
    assert (OUT / "other.omf").read_bytes() == content


def check_copied_properties(samples):
    """Add-ons copy custom properties in Python."""
    copy, owner = edit.fresh(samples / BANK)
    session.module("base").pack(owner)
    for _ in range(2):
        for key, value in list(owner.items()):
            owner[key] = value
    assert packed(owner) == [copy.read_bytes()] and not edit.changes(owner)


def check_locked_file(samples):
    """Two files, of which another program locks the second one: a message names it, neither is
    written, no backup is left behind, and after that both can be written."""
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    session.empty_file(30)
    paths = [OUT / name for name in ("first.rtm", "second.rtm")]
    for path in paths:
        shutil.copy(samples / "walk.rtm", path)
        owner = session.import_file(path)
        turn(path.stem, owner, 10 + len(path.stem))
    rename = os.replace

    def locked(source, target):
        if pathlib.Path(target) == paths[1]:
            raise PermissionError(errno.EACCES, "Permission denied", source, None, target)
        rename(source, target)
    os.replace = locked
    try:
        text = edit.refusal()
    finally:
        os.replace = rename
    assert f"{paths[1]} cannot be written" in text and ".gait-" not in text, text
    assert sorted(path.name for path in OUT.iterdir()) == ["first.rtm", "second.rtm"]
    before = [path.read_bytes() for path in paths]
    edit.write_back()
    assert all(path.read_bytes() != content for path, content in zip(paths, before))
    assert not warnings(owner), warnings(owner)


def check_damaged_pack(samples):
    """A damaged packed file is not used: the file on the disk is, with a note."""
    copy, owner = edit.fresh(samples / BANK)
    content = copy.read_bytes()
    session.module("base").pack(owner)
    packs = {key: owner[key] for key in owner.keys() if key.startswith("gait:")}
    assert len(packs) == 2
    for damage in (lambda text: text[:-800], lambda text: text[:90] + "AAAA" + text[94:],
                   lambda text: "", lambda text: b"\x0e"):
        for key, text in packs.items():
            del owner[key]
            owner[key] = damage(text)
        assert packed(owner) == []
        found = warnings(owner)
        assert found.count("is damaged and not used") == 2, found
        edit.write_back()
        assert copy.read_bytes() == content
    copy.unlink()
    text = edit.refusal()
    assert "is missing" in text and "is damaged" in text, text


def make_old(owner, paths=True):
    """Makes the records those of the first version of the add-on, with packed bytes."""
    base, stored = session.module("base"), session.module("stored")
    record = session.record(owner)
    for entry in [each for one in record["bases"] for each in stored.entries_of(one)]:
        content = stored.packed(owner, entry)
        if stored.PACKED + stored.id_of(entry) in owner:
            del owner[stored.PACKED + stored.id_of(entry)]
        for key in {"id", "absolute"} & set(entry):
            del entry[key]
        if entry["path"].endswith(base.SKELETON):
            entry.pop("sha256", None)
        if content:
            owner[stored.PACKED + stored.id_of(entry)] = content
    owner["gait"] = json.dumps({"version": 1, "bases": record["bases"]})
    for action in bpy.data.actions:
        about = session.record(action)
        action["gait"] = json.dumps({key: about[key] for key in about
                                     if key not in ("base", "keys", "cyclic")})


def check_old_records(samples):
    """Files that were saved with the first version of the add-on."""
    for pack in (False, True):
        copy, owner = edit.fresh(samples / BANK)
        content = copy.read_bytes()
        if pack:
            session.module("base").pack(owner)
        make_old(owner)
        owner = reopen(save("old.blend"))
        activate(owner)
        assert packed(owner) == [content] * pack
        assert not edit.changes(owner) and not warnings(owner), warnings(owner)
        turn("walk", owner, 9)
        edit.write_back()
        assert changed_clips(copy, content) == ["walk"]
        turn("salute", owner, 9)
        edit.write_back()
        assert changed_clips(copy, content) == ["walk", "salute"]
        assert packed(owner) == [copy.read_bytes()] * pack
    copy, owner = edit.fresh(samples / BANK)
    turn("walk", owner, 9)
    make_old(owner)
    owner = reopen(save("old.blend"))
    activate(owner)
    content = change_outside(copy, "set --clip idle --speed 3")
    session.import_file(copy)  # all of them could be edited: they are kept
    assert len(bpy.data.actions) == 10 and "walk.001" in bpy.data.actions
    edit.write_back(actions="walk,*.001")
    assert changed_clips(copy, content) == ["walk"]
    make_old(owner)
    for key in [key for key in owner.keys() if key.startswith("gait:")]:
        short = bytes(owner[key])[:5]
        del owner[key]
        owner[key] = short
    assert packed(owner) == [] and "is damaged" in warnings(owner)
    assert not edit.changes(owner)


# --- files that exist ----------------------------------------------------------------------------

def check_new_over_base(samples):
    """A new file never replaces a base, nor another file without an answer."""
    copy, owner = edit.fresh(samples / BANK)
    new = bpy.ops.gait.write_new
    for name in (BANK, "./" + BANK):
        for overwrite in (False, True):
            text = edit.refusal(new, filepath=str(OUT / name), overwrite=overwrite)
            assert "use Write Back" in text, text
    other = OUT / "valuable.omf"
    other.write_bytes(b"valuable")
    text = edit.refusal(new, filepath=str(other))
    assert "valuable.omf exists" in text and "Overwrite" in text, text
    for name in ("walk", "salute"):  # the second time it is the file of the add-on
        assert new(filepath=str(other), actions=name, overwrite=True) == {"FINISHED"}
        assert list(clips_of(other)) == [name]
        assert other.with_suffix(".omf.bak").read_bytes() == b"valuable"
    assert copy.read_bytes() == (samples / BANK).read_bytes()
    assert "exists" in edit.refusal(filepath=str(other))  # also for Write Back
    (OUT / "walk.rtm").write_bytes(b"valuable")
    assert "walk.rtm exists" in edit.refusal(new, filepath=str(OUT / "all.rtm"),
                                             actions="salute,walk")
    assert not (OUT / "salute.rtm").exists()


def check_proposed(samples):
    """The proposed name is that of the action."""
    _, owner = edit.fresh(samples / BANK)
    operators, targets = session.module("write_operators"), session.module("targets")
    session.module("compat").assign_action(owner, bpy.data.actions["salute"])
    assert targets.proposed(owner, operators.TARGETS) == "salute.omf"
    bpy.data.actions["salute"].name = 'a/b: "c"'
    assert targets.proposed(owner, operators.TARGETS) == "a_b_ _c_.omf"
    _, owner = edit.fresh(samples / "walk.rtm")
    assert targets.proposed(owner, operators.TARGETS) == "walk.rtm"


def check_other_path(samples):
    """Write Back to another path that exists: the same rules."""
    copy, owner = edit.fresh(samples / BANK)
    other = OUT / "valuable.omf"
    other.write_bytes(b"valuable")
    assert "valuable.omf exists" in edit.refusal(filepath=str(other))
    assert "valuable.omf exists" in edit.refusal(filepath=str(other), dry_run=True)
    for degrees in (5, 6):
        turn("walk", owner, degrees)
        edit.write_back(filepath=str(other), overwrite=degrees == 5)
        assert other.with_suffix(".omf.bak").read_bytes() == b"valuable"
        assert changed_clips(other, copy.read_bytes()) == ["walk"]
    record = session.record(owner)
    owner["gait"] = json.dumps({key: record[key] for key in ("version", "bases")})  # as undo does
    turn("walk", owner, 6)
    edit.write_back(filepath=str(other), overwrite=True)
    assert other.with_suffix(".omf.bak").read_bytes() == b"valuable"
    owner = reopen(save("results.blend"))
    activate(owner)
    turn("walk", owner, 7)
    edit.write_back(filepath=str(other))  # the file of the add-on, also after a load
    other.write_bytes(b"changed")
    assert "exists" in edit.refusal(filepath=str(other))
    preferences = session.module("preferences").Defaults
    (OUT / "project").mkdir()
    preferences.project = str(OUT / "project")
    try:
        in_project = pathlib.Path(edit.plans(owner)[0].path)
        assert "project" in in_project.parts and in_project.name == BANK
        in_project.parent.mkdir(parents=True, exist_ok=True)
        in_project.write_bytes(b"valuable")
        assert "exists" in edit.refusal()
        edit.write_back(overwrite=True)
        assert in_project.with_suffix(".omf.bak").read_bytes() == b"valuable"
    finally:
        preferences.project = ""
    (OUT / "link.omf").symlink_to(copy)
    edit.write_back(filepath=str(OUT / "link.omf"))  # is the base
    assert (OUT / "link.omf").is_symlink() and (OUT / (BANK + ".bak")).is_file()
    assert "use Write Back" in edit.refusal(bpy.ops.gait.write_new, overwrite=True,
                                            filepath=str(OUT / "link.omf"))
    shutil.copy(samples / BANK, OUT / "second.omf")
    session.import_file(OUT / "second.omf", target="NEW")
    activate(owner)
    assert "use Write Back" in edit.refusal(filepath=str(OUT / "second.omf"), overwrite=True)


def backups(path):
    """{number: content} of the backups of a file; "" is that of NAME.bak."""
    return {each.name.rpartition(".bak")[2]: each.read_bytes()
            for each in path.parent.glob(path.name + ".bak*")}


def check_backup_stays(samples):
    """A backup is never replaced: what the file had then is kept beside it."""
    copy, owner = edit.fresh(samples / BANK)
    game, users = copy.read_bytes(), b"a backup of the user"
    copy.with_name(BANK + ".bak").write_bytes(users)
    edit.write_back(filepath=str(OUT / "same.omf"))  # the same bytes in another file
    (OUT / "same.omf").unlink()
    for degrees in (5, 6):  # the second time it is the file of the add-on
        turn("walk", owner, degrees)
        edit.write_back()
        assert backups(copy) == {"": users, "1": game}, backups(copy).keys()
    changed = change_outside(copy, "set --clip idle --speed 3")
    turn("walk", owner, 7)
    edit.write_back(changed_base="DISK")
    assert backups(copy) == {"": users, "1": game, "2": changed}
    written = copy.read_bytes()
    save("first.blend")
    session.empty_file(30)
    reopen(OUT / "first.blend")
    session.empty_file(30)  # a new .blend: the record of the first one is not known
    owner = session.import_file(copy)
    turn("walk", owner, 8)
    edit.write_back()
    assert backups(copy) == {"": users, "1": game, "2": changed, "3": written}
    other, mine = OUT / "other.omf", OUT / "mine.omf"
    edit.write_back(filepath=str(other))
    shutil.copy(other, mine)
    mine.with_name("mine.omf.bak").write_bytes(users)
    turn("walk", owner, 9)
    edit.write_back(filepath=str(mine), overwrite=True)
    assert backups(mine) == {"": users, "1": other.read_bytes()} and not backups(other)
    bpy.ops.gait.write_new(filepath=str(OUT / "new.omf"), actions="walk")
    shutil.copy(OUT / "new.omf", OUT / "mine2.omf")
    bpy.ops.gait.write_new(filepath=str(OUT / "mine2.omf"), actions="idle", overwrite=True)
    assert backups(OUT / "mine2.omf") == {"": (OUT / "new.omf").read_bytes()}


# --- several imports -----------------------------------------------------------------------------

def check_one_record(samples):
    """A file that another program has changed is imported again: one base, and no edit is lost."""
    copy, owner = edit.fresh(samples / BANK)
    turn("walk", owner, 12)
    changed = change_outside(copy, "set --clip walk --speed 2")
    assert session.import_file(copy) == owner
    [record] = session.module("base").bases(owner)
    assert sorted(bpy.data.actions.keys()) == sorted(
        ["walk", "walk.001", "salute", "idle", "stand", "hit_chest"]), bpy.data.actions.keys()
    turn("salute", owner, 8)
    edit.write_back()
    assert changed_clips(copy, changed) == ["walk", "salute"]
    assert clips_of(copy)["walk"]["playback"]["speed"] == 2
    assert copy.with_suffix(".omf.bak").read_bytes() == changed
    assert not edit.changes(owner)


def check_outside_keys(samples):
    """Keys that another program has changed are not undone by actions that were not edited."""
    for choice in ("IMPORT", "DISK"):
        copy, owner = edit.fresh(samples / BANK)
        changed = change_outside(copy, "rename --clip salute=x\nremove --clip hit_chest\n"
                                 "duplicate --clip stand=salute\nremove --clip x")
        if choice == "IMPORT":
            session.import_file(copy, clips="walk")
        turn("walk", owner, 12)
        assert "salute" not in " ".join(edit.changes(owner, changed=choice.replace(
            "IMPORT", "REFUSE")))
        edit.write_back(changed_base=choice.replace("IMPORT", "REFUSE"))
        assert changed_clips(copy, changed) == ["walk"]
        edit.write_back()
        assert changed_clips(copy, changed) == ["walk"]
        turn("hit_chest", owner, 5)
        assert "no clip hit_chest any more" in warnings(owner, changed=choice.replace(
            "IMPORT", "REFUSE"))


def check_restored_file(samples):
    """A written file is restored: the edit can be written again, and an import keeps it."""
    for way in ("DISK", "IMPORT"):
        copy, owner = edit.fresh(samples / BANK)
        game = copy.read_bytes()
        turn("walk", owner, 10)
        edit.write_back()
        written = copy.read_bytes()
        copy.write_bytes(game)
        assert "was changed after the import" in edit.refusal()
        if way == "IMPORT":
            session.import_file(copy)
            assert sorted(bpy.data.actions.keys()) == sorted(
                ["walk", "walk.001", "salute", "idle", "stand", "hit_chest"])
            assert "walk is written as the clip walk: walk.001 not edited" in warnings(owner)
        edit.write_back(changed_base=way.replace("IMPORT", "REFUSE"))
        assert copy.read_bytes() == written
        assert not edit.changes(owner)
        session.import_file(copy)  # now the file has the edit: nothing is kept
        assert "walk.002" not in bpy.data.actions and not edit.changes(owner)
    copy, owner = edit.fresh(samples / BANK)  # keys of the import stay those of the other program
    turn("walk", owner, 10)
    edit.write_back()
    changed = change_outside(copy, "remove --clip salute\nduplicate --clip stand=salute")
    edit.write_back(changed_base="DISK")
    assert not changed_clips(copy, changed)


def check_undone_write(samples):
    """Undo and redo around a write, with each choice: no edit is lost."""
    for choice in ("REFUSE", "DISK"):
        copy, owner = edit.fresh(samples / BANK)
        game, undo = copy.read_bytes(), bpy.ops.ed.undo
        bpy.ops.ed.undo_push(message="import")
        turn("walk", owner, 10)
        bpy.ops.ed.undo_push(message="edit")
        edit.write_back()
        bpy.ops.ed.undo_push(message="write")
        written = copy.read_bytes()
        undo()
        edit.write_back(changed_base=choice)
        assert copy.read_bytes() == written
        undo()
        edit.write_back(changed_base=choice)
        assert copy.read_bytes() == game
        bpy.ops.ed.redo()
        bpy.ops.ed.redo()
        edit.write_back(changed_base=choice)
        assert copy.read_bytes() == written
        copy.write_bytes(game)
        undo()
        session.import_file(copy)
        assert "walk.001" in bpy.data.actions
        edit.write_back()
        assert copy.read_bytes() == written


def check_other_blend(samples):
    """Another .blend, and an earlier version of the same one, do not undo what was written from the
    first one: the file was changed. Nor does a packed base without a word."""
    copy, owner = edit.fresh(samples / BANK)
    session.module("base").pack(owner)
    saved = [save(name) for name in ("one.blend", "two.blend")]
    activate(reopen(saved[0]))
    turn("walk", active(), 10)
    edit.write_back()
    written = copy.read_bytes()
    for path in (saved[1], saved[0]):  # one.blend was not saved after Write Back
        activate(reopen(path))
        turn("salute", active(), 10)
        assert "was changed after the import" in edit.refusal()
        assert copy.read_bytes() == written
        text = warnings(active(), changed="PACKED")
        assert "loses later changes, which the actions do not have: walk" in text, text
        assert "loses" not in warnings(active(), changed="DISK")
    edit.write_back(changed_base="DISK")
    assert changed_clips(copy, written) == ["salute"]


def check_disabled_between(samples):
    """What was written from another .blend is a change of the file, also if the add-on was disabled
    while that was closed."""
    add_on = sys.modules["gait"]
    copy, _ = edit.fresh(samples / BANK)
    saved = [save(name) for name in ("one.blend", "two.blend")]
    activate(reopen(saved[0]))
    turn("walk", active(), 10)
    edit.write_back()
    written = copy.read_bytes()
    add_on.unregister()
    try:
        owner = reopen(saved[1])
    finally:
        add_on.register()
    activate(owner)
    turn("salute", owner, 10)
    assert "was changed after the import" in edit.refusal()
    assert copy.read_bytes() == written


def check_missing_clip(samples):
    """An edited action whose clip another program has removed becomes a new clip."""
    copy, owner = edit.fresh(samples / BANK)
    changed = change_outside(copy, "remove --clip walk\nset --clip salute --speed 2")
    turn("walk", owner, 10)
    turn("salute", owner, 10)
    found = warnings(owner, changed="DISK")
    assert "no clip walk any more: walk becomes a new clip" in found, found
    assert "all bones get" not in found, found
    edit.write_back(changed_base="DISK")
    clips = clips_of(copy)
    assert list(clips)[-1] == "walk" and len(clips) == 5
    assert changed_clips(copy, changed) == ["salute", "walk"]
    assert not edit.changes(owner)


def check_replaced_bones(samples):
    """A clip that was edited here and in the changed file: a message names the bones that are
    replaced, if the old content is known; not if only other clips were changed there."""
    for kept in ("open", "packed", "backup", "lost"):
        copy, owner = edit.fresh(samples / BANK)
        if kept == "packed":
            session.module("base").pack(owner)
        if kept == "backup":
            shutil.copy(copy, OUT / "stalker.omf.bak3")
        change_outside(copy, "remove --clip salute\nduplicate --clip idle=salute")
        if kept != "open":
            session.module("bank").open_banks.clear()
        turn("salute", owner, 10)
        turn("walk", owner, 10)
        found = warnings(owner, changed="DISK")
        if kept == "lost":
            assert "salute, walk: all bones get" in found, found
        else:
            assert "walk" not in found and "salute (bip01_" in found, found


def check_later_edits(samples):
    """A changed file was accepted, and an action is edited later whose clip another program has
    changed, also after it was saved, or was changed twice: a message names what is replaced, until
    that is written or imported again. Clips that the program did not change are not named."""
    script = "remove --clip salute\nduplicate --clip idle=salute"
    for way in ("write", "accept", "save", "other", "import"):
        copy, owner = edit.fresh(samples / BANK)
        if way == "other":
            other = session.import_file(copy, target="NEW", existing="ADD")
            activate(owner)
        changed = change_outside(copy, script)
        if way == "write":
            turn("walk", owner, 10)
        if way == "import":
            session.import_file(copy, clips="walk", existing="REPLACE")
        else:
            edit.write_back(changed_base="DISK")
        assert way == "write" or copy.read_bytes() == changed
        if way == "save":
            owner = reopen(save("later.blend"))
            activate(owner)
        if way == "other":
            owner = other
            activate(owner)
        name = "salute.001" if way == "other" else "salute"
        assert not edit.changes(owner) and not warnings(owner), warnings(owner)
        turn(name, owner, 10)
        turn(name.replace("salute", "hit_chest"), owner, 10)
        found = warnings(owner)
        assert "salute (bip01" in found and "all bones get" in found, (way, found)
        assert "hit_chest" not in found and "idle" not in found, (way, found)
        edit.write_back()
        turn(name, owner, 10)
        assert "all bones" not in warnings(owner), (way, warnings(owner))
    copy, owner = edit.fresh(samples / BANK)
    change_outside(copy, script)
    edit.write_back(changed_base="DISK")
    change_outside(copy, "event --clip walk --move Left --to 0.1 --until 0.3")
    edit.write_back(changed_base="DISK")
    turn("walk", owner, 10)
    assert "all bones" not in warnings(owner), warnings(owner)  # its markers stay in the file
    bpy.data.actions["walk"].pose_markers.new("Step").frame = 3
    turn("salute", owner, 10)
    found = warnings(owner)
    assert "walk (events)" in found and "salute (bip01" in found, found
    edit.write_back(actions="walk")
    session.import_file(copy, clips="salute", existing="REPLACE")
    turn("salute", owner, 10)
    assert "all bones" not in warnings(owner), warnings(owner)


def check_accepted_file(samples):
    """A changed file that Write Back accepts without a change is not one that it has written: its
    keys are kept when a later edit replaces them."""
    copy, owner = edit.fresh(samples / BANK)
    game = copy.read_bytes()
    turn("idle", owner, 10)
    edit.write_back()
    other = change_outside(copy, "remove --clip walk\nduplicate --clip salute=walk")
    edit.write_back(changed_base="DISK")
    assert copy.read_bytes() == other
    turn("walk", owner, 10)
    edit.write_back()
    assert sorted(each.read_bytes() for each in OUT.glob("*.bak*")) == sorted([game, other])


def check_moved_clips(samples):
    """After another program has moved clips, everything goes to the clip of the action: keys,
    parameters, and the parameters of copies."""
    for script in ("remove --clip idle", "reorder --clip walk --last",
                   "reorder --clip hit_chest --first"):
        copy, owner = edit.fresh(samples / BANK)
        change_outside(copy, script)
        for name in ("walk", "hit_chest"):
            turn(name, owner, 10)
        edit.write_back(changed_base="DISK")
        before = clips_of(copy)
        for name, speed in (("walk", "3"), ("hit_chest", "2")):
            session.module("parameters").change(owner, bpy.data.actions[name], "speed", speed)
        copy_of("walk", "stroll")
        edit.write_back(new_actions="stroll")
        after = clips_of(copy)
        assert {name: clip["playback"]["speed"] for name, clip in after.items()} == {
            **{name: clip["playback"]["speed"] for name, clip in before.items()},
            "walk": 3, "hit_chest": 2, "stroll": after["stroll"]["playback"]["speed"]}
        assert after["stroll"]["playback"]["falloff"] == before["walk"]["playback"]["falloff"]
        assert not edit.changes(owner) and not warnings(owner), warnings(owner)


def check_located_file(samples):
    """A file of another format, or without the clips, is not the one that was moved."""
    copy, owner = edit.fresh(samples / BANK)
    (OUT / "moved").mkdir()
    copy.rename(OUT / "moved" / BANK)
    other = OUT / "other.omf"
    other.write_bytes(edit.bank_of(OUT / "moved" / BANK).edit("rename --clip *=x_*").bytes)
    locate = session.module("base").relocate
    for path in (samples / "walk.rtm", other):
        try:
            locate(owner, str(path))
        except session.module("problem").Problem as problem:
            assert "none of its clips" in str(problem), problem
        else:
            raise AssertionError(path)
    locate(owner, str(OUT / "moved" / BANK))
    assert not edit.changes(owner)


def check_unused_curves(samples):
    """Curves that move nothing are named: of a bone that was renamed, and Euler angles of a bone
    with quaternions."""
    _, owner = edit.fresh(samples / BANK)
    head = owner.pose.bones["bip01_head"]
    session.module("compat").assign_action(owner, bpy.data.actions["walk"])
    head.rotation_mode = "XYZ"
    head.keyframe_insert("rotation_euler", frame=3)
    head.rotation_mode = "QUATERNION"
    for curve in session.module("compat").curves_of(bpy.data.actions["salute"], owner):
        curve.data_path = curve.data_path.replace("bip01_r_forearm", "other")
    found = warnings(owner)
    assert "walk has angles of bones that have another rotation mode, which are not " \
        "written: bip01_head" in found, found
    assert "salute has keys of bones that the armature lacks, which are not written: other" \
        in found, found


def check_new_over_new(samples):
    """A new file replaces one of another action, which is kept."""
    edit.fresh(samples / BANK)
    new = OUT / "new.omf"
    for name, count in (("idle", 0), ("idle", 0), ("walk", 1), ("walk", 1)):
        assert bpy.ops.gait.write_new(filepath=str(new), actions=name, overwrite=True,
                                      skeleton=str(samples / BANK)) == {"FINISHED"}
        assert len(list(OUT.glob("new.omf.bak*"))) == count, (name, count)


def check_recovered_skeleton(samples):
    """An armature has the skeleton of the motion of a plain RTM. It keeps it when edits change the
    motion, also in a saved file, and plays other files of the same body."""
    jobs = json.loads(pathlib.Path(session.ARGUMENTS[1]).read_text(encoding="utf-8"))
    copy, owner = edit.fresh(jobs["arm"])
    content = copy.read_bytes()
    assert owner.data.bones["tip"].parent == owner.data.bones["arm"]
    assert not edit.changes(owner), edit.changes(owner)
    edit.write_back()
    assert copy.read_bytes() == content
    shift_bone(owner, "tip")  # a search in the edited file would find another skeleton
    edit.write_back()
    assert changed_clips(copy, content) == ["arm"]
    content = copy.read_bytes()
    owner = reopen(save("arm.blend"))
    activate(owner)
    assert not edit.changes(owner), edit.changes(owner)
    edit.write_back()
    assert copy.read_bytes() == content
    shutil.copy(jobs["arm"], OUT / "other.rtm")
    assert session.import_file(OUT / "other.rtm") == owner
    session.import_file(samples / "walk.rtm")
    assert active() != owner


def check_new_file_without_base(samples):
    """A new file can be written when the base file is missing, with a chosen skeleton."""
    copy, _ = edit.fresh(samples / "walk.rtm")
    copy.rename(OUT / "moved.rtm")
    new = OUT / "new.rtm"
    assert "or choose a Skeleton" in edit.refusal(
        bpy.ops.gait.write_new, filepath=str(new), actions="walk")
    assert bpy.ops.gait.write_new(filepath=str(new), actions="walk",
                                  skeleton="arma3-man") == {"FINISHED"}
    assert list(clips_of(new)) == ["new"]
    new.unlink()


def check_one_after_another(samples):
    """Actions of one clip that are written one after the other: the second one does not undo the
    first without a word."""
    copy, owner = edit.fresh(samples / BANK)
    session.import_file(copy, existing="ADD", clips="walk")
    turn("walk", owner, 10)
    edit.write_back()
    turn("walk.001", owner, 20)
    text = edit.refusal()
    assert "are both the clip walk" in text and "walk.001" in text, text
    edit.write_back(actions="walk.001")
    content = copy.read_bytes()
    edit.write_back()  # it was chosen
    assert copy.read_bytes() == content
    first = edit.fresh(samples / BANK)[1]
    second = session.import_file(OUT / BANK, target="NEW")
    for owner, name in ((first, "walk"), (second, "walk.001")):
        session.module("compat").assign_action(owner, bpy.data.actions[name])
        activate(owner)
        turn(name, owner, 10 + 10 * (owner == second))
        assert ("walk.001 replaces the edit of walk in the clip walk" in warnings(owner)) == (
            owner == second), warnings(owner)
        edit.write_back()
    content = copy.read_bytes()
    activate(first)
    edit.write_back()
    assert copy.read_bytes() == content
    session.import_file(copy, clips="walk")
    assert "walk" in bpy.data.actions and "walk.002" in bpy.data.actions  # the edit is kept


def check_chosen_again(samples):
    """An edit that the action of another armature, or another action of the clip, has replaced is
    written again if it is chosen, and only then."""
    claims, copy = session.module("claims"), None
    for is_other in (True, False):
        copy, first = edit.fresh(samples / BANK)
        second = first
        if is_other:
            second = session.import_file(copy, target="NEW", existing="ADD")
            session.module("compat").assign_action(first, bpy.data.actions["walk"])
            session.module("compat").assign_action(second, bpy.data.actions["walk.001"])
        else:
            session.import_file(copy, existing="ADD", clips="walk")
        contents = []
        for owner, name in ((first, "walk"), (second, "walk.001")):
            activate(owner)
            turn(name, owner, 10 + 10 * bool(contents))
            edit.write_back(actions=name)
            contents.append(copy.read_bytes())
        assert contents[0] != contents[1]
        for turns, (owner, name, other) in enumerate((
                (first, "walk", "walk.001"), (second, "walk.001", "walk"),
                (first, "walk", "walk.001"))):
            activate(owner)
            assert [each.name for each in claims.replaced_actions(owner)] == [name]
            assert not edit.changes(owner) and not warnings(owner), warnings(owner)
            found = warnings(owner, only={name})
            assert f"{name} replaces the edit of {other} in the clip walk" == found, found
            edit.write_back(actions=name)
            assert copy.read_bytes() == contents[turns % 2]
            assert not claims.replaced_actions(owner) if is_other else True
        turn("walk.001", second, 5)  # edited later: it needs no choice
        assert second == first or not claims.replaced_actions(second)
    session.import_file(copy, clips="walk")
    assert "walk" in bpy.data.actions


def check_equal_files(samples):
    """A second file with the same content gets its own record."""
    copy, owner = edit.fresh(samples / BANK)
    content = copy.read_bytes()
    other = OUT / "copy.omf"
    shutil.copy(copy, other)
    assert session.import_file(other, clips="walk") == owner
    assert len(session.module("base").bases(owner)) == 2
    turn("walk", owner, 10)
    turn("salute", owner, 10)
    edit.write_back()
    assert changed_clips(copy, content) == ["walk", "salute"]
    assert other.read_bytes() == content
    turn("walk.001", owner, 15)
    edit.write_back()
    assert changed_clips(other, content) == ["walk"]


def check_deleted_armature(samples):
    """The armature is deleted, and the file imported again: the actions are used again, and edits
    are kept."""
    copy, owner = edit.fresh(samples / BANK)
    turn("salute", owner, 10)
    bpy.data.objects.remove(owner)
    owner = session.import_file(copy)
    assert len(bpy.data.actions) == 6, bpy.data.actions.keys()
    turn("walk", owner, 30)
    assert [each.split()[0] for each in edit.changes(owner)] == ["walk", "salute"]
    turn("salute.001", owner, 20)
    text = edit.refusal()
    assert "salute.001" in text and "are both the clip salute" in text, text
    before = copy.read_bytes()
    edit.write_back(actions="walk,salute.001")
    assert changed_clips(copy, before) == ["walk", "salute"]


def check_imported_twice(samples):
    """A second import onto one armature, with each answer."""
    for answer, names in (("ADD", 10), ("AUTO", 6), ("REPLACE", 5)):
        copy, owner = edit.fresh(samples / BANK)
        content = copy.read_bytes()
        turn("walk", owner, 10)
        assert session.import_file(copy, existing=answer) == owner
        assert len(bpy.data.actions) == names, bpy.data.actions.keys()
        assert len(edit.changes(owner)) == (answer != "REPLACE")
        if answer == "ADD":
            turn("walk.001", owner, 20)
            assert "walk and walk.001 are both" in edit.refusal() or \
                "walk.001 and walk are both" in edit.refusal()
            bpy.data.actions.remove(bpy.data.actions["walk.001"])
            turn("salute.001", owner, 20)
            assert len(edit.changes(owner)) == 2
            edit.write_back()
            assert changed_clips(copy, content) == ["walk", "salute"]
            edit.write_back()  # the old actions of these clips do not undo it
            assert changed_clips(copy, content) == ["walk", "salute"]


def check_nla(samples):
    """A strip of the NLA plays the action that replaces its own."""
    copy, owner = edit.fresh(samples / BANK)
    action = bpy.data.actions["walk"]
    session.module("compat").assign_action(owner, action)
    owner.animation_data.nla_tracks.new().strips.new("walk", 0, action)
    strip = owner.animation_data.nla_tracks[0].strips[0]
    owner.animation_data.action = None
    session.import_file(copy)
    assert strip.action == bpy.data.actions["walk"] and len(bpy.data.actions) == 5
    assert getattr(strip, "action_slot", True)
    turn("walk", owner, 10)
    assert [change.split()[0] for change in edit.changes(owner)] == ["walk"]


def check_two_armatures(samples):
    """A second character: each armature writes its own actions into the file."""
    copy, first = edit.fresh(samples / BANK)
    content = copy.read_bytes()
    second = session.import_file(copy, target="NEW")
    assert first != second and len(bpy.data.actions) == 10
    turn("walk", first, 10)
    turn("salute.001", second, 10)
    assert len(session.module("claims").new_actions(second)) == 0
    edit.write_back()
    assert changed_clips(copy, content) == ["salute"]
    activate(first)
    edit.write_back()
    assert changed_clips(copy, content) == ["walk", "salute"]


def thin(action, owner, step):
    """What an animator does: removes keys, and lets Blender interpolate smoothly."""
    for curve in session.module("compat").curves_of(action, owner):
        for point in reversed([each for each in curve.keyframe_points if each.co.x % step]):
            curve.keyframe_points.remove(point)
        for point in curve.keyframe_points:
            point.interpolation = "BEZIER"
        curve.update()


def check_written_keys(samples):
    """What the file cannot hold of an action stays, also if the action was written: keys of
    curves that are not linear, of other bones, and of the object. Another import keeps it, too."""
    for name in (BANK, "walk.rtm"):
        copy, owner = edit.fresh(samples / name, clips="walk")
        action, fingerprint = bpy.data.actions["walk"], session.module("curves").fingerprint
        thin(action, owner, 8)
        edit.write_back(sample=name != BANK)
        before = fingerprint(action, owner)
        session.import_file(copy)
        assert "walk" in bpy.data.actions and "walk.001" in bpy.data.actions
        assert fingerprint(bpy.data.actions["walk"], owner) == before
        session.import_file(copy)  # the other one is only what the file has
        assert fingerprint(bpy.data.actions["walk"], owner) == before
        assert "walk.002" not in bpy.data.actions
        session.import_file(copy, existing="REPLACE")
        assert "walk.001" not in bpy.data.actions
        assert fingerprint(bpy.data.actions["walk"], owner) != before
    for path in ("location", 'pose.bones["%s"].scale'):
        copy, owner = edit.fresh(samples / BANK)
        action, bone = bpy.data.actions["walk"], owner.data.bones[0].name
        make = session.module("compat").curve_maker(action, owner)
        make(path.replace("%s", bone), 2, "own").keyframe_points.insert(3, 0.5)
        turn("walk", owner, 10)
        edit.write_back()
        owner = reopen(save("own.blend"))
        activate(owner)
        count = len(session.module("compat").curves_of(bpy.data.actions["walk"], owner))
        session.import_file(copy)
        assert len(session.module("compat").curves_of(bpy.data.actions["walk"], owner)) == count
        assert len(bpy.data.actions) == 6


def check_written_copy(samples):
    """A copy is a backup: it stays as it is if the other one is written, and a strip plays it."""
    for name in (BANK, "walk.rtm"):
        copy, owner = edit.fresh(samples / name)
        fingerprint, backup = session.module("curves").fingerprint, copy_of("walk", "walk.001")
        owner.animation_data.nla_tracks.new().strips.new("copy", 0, backup)
        before, count = fingerprint(backup, owner), len(bpy.data.actions)
        turn("walk", owner, 10)
        edit.write_back()
        for _ in range(2):  # the second time the backup is the only one of its import
            session.import_file(copy)
            strip = owner.animation_data.nla_tracks[0].strips[0]
            assert strip.action == bpy.data.actions["walk.001"]
            assert fingerprint(strip.action, owner) == before
            assert len(bpy.data.actions) == count, bpy.data.actions.keys()
        edit.write_back(actions="walk")
        assert changed_clips(copy, (samples / name).read_bytes()) == ["walk"]


def check_copied_armature(samples):
    """Shift+D of the armature copies the action that it plays."""
    copy, first = edit.fresh(samples / BANK, clips="walk,salute")
    content = copy.read_bytes()
    assert bpy.ops.object.duplicate() == {"FINISHED"}
    second = active()
    name = second.animation_data.action.name
    assert second != first and name.endswith(".001"), name
    turn(name, second, 30)
    [change] = edit.changes(second)
    assert change.startswith(name[:-4] + " 30"), change
    assert not edit.changes(first)
    edit.write_back()
    assert changed_clips(copy, content) == [name[:-4]]
    activate(first)
    edit.write_back()  # its own action was not edited
    assert changed_clips(copy, content) == [name[:-4]]
    turn(name[:-4], first, 40)
    edit.write_back()
    assert not edit.changes(first)


def check_edit_button(samples):
    """Edit of the panel shows the action that is written."""
    copy, owner = edit.fresh(samples / BANK)
    session.import_file(copy, existing="ADD")
    turn("salute.001", owner, 10)
    panels, manager = session.module("panels"), bpy.context.window_manager
    manager.gait_browser.path = ""
    panels.fill()
    for clip, action in (("salute", "salute.001"), ("walk", "walk")):
        manager.gait_browser.row = [row.name for row in manager.gait_browser.rows].index(clip)
        assert bpy.ops.gait.browse(task="edit") == {"FINISHED"}
        assert owner.animation_data.action.name == action
    assert len(bpy.data.actions) == 10
    bpy.ops.object.mode_set(mode="OBJECT")


def check_edit_modes(samples):
    """Edit names the bones whose rotation mode it changes, and an action with angles gets the mode
    of its keys back. Angles that move nothing are named."""
    for mode, channel, angles in (
            ("XYZ", "rotation_euler", (1, 0.3, 0.2)), ("ZXY", "rotation_euler", (1, 0.3, 0.2)),
            ("AXIS_ANGLE", "rotation_axis_angle", (1.2, 1, 0, 0))):
        copy, owner = edit.fresh(samples / BANK)
        content, bone = copy.read_bytes(), owner.pose.bones["bip01_l_upperarm"]
        session.module("compat").assign_action(owner, bpy.data.actions["walk"])
        bone.rotation_mode = mode
        setattr(bone, channel, angles)
        for frame in (0, 32):
            assert bone.keyframe_insert(channel, frame=frame)
        wanted, told = session.pose(owner, 18), {}
        panels, manager = session.module("panels"), bpy.context.window_manager
        panels.fill()
        for clip in ("idle", "walk"):
            browser = manager.gait_browser
            browser.row = [row.name for row in browser.rows].index(clip)
            told[clip] = " ".join(text for _, text in panels.edit(bpy.context))
            bpy.ops.object.mode_set(mode="OBJECT")
            if clip == "idle":
                assert bone.rotation_mode == "QUATERNION"
                text = warnings(owner)
                assert "walk has angles of bones that have another rotation mode" in text, text
        assert "by quaternions: bip01_l_upperarm" in told["idle"], told
        assert "by angles, as walk: bip01_l_upperarm" in told["walk"], told
        assert bone.rotation_mode == mode
        assert max(session.difference(session.pose(owner, 18), wanted)) < 1e-3
        edit.write_back(sample=True)
        assert changed_clips(copy, content) == ["walk"]


def check_backup(samples):
    """A backup: the action is renamed, and a copy gets its name. A copy with a number is the clip
    if it was edited."""
    copy, owner = edit.fresh(samples / BANK)
    content = copy.read_bytes()
    bpy.data.actions["walk"].name = "walk_old"
    copy_of("walk_old", "walk")
    turn("walk", owner, 10)
    copy_of("salute", "salute.001")
    turn("salute.001", owner, 10)
    assert "salute.001 is written as the clip salute: salute not edited" in warnings(owner)
    edit.write_back()
    assert changed_clips(copy, content) == ["walk", "salute"]
    bpy.data.actions.remove(bpy.data.actions["walk"])  # a deleted action
    bpy.data.actions.remove(bpy.data.actions["walk_old"])
    content = copy.read_bytes()
    edit.write_back()
    assert copy.read_bytes() == content


# --- overrides and paths -------------------------------------------------------------------------

def check_override(samples):
    """A bank that was imported onto a library override is remembered."""
    copy, owner = edit.fresh(samples / BANK, clips="walk")
    collection = bpy.data.collections.new("rig")
    bpy.context.scene.collection.children.link(collection)
    collection.objects.link(owner)
    for packs in (False, True):
        shutil.copy(samples / BANK, OUT / "second.omf")
        change_outside(OUT / "second.omf", "rename --clip salute=hello")
        second = (OUT / "second.omf").read_bytes()
        if not packs:
            save("library.blend")
        session.empty_file(30)
        with bpy.data.libraries.load(str(OUT / "library.blend"), link=True) as (_, data):
            data.collections = ["rig"]
        bpy.context.scene.collection.children.link(data.collections[0])
        data.collections[0].override_hierarchy_create(
            bpy.context.scene, bpy.context.view_layer, do_fully_editable=True)
        owner = next(each for each in bpy.data.objects if each.override_library)
        activate(owner)
        assert session.import_file(OUT / "second.omf", clips="hello") == owner
        if packs:
            session.module("base").pack(owner)
        reopen(save("shot.blend"))
        owner = next(each for each in bpy.data.objects if each.override_library)
        activate(owner)
        assert len(session.module("base").bases(owner)) == 2
        assert len(packed(owner)) == 2 * packs
        turn("hello", owner, 15)
        edit.write_back(actions="hello")
        assert changed_clips(OUT / "second.omf", second) == ["hello"]
        assert copy.read_bytes() == (samples / BANK).read_bytes()


def check_linked_action(samples):
    """A library override beside a linked action of the same clip: the local one is written."""
    copy, owner = edit.fresh(samples / BANK)
    save_first("library.blend")
    session.empty_file(30)
    with bpy.data.libraries.load(str(OUT / "library.blend"), link=True) as (_, data):
        data.objects, data.actions = ["stalker"], ["walk"]
    [source] = data.objects
    bpy.context.scene.collection.objects.link(source)
    activate(source)
    owner = source.override_create(remap_local_usages=True)
    activate(owner)
    assert session.import_file(copy) == owner
    local = next(each for each in bpy.data.actions if each.name == "walk" and not each.library)
    before = copy.read_bytes()
    linked = next(each for each in bpy.data.actions if each.name == "walk" and each.library)
    assert not session.module("claims").has_other_keys(owner, linked)
    bone, key = edit.moving_bone(local, owner)
    assert not warnings(owner), warnings(owner)
    edit.rotate(local, owner, bone, key, 25)
    edit.write_back()
    assert changed_clips(copy, before) == ["walk"]


def make_model(folder):
    """A bank with its model in another folder: (bank, model)."""
    bank, model = folder / "motions" / "bank.omf", folder / "motions" / "model.ogf"
    bank.parent.mkdir(parents=True)
    jobs = json.loads(pathlib.Path(session.ARGUMENTS[1]).read_text(encoding="utf-8"))
    shutil.copy(jobs["model"][0], bank)
    shutil.copy(jobs["model"][1], model)
    return bank, model


def fresh_model():
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    session.empty_file(30)
    bank, model = make_model(OUT / "игра")
    return bank, model, session.import_file(bank)


def check_writes(owner, bank, degrees=9):
    """An armature writes no edit, and one, into its bank."""
    activate(owner)
    assert not edit.changes(owner)
    content = bank.read_bytes()
    edit.insert_pose(bpy.data.actions[0], owner, owner.data.bones[-1].name, 0, degrees)
    edit.write_back()
    assert len(changed_clips(bank, content)) == 1, changed_clips(bank, content)


def check_save_as(samples):
    """Save As into another folder, before and after the first save; append and link."""
    for is_first in (True, False):
        bank, _, owner = fresh_model()
        if is_first:
            save("игра/scene.blend")
            owner = session.import_file(bank)
        path = save("elsewhere.blend" if is_first else "игра/scene.blend")
        assert not edit.changes(owner)
        [record] = session.module("base").bases(owner)
        assert record["path"].startswith("//"), record
        check_writes(reopen(path), bank)
        bpy.ops.wm.save_mainfile()
    name = active().name
    for link in (True, False):
        session.empty_file(30)
        (OUT / "deep" / "er").mkdir(parents=True, exist_ok=True)
        save("deep/er/shot.blend")
        with bpy.data.libraries.load(str(path), link=link) as (_, data):
            data.objects = [name]
        bpy.context.scene.collection.objects.link(data.objects[0])
        activate(data.objects[0])
        assert not edit.changes(data.objects[0])
        if not link:
            save("deep/er/shot.blend")
            check_writes(reopen(OUT / "deep" / "er" / "shot.blend"), bank, 20)


def check_linked_moved(samples):
    """The folder with a library, its bank and a file that links it is moved."""
    bank, _, owner = fresh_model()
    library, name = save_first("игра/library.blend"), owner.name
    for is_override in (False, True):
        session.empty_file(30)
        shot = save("игра/shots/shot.blend")
        with bpy.data.libraries.load(str(library), link=True, relative=True) as (_, data):
            data.objects = [name]
        owner = data.objects[0]
        bpy.context.scene.collection.objects.link(owner)
        if is_override:
            owner = owner.override_create(remap_local_usages=True)
        save("игра/shots/shot.blend")
        (OUT / "игра").rename(OUT / "moved")
        reopen(OUT / "moved" / "shots" / shot.name)
        owner = bpy.context.scene.collection.objects[0]
        activate(owner)
        assert bool(owner.override_library) == is_override
        if not is_override:
            assert "make a library override" in session.failure_of(
                samples / BANK, clips="walk").lower()
        assert not edit.changes(owner)
        assert edit.plans(owner)[0].path == str(OUT / "moved" / "motions" / bank.name)
        (OUT / "moved").rename(OUT / "игра")


def check_first_save(samples):
    """Imported before the first save: the folder can be moved after it."""
    bank, model, _ = fresh_model()
    save_first("игра/scene.blend")
    (OUT / "игра").rename(OUT / "moved")
    check_writes(reopen(OUT / "moved" / "scene.blend"), OUT / "moved" / "motions" / bank.name)


def check_copied_project(samples):
    """The copy of a project never writes into the files of the first one, also if its own were
    changed."""
    for is_early in (True, False):
        edit.fresh(samples / BANK)
        first, second = OUT / "first", OUT / "second"
        first.mkdir()
        (OUT / BANK).rename(first / BANK)
        session.empty_file(30)
        turn("walk", session.import_file(first / BANK), 10)
        save_first("first/scene.blend")
        content = (first / BANK).read_bytes()
        shutil.copytree(first, second)
        if is_early:
            changed = change_outside(second / BANK, "set --clip idle --speed 3")
        owner = reopen(second / "scene.blend")
        activate(owner)
        if not is_early:
            changed = change_outside(second / BANK, "set --clip idle --speed 3")
        assert f"{second / BANK} was changed after the import" in edit.refusal()
        edit.write_back(changed_base="DISK")
        assert changed_clips(second / BANK, changed) == ["walk"]
        assert (first / BANK).read_bytes() == content
        (second / BANK).unlink()
        turn("walk", reopen(second / "scene.blend"), 5)
        assert edit.plans(active())[0].path == str(first / BANK)  # nothing is at the relative path


def check_file_beside(samples):
    """A message names a file beside the .blend with the name of the base that is not written."""
    copy, owner = edit.fresh(samples / BANK)
    save("elsewhere/scene.blend")
    assert "is not written" not in warnings(owner)
    shutil.copy(copy, OUT / "elsewhere" / BANK)
    assert f"{OUT / 'elsewhere' / BANK} is not written" in warnings(owner)
    assert edit.plans(owner)[0].path == str(copy)


def check_equal_projects(samples):
    """Armatures of two projects with equal files: each keeps its own one if it is appended or
    linked into the .blend of the other."""
    edit.fresh(samples / BANK)
    content = (samples / BANK).read_bytes()
    for name in "AB":
        (OUT / name).mkdir()
        shutil.copy(samples / BANK, OUT / name / BANK)
        session.empty_file(30)
        session.import_file(OUT / name / BANK).name = name
        save_first(f"{name}/scene.blend")
    for how in ("append", "link", "override"):
        reopen(OUT / "B" / "scene.blend")
        for action in bpy.data.actions:
            action.name += "_of_B"
        with bpy.data.libraries.load(str(OUT / "A" / "scene.blend"), link=how != "append") as (
                source, data):
            data.objects, data.actions = ["A"], source.actions
        owner = data.objects[0]
        bpy.context.scene.collection.objects.link(owner)
        if how == "override":
            owner = owner.override_create(remap_local_usages=True)
        activate(owner)
        assert edit.plans(owner)[0].path == str(OUT / "A" / BANK), (how, edit.plans(owner)[0].path)
        if how == "append":
            turn("walk", owner, 10)
            edit.write_back()
            assert changed_clips(OUT / "A" / BANK, content) == ["walk"]
            (OUT / "A" / BANK).write_bytes(content)
        save_first("B/both.blend")
        reopen(OUT / "B" / "both.blend")
        owner = next(each for each in bpy.context.scene.objects if each.name.startswith("A"))
        assert session.module("stored").locate(owner, session.module("base").bases(owner)[0]) == \
            str(OUT / "A" / BANK), how
        assert (OUT / "B" / BANK).read_bytes() == content


def check_near(samples):
    """A file that is missing is found next to the .blend if it has the same content."""
    copy, _ = edit.fresh(samples / BANK)
    path = save("far/scene.blend")
    copy.rename(OUT / "far" / copy.name)
    owner = reopen(path)
    check_writes(owner, OUT / "far" / copy.name)
    (OUT / "far" / copy.name).unlink()
    shutil.copy(samples / "walk.rtm", OUT / "far" / copy.name)
    assert reopen(path) and edit.refusal()


def check_locate(samples):
    """Locate File sets the places of missing files."""
    bank, model, owner = fresh_model()
    path = save("scene.blend")
    (OUT / "игра").rename(OUT / "somewhere")
    owner = reopen(path)
    activate(owner)
    text = edit.refusal()
    assert "is missing" in text and "Locate File" in text, text
    assert len(session.module("base").missing_files(owner)) == 2
    moved = OUT / "somewhere" / "motions" / bank.name
    locate = bpy.ops.gait.locate_file
    assert "is not a file" in edit.refusal(locate, filepath=str(OUT / "nothing.omf"))
    assert locate(filepath=str(moved)) == {"FINISHED"}
    assert not session.module("base").missing_files(owner)
    check_writes(owner, moved)
    assert "is missing" in edit.refusal(locate, filepath=str(moved))
    for operator in (bpy.ops.file.make_paths_absolute, bpy.ops.file.make_paths_relative):
        bpy.ops.wm.save_mainfile()
        operator()
        assert not edit.changes(owner)


# --- copies of clips -----------------------------------------------------------------------------

def check_bvh_skeleton(samples):
    """The bones of a BVH have axes of their own: a bank on them needs the model, as the command
    requires. With the model its mesh is seen as before."""
    with open(session.ARGUMENTS[1], encoding="utf-8") as file:
        bank, model = map(pathlib.Path, json.load(file)["model"])
    owner = edit.fresh(bank, skeleton=str(model))[1]
    wave, action = OUT / "wave.bvh", owner.animation_data.action
    edit.insert_pose(action, owner, "spine", 0, 25)
    assert bpy.ops.gait.write_new(filepath=str(wave)) == {"FINISHED"}
    wanted = session.pose(owner, 0)
    session.empty_file(30)
    owner, new = session.import_file(wave), bpy.ops.gait.write_new
    for choice in ("", str(wave)):
        for ending in ("omf", "skl", "skls"):
            text = edit.refusal(new, filepath=str(OUT / f"new.{ending}"), skeleton=choice)
            assert "CNV023" in text and ".ogf" in text, text
        assert new(filepath=str(OUT / "again.bvh"), skeleton=choice,
                   overwrite=True) == {"FINISHED"}
    made = OUT / "new.omf"
    assert new(filepath=str(made), skeleton=str(model)) == {"FINISHED"}
    session.empty_file(30)
    owner = session.import_file(made, skeleton=str(model))
    found = session.pose(owner, 0)
    distance, degrees = session.difference(found, wanted)
    assert distance < 0.1 and degrees < 0.02, (distance, degrees)


def check_nearly_fitting(samples):
    """A file whose skeleton nearly fits the selected armature is imported, if necessary onto a new
    one, also where the library compares places more exactly than the armature is compared."""
    fitting = []
    for part in range(2, 30, 3):
        _, owner = edit.fresh(samples / "walk.rtm")
        bpy.ops.object.mode_set(mode="EDIT")
        for bone in owner.data.edit_bones:
            bone.transform(Matrix.Rotation(part * 1e-5, 4, "Z"))
        bpy.ops.object.mode_set(mode="OBJECT")
        session.import_file(samples / "walk_binarised.rtm")
        made = active()
        assert len(bpy.data.actions) == 2 and made.animation_data.action.name == "walk_binarised"
        fitting.append(made == owner)
    assert fitting == sorted(fitting, reverse=True) and len(set(fitting)) == 2, fitting


def copy_of(name, new):
    made = bpy.data.actions[name].copy()
    made.name = new
    return made


def check_bvh(samples):
    """A BVH on the armature of a bank keeps no edit of the bank from its file; its action can
    become a new clip, and a new file can replace the BVH."""
    copy, owner = edit.fresh(samples / BANK)
    session.module("compat").assign_action(owner, bpy.data.actions["walk"])
    path = OUT / "wave.bvh"
    assert bpy.ops.gait.write_new(filepath=str(path)) == {"FINISHED"}
    session.import_file(path)
    assert bpy.context.object == owner and bpy.data.actions["wave"]
    turn("idle", owner, 20)
    assert edit.changes(owner) and "wave" in warnings(owner), warnings(owner)
    edit.write_back(new_actions="wave")
    assert "wave" in clips_of(copy)
    assert not edit.changes(owner), edit.changes(owner)
    kept = shutil.copy(path, OUT.parent)
    path, alone = edit.fresh(kept)
    before = path.read_bytes()
    turn("wave", alone, 20)
    assert "write a new file" in edit.refusal().lower()
    text = edit.refusal(bpy.ops.gait.write_new, filepath=str(path))
    assert "Overwrite" in text, text
    assert bpy.ops.gait.write_new(filepath=str(path), overwrite=True) == {"FINISHED"}
    assert path.read_bytes() != before
    session.import_file(path)


def check_other_armature(samples):
    """An armature that plays a clip of another one does not hide that."""
    edit.fresh(samples / BANK)
    turn("idle", active(), 20)
    other = session.import_file(samples / "walk.rtm", target="NEW")
    session.module("compat").assign_action(other, bpy.data.actions["idle"])
    assert "plays idle, which is a clip of another armature" in warnings(other), warnings(other)


def check_copies(samples):
    """Copies of clips have the parameters of their clips, with the edits of the copy."""
    copy, owner = edit.fresh(samples / BANK)
    for name in ("walk", "salute", "hit_chest", "idle"):
        copy_of(name, name + "_2")
    session.module("compat").assign_action(owner, bpy.data.actions["walk_2"])
    assert bpy.ops.gait.set_parameter(option="speed", value="2") == {"FINISHED"}
    assert "_2 and 3 more not written" in warnings(owner), warnings(owner)
    edit.write_back(new_actions="*_2")
    clips = clips_of(copy)
    assert clips["walk_2"]["playback"].pop("speed") == 2
    assert clips["walk"]["playback"].pop("speed") == 1
    for name in ("walk", "salute", "hit_chest", "idle"):
        for part in ("playback", "loop", "frames"):
            assert clips[name][part] == clips[name + "_2"][part], (name, part, clips)
    assert edit.events_of(copy, "walk_2") == edit.events_of(copy, "walk")
    assert not edit.changes(owner) and not warnings(owner), warnings(owner)
    assert bpy.ops.gait.set_parameter(option="speed", value="3") == {"FINISHED"}
    edit.write_back()
    assert clips_of(copy)["walk_2"]["playback"]["speed"] == 3
    for ending in (".omf", ".skls"):
        bpy.ops.gait.write_new(filepath=str(OUT / ("new" + ending)), actions="walk_2,salute_2")
        new = clips_of(OUT / ("new" + ending))
        assert new["walk_2"]["playback"]["speed"] == 3 and new["walk_2"]["loop"]
        assert new["salute_2"]["playback"]["falloff"] == 5 and not new["salute_2"]["loop"]


def check_copy_of_renamed(samples):
    """The copy of a clip whose action was renamed is a new clip if it is ticked, also if the
    armature plays it, and after the .blend was saved; the renamed action is the clip."""
    for saves in (False, True):
        for ticked, renames in (("", False), ("", True), ("sprint", False), ("sprint", True)):
            copy, owner = edit.fresh(samples / BANK)
            content, before = copy.read_bytes(), edit.keys_of(copy)
            bpy.data.actions["walk"].name = "run"
            made = copy_of("run", "sprint")
            if saves:
                made.use_fake_user = True
                owner = reopen(save_first("copy.blend"))
                activate(owner)
                made = bpy.data.actions["sprint"]
                bpy.data.actions["run"].name = "dash"
            session.module("compat").assign_action(owner, made)
            turn("sprint", owner, 40)
            edit.write_back(new_actions=ticked, rename=renames)
            own = ("dash" if saves else "run") if renames else "walk"
            found = edit.keys_of(copy)
            assert found[own] == before["walk"], (saves, ticked, own)
            assert set(found) == {*before, own, *([ticked] if ticked else [])} - (
                {"walk"} if renames else set()), found.keys()
            assert not ticked or found[ticked] != before["walk"]
            assert renames or ticked or copy.read_bytes() == content


def check_backup_of_renamed(samples):
    """A copy that is not ticked stays a copy after its clip got another name."""
    copy, owner = edit.fresh(samples / BANK)
    copy_of("walk", "backup")
    turn("backup", owner, 10)
    bpy.data.actions["walk"].name = "run"
    session.module("compat").assign_action(owner, bpy.data.actions["run"])
    edit.write_back(rename=True)
    content, names = copy.read_bytes(), set(clips_of(copy))
    assert "run" in names and not names & {"walk", "backup"}, names
    for _ in range(2):
        edit.write_back()
        assert copy.read_bytes() == content
    edit.write_back(new_actions="backup")
    assert set(clips_of(copy)) == {*names, "backup"}


def check_short_names(samples):
    """An action whose name begins as that of its clip is renamed, and its copy is a new clip."""
    copy, owner = edit.fresh(samples / BANK)
    before = edit.keys_of(copy)
    copy_of("salute", "sal")
    turn("sal", owner, 40)
    edit.write_back()
    assert edit.keys_of(copy) == before
    edit.write_back(new_actions="sal")
    assert edit.keys_of(copy)["salute"] == before["salute"] and "sal" in edit.keys_of(copy)
    bpy.data.actions["walk"].name = "wal"
    edit.write_back(rename=True)
    assert edit.keys_of(copy)["wal"] == before["walk"] and "walk" not in clips_of(copy)


def check_copies_in_two_files(samples):
    """A copy of a clip becomes a new clip of the same file."""
    copy, owner = edit.fresh(samples / BANK, clips="salute")
    content, other = copy.read_bytes(), OUT / "other.omf"
    shutil.copy(samples / BANK, other)
    change_outside(other, "set --clip idle --speed 7")
    session.import_file(other, clips="idle")
    copy_of("idle", "idle_2")
    edit.write_back(new_actions="idle_2")
    assert clips_of(other)["idle_2"]["playback"]["speed"] == 7 and copy.read_bytes() == content


def check_cyclic(samples):
    """Cyclic of an action is the loop of its clip, also in new clips and in the panel."""
    copy, owner = edit.fresh(samples / BANK)
    actions, assign = bpy.data.actions, session.module("compat").assign_action
    assert actions["walk"].use_cyclic and not actions["salute"].use_cyclic
    actions["walk"].use_cyclic, actions["salute"].use_cyclic = False, True
    assert sorted(change.split(":")[0] for change in edit.changes(owner)) == [
        "salute", "walk"], edit.changes(owner)
    for name, cyclic in (("new loop", True), ("new end", False)):
        made = actions.new(name)
        assign(owner, made)
        owner.pose.bones["bip01_head"].keyframe_insert("rotation_quaternion", frame=0)
        owner.pose.bones["bip01_head"].keyframe_insert("rotation_quaternion", frame=9)
        made.use_cyclic = cyclic
    edit.write_back(new_actions="new*")
    loops = {name: clip["loop"] for name, clip in clips_of(copy).items()}
    assert loops == {"idle": True, "walk": False, "salute": True, "stand": False,
                     "hit_chest": False, "new loop": True, "new end": False}, loops
    assert clips_of(copy)["walk"]["playback"]["flags"] == ["stop-at-end", "use-foot-steps"]
    assert not edit.changes(owner), edit.changes(owner)
    assign(owner, actions["walk"])
    bpy.ops.gait.set_parameter(option="flags", value="-stop-at-end")
    assert actions["walk"].use_cyclic
    actions["walk"].use_cyclic = False  # the last edit counts
    assert edit.plans(owner)[0].content == copy.read_bytes()
    actions["walk"].use_cyclic = True
    edit.write_back()
    assert clips_of(copy)["walk"]["loop"]
    bpy.ops.gait.write_new(filepath=str(OUT / "loop.omf"), actions="new*")
    assert [clip["loop"] for clip in clips_of(OUT / "loop.omf").values()] in (
        [True, False], [False, True])


def check_played_action(samples):
    """An action that the armature plays and that is no clip is named, such as that of a bake."""
    copy, owner = edit.fresh(samples / BANK)
    content = copy.read_bytes()
    bake(use_current_action=False)
    made = owner.animation_data.action
    text = f"{owner.name} plays {made.name}, which is not a clip of a file"
    turn(made.name, owner, 20)
    assert text in warnings(owner) and text in warnings(owner, only={"walk"})
    edit.write_back()
    assert copy.read_bytes() == content
    assert text not in warnings(owner, new=(made.name,))
    edit.write_back(new_actions=made.name)
    assert made.name in clips_of(copy) and text not in warnings(owner)
    owner.animation_data.action = None
    owner.keyframe_insert("location", frame=1)  # moves no bone
    assert "which is not a clip" not in warnings(owner)


def check_keys_in_preview(samples):
    """Keys that are inserted while the panel plays a clip are kept, and named."""
    for way in ("stop", "write", "new", "edit", "save"):
        copy, owner = edit.fresh(samples / BANK)
        session.module("compat").assign_action(owner, bpy.data.actions["walk"])
        count, manager = len(bpy.data.actions), bpy.context.window_manager
        manager.gait_browser.path = ""
        session.module("panels").fill()
        manager.gait_browser.row = 1
        assert session.module("browse").preview and owner.animation_data.action is None
        owner.pose.bones["bip01_head"].keyframe_insert("rotation_quaternion", frame=3)
        made = owner.animation_data.action
        if way == "stop":
            [(level, text)] = session.module("browse").stop()
            assert level == "WARNING" and f"in the action {made.name}: it is kept" in text, text
        elif way == "write":
            edit.write_back()
        elif way == "new":
            bpy.ops.gait.write_new(filepath=str(OUT / "new.omf"))
        elif way == "edit":
            assert bpy.ops.gait.browse(task="edit") == {"FINISHED"}
            bpy.ops.object.mode_set(mode="OBJECT")
        name = made.name
        owner = reopen(save("preview.blend"))
        assert len(bpy.data.actions) == count + 1 and name in bpy.data.actions
        assert owner.animation_data.action.name != name


# --- names ---------------------------------------------------------------------------------------

def check_swap(samples):
    """Two clips exchange their names in one write."""
    copy, owner = edit.fresh(samples / BANK)
    before, actions = edit.keys_of(copy), bpy.data.actions
    walk, salute = actions["walk"], actions["salute"]
    walk.name, salute.name, walk.name = "tmp", "walk", "salute"
    edit.write_back(rename=True)
    after = edit.keys_of(copy)
    assert after["walk"] == before["salute"] and after["salute"] == before["walk"]
    assert list(clips_of(copy)) == ["idle", "salute", "walk", "stand", "hit_chest"]
    assert not edit.changes(owner, rename=True), edit.changes(owner, rename=True)


def check_equal_names(samples):
    """Two clips of a bank have one name: a new name, and Cyclic, are those of one of them, and the
    other one is still found."""
    double = (samples / BANK).read_bytes().replace(b"walk\0", b"idle\0")
    for renamed in ("idle", "idle.001"):
        path = OUT.parent / "double.omf"
        path.write_bytes(double)
        copy, owner = edit.fresh(path)
        clips, action = session.module("bank").open_bank(copy).clips, bpy.data.actions[renamed]
        names, loops = ([clip[key] for clip in clips] for key in ("name", "loop"))
        index = session.record(action)["index"]
        assert names.count("idle") == 2 and names[index] == "idle"
        action.name, action.use_cyclic = "sprint", not action.use_cyclic
        edit.write_back(rename=True)
        opened = session.module("bank").open_bank(copy)
        names[index], loops[index] = "sprint", not loops[index]
        assert [clip["name"] for clip in opened.clips] == names
        assert [clip["loop"] for clip in opened.clips] == loops
        assert not edit.changes(owner, rename=True)
        content, other = copy.read_bytes(), "idle" if renamed == "idle.001" else "idle.001"
        turn(other, owner, 10)
        [change] = edit.changes(owner, rename=True)
        assert change.startswith("idle 10"), change
        edit.write_back(rename=True)
        assert changed_clips(copy, content) == ["idle"]


def check_length_of_keys(samples):
    """Without a manual range, a clip has the frames of its keys, wherever these are."""
    for name, first in ((BANK, 100), (BANK, -50), ("walk.rtm", 50), ("walk.rtm", -7)):
        copy, owner = edit.fresh(samples / name, clips="walk")
        content, action = copy.read_bytes(), bpy.data.actions["walk"]
        action.use_frame_range = False
        for curve in session.module("compat").curves_of(action, owner):
            for point in curve.keyframe_points:
                point.co.x += first
            curve.update()
        for marker in action.pose_markers:
            marker.frame += first
        assert not warnings(owner) and not edit.changes(owner), warnings(owner)
        edit.write_back()
        assert copy.read_bytes() == content
        frames = {clip["name"]: clip["frames"] for clip in clips_of(copy).values()}["walk"]
        for ending in ("omf", "rtm")[name == BANK:]:
            new = OUT / f"new.{ending}"
            assert bpy.ops.gait.write_new(filepath=str(new)) == {"FINISHED"}
            assert clips_of(new)[ending == "omf" and "walk" or "new"]["frames"] == frames
        turn("walk", owner, 10)
        edit.write_back()
        assert clips_of(copy)["walk"]["frames"] == frames


def check_rate_of_copies(samples):
    """A new clip has the speed that is seen: that of the scene, also if its clip was imported at
    another one. A clip of the file keeps its speed."""
    for rate in (60, 24):
        copy, owner = edit.fresh(samples / BANK)
        bpy.context.scene.render.fps = rate
        action = copy_of("walk", "faster")
        session.module("compat").assign_action(owner, action)
        for curve in session.module("compat").curves_of(action, owner):
            for point in curve.keyframe_points:
                point.co.x *= rate / 30
            curve.update()
        action.frame_end *= rate / 30
        for path in (OUT / "new.omf", OUT / "new.skl", OUT / "new.bvh"):
            assert bpy.ops.gait.write_new(filepath=str(path)) == {"FINISHED"}
            [clip] = clips_of(path).values()
            assert clip["frames"] == 33, (path, clip)
        text = warnings(owner, new=("faster",))
        assert f"as the scene plays it, at {rate}" in text, text
        edit.write_back(new_actions="faster", actions="idle")
        assert clips_of(copy)["faster"]["frames"] == clips_of(copy)["walk"]["frames"] == 33
        assert not edit.changes(owner) and "plays it" not in warnings(owner)


def check_keys_of_influences(samples):
    """A constraint whose influence has keys belongs to its bone."""
    _, owner = edit.fresh(samples / BANK)
    session.module("compat").assign_action(owner, bpy.data.actions["walk"])
    limit = owner.pose.bones["bip01_head"].constraints.new("LIMIT_ROTATION")
    for frame, part in ((0, 0), (16, 1)):
        limit.influence = part
        assert limit.keyframe_insert("influence", frame=frame)
    assert "lacks" not in warnings(owner), warnings(owner)


def check_last_keys(samples):
    """A note tells how to make a clip shorter if its last keys were removed."""
    for name in (BANK, "walk.rtm"):
        copy, owner = edit.fresh(samples / name, clips="walk")
        action, end = bpy.data.actions["walk"], bpy.data.actions["walk"].frame_end
        assert "now end" not in warnings(owner)
        for curve in session.module("compat").curves_of(action, owner):
            for point in reversed([each for each in curve.keyframe_points if each.co.x > 16]):
                curve.keyframe_points.remove(point)
        text = warnings(owner)
        assert f"of walk now end at frame 16, and its clip at {end:g}" in text, text
        action.frame_end = 16
        assert "now end" not in warnings(owner)
        edit.write_back()
        assert "now end" not in warnings(owner)


def check_small_edit(samples):
    """An edit that is smaller than what the file can hold is no change, and a note names it."""
    copy, owner = edit.fresh(samples / "walk_binarised.rtm")  # with places of 16 bits
    content, action = copy.read_bytes(), bpy.data.actions["walk_binarised"]
    curve = next(each for each in session.module("compat").curves_of(action, owner)
                 if each.data_path.endswith(".location") and len(each.keyframe_points) > 8)
    place = curve.keyframe_points[8].co.y
    found = set()
    for part in range(2, 60, 2):
        curve.keyframe_points[8].co.y = place + 1e-5 * part
        [plan] = edit.plans(owner)
        assert bool(plan.changed) == (plan.content != content), part
        found.add((bool(plan.changed), "can hold" in " ".join(plan.notes)))
    assert {(False, True), (True, False)} <= found, found


def check_all_new(samples):
    """A pattern stands for actions of the armature, not for those of others, and of cameras."""
    _, owner = edit.fresh(samples / BANK, clips="walk,idle")
    other = session.import_file(samples / "walk.rtm", target="NEW")
    camera = bpy.data.objects.new("camera", None)
    bpy.context.collection.objects.link(camera)
    camera.keyframe_insert("location", frame=1)
    owner.animation_data.action = None
    other.select_set(False)
    activate(owner)
    for options in ({}, {"actions": "*"}, {"actions": "idle,w*"}):
        new = OUT / "new.omf"
        assert bpy.ops.gait.write_new(filepath=str(new), overwrite=True, **options) == {"FINISHED"}
        assert sorted(clips_of(new)) == ["idle", "walk"], clips_of(new)


def check_long_names(samples):
    """A note names clips whose names Blender cuts."""
    long = "a_name_of_a_clip_that_is_much_longer_than_what_blender_four_can_hold_in_a_name"
    path = OUT.parent / "long.omf"
    path.write_bytes(edit.bank_of(samples / BANK).edit(f'rename --clip "walk\t{long}"').bytes)
    opened = session.module("bank").open_bank(path)
    copy, owner = edit.fresh(path, clips="idle")
    done = session.module("importer").import_clips(bpy.context, opened, [1])
    is_cut = len(long) > session.module("compat").ACTION_NAME_BYTES
    assert any(long in note for note in done.notes) == is_cut, done.notes


def check_messages(samples):
    """Messages name the clip, the bone and what to do."""
    copy, owner = edit.fresh(samples / BANK)
    action = bpy.data.actions["walk"]
    bone, key = edit.moving_bone(action, owner)
    point = edit.rotations_of(action, owner, bone)[0].keyframe_points[key]
    good = point.co.y
    for bad in (float("nan"), float("inf")):
        point.co.y = bad
        text = edit.refusal()
        assert f"walk: the key of {bone} in frame {point.co.x:.0f} is not a number" in text, text
        assert "Delete this key" in text
    point.co.y = good
    assert not edit.changes(owner)
    for name in ("Salute", "\u2603", "x" * 60 + "\u2603"):
        made = copy_of("walk", name)
        text = edit.refusal(new_actions=made.name)
        assert made.name in text, (made.name, text)
        bpy.data.actions.remove(made)
    action.name = "Salute"
    text = edit.refusal(rename=True)
    assert "Salute" in text and "name" in text, text
    assert copy.read_bytes() == (samples / BANK).read_bytes()


def main():
    add_on = session.load(session.ARGUMENTS[0])
    jobs = json.loads(pathlib.Path(session.ARGUMENTS[1]).read_text(encoding="utf-8"))
    samples, chosen = pathlib.Path(jobs["samples"]), session.ARGUMENTS[2:]
    count = session.run_cases(globals(), samples, chosen)
    for path in jobs["banks"] if not chosen else ():
        with session.problems_of(path):
            check_long_way(pathlib.Path(path))
    add_on.unregister()
    print(f"result: {count} cases, {len(jobs['banks'])} banks packed, baked and moved")


if __name__ == "__main__":
    main()
