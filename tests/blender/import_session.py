"""Run in Blender: imports files, and compares the actions with the library.

The arguments are the folder of the add-on and a JSON file: {"files": [{"path", "glb": the same file
as a GLB or null}], "broken": [paths that cannot be imported], "models": [paths of models without
clips], "meshes": [{"path", "skeleton", "clip", "frame", "box" in the axes of the game or null}],
"samples": folder}."""
import json
import pathlib
import sys

import bpy
import numpy

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import session  # noqa: E402  Blender does not look in this folder

CLIPS, TIMES = 2, 3  # of each file that are compared


def spread(count, most):
    """At most so many indices, with the first and the last."""
    return sorted({round(step * (count - 1) / max(1, most - 1)) for step in range(most)})


def frames_of(clip, action):
    """(time in the unit of the clip, frame) of some keys, and of a moment between two of them."""
    times, about = clip.times.tolist(), session.record(action)
    for index in spread(len(times), TIMES):
        if clip.has_phases:
            first, last = clip.range
            frame = (times[index] - first) / (last - first) * about["duration_s"] * about["fps"]
            whole_frame = round(frame)
            yield times[index], whole_frame if abs(frame - whole_frame) < 0.05 else None
        else:
            yield times[index], (times[index] - times[0]) * about["fps"]
    if len(times) > 1 and not clip.has_phases:
        yield (times[0] + times[1]) / 2, (times[1] - times[0]) / 2 * about["fps"]


def compare_with_library(owner, action, opened):
    """The largest differences of an action from the clip of the library."""
    session.module("compat").assign_action(owner, action)
    clip = opened.clip(session.record(action)["index"])
    worst = (0, 0)
    for time, frame in frames_of(clip, action):
        if frame is None:
            continue  # the file has times that no frame has
        found = session.difference(session.pose(owner, frame),
                                   session.library_pose(clip, time, opened))
        worst = tuple(map(max, worst, found))
    return worst


def compare_with_glb(poses, glb):
    """The largest differences from what Blender's own importer makes of a GLB of the same file.
    `poses` are {clip: (frame, pose)}."""
    session.empty_file(30)
    bpy.ops.import_scene.gltf(filepath=glb)
    owner = next(each for each in bpy.data.objects if each.type == "ARMATURE")
    tracks = {track.name: track for track in owner.animation_data.nla_tracks}
    worst = (0, 0)
    for name, (frame, wanted) in poses.items():
        strip = tracks[name].strips[0]
        session.module("compat").assign_action(owner, strip.action)
        found = session.difference(session.pose(owner, frame), wanted)
        worst = tuple(map(max, worst, found))
    return worst


def check_action(action, about):
    """The name, the range, the markers and the record of an action."""
    library = session.module("gait_library")
    kept = session.record(action)
    assert kept["clip"] == about["name"], kept
    assert action.name.startswith(library.cut_text(about["name"], 50)), action.name
    assert action.use_fake_user
    assert action.frame_range[0] == 0
    last = kept["duration_s"] * kept["fps"]
    end = action.frame_range[1]  # older versions make the range of a single frame longer
    assert abs(end - last) < 1e-3 or last == 0 and end == 1, (end, last)
    timeline = library.Timeline(0, kept["fps"])
    wanted = [marker for event in kept["events"] for marker in library.markers_of(event, timeline)]
    found = [(marker.name, marker.frame) for marker in action.pose_markers]
    assert found == wanted, (found, wanted)
    assert len(kept["events"]) == sum(max(1, len(event["intervals"]))
                                      for event in about["events"] if event["intervals"]), kept
    assert library.read_markers(found, kept["events"], timeline) == kept["events"]


