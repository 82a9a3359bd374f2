"""Gait: skeletal animation files of Operation Flashpoint, Arma and S.T.A.L.K.E.R.

    import gait

    with gait.open(content, "stalker.omf") as bank:
        clip = bank.clip("walk")
        pose = clip.pose(0.5)

Everything that holds memory has close(), works with `with`, and is otherwise closed when it is
collected. All errors of the library are GaitError.
"""
from __future__ import annotations

import functools
from typing import Any, Iterable, Optional

from . import _core
from ._arrays import Buffer, Floats, Numbers
from ._clip import Clip, curve_channels, key_channels
from ._context import Gait, Name
from ._conversion import Conversion, OutputFile
from ._edits import Edited, EditResult, RoundTrip
from ._errors import GaitError, Status
from ._file import File
from ._models import ROOTS, find_skeleton, is_rtm, mod_folders, models_in
from ._skeleton import Skeleton

__all__ = [
    "Buffer", "Clip", "Conversion", "EditResult", "Edited", "File", "Floats", "Gait", "GaitError",
    "Name", "Numbers", "OutputFile", "ROOTS", "RoundTrip", "Skeleton", "Status", "builtin",
    "builtins", "check_banks", "curve_channels", "edited", "examine", "find_skeleton", "findings",
    "formats", "is_rtm", "key_channels", "mod_folders", "models_in", "open", "rules", "sarif",
    "unload", "version",
]
__version__ = "0.1.0"


@functools.lru_cache(maxsize=None)
def _default() -> Gait:
    """The context of the functions below."""
    return Gait()


def version() -> str:
    """Gait.version of the library that is used."""
    return _default().version


def unload() -> None:
    """Closes everything that was opened, in all contexts, and unloads the library, so that its file
    can be replaced. The next use of the module loads it again."""
    _default.cache_clear()
    _core.unload()


def open(content: Buffer, name: Name = "", code_page: int = 0) -> File:
    """Gait.open() in a shared context."""
    return _default().open(content, name, code_page)


def examine(content: Buffer, name: Name = "", code_page: int = 0) -> File:
    """Gait.examine() in a shared context."""
    return _default().examine(content, name, code_page)


def builtin(name: str) -> Skeleton:
    """Gait.builtin() in a shared context."""
    return _default().builtin(name)


def builtins() -> dict[str, Any]:
    """Gait.builtins() in a shared context."""
    return _default().builtins()


def formats() -> dict[str, Any]:
    """Gait.formats() in a shared context."""
    return _default().formats()


def edited(skeleton: Skeleton, rests: Numbers, axes: Optional[Numbers] = None) -> Edited:
    """Gait.edited() in a shared context."""
    return _default().edited(skeleton, rests, axes)


def rules() -> dict[str, Any]:
    """Gait.rules() in a shared context."""
    return _default().rules()


def findings() -> dict[str, Any]:
    """Gait.findings() of the shared context."""
    return _default().findings()


def sarif(files: Iterable[File], rules_url: Optional[str] = None) -> dict[str, Any]:
    """Gait.sarif() in a shared context."""
    return _default().sarif(files, rules_url)


def check_banks(model: File, banks: Iterable[tuple[int, Optional[File]]]) -> dict[str, Any]:
    """Gait.check_banks() in a shared context."""
    return _default().check_banks(model, banks)
