#!/usr/bin/env python3
"""check: which files and findings are reported, baselines, summaries, and reports to files."""
# sanitized: damaged files, alone and in folders
import json
import os
import pathlib
import shutil
import subprocess
import unittest
import xml.etree.ElementTree

from command import CommandTest, gait, main, ogf, omf, posix_only, rtm, schema_errors

ODOL = b"ODOL" + bytes(60)
SERVER = b"hostname = \"arma\";\nmaxPlayers = 8;\n"
DAMAGED = rtm()[:-5]
UNORDERED = rtm(phases=(0, 1, 0.5))
SCHEMAS = pathlib.Path(__file__).resolve().parents[2] / "docs" / "schemas"


class Check(CommandTest):
    def document(self, *arguments, code=0):
        result = gait("check", "--json", *arguments, cwd=self.folder)
        self.assertEqual(result.code, code, result.err)
        document = result.json()
        self.assertEqual(schema_errors(document, "check"), [])
        return document

    def rules(self, *arguments, code=0):
        return [finding["rule"] for file in self.document(*arguments, code=code)["files"]
                for finding in file["findings"]]


class Files(Check):
    def test_files_of_other_programs_in_a_folder_are_skipped(self):
        self.put("mod/walk.rtm", rtm())
        odol, server = self.put("mod/tank.p3d", ODOL), self.put("mod/server.cfg", SERVER)
        document = self.document("mod")
        self.assertEqual([file["path"] for file in document["files"]],
                         [os.path.join("mod", "walk.rtm")])
        self.assertEqual(document["skipped"], 2)
        self.assertIn("tank.p3d: skipped", gait("check", "-v", self.folder / "mod").err)
        for named in (odol, server):
            self.fails(5, "check", named)

    def test_damaged_files_in_a_folder_are_not_skipped(self):
        for name, content in (("a.rtm", DAMAGED), ("b.rtm", b""), ("c.omf", bytes(600))):
            self.put(f"mod/{name}", content)
        self.assertEqual(len(self.document("mod", code=5)["files"]), 3)

    def test_nothing_to_check_is_wrong_usage(self):
        (self.folder / "empty").mkdir()
        walk = self.put("walk.rtm", rtm())
        self.fails(2, "check", self.folder / "empty", cause="nothing to check")
        self.fails(2, "check", walk, self.folder / "empty", cause="nothing to check")
        self.put("foreign/server.cfg", SERVER)
        self.fails(2, "check", self.folder / "foreign", cause="nothing to check")
        self.fails(2, "check", "--only=omf", self.folder, cause="nothing to check")

    def test_lists_and_patterns_select_files(self):
        for name in ("mod/a.rtm", "mod/b.rtm", "mod/c.omf", "d.rtm"):
            self.put(name, rtm() if name.endswith(".rtm") else omf())
        self.put("list", b"mod\r\nd.rtm\r\n")
        for command in ("info", "check"):
            names = [os.path.basename(file["path"]) for file in
                     self.works(command, "--json", "--files-from", "list", "--include", "?.rtm",
                                "--exclude", "b*", cwd=self.folder).json()["files"]]
            self.assertEqual(names, ["a.rtm", "d.rtm"])
            self.fails(2, command, cause=f"{command} needs PATH...")
        self.assertEqual([file["format"] for file in
                          self.document("--only", "omf,skl", "mod")["files"]], ["omf"])
        self.fails(2, "check", "--only", "omf,xyz", self.folder, cause="there is no format 'xyz'")

    def test_only_selects_formats(self):
        self.put("mod/walk.rtm", DAMAGED)
        self.put("mod/bank.omf", omf())
        self.assertEqual(len(self.document("--only", "omf", "mod")["files"]), 1)
        self.assertEqual(len(self.document("--only=omf", "--only=RTM", "mod", code=1)["files"]), 2)
        self.fails(2, "check", "--only=png", self.folder, cause="no format 'png'")

    def test_exclude_leaves_out_files_and_folders(self):
        for name in ("a.rtm", "old/b.rtm", "new/old/c.rtm", "new/d_old.rtm"):
            self.put(f"mod/{name}", rtm())
        def checked(*patterns):
            found = self.document(*(f"--exclude={pattern}" for pattern in patterns), "mod")
            return [pathlib.Path(file["path"]).name for file in found["files"]]
        self.assertEqual(checked("old"), ["a.rtm", "d_old.rtm"])
        self.assertEqual(checked("new/old"), ["a.rtm", "d_old.rtm", "b.rtm"])
        self.assertEqual(checked("*OLD*"), ["a.rtm"])
        self.assertEqual(checked("old", "?_*"), ["a.rtm"])

    def test_an_encrypted_bank_is_a_finding(self):
        bank = self.put("bank.omf", b"\x0E\0\0\x80\4\0\0\0abcd".replace(b"\x0E\0\0\x80",
                                                                        b"\x0E\0\x80\0"))
        self.assertEqual(self.rules(bank, code=1), ["OMF003"])
        self.assertEqual(self.rules("--ignore=OMF003", bank), [])


