#!/usr/bin/env python3
"""Durations of RTM as the configs of their mods say, and what plays them."""
import json
import os
import pathlib
import re

from command import CommandTest, gait, main, omf, rtm, schema_errors

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = pathlib.Path(os.environ.get("GAIT_SAMPLES", ROOT / "samples"))

CONFIG = b"""class CfgMovesBasic { class Default; };
class CfgMovesMaleSdr: CfgMovesBasic {
    class States {
        class slow: Default { file = "my_mod\\anims\\walk.rtm"; speed = -3; };
        class walk: slow { speed = -2; };
        class same: slow { speed = 0.5; };
        class pose: Default { file = "my_mod\\anims\\pose.rtm"; speed = 1e10; };
    };
};
"""


class Durations(CommandTest):
    def setUp(self):
        super().setUp()
        self.put("my_mod/config.cpp", CONFIG)
        for name in ("walk", "pose", "other"):
            self.put(f"my_mod/anims/{name}.rtm", rtm(phases=(0, 0.25, 0.5, 0.75, 1)))
        self.walk = self.folder / "my_mod/anims/walk.rtm"

    def duration(self, *arguments, name="walk"):
        out = self.folder / "out.glb"
        done = gait("convert", "-f", *arguments, self.folder / f"my_mod/anims/{name}.rtm", out)
        self.assertEqual(done.code, 0, done.err)
        return self.seconds_of(out), done.err

    def seconds_of(self, path):
        return gait("info", "--json", path).json()["files"][0]["clips"][0]["duration_s"]

    def test_the_duration_of_most_states(self):
        seconds, log = self.duration()
        self.assertAlmostEqual(seconds, 2, 6)
        self.assertIn("walk, ", log)
        self.assertIn("config.cpp:5; 2 other states", log)
        self.assertAlmostEqual(self.duration(name="pose")[0], 1, 6)

    def test_what_is_given_comes_first(self):
        self.assertAlmostEqual(self.duration("--state=SLOW")[0], 3, 6)
        self.assertAlmostEqual(self.duration("--state=slow", "--fps=25")[0], 3, 6)
        self.assertAlmostEqual(self.duration("--duration=5")[0], 5, 6)
        for option in ("--no-config", "--fps=30"):
            self.assertAlmostEqual(self.duration(option)[0], 4 / 30, 6)
        self.assertAlmostEqual(self.duration(name="other")[0], 4 / 30, 6)

    def test_a_state_that_is_not_there(self):
        out = self.folder / "out.glb"
        self.fails(2, "convert", "--state=walc", self.walk, out, cause="did you mean walk?")
        self.fails(2, "convert", "--state=walk", "--duration=1", self.walk, out, cause="--state")
        self.fails(2, "convert", "--state=walk", "--no-config", self.walk, out, cause="--state")
        alone = self.put("alone/walk.rtm", rtm())
        self.fails(2, "convert", "--state=walk", alone, out, cause="--state")
        self.assertFalse(out.exists())

    def test_many_files(self):
        out = self.folder / "out"
        done = gait("convert", "--to=glb", "--out", out, self.folder / "my_mod")
        self.assertEqual(done.code, 0, done.err)
        lasting = {path.stem: self.seconds_of(path)
                   for path in out.rglob("*.glb")}
        self.assertEqual({name: round(seconds, 4) for name, seconds in lasting.items()},
                         {"walk": 2, "pose": 1, "other": round(4 / 30, 4)})

    def test_sample(self):
        sampled = gait("sample", "--fps=1", "--json", self.walk).json()
        self.assertEqual([pose["time_s"] for pose in sampled["frames"]], [0, 1, 2])
        self.fails(2, "sample", "--fps=1", "--no-config", self.walk, cause="--duration")

    def labels(self, *arguments):
        """What is under the figures of a picture, and what is logged."""
        out = self.folder / "out.svg"
        log = self.works("draw", "-f", "--frames=5", *arguments, self.walk, out).err
        picture = out.read_text("utf-8")
        return re.findall(r'fill="#5b5b66">([^<]*)</tspan></text>\n(?:<path|<g)', picture), log

    def test_pictures_have_times(self):
        self.walk.write_bytes((SAMPLES / "walk.rtm").read_bytes())
        labels, log = self.labels()
        self.assertEqual(labels[:5], ["0 s", "0.5 s", "1 s", "1.5 s", "2 s"])
        self.assertIn("lasts 2 s (walk, ", log)
        self.assertEqual(self.labels("--state=slow")[0][1], "0.75 s")
        self.assertEqual(self.labels("--no-config")[0][1], "phase 0.25")
        out = self.folder / "out.svg"
        self.fails(2, "draw", "-f", "--state=walc", self.walk, out, cause="did you mean walk?")
        bank = self.put("my_mod/bank.omf", omf())
        self.fails(2, "draw", "-f", "--state=walk", "--clip=walk", bank, out,
                   cause="--state")
        self.works("draw", self.walk.parent, "--include=walk*", "--out", self.folder / "svg")
        self.assertIn(", 2 s, ", (self.folder / "svg/walk.svg").read_text("utf-8"))

    def test_bvh_has_the_duration(self):
        out = self.folder / "out.bvh"
        log = self.works("convert", "--state=slow", self.walk, out).err
        self.assertIn("lasts 3 s (slow, ", log)
        self.assertAlmostEqual(self.seconds_of(out), 3, 6)

    def clip_metadata(self, path):
        content = path.read_bytes()
        scene = json.loads(content[20:20 + int.from_bytes(content[12:16], "little")])
        document = json.loads(scene["nodes"][0]["extras"]["gait"])
        self.assertEqual(schema_errors(document, "extras"), [])
        self.assertEqual(scene["animations"][0]["extras"]["gait"], document["clips"][0])
        return document["clips"][0]

    def test_a_gltf_has_the_state(self):
        out, again = self.folder / "out.glb", self.folder / "again.glb"
        for options, state in (([], ("walk", 2, 5)), (["--state=slow"], ("slow", 3, 4))):
            self.works("convert", "-f", *options, self.walk, out)
            self.assertEqual(self.clip_metadata(out)["config"], {
                "state": state[0], "table": "CfgMovesMaleSdr", "seconds": state[1],
                "seconds_why": "known", "loop": None, "mask": None, "file": "config.cpp",
                "line": state[2]})
            self.works("convert", "-f", out, again)
            self.assertEqual(self.clip_metadata(again)["config"], self.clip_metadata(out)["config"])
        self.works("convert", "-f", "--no-config", self.walk, out)
        self.assertNotIn("config", self.clip_metadata(out))

    def test_a_changed_state_stays(self):
        out, again = self.folder / "out.glb", self.folder / "again.glb"
        self.works("convert", "--sidecar", "--no-config", self.walk, out)
        sidecar = self.folder / "out.gait.json"
        document = json.loads(sidecar.read_text("utf-8"))
        for config in ({"state": "a \\ \" }\n\u0416", "more": [1, {"x": None}], "loop": True}, {}):
            document["clips"][0]["config"] = config
            sidecar.write_text(json.dumps(document, indent=4), "utf-8")
            self.works("convert", "-f", out, again)
            self.assertEqual(self.clip_metadata(again)["config"], config)
        document["clips"][0]["config"] = "text"
        sidecar.write_text(json.dumps(document), "utf-8")
        self.works("convert", "-f", out, again)
        self.assertNotIn("config", self.clip_metadata(again))

    def test_a_round_trip_keeps_the_bytes(self):
        glb, back = self.folder / "out.glb", self.folder / "back.rtm"
        gait("convert", self.walk, glb)
        done = gait("convert", "--base", self.walk, glb, back)
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(back.read_bytes(), self.walk.read_bytes())

    def rows(self, *arguments):
        """{name: columns after the events} of `gait list`"""
        lines = self.works("list", self.folder / "my_mod", *arguments).out.splitlines()
        rows = [line.split() for line in lines if line.startswith("    0")]
        return {row[1]: row[7:] for row in rows}

    def test_a_list_shows_what_plays_a_clip(self):
        self.assertEqual(self.rows(), {"walk": ["2.000", "?", "walk", "+2"],
                                       "pose": ["static", "?", "pose"],
                                       "other": ["-", "-", "unused"]})
        self.assertEqual(self.rows("--no-config"), {"walk": [], "pose": [], "other": []})
        document = self.works("list", "--json", self.folder / "my_mod").json()
        self.assertEqual(schema_errors(document, "list"), [])
        clips = {file["clips"][0]["name"]: file["clips"][0] for file in document["files"]}
        self.has(clips["walk"], {
            "seconds": 2, "seconds_why": "known", "seconds_from": "own", "loop": None,
            "loop_from": "outside", "state": "walk", "uses": 3,
            "used_by": [{"name": "slow"}, {"name": "walk"}, {"name": "same"}]})
        self.has(clips["pose"], {"seconds": None, "seconds_why": "static", "state": "pose"})
        self.has(clips["other"], {"seconds": None, "seconds_from": None, "loop_from": None,
                                  "state": None, "uses": 0, "used_by": []})

    def test_info_lists_all_states(self):
        self.put("my_mod/config.cpp", CONFIG.replace(b"speed = -3;",
                                                     b'speed = -3; looped = 1; mask = "arms";'))
        lines = self.works("info", "-v", self.walk).out.splitlines()[3:]
        config = f"{self.folder}/my_mod/config.cpp"
        self.assertEqual([line.split() for line in lines],
                         [["state", seconds, "loop", name, "mask", "arms", f"{config}:{line}"]
                          for seconds, name, line in (("3.000", "slow", 4), ("2.000", "walk", 5),
                                                      ("2.000", "same", 6))])
        document = self.works("info", "--json", self.walk).json()
        self.assertEqual(schema_errors(document, "info"), [])
        self.has(document["files"][0]["clips"][0], {"seconds": 2, "loop": True, "uses": 3})

    def test_without_a_mod_reports_stay(self):
        alone = self.put("alone/walk.rtm", self.walk.read_bytes())
        for options in (["list"], ["list", "--json"], ["info", "-v"], ["info", "--json"]):
            texts = [self.works(*options, *more).out.replace("my_mod/anims", "alone")
                     for more in ((alone,), (self.walk, "--no-config"))]
            self.assertEqual(*texts)


if __name__ == "__main__":
    main()
