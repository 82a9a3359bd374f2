"""Gait: skeletal animation files of Operation Flashpoint, Arma and S.T.A.L.K.E.R.

    import gait

    with gait.open("stalker.omf") as bank:
        clip = bank.clip("walk")
        pose = clip.pose(0.5)

Everything that holds memory has close(), works with `with`, and is otherwise closed when it is
collected. All errors of the library are GaitError.
"""
from __future__ import annotations

import functools
from typing import Any, Iterable, Optional

from . import _core, documents
from ._actions import (ActionFrames, at_rate, bone_of, extent, is_renamed, is_same_content, moved,
                       spread, whole_frames)
from ._animation import (Animation, SkeletonError, choose_skeleton, lost_changes, new_findings,
                         read_file)
from ._armature import ArmatureBone, BoneShape, Misfit, bone_shapes, listing, misfit
from ._arrays import Buffer, Floats, Numbers
from ._clip import Clip, curve_channels, key_channels, split_curves
from ._context import Content, Gait, Name
from ._conversion import Conversion, OutputFile
from ._edits import (KEPT, Difference, Edited, EditResult, OptimiseResult, RoundTrip, Salvaged,
                     describe, summary)
from ._errors import GaitError, Status
from ._file import File
from ._kept import OpenAnimations, Replaced, content_of, text_of
from ._markers import (MARK_BYTES, Timeline, cut_text, is_mark, markers_of, outside, read_markers,
                       timed)
from ._mesh import Binding, Mesh
from ._mod import Mod
from ._models import ROOTS, find_skeleton, is_rtm, mod_folders, models_in
from ._output import (ONE_CLIP, NewFile, backup_path, check_axes, convert_edited, counted,
                      find_backup, project_path, select, wrapped, write_files)
from ._parameters import (FLAGS, animations, duplicate_line, extras_of_copy, loop_line, moved_keys,
                          parameters, playback, quoted, reference, refusal_of_events, rename_line,
                          set_parameter, toggled_flag)
from ._sampling import PlayState
from ._skeleton import Skeleton

__all__ = [
    "ActionFrames", "Animation", "ArmatureBone", "Binding", "BoneShape", "Buffer", "Clip",
    "Content", "Conversion", "Difference", "EditResult", "Edited", "FLAGS", "File", "Floats",
    "Gait", "GaitError", "KEPT", "MARK_BYTES", "Mesh", "Misfit", "Mod", "Name", "NewFile",
    "Numbers", "OpenAnimations", "OptimiseResult", "OutputFile", "ONE_CLIP", "PlayState", "ROOTS",
    "Replaced", "RoundTrip", "Salvaged", "Skeleton", "SkeletonError", "Status", "Timeline",
    "animations", "at_rate", "backup_path", "blend", "blend_add", "bone_of", "bone_shapes", "build",
    "builtin", "builtins", "check_axes", "check_banks", "choose_skeleton", "content_of",
    "convert_edited", "counted", "curve_channels", "cut_text", "describe", "duplicate_line",
    "edited", "examine", "extent", "extras_of_copy", "find_backup", "find_skeleton", "findings",
    "formats", "is_mark", "is_renamed", "is_rtm", "is_same_content", "key_channels", "listing",
    "loop_line", "lost_changes", "markers_of", "misfit", "mod", "mod_folders", "models_in", "moved",
    "moved_keys", "new_findings", "open", "outside", "parameters", "playback", "project_path",
    "quoted", "read_file", "read_markers", "reference", "refusal_of_events", "rename_line", "rules",
    "sample", "sarif", "select", "set_parameter", "split_curves", "spread", "summary", "text_of",
    "timed", "toggled_flag", "unload", "version", "whole_frames", "wrapped", "write_files",
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


def open(content: Content, name: Name = "", code_page: int = 0) -> File:
    """Gait.open() in a shared context."""
    return _default().open(content, name, code_page)


def examine(content: Content, name: Name = "", code_page: int = 0) -> File:
    """Gait.examine() in a shared context."""
    return _default().examine(content, name, code_page)


def builtin(name: str) -> Skeleton:
    """Gait.builtin() in a shared context."""
    return _default().builtin(name)


def builtins() -> documents.Builtins:
    """Gait.builtins() in a shared context."""
    return _default().builtins()


def formats() -> documents.Formats:
    """Gait.formats() in a shared context."""
    return _default().formats()


def edited(skeleton: Skeleton, rests: Numbers, axes: Optional[Numbers] = None) -> Edited:
    """Gait.edited() in a shared context."""
    return _default().edited(skeleton, rests, axes)


def mod(paths: Iterable[str], name: str = "", code_page: int = 0,
        game: Iterable[str] = ()) -> Mod:
    """Gait.mod() in a shared context."""
    return _default().mod(paths, name, code_page, game)


def sample(clips: Iterable[Clip], times: Numbers, kind: str = "model",
           wrap: str = "clamp") -> Floats:
    """Gait.sample() in a shared context."""
    return _default().sample(clips, times, kind, wrap)


def blend(a: Numbers, b: Numbers, weight: float, mask: Optional[Numbers] = None) -> Floats:
    """Gait.blend() in a shared context."""
    return _default().blend(a, b, weight, mask)


def blend_add(pose: Numbers, added: Numbers, reference: Numbers, weight: float,
              mask: Optional[Numbers] = None) -> Floats:
    """Gait.blend_add() in a shared context."""
    return _default().blend_add(pose, added, reference, weight, mask)


def rules() -> documents.Rules:
    """Gait.rules() in a shared context."""
    return _default().rules()


def findings() -> documents.Check:
    """Gait.findings() of the shared context."""
    return _default().findings()


def build(text: str | bytes, allow_damage: bool = False) -> bytes:
    """Gait.build() in a shared context."""
    return _default().build(text, allow_damage)


def sarif(files: Iterable[File], rules_url: Optional[str] = None) -> dict[str, Any]:
    """Gait.sarif() in a shared context."""
    return _default().sarif(files, rules_url)


def check_banks(model: File, banks: Iterable[tuple[int, Optional[File]]]) -> documents.Check:
    """Gait.check_banks() in a shared context."""
    return _default().check_banks(model, banks)
