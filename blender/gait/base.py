# SPDX-License-Identifier: GPL-3.0-or-later
"""The base files of an armature: the game files from which its clips were imported.

The records (stored.py) are JSON:

    object  {"version": 1, "bases": [{entry of the file, "size", "sha256", "format", "skeleton",
            "code_page", "duration"}], "results": {path of another file that the add-on has written:
            {"base": id of the base, or "", "sha256", "clips": names of the clips of new files}}}
    action  {"clip", "animation", "index", "base": id of its base, "sha256" of the content that it
            was imported from or written to, "keys": curves.fingerprint() then, "imported": that of
            the import, "" for a new clip, "replaced": whether another action was written as its
            clip since, "theirs": what other programs have changed in its clip since, null: it is
            not known, "fps", "first_frame", "duration_s", "events", "edits", "cyclic",
            "import": id of the import, also of copies, "is_copy": whether another one was replaced,
            "own_name": the name of the action when the .blend was saved, "" for a copy}

"clip" is the name in the file, and "animation" the name that the library has for the clip in edits,
which no other clip of the file has. There is one base for each path. Which actions belong to it is
found by claims.py."""
import contextlib
import os
import uuid

import bpy
from bpy.app.handlers import persistent

from . import bank, gait_library, stored
from .problem import Problem
from .stored import read_record, write_record

_replaced = gait_library.Replaced()
SKELETON = ".skeleton.glb"  # end of the path of a skeleton that is only on the armature
NO_WAY_BACK = ("bvh", "seanim")  # formats into which no edits are written


def bases(owner):
    """The records of the bases of an armature."""
    found = read_record(owner).get("bases")
    return found if isinstance(found, list) else []


def written_bases(owner):
    """The records of the bases into which edits can be written."""
    return [each for each in bases(owner) if each["format"] not in NO_WAY_BACK]


def base_of(owner, action):
    """The record of the base of an action; None if it was not imported onto this armature."""
    about, records = read_record(action), bases(owner)
    own = [each for each in records if stored.id_of(each) == about.get("base")]
    return next((each for each in (*own, *records) if each in own
                 or each["sha256"] == about.get("sha256")), None)


def record_at(owner, path):
    """The record of the base at a path, or None."""
    return next((each for each in bases(owner)
                 if stored.is_same_file(stored.locate(owner, each), path)), None)


def clip_index(opened, about):
    """The index in a Bank of the clip of the record of an action, also if another program has
    changed the file. Raises Problem if the clip is missing."""
    names = [clip["name"] for clip in opened.clips]
    if names[about["index"]:][:1] == [about["clip"]]:
        return about["index"]
    if about["clip"] not in names:
        raise Problem(f"{opened.name} has no clip {about['clip']} any more",
                      "write its action back to add it as a new clip")
    return names.index(about["clip"])


# --- remembering ---------------------------------------------------------------------------------

def absolute_path(path):
    return os.path.abspath(bpy.path.abspath(path))


def remember(owner, opened, duration=0):
    """Adds a Bank to the bases of an armature, or replaces the record of the same path. Returns the
    record."""
    old = record_at(owner, opened.path)
    keep_ids(owner)
    record = stored.entry_of(opened.path, {
        "id": stored.id_of(old) if old else uuid.uuid4().hex, "size": len(opened.content),
        "sha256": opened.sha256, "format": opened.file.format, "code_page": opened.code_page,
        "duration": duration})
    was_packed = stored.is_packed(owner, record)
    record["skeleton"] = keep_skeleton(owner, opened, record["id"])
    if was_packed:
        stored.pack(owner, record, opened.content)
    write_bases(owner, [*(each for each in bases(owner) if stored.id_of(each) != record["id"]),
                        record])
    return record


def keep_ids(owner):
    """Adds the ids that records of earlier versions lack, and the actions of the base unless
    another armature has it, too."""
    records = [{**each, "id": stored.id_of(each)} for each in bases(owner)]
    write_bases(owner, records)
    others = {each["sha256"] for other in bpy.data.objects if other != owner
              for each in bases(other)}
    ids = {each["sha256"]: each["id"] for each in reversed(records)
           if each["sha256"] not in others}
    for action in bpy.data.actions:
        about = read_record(action)
        if about.get("sha256") in ids and "base" not in about:
            write_record(action, {**about, "base": ids[about["sha256"]]})


