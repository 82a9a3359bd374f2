"""A .glb whose nodes, keys and times a test alters, as programs and animators do."""
import json
import math
import struct

FORMATS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}
LARGEST = {"b": 127, "B": 255, "h": 32767, "H": 65535}


def multiplied(a, b):
    """The product of two quaternions (x, y, z, w)."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return [aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz]


class Edited:
    def __init__(self, content):
        size = int.from_bytes(content[12:16], "little")
        self.scene = json.loads(content[20:20 + size])
        self.data = bytearray(content[28 + size:])

    def content(self):
        text = json.dumps(self.scene).encode()
        text += b" " * (-len(text) % 4)
        data = bytes(self.data) + bytes(-len(self.data) % 4)
        self.scene["buffers"][0]["byteLength"] = len(data)
        text = json.dumps(self.scene).encode()
        text += b" " * (-len(text) % 4)
        return (struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(data), len(text),
                            0x4E4F534A) + text + struct.pack("<II", len(data), 0x4E4942) + data)

    # --- accessors --------------------------------------------------------------------------------

    def rows(self, accessor):
        about = self.scene["accessors"][accessor]
        view = self.scene["bufferViews"][about["bufferView"]]
        letter, width = FORMATS[about["componentType"]], WIDTHS[about["type"]]
        row = struct.Struct(f"<{width}{letter}")
        start = view.get("byteOffset", 0) + about.get("byteOffset", 0)
        stride = view.get("byteStride", row.size)
        scale = LARGEST[letter] if about.get("normalized") else 1
        return [[number / scale for number in row.unpack_from(self.data, start + k * stride)]
                for k in range(about["count"])]

    def added(self, rows, kind):
        """A new accessor of floats."""
        self.data += bytes(-len(self.data) % 4)
        content = b"".join(struct.pack(f"<{len(row)}f", *row) for row in rows)
        self.scene["bufferViews"].append(
            {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(content)})
        self.data += content
        self.scene["accessors"].append(
            {"bufferView": len(self.scene["bufferViews"]) - 1, "componentType": 5126,
             "count": len(rows), "type": kind,
             "min": [min(column) for column in zip(*rows)],
             "max": [max(column) for column in zip(*rows)]})
        return len(self.scene["accessors"]) - 1

    def changed(self, accessor, change):
        kind = self.scene["accessors"][accessor]["type"]
        return self.added([change(row) for row in self.rows(accessor)], kind)

    # --- nodes and keys ---------------------------------------------------------------------------

    def animation(self, name):
        return next(a for a in self.scene["animations"] if a["name"] == name)

    def node(self, name):
        return next(n for n, node in enumerate(self.scene["nodes"]) if node.get("name") == name)

    def curves(self, path, node=None, clip=None):
        """The samplers of a property, each once."""
        for animation in self.scene["animations"]:
            found = {channel["sampler"] for channel in animation["channels"]
                     if channel["target"]["path"] == path and
                     node in (None, channel["target"]["node"])}
            for index in sorted(found) if clip in (None, animation["name"]) else ():
                yield animation["samplers"], index

    def move_key(self, clip, bone, key, degrees=0.0, mm=0.0):
        """One key of a bone, turned about its own X and moved along X."""
        half = math.radians(degrees) / 2
        turn = [math.sin(half), 0, 0, math.cos(half)]
        for path, change in (("rotation", lambda q: multiplied(q, turn)),
                             ("translation", lambda t: [t[0] + mm / 1000, t[1], t[2]])):
            if not (degrees if path == "rotation" else mm):
                continue
            for samplers, index in self.curves(path, self.node(bone), clip):
                sampler = dict(samplers[index])
                times, rows = self.rows(sampler["input"]), self.rows(sampler["output"])
                if len(rows) < len(self.longest(clip)):
                    times = self.longest(clip)
                    rows = [rows[0]] * len(times)
                rows[key] = change(rows[key])
                sampler["input"] = self.added(times, "SCALAR")
                sampler["output"] = self.added(rows, f"VEC{len(rows[0])}")
                samplers[index] = sampler

    def longest(self, clip):
        return max((self.rows(sampler["input"]) for sampler in self.animation(clip)["samplers"]),
                   key=len)

    # --- what programs do -------------------------------------------------------------------------

    def retime(self, change, clip=None):
        for animation in self.scene["animations"]:
            if clip in (None, animation["name"]):
                for sampler in animation["samplers"]:
                    sampler["input"] = self.changed(sampler["input"], lambda t: [change(t[0])])

    def scale(self, factor):
        """Everything in other units."""
        for node in self.scene["nodes"]:
            if "translation" in node:
                node["translation"] = [x * factor for x in node["translation"]]
        for samplers, index in self.curves("translation"):
            sampler = samplers[index] = dict(samplers[index])
            sampler["output"] = self.changed(sampler["output"], lambda t: [x * factor for x in t])
        for skin in self.scene["skins"]:
            skin["inverseBindMatrices"] = self.changed(
                skin["inverseBindMatrices"],
                lambda m: [*m[:12], *(x * factor for x in m[12:15]), 1])

    def z_up(self):
        """Everything a quarter turn about X, the root joints' keys and rest pose included."""
        half = math.sqrt(0.5)
        turn = [half, 0, 0, half]

        def turned(v):
            return [v[0], -v[2], v[1]]
        children = {child for skin in self.scene["skins"] for joint in skin["joints"]
                    for child in self.scene["nodes"][joint].get("children", ())}
        for skin in self.scene["skins"]:
            skin["inverseBindMatrices"] = self.changed(
                skin["inverseBindMatrices"],
                lambda m: [*m[:4], *(-x for x in m[8:12]), *m[4:8], *m[12:16]])
            for joint in set(skin["joints"]) - children:
                node = self.scene["nodes"][joint]
                node["rotation"] = multiplied(turn, node["rotation"])
                node["translation"] = turned(node["translation"])
                for path, change in (("rotation", lambda q: multiplied(turn, q)),
                                     ("translation", turned)):
                    for samplers, index in self.curves(path, joint):
                        sampler = samplers[index] = dict(samplers[index])
                        sampler["output"] = self.changed(sampler["output"], change)
