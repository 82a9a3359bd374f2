"""glTF of all kinds of exporters, good and odd."""
import base64
import json
import math
import struct

from builders import NAN, Bytes

SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
LAYOUT = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
S8, U8, S16, U16, U32, F32 = LAYOUT
HALF = math.sqrt(0.5)
NO_TURN, QUARTER, HALF_TURN = (0, 0, 0, 1), (0, 0, HALF, HALF), (0, 0, 1, 0)
UNIT = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)


def moved(x, y, z):
    """A matrix of a translation, column by column."""
    return (*UNIT[:12], x, y, z, 1)


class Raw:
    """JSON text that is written as it stands."""

    def __init__(self, text):
        self.text = text


class Gltf:
    """A document under construction: JSON as objects, and one buffer."""

    def __init__(self):
        self.json = {"asset": {"version": "2.0"}}
        self.bin = bytearray()

    def list(self, name):
        return self.json.setdefault(name, [])

    def add(self, name, value):
        self.list(name).append(value)
        return len(self.list(name)) - 1

    def view(self, content, **more):
        self.bin += bytes(-len(self.bin) % 4)
        offset = len(self.bin)
        self.bin += content
        return self.add("bufferViews", {"buffer": 0, "byteOffset": offset,
                                        "byteLength": len(content), **more})

    def accessor(self, kind, values, component=F32, view=None, **more):
        flat = [number for value in values
                for number in (value if isinstance(value, (tuple, list)) else (value,))]
        content = struct.pack(f"<{len(flat)}{LAYOUT[component]}", *flat)
        return self.add("accessors", {"bufferView": self.view(content, **(view or {})),
                                      "componentType": component, "count": len(values),
                                      "type": kind, **more})

    def node(self, name=None, **more):
        return self.add("nodes", {**({"name": name} if name else {}), **more})

    def animation(self, name="wave", **more):
        return self.add("animations", {"name": name, "channels": [], "samplers": [], **more})

    def channel(self, node, path, times, values, interpolation=None, animation=-1, **more):
        """Times and values are accessors, or what is to be in them."""
        owner = self.list("animations")[animation]
        if not isinstance(times, int):
            times = self.accessor("SCALAR", times)
        if not isinstance(values, int):
            values = self.accessor("VEC4" if path == "rotation" else "VEC3", values, **more)
        sampler = {"input": times, "output": values}
        if interpolation:
            sampler["interpolation"] = interpolation
        owner["samplers"].append(sampler)
        owner["channels"].append({"sampler": len(owner["samplers"]) - 1,
                                  "target": {"node": node, "path": path}})

    def text(self, buffer=None):
        """The JSON, every value of it remembered by its pointer."""
        document = dict(self.json)
        if buffer is not None:
            document["buffers"] = [buffer]
        out = Bytes()
        write(out, document, "")
        return out

    def glb(self, padding=b" ", **more):
        text = self.text({"byteLength": len(self.bin), **more} if self.bin else None)
        text.at("json_end").raw(padding * (-len(text.data) % 4))
        binary = bytes(self.bin) + bytes(-len(self.bin) % 4)
        size = 20 + len(text.data) + (8 + len(binary) if binary else 0)
        out = Bytes().raw(b"glTF").at("version").u32(2).at("length").u32(size)
        out.at("chunk0").u32(len(text.data)).at("type0").raw(b"JSON").raw(text)
        if binary:
            out.at("chunk1").u32(len(binary)).raw(b"BIN\0").at("bin").raw(binary)
        return out.at("end")

    def gltf(self, uri=None):
        uri = uri or data_uri(self.bin)
        return self.text({"byteLength": len(self.bin), "uri": uri})


def data_uri(content):
    return "data:application/octet-stream;base64," + base64.b64encode(content).decode()


def write(out, value, pointer):
    out.at(pointer or "/")
    if isinstance(value, Raw):
        out.raw(value.text.encode("utf-8"))
    elif isinstance(value, dict):
        out.raw(b"{")
        for i, (key, item) in enumerate(value.items()):
            out.raw(b"," * (i > 0) + json.dumps(key).encode() + b":")
            write(out, item, f"{pointer}/{key}")
        out.raw(b"}")
    elif isinstance(value, (list, tuple)):
        out.raw(b"[")
        for i, item in enumerate(value):
            out.raw(b"," * (i > 0))
            write(out, item, f"{pointer}/{i}")
        out.raw(b"]")
    else:
        out.raw(json.dumps(value, ensure_ascii=False).encode("utf-8"))


