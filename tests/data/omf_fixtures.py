"""Motion banks, good and odd."""
from builders import NAN, Bytes, crc, inner, numbered

T_KEYS, R_CONSTANT, T_16, FLOATS = 1, 2, 4, 8
IDENTITY = (0, 0, 0, 32767)
TURNS = (IDENTITY, (0, 12539, 0, 30273), (-32767, 0, 0, 0), (100, -200, 300, 32764))
FLOAT_TURNS = ((0, 0, 0, 1), (0, 0.5, 0, 0.8660254), (-0.5, 0.5, 0.5, 0.5), (0.6, 0, 0, 0.8))
STEPS = ((0, 0, 0), (1, -2, 3), (127, -128, 5), (-7, 8, -9))


def rotation(out, flags, frames, stored_crc, keys):
    floats = flags & FLOATS
    keys = (keys or (FLOAT_TURNS if floats else TURNS))[:1 if flags & R_CONSTANT else frames]
    block = Bytes()
    for key in keys:
        (block.f32 if floats else block.s16)(*key)
    if not flags & R_CONSTANT:
        out.at("rotation_crc").u32(crc(block) if stored_crc is None else stored_crc)
    out.at("rotation").raw(block)


def translation(out, flags, frames, stored_crc, size, init):
    if not flags & T_KEYS:
        out.at("constant").f32(*init)
        return
    block = Bytes()
    for key in STEPS[:frames]:
        (block.f32 if flags & FLOATS else block.s16 if flags & T_16 else block.s8)(*key)
    out.at("translation_crc").u32(crc(block) if stored_crc is None else stored_crc)
    out.at("translation").raw(block)
    if not flags & FLOATS:
        out.at("size").f32(*size).at("init").f32(*init)


def track(flags=0, frames=1, stored_crc=None, keys=None, size=(0.5, 0.25, 0.125),
          init=(1, 2, 3)):
    out = Bytes().at("track").u8(flags)
    rotation(out, flags, frames, stored_crc, keys)
    translation(out, flags, frames, stored_crc, size, init)
    return out


def motion(label="walk", frames=1, tracks=(), surplus=b""):
    out = Bytes().at("label").text(label).at("frames").u32(frames).at("tracks")
    for i, one in enumerate(tracks):
        out.raw(inner(one, i))
    return out.at("surplus").raw(surplus)


def keys_chunk(motions, count=None, subs=(), tail=b""):
    """Chunk 0xE: sub-chunk 0, one per motion, then (id, content) of `subs`."""
    out = Bytes().chunk(0, Bytes().u32(len(motions) if count is None else count))
    for i, one in enumerate(motions):
        out.at(f"sub{i}").chunk(1 + i, numbered(one, i))
    for number, content in subs:
        out.at(f"odd{number}").chunk(number, content)
    return out.at("keys_tail").raw(tail)


def mark(name, intervals=(), end=b"\r\n", count=None):
    out = Bytes().at("mark").raw(name).raw(end)
    out.u32(len(intervals) if count is None else count).at("intervals")
    for interval in intervals:
        out.f32(*interval)
    return out


def definition(name="walk", flags=2, part=0xFFFF, number=0, values=(1, 1, 2, 2), marks=(),
               version=4):
    out = Bytes().at("definition").text(name).u32(flags).at("part").u16(part).u16(number)
    out.at("values").f32(*values)
    if version >= 4:
        out.u32(len(marks))
    for i, one in enumerate(marks):
        out.raw(inner(one, i))
    return out