def check_file(job):
    """Imports a file, and returns the largest differences of its poses."""
    session.empty_file()
    opened = session.module("bank").open_bank(job["path"])
    names = [clip["name"] for clip in opened.clips]
    chosen = [names[index] for index in spread(len(names), CLIPS)]
    owner = session.import_file(job["path"], clips=chosen[0] if len(names) == 1
                                else ",".join(chosen))
    scene, actions = bpy.context.scene, list(bpy.data.actions)
    assert scene.render.fps == 30 and scene.frame_start == 0
    assert scene.frame_end == max(1, *(round(action.frame_range[1] + 0.499) for action in actions))
    assert {session.record(action)["clip"] for action in actions} == set(chosen)
    assert session.record(owner)["bases"][0]["sha256"] == opened.sha256
    assert owner.animation_data.action in actions
    worst, poses = (0, 0), {}
    for action in actions:
        kept = session.record(action)
        check_action(action, opened.clips[kept["index"]])
        worst = tuple(map(max, worst, compare_with_library(owner, action, opened)))
        poses[kept["animation"]] = last = (action.frame_range[1], None)
        poses[kept["animation"]] = (last[0], session.pose(owner, last[0]))
    return worst, compare_with_glb(poses, job["glb"]) if job["glb"] else (0, 0)


def check_files(jobs):
    worst = [(0, 0), (0, 0)]
    for job in jobs:
        with session.problems_of(job["path"]):
            found = check_file(job)
            for distance, degrees in found:
                assert distance <= session.MAX_MM and degrees <= session.MAX_DEGREES, found
        worst = [tuple(map(max, *pair)) for pair in zip(worst, found)]
    for other, (distance, degrees) in zip(("the library", "Blender's importer of GLB"), worst):
        print(f"result: {len(jobs)} files, at most {distance:.6f} mm and {degrees:.6f} degrees "
              f"from {other}")


# --- cases ---------------------------------------------------------------------------------------

def check_rate(samples):
    """The frame rate is 30 in a new file, and is kept where there are actions."""
    session.empty_file()
    session.import_file(samples / "stalker.omf", clips="walk")
    scene = bpy.context.scene
    assert (scene.render.fps, scene.frame_end) == (30, 32)
    scene.render.fps = 24
    owner = session.import_file(samples / "stalker.omf", clips="idle")
    assert (scene.render.fps, scene.frame_end) == (24, 72)
    action = owner.animation_data.action
    opened = session.module("bank").open_bank(samples / "stalker.omf")
    assert max(compare_with_library(owner, action, opened)) <= session.MAX_MM
    session.import_file(samples / "stalker.omf", clips="salute", frame_rate="SET")
    assert scene.render.fps == 30


def check_targets(samples):
    """Clips go onto the selected armature if it fits, otherwise onto a new one."""
    session.empty_file()
    first = session.import_file(samples / "stalker.omf", clips="walk")
    assert session.import_file(samples / "stalker.omf", clips="idle") == first
    assert len(bpy.data.objects) == 1
    second = session.import_file(samples / "walk.rtm")
    assert second != first and len(bpy.data.objects) == 2
    assert session.import_file(samples / "walk_binarised.rtm") == second
    assert len(session.record(second)["bases"]) == 2
    assert session.import_file(samples / "walk.rtm", target="NEW") not in (first, second)
    text = session.failure_of(samples / "stalker.omf", target="SELECTED")
    assert "lacks the bone" in text, text
    bpy.ops.object.select_all(action="DESELECT")
    assert "no armature is selected" in session.failure_of(samples / "walk.rtm", target="SELECTED")
    assert {first.name, second.name} <= {each.name for each in bpy.data.objects}


def check_assumed(samples):
    """A bank whose rest pose would be its own first frame gets that of the armature."""
    session.empty_file()
    owner = session.import_file(samples / "stalker.omf", clips="walk")
    path = pathlib.Path(session.ARGUMENTS[1]).with_name("other.omf")
    with session.module("gait_library").open((samples / "stalker.omf").read_bytes()) as file:
        path.write_bytes(file.edit("reorder --clip salute --first").bytes)
    assert session.import_file(path, clips="salute") == owner
    opened = session.module("base").open_base(owner, session.record(owner)["bases"][1])
    assert opened.source["source"] == "armature", opened.source
    found = compare_with_library(owner, owner.animation_data.action, opened)
    assert found[0] <= session.MAX_MM and found[1] <= session.MAX_DEGREES, found


