#!/usr/bin/env python3
"""The programs of examples/: their output, and their errors for invalid input.

    test_examples.py --update    writes what they print into examples/README.md
"""
import os
import pathlib
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

from command import GAIT, PLATFORM, CommandTest, Result, gait, main, ogf, omf
from edited import Edited
from test_doc_outputs import ROOT, matches, steps

sys.path.insert(0, str(ROOT / "tests" / "support"))
import markdown

PROGRAMS = pathlib.Path(os.environ.get("GAIT_EXAMPLES", "."))
DATA, SAMPLES = (pathlib.Path(os.environ.get(name, ".")) for name in ("GAIT_DATA", "GAIT_SAMPLES"))
BANK, WALK = SAMPLES / "stalker.omf", SAMPLES / "walk.rtm"
PAGE = ROOT / "examples" / "README.md"
HAS_CPP = (PROGRAMS / "list_clips_cpp").exists()


def run_example(name, *arguments, **options):
    result = Result(subprocess.run([PROGRAMS / name, *map(str, arguments)], capture_output=True,
                                   timeout=60, **options))
    result.out = result.out.replace("\r\n", "\n")  # on Windows stdout is a text stream
    return result


def run_step(command, folder):
    """A line of the page: one of the programs, the command, or cmp."""
    words = shlex.split(command)
    program = PROGRAMS / words[0][2:] if words[0].startswith("./") else \
        GAIT if words[0] == "gait" else words[0]
    return Result(subprocess.run([program, *words[1:]], cwd=folder, capture_output=True,
                                 timeout=60))


def page_steps():
    """(command, lines shown) of examples/README.md."""
    for _, language, _, content in markdown.fences(PAGE.read_text("utf-8")):
        if language == "console":
            yield from steps(content)


class Example(CommandTest):
    def prints(self, name, *arguments, code=0):
        result = run_example(name, *arguments)
        self.assertEqual(result.code, code, f"{name} {arguments}\n{result.out}{result.err}")
        self.assertEqual(self.leftovers(), [])
        return result

    def refuses(self, name, *arguments, cause, code=1):
        result = self.prints(name, *arguments, code=code)
        self.assertIn(cause, result.err)
        return result

    def bank_and_model(self):
        """A bank of two clips whose bones no built-in skeleton has, and its model."""
        turned = [(0, 0, 0, 32767), (23170, 0, 0, 23170)]

        def tracks(_clip, _bone, length):
            return [turned[key % 2] for key in range(length)], (0, 1, 0)
        bank = self.put("bank.omf", omf(bones=("alpha", "beta"), tracks=tracks))
        model = self.put("models/model.ogf", ogf(bones=(("alpha", ""), ("beta", "alpha"))))
        return bank, model


