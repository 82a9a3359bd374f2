"""Skeletons."""
from __future__ import annotations

import functools
import json
from typing import Any

from ._core import Core, Handle


class Skeleton(Handle):
    """A skeleton: from File.skeleton(), bound to that file, or a built-in one.

    source  a dictionary: "source" (given, in_file, candidate, builtin, none), "candidate" (index in
            the candidates of the search, or -1), "name"
    """

    def __init__(self, owner: Any, core: Core, handle: int, source: dict[str, Any]) -> None:
        super().__init__(core, handle)
        self._owner = owner  # is not collected before the skeleton
        self.source = source

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
