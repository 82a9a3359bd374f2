# SPDX-License-Identifier: GPL-3.0-or-later
"""What differs between versions of Blender. No other module tests the version."""
import bpy

HAS_SLOTS = hasattr(bpy.types, "ActionSlot")  # 4.4
HAS_COLLECTIONS = hasattr(bpy.types, "BoneCollection")  # 4.0
HAS_FILE_HANDLERS = hasattr(bpy.types, "FileHandler")  # 4.1
ACTION_NAME_BYTES = 63 if bpy.app.version < (5, 0, 0) else 255


# --- actions -------------------------------------------------------------------------------------

def slot_of(action, owner=None):
    """The slot of an action for an object: the one that it uses, otherwise the first for objects.
    None if there is none, and before slots existed."""
    if not HAS_SLOTS:
        return None
    data = owner.animation_data if owner else None
    if data and data.action == action and data.action_slot:
        return data.action_slot
    return next((slot for slot in action.slots if slot.target_id_type in ("OBJECT", "UNSPECIFIED")),
                None)


def slot_count(action):
    """The number of slots for objects; 1 before slots existed."""
    return sum(slot.target_id_type == "OBJECT" for slot in action.slots) if HAS_SLOTS else 1


def _channels(action, slot, make):
    """What holds the F-curves: the action, or the channelbag of a slot. None if it does not exist
    and is not made."""
    if not HAS_SLOTS:
        return action
    if not make and not (slot and action.layers and action.layers[0].strips):
        return None
    layer = action.layers[0] if action.layers else action.layers.new("Layer")
    strip = layer.strips[0] if layer.strips else layer.strips.new(type="KEYFRAME")
    return strip.channelbag(slot, ensure=True) if make else strip.channelbag(slot)


def curves_of(action, owner=None):
    """The F-curves of an action for an object, in their order."""
    channels = _channels(action, slot_of(action, owner), False)
    return channels.fcurves if channels else ()


def groups_of(action, owner):
    """The groups of the F-curves of an action for an object."""
    channels = _channels(action, slot_of(action, owner), False)
    return channels.groups if channels else ()


def curve_maker(action, owner):
    """A function (data path, index, group) that adds an F-curve to an action for an object."""
    if not HAS_SLOTS:
        return lambda path, index, group: action.fcurves.new(path, index=index, action_group=group)
    slot = slot_of(action, owner) or action.slots.new(id_type="OBJECT", name=owner.name)
    channels = _channels(action, slot, True)

    def make(path, index, group):
        curve = channels.fcurves.new(path, index=index)
        curve.group = channels.groups.get(group) or channels.groups.new(group)
        return curve
    return make


def assign_action(owner, action):
    """Makes the object play an action, with its slot."""
    data = owner.animation_data or owner.animation_data_create()
    data.action = action
    if HAS_SLOTS and action:
        data.action_slot = slot_of(action)


def action_state(owner):
    """(action, slot) that the object plays, for restore_action()."""
    data = owner.animation_data or owner.animation_data_create()
    return data.action, data.action_slot if HAS_SLOTS else None


def restore_action(owner, action, slot):
    owner.animation_data.action = action
    if HAS_SLOTS and action:
        owner.animation_data.action_slot = slot


# --- bones ---------------------------------------------------------------------------------------

def group_bones(owner, name, bones):
    """Adds bones to a collection, before 4.0 to a bone group, which is made if necessary."""
    all_of_them = owner.data.collections if HAS_COLLECTIONS else owner.pose.bone_groups
    group = all_of_them.get(name) or all_of_them.new(name=name)
    for bone in bones:
        if HAS_COLLECTIONS:
            group.assign(owner.data.bones[bone])
        else:
            owner.pose.bones[bone].bone_group = group


# --- meshes --------------------------------------------------------------------------------------

def set_normals(data, normals):
    """Sets the normals of the vertices of a mesh."""
    if hasattr(data, "use_auto_smooth"):  # until 4.0
        data.use_auto_smooth = True
    data.normals_split_custom_set_from_vertices(normals)
