#!/usr/bin/env python3
"""uses: the models, banks and motions that the configs of an X-Ray mod name."""
from command import CommandTest, gait, main, ogf, omf, schema_errors

SYSTEM = b"""#include "weapons\\*.ltx"
[actor_hud]
visual  = actors\\hands.ogf
ancor_0 = wpn_hand_right
"""
WEAPON = b"""[gun_hud]
item_visual = weapons\\gun
anm_show    = gun_draw, show
anm_shots   = gun_shoot
anm_idle    = gun_idle, , 1.5
anm_hide    = gun_hyde
shake       = shake.anm

[gun_gold_hud]:gun_hud
item_visual = weapons\\gun_gold
anm_bore    = gun_bore, bore
"""
SCRIPT = b"""-- "gun_unused"
local motion = "gun_extra"
local model = 'weapons\\gun'
"""


def bank(*names):
    return omf(clips=tuple((name, 2) for name in names))


class Uses(CommandTest):
    def setUp(self):
        super().setUp()
        self.mod = self.folder / "mod"
        self.put("mod/gamedata/configs/system.ltx", SYSTEM)
        self.put("mod/gamedata/configs/weapons/w_gun.ltx", WEAPON)
        self.put("mod/gamedata/scripts/gun.script", SCRIPT)
        meshes = "mod/gamedata/meshes"
        self.put(f"{meshes}/actors/hands.ogf", ogf(refs=("actors\\hands\\*", "actors\\last")))
        self.put(f"{meshes}/actors/hands/one.omf", bank("gun_draw", "gun_shoot1", "gun_shoot2"))
        self.put(f"{meshes}/actors/hands/two.omf", bank("gun_idle", "gun_hide", "gun_bore"))
        self.put(f"{meshes}/actors/last.omf", bank("gun_draw"))
        self.put(f"{meshes}/weapons/gun.ogf", ogf(refs=("weapons\\gun_anims",)))
        self.put(f"{meshes}/weapons/gun_anims.omf", bank("idle", "show"))
        self.put(f"{meshes}/weapons/extra.omf", bank("gun_extra"))
        self.put(f"{meshes}/weapons/unused.omf", bank("gun_unused"))
        self.put("mod/gamedata/anims/shake.anm", b"")
        self.put("mod/gamedata/anims/camera_effects/weapon/gun_shoot1.anm", b"")
        self.put("mod/gamedata/anims/camera_effects/weapon/lost.anm", b"")

    def report(self, *arguments):
        done = gait("uses", "--json", *arguments)
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(schema_errors(done.json(), "uses"), [])
        (mod,) = done.json()["mods"]
        return mod

    def uses(self):
        """{end of the path: [(kind, name, key, motion, line)]}"""
        return {file["path"].removeprefix("gamedata/"): [
            (use["kind"], use["name"], use["key"], use["motion"], use["place"]["line"])
            for use in file["uses"]] for file in self.report(self.mod)["files"]}

    def test_motions_of_hands_and_items(self):
        uses = self.uses()
        self.assertEqual(uses["meshes/actors/last.omf"], [
            ("hud_hands", "gun_hud", "anm_show", "gun_draw", 3),
            ("reference", None, None, None, None)])
        self.assertEqual(uses["meshes/actors/hands/one.omf"], [
            ("hud_hands", "gun_hud", "anm_shots", "gun_shoot1", 4),
            ("reference", None, None, None, None)])
        self.assertEqual([use[3] for use in uses["meshes/actors/hands/two.omf"]],
                         ["gun_idle", "gun_bore", None])
        self.assertEqual(uses["meshes/weapons/gun_anims.omf"], [
            ("hud_item", "gun_hud", "anm_show", "show", 3),
            ("hud_item", "gun_hud", "anm_shots", "idle", 4),
            ("hud_item", "gun_hud", "anm_idle", "idle", 5),
            ("hud_item", "gun_hud", "anm_hide", "idle", 6),
            ("reference", None, None, None, None)])

    def test_models_scripts_and_effects(self):
        uses = self.uses()
        self.assertEqual(uses["meshes/actors/hands.ogf"],
                         [("visual", "actor_hud", "visual", None, 3)])
        self.assertEqual(uses["meshes/weapons/gun.ogf"],
                         [("visual", "gun_hud", "item_visual", None, 2),
                          ("script", None, None, None, 3)])
        self.assertEqual(uses["meshes/weapons/extra.omf"],
                         [("script", None, None, "gun_extra", 2)])
        self.assertEqual(uses["meshes/weapons/unused.omf"], [])
        self.assertEqual(uses["anims/shake.anm"],
                         [("effect", "gun_hud", "shake", None, 7)])
        self.assertEqual(uses["anims/camera_effects/weapon/gun_shoot1.anm"],
                         [("effect", "gun_hud", "anm_shots", "gun_shoot1", 4)])
        self.assertEqual(uses["anims/camera_effects/weapon/lost.anm"], [])

    def test_values_of_lines(self):
        files = {file["path"]: file for file in self.report(self.mod)["files"]}
        idle = files["gamedata/meshes/actors/hands/two.omf"]["uses"][0]
        self.assertEqual((idle["value"], idle["speed"], idle["sections"]),
                         ("gun_idle,,1.5", "1.5", 2))
        script = files["gamedata/meshes/weapons/extra.omf"]
        self.assertEqual((script["status"], script["uses"][0]["weak"]), ("code", True))

    def test_a_missing_motion_has_a_near_name(self):
        missing = [use for use in self.report(self.mod)["missing"] if use["status"] == "missing"]
        self.assertEqual([(use["key"], use["motion"], use["near"]) for use in missing],
                         [("anm_hide", "gun_hyde", "gun_hide")])
        done = gait("uses", "--missing", self.mod)
        self.assertIn("gun_hide", done.out)

    def test_hands_of_the_game_are_not_missing(self):
        (self.mod / "gamedata/meshes/actors/last.omf").unlink()
        (self.mod / "gamedata/meshes/actors/hands/two.omf").unlink()
        missing = self.report(self.mod)["missing"]
        self.assertEqual([use for use in missing if use["status"] == "missing"], [])
        self.assertIn("gun_hyde", [use.get("motion") for use in missing])

    def test_one_model_has_its_banks(self):
        done = gait("uses", self.mod / "gamedata/meshes/actors/hands.ogf")
        self.assertEqual(done.code, 0, done.err)
        banks = [line.rsplit("/", 1)[1] for line in done.out.splitlines() if "  bank  " in line]
        self.assertEqual(sorted(banks), ["last.omf", "one.omf", "two.omf"])

    def test_damaged_files_are_not_used(self):
        model = self.mod / "gamedata/meshes/actors/hands.ogf"
        model.write_bytes(model.read_bytes()[:100])
        self.put("mod/gamedata/meshes/weapons/gun_anims.omf", b"\x0f\0\0\0\xff\xff\xff\x7f")
        missing = self.report(self.mod)["missing"]
        self.assertEqual([use for use in missing if use["status"] == "missing"], [])

    def test_the_config_of_the_first_game_has_joined_models(self):
        self.put("soc/config/w.ltx", b"[w_hud]\nvisual = w\nanim_draw = draw\nanim_hide = hyde\n")
        self.put("soc/meshes/w.ogf", ogf(refs=("w",)))
        self.put("soc/meshes/w.omf", bank("draw0", "hide"))
        mod = self.report(self.folder / "soc")
        used = {file["path"]: [use["motion"] for use in file["uses"]] for file in mod["files"]}
        self.assertEqual(used["meshes/w.omf"], ["draw0", None])
        self.assertEqual([(use["motion"], use["near"]) for use in mod["missing"]],
                         [("hyde", "hide")])

    def test_motions_in_lists_have_their_sections(self):
        path = self.mod / "gamedata/meshes/actors/hands/two.omf"
        document = gait("list", "--json", path).json()
        self.assertEqual(schema_errors(document, "list"), [])
        clips = {clip["name"]: clip for clip in document["files"][0]["clips"]}
        self.assertEqual({name: clip["uses"] for name, clip in clips.items()},
                         {"gun_idle": 1, "gun_hide": 0, "gun_bore": 1})
        self.has(clips["gun_idle"], {"state": None, "seconds": 2 / 30, "seconds_from": "motion",
                                     "loop": True, "loop_from": "motion",
                                     "used_by": [{"kind": "hud_hands", "name": "gun_hud"}]})
        self.assertIn("gun_gold_hud", gait("list", path).out)
        self.assertIn("anm_idle", gait("info", "-v", path).out)

    def test_a_mod_without_a_folder_gamedata(self):
        self.put("soc/config/w.ltx", b"[w_hud]\nvisual = w\nanim_draw = draw\n")
        self.put("soc/meshes/w.ogf", ogf(refs=("w",)))
        path = self.put("soc/meshes/w.omf", bank("DRAW"))
        self.assertIn("w_hud", gait("list", path).out)
        self.assertNotIn("w_hud", gait("list", "--no-config", path).out)


if __name__ == "__main__":
    main()
