"""Skeletons."""
from __future__ import annotations

import ctypes
import functools
import json
from typing import Any

from . import _arrays
from ._core import Core, Handle
from ._sampling import number_of


# The name of a kind of poses: its number in the library, and the floats of a bone.
KINDS = {"model": (0, 16), "local": (1, 16), "parts": (2, 10)}


def layout(kind: str, bone_count: int) -> Any:
    """What a pose is made with: the number of its kind, the type of its block, its shape, and the
    function that makes an array or a memoryview of it."""
    number_of(kind, list(KINDS), "kind of poses")
    number, size = KINDS[kind]
    return (number, ctypes.c_float * (bone_count * size), (bone_count, size), _arrays.viewer())


class Skeleton(Handle):
    """A skeleton: from File.skeleton(), bound to that file, or a built-in one.

    source  a dictionary: "source" (given, in_file, candidate, builtin, recovered,
            none), "candidate" (index in the candidates of the search, or -1), "name"; after a
            search also "missing", "considered" and "nearest" (gait_flat_search() in flat.h)
    """

    def __init__(self, owner: Any, core: Core, handle: int, source: dict[str, Any]) -> None:
        super().__init__(core, handle, owner=owner)
        self.source = source

    def _about(self) -> str:
        return f"{self.name!r}, {self.bone_count} bones"

    def json(self) -> str:
        """The text of the gait.skeleton/1 document."""
        return self._core.call_for_text("skeleton_json", self._handle)

    @functools.cached_property
    def _document(self) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(self.json())
        return document

    @property
    def name(self) -> str:
        """The name of the skeleton, or ""."""
        return self._document["name"] or ""

    @property
    def bones(self) -> list[dict[str, Any]]:
        """The bones of gait.skeleton/1: name, parent, rest pose, origins."""
        bones: list[dict[str, Any]] = self._document["bones"]
        return bones

    @property
    def bone_count(self) -> int:
        """The number of bones, the first dimension of poses."""
        count: int = self._core.call("bone_count", self._handle)
        return count

    def rest(self, kind: str = "model") -> _arrays.Floats:
        """The rest pose, in the form of Clip.pose(). Raises GaitError when it is not known."""
        number, block_type, shape, view = layout(kind, self.bone_count)
        block = block_type()
        self._core.call("rest", self._handle, number, block)
        pose: _arrays.Floats = view(block, shape)
        return pose
