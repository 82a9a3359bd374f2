"""Models with a skeleton, good and odd."""
from builders import NAN, Bytes
from omf_fixtures import definition, keys_chunk, motion, params, track

ANIMATED, RIGID = 3, 10
TREE = (("root", ""), ("spine", "root"), ("head", "spine"))
RAW = 0x80000000


def header(version=4, kind=ANIMATED):
    return Bytes().at("version").u8(version, kind).u16(0).f32(*[-1] * 3, *[1] * 3, 0, 0, 0, 2)


def names(tree=TREE, count=None, tail=b""):
    out = Bytes().u32(len(tree) if count is None else count)
    for b, (name, parent) in enumerate(tree):
        out.at(f"bone{b}").text(name).at(f"parent{b}").text(parent)
        out.f32(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0.5)
    return out.at("bones_end").raw(tail)


def ik(bones=3, version=1, rotation=(0.25, -0.5, 0.75), translation=(0, 1, -0.125)):
    out = Bytes()
    for b in range(bones):
        out.at(f"ik{b}").u32(version).at(f"material{b}").text("objects\\dead_body")
        out.u16(1, 0).f32(*[0.5] * 27)
        out.u32(2).f32(*[-0.5, 0.5, 1, 1] * 3).f32(1, 1).u32(0).f32(0, 0)
        if version & 0xFFFF:
            out.f32(0)
        out.f32(*rotation).f32(*translation).f32(10).f32(0, 0, 0)
    return out.at("ik_end")


def model(tree=TREE, marks=0, bind=None, *more):
    """Header, bones, bind pose and more chunks; `marks` sets bit 31 where games do not look."""
    out = Bytes().at("header").chunk(1 | marks, header())
    out.at("names").chunk(13 | marks, names(tree))
    out.at("bind").chunk(16, bind or ik(len(tree)))
    for number, content in more:
        out.at(f"chunk{number}").chunk(number, content)
    return out.at("end")


def refs(text):
    return (19, Bytes().text(text))


def refs2(*paths, count=None):
    out = Bytes().u32(len(paths) if count is None else count)
    for path in paths:
        out.text(path)
    return (24, out)


def bank(bones, motions=None, parameters=None):
    bones = (("default", tuple((name, i) for i, name in enumerate(bones))),)
    motions = motions or [motion(tracks=[track(2)] * len(bones[0][1]))]
    return ((14, keys_chunk(motions)), (15, parameters or params(bones)))


def good(add):
    tree_names = [name for name, _ in TREE]
    add("skeleton.ogf", model())
    add("one_bone.ogf", model((("root", ""),)))
    add("child_first.ogf", model((("head", "spine"), ("root", ""), ("spine", "root"))))
    add("case_of_parent.ogf", model((("Root", ""), ("spine", "rOOT"))))
    add("without_friction.ogf", model(bind=ik(version=0x10000)))
    add("odd_ik_version.ogf", model(bind=ik(version=252)))
    add("refs.ogf", model(TREE[:1], 0, None, refs("actors\\a,actors\\b_*,c")))
    add("refs2.ogf", model(TREE[:1], 0, None, refs2("actors\\stalker", "dir\\*_walk")))
    add("both_refs.ogf", model(TREE[:1], 0, None, refs("a,b,c"), refs2("d")))
    add("motions_inside.ogf", model(TREE, 0, None, *bank(tree_names)))
    add("falsely_marked.ogf", model(TREE[:1], RAW, None, refs("a")),
        "OGF108@version")
    marked = Bytes().text("a")
    add("falsely_marked_refs.ogf", model(TREE[:1], 0, None, (19 | RAW, marked)),
        f"OGF108@chunk{19 | RAW}+8")
    add("rigid.ogf", Bytes().chunk(1, header(kind=RIGID)).chunk(13, names()).chunk(16, ik())
        .chunk(17, b"[physics]\r\n\0"))
    add("mesh_only.ogf", Bytes().chunk(1, header(kind=0)).chunk(2, b"texture\0shader\0")
        .chunk(3, bytes(20)))
    add("unordered.ogf",
        Bytes().chunk(1, header()).chunk(9, b"").chunk(16, ik(1)).chunk(0x80637546, b"")
        .chunk(13, names(TREE[:1])))


