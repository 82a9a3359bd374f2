"""Animation files on the disk with their skeletons."""
from __future__ import annotations

import contextlib
import functools
import hashlib
import json
import os
from typing import (Any, Callable, ContextManager, Iterable, Iterator, Mapping, Optional, TypeVar,
                    Union)

from ._armature import listing
from ._arrays import Numbers
from ._clip import Clip
from ._context import Gait
from ._errors import GaitError, Status
from ._file import File
from ._mesh import Mesh
from ._models import find_skeleton, is_rtm, not_found
from ._skeleton import Skeleton

ORIGINS = {"in_file": "in the file itself", "builtin": "built-in {name}, assumed",
           "recovered": "recovered from the motion",
           "none": "not found: bones have no parents and no rest pose",
           "armature": "that of the armature", "given": "from {path} (chosen)",
           "candidate": "from {path}"}

MODELS = (".ogf", ".p3d")  # files with meshes

Source = dict[str, Any]
Opened = TypeVar("Opened", bound="Animation")


class SkeletonError(GaitError):
    """A file cannot be used with the skeleton that was found or chosen."""


class Animation:
    """An open file with its skeleton. A subclass can set `guard`, a context manager with the path
    of a file, in which all methods that read clips and meshes run.

    path, code_page  of the file; the path is absolute
    content          its bytes
    file             the File
    skeleton         the Skeleton to which it is bound
    model            the path of the file that may have a mesh: itself, or that with the skeleton
    source           {"source": given, in_file, candidate, builtin, recovered, armature or none;
                     "name", and the "path" of its file}
    """

    guard: Callable[[str], ContextManager[Any]] = staticmethod(contextlib.nullcontext)

    def __init__(self, path: str, code_page: int, content: bytes, file: File, skeleton: Skeleton,
                 source: Source) -> None:
        self.path, self.code_page, self.content, self.file = path, code_page, content, file
        self.skeleton, self.source = skeleton, source
        self.model = path if path.lower().endswith(MODELS) else source.get("path", path)
        self._files: Mapping[str, bytes] = {}

    @classmethod
    def open(cls: type[Opened], path: str, skeleton: Union[str, Source] = "", code_page: int = 0,
             search: Iterable[str] = (), files: Optional[Mapping[str, bytes]] = None,
             context: Optional[Gait] = None) -> Opened:
        """Opens a file and searches its skeleton. A file without clips must be a model with a mesh.
        Raises GaitError and OSError.

        skeleton   "" = searched as find_skeleton() does; otherwise the name of a built-in skeleton,
                   the path of a model ("model.cfg:Name" for one of several skeletons), or the
                   `source` of an Animation. A P3D without pivots gives only its mesh
        search     further folders with models
        files      {absolute path: bytes} of files that are used instead of those on the disk
        context    by default a new one
        """
        path, context = os.path.abspath(path), context or Gait()
        content = read_file(path, files)
        file = context.open(content, path, code_page)
        if not file.clips and not (file.format == "p3d" or file.info()["mesh"]):
            refs = ", ".join(file.info()["refs"] or ())
            raise GaitError(Status.UNSUPPORTED, "the file contains no animation" + (
                f", but refers to {refs}" if refs else ""), file=path)
        mesh = _mesh_only(skeleton, context)
        try:
            if skeleton and not mesh:
                bound, source = _chosen_skeleton(context, file, path, skeleton, files)
            else:
                bound = find_skeleton(file, path, search)
                source = {key: value for key, value in bound.source.items()
                          if key in ("source", "name", "path")}
        except GaitError as error:
            raise SkeletonError(error.status, error.message, error.rule, error.file,
                                error.offset) from None
        opened = cls(path, code_page, content, file, bound, source)
        opened.model = os.path.abspath(mesh) if mesh else opened.model
        opened._files = files or {}
        return opened

    @property
    def name(self) -> str:
        """The name of the file."""
        return os.path.basename(self.path)

    @property
    def clips(self) -> list[dict[str, Any]]:
        """The clips as in gait.list/1."""
        return self.file.clips

    @functools.cached_property
    def bones(self) -> list[str]:
        """The names of the bones that the clips move."""
        return self.file.info()["bones"] or []

    @functools.cached_property
    def sha256(self) -> str:
        """The SHA-256 of the content, in hexadecimal."""
        return hashlib.sha256(self.content).hexdigest()

    @property
    def origin(self) -> str:
        """Where the skeleton was found, for users."""
        kind, path = self.source["source"], self.source.get("path", "")
        if kind == "given" and not path:
            return f"built-in {self.source['name']}, chosen"
        with contextlib.suppress(ValueError):  # paths on other drives
            path = os.path.relpath(path, os.path.dirname(self.path)) if path else ""
        return ORIGINS[kind].format(path=path, name=self.source["name"])

    def notes(self) -> Iterator[str]:
        """What users should know about the skeleton."""
        known = {bone["name"] for bone in self.skeleton.bones}
        lacking = [name for name in self.bones if name not in known]
        yield f"{self.name}: skeleton {self.origin}"
        left_out = self.skeleton.source.get("left_out", ())
        if left_out:
            models = listing([f"{path} ({reason})" for path, reason in left_out], 3)
            yield f"{self.name}: models that cannot be opened were left out of the search: {models}"
        refs = () if self.clips else self.file.info()["refs"] or ()
        if refs:
            yield f"{self.name} contains no animation, but refers to {', '.join(refs)}"
        if lacking:
            yield (f"{self.name}: the skeleton lacks {listing(lacking)}, which are not shown; "
                   "changes cannot be written back without them")

    def findings(self) -> list[str]:
        """What the checker finds: a line for each finding."""
        return [": ".join([each["clip"]["name"]] * bool(each["clip"]) + [each["message"]])
                + f" ({each['rule']})" for each in self.file.check()["findings"]]

    def changes_since(self, content: bytes) -> dict[str, list[str]]:
        """What differs in clips from earlier content of the file: {name of the clip: names of bones
        with other keys, "length", "times" of keys, "events"}."""
        with self.file._owner.open(content, self.path, self.code_page) as before:
            clips = before.diff(self.file, self.skeleton)["clips"]
        found = {}
        for clip in [each for each in clips if each["after"]]:
            old, subjects = clip["before"], {each["subject"] for each in clip["differences"]}
            found[clip["after"]["name"]] = [
                *(bone["name"] for bone in clip["bones"]),
                *["length"] * bool(old and old["frames"] != clip["after"]["frames"]),
                *["times"] * ("times" in subjects), *["events"] * ("event" in subjects)]
        return found

    def clip(self, index: int) -> Clip:
        """A clip on this skeleton."""
        with self.guard(self.path):
            return self.file.clip(index, self.skeleton)

    def rest(self) -> list[list[float]]:
        """The rest pose in model space: 16 numbers per bone, column by column. Where it is not
        known, it is the one that a glTF export assumes. Raises GaitError without clips."""
        try:
            return self.skeleton.rest().tolist()
        except GaitError:
            if not self.clips:
                raise
            record, matrices = self.metadata([0])["skeleton"], []
            for parent, local in zip(record["parents"], map(_matrix_of, record["rest"])):
                matrices.append(local if parent < 0 else _product(matrices[parent], local))
            return matrices

    @property
    def has_model(self) -> bool:
        """Whether `model` can have a mesh."""
        return self.model.lower().endswith(MODELS)

    def mesh(self, axes: Optional[Numbers] = None) -> Optional[Mesh]:
        """The mesh of `model`, with the axes of File.mesh(). None if it has no mesh. Raises
        GaitError and OSError for a model that is damaged or missing."""
        model, context = self.file, self.file._owner
        with self.guard(self.model):
            if self.model != self.path:
                model = context.open(read_file(self.model, self._files), self.model)
            try:
                return model.mesh(self.skeleton, axes) if self.has_model else None
            except GaitError as error:
                if error.status != Status.NOT_FOUND:
                    raise
                return None

    def clip_record(self, index: int, about: dict[str, Any], fps: float,
                    first_frame: float) -> dict[str, Any]:
        """What a program must remember about an imported clip, to apply its edits. `about` is the
        element of metadata(), `first_frame` the frame of the program where it begins."""
        return {"clip": about["name"], "animation": about["animation"], "index": index,
                "sha256": self.sha256, "fps": fps, "first_frame": first_frame,
                "duration_s": about["duration_s"], "events": about["events"], "edits": []}

    def metadata(self, indices: Iterable[int], duration: float = 0) -> dict[str, Any]:
        """What a glTF export of these clips says about them: the gait.extras/1 document. It has
        the parts, and for each clip its duration in seconds and its events. Both are empty for a
        model without clips."""
        if not self.clips:
            return {"clips": [], "parts": []}
        with self.guard(self.path):
            try:
                with self.file.convert("gltf", skeleton=self.skeleton, sidecar=True,
                                       clips=sorted(indices), duration=duration) as conversion:
                    conversion.suffix = ".gait.json"
                    document: dict[str, Any] = json.loads(next(conversion)[0].bytes)
                    return document
            except GaitError:
                if self.source["source"] == "none":
                    raise SkeletonError(Status.UNSUPPORTED, not_found(
                        self.file, self.skeleton.source), file=self.file.name) from None
                raise


