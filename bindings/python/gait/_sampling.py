"""Fast poses, playback and blends."""
from __future__ import annotations

import array
import ctypes
from typing import Any, Iterable, NamedTuple, Optional, Sequence

from . import _arrays
from ._core import Core
from ._errors import GaitError, Status

# The names of the kinds of fast poses, of wraps and of modes, in the order of the library.
KINDS = ("parts", "model_parts", "local", "model", "skinning", "joints", "rows")
WRAPS = ("clamp", "repeat", "ping-pong")
MODES = ("stored", "loop", "once")


class PlayState(NamedTuple):
    """Where a game is in a clip: Clip.play()."""

    key: int  # the last key before it
    next: int  # the key after it
    fraction: float  # from `key` (0) to `next` (1)
    cycles: int  # complete cycles before this one
    root_motion: tuple[float, float, float]  # since the start, in metres
    has_ended: bool  # from the end on of a clip that is played once


def number_of(word: str, words: Sequence[str], what: str) -> int:
    """The index of a word in a list."""
    if word not in words:
        raise GaitError(Status.BAD_ARGUMENT, f"there is no {what} {word!r}: {', '.join(words)}")
    return words.index(word)


def sample(core: Core, handles: array.array[int], times: array.array[float], kind: int,
           wrap: Optional[int]) -> Any:
    """The poses of clips, as one block. Without `wrap`, `times` has the three numbers of a moment
    for each."""
    count = len(handles)
    size = 3 * count if wrap is None else count
    if len(times) != size:
        raise GaitError(Status.BAD_ARGUMENT,
                        f"times: {size} numbers are required, not {len(times)}")
    floats = core.call("sample_size", _arrays.address(handles), count, kind)
    block = (ctypes.c_float * floats)()
    arguments = _arrays.address(handles), _arrays.address(times), count, kind
    if wrap is None:
        core.call("sample_played", *arguments, block)
    else:
        core.call("sample", *arguments, wrap, block)
    return block


def moments(states: Iterable[PlayState]) -> array.array[float]:
    """The moments of states, three numbers each."""
    return array.array("d", [number for state in states for number in state[:3]])


def view(block: Any, count: int, bones: int, kind: int) -> _arrays.Floats:
    """Poses of one clip: dimensions pose, bone, number; or pose, row, bone."""
    size = len(block) // (count * bones) if count and bones else 0
    if KINDS[kind] == "rows":
        return _arrays.viewer()(block, (count, 10, len(block) // (count * 10) if count else 0))
    return _arrays.viewer()(block, (count, bones, size))


def blend(core: Core, function: str, poses: Sequence[_arrays.Numbers], weight: float,
          mask: Optional[_arrays.Numbers]) -> _arrays.Floats:
    """Blends poses of the kind "parts" with the same number of bones."""
    blocks = [_arrays.numbers(pose, "f") for pose in poses]
    bones = len(blocks[0]) // 10
    factors = None if mask is None else _arrays.numbers(mask, "f")
    if any(len(block) != bones * 10 for block in blocks):
        raise GaitError(Status.BAD_ARGUMENT, "the poses do not have ten numbers per bone")
    if factors is not None and len(factors) != bones:
        raise GaitError(Status.BAD_ARGUMENT, "the mask does not have one number per bone")
    out = (ctypes.c_float * (bones * 10))()
    core.call(function, *(_arrays.address(block) for block in blocks), bones, weight,
              factors and _arrays.address(factors), out)
    return _arrays.viewer()(out, (bones, 10))
