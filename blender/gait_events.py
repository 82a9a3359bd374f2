"""Events of clips as markers of their actions in Blender, and back: see README.md in this folder.

    blender -b FILE.blend --python gait_events.py -- markers
    blender -b FILE.blend --python gait_events.py -- extras [SIDECAR]

Without arguments after `--` it adds three buttons to the sidebar of the 3D view, tab Gait.
"""
import json
import math
import sys
from collections import Counter

import bpy

bl_info = {
    "name": "Gait events",
    "description": "Events of RTM and OMF animations as markers of actions",
    "author": "Gait",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "3D View > Sidebar > Gait",
    "category": "Animation",
}

PROPERTY = "gait"  # of the armature's object: the JSON document as one text
PLACED = "gait_markers"  # of the armature's data, which is not exported: rate of the markers
SCHEMA = "gait.extras/1"
MARKER_BYTES = 63  # of a marker's name in Blender
ACTION_BYTES = 63  # of an action's name before Blender 5
LAST_FRAME = 1048574  # of Blender
BEGIN, END = " [", " ]"
KEPT = "kept"


class Unfit(Exception):
    """The text of an armature is not a document of Gait."""


# --- JSON as text: unedited parts keep their characters ------------------------------------------

def skip_space(text, at):
    while text[at] in " \t\r\n":
        at += 1
    return at


def members(text, start=0):
    """{key or index: (start, end)} of the values of the object or array that begins there."""
    decode, found = json.JSONDecoder().raw_decode, {}
    start = skip_space(text, start)
    at = skip_space(text, start + 1)
    while text[at] not in "]}":
        key = len(found)
        if text[start] == "{":
            key, at = decode(text, at)
            at = skip_space(text, skip_space(text, at) + 1)
        end = decode(text, at)[1]
        found[key] = (at, end)
        at = skip_space(text, end)
        if text[at] == ",":
            at = skip_space(text, at + 1)
    return found


def items_of(text, key):
    """The texts of the items of an object's array."""
    place = members(text).get(key)
    spans = members(text, place[0]).values() if place else ()
    return [text[start:end] for start, end in spans]


def with_member(text, key, value):
    """The text of an object with a key set to a value."""
    places = members(text)
    if key in places:
        start, end = places[key]
        return text[:start] + value + text[end:]
    return f"{text.rstrip()[:-1]}{',' if places else ''}{write_json(key)}:{value}}}"


def with_items(text, key, items):
    return text if items == items_of(text, key) else with_member(text, key, f"[{','.join(items)}]")


