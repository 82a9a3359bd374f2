#!/usr/bin/env python3
"""Makes docs/blender_*.png: pictures of the add-on in Blender 5.2 with the clips of a sample.

Run it as root after `make blender` and scripts/blender_roots.sh. It starts Blender with itself as
the script; there the arguments are the folder of the screen, and the file to import."""
import math
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[1]
FILE = pathlib.Path("/tmp/mod/meshes/stalker.omf")  # a dialog shows this path
WIDTH, HEIGHT = 1200, 1000  # of the window of Blender
LEVELS = bytes(level & 0xfc | level >> 6 for level in range(256))  # of colours: smaller files


def run_blender():
    FILE.parent.mkdir(parents=True)
    try:
        shutil.copy(ROOT / "samples" / FILE.name, FILE)
        with tempfile.TemporaryDirectory() as screen:
            return subprocess.run([
                ROOT / "scripts" / "blender.sh", "--screen", screen, "5.2", "--factory-startup",
                "--enable-event-simulate", "--window-geometry", "0", "0", str(WIDTH), str(HEIGHT),
                "--python", __file__, "--", screen, FILE], cwd=ROOT).returncode
    finally:
        shutil.rmtree(FILE.parents[1])


def take_picture(name, left=0, top=0, right=WIDTH, bottom=HEIGHT):
    """Writes a part of the screen (format xwd: a header, colours, and B, G, R, - of each pixel)."""
    screen = (pathlib.Path(sys.argv[-2]) / "Xvfb_screen0").read_bytes()
    header = struct.unpack_from(">25I", screen)
    lines = b""
    for y in range(top, bottom):
        start = header[0] + 12 * header[19] + y * header[12]
        pixels, line = screen[start + 4 * left:start + 4 * right], bytearray(3 * (right - left))
        line[0::3], line[1::3], line[2::3] = pixels[2::4], pixels[1::4], pixels[0::4]
        lines += b"\0" + line.translate(LEVELS)  # no filter
    with open(ROOT / "docs" / name, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        head = struct.pack(">2I5B", right - left, bottom - top, 8, 2, 0, 0, 0)
        for kind, content in ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")):
            check = struct.pack(">I", zlib.crc32(kind + content))
            file.write(struct.pack(">I", len(content)) + kind + content + check)


def run_in(kind, operator, *call, **options):
    """Runs an operator of Blender in the area of a kind. Returns this area."""
    area = next(each for each in window.screen.areas if each.type == kind)
    with bpy.context.temp_override(window=window, area=area, region=area.regions[-1]):
        operator(*call, **options)
    return area


def take_pictures():
    """Yields the seconds until Blender has drawn; without these pauses, it can crash."""
    bpy.data.batch_remove(bpy.data.objects)
    window.cursor_warp(800, 840)  # dialogs open there
    yield 1
    run_in("VIEW_3D", bpy.ops.gait.import_animation, "INVOKE_DEFAULT", filepath=sys.argv[-1])
    yield 1
    take_picture("blender_import.png", right=984, bottom=640)
    window.event_simulate(type="RET", value="PRESS")  # OK
    for kind in ("OUTLINER", "PROPERTIES"):
        yield 1
        run_in(kind, bpy.ops.screen.area_close)
    yield 1
    view = run_in("VIEW_3D", bpy.ops.view3d.view_axis, type="FRONT")
    run_in("VIEW_3D", bpy.ops.screen.area_move, x=400, y=view.y - 1, delta=120)
    view.spaces.active.show_region_ui = True
    yield 1
    editor = run_in("DOPESHEET_EDITOR",
                    lambda: setattr(bpy.context.space_data, "mode", "ACTION"))
    editor.spaces.active.show_pose_markers = True
    next(each for each in view.regions if each.type == "UI").active_panel_category = "Gait"
    yield 1
    bpy.context.window_manager.gait_browser.row = 1  # a click on the second clip
    run_in("VIEW_3D", bpy.ops.gait.browse, task="edit")
    bpy.context.scene.frame_set(18)
    run_in("VIEW_3D", bpy.ops.pose.select_all, action="SELECT")
    run_in("VIEW_3D", bpy.ops.view3d.view_selected)
    run_in("VIEW_3D", bpy.ops.pose.select_all, action="DESELECT")
    bone = bpy.data.objects["stalker"].pose.bones["bip01_l_upperarm"]
    bone.id_data.data.bones.active, bone.select = bone.bone, True
    bone.rotation_quaternion @= Quaternion((0, 0, 1), math.radians(50))
    bone.keyframe_insert("rotation_quaternion")
    yield 1
    run_in("DOPESHEET_EDITOR", bpy.ops.anim.channels_expand)
    run_in("DOPESHEET_EDITOR", bpy.ops.action.view_all)
    yield 1
    take_picture("blender_edit.png", bottom=974)
    view.spaces.active.show_region_toolbar = view.spaces.active.overlay.show_text = False
    view.spaces.active.region_3d.view_location.x += 1
    window.cursor_warp(1100, 800)
    yield 1
    run_in("VIEW_3D", bpy.ops.gait.write_back, "INVOKE_DEFAULT")
    yield 1
    take_picture("blender_write.png", left=130, top=90, bottom=720)
    os._exit(0)


try:
    import bpy
    from mathutils import Quaternion
except ImportError:
    sys.exit(run_blender())

sys.path.insert(0, str(ROOT / "build" / "blender"))
import gait  # noqa: E402
gait.register()
bpy.context.preferences.view.show_splash, bpy.context.preferences.view.ui_scale = False, 1.1
window, pictures = bpy.context.window_manager.windows[0], take_pictures()
bpy.app.timers.register(lambda: next(pictures), first_interval=2)
bpy.app.timers.register(lambda: os._exit(1), first_interval=60)  # after an exception
