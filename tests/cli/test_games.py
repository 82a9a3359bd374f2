#!/usr/bin/env python3
"""check --game: each rule that depends on the game, with a file or mod that has the problem, and
one beside it that does not."""
import os
import pathlib
import struct
import sys

from command import CommandTest, chunk, gait, main, ogf, omf, rtm, text, turn_y

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "fixtures"))
from omf_fixtures import (  # noqa: E402
    FLOATS, T_16, T_KEYS, bank, mark, motion, params, track, with_marks)

DATA = pathlib.Path(os.environ.get("GAIT_DATA", "."))
ARMA = ("ofp", "cwr", "arma1", "arma2", "arma3", "dayz")
XRAY = ("soc", "cs", "cop", "ogsr", "ixray", "anomaly")
# E: error, W: warning, n: note, v: note or warning, ".": not reported; in the order of the games.
TABLE = """
BMT063 EE..........
BMT064 ..WW........
LTX001 ......WWWnWW
LTX002 ......EEEEEE
LTX003 ......EEEEEW
LTX004 ......EEEEEE
LTX005 ......EEE...
LTX006 ......WWWW..
LTX007 ..........WW
LTX008 ......WWW.WW
LTX010 ......EEEEEW
LTX011 .......WWWWW
LTX012 .......EEEEE
LTX013 .......WWWWW
LTX014 .......EEEEE
LTX015 ......n...nn
MOV001 WWWWWW......
MOV002 nnnnnn......
MOV010 WWWWWW......
MOV012 nnnnnn......
MOV020 nnnnnn......
MOV021 nnnnnn......
MOV030 nnnnnn......
MOV040 EE..........
MOV041 EEWWWW......
MOV042 EE..........
MOV050 ...WWW......
MOV051 ...nnn......
OGF130 ......EEEEEE
OGF134 ......EEEEEE
OGF135 ......WWWWEW
OGF143 ......E.....
OGF144 ......E.....
OGF145 .......EE.EW
OMF006 ......WWWWWW
OMF013 ......EEEEEE
OMF014 ......WWWEWW
OMF106 ......EEEEEE
OMF114 ......EEEEEE
OMF160 ......E.....
OMF161 ......EEEE.E
OMF162 ......n.....
OMF163 ......n.....
OMF164 ......EEEEEE
OMF165 ......WWWWWW
OMF166 .......WWWWW
OMF167 .......nnnnn
OMF168 ......WWWWWW
OMF169 .......nnnnn
RTM022 nEWWWW......
RTM032 EEWWWW......
RTM044 vvvvvv......
RTM045 nnnnnn......
RTM055 WWWWWW......
RTM056 WWWWWW......
RTM057 WWEEEE......
RTM061 nnnnnn......
RTM062 WW..........
RTM063 EEWW........
RTM070 ..vvvv......
RTM072 ..nnnn......
USE001 ......nnnnnn
USE002 ......nnnnnn
USE003 .......nnnnn
USE004 ......WWWWWW
USE005 nnnnnnnnnnnn
"""
LEVELS = {row[:6]: dict(zip(ARMA + XRAY, row[7:])) for row in TABLE.strip().splitlines()}
LETTERS = {"error": "E", "warning": "W", "note": "n", "off": "."}