# --- small scenes ---------------------------------------------------------------------------------

def bones(*nodes, binds=True, **skin):
    """An armature (node 0) with a chain of joints below it, and their skin."""
    doc = Gltf()
    names = nodes or ("root", "hand")
    doc.add("scenes", {"nodes": [0]})
    doc.json["scene"] = 0
    doc.node("rig", children=[1])
    for i, name in enumerate(names):
        below = {"children": [i + 2]} if i + 1 < len(names) else {}
        doc.node(name, translation=[0, 1, 0], **below)
    joints = list(range(1, len(names) + 1))
    if binds:
        skin["inverseBindMatrices"] = doc.accessor(
            "MAT4", [moved(0, -1 - i, 0) for i in range(len(names))])
    doc.add("skins", {"joints": joints, **skin})
    return doc


def waving(*names, times=(0, 0.1, 0.2), values=(NO_TURN, QUARTER, HALF_TURN), **more):
    """The last of the bones turns."""
    doc = bones(*names)
    doc.animation()
    doc.channel(len(doc.list("skins")[0]["joints"]), "rotation", times, values, **more)
    return doc


def changed(change, doc=None, **more):
    """The waving scene after `change`, which may also return another object to be written."""
    doc = doc or waving()
    other = change(doc)
    return (other or doc).glb(**more)


def at(doc, *path):
    value = doc.json
    for key in path:
        value = value[key]
    return value


def setting(value, *path, doc=None, **more):
    """The waving scene with one value set."""
    def change(doc):
        at(doc, *path[:-1])[path[-1]] = value
    return changed(change, doc, **more)


def without(*path):
    def change(doc):
        del at(doc, *path[:-1])[path[-1]]
    return changed(change)


# --- good -----------------------------------------------------------------------------------------

def integer_rotations(doc):
    """The same turn by every kind of number."""
    doc.animation()
    for component, most in ((S8, 127), (S16, 32767)):
        q = [round(x * most) for x in QUARTER]
        doc.channel(2, "rotation", (0, 0.1), [(0, 0, 0, most), q], component=component,
                    normalized=True, animation=-1, view={"byteStride": 4} if most == 127 else None)
        doc.animation("other")
    doc.channel(2, "rotation", (0, 0.1), [(0, 0, 0, 255), (0, 0, 180, 180)], component=U8,
                normalized=True)
    doc.animation("last")
    doc.channel(2, "rotation", (0, 0.1), [(0, 0, 0, 65535), (0, 0, 46340, 46340)], component=U16,
                normalized=True)
    doc.channel(1, "translation", (0, 0.1), [(0, 1, 0), (-3, 100, 7)], component=S16)
    return doc


def strided():
    """Times and values in one view, one behind the other."""
    doc = bones()
    doc.animation()
    rows = [(0, *NO_TURN), (0.1, *QUARTER), (0.2, *HALF_TURN)]
    view = doc.view(b"".join(struct.pack("<5f", *row) for row in rows), byteStride=20)
    for kind, offset in (("SCALAR", 0), ("VEC4", 4)):
        doc.add("accessors", {"bufferView": view, "byteOffset": offset, "componentType": F32,
                              "count": 3, "type": kind})
    count = len(doc.list("accessors"))
    doc.channel(2, "rotation", count - 2, count - 1)
    return doc


def sparse(indices=(1,), component=U16, base=True):
    doc = bones()
    doc.animation()
    values = doc.accessor("VEC3", [(0, 1, 0)] * 3)
    if not base:
        del doc.list("accessors")[values]["bufferView"]
    doc.list("accessors")[values]["sparse"] = {
        "count": len(indices),
        "indices": {"bufferView": doc.view(struct.pack(f"<{len(indices)}{LAYOUT[component]}",
                                                       *indices)), "componentType": component},
        "values": {"bufferView": doc.view(struct.pack(f"<{3 * len(indices)}f",
                                                      *[0, 2, 0] * len(indices)))}}
    doc.channel(2, "translation", (0, 0.1, 0.2), values)
    return doc