def _matrix_of(numbers: list[float]) -> list[float]:
    """The matrix of a translation and a unit quaternion x, y, z, w, column by column."""
    *place, x, y, z, w = numbers
    return [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0,
            2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0,
            2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0, *place, 1]


def _product(left: list[float], right: list[float]) -> list[float]:
    """The product of two matrices, column by column."""
    return [sum(left[4 * k + row] * right[4 * column + k] for k in range(4))
            for column in range(4) for row in range(4)]


def read_file(path: str, files: Optional[Mapping[str, bytes]] = None) -> bytes:
    """The bytes of a file, which `files` can contain by its path."""
    if files and path in files:
        return files[path]
    with open(path, "rb") as file:
        return file.read()


def choose_skeleton(choice: Union[str, Source], context: Gait,
                    files: Optional[Mapping[str, bytes]] = None) -> Skeleton:
    """The skeleton of a choice as for Animation.open(), which is not bound to a file."""
    source = _source_of(choice, context)
    if "path" not in source:
        return context.builtin(source["name"])
    model = context.open(read_file(source["path"], files), source["path"])
    return model.skeleton(name=source["name"]) if source["name"] else model.skeleton()


def _mesh_only(choice: Union[str, Source], context: Gait) -> str:
    """The path in a choice that is a P3D without pivots, which has no skeleton; otherwise ""."""
    if isinstance(choice, str) and choice.lower().endswith(".p3d"):
        try:
            source = context.open(read_file(choice), choice).skeleton().source["source"]
        except GaitError as error:
            return choice if error.status == Status.NOT_FOUND else ""
        return "" if source == "in_file" else choice
    return ""


