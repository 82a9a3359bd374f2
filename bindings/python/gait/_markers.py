"""Events of clips, and markers on the time line of a program.

An event is a dictionary of gait.extras/1: "name", "value", "start_s", "end_s" in seconds, and
"start", "end" as the file stores them. A marker "Name" or "Name=value" is a moment, "Name [" and
"Name ]" are the ends of an interval."""
from __future__ import annotations

import math
from collections import Counter
from typing import Any, Iterable, NamedTuple, Optional, Sequence

BEGIN, END = " [", " ]"
LAST_FRAME = 1048574  # of Blender
NAME_BYTES = 63  # of names in Blender
MARK_BYTES = 127  # of names of marks
OUTSIDE = 1e-3  # seconds from a clip

Event = dict[str, Any]
Marker = tuple[str, int]  # name, frame
Pair = tuple[str, int, int]  # label, first frame, last frame


class Timeline(NamedTuple):
    """The frames of a program. Time 0 of a clip is at its first frame. Names of markers have at
    most `name_bytes` bytes in UTF-8."""

    first_frame: float
    fps: float
    name_bytes: int = NAME_BYTES

    def frame(self, seconds: Any) -> Optional[int]:
        """The nearest frame; None when `seconds` is not a number."""
        if not isinstance(seconds, (int, float)):
            return None
        frame = self.first_frame + seconds * self.fps + 0.5
        return math.floor(frame) if abs(frame) < LAST_FRAME else None

    def seconds(self, frame: float) -> float:
        return (frame - self.first_frame) / self.fps


def markers_of(event: Event, timeline: Timeline) -> list[Marker]:
    """The markers of an event; empty if it has no times in seconds."""
    first, last = timeline.frame(event.get("start_s")), timeline.frame(event.get("end_s"))
    label = f"{event['name']}={event['value']}" if event.get("value") else event["name"]
    if first is None or last is None:
        return []
    if event["start_s"] == event["end_s"]:
        return [(cut_text(label, timeline.name_bytes), first)]
    label = cut_text(label, timeline.name_bytes - len(BEGIN))
    return [(label + BEGIN, first), (label + END, last)]


def cut_text(text: str, size: int = NAME_BYTES) -> str:
    """The text with at most `size` bytes in UTF-8."""
    return text.encode("utf-8", "replace")[:size].decode("utf-8", "ignore")


# --- the way back ---------------------------------------------------------------------------------

def read_markers(markers: Iterable[Marker], events: Iterable[Event],
                 timeline: Timeline) -> list[Event]:
    """The events of a clip after edits of its markers; `events` are those from which the markers
    were made.

    Events whose markers are still there stay as they are. A moved or renamed event keeps its
    place in the list, its removal removes it, and new ones come at the end, by time."""
    kept, new = _match(list(events), list(markers), timeline)
    return [event for event in kept if event] + [
        {**_name_and_value(label), "start": None, "end": None, "start_s": timeline.seconds(first),
         "end_s": timeline.seconds(last)} for label, first, last in new]


def outside(events: Iterable[Event], seconds: float) -> list[Event]:
    """Those that are outside of a clip with this duration."""
    return [event for event in events if event["start_s"] is not None
            and (event["start_s"] < -OUTSIDE or event["end_s"] > seconds + OUTSIDE)]


def timed(events: Sequence[Event], seconds: Optional[float] = None) -> list[Event]:
    """The same events with their times in seconds, not as the file of another clip stores them.
    Those outside of a clip with this duration stay as they are."""
    kept = [] if seconds is None else outside(events, seconds)
    return [event if event["start_s"] is None or event in kept else
            {**event, "start": None, "end": None} for event in events]


def is_mark(name: str, code_page: int = 0) -> bool:
    """Whether a mark of a bank can have a name, in a code page or in the usual one."""
    try:
        return 0 < len(name.encode(f"cp{code_page or 1251}")) <= MARK_BYTES
    except ValueError:
        return False


def _pair(markers: Iterable[Marker]) -> list[Pair]:
    """Pairs by time; a single begin or end is a moment."""
    begun: dict[str, list[int]] = {}
    found: list[Pair] = []
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


def _match(events: list[Event], markers: list[Marker],
           timeline: Timeline) -> tuple[list[Optional[Event]], list[Pair]]:
    """Each event as it is now, None if it was removed; and the pairs that belong to no event."""
    left, changed = Counter(markers), []
    now: list[Optional[Event]] = list(events)
    for index, event in enumerate(events):
        wanted = Counter(markers_of(event, timeline))
        if wanted - left:
            changed.append(index)
            now[index] = None
        else:
            left -= wanted
    pairs = _pair(left.elements())
    for part in (slice(1, 3), slice(0, 1)):  # another name, then another time
        for index in changed:
            own = _pair(markers_of(events[index], timeline))[0]
            same = [pair for pair in pairs if pair[part] == own[part] and now[index] is None]
            if same:
                now[index] = _edited_event(events[index], own, same[0], timeline)
                pairs.remove(same[0])
    return now, pairs


def _edited_event(event: Event, old: Pair, new: Pair, timeline: Timeline) -> Event:
    """An event with the name and the times of its markers; an end that was not moved keeps its
    exact time."""
    event = dict(event)
    if new[0] != old[0]:
        event.update(_name_and_value(new[0]))
    if new[1:] != old[1:]:
        times = [event[key] if before == after else timeline.seconds(after)
                 for key, before, after in zip(("start_s", "end_s"), old[1:], new[1:])]
        if times[0] > times[1]:
            times = [timeline.seconds(frame) for frame in new[1:]]
        event.update(start=None, end=None, start_s=times[0], end_s=times[1])
    return event


def _name_and_value(label: str) -> Event:
    name, _, value = label.partition("=")
    return {"name": name, "value": value}