def check_several(samples):
    """Several files at once share an armature if it fits, and one clock."""
    session.empty_file()
    files = [{"name": name} for name in ("walk.rtm", "walk_binarised.rtm", "stalker.omf")]
    bpy.ops.gait.import_animation(directory=str(samples), files=files)
    assert sorted(owner.name for owner in bpy.data.objects) == ["stalker", "walk"]
    assert len(bpy.data.actions) == 7
    assert {action.frame_range[0] for action in bpy.data.actions} == {0}


def check_duration(samples):
    """The duration of clips with phases."""
    session.empty_file()
    owner = session.import_file(samples / "walk.rtm", duration=2)
    assert owner.animation_data.action.frame_range[1] == 60
    assert bpy.context.scene.frame_end == 60
    assert session.record(owner)["bases"][0]["duration"] == 2


def check_scaled(samples):
    """A scaled armature is refused, also when it was not chosen expressly."""
    session.empty_file()
    owner = session.import_file(samples / "stalker.omf", clips="walk")
    owner.scale = (2, 2, 2)
    assert session.import_file(samples / "stalker.omf", clips="idle") == owner
    bpy.ops.object.transform_apply(location=False, rotation=False, scale=True)
    text = session.failure_of(samples / "stalker.omf", clips="salute")
    assert "2 times as large" in text, text


def check_renamed(samples):
    """An armature with a renamed bone does not fit."""
    session.empty_file()
    owner = session.import_file(samples / "stalker.omf", clips="walk")
    owner.data.bones["bip01_head"].name = "skull"
    text = session.failure_of(samples / "stalker.omf", target="SELECTED")
    assert "lacks the bone bip01_head" in text, text
    assert session.import_file(samples / "stalker.omf", clips="idle") != owner


def check_skeletons(samples):
    """The skeleton can be chosen; one that does not fit is refused."""
    session.empty_file()
    owner = session.import_file(samples / "walk.rtm", skeleton="arma2-man")
    assert session.record(owner)["bases"][0]["skeleton"] == {"source": "given",
                                                             "name": "arma2-man"}
    text = session.failure_of(samples / "stalker.omf", skeleton="arma3-man")
    assert "stalker.omf" in text, text
    text = session.failure_of(samples / "stalker.omf", skeleton=str(samples / "missing.ogf"))
    assert "missing.ogf" in text, text


def check_clips(samples):
    """Clips are chosen by names and patterns."""
    for text, wanted in (("walk", {"walk"}), ("WALK, s*", {"walk", "salute", "stand"}),
                         ("", {"walk", "salute", "stand", "idle", "hit_chest"})):
        session.empty_file()
        session.import_file(samples / "stalker.omf", clips=text)
        assert {action.name for action in bpy.data.actions} == wanted
    assert "similar names: walk" in session.failure_of(samples / "stalker.omf",
                                                       clips="wlk").lower()


def check_parts(samples):
    """The parts of a bank are collections or groups of bones."""
    session.empty_file()
    owner = session.import_file(samples / "stalker.omf")
    parts = session.bone_groups(owner)
    assert [(name, len(bones)) for name, bones in parts.items()] == [
        ("legs", 12), ("torso", 30), ("head", 5)], parts
    assert "bip01_head" in parts["head"]


def check_bases(samples):
    """Base files are found again, packed, and noticed when they are changed or missing."""
    base, bank = session.module("base"), session.module("bank")
    folder = pathlib.Path(session.ARGUMENTS[1]).parent
    path = folder / "base.omf"
    content = (samples / "stalker.omf").read_bytes()
    path.write_bytes(content)
    session.empty_file()
    owner = session.import_file(path, clips="walk")
    [record] = base.bases(owner)
    assert base.base_of(owner, owner.animation_data.action) == record
    assert base.open_base(owner, record).content == content

    def failure():
        try:
            base.open_base(owner, record)
        except session.module("problem").Problem as problem:
            return str(problem)
        return ""
    path.write_bytes(content[:-1])
    assert failure()
    path.write_bytes(content + bytes(4))
    assert failure()
    path.unlink()
    assert "is missing" in failure()
    path.write_bytes(content)
    base.pack(owner)
    path.unlink()
    assert base.open_base(owner, record).content == content
    saved = str(folder / "packed.blend")
    bpy.ops.wm.save_as_mainfile(filepath=saved)
    bpy.ops.wm.open_mainfile(filepath=saved)
    bank.close_all()
    owner = next(each for each in bpy.data.objects if each.type == "ARMATURE")
    assert base.open_base(owner, base.bases(owner)[0]).content == content
    assert {action.name for action in session.module("claims").actions_of(owner)} == {"walk"}
    base.unpack(owner)
    assert failure()


