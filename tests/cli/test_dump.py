#!/usr/bin/env python3
"""dump: files as JSON text with every field."""
# sanitized: damaged files that open, and those that do not
import json
import os
import pathlib
import shutil

from command import CommandTest, gait, main, ogf, omf, rtm, schema_errors

DATA = pathlib.Path(os.environ["GAIT_DATA"])
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])


def fixtures(folder, *formats):
    return [path for one in formats for path in sorted((DATA / one / folder).iterdir())]


class Dump(CommandTest):
    def dump(self, *arguments, **options):
        """The document, which the schema allows."""
        document = self.works("dump", *arguments, **options).json()
        self.assertEqual(schema_errors(document, "text"), [])
        return document

    def test_every_field_of_an_rtm(self):
        path = self.put("a.rtm", rtm(("Pelvis", "спина"), (0, 0.5), (0, 0, 1.25)))
        document = self.dump(path)
        rows = [[1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]] * 2
        self.assertEqual(document, {
            "schema": "gait.text/1", "format": "rtm", "codePage": 1251, "version": 101,
            "step": [0, 0, 1.25], "bones": ["Pelvis", "спина"],
            "frames": [{"phase": 0, "matrices": rows}, {"phase": 0.5, "matrices": rows}]})

    def test_every_field_of_a_bank(self):
        def tracks(clip, bone, length):
            return ([(0, 0, 0, 32767), (bone, 0, 0, -32768)] if length == 2 else
                    [(0, 0, 0, 32767)], (0.5, bone, clip))

        path = self.put("a.omf", omf(("root", "hand"), [("idle", 1), ("walk", 2)], tracks,
                                     stop=("walk",)))
        document = self.dump(path)
        self.assertEqual(document["parts"], [{"name": "default", "bones": [
            {"name": "root", "id": 0}, {"name": "hand", "id": 1}]}])
        idle, walk = document["motions"]
        self.assertEqual((idle["name"], idle["flags"], walk["flags"], walk["frames"]),
                         ("idle", [], ["stopAtEnd"], 2))
        self.assertEqual(walk["tracks"][1], {
            "bone": "hand", "rotation": {"keys": [[0, 0, 0, 32767], [1, 0, 0, -32768]]},
            "translation": {"constant": [0.5, 1, 1]}})

    def test_each_row_of_keys_is_a_line(self):
        text = self.works("dump", SAMPLES / "walk.rtm").out
        document = json.loads(text)
        rows = [row for frame in document["frames"] for row in frame["matrices"]]
        self.assertEqual(len(rows), 25 * 67)
        lines = [line.rstrip(",]}") + "]" for line in text.split("\n") if line.startswith("[")]
        self.assertEqual([json.loads(line) for line in lines], rows)
        self.assertTrue(text.endswith("}\n"))

    def test_all_fixtures_match_the_schema(self):
        seen = set()
        for path in fixtures("ok", "rtm", "bmtr", "omf", "skl") + fixtures("bad", "rtm", "bmtr",
                                                                            "omf", "skl"):
            result = gait("dump", path)
            if result.code == 0:
                document = result.json()
                self.assertEqual(schema_errors(document, "text"), [], path)
                seen.add(document["format"])
            else:
                self.assertIn(result.code, (4, 5), path)
                self.assertEqual(result.out, "")
        self.assertEqual(seen, {"rtm", "bmtr", "omf", "skl", "skls", "anm"})

    def test_the_schema_refuses_other_documents(self):
        document = self.dump(DATA / "omf/ok/marks.omf")
        if not schema_errors({}, "text"):
            self.skipTest("jsonschema is not installed")
        for change in (lambda d: d.update(schema="gait.text/2"), lambda d: d.update(format="ogf"),
                       lambda d: d.pop("motions"), lambda d: d.update(unknown=1),
                       lambda d: d["motions"][0].pop("tracks"),
                       lambda d: d["motions"][0].update(speed="fast"),
                       lambda d: d["motions"][0]["tracks"][0].update(otherFlags=-1)):
            changed = json.loads(json.dumps(document))
            change(changed)
            self.assertNotEqual(schema_errors(changed, "text"), [])

    def test_negative_zero(self):
        """Other programs keep -0.0, and read -0 as the integer 0."""
        path = self.put("a.rtm", rtm(matrix=lambda bone, frame: (
            1, -0.0, 0, 0, 1, 0, 0, 0, 1, -0.0, 0, 0)))
        text = json.dumps(json.loads(self.works("dump", path).out))
        built = self.works("build", "-", "-o", "-", stdin=text.encode())
        self.assertEqual(built.bytes, path.read_bytes())

    def test_standard_input(self):
        path = self.put("a.omf", omf())
        self.assertEqual(self.works("dump", "-", stdin=path.read_bytes()).bytes,
                         self.works("dump", path).bytes)

    def test_names_in_a_code_page(self):
        path = self.put("a.rtm", rtm(("Pelvis", "спина")))
        document = self.dump("--names", "1252", path)
        self.assertEqual((document["codePage"], document["bones"][1]), (1252, "ñïèíà"))

    def test_folders(self):
        self.put("in/a.rtm", rtm())
        self.put("in/b/c.omf", omf())
        out = self.folder / "out"
        self.works("dump", self.folder / "in", "--out", out)
        self.assertEqual(sorted(str(path.relative_to(out)).replace("\\", "/")
                                for path in out.rglob("*.*")), ["a.rtm.json", "b/c.omf.json"])
        self.assertEqual((out / "a.rtm.json").read_bytes(),
                         self.works("dump", self.folder / "in/a.rtm").bytes)
        self.fails(3, "dump", self.folder / "in", "--out", out, cause="exists")
        self.works("dump", "-f", self.folder / "in", "--out", out)
        self.assertEqual(self.leftovers(), [])

    def test_formats_without_a_text_are_left_out_in_folders(self):
        self.put("in/a.rtm", rtm())
        self.put("in/b.omf", omf())
        model = self.put("in/model.ogf", ogf())
        self.put("in/cut.ogf", ogf()[:-9])
        shutil.copy(SAMPLES / "mannequin.p3d", self.folder / "in/c.p3d")
        out = self.folder / "out"
        done = self.works("dump", self.folder / "in", "--out", out)
        self.assertIn("5 inputs: 2 dumped (2 outputs), 3 skipped", done.err)
        self.assertNotIn("error", done.err)
        self.assertEqual(sorted(path.name for path in out.iterdir()), ["a.rtm.json", "b.omf.json"])
        done = self.works("dump", "-v", "-f", self.folder / "in", "--out", out)
        self.assertIn("model.ogf: skipped: has no text form", done.err)
        done = self.fails(5, "dump", "-f", self.folder / "in", model, "--out", out,
                          cause=("TXT013", "model.ogf"))
        self.assertIn("6 inputs: 2 dumped (2 outputs), 3 skipped, 1 failed", done.err)
        self.fails(2, "dump", self.folder / "in", "--include", "*.ogf", "--out", self.folder / "o",
                   cause="all inputs were skipped")

    def test_a_damaged_file_of_a_folder_fails(self):
        self.put("in/a.rtm", rtm())
        self.put("in/b.rtm", rtm()[:-5])
        out = self.folder / "out"
        done = self.fails(4, "dump", self.folder / "in", "--out", out, cause="RTM004")
        self.assertIn("2 inputs: 1 dumped (1 output), 1 failed", done.err)
        self.assertEqual([path.name for path in out.iterdir()], ["a.rtm.json"])

    def test_several_files_need_a_folder(self):
        self.put("in/a.rtm", rtm())
        self.put("in/b.rtm", rtm())
        for inputs in ([self.folder / "in"], [self.folder / "in/a.rtm", self.folder / "in/b.rtm"]):
            result = self.fails(2, "dump", *inputs, cause="--out FOLDER")
            self.assertEqual(result.out, "")
        self.fails(2, "dump", cause="PATH")

    def test_one_file_of_a_folder_is_printed(self):
        self.put("in/a.rtm", rtm())
        self.assertEqual(self.dump(self.folder / "in")["format"], "rtm")

    def test_formats_without_a_text(self):
        for path in (self.put("a.ogf", ogf()), SAMPLES / "mannequin.p3d",
                     self.put("model.cfg", b"class CfgSkeletons { class A { skeletonBones[] = "
                                           b"{\"a\",\"\"}; }; };")):
            result = self.fails(5, "dump", path, cause=("TXT013", "no text form"))
            self.assertEqual(result.out, "")
        self.fails(3, "dump", self.folder / "missing.rtm", cause="missing.rtm")
        self.fails(5, "dump", self.put("a.txt", b"Lorem ipsum dolor sit amet"))

    def test_damaged_files_that_open(self):
        for name in ("omf/bad/crc_wrong.omf", "rtm/bad/matrix_nan.rtm",
                     "omf/bad/surplus_track.omf"):
            document = self.dump(DATA / name)
            self.assertTrue(document.get("motions") or document.get("frames"))
        self.assertIn("0x7fc00000", self.works("dump", DATA / "rtm/bad/matrix_nan.rtm").out)
        result = self.fails(4, "dump", DATA / "omf/bad/cut_keys.omf", cause="OMF001")
        self.assertEqual(result.out, "")


main()
