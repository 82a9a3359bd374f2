"""Models with a skeleton, good and odd."""
import pathlib
import sys

from builders import NAN, Bytes
from omf_fixtures import STEPS, TURNS, definition, keys_chunk, motion, params, track

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import lzhuf  # noqa: E402

ANIMATED, RIGID = 3, 10
TREE = (("root", ""), ("spine", "root"), ("head", "spine"))
RAW = 0x80000000


def header(version=4, kind=ANIMATED):
    out = Bytes().at("version").u8(version, kind).u16(0)
    return out if version < 4 else out.f32(*[-1] * 3, *[1] * 3, 0, 0, 0, 2)


def names(tree=TREE, count=None, tail=b""):
    out = Bytes().u32(len(tree) if count is None else count)
    for b, (name, parent) in enumerate(tree):
        out.at(f"bone{b}").text(name).at(f"parent{b}").text(parent)
        out.f32(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0.5)
    return out.at("bones_end").raw(tail)


def ik(bones=3, version=1, rotation=(0.25, -0.5, 0.75), translation=(0, 1, -0.125),
       old=False, oldest=False):
    """`old`: neither version nor friction; `oldest`: nor flags and break values."""
    out = Bytes()
    for b in range(bones):
        out.at(f"ik{b}")
        if not old and not oldest:
            out.u32(version)
        out.at(f"material{b}").text("objects\\dead_body")
        out.u16(1, 0).f32(*[0.5] * 27)
        out.u32(2).f32(*[-0.5, 0.5, 1, 1] * 3).f32(1, 1)
        if not oldest:
            out.u32(0).f32(0, 0)
        if version & 0xFFFF and not old and not oldest:
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


def model3(*more, tree=TREE, kind=4):
    """A model of version 3: header, bones, and chunks."""
    out = Bytes().chunk(1, header(3, kind)).at("names").chunk(13, names(tree))
    for number, content in more:
        out.at(f"chunk{number}").chunk(number, content)
    return out.at("end")


def packed(content, spare=b""):
    content = content.data if isinstance(content, Bytes) else content
    return lzhuf.encode(bytes(content)) + spare


def old_definition(name="walk", kind=1, part=0xFFFF, stop=1):
    """Of the oldest parameters: a type, 0 = FX, and whether to stop."""
    return Bytes().at("definition").text(name).u8(kind).u16(part, 0).f32(1, 1, 2, 2).u8(stop)


def old_params(bones, definitions):
    out = Bytes().u16(1).text("default").u16(len(bones)).u32(*bones).u16(len(definitions))
    for one in definitions:
        out.raw(one)
    return out


def old_motion(label="walk", frames=2, bones=3, floats=False, surplus=b""):
    """Per bone and frame a rotation and a position."""
    out = Bytes().text(label).u32(frames)
    for bone in range(bones):
        for frame in range(frames):
            turn = TURNS[(bone + frame) % 4]
            (out.f32 if floats else out.s16)(*([t / 32767 for t in turn] if floats else turn))
            out.f32(bone, frame, 0.5)
    return out.raw(surplus)


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
    add("falsely_marked_ik.ogf",
        Bytes().chunk(1, header()).chunk(13, names(TREE[:1])).at("ik").chunk(16 | RAW, ik(1)),
        "OGF108@ik+8")
    add("packed_ik.ogf",
        Bytes().chunk(1, header()).chunk(13, names(TREE)).at("ik")
        .chunk(16 | RAW, packed(ik(3), b"\0")), "OGF109@ik+8")
    inside = [(number | RAW, packed(content)) for number, content in bank(tree_names)]
    add("packed_motions.ogf", model(TREE, 0, None, *inside),
        f"OGF109@chunk{14 | RAW}+8")
    add("packed_keys.ogf", model(TREE, 0, None, inside[0], bank(tree_names)[1]),
        f"OGF109@chunk{14 | RAW}+8")
    add("rigid.ogf", Bytes().chunk(1, header(kind=RIGID)).chunk(13, names()).chunk(16, ik())
        .chunk(17, b"[physics]\r\n\0"))
    add("mesh_only.ogf", Bytes().chunk(1, header(kind=0)).chunk(2, b"texture\0shader\0")
        .chunk(3, bytes(20)))
    add("unordered.ogf",
        Bytes().chunk(1, header()).chunk(9, b"").chunk(16, ik(1)).chunk(0x80637546, b"")
        .chunk(13, names(TREE[:1])))


def old(add):
    """Version 3."""
    one = TREE[:1]
    add("v3_ik_28.ogf", model3((28, ik(1)), (29, Bytes().text("a,b")), tree=one))
    add("v3_ik_25.ogf", model3((25, ik(1, old=True)), kind=15, tree=one))
    add("v3_ik_23.ogf", model3((17, bytes(200)), (23, ik(oldest=True))))
    add("v3_newest_ik.ogf", model3((23, b"\1"), (25, b"\2"), (28, ik(1)), tree=one))
    two = [motion("idle", 2, [track(0, 2)] * 3), motion("run", 3, [track(1, 3)] * 3)]
    named = [definition("idle", 0, version=1), definition("run", version=1)]
    by_id = params((("a", ((None, 2),)), ("b", ((None, 0), (None, 1)))), named, version=1,
                   bare=True)
    add("v3_motions_ids.ogf", model3((28, ik()), (26, keys_chunk(two)), (20, by_id)))
    by_name = params((("a", (("head", None), ("root", None), ("spine", None))),), named,
                     version=2)
    add("v3_motions_names.ogf", model3((28, ik()), (20, by_name), (26, keys_chunk(two))))
    both = params((("a", (("root", 0), ("spine", 1), ("head", 2))),), named, version=3)
    add("v3_motions_3.ogf", model3((28, ik()), (26, keys_chunk(two)), (20, both)))
    oldest = old_params([0, 1, 2], [old_definition("idle", stop=0), old_definition("hit", 0, 1)])
    keys = keys_chunk([old_motion("idle"), old_motion("hit", 1)])
    add("v3_oldest_motions.ogf", model3((23, ik(oldest=True)), (18, oldest), (14, keys)))
    keys = keys_chunk([old_motion("idle", floats=True), old_motion("hit", 1)])
    add("v3_oldest_float_motions.ogf", model3((18, oldest), (14, keys), (28, ik())))
    add("v3_oldest_marked.ogf", model3((18, oldest), (14 | RAW, packed(keys)), (28, ik())),
        f"OGF109@chunk{14 | RAW}+8")