def folded():
    """A node between two joints that turns, and roots on two sides of another."""
    doc = Gltf()
    doc.node("rig", children=[1, 4])
    doc.node("stand", translation=[0, 0, 2], children=[2])
    doc.node("left", translation=[1, 0, 0], children=[3])
    doc.node("twist", rotation=[0, HALF, 0, HALF], children=[5])
    doc.node("right", translation=[-1, 0, 0])
    doc.node("tip", translation=[0, 0, 1])
    doc.add("skins", {"joints": [5, 2, 4]})
    doc.animation()
    doc.channel(3, "rotation", (0, 1 / 30), [NO_TURN, (0, HALF, 0, HALF)])
    doc.channel(1, "translation", (0, 1 / 30), [(0, 0, 2), (0, 0, 3)])
    return doc


def carried():
    doc = waving()
    doc.channel(0, "translation", (0, 0.2), [(0, 0, 0), (1, 0, 0)])
    return doc


def plain_tree():
    doc = Gltf()
    doc.node("world", children=[1, 4])
    doc.node("Hips", children=[2], translation=[0, 1, 0])
    doc.node("Leg", children=[3], translation=[0, -0.5, 0])
    doc.node("shoe", mesh=0)
    doc.node("Head", translation=[0, 0.5, 0])
    doc.add("meshes", {"primitives": [{"attributes": {}}]})
    doc.animation("step")
    doc.channel(1, "translation", (0, 1 / 30), [(0, 1, 0), (0, 1.1, 0)])
    doc.channel(2, "rotation", (0, 1 / 30), [NO_TURN, QUARTER])
    return doc


def with_extras():
    doc = waving("root", "hand \u0440\u0443\u043a\u0430")
    doc.add("animations", {"name": "odd \\ \"name\"", "channels": [], "samplers": []})
    doc.list("animations").reverse()
    doc.list("animations")[1]["extras"] = {"gait": {"speed": 2, "deep": [[1], {"a": None}]}}
    doc.list("scenes")[0]["extras"] = {"other": 1, "gait": [1, 2]}
    doc.list("nodes")[0]["extras"] = {"gait": "{\"schema\":\"gait.extras/1\"}"}
    doc.list("nodes")[1]["extras"] = {"name": "root.001", "mass": 3}
    doc.json["asset"]["generator"] = "a \u00e9ditor"
    doc.json["extensionsUsed"] = ["KHR_mesh_quantization"]
    doc.json["extensionsRequired"] = ["KHR_mesh_quantization", "KHR_materials_unlit"]
    return doc


def other_paths():
    """What an animation does besides moving bones."""
    doc = waving()
    owner = doc.list("animations")[0]
    for target in ({"node": 1, "path": "weights"}, {"path": "rotation"},
                   {"path": "pointer", "extensions": {}}):
        owner["channels"].append({"sampler": 0, "target": target})
    return doc


def twice():
    """A list of channels that a later one replaces: the first one refers to nothing."""
    first = b'"channels":[{"sampler":7,"target":{"node":1,"path":"rotation"}}],'
    return Bytes().raw(bytes(waving().gltf().data).replace(b'"channels":', first + b'"channels":'))