def write_bases(owner, records):
    write_record(owner, {**read_record(owner), "version": 1, "bases": records})


def keep_skeleton(owner, opened, key, always=False):
    """The `source` of a Bank for its record. If its rest pose is its first frame or its skeleton is
    that of its motion, which can be edited, or the skeleton of another base, or `always`, this is a
    copy of the skeleton on the armature."""
    source, key = opened.source, key + "s"
    is_copied = source.get("path", "").endswith(SKELETON)
    is_of_motion = source["source"] == "recovered" or any(
        bone["rest_origin"] == "first_frame" for bone in opened.skeleton.bones)
    if not is_copied and not is_of_motion and not always:
        return stored.entry_of(source["path"], {**source, "id": key}) if "path" in source else \
            source
    if is_copied:
        path, content = source["path"], packed_files(owner).get(source["path"], b"")
    else:
        path, source = opened.path + SKELETON, {"source": "given", "name": ""}
        rest = [number for matrix in opened.rest() for number in matrix]
        with bank.context().edited(opened.skeleton, rest) as edited:
            content = edited.gltf()
    entry = stored.entry_of(path, {**source, "id": key, "sha256": bank.sha256_of(content)})
    stored.pack(owner, entry, content)
    return entry


def replace_skeleton(owner, record, opened):
    """Keeps a copy of the skeleton of a Bank as that of a base."""
    key = stored.id_of(record)
    write_bases(owner, [{**each, "skeleton": keep_skeleton(owner, opened, key, True)}
                        if stored.id_of(each) == key else each for each in bases(owner)])


# --- writing -------------------------------------------------------------------------------------

def read_old(path):
    """The content of a file that will be replaced; empty if the file does not exist."""
    with bank.problems_of(path):
        return gait_library.read_file(path) if os.path.isfile(path) else b""


def keeps_old(path, written):
    """Whether a base is kept when it is replaced: not if the add-on has written it, which then has
    the SHA-256 `written`, and a copy of the file of the game is there."""
    with bank.problems_of(path):
        return not (_replaced.is_own(path, written)
                    and os.path.exists(os.path.realpath(path) + ".bak"))


def is_result(owner, path, key):
    """Whether a file is as Write Back has written it for the base with this id, instead of its own
    file."""
    return stored.checksum(path) in result_of(owner, path, key)


def is_own(owner, path):
    """Whether the add-on has written a file that is not a base."""
    with bank.problems_of(path):
        return _replaced.is_own(path, next(iter(result_of(owner, path)), None))


def result_of(owner, path, key=None):
    """The SHA-256 of a file that was written for a base, in a list. It is empty if the file was not
    written, or was written for another base."""
    found = read_record(owner).get("results", {}).get(path)
    return [found["sha256"]] if found and key in (None, found["base"]) else []


def clips_of_result(owner, path):
    """The names of the actions from which a new file was made."""
    return read_record(owner).get("results", {}).get(path, {}).get("clips", [])


def add_result(owner, path, key, old, content, clips=()):
    """Remembers a file that was written and is not a base; `key` is "" for new files, which have
    the clips with these names."""
    record, sha256 = read_record(owner), bank.sha256_of(content)
    _replaced.add(path, [old], sha256)
    write_record(owner, {**record, "results": {**record.get("results", {}), path: {
        "base": key, "sha256": sha256, "clips": [*clips]}}})


def owner_of(path):
    """The armature into whose base at this path edits can be written, or None."""
    return next((owner for owner in bpy.data.objects for record in [record_at(owner, path)]
                 if record and record["format"] not in NO_WAY_BACK), None)