class Findings(Check):
    def test_ignored_rules_are_not_reported(self):
        odd, damaged = self.put("odd.rtm", UNORDERED), self.put("a.rtm", DAMAGED)
        self.assertIn("RTM042", self.rules(odd))
        self.assertEqual(self.rules("--strict", "--ignore=RTM042", odd), [])
        self.assertEqual(self.rules("--strict", "--ignore=OMF*,rtm04?", odd), [])
        found = self.rules(damaged, code=1)
        self.assertEqual(self.rules(f"--ignore={','.join(found)}", damaged), [])
        self.fails(2, "check", "--ignore=RTM999", odd, cause="no rule 'RTM999'")

    def test_less_serious_findings_are_not_reported(self):
        odd = self.put("odd.rtm", UNORDERED)
        self.assertEqual(self.rules("--min-severity=error", odd), [])
        self.assertEqual(self.rules("--min-severity=warning", odd), ["RTM042"])

    def test_quiet_prints_no_notes(self):
        slight = self.put("slight.rtm", rtm(
            matrix=lambda bone, frame: (1.001, 0, 0, 0, 1.001, 0, 0, 0, 1.001, 0, 0, 0)))
        self.assertIn("note RTM054", self.works("check", slight).out)
        self.assertEqual(self.works("check", "-q", slight).out, "")

    def test_every_missing_bone_is_a_finding(self):
        dog = self.put("dog.rtm", rtm(bones=("Pelvis", "RigTail", "RigEar")))
        out = self.works("check", "--skeleton=arma3-man", dog).out
        self.assertIn("RigTail", out)
        self.assertIn("RigEar", out)

    def test_bones_that_the_skeleton_of_an_rtm_lacks_are_one_finding(self):
        man = ("Pelvis", "Spine", "Spine1", "Spine2", "Spine3", "neck", "neck1", "head",
               "LeftShoulder", "RightShoulder", "LeftUpLeg", "RightUpLeg", "LeftUpLegRoll")
        walk = self.put("mod/walk.rtm", rtm(bones=man + ("M136", "Gun")))
        self.put("mod/clean.rtm", rtm(bones=man))
        for path in (walk, self.folder / "mod"):
            found = [finding for file in self.document(path)["files"]
                     for finding in file["findings"]]
            self.assertEqual([(finding["rule"], finding["bone"]) for finding in found],
                             [("RTM073", None)])
            self.assertIn("M136, Gun", found[0]["message"])
        renamed = man[:5] + ("nick",) + man[6:]
        self.put("mod/walk.rtm", rtm(bones=renamed + ("M136",)))
        self.assertEqual(self.rules(walk), ["RTM070", "RTM073"])
        self.assertIn('"neck"', gait("check", walk).out)
        # Helpers are one cause in all files, also in those with a renamed bone.
        self.put("mod/clean.rtm", rtm(bones=man + ("M136",)))
        causes = {cause["rule"]: cause["files"] for cause in
                  self.document(self.folder / "mod")["causes"]}
        self.assertEqual(causes, {"RTM070": 1, "RTM073": 2})

    def test_a_config_of_the_mod_is_the_skeleton_of_an_rtm(self):
        self.put("mod/model.cfg", b"class CfgSkeletons { class Crane { skeletonBones[] = "
                                  b"{\"mast\", \"\", \"boom\", \"mast\"}; }; };")
        lift = self.put("mod/anim/lift.rtm", rtm(bones=("mast", "boom", "rope")))
        self.assertEqual(self.rules(lift), ["RTM070"])
        self.assertEqual(self.rules("--ignore=RTM07*", lift), [])
        self.put("mod/anim/lift.rtm", rtm(bones=("mast", "boom")))
        self.put("mod/anim/other.rtm", rtm(bones=("wing", "tail")))
        self.assertEqual(self.rules(self.folder / "mod" / "anim"), [])

    def test_findings_in_folders_are_grouped_by_their_causes(self):
        folder = self.folder / "mod"
        for name in "abcde":
            self.put(f"mod/{name}.rtm", UNORDERED)
        self.put("mod/walk.rtm", rtm())
        self.put("mod/z.rtm", DAMAGED)
        lines = gait("check", folder).out.splitlines()
        self.assertRegex(lines[0], r"z\.rtm: error RTM004: byte \d+: ")
        self.assertRegex(lines[1],
                         r"a\.rtm: warning RTM042: byte \d+ \(the first of 5 in 5 files\): ")
        self.assertRegex(lines[2], r"also in \S+b\.rtm, \S+c\.rtm and 2 more$")
        self.assertEqual(len(lines), 3)
        self.assertIn("6 findings with 2 causes", gait("check", folder).err)
        self.assertEqual(gait("check", "-j1", folder).out, gait("check", "-j4", folder).out)
        each = gait("check", "--each", folder).out.splitlines()
        self.assertEqual(len(each), 7)
        self.assertIn("walk.rtm: ok", each[5])
        named = gait("check", *(folder / f"{name}.rtm" for name in "abc")).out
        self.assertEqual(named.count("RTM042"), 3)

    def test_reports_have_the_causes_of_findings(self):
        for name in ("a", "b"):
            self.put(f"mod/{name}.rtm", rtm(bones=("Pelvis", "Spine", "flagpole"),
                                            phases=(0, 1, 0.5)))
        self.put("mod/model.cfg", b"class CfgModels { class A { skeletonName = \"none\"; }; };")
        document = self.document("--skeleton=arma3-man", "mod")
        found = [finding for file in document["files"] for finding in file["findings"]]
        causes = document["causes"]
        self.assertEqual({finding["cause"] for finding in found},
                         {cause["cause"] for cause in causes})
        self.assertEqual([(cause["rule"], cause["count"], cause["files"]) for cause in causes],
                         [("RTM042", 2, 2), ("CFG044", 1, 1), ("RTM073", 2, 2)])
        self.assertEqual(causes[0]["first"], os.path.join("mod", "a.rtm"))
        self.assertEqual(causes[0]["also"],
                         [{"file": os.path.join("mod", "b.rtm"), "line": None}])
        self.assertEqual(causes[1]["also"], [])
        places = {finding["rule"]: finding["place"] for finding in found}
        self.assertEqual(places["CFG044"]["line"], 1)
        self.assertIsNone(places["RTM042"]["line"])
        self.assertGreater(places["RTM042"]["offset"], 0)
        sarif = gait("check", "--sarif", "--skeleton=arma3-man", "mod", cwd=self.folder).json()
        self.assertEqual(schema_errors(sarif, "sarif"), [])
        results = sarif["runs"][0]["results"]
        self.assertEqual({result["partialFingerprints"]["gaitCause"] for result in results},
                         {cause["cause"] for cause in causes})
        regions = {result["ruleId"]: result["locations"][0]["physicalLocation"]["region"]
                   for result in results}
        self.assertEqual(regions["CFG044"], {"startLine": 1})
        self.assertIn("byteOffset", regions["RTM042"])

    def test_a_baseline_hides_known_findings(self):
        odd, base = self.put("mod/odd.rtm", UNORDERED), self.folder / "base.txt"
        self.put("mod/a%.rtm", DAMAGED)
        self.works("check", "--write-baseline", base, self.folder / "mod")
        self.works("check", "--strict", "--baseline", base, self.folder / "mod")
        self.put("mod/new.rtm", DAMAGED)
        found = gait("check", "--json", "--baseline", base, self.folder / "mod")
        self.assertEqual(found.code, 1)
        hit = [file["path"] for file in found.json()["files"] if file["findings"]]
        self.assertEqual([pathlib.Path(path).name for path in hit], ["new.rtm"])
        odd.unlink()
        self.assertIn("1 entry of the baseline", gait("check", "--baseline", base,
                                                      self.folder / "mod").err)

    def test_more_findings_than_in_the_baseline_are_reported(self):
        base = self.folder / "base.txt"
        odd = self.put("odd.rtm", rtm(phases=(0, 1.5)))
        self.works("check", "--write-baseline", base, odd)
        odd.write_bytes(rtm(phases=(0, 1.5, 1.6)))
        self.fails(1, "check", "--strict", "--baseline", base, odd)

    def test_files_that_are_no_baseline_are_refused(self):
        walk = self.put("walk.rtm", rtm())
        for content in (b"", b"RTM042 1 a\n", b"# gait baseline 1\nRTM042 a\n",
                        b"# gait baseline 1\nRTM042 1 \n", b"# gait baseline 1\n\0"):
            path = self.put("wrong.txt", content)
            self.fails(2, "check", "--baseline", path, walk, cause="is not a baseline")
        self.fails(3, "check", "--baseline", self.folder / "none", walk)

    def test_a_summary_counts_findings_by_rule(self):
        self.put("mod/a.rtm", UNORDERED)
        self.put("mod/b.rtm", UNORDERED)
        out = self.works("check", "--summary", self.folder / "mod").out
        self.assertRegex(out, r"(?m)^RTM042 +warning +2 +2 ")
        self.assertEqual(len(out.splitlines()), 2)