def good(add):
    add("waving.glb", waving().glb())
    add("waving.gltf", waving().gltf())
    add("byte_order_mark.gltf", Bytes().raw(b"\xef\xbb\xbf \n").raw(waving().gltf()))
    add("channels_twice.gltf", twice())
    add("unpadded_base64.gltf", waving().gltf(data_uri(waving().bin).rstrip("=")))
    add("translation_and_scale.glb", changed(lambda doc: (
        doc.channel(1, "translation", 1, [(0, 1, 0), (0.25, 1, 0), (0.5, 1.25, 0)]),
        doc.channel(2, "scale", 1, [(1, 1, 1), (2, 2, 2), (1, 1, 1)])) and None))
    add("step.glb", waving(interpolation="STEP").glb())
    add("cubic.glb", waving(times=(0, 0.2), interpolation="CUBICSPLINE", values=[
        NO_TURN, NO_TURN, (0, 0, 2, 0), (0, 0, 2, 0), HALF_TURN, HALF_TURN]).glb())
    add("integers.glb", integer_rotations(bones()).glb())
    add("strided.glb", strided().glb())
    add("sparse.glb", sparse().glb())
    add("sparse_bytes.glb", sparse((0, 2), U8, base=False).glb())
    add("sparse_words.glb", sparse((0, 1, 2), U32).glb())
    add("folded.glb", folded().glb())
    add("carried.glb", carried().glb(), "GLR056@/nodes/0")
    add("plain_tree.glb", plain_tree().glb())
    add("no_binds.glb", bones(binds=False).glb())
    add("extras.glb", with_extras().glb(), "GLR070@/animations/0")
    add("extras_of_blender.glb", said(json.dumps({
        "schema": "gait.extras/1", "clips": [{"animation": "wave", "playback": {"loop": 1.0},
                                              "events": [{"name": "step", "start_s": 0.1}]}]})))
    add("sidecar.glb", waving().glb(), beside=json.dumps({
        "schema": "gait.extras/1", "clips": [{"animation": "wave", "motion": [0, 0, 1]}]}))
    add("other_paths.glb", other_paths().glb())
    add("matrix.glb", setting(moved(0, 1, 0), "nodes", 2, "matrix",
                              doc=bones("root", "hand")))
    add("nothing.gltf", Bytes().raw(b'{"asset":{"version":"2.0"}}'))
    add("placed.glb", setting([0, 3, 0], "nodes", 0, "translation"), "GLR055@/nodes/0")
    add("no_name.glb", without("nodes", 2, "name"), "GLR054@/nodes/2")
    add("still.glb", changed(lambda doc: doc.animation("none") and None), "GLR070@/animations/1")
    add("between_frames.glb", waving(times=(0, 0.05, 0.125)).glb(), "GLR068@/animations/0")
    add("whole_numbers_as_floats.glb", setting(Raw("2.0"), "animations", 0, "channels", 0,
                                               "target", "node"))


# --- bad ------------------------------------------------------------------------------------------

def container(add):
    whole = waving().glb()
    places = whole.places
    add("cut_header.glb", waving().glb().cut(9), "GLR001@0", status="truncated")
    add("short_length.glb", Bytes().raw(b"glTF").u32(2, 11), "GLR001@8",
        status="truncated")
    add("version_1.glb", Bytes().raw(b"glTF").u32(1, 20, 0, 0), "GLR002@4", status="unsupported")
    add("cut_bin.glb", waving().glb().cut(-8), "GLR003@length", status="truncated")
    add("trailing.glb", waving().glb().raw(b"more"), f"GLR004@{places['end']}")
    add("chunk_too_long.glb", Bytes().raw(b"glTF").u32(2, 24, 100).raw(b"JSON{}  "), "GLR005@12",
        status="corrupt")
    add("cut_chunk_head.glb", Bytes().raw(b"glTF").u32(2, 16, 100), "GLR005@12", status="corrupt")
    add("no_chunk.glb", Bytes().raw(b"glTF").u32(2, 12), "GLR005@12", status="corrupt")
    add("bin_first.glb", Bytes().raw(b"glTF").u32(2, 24, 4).raw(b"BIN\0abcd"), "GLR006@16",
        status="corrupt")
    add("padded_with_zeros.glb", setting("ab", "asset", "copyright", padding=b"\0"),
        "GLR007@json_end")


def syntax(add):
    def bad(name, text, *rules, **named):
        named.setdefault("status", "corrupt")
        add(name, Bytes().raw(text), *rules, **named)

    head = b'{"asset":{"version":"2.0"}'
    bad("trailing_comma.gltf", head + b",}", "GLR010@27")
    bad("cut.gltf", head, "GLR010@26")
    bad("not_utf8.gltf", head + b',"nodes":[{"name":"\xe9"}]}', "GLR010@45")
    bad("nan.gltf", head + b',"nodes":[{"translation":[0,NaN,0]}]}', "GLR010@54")
    bad("deep.gltf", head + b',"extras":' + b"[" * 300 + b"]" * 300 + b"}", "GLR011@291",
        status="limit")
    bad("nodes_no_array.gltf", head + b',"nodes":{}}', "GLR012@35")
    bad("node_no_object.gltf", head + b',"nodes":[7]}', "GLR012@36")
    bad("version_1.gltf", b'{"asset":{"version":"1.0"}}', "GLR020@20", status="unsupported")
    bad("newer_needed.gltf", b'{"asset":{"version":"2.0","minVersion":"2.1"}}', "GLR020@39",
        status="unsupported")
    bad("no_version.gltf", b'{"asset":{}}', "GLR021@0", status="ok")
    for name in ("EXT_meshopt_compression", "KHR_draco_mesh_compression"):
        bad(f"{name.lower()}.gltf", head + b',"extensionsRequired":["%s"]}' % name.encode(),
            "GLR022@49", status="unsupported")


