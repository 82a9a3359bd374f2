"""Run in Blender: the add-on of a folder, an empty file, and what tests of all kinds need."""
import contextlib
import importlib
import json
import math
import pathlib
import sys
import traceback

import bpy
import numpy
from mathutils import Matrix

# Debian pairs Blender 3.4 with a NumPy and a Python that dropped what its importers use.
for old_name, kind in (("bool", bool), ("object", object), ("int", int), ("float", float)):
    if old_name not in numpy.__dict__:
        setattr(numpy, old_name, kind)

ARGUMENTS = sys.argv[sys.argv.index("--") + 1:]
MAX_MM, MAX_DEGREES = 0.002, 0.003  # between poses in Blender and those of the library
TO_BLENDER = numpy.array(((1, 0, 0, 0), (0, 0, -1, 0), (0, 1, 0, 0), (0, 0, 0, 1)), float)


def load(folder):
    """The add-on in a folder, registered."""
    sys.path.insert(0, str(folder))
    module = importlib.import_module("gait")
    module.register()
    return module


def module(name):
    return importlib.import_module(f"gait.{name}")


def empty_file(fps=24):
    bpy.ops.wm.read_homefile(use_empty=True, use_factory_startup=True)
    bpy.context.scene.render.fps, bpy.context.scene.render.fps_base = fps, 1


def import_file(path, **options):
    """Imports a file as a script does. Returns the active armature."""
    assert bpy.ops.gait.import_animation(filepath=str(path), **options) == {"FINISHED"}
    return bpy.context.view_layer.objects.active


def failure_of(path, **options):
    """The error of an import that must fail, and change nothing."""
    before = state()
    try:
        bpy.ops.gait.import_animation(filepath=str(path), **options)
    except RuntimeError as error:
        text = str(error)
    else:
        raise AssertionError(f"{path} was imported")
    assert "Traceback" not in text, text
    assert state() == before, (text, before, state())
    return text


def state():
    """What an import that fails leaves as it is."""
    scene = bpy.context.scene
    groups = (bpy.data.actions, bpy.data.objects, bpy.data.armatures, bpy.data.meshes,
              bpy.data.materials)
    return ([thing.name for group in groups for thing in group], scene.render.fps,
            scene.frame_start, scene.frame_end,
            [each.name for each in bpy.context.selected_objects])


def record(block):
    return json.loads(block["gait"])


def bone_groups(owner):
    """{name: names of bones} of the bone collections, before Blender 4.0 of the groups."""
    if hasattr(owner.data, "collections"):
        return {group.name: [bone.name for bone in group.bones]
                for group in owner.data.collections}
    return {group.name: [bone.name for bone in owner.pose.bones if bone.bone_group == group]
            for group in owner.pose.bone_groups}