class ListClips(Example):
    def test_every_clip_is_listed(self):
        lines = self.prints("list_clips", BANK).out.splitlines()
        self.assertEqual(lines[0], "motion bank (S.T.A.L.K.E.R.), 47 bones, 5 clips")
        self.assertEqual(lines[2], "walk: 33 frames, 1.07 s, loops, 2 events")
        self.assertEqual(len(lines), 6)
        lines = self.prints("list_clips", WALK).out.splitlines()
        self.assertEqual(lines[1:], ["walk: 25 frames, 2 events"])

    def test_names_are_utf8(self):
        bank = self.put("names.omf", omf(clips=[("бег", 3)]))
        self.assertIn("бег: 3 frames", self.prints("list_clips", bank).out)

    def test_large_files_are_listed(self):
        def tracks(_clip, _bone, length):
            return [(key % 7, 0, 0, 32767) for key in range(length)], (0, 0, 0)
        content = omf(clips=[("long", 60000)], tracks=tracks)
        self.assertGreater(len(content), 900000)
        self.assertIn("long: 60000 frames", self.prints("list_clips", self.put(
            "long.omf", content)).out)

    def test_errors_have_a_rule_and_a_place(self):
        cut = self.put("cut.rtm", WALK.read_bytes()[:50000])
        self.refuses("list_clips", cut, cause="error RTM004: byte 45130")
        self.refuses("list_clips", self.put("empty.omf", b""), cause="FIL001")
        self.refuses("list_clips", self.folder / "missing.omf", cause="missing.omf: No such file")
        self.refuses("list_clips", cause="usage: list_clips FILE", code=2)

    @unittest.skipUnless(HAS_CPP, "built without a C++ compiler")
    def test_the_program_in_cpp_lists_the_same(self):
        others = {".json", ".bin"}  # files beside a glTF
        fixtures = sorted({each for each in DATA.glob("*/ok/*.*")
                           if each.suffix not in others})[::9]
        self.assertGreater(len(fixtures), 10)
        for path in (BANK, WALK, *fixtures):
            with self.subTest(path=path):
                self.assertEqual(self.prints("list_clips_cpp", path).out,
                                 self.prints("list_clips", path).out)
        self.refuses("list_clips_cpp", self.folder / "missing.omf", cause="missing.omf")
        self.refuses("list_clips_cpp", self.folder, cause=self.folder.name)
        cut = self.put("cut.omf", BANK.read_bytes()[:999])
        self.refuses("list_clips_cpp", cut, cause="truncated")
        self.refuses("list_clips_cpp", cause="usage", code=2)


class SampleMotion(Example):
    def check_samples(self, bone, *files, motion="walk"):
        """Compares positions with those of the command."""
        lines = self.prints("sample_motion", motion, bone, *files).out.splitlines()
        skeleton = [f"--skeleton={path}" for path in files[1:]]
        for line in lines[::9]:
            time, position = line.split(" s: ")
            poses = gait("sample", "-q", "--json", f"--clip={motion}", f"--time={time}", *skeleton,
                         "--space=model", files[0]).json()["frames"][0]["bones"]
            wanted = next(row["t"] for row in poses if row["name"] == bone)
            found = [float(word.rstrip(",")) for word in position.split()[1:6:2]]
            for a, b in zip(wanted, found):
                self.assertAlmostEqual(a, b, delta=0.002)  # time is printed with three digits
        return lines

    def test_a_bank_of_a_built_in_skeleton(self):
        lines = self.check_samples("bip01_head", BANK)
        self.assertEqual(len(lines), 65)
        self.assertTrue(lines[60].startswith("1.000 s: x "))

    def test_a_bank_with_its_model(self):
        self.assertEqual(len(self.check_samples("beta", *self.bank_and_model())), 9)

    def test_the_bank_of_a_fixture_with_its_model(self):
        model, bank = DATA / "ogf/ok/motions_inside.ogf", self.folder / "inside.omf"
        self.works("convert", model, bank)
        said = self.prints("sample_motion", "walk", "spine", bank, model).out.splitlines()
        self.assertEqual(said, ["0.000 s: x  2.000, y  4.000, z  6.000 m"])

    def test_a_bank_without_its_model_is_refused(self):
        bank, _ = self.bank_and_model()
        self.refuses("sample_motion", "walk", "beta", bank, cause="no skeleton")

    def test_missing_inputs_are_named(self):
        bank, model = self.bank_and_model()
        self.refuses("sample_motion", "run", "beta", bank, model, cause="run: no such clip")
        self.refuses("sample_motion", "walk", "gamma", bank, model, cause="gamma: no such bone")
        self.refuses("sample_motion", "walk", "beta", bank, self.folder / "no.ogf", cause="no.ogf")
        self.refuses("sample_motion", "walk", "beta", cause="usage")


