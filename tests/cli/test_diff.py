#!/usr/bin/env python3
"""diff: the differences between files and folders, their exit codes, and git."""
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import unittest

from command import GAIT, STILL, CommandTest, gait, main, ogf, omf, posix_only, rtm, schema_errors

DATA = pathlib.Path(os.environ["GAIT_DATA"])
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
STALKER = SAMPLES / "stalker.omf"
WALK = SAMPLES / "walk.rtm"


class Diff(CommandTest):
    def files(self, code, *arguments):
        document = self.fails(code, "diff", "--json", *arguments).json()
        self.assertEqual(document["schema"], "gait.diff/1")
        self.assertEqual(schema_errors(document, "diff"), [])
        return document["files"]

    def found(self, code, *arguments):
        files = self.files(code, *arguments)
        self.assertEqual(len(files), 1)
        return files[0]

    def edited(self, *words, source=STALKER):
        out = self.folder / f"edited{len(list(self.folder.iterdir()))}{source.suffix}"
        self.works(words[0], "-q", source, *words[1:], "-o", out)
        return out


class Content(Diff):
    def test_equal_files(self):
        self.assertEqual(self.works("diff", STALKER, STALKER).out, f"{STALKER}: equal\n")
        found = self.found(0, STALKER, STALKER)
        self.assertEqual((found["status"], found["differing_bytes"]), ("equal", 0))
        self.assertEqual(found["clips"], [])

    def test_parameters_and_a_renamed_clip(self):
        other = self.edited("set", "--clip", "idle", "--speed", "1.5", "--flags=+stop-at-end")
        other = self.edited("rename", "--clip", "walk=march", source=other)
        found = self.found(1, STALKER, other)
        self.assertEqual(found["status"], "different")
        self.assertEqual(found["clip_counts"], {"total": 5, "added": 0, "removed": 0, "renamed": 1,
                                                "moved": 0, "changed": 1, "not_compared": 0})
        idle, march = found["clips"]
        self.assertEqual(idle["differences"], [
            {"subject": "parameter", "kind": "changed", "name": "speed", "before": 0.9,
             "after": 1.5},
            {"subject": "parameter", "kind": "changed", "name": "stop-at-end", "before": "off",
             "after": "on"}])
        self.assertEqual((march["kind"], march["renamed"], march["keys"]), ("same", True, "equal"))
        self.assertEqual(self.works("diff", STALKER, STALKER, "-q").out, "")
        text = self.fails(1, "diff", STALKER, other).out
        self.assertIn("1 of 5 clips changed, 1 renamed", text)
        self.assertRegex(text, r"clip renamed +walk -> march")
        self.assertRegex(text, r"speed +0.9 -> 1.5")
        self.assertEqual(self.fails(1, "diff", "-q", STALKER, other).out, "")

    def test_one_key(self):
        def turned(size):
            return rtm(("Pelvis", "Spine"), (0, 0.5, 1), matrix=lambda bone, frame: (
                1, 0, 0, 0, 1, 0, 0, 0, 1, 0, size * (bone == frame == 1), 0))
        old, new = self.put("a.rtm", turned(0.25)), self.put("b.rtm", turned(0.375))
        clip = self.found(1, old, new)["clips"][0]
        self.assertEqual([bone["name"] for bone in clip["bones"]], ["Spine"])
        bone = clip["bones"][0]
        self.assertEqual(bone["translation"], {"mm": 125, "frame": 1})
        self.assertEqual(bone["lever"], {"mm": 125, "frame": 1})
        self.assertEqual(bone["rotation"], {"deg": 0, "frame": 0})
        self.assertEqual(clip["translation"], {"mm": 125, "bone": "Spine", "frame": 1})
        self.assertEqual(clip["rotation"], None)
        for value, code in (("124mm", 1), ("126mm", 0), ("1deg", 1)):
            with self.subTest(tolerance=value):
                status = self.found(code, "--tolerance", value, old, new)["status"]
                self.assertEqual(status, "different" if code else "same_content")
        self.assertRegex(self.fails(1, "diff", old, new).out, r"Spine +- +125.000 mm +1")

    def test_a_tolerance_in_degrees_ignores_no_movement(self):
        def moved(size):
            return omf(clips=(("a", 2),), tracks=lambda *_: (STILL, (0, size, 0)))
        old, new = self.put("a.omf", moved(0.25)), self.put("b.omf", moved(0.250004))
        self.fails(1, "diff", "--tolerance=1deg", old, new)
        self.works("diff", "--tolerance=0.01mm", old, new)

    def test_scale(self):
        """The amount is that of the factor that differs most."""
        def scaled(factor):
            return rtm(("Pelvis", "Spine"), (0, 1), matrix=lambda bone, frame: (
                factor, 0, 0, 0, factor, 0, 0, 0, factor, 0, 0, 0))
        old, new = self.put("a.rtm", scaled(1)), self.put("b.rtm", scaled(1.125))
        clip = self.found(1, old, new)["clips"][0]
        self.assertAlmostEqual(clip["bones"][0]["scale"]["factor"], 0.125, 6)
        self.fails(1, "diff", "--tolerance=12mm", old, new)
        self.works("diff", "--tolerance=13mm", old, new)

    def test_a_skeleton_separates_a_bone_from_its_descendants(self):
        config = self.put("model.cfg", b"""class CfgSkeletons { class Man { isDiscrete = 0;
            skeletonInherit = ""; skeletonBones[] = {"Pelvis", "", "Spine", "Pelvis"}; }; };""")
        def moved(size):
            return rtm(("Pelvis", "Spine"), (0, 1), matrix=lambda bone, frame: (
                1, 0, 0, 0, 1, 0, 0, 0, 1, 0, size, 0))
        old, new = self.put("x/a.rtm", moved(0.25)), self.put("x/b.rtm", moved(0.5))
        flat = self.found(1, old, new)
        self.assertEqual(len(flat["clips"][0]["bones"]), 2 - flat["posed"])
        posed = self.found(1, "--skeleton", config, old, new)
        self.assertTrue(posed["posed"])
        clip = posed["clips"][0]
        self.assertEqual([bone["name"] for bone in clip["bones"]], ["Pelvis"])
        self.assertEqual(clip["displacement"]["mm"], 250)
        self.fails(2, "diff", "--skeleton", "arma9-man", old, new, cause="arma9-man")

    def test_bones_that_the_skeleton_lacks_are_roots(self):
        config = self.put("model.cfg", b"""class CfgSkeletons { class Man { isDiscrete = 0;
            skeletonInherit = ""; skeletonBones[] = {"Pelvis", "", "Spine", "Pelvis"}; }; };""")
        tree = f"--skeleton={config}"

        def moved(size, bones=("rope", "Pelvis", "Spine")):
            return rtm(bones, (0, 1), matrix=lambda bone, frame: (
                1, 0, 0, 0, 1, 0, 0, 0, 1, 0, size if bones[bone] != "rope" else 0, 0))
        old, new = self.put("x/a.rtm", moved(0.25)), self.put("x/b.rtm", moved(0.5))
        packed = self.folder / "packed.rtm"
        self.works("convert", "-q", "--to=bmtr", tree, old, packed)
        for other in (old, packed):
            posed = self.found(1, tree, other, new)
            self.assertTrue(posed["posed"])
            self.assertEqual([bone["name"].lower() for bone in posed["clips"][0]["bones"]],
                             ["pelvis"])
        self.assertEqual(self.found(1, tree, packed, old)["clips"], [])

    def test_bones_parts_and_references(self):
        old = self.put("a.omf", omf(bones=("root", "hand", "foot"), parts=(1, 2)))
        new = self.put("b.omf", omf(bones=("root", "hand", "head"), parts=(2, 1)))
        got = {(d["subject"], d["kind"], d["name"]) for d in self.found(1, old, new)["differences"]}
        self.assertEqual(got, {("bone", "removed", "foot"), ("bone", "added", "head"),
                               ("part_bone", "removed", "part1/hand"),
                               ("part_bone", "added", "part0/hand")})
        bones = (("root", ""), ("hand", "root"), ("foot", "root"))
        old = self.put("a.ogf", ogf(bones, refs=("x", "y")))
        new = self.put("b.ogf", ogf(bones[:2] + (("foot", "hand"),), refs=("y", "x", "z"),
                                    positions=((0, 0, 0), (0, 1, 0.5), (0, 2, 0))))
        got = [(d["subject"], d["kind"], d["name"], d["before"], d["after"])
               for d in self.found(1, old, new)["differences"]]
        self.assertEqual(got, [("reference", "moved", "x", None, None),
                               ("reference", "added", "z", None, None),
                               ("rest", "changed", "hand", None, "500.000 mm, 0.000 deg"),
                               ("parent", "changed", "foot", "root", "hand")])

    def test_other_numbers_of_frames(self):
        old = self.put("a.omf", omf(clips=(("idle", 3), ("walk", 5))))
        new = self.put("b.omf", omf(clips=(("idle", 3), ("walk", 9))))
        clip = self.found(1, old, new)["clips"][0]
        self.assertEqual(clip["differences"], [{"subject": "frames", "kind": "changed",
                                                "name": None, "before": 5, "after": 9}])
        self.assertEqual((clip["keys"], clip["bones"]), ("equal", []))

    def test_long_lists_are_cut(self):
        names = [f"clip{i}" for i in range(60)]
        old = self.put("a.omf", omf(clips=[(name, 1) for name in names]))
        new = self.put("b.omf", omf(clips=[("other", 2)]))
        text = self.fails(1, "diff", old, new).out
        self.assertEqual(text.count("clip removed"), 20)
        self.assertIn("and 40 more clips (-v shows all)", text)
        self.assertEqual(self.fails(1, "diff", "-v", old, new).out.count("clip removed"), 60)

    def test_other_formats(self):
        self.works("convert", "-q", WALK, self.folder / "walk.glb")
        found = self.found(1, WALK, self.folder / "walk.glb")
        self.assertEqual([d["subject"] for d in found["differences"]], ["format"])
        self.assertEqual((found["tolerance"], found["clip_counts"]["changed"]),
                         ({"deg": 0.02, "mm": 1}, 0))

    def test_names_of_other_code_pages(self):
        """glTF stores UTF-8, the other formats a code page."""
        walk = self.put("walk.rtm", rtm(("Таз", "Spine"), (0, 0.5, 1), matrix=lambda _, frame: (
            1, 0, 0, 0, 1, 0, 0, 0, 1, 0, frame, 0)))
        bank = self.put("bank.omf", omf(bones=("корень", "hand")))
        text = json.loads(self.works("dump", bank).out)
        text["parts"][0]["name"] = "тело"
        text["motions"][0]["marks"] = [{"name": "Шаг", "intervals": [[0, 0.05]]}]
        self.works("build", self.put("bank.json", json.dumps(text).encode()), "-q", "-o", bank,
                   "--force")
        self.put("model.ogf", ogf((("корень", ""), ("hand", "корень"))))
        for source, skeleton in ((walk, ()), (bank, ("--skeleton", self.folder / "model.ogf"))):
            with self.subTest(source=source.name):
                made = source.with_suffix(".glb")
                self.works("convert", "-q", *skeleton, source, made)
                found = self.found(1, source, made)
                self.assertEqual([d["subject"] for d in found["differences"]], ["format"])
                self.assertEqual(found["clips"], [])

    def test_names_are_escaped(self):
        """A name cannot change the colours of a terminal."""
        def moved(size):
            return omf(bones=("root\x1b[31m", "hand"), clips=(("a", 2),), tracks=lambda *_: (
                STILL, (0, size, 0)))
        model = self.put("a.ogf", ogf((("root\x1b[31m", ""), ("hand", "root\x1b[31m"))))
        old, new = self.put("a.omf", moved(0.25)), self.put("b.omf", moved(0.5))
        text = self.fails(1, "diff", "--skeleton", model, old, new).out
        self.assertIn("moves by", text)
        self.assertNotIn("\x1b", text)

    def test_optimised_banks_have_the_same_content(self):
        """A translation that never moves becomes a constant of the file."""
        text = json.loads(self.works("dump", STALKER).out)
        track = text["motions"][0]["tracks"][1]
        track["translation"]["keys"] = [[5, 6, 7]] * text["motions"][0]["frames"]
        bank, small = self.folder / "bank.omf", self.folder / "small.omf"
        self.works("build", self.put("bank.json", json.dumps(text).encode()), "-q", "-o", bank)
        self.works("optimise", bank, "-q", "-o", small)
        self.assertLess(small.stat().st_size, bank.stat().st_size)
        self.assertIn("the same content", self.works("diff", bank, small).out)

    def test_curves_of_the_sdk(self):
        """The flag of a root, and the behaviour after the last key, change no pose of a frame."""
        base = DATA / "skl/ok/still.skl"
        whole = self.works("dump", base).out
        for change in ("flag", "behaviour"):
            text = json.loads(whole)
            bone = text["motions"][0]["bones"][0]
            if change == "flag":
                bone["flags"] ^= 1
            else:
                bone["x"]["after"] = 1 if bone["x"]["after"] != 1 else 0
            other = self.folder / "other.skl"
            self.works("build", self.put("text.json", json.dumps(text).encode()), "-f", "-q", "-o",
                       other)
            with self.subTest(change=change):
                clip = self.found(1, base, other)["clips"][0]
                self.assertEqual((clip["keys"], clip["bones"]), ("different", []))
                self.works("diff", "--tolerance=1mm", base, other)

    def test_labels_and_standard_input(self):
        done = self.works("diff", "--label", "bank", "-", STALKER, stdin=STALKER.read_bytes())
        self.assertEqual(done.out, "bank: equal\n")
        self.fails(2, "diff", "-", "-", cause="standard input")
        self.fails(2, "diff", "--label", "a", "--label", "b", STALKER, STALKER, cause="--label")
        done = self.fails(2, "diff", "--label", "a", SAMPLES, SAMPLES, cause="--label")
        self.assertEqual(done.out, "")