def check_read(samples):
    """The keys of an action are those that were written."""
    axes, bank, curves = (session.module(name) for name in ("axes", "bank", "curves"))
    session.empty_file()
    owner = session.import_file(samples / "stalker.omf", clips="salute")
    opened = bank.open_bank(samples / "stalker.omf")
    bones = axes.matched_bones(owner, opened.skeleton)
    names = [bone.name for bone in bones]
    block = opened.clip(2).curves(axes.armature_rests(bones, opened.rests), axes.TO_BLENDER)
    found, *rest = curves.read_keys(owner.animation_data.action, owner, names)
    assert rest == [[float(frame) for frame in range(61)], [], set(), [], False, False], rest
    again = curves.new_template(owner, names, 0)
    curves.write_block(session.module("compat").curves_of(again), found)
    assert curves.read_keys(again, owner, names).block == found
    again = curves.new_template(owner, names, 0)
    curves.write_block(session.module("compat").curves_of(again), block)
    assert curves.read_keys(again, owner, names).block == found


# --- meshes --------------------------------------------------------------------------------------

MAX_MESH_MM = 0.1  # between vertices in Blender and those of the library


def meshes_of(owner):
    return [each for each in owner.children if each.type == "MESH"]


def check_surface(mesh, opened):
    """Triangles, normals, texture coordinates, materials and groups of a mesh object."""
    found, data = opened.mesh(session.module("axes").TO_BLENDER), mesh.data
    corners = numpy.zeros(3 * found.triangle_count, "i")
    data.loops.foreach_get("vertex_index", corners)
    assert len(data.vertices) == found.vertex_count
    assert corners.tolist() == found.flat("triangles").tolist()
    uvs = numpy.zeros(6 * found.triangle_count, "f")
    data.uv_layers[0].data.foreach_get("uv", uvs)
    assert uvs.tolist() == found.corner_uvs().tolist()
    names, indices = found.materials()
    assert [material.name for material in data.materials] == names
    kept = numpy.zeros(found.triangle_count, "i")
    data.polygons.foreach_get("material_index", kept)
    assert kept.tolist() == indices.tolist()
    if hasattr(data, "calc_normals_split"):
        data.calc_normals_split()
    normals = numpy.zeros(9 * found.triangle_count, "f")
    data.loops.foreach_get("normal", normals)
    wanted = numpy.array(found.array("normals").tolist())[corners]
    apart = numpy.linalg.norm(normals.reshape(-1, 3) - wanted, axis=1)
    assert numpy.median(apart) < 2e-3 and numpy.mean(apart > 0.01) < 0.02, apart.max()
    bones = {bone.name for bone in mesh.parent.data.bones}
    groups = [group.name for group in mesh.vertex_groups]
    assert groups and set(groups) <= bones and len(set(groups)) == len(groups), groups
    assert mesh.modifiers[0].object == mesh.parent