class Reports(Check):
    def run_all(self, *arguments, code):
        kinds = ("json", "sarif", "junit", "github")
        paths = {kind: self.folder / f"report.{kind}" for kind in kinds}
        result = gait("check", *(f"--report={kind}={path}" for kind, path in paths.items()),
                      *arguments, cwd=self.folder)
        self.assertEqual(result.code, code, result.err)
        return result, {kind: path.read_text("utf-8") for kind, path in paths.items()}

    def test_other_files_are_not_overwritten(self):
        walk, other = self.put("a.rtm", rtm()), self.put("b.txt", b"text")
        for target in (walk, other):
            before = target.read_bytes()
            for option in (f"--write-baseline={target}", f"--report=json={target}",
                           f"--report=junit={target}"):
                self.fails(3, "check", option, walk, cause="exists already")
            self.assertEqual(target.read_bytes(), before)
        report = self.folder / "report"
        self.works("check", f"--report=json={report}", walk)
        self.works("check", f"--report=json={report}", walk)
        self.fails(3, "check", f"--report=sarif={report}", walk, cause="of this format")
        self.fails(2, "check", f"--report=json={report}", f"--report=json={report}", walk,
                   cause="two reports")

    def test_one_run_writes_every_report(self):
        self.put("mod/a.rtm", DAMAGED)
        self.put("mod/odd.rtm", UNORDERED)
        self.put("mod/ok.rtm", rtm())
        result, texts = self.run_all("mod", code=1)
        self.assertIn("RTM042", result.out)
        self.assertEqual(schema_errors(json.loads(texts["json"]), "check"), [])
        self.assertEqual(json.loads(texts["json"]),
                         gait("check", "--json", "mod", cwd=self.folder).json())
        self.assertEqual(json.loads(texts["sarif"]),
                         gait("check", "--sarif", "mod", cwd=self.folder).json())
        suite = xml.etree.ElementTree.fromstring(texts["junit"])[0]
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")),
                         ("3", "1", "0"))
        lines = texts["github"].splitlines()
        place = os.path.join("mod", "odd.rtm")
        self.assertTrue(any(line.startswith(f"::warning file={place},title=RTM042::")
                            for line in lines))
        self.assertTrue(any(line.startswith("::error file=") for line in lines))

    def test_junit_counts_unreadable_files_and_strict_warnings(self):
        odd = self.put("odd & '1'.rtm", UNORDERED)
        path = self.folder / "report.xml"
        gait("check", "--strict", f"--report=junit={path}", odd, self.folder / "none.rtm")
        suite = xml.etree.ElementTree.parse(path).getroot()[0]
        self.assertEqual((suite.get("failures"), suite.get("errors")), ("1", "1"))
        self.assertEqual(suite[0].get("name"), str(odd))
        self.assertEqual(suite[0].find("failure").get("type"), "RTM042")
        self.assertIsNotNone(suite[1].find("error"))

    def xml_problems(self, path):
        """Violations of the schema of JUnit reports."""
        done = subprocess.run(["xmllint", "--noout", "--schema", SCHEMAS / "gait.junit-1.xsd",
                               path], capture_output=True, text=True, timeout=60)
        return done.stderr if done.returncode else ""

    @unittest.skipUnless(shutil.which("xmllint"), "requires xmllint")
    def test_junit_matches_its_schema(self):
        self.put("mod/a.rtm", DAMAGED)
        self.put("mod/odd.rtm", UNORDERED)
        self.put("mod/model.ogf", ogf())
        path = self.folder / "report.xml"
        gait("check", f"--report=junit={path}", self.folder / "mod", self.folder / "none.rtm")
        self.assertEqual(self.xml_problems(path), "")
        text = path.read_text("utf-8")
        for old, new in (('type="RTM', 'type="rtm'), ("</failure>", "</failure><failure/>"),
                         ("<error ", "<skipped "), ('tests="4"', 'tests="-4"'),
                         (' errors="1"', ""), ('name="gait check"', 'name=""'), ("<error", "<")):
            with self.subTest(new=new):
                self.assertIn(old, text)
                broken = self.put("broken.xml", text.replace(old, new).encode())
                self.assertNotEqual(self.xml_problems(broken), "")

    @unittest.skipUnless(shutil.which("xmllint"), "requires xmllint")
    def test_junit_of_all_fixtures_matches_its_schema(self):
        path = self.folder / "report.xml"
        for strict in ([], ["--strict"]):
            gait("check", f"--report=junit={path}", *strict, os.environ["GAIT_DATA"])
            self.assertEqual(self.xml_problems(path), "")
            suite = xml.etree.ElementTree.parse(path).getroot()[0]
            self.assertGreater(len(suite), 600)
            self.assertEqual([int(suite.get(name)) for name in ("tests", "failures", "errors")],
                             [len(suite), len(suite.findall("*/failure")),
                              len(suite.findall("*/error"))])

    @posix_only("Windows does not allow these names")
    def test_reports_replace_control_characters_and_invalid_bytes_of_names(self):
        bank = omf(bones=("a\x1b[31m<&\"'>]]>", "b\r\n::error::x"))
        name = b"odd\xff\xed\xa0\x80\r\n::error::\x1b\"<a>.omf"
        pathlib.Path(os.fsdecode(os.fsencode(self.folder) + b"/" + name)).write_bytes(bank)
        _, texts = self.run_all("--skeleton=arma3-man", self.folder, code=1)
        self.assertEqual(schema_errors(json.loads(texts["sarif"]), "sarif"), [])
        suite = xml.etree.ElementTree.fromstring(texts["junit"])[0]
        self.assertTrue(suite[0].get("name").endswith(
            "/odd" + "\ufffd" * 6 + "::error::\ufffd\"<a>.omf"))
        self.assertIn("a?[31m<&\"'>]]>", suite[0].find("failure").text)
        self.assertIn("/odd" + "\ufffd" * 4 + "%0D%0A%3A%3Aerror%3A%3A\ufffd\"<a>.omf,title=OMF",
                      texts["github"])
        for text in texts.values():
            self.assertNotRegex(text, "[\0-\x09\x0b-\x1f\x7f]")
        self.assertRegex(texts["github"], r"\A(::error file=/[^\n]*\n)+\Z")

    def test_github_annotations_escape_paths(self):
        self.put("a,b%.rtm", UNORDERED)
        result = gait("check", "--report=github=-", "a,b%.rtm", cwd=self.folder)
        self.assertIn("::warning file=a%2Cb%25.rtm,title=RTM042::", result.out)


class Rules(CommandTest):
    def test_rules_are_listed_by_pattern(self):
        listed = [line.split()[0] for line in self.works("rules", "OMF1*,RTM05?").out.splitlines()]
        self.assertIn("RTM051", listed)
        self.assertTrue(all(rule.startswith(("OMF1", "RTM05")) for rule in listed))
        self.fails(2, "rules", "XYZ*", cause="no rule")


if __name__ == "__main__":
    main()