class Failures(Diff):
    def test_damaged_and_missing_files(self):
        cut = self.put("cut.omf", STALKER.read_bytes()[:900])
        text = self.put("text.txt", b"hello")
        self.fails(4, "diff", STALKER, cut, cause="OMF001")
        self.fails(3, "diff", STALKER, self.folder / "none.omf", cause="cannot open")
        self.fails(5, "diff", text, STALKER, cause="text.txt")
        found = self.found(4, cut, STALKER)
        self.assertEqual((found["status"], found["error"]["rule"]), ("bad", "OMF001"))

    def test_wrong_usage(self):
        self.fails(2, "diff", STALKER)
        self.fails(2, "diff", STALKER, SAMPLES, cause="is a folder")
        for value in ("1", "0mm", "-1mm", "1 mm", "1m", "mm", "nanmm", "1e9mm", ""):
            with self.subTest(value=value):
                self.fails(2, "diff", f"--tolerance={value}", STALKER, STALKER,
                           cause="--tolerance requires a number")
        self.fails(2, "diff", "--tolerance=1mm", "--tolerance=2mm", STALKER, STALKER,
                   cause="given twice in mm")
        self.fails(2, "diff", "-j0", STALKER, STALKER)

    def test_poses_without_a_common_skeleton(self):
        def moved(*_):
            return [(0, 0, 0, 32767)], (0, 0.5, 0)
        old = self.put("a.rtm", rtm(("Wheel", "Axle")))
        new = self.put("b.omf", omf(bones=("Wheel", "Axle"), clips=(("a", 2),), tracks=moved))
        done = self.fails(5, "diff", old, new, cause="the skeleton is unknown")
        self.assertRegex(done.out, r"format +rtm -> omf")
        clips = self.files(5, old, new)[0]["clips"]
        self.assertEqual({(clip["keys"], clip["problem"]) for clip in clips},
                         {("not_compared", "unsupported")})

    def test_files_without_a_common_bone(self):
        """A skeleton would not help, so none is asked for."""
        old = self.put("a.rtm", rtm(("Wheel", "Axle")))
        for new in (self.put("b.omf", omf(bones=("leg", "foot"), clips=(("a", 2),))),
                    self.put("c.rtm", rtm(("leg", "foot"), (0, 0.5, 1)))):
            done = self.fails(1, "diff", old, new)
            self.assertIn("no bone in common", done.err)
            self.assertNotIn("skeleton", done.err)
            self.assertRegex(done.out, r"bone removed +Wheel")
            clip = self.files(1, old, new)[0]["clips"][0]
            self.assertEqual((clip["keys"], clip["problem"], clip["bones"]),
                             ("not_compared", "not found", []))
            self.assertEqual(self.fails(1, "diff", "-q", old, new).err, "")

    def test_keys_that_are_not_numbers(self):
        def matrix(value):
            return lambda bone, frame: (1, 0, 0, 0, 1, 0, 0, 0, 1, 0, value, 0)
        files = [self.put(f"{i}.rtm", rtm(matrix=matrix(value))) for i, value in
                 enumerate((0, float("nan"), float("inf")))]
        for old, new in ((0, 1), (1, 2), (2, 0)):
            clip = self.found(1, files[old], files[new])["clips"][0]
            self.assertEqual(clip["lever"]["mm"], None)
            self.assertIn("not a number", self.fails(1, "diff", files[old], files[new]).out)

    def test_rotations_that_are_not_numbers(self):
        base, files = DATA / "omf/ok/float_keys.omf", []
        text = self.works("dump", base).out
        for bits in ("7fc00000", "7fc00001"):
            files.append(self.folder / f"{bits}.omf")
            made = text.replace("[0,0.5,0,0.8660254]", f'[0,"0x{bits}",0,0.8660254]', 1)
            self.works("build", self.put("text.json", made.encode()), "--allow-damage", "-q", "-o",
                       files[-1])
        for old, new in (files, files[::-1], (base, files[0])):
            for tolerance in ((), ("--tolerance=1mm,1deg",)):
                result = self.fails(1, "diff", old, new, *tolerance)
                self.assertIn("not a number", result.out)

    def test_the_order_of_events_is_not_compared(self):
        text = json.loads(self.works("dump", STALKER).out)
        marks = [{"name": "a", "intervals": [[at, 1]]} for at in ("0x7fc00000", -1, 1)]
        files = []
        for order in itertools.permutations(marks):
            text["motions"][0]["marks"] = list(order)
            made = self.put("text.json", json.dumps(text).encode())
            files.append(self.folder / f"{len(files)}.omf")
            self.works("build", made, "--allow-damage", "-q", "-o", files[-1])
        for other in files[1:]:
            self.assertIn("the same content", self.works("diff", files[0], other).out)

    def test_no_pair_of_fixtures_ends_abnormally(self):
        files = sorted(path for path in DATA.rglob("*") if path.is_file() and path.suffix != ".tsv")
        by_format = {}
        for path in files:
            by_format.setdefault(path.relative_to(DATA).parts[0], []).append(path)
        count = 0
        for paths in by_format.values():
            for i in range(0, len(paths) - 1, 3):
                pair = [self.put(f"{count}/{s}/{path.name}", path.read_bytes())
                        for s, path in enumerate((paths[i], paths[i + 1]))]
                with self.subTest(files=[path.name for path in pair]):
                    self.assertIn(gait("diff", "-q", *pair).code, range(6))
                count += 1
        self.assertGreater(count, 150)


