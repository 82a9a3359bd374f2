#!/usr/bin/env python3
"""The programs of examples/: what they print and write, and that they refuse what is wrong.

    test_examples.py --update    writes what they print into examples/README.md
"""
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest

from command import GAIT, CommandTest, Result, gait, main, ogf, omf
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
    return Result(subprocess.run([PROGRAMS / name, *map(str, arguments)], capture_output=True,
                                 timeout=60, **options))


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

    def refuses(self, name, *arguments, says, code=1):
        result = self.prints(name, *arguments, code=code)
        self.assertIn(says, result.err)
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

    def test_files_may_be_large(self):
        def tracks(_clip, _bone, length):
            return [(key % 7, 0, 0, 32767) for key in range(length)], (0, 0, 0)
        content = omf(clips=[("long", 60000)], tracks=tracks)
        self.assertGreater(len(content), 900000)
        self.assertIn("long: 60000 frames", self.prints("list_clips", self.put(
            "long.omf", content)).out)

    def test_errors_have_a_rule_and_a_place(self):
        cut = self.put("cut.rtm", WALK.read_bytes()[:50000])
        self.refuses("list_clips", cut, says="error RTM004: byte 45130")
        self.refuses("list_clips", self.put("empty.omf", b""), says="FIL001")
        self.refuses("list_clips", self.folder / "missing.omf", says="missing.omf: No such file")
        self.refuses("list_clips", says="usage: list_clips FILE", code=2)

    @unittest.skipUnless(HAS_CPP, "built without a C++ compiler")
    def test_the_program_in_cpp_lists_the_same(self):
        fixtures = sorted(DATA.glob("*/ok/*.*"))[::9]
        self.assertGreater(len(fixtures), 10)
        for path in (BANK, WALK, *fixtures):
            with self.subTest(path=path):
                self.assertEqual(self.prints("list_clips_cpp", path).out,
                                 self.prints("list_clips", path).out)
        self.refuses("list_clips_cpp", self.folder / "missing.omf", says="missing.omf")
        self.refuses("list_clips_cpp", self.folder, says=self.folder.name)
        cut = self.put("cut.omf", BANK.read_bytes()[:999])
        self.refuses("list_clips_cpp", cut, says="truncated")
        self.refuses("list_clips_cpp", says="usage", code=2)


class SampleMotion(Example):
    def check_samples(self, bone, *files, motion="walk"):
        """The positions are those of the command."""
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

    def test_what_is_missing_is_named(self):
        bank, model = self.bank_and_model()
        self.refuses("sample_motion", "run", "beta", bank, model, says="run: no such clip")
        self.refuses("sample_motion", "walk", "gamma", bank, model, says="gamma: no such bone")
        self.refuses("sample_motion", "walk", "beta", bank, self.folder / "no.ogf", says="no.ogf")
        self.refuses("sample_motion", "walk", "beta", says="usage", code=2)


class BankToGlb(Example):
    def check_files(self, bank, *model):
        """The files are those of the command."""
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

    def test_what_cannot_be_converted_is_refused(self):
        bank, _ = self.bank_and_model()
        self.refuses("bank_to_glb", bank, self.folder, says="idle: the parents of the bones")
        self.assertEqual(list(self.folder.glob("*.glb")), [])
        self.refuses("bank_to_glb", BANK, self.folder / "no_folder", says="idle.glb: No such")
        self.refuses("bank_to_glb", BANK, says="usage", code=2)


class BringBack(Example):
    def exported(self, source, *model):
        path = self.folder / "edited.glb"
        self.works("convert", "-f", *[f"--skeleton={name}" for name in model], source, path)
        return path

    def test_without_an_edit_the_bytes_are_the_same(self):
        bank, model = self.bank_and_model()
        for source, *options in ((BANK,), (WALK,), (bank, model)):
            out = self.folder / f"out{source.suffix}"
            said = self.prints("bring_back", source, self.exported(source, *options), out).out
            self.assertEqual(out.read_bytes(), source.read_bytes())
            self.assertEqual({line.split(": ")[1] for line in said.splitlines()}, {"unchanged"})

    def test_a_change_is_told_and_written(self):
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

    def test_what_does_not_fit_is_refused(self):
        glb, out = self.exported(BANK), self.folder / "out.rtm"
        self.refuses("bring_back", WALK, glb, out, says="round trip: unsupported")
        self.refuses("bring_back", BANK, WALK, out, says="round trip: bad argument")
        self.refuses("bring_back", BANK, self.folder / "no.glb", out, says="no.glb: No such file")
        self.assertFalse(out.exists())
        self.refuses("bring_back", BANK, glb, self.folder / "no/out.omf", says="out.omf: No such")
        self.refuses("bring_back", BANK, glb, says="usage", code=2)


class Page(Example):
    @unittest.skipUnless(HAS_CPP, "built without a C++ compiler")
    def test_the_page_shows_what_is_printed(self):
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
                          for path in PAGE.parent.glob("*.c*") if path.stem != "read_file"})


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
