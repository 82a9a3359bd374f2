#!/usr/bin/env python3
# sanitized: reads damaged settings
"""The settings of a mod in .gait.toml: which commands use them, where they apply, what is refused,
and what `gait project` says about them."""
import pathlib
import random
import shutil

from command import CommandTest, gait, main, ogf, omf, posix_only, rtm, schema_errors

CONFIG = (b'class CfgSkeletons { class Beast { isDiscrete = 1; skeletonInherit = "";'
          b' skeletonBones[] = {"Pelvis", "", "Spine", "Pelvis"}; }; };')
FULL = """# All keys.
game = "arma3"
base-game = ["game"]
search = ["lib", 'other']
include = ["addons"]
exclude = [
    "addons/old", # a comment
    "**/*_OLD.rtm",
]

[check]
strict = true
ignore = ["RTM054"]
baseline = "known.baseline"
min-severity = "warning"
[severity]
RTM070 = "warning"
"OMF1*" = "note"
[skeletons]
"dogs/*.rtm" = "model.cfg:Beast"
[prefix]
"src/animate" = "tsp_animate"
"""


class ProjectTest(CommandTest):
    def settings(self, content, folder="mod"):
        return self.put(f"{folder}/.gait.toml", content.encode() if isinstance(content, str)
                        else content)

    def listed(self, *arguments, **options):
        """The names of the files that `gait info` lists."""
        files = self.works("info", "--json", *arguments, **options).json()["files"]
        return [pathlib.PurePath(file["path"]).name for file in files]

    def findings(self, *arguments, code=0, **options):
        report = self.fails(code, "check", "--json", *arguments, **options).json()
        return [(finding["rule"], finding["severity"]) for file in report["files"]
                for finding in file["findings"]]


class Finding(ProjectTest):
    def test_the_nearest_file_above_applies(self):
        self.settings('exclude = ["a.rtm"]')
        self.settings('exclude = ["b.rtm"]', "mod/deep")
        for folder in ("mod", "mod/deep/deeper"):
            for name in ("a.rtm", "b.rtm"):
                self.put(f"{folder}/{name}", rtm())
        deep = self.folder / "mod" / "deep" / "deeper"
        self.assertEqual(self.listed(deep), ["a.rtm"])
        self.assertEqual(self.listed(".", cwd=deep), ["a.rtm"])
        self.assertEqual(self.listed("../..", cwd=deep / ".." / "deeper"), ["b.rtm", "b.rtm"])
        self.assertEqual(self.listed("--no-project", deep), ["a.rtm", "b.rtm"])

    def test_without_a_file_nothing_applies(self):
        self.put("a.rtm", rtm())
        self.assertEqual(self.listed(self.folder), ["a.rtm"])
        self.assertEqual(self.works("project", self.folder, "--json").json()["settings"], [])

    def test_standard_input_has_no_project(self):
        self.settings('[check]\nignore = ["*"]', ".")
        wrong = rtm(bones=("a", "a"))
        self.assertNotEqual(gait("check", "-", stdin=wrong, cwd=self.folder).out, "-: ok\n")

    def test_paths_of_two_projects_are_refused_but_compared(self):
        for mod in ("one", "two"):
            self.settings('search = ["lib"]', mod)
            self.put(f"{mod}/a.rtm", rtm())
            self.put(f"{mod}/lib/none.txt", b"")
        both = (self.folder / "one" / "a.rtm", self.folder / "two" / "a.rtm")
        self.fails(2, "check", *both, cause="another project")
        self.works("check", "--no-project", *both)
        self.works("diff", *both)

    def test_lists_of_files_use_the_current_folder(self):
        self.settings('[check]\nignore = ["*"]')
        self.put("mod/a.rtm", rtm(bones=("a", "a")))
        self.assertEqual(self.findings("--files-from", "-", stdin=b"a.rtm\n",
                                       cwd=self.folder / "mod"), [])


