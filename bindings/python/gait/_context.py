"""A context of the library: opens files, and what does not concern a single file."""
from __future__ import annotations

import builtins
import functools
import json
import os
import weakref
from typing import Any, Iterable, Optional, Union, cast

from . import _arrays, _sampling, documents
from ._clip import Clip
from ._core import Closable, Core, encode, handle_of
from ._edits import Edited
from ._errors import GaitError, Status
from ._file import BORROW, File
from ._mod import Mod
from ._skeleton import Skeleton

Name = Union[str, "os.PathLike[str]"]
Content = Union[_arrays.Buffer, Name]  # bytes, or the path of a file


class Gait(Closable):
    """A context. The module functions of the same names use one that they share.

    `max_bytes` limits the memory of each document; 0 = 4 GiB. One thread at a time runs in a
    context: threads that shall run at once need one each. close() closes everything that was opened
    in it."""

    def __init__(self, max_bytes: int = 0) -> None:
        self._core = Core(_arrays.integer(max_bytes, "max_bytes", 1 << 63))
        self._finalizer = weakref.finalize(self, self._core.delete)

    def close(self) -> None:
        self._finalizer()

    @property
    def version(self) -> str:
        """The version of the library."""
        text: bytes = self._core.library.gait_flat_library_version()
        return text.decode()

    @functools.cached_property
    def builtin_names(self) -> list[str]:
        """The names of the built-in skeletons."""
        return [each["name"] for each in self.builtins()["skeletons"]]

    @functools.cached_property
    def advice(self) -> dict[str, str]:
        """What to do about the findings of each rule."""
        return {rule["id"]: rule["advice"] for rule in self.rules()["rules"]}

    # --- files ------------------------------------------------------------------------------------

    def open(self, content: Content, name: Name = "", code_page: int = 0) -> File:
        """Opens a file from its path, or from its bytes, which are not copied if the type is
        `bytes`. Animation.open() also searches its skeleton beside it.

        `name` is the name of the file, also with folders, by default the path; code_page that of
        names in it: 1250, 1251, 1252, or 0 = the default."""
        return self._open("open", content, name, code_page)

    def examine(self, content: Content, name: Name = "", code_page: int = 0) -> File:
        """Like open(), but also returns a file that cannot be opened, because it is damaged or its
        format is unknown: format, info(), list(), check() and sarif() describe it, everything else
        raises GaitError."""
        return self._open("examine", content, name, code_page)

    def _open(self, function: str, content: Content, name: Name, code_page: int) -> File:
        path = os.fspath(name)
        if isinstance(content, (str, os.PathLike)):
            path = path or os.fspath(content)
            with builtins.open(content, "rb") as stream:
                content = stream.read()
        kept = [_arrays.as_bytes(content)]
        handle = self._core.call(function, kept[0], len(kept[0]), encode(path, "name"),
                                 _arrays.integer(code_page, "code_page"), BORROW)
        return File(self, self._core, handle, path, kept)

    def builtin(self, name: str) -> Skeleton:
        """A built-in skeleton, such as "xray-stalker"."""
        return Skeleton(self, self._core, self._core.call("builtin", encode(name, "name")),
                        {"source": "builtin", "candidate": -1, "name": name})

    def edited(self, skeleton: Skeleton, rests: _arrays.Numbers,
               axes: Optional[_arrays.Numbers] = None) -> Edited:
        """Collects clips without a base file, for Edited.gltf(). The skeleton can be any of this
        context; the other arguments are those of Clip.keys()."""
        handle_of(self._core, skeleton, Skeleton, "skeleton")
        return Edited(None, skeleton, rests, axes)

    def mod(self, paths: Iterable[str], name: str = "", code_page: int = 0,
            game: Iterable[str] = ()) -> Mod:
        """The index of a mod. `paths`: its files, relative to its folder; `name`: the name of this
        folder; `game`: the files of the unpacked game."""
        return Mod(self, self._core, paths, name, code_page, game)

    # --- poses ------------------------------------------------------------------------------------

    def sample(self, clips: Iterable[Clip], times: _arrays.Numbers, kind: str = "model",
               wrap: str = "clamp") -> _arrays.Floats:
        """Clip.sample() for many clips at once: the pose of clips[i] at times[i]. The result has
        one dimension, with the poses one after the other."""
        handles = _arrays.list_of(handle_of(self._core, clip, Clip, "clips") for clip in clips)
        block = _sampling.sample(self._core, handles, _arrays.numbers(times, "d"),
                                 _sampling.number_of(kind, _sampling.KINDS, "kind of fast poses"),
                                 _sampling.number_of(wrap, _sampling.WRAPS, "wrap"))
        return _arrays.viewer()(block, (len(block),))

    def blend(self, a: _arrays.Numbers, b: _arrays.Numbers, weight: float,
              mask: Optional[_arrays.Numbers] = None) -> _arrays.Floats:
        """Blends two poses of the kind "parts": a with weight 0, b with weight 1. `mask` has a
        factor per bone by which the weight is multiplied, such as those of Clip.mask()."""
        return _sampling.blend(self._core, "blend", (a, b), weight, mask)

    def blend_add(self, pose: _arrays.Numbers, added: _arrays.Numbers, reference: _arrays.Numbers,
                  weight: float, mask: Optional[_arrays.Numbers] = None) -> _arrays.Floats:
        """Adds to `pose` what distinguishes `added` from `reference`."""
        return _sampling.blend(self._core, "blend_add", (pose, added, reference), weight, mask)

    # --- documents --------------------------------------------------------------------------------

    def rules(self) -> documents.Rules:
        """All rules: gait.rules/1."""
        return cast(documents.Rules, _parse(self._core.call_for_bytes("rules")))

    def formats(self) -> documents.Formats:
        """All formats, and what can be done with each: gait.formats/1."""
        return cast(documents.Formats, _parse(self._core.call_for_bytes("formats")))

    def builtins(self) -> documents.Builtins:
        """The built-in skeletons: gait.skeletons/1."""
        return cast(documents.Builtins, _parse(self._core.call_for_bytes("builtins")))

    def build(self, text: str | bytes, allow_damage: bool = False) -> bytes:
        """The bytes of the file that a text from File.dump() describes.

        A file in which check() finds errors is refused, unless allow_damage is true."""
        content = text.encode() if isinstance(text, str) else bytes(text)
        return self._core.call_for_bytes("build", content, len(content), int(allow_damage))

    def sarif(self, files: Iterable[File], rules_url: Optional[str] = None) -> dict[str, Any]:
        """A SARIF log with the findings of files."""
        handles = _arrays.list_of(self._own(file) for file in files)
        return _parse(self._core.call_for_bytes("sarif", _arrays.address(handles), len(handles),
                                                encode(rules_url, "rules_url")))

    def check_banks(self, model: File,
                    banks: Iterable[tuple[int, Optional[File]]]) -> documents.Check:
        """Checks a model against its banks: an element of "files" of gait.check/1.

        Each bank is the index of the reference that resolved to it, in ascending order, and its
        file, or None for one that cannot be read."""
        pairs = list(banks)
        refs = _arrays.list_of(ref for ref, _ in pairs)
        files = _arrays.list_of(self._own(file) if file else 0 for _, file in pairs)
        return cast(documents.Check, _parse(self._core.call_for_bytes(
            "check_banks", self._own(model), _arrays.address(files), _arrays.address(refs),
            len(pairs))))

    def findings(self) -> documents.Check:
        """The findings of the last call, also warnings of one that succeeded: an element of "files"
        of gait.check/1."""
        return cast(documents.Check, _parse(self._core.findings()))

    def _own(self, file: File) -> int:
        """The handle of a file of this context."""
        return handle_of(self._core, file, File, "a file")


def _parse(content: bytes) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(content)
    return document
