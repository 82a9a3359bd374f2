# SPDX-License-Identifier: GPL-3.0-or-later
"""Which actions belong to the clips of the base files of an armature.

Several actions can be made from one clip: by a second import, by a copy of the armature, or by a
copy of the action. Of these, the clip is the one that was edited, and a renamed copy is a new
clip. If several were edited, the user decides."""
import collections
import contextlib

import bpy

from . import armature, bank, base, compat, curves, gait_library, stored
from .problem import Problem

ESTIMATED = ("parent", "recovered")  # origins of rest poses that depend on the motion


def users():
    """{action: armatures that play it, also in the NLA}."""
    found = {}
    for owner in bpy.data.objects:
        data = owner.animation_data if owner.type == "ARMATURE" else None
        if data:
            strips = [strip for track in data.nla_tracks for strip in track.strips]
            for action in filter(None, [data.action, *(strip.action for strip in strips)]):
                found.setdefault(action, set()).add(owner)
    return found


def claims(about, record, known):
    """Whether the record of an action names a base. `known` are the ids of the bases of all
    armatures: of an armature that was deleted, the actions belong to the same content."""
    key = about.get("base")
    if key is None or key not in known:
        return about.get("sha256") == record["sha256"]
    return key == stored.id_of(record)


def known_ids():
    return {stored.id_of(record) for owner in bpy.data.objects for record in base.bases(owner)}


def of_base(owner, record):
    """[(action, its record)] that belong to a base of an armature. An action that only other
    armatures with this base play belongs to them."""
    known, used, found = known_ids(), users(), []
    for action in bpy.data.actions:
        about = stored.read_record(action)
        if not about or not claims(about, record, known):
            continue
        others = [each for each in used.get(action, ()) if each != owner and any(
            claims(about, other, known) for other in base.bases(each))]
        if not others or owner in used[action]:
            found.append((action, about))
    return found


def actions_of(owner):
    """The actions that belong to the bases of an armature into which edits can be written."""
    return list(dict.fromkeys(action for record in base.written_bases(owner)
                              for action, _ in of_base(owner, record)))


def replaced_actions(owner):
    """Those of these actions whose edits others have replaced, and that were not edited since."""
    return [action for action in actions_of(owner) if stored.read_record(action).get("replaced")
            and has_work(owner, action, with_replaced=True) and not has_other_keys(owner, action)]


def by_clip(owner, record):
    """{name of the clip: actions} of a base, without renamed copies. An action that the armature
    plays is first, then those that were imported onto it; if all are renamed, this is the one that
    is no copy."""
    rows, used, found = {}, users(), {}
    for action, about in of_base(owner, record):
        own_name = gait_library.cut_text(about["animation"], compat.ACTION_NAME_BYTES)
        renamed = is_renamed(action, about)
        rank = (renamed, renamed and not stored.is_original(action, about),
                owner not in used.get(action, ()),
                about.get("base") != stored.id_of(record), about["sha256"] != record["sha256"],
                action.name != own_name, action.name)
        rows.setdefault(about["animation"], []).append((rank, action))
    for clip, pairs in rows.items():
        pairs.sort(key=lambda pair: pair[0])
        found[clip] = [action for rank, action in pairs if not rank[0]] or [pairs[0][1]]
    return found


def choose(owner, record, only=None):
    """({name of the clip: the action that is written} of a base, notes); `only` has the names of
    the actions that can be chosen. Raises Problem if several actions of a clip were edited, also
    if some of them were written since."""
    found, notes = {}, []
    for clip, actions in by_clip(owner, record).items():
        chosen = [each for each in actions if only is None or each.name in only]
        edited = edited_of(owner, chosen, record["sha256"]) if len(chosen) > 1 else []
        worked = [each for each in chosen if each in edited or edited and has_work(owner, each)]
        if len(worked) > 1:
            names = " and ".join(each.name for each in worked)
            raise Problem(f"{names} are both the clip {clip}, and both were edited", "choose one "
                          "of them, and delete the others or rename them to new clips")
        if chosen:
            found[clip] = [*edited, *chosen][0]
        if edited:
            others = gait_library.listing([each.name for each in chosen if each not in edited])
            notes.append(f"{edited[0].name} is written as the clip {clip}: {others} not edited")
        if chosen:
            notes += undone_note(owner, record, clip, found[clip], only is not None)
    return found, notes


def undone_note(owner, record, clip, chosen, is_chosen):
    """A note, in a list, if the action that is written undoes an edit of its clip that another
    action, such as that of another armature, has written."""
    about = stored.read_record(chosen)
    if about["sha256"] == record["sha256"] or not (
            is_chosen and about.get("replaced") or has_other_keys(owner, chosen)):
        return []
    found = [action.name for action in bpy.data.actions for about in [stored.read_record(action)]
             if action != chosen and about.get("sha256") == record["sha256"]
             and about["animation"] == clip and has_work(owner, action)]
    return [f"{chosen.name} replaces the edit of {gait_library.listing(found)} in the clip "
            f"{clip}"] * bool(found)