def check_mesh(job):
    """Imports an animation with its model. Returns the largest distance between vertices in Blender
    and those of the library."""
    session.empty_file()
    opened = session.module("bank").open_bank(job["path"], job["skeleton"])
    owner = session.import_file(job["path"], clips=job["clip"], skeleton=job["skeleton"])
    [mesh] = meshes_of(owner)
    check_surface(mesh, opened)
    clip = opened.clip(session.record(owner.animation_data.action)["index"])
    times, worst = clip.times.tolist(), 0
    for index in {0, job["frame"], len(times) - 1}:
        about, (first, last) = session.record(owner.animation_data.action), clip.range
        seconds = times[index] - first
        if clip.has_phases:
            seconds *= about["duration_s"] / (last - first)
        found = session.seen_mesh(mesh, seconds * about["fps"])
        wanted = session.library_mesh(clip, times[index], opened)
        size = numpy.maximum(1, numpy.abs(wanted).max(1))
        worst = max(worst, 1000 * (numpy.linalg.norm(found - wanted, axis=1) / size).max())
        if index == job["frame"] and job["box"]:  # x is the same mirrored, y is -z, z is y
            (left, bottom, front), (right, top, back) = job["box"]
            box = [[-right, -back, bottom], [-left, -front, top]]
            assert numpy.abs(numpy.array([found.min(0), found.max(0)]) - box).max() < 1.5e-4, box
    return worst


def check_meshes(jobs):
    worst = 0
    for job in jobs:
        with session.problems_of(job["path"]):
            worst = max(worst, check_mesh(job))
            assert worst <= MAX_MESH_MM, worst
    print(f"result: {len(jobs)} meshes, at most {worst:.6f} mm from the library")


def check_mesh_option(path):
    """A mesh comes once, and only if it is wanted."""
    session.empty_file()
    owner = session.import_file(path, clips="idle", mesh=False)
    assert not meshes_of(owner) and not bpy.data.meshes
    assert session.import_file(path, clips="walk") == owner  # the armature has none yet
    [mesh] = meshes_of(owner)
    assert session.import_file(path, clips="idle") == owner and meshes_of(owner) == [mesh]
    assert bpy.context.selected_objects == [owner]
    before = pathlib.Path(path).read_bytes()
    assert bpy.ops.gait.write_back() == {"FINISHED"}
    assert pathlib.Path(path).read_bytes() == before
    session.import_file(path, clips="idle", target="NEW")
    assert len(bpy.data.meshes) == 2 and len(bpy.data.materials) == 1
    session.empty_file()
    browser = bpy.context.window_manager.gait_browser
    browser.path = path
    session.module("panels").fill()
    browser.row = 1
    assert bpy.ops.gait.browse(task="play") == {"FINISHED"}
    assert len(meshes_of(bpy.context.view_layer.objects.active)) == 1
    session.module("browse").stop()
    browser.path = ""
    model = pathlib.Path(path).with_name("model.ogf")
    content = model.read_bytes()
    model.write_bytes(content.replace(b"act\\act_test", b"a longer name"))
    try:  # the chunk with the texture is damaged
        session.empty_file()
        owner = session.import_file(path, clips="idle")
        assert bpy.data.actions and not meshes_of(owner) and not bpy.data.meshes
    finally:
        model.write_bytes(content)


def check_models(paths):
    """Models without clips: an armature with the mesh, no action, and no file to write back."""
    for path in paths:
        session.empty_file()
        with session.problems_of(path):
            owner = session.import_file(path)
            [mesh] = meshes_of(owner)
            assert len(mesh.data.polygons) and not bpy.data.actions and "gait" not in owner
            check_surface(mesh, session.module("bank").open_bank(path))
            assert not bpy.ops.gait.write_back.poll()
    print(f"result: {len(paths)} models without clips")


def check_broken(paths):
    """Files that cannot be imported: an error that says what to do, and nothing else."""
    for path in paths:
        session.empty_file()
        with session.problems_of(path):
            text = session.failure_of(path)
            print(f"result: {text.strip()}")


def main():
    add_on = session.load(session.ARGUMENTS[0])
    jobs = json.loads(pathlib.Path(session.ARGUMENTS[1]).read_text(encoding="utf-8"))
    samples = pathlib.Path(jobs["samples"])
    count = session.run_cases(globals(), samples)
    check_meshes(jobs["meshes"])
    check_mesh_option(jobs["meshes"][0]["path"])
    check_models([jobs["meshes"][0]["path"].replace("bank.omf", "model.ogf"), *jobs["models"]])
    check_broken(jobs["broken"])
    check_files(jobs["files"])
    add_on.unregister()
    print(f"result: {count} cases")


main()