class BankToGlb(Example):
    def check_files(self, bank, *model):
        """Compares files with those of the command."""
        ours, theirs = self.folder / "ours", self.folder / "theirs"
        ours.mkdir()
        theirs.mkdir()
        lines = self.prints("bank_to_glb", bank, ours, *model).out.splitlines()
        self.works("convert", *[f"--skeleton={path}" for path in model], bank,
                   theirs / "{clip}.glb")
        names = sorted(path.name for path in theirs.iterdir())
        self.assertEqual(sorted(path.name for path in ours.iterdir()), names)
        for name in names:
            self.assertEqual((ours / name).read_bytes(), (theirs / name).read_bytes(), name)
        self.assertEqual(len(lines), len(names))
        return names

    def test_a_bank_of_a_built_in_skeleton(self):
        self.assertEqual(len(self.check_files(BANK)), 5)

    def test_a_bank_with_its_model(self):
        self.assertEqual(self.check_files(*self.bank_and_model()), ["idle.glb", "walk.glb"])

    def test_unconvertible_files_are_refused(self):
        bank, _ = self.bank_and_model()
        self.refuses("bank_to_glb", bank, self.folder, cause="unknown parents of bones")
        self.assertEqual(list(self.folder.glob("*.glb")), [])
        self.refuses("bank_to_glb", BANK, self.folder / "no_folder", cause="idle.glb: No such")
        self.refuses("bank_to_glb", BANK, cause="usage", code=2)


class ApplyEdits(Example):
    def exported(self, source, *model):
        path = self.folder / "edited.glb"
        self.works("convert", "-f", *[f"--skeleton={name}" for name in model], source, path)
        return path

    def test_unedited_export_keeps_the_bytes(self):
        bank, model = self.bank_and_model()
        for source, *options in ((BANK,), (WALK,), (bank, model)):
            out = self.folder / f"out{source.suffix}"
            said = self.prints("bring_back", source, self.exported(source, *options), out).out
            self.assertEqual(out.read_bytes(), source.read_bytes())
            self.assertEqual({line.split(": ")[1] for line in said.splitlines()}, {"unchanged"})

    def test_change_is_reported_and_written(self):
        glb = Edited(self.exported(BANK).read_bytes())
        glb.move_key("walk", "bip01_spine", 7, 5)
        edited, out = self.put("edited.glb", glb.content()), self.put("out.omf", b"older")
        said = self.prints("bring_back", BANK, edited, out).out.splitlines()
        self.assertEqual(said[:2], ["idle: unchanged",
                                    "walk: changed, 1 keys, up to 5.0 degrees and 0.0 mm"])
        wanted = self.folder / "wanted.omf"
        self.works("convert", "--base", BANK, edited, wanted)
        self.assertEqual(out.read_bytes(), wanted.read_bytes())
        self.assertNotEqual(out.read_bytes(), BANK.read_bytes())

    def test_mismatched_files_are_refused(self):
        glb, out = self.exported(BANK), self.folder / "out.rtm"
        self.refuses("bring_back", WALK, glb, out, cause="round trip: unsupported")
        self.refuses("bring_back", BANK, WALK, out, cause="round trip: bad argument")
        self.refuses("bring_back", BANK, self.folder / "no.glb", out, cause="no.glb: No such file")
        self.assertFalse(out.exists())
        self.refuses("bring_back", BANK, glb, self.folder / "no/out.omf", cause="out.omf: No such")
        self.refuses("bring_back", BANK, glb, cause="usage", code=2)


