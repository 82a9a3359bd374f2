# SPDX-License-Identifier: GPL-3.0-or-later
"""Events of clips and pose markers of actions.

An event is a dictionary of gait.extras/1: "name", "value", "start_s", "end_s" in seconds, and
"start", "end" as the file stores them. A marker "Name" or "Name=value" is a moment, "Name [" and
"Name ]" are the ends of an interval."""
import math
from collections import Counter

from . import compat

BEGIN, END = " [", " ]"
LAST_FRAME = 1048574  # of Blender


class Clock:
    """Frames of an action. Time 0 is at its first frame."""

    def __init__(self, first_frame, fps):
        self.first_frame, self.fps = first_frame, fps

    def frame(self, seconds):
        """The nearest frame; None when `seconds` is not a number."""
        if not isinstance(seconds, (int, float)):
            return None
        frame = self.first_frame + seconds * self.fps + 0.5
        return math.floor(frame) if abs(frame) < LAST_FRAME else None

    def seconds(self, frame):
        return (frame - self.first_frame) / self.fps


def markers_of(event, clock):
    """[(name, frame)] of an event's markers; empty if it has no times in seconds."""
    frames = clock.frame(event.get("start_s")), clock.frame(event.get("end_s"))
    label = f"{event['name']}={event['value']}" if event.get("value") else event["name"]
    if None in frames:
        return []
    if event["start_s"] == event["end_s"]:
        return [(compat.cut_text(label, compat.MARKER_NAME_BYTES), frames[0])]
    label = compat.cut_text(label, compat.MARKER_NAME_BYTES - len(BEGIN))
    return [(label + BEGIN, frames[0]), (label + END, frames[1])]


def add_markers(action, events, clock):
    """Adds the markers of events to an action."""
    for event in events:
        for name, frame in markers_of(event, clock):
            action.pose_markers.new(name).frame = frame


# --- the way back --------------------------------------------------------------------------------

def read_events(action, events, clock):
    """The events of an action after edits of its markers; `events` are those that were imported.

    Events whose markers are still there stay as they are. A moved or renamed event keeps its
    place in the list, its removal removes it, and new ones come at the end, by time."""
    kept, new = match_events(events, [(marker.name, marker.frame)
                                      for marker in action.pose_markers], clock)
    return [event for event in kept if event] + [new_event(pair, clock) for pair in new]


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


def match_events(events, markers, clock):
    """Each event as it is now, None if it was removed; and the pairs of pair_markers() that belong
    to no event."""
    left, now, changed = Counter(markers), list(events), []
    for index, event in enumerate(events):
        wanted = Counter(markers_of(event, clock))
        if wanted - left:
            changed.append(index)
            now[index] = None
        else:
            left -= wanted
    pairs = pair_markers(left.elements())
    for part in (slice(1, 3), slice(0, 1)):  # another name, then another time
        for index in changed:
            own = pair_markers(markers_of(events[index], clock))[0]
            same = [pair for pair in pairs if pair[part] == own[part] and now[index] is None]
            if same:
                now[index] = edited_event(events[index], own, same[0], clock)
                pairs.remove(same[0])
    return now, pairs


def edited_event(event, old, new, clock):
    """An event with the name and the times of its markers; an end that was not moved keeps its
    exact time."""
    event = dict(event)
    if new[0] != old[0]:
        event.update(name_and_value(new[0]))
    if new[1:] != old[1:]:
        times = [event[key] if before == after else clock.seconds(after)
                 for key, before, after in zip(("start_s", "end_s"), old[1:], new[1:])]
        if times[0] > times[1]:
            times = [clock.seconds(frame) for frame in new[1:]]
        event.update(start=None, end=None, start_s=times[0], end_s=times[1])
    return event


def new_event(pair, clock):
    return {**name_and_value(pair[0]), "start": None, "end": None,
            "start_s": clock.seconds(pair[1]), "end_s": clock.seconds(pair[2])}


def name_and_value(label):
    name, _, value = label.partition("=")
    return {"name": name, "value": value}
