#!/usr/bin/env python3
"""list: the clips of files with playback, parts and events; filters."""
# sanitized: damaged files and their numbers
import os
import pathlib
import struct

from command import CommandTest, main, ogf, omf, rtm, schema_errors

DATA = pathlib.Path(os.environ["GAIT_DATA"])
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
STALKER = SAMPLES / "stalker.omf"


class List(CommandTest):
    def document(self, *arguments, code=0):
        result = self.fails(code, "list", "--json", *arguments)
        document = result.json()
        self.assertEqual(document["schema"], "gait.list/1")
        self.assertEqual(schema_errors(document, "list"), [])
        return document["files"]

    def names(self, *arguments, code=0):
        return self.fails(code, "list", "--names", *arguments).out.split()


class Content(List):
    def test_a_bank(self):
        path = self.put("bank.omf", omf(bones=("root", "hand", "foot"), clips=(("idle", 31),
                                        ("jump", 1)), stop=("jump",), parts=(1, 2),
                                        played_on={"jump": 1}))
        clips = self.document(path)[0]["clips"]
        playback = {"speed": 1, "power": 1, "accrue": 2, "falloff": 2, "flags": [],
                    "flags_stored": 0, "part": None}
        self.has(clips, [
            {"index": 0, "name": "idle", "frames": 31, "duration_s": 1, "loop": True,
             "phases": None, "root_motion": None, "playback": playback, "events": []},
            {"index": 1, "name": "jump", "frames": 1, "duration_s": 0, "loop": False,
             "phases": None, "root_motion": None,
             "playback": {**playback, "flags": ["stop-at-end"], "flags_stored": 2,
                          "part": {"index": 1, "name": "part1"}}, "events": []}])
        rows = [line.split() for line in self.works("list", path).out.splitlines()]
        self.assertEqual(rows[2:], [
            ["0", "idle", "31", "1.00", "1", "1", "2", "2", "0", "all", "-"],
            ["1", "jump", "1", "0.00", "1", "1", "2", "2", "0", "part1", "stop-at-end"]])

    def test_columns_are_aligned(self):
        lines = self.works("list", STALKER).out.splitlines()
        self.assertEqual(lines[0], f"{STALKER}: 5 clips")
        column = lines[1].index("PART")
        for line in lines[2:]:
            self.assertEqual(line[column - 1], " ")
            self.assertNotEqual(line[column], " ")

    def test_phases_and_root_motion_of_an_rtm(self):
        path = self.put("a.rtm", rtm(bones=("a",), phases=(0.5, 1, 13.5), step=(0, 0.25, -1.5)))
        clip = self.document(path)[0]["clips"][0]
        self.assertEqual((clip["phases"], clip["root_motion"]), ([0.5, 13.5], [0, 0.25, -1.5]))
        packed = self.folder / "b.rtm"
        config = self.put("x/model.cfg", b'class CfgSkeletons { class A { skeletonBones[] = '
                                         b'{"a", ""}; }; };')
        self.works("convert", "--to=bmtr", f"--skeleton={config}", path, packed)
        for one in (path, packed):
            row = self.works("list", one).out.splitlines()[2].split()
            self.assertEqual(row[2:], ["3", "0.5", "13.5", "0,0.25,-1.5", "0"])
        empty = self.put("c.rtm", rtm(bones=("a",), phases=()))
        self.assertIsNone(self.document(empty)[0]["clips"][0]["phases"])

    def test_a_bank_in_a_model(self):
        path = self.put("model.ogf", ogf((("root", ""), ("hand", "root"))) + omf())
        self.assertEqual([clip["name"] for clip in self.document(path)[0]["clips"]],
                         ["idle", "walk"])

    def test_an_fx_plays_on_a_bone(self):
        clip = self.document(STALKER, "--flag", "fx")[0]["clips"][0]
        self.assertEqual(clip["playback"]["bone"], {"index": 12, "name": "bip01_spine1"})
        self.assertNotIn("part", clip["playback"])
        self.assertEqual(self.names(STALKER, "--part", "*spine1"), ["hit_chest"])

    def test_sdk_motions_have_numbers_of_parts(self):
        out = self.folder / "bank.skls"
        self.works("convert", "--lossy", STALKER, out)
        salute = self.document(out)[0]["clips"][2]
        self.assertEqual(salute["playback"]["part"], {"index": 1, "name": None})
        self.assertEqual(self.names(out, "--part", "1"), ["salute"])

    def test_events(self):
        marks = self.document(DATA / "omf" / "ok" / "marks.omf")[0]["clips"][0]["events"]
        self.assertEqual([len(mark["intervals"]) for mark in marks], [2, 0, 1])
        self.assertEqual({mark["unit"] for mark in marks}, {"seconds"})
        self.assertEqual({mark["value"] for mark in marks}, {None})
        result = self.works("list", "--events", DATA / "omf" / "ok" / "marks.omf")
        self.assertIn("no time", result.out)
        step = self.document(SAMPLES / "walk.rtm")[0]["clips"][0]["events"][0]
        self.has(step, {"name": "StepSound", "value": "", "unit": "phase",
                        "intervals": [[0.25, 0.25]]})
        self.assertIn("StepSound  0.25\n",
                      self.works("list", "--events", SAMPLES / "walk_binarised.rtm").out)

    def test_metadata_of_a_gltf(self):
        out = self.folder / "bank.glb"
        self.works("convert", STALKER, out)
        before, after = self.document(STALKER)[0]["clips"], self.document(out)[0]["clips"]
        for old, new in zip(before, after):
            bone = old["playback"].get("bone")
            if bone:
                bone["name"] = None
            self.assertEqual(new["playback"], old["playback"])
            for one in old["events"]:
                one["value"] = ""
            self.assertEqual(new["events"], old["events"])

    def test_other_formats_have_no_playback(self):
        path = self.put("walk.rtm", rtm())
        clip = self.document(path)[0]["clips"][0]
        self.assertEqual((clip["playback"], clip["duration_s"]), (None, None))
        self.assertEqual(self.works("list", path).out.splitlines()[-1].split(),
                         ["0", "walk", "2", "0", "1", "0,0,0", "0"])

    def test_numbers_of_hostile_files(self):
        content = bytearray(omf(clips=(("a", 1),)))
        content[-20:-4] = struct.pack("<4f", float("nan"), float("inf"), -1e-9, 2.0**100)
        path = self.put("bank.omf", bytes(content))
        row = self.works("list", path).out.splitlines()[-1].split()
        self.assertEqual(row[4:8], ["nan", "inf", "0", "1.2676506002282294e30"])
        playback = self.document(path)[0]["clips"][0]["playback"]
        self.assertEqual((playback["speed"], playback["power"]), (None, None))


