"""A row of poses of a glTF that Gait wrote, as a picture made by Blender.

    blender -b --factory-startup --python blender_picture.py -- FILE.glb OUT.png
            [--clip NAME] [--frames N] [--turn DEGREES]

It shows the file as Blender imports it. Red is left, blue is right; each stick goes from a joint to
the next one; the arrows at the side are X (red), Y (green) and Z (blue), half a metre long. By
default it draws 6 poses of the first clip from the front; `--turn 90` rotates the figures to show
them from the side. It prints the frames and the heights of the joints, and the number of bones that
are not drawn because they are more than 3 m away from the others.
"""
import argparse
import math
import re
import sys
from pathlib import Path

import numpy

for old_name in ("bool", "object", "int", "float"):
    if old_name not in numpy.__dict__:  # used by the importer of Blender 3.4
        setattr(numpy, old_name, getattr(__import__("builtins"), old_name))

import bpy  # noqa: E402
from mathutils import Matrix, Vector  # noqa: E402

FPS = 30
GAP = 0.25  # metres between figures
FAR = 3.0  # metres from the middle joint: bones without a known place are there
THICK = 0.03  # metres at most
STUB = 0.06  # metres, of bones at the ends
LINE = 0.02  # metres, the width of the ground's lines
TILT = math.radians(15)  # of the camera, downwards
PIXELS, MOST_PIXELS = 420, 4096  # per metre; the longer side
LEFT = re.compile(r"(?i:left|(^|[_ ])l([_ ]|$))|[a-z]L[A-Z]")
RIGHT = re.compile(r"(?i:right|(^|[_ ])r([_ ]|$))|[a-z]R[A-Z]")
COLOURS = {"left": (0.8, 0.1, 0.1), "right": (0.1, 0.2, 0.8), "middle": (0.75, 0.7, 0.55),
           "ground": (0.4, 0.45, 0.4), "x": (0.9, 0.2, 0.2), "y": (0.2, 0.7, 0.2),
           "z": (0.2, 0.35, 0.9)}


# --- shapes --------------------------------------------------------------------------------------

def material_of(name):
    material = bpy.data.materials.get(name) or bpy.data.materials.new(name)
    material.diffuse_color = (*COLOURS[name], 1)
    return material


def add_mesh(corners, faces, colour):
    mesh = bpy.data.meshes.new(colour)
    mesh.from_pydata(corners, [], faces)
    mesh.materials.append(material_of(colour))
    bpy.context.scene.collection.objects.link(bpy.data.objects.new(colour, mesh))


def octahedron(start, end):
    """(corners, faces) of a bone as Blender draws them: thick near its beginning."""
    along = end - start
    width = min(0.1 * along.length, THICK)
    side = along.orthogonal().normalized() * width
    other = along.normalized().cross(side)
    middle = start + along * 0.15
    ring = [middle + side, middle + other, middle - side, middle - other]
    faces = [(i, (i + 1) % 4, tip) for tip in (4, 5) for i in range(4)]
    return [*ring, start, end], faces


def add_sticks(sticks, colour):
    corners, faces = [], []
    for start, end in sticks:
        more, sides = octahedron(start, end)
        faces += [tuple(index + len(corners) for index in side) for side in sides]
        corners += more
    if corners:
        add_mesh(corners, faces, colour)


# --- poses ---------------------------------------------------------------------------------------

def side_of(name):
    return "left" if LEFT.search(name) else "right" if RIGHT.search(name) else "middle"


def sticks_of(armature, turn):
    """[(side, start, end)] of the pose of this frame, in the world, and turned about Z."""
    world, sticks = Matrix.Rotation(math.radians(turn), 4, "Z") @ armature.matrix_world, []
    for bone in armature.pose.bones:
        head = world @ bone.head
        if bone.parent:
            sticks.append((side_of(bone.name), world @ bone.parent.head, head))
        if not bone.children:
            along = (world @ bone.tail - head).normalized()
            sticks.append((side_of(bone.name), head, head + along * STUB))
    return [stick for stick in sticks if (stick[2] - stick[1]).length > 1e-4]