class ShowDocument(Example):
    def shows(self, path, *wanted):
        """All lines except the first, which is the format."""
        lines = self.prints("show_document", DATA / path).out.splitlines()
        self.assertEqual(lines[1:], list(wanted))
        return lines[0]

    def test_documents_of_bohemia(self):
        title = self.shows("rtm/ok/properties.rtm", 'property StepSound = "" at phase 0.250',
                           'property Sound = "left" at phase 0.750')
        self.assertEqual(title, "plain RTM (Operation Flashpoint, Arma, DayZ), version 101")
        self.shows("bmtr/ok/key_stones.rtm",
                   "axes of engine, preloaded, 1 of 1 bones animated",
                   'key stone StepSound = "" at phase 0.250, id 0',
                   'key stone Sound = "left" at phase 0.750, id -1')
        self.shows("bmtr/ok/texts.rtm", "axes of engine, preloaded, 1 of 1 bones animated",
                   "text 0", "text more")
        self.shows("bmtr/ok/animated.rtm", "axes of engine, preloaded, 7 of 1 bones animated")
        self.shows("bmtr/ok/preload.rtm",
                   "axes of engine, loaded on demand, 1 of 1 bones animated")
        content = bytearray((DATA / "bmtr/ok/still.rtm").read_bytes())
        content[8] = 0  # the flag for axes
        self.assertIn("axes of file, ", self.prints(
            "show_document", self.put("file_axes.rtm", bytes(content))).out)

    def test_skeletons_and_models_of_a_config(self):
        self.shows("modelcfg/ok/plain.cfg", "skeleton Man, 2 bones", "bone root: a root",
                   "bone spine: below root", "model Default: no skeleton", "model walk: Man")
        lost = self.put("lost.cfg", b'class CfgSkeletons { class Man { skeletonInherit = "Dog"; '
                        b'skeletonBones[] = {"root", ""}; }; };\n'
                        b'class CfgModels { class walk { skeletonName = "Cat"; }; };\n')
        self.assertEqual(self.prints("show_document", lost).out.splitlines()[1:], [
            "skeleton Man, 1 bones, inherits Dog (not in this file)", "bone root: a root",
            "model walk: Cat (not in this file)"])

    def test_one_skeleton_or_point_by_its_name(self):
        config, points = DATA / "modelcfg/ok/inherits.cfg", DATA / "p3d/ok/pivots.p3d"
        lines = self.prints("show_document", config, "head").out.splitlines()
        self.assertEqual(lines[1:], ["skeleton Head, 2 bones", "bone head: below neck",
                                     "bone neck: a root"])
        lines = self.prints("show_document", points, "HEAD").out.splitlines()
        self.assertEqual(lines[1:], ["point head: x -0.500, y 1.000, z 2.000 m"])
        self.refuses("show_document", config, "tail", cause="tail: no such skeleton")
        self.refuses("show_document", points, "tail", cause="tail: no such point")
        self.refuses("show_document", WALK, "pelvis", cause="pelvis: NAME requires")

    def test_levels_and_points_of_a_p3d(self):
        self.shows("p3d/ok/several_levels.p3d",
                   "level 0: resolution 1, 3 points, 1 faces, has the mesh",
                   "level 1: resolution 1e+13, 3 points, 0 faces",
                   "level 2: resolution 1e+15, 3 points, 0 faces, has the named points",
                   "level 3: resolution 6e+15, 3 points, 0 faces",
                   "point root: x -0.250, y 0.125, z 0.062 m",
                   "point head: x -0.500, y 1.000, z 2.000 m")

    def test_documents_of_x_ray(self):
        self.shows("omf/ok/marks.omf", "part default: 1 bones",
                   "mark Left of walk: 0.125 to 0.250 s, 0.500 to 0.500 s",
                   "mark Right of walk: no intervals", "mark lmg_reload of walk: 0.000 to 1.000 s")
        bind = ": x 0.000, y 1.000, z -0.125 m, angles 0.250, -0.500, 0.750"
        bones = (f"bone root, a root{bind}", f"bone spine below root{bind}",
                 f"bone head below spine{bind}")
        self.shows("ogf/ok/motions_inside.ogf", "bind poses relative to the parent", *bones,
                   "part default: 3 bones")
        self.shows("ogf/ok/v3_oldest_motions.ogf", "bind poses in model space", *bones,
                   "part default: 3 bones")
        self.shows("ogf/ok/mesh_only.ogf")
        self.shows("skl/ok/marks.skl", "one motion", "motion walk: version 7, frames 0 to 2",
                   "bone root: keys 1 1 1 1 1 1", "mark Left of walk: 0.000 to 0.050 s",
                   "mark Right of walk: no intervals")
        self.shows("skl/ok/moving.skls", "a list of motions",
                   "motion walk: version 6, frames 0 to 2", "bone root: keys 3 1 1 3 1 1",
                   "bone hand: keys 1 1 1 1 1 1")
        self.shows("anm/ok/version_4.anm", "the motion of an object",
                   "motion camera: version 4, frames 0 to 2", "bone camera: keys 1 1 1 1 3 1")

    def test_documents_of_exchange_formats(self):
        self.shows("bvh/ok/tiny.bvh", "frame time 0.033333 s, read as 30 frames per second",
                   "joint hips: 6 channels, offset 0, 1, 0",
                   "joint head: 3 channels, offset 0, 0.5, 0")
        self.shows("gltf/ok/waving.glb", "skin (no name): 2 joints", "2 bones of a skin",
                   "animation wave: 1 channels, 0.000 to 0.200 s, 3 frames at 30 per second, "
                   "each key on a frame")
        self.shows("gltf/ok/plain_tree.glb", "3 bones of the tree of nodes",
                   "animation step: 2 channels, 0.000 to 0.033 s, 2 frames at 30 per second, "
                   "each key on a frame")
        self.shows("gltf/ok/nothing.gltf", "no bones")
        self.assertIn("keys between frames", self.prints(
            "show_document", DATA / "gltf/ok/between_frames.glb").out)

    def test_unreadable_files_are_refused(self):
        cut = self.put("cut.rtm", WALK.read_bytes()[:50000])
        self.refuses("show_document", cut, cause="error RTM004: byte 45130")
        self.refuses("show_document", self.folder / "no.omf", cause="no.omf: No such file")
        self.refuses("show_document", cause="usage: show_document FILE [NAME]", code=2)
        self.refuses("show_document", WALK, "a", "b", cause="usage", code=2)


