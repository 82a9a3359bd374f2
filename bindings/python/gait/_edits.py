"""Results of edits and round trips, and the keys of clips that a program edited."""
from __future__ import annotations

import array
from typing import (TYPE_CHECKING, Any, Callable, Collection, Iterable, NamedTuple, Optional,
                    Sequence)

from . import _arrays
from ._core import Handle, encode
from ._errors import GaitError, Status
from ._skeleton import Skeleton

if TYPE_CHECKING:
    from ._file import File


# Outcomes of clips without a change.
KEPT = ("unchanged", "kept", "left_out")
_NOTES = ("between_keys", "no_place", "scaled", "cut_start", "ambiguous")


class EditResult(NamedTuple):
    """The bytes of the edited file, and each change: its "line" of the script and its "text"."""

    bytes: bytes
    changes: list[dict[str, Any]]


class OptimiseResult(NamedTuple):
    """The bytes of the smaller file, and what was done: the "result" of gait.optimise/1."""

    bytes: bytes
    report: dict[str, Any]


class Salvaged(NamedTuple):
    """The bytes of a bank with the complete motions of a damaged one, and what was kept: "kept" of
    "stated" motions, "damage_offset", "lost_params"."""

    bytes: bytes
    report: dict[str, Any]


class RoundTrip(NamedTuple):
    """The bytes of the new file, and its gait.roundtrip/1 document."""

    bytes: bytes
    report: dict[str, Any]


def describe(clip: dict[str, Any], frame_of: Optional[Callable[[float], float]] = None) -> str:
    """A line about what differs in a clip of a gait.roundtrip/1 document. `frame_of` returns the
    frame of a program for a time in seconds from the start of the clip; without it, the frame is
    the nearest key of the base file."""
    parts = [clip["name"]] + [clip["outcome"]] * (clip["outcome"] != "changed")
    for error, unit, name in ((clip["rotation"], "deg", "degrees"),
                              (clip["translation"], "mm", "mm")):
        if error:
            text = f"{error[unit]:.1f}" if error[unit] >= 1 else f"{error[unit]:.2g}"
            frame = frame_of(error["time_s"]) if frame_of else error["frame"]
            parts.append(f"{text} {name} {error['bone']['name']} frame {frame:.6g}")
    if clip["to_s"] is not None:
        parts.append(f"{clip['to_s']:.4g} s instead of {clip['from_s']:.4g} s")
    if clip["to_keys"] is not None:
        parts.append(f"{clip['to_keys']} keys instead of {clip['from_keys']}")
    return " ".join(parts + clip["metadata"] + [note.replace("_", " ") for note in clip["notes"]
                                                if note in _NOTES])


def summary(count: int, changed: Collection[str], changes: Sequence[str], shown: int = 4) -> str:
    """Such as "5 clips, 1 changed: walk 50 degrees root frame 3": the number of clips, and the
    first changes."""
    texts = [*changes[:shown], *["and others"] * (len(changes) > shown)]
    return (f"{count} clip{'s' * (count != 1)}, {len(changed) or 'none'} changed"
            + ": " * bool(texts) + ", ".join(texts))


class Difference(NamedTuple):
    """The largest differences between a pose that is seen and another one: (amount, bone, frame) in
    degrees and metres, and the largest scale of a bone."""

    rotation: tuple[float, str, float]
    place: tuple[float, str, float]
    scale: tuple[float, str, float]

    @property
    def text(self) -> str:
        """Such as "6.7 degrees bip01_head frame 16"; "" without a rotation or a distance."""
        return ", ".join(f"{amount:.1f} {unit} {bone} frame {frame:g}" for amount, unit, bone, frame
                         in ((self.rotation[0], "degrees", *self.rotation[1:]),
                             (1000 * self.place[0], "mm", *self.place[1:])) if amount)

    @property
    def scale_text(self) -> str:
        """Such as "bip01_head 2 times as large in frame 16"; "" without a scale."""
        factor, bone, frame = self.scale
        return f"{bone} {factor:.4g} times as large in frame {frame:g}" if bone else ""

    def exceeds(self, other: Difference) -> bool:
        """Whether a rotation or a distance is larger than that of another Difference."""
        return self.rotation[0] > other.rotation[0] or self.place[0] > other.place[0]


