"""The index of a mod."""
from __future__ import annotations

import json
from typing import Any, Iterable, Optional, cast

from . import _arrays, documents
from ._core import Core, Handle, encode, handle_of
from ._errors import GaitError, Status
from ._file import File


class Mod(Handle):
    """The index of a mod: what plays an animation, and for how long.

    Pass the bytes of the files that are needed; then ask:

        while (path := mod.needed()) is not None:
            mod.provide((folder / path).read_bytes())
        for file in mod.uses()["mods"][0]["files"]: ...
    """

    def __init__(self, owner: Any, core: Core, paths: Iterable[str], name: str, code_page: int,
                 game: Iterable[str]) -> None:
        super().__init__(core, core.call("mod", encode(name, "name"),
                                         _arrays.integer(code_page, "code_page")), owner=owner)
        self._needed = -1
        for is_game, each in ((0, paths), (1, game)):
            for path in each:
                core.call("mod_add", self._handle, encode(path, "a path"), is_game)

    def needed(self) -> Optional[str]:
        """The path of a file whose bytes are needed; None = no more are."""
        self._needed, path = self._core.call_with_result("mod_need", self._handle)
        return path.decode() if self._needed >= 0 else None

    def provide(self, content: Optional[_arrays.Buffer]) -> None:
        """The bytes of the file that needed() returned; None = it cannot be read."""
        if self._needed < 0:
            raise GaitError(Status.BAD_ARGUMENT, "needed() returned no path")
        block = None if content is None else _arrays.as_bytes(content)
        self._core.call("mod_provide", self._handle, self._needed, block, len(block or b""))

    def uses(self) -> documents.ModUses:
        """What uses each file, and the files that are missing: gait.uses/1 of one mod, whose root
        is ""."""
        return cast(documents.ModUses, self._parse("mod_uses"))

    def check(self) -> documents.ModCheck:
        """The findings about its configs and unused files: gait.check/1, without causes."""
        return cast(documents.ModCheck, self._parse("mod_check"))

    def list(self, file: File) -> documents.FileList:
        """File.list() of a file whose name is its path in the mod, with the duration, the loop and
        the uses of each clip."""
        return cast(documents.FileList, self._parse(
            "mod_list", handle_of(self._core, file, File, "a file")))

    def _parse(self, name: str, *arguments: int) -> dict[str, Any]:
        document: dict[str, Any] = json.loads(
            self._core.call_for_bytes(name, self._handle, *arguments))
        return document
