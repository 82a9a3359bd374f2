"""Repeats tests of round trips with glTF files that contain the mesh of a model."""
import json
import math
import os
import pathlib
import shutil

from command import ogf

DATA = pathlib.Path(os.environ["GAIT_DATA"])


def scene_of(content):
    return json.loads(content[20:20 + int.from_bytes(content[12:16], "little")])


def position(rest):
    return -rest[0], rest[1], rest[2]


def angles(rest):
    """The angles of a bone in a model: docs/formats/ogf.md#bones."""
    x, y, z, w = rest[3], -rest[4], -rest[5], rest[6]
    return (math.asin(max(-1, min(1, 2 * (x * w - y * z)))),
            math.atan2(2 * (x * z + y * w), 1 - 2 * (x * x + y * y)),
            math.atan2(2 * (x * y + z * w), 1 - 2 * (x * x + z * z)))


class Meshed:
    """For a test with a method glb(source), which makes a .glb: its result gets a mesh."""

    def model_of(self, source, skeleton):
        if source.suffix == ".rtm":
            return self.put("mesh/model.p3d", (DATA / "p3d/ok/mesh.p3d").read_bytes())
        names = skeleton["bones"]
        bones = [(name, names[parent] if parent >= 0 else "")
                 for name, parent in zip(names, skeleton["parents"])]
        return self.put("mesh/model.ogf", ogf(bones, textures=("act\\coat", "act\\face"),
                                              positions=list(map(position, skeleton["rest"])),
                                              rotations=list(map(angles, skeleton["rest"]))))

    def glb(self, source, *options):
        path = super().glb(source, *options)
        before = scene_of(path.read_bytes())["scenes"][0]["extras"]["gait"]
        model = self.model_of(source, before["skeleton"])
        self.works("convert", "-f", "--skeleton", model, *options, source, path)
        shutil.rmtree(model.parent)
        scene = scene_of(path.read_bytes())
        assert scene["scenes"][0]["extras"]["gait"]["mesh"]["triangles"] > 0
        assert scene["materials"] and "NORMAL" in str(scene["meshes"])
        return path