# Fixtures: with the problem, and without.
FIXTURES = {
    "BMT063": ("bmtr/ok/version_3.rtm", "rtm/ok/two_bones.rtm"),
    "BMT064": ("bmtr/ok/two_bones.rtm", "bmtr/ok/version_4.rtm"),
    "LTX001": ("ltx/bad/mark.ltx", "ltx/ok/weapon.ltx"),
    "LTX002": ("ltx/bad/twice.ltx", "ltx/ok/weapon.ltx"),
    "LTX005": ("ltx/ok/all.ltx", "ltx/ok/includes.ltx"),
    "LTX006": ("ltx/ok/changes.ltx", "ltx/ok/weapon.ltx"),
    "LTX008": ("ltx/bad/quote.ltx", "ltx/ok/weapon.ltx"),
    "OMF006": ("omf/bad/without_keys.omf", "omf/ok/version_3.omf"),
    "OMF013": ("omf/bad/hole_in_motions.omf", "omf/ok/version_3.omf"),
    "OMF014": ("omf/bad/keys_missing.omf", "omf/ok/version_3.omf"),
    "OMF106": ("omf/bad/no_frames.omf", "omf/ok/version_3.omf"),
    "OMF114": ("omf/bad/bone_limit.omf", "omf/ok/version_3.omf"),
    "OMF164": ("omf/bad/no_bones.omf", "omf/ok/version_3.omf"),
    "OMF165": ("omf/bad/speed_zero.omf", "omf/ok/version_3.omf"),
    "OMF166": ("omf/bad/mark_unordered.omf", "omf/ok/mark_sides.omf"),
    "OMF167": ("omf/ok/mark_late.omf", "omf/ok/mark_sides.omf"),
    "OMF168": ("omf/bad/effect_endless.omf", "omf/ok/version_3.omf"),
    "OMF169": ("omf/ok/mark_sides.omf", "omf/ok/marks.omf"),
    "RTM022": ("rtm/bad/frame_order.rtm", "rtm/ok/two_bones.rtm"),
    "RTM032": ("rtm/bad/bone_limit.rtm", "rtm/ok/two_bones.rtm"),
    "RTM044": ("rtm/bad/short_cycle.rtm", "rtm/ok/gap_of_one_key.rtm"),
    "RTM055": ("rtm/bad/all_scaled.rtm", "rtm/ok/two_bones.rtm"),
    "RTM056": ("rtm/bad/other_unit.rtm", "rtm/ok/two_bones.rtm"),
    "RTM057": ("rtm/bad/matrices_of_zeros.rtm", "rtm/ok/two_bones.rtm"),
    "RTM061": ("rtm/ok/walks_away.rtm", "rtm/ok/falls_forward.rtm"),
    "RTM063": ("rtm/ok/properties.rtm", "rtm/ok/two_bones.rtm"),
    "RTM072": ("rtm/ok/man_without_weapon.rtm", "rtm/ok/man_with_weapon.rtm"),
}
KEYED = {flags: bank([motion(frames=2, tracks=[track(flags, 2)])]) for flags in
         (T_KEYS, T_KEYS | T_16, FLOATS)}


def list_of_refs(*refs):
    """A model with its references in chunk 24."""
    return ogf() + chunk(24, struct.pack("<I", len(refs)) + b"".join(map(text, refs)))


def names(prefix, count):
    return tuple(f"{prefix}{i}" for i in range(count))


MADE = {
    "OGF143": (".ogf", list_of_refs("a"), ogf(refs=("a",))),
    "OGF144": (".ogf", ogf(refs=("a\\*.omf",)), ogf(refs=("a",))),
    "OGF145": (".ogf", ogf(refs=names("b", 48)), ogf(refs=names("b", 47))),
    "OMF160": (".omf", KEYED[T_KEYS | T_16].data, KEYED[T_KEYS].data),
    "OMF161": (".omf", KEYED[FLOATS].data, KEYED[T_KEYS | T_16].data),
    "OMF162": (".omf", bank().data, bank(parameters=params(version=3)).data),
    "OMF163": (".omf", with_marks(mark(b"Left", [(0, 0)])).data, bank().data),
    "RTM070": (".rtm", rtm(("vlajka", "bricho")), rtm(("bricho",))),
    "RTM062": (".rtm", rtm(names("b", 128)), rtm(names("b", 127))),
}

# --- mods of Arma ---------------------------------------------------------------------------------

BLEND = 'class BlendAnims { arm[] = {"a", 1}; };'
WALK = 'file = "my_mod\\walk.rtm"; speed = -2;'


def moves(*states, before=""):
    """A config with a state `walk` and others."""
    return (f"{before} class CfgMovesX {{ {BLEND} class States {{ class walk {{ {WALK} }}; "
            + " ".join(states) + " }; };").encode()


