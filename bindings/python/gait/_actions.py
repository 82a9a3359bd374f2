"""Actions of other programs that were imported from clips: their names and their extents."""
from __future__ import annotations

import re
from typing import Any, Optional


def is_renamed(name: str, clip: str) -> bool:
    """Whether a user gave an action another name than that of its clip. Programs such as Blender
    cut and number names."""
    plain = re.sub(r"\.\d{3,}$", "", name)
    return name != clip and not (plain and clip.startswith(plain))


def bone_of(path: str) -> str:
    """The name of the bone in the data path of an F-curve, still escaped; "" for other paths."""
    found = re.match(r'pose\.bones\["(.*)"\]', path)
    return found[1] if found else ""


def extent(about: dict[str, Any], last_key: float,
           frame_range: Optional[tuple[float, float]]) -> tuple[float, float]:
    """The first frame of an action, and the number of frames up to its last one. A clip is as long
    as in its base, unless the range of its action was changed, or keys were added after it.

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
    last = last_key - first
    is_longer = last > max(frames, about.get("last_key", first) - first) + 1e-3
    return first, last if is_longer or (last > 0 and not frame_range) else frames


def whole_frames(seconds: float, fps: float) -> float:
    """A number of frames, which is whole if it nearly is."""
    frames = seconds * fps
    return round(frames) if abs(frames - round(frames)) < 1e-4 else frames
