"""Binarised RTM, good and odd."""
from builders import NAN, Bytes

UNIT = (0, 0, 0, 16384)
TURN = (0, -11585, 0, 11585)  # a quarter turn
HERE = (0, 0, 0)
AWAY = (0x3800, 0xBE00, 0x4000)  # 0.5, -1.5, 2
PACKED = 1024  # from this size on versions 2 to 4 compress


def lzo(data):
    """A stream of one run of literals."""
    size = len(data)
    if size <= 238:
        return bytes([17 + size]) + data + b"\x11\0\0"
    more = size - 18
    return bytes(1 + (more - 1) // 255) + bytes([(more - 1) % 255 + 1]) + data + b"\x11\0\0"


def lzo_repeat(unit, count):
    """A run of literals, and a match that repeats it."""
    more = len(unit) * (count - 1) - 2 - 31
    length = bytes([0x20]) + bytes((more - 1) // 255) + bytes([(more - 1) % 255 + 1])
    distance = (len(unit) - 1) << 2
    return (bytes([17 + len(unit)]) + unit + length + bytes([distance & 255, distance >> 8])
            + b"\x11\0\0")


def lzss(data, error=0):
    out = b""
    for at in range(0, len(data), 8):
        part = data[at:at + 8]
        out += bytes([(1 << len(part)) - 1]) + part
    return out + ((sum(data) + error) & 0xFFFFFFFF).to_bytes(4, "little")


def record(rotation=UNIT, translation=HERE):
    return bytes(Bytes().s16(*rotation).u16(*translation).data)


def array(version, name, count, data, flag=0, packed=None):
    """Raw unless `packed` gives other bytes for it."""
    out = Bytes().at(f"{name}_count").u32(count)
    if version >= 5 and count:
        out.at(f"{name}_flag").u8(flag)
    return out.at(name).raw(data if packed is None else packed)


def head(version=5, bones=("pelvis", "spine"), frames=2, step=(0, 0, -1.5), reversed=1,
         preload=None, animated=None, bone_count=None):
    preload = int(frames <= 3) if preload is None else preload
    out = Bytes().raw(b"BMTR").at("version").u32(version).at("reversed").u8(reversed)
    out.at("step").f32(*step).at("frame_count").u32(frames).at("preload").u32(preload)
    out.at("animated").u32(len(bones) if animated is None else animated)
    out.at("bone_count").u32(len(bones) if bone_count is None else bone_count)
    for b, name in enumerate(bones):
        out.at(f"name{b}").text(name)
    return out.at("names_end")


def keys(version, metas=(), stones=()):
    """Texts and key stones: (id, name, time, value) each."""
    out = Bytes()
    if version < 4:
        return out
    out.u32(len(metas))
    for m, text in enumerate(metas):
        out.at(f"meta{m}").text(text)
    out.at("key_count").u32(len(stones))
    for k, (number, name, time, value) in enumerate(stones):
        out.at(f"key{k}").pack("i", number).text(name).at(f"key_time{k}").f32(time).text(value)
    return out


def bmtr(version=5, bones=("pelvis", "spine"), phases=(0, 1), records=None, metas=(), stones=(),
         packs=None, **named):
    """A whole file. `records(frame, bone)` and `packs(frame, data)` say what is unusual; the latter
    returns flag and bytes."""
    out = head(version, bones, len(phases), **named).raw(keys(version, metas, stones))
    out.raw(array(version, "phases", len(phases), bytes(Bytes().f32(*phases).data)))
    for f in range(len(phases)):
        values = [records(f, b) if records else None for b in range(len(bones))]
        data = b"".join(value or record(*((TURN, AWAY) if f else ())) for value in values)
        flag, packed = packs(f, data) if packs else (0, None)
        out.raw(array(version, f"frame{f}", len(bones), data, flag, packed))
    return out.at("end")


STEPS = [(0, "StepSound", 0.25, ""), (-1, "Sound", 0.75, "left")]
MANY = [f"b{i:02d}" for i in range(74)]  # 1036 bytes of records


def one(value):
    return bmtr(bones=("pelvis",), records=lambda f, b: value if f == 1 else record())


def packed_phases(data):
    """256 phases and no bones: 1024 bytes."""
    out = head(4, (), 256).raw(keys(4)).raw(array(4, "phases", 256, b"", packed=data))
    for f in range(256):
        out.raw(array(4, f"frame{f}", 0, b""))
    return out


PHASES_256 = bytes(Bytes().f32(*(f / 255 for f in range(256))).data)


def good(add):
    add("still.rtm", bmtr(bones=("pelvis",), phases=(0,), step=(0, 0, 0)))
    add("two_bones.rtm", bmtr())
    add("four_frames.rtm", bmtr(bones=("pelvis",), phases=(0, 0.25, 0.5, 1), step=(0.5, 0.125, -2)))
    add("key_stones.rtm", bmtr(bones=("pelvis",), stones=STEPS))
    add("texts.rtm", bmtr(bones=("b",), phases=(0,), metas=("0", "more")), "BMT042@meta0")
    add("odd_key_stone.rtm", bmtr(bones=("b",), phases=(0,), stones=[(7, "Sound", 0, "")]),
        "BMT040@key0")
    add("lzo.rtm", bmtr(packs=lambda f, data: (2, lzo(data)) if f else (0, None)))
    add("lzo_match.rtm",
        bmtr(bones=("a", "b", "c", "d"), phases=(0,),
             packs=lambda f, data: (2, lzo_repeat(data[:14], 4))))
    add("version_4.rtm", bmtr(version=4, bones=("pelvis",), stones=STEPS[:1]))
    add("version_4_lzo.rtm",
        bmtr(version=4, bones=MANY, phases=(0,), packs=lambda f, data: (0, lzo(data))))
    add("version_3.rtm", bmtr(version=3))
    add("version_3_lzo.rtm",
        bmtr(version=3, bones=MANY, packs=lambda f, data: (0, lzo_repeat(data[:14], 74))))
    add("version_2.rtm", bmtr(version=2))
    add("version_2_lzss.rtm",
        bmtr(version=2, bones=MANY, phases=(0,), packs=lambda f, data: (0, lzss(data))))
    add("preload.rtm", bmtr(bones=("b",), preload=0), "BMT021@preload")
    add("animated.rtm", bmtr(bones=("b",), animated=7), "BMT022@animated")
    add("capitals.rtm", bmtr(bones=("Pelvis",)), "BMT032@name0")
    add("cyrillic.rtm", bmtr(bones=("рука",), phases=(0,)))
    add("below_unit.rtm", one(record((0, 0, 0, 16303))))  # length 0.99506


def cut(add):
    add("cut_step.rtm", bmtr().cut(20), "BMT001@step", status="truncated")
    add("cut_bone_count.rtm", bmtr().cut(35), "BMT001@bone_count", status="truncated")
    add("version_1.rtm", bmtr(version=1), "BMT002@version", status="unsupported")
    add("version_6.rtm", bmtr(version=6), "BMT002@version", status="unsupported")
    add("cut_names.rtm", bmtr().cut(46), "BMT003@name0", status="truncated")
    add("absurd_bone_count.rtm", head(bone_count=0xFFFFFFFF), "BMT003@name0", status="truncated")
    add("cut_keys.rtm", head().u32(0).at("keys").u32(1).pack("i", -1).raw(b"Soun"),
        "BMT004@names_end", status="truncated")
    add("absurd_meta_count.rtm", head().u32(0xFFFFFFFF).u32(0), "BMT004@names_end",
        status="truncated")
    add("absurd_frame_count.rtm", head(frames=0xFFFFFFFF).raw(keys(5)).at("phases").u32(0),
        "BMT005@phases", status="truncated")
    add("absurd_records.rtm", head(frames=3, bones=MANY).raw(keys(5)).at("phases").raw(bytes(12)),
        "BMT005@phases", status="truncated")
    add("cut_phases.rtm", head(bones=("b",)).raw(keys(5)).at("count").u32(2).u8(0).at("times")
        .f32(0).u8(0), "BMT006@times", status="truncated")
    add("cut_packed_phases.rtm", packed_phases(lzo(PHASES_256)[:-1023]).cut(60),
        "BMT005@45", status="truncated")
    add("cut_frame.rtm", bmtr().cut(-1), "BMT007@frame1", status="truncated")
    add("cut_frame_count.rtm", bmtr(bones=("b",)).cut(-16), "BMT007@frame1_count",
        status="truncated")
    add("cut_lzo.rtm", bmtr(packs=lambda f, data: (2, lzo(data))).cut(-1), "BMT007@frame1",
        status="truncated")
    add("cut_lzss.rtm",
        bmtr(version=2, bones=MANY, phases=(0,), packs=lambda f, data: (0, lzss(data))).cut(-1),
        "BMT007@frame0", status="truncated")


def wrong(add):
    add("phase_count.rtm", head(bones=("b",)).raw(keys(5)).raw(array(5, "phases", 3, bytes(12)))
        .raw(bytes(64)), "BMT008@phases_count", status="corrupt")
    add("record_count.rtm", head(bones=("b",), frames=1).raw(keys(5))
        .raw(array(5, "phases", 1, bytes(4))).raw(array(5, "frame", 2, record() * 2)),
        "BMT009@frame_count", status="corrupt")
    add("bad_phases.rtm", packed_phases(lzo(PHASES_256[:-4])), "BMT010@phases", status="corrupt")
    add("bad_lzo.rtm", bmtr(packs=lambda f, data: (2, lzo(data + b"?"))), "BMT011@frame0",
        status="corrupt")
    add("bad_lzo_match.rtm", bmtr(packs=lambda f, data: (2, b"\x12a\x27\xFC\x03\x11\0\0")),
        "BMT011@frame0", status="corrupt")
    add("bad_sum.rtm",
        bmtr(version=2, bones=MANY, phases=(0,), packs=lambda f, data: (0, lzss(data, 1))),
        "BMT012@1511")
    add("other_flag.rtm", bmtr(packs=lambda f, data: (1, lzo(data))), "BMT013@frame0_flag")
    add("trailing.rtm", bmtr(bones=("b",)).raw(b"\0\0\0"), "BMT014@end")


def heads(add):
    add("not_reversed.rtm", bmtr(bones=("b",), reversed=0), "BMT020@reversed")
    add("step_nan.rtm", bmtr(bones=("b",), step=(0, NAN, 0)), "BMT023@13", status="corrupt")
    add("no_frames.rtm", bmtr(phases=()), "BMT024@frame_count")
    add("no_bones.rtm", bmtr(bones=()), "BMT025@bone_count")
    add("nothing_at_all.rtm", bmtr(bones=(), phases=()), "BMT024@frame_count BMT025@bone_count")
    add("duplicate_bone.rtm", bmtr(bones=("pelvis", "spine", "pelvis")), "BMT030@name2")
    add("nameless_bone.rtm", bmtr(bones=("", "spine")), "BMT031@name0")
    add("key_outside.rtm", bmtr(bones=("b",), stones=[(-1, "in", 0.5, ""), (-1, "out", 1.5, "")]),
        "BMT041@key_time1")
    add("key_nan.rtm", bmtr(bones=("b",), stones=[(0, "stepsound", NAN, "")]), "BMT041@key_time0")


def phases(add):
    bones = ("pelvis",)
    add("phase_nan.rtm", bmtr(bones=bones, phases=(0, NAN, 1)), "BMT050@phases+4")
    add("phases_equal.rtm", bmtr(bones=bones, phases=(1, 1, 1)), "BMT051@phases")
    add("phases_unsorted.rtm", bmtr(bones=bones, phases=(0, 1, 0.5)), "BMT052@phases+8")
    add("phases_outside.rtm", bmtr(bones=bones, phases=(0.5, 7, 13.5)), "BMT053@phases+4")


def records(add):
    add("zero_rotation.rtm", one(record((0, 0, 0, 0))), "BMT060@frame1")
    add("scaled.rtm", one(record((0, 0, 0, 23170))), "BMT061@frame1")
    add("scaled_lzo.rtm",
        bmtr(bones=("a", "b"), phases=(0,), packs=lambda f, data: (2, lzo(data)),
             records=lambda f, b: record((8192, 0, 0, 0)) if b else record()), "BMT061@frame0")
    add("above_unit.rtm", one(record((16467, 0, 0, 0))), "BMT061@frame1")  # length 1.00507
    add("huge.rtm", one(record(translation=(0, 0x7C00, 0))), "BMT062@frame1")


def posed(add):
    add("not_in_tree.rtm", bmtr(bones=("pelvis", "vlajka")), "BMT140@name1", posed="arma3-man",
        status="unsupported", exit=1)
    add("gap.rtm", bmtr(bones=("pelvis", "righthand")), "BMT141@name1", posed="arma3-man")
    add("without_pivot.rtm", bmtr(bones=("root_stalker", "bip01")), "BMT142@name0",
        posed="xray-stalker")


def add_all(add):
    good(lambda *values, **named: add("bmtr/ok", *values, **named))
    for group in (cut, wrong, heads, phases, records, posed):
        group(lambda *values, **named: add("bmtr/bad", *values, **named))
