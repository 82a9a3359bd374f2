#!/usr/bin/env python3
"""check: the configs of X-Ray mods, with their models and banks."""
from command import CommandTest, gait, main, ogf, omf, schema_errors

SYSTEM = b"""#include "weapons\\*.ltx"
[actor_hud]
visual  = actors\\hands.ogf
ancor_0 = wpn_hand_right
"""
MESHES = "mod/gamedata/meshes"


def bank(*names):
    return omf(clips=tuple((name, 2) for name in names))


class Check(CommandTest):
    def setUp(self):
        super().setUp()
        self.put("mod/gamedata/configs/system.ltx", SYSTEM)
        self.put(f"{MESHES}/actors/hands.ogf", ogf(refs=("actors\\hands",)))
        self.put(f"{MESHES}/actors/hands.omf", bank("gun_draw", "gun_shoot1", "gun_idle"))
        self.put(f"{MESHES}/weapons/gun.ogf", ogf(refs=("weapons\\gun",)))
        self.put(f"{MESHES}/weapons/gun.omf", bank("idle", "draw"))

    def findings(self, *lines):
        """{(rule, name of the file, line)} of a mod with these lines in a hud section."""
        text = "[gun_hud]\nitem_visual = weapons\\gun\n" + "\n".join(lines)
        self.put("mod/gamedata/configs/weapons/w.ltx", text.encode())
        done = gait("check", "--json", self.folder / "mod")
        self.assertEqual(schema_errors(done.json(), "check"), [])
        found = set()
        for file in done.json()["files"]:
            name = file["path"].rsplit("/", 1)[1]
            for one in file["findings"]:
                if one["rule"][:3] in ("LTX", "USE", "MOV"):
                    found.add((one["rule"], name, one.get("offset")))
        return found

    def rules(self, *lines):
        return {rule for rule, _, _ in self.findings(*lines)}

    def test_a_correct_mod(self):
        self.assertEqual(self.rules("anm_show = gun_draw, draw", "anm_shots = gun_shoot",
                                    "anm_idle = gun_idle, idle, 1.5"), set())

    def test_motions_of_hands(self):
        self.assertEqual(self.findings("anm_show = gun_drow", "anm_idle = gun_idle",
                                       "anm_shots = gun_shoot"),
                         {("LTX010", "w.ltx", 36), ("USE002", "hands.omf", None),
                          ("USE002", "gun.omf", None)})

    def test_motions_of_items(self):
        self.assertIn("LTX011", self.rules("anm_show = gun_draw, lost"))
        numbers = self.rules("anm_show = gun_draw, 1.5")
        self.assertIn("LTX013", numbers)
        self.assertNotIn("LTX011", numbers)
        self.assertIn("LTX014", self.rules("anm_show = gun_draw, draw, 1, 2, 3"))
        self.assertNotIn("LTX014", self.rules("anm_show = gun_draw, draw, 1"))
        for game, is_long in (("cop", True), ("ogsr", True), ("ixray", False)):
            self.assertIs("LTX014" in gait("check", "--game", game, "--each",
                                           self.folder / "mod").out, is_long)
        self.put(f"{MESHES}/weapons/gun.omf", bank("draw"))
        rules = self.rules("anm_show = gun_draw, draw", "anm_idle = gun_idle")
        self.assertIn("LTX012", rules)
        self.assertNotIn("LTX011", rules)

    def test_faults_of_the_texts(self):
        self.put("mod/gamedata/configs/weapons/a.ltx",
                 b"[one]\n#include \"b.ltx\"\n[two:one\n[three]\nx = \"y\n")
        self.put("mod/gamedata/configs/weapons/b.ltx", b"[one]\n#include \"a.ltx\"\n")
        found = self.findings("anm_show = gun_draw, draw")
        self.assertLessEqual({("LTX002", "b.ltx", 0), ("LTX016", "b.ltx", 16),
                              ("LTX009", "a.ltx", 23)}, found)
        (line,) = [one for one in gait("check", "--each", self.folder / "mod").out.splitlines()
                   if "LTX002" in one]
        self.assertIn("is also on line 1 of gamedata/configs/weapons/a.ltx", line)

    def test_names_that_are_almost_those_of_sections_and_files(self):
        self.put("mod/gamedata/configs/system.ltx", SYSTEM + b'#include "misc\\devise.ltx"\n'
                 b"[base]\n[one]:bsae\n[two]:of_the_game\n")
        self.put("mod/gamedata/configs/misc/device.ltx", b"[z]\n")
        self.findings("anm_show = gun_draw, draw")
        found = {one["rule"]: one["message"] for file in gait(
            "check", "--json", self.folder / "mod").json()["files"] for one in file["findings"]}
        self.assertIn("misc/device.ltx", found["LTX004"])
        self.assertIn("[bsae]; the nearest one is base", found["LTX003"])

    def test_keys_of_other_games(self):
        lines = ("anm_show = gun_draw", "anim_idle = gun_idle", "anim_other = elsewhere")
        self.assertNotIn("LTX015", self.rules(*lines))
        self.put("mod/gamedata/configs/mod_system_a.ltx", b"![gun_hud]\nx = 1\n")
        self.assertIn(("LTX015", "w.ltx", 56), self.findings(*lines))

    def test_profiles_of_characters_use_models(self):
        self.findings()
        self.put("mod/gamedata/configs/gameplay/npc.xml",
                 b"<a>\n<!-- <visual>actors\\hands</visual> -->\n"
                 b"<visual> weapons\\gun </visual><visual>none</visual></a>")
        uses = [use for file in gait("uses", "--json", self.folder / "mod").json()["mods"][0][
            "files"] for use in file["uses"] if use["key"] == "visual"
            and use["place"]["file"].endswith("npc.xml")]
        self.assertEqual([(use["kind"], use["value"], use["place"]["line"]) for use in uses],
                         [("visual", "weapons\\gun", 3)])

    def test_effects_with_misspelt_names(self):
        self.put("mod/gamedata/anims/camera_effects/hit_front.anm", b"")
        self.assertIn("USE006", self.rules("anm_show = gun_draw", "[effect]",
                                           "cam = camera_effects\\hit_frnt.anm"))
        self.assertNotIn("USE006", self.rules("anm_show = gun_draw", "[effect]",
                                              "cam = camera_effects\\other.anm"))

    def test_the_base_game(self):
        self.put("game/gamedata/anims/camera_effects/Hit_Frnt.anm", b"")
        self.put("game/gamedata/configs/of_game.ltx", b"[z]\n")
        self.put("game/gamedata/meshes/weapons/of_game.omf", bank("idle"))
        self.put(f"{MESHES}/weapons/other.ogf", ogf(refs=("weapons\\of_game",)))
        self.put("mod/gamedata/configs/system.ltx", b'#include "of_game.ltx"\n' + SYSTEM)
        self.put("mod/gamedata/configs/weapons/w.ltx",
                 b"[effect]\na = camera_effects\\hit_frnt.anm\nb = camera_effects\\other.anm\n")
        rules = lambda *options: sorted(one["rule"] for file in gait(
            "check", "--json", *options, self.folder / "mod").json()["files"]
            for one in file["findings"] if one["rule"] in ("LTX004", "USE004", "OGF130"))
        self.assertEqual(rules(), ["LTX004", "OGF130"])
        self.assertEqual(rules("--base-game", self.folder / "game"), ["USE004"])

    def test_hands_of_the_game_have_all_motions(self):
        (self.folder / MESHES / "actors/hands.omf").unlink()
        self.assertNotIn("LTX010", self.rules("anm_show = gun_drow"))

    def test_banks_and_effects_that_nothing_uses(self):
        self.put(f"{MESHES}/weapons/old.omf", bank("idle"))
        self.put("mod/gamedata/anims/camera_effects/weapon/old.anm", b"")
        rules = self.findings("anm_show = gun_draw")
        self.assertIn(("USE001", "old.omf", None), rules)
        self.assertIn(("USE003", "old.anm", None), rules)

    def test_trees(self):
        self.assertEqual(self.rules("anm_show = gun_draw, draw", "anm_shots = gun_shoot",
                                    "anm_idle = gun_idle", "[x]:lost", "[actor_hud]"),
                         {"LTX002", "LTX003"})
        self.put("mod/gamedata/configs/mod_system_a.ltx", b"![y]\nk = 1\n")
        self.assertIn("LTX007", self.rules("[x]"))
        self.put("mod/gamedata/configs/system.ltx", b'#include "lost.ltx"\n' + SYSTEM)
        rules = self.rules("[x]:lost")
        self.assertIn("LTX004", rules)
        self.assertNotIn("LTX003", rules)


if __name__ == "__main__":
    main()