class ShowMetadata(Example):
    def test_events_and_parts(self):
        glb = self.folder / "all.glb"
        self.works("convert", "--sidecar", BANK, glb)
        lines = self.prints("show_metadata", self.folder / "all.gait.json").out.splitlines()
        self.assertEqual(lines[:5], ["idle: 0 events, loops", "walk: 2 events, loops",
                                     "    0.267 s: Left", "    0.800 s: Right",
                                     "salute: 0 events, plays once"])
        self.assertEqual(lines[-1], "part head: bip01_head eye_left eye_right eyelid_1 jaw_1")

    def test_missing_fields_are_left_out(self):
        clips = self.put("some.gait.json", b'{"schema": "gait.extras/1", "clips": ['
                         b'{"animation": "\xd0\xb1\xd0\xb5\xd0\xb3", "events": '
                         b'[{"name": "a", "start": 1}, {"name": "b", "start_s": 0.5}]}, {}]}')
        lines = self.prints("show_metadata", clips).out.splitlines()
        self.assertEqual(lines, ["бег: 2 events", "    0.500 s: b", "(no name): 0 events"])

    def test_files_without_metadata_are_refused(self):
        self.refuses("show_metadata", self.put("a.json", b"[1"), cause="a.json: corrupt")
        self.refuses("show_metadata", self.put("b.json", b'{"schema": "else/1"}'),
                     cause="b.json: unsupported")
        self.refuses("show_metadata", cause="usage: show_metadata", code=2)


