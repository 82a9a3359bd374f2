# SPDX-License-Identifier: GPL-3.0-or-later
"""The base files of an armature: the game files from which its clips were imported.

They are remembered as plain ID properties, which every version of Blender saves:

    object["gait"]         JSON: {"version": 1, "bases": [{"path", "size", "sha256", "format",
                           "skeleton", "code_page", "duration"}]}
    object["gait:KEY"]     bytes of a packed file: a base, or the file of its skeleton. KEY is the
                           beginning of the SHA-256 of its path as it is in the JSON
    action["gait"]         JSON: {"clip", "animation", "index", "sha256" of its base, "fps",
                           "first_frame", "duration_s", "events", "edits"}

"clip" is the name in the file, and "animation" the name that the library has for the clip in edits,
which no other clip of the file has. Paths begin with // where Blender made them relative."""
import json
import os

import bpy

from . import bank, gait_library
from .problem import Problem

KEY = "gait"
PACKED = "gait:"
_replaced = gait_library.Replaced()
SKELETON = ".skeleton.glb"  # end of the path of a skeleton that is only on the armature


def read_record(block):
    """The record of an object or an action; {} if it has none or was made by something else."""
    text = block.get(KEY)
    try:
        record = json.loads(text) if isinstance(text, str) else {}
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}


def write_record(block, record):
    block[KEY] = json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def bases(owner):
    """The records of the bases of an armature."""
    found = read_record(owner).get("bases")
    return found if isinstance(found, list) else []


def base_of(owner, action):
    """The record of the base of an action; None if it was not imported onto this armature."""
    sha256 = read_record(action).get("sha256")
    return next((each for each in bases(owner) if each["sha256"] == sha256), None)


def actions_of(owner, record=None):
    """The actions that were imported onto an armature, from one base or from all of them."""
    known = {each["sha256"] for each in ([record] if record else bases(owner))}
    return [action for action in bpy.data.actions
            if read_record(action).get("sha256") in known]


# --- remembering ---------------------------------------------------------------------------------

def stored_path(path):
    """A path as it is stored: relative if the .blend is saved on the same drive."""
    drives = [os.path.splitdrive(each)[0].lower() for each in (path, bpy.data.filepath)]
    if bpy.data.filepath and drives[0] == drives[1]:
        return bpy.path.relpath(path)
    return path


def absolute_path(path):
    return os.path.abspath(bpy.path.abspath(path))


def with_path(source, change):
    """A copy of the `source` of a Bank with a changed path."""
    return {**source, "path": change(source["path"])} if "path" in source else source


def remember(owner, opened, duration=0):
    """Adds a Bank to the bases of an armature, or replaces the record of the same file."""
    record = {"path": stored_path(opened.path), "size": len(opened.content),
              "sha256": opened.sha256, "format": opened.file.format,
              "skeleton": keep_skeleton(owner, opened), "code_page": opened.code_page,
              "duration": duration}
    write_bases(owner, [*(each for each in bases(owner) if each["sha256"] != opened.sha256),
                        record])


def write_bases(owner, records):
    write_record(owner, {"version": 1, "bases": records})


def keep_skeleton(owner, opened):
    """The `source` of a Bank for its record. If its rest pose is its first frame, which can be
    edited, this is a copy of the skeleton on the armature."""
    if all(bone["rest_origin"] != "first_frame" for bone in opened.skeleton.bones):
        return with_path(opened.source, stored_path)
    path = stored_path(opened.path + SKELETON)
    with bank.context().edited(opened.skeleton, opened.skeleton.rest()) as edited:
        put(owner, path, edited.gltf())
    return {"source": "given", "path": path, "name": ""}


def read_old(path):
    """The content of a file that will be replaced; empty if there is none."""
    with bank.problems_of(path):
        return gait_library.read_file(path) if os.path.isfile(path) else b""


def keeps_old(record):
    """Whether the file of a base is kept when it is replaced: not if the add-on has written it, and
    a copy of the file of the game is there."""
    path = absolute_path(record["path"])
    with bank.problems_of(path):
        is_own = _replaced.is_own(path, record["sha256"] if "written" in record else None)
    return not (is_own and os.path.exists(path + ".bak"))


def replace(owner, record, old, content, path):
    """After a base was written: its actions belong to the new content at a path."""
    new = {**record, "path": stored_path(path), "size": len(content),
           "sha256": bank.sha256_of(content), "written": True}
    _replaced.add(old, new["sha256"])
    for action in actions_of(owner, record):
        write_record(action, {**read_record(action), "sha256": new["sha256"]})
    was_packed = owner.pop(packed_key(record["path"]), None) is not None
    write_bases(owner, [new if each == record else each for each in bases(owner)])
    if was_packed:
        put(owner, new["path"], content)


# --- using ---------------------------------------------------------------------------------------

def packed_key(path):
    """The name of the property with a packed file; names of properties have at most 63 bytes."""
    return PACKED + bank.sha256_of(path.encode("utf-8", "surrogateescape"))[:32]


def put(owner, path, content):
    """Packs a file. Bytes that replace others are cut at a zero since Blender 4."""
    owner.pop(packed_key(path), None)
    owner[packed_key(path)] = content


def stored_files(owner):
    """The paths of all base files and of the files of their skeletons, as they are stored."""
    return [path for record in bases(owner)
            for path in (record["path"], record["skeleton"].get("path")) if path]


def packed_files(owner):
    """{absolute path: bytes} of the packed files."""
    return {absolute_path(path): bytes(owner[packed_key(path)])
            for path in stored_files(owner) if packed_key(path) in owner}


def is_packed(owner):
    """Whether base files are packed, not only skeletons that are nowhere else."""
    return any(packed_key(path) in owner for path in stored_files(owner)
               if not path.endswith(SKELETON))


def open_base(owner, record, choice="PACKED"):
    """Opens a base as a Bank, from the packed file if there is one. Raises Problem if it is
    missing, or was changed on the disk.

    With the choice REFUSE, the file on the disk must also not be changed if it is packed. With
    DISK, it is used if it was changed."""
    path, files, is_changed = absolute_path(record["path"]), packed_files(owner), False
    with bank.problems_of(path):  # undo can bring the record of replaced content back
        old = _replaced.find(path, record["sha256"])
    if old is not None:
        files[path] = old
    elif not os.path.isfile(path):
        if path not in files:
            raise Problem(f"the base file {path} is missing",
                          "put it back, or import a copy of it onto the armature again")
    elif choice != "PACKED":
        with bank.problems_of(path):
            is_changed = bank.sha256_of(gait_library.read_file(path)) != record["sha256"]
    if is_changed and choice == "DISK":
        files.pop(path, None)
    if not is_changed or choice == "DISK":
        opened = bank.open_bank(path, with_path(record["skeleton"], absolute_path),
                                record["code_page"], files=files)
        if is_changed or opened.sha256 == record["sha256"]:
            return opened
    raise Problem(f"the base file {path} was changed after the import", "restore it, or choose Use "
                  "Changed File" + " or Use Packed Base" * (path in files) + " as Changed Base")


def pack(owner):
    """Stores all base files and the files of their skeletons in the .blend. Raises Problem."""
    for record in bases(owner):
        open_base(owner, record)
    contents, files = {}, packed_files(owner)
    for path in stored_files(owner):
        with bank.problems_of(path):
            contents[path] = gait_library.read_file(absolute_path(path), files)
    for path, content in contents.items():
        put(owner, path, content)


def unpack(owner):
    """Removes the packed files, but not skeletons that are only on the armature."""
    for path in stored_files(owner):
        if not path.endswith(SKELETON):
            owner.pop(packed_key(path), None)
