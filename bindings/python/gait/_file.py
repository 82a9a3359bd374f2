"""Open files."""
from __future__ import annotations

import builtins
import ctypes
import functools
import json
import weakref
from typing import Any, Iterable, Optional, Sequence, Union, cast

from . import _arrays, documents
from ._clip import Clip
from ._conversion import Conversion
from ._core import Core, Handle, encode, handle_of
from ._edits import Edited, EditResult, OptimiseResult, RoundTrip, Salvaged
from ._errors import GaitError, Status
from ._mesh import Mesh
from ._sampling import number_of
from ._skeleton import Skeleton

BORROW = 2  # GAIT_FLAT_BORROW: the bytes stay alive until the file is closed
ClipKey = Union[int, str]  # an index or a name

MISSING_BONES = ("auto", "refuse", "leave-out")  # in the order of gait_missing_bones


class File(Handle):
    """An open file. close() also closes the skeletons, clips and conversions made from it.

    name  its name, as it was passed
    """

    def __init__(self, owner: Any, core: Core, handle: int, name: str,
                 kept: builtins.list[builtins.bytes]) -> None:
        super().__init__(core, handle, kept, owner)
        self._kept = kept
        self._searched: Optional[weakref.ref[Skeleton]] = None
        self.name = name

    def close(self) -> None:
        super().close()
        self._kept.clear()

    def _about(self) -> str:
        return f"{self.name!r}, {self.format}"

    # --- descriptions -----------------------------------------------------------------------------

    @property
    def format(self) -> str:
        """The name of the format, such as "omf"."""
        text: builtins.bytes = self._core.call("format", self._handle)
        return text.decode()

    @functools.cached_property
    def clips(self) -> builtins.list[documents.ListedClip]:
        """The clips as in gait.list/1: index, name, frames, duration_s, loop, playback, events."""
        return self.list()["clips"] or []

    def info(self) -> documents.FileInfo:
        """An element of "files" of gait.info/1."""
        return cast(documents.FileInfo, self._parse("info"))

    def check(self) -> documents.Check:
        """An element of "files" of gait.check/1: the findings of opening and checking."""
        return cast(documents.Check, self._parse("check"))

    def list(self) -> documents.FileList:
        """An element of "files" of gait.list/1."""
        return cast(documents.FileList, self._parse("list"))

    def map(self) -> documents.FileMap:
        """The gait.map/1 document: every field with its offset."""
        return cast(documents.FileMap, self._parse("map"))

    def json(self, document: str) -> str:
        """The text of "info", "check", "list", "map" or "dump"."""
        number_of(document, ("info", "check", "list", "map", "dump"), "document")
        return self._core.call_for_text(document, self._handle)

    def _parse(self, document: str) -> dict[str, Any]:
        parsed: dict[str, Any] = json.loads(self.json(document))
        return parsed

    def dump(self) -> str:
        """The file as JSON text with every field; gait.build() makes the same bytes from it."""
        return self.json("dump")

    def bytes(self) -> builtins.bytes:
        """The bytes of the file, written from its fields."""
        return self._core.call_for_bytes("write", self._handle)

    # --- dependencies -----------------------------------------------------------------------------

    @property
    def dependencies(self) -> builtins.list[Optional[str]]:
        """The paths of other files that contain keys of this one (.bin of a .gltf), relative to its
        folder; None for one outside of it."""
        return [self._dependency(index)
                for index in range(self._core.call("dependency_count", self._handle))]

    def _dependency(self, index: int) -> Optional[str]:
        try:
            return self._core.call_for_text("dependency", self._handle, index)
        except GaitError as error:
            if error.status != Status.UNSUPPORTED:
                raise
            return None

    def provide(self, path: str, content: _arrays.Buffer) -> None:
        """Passes the bytes of a dependency, before any skeleton, clip or conversion is made."""
        paths = self.dependencies
        if path not in paths:
            raise GaitError(Status.NOT_FOUND, "there is no dependency with this path",
                            file=self.name)
        self._kept.append(_arrays.as_bytes(content))
        self._core.call("provide", self._handle, paths.index(path), self._kept[-1],
                        len(self._kept[-1]), BORROW)
        self.__dict__.pop("clips", None)

    def attach(self, sidecar: _arrays.Buffer) -> None:
        """Adds the metadata of a sidecar (NAME.gait.json) to a glTF."""
        content = _arrays.as_bytes(sidecar)
        self._core.call("attach", self._handle, content, len(content))
        self.__dict__.pop("clips", None)

    # --- skeletons and clips ----------------------------------------------------------------------

    def skeleton(self, *, candidates: Iterable[File] = (), tree: Optional[Skeleton] = None,
                 pivots: Optional[Skeleton] = None, target: Optional[str] = None,
                 path: Optional[str] = None, name: Optional[str] = None) -> Skeleton:
        """Searches the skeleton of the file, and binds it to the file.

        candidates  files in the order in which they are considered
        tree        the skeleton to use
        pivots      the skeleton with the pivots of the bones
        target      the format for which the skeleton is used
        path        of the file, from the folder of references on
        name        returns the skeleton of the file with this name, which is not bound, instead
        """
        if name is not None:
            return Skeleton(self, self._core,
                            self._core.call("skeleton", self._handle, encode(name, "name")),
                            {"source": "in_file", "candidate": -1, "name": name})
        handles = _arrays.list_of(self._handle_of(file, File, "candidates")
                                  for file in candidates)
        handle, source = self._core.call_with_result(
            "search", self._handle, _arrays.address(handles), len(handles),
            self._handle_of(tree, Skeleton, "tree"), self._handle_of(pivots, Skeleton, "pivots"),
            encode(target, "target"), encode(path, "path"))
        return Skeleton(self, self._core, handle, json.loads(source))

    def clip(self, clip: ClipKey, skeleton: Optional[Skeleton] = None) -> Clip:
        """A clip by its index or name, on a skeleton of skeleton(), by default one from a search
        without candidates."""
        return Clip(self, self._index_of(clip), skeleton or self._default_skeleton())

    def mesh(self, skeleton: Optional[Skeleton] = None,
             axes: Optional[_arrays.Numbers] = None) -> Mesh:
        """The mesh of a model (OGF, P3D). The skeleton has the names of the bones for a P3D; axes
        as for Clip.keys()."""
        matrix = axes if axes is None else _arrays.matrices(axes, 1, "axes")
        handle, description = self._core.call_with_result(
            "mesh", self._handle, self._handle_of(skeleton, Skeleton, "skeleton"),
            None if matrix is None else _arrays.address(matrix))
        return Mesh(self._owner, self._core, handle, description)

    def moving_bones(self, clip: ClipKey,
                     skeleton: Optional[Skeleton] = None) -> builtins.list[bool]:
        """Which bones of the skeleton a clip moves relative to their parents: True for a bone whose
        pose changes after the first frame. Much faster than reading the poses of the clip."""
        bound = skeleton or self._default_skeleton()
        block = (ctypes.c_uint8 * bound.bone_count)()
        self._core.call("moving_bones", self._handle, self._index_of(clip),
                        self._handle_of(bound, Skeleton, "skeleton"), block)
        return [moves != 0 for moves in block]

    def _default_skeleton(self) -> Skeleton:
        """The skeleton of clip(), which the clips keep alive, not the file."""
        found = self._searched() if self._searched else None
        if found is None or found.is_closed:
            found = self.skeleton()
            self._searched = weakref.ref(found)
        return found

    def _index_of(self, clip: ClipKey) -> int:
        if isinstance(clip, str):
            return self._core.find_clip(self._handle, encode(clip, "clip"))
        return _arrays.integer(clip, "clip")

    def _handle_of(self, other: Optional[Handle], kind: type[Handle], what: str) -> int:
        return handle_of(self._core, other, kind, what)

    # --- edits and conversions --------------------------------------------------------------------

    def edit(self, script: str) -> EditResult:
        """Makes the edits of a script in a copy of the file, for example

            bank.edit("set --clip walk --speed 1.2\nrename --clip idle=stand")

        Each line is an edit with its options:

            rename     --clip OLD=NEW, --bone OLD=NEW, --part OLD=NEW
            remove     --clip NAME
            duplicate  --clip NAME=NEW
            reorder    --sort; or --clip NAME and --first, --last, --before NAME or --after NAME
            set        [--clip NAME], and parameters such as --speed, --power, --flags=+stop-at-end
            event      [--clip NAME]; --add NAME, --remove NAME, --move NAME or --rename OLD=NEW;
                       --at TIME, --to TIME, --until TIME, --value TEXT
            refs       --add REF, --remove REF, --rename OLD=NEW
            fix        no options

        Words with spaces are in double quotes, and # begins a comment. All edits are made, or none.
        docs/formats/edit-script.md has the grammar and all parameters."""
        content, report = self._core.call_for_report("edit", self._handle,
                                                     encode(script, "script"))
        return EditResult(content, report["changes"])

    def extract(self, clips: Iterable[ClipKey]) -> builtins.bytes:
        """The bytes of a bank with these clips only."""
        indices = _arrays.list_of((self._index_of(clip) for clip in clips))
        return self._core.call_for_bytes("extract", self._handle, _arrays.address(indices),
                                         len(indices))

    def merge(self, other: File, equal_names: Optional[str] = None,
              parts: Optional[str] = None) -> builtins.bytes:
        """The bytes of this bank with the motions of another one.

        equal_names  what happens to a motion whose name this bank has: "refuse" (default),
                     "keep-first" (left out), "replace", "rename", "keep-all" (both stay)
        parts        of the result: "equal" (default: those of both banks must be equal), "first"
                     (those of this bank), "union"
        """
        return self._core.call_for_bytes("merge", self._handle,
                                         self._handle_of(other, File, "other"),
                                         encode(equal_names, "equal_names"),
                                         encode(parts, "parts"))

    def diff(self, other: File, skeleton: Optional[Skeleton] = None, tolerance_deg: float = 0,
             tolerance_mm: float = 0) -> dict[str, Any]:
        """The differences to another file: an element of "files" of gait.diff/1. `skeleton` is the
        one of both files; smaller differences of keys than a tolerance are ignored."""
        report: dict[str, Any] = json.loads(self._core.call_for_bytes(
            "diff", self._handle, self._handle_of(other, File, "other"),
            self._handle_of(skeleton, Skeleton, "skeleton"), tolerance_deg, tolerance_mm))
        return report

    def optimise(self, tolerance_mm: float = 0, tolerance_deg: float = 0,
                 clips: Optional[Iterable[ClipKey]] = None) -> OptimiseResult:
        """Makes a copy of a bank that is not larger and plays the same. The tolerances allow errors
        relative to the parent bone; `clips` are those that may change, None = all."""
        chosen = None if clips is None else [self._index_of(clip) for clip in clips]
        indices = _arrays.list_of(chosen or [0])  # an empty list has an address, too
        return OptimiseResult(*self._core.call_for_report(
            "optimise", self._handle, tolerance_mm, tolerance_deg,
            None if chosen is None else _arrays.address(indices), len(chosen or [])))

    def salvage(self, model: Optional[File] = None) -> Salvaged:
        """Makes a bank with the complete motions of a damaged one, which examine() opened. `model`
        has its bones, for a bank whose list of bones is lost."""
        return Salvaged(*self._core.call_for_report("salvage", self._handle,
                                                    self._handle_of(model, File, "model")))

    def roundtrip(self, edited: File, skeleton: Optional[Skeleton] = None, add_new: bool = False,
                  drop_missing: bool = False) -> RoundTrip:
        """Applies the edits in a glTF to this file. New clips are added only with `add_new`, and
        clips that the glTF lacks are removed only with `drop_missing`. The report of a refused
        round trip is that of the GaitError."""
        return RoundTrip(*self._core.call_for_report(
            "roundtrip", self._handle, self._handle_of(edited, File, "edited"),
            self._handle_of(skeleton, Skeleton, "skeleton"), add_new, drop_missing))

    def edited(self, skeleton: Skeleton, rests: _arrays.Numbers,
               axes: Optional[_arrays.Numbers] = None) -> Edited:
        """Collects edited clips for a round trip; the arguments are those of Clip.keys()."""
        return Edited(self, skeleton, rests, axes)

    def convert(self, target: str, *, name: Optional[str] = None,
                skeleton: Optional[Skeleton] = None, base: Optional[File] = None,
                lossy: bool = False, fps: float = 0, duration: float = 0,
                clips: Optional[Sequence[ClipKey]] = None, version: int = 0,
                tolerance_mm: float = 0, tolerance_deg: float = 0,
                sidecar: bool = False, leave_out_missing: bool = False,
                model: Optional[File] = None, no_mesh: bool = False,
                missing_bones: str = "auto") -> Conversion:
        """Converts to a format. 0 = the default.

        name               of the output, with {clip} for one output per clip
        skeleton           from skeleton(); for a glTF the skeleton to retarget to
        base               a file whose bones and parameters the result gets
        lossy              losses that change how a game plays the result are allowed
        fps, duration      frames per second; seconds of a clip with phases
        clips              only these
        version            of the target format
        tolerance_mm, _deg the maximum error per key
        sidecar            to glTF: also write the metadata as NAME.gait.json
        missing_bones      for bones that the skeleton lacks: "refuse" or "leave-out"; "auto"
                           leaves them out from plain RTM to BMTR, and to formats of no game
                           if the file can be shown without them; otherwise it refuses them
        leave_out_missing  the same as missing_bones="leave-out"
        model              to glTF: a file whose mesh is written if this file has none
        no_mesh            to glTF: leave out meshes
        """
        if missing_bones not in MISSING_BONES:
            raise ValueError(f"missing_bones is {missing_bones!r}, not one of {MISSING_BONES}")
        handle = self._core.call("convert", self._handle, encode(target, "target"),
                                 encode(name, "name"),
                                 self._handle_of(skeleton, Skeleton, "skeleton"),
                                 self._handle_of(base, File, "base"), lossy, fps, duration)
        conversion = Conversion(self, handle, (skeleton, base, model))
        if clips is not None:
            indices = _arrays.list_of(sorted((self._index_of(clip) for clip in clips)))
            self._core.call("convert_clips", handle, _arrays.address(indices), len(indices))
        self._core.call("convert_exactness", handle, _arrays.integer(version, "version"),
                        tolerance_mm, tolerance_deg)
        missing = "leave-out" if leave_out_missing else missing_bones
        self._core.call("convert_switches", handle, sidecar, MISSING_BONES.index(missing))
        self._core.call("convert_mesh", handle, self._handle_of(model, File, "model"), no_mesh)
        return conversion