def write_json(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def read_document(text):
    """The document; raises Unfit if it cannot be used."""
    try:
        document = json.loads(text)
    except ValueError as error:
        raise Unfit(f"its property {PROPERTY} is not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise Unfit(f"its property {PROPERTY} is not of the schema {SCHEMA}")
    clips = document.get("clips", [])
    if not (isinstance(clips, list) and all(is_clip(clip) for clip in clips)):
        raise Unfit(f"its property {PROPERTY} has no list of clips")
    return document


def is_clip(clip):
    return (isinstance(clip, dict) and isinstance(clip.get("animation"), str) and
            isinstance(clip.get("events", []), list) and
            all(isinstance(event, dict) and isinstance(event.get("name"), str)
                for event in clip.get("events", [])))


# --- events and markers --------------------------------------------------------------------------

class Clock:
    """Frames of an action. Time 0 is at its first key."""

    def __init__(self, action, scene):
        self.first, self.fps = action.curve_frame_range[0], scene.render.fps

    def frame(self, seconds):
        """The nearest frame; None when `seconds` is not a number."""
        if not isinstance(seconds, (int, float)):
            return None
        frame = self.first + seconds * self.fps + 0.5
        return math.floor(frame) if abs(frame) < LAST_FRAME else None

    def seconds(self, frame):
        seconds = (frame - self.first) / self.fps
        return int(seconds) if seconds == int(seconds) else seconds


def cut_text(text, size):
    return text.encode("utf-8", "replace")[:size].decode("utf-8", "ignore")


def markers_of(event, clock):
    """[(name, frame)] of an event's markers; empty if it has no times in seconds."""
    seconds = [event.get("start_s"), event.get("end_s")]
    frames = [clock.frame(one) for one in seconds]
    label = f"{event['name']}={event['value']}" if event.get("value") else event["name"]
    if None in frames:
        return []
    if seconds[0] == seconds[1]:
        return [(cut_text(label, MARKER_BYTES), frames[0])]
    label = cut_text(label, MARKER_BYTES - len(BEGIN))
    return [(label + BEGIN, frames[0]), (label + END, frames[1])]


def pair_markers(markers):
    """[(label, first frame, last frame)] by time; a single begin or end is a moment."""
    begun, found = {}, []
    for name, frame in sorted(markers, key=lambda marker: (marker[1], marker[0])):
        label, side = (name[:-2], name[-2:]) if name.endswith((BEGIN, END)) else (name, "")
        if side == END and begun.get(label):
            index = begun[label].pop(0)
            found[index] = (label, found[index][1], frame)
            continue
        if side == BEGIN:
            begun.setdefault(label, []).append(len(found))
        found.append((label, frame, frame))
    return found


def pair_of(event, clock):
    return pair_markers(markers_of(event, clock))[0]


def match_events(events, markers, clock, placed):
    """The outcome of each event: KEPT, a pair of pair_markers(), or None; and the new pairs."""
    left, outcomes = Counter(markers), [None] * len(events)
    for index, event in enumerate(events):
        wanted = Counter(markers_of(event, clock))
        if not wanted - left:
            left -= wanted
            outcomes[index] = KEPT
    if not placed:
        return [KEPT] * len(events), pair_markers(left.elements())
    pairs = pair_markers(left.elements())
    for part in (slice(1, 3), slice(0, 1)):  # another name, then another time
        for index, event in enumerate(events):
            own = pair_of(event, clock)[part] if outcomes[index] is None else None
            same = [pair for pair in pairs if pair[part] == own]
            if same:
                outcomes[index] = same[0]
                pairs.remove(same[0])
    return outcomes, pairs


def name_and_value(label):
    name, _, value = label.partition("=")
    return {"name": name, "value": value}


def moved_seconds(event, old, new, clock):
    """An end whose marker was not moved keeps its seconds."""
    seconds = [event[key] if before == after else clock.seconds(after)
               for key, before, after in zip(("start_s", "end_s"), old[1:], new[1:])]
    return seconds if seconds[0] <= seconds[1] else [clock.seconds(frame) for frame in new[1:]]


def edited_item(item, event, new, clock):
    """The text of an event whose markers have another name or frame."""
    old, changes = pair_of(event, clock), {}
    if new[0] != old[0]:
        changes.update(name_and_value(new[0]))
    if new[1:] != old[1:]:
        start, end = moved_seconds(event, old, new, clock)
        changes.update({"start": None, "end": None, "start_s": start, "end_s": end})
    for key, value in changes.items():
        if key not in event or event[key] != value:
            item = with_member(item, key, write_json(value))
    return item


def new_item(pair, clock):
    return write_json({**name_and_value(pair[0]), "start": None, "end": None,
                       "start_s": clock.seconds(pair[1]), "end_s": clock.seconds(pair[2])})


def edited_clip(item, action, scene, placed, counts):
    """The text of a clip with the events of its action's markers."""
    clock = Clock(action, scene)
    texts = items_of(item, "events")
    events = [json.loads(text) for text in texts]
    markers = [(marker.name, marker.frame) for marker in action.pose_markers]
    outcomes, new = match_events(events, markers, clock, placed)
    left = [text if outcome == KEPT else edited_item(text, event, outcome, clock)
            for text, event, outcome in zip(texts, events, outcomes) if outcome]
    kept = sum(text in texts for text in left)
    counts.update(kept=kept, edited=len(left) - kept, removed=outcomes.count(None), added=len(new))
    return with_items(item, "events", left + [new_item(pair, clock) for pair in new])


# --- clips and actions ---------------------------------------------------------------------------

def armatures():
    return [each for each in bpy.data.objects
            if each.type == "ARMATURE" and isinstance(each.get(PROPERTY), str)]


def strips_of(armature):
    """(name of the NLA track, action) of all strips that have an action."""
    data = armature.animation_data
    return [(track.name, strip.action) for track in (data.nla_tracks if data else ())
            for strip in track.strips if strip.action]


def bound_actions(thing):
    """{action: name of its NLA track, or its own} of the actions that an object plays."""
    active = thing.animation_data.action if thing.animation_data else None
    bound = {active: active.name} if active else {}
    bound.update((action, name) for name, action in reversed(strips_of(thing)))
    return bound


def action_of(armature, clip):
    """Finds the action of a clip: by NLA track, otherwise by the names of Blender's importers."""
    for name, action in strips_of(armature):
        if name == clip:
            return action
    long_name = f"{clip}_{armature.name}"
    for name in (long_name, cut_text(long_name, ACTION_BYTES), clip):
        if name in bpy.data.actions:
            return bpy.data.actions[name]
    return None


def new_actions(armature, known):
    """[(name, action)] of actions with markers that are not a clip of the document."""
    found = bound_actions(armature)
    if len(armatures()) == 1:
        taken = {action for thing in bpy.data.objects for action in bound_actions(thing)}
        found.update((action, action.name) for action in bpy.data.actions if action not in taken)
    return sorted(((name, action) for action, name in found.items()
                   if action not in known and action.pose_markers), key=lambda pair: pair[0])


# --- conversion ----------------------------------------------------------------------------------

def count_of(number, thing):
    return f"{number} {thing}{'s' if number != 1 else ''}"


def report_missing(names):
    return [f"{count_of(len(names), 'clip')} without an action: {', '.join(names)}"] * bool(names)


def report_rate(armature, scene):
    placed = armature.data.get(PLACED)
    if scene.render.fps_base != 1:
        yield "the base of the frame rate is not 1: markers may be between frames of the export"
    if placed not in (None, scene.render.fps):
        yield (f"the frame rate was {placed} when the markers were added, and is "
               f"{scene.render.fps} now: events are moved with the keys")


def put_markers(action, events, clock):
    """Adds markers; returns the number of events with and without times."""
    there = Counter((marker.name, marker.frame) for marker in action.pose_markers)
    unplaced = 0
    for event in events:
        markers = Counter(markers_of(event, clock))
        unplaced += not markers
        for name, frame in (markers - there).elements():
            action.pose_markers.new(name).frame = frame
        there -= markers
    return len(events) - unplaced, unplaced


def extras_to_markers(armature, scene):
    """Adds the markers of the clips' events to the actions; returns a report in lines."""
    clips, put, unplaced, missing = 0, 0, 0, []
    for clip in read_document(armature[PROPERTY]).get("clips", []):
        action = action_of(armature, clip["animation"])
        if not action:
            missing.append(clip["animation"])
            continue
        done = put_markers(action, clip.get("events", []), Clock(action, scene))
        clips, put, unplaced = clips + 1, put + done[0], unplaced + done[1]
    armature.data[PLACED] = scene.render.fps
    lines = [f"added markers for {count_of(put, 'event')} of {count_of(clips, 'clip')}"]
    lines += [f"{count_of(unplaced, 'event')} without times in seconds"] * bool(unplaced)
    return lines + report_missing(missing) + list(report_rate(armature, scene))


def report_clip(name, counts):
    words = ", ".join(f"{counts[word]} {word}" for word in ("edited", "added", "removed")
                      if counts[word])
    return [f"{name}: {words}"] if words else []


def markers_to_extras(armature, scene):
    """Updates the armature's text from the markers; returns a report in lines."""
    document = armature[PROPERTY]
    clips = read_document(document).get("clips", [])
    placed, missing, total, lines = PLACED in armature.data, [], Counter(), []
    items = items_of(document, "clips")
    jobs = [(index, clip["animation"], action_of(armature, clip["animation"]))
            for index, clip in enumerate(clips)]
    known = {action for _, _, action in jobs if action}
    for name, action in new_actions(armature, known):
        jobs.append((len(items), name, action))
        items.append(write_json({"name": name, "animation": name, "events": []}))
    for index, name, action in jobs:
        counts = Counter()
        if action:
            items[index] = edited_clip(items[index], action, scene, placed, counts)
        else:
            missing.append(name)
        total.update(counts)
        lines += report_clip(name, counts)
    armature[PROPERTY] = with_items(document, "clips", items)
    if PROPERTY in scene:  # an outdated copy, about which Gait would warn
        del scene[PROPERTY]
    events = count_of(total["kept"] + total["edited"] + total["added"], "event")
    lines.append(f"wrote {events} of {count_of(len(jobs) - len(missing), 'clip')} to the property "
                 f"{PROPERTY}, {total['kept']} as before")
    if not placed:
        lines.append("no markers were made from events before, so no event was moved or removed")
    return lines + report_missing(missing) + list(report_rate(armature, scene))


def run_all(convert, scene):
    """Converts every armature. Returns a report in lines, and whether all succeeded."""
    found, lines, is_ok = armatures(), [], True
    for armature in found:
        try:
            lines += [f"{armature.name}: {line}" for line in convert(armature, scene)]
        except Unfit as error:
            is_ok = False
            lines.append(f"{armature.name}: {error}")
    if not found:
        lines.append(f"no armature has the property {PROPERTY}: import a file that Gait wrote")
    return lines, is_ok and bool(found)


def write_sidecar(path):
    """Writes the document to a file next to the glTF, for an export without custom properties."""
    found, active = armatures(), bpy.context.view_layer.objects.active
    if len(found) != 1 and active not in found:
        return [f"select one of the {len(found)} armatures for {path}"], False
    armature = found[0] if len(found) == 1 else active
    try:
        with open(bpy.path.abspath(path), "w", encoding="utf-8", newline="") as file:
            file.write(armature[PROPERTY])
    except OSError as error:
        return [str(error)], False
    return [f"wrote {path}"], True


# --- buttons -------------------------------------------------------------------------------------

def show_markers():
    """Ticks Show Pose Markers in all Dope Sheets; otherwise they only show markers of the scene."""
    for screen in bpy.data.screens:
        for area in screen.areas:
            for space in area.spaces:
                if space.type == "DOPESHEET_EDITOR":
                    space.show_pose_markers = True


def report_lines(operator, lines, is_ok):
    for line in lines:
        print(f"gait: {line}")
        operator.report({"INFO"} if is_ok else {"ERROR"}, line)
    return {"FINISHED"} if is_ok else {"CANCELLED"}


class GAIT_OT_extras_to_markers(bpy.types.Operator):
    """Add markers for the events of each clip to its action"""
    bl_idname = "gait.extras_to_markers"
    bl_label = "Events to Markers"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        lines, is_ok = run_all(extras_to_markers, context.scene)
        if is_ok:
            show_markers()
        return report_lines(self, lines, is_ok)


class GAIT_OT_markers_to_extras(bpy.types.Operator):
    """Write the markers of actions as events, for an export with Custom Properties"""
    bl_idname = "gait.markers_to_extras"
    bl_label = "Markers to Events"
    bl_options = {"REGISTER", "UNDO"}

    def execute(self, context):
        return report_lines(self, *run_all(markers_to_extras, context.scene))


class GAIT_OT_write_sidecar(bpy.types.Operator):
    """Write the markers of actions as events, also to a file next to the exported one"""
    bl_idname = "gait.write_sidecar"
    bl_label = "Markers to File"
    filepath: bpy.props.StringProperty(subtype="FILE_PATH")
    filter_glob: bpy.props.StringProperty(default="*.gait.json", options={"HIDDEN"})

    def invoke(self, context, event):
        self.filepath = bpy.path.ensure_ext(self.filepath or "edited", ".gait.json")
        context.window_manager.fileselect_add(self)
        return {"RUNNING_MODAL"}

    def execute(self, context):
        lines, is_ok = run_all(markers_to_extras, context.scene)
        if is_ok:
            more, is_ok = write_sidecar(self.filepath)
            lines += more
        return report_lines(self, lines, is_ok)


class GAIT_PT_events(bpy.types.Panel):
    bl_idname = "GAIT_PT_events"
    bl_label = "Events"
    bl_category = "Gait"
    bl_space_type = "VIEW_3D"
    bl_region_type = "UI"

    def draw(self, context):
        for operator in CLASSES[:3]:
            self.layout.operator(operator.bl_idname)


CLASSES = (GAIT_OT_extras_to_markers, GAIT_OT_markers_to_extras, GAIT_OT_write_sidecar,
           GAIT_PT_events)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)


def unregister():
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)


# --- without a window ----------------------------------------------------------------------------

def run_arguments(arguments):
    """Runs the command-line arguments and saves the file. Returns whether it succeeded."""
    commands = {"markers": extras_to_markers, "extras": markers_to_extras}
    name = arguments[0]
    if name not in commands or len(arguments) > (2 if name == "extras" else 1):
        print("gait: usage: -- markers, or -- extras [SIDECAR]")
        return False
    lines, is_ok = run_all(commands[name], bpy.context.scene)
    if is_ok and len(arguments) == 2:
        more, is_ok = write_sidecar(arguments[1])
        lines += more
    for line in lines:
        print(f"gait: {line}")
    if is_ok and bpy.data.filepath:
        bpy.ops.wm.save_mainfile()
    return is_ok


def main():
    arguments = sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else []
    if not arguments:
        register()
    elif not run_arguments(arguments):
        sys.exit(1)


if __name__ == "__main__":
    main()
