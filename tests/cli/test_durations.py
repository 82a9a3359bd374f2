#!/usr/bin/env python3
"""Durations of RTM as the configs of their mods say: convert and sample."""
from command import CommandTest, gait, main, rtm

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

    def test_a_round_trip_keeps_the_bytes(self):
        glb, back = self.folder / "out.glb", self.folder / "back.rtm"
        gait("convert", self.walk, glb)
        done = gait("convert", "--base", self.walk, glb, back)
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(back.read_bytes(), self.walk.read_bytes())


if __name__ == "__main__":
    main()