class Inputs(ProjectTest):
    FILES = ("addons/a.rtm", "addons/b_old.rtm", "addons/old/c.rtm", "addons/x/old/d.rtm",
             "b_OLD.rtm", "tools/e.rtm")

    def setUp(self):
        super().setUp()
        for name in self.FILES:
            self.put(f"mod/{name}", rtm())

    def names(self, settings, *arguments, folder="mod"):
        self.settings(settings)
        return self.listed(*arguments, self.folder / folder)

    def test_patterns_are_paths_from_the_folder_of_the_file(self):
        for settings, names in (
                ('include = ["addons"]', "a b_old c d"), ('include = ["./addons/"]', "a b_old c d"),
                ('include = ["addons/old"]', "c"), (r"include = ['addons\old']", "c"),
                ('include = ["A*.rtm"]', "a"), ('include = []', "a b_old c d b_OLD e"),
                ('exclude = ["addons/old"]', "a b_old d b_OLD e"),
                ('exclude = ["old"]', "a b_old b_OLD e"),
                ('exclude = ["**/*_OLD.rtm"]', "a c d e"),
                ('exclude = ["addons/**/d.rtm", "t?ols"]', "a b_old c b_OLD"),
                ('include = ["addons"]\nexclude = ["addons/old", "**/*_OLD.rtm"]', "a d")):
            self.assertEqual(self.names(settings), [f"{name}.rtm" for name in names.split()],
                             settings)

    def test_they_do_not_depend_on_the_operand(self):
        settings = 'include = ["addons"]\nexclude = ["addons/x/old"]'
        self.assertEqual(self.names(settings, folder="mod/addons/x"), [])
        self.assertEqual(self.names(settings, folder="mod/addons"),
                         ["a.rtm", "b_old.rtm", "c.rtm"])

    def test_a_folder_or_file_that_is_named_is_used(self):
        settings = 'exclude = ["old", "a.rtm"]'
        self.assertEqual(self.names(settings, folder="mod/addons/old"), ["c.rtm"])
        self.assertEqual(self.names(settings, folder="mod/addons/a.rtm"), ["a.rtm"])

    def test_the_command_line_replaces_them(self):
        settings = 'include = ["addons"]\nexclude = ["*.rtm"]'
        self.assertEqual(self.names(settings, "--exclude", "*old*"), ["a.rtm"])

    def test_the_message_for_an_empty_selection_is_the_same(self):
        self.settings('include = ["none"]')
        self.fails(2, "check", self.folder / "mod", cause="is selected")


class Checks(ProjectTest):
    def setUp(self):
        super().setUp()
        self.mod = self.folder / "mod"
        self.put("mod/a.rtm", rtm(bones=("a", "a")))
        self.rule, self.severity = self.findings("--no-project", self.mod)[0]
        self.assertEqual(self.severity, "warning")

    def test_rules_can_be_ignored(self):
        self.settings(f'[check]\nignore = ["{self.rule}"]')
        self.assertEqual(self.findings(self.mod), [])
        self.assertEqual(self.findings("--ignore", "OMF*", self.mod), [(self.rule, "warning")])

    def test_severities_can_be_changed(self):
        self.settings(f'[severity]\n"{self.rule[:3]}*" = "note"\n{self.rule} = "error"')
        self.assertEqual(self.findings(self.mod, code=1), [(self.rule, "error")])
        self.assertRegex(self.fails(1, "check", self.mod).err, "1 error, 0 warnings")
        self.settings(f'[severity]\n{self.rule} = "error"\n"{self.rule[:3]}*" = "note"')
        self.works("check", "--strict", self.mod)
        shown = self.works("check", "--summary", self.mod).out
        self.assertRegex(shown, f"{self.rule} +note")
        sarif = self.works("check", "--sarif", self.mod).json()["runs"][0]
        for result in sarif["results"]:
            self.assertEqual(result["level"], "note")
            self.assertEqual(sarif["tool"]["driver"]["rules"][result["ruleIndex"]]["id"],
                             result["ruleId"])

    def test_damage_stays_an_error(self):
        self.put("mod/b.rtm", rtm()[:-9])
        self.settings('[severity]\nRTM001 = "note"\n"*" = "note"')
        self.assertEqual({severity for _, severity in self.findings(self.mod / "b.rtm", code=1)},
                         {"error"})

    def test_warnings_can_be_errors_and_notes_be_left_out(self):
        self.settings('[check]\nstrict = true')
        self.findings(self.mod, code=1)
        self.settings(f'[check]\nmin-severity = "error"')
        self.assertEqual(self.findings(self.mod), [])
        self.assertNotEqual(self.findings("--min-severity", "note", self.mod), [])

    def test_a_baseline_has_paths_from_the_folder_of_the_project(self):
        self.put("mod/deep/b.rtm", rtm(bones=("a", "a")))
        self.settings('[check]\nbaseline = "known.baseline"')
        self.fails(3, "check", self.mod, cause="--write-baseline")
        baseline = self.mod / "known.baseline"
        self.works("check", "--write-baseline", baseline, self.mod)
        text = baseline.read_text()
        self.assertIn(" a.rtm\n", text)
        self.assertIn(" deep/b.rtm\n", text)
        for arguments, cwd in (((self.mod,), None), ((".",), self.mod), (("b.rtm",),
                                                                         self.mod / "deep")):
            self.assertEqual(self.findings(*arguments, cwd=cwd), [])
        self.works("check", "--write-baseline", baseline, ".", cwd=self.mod)
        self.assertEqual(baseline.read_text(), text)

    def test_only_entries_of_checked_files_can_have_vanished(self):
        self.put("mod/deep/b.rtm", rtm(bones=("a", "a")))
        self.put("mod/deep/c.rtm", rtm(bones=("a", "a")))
        baseline = self.mod / "known.baseline"
        self.works("check", "--write-baseline", baseline, ".", cwd=self.mod)
        self.settings('[check]\nbaseline = "known.baseline"\nignore = ["*"]')
        for path in (self.mod, self.mod / "deep", self.mod / "deep" / "c.rtm"):
            self.assertNotIn("baseline", self.works("check", path).err)
        self.put("mod/deep/c.rtm", rtm())
        for path in (self.mod, self.mod / "deep", self.mod / "deep" / "c.rtm"):
            self.assertIn("1 entry of the baseline", self.works("check", path).err)

    def test_older_baselines_of_the_folder_fit(self):
        baseline = self.mod / "known.baseline"
        self.works("check", "--write-baseline", baseline, ".", cwd=self.mod)
        self.assertIn("./a.rtm", baseline.read_text())
        self.settings('[check]\nbaseline = "known.baseline"')
        self.assertEqual(self.findings(self.mod), [])