class Folders(Diff):
    def setUp(self):
        super().setUp()
        self.old, self.new = self.folder / "old", self.folder / "new"
        for folder in (self.old, self.new):
            shutil.copytree(SAMPLES, folder, ignore=shutil.ignore_patterns("*.[ch]", "*.md"))
            (folder / "config.cfg").write_text("hostname = 1;")

    def test_files_are_matched_by_their_paths(self):
        self.assertEqual({file["status"] for file in self.files(0, self.old, self.new)},
                         {"equal", "unsupported"})
        (self.new / "sub").mkdir()
        (self.new / "walk.rtm").rename(self.new / "sub" / "walk.rtm")
        self.works("set", "-q", "--in-place", self.new / "stalker.omf", "--clip", "walk",
                   "--speed", "2")
        found = {pathlib.Path(file["path"] or file["other_path"]).relative_to(
                     self.old if file["path"] else self.new).as_posix(): file["status"]
                 for file in self.files(1, self.old, self.new) if file["status"] != "equal"}
        self.assertEqual(found, {"walk.rtm": "removed", "sub/walk.rtm": "added",
                                 "config.cfg": "unsupported", "stalker.omf": "different"})
        text = self.fails(1, "diff", self.old, self.new).out
        self.assertIn("sub/walk.rtm: added\n", text)
        self.assertIn("walk.rtm: removed\n", text)
        self.assertIn("stalker.omf: 1 of 5 clips changed\n", text)
        self.assertNotIn("walk_binarised", text)
        self.assertIn("walk_binarised.rtm: equal\n",
                      self.fails(1, "diff", "-v", self.old, self.new).out)
        self.assertEqual(text.splitlines()[-1].split(":")[0], "6 files")

    def test_the_output_does_not_depend_on_the_threads(self):
        self.works("set", "-q", "--in-place", self.new / "stalker.omf", "--clip", "walk",
                   "--speed", "2")
        for form in ([], ["--json"]):
            outputs = {self.fails(1, "diff", *form, f"-j{n}", self.old, self.new).out
                       for n in (1, 2, 5)}
            self.assertEqual(len(outputs), 1)