def params(parts=(("default", (("root", 0),)),), definitions=None, version=4, tail=b"",
           bare=False, count=None):
    """Chunk 0xF. Parts are (name, bones), bones (name, id)."""
    definitions = [definition(version=version)] if definitions is None else definitions
    out = Bytes().at("version").u16(version, len(parts))
    listed = 0
    for p, (name, bones) in enumerate(parts):
        out.at(f"part_name{p}").text(name).u16(len(bones))
        for bone, number in bones:
            out.at(f"bone{listed}")
            listed += 1
            if not bare:
                out.text(bone)
            if number is not None:
                out.u32(number)
    out.at("definition_count").u16(len(definitions) if count is None else count)
    for d, one in enumerate(definitions):
        out.raw(numbered(one, d))
    return out.at("params_tail").raw(tail)


def bank(motions=None, parameters=None, **named):
    """A file: chunk 0xE, then 0xF."""
    motions = [motion(tracks=[track()])] if motions is None else motions
    out = Bytes().at("keys").chunk(0xE, keys_chunk(motions, **named))
    return out.at("params").chunk(0xF, parameters or params()).at("end")


def bones(count):
    return (("default", tuple((f"b{i}", i) for i in range(count))),)


def with_marks(*marks):
    return bank(parameters=params(definitions=[definition(marks=marks)]))


def with_track(one, frames=1):
    return bank([motion(frames=frames, tracks=[one])])


def all_flags(first):
    tracks = [track(flags=first + i, frames=3) for i in range(8)]
    return bank([motion("all", 3, tracks)], params(bones(8), [definition("all")]))


def good(add):
    add("version_4.omf", bank())
    add("version_3.omf", bank(parameters=params(version=3)))
    add("every_track_kind.omf", all_flags(0))
    add("float_keys.omf", all_flags(FLOATS))
    two = [motion("idle", 4, [track(0, 4), track(6)]), motion("run", 2, [track(5, 2), track(2)])]
    halves = (("upper", (("hand", 1),)), ("lower", (("root", 0),)))
    names = [definition("idle", 0), definition("run", 2, 1, 1, (1.5, 1, 0.5, 4))]
    add("two_parts.omf", bank(two, params(halves, names)))
    add("listed_unordered.omf",
        bank([motion(tracks=[track(2, init=(i, 0, 0)) for i in range(3)])],
             params((("default", (("c", 2), ("a", 0), ("b", 1))),))))
    add("effect.omf", bank(parameters=params(definitions=[definition(flags=1, part=0)])))
    add("scrambled_labels.omf",
        bank([motion("\xA4\xA6\xA9", tracks=[track()])],
             params(definitions=[definition(number=50992)])), "OMF108@frames0")
    step = mark(b"Left", [(0.125, 0.25), (0.5, 0.5)])
    add("marks.omf", with_marks(step, mark(b"Right"), mark(b"lmg_reload", [(0, 1)])))
    add("mark_line_feed.omf", with_marks(mark(b"Left", end=b"\n"), step), "OMF121@mark0.0")
    add("mark_carriage_return.omf", with_marks(mark(b"Left", [(0, 1)], end=b"\r")),
        "OMF121@mark0.0")
    add("no_motions.omf", bank([], params(definitions=[])))
    add("no_bones.omf", bank([motion(frames=7)], params(())))
    add("parameters_first.omf",
        Bytes().chunk(0xF, params()).chunk(0xE, keys_chunk([motion(tracks=[track()])])))
    add("unknown_chunks.omf",
        Bytes().chunk(0x77, b"before").raw(bank()).chunk(0x80637546, b"").chunk(2, b"after"))
    add("unknown_between.omf",
        Bytes().chunk(0xE, keys_chunk([motion(tracks=[track()])])).chunk(0x77, b"\1\2\3")
        .chunk(0xF, params()))
    add("empty_chunks_before.omf", Bytes().chunk(0xE, b"").chunk(0xF, b"").raw(bank()))
    reversed_subs = Bytes().chunk(2, motion("b", 1, [track(2)])).chunk(
        1, motion("a", 1, [track(6)])).chunk(0, Bytes().u32(2))
    add("motions_unordered.omf",
        Bytes().chunk(0xE, reversed_subs)
        .chunk(0xF, params(definitions=[definition("a"), definition("b")])))
    add("unknown_sub.omf", bank(subs=[(99, b"what")]), "OMF116@odd99")
    add("long_count.omf", Bytes().chunk(0xE, Bytes().chunk(0, Bytes().u32(0, 0xDEADBEEF)))
        .chunk(0xF, params(definitions=[])))