class Skeletons(ProjectTest):
    BONES = (("root", ""), ("hand", "root"))

    def skeleton_of(self, path, *options):
        out = self.works("convert", "--force", *options, path, self.folder / "out.glb")
        line = next(line for line in out.err.splitlines() if "skeleton: " in line)
        found = line.partition("skeleton: ")[2].partition(" (")[0]
        return found[found.find("mod/"):]

    def test_folders_are_searched(self):
        bank = self.put("mod/bank/anim.omf", omf())
        self.put("mod/lib/deep/model.ogf", ogf(self.BONES))
        self.fails(5, "convert", bank, self.folder / "out.glb")
        self.settings('search = ["lib"]')
        self.assertEqual(self.skeleton_of(bank), "mod/lib/deep/model.ogf")
        self.fails(5, "convert", "--no-project", bank, self.folder / "other.glb")

    def test_the_folder_of_the_file_is_the_root_of_the_mod(self):
        bank = self.put("mod/meshes/a/anim.omf", omf())
        self.put("mod/models/anim.ogf", ogf(self.BONES, refs=("a\\anim",)))
        deep = self.put("mod/" + "x/" * 12 + "anim.omf", omf())
        for path in (bank, deep):
            self.fails(5, "convert", path, self.folder / "other.glb")
        self.settings("")
        for path in (bank, deep):
            self.assertEqual(self.skeleton_of(path), "mod/models/anim.ogf")

    def test_other_marks_of_a_root_are_used_without_it(self):
        bank = self.put("mod/x/y/z/anim.omf", omf())
        self.put("mod/models/anim.ogf", ogf(self.BONES, refs=("y\\z\\anim",)))
        self.fails(5, "convert", bank, self.folder / "other.glb")
        for mark in (".hemtt/project.toml", "fsgame.ltx", "gamedata/a", "addons/a"):
            path = self.put(f"mod/{mark}", b"")
            self.works("convert", "--force", bank, self.folder / "out.glb")
            shutil.rmtree(path.parent) if "/" in mark else path.unlink()

    def test_the_last_pattern_that_matches_gives_the_skeleton(self):
        dog, man = self.put("mod/dogs/walk.rtm", rtm()), self.put("mod/men/walk.rtm", rtm())
        self.put("mod/skeletons/beasts.cfg", CONFIG)
        self.put("mod/skeletons/others.cfg", CONFIG.replace(b"Beast", b"Other"))
        self.settings('[skeletons]\n"*.rtm" = "skeletons/others.cfg"\n'
                      '"dogs/*.rtm" = "skeletons/beasts.cfg:Beast"\n')
        self.assertIn("beasts.cfg:Beast", self.skeleton_of(dog))
        self.assertIn("others.cfg", self.skeleton_of(man))
        self.assertIn("others.cfg", self.skeleton_of(
            dog, "--skeleton", self.folder / "mod" / "skeletons" / "others.cfg"))
        for command in (("sample", "--frame", "0", dog), ("draw", dog, self.folder / "a.svg"),
                        ("skeleton", dog), ("skeleton", "--for", dog), ("diff", dog, man)):
            self.works(*command)
        out = self.folder / "out"
        self.works("convert", self.folder / "mod", "--to", "glb", "--out", out, "--update")
        self.assertEqual(self.works("convert", self.folder / "mod", "--to", "glb", "--out", out,
                                    "--update").code, 0)

    def test_checks_compare_bones_with_it(self):
        self.put("mod/dogs/a.rtm", rtm(bones=("Pelvis", "Spine", "Tail")))
        self.put("mod/men/b.rtm", rtm(bones=("Pelvis", "Spine", "Arm")))
        self.put("mod/hands.omf", omf(bones=("root", "finger")))
        self.put("mod/skeletons/beasts.cfg", CONFIG)
        self.put("mod/skeletons/hands.ogf", ogf(self.BONES))
        mod = self.folder / "mod"
        self.settings('exclude = ["skeletons"]')
        self.assertEqual(self.findings(mod), [])
        self.settings('exclude = ["skeletons"]\n[skeletons]\n"dogs/*" = "skeletons/beasts.cfg"\n'
                      '"*.omf" = "skeletons/hands.ogf"')
        for options in ((), ("-j", "1")):
            self.assertEqual([rule for rule, _ in self.findings(*options, mod, code=1)],
                             ["RTM070", "OMF140"])

    def test_a_check_reports_each_file_whose_skeleton_cannot_be_loaded(self):
        for name in "abcdefgh":
            self.put(f"mod/{name}.rtm", rtm())
        self.settings('[skeletons]\n"*.rtm" = "none.cfg"')
        for jobs in (1, 4):
            said = self.fails(3, "check", "-j", jobs, self.folder / "mod").err
            self.assertEqual(said.count("error: "), 8, said)

    def test_a_skeleton_that_cannot_be_loaded_is_an_error(self):
        walk = self.put("mod/walk.rtm", rtm())
        other = self.put("mod/other.rtm", rtm(phases=(0, 0.5, 1)))
        self.settings('[skeletons]\n"*.rtm" = "none.cfg"')
        for command in (("convert", walk, self.folder / "out.glb"), ("skeleton", "--for", walk),
                        ("sample", "--all", walk), ("diff", walk, other)):
            self.fails(3, *command, cause="none.cfg")
        self.settings('[skeletons]\n"*.rtm" = "arma4-man"')
        self.fails(3, "convert", walk, self.folder / "out.glb", cause="arma4-man")


