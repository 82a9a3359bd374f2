# SPDX-License-Identifier: GPL-3.0-or-later
"""What the add-on stores in a .blend: records, paths of files, and packed files.

Records and packed files are plain ID properties, which every version of Blender saves:

    block["gait"]      JSON: the record of an object or an action (base.py)
    object["gait:ID"]  text_of() of a packed file. ID is that of its entry

Blender does not save the ID properties of library overrides. Objects that are overrides have all of
them in one property that Blender does save, as JSON: Object.gait_override.

An entry of a file in a record has its "path", as Blender stores it: relative to the .blend (//) if
it was saved on the same drive. It also has its absolute path ("absolute"), an "id", and its
"sha256" if it is known. Records of earlier versions have only a path, and packed bytes."""
import functools
import json
import os
import re

import bpy
from bpy.app.handlers import persistent

from . import bank, gait_library

KEY = "gait"
PACKED = "gait:"

_originals = {}  # {id of an import: the address of its action, which copies of it do not have}


# --- properties ----------------------------------------------------------------------------------

class Override:
    """The properties of an object that is a library override."""

    def __init__(self, owner):
        self.owner = owner
        self.own = json.loads(owner.gait_override or "{}")

    def get(self, key, default=None):
        found = self.own[key] if key in self.own else self.owner.get(key)
        return default if found is None else found

    def set(self, key, value):
        self.own[key] = value
        self.owner.gait_override = json.dumps(self.own)


def get(block, key):
    """A property of an object or an action; None if it has none."""
    return Override(block).get(key) if is_override(block) else block.get(key)


def put(block, key, value):
    """Sets a property, or removes it (None)."""
    if is_override(block):
        Override(block).set(key, value)
    elif value is not None:
        block[key] = value
    elif key in block:
        del block[key]


def is_override(block):
    return isinstance(block, bpy.types.Object) and block.override_library is not None


def read_record(block):
    """The record of an object or an action; {} if it has none or was made by something else."""
    text = get(block, KEY)
    try:
        record = json.loads(text) if isinstance(text, str) else {}
    except ValueError:
        return {}
    return record if isinstance(record, dict) else {}


def write_record(block, record):
    put(block, KEY, json.dumps(record, ensure_ascii=False, separators=(",", ":")))


# --- copies --------------------------------------------------------------------------------------

def keep_original(action):
    """Remembers the action of an import, or that which was written as its clip."""
    _originals[read_record(action).get("import")] = action.as_pointer()


def is_original(action, about):
    """Whether an action was imported, and is no copy of one that was. In a .blend that was saved
    before this was stored, none is known to be."""
    address = _originals.get(about.get("import", ""))
    return address == action.as_pointer() if address else about.get("own_name") == action.name


def save_originals():
    """Stores which actions are no copies."""
    for action in bpy.data.actions:
        about = {} if action.library else read_record(action)
        name = action.name if is_original(action, about) else ""
        if "import" in about and about.get("own_name") != name:
            write_record(action, {**about, "own_name": name})


# --- paths ---------------------------------------------------------------------------------------

def entry_of(path, values):
    """The entry of a file with other values."""
    return {**values, **paths_of(path, bpy.data.filepath)}


def paths_of(path, blend):
    """The two paths of an entry in a .blend."""
    drives = [os.path.splitdrive(each)[0].lower() for each in (path, blend)]
    relative = bpy.path.relpath(path, start=os.path.dirname(blend)) if blend and \
        drives[0] == drives[1] else path
    return {"path": relative, "absolute": path}


def id_of(entry):
    """The id of an entry. That of an earlier version depends on its path."""
    return entry.get("id") or bank.sha256_of(
        entry["path"].encode("utf-8", "surrogateescape"))[:32]


def blend_of(owner):
    """The .blend to which the paths in the record of an armature are relative: its library if it
    is linked, also for an override that has no record of its own."""
    library = owner.library
    if is_override(owner) and KEY not in Override(owner).own:
        library = owner.override_library.reference.library
    return bpy.path.abspath(library.filepath) if library else bpy.data.filepath


