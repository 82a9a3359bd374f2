#!/usr/bin/env python3
"""info, map, check, formats, rules: content, exit codes, and JSON that matches its schema."""
import importlib.util
import json
import os
import pathlib
import re
import sys
import unittest

from command import CommandTest, gait, main, ogf, omf, rtm, schema_errors

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import markdown

DATA = pathlib.Path(os.environ["GAIT_DATA"])

DAMAGED = rtm()[:-5]


class Reports(CommandTest):
    def report(self, schema, *arguments, code=0, **options):
        result = gait(*arguments, "--json", **options)
        self.assertEqual(result.code, code, result.err)
        document = result.json()
        self.assertEqual(document["schema"], f"gait.{schema}/1")
        self.assertEqual(schema_errors(document, schema), [])
        self.assertTrue(result.out.endswith("\n"))
        return document


class Info(Reports):
    def test_info_describes_a_motion(self):
        path = self.put("walk.rtm", rtm(bones=("Pelvis", "ДяДя"), step=(0, 0, -1.5)))
        entry = self.report("info", "info", path)["files"][0]
        self.has(entry, {
            "path": str(path), "bytes": path.stat().st_size, "format": "rtm", "version": 101,
            "status": "ok", "bones": ["Pelvis", "ДяДя"],
            "skeletons": None,
            "clips": [{"index": 0, "name": "walk", "frames": 2, "duration_s": None,
                       "loop": None, "phases": [0, 1], "root_motion": [0, 0, -1.5],
                       "events": 0,
                       "events_with_times": 0}],
            "refs": None, "step": [0, 0, -1.5], "mesh": None, "error": None})

    def test_info_counts_the_mesh_of_a_model(self):
        expected = {"ok/mesh.ogf": {"parts": 4, "textures": 1, "vertices": 16, "triangles": 8},
                    "ok/mesh_windows.ogf": {"parts": 2, "textures": 1, "vertices": 8,
                                            "triangles": 4},
                    "ok/skeleton.ogf": None, "bad/mesh_in_level.ogf": None,
                    "../p3d/ok/mesh.p3d": {"parts": 2, "textures": 1, "vertices": 6,
                                           "triangles": 4},
                    "../p3d/ok/no_levels.p3d": None}
        for name, mesh in expected.items():
            path = DATA / "ogf" / name
            self.assertEqual(self.report("info", "info", path)["files"][0]["mesh"], mesh, name)
            listed = gait("info", "-v", path).out
            self.assertEqual(" mesh " in listed, mesh is not None, name)
        self.assertIn(" mesh 4 parts, 1 texture, 16 vertices, 8 triangles\n",
                      gait("info", "-v", DATA / "ogf" / "ok" / "mesh.ogf").out)

    def test_info_describes_a_bank(self):
        path = self.put("bank.omf", omf(clips=(("idle", 31), ("jump", 1)), stop=("jump",)))
        entry = self.report("info", "info", path)["files"][0]
        self.assertEqual((entry["format"], entry["version"]), ("omf", 4))
        self.has(entry["clips"], [
            {"index": 0, "name": "idle", "frames": 31, "duration_s": 1, "loop": True,
             "phases": None, "root_motion": None, "events": 0, "events_with_times": 0},
            {"index": 1, "name": "jump", "frames": 1, "duration_s": 0, "loop": False,
             "phases": None, "root_motion": None, "events": 0, "events_with_times": 0}])
        self.assertEqual((entry["refs"], entry["step"]), (None, None))

    def test_info_counts_marks_and_those_with_times(self):
        path = DATA / "omf" / "ok" / "marks.omf"
        clip = self.report("info", "info", path)["files"][0]["clips"][0]
        self.assertEqual((clip["events"], clip["events_with_times"]), (3, 2))
        self.assertIn("3 marks, 2 with times", gait("info", path).out)

    def test_info_describes_a_model(self):
        entry = self.report("info", "info", self.put("actor.ogf", ogf()))["files"][0]
        self.assertEqual((entry["format"], entry["version"]), ("ogf", 4))
        self.assertEqual((entry["bones"], entry["refs"]), (["root", "hand"], []))
        self.has(entry["skeletons"], [{"name": "actor", "bones": 2}])

    def test_a_config_lists_its_skeletons(self):
        path = self.put("model.cfg", b'class CfgSkeletons { class A { skeletonBones[] = {"a", "",'
                        b'"b", "a"}; }; class B : A {}; class C {}; };')
        entry = self.report("info", "info", path)["files"][0]
        self.assertEqual((entry["format"], entry["version"], entry["bones"], entry["clips"]),
                         ("modelcfg", None, None, []))
        self.has(entry["skeletons"], [{"name": "A", "bones": 2}, {"name": "B", "bones": 2},
                                      {"name": "C", "bones": 0}])
        shown = self.works("info", "-v", path).out
        self.assertRegex(shown, r"modelcfg +- +4 ")
        self.assertRegex(shown, r"skeleton +2 +B\n")

    def test_each_kind_of_failure_has_its_status_and_code(self):
        damaged = self.put("damaged.rtm", DAMAGED)
        foreign = self.put("foreign.rtm", b"BMTR" + bytes(100))
        missing = self.folder / "missing.rtm"
        for path, code, status in ((damaged, 4, "bad"), (foreign, 5, "unsupported"),
                                   (missing, 3, "unreadable")):
            entry = self.report("info", "info", path, code=code)["files"][0]
            self.assertEqual(entry["status"], status)
            self.assertTrue(entry["error"]["message"])
            self.assertIsNone(entry["clips"])

    def test_exit_code_is_that_of_the_worst_failure(self):
        good = self.put("good.rtm", rtm())
        damaged = self.put("damaged.rtm", DAMAGED)
        foreign = self.put("foreign.rtm", b"BMTR" + bytes(100))
        missing = self.folder / "missing.rtm"
        for paths, code in (((good, damaged), 4), ((foreign, good), 5), ((foreign, damaged), 4),
                            ((foreign, damaged, missing, good), 3)):
            shown = self.report("info", "info", *paths, code=code)["files"]
            self.assertEqual([entry["path"] for entry in shown], list(map(str, paths)))

    def test_text_output_has_one_line_per_file(self):
        self.put("walk.rtm", rtm())
        self.put("bank.omf", omf())
        lines = self.works("info", self.folder).out.splitlines()
        self.assertRegex(lines[0], "^FORMAT +VERSION +BONES +CLIPS +FRAMES +SECONDS +EVENTS")
        self.assertRegex(lines[1], r"^omf +4 +2 +2 +8 +0\.20 +0 ok +\S+bank\.omf$")
        self.assertRegex(lines[2], r"^rtm +101 +2 +1 +2 +- +0 ok +\S+walk\.rtm$")
        self.assertEqual(len(lines), 3)
        listed = self.works("info", "-v", self.folder).out
        self.assertRegex(listed, r"clip 1 +5 +0\.13 +0 loop +walk\n")

    def test_damage_is_reported_with_its_offset(self):
        path = self.put("damaged.rtm", DAMAGED)
        said = self.fails(4, "info", path).err
        self.assertRegex(said, r"error: \S+damaged\.rtm: byte \d+: .* \[RTM\d{3}\]")

    def test_control_characters_in_names_never_reach_the_terminal(self):
        path = self.put("bank.omf", omf(clips=(("a\x1b[31mb\x98", 1),)))
        shown = self.works("info", "-v", path).bytes
        self.assertIn(b"a?[31mb?", shown)
        name = self.report("info", "info", path)["files"][0]["clips"][0]["name"]
        self.assertEqual(name, "a\x1b[31mb\x98")

    def test_the_same_files_give_the_same_bytes(self):
        self.put("walk.rtm", rtm())
        self.put("bank.omf", omf())
        runs = {gait("info", "--json", self.folder).bytes for _ in range(3)}
        self.assertEqual(len(runs), 1)