class Uses(ProjectTest):
    STATES = b"""class CfgMovesBasic { class Default; };
class CfgMovesMaleSdr: CfgMovesBasic { class States {
    class my_walk: Default { file = "\\my_tag\\walk.rtm"; speed = -1; };
    class my_run: Default { file = "\\game\\run.rtm"; speed = -1; };
}; };"""

    def setUp(self):
        super().setUp()
        self.mod = self.folder / "mod"
        self.walk = self.put("mod/src/animate/walk.rtm", rtm())
        self.put("mod/src/animate/config.cpp", self.STATES)
        self.put("mod/src/old/jump.rtm", rtm())

    def uses(self, *arguments):
        mod = self.works("uses", "--json", *arguments).json()["mods"][0]
        return ({file["path"]: len(file["uses"]) for file in mod["files"]},
                {use["value"].rpartition("\\")[2]: use["status"] for use in mod["missing"]})

    def test_prefixes_are_those_of_the_project(self):
        walk, old = "src/animate/walk.rtm", "src/old/jump.rtm"
        self.assertEqual(self.uses(self.mod)[0], {walk: 0, old: 0})
        for key in ("src/animate", r"src\\animate", "./src/animate/"):
            self.settings(f'[prefix]\n"{key}" = "my_tag"')
            self.assertEqual(self.uses(self.mod)[0], {walk: 1, old: 0})
        self.assertEqual(self.uses(self.mod / "src")[0], {walk[4:]: 1, old[4:]: 0})
        self.assertEqual(self.uses(self.walk)[0], {walk: 1})
        self.assertEqual(self.uses("--no-project", self.mod)[0], {walk: 0, old: 0})
        self.put("mod/src/animate/$PBOPREFIX$", b"other_tag")
        self.assertEqual(self.uses("--no-project", self.mod)[0], {walk: 0, old: 0})
        self.assertEqual(self.uses(self.mod)[0], {walk: 1, old: 0})
        self.settings('[prefix]\n"src/none" = "x"\n"../src" = "y"\n"." = "z"')
        self.assertEqual(self.uses(self.mod)[0], {walk: 0, old: 0})

    def test_the_game_is_where_the_project_has_it(self):
        self.put("unpacked/game/run.rtm", rtm())
        self.assertEqual(self.uses(self.mod)[1]["run.rtm"], "outside")
        self.settings('base-game = ["../unpacked"]')
        self.fails(2, "uses", self.mod, cause=".gait.toml:1")
        self.assertEqual(self.uses("--trust-project", self.mod)[1]["run.rtm"], "game")

    def test_excluded_files_are_not_listed(self):
        self.settings('exclude = ["old"]')
        self.assertEqual(list(self.uses(self.mod)[0]), ["src/animate/walk.rtm"])
        self.assertEqual(list(self.uses(self.mod / "src" / "old")[0]), ["jump.rtm"])

    def test_the_game_is_that_of_the_project(self):
        self.settings('game = "arma3"')
        self.assertTrue(self.works("project", "--json", self.mod).json()["settings"][0]["applies"])
        game = lambda *options: gait("check", "--json", *options, self.mod).json()["game"]
        self.assertEqual(game(), {"name": "arma3", "given": True, "sure": True, "why": []})
        self.assertEqual(game("--game=dayz")["name"], "dayz")
        self.assertIsNone(game("--no-project"))