def turning(step):
    """A bone that turns in twenty frames."""
    return rtm(("Pelvis",), [i / 19 for i in range(20)],
               matrix=lambda bone, frame: turn_y(step * frame))


MOVES = {
    "MOV001": "class a: walk { speed = fast; };",
    "MOV002": "class a: walk { speed = 0; };",
    "MOV010": 'class a { file = "my_mod\\wakl.rtm"; speed = -2; };',
    "MOV020": "class my_base {}; class my_a: my_bsae {};",
    "MOV021": "class a { file = PATHTOF(x.rtm); };",
    "MOV030": "class a: walk { speed = -3; };",
    "MOV040": "class a: walk {}; class b;",
    "MOV041": "class a: walk { mask = arm; mask = arm; };",
    "MOV042": "class a: b {}; class b: walk {};",
    "MOV050": "class a: walk { leftHandIKCurve[] = {1, 1, 0.05, 0}; };",
    "MOV051": "class a: walk { mask = leg; };",
}
ARMA_MOD = {"config.cpp": moves("class a: walk { mask = arm; leftHandIKCurve[] = {0, 1, 1, 0}; };",
                                "class loop: walk { looped = 1; };"),
            "walk.rtm": rtm()}
ARMA_MODS = {
    **{rule: {"config.cpp": moves(states)} for rule, states in MOVES.items()},
    "MOV012": {"old.rtm": turning(0.01)},
    "RTM045": {"walk.rtm": turning(0.05)},
    "USE005": {"config.cpp": moves('class a { file = "my_mod\\run.rtm"; speed = -2; };'),
               "run.rtm": rtm()},
}

# --- mods of X-Ray --------------------------------------------------------------------------------

HUD = "[gun_hud]\nitem_visual = weapons\\gun\n"
LINES = "anm_show = gun_draw, draw\nanm_shots = gun_shoot\nanm_idle = gun_idle, idle\n"
SYSTEM = ('#include "w.ltx"\n[actor_hud]\nvisual = actors\\hands.ogf\nancor_0 = hand\n'
          "[effect]\ncam = camera_effects\\hit.anm\n")
MESHES = "gamedata/meshes/"
CONFIGS = "gamedata/configs/"
HANDS = tuple((name, 2) for name in ("gun_draw", "gun_shoot1", "gun_idle"))


def hud(lines):
    return {CONFIGS + "w.ltx": (HUD + lines).encode()}


def system(more):
    return {CONFIGS + "system.ltx": (SYSTEM + more).encode()}


XRAY_MOD = {
    **hud(LINES), **system(""),
    MESHES + "actors/hands.ogf": ogf(refs=("actors\\hands",)),
    MESHES + "actors/hands.omf": omf(clips=HANDS),
    MESHES + "weapons/gun.ogf": ogf(refs=("weapons\\gun",)),
    MESHES + "weapons/gun.omf": omf(clips=(("idle", 2), ("draw", 2))),
    "gamedata/anims/camera_effects/hit.anm": b"",
}
XRAY_MODS = {
    "LTX003": system("[x]:lost\n"),
    "LTX004": system('#include "lost.ltx"\n'),
    "LTX007": {CONFIGS + "mod_system_a.ltx": b"![y]\nk = 1\n"},
    "LTX010": hud(LINES + "anm_hide = gun_hide\n"),
    "LTX011": hud(LINES + "anm_hide = gun_draw, hide\n"),
    "LTX012": {MESHES + "weapons/gun.omf": omf(clips=(("draw", 2),))},
    "LTX013": hud(LINES + "anm_hide = gun_draw, 1.5\n"),
    "LTX014": hud(LINES + "anm_hide = gun_draw, draw, 1, 2, 3\n"),
    "LTX015": hud(LINES + "anim_hide = gun_draw\n"),
    "OGF130": {MESHES + "weapons/gun.ogf": ogf(refs=("weapons\\gun", "weapons\\lost"))},
    "OGF134": {MESHES + "weapons/gun.omf": omf(("root",), (("idle", 2), ("draw", 2)))},
    "OGF135": {MESHES + "weapons/gun.omf": omf(("root", "hand", "bolt"),
                                               (("idle", 2), ("draw", 2)))},
    "USE001": {MESHES + "weapons/old.omf": omf()},
    "USE002": hud(LINES.replace("anm_shots", "; anm_shots")),
    "USE003": {"gamedata/anims/camera_effects/weapon/old.anm":
               (DATA / "anm/ok/version_5.anm").read_bytes()},
    "USE004": system("[other]\ncam = camera_effects\\lost.anm\n"),
}
# What the base game has, so that nothing else may be there.
GAME = {"gamedata/configs/game.ltx": b"[game]\n", "gamedata/anims/game.anm": b""}