def values(add):
    def bad(name, content, rule, status="corrupt"):
        add(name, content, rule, status=status)

    sampler = ("animations", 0, "samplers", 0)
    channel = ("animations", 0, "channels", 0)
    bad("count_as_text.glb", setting("3", "accessors", 1, "count"), "GLR012@/accessors/1/count")
    bad("count_negative.glb", setting(-3, "accessors", 1, "count"), "GLR012@/accessors/1/count")
    bad("no_count.glb", without("accessors", 1, "count"), "GLR013@/accessors/1")
    bad("no_type.glb", without("accessors", 1, "type"), "GLR013@/accessors/1")
    bad("no_component.glb", without("accessors", 1, "componentType"), "GLR013@/accessors/1")
    bad("no_length.glb", without("bufferViews", 0, "byteLength"), "GLR013@/bufferViews/0")
    bad("no_sampler.glb", without(*channel, "sampler"), "GLR013@/animations/0/channels/0")
    bad("no_input.glb", without(*sampler, "input"), "GLR013@/animations/0/samplers/0")
    bad("no_uri.gltf", waving().text({"byteLength": 400}), "GLR013@/buffers/0")
    bad("sparse_without_values.glb", changed(
        lambda doc: at(doc, "accessors", 1)["sparse"].pop("values") and None, sparse()),
        "GLR013@/accessors/1")
    bad("child_beyond.glb", setting([1, 9], "nodes", 0, "children"), "GLR014@/nodes/0/children/1")
    bad("joint_beyond.glb", setting([1, 3], "skins", 0, "joints"), "GLR014@/skins/0/joints/1")
    bad("binds_beyond.glb", setting(9, "skins", 0, "inverseBindMatrices"), "GLR014@/skins/0")
    bad("sampler_beyond.glb", setting(1, *channel, "sampler"), "GLR014@/animations/0/channels/0")
    bad("target_beyond.glb", setting(7, *channel, "target", "node"),
        "GLR014@/animations/0/channels/0")
    bad("input_beyond.glb", setting(4000000000, *sampler, "input"),
        "GLR014@/animations/0/channels/0")
    bad("view_beyond.glb", setting(9, "accessors", 1, "bufferView"), "GLR014@/accessors/1")
    bad("buffer_beyond.glb", setting(1, "bufferViews", 1, "buffer"), "GLR014@/bufferViews/1")
    bad("component_unknown.glb", setting(5124, "accessors", 1, "componentType"),
        "GLR015@/accessors/1/componentType")
    bad("type_unknown.glb", setting("VEC5", "accessors", 1, "type"), "GLR015@/accessors/1/type")
    bad("interpolation_unknown.glb", setting("CUBIC", *sampler, "interpolation"),
        "GLR015@/animations/0/samplers/0/interpolation")
    bad("translation_of_two.glb", setting([0, 1], "nodes", 2, "translation"),
        "GLR015@/nodes/2/translation")
    bad("translation_of_four.glb", setting([0, 1, 2, 3], "nodes", 2, "translation"),
        "GLR015@/nodes/2/translation/3")
    bad("translation_too_large.glb", setting([0, Raw("1e999"), 0], "nodes", 2, "translation"),
        "GLR015@/nodes/2/translation/1")
    bad("stride_too_small.glb", setting(4, "bufferViews", 2, "byteStride"),
        "GLR015@/bufferViews/2")
    bad("sparse_more_than_all.glb", setting(4, "accessors", 1, "sparse", "count", doc=sparse()),
        "GLR015@/accessors/1")
    bad("four_billion_keys.glb", changed(
        lambda doc: at(doc, "accessors", 1).update(count=4000000000) or
        at(doc, "accessors", 1).pop("bufferView") and None), "GLR011@/accessors/1", status="limit")