def replace(owner, record, old, content, path):
    """After a base was written: it has new content, for all armatures that have it."""
    keep_ids(owner)
    key, new = stored.id_of(record), bank.sha256_of(content)
    is_written = content not in old[1:]  # otherwise another program has written it
    if is_written:
        _replaced.add(path, old, new)
    for each in bpy.data.objects:
        records, is_changed = bases(each), False
        for other in records:
            is_own = each == owner and stored.id_of(other) == key
            if is_own or each.library is None and "id" in other and \
                    other["sha256"] == record["sha256"] and stored.is_same_file(
                        stored.locate(each, other), path):
                other.update(**stored.paths_of(path, bpy.data.filepath), size=len(content),
                             sha256=new, written=is_written)
                is_changed = True
                if stored.is_packed(each, other):
                    stored.pack(each, other, content)
        if is_changed:
            write_bases(each, records)


def edits_taken_back(plan):
    """A note, in a list, about clips in a file on the disk that have edits that its base lacks, as
    after undo. The list is empty if there are none, or if nothing is written there."""
    opened = plan.opened
    if stored.checksum(opened.path) in (None, opened.sha256) or not plan.is_base:
        return []
    names, now = [opened.name], read_old(opened.path)
    with contextlib.suppress(gait_library.GaitError):  # it may be damaged
        with bank.context().open(now, opened.path, opened.code_page) as before, \
                bank.context().open(plan.content, plan.path, opened.code_page) as after:
            clips = before.diff(after, opened.skeleton)["clips"]
        names = [(clip["before"] or clip["after"])["name"] for clip in clips]
    names = [name for name in names if name not in plan.changed]
    return [f"{opened.path} loses later changes, which the actions do not have: "
            f"{gait_library.listing(names)}"] if names else []


@persistent
def after_load(*_):
    """Undo brings no record of another .blend back, nor one from before it was loaded: a file that
    it does not know is a changed one."""
    _replaced.clear()


def register():
    after_load()  # files may have been loaded while the add-on was disabled
    bpy.app.handlers.load_post.append(after_load)


def unregister():
    bpy.app.handlers.load_post.remove(after_load)


# --- using ---------------------------------------------------------------------------------------

def packed_files(owner):
    """{absolute path: bytes} of the packed files that are not damaged."""
    found = [(stored.locate(owner, entry), stored.packed(owner, entry))
             for record in bases(owner) for entry in stored.entries_of(record)]
    return {path: content for path, content in found if content is not None}


def is_packed(owner):
    """Whether base files are packed, not only skeletons that are nowhere else."""
    return any(stored.is_packed(owner, entry) for record in bases(owner)
               for entry in stored.entries_of(record) if not entry["path"].endswith(SKELETON))


def damage(owner, record):
    """Notes about packed files that are damaged."""
    return [f"the packed copy of {os.path.basename(stored.locate(owner, entry))} is damaged and "
            "not used" for entry in stored.entries_of(record)
            if stored.is_packed(owner, entry) and stored.packed(owner, entry) is None]


def skeleton_of(owner, record, files):
    """The choice of the skeleton of a base for bank.open_bank(). A copy of the skeleton that was
    damaged is searched again."""
    entry = record["skeleton"]
    if not entry.get("path"):
        return entry
    path = stored.locate(owner, entry)
    if entry["path"].endswith(SKELETON) and path not in files:
        return ""
    return {"source": entry["source"], "path": path, "name": entry["name"]}


def open_base(owner, record, choice="PACKED"):
    """Opens a base as a Bank, from the packed file if there is one. Raises Problem if it is
    missing, or was changed on the disk.

    With the choice REFUSE, the file on the disk must also not be changed if it is packed. With
    DISK, it is used if it was changed."""
    path, files, is_changed = stored.locate(owner, record), packed_files(owner), False
    with bank.problems_of(path):  # undo can bring the record of replaced content back
        old = _replaced.find(path, record["sha256"])
    if old is not None:
        files[path] = old
    elif not os.path.isfile(path):
        if path not in files:
            raise Problem(". ".join([f"the base file {path} is missing", *damage(owner, record)]),
                          "put it back, or click Locate File in the panel Gait")
    elif choice != "PACKED":
        with bank.problems_of(path):
            is_changed = bank.sha256_of(gait_library.read_file(path)) != record["sha256"]
    if is_changed and choice == "DISK":
        files.pop(path, None)
    if not is_changed or choice == "DISK":
        opened = bank.open_bank(path, skeleton_of(owner, record, files), record["code_page"],
                                files=files)
        if is_changed or opened.sha256 == record["sha256"]:
            return opened
    lacks = choice == "PACKED" and path not in files
    raise Problem(f"the base file {path} was changed after the import"
                  + ", and no copy of it is packed" * lacks, "restore it, or choose Use Changed "
                  "File" + " or Use Packed Base" * (path in files) + " as Changed Base")


