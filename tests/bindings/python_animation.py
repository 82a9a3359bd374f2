#!/usr/bin/env python3
"""The parts of the Python package for programs with armatures: files with their skeletons, markers,
armatures, parameters and files that are written."""
import contextlib
import errno
import hashlib
import itertools
import math
import os
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

import gait

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import command
import test_skeleton

DATA = pathlib.Path(os.environ["GAIT_DATA"])
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
STALKER, WALK = SAMPLES / "stalker.omf", SAMPLES / "walk.rtm"
LEFT = {"name": "Left", "value": "", "start": 3, "end": 11, "start_s": 0.1, "end_s": 0.3666667}
KICK = {"name": "Kick", "value": "2", "start": 6, "end": 6, "start_s": 0.2, "end_s": 0.2}


@contextlib.contextmanager
def raising(path):
    """Raises errors of the library as others."""
    try:
        yield
    except gait.GaitError:
        raise LookupError(str(path)) from None


class Animations(unittest.TestCase):
    def test_open(self):
        animation = gait.Animation.open(STALKER)
        self.assertEqual(animation.origin, "built-in xray-stalker, assumed")
        self.assertEqual((animation.name, len(animation.bones)), ("stalker.omf", 47))
        self.assertEqual(animation.clip(1).name, "walk")
        self.assertEqual([clip["name"] for clip in animation.metadata([1])["clips"]], ["walk"])

    def test_changes_since(self):
        animation = gait.Animation.open(str(STALKER))
        self.assertEqual(animation.changes_since(animation.content), {})
        for script, expected in (
                ("event --clip=walk --move Left --to=0.1 --until=0.3\nset --clip=idle --speed=2",
                 {"walk": ["events"], "idle": []}),
                ("remove --clip=walk\nduplicate --clip=stand=walk",
                 {"walk": ["length", "events"]}),
                ("duplicate --clip=stand=new", {"new": []})):
            files = {str(STALKER): animation.file.edit(script).bytes}
            after = gait.Animation.open(str(STALKER), files=files)
            with self.subTest(script):
                found = after.changes_since(animation.content)
                bones = {name for each in found.values() for name in each} & set(animation.bones)
                self.assertEqual(bool(bones), "length" in str(expected))
                self.assertEqual({name: [each for each in texts if each not in bones]
                                  for name, texts in found.items()}, expected)
        walk = gait.Animation.open(str(WALK))
        files = {str(WALK): walk.file.edit("set --phases=*0.5").bytes}
        self.assertEqual(gait.Animation.open(str(WALK), files=files).changes_since(walk.content),
                         {"walk": ["times"]})

    def test_lost_changes(self):
        about = {"clip": "walk", "theirs": ["head", "events"]}
        for theirs, expected in (({}, ["head", "events"]), (None, None), (
                {"walk": ["head", "neck"], "run": ["hand"]}, ["head", "events", "neck"])):
            self.assertEqual(gait.lost_changes(about, theirs), expected)
        self.assertEqual(gait.lost_changes({"clip": "walk"}, {"walk": ["neck"]}), ["neck"])
        self.assertIsNone(gait.lost_changes({"clip": "walk", "theirs": None}, {}))

    def test_find_backup(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.omf"
            for name in ("a.omf", "a.omf.bak", "a.omf.bak2", "b.omf.bak", "a.omf.bakery"):
                path.with_name(name).write_text(name)
            for name, is_found in (("a.omf.bak", True), ("a.omf.bak2", True), ("a.omf", False),
                                   ("b.omf.bak", False), ("a.omf.bakery", False)):
                found = gait.find_backup(str(path), hashlib.sha256(name.encode()).hexdigest())
                self.assertEqual(found, name.encode() if is_found else None)
            self.assertIsNone(gait.find_backup(str(path.with_name("none") / "a"), ""))

    def test_choices_of_skeletons(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / "walk.rtm"
            copy.write_bytes(WALK.read_bytes())
            for choice, origin in (("", "built-in arma3-man, assumed"),
                                   ("arma2-man", "built-in arma2-man, chosen")):
                with self.subTest(choice):
                    self.assertEqual(gait.Animation.open(copy, choice).origin, origin)
            with self.assertRaises(OSError):
                gait.Animation.open(copy, os.path.join(folder, "missing.ogf"))
            with self.assertRaises(gait.SkeletonError):
                gait.Animation.open(copy, str(STALKER))

    def test_models_that_cannot_be_opened_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            copy, config = pathlib.Path(folder) / "walk.rtm", pathlib.Path(folder) / "model.cfg"
            copy.write_bytes(WALK.read_bytes())
            config.write_text("class CfgSkeletons { class A { skeletonBones[] = {")
            animation = gait.Animation.open(copy)
            self.assertEqual([path for path, _ in animation.skeleton.source["left_out"]],
                             [str(config)])
            self.assertIn(str(config), "".join(animation.notes()))

    def test_source_opens_the_same_skeleton(self):
        first = gait.Animation.open(WALK, "arma2-man")
        again = gait.Animation.open(WALK, first.source)
        self.assertEqual(again.source, first.source)
        self.assertEqual(again.skeleton.bones, first.skeleton.bones)

    def test_files_in_memory_replace_those_on_the_disk(self):
        path = os.path.abspath("memory.rtm")
        animation = gait.Animation.open(path, files={path: WALK.read_bytes()})
        self.assertEqual(animation.content, WALK.read_bytes())

    def test_rest_pose(self):
        known, assumed = gait.Animation.open(WALK), gait.Animation.open(STALKER)
        self.assertEqual(known.rest(), known.skeleton.rest().tolist())
        self.assertEqual(len(assumed.rest()), 47)
        for matrix in assumed.rest():
            self.assertAlmostEqual(math.hypot(*matrix[:3]), 1, 5)

    def test_notes_and_findings(self):
        animation = gait.Animation.open(STALKER)
        self.assertEqual(next(animation.notes()),
                         "stalker.omf: skeleton built-in xray-stalker, assumed")
        self.assertEqual(animation.findings(), [])
        [finding] = gait.Animation.open(DATA / "omf/bad/speed_negative.omf").findings()
        self.assertRegex(finding, r"^\w+: .+ \(OMF\d+\)$")

    def test_records_of_clips(self):
        animation = gait.Animation.open(STALKER)
        [about] = animation.metadata([1])["clips"]
        record = animation.clip_record(1, about, 24, 5)
        self.assertEqual((record["clip"], record["index"], record["sha256"], record["edits"]),
                         ("walk", 1, animation.sha256, []))
        self.assertEqual((record["fps"], record["first_frame"]), (24, 5))
        self.assertEqual(record["events"], about["events"])

    def test_guard(self):
        class Guarded(gait.Animation):
            guard = staticmethod(raising)
        animation = Guarded.open(STALKER)
        self.assertEqual(animation.clip(0).name, "idle")
        with self.assertRaises(LookupError) as caught:
            animation.clip(99)
        self.assertEqual(caught.exception.args, (str(STALKER),))

    def test_open_animations(self):
        kept = gait.OpenAnimations(gait.Animation, 2)
        with tempfile.TemporaryDirectory() as folder, gait.Gait() as context:
            paths = [os.path.join(folder, name) for name in ("a.omf", "b.omf", "c.omf")]
            for path in paths:
                pathlib.Path(path).write_bytes(STALKER.read_bytes())
            first = kept.open(paths[0], context=context)
            self.assertIs(kept.open(paths[0], context=context), first)
            self.assertIsNot(kept.open(paths[0], "xray-stalker", context=context), first)
            self.assertEqual(kept.content_of(paths[0], first.sha256), STALKER.read_bytes())
            self.assertIsNone(kept.content_of(paths[1], first.sha256))
            pathlib.Path(paths[0]).write_bytes(STALKER.read_bytes()[:-1])
            with self.assertRaises(gait.GaitError):
                kept.open(paths[0], context=context)
            files = {paths[0]: STALKER.read_bytes()}
            second = kept.open(paths[0], files=files, context=context)
            self.assertIsNot(second, first)
            self.assertIs(kept.open(paths[0], files=files, context=context), second)
            rest = [number for row in second.rest() for number in row]
            model = os.path.join(folder, "model.glb")
            pathlib.Path(model).write_bytes(context.edited(second.skeleton, rest).gltf())
            third = kept.open(paths[1], model, context=context)
            self.assertIs(kept.open(paths[1], model, context=context), third)
            os.utime(model, (1, 1))
            self.assertIsNot(kept.open(paths[1], model, context=context), third)
            second = kept.open(paths[0], files=files, context=context)
            for path in paths[1:]:
                kept.open(path, context=context)
            self.assertIsNot(kept.open(paths[0], files=files, context=context), second)
            kept.clear()

    def test_replaced_content(self):
        replaced = gait.Replaced()
        sums = [hashlib.sha256(content).hexdigest() for content in (b"one", b"two", b"three")]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a")
            self.assertIsNone(replaced.find(path, sums[0]))
            for content in (b"one", b"two", b"three"):
                pathlib.Path(path).write_bytes(content)
                self.assertFalse(replaced.is_own(path, None))
            replaced.add(path, [b"one"], sums[1])
            replaced.add(path, [b"two"], sums[2])
            self.assertEqual(replaced.find(path, sums[0]), b"one")
            self.assertEqual(replaced.find(path, sums[1]), b"two")
            self.assertIsNone(replaced.find(path, "other"))
            self.assertTrue(replaced.is_own(path, None))
            other = os.path.join(folder, "b")  # a copy that the user made
            pathlib.Path(other).write_bytes(b"three")
            self.assertFalse(replaced.is_own(other, None))
            self.assertIsNone(replaced.find(other, sums[0]))
            pathlib.Path(path).write_bytes(b"four")
            self.assertFalse(replaced.is_own(path, sums[0]))
            self.assertTrue(replaced.is_own(path, hashlib.sha256(b"four").hexdigest()))
            self.assertIsNone(replaced.find(path, sums[0]))

    def test_content_as_text(self):
        for content in (b"", b"\0" * 9, STALKER.read_bytes()):
            text = gait.text_of(content)
            self.assertTrue(text.isascii() and "\0" not in text)
            self.assertEqual(gait.content_of(text), content)
            size, sha256, data = text.split(" ")
            for damaged in ("", "a", " ".join(("9" + size, sha256, data)),
                            " ".join((size, sha256[::-1], data)), " ".join(("x", sha256, data)),
                            text.replace(data, gait.text_of(b"other").split(" ")[2])):
                self.assertIsNone(gait.content_of(damaged), damaged[:90])
            for damaged in (text[:-4], text[:len(text) // 2], text + "AAAA", text + "\u2603"):
                self.assertIn(gait.content_of(damaged), (None, content))

    def test_files_without_clips(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "model.cfg"
            path.write_text("class CfgSkeletons { class A { skeletonBones[] = {\"a\", \"\"}; }; };")
            with self.assertRaises(gait.GaitError) as caught:
                gait.Animation.open(path)
            self.assertIn("no animation", caught.exception.message)


class Meshes(unittest.TestCase):
    """The mesh of the model with the skeleton of an animation."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.bank, self.model = self.folder / "bank.omf", self.folder / "model.ogf"
        self.bank.write_bytes(command.omf(bones=("root", "spine", "head")))
        self.model.write_bytes((DATA / "ogf/ok/mesh.ogf").read_bytes())

    def test_mesh_of_the_model(self):
        for choice in ("", str(self.model)):
            animation = gait.Animation.open(self.bank, choice)
            self.assertTrue(animation.has_model)
            mesh = animation.mesh()
            self.assertEqual((mesh.vertex_count, mesh.bones), (16, ["root", "spine", "head"]))
        self.model.unlink()
        with self.assertRaises(OSError):
            animation.mesh()

    def test_no_mesh(self):
        animation = gait.Animation.open(STALKER)
        self.assertEqual((animation.has_model, animation.mesh()), (False, None))
        self.model.write_bytes(command.ogf(bones=(("root", ""), ("spine", "root"),
                                                  ("head", "spine"))))
        animation = gait.Animation.open(self.bank)
        self.assertEqual((animation.has_model, animation.mesh()), (True, None))

    def test_model_without_clips(self):
        self.model.write_bytes((DATA / "ogf/ok/mesh.ogf").read_bytes())
        animation = gait.Animation.open(self.model)
        self.assertEqual(animation.clips, [])
        self.assertEqual(animation.metadata([]), {"clips": [], "parts": []})
        self.assertEqual(len(animation.rest()), 3)
        self.assertEqual(animation.mesh().vertex_count, 16)
        self.assertEqual(list(animation.notes()), [
            "model.ogf: skeleton in the file itself",
            "model.ogf contains no animation, but refers to a"])
        self.model.write_bytes(command.ogf())
        with self.assertRaises(gait.GaitError):
            gait.Animation.open(self.model)
        animation = gait.Animation.open(DATA / "p3d/ok/mesh.p3d")
        self.assertIn("Pelvis", animation.mesh().bones)
        config = self.folder / "model.cfg"
        config.write_text('class CfgSkeletons { class A { skeletonBones[] = {"Pelvis", ""}; }; };')
        animation = gait.Animation.open(DATA / "p3d/ok/mesh.p3d", f"{config}:A")
        self.assertEqual(animation.mesh().bones[0], "Pelvis")
        with self.assertRaises(gait.GaitError):
            animation.rest()

    def test_p3d_without_pivots(self):
        walk = gait.Animation.open(WALK)
        animation = gait.Animation.open(WALK, str(DATA / "p3d/ok/mesh.p3d"))
        self.assertEqual((animation.origin, animation.source), (walk.origin, walk.source))
        mesh = animation.mesh()
        self.assertIn("Pelvis", mesh.bones)
        self.assertGreater(max(mesh.array("weights").tolist()[0]), 0)
        self.assertIsNone(walk.mesh())


class Markers(unittest.TestCase):
    timeline = gait.Timeline(0, 30)

    def read(self, markers, events=(LEFT, KICK)):
        return gait.read_markers(markers, events, self.timeline)

    def markers(self):
        return [marker for event in (LEFT, KICK)
                for marker in gait.markers_of(event, self.timeline)]

    def test_markers_of_events(self):
        self.assertEqual(self.markers(), [("Left [", 3), ("Left ]", 11), ("Kick=2", 6)])
        self.assertEqual(gait.markers_of({**KICK, "start_s": None}, self.timeline), [])
        self.assertEqual(gait.markers_of(KICK, gait.Timeline(10, 15, name_bytes=3)), [("Kic", 13)])

    def test_unedited_markers_keep_their_events(self):
        self.assertEqual(self.read(self.markers()), [LEFT, KICK])

    def test_a_moved_end_keeps_the_exact_start(self):
        left, kick = self.read([("Left [", 3), ("Left ]", 14), ("Kick=2", 6)])
        self.assertEqual(left, {**LEFT, "start": None, "end": None, "end_s": 14 / 30})
        self.assertEqual(kick, KICK)

    def test_a_renamed_event_keeps_its_time(self):
        left, _ = self.read([("Stamp=1 [", 3), ("Stamp=1 ]", 11), ("Kick=2", 6)])
        self.assertEqual(left, {**LEFT, "name": "Stamp", "value": "1"})

    def test_removed_and_new_events(self):
        found = self.read([("Kick=2", 6), ("Late", 30), ("Early", 1)])
        self.assertEqual([event["name"] for event in found], ["Kick", "Early", "Late"])
        self.assertEqual((found[2]["start_s"], found[2]["end_s"]), (1, 1))

    def test_an_end_before_its_start_is_swapped(self):
        [left] = self.read([("Left ]", 1), ("Left [", 3)], [LEFT])[:1]
        self.assertLessEqual(left["start_s"], left["end_s"])


class Armatures(unittest.TestCase):
    bones = [{"name": "root", "parent": None}, {"name": "arm", "parent": 0},
             {"name": "hand", "parent": 1}]
    heads = [(0, 0, 0), (0, 0, 1), (1, 0, 1)]

    def reason(self, found, used=("root", "arm", "hand")):
        misfit = gait.misfit(self.bones, self.heads, used, found)
        return misfit and (misfit.reason, misfit.is_scaled)

    def armature(self, scale=1.0):
        parents = (None, "root", "arm")
        return [gait.ArmatureBone(bone["name"], parent, [part * scale for part in head])
                for bone, parent, head in zip(self.bones, parents, self.heads)]

    def test_fits(self):
        self.assertIsNone(self.reason(self.armature()))

    def test_missing_bone(self):
        found = self.armature()[:2] + [None]
        self.assertEqual(self.reason(found), ("it lacks the bone hand", False))
        self.assertIsNone(self.reason(found, used=("root",)))

    def test_other_parent(self):
        found = self.armature()
        found[2] = found[2]._replace(parent="root")
        self.assertEqual(self.reason(found), ("hand has another parent", False))

    def test_moved_bone(self):
        found = self.armature()
        found[2] = found[2]._replace(head=(1, 0.01, 1))
        self.assertEqual(self.reason(found), ("hand rests at another place", False))

    def test_scaled(self):
        self.assertEqual(self.reason(self.armature(2)),
                         ("it is 2 times as large as the skeleton", True))


    def test_shapes_of_bones(self):
        rests = gait.Animation.open(STALKER).rest()
        parents = [bone["parent"] for bone in gait.Animation.open(STALKER).skeleton.bones]
        shapes = gait.bone_shapes(rests, parents)
        self.assertEqual(len(shapes), 47)
        for rest, parent, shape in zip(rests, parents, shapes):
            self.assertEqual(list(shape.head), rest[12:15])
            self.assertTrue(0.0099 < math.dist(shape.head, shape.tail) < 1, shape)
            along = [end - start for start, end in zip(shape.head, shape.tail)]
            self.assertAlmostEqual(sum(map(math.prod, zip(along, shape.roll))), 0, 6)
            self.assertGreater(math.hypot(*shape.roll), 0.1)
        arm = gait.bone_shapes([[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1] for x in (0, 0.4)],
                               [None, 0])
        self.assertEqual([list(bone.tail) for bone in arm], [[0.4, 0, 0], [0.5, 0, 0]])


class Actions(unittest.TestCase):
    about = {"first_frame": 10, "fps": 30, "duration_s": 1}

    def test_extent(self):
        for last_key, frame_range, expected in (
                (40, None, (10, 30)), (40, (10, 40), (10, 30)), (40, (12, 40), (12, 28)),
                (45, (10, 40), (10, 35)), (35, None, (10, 25)), (35, (10, 40), (10, 30))):
            with self.subTest((last_key, frame_range)):
                self.assertEqual(gait.extent(self.about, last_key, frame_range), expected)

        for first_key, last_key, expected in ((110, 140, (110, 30)), (0, 40, (0, 40)),
                                              (-20, -5, (-20, 15)), (10, 10, (10, 30))):
            with self.subTest((first_key, last_key)):
                self.assertEqual(gait.extent(self.about, last_key, None, first_key), expected)
        self.assertEqual(gait.extent(self.about, -5, (-20, -5), -20), (-20, 15))

    def test_at_rate(self):
        about = gait.at_rate({**self.about, "events": []}, 60)
        self.assertEqual(about, {"first_frame": 10, "fps": 60, "duration_s": 0.5, "events": []})
        self.assertEqual(gait.at_rate({"fps": 30}, 24), {"fps": 24})

    def test_moved(self):
        keys = [(0.2, 0.1), (0.4, 0.5), (0.8, 0.7)]
        for part, expected in ((0.2, 0.1), (0.3, 0.3), (0.4, 0.5), (0.6, 0.6), (0.8, 0.7),
                               (0, -0.1), (1, 0.9)):
            self.assertAlmostEqual(gait.moved(part, keys), expected)
        self.assertAlmostEqual(gait.moved(0.5, [(0, 0.25)]), 0.75)
        self.assertEqual(gait.moved(0.5, []), 0.5)

    def test_moved_keys(self):
        timeline = gait.Timeline(10, 30)
        with gait.Gait() as context, context.open((SAMPLES / "walk.rtm").read_bytes()) as file:
            halves = [(10 + key, 10 + key / 2) for key in range(25)]
            for line, expected in (("--phases=*0.5", halves), ("--root-motion=0,0,1", [])):
                with context.open(file.edit(f"set {line}").bytes) as edited:
                    for pair, wanted in itertools.zip_longest(
                            gait.moved_keys(file, edited, 0, timeline, 0.8), expected,
                            fillvalue=(9, 9)):
                        self.assertAlmostEqual(pair[0], wanted[0], 4)
                        self.assertAlmostEqual(pair[1], wanted[1], 4)
        bank = (SAMPLES / "stalker.omf").read_bytes()
        with gait.Gait() as context, context.open(bank) as file:
            self.assertEqual(gait.moved_keys(file, file, 1, timeline, 1), [])

    def test_bones_of_data_paths(self):
        self.assertEqual(gait.bone_of('pose.bones["a b"].location'), "a b")
        self.assertEqual(gait.bone_of('pose.bones["a"].constraints["b"].influence'), "a")
        self.assertEqual(gait.bone_of(r'pose.bones["a\"]b\\"].scale'), r'a\"]b\\')
        self.assertEqual(gait.bone_of("location"), "")

    def test_renamed(self):
        for name, renamed in (("walk", False), ("walk.001", False), ("wal", True), ("w", True),
                              ("wal.001", True), ("stroll", True), ("walk_2", True)):
            self.assertEqual(gait.is_renamed(name, "walk"), renamed, name)
        self.assertFalse(gait.is_renamed("walk.002", "walk.001"))
        for name, renamed in (("a" * 63, False), ("a" * 59 + ".001", False), ("a" * 59, True),
                              ("a" * 56 + ".001", False), ("a" * 55 + ".001", True),
                              ("a" * 62 + "b", True)):
            self.assertEqual(gait.is_renamed(name, "a" * 70), renamed, name)
        self.assertFalse(gait.is_renamed("é" * 31, "é" * 40))

    def test_same_content(self):
        content = (True, 0.0, 32.0, ["mark"]), [("w", [0, 1, 4, 0.5], b"\1"), ("x", [0, 0], b"")]
        for changed, same in (
                (content, True),
                (((True, 0.0, 32.0, []), content[1]), False),
                (((True, 0.0, 31.0, ["mark"]), content[1]), False),
                ((content[0], content[1][:1]), False),
                ((content[0], [content[1][0], ("y", [0, 0], b"")]), False),
                ((content[0], [content[1][0], ("x", [0, 0], b"\2")]), False),
                ((content[0], [content[1][0], ("x", [0, 0, 1, 0], b"")]), False),
                ((content[0], [content[1][0], ("x", [0, 0.0004], b"")]), True),
                ((content[0], [content[1][0], ("x", [0, 0.001], b"")]), False)):
            with self.subTest(changed):
                self.assertEqual(gait.is_same_content(content, changed), same)

    def test_frames_of_actions(self):
        about, keys = {"fps": 24}, [0, 12, 16, 20.8]
        frames = gait.ActionFrames(about, keys, 4, 16)
        self.assertEqual((frames.early, frames.between, frames.frame_at(0.5)), ([0], [], 16))
        self.assertEqual([round(each, 9) for each in frames.around(2)], [1.6, 2.4, 0.5])
        self.assertEqual([round(each, 9) for each in frames.sample_frames[:3]], [0, 0.8, 1.6])
        self.assertEqual(len(frames.sample_frames), 21)
        frames = gait.ActionFrames(about, [4, 5, 20], 4, 16)
        self.assertEqual(frames.between, [1])
        frames = gait.ActionFrames(about, [4, 5, 20], 4, 16, has_phases=True)
        self.assertEqual((frames.between, len(frames.sample_frames)), ([], 22))
        self.assertEqual(gait.ActionFrames({"fps": 60}, [], 0, 3).sample_frames, [0, 1, 2, 3])
        frames = gait.ActionFrames({"fps": 30}, [0, 6, 7], 0, 12, rate=25)
        self.assertEqual((frames.between, len(frames.sample_frames)), ([7], 11))

    def test_spread(self):
        for most, expected in ((0, set()), (1, {0}), (2, {0, 9}), (4, {0, 3, 6, 9}),
                               (99, set(range(10)))):
            self.assertEqual(gait.spread(list(range(10)), most), expected)
        self.assertEqual(gait.spread([], 5), set())

    def test_whole_frames(self):
        self.assertEqual(gait.whole_frames(1.0666667, 30), 32)
        self.assertAlmostEqual(gait.whole_frames(0.55, 25), 13.75)


class Parameters(unittest.TestCase):
    def test_refusal_of_events(self):
        animation = gait.Animation.open(str(STALKER))
        self.assertIsNone(gait.refusal_of_events(animation))
        old = animation.file.edit('event --remove "*"\nset --format-version=3').bytes
        animation = gait.Animation.open(str(STALKER), files={str(STALKER): old})
        self.assertEqual(gait.refusal_of_events(animation).rule, "EDT011")

    def test_values_and_edits(self):
        animation = gait.Animation.open(STALKER)
        self.assertEqual(gait.parameters(animation, 2)["speed"], "1.1")
        edits = gait.set_parameter(animation, 2, [], "speed", "2")
        self.assertEqual(edits, ['set --clip="salute" --speed="2"'])
        self.assertEqual(gait.parameters(animation, 2, edits)["speed"], "2")
        self.assertEqual(gait.set_parameter(animation, 2, edits, "speed", "1.1"), [])
        self.assertEqual(gait.set_parameter(animation, 2, edits, "speed", ""), [])
        with self.assertRaises(gait.GaitError):
            gait.set_parameter(animation, 2, [], "speed", "fast")

    def test_flags(self):
        animation = gait.Animation.open(STALKER)
        now = gait.parameters(animation, 2)["flags"]
        text = gait.toggled_flag(now, now, "no-mix")
        self.assertEqual(text, "+no-mix")
        edits = gait.set_parameter(animation, 2, [], "flags", text)
        self.assertEqual(set(gait.parameters(animation, 2, edits)["flags"]), {*now, "no-mix"})
        self.assertEqual(gait.toggled_flag(now, {*now, "no-mix"}, "no-mix"), "")

    def test_copies(self):
        """A copy of a clip in its own file and in a new one has its parameters."""
        animation = gait.Animation.open(STALKER)
        names = [clip["name"] for clip in animation.clips]
        walk, salute = names.index("walk"), names.index("salute")
        edits = ["set --clip walk --speed 2", gait.loop_line("walk", False)]
        found = gait.playback(animation, walk, edits)
        self.assertEqual((found["speed"], found["loop"]), (2, False))
        self.assertTrue(gait.playback(animation, walk)["loop"])
        self.assertIsNone(gait.playback(gait.Animation.open(WALK), 0))
        rests = animation.clip(salute).pose(0)
        with animation.file.edited(animation.skeleton, rests) as edited:
            self.assertEqual(gait.extras_of_copy(edited, animation, salute)["playback"],
                             gait.playback(animation, salute))
        with animation.file._owner.edited(animation.skeleton, rests) as edited:
            copy = gait.extras_of_copy(edited, animation, salute)["playback"]
            self.assertNotEqual(copy.pop("bone_or_part"),
                                gait.playback(animation, salute)["bone_or_part"])
            fx = names.index("hit_chest")
            self.assertEqual(gait.extras_of_copy(edited, animation, fx)["playback"],
                             gait.playback(animation, fx))
            self.assertEqual(gait.extras_of_copy(edited, animation, salute, has_parts=True),
                             {"playback": gait.playback(animation, salute)})
        walking = gait.Animation.open(WALK)
        edits = ["set --root-motion 0,0,2"]
        with walking.file._owner.edited(walking.skeleton, walking.clip(0).pose(0)) as edited:
            self.assertEqual(gait.extras_of_copy(edited, walking, 0), {"motion": [0, 0, 1.5]})
            self.assertEqual(gait.extras_of_copy(edited, walking, 0, edits)["motion"][2], -2)
        content = animation.file.edit(gait.duplicate_line("walk", ["a b", "c"])).bytes
        self.assertEqual([clip["name"] for clip in gait.open(content, "a.omf").clips],
                         [*names, "a b", "c"])

    def test_rtm(self):
        found = gait.parameters(gait.Animation.open(WALK), 0)
        self.assertEqual(sorted(found), ["phases", "root-motion"])


class Motion(unittest.TestCase):
    def test_skeleton(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "arm.rtm")
            with open(path, "wb") as file:
                file.write(test_skeleton.arm())
            opened = gait.Animation.open(path)
            self.assertEqual(opened.source["source"], "recovered")
            for choice, parent in ((opened.source, 0), ({"source": "none", "name": ""}, None)):
                again = gait.Animation.open(path, choice)
                self.assertEqual(again.skeleton.bones[1]["parent"], parent)


class Output(unittest.TestCase):
    def test_write_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "new", "a.omf")
            gait.write_files([gait.NewFile(path, b"first")])
            gait.write_files([gait.NewFile(path, b"second", keep_old=True)])
            self.assertEqual(sorted(os.listdir(os.path.dirname(path))), ["a.omf", "a.omf.bak"])
            self.assertEqual(gait.read_file(path), b"second")
            self.assertEqual(gait.read_file(path + ".bak"), b"first")
            for content in (b"third", b"second", b"fourth"):  # a backup is never replaced
                gait.write_files([gait.NewFile(path, content, keep_old=True)])
            gait.write_files([gait.NewFile(path, b"fifth")])
            found = sorted(os.listdir(os.path.dirname(path)))
            self.assertEqual(found, ["a.omf", "a.omf.bak", "a.omf.bak1", "a.omf.bak2"])
            self.assertEqual([gait.read_file(os.path.join(os.path.dirname(path), name))
                              for name in found], [b"fifth", b"first", b"second", b"third"])

    def test_one_file_that_cannot_be_written_keeps_all(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.omf")
            gait.write_files([gait.NewFile(path, b"first")])
            with self.assertRaises(OSError) as caught:
                gait.write_files([gait.NewFile(path, b"second", True), gait.NewFile(folder, b"")])
            self.assertEqual(caught.exception.filename, os.path.realpath(folder))
            self.assertEqual(os.listdir(folder), ["a.omf"])
            self.assertEqual(gait.read_file(path), b"first")

    def test_one_file_that_is_locked_keeps_all(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("a.omf", "b.omf", "new.omf")]
            gait.write_files([gait.NewFile(path, b"first") for path in paths[:2]])
            files = [gait.NewFile(path, b"second", True) for path in (paths[0], paths[2], paths[1])]
            rename = os.replace

            def locked(source, target):
                if target == paths[1]:
                    raise PermissionError(errno.EACCES, "Permission denied", source, None, target)
                rename(source, target)
            with mock.patch("os.replace", locked), self.assertRaises(PermissionError) as caught:
                gait.write_files(files)
            self.assertEqual(caught.exception.filename, paths[1])
            self.assertEqual(sorted(os.listdir(folder)), ["a.omf", "b.omf"])
            self.assertEqual([gait.read_file(path) for path in paths[:2]], [b"first"] * 2)

    def test_animations_after_new_names(self):
        animation = gait.Animation.open(STALKER)
        names = [clip["name"] for clip in animation.clips]
        content = animation.file.edit('rename --clip "walk\trun"').bytes
        self.assertEqual(gait.animations(animation, content),
                         ["run" if name == "walk" else name for name in names])

    def test_check_axes(self):
        with gait.Gait() as context, context.open(STALKER.read_bytes(), "a.omf") as bank:
            content = next(bank.convert("bvh", clips=["walk"]))[0].bytes
            with context.open(content, "a.bvh") as bvh:
                for target in ("omf", "skl", "skls"):
                    with self.subTest(target), self.assertRaises(gait.GaitError) as raised:
                        gait.check_axes(bvh.skeleton(), target)
                    self.assertEqual(raised.exception.rule, "CNV023")
                gait.check_axes(bvh.skeleton(), "bvh")
                gait.check_axes(bank.skeleton(), "omf")

    def test_convert_edited(self):
        with gait.Gait() as context, context.open(STALKER.read_bytes(), "bank.omf") as bank:
            clip = bank.clip("walk")
            rests = clip.pose(0)
            with context.edited(clip.skeleton, rests) as edited:
                for name in ("one", "two"):
                    edited.add(name, clip.keys(rests))
                files = gait.convert_edited(context, edited, "skl", os.path.join("x", "a.skl"), 2)
                self.assertEqual([file.path for file in files],
                                 [os.path.join("x", name) for name in ("one.skl", "two.skl")])
                [file] = gait.convert_edited(context, edited, "skls", "a.skls", 2)
                self.assertEqual(file.path, "a.skls")
                self.assertEqual(len(context.open(file.content).clips), 2)

    def test_messages(self):
        self.assertEqual(gait.summary(1, (), []), "1 clip, none changed")
        self.assertEqual(gait.summary(9, {"a", "b"}, ["x", "y", "z"], 2),
                         "9 clips, 2 changed: x, y, and others")
        lines = ["ERROR\tone two three", "four", "five", "six"]
        self.assertEqual(list(gait.wrapped(lines, 7, 2)), [
            ("ERROR", "one two"), ("", "three"), (None, "four"), ("", "and 2 more")])
        self.assertEqual([gait.reference(["a", "b", "A"], index) for index in range(3)],
                         ["a@1", "b", "A@2"])
        self.assertEqual(gait.rename_line([("a", 'b"c'), ("d", "a")]),
                         'rename --clip "a\tb""c" --clip "d\ta"')

    def test_differences(self):
        small = gait.Difference((0, "", 0), (0, "", 0), (1, "", 0))
        large = gait.Difference((6.72, "head", 16), (0.0115, "hand", 2.5), (2, "arm", 3))
        self.assertEqual((small.text, small.scale_text), ("", ""))
        self.assertEqual(large.text, "6.7 degrees head frame 16, 11.5 mm hand frame 2.5")
        self.assertEqual(large.scale_text, "arm 2 times as large in frame 3")
        self.assertEqual((large.exceeds(small), small.exceeds(large)), (True, False))

    def test_names_of_a_context(self):
        with gait.Gait() as context:
            self.assertIn("xray-stalker", context.builtin_names)
            self.assertTrue(context.advice["OMF001"])

    def test_project_path(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mod", "meshes", "actors", "a.omf")
            os.makedirs(os.path.dirname(path))
            self.assertEqual(gait.project_path(path, "out"),
                             os.path.join("out", "meshes", "actors", "a.omf"))

    def test_select(self):
        names = ["idle", "walk_1", "walk_2", "a,b"]
        for patterns, indices in (("", [0, 1, 2, 3]), ("WALK*", [1, 2]), ("walk_2, idle", [0, 2]),
                                  ("a,b", [3])):
            with self.subTest(patterns):
                self.assertEqual(gait.select(names, patterns), indices)
        with self.assertRaises(gait.GaitError) as caught:
            gait.select(names, "wolk_1")
        self.assertIn("walk_1", caught.exception.message)


if __name__ == "__main__":
    unittest.main()
