"""Animations that stay open, content of files that were replaced, and content as text."""
from __future__ import annotations

import base64
import binascii
import collections
import hashlib
import json
import os
import zlib
from typing import Any, Generic, Iterable, Mapping, Optional, TypeVar, Union

from ._animation import Animation, Source, read_file
from ._context import Gait

Opened = TypeVar("Opened", bound=Animation)


def text_of(content: bytes) -> str:
    """A file as text, with its size and its SHA-256, for programs that store files in their own."""
    data = base64.b64encode(zlib.compress(content, 1)).decode()
    return f"{len(content)} {hashlib.sha256(content).hexdigest()} {data}"


def content_of(text: str) -> Optional[bytes]:
    """The file of a text_of(); None if the text is damaged."""
    try:
        size, sha256, data = text.split(" ")
        content = zlib.decompressobj().decompress(base64.b64decode(data, validate=True),
                                                  int(size) + 1)
    except (ValueError, binascii.Error, zlib.error):
        return None
    is_whole = len(content) == int(size) and hashlib.sha256(content).hexdigest() == sha256
    return content if is_whole else None


class Replaced:
    """What files contained before a program replaced them, while it runs."""

    def __init__(self) -> None:
        self._old: dict[tuple[str, str], bytes] = {}  # by the path and the SHA-256
        self._written: set[tuple[str, str]] = set()

    def clear(self) -> None:
        """Forgets all contents, such as when the program opens another document."""
        self._old.clear()
        self._written.clear()

    def add(self, path: str, old: Iterable[bytes], new_sha256: str) -> None:
        """Remembers contents that a file had or would have had, and what it has now."""
        path = os.path.realpath(path)
        self._old.update(((path, hashlib.sha256(each).hexdigest()), each) for each in old)
        self._written.add((path, new_sha256))

    def find(self, path: str, sha256: str) -> Optional[bytes]:
        """The content with this checksum that the program has replaced in a file. None if there is
        none, or if the file is not as the program has written it. Raises OSError."""
        is_own = self._written and self.is_own(path, None)
        return self._old.get((os.path.realpath(path), sha256)) if is_own else None

    def is_own(self, path: str, written_sha256: Optional[str]) -> bool:
        """Whether the program has written the content of a file: to this path in this run, or it
        has this checksum. Raises OSError."""
        now = hashlib.sha256(read_file(path) if os.path.isfile(path) else b"").hexdigest()
        return (os.path.realpath(path), now) in self._written or now == written_sha256


def _version_of(path: str, files: Mapping[str, bytes]) -> Any:
    """What changes when a file does; None without one."""
    if path in files:
        return hashlib.sha256(files[path]).hexdigest()
    if not os.path.isfile(path):
        return None
    about = os.stat(path)
    return about.st_size, about.st_mtime_ns


class OpenAnimations(Generic[Opened]):
    """The animations of a class that were opened last, at most `count` of them."""

    def __init__(self, kind: type[Opened], count: int = 6) -> None:
        self._kind, self._count = kind, count
        self._kept: collections.OrderedDict[Any, Opened] = collections.OrderedDict()

    def open(self, path: str, skeleton: Union[str, Source] = "", code_page: int = 0,
             search: Iterable[str] = (), files: Optional[Mapping[str, bytes]] = None,
             context: Optional[Gait] = None) -> Opened:
        """Animation.open(), or the same object again if the file and that of a skeleton which was
        chosen have not changed."""
        files = files or {}
        model = skeleton if isinstance(skeleton, str) else skeleton.get("path", "")
        versions = [_version_of(each, files) for each in (path, model)]
        key = path, *versions, json.dumps(skeleton), code_page, tuple(search)
        if key not in self._kept:
            self._kept[key] = self._kind.open(path, skeleton, code_page, search, files, context)
        self._kept.move_to_end(key)
        while len(self._kept) > self._count:
            self._kept.popitem(last=False)  # is closed when nothing uses it any more
        return self._kept[key]

    def content_of(self, path: str, sha256: str) -> Optional[bytes]:
        """The content of an open animation with this path and checksum. Older contents of the path
        count too. None if no content matches."""
        return next((opened.content for opened in self._kept.values()
                     if (opened.path, opened.sha256) == (path, sha256)), None)

    def clear(self) -> None:
        self._kept.clear()