class Trust(ProjectTest):
    def setUp(self):
        super().setUp()
        self.bank = self.put("mod/bank/anim.omf", omf())
        self.put("lib/model.ogf", ogf(Skeletons.BONES))

    def convert(self, code, *options):
        return self.fails(code, "convert", "-f", *options, self.bank, self.folder / "out.glb")

    def test_paths_that_lead_out_are_refused_before_anything_is_written(self):
        for path in ("../lib", "x/../../lib", r"..\\lib", str(self.folder / "lib"), "C:lib",
                     r"\\\\server\\share", "//server/share"):
            self.settings(f'search = ["{path}"]')
            self.assertIn(".gait.toml:1", self.convert(2).err)
            self.assertFalse((self.folder / "out.glb").exists())
            self.fails(2, "project", self.bank, cause=".gait.toml:1")

    def test_they_can_be_allowed(self):
        self.settings('search = ["../lib"]')
        self.convert(0, "--trust-project")
        self.works("project", "--trust-project", self.bank)
        self.convert(0, "--search", self.folder / "lib")
        self.convert(5, "--no-project")

    def test_folders_of_the_command_line_are_allowed(self):
        self.settings('search = ["../lib"]')
        self.fails(2, "check", self.folder / "mod")
        self.works("check", self.folder / "mod", self.folder / "lib")

    def test_commands_that_do_not_use_them_ignore_them(self):
        self.settings('search = ["../lib"]')
        self.works("info", self.bank)

    @posix_only(reason="links")
    def test_links_that_lead_out_are_refused(self):
        (self.folder / "mod" / "lib").symlink_to(self.folder / "lib")
        self.settings('search = ["lib"]')
        self.convert(2)
        self.convert(0, "--trust-project")
        self.put("known.baseline", b"# gait baseline 1\n")
        (self.folder / "mod" / "known").symlink_to(self.folder / "known.baseline")
        self.settings('[check]\nbaseline = "known"')
        self.fails(2, "check", self.bank)
        (self.folder / "mod" / "model.cfg").symlink_to(self.folder / "known.baseline")
        self.settings('[skeletons]\n"*" = "model.cfg:Beast"')
        self.convert(2)

    @posix_only(reason="links")
    def test_a_file_of_another_folder_is_refused(self):
        self.put("other.toml", b"")
        (self.folder / "mod" / ".gait.toml").symlink_to(self.folder / "other.toml")
        self.fails(2, "info", self.bank, cause=".gait.toml")
        self.works("info", "--no-project", self.bank)


