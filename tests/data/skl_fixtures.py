"""SDK motions, good and odd."""
from builders import NAN, Bytes, inner, numbered
from omf_fixtures import mark

TCB, HERMITE, BEZIER, LINEAR, STEPPED, BEZIER_2D = range(6)
RESET, CONSTANT, REPEAT, OSCILLATE, OFFSET, GO_ON = range(6)
INFINITE = float("inf")


def is_wide(version, is_object):
    return version < (4 if is_object else 6)


def key(value, time=0, shape=STEPPED, parameters=(0, 0, 0, 0, 0, 0, 0), wide=False):
    out = Bytes().at("key").f32(value, time)
    if wide:
        return out.u32(shape).f32(*parameters)
    out.u8(shape)
    if shape != STEPPED:
        out.u16(*(int((v + 32) / 64 * 65535 + 0.5) for v in parameters))
    return out


def envelope(keys=((0,),), behaviour=(CONSTANT, CONSTANT), count=None, wide=False):
    out = Bytes().at("envelope")
    count = len(keys) if count is None else count
    if wide:
        out.u32(*behaviour, count)
    else:
        out.u8(*behaviour).u16(count)
    for i, one in enumerate(keys):
        out.raw(inner(key(*one, wide=wide), i))
    return out


def channels(envelopes, wide):
    """Six envelopes in the order of the file; what is not given stands at 0."""
    out = Bytes()
    for place in range(6):
        made = envelopes.get(place) or {}
        out.raw(inner(envelope(wide=wide, **made), place))
    return out


def bone(name="root", flags=0, version=6, **envelopes):
    """Envelopes by place: x=0 .. bank=5, as p0=..., p5=..."""
    out = Bytes()
    if version >= 5:
        out.at("bone").text(name)
    out.at("bone_flags")
    if version >= 6:
        out.u8(flags)
    else:
        out.u32(flags)
    return out.raw(channels({int(n[1:]): e for n, e in envelopes.items()}, version < 6))


def head(name, frames, fps, version):
    return Bytes().at("name").text(name).at("frames").u32(*frames).at("fps").f32(fps).at(
        "version").u16(version)


def motion(name="walk", frames=(0, 2), fps=30, version=6, flags=2, part=0xFFFF,
           values=(1, 2, 2, 1), bones=None, count=None, marks=()):
    bones = [bone(version=version)] if bones is None else bones
    count = len(bones) if count is None else count
    out = head(name, frames, fps, version)
    if version == 4:
        out.u32(part).u8(flags & 1, flags >> 1 & 1)
    elif version == 5:
        out.u32(flags, part)
    else:
        out.u8(flags).u16(part)
    out.at("values").f32(*values).at("count")
    if version >= 6:
        out.u16(count)
    else:
        out.u32(count)
    for i, one in enumerate(bones):
        out.raw(inner(one, i))
    if version >= 7:
        out.at("mark_count").u32(len(marks))
        for i, one in enumerate(marks):
            out.raw(inner(one, i))
    return out.at("motion_end")


def one(content, trailing=b"", tail=b""):
    """A .skl."""
    inside = Bytes().raw(numbered(content, 0)).at("tail").raw(tail)
    return Bytes().chunk(0x1200, inside).at("trailing").raw(trailing)


def many(*motions, count=None, trailing=b""):
    """A .skls."""
    out = Bytes().u32(len(motions) if count is None else count)
    for i, content in enumerate(motions):
        out.raw(numbered(content, i))
    return out.at("trailing").raw(trailing)


def object_motion(version=5, **envelopes):
    inside = head("camera", (0, 2), 30, version).raw(
        channels({int(n[1:]): e for n, e in envelopes.items()}, is_wide(version, True)))
    return Bytes().chunk(0x1100, numbered(inside, 0)).at("trailing")


def moving(**named):
    return {"keys": ((0, 0), (1, 1 / 30), (0.5, 2 / 30)), **named}