def locate(owner, entry, is_loaded=False):
    """The path of a file: the first one that exists. It is searched at its relative and at its
    absolute path; then next to the .blend, with the content of the entry. A missing file is where
    its folder is.

    The relative path is first if the armature is linked or its .blend was just loaded
    (`is_loaded`): its folder may have been copied. That updates the absolute path, which is first
    from then on: the record of an armature that is appended later belongs to another folder."""
    path, blend = entry["path"], blend_of(owner)
    is_relative = path.startswith("//") and blend
    places = [os.path.join(os.path.dirname(blend), path[2:]) if is_relative
              else bpy.path.abspath(path)]
    if "absolute" in entry:
        places.insert(is_loaded or blend != bpy.data.filepath, entry["absolute"])
    places = [os.path.abspath(place) for place in places]
    near = [os.path.join(os.path.dirname(each), re.split(r"[\\/]", path)[-1])
            for each in (bpy.data.filepath, blend) if each]
    found = [place for place in places if os.path.isfile(place)]
    same = [place for place in near if os.path.isfile(place)
            and entry.get("sha256") in (None, checksum(place))]
    folders = [place for place in places if os.path.isdir(os.path.dirname(place))]
    return [*found, *same, *folders, *places][0]


def checksum(path):
    """The SHA-256 of a file; None if it cannot be read."""
    try:
        about = os.stat(path)
        return _checksum(path, about.st_size, about.st_mtime_ns)
    except OSError:
        return None


@functools.lru_cache(maxsize=64)
def _checksum(path, size, changed):
    return bank.sha256_of(gait_library.read_file(path))


def is_same_file(path, other):
    """Whether two paths are those of one file."""
    try:
        return os.path.samefile(path, other)
    except OSError:
        return os.path.realpath(path) == os.path.realpath(other)


def entries_of(record):
    """The entries of the files of a base: itself, and its skeleton if that is a file."""
    return [record, *([record["skeleton"]] if record["skeleton"].get("path") else ())]


def update_paths(blend, is_loaded=False):
    """Makes the paths of all records those that a .blend needs. Files that are missing keep
    theirs."""
    for owner in bpy.data.objects:
        record = {} if owner.library else read_record(owner)
        if not isinstance(record.get("bases"), list):
            continue
        before = json.dumps(record)
        for entry in [entry for each in record["bases"] for entry in entries_of(each)]:
            path = locate(owner, entry, is_loaded)
            if os.path.isfile(path):
                entry.update({"id": id_of(entry), **paths_of(path, blend)})
        if json.dumps(record) != before:
            write_record(owner, record)


@persistent
def before_save(path, *_):
    """Before Blender 4, the new path is not known here: files are found by their absolute paths
    until they are saved again."""
    update_paths(path or bpy.data.filepath)
    save_originals()


@persistent
def after_save(*_):
    update_paths(bpy.data.filepath)


@persistent
def after_load(*_):
    update_paths(bpy.data.filepath, is_loaded=True)
    _originals.clear()
    for action in bpy.data.actions:
        if read_record(action).get("own_name") == action.name:
            keep_original(action)


HANDLERS = (("save_pre", before_save), ("save_post", after_save), ("load_post", after_load))


# --- packed files --------------------------------------------------------------------------------

def pack(owner, entry, content):
    """Stores a file in the .blend. Text is not damaged when add-ons copy properties, as bytes
    are."""
    put(owner, PACKED + id_of(entry), None)
    put(owner, PACKED + id_of(entry), gait_library.text_of(content))


def is_packed(owner, entry):
    return get(owner, PACKED + id_of(entry)) is not None


def packed(owner, entry):
    """The bytes of a packed file; None if it is not packed, or damaged."""
    found = get(owner, PACKED + id_of(entry))
    content = None if found is None else content_of(found if isinstance(found, str)
                                                    else bytes(found))
    is_known = content is not None and entry.get("sha256") in (None, bank.sha256_of(content))
    return content if is_known else None


@functools.lru_cache(maxsize=4)
def content_of(packed_file):
    """The bytes of a packed file; None if it is damaged. Bytes of earlier versions have no
    checksum: they must be a file."""
    if isinstance(packed_file, str):
        return gait_library.content_of(packed_file)
    try:
        bank.context().open(packed_file).close()
    except gait_library.GaitError:
        return None
    return packed_file


def register():
    bpy.types.Object.gait_override = bpy.props.StringProperty(
        options={"HIDDEN"}, override={"LIBRARY_OVERRIDABLE"})
    for name, handler in HANDLERS:
        getattr(bpy.app.handlers, name).append(handler)


def unregister():
    for name, handler in HANDLERS:
        getattr(bpy.app.handlers, name).remove(handler)
    del bpy.types.Object.gait_override
