"""Run with the installed package: invalid input raises an exception, and never ends the program."""
import array
import copy
import math
import os
import pathlib
import pickle
import random
import threading
import unittest

import gait

STALKER = (pathlib.Path(os.environ["GAIT_SAMPLES"]) / "stalker.omf").read_bytes()
WALK = (pathlib.Path(os.environ["GAIT_SAMPLES"]) / "walk.rtm").read_bytes()
MODEL = (pathlib.Path(os.environ["GAIT_DATA"]) / "ogf/ok/mesh.ogf").read_bytes()
BIG = "x" * 10_000_000


class Errors(unittest.TestCase):
    def refuse(self, status, function, *arguments, **options):
        with self.assertRaises(gait.GaitError) as caught:
            function(*arguments, **options)
        error = caught.exception
        self.assertEqual(error.status, status, error)
        self.assertTrue(error.message)
        self.assertIn(error.message, str(error))
        return error

    def test_rule_and_offset(self):
        error = self.refuse(gait.Status.TRUNCATED, gait.open, STALKER[:900], "cut.omf")
        self.assertEqual((error.rule, error.offset, error.file, error.line),
                         ("OMF001", 0, "cut.omf", None))
        self.assertTrue(str(error).startswith("cut.omf, byte 0: OMF001: "))
        again = pickle.loads(pickle.dumps(error))
        self.assertEqual((str(again), again.offset), (str(error), 0))
        with gait.open(STALKER, "bank.omf") as file:
            error = self.refuse(gait.Status.BAD_ARGUMENT, file.edit, "\nrenam --clip a=b")
            self.assertEqual((error.rule, error.line), ("EDT010", 2))
            self.refuse(gait.Status.NOT_FOUND, file.edit, "remove --clip nothing")

    def test_truncated_buffers(self):
        opened = 0
        for content, name in ((STALKER, "a.omf"), (WALK, "a.rtm")):
            for size in random.Random(1).sample(range(len(content)), 200):
                try:
                    gait.open(content[:size], name).close()
                    opened += 1
                except gait.GaitError as error:
                    self.assertTrue(error.rule, size)
                with gait.examine(content[:size], name) as file:
                    self.assertGreater(len(file.json("check")), 0)
        self.assertLess(opened, 400)

    def test_warning_that_refuses_a_file(self):
        """info() names it, as the command does."""
        with gait.examine(b"", "empty.p3d") as file:
            self.assertEqual(file.info()["error"]["rule"], "P3D101")

    def test_damaged_buffers(self):
        chance = random.Random(2)
        for _ in range(200):
            content = bytearray(STALKER)
            for _ in range(8):
                content[chance.randrange(len(content))] = chance.randrange(256)
            try:
                with gait.open(content, "a.omf") as file:
                    for entry in file.clips:
                        file.clip(entry["index"]).poses([0, 0.5])
            except gait.GaitError as error:
                self.assertTrue(error.message)

    def test_closed_objects(self):
        file = gait.open(STALKER, "bank.omf")
        skeleton, clip = file.skeleton(), file.clip("walk")
        rests = clip.pose(0)
        edited = file.edited(skeleton, rests)
        conversion = file.convert("gltf", skeleton=skeleton)
        file.close()
        file.close()
        self.assertTrue(file.is_closed)
        bad = gait.Status.BAD_ARGUMENT
        for use in (file.info, file.bytes, file.skeleton, lambda: file.clips, lambda: file.format,
                    lambda: file.clip(0), lambda: file.edit(""), lambda: file.extract([0]),
                    file.optimise, file.salvage,
                    lambda: file.moving_bones(0), file.mesh,
                    lambda: file.merge(file), lambda: file.roundtrip(file), skeleton.json,
                    lambda: skeleton.bones, lambda: skeleton.bone_count, lambda: clip.pose(0),
                    lambda: clip.times, lambda: clip.frame_count, lambda: clip.has_phases,
                    clip.svg, lambda: clip.compare(clip),
                    lambda: clip.distances(clip, [0], [0]), lambda: clip.keys(rests),
                    lambda: clip.sample([0]), lambda: clip.play(0), clip.mask,
                    lambda: gait.sample([clip], [0]),
                    lambda: clip.curves(rests), lambda: clip.host_pose(rests, None, 0),
                    lambda: edited.add("walk", b""), lambda: edited.add_curves("walk", b""),
                    edited.apply, lambda: next(conversion)):
            self.refuse(bad, use)
        for one in (clip, skeleton, edited, conversion):
            one.close()
        self.assertEqual(list(conversion), [])

    def test_closed_context(self):
        with gait.Gait() as context:
            file = context.open(STALKER, "bank.omf")
            clip = file.clip(0)
        self.assertTrue(context.is_closed)
        for use in (context.rules, context.formats, context.builtins, context.findings, file.info,
                    lambda: clip.pose(0), lambda: context.open(STALKER),
                    lambda: context.builtin("xray-stalker")):
            self.assertEqual(self.refuse(gait.Status.BAD_ARGUMENT, use).message,
                             "the context is closed")
        file.close()
        clip.close()
        context.close()

    def test_other_contexts(self):
        with gait.Gait() as first, gait.Gait() as second:
            one, other = first.open(STALKER, "a.omf"), second.open(STALKER, "b.omf")
            for use in (lambda: one.roundtrip(other), lambda: one.clip(0, other.skeleton()),
                        lambda: one.skeleton(candidates=[other]),
                        lambda: second.open(MODEL).mesh(one.skeleton()),
                        lambda: first.sarif([other]),
                        lambda: one.clip(0).compare(other.clip(0)),
                        lambda: one.clip(0).distances(other.clip(0), [0], [0]),
                        lambda: one.clip(0).distances(one.clip(1), [0, 1], [0]),
                        lambda: one.clip(0).distances(one.clip(1), [0], [math.nan])):
                self.refuse(gait.Status.BAD_ARGUMENT, use)

    def test_texts(self):
        bad = gait.Status.BAD_ARGUMENT
        with gait.open(STALKER, "Вася.omf") as file:
            self.assertEqual(file.info()["path"], "Вася.omf")
            for text in ("\udcff", "a\udc80b", "\ud800", "a\0b"):
                for use in (lambda: gait.open(STALKER, text), lambda: file.clip(text),
                            lambda: file.edit(text), lambda: gait.builtin(text),
                            lambda: file.skeleton(name=text), lambda: file.skeleton(path=text),
                            lambda: file.convert(text), lambda: file.merge(file, text),
                            lambda: file.clip(0).svg(text), lambda: gait.sarif([file], text)):
                    self.refuse(bad, use)

    def test_long_texts(self):
        with gait.open(STALKER, BIG + ".omf") as file:
            self.assertEqual(file.info()["path"], BIG + ".omf")
            self.refuse(gait.Status.NOT_FOUND, file.clip, BIG)
            self.refuse(gait.Status.BAD_ARGUMENT, file.edit, BIG)
            self.refuse(gait.Status.NOT_FOUND, gait.builtin, BIG)
            self.refuse(gait.Status.BAD_ARGUMENT, file.convert, BIG)
            self.refuse(gait.Status.BAD_ARGUMENT, file.clip(0).svg, BIG)
            error = self.refuse(gait.Status.TRUNCATED, gait.open, STALKER[:900], BIG)
            self.assertEqual(error.file, BIG)

    def test_numbers(self):
        bad = gait.Status.BAD_ARGUMENT
        with gait.open(STALKER, "bank.omf") as file:
            clip = file.clip(0)
            mesh, closed = gait.open(MODEL).mesh(), gait.open(MODEL).mesh()
            closed.close()
            for use in (lambda: file.clip(-1), lambda: file.clip(5), lambda: file.clip(1 << 32),
                        lambda: file.extract([7]), lambda: file.extract([-1]),
                        lambda: file.optimise(-1), lambda: file.optimise(float("nan")),
                        lambda: file.optimise(clips=[7]),
                        lambda: gait.Gait(-1),
                        lambda: gait.open(STALKER, "", (1 << 32) + 1251),
                        lambda: clip.svg("side", 1 << 20), lambda: clip.pose(0, "other"),
                        lambda: clip.pose(float("nan")), lambda: clip.keys([1, 2, 3]),
                        lambda: clip.keys(array.array("f", range(16 * 46))),
                        lambda: clip.keys([0] * 16 * 47, [1] * 15),
                        lambda: clip.keys([0] * 16 * 47), lambda: clip.curves([0] * 16 * 47),
                        lambda: clip.curves(clip.pose(0), fps=0),
                        lambda: clip.curves(clip.pose(0), first_frame=float("nan")),
                        lambda: clip.host_pose(clip.pose(0), None, float("nan")),
                        lambda: clip.host_pose([0] * 16 * 47, None, 0),
                        lambda: clip.host_pose([1, 2, 3], None, 0),
                        lambda: clip.sample([float("nan")]), lambda: clip.sample([0], "world"),
                        lambda: clip.sample([0], "model", "mirror"),
                        lambda: gait.sample([clip], [0, 1]), lambda: clip.play(0, -1),
                        lambda: clip.play(0, 1, "twice"), lambda: clip.mask(-1),
                        lambda: clip.mask(99),
                        lambda: clip.sample_played([clip.play(0)._replace(key=1000)]),
                        lambda: gait.blend([0] * 10, [0] * 20, 1),
                        lambda: gait.blend([0] * 9, [0] * 9, 1),
                        lambda: gait.blend([0] * 10, [0] * 10, 1, [1, 1]),
                        lambda: gait.blend([0] * 10, [0] * 10, float("nan")),
                        lambda: file.edited(file.skeleton(), [0] * 15),
                        lambda: file.edited(file.skeleton(), [0] * 16 * 47),
                        lambda: file.mesh(axes=[1, 2]), lambda: file.mesh(axes=[2] * 16),
                        lambda: mesh.array("tangents"), lambda: closed.array("uvs"),
                        lambda: closed.bind(file.skeleton()),
                        lambda: gait.check_banks(file, [(-1, None)])):
                self.refuse(bad, use)
            self.assertRaises(TypeError, clip.poses, ["a"])
            self.assertEqual(len(clip.pose(1e300)), 47)
            self.refuse(gait.Status.UNSUPPORTED, gait.open, STALKER, "", 77)

    def test_arguments_of_other_types(self):
        """The error names the parameter; ctypes.ArgumentError is none of the package."""
        with gait.open(STALKER, "bank.omf") as file:
            clip, rest = file.clip(0), file.clip(0).pose(0)
            edited = file.edited(file.skeleton(), rest)
            for what, use in {
                    "clip": lambda: file.clip(1.0), "clip:": lambda: file.clip(None),
                    "time": lambda: clip.pose("x"), "time:": lambda: clip.host_pose(rest, None, []),
                    "seconds": lambda: clip.play("1"),
                    "duration": lambda: clip.keys(rest, None, {}),
                    "fps": lambda: clip.curves(rest, fps="30"), "part": lambda: clip.mask("a"),
                    "view": lambda: clip.svg(1), "figures": lambda: clip.svg("side", 1.5),
                    "other": lambda: clip.compare(file), "max_bytes": lambda: gait.Gait("1"),
                    "weight": lambda: gait.blend([0] * 10, [0] * 10, "half"),
                    "name": lambda: gait.builtin(3), "script": lambda: file.edit(b"remove"),
                    "equal_names": lambda: file.merge(file, 1),
                    "other:": lambda: file.merge("b.omf"), "target": lambda: file.convert(7),
                    "version": lambda: file.convert("omf", version=""),
                    "fps:": lambda: file.convert("glb", fps="30"),
                    "base": lambda: file.convert("glb", base=1),
                    "tolerance_mm": lambda: file.optimise("1"),
                    "tolerance_deg": lambda: file.diff(file, tolerance_deg=None),
                    "skeleton": lambda: file.clip(0, file),
                    "start": lambda: edited.add("walk", b"", "0"), "code_page":
                    lambda: gait.open(STALKER, "", "1251")}.items():
                message = self.refuse(gait.Status.BAD_ARGUMENT, use).message
                self.assertTrue(message.startswith(what.rstrip(":") + ": "), message)
            error = self.refuse(gait.Status.BAD_ARGUMENT, gait.open, None)
            self.assertIn("NoneType", error.message)

    def test_wrong_words(self):
        """The error has the word, and the nearest one or all of them."""
        with gait.open(STALKER, "bank.omf") as file:
            for use, words in (
                    (lambda: file.clip("wlak"), ("wlak", "walk")),
                    (lambda: file.clip(99), ("99", "5")),
                    (lambda: file.convert("gtlf"), ("gtlf", "gltf")),
                    (lambda: file.convert("fbx"), ("fbx", "glb", "bvh")),
                    (lambda: file.skeleton(target="gltff"), ("gltff", "gltf")),
                    (lambda: file.merge(file, "replac"), ("replac", "replace", "keep-all")),
                    (lambda: file.merge(file, "rename", "uni"), ("uni", "union")),
                    (lambda: file.clip(0).svg("sied"), ("sied", "side", "three-quarter")),
                    (lambda: file.clip(0).pose(0, "wrld"), ("wrld", "model", "local", "parts")),
                    (lambda: file.clip(0).sample([0], "joint"), ("joint", "joints")),
                    (lambda: gait.builtin("xray-stalkr"), ("xray-stalkr", "xray-stalker")),
                    (lambda: gait.open(MODEL).mesh().array("uv"), ("uv", "uvs")),
                    (lambda: file.json("chek"), ("chek", "check"))):
                with self.assertRaises(gait.GaitError) as caught:
                    use()
                for word in words:
                    self.assertRegex(caught.exception.message, rf"(^|\W){word}(\W|$)")

    def test_objects_are_not_copied(self):
        with gait.open(STALKER, "bank.omf") as file:
            for each in (file, file.clip(0), file.skeleton(), gait.Gait()):
                for copy_of in (pickle.dumps, copy.copy, copy.deepcopy):
                    with self.assertRaisesRegex(TypeError, "bytes"):
                        copy_of(each)

    def test_descriptions(self):
        with gait.open(STALKER, "bank.omf") as file:
            clip = file.clip("walk")
            self.assertEqual(repr(file), "<gait.File: 'bank.omf', omf>")
            self.assertEqual(repr(clip), "<gait.Clip: 'walk' of 'bank.omf'>")
            self.assertIn("47 bones", repr(clip.skeleton))
        self.assertEqual((repr(file), repr(clip)), ("<gait.File: closed>", "<gait.Clip: closed>"))

    def test_closed_with_the_file(self):
        with gait.Gait() as context:
            file = context.open(STALKER, "bank.omf")
            parts = [file.clip(0), file.skeleton(), file.convert("bvh")]
            self.assertFalse(any(part.is_closed for part in parts))
            file.close()
            self.assertTrue(all(part.is_closed for part in parts))
            other = context.open(STALKER, "bank.omf")
            clip = other.clip(0)
        self.assertTrue(other.is_closed and clip.is_closed)

    def test_blocks_of_keys(self):
        with gait.open(STALKER, "bank.omf") as file:
            skeleton = file.skeleton()
            clip = file.clip(1, skeleton)
            edited = file.edited(skeleton, clip.pose(0))
            for block, add in ((clip.keys(clip.pose(0)), edited.add),
                               (clip.curves(clip.pose(0)), edited.add_curves)):
                for bad in (b"", block[:1], block[:7], block[:8], block[:-1], b"\xff" * len(block)):
                    self.refuse(gait.Status.TRUNCATED, add, "walk", bad)
                self.refuse(gait.Status.CORRUPT, add, "walk", block + b"\0")
                add("walk", block)
            self.refuse(gait.Status.BAD_ARGUMENT, edited.add_curves, "walk", block, -30)

    def test_refused_round_trip(self):
        with gait.open(STALKER, "bank.omf") as file:
            [[renamed]] = file.convert("gltf", skeleton=file.skeleton(target="gltf"),
                                       clips=["walk"])
            other = gait.open(file.edit("rename --clip walk=stroll\nremove --clip idle").bytes)
            with gait.open(renamed.bytes, "edited.glb") as edited:
                error = self.refuse(gait.Status.UNSUPPORTED, other.roundtrip, edited)
                self.assertEqual(error.report["schema"], "gait.roundtrip/1")
                self.assertTrue(error.report["refused"])

    def test_failed_output(self):
        with gait.open(STALKER, "bank.omf") as file:
            conversion = file.convert("bvh", name="all.bvh")
            self.refuse(gait.Status.BAD_ARGUMENT, next, conversion)
            self.assertEqual(list(conversion), [])

    def test_limit_of_memory(self):
        with gait.Gait(max_bytes=2000) as context:
            error = self.refuse(gait.Status.LIMIT, context.open, STALKER, "bank.omf")
            self.assertEqual(error.file, "bank.omf")
        refused = 0
        for limit in range(1000, 40_000, 1000):
            with gait.Gait(max_bytes=limit) as context:
                try:
                    file = context.open(STALKER, "bank.omf")
                    file.clip("walk").svg()
                    file.edit("remove --clip walk")
                except gait.GaitError as error:
                    self.assertEqual(error.status, gait.Status.LIMIT)
                    refused += 1
        self.assertGreater(refused, 5)

    def test_threads(self):
        """Threads may share a context: each result belongs to its own call."""
        failures = []

        def work(name):
            try:
                for _ in range(100):
                    with gait.open(STALKER, name) as file:
                        assert file.info()["path"] == name
                        file.clip("walk").pose(0.5)
                    try:
                        gait.open(STALKER[:900], name)
                    except gait.GaitError as error:
                        assert error.file == name
            except BaseException as error:
                failures.append(error)

        threads = [threading.Thread(target=work, args=(f"{i}.omf",)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])


if __name__ == "__main__":
    unittest.main()