class Edited(Handle):
    """Collects the keys of edited clips, and applies them to their base file, or makes a glTF of
    them."""

    def __init__(self, file: Optional[File], skeleton: Skeleton, rests: _arrays.Numbers,
                 axes: Optional[_arrays.Numbers]) -> None:
        core = skeleton._core
        matrices = _arrays.matrices(rests, skeleton.bone_count, "rests")
        turn = None if axes is None else _arrays.matrices(axes, 1, "axes")
        super().__init__(core, core.call(
            "edited", file._handle_in(core) if file else 0, skeleton._handle,
            _arrays.address(matrices), turn and _arrays.address(turn)), owner=file)
        self.base, self.skeleton = file, skeleton  # are not collected before

    def add(self, name: str, block: _arrays.Buffer, start: float = 0, duration: float = 0,
            stepped: bool = False) -> None:
        """Adds a clip of the base file, or a new one. `block` has the form of Clip.keys(). `start`
        is the time of its first frame, `duration` the time from there to its last frame; 0 = to the
        last key. stepped: values stay until the next key."""
        content = _arrays.as_bytes(block)
        self._core.call("edited_add", self._handle, encode(name, "name"), content, len(content),
                        start, duration, stepped)

    def add_curves(self, name: str, block: _arrays.Buffer, fps: float = 30, first_frame: float = 0,
                   frames: float = 0, stepped: bool = False) -> None:
        """The same with a block in the form of Clip.curves(), in which each curve can have its own
        frames. `first_frame` is the first frame of the clip, `frames` the number of frames to its
        last one; 0 = to the last key."""
        content = _arrays.as_bytes(block)
        self._core.call("edited_add_curves", self._handle, encode(name, "name"), content,
                        len(content), fps, first_frame, frames, stepped)

    def add_poses(self, name: str, poses: _arrays.Numbers, pose_count: int, rows: Iterable[int],
                  fps: float = 30, frames: float = 0,
                  pose_frames: Optional[Sequence[float]] = None) -> None:
        """The same with the poses that are seen in the frames of the clip, one per frame or, with
        `pose_frames`, keys at these frames, from 0 for the first one of the clip on: matrices
        of 16 floats in the model space of the program, column by column, equally many in each of
        `pose_count` poses. `rows` has for each bone of the skeleton the index of its matrix in a
        pose, or -1 if the program lacks the bone. Scales are ignored."""
        block, order = _arrays.numbers(poses, "f"), array.array("i", rows)
        pose_count = _arrays.integer(pose_count, "pose_count")
        places = None if pose_frames is None else array.array("d", pose_frames)
        if pose_count < 1 or len(block) % (16 * pose_count) != 0 or len(
                order) != self.skeleton.bone_count or (
                    places is not None and len(places) != pose_count):
            raise GaitError(Status.BAD_ARGUMENT, "the number of matrices, rows or frames is wrong")
        self._core.call("edited_add_poses", self._handle, encode(name, "name"),
                        _arrays.address(block), len(block) // (16 * pose_count), pose_count,
                        _arrays.address(order), None if places is None else _arrays.address(places),
                        fps, frames)

    def attach(self, metadata: _arrays.Buffer) -> None:
        """Sets the metadata of the clips (a gait.extras/1 document), which are found by their
        names: events and parameters."""
        content = _arrays.as_bytes(metadata)
        self._core.call("edited_attach", self._handle, content, len(content))

    def gltf(self) -> bytes:
        """The clips as a .glb, which can be opened and converted to a new file."""
        return self._core.call_for_bytes("edited_gltf", self._handle)

    def apply(self, add_new: bool = False, drop_missing: bool = False) -> RoundTrip:
        """Applies all clips. Clips that the base file lacks are added only with `add_new`, and
        those that were not added here are removed only with `drop_missing`. The report of a refused
        round trip is that of the GaitError."""
        return RoundTrip(*self._core.call_for_report("edited_apply", self._handle, add_new,
                                                     drop_missing))
