"""Run with the installed package: everything that it offers, compared with the command."""
import importlib.util
import json
import math
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

import gait

SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
STALKER = SAMPLES / "stalker.omf"
WALK = SAMPLES / "walk.rtm"
DATA = pathlib.Path(os.environ["GAIT_DATA"])
MODEL = DATA / "ogf/ok/mesh.ogf"
HAS_NUMPY = importlib.util.find_spec("numpy") is not None
SCRIPT = "rename --clip walk=stroll\nset --clip idle --speed 0.5\n"


def command(*arguments, given=None):
    """Bytes that the command prints, also when it reports findings (1)."""
    done = subprocess.run([os.environ["GAIT"], *map(str, arguments)], input=given,
                          capture_output=True, cwd=SAMPLES.parent)
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.stdout


def document(*arguments):
    return json.loads(command(*arguments))


def of_file(*arguments):
    """The only element of "files" of a document."""
    [file] = document(*arguments)["files"]
    return file


def opened(path):
    """A file under the name that the command is passed."""
    return gait.open(path.read_bytes(), path)


def only(conversion):
    """The bytes of the only file of the only output."""
    [[file]] = conversion
    return file.bytes


class Descriptions(unittest.TestCase):
    def test_version(self):
        self.assertEqual(gait.version(), gait.__version__)
        self.assertIn(gait.__version__, command("version").decode())

    def test_paths(self):
        for path in (STALKER, str(STALKER)):
            with gait.open(path) as file, gait.examine(path) as same:
                self.assertEqual((file.name, same.name), (str(path), str(path)))
                self.assertEqual(file.bytes(), STALKER.read_bytes())
            with gait.open(path, "other.omf") as file:
                self.assertEqual(file.name, "other.omf")
        self.assertRaises(FileNotFoundError, gait.open, "there is none.omf")

    def test_documents(self):
        for path in (STALKER, WALK, SAMPLES / "walk_binarised.rtm"):
            with opened(path) as file:
                self.assertEqual(file.format, of_file("info", "--json", path)["format"])
                self.assertEqual(file.name, str(path))
                self.assertEqual(file.info(), of_file("info", "--json", path))
                self.assertEqual(file.check(), of_file("check", "--json", path))
                self.assertEqual(file.list(), of_file("list", "--json", path))
                self.assertEqual(file.clips, file.list()["clips"])
                self.assertEqual(file.json("map").encode() + b"\n", command("map", "--json", path))
                self.assertEqual(json.loads(file.json("map")), file.map())
                self.assertEqual(file.bytes(), path.read_bytes())
                self.assertEqual(file.dump().encode(), command("dump", path))
                self.assertEqual(gait.build(file.dump()), path.read_bytes())

    def test_documents_about_several_files(self):
        self.assertEqual(gait.rules(), document("rules", "--json"))
        self.assertEqual(gait.formats(), document("formats", "--json"))
        self.assertEqual(gait.builtins(), document("skeleton", "--list", "--json"))
        with opened(STALKER) as first, opened(WALK) as second:
            self.assertEqual(gait.sarif([first, second]),
                             document("check", "--sarif", STALKER, WALK))
            log = gait.sarif([second], "https://example.org/rules")
            self.assertIn("https://example.org/rules", json.dumps(log))

    def test_texts_of_damaged_files_are_refused(self):
        with opened(WALK) as file:
            text = file.dump().replace('"step":[0,', '"step":["0x7fc00000",')
        with self.assertRaises(gait.GaitError) as caught:
            gait.build(text)
        self.assertEqual((caught.exception.status, caught.exception.rule),
                         (gait.Status.CORRUPT, "TXT014"))
        self.assertEqual(len(gait.build(text.encode(), allow_damage=True)), WALK.stat().st_size)

    def test_check_banks(self):
        with opened(STALKER) as bank, self.assertRaises(gait.GaitError):
            gait.check_banks(bank, [(0, bank), (1, None)])  # a bank has no references
        models = sorted(pathlib.Path(os.environ["GAIT_DATA"]).rglob("*.ogf"))
        with_refs = [file for file in map(examined, models) if file.info().get("refs")]
        self.assertTrue(with_refs)
        with opened(STALKER) as bank:
            checked = [gait.check_banks(model, [(0, bank)]) for model in with_refs]
        self.assertEqual({each["format"] for each in checked}, {"ogf"})
        # The sample has other bones. Those of rigid models are not compared.
        differ = [each for each in checked if each["findings"]]
        self.assertGreater(len(differ), len(checked) // 2)

    def test_examine(self):
        with gait.examine(STALKER.read_bytes()[:900], "cut.omf") as cut:
            self.assertEqual(cut.info()["status"], "bad")
            self.assertEqual(cut.check()["findings"][0]["rule"], "OMF001")
            self.assertEqual(gait.findings()["findings"], cut.check()["findings"])
            self.assertEqual(cut.clips, [])
            self.assertRaises(gait.GaitError, cut.bytes)

    def test_dependencies(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "walk.gltf"
            command("convert", "--sidecar", STALKER, path)
            sidecar = path.with_name("walk.gait.json")
            with opened(path) as file:
                self.assertEqual(file.dependencies, ["walk.bin"])
                with self.assertRaises(gait.GaitError) as caught:
                    file.provide("other.bin", b"")
                self.assertEqual(caught.exception.status, gait.Status.NOT_FOUND)
                file.provide("walk.bin", path.with_suffix(".bin").read_bytes())
                file.attach(sidecar.read_bytes())
                self.assertEqual([clip["name"] for clip in file.clips],
                                 [clip["name"] for clip in opened(STALKER).clips])
                with opened(STALKER) as base:
                    self.assertEqual(base.roundtrip(file).bytes, STALKER.read_bytes())


class Mods(unittest.TestCase):
    CONFIG = b"""class CfgMovesX { class States {
        class walk { file = "my_mod\\\\walk"; speed = -2; looped = 1; };
        class lost { file = "my_mod\\\\lost"; }; }; };"""
    PATHS = ("config.cpp", "walk.rtm", "old.rtm")

    def open(self):
        mod = gait.mod(self.PATHS, "my_mod")
        self.assertEqual(mod.needed(), "config.cpp")
        mod.provide(self.CONFIG)
        self.assertIsNone(mod.needed())
        return mod

    def test_documents_are_those_of_the_command(self):
        with tempfile.TemporaryDirectory() as holder, self.open() as mod:
            folder = pathlib.Path(holder) / "my_mod"
            folder.mkdir()
            (folder / "config.cpp").write_bytes(self.CONFIG)
            for name in ("walk.rtm", "old.rtm"):
                (folder / name).write_bytes(WALK.read_bytes())
            [given], [made] = mod.uses()["mods"], document("uses", "--json", folder)["mods"]
            self.assertEqual(given, made | {"root": ""})
            self.assertEqual([use["name"] for use in given["missing"]], ["lost"])
            found = {finding["rule"] for file in mod.check()["files"]
                     for finding in file["findings"]}
            self.assertEqual(found, {"MOV010", "MOV012"})
            with gait.open(WALK, "walk.rtm") as file:
                [clip] = mod.list(file)["clips"]
                [same] = of_file("list", "--json", folder / "walk.rtm")["clips"]
            self.assertEqual((clip["seconds"], clip["loop"], clip["state"]), (2, True, "walk"))
            self.assertEqual(clip, same)

    def test_wrong_calls(self):
        mod = gait.mod(self.PATHS)
        for call in (lambda: mod.provide(b""), mod.uses, lambda: gait.mod(["../a"]),
                     lambda: gait.mod([None]), lambda: mod.list(None)):
            with self.assertRaises(gait.GaitError):
                call()
        self.assertEqual(mod.needed(), "config.cpp")
        mod.provide(None)
        self.assertIsNone(mod.needed())
        self.assertEqual(mod.uses()["mods"][0]["missing"], [])
        with gait.open(STALKER) as bank, self.assertRaises(gait.GaitError) as caught:
            mod.list(bank)
        self.assertEqual(caught.exception.status, gait.Status.NOT_FOUND)


class Poses(unittest.TestCase):
    def test_skeletons(self):
        with gait.builtin("xray-stalker") as skeleton:
            whole = document("skeleton", "--json", "xray-stalker")
            self.assertEqual((skeleton.bones, skeleton.name), (whole["bones"], "xray-stalker"))
            self.assertEqual(json.loads(skeleton.json()), whole)
            self.assertEqual(skeleton.bone_count, 47)
            with opened(STALKER) as file:
                given = file.skeleton(tree=skeleton)
                self.assertEqual(given.source["source"], "given")
                source = file.skeleton(target="gltf").source
                self.assertEqual((source["source"], source["candidate"], source["name"]),
                                 ("builtin", -1, "xray-stalker"))
                rest = file.skeleton().rest("parts")  # of the first frame of the first clip
                self.assertEqual(rest.tolist(), file.clip(0).pose(0, "parts").tolist())
                self.assertRaises(gait.GaitError, skeleton.rest)
                with opened(WALK) as other:
                    file.skeleton(candidates=[other], path="meshes/stalker.omf").close()
        with self.assertRaises(gait.GaitError) as caught, opened(STALKER) as file:
            file.skeleton(name="nothing")
        self.assertEqual(caught.exception.status, gait.Status.NOT_FOUND)

    def test_clips(self):
        with opened(STALKER) as file:
            clip = file.clip("walk")
            self.assertEqual((clip.name, clip.index, clip.frame_count, clip.has_phases),
                             ("walk", 1, 33, False))
            self.assertEqual((clip.rate, file.clip("stand").rate), (30, 30))
            self.assertEqual(len(clip.times), 33)
            self.assertAlmostEqual(clip.times[32], file.clips[1]["duration_s"], 6)
            self.assertIs(clip.file, file)
            self.assertIs(file.clip(0).skeleton, clip.skeleton)  # searched once
        with opened(WALK) as file:
            self.assertTrue(file.clip(0).has_phases)
            self.assertEqual(file.clip(0).range, (0, 1))
            self.assertEqual(file.clip(0).root_motion, (0, 0, 1.5))

    def test_poses_of_the_command(self):
        with opened(WALK) as file:
            clip = file.clip(0)
            shown = document("sample", "--json", "--space", "model", "--axes", "gltf", "--frame",
                             "3", WALK)
            pose = clip.pose(clip.times[3])
            bones = shown["bones"] if "bones" in shown else shown["frames"][0]["bones"]
            for row, bone in enumerate(bones):
                for axis in range(3):
                    self.assertAlmostEqual(pose[row, 12 + axis], bone["t"][axis], 5)

    def test_kinds(self):
        with opened(STALKER) as file:
            clip = file.clip("walk")
            local, parts = clip.pose(0.3, "local"), clip.pose(0.3, "parts")
            self.assertEqual((local.shape, parts.shape), ((47, 16), (47, 10)))
            self.assertEqual([local[9, 12 + i] for i in range(3)], [parts[9, i] for i in range(3)])
            self.assertAlmostEqual(sum(parts[9, 3 + i] ** 2 for i in range(4)), 1, 5)
            many = clip.poses([0, 0.3, 99], "local")
            self.assertEqual(many.shape, (3, 47, 16))
            self.assertEqual(many.tolist()[1], local.tolist())
            self.assertEqual(clip.poses(clip.times).shape, (33, 47, 16))
            self.assertEqual(len(clip.poses([])), 0)
            kept = clip.pose(0).tolist()
            first = clip.pose(0)
            clip.pose(0.5)
            self.assertEqual(first.tolist(), kept)  # a pose is not overwritten by the next one

    def near(self, fast, exact):
        self.assertEqual(len(fast), len(exact))
        for one, other in zip(fast, exact):
            self.assertAlmostEqual(one, other, 3)

    def test_fast_poses(self):
        with opened(STALKER) as file, opened(WALK) as other:
            clip, turned = file.clip("walk"), other.clip(0)
            fast, exact = clip.sample([0, 0.31]), clip.poses([0, 0.31])
            self.assertEqual(fast.shape, (2, 47, 12))
            for bone in range(47):
                for axis in range(3):
                    self.near([fast[1, bone, 4 * axis + i] for i in range(4)],
                              [exact[1, bone, 4 * i + axis] for i in range(4)])
            joints = gait.sample([clip, turned], [0.31, 0.5], "joints").tolist()
            pose = turned.pose(0.5)
            self.near(joints, [exact[1, bone, 12 + i] for bone in range(47) for i in range(3)] +
                      [pose[bone, 12 + i] for bone in range(turned.bone_count) for i in range(3)])
            parts, rows = clip.sample([0.31], "parts"), clip.sample([0.31], "rows")
            self.assertEqual((parts.shape, rows.shape), ((1, 47, 10), (1, 10, 48)))
            self.assertEqual([parts[0, 46, i] for i in range(10)],
                             [rows[0, i, 46] for i in range(10)])
            end = clip.times[32]
            for wrap, time in (("clamp", end), ("repeat", 0.3), ("ping-pong", end - 0.3)):
                outside, inside = clip.sample([end + 0.3], "joints", wrap), clip.sample([time])
                self.near([outside[0, bone, 1] for bone in range(47)],
                          [inside[0, bone, 7] for bone in range(47)])
            self.assertEqual(len(clip.sample([])), 0)
            self.assertEqual(len(gait.sample([], [])), 0)

    def test_playback_and_blends(self):
        with opened(STALKER) as file, opened(WALK) as other:
            clip, turned = file.clip("walk"), other.clip(0)
            state = turned.play(2.5, duration=1, mode="loop")
            self.assertEqual((state.cycles, state.root_motion, state.has_ended),
                             (2, (0, 0, 3.75), False))
            self.assertTrue(turned.play(2.5, 1, "once").has_ended)
            states = [clip.play(seconds) for seconds in (0.1, 0.3)]
            poses = clip.sample_played(states, "parts")
            self.assertEqual(poses.shape, (2, 47, 10))
            a, b = (clip.sample_played([one], "parts") for one in states)
            self.assertEqual(poses.tolist(), a.tolist() + b.tolist())
            self.assertEqual([gait.blend(a, b, 0).tolist()], a.tolist())
            self.assertEqual([gait.blend(a, b, 1).tolist()], b.tolist())
            self.assertEqual([gait.blend(a, b, 1, [0] * 47).tolist()], a.tolist())
            self.assertNotEqual([gait.blend(a, b, 0.5).tolist()], a.tolist())
            same = gait.blend_add(a, b, b, 1)
            self.near([same[9, i] for i in range(10)], [a[0, 9, i] for i in range(10)])
            self.assertEqual((clip.mask().shape, clip.mask(0).shape), ((47,), (47,)))
            self.assertLessEqual({*clip.mask().tolist()}, {0, 1})

    def test_types_of_blocks(self):
        with opened(STALKER) as file:
            pose = file.clip("walk").pose(0)
        self.assertEqual(type(pose).__name__, "ndarray" if HAS_NUMPY else "memoryview")
        self.assertEqual(memoryview(pose).cast("B").nbytes, 47 * 64)
        self.assertTrue(math.isfinite(pose[46, 15]))

    def test_pictures_and_comparison(self):
        with opened(STALKER) as file:
            clip = file.clip("walk")
            self.assertEqual(clip.svg().encode(),
                             command("draw", "--clip", "walk", STALKER, "-"))
            self.assertNotEqual(clip.svg("front", 3), clip.svg())
            same = clip.compare(clip)
            self.assertEqual((same["frames"], same["max_distance"]["mm"]), (33, 0))
            self.assertGreater(clip.compare(file.clip("salute"))["max_angle"]["deg"], 10)

    def test_diff(self):
        with opened(STALKER) as file, opened(STALKER) as same:
            self.assertEqual(file.diff(same)["status"], "equal")
            self.assertRaises(gait.GaitError, file.diff, same, None, -1)
        with tempfile.TemporaryDirectory() as folder, opened(STALKER) as file:
            changed = file.edit("set --clip walk --speed 3\n").bytes
            path = pathlib.Path(folder) / "new.omf"
            path.write_bytes(changed)
            with gait.open(changed, "new.omf") as new:
                found = file.diff(new, file.skeleton(), 0.01, 0.1)
            expected = of_file("diff", "--json", "--tolerance=0.01deg", "--tolerance=0.1mm",
                               STALKER, path)
            self.assertEqual(found | {"path": None, "other_path": None},
                             expected | {"path": None, "other_path": None})

    def test_moving_bones(self):
        with opened(STALKER) as file:
            clip = file.clip("walk")
            poses = clip.poses(clip.times, "local")
            moves = file.moving_bones("walk", clip.skeleton)
            self.assertEqual(moves, file.moving_bones(1))
            self.assertEqual(set(moves), {False, True})
            for bone, does in enumerate(moves):
                self.assertEqual(does, any(poses[frame, bone, i] != poses[0, bone, i]
                                           for frame in range(33) for i in range(16)), bone)

    def test_distances(self):
        with opened(STALKER) as file:
            walk, salute = file.clip("walk"), file.clip("salute")
            self.assertEqual(walk.distances(walk, [0, 0.25], [0, 0.25]).tolist(), [0, 0])
            self.assertEqual(len(walk.distances(salute, [], [])), 0)
            times = walk.distances(salute, [0.5, 99], [0.25, -1])
            for (at, other), distance in zip(((0.5, 0.25), (99, -1)), times.tolist()):
                one, two = walk.pose(at), salute.pose(other)
                self.assertAlmostEqual(distance, max(
                    math.dist([one[bone, axis] for axis in (12, 13, 14)],
                              [two[bone, axis] for axis in (12, 13, 14)])
                    for bone in range(47)), 5)


class Meshes(unittest.TestCase):
    def test_mesh_of_the_command(self):
        scene, read = accessors(command("convert", "--to", "gltf", MODEL, "-"))
        parts = [part for mesh in scene["meshes"] for part in mesh["primitives"]]
        with opened(MODEL) as file:
            mesh = file.mesh()
            self.assertEqual(mesh.bones, ["root", "spine", "head"])
            self.assertEqual((mesh.vertex_count, mesh.triangle_count), (16, 8))
            self.assertEqual([part["texture"] for part in mesh.parts], ["act\\act_test"] * 4)
            for name, key in (("positions", "POSITION"), ("normals", "NORMAL"),
                              ("uvs", "TEXCOORD_0"), ("joints", "JOINTS_0"),
                              ("weights", "WEIGHTS_0")):
                wanted = [row for part in parts for row in read(part["attributes"][key])]
                self.assertEqual(mesh.array(name).tolist(), wanted, name)
            corners = mesh.array("triangles").tolist()
            for part, primitive in zip(mesh.parts, parts):
                found = corners[part["first_triangle"]:][:part["triangles"]]
                self.assertEqual([corner - part["first_vertex"] for row in found for corner in row],
                                 [corner for [corner] in read(primitive["indices"])])
            heights = [y for _, y, _ in mesh.array("positions").tolist()]
            self.assertEqual([mesh.box[0][1], mesh.box[1][1]], [min(heights), max(heights)])
            bones, inverses = mesh.bind(file.skeleton())
            self.assertEqual(bones, [0, 1, 2])
            wanted = read(scene["skins"][0]["inverseBindMatrices"])
            for row, other in zip(inverses.tolist(), wanted):
                self.assertTrue(all(abs(a - b) < 1e-6 for a, b in zip(row, other)))

    def test_a_mesh_does_not_need_its_file(self):
        with opened(MODEL) as file:
            plain = file.mesh()
            turned = file.mesh(axes=[1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1])
        self.assertEqual([[x, -z, y] for x, y, z in plain.array("normals").tolist()],
                         turned.array("normals").tolist())
        self.assertEqual(plain.bind(gait.builtin("xray-hands")).bones, [-1, -1, -1])
        with self.assertRaises(gait.GaitError) as refused, opened(STALKER) as bank:
            bank.mesh()
        self.assertEqual(refused.exception.status, gait.Status.NOT_FOUND)

    def test_arrays_for_hosts(self):
        with opened(MODEL) as file:
            mesh = file.mesh()
        joints, weights, uvs = (mesh.array(name).tolist() for name in ("joints", "weights", "uvs"))
        found = {(vertex, bone, weight) for bone, groups in enumerate(mesh.influences())
                 for weight, vertices in groups.items() for vertex in vertices}
        self.assertEqual(found, {(vertex, bone, weight) for vertex in range(16)
                                 for bone, weight in zip(joints[vertex], weights[vertex])
                                 if weight > 0})
        self.assertGreater(len(found), 16)
        corners = mesh.corner_uvs()
        self.assertEqual(len(corners), 2 * 3 * mesh.triangle_count)
        for at, vertex in enumerate(v for row in mesh.array("triangles").tolist() for v in row):
            self.assertEqual(list(corners[2 * at:2 * at + 2]),
                             [uvs[vertex][0], 1 - uvs[vertex][1]])

        self.assertEqual(mesh.flat("uvs").tolist(), [number for row in uvs for number in row])
        names, indices = mesh.materials()
        self.assertEqual((names, indices.tolist()), (["act\\act_test"], [0] * 8))
        mesh.parts[2].update(texture="", material="glass")
        mesh.parts[3].update(texture="", material="")
        names, indices = mesh.materials()
        self.assertEqual(names, ["act\\act_test", "glass", "untextured"])
        self.assertEqual(indices.tolist(), [0, 0, 0, 0, 1, 1, 2, 2])

    def test_selections_are_bones_of_a_skeleton(self):
        path = DATA / "p3d/ok/mesh.p3d"
        with opened(path) as file:
            self.assertEqual(file.mesh().bones, [])
            mesh = file.mesh(gait.builtin("arma3-man"))
            self.assertIn("Pelvis", mesh.bones)
            self.assertNotEqual(mesh.array("weights").tolist(),
                                file.mesh().array("weights").tolist())

    def test_empty_mesh(self):
        with opened(DATA / "ogf/ok/mesh_empty.ogf") as file:
            mesh = file.mesh()
            self.assertEqual(mesh.array("positions").tolist(), [])
            self.assertEqual((mesh.influences(), len(mesh.corner_uvs())), ([{}, {}, {}], 0))
            self.assertEqual((len(mesh.flat("joints")), mesh.materials()[1].tolist()), (0, []))


class Keys(unittest.TestCase):
    def rests(self, clip):
        """A rest pose of the host: the first pose of the clip."""
        return clip.pose(0)

    def test_there_and_back(self):
        with opened(STALKER) as file:
            skeleton = file.skeleton()
            rests = self.rests(file.clip("stand", skeleton))
            edited = file.edited(skeleton, rests)
            for entry in file.clips:
                clip = file.clip(entry["index"], skeleton)
                edited.add(entry["name"], clip.keys(rests), duration=entry["duration_s"])
            result = edited.apply()
            self.assertEqual(result.bytes, STALKER.read_bytes())
            self.assertEqual(result.report["schema"], "gait.roundtrip/1")

    def test_channels(self):
        with opened(STALKER) as file:
            clip = file.clip("walk")
            block = clip.keys(self.rests(clip), (0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1))
            channels = gait.key_channels(block)
            self.assertEqual(len(channels), 47)
            counts = [(len(rotation), len(translation)) for rotation, translation in channels]
            self.assertTrue(any(rotation > 1 for rotation, _ in counts))
            self.assertEqual(sum(8 + 20 * rotation + 16 * translation
                                 for rotation, translation in counts), len(block))
            rotation = next(rotation for rotation, _ in channels if len(rotation) > 1)
            self.assertAlmostEqual(sum(rotation[1, i] ** 2 for i in range(1, 5)), 1, 5)
            with self.assertRaises(gait.GaitError) as caught:
                gait.key_channels(block[:-1])
            self.assertEqual(caught.exception.status, gait.Status.TRUNCATED)


    def test_curves(self):
        with opened(STALKER) as file:
            skeleton = file.skeleton()
            rests = self.rests(file.clip("stand", skeleton))
            edited = file.edited(skeleton, rests)
            for entry in file.clips:
                clip = file.clip(entry["index"], skeleton)
                block = clip.curves(rests, fps=24, first_frame=1)
                edited.add_curves(entry["name"], block, fps=24, first_frame=1)
                for (rotation, translation), curves in zip(gait.key_channels(clip.keys(rests)),
                                                           gait.curve_channels(block)):
                    self.assertEqual([len(curve) for curve in curves],
                                     [len(rotation)] * 4 + [len(translation)] * 3)
                    for component, curve in enumerate(curves[:4]):
                        for key in range(len(curve)):
                            self.assertEqual(curve[key, 1], rotation[key, 1 + component])
                            self.assertAlmostEqual(curve[key, 0], 1 + 24 * rotation[key, 0], 4)
            found = [(count, numbers.tolist()) for count, numbers in gait.split_curves(block)]
            wanted = [curve.tolist() for curves in gait.curve_channels(block) for curve in curves]
            self.assertEqual(found, [(len(rows), [number for row in rows for number in row])
                                     for rows in wanted])
            self.assertEqual(edited.apply().bytes, STALKER.read_bytes())
            for bad in (block[:-1], block[:3], block[:-4]):
                with self.assertRaises(gait.GaitError) as caught:
                    gait.curve_channels(bad)
                self.assertEqual(caught.exception.status, gait.Status.TRUNCATED)

    def test_metadata_and_new_files_of_a_host(self):
        events = [{"name": "Kick", "value": "", "start_s": 0.2, "end_s": 0.2}]
        document = json.dumps({"schema": "gait.extras/1",
                               "clips": [{"animation": "walk", "events": events}]}).encode()
        with opened(STALKER) as file:
            clip = file.clip("walk")
            rests = self.rests(clip)
            for edited in (file.edited(clip.skeleton, rests),
                           gait.edited(clip.skeleton, rests)):
                edited.add_curves("walk", clip.curves(rests))
                edited.attach(document)
                with gait.open(edited.gltf(), "walk.glb") as glb:
                    self.assertEqual([entry["name"] for entry in glb.clips], ["walk"])
                    [output] = glb.convert("omf", lossy=True)
                with gait.open(output[0].bytes) as made:
                    self.assertEqual([event["name"] for event in made.clips[0]["events"]], ["Kick"])
            with self.assertRaises(gait.GaitError) as caught:
                edited.apply()
            self.assertEqual(caught.exception.status, gait.Status.BAD_ARGUMENT)
            edited = file.edited(clip.skeleton, rests)
            edited.add_curves("walk", clip.curves(rests))
            edited.attach(document)
            changed = [entry for entry in edited.apply().report["clips"]
                       if entry["outcome"] == "changed"]
            self.assertEqual([(entry["name"], entry["metadata"]) for entry in changed],
                             [("walk", ["events"])])

    def test_poses_of_a_host(self):
        same = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)
        with opened(STALKER) as file:
            rests = self.rests(file.clip(0))  # the rest pose of the skeleton
            clip = file.clip("walk")
            still = file.clip(0).host_pose(rests, None, -1)
            self.assertEqual(still.shape, (47, 7))
            for row in still.tolist():
                self.assertAlmostEqual(abs(row[0]), 1, 5)
                self.assertLess(max(map(abs, row[1:])), 1e-5)
            pose = clip.host_pose(rests, same, clip.times[5])
            for bone, (rotation, translation) in enumerate(
                    gait.key_channels(clip.keys(rests, same))):
                if len(rotation) > 1:
                    dot = sum(pose[bone, i] * rotation[5, 1 + i] for i in range(4))
                    self.assertAlmostEqual(abs(dot), 1, 5)
                if len(translation) > 1:
                    for i in range(3):
                        self.assertAlmostEqual(pose[bone, 4 + i], translation[5, 1 + i], 5)

    def test_edited_poses(self):
        with opened(STALKER) as file:
            clip = file.clip("walk")
            count, bones = clip.frame_count, clip.bone_count
            poses = clip.poses([frame / 30 for frame in range(count)])
            edited = file.edited(clip.skeleton, self.rests(file.clip(0)))
            edited.add_poses("walk", poses, count, range(bones))
            self.assertEqual(edited.apply().bytes, STALKER.read_bytes())
            for wrong in ((poses, 0, range(bones)), (poses, count + 1, range(bones)),
                          (poses, count, range(3)), (poses, count, [bones] * bones)):
                with self.assertRaises(gait.GaitError) as caught:
                    edited.add_poses("walk", *wrong)
                self.assertEqual(caught.exception.status, gait.Status.BAD_ARGUMENT)


class Changes(unittest.TestCase):
    def test_edit(self):
        with tempfile.TemporaryDirectory() as folder, opened(STALKER) as file:
            script, out = pathlib.Path(folder) / "script", pathlib.Path(folder) / "out.omf"
            script.write_text(SCRIPT)
            command("edit", script, STALKER, "-o", out)
            result = file.edit(SCRIPT)
            self.assertEqual(result.bytes, out.read_bytes())
            self.assertEqual([change["line"] for change in result.changes], [1, 2])

    def test_extract_and_merge(self):
        with opened(STALKER) as file, tempfile.TemporaryDirectory() as folder:
            first = pathlib.Path(folder) / "first.omf"
            command("extract", "--clip", "walk", "--clip", "salute", STALKER, "-o", first)
            self.assertEqual(file.extract(["walk", 2]), first.read_bytes())
            with opened(first) as bank, opened_bytes(file.extract([0, 3, 4])) as other:
                merged = opened_bytes(bank.merge(other, parts="first"))
                self.assertEqual([clip["name"] for clip in merged.clips],
                                 ["walk", "salute", "idle", "stand", "hit_chest"])
                self.assertEqual(merged.extract([0, 1]), first.read_bytes())
                with self.assertRaises(gait.GaitError) as caught:
                    bank.merge(bank)
                self.assertEqual(caught.exception.rule, "OMF204")
                self.assertEqual(len(opened_bytes(bank.merge(bank, "keep-first")).clips), 2)

    def test_smaller_banks(self):
        with opened(STALKER) as file, tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "out.omf"
            command("optimise", "--tolerance=3mm,10deg", "--clip=salute", STALKER, "-o", out)
            result = file.optimise(3, 10, ["salute"])
            self.assertEqual(result.bytes, out.read_bytes())
            self.assertEqual(result.report["bytes"]["after"], len(result.bytes))
            self.assertEqual([clip["chosen"] for clip in result.report["clips"]],
                             [False, False, True, False, False])
            self.assertGreater(result.report["max_error"]["deg"], 0)
            self.assertEqual(file.optimise().bytes, STALKER.read_bytes())
            self.assertEqual(file.optimise(3, 10, []).bytes, STALKER.read_bytes())
            self.assertLess(len(file.optimise(3, 10).bytes), len(result.bytes))
        with opened(WALK) as file, self.assertRaises(gait.GaitError) as caught:
            file.optimise()
        self.assertEqual(caught.exception.rule, "OPT001")

    def test_damaged_banks(self):
        with tempfile.TemporaryDirectory() as folder:
            cut, out = pathlib.Path(folder) / "cut.omf", pathlib.Path(folder) / "out.omf"
            cut.write_bytes(STALKER.read_bytes()[:-100])
            command("convert", "--salvage", cut, out)
            with gait.examine(cut.read_bytes(), "cut.omf") as file:
                result = file.salvage()
                self.assertEqual(result.bytes, out.read_bytes())
                self.assertLess(result.report["kept"], result.report["stated"])
        with opened(STALKER) as file, self.assertRaises(gait.GaitError) as caught:
            file.salvage()
        self.assertEqual(caught.exception.status, gait.Status.UNSUPPORTED)

    def test_bones_that_a_skeleton_lacks(self):
        renamed = STALKER.read_bytes().replace(b"bip01_r_calf", b"bip01_r_kalf")
        with opened_bytes(renamed) as file:
            source = file.skeleton().source
        self.assertEqual((source["source"], source["missing"]), ("none", []))
        nearest = source["nearest"]
        self.assertEqual((nearest["name"], nearest["bones"] - nearest["matched"]),
                         ("xray-stalker", 1))
        self.assertEqual(nearest["missing"], [{"name": "bip01_r_kalf", "nearest": "bip01_r_calf",
                                               "outcome": "left_out"}])
        self.assertIn("lacks_bones", [one["outcome"] for one in source["considered"]])

    def test_a_part_of_a_bank_is_shown_and_never_written(self):
        renamed = STALKER.read_bytes().replace(b"bip01_r_toe0", b"bip01_r_tou9")
        with opened_bytes(renamed) as file:
            self.assertEqual(file.skeleton().source["source"], "none")
            skeleton = file.skeleton(target="gltf")
            self.assertEqual([(bone["name"], bone["outcome"])
                              for bone in skeleton.source["missing"]],
                             [("bip01_r_tou9", "left_out")])
            self.assertEqual(len(skeleton.bones), 46)
            self.assertEqual(file.clip(0, skeleton).bone_count, 46)
            glb = only(file.convert("gltf", name="out.glb", skeleton=skeleton))
            with gait.open(glb, "out.glb") as edited:
                with self.assertRaises(gait.GaitError) as caught:
                    file.roundtrip(edited, skeleton)
                self.assertIn("RTP009", str(caught.exception))
            with self.assertRaises(gait.GaitError) as caught:
                only(file.convert("skls", name="out.skls", skeleton=skeleton, lossy=True))
            self.assertEqual(caught.exception.status, gait.Status.UNSUPPORTED)

    def test_conversions(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in (STALKER, WALK):
                out = pathlib.Path(folder) / path.name / "out.glb"
                out.parent.mkdir()
                command("convert", path, out)
                with opened(path) as file:
                    skeleton = file.skeleton(target="gltf")
                    glb = only(file.convert("gltf", name="out.glb", skeleton=skeleton))
                    self.assertEqual(glb, out.read_bytes())
                    with gait.open(glb, "out.glb") as edited:
                        result = file.roundtrip(edited)
                        self.assertEqual(result.bytes, path.read_bytes())
                        self.assertFalse(result.report["refused"])

    def test_options_of_conversions(self):
        with opened(STALKER) as file:
            skeleton = file.skeleton(target="bvh")
            with file.convert("bvh", name="{clip}.bvh", skeleton=skeleton, lossy=True,
                              clips=["salute", "walk"]) as conversion:
                outputs = list(conversion)
            self.assertEqual([output[0].name for output in outputs], ["walk.bvh", "salute.bvh"])
            self.assertEqual(outputs[0][0].bytes, command(
                "convert", "--to", "bvh", "--lossy", "--clip", "walk", STALKER, "-"))
            conversion = file.convert("gltf", skeleton=skeleton, sidecar=True, name="bank.gltf")
            [output] = conversion
            self.assertEqual([name for name, _ in output],
                             ["bank.gltf", "bank.bin", "bank.gait.json"])
            self.assertEqual(conversion.report["clips"], [0, 1, 2, 3, 4])
            self.assertTrue(conversion.is_closed)
            part = file.convert("gltf", skeleton=skeleton, sidecar=True, name="bank.gltf")
            part.suffix = ".json"
            self.assertEqual(list(part), [output[2:]])
            self.assertEqual(only(file.convert("omf", tolerance_mm=1, tolerance_deg=1)),
                             STALKER.read_bytes())
            with self.assertRaises(gait.GaitError):  # an OMF is copied in its own version
                next(file.convert("omf", version=3))
        with opened(WALK) as file:
            other = only(file.convert("gltf", skeleton=file.skeleton(target="gltf"), duration=2))
            self.assertEqual(opened_bytes(other).clips[0]["duration_s"], 2)
            old = only(file.convert("bmtr", version=3, lossy=True))
            self.assertEqual(opened_bytes(old).info()["version"], 3)


def accessors(glb):
    """The JSON of a .glb, and a function that reads the rows of an accessor."""
    size = int.from_bytes(glb[12:16], "little")
    scene = json.loads(glb[20:20 + size])

    def read(index):
        accessor = scene["accessors"][index]
        view = scene["bufferViews"][accessor["bufferView"]]
        width = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[accessor["type"]]
        row = struct.Struct(f"<{width}" + {5121: "B", 5123: "H", 5126: "f"}[
            accessor["componentType"]])
        start = 28 + size + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        return [list(row.unpack_from(glb, start + at * view.get("byteStride", row.size)))
                for at in range(accessor["count"])]
    return scene, read


def opened_bytes(content):
    return gait.open(content)


def examined(path):
    return gait.examine(path.read_bytes(), path)


if __name__ == "__main__":
    unittest.main()