def chunks(add):
    add("without_header.ogf", Bytes().chunk(13, names()), "OGF001@0", status="corrupt",
        reader="ogf")
    add("short_header.ogf", Bytes().chunk(1, b"\4\3\0\0"), "OGF002@0", status="truncated")
    add("version_3.ogf", Bytes().chunk(1, b"\3\4\0\0").chunk(13, names()), "OGF003@8",
        status="unsupported")
    add("version_2.ogf", Bytes().chunk(1, b"\2\4\0\0"), "OGF003@8", status="unsupported")
    add("version_9.ogf", Bytes().chunk(1, header(version=9)), "OGF004@version",
        status="corrupt", reader="ogf")
    add("cut_header.ogf", Bytes().chunk(1, header()).cut(40), "OMF001@0", status="truncated")
    add("cut_chunk.ogf", model().cut(-1), "OMF001@bind", status="truncated")
    add("leftover.ogf", model().raw(b"\1\2\3"), "OMF002@end")
    add("long_refs.ogf",
        model(TREE[:1]).chunk(24, Bytes().u32(1).text("actors\\stalker"), size=11),
        "OGF008@end+19")


def skeleton(add):
    add("cut_bones.ogf", Bytes().chunk(1, header()).chunk(13, names(count=4)),
        "OGF005@bones_end", status="truncated")
    add("absurd_bone_count.ogf", Bytes().chunk(1, header()).chunk(13, names(count=0xFFFFFFFF)),
        "OGF005@bones_end", status="truncated")
    add("empty_bones.ogf", Bytes().chunk(1, header()).at("names").chunk(13, b"\1"),
        "OGF005@names+8", status="truncated")
    add("cut_ik.ogf", model(bind=ik(2)), "OGF006@ik_end", status="truncated")
    packed = Bytes().chunk(1, header()).chunk(13, names())
    add("packed_ik.ogf", packed.at("ik").chunk(16 | RAW, b"\xF0\2\0\0\xEA\x6E"), "OGF007@ik",
        status="unsupported")
    add("two_roots.ogf", model((("root", ""), ("other", ""))), "OGF101@bone1")
    add("lost_parent.ogf", model((("root", ""), ("spine", "nobody"))), "OGF102@parent1")
    add("circle.ogf", model((("root", ""), ("a", "c"), ("b", "a"), ("c", "b"))), "OGF103@bone1",
        status="corrupt")
    add("own_parent.ogf", model((("root", ""), ("a", "a"))), "OGF103@bone1", status="corrupt")
    add("bone_twice.ogf", model((("root", ""), ("spine", "root"), ("Spine", "root"))),
        "OGF104@bone2")
    many = tuple((f"b{i}", "b0" if i else "") for i in range(65))
    add("bone_limit.ogf", Bytes().chunk(1, header()).chunk(13, names(many)),
        "OGF105@bone64 OGF106@bone0")
    add("without_ik.ogf", Bytes().chunk(1, header()).chunk(13, names()), "OGF106@bone0")
    add("bind_nan.ogf", model(bind=ik(rotation=(0, NAN, 0))), "OGF107@material0",
        status="corrupt")
    add("bind_infinite.ogf", model(bind=ik(translation=(0, 0, float("inf")))),
        "OGF107@material0", status="corrupt")


def motions(add):
    one = [("root", "")]
    packed = ((14 | RAW, b"\x10\0\0\0\xAA"), (15, params()))
    add("packed_motions.ogf", model(one, 0, None, *packed), f"OGF009@chunk{14 | RAW}")
    cut = bank(["root"], [motion(tracks=[track().cut(-1)])])
    add("cut_motions.ogf", model(one, 0, None, *cut), "OMF012@track0.0 OGF010@chunk14",
        exit=1)
    bare = params((("default", ((None, 1), (None, 0))),), bare=True)
    add("bones_by_number.ogf",
        model(TREE[:2], 0, None, *bank(["root", "spine"], parameters=bare)), "OMF016@chunk15")
    odd = bank(["root"], parameters=params(definitions=[definition(part=7)]))
    add("odd_motions.ogf", model(one, 0, None, *odd), "OMF112@part0")


def add_all(add):
    good(lambda *values, **named: add("ogf/ok", *values, **named))
    for group in (chunks, skeleton, motions):
        group(lambda *values, **named: add("ogf/bad", *values, **named))
