"""Plain RTM, good and odd."""
from builders import NAN, Bytes

UNIT = (1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
ODD_UNIT = (0, 0, -1, 0, 1, 0, 1, 0, 0, 0.25, 1.5, -2)


def field(name, junk=b""):
    """A name in 32 bytes: NUL filled, or junk after the NUL, or all of it used."""
    name = name.encode("cp1251")
    return (name + b"\0" + junk)[:32].ljust(32, b"\0") if len(name) < 32 else name[:32]


def head(frames, bones, step=(0, 0, -1.5), version=101):
    out = Bytes().at("head").raw(f"RTM_0{version}".encode()).at("step")
    out.f32(*(step if version == 101 else step[2:]))
    return out.at("frame_count").u32(frames).at("bone_count").u32(bones).at("names")


def rtm(bones=("pelvis", "spine"), phases=(0, 1), step=(0, 0, -1.5), matrix=None, version=101,
        frame_names=None, junk=b"", frame_junk=b""):
    """A whole file. `matrix(frame, bone)` and `frame_names(frame)` say what is unusual."""
    out = head(len(phases), len(bones), step, version)
    for b, name in enumerate(bones):
        out.at(f"name{b}").raw(field(name, junk))
    for f, phase in enumerate(phases):
        out.at(f"phase{f}").f32(phase)
        names = frame_names(f) if frame_names else bones
        for b in range(len(bones)):
            out.at(f"entry{f}.{b}").raw(field(names[b], frame_junk))
            values = matrix(f, b) if matrix else None
            out.at(f"matrix{f}.{b}").f32(*(values or (ODD_UNIT if f else UNIT)))
    return out.at("end")


def mdat(properties, reserved=0, count=None):
    """(phase, name, value) each; a length byte holds what fits in it."""
    out = Bytes().raw(b"RTM_MDAT").at("reserved").u32(reserved)
    out.u32(len(properties) if count is None else count)
    for i, (phase, name, value) in enumerate(properties):
        out.at(f"property{i}").f32(phase)
        out.u8(len(name) & 255).raw(name.encode("cp1251"))
        out.u8(len(value) & 255).raw(value.encode("cp1251"))
    return out.at("properties_end")


STEPS = [(0.25, "StepSound", ""), (0.75, "Sound", "left")]


def one_matrix(values):
    return rtm(bones=("pelvis",), matrix=lambda f, b: values if f == 1 else UNIT)


def good(add):
    add("still.rtm", rtm(bones=("pelvis",), phases=(0,), step=(0, 0, 0)))
    add("two_bones.rtm", rtm())
    add("three_frames.rtm", rtm(bones=("pelvis",), phases=(0, 0.25, 1), step=(0.5, 0.125, -2)))
    add("old_block.rtm", rtm(version=100), "RTM006@head")
    add("junk_after_nul.rtm", rtm(bones=("Pelvis",), junk=b"\xCC\xCC\xCD\xFDJUNK",
                                  frame_junk=b"other junk \xFE\xEE"))
    add("case_differs.rtm", rtm(bones=("Pelvis", "Spine"),
                                frame_names=lambda f: ("PELVIS", "spine")))
    add("name_of_32.rtm", rtm(bones=("a" * 32, "b")), "RTM024@name0")
    add("cyrillic.rtm", rtm(bones=("рука",), phases=(0,)))
    add("properties.rtm", mdat(STEPS).raw(rtm(bones=("pelvis",))))
    add("no_properties.rtm", mdat([]).raw(rtm(bones=("pelvis",), phases=(0,))))
    add("longest_property.rtm",
        mdat([(0, "n" * 255, "v" * 255)]).raw(rtm(bones=("pelvis",), phases=(0,))))
    add("reserved_word.rtm", mdat(STEPS[:1], reserved=7).raw(rtm(bones=("b",), phases=(0,))),
        "RTM012@reserved")


def cut(add):
    add("cut_magic.rtm", Bytes().raw(b"RTM_010"), "RTM001@0", status="corrupt")
    add("cut_step.rtm", head(1, 1).cut(18), "RTM002@8", status="truncated")
    add("cut_bone_count.rtm", head(1, 1).cut(26), "RTM002@bone_count", status="truncated")
    add("cut_old_head.rtm", head(1, 1, version=100).cut(10), "RTM002@8", status="truncated")
    add("cut_names.rtm", rtm().cut(91), "RTM003@names", status="truncated")
    add("absurd_bone_count.rtm", head(1, 0xFFFFFFFF).raw(bytes(64)), "RTM003@names",
        status="truncated")
    add("cut_last_frame.rtm", rtm().cut(-1), "RTM004@phase1", status="truncated")
    add("absurd_frame_count.rtm", head(0xFFFFFFFF, 1).at("name0").raw(field("pelvis")).at("end"),
        "RTM004@end", status="truncated")
    add("absurd_frames_without_bones.rtm", head(0xFFFFFFFF, 0).f32(0), "RTM004@32",
        status="truncated")
    add("trailing.rtm", rtm(bones=("b",)).raw(b"\0\0\0"), "RTM005@end")


def properties(add):
    add("long_property.rtm",
        mdat([(0.5, "n" * 300, "")]).raw(rtm(bones=("b",), phases=(0,))), "RTM010@176")
    add("long_second_property.rtm",
        mdat([(0.25, "Step", ""), (0.5, "Sound", "v" * 256)]).raw(rtm(bones=("b",), phases=(0,))),
        "RTM010@37")
    add("too_few_properties.rtm", mdat(STEPS, count=1).raw(rtm(bones=("b",), phases=(0,))),
        "RTM010@property1")
    add("too_many_properties.rtm", mdat(STEPS[:1], count=9).raw(rtm(bones=("b",), phases=(0,))),
        "RTM010@properties_end")
    add("properties_alone.rtm", mdat(STEPS), "RTM011@0", status="truncated")
    add("cut_properties.rtm", mdat(STEPS).cut(24), "RTM011@0", status="truncated")
    add("cut_property_count.rtm", mdat([]).cut(13), "RTM011@0", status="truncated")
    add("property_outside.rtm",
        mdat([(0.5, "in", ""), (1.5, "out", "")]).raw(rtm(bones=("b",), phases=(0,))),
        "RTM013@property1")
    add("property_nan.rtm", mdat([(NAN, "Step", "")]).raw(rtm(bones=("b",), phases=(0,))),
        "RTM013@property0")


def names(add):
    add("duplicate_bone.rtm", rtm(bones=("pelvis", "Pelvis")), "RTM020@name1")
    add("nameless_bone.rtm", rtm(bones=("", "spine")), "RTM021@name0")
    add("frame_order.rtm",
        rtm(frame_names=lambda f: ("spine", "pelvis") if f == 1 else ("pelvis", "spine")),
        "RTM022@entry1.0")
    add("frame_name.rtm",
        rtm(frame_names=lambda f: ("pelvis", "tail") if f == 1 else ("pelvis", "spine")),
        "RTM023@entry1.1")
    add("no_frames.rtm", rtm(phases=()), "RTM030@frame_count")
    add("no_bones.rtm", rtm(bones=()), "RTM031@bone_count")
    add("nothing_at_all.rtm", rtm(bones=(), phases=()), "RTM030@frame_count RTM031@bone_count")
    add("bone_limit.rtm", rtm(bones=[f"b{i}" for i in range(1001)], phases=()),
        "RTM030@frame_count RTM032@bone_count")


def phases(add):
    one = ("pelvis",)
    add("phase_nan.rtm", rtm(bones=one, phases=(0, NAN, 1)), "RTM040@phase1")
    add("phase_infinite.rtm", rtm(bones=one, phases=(0, 0.5, float("inf"))), "RTM040@phase2")
    add("phases_equal.rtm", rtm(bones=one, phases=(1, 1, 1)), "RTM041@phase0")
    add("phases_unsorted.rtm", rtm(bones=one, phases=(0, 1, 0.5)), "RTM042@phase2")
    add("phases_outside.rtm", rtm(bones=one, phases=(0.5, 7, 13.5)), "RTM043@phase1")
    add("phase_negative.rtm", rtm(bones=one, phases=(-0.25, 1)), "RTM043@phase0")
    add("phase_far_below.rtm", rtm(bones=one, phases=(-1e31, 0)), "RTM043@phase0")


def matrices(add):
    add("matrix_nan.rtm", one_matrix((NAN,) + UNIT[1:]), "RTM050@matrix1.0", status="corrupt")
    add("position_infinite.rtm", one_matrix(UNIT[:11] + (float("inf"),)), "RTM050@matrix1.0",
        status="corrupt")
    add("scaled.rtm", one_matrix((2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0)), "RTM051@matrix1.0")
    add("sheared.rtm", one_matrix((1, 0, 0, 0.5, 1, 0, 0, 0, 1, 0, 0, 0)), "RTM051@matrix1.0")
    add("far_away.rtm", one_matrix(UNIT[:9] + (0, 125, 0)), "RTM052@matrix1.0")
    add("mirrored.rtm", one_matrix((-1,) + UNIT[1:]), "RTM053@matrix1.0")
    add("flat.rtm", one_matrix((1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0)), "RTM053@matrix1.0")
    add("step_nan.rtm", rtm(bones=("b",), step=(0, 0, NAN)), "RTM060@16", status="corrupt")
    add("old_step_nan.rtm", rtm(bones=("b",), step=(0, 0, NAN), version=100),
        "RTM006@head RTM060@step", status="corrupt")


def posed(add):
    add("not_in_tree.rtm", rtm(bones=("vlajka", "stozar")),
        "RTM070@name0", posed="ofp-man")
    add("without_tree.rtm", rtm(), "RTM071@name0", posed="nothing")


def add_all(add):
    good(lambda *values, **named: add("rtm/ok", *values, **named))
    for group in (cut, properties, names, phases, matrices, posed):
        group(lambda *values, **named: add("rtm/bad", *values, **named))