def of_clip(owner, opened, index):
    """The action of a clip of a Bank, preferably an edited one, or None."""
    record = base.record_at(owner, opened.path)
    for actions in by_clip(owner, record).values() if record else ():
        about = stored.read_record(actions[0])
        if about["clip"] == opened.clips[index]["name"] and \
                base.clip_index(opened, about) == index:
            return [*edited_of(owner, actions, record["sha256"]), *actions][0]
    return None


def new_actions(owner):
    """The actions that move bones of an armature and belong to no clip of its bases into which
    edits can be written, nor to another armature with the same files."""
    known = {action for record in base.written_bases(owner)
             for actions in by_clip(owner, record).values() for action in actions}
    sums = {record["sha256"] for record in base.bases(owner)}
    known.update(action for other in bpy.data.objects if other != owner
                 for record in base.bases(other) if record["sha256"] in sums
                 for actions in by_clip(other, record).values() for action in actions)
    return [action for action in bpy.data.actions if action not in known and any(
        gait_library.bone_of(curve.data_path) in owner.data.bones
        for curve in compat.curves_of(action, owner))]


# --- edits ---------------------------------------------------------------------------------------

def stamp(owner, action, about, imported=None):
    """Stores the record of an action whose keys are those of its file. `imported` is the
    fingerprint of its import; None: it is the present one."""
    keys = curves.fingerprint(action, owner)
    stored.write_record(action, {**about, "keys": keys, "replaced": False, "theirs": [],
                                 "imported": keys if imported is None else imported})
    stored.keep_original(action)


def has_other_keys(owner, action):
    """Whether the keys of an action are others than when it was imported or written. Those of new
    actions, and of earlier versions of the add-on, count as others."""
    return stored.read_record(action).get("keys") != curves.fingerprint(action, owner)


def has_work(owner, action, with_replaced=False):
    """Whether the keys of an action are others than when it was imported, and were not replaced in
    its file by those of another action."""
    about = stored.read_record(action)
    return (with_replaced or not about.get("replaced")) and \
        import_of(about) != curves.fingerprint(action, owner)


def import_of(about):
    """The fingerprint of an action when it was imported; "" if it was not."""
    return about.get("imported", about.get("keys", ""))


def is_edited(owner, action, sha256, with_replaced=False):
    """Whether an action has keys or parameters that the file with this checksum may lack: edits
    since it was imported or written, or earlier ones if the file has changed since. Keys that are
    still those of the import are not edits: they would undo what another program has changed."""
    about = stored.read_record(action)
    return bool(about.get("edits")) or has_other_keys(owner, action) or \
        about["sha256"] != sha256 and has_work(owner, action, with_replaced)


def edited_of(owner, actions, sha256):
    return [action for action in actions if is_edited(owner, action, sha256)]


def is_renamed(action, about):
    return gait_library.is_renamed(action.name, about["clip"])


def is_current(owner, action, opened, renames, is_chosen):
    """Whether an action can change a Bank. An action from an older version of the file that was not
    edited must not, nor one whose edit another action has replaced, unless it was chosen."""
    about = stored.read_record(action)
    return about["sha256"] == opened.sha256 or renames and is_renamed(action, about) or \
        is_edited(owner, action, opened.sha256, with_replaced=is_chosen)


def adopt(owner, plan, old):
    """After a base was written, whose file had the content `old`, or was the same already: its
    actions belong to the new content, except others of the same clips, whose keys are those of the
    old one."""
    content, sha256 = plan.content, bank.sha256_of(plan.content)
    mark_theirs(owner, plan.record, plan.opened)
    before = of_base(owner, plan.record)
    clips = {about["animation"] for action, about in before if action in plan.records}
    replace_others(plan, clips)
    rename_others(plan, before)
    base.replace(owner, plan.record, [plan.opened.content, old], content, plan.path)
    key = stored.id_of(plan.record)
    names = dict(enumerate(plan.animations))
    for action, about in before:
        if about["sha256"] == plan.opened.sha256 and about["animation"] not in clips:
            stored.write_record(action, {
                **about, "base": key, "sha256": sha256,
                "animation": names.get(about["index"], about["animation"])})
    for action, about in plan.records.items():
        about["animation"] = names.get(about["index"], about["animation"])
        imported = import_of(about)
        if imported == curves.fingerprint(action, owner):
            imported = None
        keys, bones, block = plan.moved.get(action, ((), (), None))
        if block:
            curves.replace_keys(action, owner, bones, block)
        elif keys:
            curves.move_keys(action, owner, keys)
        about["last_key"] = gait_library.moved(about["last_key"], keys)
        if action.use_frame_range:
            action.frame_end = about["first_frame"] + about["duration_s"] * about["fps"]
        stamp(owner, action, {**about, "base": key, "sha256": sha256}, imported)
    keep_rests(plan)