def chunks(add):
    add("cut_keys.omf", Bytes().chunk(0xE, b"\0" * 8, size=900), "OMF001@0", status="truncated")
    add("cut_params.omf", bank().cut(-1), "OMF001@params", status="truncated")
    cut = keys_chunk([]).at("cut").chunk(1, b"walk", size=99)
    add("cut_sub.omf", Bytes().chunk(0xE, cut).chunk(0xF, params()), "OMF001@cut",
        status="truncated")
    add("leftover.omf", bank().raw(b"\1\2\3"), "OMF002@end")
    add("cut_unknown.omf", bank().chunk(0x77, b"abc", size=4), "OMF002@end")
    add("encrypted_keys.omf", Bytes().chunk(0x80000E, b"\x9D\x4B\xE2\x13\x77\xA0"), "OMF003@0",
        status="unsupported")
    add("encrypted_params.omf",
        Bytes().chunk(0xE, keys_chunk([])).at("odd").chunk(0x80000F, b"\x5A\xC3\x11"),
        "OMF003@odd", status="unsupported")
    add("compressed_keys.omf", Bytes().chunk(0x8000000E, b"\x10\0\0\0\xAA\xBB"), "OMF004@0",
        status="unsupported")
    add("compressed_params.omf",
        Bytes().chunk(0xE, keys_chunk([])).at("odd").chunk(0x8000000F, b"\x10\0\0\0\xAA"),
        "OMF004@odd", status="unsupported")
    add("without_params.omf", Bytes().chunk(0xE, keys_chunk([])), "OMF005@0", status="corrupt")
    add("empty_params.omf", Bytes().chunk(0xE, keys_chunk([])).chunk(0xF, b""), "OMF005@0",
        status="corrupt")
    add("without_keys.omf", Bytes().chunk(0xF, params(definitions=[])), "OMF006@0")
    add("two_of_each.omf",
        bank().at("keys2").chunk(0xE, keys_chunk([])).at("params2").chunk(0xF, b"x"),
        "OMF015@keys2")


def two_bones_or_four():
    """Cut parameters whose bones fit neither as names and ids (an id is over 255) nor as ids alone
    (the last one would be the count of definitions, 257). With a count of 1 they fit as ids."""
    parts = (("body", (("\5", 0), ("", 0x20000))), ("a", ()))
    return params(parts, [definition("", flags=0x7F000000)], count=257)