class EditBank(Example):
    """Banks after an edit are those that omf() makes with other arguments, byte for byte."""

    def edited(self, content, *edit):
        result, path = self.folder / "result.omf", self.put("bank.omf", content)
        self.prints("edit_bank", path, result, *edit)
        return result.read_bytes()

    def refuses_edit(self, content, *edit, cause):
        result = self.folder / "result.omf"
        self.refuses("edit_bank", self.put("bank.omf", content), result, *edit, cause=cause)
        self.assertFalse(result.exists())

    def test_names_change(self):
        self.assertEqual(self.edited(omf(), "rename-bone", "hand", "left_hand"),
                         omf(bones=("root", "left_hand")))
        renamed = self.edited(omf(), "rename-part", "default", "torso")
        wanted = bytearray(omf().replace(b"default\0", b"torso\0"))
        at = omf().rindex(struct.pack("<HH", 4, 1) + b"default") - 4  # the size of the chunk
        struct.pack_into("<I", wanted, at, struct.unpack_from("<I", wanted, at)[0] - 2)
        self.assertEqual(renamed, wanted)

    @unittest.skipIf(PLATFORM == "Windows", "arguments are in another code page")
    def test_arguments_are_utf8(self):
        cyrillic = omf(bones=("root", "рука"))
        self.refuses_edit(omf(), "rename-bone", "hand", "рука", cause="must be ASCII")
        self.assertEqual(self.edited(cyrillic, "rename-bone", "рука", "hand"), omf())

    def test_a_track_is_copied(self):
        def tracks(at):
            def made(clip, bone, length):
                keys = [(key, 0, 0, 32767 - key) for key in range(length)]
                return (keys, (1, 2, 3)) if (clip, bone) in at else ([(0, 0, 0, 32767)], (0, 0, 0))
            return made
        clips = (("a", 5), ("b", 5), ("c", 3))
        first, both = omf(clips=clips, tracks=tracks([(0, 1)])), omf(
            clips=clips, tracks=tracks([(0, 1), (1, 1)]))
        self.assertEqual(self.edited(first, "copy-track", "a", "b", "hand"), both)
        self.assertEqual(self.edited(both, "copy-track", "c", "b", "hand"), first)
        (self.folder / "result.omf").unlink()
        self.refuses_edit(first, "copy-track", "a", "c", "hand", cause="another number of frames")
        self.refuses_edit(first, "copy-track", "a", "d", "hand", cause="d: no such motion")
        self.refuses_edit(first, "copy-track", "a", "b", "tail", cause="tail: no such bone")

    def test_the_version_changes(self):
        without_marks = (DATA / "omf/ok/version_3.omf").read_bytes()
        newer = self.edited(without_marks, "version", "4")
        self.assertEqual(len(newer), len(without_marks) + 4)  # a count of marks for one motion
        self.assertEqual(self.edited(newer, "version", "3"), without_marks)
        marks = (DATA / "omf/ok/marks.omf").read_bytes()
        self.assertNotIn(b"Left", self.edited(marks, "version", "3", "lose-marks"))
        (self.folder / "result.omf").unlink()
        self.refuses_edit(marks, "version", "3", cause='motion "walk" has 3 marks')

    def test_a_mark_is_added(self):
        content = omf(clips=(("walk", 5),))
        added = self.edited(content, "add-mark", "walk", "Left", "0.25", "0.5")
        wanted = bytearray(content[:-4] + struct.pack("<I", 1) + b"Left\r\n" +
                           struct.pack("<I2f", 1, 0.25, 0.5))
        at = content.rindex(struct.pack("<HH", 4, 1) + b"default") - 4
        struct.pack_into("<I", wanted, at, len(wanted) - at - 4)
        self.assertEqual(added, wanted)
        (self.folder / "result.omf").unlink()
        older = (DATA / "omf/ok/version_3.omf").read_bytes()
        self.refuses_edit(older, "add-mark", "walk", "Left", "0", "1", cause="would lose")
        self.refuses_edit(content, "add-mark", "walk", "Left", "0", "x", cause="x: not a number")

    def test_missing_items_are_refused(self):
        self.refuses_edit(omf(), "rename-part", "legs", "torso", cause="legs: no such part")
        self.refuses_edit(omf(), "rename-bone", "legs", "torso", cause="legs: no such bone")
        self.refuses_edit(omf(), "rename-bone", "hand", "h" * 128, cause="bad argument")
        self.refuses_edit(WALK.read_bytes(), "version", "4", cause="bank.omf: ")
        for edit in ((), ("version", "2"), ("version", "4", "twice"), ("rename-part", "a"), ("x",)):
            self.refuses("edit_bank", BANK, self.folder / "out.omf", *edit, cause="usage", code=2)