class Map(Reports):
    def check_tiles(self, path):
        document = self.report("map", "map", path)
        end = 0
        for field in document["fields"]:
            self.assertEqual(field["offset"], end, field["name"])
            end += field["size"]
        self.assertEqual(end, pathlib.Path(path).stat().st_size)
        return document

    def test_the_fields_tile_each_kind_of_file(self):
        for name, content in (("a.rtm", rtm()), ("a.omf", omf()), ("a.ogf", ogf())):
            self.check_tiles(self.put(name, content))

    def test_values_are_complete_in_json_and_short_in_text(self):
        keys = [(k, 0, 0, 32766) for k in range(40)]
        path = self.put("a.omf", omf(clips=(("one", 40),), tracks=lambda *_: (keys, (0, 0, 0))))
        tables = [field["value"] for field in self.check_tiles(path)["fields"]
                  if field["type"] == "s16[40][4]"]
        self.assertEqual(tables, [[list(key) for key in keys]] * 2)
        self.assertNotIn("[39,0,0,32766]", self.works("map", path).out)
        self.assertIn("[39,0,0,32766]", self.works("map", "-v", path).out)

    def test_unreadable_file_has_no_map(self):
        self.fails(4, "map", self.put("a.rtm", DAMAGED), cause="[RTM004]")
        self.fails(5, "map", self.put("b.rtm", b"\1 what is this"), cause="FIL002")