def of_shapes(wide=False):
    keys = tuple((i * 0.25, i / 30, shape, (0.5, -0.25, 0.125, 1, -1, 0.01, 0.5))
                 for i, shape in enumerate((TCB, HERMITE, BEZIER, LINEAR, STEPPED, BEZIER_2D)))
    return {"keys": keys, "behaviour": (REPEAT, OSCILLATE), "wide": wide} if wide else {
        "keys": keys, "behaviour": (REPEAT, OSCILLATE)}


def good(add):
    add("still.skl", one(motion()))
    add("moving.skls", many(motion(bones=[bone(p0=moving(), p3=moving()), bone("hand")])))
    add("two.skls", many(motion("idle", flags=0), motion("run", version=7)))
    add("shapes.skl", one(motion(frames=(0, 5), bones=[bone(p1=of_shapes())])))
    add("behaviours.skls", many(motion(frames=(0, 3), bones=[bone(**{
        f"p{i}": {"keys": ((1, 0.02, LINEAR), (2, 0.05, LINEAR)), "behaviour": (i, 5 - i)}
        for i in range(6)})])))
    step = mark(b"Left", [(0, 0.05)])
    add("marks.skl", one(motion(version=7, marks=[step, mark(b"Right")])))
    add("mark_line_feed.skls", many(motion(version=7, marks=[mark(b"Left", end=b"\n")])),
        "OMF121@mark0.0")
    add("version_4.skl", one(motion(version=4, bones=[bone(version=4), bone(version=4)])),
        "SKL105@name0")
    add("version_5.skls", many(motion(version=5, bones=[bone(version=5, p2=moving())])))
    add("object_3.skl", object_motion(3, p0=moving()))
    add("object_4.skl", object_motion(4, p3=moving()))
    add("object_5.skl", object_motion(5))
    add("no_bones.skls", many(motion(bones=[])))
    add("other_bones.skls", many(motion(), motion("run", bones=[bone("tail")])), "SKL104@name1")
    add("no_keys.skl", one(motion(bones=[bone(p4={"keys": ()})])), "SKL124@envelope0.4.0")
    add("world.skls", many(motion(bones=[bone(flags=1)])), "SKL125@bone_flags0.0")
    add("world_5.skls", many(motion(version=5, bones=[bone(version=5, flags=1)])),
        "SKL125@bone_flags0.0")


def files(add):
    add("cut_chunk.skl", one(motion()).cut(-1), "SKL001@0", status="truncated")
    add("cut_object.skl", object_motion().cut(-1), "SKL001@0", status="truncated")
    add("second_missing.skls", many(motion(), count=2), "SKL002@trailing", status="truncated")
    add("cut_head.skl", Bytes().chunk(0x1200, head("walk", (0, 1), 30, 6).u8(0)), "SKL002@28",
        status="truncated")
    add("cut_in_name.skl", Bytes().chunk(0x1200, b"walk"), "SKL002@8", status="truncated")
    add("cut_bones.skl", one(motion(count=2)), "SKL002@tail", status="truncated")
    add("cut_marks.skls", many(motion(version=7, marks=[mark(b"Left", [(0, 1)])]).cut(-1)),
        "SKL002@intervals0.0", status="truncated")
    add("absurd_bone_count.skl", one(motion(version=5, count=0xFFFFFFFF, bones=[])),
        "SKL002@tail", status="truncated")
    add("too_many_keys.skl", one(motion(bones=[bone(p5={"keys": ((0,),), "count": 2})])),
        "SKL003@envelope0.5.0", status="truncated")
    add("too_many_keys_5.skl",
        one(motion(version=5, bones=[bone(version=5, p5={"keys": ((0,),), "count": 2})])),
        "SKL003@envelope0.5.0", status="truncated")
    add("cut_shaped_key.skl",
        one(motion(bones=[bone(p5={"keys": ((0, 0, LINEAR),)}).cut(-1)])),
        "SKL003@envelope0.5.0", status="truncated")
    add("absurd_key_count.skls", many(motion(version=5, bones=[
        bone(version=5, p0={"count": 0xFFFFFFFF})])), "SKL003@envelope0.0.0", status="truncated")
    add("version_3.skl", one(head("walk", (0, 1), 30, 3)), "SKL004@version0", status="corrupt")
    add("version_8.skl", one(head("walk", (0, 1), 30, 8)), "SKL004@version0", status="corrupt")
    add("object_6.skl", Bytes().chunk(0x1100, head("walk", (0, 1), 30, 6)), "SKL004@25",
        status="corrupt")
    add("trailing.skl", one(motion(), trailing=b"\1\2\3"), "SKL005@trailing")
    add("tail.skl", one(motion(), tail=b"\1"), "SKL005@tail")
    add("trailing.skls", many(motion(), trailing=b"\1\2\3"), "SKL005@trailing")