class Games(CommandTest):
    def setUp(self):
        super().setUp()
        self.bad = {rule: DATA / bad for rule, (bad, _) in FIXTURES.items()}
        self.good = {rule: DATA / good for rule, (_, good) in FIXTURES.items()}
        for rule, (end, bad, good) in MADE.items():
            self.bad[rule] = self.put(f"{rule}/bad{end}", bytes(bad))
            self.good[rule] = self.put(f"{rule}/good{end}", bytes(good))
        for good, mods in ((ARMA_MOD, ARMA_MODS), (XRAY_MOD, XRAY_MODS)):
            mod = self.put_mod(f"good{len(good)}", good)
            for rule, files in mods.items():
                self.bad[rule] = self.put_mod(f"bad/{rule}", {**good, **files})
                self.good[rule] = mod
        # In a game, the keys are those of another one.
        self.good["LTX015"] = self.put_mod("no_keys", {**XRAY_MOD, **hud("")})
        self.game = self.put_mod("game", GAME)

    def put_mod(self, name, files):
        for path, content in files.items():
            self.put(f"{name}/my_mod/{path}", content)
        return self.folder / name / "my_mod"

    def found(self, *options):
        """{path of a file: {rule: letter}}"""
        inputs = dict.fromkeys([*self.bad.values(), *self.good.values()])
        done = gait("check", "--json", "--base-game", self.game, "--skeleton", "ofp-man",
                    "--ignore", "FIL*", *options, *inputs)
        found = {}
        for file in done.json()["files"]:
            found.setdefault(file["path"], {}).update(
                {one["rule"]: LETTERS[one["severity"]] for one in file["findings"]})
        return found

    def letter(self, found, rule, path):
        """The letter of a rule in a file, or in the files of a mod."""
        inside = str(path) + os.sep if path.is_dir() else str(path)
        return next((rules[rule] for name, rules in found.items()
                     if rule in rules and os.path.normpath(name).startswith(inside)), ".")

    def test_the_table_is_complete(self):
        rules = {rule["id"]: rule["games"] for rule in gait("rules", "--json").json()["rules"]
                 if "games" in rule}
        self.assertEqual(set(rules), set(LEVELS))
        self.assertEqual(set(self.bad), set(LEVELS))
        for rule, games in rules.items():
            for game, level in games.items():
                expected = LEVELS[rule][game].replace("v", "W")
                self.assertEqual(LETTERS[level], expected, (rule, game))

    def test_each_rule_in_each_game(self):
        usual = {rule["id"]: LETTERS[rule["severity"]]
                 for rule in gait("rules", "--json").json()["rules"]}
        for games in (ARMA, XRAY):
            for game in games:
                found = self.found("--game", game)
                for rule, levels in LEVELS.items():
                    with self.subTest(rule=rule, game=game):
                        expected = "nW" if levels[game] == "v" else levels[game]
                        if all(levels[one] == "." for one in games):
                            expected = usual[rule] + "."  # the files are of other games
                        self.assertIn(self.letter(found, rule, self.bad[rule]), expected)
                        self.assertEqual(self.letter(found, rule, self.good[rule]), ".")


if __name__ == "__main__":
    main()