class Check(Reports):
    def test_valid_files_have_no_findings(self):
        path = self.put("a.omf", omf())
        document = self.report("check", "check", path)
        self.assertEqual((document["errors"], document["warnings"]), (0, 0))
        self.assertEqual(self.works("check", path).out, f"{path}: ok\n")
        self.assertEqual(self.works("check", "-q", path).out, "")

    def test_damage_is_a_finding(self):
        path = self.put("a.rtm", DAMAGED)
        document = self.report("check", "check", path, code=1)
        finding = document["files"][0]["findings"][-1]
        self.assertEqual(finding["severity"], "error")
        self.assertEqual(document["errors"], document["files"][0]["errors"])
        shown = self.fails(1, "check", path).out
        self.assertIn(f"error {finding['rule']}: byte {finding['offset']}", shown)

    def test_unreadable_file_is_an_error_without_a_rule(self):
        missing = self.folder / "missing.rtm"
        document = self.report("check", "check", missing, code=3)
        finding = document["files"][0]["findings"][0]
        self.assertEqual((finding["rule"], finding["offset"]), (None, None))
        self.fails(3, "check", missing, cause=("missing.rtm", "cannot open"))
        self.fails(5, "check", self.put("b.rtm", b"BMTR" + bytes(100)))

    def warned(self):
        """Descending phases: readable, with a warning."""
        return self.put("odd.rtm", rtm(phases=(0, 1, 0.5)))

    def test_warnings_fail_only_with_strict(self):
        path = self.warned()
        document = self.report("check", "check", path)
        self.assertGreater(document["warnings"], 0)
        self.assertEqual(document["errors"], 0)
        self.fails(1, "check", "--strict", path)

    def test_findings_name_clip_and_bone(self):
        zero = omf(tracks=lambda *_: ([(0, 0, 0, 0)], (0, 0, 0)))
        document = self.report("check", "check", self.put("a.omf", zero))
        named = [finding for finding in document["files"][0]["findings"] if finding["bone"]]
        self.assertIn({"index": 0, "name": "root"}, [finding["bone"] for finding in named])
        self.assertIn({"index": 0, "name": "idle"}, [finding["clip"] for finding in named])

    def test_bones_missing_in_the_skeleton_are_findings(self):
        model = self.put("actor.ogf", ogf())
        good = self.put("good.omf", omf())
        bad = self.put("bad.omf", omf(bones=("root", "paw")))
        self.works("check", "--skeleton", model, good)
        result = self.fails(1, "check", "--skeleton", model, bad)
        self.assertIn("paw", result.out)
        walk = self.put("walk.rtm", rtm(bones=("Pelvis", "tail")))
        self.assertEqual(self.report("check", "check", walk)["warnings"], 0)
        found = self.report("check", "check", "--skeleton", "arma3-man", walk)
        self.assertEqual(found["warnings"], 1)
        self.assertIn("tail", found["files"][0]["findings"][0]["message"])

    def test_a_skeleton_of_pivots_is_refused(self):
        pivots = DATA / "p3d" / "ok" / "pivots.p3d"
        walk = self.put("walk.rtm", rtm())
        for skeletons in ([f"--skeleton={pivots}"],
                          ["--skeleton=arma3-man", f"--skeleton={pivots}"]):
            self.fails(2, "check", *skeletons, walk, cause="not pivots")

    def test_only_one_report_is_written_to_stdout(self):
        self.fails(2, "check", "--json", "--sarif", self.warned(), cause="only one report")
        self.fails(2, "check", "--json", "--report=junit=-", self.warned(), cause="only one report")
        self.fails(2, "check", "--json", "--summary", self.warned(), cause="--summary")
        for wrong in ("json", "json=", "xml=a"):
            self.fails(2, "check", f"--report={wrong}", self.warned(), cause="--report requires")

    def test_advice_is_printed_on_request(self):
        path = self.put("a.rtm", DAMAGED)
        plain = self.fails(1, "check", path).out
        advised = self.fails(1, "check", "-v", path).out
        self.assertGreater(len(advised.splitlines()), len(plain.splitlines()))