def content_before(owner, record):
    """The content of a base when it was imported or written last, also if its file has changed
    since: packed, in a backup, or still open. None if it is nowhere."""
    path = stored.locate(owner, record)
    kept = stored.packed(owner, record)
    if kept is not None:
        return kept
    kept = gait_library.find_backup(path, record["sha256"])
    if kept is not None:
        return kept
    return bank.open_banks.content_of(path, record["sha256"])


def missing_files(owner):
    """The entries of files that are neither on the disk nor packed."""
    return [entry for record in bases(owner) for entry in stored.entries_of(record)
            if not os.path.isfile(stored.locate(owner, entry))
            and stored.packed(owner, entry) is None and not entry["path"].endswith(SKELETON)]


def relocate(owner, path):
    """Sets the path of the first missing file, and of others that are in the same folder. Returns
    notes. Raises Problem."""
    missing, records, notes = missing_files(owner), bases(owner), []
    if not missing:
        raise Problem(f"no file of {owner.name} is missing")
    if not os.path.isfile(path):
        raise Problem(f"{path} is not a file", "choose the file that was moved")
    for record in records:
        for entry in [each for each in stored.entries_of(record) if each in missing]:
            name = os.path.basename(stored.locate(owner, entry))
            place = path if entry == missing[0] else os.path.join(os.path.dirname(path), name)
            if not os.path.isfile(place):
                continue
            if "format" in entry:
                check_located(owner, entry, place)
            entry.update({"id": stored.id_of(entry), **stored.paths_of(place, bpy.data.filepath)})
            notes.append(f"{name} is {place}")
            if entry.get("sha256") not in (None, stored.checksum(place)):
                notes.append(f"{place} has other content than when it was imported")
    write_bases(owner, records)
    return notes


def check_located(owner, record, path):
    """Raises Problem if a file cannot be that of a base: another format, or none of its clips."""
    with bank.problems_of(path), bank.context().open(
            gait_library.read_file(path), path, record["code_page"]) as file:
        kind, names = file.format, {clip["name"] for clip in file.clips}
    clips = {about["clip"] for about in map(read_record, bpy.data.actions)
             if about.get("base") == stored.id_of(record)}
    if kind != record["format"] or clips and kind not in gait_library.ONE_CLIP and \
            not names & clips:
        name = os.path.basename(stored.locate(owner, record))
        raise Problem(f"{path} is not {name}: it has none of its clips",
                      "choose the file that was moved")


def pack(owner):
    """Stores all base files and the files of their skeletons in the .blend. Raises Problem."""
    keep_ids(owner)
    for record in bases(owner):
        open_base(owner, record)
    contents, files = [], packed_files(owner)
    for entry in [entry for record in bases(owner) for entry in stored.entries_of(record)]:
        path = stored.locate(owner, entry)
        if path in files or not entry["path"].endswith(SKELETON):
            with bank.problems_of(path):
                contents.append((entry, gait_library.read_file(path, files)))
    for entry, content in contents:
        stored.pack(owner, entry, content)


def unpack(owner):
    """Removes the packed files, but not skeletons that are only on the armature."""
    for entry in [entry for record in bases(owner) for entry in stored.entries_of(record)]:
        if not entry["path"].endswith(SKELETON):
            stored.put(owner, stored.PACKED + stored.id_of(entry), None)
