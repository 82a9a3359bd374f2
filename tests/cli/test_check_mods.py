#!/usr/bin/env python3
"""check MOD: what the configs of a mod say about its files."""
from command import CommandTest, gait, main, rtm, schema_errors

CONFIG = b"""class CfgMovesX { class States {
class walk { file = "my_mod\\anims\\walk.rtm"; speed = -2; speed = -3; };
class lost { file = "my_mod\\anims\\wakl.rtm"; };
class far { file = "my_mod\\away\\a.rtm"; };
class further { file = "my_mod\\away\\b.rtm"; };
class game { file = "\\a3\\a.rtm"; };
}; };
"""


class CheckMods(CommandTest):
    def setUp(self):
        super().setUp()
        self.mod = self.folder / "my_mod"
        self.put("my_mod/config.cpp", CONFIG)
        self.put("my_mod/anims/walk.rtm", rtm())
        self.put("my_mod/anims/old.rtm", rtm())

    def findings(self, *arguments):
        done = gait("check", "--json", *arguments, self.mod)
        self.assertEqual(schema_errors(done.json(), "check"), [])
        return {(finding["rule"], (finding["place"] or {}).get("line")): finding["message"]
                for file in done.json()["files"] for finding in file["findings"]
                if finding["rule"][:3] in ("MOV", "USE")}

    def test_a_mod_with_correct_configs_only(self):
        self.put("texts/config.cpp", b"class CfgPatches { class a { units[] = {}; }; };")
        self.put("ltx/gamedata/configs/system.ltx", b"[a]\nb = 1\n")
        for name in ("texts", "ltx"):
            self.assertEqual(gait("check", self.folder / name).code, 0)
        (self.folder / "empty").mkdir()
        self.assertEqual(gait("check", self.folder / "texts", self.folder / "empty").code, 2)

    def test_an_option_replaces_the_patterns_of_the_project(self):
        self.put("mod/.gait.toml", b'include = ["addons"]')
        self.put("mod/addons/x.rtm", rtm())
        self.put("mod/optional/config.cpp", b"class A { x = 1; x = 2; };")
        rules = lambda *options: {one["rule"] for file in gait(
            "check", "--json", *options, self.folder / "mod").json()["files"]
            for one in file["findings"]}
        self.assertNotIn("MOV041", rules())
        self.assertIn("MOV041", rules("--include=*"))

    def test_a_folder_of_a_mod(self):
        self.put("my_mod/other/config.cpp", b"class A { x = 1; x = 2; };")
        self.put("my_mod/other/deep/unnamed.rtm", rtm())
        found = lambda path: sorted({one["rule"] for file in gait(
            "check", "--json", path).json()["files"] for one in file["findings"]
            if one["rule"][:3] in ("MOV", "USE")})
        self.assertEqual(found(self.mod / "other"), ["MOV012", "MOV041", "USE005"])
        self.assertEqual(found(self.mod / "anims"), ["MOV012", "USE005"])
        paths = [file["path"] for file in gait("check", "--json", "other", cwd=self.mod).json()[
            "files"]]
        self.assertEqual(paths, ["other/deep/unnamed.rtm", "other/config.cpp"])

    def test_configs_without_findings_are_counted(self):
        self.put("texts/config.cpp", b"class CfgPatches { class a { units[] = {}; }; };")
        self.put("texts/b/config.cpp", b"class A { x = 1; x = 2; };")
        done = gait("check", self.folder / "texts")
        self.assertIn("2 files: 0 errors, 1 warning", done.err)
        self.assertNotIn("no file of a known format", done.err)

    def guess(self, config):
        self.put("guess/config.cpp", config)
        self.put("guess/a.rtm", rtm())
        return gait("check", "--json", self.folder / "guess").json()["game"]

    def test_the_game_is_guessed_from_the_config(self):
        addons = b"class CfgPatches { class A { requiredAddons[] = {%s}; }; };"
        game = self.guess(addons % b'"A3_Data_F", "A3_Anims_F", "cba_main"')
        self.assertEqual((game["name"], game["sure"], game["given"]), ("arma3", True, False))
        self.assertEqual(len(game["why"]), 2)
        game = self.guess(b'file = "a.rtm"; ' + addons % b'"CAData"')
        self.assertEqual((game["name"], game["sure"]), ("arma1", False))
        self.assertEqual(self.guess(addons % b'"DZ_Data"')["name"], "dayz")
        self.assertIsNone(self.guess(addons % b""))

    def test_numbers_in_the_list_of_required_addons(self):
        text = self.put("text.cpp",
                        b"class CfgPatches { class A { requiredAddons[] = {1.5, 7}; }; };")
        (self.folder / "guess").mkdir()
        self.works("convert", text, self.folder / "guess" / "config.bin")
        self.assertIsNone(gait("check", "--json", self.folder / "guess").json()["game"])

    def test_a_cause_is_as_serious_as_its_worst_finding(self):
        addons = b'class CfgPatches { class A { requiredAddons[] = {"%s"}; x = 1; x = 2; }; };'
        self.put("a/config.cpp", addons % b"A3_Data_F")
        self.put("b/config.cpp", addons % b"BIS_Data")
        causes = gait("check", "--json", self.folder / "a", self.folder / "b").json()["causes"]
        self.assertEqual([cause["severity"] for cause in causes if cause["rule"] == "MOV041"],
                         ["error"])

    def test_findings(self):
        found = self.findings()
        self.assertEqual(sorted(found, key=str), [
            ("MOV010", 3), ("MOV010", 4), ("MOV010", 5), ("MOV012", None), ("MOV041", 2),
            ("USE005", None)])
        self.assertIn("anims/walk.rtm", found["MOV010", 3])

    def test_causes(self):
        causes = [cause for cause in gait("check", "--json", self.mod).json()["causes"]
                  if cause["rule"] == "MOV010"]
        self.assertEqual(sorted(cause["count"] for cause in causes), [1, 2])

    def test_patterns_leave_out_configs(self):
        found = self.findings("--exclude", "config.cpp")
        self.assertEqual({rule for rule, _ in found}, {"MOV012", "USE005"})
        self.assertEqual(self.findings("--ignore", "MOV*", "--ignore", "USE*"), {})

    def test_without_config(self):
        (self.mod / "config.cpp").unlink()
        self.assertEqual(self.findings(), {})

    def test_only_a_config(self):
        for name in ("walk", "old"):
            (self.mod / "anims" / f"{name}.rtm").unlink()
        done = gait("check", self.mod)
        self.assertEqual(done.code, 0, done.err)
        self.assertIn("MOV010", done.out)


if __name__ == "__main__":
    main()