class Filters(List):
    def test_clips(self):
        self.assertEqual(self.names(STALKER, "--clip", "S*", "--clip", "walk"),
                         ["walk", "salute", "stand"])
        self.fails(2, "list", STALKER, "--clip", "wlak", cause="did you mean 'walk'?")
        self.fails(2, "list", STALKER, "--clip", "walk", "--clip", "*x", cause="no clip '*x'")

    def test_a_name_with_a_star_matches_itself(self):
        path = self.put("bank.omf", omf(clips=(("a*", 1), ("ab", 1))))
        self.assertEqual(self.names(path, "--clip", "a?"), ["a*", "ab"])
        self.assertEqual(self.names(path, "--clip", "A*"), ["a*", "ab"])

    def test_parts_flags_and_events(self):
        self.assertEqual(self.names(STALKER, "--part", "torso"), ["salute"])
        self.assertEqual(self.names(STALKER, "--part", "all", "--flag", "stop-at-end"), ["stand"])
        self.assertEqual(self.names(STALKER, "--flag", "idle", "--flag", "fx"), [])
        self.assertEqual(self.names(STALKER, "--event", "l?ft"), ["walk"])
        self.assertEqual(self.names(STALKER, "--event", "left", "--clip", "s*"), [])
        self.assertIn("0 of 5 clips", self.works("list", STALKER, "--flag", "no-mix").out)
        self.fails(2, "list", STALKER, "--flag", "stop-at-ned", cause="'stop-at-end'?")
        self.fails(2, "list", STALKER, "--flag", "zzzz", cause="the flags are fx, stop-at-end")
        self.fails(2, "list", STALKER, "--part", "torsso", cause="no part 'torsso'; did you mean")
        self.fails(2, "list", STALKER, "--event", "Lefd", cause="no event 'Lefd'; did you mean")

    def test_a_pattern_must_match_in_one_of_several_files(self):
        one = self.put("mod/a.omf", omf(clips=(("idle", 1),)))
        two = self.put("mod/b.omf", omf(clips=(("walk", 1),)))
        self.assertEqual(self.names(one, two, "--clip", "walk"), ["walk"])
        result = self.works("list", one.parent, "--clip", "walk")
        self.assertNotIn("a.omf", result.out)
        for threads in ("1", "3"):
            self.fails(2, "list", "-j", threads, one.parent, "--clip", "walkk",
                       cause="did you mean 'walk'?")


class Inputs(List):
    def test_folders_leave_out_files_without_clips(self):
        self.put("mod/a.omf", omf())
        self.put("mod/b.ogf", ogf())
        self.put("mod/c.p3d", b"ODOL\7\0\0\0")
        self.put("mod/config.cfg", b"class Server {};")
        result = self.works("list", self.folder / "mod")
        self.assertEqual(result.err, "")
        self.assertEqual(result.out.count(": "), 1)
        statuses = [file["status"] for file in self.document(self.folder / "mod")]
        self.assertEqual(statuses, ["ok", "ok", "unsupported", "unsupported"])

    def test_damaged_files(self):
        good = self.put("a.omf", omf())
        bad = self.put("b.omf", omf()[:-5])
        result = self.fails(4, "list", "--names", bad, good, cause="OMF")
        self.assertEqual(result.out.split(), ["idle", "walk"])
        files = self.document(bad, good, code=4)
        self.assertIsNone(files[0]["clips"])
        self.assertTrue(files[0]["error"]["rule"].startswith("OMF"))
        self.fails(3, "list", self.folder / "none.omf")

    def test_lists_of_files(self):
        self.put("a.omf", omf(clips=(("one", 1),)))
        self.put("b.omf", omf(clips=(("two", 1),)))
        paths = self.put("list.txt", f"{self.folder / 'b.omf'}\n".encode())
        self.assertEqual(self.names("--files-from", paths), ["two"])
        self.assertEqual(self.names(self.folder, "--exclude", "b.*"), ["one"])
        self.assertEqual(self.fails(0, "list", "--names", "-", stdin=omf()).out.split(),
                         ["idle", "walk"])

    def test_usage(self):
        path = self.put("a.omf", omf())
        self.fails(2, "list", cause="list needs PATH")
        self.fails(2, "list", path, "--names", "--json")
        self.fails(2, "list", path, "--names", "--events")
        self.fails(2, "list", path, "-j", "0")

    def test_code_pages(self):
        path = self.put("a.omf", omf(clips=(("\u0436", 1),)))
        self.assertEqual(self.names(path), ["\u0436"])
        self.assertEqual(self.names(path, "--code-page", "1252"), ["\u00e6"])


if __name__ == "__main__":
    main()
