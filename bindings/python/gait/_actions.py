"""Actions of other programs that were imported from clips: their names and their extents."""
from __future__ import annotations

import dataclasses
import functools
import math
import re
from typing import Any, Iterable, Optional, Sequence

GAME_FPS = 30
CUT_BYTES = 60  # of names that may be cut: programs keep 63, and no part of a letter
NEAR = 0.01  # frames of a game, from which on a key is between two of them
ROUNDED = 0.0005  # largest difference between a number of an edit and that in its file

Content = tuple[Sequence[Any], Sequence[tuple[Any, Iterable[float], Any]]]


def is_renamed(name: str, clip: str) -> bool:
    """Whether a user gave an action another name than that of its clip. Programs such as Blender
    number names, and cut long ones."""
    plain, own = (re.sub(r"\.\d{3,}$", "", each) for each in (name, clip))
    is_cut = len(name.encode("utf-8", "replace")) >= CUT_BYTES and clip.startswith(plain)
    return name != clip and not (plain and (plain == own or is_cut))


def bone_of(path: str) -> str:
    """The name of the bone in the data path of an F-curve, still escaped; "" for other paths."""
    found = re.match(r'pose\.bones\["((?:[^"\\]|\\.)*)"\]', path)
    return found[1] if found else ""


def extent(about: dict[str, Any], last_key: float, frame_range: Optional[tuple[float, float]],
           first_key: Optional[float] = None) -> tuple[float, float]:
    """The first frame of an action, and the number of frames up to its last one. A clip is as long
    as in its base, unless the range of its action was changed, or keys were added after it. Without
    a range, it has the frames from the first to the last key.

    about        "first_frame" and "fps", and of an action that was written or imported also
                 "duration_s" and, if it was written, "last_key"
    frame_range  first and last frame, if the action has such a range
    """
    first, frames = about["first_frame"], about.get("duration_s", 0) * about["fps"]
    if frame_range:
        start, end = frame_range[0] - first, frame_range[1] - first
        ends = [abs(end - each) for each in (frames, max(frames, 1))]  # of a single frame: both
        if "duration_s" not in about or max(abs(start), min(ends)) > 1e-3:
            return frame_range[0], end - start
    elif first_key is not None:
        first = first_key
    last = last_key - first
    is_longer = last > max(frames, about.get("last_key", first) - first) + 1e-3
    return first, last if is_longer or (last > 0 and not frame_range) else frames


@dataclasses.dataclass
class ActionFrames:
    """The frames of an action. The clip of a game has only some of them."""

    about: dict[str, Any]  # its record: "fps"
    key_frames: Sequence[float]  # in ascending order
    first: float  # frame
    frames: float  # up to the last one
    has_phases: bool = False  # its clip can have keys at all times, not only in frames of games
    rate: float = GAME_FPS  # frames of its clip per second, which some formats state

    @functools.cached_property
    def between(self) -> list[float]:
        """The frames of the clip with keys that are between frames of the game, where they cannot
        be written."""
        games = ((frame - self.first, (frame - self.first) * self.rate / self.about["fps"])
                 for frame in self.key_frames)
        return [frame for frame, game in games if not self.has_phases
                and 0 < frame < self.frames + 1e-3 and abs(game - round(game)) > NEAR]

    @functools.cached_property
    def early(self) -> list[float]:
        """The frames with keys before the first frame of the clip."""
        return [frame for frame in self.key_frames if frame < self.first - 1e-3]

    def around(self, frame: float) -> tuple[float, float, float]:
        """The frames of the game before and after a frame of the clip, and the part between
        them."""
        step = self.about["fps"] / self.rate
        number = math.floor(frame / step)
        return step * number, step * (number + 1), frame / step - number

    def frame_at(self, seconds: float) -> float:
        """The frame at a time of the clip."""
        return float(self.first + seconds * self.about["fps"])

    @property
    def step(self) -> float:
        """The frames between two samples: those of the game if they are not among the frames."""
        fps: float = self.about["fps"]
        return 1 if fps % self.rate == 0 else fps / self.rate

    @functools.cached_property
    def sample_frames(self) -> list[float]:
        """The frames of the clip that are sampled. Those of a clip with phases end with the last
        one, and contain all of its keys."""
        frames = [self.step * number
                  for number in range(math.ceil(self.frames / self.step - 1e-3) + 1)]
        if not self.has_phases:
            return frames
        return sorted({self.frames, *(frame for frame in (*frames, *(
            key - self.first for key in self.key_frames)) if 0 <= frame < self.frames)})


def at_rate(about: dict[str, Any], fps: float) -> dict[str, Any]:
    """What is known of an action that becomes a new clip: its frames are played at another rate."""
    ratio = about["fps"] / fps
    return {**about, "fps": fps, **({"duration_s": about["duration_s"] * ratio}
                                    if "duration_s" in about else {})}


def moved(frame: float, keys: Sequence[tuple[float, float]]) -> float:
    """Where a frame is after keys were moved as moved_keys() returns them: the same proportion of
    the way between the keys before and after it."""
    following = next((number for number, key in enumerate(keys) if key[0] > frame), len(keys))
    around = keys[max(following - 1, 0):following + 1]
    if len(around) < 2 or following == 0:
        return frame + (around[0][1] - around[0][0] if around else 0)
    (start, new_start), (end, new_end) = around
    return new_start + (frame - start) / (end - start) * (new_end - new_start)


def is_same_content(content: Content, other: Content) -> bool:
    """Whether two actions have the same keys, except for what files round. The content of an action
    is (what is not keys, [(what identifies a curve, its frames and values, what is between its
    keys)])."""
    return len(content[1]) == len(other[1]) and _is_near(content[0], other[0]) and all(
        one[0] == two[0] and one[2] == two[2] and _is_near(one[1], two[1])
        for one, two in zip(content[1], other[1]))


def _is_near(values: Iterable[Any], others: Iterable[Any]) -> bool:
    """Whether values are the same, and numbers nearly the same."""
    one, two = list(values), list(others)
    return len(one) == len(two) and all(
        abs(value - wanted) <= ROUNDED if isinstance(value, (int, float)) else value == wanted
        for value, wanted in zip(one, two))


def whole_frames(seconds: float, fps: float) -> float:
    """A number of frames, which is whole if it nearly is."""
    frames = seconds * fps
    return round(frames) if abs(frames - round(frames)) < 1e-4 else frames


def spread(frames: Sequence[float], most: int) -> set[float]:
    """At most so many of the frames, from the first to the last one."""
    last = len(frames) - 1
    return {frames[round(step * last / max(1, most - 1))] for step in range(most)} if frames \
        else set()