class Sarif(CommandTest):
    def sarif(self, *paths, code):
        result = gait("check", "--sarif", *paths)
        self.assertEqual(result.code, code, result.err)
        document = result.json()
        self.assertEqual(schema_errors(document, "sarif"), [])
        return document["runs"][0]

    def test_reports_on_all_fixtures_match_the_schema(self):
        url = "https://host/rules.md"
        with_url = gait("check", "--sarif", f"--rules-url={url}", "--skeleton=arma3-man", DATA)
        for document in (gait("check", "--sarif", DATA).json(), with_url.json(),
                         gait("check", "--sarif", DATA, self.folder / "missing.rtm").json()):
            self.assertEqual(schema_errors(document, "sarif"), [])
            self.assertGreater(len(document["runs"][0]["results"]), 300)

    @unittest.skipUnless(importlib.util.find_spec("jsonschema"), "requires jsonschema")
    def test_broken_reports_are_rejected_by_the_schema(self):
        zero = omf(tracks=lambda *_: ([(0, 0, 0, 0)], (0, 0, 0)))
        text = gait("check", "--sarif", "--rules-url=file:///rules.md", self.put("a.omf", zero),
                    self.put("a.rtm", DAMAGED), self.folder / "missing.rtm").out
        self.assertEqual(schema_errors(json.loads(text), "sarif"), [])
        for old, new in (('"2.1.0"', '"2.0.0"'), ('"level":"error"', '"level":"fatal"'),
                         ('"level":"error"', '"level":"error","rank":1'),
                         ('"ruleId":', '"rule":'), ('"byteOffset":', '"byteOffset":-'),
                         ('"occurrenceCount":', '"occurrenceCount":0.'),
                         ('"kind":"bone"', '"kind":"mesh"'), ('"uri":"', '"uri":"a b'),
                         ('file:///rules.md#', 'rules.md#'), ('rules.md#', 'rules.md'),
                         ('"executionSuccessful":false', '"executionSuccessful":true')):
            with self.subTest(new=new):
                self.assertIn(old, text)
                broken = json.loads(text.replace(old, new))
                self.assertNotEqual(schema_errors(broken, "sarif"), [])

    def test_rules_link_to_existing_anchors(self):
        page = ROOT / "docs" / "rules.md"
        for url in ("https://host/a%20b/rules.md", "http://host", "file:///C:/rules.md"):
            run = gait("check", "--sarif", f"--rules-url={url}", self.put("a.rtm", rtm())).json()
            rules = run["runs"][0]["tool"]["driver"]["rules"]
            anchors = [rule["helpUri"].removeprefix(url + "#") for rule in rules]
            self.assertEqual(anchors, [rule["id"].lower() for rule in rules])
            self.assertLessEqual(set(anchors), set(markdown.anchors(page.read_text("utf-8"))))
        run = gait("check", "--sarif", self.folder).json()["runs"][0]
        self.assertNotIn("helpUri", run["tool"]["driver"]["rules"][0])

    def test_wrong_addresses_of_rules_are_usage_errors(self):
        path = self.put("a.rtm", rtm())
        for url in ("", "rules.md", "ftp://host/rules.md", "https://", "https://a b", 'https://a"b',
                    "https://a'b", "https://a#b", "https://a\nb", "https://é", "file://host"):
            self.fails(2, "check", "--sarif", f"--rules-url={url}", path, cause="begins with https")
        for other in ([], ["--json"], [f"--report=junit={self.folder / 'a.xml'}"]):
            self.fails(2, "check", "--rules-url=https://host", *other, path,
                       cause="--rules-url requires --sarif")
        self.works("check", "--rules-url=https://host", f"--report=sarif={self.folder / 'a'}", path)
        self.assertIn('"https://host#', (self.folder / "a").read_text("utf-8"))

    def test_results_point_at_their_rule_and_place(self):
        damaged = self.put("with space é%.rtm", DAMAGED)
        odd = self.put("odd.rtm", rtm(phases=(0, 1, 0.5)))
        run = self.sarif(damaged, odd, code=1)
        rules = run["tool"]["driver"]["rules"]
        self.assertGreater(len(run["results"]), 1)
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            self.assertIn(result["level"], ("note", "warning", "error"))
            self.assertTrue(result["message"]["text"])
            self.assertGreaterEqual(result["occurrenceCount"], 1)
            place = result["locations"][0]["physicalLocation"]
            self.assertRegex(place["artifactLocation"]["uri"], r"^file:///[A-Za-z0-9._~%/-]+$")
            self.assertGreaterEqual(place["region"]["byteOffset"], 0)
            self.assertGreaterEqual(place["region"]["byteLength"], 0)
        uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertTrue(uri.endswith("/with%20space%20%C3%A9%25.rtm"))
        self.assertTrue(run["invocations"][0]["executionSuccessful"])

    def test_relative_paths_stay_relative(self):
        self.put("sub/a.rtm", DAMAGED)
        run = gait("check", "--sarif", "sub", cwd=self.folder).json()["runs"][0]
        place = run["results"][0]["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"]["uri"], "sub/a.rtm")

    def test_clips_and_bones_are_logical_locations(self):
        zero = omf(tracks=lambda *_: ([(0, 0, 0, 0)], (0, 0, 0)))
        run = self.sarif(self.put("a.omf", zero), code=0)
        named = [place for result in run["results"]
                 for place in result["locations"][0].get("logicalLocations", [])]
        self.assertIn({"name": "idle", "kind": "clip"}, named)
        self.assertIn({"name": "root", "kind": "bone"}, named)

    def test_unreadable_files_are_notifications(self):
        run = self.sarif(self.folder / "missing.rtm", code=3)
        self.assertEqual(run["results"], [])
        self.assertFalse(run["invocations"][0]["executionSuccessful"])
        notice = run["invocations"][0]["toolExecutionNotifications"][0]
        self.assertIn("cannot open", notice["message"]["text"])