def parameters(add):
    one = [motion(tracks=[track(), track()])]
    add("version_2.omf",
        bank(one, params((("default", (("root", None), ("hand", None))),), version=2)),
        "OMF007@version")
    add("version_1.omf",
        bank(one, params((("default", ((None, 1), (None, 0))),), version=1, bare=True)),
        "OMF007@version OMF016@params")
    both = (("default", (("root", 1), ("hand", 0))),)
    add("version_2_as_games_read.omf", bank(one, params(both, version=2)), "OMF007@version")
    add("version_1_as_games_read.omf", bank(one, params(both, version=1)), "OMF007@version")
    add("cut_version_2.omf",
        bank(one, params((("default", (("root", None),)),), version=2).cut(-3)),
        "OMF009@definition0+25", status="truncated")
    add("cut_version_1_with_names.omf",
        bank([motion("a", tracks=[track(), track()]), motion("b", tracks=[track(), track()])],
             params(both, [definition("a", version=1), definition("b", version=1)],
                    version=1).cut(-3)),
        "OMF009@end", status="truncated")
    for name, surplus in (("two_bones_or_four", b""), ("two_bones_or_four_tracks", bytes(64))):
        add(f"{name}.omf", bank([motion(tracks=[track(), track()], surplus=surplus)],
                                two_bones_or_four()), "OMF009@params_tail", status="truncated")
    add("version_5.omf", bank([], params(version=5)), "OMF008@version", status="corrupt")
    add("version_0.omf", bank([], params(version=0)), "OMF008@version", status="corrupt")
    add("one_byte_of_params.omf", Bytes().chunk(0xE, keys_chunk([])).chunk(0xF, b"\4"),
        "OMF009@28", status="truncated")
    add("too_many_parts.omf",
        bank(parameters=Bytes().u16(4, 9).text("default").u16(0).at("cut")),
        "OMF009@cut", status="truncated")
    add("too_many_definitions.omf", bank(parameters=params(count=2)), "OMF009@params_tail",
        status="truncated")
    add("absurd_mark_count.omf",
        bank(parameters=params(definitions=[definition().cut(-4).u32(0xFFFFFFFF)])),
        "OMF009@params_tail", status="truncated")
    add("absurd_interval_count.omf", with_marks(mark(b"Left", count=0x20000000)),
        "OMF009@intervals0.0", status="truncated")
    add("bones_without_names.omf",
        bank([motion(tracks=[track(), track()])],
             params((("default", ((None, 0), (None, 1))),), bare=True)),
        "OMF016@params")
    add("bone_ids.omf",
        bank([motion(tracks=[track(), track()])],
             params((("default", (("root", 85), ("hand", 131))),))), "OMF101@bone0")
    add("bone_id_twice.omf",
        bank([motion(tracks=[track(), track()])],
             params((("default", (("root", 0), ("hand", 0))),))), "OMF101@bone1")
    add("bone_twice.omf",
        bank([motion(tracks=[track(), track()])],
             params((("default", (("root", 0), ("root", 1))),))), "OMF102@bone1")
    add("upper_case.omf", bank(parameters=params((("default", (("Root", 0),)),))), "OMF103@bone0")
    add("bone_nameless.omf", bank(parameters=params((("default", (("", 0),)),))), "OMF111@bone0")
    add("motion_twice.omf",
        bank([motion(tracks=[track()]), motion(tracks=[track()])],
             params(definitions=[definition(), definition("WALK")])), "OMF109@definition1")
    add("motion_name_128.omf",
        bank([motion("n" * 128, tracks=[track()])],
             params(definitions=[definition("n" * 128)])), "OMF110@definition0")
    add("motion_nameless.omf",
        bank([motion("", tracks=[track()])], params(definitions=[definition("")])),
        "OMF111@definition0")
    add("part_beyond.omf", bank(parameters=params(definitions=[definition(part=1)])),
        "OMF112@part0")
    add("effect_beyond.omf", bank(parameters=params(definitions=[definition(flags=1, part=9)])),
        "OMF112@part0")
    add("speed_negative.omf",
        bank(parameters=params(definitions=[definition(values=(-2, 1, 2, 2))])), "OMF113@values0")
    add("falloff_nan.omf",
        bank(parameters=params(definitions=[definition(values=(1, 1, 2, NAN))])),
        "OMF113@values0+12")
    add("bone_limit.omf", bank([], params(bones(65), [])), "OMF114@bone64")
    add("part_limit.omf", bank([], params(tuple((f"p{i}", ()) for i in range(5)), [])),
        "OMF114@part_name4")
    add("params_tail.omf", bank(parameters=params(tail=b"\1\2")), "OMF115@params_tail")


