#!/usr/bin/env python3
"""uses: what plays the animations of a mod, from the command line."""
from command import CommandTest, gait, main, rtm, schema_errors

CONFIG = b"""class CfgMovesBasic { class Default; };
class CfgMovesMaleSdr: CfgMovesBasic {
    class States {
        class walk: Default { file = "my_mod\\anims\\walk.rtm"; speed = -2; looped = "true"; };
        class run: walk { speed = 4; file = "\\my_mod\\anims\\run"; mask = "arms"; };
        class lost: walk { file = "my_mod\\anims\\lost.rtm"; };
        class idle: walk { file = "\\a3\\anims\\idle.rtm"; speed = "1/0.5"; };
    };
};
"""


class Uses(CommandTest):
    def setUp(self):
        super().setUp()
        self.mod = self.folder / "my_mod"
        self.put("my_mod/config.cpp", CONFIG)
        for name in ("walk", "run", "old"):
            self.put(f"my_mod/anims/{name}.rtm", rtm())

    def report(self, *arguments):
        done = gait("uses", "--json", *arguments)
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(schema_errors(done.json(), "uses"), [])
        (mod,) = done.json()["mods"]
        return mod

    def test_states(self):
        mod = self.report(self.mod)
        files = {file["path"]: file for file in mod["files"]}
        self.assertEqual({path: file["status"] for path, file in files.items()},
                         {"anims/old.rtm": "unused", "anims/run.rtm": "used",
                          "anims/walk.rtm": "used"})
        (walk,), (run,) = files["anims/walk.rtm"]["uses"], files["anims/run.rtm"]["uses"]
        self.assertEqual((walk["seconds"], walk["loop"], walk["place"]["line"]), (2, True, 4))
        self.assertEqual((run["seconds"], run["loop"], run["mask"], run["base"]),
                         (0.25, True, "arms", "walk"))
        self.assertEqual([(use["name"], use["status"], use["seconds"]) for use in mod["missing"]],
                         [("lost", "missing", 2), ("idle", "game", 0.5)])

    def test_one_file(self):
        mod = self.report(self.mod / "anims" / "run.rtm")
        self.assertEqual([file["path"] for file in mod["files"]], ["anims/run.rtm"])
        self.assertEqual(mod["missing"], [])

    def test_unused_and_missing(self):
        unused = gait("uses", "--unused", self.mod)
        self.assertEqual(unused.out.splitlines(), [str(self.mod / "anims" / "old.rtm")])
        missing = gait("uses", "--missing", self.mod)
        self.assertIn("lost.rtm", missing.out)
        self.assertNotIn("idle.rtm", missing.out)
        self.assertEqual(gait("uses", "--unused", "--missing", self.mod).code, 2)

    def test_base_game(self):
        self.put("game/my_game/x.rtm", rtm())
        self.put("my_mod/config.cpp", CONFIG.replace(b"\\a3\\", b"\\my_game\\"))
        mod = self.report("--base-game", self.folder / "game", self.mod)
        self.assertEqual([use["status"] for use in mod["missing"]], ["missing", "game"])

    def test_other_addons(self):
        self.put("addons/their_addon/x.rtm", rtm())
        self.put("my_mod/config.cpp", CONFIG.replace(b"\\a3\\", b"\\their_addon\\"))
        mod = self.report("--search", self.folder / "addons", self.mod)
        self.assertEqual([use["status"] for use in mod["missing"]], ["missing", "game"])
        self.put("my_mod/.gait.toml", b"search = ['../addons']\n")
        mod = self.report("--trust-project", self.mod)
        self.assertEqual([use["status"] for use in mod["missing"]], ["missing", "game"])

    def test_names(self):
        for pattern, files, missing in (("WALK", ["anims/walk.rtm"], []),
                                        ("*u?", ["anims/run.rtm"], []),
                                        ("lost", [], ["lost"]), ("none", [], [])):
            mod = self.report("--name", pattern, self.mod)
            self.assertEqual([file["path"] for file in mod["files"]], files)
            self.assertEqual([len(file["uses"]) for file in mod["files"]], [1] * len(files))
            self.assertEqual([use["name"] for use in mod["missing"]], missing)
        text = gait("uses", "--name=run", "--name=los?", self.mod).out
        self.assertIn("0.250 s", text)
        self.assertNotIn("2.000 s", text)
        self.assertIn("1 use of files that are missing", text)
        self.assertEqual(gait("uses", "--unused", "--name=a", self.mod).code, 2)

    def test_no_such_folder(self):
        self.assertEqual(gait("uses", self.folder / "none").code, 3)


if __name__ == "__main__":
    main()