class Lists(Reports):
    def test_formats(self):
        formats = {entry["name"]: entry for entry in
                   self.report("formats", "formats")["formats"]}
        for name in ("rtm", "omf", "ogf"):
            self.assertTrue(formats[name]["open"] and formats[name]["write"])
        self.assertEqual(formats["gltf"]["extensions"], [".glb", ".gltf"])
        shown = self.works("formats").out
        for name in formats:
            self.assertRegex(shown, rf"(?m)^{name} ")

    def test_clips_can_be_converted_to_exactly_the_export_formats(self):
        self.put("model.ogf", ogf())
        self.works("convert", "--skeleton", self.folder / "model.ogf", self.put("in.omf", omf()),
                   self.folder / "in.glb")
        for entry in self.report("formats", "formats")["formats"]:
            out = self.folder / ("{clip}" + entry["extensions"][0])
            done = gait("convert", "-f", f"--to={entry['name']}", "--skeleton",
                        self.folder / "model.ogf", self.folder / "in.glb", out)
            # The motion of an object is on no skeleton.
            expected = 2 if entry["name"] == "anm" else 0 if entry["export"] else 5
            self.assertEqual((entry["name"], done.code), (entry["name"], expected), done.err)

    def test_rules(self):
        rules = self.report("rules", "rules")["rules"]
        ids = [rule["id"] for rule in rules]
        self.assertEqual(ids, sorted(set(ids)))
        self.assertEqual(len(self.works("rules").out.splitlines()), len(ids))
        one = self.report("rules", "rules", ids[3])["rules"]
        self.assertEqual(one, [rules[3]])
        explained = self.works("rules", ids[3]).out
        self.assertIn(rules[3]["advice"], explained)

    def test_unknown_rules_are_usage_errors(self):
        self.fails(2, "rules", "fil001", cause="did you mean FIL001?")
        self.fails(2, "rules", "nothing", cause="there is no rule 'nothing'")


class Samples(Reports):
    """All reports on the files of samples/."""

    def paths(self):
        folder = pathlib.Path(os.environ.get("GAIT_SAMPLES", "."))
        found = sorted(path for path in folder.rglob("*")
                       if re.fullmatch(r"\.(rtm|omf|ogf)", path.suffix))
        if not found:
            self.skipTest("there are no samples")
        return found

    def test_samples_are_valid_and_fully_mapped(self):
        for path in self.paths():
            entry = self.report("info", "info", path)["files"][0]
            self.assertEqual((str(path), entry["status"]), (str(path), "ok"))
            self.assertEqual(self.report("check", "check", path)["errors"], 0)
            fields = self.report("map", "map", path)["fields"]
            self.assertEqual(sum(field["size"] for field in fields), path.stat().st_size)

    def test_samples_convert(self):
        for path in self.paths():
            out = self.folder / (path.name + ".glb")
            self.works("convert", path, out)
            self.assertEqual(out.read_bytes()[:4], b"glTF")
            length = int.from_bytes(out.read_bytes()[12:16], "little")
            scene = json.loads(out.read_bytes()[20:20 + length])
            clips = self.report("info", "info", path)["files"][0]["clips"]
            self.assertEqual(len(scene.get("animations", [])), len(clips))


if __name__ == "__main__":
    main()