def middle_of(sticks):
    return Vector([sorted(stick[1][axis] for stick in sticks)[len(sticks) // 2]
                   for axis in range(3)])


def near_sticks(sticks):
    middle = middle_of(sticks)
    return [stick for stick in sticks
            if max((stick[1] - middle).length, (stick[2] - middle).length) < FAR]


def frames_of(action, count):
    first, last = action.curve_frame_range
    steps = max(count - 1, 1)
    return sorted({round(first + (last - first) * i / steps) for i in range(count)})


def find_clip(armature, name):
    """(name, action) of a clip, by its NLA track; the first one without a name."""
    tracks = [(track.name, track.strips[0]) for track in armature.animation_data.nla_tracks
              if track.strips] if armature.animation_data else []
    for track, strip in tracks:
        if name in (None, track):
            return track, strip
    sys.exit(f"there is no clip {name}, there are: {', '.join(each[0] for each in tracks)}")


def play(armature, strip):
    armature.animation_data.use_nla = False
    armature.animation_data.action = strip.action
    if hasattr(strip, "action_slot"):  # Blender 4.4 and later
        armature.animation_data.action_slot = strip.action_slot


def poses_of(armature, frames, turn):
    poses = []
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        poses.append(sticks_of(armature, turn))
    return poses


# --- the picture ---------------------------------------------------------------------------------

def bounds_of(sticks):
    points = [point for stick in sticks for point in stick[1:]]
    return [(min(point[axis] for point in points), max(point[axis] for point in points))
            for axis in range(3)]


def add_axes(corner):
    for axis, colour in enumerate("xyz"):
        end = corner.copy()
        end[axis] += 0.5
        add_sticks([(corner, end)], colour)


def add_row(poses):
    """The figures side by side; the bounds of all of them."""
    bounds = bounds_of([stick for pose in poses for stick in pose])
    step = bounds[0][1] - bounds[0][0] + GAP
    for index, pose in enumerate(poses):
        place = Vector((step * index, 0, 0))
        for side in ("left", "right", "middle"):
            add_sticks([(start + place, end + place) for own, start, end in pose if own == side],
                       side)
    bounds[0] = (bounds[0][0], bounds[0][1] + step * (len(poses) - 1))
    return bounds


def add_lines(lines):
    """Flat strips at z = 0; each line is (left, front, right, back)."""
    corners = [(x, y, 0) for left, front, right, back in lines
               for x, y in ((left, front), (right, front), (right, back), (left, back))]
    add_mesh(corners, [tuple(range(i, i + 4)) for i in range(0, len(corners), 4)], "ground")


def add_ground(bounds):
    """z = 0, as a grid of half metres that hides nothing; its bounds."""
    left, front = bounds[0][0] - 1.1, bounds[1][0] - 0.4
    columns = math.ceil((bounds[0][1] + 0.4 - left) * 2)
    rows = math.ceil((bounds[1][1] + 0.4 - front) * 2)
    right, back = left + columns / 2, front + rows / 2
    add_lines([(left + i / 2, front, left + i / 2 + LINE, back) for i in range(columns + 1)] +
              [(left, front + i / 2, right, front + i / 2 + LINE) for i in range(rows + 1)])
    add_axes(Vector((left + 0.1, front + 0.1, 0)))
    return (left, right), (front, back)


def aim(bounds):
    """A camera in front, at -Y, that looks along +Y and a little down, without perspective."""
    (left, right), (front, back), (low, high) = bounds
    low, high = min(low, 0), max(high, 0.6)
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    height = (high - low) * math.cos(TILT) + (back - front) * math.sin(TILT) + 0.2
    width = right - left + 0.2
    middle = Vector(((left + right) / 2, (front + back) / 2, (low + high) / 2))
    camera.location = middle - Vector((0, math.cos(TILT), -math.sin(TILT))) * 50
    camera.rotation_euler = (math.pi / 2 - TILT, 0, 0)
    camera.data.type, camera.data.ortho_scale = "ORTHO", max(width, height)
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera
    return width, height


def render(width, height, path):
    scene = bpy.context.scene
    scale = min(PIXELS, MOST_PIXELS / max(width, height))
    scene.render.resolution_x = round(width * scale)
    scene.render.resolution_y = round(height * scale)
    scene.render.resolution_percentage = 100
    scene.render.engine = "BLENDER_WORKBENCH"
    scene.display.shading.light = "STUDIO"
    scene.display.shading.color_type = "MATERIAL"
    scene.view_settings.view_transform = "Standard"
    scene.world = bpy.data.worlds.new("world")
    scene.world.color = (0.75, 0.78, 0.82)
    scene.render.image_settings.file_format = "PNG"
    scene.render.filepath = str(Path(path).absolute())
    bpy.ops.render.render(write_still=True)


def import_armature(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FPS
    bpy.ops.import_scene.gltf(filepath=str(Path(path).absolute()))
    found = [each for each in bpy.data.objects if each.type == "ARMATURE"]
    if not found:
        sys.exit(f"{path} holds no armature")
    for each in bpy.data.objects:
        each.hide_render = True
    return found[0]


def parse(arguments):
    parser = argparse.ArgumentParser(prog="blender_picture.py")
    parser.add_argument("file")
    parser.add_argument("picture")
    parser.add_argument("--clip", help="default: the first one")
    parser.add_argument("--frames", type=int, default=6, help="poses of the row")
    parser.add_argument("--turn", type=float, default=0, help="degrees, seen from above")
    chosen = parser.parse_args(arguments)
    if chosen.frames < 1:
        parser.error("--frames must be 1 or more")
    return chosen


def main():
    chosen = parse(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])
    armature = import_armature(chosen.file)
    name, strip = find_clip(armature, chosen.clip)
    play(armature, strip)
    frames = frames_of(strip.action, chosen.frames)
    poses = poses_of(armature, frames, chosen.turn)
    near = [near_sticks(pose) for pose in poses]
    bounds = add_row(near)
    bounds[:2] = add_ground(bounds)
    render(*aim(bounds), chosen.picture)
    away = max(len(pose) - len(kept) for pose, kept in zip(poses, near))
    heights = [stick[1].z for pose in near for stick in pose]
    print(f"gait: {chosen.picture}: clip {name}, frames {', '.join(map(str, frames))}; joints from "
          f"{min(heights):.3f} m to {max(heights):.3f} m; {away} bones too far away to show")


if __name__ == "__main__":
    main()