def theirs_of(owner, record, opened):
    """What another program has changed in the clips of a base, which is open as it is now, in the
    form of changes_since(); None if the content before that is nowhere."""
    before = opened.content if opened.sha256 == record["sha256"] else base.content_before(
        owner, record)
    return None if before is None else opened.changes_since(before)


def mark_theirs(owner, record, opened):
    """Remembers what another program has changed in a base, if there is one, in the actions of its
    clips, also of other armatures."""
    if not record or opened.sha256 == record["sha256"]:
        return
    base.keep_ids(owner)
    theirs = theirs_of(owner, record, opened)
    for other in bpy.data.objects:
        same = base.record_at(other, opened.path) or {}
        is_same = same.get("sha256") == record["sha256"]
        for action, about in of_base(other, same) if is_same else ():
            stored.write_record(action, {
                **about, "theirs": gait_library.lost_changes(about, theirs)})


def replace_others(plan, clips):
    """Marks the actions, also of other armatures, whose keys in clips of a base are replaced."""
    for action in bpy.data.actions:
        about = stored.read_record(action)
        if action not in plan.records and action.library is None and \
                about.get("sha256") == plan.record["sha256"] and about["animation"] in clips:
            stored.write_record(action, {**about, "replaced": True})


def rename_others(plan, pairs):
    """Lets copies of the actions of clips that get other names stay copies of these clips."""
    names = {about["animation"]: plan.records[action] for action, about in pairs
             if action in plan.records}
    for action, about in pairs:
        new = names.get(about["animation"])
        if new and action not in plan.records and new["clip"] != about["clip"]:
            stored.write_record(action, {**stored.read_record(action), "clip": new["clip"],
                                         "animation": new["animation"], "index": new["index"]})


def keep_rests(plan):
    """Keeps the rest pose of a base that was written, if an edit changes what is estimated of it:
    armatures have bones at the old places."""
    is_estimated = any(bone["rest_origin"] in ESTIMATED for bone in plan.opened.skeleton.bones)
    for owner in bpy.data.objects if is_estimated else ():
        record = None if owner.library else base.record_at(owner, plan.path)
        with contextlib.suppress(Problem):  # Write Back tells it
            if record and armature.misfit(owner, base.open_base(owner, record)):
                base.replace_skeleton(owner, record, plan.opened)


# --- import --------------------------------------------------------------------------------------

def imported(owner, opened):
    """{name of the clip: actions} of a Bank that were imported before: onto an armature, or onto
    one that was deleted. Renamed ones are left out."""
    record, known, found = owner and base.record_at(owner, opened.path), known_ids(), {}
    if record:
        pairs = of_base(owner, record)
    else:
        sums = {each["sha256"] for other in bpy.data.objects for each in base.bases(other)}
        pairs = [(action, about) for action, about in (
            (each, stored.read_record(each)) for each in bpy.data.actions)
            if about.get("sha256") == opened.sha256 and (
                about["base"] not in known if "base" in about else opened.sha256 not in sums)]
    for action, about in pairs:
        if not is_renamed(action, about) and action.library is None:
            found.setdefault(about["animation"], []).append(action)
    return found


def copies():
    """{the id of an import, in the records of its action and of copies of that: their number}"""
    return collections.Counter(stored.read_record(each).get("import") for each in bpy.data.actions)


def replace(owner, old, new, choice, counts):
    """Lets a new action of a clip take the place of old ones: of those that hold nothing that it
    lacks (AUTO), of all (REPLACE), or of none (ADD). `counts` are the copies() before the import.
    Returns notes about the others."""
    kept = old if choice == "ADD" else [each for each in old if holds_more(
        owner, each, old, new, counts)] if choice == "AUTO" else []
    for action in reversed([each for each in old if each not in kept]):  # has the first name
        name = action.name
        action.user_remap(new)
        bpy.data.actions.remove(action)
        new.name = name
    return [f"{each.name} was kept: the clip was also imported as {new.name}" for each in kept]


def holds_more(owner, action, others, new, counts):
    """Whether an action holds what a new one of its clip lacks: an edit that its file may lack, or
    other keys than the new one if they are not those of an import. A copy is a backup: its
    record gets "is_copy", so that it stays one when its original is replaced."""
    about = stored.read_record(action)
    key = about.get("import")
    first = next(each for each in others if stored.read_record(each).get("import") == key)
    is_copy = about.get("is_copy") or counts[key] > 1 and (
        about.get("replaced") or action != first)
    found = is_edited(owner, action, stored.read_record(new)["sha256"], with_replaced=True) or (
        is_copy or compat.slot_count(action) > 1 or has_work(owner, action, with_replaced=True)
    ) and not gait_library.is_same_content(*(
        curves.content_of(each, owner) for each in (action, new)))
    if found and is_copy:
        stored.write_record(action, {**about, "is_copy": True})
    return found