def marks(add):
    ten = [(i, i + 0.5) for i in range(13)]
    add("mark_of_10.omf", with_marks(mark(b"Left", ten[:10])), "OMF120@mark0.0")
    add("mark_of_13.omf", with_marks(mark(b"Left"), mark(b"Right", ten)), "OMF120@mark0.1")
    add("mark_nameless.omf", with_marks(mark(b"", [(0, 1)])), "OMF120@mark0.0")
    swallowed = Bytes().at("mark").raw(b"Right\r\n").u32(13).at("tail").raw(bytes(103))
    add("mark_read_as_games_do.omf", with_marks(swallowed).raw(b"\0"),
        "OMF121@mark0.0 OMF115@tail0.0+1 OMF002@end")
    add("mark_backwards.omf", with_marks(mark(b"Left", [(0, 1), (2, 1)])), "OMF122@intervals0.0+8")
    add("mark_nan.omf", with_marks(mark(b"Left", [(NAN, 1)])), "OMF122@intervals0.0")


def keys(add):
    add("without_count.omf",
        Bytes().chunk(0xE, Bytes().chunk(1, motion(tracks=[track()]))).chunk(0xF, params()),
        "OMF010@0", status="corrupt")
    add("short_count.omf", Bytes().chunk(0xE, Bytes().chunk(0, b"\1\0")).chunk(0xF, params()),
        "OMF010@0", status="corrupt")
    add("cut_label.omf", bank([b"walk"]), "OMF011@28", status="truncated")
    add("cut_frames.omf", bank([b"walk\0\1\0\0"]), "OMF011@33", status="truncated")
    add("cut_track.omf", bank([motion(tracks=[track().cut(-1)])]), "OMF012@track0.0",
        status="truncated")
    add("second_track_missing.omf",
        bank([motion(tracks=[track(2)])], params(bones(2))), "OMF012@surplus0",
        status="truncated")
    add("absurd_frames.omf", bank([motion(frames=0xFFFFFFFF, tracks=[track()])]),
        "OMF012@track0.0", status="truncated")
    add("keys_missing.omf", bank(count=2, parameters=params(definitions=[definition(),
                                                                        definition("run")])),
        "OMF013@keys OMF014@keys")
    add("hole_in_motions.omf",
        bank(count=3, subs=[(3, motion("jump", 1, [track(2)]))],
             parameters=params(definitions=[definition()])), "OMF013@keys OMF116@odd3")
    add("definition_missing.omf",
        bank([motion(tracks=[track()]), motion("run", 1, [track(2)])]), "OMF014@keys")
    add("crc_zero.omf", with_track(track(5, 2, stored_crc=0), 2), "OMF104@rotation_crc0.0")
    add("crc_wrong.omf", with_track(track(3, 2, stored_crc=0x12345678), 2),
        "OMF104@translation_crc0.0")
    add("surplus_track.omf",
        bank([motion(tracks=[track()], surplus=track(2))]), "OMF105@surplus0")
    add("no_frames.omf", bank([motion(frames=0, tracks=[track(0, 0)])]), "OMF106@frames0")
    add("odd_flags.omf", bank([motion(tracks=[track(0x12)])]), "OMF107@track0.0")
    add("keys_tail.omf", bank(tail=b"\1\2\3"), "OMF002@keys_tail")
    add("rotation_zero.omf", with_track(track(keys=[IDENTITY, (0, 0, 0, 0)], frames=2), 2),
        "OMF130@rotation0.0+8")
    add("init_nan.omf", with_track(track(init=(0, NAN, 0))), "OMF131@constant0.0",
        status="corrupt")
    add("size_infinite.omf", with_track(track(1, size=(1, float("inf"), 1))),
        "OMF131@translation_crc0.0", status="corrupt")
    add("frames_beyond_24_bits.omf", bank([motion(frames=0x1000000, tracks=[track(6)])]),
        "OMF132@frames0")


def posed(add):
    add("not_in_tree.omf", bank(), "OMF140@bone0", posed="xray-hands", status="unsupported",
        exit=1)


def add_all(add):
    good(lambda *values, **named: add("omf/ok", *values, **named))
    for group in (chunks, parameters, marks, keys, posed):
        group(lambda *values, **named: add("omf/bad", *values, **named))