@contextlib.contextmanager
def problems_of(what):
    """Adds what was compared to the message of a failure."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"{what}: {error}") from error


def run_cases(functions, samples, chosen=()):
    """Runs the functions check_*(samples) of a session, or the chosen ones. Returns their number.
    A failure does not stop the others."""
    cases = [value for name, value in functions.items()
             if name.startswith("check_") and value.__code__.co_varnames[:1] == ("samples",)
             and (not chosen or name in chosen)]
    failed = []
    for case in cases:
        try:
            case(samples)
        except Exception as error:
            traceback.print_exc()
            failed.append(f"{case.__name__}: {error}")
    assert not failed, failed
    return len(cases)


# --- poses ---------------------------------------------------------------------------------------

def matrices(bones, attribute):
    """An array (bone, row, column) of matrices of bones."""
    block = numpy.zeros(16 * len(bones), "f")
    bones.foreach_get(attribute, block)
    return block.reshape(len(bones), 4, 4).transpose(0, 2, 1).astype(float)


def pose(owner, frame):
    """{bone: (head, rotation from the rest pose)} at a frame."""
    bpy.context.scene.frame_set(math.floor(frame), subframe=frame % 1)
    posed, rests = matrices(owner.pose.bones, "matrix"), matrices(owner.data.bones, "matrix_local")
    turned = posed @ numpy.linalg.inv(rests)
    return {bone.name: (posed[index, :3, 3], turned[index, :3, :3])
            for index, bone in enumerate(owner.pose.bones)}


def library_pose(clip, time, opened):
    """The same of a clip of a Bank of the library, in the axes of Blender."""
    rests = [floats.transposed() for floats in opened.rests]
    rests = numpy.array([[list(row) for row in rest] for rest in rests]).transpose(0, 2, 1)
    posed = numpy.array(clip.pose(time).tolist()).reshape(-1, 4, 4).transpose(0, 2, 1)
    posed = TO_BLENDER @ posed
    turned = (posed @ numpy.linalg.inv(rests))[:, :3, :3]
    skewed = numpy.abs(turned.transpose(0, 2, 1) @ turned - numpy.eye(3)).max()
    turned = nearest_rotations(turned)
    return {bone["name"]: (posed[index, :3, 3], turned[index], skewed)
            for index, bone in enumerate(clip.skeleton.bones)}


def library_mesh(clip, time, opened):
    """The vertices of the mesh of a Bank in the pose of a clip, in the axes of Blender, computed
    from the arrays of the library."""
    found = opened.mesh()
    bind = found.bind(clip.skeleton)
    posed, inverses = (numpy.array(each.tolist()).reshape(-1, 4, 4).transpose(0, 2, 1)
                       for each in (clip.pose(time), bind.inverses))
    skin = numpy.array([posed[bone] @ inverse if bone >= 0 else numpy.eye(4)
                        for bone, inverse in zip(bind.bones, inverses)])
    joints, weights = (numpy.array(found.array(name).tolist()) for name in ("joints", "weights"))
    places = numpy.c_[found.array("positions").tolist(), numpy.ones(found.vertex_count)]
    moves = (weights[:, :, None, None] * skin[joints]).sum(1)
    moves[weights.sum(1) < 0.5] = numpy.eye(4)
    return (TO_BLENDER @ moves @ places[:, :, None])[:, :3, 0]


def seen_mesh(mesh, frame):
    """The vertices of a mesh object as Blender deforms them at a frame, in the axes of the
    scene."""
    bpy.context.scene.frame_set(math.floor(frame), subframe=frame % 1)
    seen = mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
    block = numpy.zeros(3 * len(seen.data.vertices), "f")
    seen.data.vertices.foreach_get("co", block)
    return block.reshape(-1, 3) @ numpy.array(seen.matrix_world)[:3, :3].T + numpy.array(
        seen.matrix_world.translation)


def nearest_rotations(turns):
    """The rotations that are nearest to matrices, which may be skewed in files of the games."""
    left, _, right = numpy.linalg.svd(turns)
    return left @ right


def angle(turn, other):
    """The angle between two rotations in degrees."""
    first, second = (Matrix(each).to_quaternion() for each in (turn, other))
    return math.degrees(4 * math.asin(min(1, min(
        (first - second).magnitude, (first + second).magnitude) / 2)))


def difference(found, wanted):
    """(millimetres, degrees): the largest of all bones.

    Distances of bones that are more than a metre from the origin, where floats are coarser, are
    divided by that. Matrices of some files are skewed, which neither keys nor a glTF can hold: the
    distance is that without the skew over a metre."""
    lower = {name.lower(): value for name, value in found.items()}
    distance = degrees = 0
    for name, (head, turn, *skewed) in wanted.items():
        here = found.get(name) or lower[name.lower()]
        size = max(1, numpy.abs(head).max())
        apart = numpy.linalg.norm(here[0] - head) - sum(skewed)
        distance = max(distance, 1000 * apart / size)
        degrees = max(degrees, angle(here[1], turn))
    return distance, degrees