def chunks(add):
    add("without_header.ogf", Bytes().chunk(13, names()), "OGF001@0", status="corrupt",
        reader="ogf")
    add("short_header.ogf", Bytes().chunk(1, b"\4\3\0\0"), "OGF002@0", status="truncated")
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
    without = Bytes().chunk(1, header()).chunk(13, names())
    add("bad_packed_ik.ogf", without.at("ik").chunk(16 | RAW, b"\xF0\2\0\0\xEA\x6E"), "OGF011@ik",
        status="corrupt")
    short = Bytes().chunk(1, header()).chunk(13, names())
    add("cut_packed_ik.ogf", short.at("ik").chunk(16 | RAW, packed(ik(2))), "OGF006@ik+8",
        status="truncated")
    add("bones_tail.ogf",
        Bytes().chunk(1, header()).chunk(13, names(tail=b"\0\0")).chunk(16, ik()),
        "OGF110@bones_end")
    add("ik_tail.ogf", model(bind=ik().raw(b"\7")), "OGF110@ik_end")
    surplus = Bytes().chunk(1, header()).chunk(13, names())
    add("packed_ik_tail.ogf", surplus.at("ik").chunk(16 | RAW, packed(ik().raw(b"\7"))),
        "OGF109@ik+8 OGF110@ik+8")
    nowhere = Bytes().chunk(1, header()).chunk(13, names())
    add("packed_bind_nan.ogf",
        nowhere.at("ik").chunk(16 | RAW, packed(ik(rotation=(0, NAN, 0)))),
        "OGF109@ik+8 OGF107@ik+8", status="corrupt")
    add("v3_cut_ik.ogf", model3((25, ik(2, old=True))), "OGF006@ik_end", status="truncated")
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
    noise = ((14 | RAW, b"\xFF\0\0\0\xAA"), (15, params()))
    add("bad_packed_motions.ogf", model(one, 0, None, *noise),
        f"OGF010@chunk{14 | RAW}")
    inside = bank(["root"], parameters=params(definitions=[definition(part=7)]))
    add("odd_packed_motions.ogf",
        model(one, 0, None, (14 | RAW, packed(inside[0][1])), (15 | RAW, packed(inside[1][1]))),
        f"OGF109@chunk{14 | RAW}+8 OMF112@chunk{14 | RAW}+8")
    add("v4_params_1.ogf",
        model(TREE[:2], 0, None, *bank(
            ["root", "spine"], parameters=params((("default", ((None, 1), (None, 0))),),
                                                 [definition(version=1)], 1, bare=True))),
        "OMF007@chunk15+8 OMF016@chunk15")
    fast = keys_chunk([motion(tracks=[track(2)] * 3)])
    add("v3_new_flags.ogf",
        model3((26, fast), (20, params((("a", ((None, 0), (None, 1), (None, 2))),),
                                       [definition(version=1)], 1, bare=True)), (28, ik())),
        "OGF010@chunk26")
    # Without bones no byte of the file stands behind a count of frames.
    many = keys_chunk([Bytes().text("walk").u32(0x7FFFFFFF)])
    add("v3_oldest_without_bones.ogf",
        model3((18, old_params([], [old_definition()])), (14, many), tree=()), "OMF132@81")
    few = keys_chunk([old_motion("walk", bones=2)])
    add("v3_cut_oldest_motions.ogf",
        model3((18, old_params([0, 1, 2], [old_definition()])), (14, few), (28, ik())),
        "OGF010@chunk14")
    add("v3_odd_oldest_motions.ogf",
        model3((18, old_params([0, 1, 2], [old_definition(), old_definition()])),
               (14, keys_chunk([old_motion(), old_motion(surplus=b"\1")], tail=b"\1\2")),
               (28, ik())),
        "OMF105@chunk14+8 OMF109@chunk14+8")
    cut = bank(["root"], [motion(tracks=[track().cut(-1)])])
    add("cut_motions.ogf", model(one, 0, None, *cut), "OMF012@track0.0 OGF010@chunk14",
        exit=1)
    bare = params((("default", ((None, 1), (None, 0))),), bare=True)
    add("bones_by_number.ogf",
        model(TREE[:2], 0, None, *bank(["root", "spine"], parameters=bare)), "OMF016@chunk15")
    odd = bank(["root"], parameters=params(definitions=[definition(part=7)]))
    add("odd_motions.ogf", model(one, 0, None, *odd), "OMF112@part0")


def add_all(add):
    for group in (good, old):
        group(lambda *values, **named: add("ogf/ok", *values, **named))
    for group in (chunks, skeleton, motions):
        group(lambda *values, **named: add("ogf/bad", *values, **named))
