"""Meshes of models."""
from __future__ import annotations

import ctypes
import json
from array import array as Array
from typing import Any, NamedTuple

from . import _arrays
from ._core import Core, Handle, handle_of
from ._errors import GaitError, Status
from ._markers import cut_text
from ._sampling import number_of
from ._skeleton import Skeleton

# The arrays in the order of the library: the code of their numbers, the bytes of one, and how many
# there are of each vertex or triangle.
ARRAYS = {"positions": ("f", 4, 3), "normals": ("f", 4, 3), "uvs": ("f", 4, 2),
          "joints": ("H", 2, 4), "weights": ("f", 4, 4), "triangles": ("I", 4, 3)}


class Binding(NamedTuple):
    """The bones of a skeleton that move a mesh.

    bones     for each bone of the mesh the index of that of the skeleton, or -1
    inverses  16 floats for each: the inverse of its rest pose, the identity for a bone that was not
              found
    """

    bones: list[int]
    inverses: _arrays.Floats


class Mesh(Handle):
    """The mesh of a model in its bind pose, in model space, in metres. All parts share its arrays.
    It does not need the file.

    bones           the names to which joints refer
    parts           dictionaries: "texture" and "material" ("" = none), "first_vertex", "vertices",
                    "first_triangle", "triangles"
    vertex_count, triangle_count
    box             the smallest and the largest coordinates of the vertices that triangles use
    """

    def __init__(self, owner: Any, core: Core, handle: int, description: bytes) -> None:
        super().__init__(core, handle, owner=owner)
        about = json.loads(description)
        self.bones: list[str] = about["bones"]
        self.parts: list[dict[str, Any]] = about["parts"]
        self.vertex_count: int = about["vertices"]
        self.triangle_count: int = about["triangles"]
        self.box: list[list[float]] = about["box"]

    def array(self, name: str) -> Any:
        """A copy of an array, with a row for each vertex or triangle: a numpy array or a
        memoryview, which cannot be changed.

        positions, normals  3 floats
        uvs                 2 floats; V points down
        joints              4 indices in `bones`
        weights             4 floats in descending order, whose sum is 1, or 0 for a vertex that no
                            bone moves
        triangles           3 indices of vertices; the front is counter-clockwise
        """
        number = number_of(name, list(ARRAYS), "array")
        code, size, width = ARRAYS[name]
        count = self.triangle_count if name == "triangles" else self.vertex_count
        content = self._core.copy_data("mesh_data", count * width * size, self._handle,
                                       number)
        return _arrays.viewer(code)(content, (count, width))

    def bind(self, skeleton: Skeleton) -> Binding:
        """The bones of a skeleton with the names of those of the mesh, ignoring the case of
        letters. A posed vertex is the sum over its joints of weight * pose * inverse * position,
        with the poses of Clip.pose(). The axes are those of poses, also if the mesh has others."""
        count = len(self.bones)
        bones, inverses = (ctypes.c_int32 * count)(), (ctypes.c_float * (count * 16))()
        self._core.call("mesh_bones", self._handle,
                        handle_of(self._core, skeleton, Skeleton, "skeleton"),
                        ctypes.addressof(bones), inverses)
        return Binding(list(bones), _arrays.viewer()(inverses, (count, 16)))

    # --- for hosts --------------------------------------------------------------------------------

    def flat(self, name: str) -> Array[Any]:
        """array() in one dimension."""
        rows = memoryview(self.array(name))
        return Array(rows.format, rows.tobytes())

    def materials(self) -> tuple[list[str], Array[int]]:
        """Names of materials, and for each triangle the index of its material: the textures, or the
        materials of parts without texture. Names have at most 63 bytes."""
        names: dict[str, int] = {}
        indices = Array("i")
        for part in self.parts:
            name = cut_text(part["texture"] or part["material"] or "untextured")
            indices += Array("i", [names.setdefault(name, len(names))]) * part["triangles"]
        return list(names), indices

    def influences(self) -> list[dict[float, list[int]]]:
        """For each bone, {weight: the vertices that it moves with this weight}."""
        found: list[dict[float, list[int]]] = [{} for _ in self.bones]
        pairs = zip(self.flat("joints"), self.flat("weights"))
        for place, (joint, weight) in enumerate(pairs):
            if weight > 0:
                found[joint].setdefault(weight, []).append(place >> 2)
        return found

    def corner_uvs(self) -> Array[float]:
        """The texture coordinates of each corner of each triangle. V points up, as in Blender."""
        uvs = self.flat("uvs").tolist()
        pairs = list(zip(uvs[::2], (1 - v for v in uvs[1::2])))
        corners = map(pairs.__getitem__, self.flat("triangles"))
        return Array("f", [number for pair in corners for number in pair])