def motions(add):
    add("motion_twice.skls", many(motion(), motion("WALK")), "SKL101@name1")
    add("motion_nameless.skl", one(motion("")), "SKL102@name0")
    add("bone_nameless.skl", one(motion(bones=[bone("")])), "SKL102@bone0.0")
    add("bone_twice.skl", one(motion(bones=[bone(), bone()])), "SKL103@bone0.1")
    add("backwards.skl", one(motion(frames=(5, 4))), "SKL110@frames0")
    add("rate_zero.skl", one(motion(fps=0)), "SKL111@fps0")
    add("rate_nan.skl", one(motion(fps=NAN)), "SKL111@fps0")
    add("frames_beyond_24_bits.skl", one(motion(frames=(0, 0xFFFFFF))), "SKL112@frames0")
    add("frames_beyond_32_bits.skl", one(motion(frames=(0, 0xFFFFFFFF))), "SKL112@frames0")
    add("speed_negative.skl", one(motion(values=(-1, 2, 2, 1))), "SKL113@values0")
    add("power_nan.skls", many(motion(version=5, bones=[], values=(1, 2, 2, NAN))),
        "SKL113@values0+12")
    add("accrue_huge.skl", one(motion(version=4, bones=[], values=(1, 101, 2, 1))),
        "SKL105@name0 SKL113@values0+4")


def keys(add):
    def with_x(**named):
        return one(motion(bones=[bone(p0=named)]))

    add("value_nan.skl", with_x(keys=((NAN,),)), "SKL120@key0.0.0.0", status="corrupt")
    add("time_infinite.skl", with_x(keys=((0, 0), (1, INFINITE))), "SKL120@key0.1.0.0",
        status="corrupt")
    add("parameter_nan.skl", one(motion(version=5, bones=[
        bone(version=5, p0={"keys": ((0, 0, TCB, (NAN, 0, 0, 0, 0, 0, 0)),)})])),
        "SKL120@key0.0.0.0", status="corrupt")
    add("keys_unordered.skl", with_x(keys=((0, 0), (1, 0.1), (2, 0.05))), "SKL121@key0.2.0.0")
    add("shape_6.skl", with_x(keys=((0, 0), (1, 0.1, 6))), "SKL122@key0.1.0.0")
    add("behaviour_6.skl", with_x(keys=((0, 0), (1, 0.05)), behaviour=(6, 255)),
        "SKL123@envelope0.0.0")
    add("mark_nameless.skl", one(motion(version=7, marks=[mark(b"", [(0, 1)])])),
        "OMF120@mark0.0")
    add("mark_backwards.skl", one(motion(version=7, marks=[mark(b"Left", [(1, 0)])])),
        "OMF122@intervals0.0")


def posed(add):
    add("not_in_tree.skl", one(motion(bones=[bone("tail_of_dragon")])), "SKL140@bone0.0",
        posed="xray-hands", status="unsupported", exit=1)
    add("too_many_for_tree.skl",
        one(motion(version=4, bones=[bone(version=4)] * 48)), "SKL105@name0 SKL140@envelope0.0.47",
        posed="xray-stalker", status="unsupported", exit=1)


def add_all(add):
    good(lambda *values, **named: add("skl/ok", *values, **named))
    for group in (files, motions, keys, posed):
        group(lambda *values, **named: add("skl/bad", *values, **named))