class Syntax(ProjectTest):
    BAD = (  # text, line, column
        ('game = arma3', 1, 8), ('game = "arma3', 1, 14), ('\n\ngame "a"', 3, 6), ("a = 1 b", 1, 7),
        ('a = ["x" "y"]', 1, 10), ('a = ["x",\n', 2, 1), ("a = [1]", 1, 6), ("[a", 1, 3),
        ("[a.b]", 1, 3), ("[[a]]", 1, 2), ("a.b = 1", 1, 2), ("a = {}", 1, 5), ("= 1", 1, 1),
        ('a = """x"""', 1, 5), ("a = 1979-05-27", 1, 5), (r'a = "\d"', 1, 7),
        (r'a = "\u12"', 1, 10),
        (r'a = "\ud800"', 1, 12), ("a = 1\na = 2", 2, 1), ("[a]\n[a]", 2, 1), ("a = nan", 1, 5),
        ('ä = 1', 1, 1), ('a = "ää" x', 1, 10), ("a = true\tb", 1, 10), ('"" = 1', 1, 4),
        ("a = 0x10", 1, 5), ("a = 'x\ny'", 1, 7))
    BYTES = ((b'a = "\xe4"', 1, 6), (b"\xff\xfea\0", 1, 1), (b"# \x01", 1, 3), (b'a = "\0"', 1, 6),
             (b"a = 1\0", 1, 6), (b'a = "\xed\xa0\x80"', 1, 6), (b'a = "\xc0\x80"', 1, 6))

    def test_an_error_names_line_and_column(self):
        walk = self.put("mod/walk.rtm", rtm())
        texts = [(text.encode(), line, column) for text, line, column in self.BAD]
        for text, line, column in (*texts, *self.BYTES):
            self.settings(text)
            for command in (("info", walk), ("convert", walk, self.folder / "out.glb"),
                            ("set", "--phases", "even", "--in-place", walk),
                            ("project", walk)):
                self.fails(2, *command, cause=f".gait.toml:{line}:{column}: ")
        self.assertFalse((self.folder / "out.glb").exists())

    def test_the_whole_subset_is_read(self):
        walk = self.put("mod/walk.rtm", rtm())
        text = ("\ufeff# comment \u00e4\r\n\r\n"
                "search=[]#x\r\n  include = [ 'a\\b' , \"\\u0061\\U00000062\\t\\\"\\\\\", # \"]\n\n"
                "\"c\",]\n [ check ] \n\"strict\" = false\n'ignore'\t=\t['RTM*']\n"
                '[severity]\nRTM070 = "error"\n"OMF*" = "note"').encode()
        self.settings(text)
        report = self.works("project", "--json", walk).json()
        values = {item["key"]: item["values"] for item in report["settings"]}
        self.assertEqual(values["include"], ["a\\b", 'ab\t"\\', "c"])
        self.assertEqual(values["strict"], ["false"])
        self.assertEqual(values["OMF*"], ["note"])
        self.settings(b"")
        self.works("project", walk)

    def test_unknown_names_are_warnings_with_the_nearest_name(self):
        walk = self.put("mod/walk.rtm", rtm())
        for text, cause in (
                ('serach = ["x"]', ("mod/.gait.toml:1", "serach", "did you mean search?")),
                ("[chek]\nstrict = true", ("gait.toml:1", "did you mean check?")),
                ("strict = true", ("gait.toml:1", "[check]")),
                ('[check]\nsearch = ["x"]', ("gait.toml:2", "before the first table")),
                ('[check]\nignore = ["RTM7000"]', ("gait.toml:2", "RTM7000", "did you mean")),
                ('[severity]\nRTM999 = "note"', ("gait.toml:2", "RTM999")),
                ("zzz = 1\n", ("gait.toml:1", "zzz"))):
            self.settings(text)
            said = self.works("info", walk).err
            for part in cause:
                self.assertIn(part, said, text)
            self.assertEqual(said.count("warning"), 1, said)

    def test_wrong_values_are_errors(self):
        walk = self.put("mod/walk.rtm", rtm())
        for text in ('search = "x"', 'game = "arma4"', "[check]\nstrict = 1", "game = true",
                     '[check]\nmin-severity = "all"', '[check]\nbaseline = ""', 'include = [""]',
                     '[severity]\nRTM070 = "fatal"', '[skeletons]\n"*" = ["x"]'):
            self.settings(text)
            self.fails(2, "info", walk, cause=f".gait.toml:{1 + text.count(chr(10))}: ")

    def test_size_and_number_of_keys_are_limited(self):
        walk = self.put("mod/walk.rtm", rtm())
        self.settings("#" * 65536)
        self.works("info", walk)
        self.settings("#" * 65537)
        self.fails(2, "info", walk, cause="65536")
        self.settings("".join(f"a{i} = 1\n" for i in range(1025)))
        self.fails(2, "info", walk, cause=".gait.toml:1025:1")

    def test_damaged_files_end_in_a_message(self):
        walk = self.put("mod/walk.rtm", rtm())
        chance = random.Random(7)
        base = FULL.encode()
        for _ in range(150):
            data = bytearray(base)
            for _ in range(chance.randrange(1, 4)):
                at = chance.randrange(len(data))
                data[at:at + chance.randrange(3)] = bytes(
                    chance.choice(b'"\'[]=,.\\#\n\r\0\xff\xc3a1 ') for _ in range(
                        chance.randrange(3)))
            self.settings(bytes(data[:chance.randrange(len(data) + 1)]))
            result = gait("project", "--json", walk)
            self.assertIn(result.code, (0, 2), result.err)
            self.assertTrue(result.code == 0 or "error" in result.err)


