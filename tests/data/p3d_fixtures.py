"""Models with pivots, good and odd."""
from builders import NAN, Bytes

MEMORY = 1e15
POINTS = ((0.5, 1, -2), (0.25, 0.125, -0.0625), (1, 2, 3))


def tag(name, data, size=None, new=True):
    content = data if isinstance(data, Bytes) else Bytes().raw(data)
    out = Bytes()
    if new:
        out.u8(1).at(f"name.{name}").text(name)
    else:
        out.at(f"name.{name}").raw(name.encode().ljust(64, b"\0"))
    return out.u32(len(content.data) if size is None else size).raw(content)


def selection(name, points, faces=(), new=True):
    return tag(name, bytes((*points, *faces)), new=new)


def mesh(points, faces, new, flags):
    out = Bytes()
    for p, point in enumerate(points):
        out.at(f"point{p}").f32(*point)
        if flags:
            out.u32(0)
    out.f32(0, 1, 0)
    for _ in range(faces):
        if not new:
            out.raw(b"data\\x.paa".ljust(32, b"\0"))
        out.u32(3)
        for corner in range(4):
            out.u32(corner % 3, 0).f32(0.5, 0.5)
        if flags:
            out.u32(0)
        if new:
            out.text("data\\x.paa").text("")
    return out


def level(*tags, points=POINTS, faces=0, resolution=MEMORY, magic="P3DM", head=28, more=b""):
    """One level; `tags` are as tag() makes them."""
    new, flags = magic == "P3DM", magic != "SP3D"
    out = Bytes().at("level").raw(magic.encode())
    if flags:
        out.u32(head, 0x100 if new else 1)
    out.u32(len(points), 1, faces)
    if flags:
        out.u32(0)
    out.raw(more).raw(mesh(points, faces, new, flags)).at("tags").raw(b"TAGG")
    for one in tags:
        out.raw(one)
    out.raw(tag("#EndOfFile#", b"", new=new)).at("resolution")
    return out.f32(resolution) if resolution is not None else out


def model(*levels, magic="MLOD", version=257, count=None):
    out = Bytes().raw(magic.encode())
    if version is not None:
        out.at("version").u32(version)
    out.u32(len(levels) if count is None else count)
    for number, one in enumerate(levels):
        out.at(f"level{number}").raw(one)
    return out.at("end")


ROOT = selection("root", (0, 255, 1))
HEAD = selection("head", (1, 0, 0))


def old(name, points, faces=()):
    return selection(name, points, faces, new=False)


def good(add):
    add("pivots.p3d", model(level(ROOT, HEAD)))
    add("several_levels.p3d", model(
        level(selection("body", (1, 1, 1), (1,)), faces=1, resolution=1),
        level(resolution=1e13), level(ROOT, HEAD), level(resolution=6e15)))
    add("faces.p3d", model(level(selection("root", (0, 0, 1), (1, 0)), faces=2)))
    add("properties.p3d", model(level(tag("#Property#", b"autocenter".ljust(64, b"\0") + b"0" * 64),
                                      tag("#Mass#", bytes(12)), ROOT)))
    add("operation_flashpoint.p3d", model(level(old("root", (0, 1, 0)), magic="SP3X")))
    add("flashpoint_faces.p3d", model(level(old("root", (0, 1, 0), (1,)), faces=1, magic="SP3X")))
    add("oldest.p3d", model(level(old("root", (0, 1, 0), (1,)), faces=1, magic="SP3D")))
    add("ignored_names.p3d", model(level(old("-axis", (1, 0, 0)), old(".axis", (1, 0, 0)),
                                         old("axis", (0, 0, 1)), magic="SP3X")))
    add("without_version.p3d", model(level(ROOT), magic="NLOD", version=None))
    add("longer_head.p3d", model(level(ROOT, head=32, more=b"more")))
    add("no_memory.p3d", model(level(resolution=1)))
    add("no_levels.p3d", model())
    add("no_tags.p3d", model(Bytes().raw(b"SP3X").u32(28, 1, 0, 0, 0, 0).f32(1)))
    add("empty_selection.p3d", model(level(selection("nothing", (0, 0, 0)), ROOT)),
        "P3D013@name.nothing")


def levels(add):
    add("binarised.p3d", Bytes().raw(b"ODOL").u32(73).raw(bytes(40)), "P3D001@0",
        status="unsupported")
    add("no_model.p3d", Bytes().raw(b"MODL").u32(257, 0), "P3D002@0", status="corrupt",
        reader="p3d")
    add("cut_top.p3d", Bytes().raw(b"MLOD").u32(257), "P3D003@0", status="truncated")
    add("unknown_version.p3d", model(level(), version=0x201), "P3D004@version", status="corrupt")
    add("cut_head.p3d", model(level()).cut(30), "P3D005@28", status="truncated")
    add("cut_faces.p3d", model(level(faces=2)).cut(190), "P3D005@188", status="truncated")
    add("cut_tag.p3d", model(level(ROOT)).cut(-30), "P3D005@name.root", status="truncated")
    add("level_missing.p3d", model(level(), count=2), "P3D005@end", status="truncated")
    add("absurd_levels.p3d", model(count=0xFFFFFFFF), "P3D005@end", status="truncated")
    add("absurd_points.p3d", model(Bytes().raw(b"P3DM").u32(28, 256, 0xFFFFFFFF, 0, 0, 0)),
        "P3D005@end", status="truncated")
    add("unknown_level.p3d", model(level(), level(magic="P3DX")), "P3D006@level1",
        status="corrupt")
    add("small_head.p3d", model(level(head=27)), "P3D007@level0+4", status="corrupt")
    add("no_resolution.p3d", model(level(ROOT, resolution=None)), "P3D008@end")
    add("trailing.p3d", model(level(ROOT)).raw(b"more"), "P3D009@end")


def points(add):
    add("two_memories.p3d", model(level(ROOT), level(HEAD)), "P3D010@level1")
    add("selection_size.p3d", model(level(tag("root", b"\1\0"), HEAD)), "P3D011@name.root")
    add("point_twice.p3d", model(level(ROOT, selection("Root", (1, 0, 0)))), "P3D012@name.Root")
    add("point_nan.p3d", model(level(ROOT, points=(POINTS[0], (0, NAN, 0), POINTS[2]))),
        "P3D014@point1", status="corrupt")
    add("point_infinite.p3d", model(level(HEAD, points=((float("inf"), 0, 0), *POINTS[1:]))),
        "P3D014@point0", status="corrupt")
    add("pivots_without_memory.p3d", model(level(resolution=0)), "P3D020@0",
        status="unsupported", reader="own")


def add_all(add):
    good(lambda *values, **named: add("p3d/ok", *values, **named))
    for group in (levels, points):
        group(lambda *values, **named: add("p3d/bad", *values, **named))