def _chosen_skeleton(context: Gait, file: File, path: str, choice: Union[str, Source],
                     files: Optional[Mapping[str, bytes]]) -> tuple[Skeleton, Source]:
    source = _source_of(choice, context)
    if source["source"] in ("in_file", "recovered"):
        return file.skeleton(), source
    if source["source"] == "none":
        return file.skeleton(target="rtm" if is_rtm(file) else None), source
    if "path" in source and not source["name"]:
        model = context.open(read_file(source["path"], files), source["path"])
        if model.format == "modelcfg":
            bound = file.skeleton(candidates=[model], path=os.path.basename(path))
            if bound.source["source"] == "candidate":
                return bound, source
            raise GaitError(Status.NOT_FOUND, f"{source['path']} has no skeleton for "
                            f"{os.path.basename(path)}")
    return file.skeleton(tree=choose_skeleton(source, context, files)), source


def _source_of(choice: Union[str, Source], context: Gait) -> Source:
    """The `source` of a text: a built-in skeleton, a path, or a path and the name of a skeleton
    behind a colon."""
    if not isinstance(choice, str):
        return choice
    if choice in context.builtin_names:
        return {"source": "given", "name": choice}
    path, name = choice, ""
    if not os.path.exists(choice) and os.path.exists(choice.rpartition(":")[0]):
        path, _, name = choice.rpartition(":")
    return {"source": "given", "path": os.path.abspath(path), "name": name}


def new_findings(animation: Animation, content: bytes) -> list[str]:
    """What the checker finds in new content of a file, and not in the old one."""
    if content == animation.content:
        return []
    owner: Gait = animation.file._owner
    old, new = ([f"{each['rule']}: {each['message']}" for each in owner.examine(
        each_content, animation.path, animation.code_page).check()["findings"]]
        for each_content in (animation.content, content))
    return [text for text in new if text not in old]


def lost_changes(about: dict[str, Any],
                 theirs: Optional[dict[str, list[str]]]) -> Optional[list[str]]:
    """What other programs have changed in the clip of an action that has the keys of before: the
    "theirs" of its record, and those of changes_since(). None if one of them is not known."""
    before = about.get("theirs", [])
    return None if before is None or theirs is None else list(dict.fromkeys(
        [*before, *theirs.get(about["clip"], ())]))