def buffers(add):
    def bad(name, content, rule, status="corrupt", **more):
        add(name, content, rule, status=status, **more)

    bad("view_past_end.glb", setting(4000000000, "bufferViews", 2, "byteLength"),
        "GLR030@/bufferViews/2")
    bad("view_far_away.glb", setting(9007199254740992, "bufferViews", 2, "byteOffset"),
        "GLR030@/bufferViews/2")
    bad("accessor_past_end.glb", setting(4, "accessors", 1, "count"), "GLR031@/accessors/1")
    bad("accessor_far_away.glb", setting(9007199254740992, "accessors", 1, "count"),
        "GLR031@/accessors/1")
    bad("accessor_offset.glb", setting(4, "accessors", 1, "byteOffset"), "GLR031@/accessors/1")
    bad("short_chunk.glb", waving().glb(byteLength=1000), "GLR032@/buffers/0", status="truncated")
    bad("short_data.gltf", waving().gltf(data_uri(bytes(16))), "GLR032@/buffers/0",
        status="truncated")
    for name, uri in (("no_base64", "data:application/octet-stream,abc"),
                      ("base64_cut", data_uri(waving().bin)[:-2] + "?"),
                      ("base64_of_one", "data:;base64,A")):
        bad(f"{name}.gltf", waving().gltf(uri), "GLR033@/buffers/0")
    bad("not_here.gltf", waving().gltf("not%20here.bin"), "GLR034@/buffers/0",
        status="unsupported", exit=3)
    for name, uri in (("outside", "../other.bin"), ("outside_encoded", "a/%2e%2e/%2E./b.bin"),
                      ("absolute", "/etc/other.bin"), ("scheme", "http://example.com/a.bin"),
                      ("backslash", "..\\other.bin")):
        bad(f"{name}.gltf", waving().gltf(uri), "GLR035@/buffers/0", status="unsupported", exit=3)
    bad("sparse_order.glb", sparse((2, 1)).glb(), "GLR036@/accessors/1")
    bad("sparse_beyond.glb", sparse((0, 3)).glb(), "GLR036@/accessors/1")


def nodes(add):
    add("two_parents.glb", setting([2], "nodes", 0, "children"), "GLR040@/nodes/1/children/0",
        status="corrupt")
    add("circle.glb", changed(lambda doc: at(doc, "nodes", 2).update(children=[1]) or
                              at(doc, "nodes", 0).pop("children") and None), "GLR041@/nodes/1",
        status="corrupt")
    add("own_child.glb", setting([0], "nodes", 0, "children",
                                 doc=changed_nodes()), "GLR041@/nodes/0", status="corrupt")
    add("no_direction.glb", setting([0, 0, 0, 0], "nodes", 2, "rotation"), "GLR042@/nodes/2")
    add("shear.glb", changed(lambda doc: at(doc, "nodes", 1).pop("translation") and
                             at(doc, "nodes", 1).update(
                                 matrix=[1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1])),
        "GLR043@/nodes/1")


def changed_nodes():
    """Bones that no node refers to."""
    doc = waving()
    at(doc, "nodes", 0)["children"] = []
    return doc


def skins(add):
    add("no_joints.glb", setting([], "skins", 0, "joints"), "GLR050@/skins/0", status="corrupt")
    add("joint_twice.glb", setting([1, 2, 1], "skins", 0, "joints"), "GLR051@/skins/0")
    flat = moved(0, -1, 0), (0,) * 16
    add("flat_bind.glb", changed(lambda doc: at(doc, "skins", 0).update(
        inverseBindMatrices=doc.accessor("MAT4", flat))), "GLR052@/skins/0")
    add("bind_nan.glb", changed(lambda doc: at(doc, "skins", 0).update(
        inverseBindMatrices=doc.accessor("MAT4", [UNIT, (NAN, *UNIT[1:])]))), "GLR052@/skins/0")
    add("few_binds.glb", setting(1, "accessors", 0, "count"), "GLR052@/skins/0")
    add("binds_of_another_type.glb", setting("VEC4", "accessors", 0, "type"), "GLR052@/skins/0")
    add("name_twice.glb", waving("bone", "Bone").glb(), "GLR053@/nodes/2")