@posix_only("git runs the command by a shell script")
@unittest.skipUnless(shutil.which("git"), "git is not installed")
class Git(Diff):
    def setUp(self):
        super().setUp()
        self.tree, self.programs = self.folder / "tree", self.folder / "programs"
        self.tree.mkdir()
        self.programs.mkdir()
        (self.programs / "gait").symlink_to(pathlib.Path(GAIT).resolve())

    def git(self, *arguments, code=0):
        environment = os.environ | {
            "HOME": str(self.folder), "GIT_CONFIG_NOSYSTEM": "1", "GIT_PAGER": "cat",
            "PATH": str(self.programs) + os.pathsep + os.environ["PATH"]}
        done = subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments],
            cwd=self.tree, env=environment, capture_output=True, timeout=60)
        self.assertEqual(done.returncode, code, done.stderr.decode())
        return done.stdout.decode()

    def recipe(self):
        """The command and the attributes of docs/commands/diff.md."""
        page = (SAMPLES.parent / "docs" / "commands" / "diff.md").read_text("utf-8")
        block = page.split("```sh\ngit config diff.gait.command '")[1].split("'\n```")[0]
        return block, page.split("```\n*.omf")[1].split("```")[0]

    def test_git_prints_the_differences(self):
        command, attributes = self.recipe()
        self.git("init", "-q")
        self.git("config", "diff.gait.command", command)
        (self.tree / ".gitattributes").write_text("*.omf" + attributes)
        shutil.copy(STALKER, self.tree / "bank.omf")
        shutil.copy(WALK, self.tree / "walk with spaces.rtm")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "first")
        self.assertEqual(self.git("diff"), "")
        self.works("set", "-q", "--in-place", self.tree / "bank.omf", "--clip", "walk",
                   "--speed", "2")
        self.works("event", "-q", "--in-place", self.tree / "walk with spaces.rtm", "--add",
                   "Clap", "--at", "0.5")
        (self.tree / "new.omf").write_bytes(STALKER.read_bytes())
        text = self.git("diff")
        self.assertTrue(text.startswith("bank.omf: 1 of 5 clips changed\n"), text)
        self.assertRegex(text, r"speed +1 -> 2\n")
        self.assertIn("walk with spaces.rtm: 1 of 1 clip changed", text)
        self.assertRegex(text, r"event added +Clap: phase 0.5\n")
        self.git("add", ".")
        self.git("rm", "-qf", "walk with spaces.rtm")
        self.git("commit", "-q", "-m", "second")
        text = self.git("show", "--ext-diff", "--format=%s")
        self.assertIn("bank.omf: 1 of 5 clips changed\n", text)
        self.assertIn("new.omf: added\n", text)
        self.assertIn("walk with spaces.rtm: removed\n", text)


if __name__ == "__main__":
    main()
