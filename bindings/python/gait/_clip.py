"""Clips and their poses."""
from __future__ import annotations

import array
import ctypes
import functools
import json
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Optional

from . import _arrays, _sampling
from ._core import Handle, encode, handle_of
from ._errors import GaitError, Status
from ._skeleton import Skeleton, layout

if TYPE_CHECKING:
    from ._file import File


class Clip(Handle):
    """A clip on a skeleton. Poses are in metres and in the axes of glTF.

    file      of the clip
    index     of the clip in its file
    skeleton  the bones of its poses, bone_count of them
    """

    def __init__(self, file: File, index: int, skeleton: Skeleton) -> None:
        core = file._core
        super().__init__(core, core.call("clip", file._handle, index,
                                         handle_of(core, skeleton, Skeleton, "skeleton")),
                         owner=file)
        self.index = index
        self.skeleton = skeleton
        self.file = file
        self.bone_count = skeleton.bone_count
        self._layouts: dict[str, Any] = {}

    def _about(self) -> str:
        return f"{self.name!r} of {self.file.name!r}"

    @functools.cached_property
    def name(self) -> str:
        """The name of the clip."""
        name: str = self.file.clips[self.index]["name"]
        return name

    @property
    def frame_count(self) -> int:
        """The number of frames."""
        count: int = self._core.call("frame_count", self._handle)
        return count

    @property
    def has_phases(self) -> bool:
        """True when times are phases of the clip, not seconds."""
        return bool(self._core.call("has_phases", self._handle))

    @property
    def range(self) -> tuple[float, float]:
        """The times between which the clip is played: of phases 0 and 1, and beyond them keys."""
        block = (ctypes.c_double * 2)()
        self._core.call("range", self._handle, block)
        return block[0], block[1]

    @property
    def rate(self) -> float:
        """The frames per second; 30 for a single frame, and for a clip in phases."""
        (first, last), count = self.range, self.frame_count
        is_known = count > 1 and last > first and not self.has_phases
        return round((count - 1) / (last - first), 3) if is_known else 30

    @property
    def root_motion(self) -> tuple[float, float, float]:
        """The displacement per cycle that the file stores beside the keys, in metres."""
        block = (ctypes.c_float * 3)()
        self._core.call("root_motion", self._handle, block)
        return block[0], block[1], block[2]

    @property
    def times(self) -> _arrays.Floats:
        """The times of all frames, in seconds or phases."""
        count = self.frame_count
        block = (ctypes.c_float * count)()
        self._core.call("times", self._handle, block)
        return _arrays.viewer()(block, (count,))

    # --- poses ------------------------------------------------------------------------------------

    def pose(self, time: float, kind: str = "model") -> _arrays.Floats:
        """The pose at a time: one row per bone.

        "model", "local"  16 floats: the matrix in model space, or relative to the parent, column by
                          column; elements 12 to 14 are the translation
        "parts"           10 floats relative to the parent: translation, rotation (x, y, z, w),
                          scale

        A time outside of the clip is the pose of its first or last frame."""
        number, block_type, shape, view = self._layouts.get(kind) or self._layout(kind)
        block = block_type()
        self._core.call("pose", self._handle, time, number, block)
        pose: _arrays.Floats = view(block, shape)
        return pose

    def poses(self, times: _arrays.Numbers, kind: str = "model") -> _arrays.Floats:
        """The poses at many times: dimensions time, bone, number."""
        number, _, (bones, size), view = self._layouts.get(kind) or self._layout(kind)
        wanted = _arrays.numbers(times, "d")
        block = (ctypes.c_float * (len(wanted) * bones * size))()
        self._core.call("poses", self._handle, _arrays.address(wanted), len(wanted), number, block)
        poses: _arrays.Floats = view(block, (len(wanted), bones, size))
        return poses

    def _layout(self, kind: str) -> Any:
        """layout(), which is kept for further poses."""
        self._layouts[kind] = layout(kind, self.bone_count)
        return self._layouts[kind]

    # --- fast poses, playback ---------------------------------------------------------------------

    def sample(self, times: _arrays.Numbers, kind: str = "model",
               wrap: str = "clamp") -> _arrays.Floats:
        """Fast poses at many times: dimensions time, bone, number. They are less exact than
        poses(), by 0.02 mm and 0.01 degrees per bone. The first call prepares the clip.

        "local", "model"        12 floats: the matrix relative to the parent, or in model space, row
                                by row; elements 3, 7 and 11 are the translation
        "skinning"              12 floats: the matrix from the rest pose to the pose, in model space
        "parts", "model_parts"  10 floats, relative to the parent or in model space: translation,
                                rotation (x, y, z, w), scale
        "joints"                3 floats: the translation in model space
        "rows"                  as "parts", in dimensions time, number, bone; the number of bones is
                                rounded up to a multiple of 8

        Times outside of the clip mean its first or last frame ("clamp"), its repetition ("repeat"),
        or that it is played back and forth ("ping-pong")."""
        wanted = _arrays.numbers(times, "d")
        return self._sample(wanted, len(wanted), kind,
                            _sampling.number_of(wrap, _sampling.WRAPS, "wrap"))

    def sample_played(self, states: Iterable[_sampling.PlayState],
                      kind: str = "model") -> _arrays.Floats:
        """Fast poses at states of play()."""
        wanted = _sampling.moments(states)
        return self._sample(wanted, len(wanted) // 3, kind, None)

    def _sample(self, wanted: array.array[float], count: int, kind: str,
                wrap: Optional[int]) -> _arrays.Floats:
        number = _sampling.number_of(kind, _sampling.KINDS, "kind of fast poses")
        handles = array.array("I", [self._handle]) * count
        block = _sampling.sample(self._core, handles, wanted, number, wrap)
        return _sampling.view(block, count, self.bone_count, number)

    def play(self, seconds: float, duration: float = 0,
             mode: str = "stored") -> _sampling.PlayState:
        """Where a game is in the clip `seconds` after its start.

        `duration` is that of a cycle, in seconds; 0 = as stored, an error for clips with phases.
        `mode`: as the file states ("stored"), in a "loop", or "once"."""
        out = (ctypes.c_double * 8)()
        self._core.call("play", self._handle, seconds, duration,
                        _sampling.number_of(mode, _sampling.MODES, "mode"), out)
        return _sampling.PlayState(int(out[0]), int(out[1]), out[2], int(out[3]),
                                   (out[4], out[5], out[6]), out[7] != 0)

    def mask(self, part: Optional[int] = None) -> _arrays.Floats:
        """A mask for Gait.blend(): one number per bone, 1 for those of a part of the bank, or
        without `part` for those on which X-Ray plays the clip, otherwise 0."""
        number = -1 if part is None else _arrays.integer(part, "part", 1 << 31)
        block = (ctypes.c_float * self.bone_count)()
        self._core.call("mask", self._handle, number, block)
        return _arrays.viewer()(block, (self.bone_count,))

    # --- keys -------------------------------------------------------------------------------------

    def keys(self, rests: _arrays.Numbers, axes: Optional[_arrays.Numbers] = None,
             duration: float = 0) -> bytes:
        """The keys of the clip for a program that has its own rest pose, as one block of bytes,
        which key_channels() divides.

        `rests` has 16 numbers per bone, the matrix of its rest pose in model space, column by
        column, in the axes of the program. `axes` is the matrix from the axes of glTF to those, by
        default the same axes. `duration` is that of a clip with phases, in seconds; 0 = that of an
        export with default options."""
        matrices, turn = self._host(rests, axes)
        return self._core.call_for_bytes("keys", self._handle, _arrays.address(matrices),
                                         turn and _arrays.address(turn), duration)

    def curves(self, rests: _arrays.Numbers, axes: Optional[_arrays.Numbers] = None,
               fps: float = 30, first_frame: float = 0, duration: float = 0) -> bytes:
        """The same keys as curves over the frames of the program, which curve_channels() divides.

        The first frame of the clip is at `first_frame`, and `fps` is the number of frames per
        second. Frames that are nearly whole are whole."""
        matrices, turn = self._host(rests, axes)
        return self._core.call_for_bytes("curves", self._handle, _arrays.address(matrices),
                                         turn and _arrays.address(turn), fps, first_frame, duration)

    def host_pose(self, rests: _arrays.Numbers, axes: Optional[_arrays.Numbers],
                  time: float) -> _arrays.Floats:
        """The pose at a time relative to the rest pose of the program: one row per bone, rotation
        (w, x, y, z) and translation. A time outside of the clip is the pose of its first or last
        frame."""
        matrices, turn = self._host(rests, axes)
        block = (ctypes.c_float * (self.bone_count * 7))()
        self._core.call("host_pose", self._handle, _arrays.address(matrices),
                        turn and _arrays.address(turn), time, block)
        return _arrays.viewer()(block, (self.bone_count, 7))

    def _host(self, rests: _arrays.Numbers, axes: Optional[_arrays.Numbers]) -> Any:
        """The matrices of a program; None = glTF axes."""
        return (_arrays.matrices(rests, self.bone_count, "rests"),
                None if axes is None else _arrays.matrices(axes, 1, "axes"))

    # --- pictures, comparison ---------------------------------------------------------------------

    def svg(self, view: str = "side", figures: int = 0) -> str:
        """A strip of figures as SVG. `view`: side, front, top, three-quarter; 0 figures = 8."""
        return self._core.call_for_text("draw", self._handle, encode(view, "view"),
                                        _arrays.integer(figures, "figures"))

    def compare(self, other: Clip) -> dict[str, Any]:
        """The largest distance and angle of each bone in the frames of two clips, in millimetres
        and degrees."""
        report: dict[str, Any] = json.loads(self._core.call_for_bytes(
            "compare", self._handle, handle_of(self._core, other, Clip, "other")))
        return report

    def distances(self, other: Clip, times: _arrays.Numbers,
                  other_times: _arrays.Numbers) -> _arrays.Floats:
        """How far two clips are apart at pairs of times: the largest distance of bones with equal
        names, in metres, at times[i] of this clip and other_times[i] of the other one. A time
        outside of a clip is that of its first or last frame."""
        own, others = _arrays.numbers(times, "d"), _arrays.numbers(other_times, "d")
        if len(own) != len(others):
            raise GaitError(Status.BAD_ARGUMENT, f"other_times: {len(own)} numbers are required, "
                                                 f"not {len(others)}")
        block = (ctypes.c_float * len(own))()
        self._core.call("distances", self._handle, handle_of(self._core, other, Clip, "other"),
                        _arrays.address(own), _arrays.address(others), len(own), block)
        return _arrays.viewer()(block, (len(own),))


def key_channels(block: _arrays.Buffer) -> list[tuple[_arrays.Floats, _arrays.Floats]]:
    """The channels of a block of Clip.keys(), without copying: for each bone its rotation, with
    rows of time, w, x, y, z, and its translation, with rows of time, x, y, z."""
    view = _arrays.viewer()
    rest = memoryview(block).cast("B")
    channels = []
    while len(rest) > 0:
        counts = rest[:8].cast("I") if len(rest) >= 8 else [0, 0]
        ends = 8, 8 + 20 * counts[0], 8 + 20 * counts[0] + 16 * counts[1]
        if len(rest) < ends[2]:
            raise GaitError(Status.TRUNCATED, "the block of keys ends too early")
        channels.append((view(rest[ends[0]:ends[1]], (counts[0], 5)),
                         view(rest[ends[1]:ends[2]], (counts[1], 4))))
        rest = rest[ends[2]:]
    return channels


def split_curves(block: _arrays.Buffer) -> Iterator[tuple[int, array.array[float]]]:
    """The curves of a block of Clip.curves(): the number of keys of each, and their frames and
    values. Faster than curve_channels(), and for a block that is known to be complete."""
    counts, numbers, at = memoryview(block).cast("B").cast("I"), array.array("f", block), 0
    while at < len(counts):
        end = at + 1 + 2 * counts[at]
        yield counts[at], numbers[at + 1:end]
        at = end


def curve_channels(block: _arrays.Buffer) -> list[list[_arrays.Floats]]:
    """The curves of a block of Clip.curves(), without copying: for each bone seven of them, the
    rotation (w, x, y, z), then the translation (x, y, z), with rows of frame, value."""
    view = _arrays.viewer()
    rest = memoryview(block).cast("B")
    curves = []
    while len(rest) > 0:
        end = 4 + 8 * rest[:4].cast("I")[0] if len(rest) >= 4 else 4
        if len(rest) < end:
            raise GaitError(Status.TRUNCATED, "the block of curves ends too early")
        curves.append(view(rest[4:end], (end // 8, 2)))
        rest = rest[end:]
    if len(curves) % 7 != 0:
        raise GaitError(Status.TRUNCATED, "the block of curves ends too early")
    return [curves[first:first + 7] for first in range(0, len(curves), 7)]