def animations(add):
    def bad(name, content, rule, status="corrupt"):
        add(name, content, rule, status=status)

    # The scene has 128 bytes of matrices before the times, which take 12.
    times, turns = "bin+128", "bin+140"
    bad("times_descend.glb", waving(times=(0, 0.2, 0.1)).glb(), "GLR060@bin+136")
    bad("times_nan.glb", waving(times=(0, NAN, 0.1)).glb(), "GLR060@bin+132")
    bad("times_infinite.glb", waving(times=(0, 0.1, math.inf)).glb(), "GLR060@bin+136")
    bad("first_time_nan.glb", waving(times=(NAN, 0.1, 0.2)).glb(), f"GLR060@{times}")
    bad("times_equal.glb", waving(times=(0, 0.1, 0.1)).glb(), "GLR061@bin+136 "
        "GLR068@/animations/0", status="ok")
    bad("too_few_values.glb", setting(2, "accessors", 2, "count"), "GLR062@/accessors/2")
    bad("no_keys.glb", changed(lambda doc: at(doc, "accessors", 1).update(count=0) or
                               at(doc, "accessors", 2).update(count=0)), "GLR062@/accessors/2")
    bad("cubic_without_tangents.glb", waving(interpolation="CUBICSPLINE").glb(),
        "GLR062@/accessors/2")
    bad("times_of_bytes.glb", setting(U8, "accessors", 1, "componentType"), "GLR063@/accessors/1")
    bad("rotation_of_three.glb", setting("VEC3", "accessors", 2, "type"), "GLR063@/accessors/2")
    bad("value_nan.glb", waving(values=(NO_TURN, (0, 0, NAN, 1), QUARTER)).glb(), "GLR064@bin+156")
    bad("value_infinite.gltf", waving(values=(NO_TURN, QUARTER, (math.inf, 0, 0, 1))).gltf(),
        "GLR064@/accessors/2")
    bad("rotation_zero.glb", waving(values=((0,) * 4, QUARTER, NO_TURN)).glb(), f"GLR065@{turns}",
        status="ok")
    bad("rotation_long.glb", waving(values=(NO_TURN, (0, 0, 0, 2), NO_TURN)).glb(),
        "GLR066@bin+156", status="ok")
    bad("target_twice.glb", changed(lambda doc: doc.channel(2, "rotation", 1, 2)),
        "GLR067@/animations/0/channels/1", status="ok")
    bad("too_long.glb", waving(times=(0, 1.01, 1e9)).glb(), "GLR069@/animations/0", status="limit")


def said(text, doc=None):
    """The waving scene, whose armature says this of it."""
    return setting({"gait": text}, "nodes", 0, "extras", doc=doc)


def extras(add):
    head = '{"schema":"gait.extras/1","clips":['
    add("extras_cut.glb", said(head), "GLR080@/nodes/0")
    add("extras_levels.glb", said('{"schema":"gait.extras/1","x":' + "[" * 300),
        "GLR080@/nodes/0")
    add("extras_surrogate.glb", said(head + r'{"name":"\ud800"}]}'), "GLR080@/nodes/0")
    add("extras_schema.glb", said('{"schema":"gait.extras/2"}'), "GLR081@/nodes/0")
    # Nothing is escaped in this text, so that its own bytes can be pointed at.
    add("extras_no_object.glb", said("[1, 2]"), "GLR081@/nodes/0/extras/gait+1")
    add("extras_motion.glb", said(head + '{"animation":"wave","motion":[1,2]}]}'),
        "GLR082@/nodes/0")
    add("extras_event.glb", setting({"gait": {"events": [{"name": "step", "value": "run"}]}},
                                    "animations", 0, "extras"),
        "GLR082@/animations/0/extras/gait/events/0")
    add("extras_scene_schema.glb", setting({"gait": [1]}, "scenes", 0, "extras"),
        "GLR081@/scenes/0/extras/gait")
    add("extras_scene_parts.glb", setting(
        {"gait": {"schema": "gait.extras/1", "parts": [{"bones": []}]}}, "scenes", 0, "extras"),
        "GLR082@/scenes/0/extras/gait/parts/0")
    add("extras_flags.glb", setting({"gait": {"playback": {"flags": -1, "speed": 2}}},
                                    "animations", 0, "extras"),
        "GLR082@/animations/0/extras/gait/playback/flags")
    add("sidecar_cut.glb", waving().glb(), "GLR083@0", beside=head)
    add("sidecar_empty.gltf", waving().gltf(), "GLR083@0", beside="")
    add("sidecar_schema.glb", waving().glb(), "GLR083@0", beside='{"schema":"gait.extras/2"}')
    add("sidecar_phases.glb", waving().glb(), "GLR082@0",
        beside=head + '{"animation":"wave","phases":5}]}')


def add_all(add):
    def bad(name, *more, **named):
        add("gltf/bad", name, *more, **named)

    good(lambda name, *more, **named: add("gltf/ok", name, *more, **named))
    for group in (container, syntax, values, buffers, nodes, skins, animations, extras):
        group(bad)