class EditBinarised(Example):
    def edited(self, name, *edit):
        """The bytes of a fixture before and after an edit."""
        path, result = DATA / "bmtr/ok" / name, self.folder / "result.rtm"
        self.prints("edit_binarised", path, result, *edit)
        return bytearray(path.read_bytes()), result.read_bytes()

    def test_the_header_changes(self):
        for name in ("two_bones.rtm", "version_2_lzss.rtm", "lzo.rtm"):
            for word, flag in (("on", 1), ("off", 0)):
                before, after = self.edited(name, "preload", word)
                struct.pack_into("<I", before, 25, flag)
                self.assertEqual(after, before)
            before, after = self.edited(name, "step", "0.5", "0", "-2")
            struct.pack_into("<3f", before, 9, 0.5, 0, -2)
            self.assertEqual(after, before)

    def test_an_event_is_added(self):
        for name, number in (("StepSound", 0), ("Sound", -1)):
            before, after = self.edited("key_stones.rtm", "add-event", "0.5", name, "x")
            struct.pack_into("<I", before, 48, 3)  # the number of key stones
            before[90:90] = struct.pack("<i", number) + name.encode() + b"\0" + struct.pack(
                "<f", 0.5) + b"x\0"
            self.assertEqual(after, before)

    def test_edits_the_file_cannot_store_are_refused(self):
        result = self.folder / "result.rtm"
        self.refuses("edit_binarised", DATA / "bmtr/ok/version_3.rtm", result, "add-event", "0",
                     "Sound", cause="Sound: would lose data")
        self.refuses("edit_binarised", WALK, result, "preload", "on", cause="walk.rtm: ")
        good = DATA / "bmtr/ok/two_bones.rtm"
        self.refuses("edit_binarised", good, result, "step", "1", "2", "x", cause="x: not a number")
        self.assertFalse(result.exists())
        for edit in ((), ("preload",), ("preload", "1"), ("step", "1"), ("add-event", "1")):
            self.refuses("edit_binarised", good, result, *edit, cause="usage", code=2)


class EditMotion(Example):
    def test_bones_are_renamed_in_all_motions(self):
        path, result = DATA / "skl/ok/two.skls", self.folder / "result.skls"
        said = self.prints("edit_motion", path, result, "rename-bone", "root", "hips").out
        self.assertEqual(said, "renamed in 2 motions\n")
        self.assertEqual(result.read_bytes(), path.read_bytes().replace(b"root\0", b"hips\0"))

    def test_curves_become_keys_on_frames(self):
        """Where the fixture has keys: at frame i, i * 0.25 m up, whatever the shape."""
        path, result = DATA / "skl/ok/shapes.skl", self.folder / "result.skl"
        self.assertEqual(self.prints("edit_motion", path, result, "bake").out, "1 curves baked\n")
        fields = self.works("map", "--json", result).json()["fields"]
        keys = [field["value"] for field in fields if "bones[0].y.keys" in field["name"]]
        self.assertEqual(keys[2::10], [3] * 6)  # linear
        self.assertEqual(keys[0::10], [i * 0.25 for i in range(6)])
        for before, after in zip(*[self.works("sample", "-q", "--all", "--json", "--space=local",
                                              file).json()["frames"] for file in (path, result)]):
            self.assertEqual(before["bones"], after["bones"])

    def test_behaviour_before_the_first_key_is_baked(self):
        path, result = DATA / "skl/ok/behaviours.skls", self.folder / "result.skls"
        self.assertEqual(self.prints("edit_motion", path, result, "bake").out, "6 curves baked\n")
        poses = [self.works("sample", "-q", "--all", "--json", "--space=local", file).json()
                 for file in (path, result)]
        for before, after in zip(*[[bone["t"] for frame in pose["frames"]
                                    for bone in frame["bones"]] for pose in poses]):
            for a, b in zip(before, after):
                self.assertAlmostEqual(a, b, delta=1e-6)

    def test_missing_items_are_refused(self):
        path, result = DATA / "skl/ok/two.skls", self.folder / "result.skls"
        self.refuses("edit_motion", path, result, "rename-bone", "tail", "x",
                     cause="tail: no such bone")
        self.refuses("edit_motion", DATA / "skl/ok/version_4.skl", result, "rename-bone",
                     "bone_00", "x", cause="x: bad argument")  # has no names
        self.refuses("edit_motion", BANK, result, "bake", cause="stalker.omf: ")
        self.assertFalse(result.exists())
        for edit in ((), ("bake", "x"), ("rename-bone", "x"), ("x",)):
            self.refuses("edit_motion", path, result, *edit, cause="usage", code=2)