class Explained(ProjectTest):
    def setUp(self):
        super().setUp()
        self.settings(FULL)
        self.dog = self.put("mod/dogs/walk.rtm", rtm())

    def settings_of(self, *arguments):
        report = self.works("project", "--json", *arguments).json()
        self.assertEqual(schema_errors(report, "project"), [])
        return report["settings"]

    def test_each_setting_has_its_line(self):
        found = {(item["table"], item["key"]): item for item in self.settings_of(self.dog)}
        path = f"{self.folder}/mod/.gait.toml"
        for key, line, values in (((None, "search"), 4, ["lib", "other"]),
                                  ((None, "exclude"), 6, ["addons/old", "**/*_OLD.rtm"]),
                                  (("check", "strict"), 12, ["true"]),
                                  (("severity", "OMF1*"), 18, ["note"]),
                                  (("skeletons", "dogs/*.rtm"), 20, ["model.cfg:Beast"])):
            self.has(found[key], {"line": line, "values": values, "file": path, "applies": True,
                                  "option": None, "reason": None})
        self.assertEqual(found[(None, "search")]["paths"],
                         [f"{self.folder}/mod/lib", f"{self.folder}/mod/other"])
        shown = self.works("project", self.dog).out
        self.assertRegex(shown, r"check\.ignore +RTM054 +.*/mod/\.gait\.toml:13\n")

    def test_options_replace_keys(self):
        found = self.settings_of("--ignore", "OMF*", "--strict", self.dog)
        self.has([item for item in found if item["key"] in ("ignore", "strict")], [
            {"values": ["true"], "option": "strict", "file": None, "applies": True},
            {"values": ["true"], "line": 12, "applies": False},
            {"values": ["OMF*"], "option": "ignore", "applies": True},
            {"values": ["RTM054"], "line": 13, "applies": False}])

    def test_skeletons_of_other_files_do_not_apply(self):
        other = self.put("mod/men/walk.rtm", rtm())
        for path, applies in ((other, False), (self.dog, True), (self.folder / "mod", True)):
            item = next(item for item in self.settings_of(path) if item["table"] == "skeletons")
            self.assertEqual(item["applies"], applies)

    def test_a_missing_path_is_an_error(self):
        self.fails(3, "project", self.folder / "none", cause="none")


if __name__ == "__main__":
    main()