class JoinMotions(Example):
    def test_motions_keep_their_bytes(self):
        """Both kinds of files store motions alike, after a chunk header or a count."""
        names = ["marks.skl", "two.skls"]
        files, result = [DATA / "skl/ok" / name for name in names], self.folder / "joined.skls"
        said = self.prints("join_motions", result, *files).out.splitlines()
        self.assertEqual(said, ["walk: 1 bones, 2 marks", "idle: 1 bones, 0 marks",
                                "run: 1 bones, 0 marks"])
        self.assertEqual(result.read_bytes(), struct.pack("<I", 3) + files[0].read_bytes()[8:] +
                         files[1].read_bytes()[4:])
        for name in ("shapes.skl", "no_keys.skl"):
            self.prints("join_motions", result, DATA / "skl/ok" / name)
            self.assertEqual(result.read_bytes(), struct.pack("<I", 1) +
                             (DATA / "skl/ok" / name).read_bytes()[8:])
        for name in ("no_bones.skls", "moving.skls", "behaviours.skls", "mark_line_feed.skls"):
            self.prints("join_motions", result, DATA / "skl/ok" / name)
            self.assertEqual(result.read_bytes(), (DATA / "skl/ok" / name).read_bytes())

    def test_incompatible_files_are_refused(self):
        good, result = DATA / "skl/ok/marks.skl", self.folder / "joined.skls"
        for name, reason in (("version_5.skls", "only motions of version 6 and 7"),
                             ("../../anm/ok/version_5.anm",
                              "the motion of an object has no bones"),
                             ("shapes.skl", "another file has a motion with this name")):
            self.refuses("join_motions", result, good, DATA / "skl/ok" / name,
                         cause=f"{pathlib.Path(name).name}: {reason}")
        self.refuses("join_motions", result, BANK, cause="stalker.omf: ")
        self.refuses("join_motions", result, good, self.folder / "no.skl", cause="No such file")
        self.assertFalse(result.exists())
        self.refuses("join_motions", result, cause="usage: join_motions OUT.skls", code=2)


class Page(Example):
    @unittest.skipUnless(HAS_CPP, "built without a C++ compiler")
    def test_page_shows_the_printed_output(self):
        shutil.copytree(SAMPLES, self.folder / "samples")
        programs = set()
        for command, shown in page_steps():
            with self.subTest(command=command):
                result = run_step(command, self.folder)
                self.assertEqual(result.code, 0, result.err)
                self.assertTrue(matches(shown, (result.err + result.out).splitlines()), result.out)
            programs.add(command.split()[0])
        self.assertEqual(programs - {"gait", "cmp"},
                         {f"./{path.stem}{'_cpp' * (path.suffix == '.cpp')}"
                          for path in PAGE.parent.glob("*.c*")})


def update():
    text = PAGE.read_text("utf-8")
    with tempfile.TemporaryDirectory() as holder:
        folder = pathlib.Path(holder)
        shutil.copytree(SAMPLES, folder / "samples")
        for _, language, _, content in markdown.fences(text):
            if language == "console":
                lines = []
                for command, shown in steps(content):
                    result = run_step(command, folder)
                    said = (result.err + result.out).splitlines()
                    lines += [f"$ {command}", *(shown if "..." in shown else said)]
                text = text.replace("\n".join(content), "\n".join(lines), 1)
    PAGE.write_text(text, "utf-8")


if __name__ == "__main__":
    if "GAIT_EXAMPLES" not in os.environ:
        print("GAIT_EXAMPLES is not set: the folder of the programs")
        sys.exit(77)
    if "--update" in sys.argv:
        update()
    else:
        main()
