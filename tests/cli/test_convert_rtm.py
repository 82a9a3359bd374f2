#!/usr/bin/env python3
"""convert: between plain and binarised RTM, and the choice of their skeletons."""
import json
import math
import os
import pathlib
import struct

from command import CommandTest, main, omf, rtm, turn_y

SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
CONFIG = b"""class CfgSkeletons {
  class Crane { isDiscrete = 1; skeletonInherit = "";
    skeletonBones[] = {"mast","", "arm","mast", "hook","arm"}; };
  class Man { skeletonBones[] = {"root",""}; };
};
class CfgModels { class turn { skeletonName = "Crane"; }; };
"""


def crane(frames=9):
    """A plain RTM of three bones that turn about known points."""
    pivots = {"mast": (0, 0, 0), "arm": (0, 4, 0), "hook": (0, 4, 3)}
    names = list(pivots)
    out = b"RTM_0101" + struct.pack("<3f2I", 0, 0, 0, frames, len(names))
    out += b"".join(name.encode().ljust(32, b"\0") for name in names)
    for frame in range(frames):
        a = 0.15 * frame
        c, s = math.cos(a), math.sin(a)
        about = {"mast": ((c, 0, s), (0, 1, 0), (-s, 0, c)),
                 "arm": ((1, 0, 0), (0, c, s), (0, -s, c)),
                 "hook": ((c, s, 0), (-s, c, 0), (0, 0, 1))}
        out += struct.pack("<f", frame / (frames - 1))
        above = ((1, 0, 0), (0, 1, 0), (0, 0, 1)), (0, 0, 0)
        for name in names:
            # File axes: x and z are turned, so pivots there have other signs.
            x, y, z = pivots[name]
            pivot = (-x, y, -z)
            turn = about[name]
            moved = [sum(turn[i][j] * pivot[j] for j in range(3)) for i in range(3)]
            own = turn, [pivot[i] - moved[i] for i in range(3)]
            linear = tuple(tuple(sum(above[0][i][k] * own[0][k][j] for k in range(3))
                                 for j in range(3)) for i in range(3))
            place = [sum(above[0][i][k] * own[1][k] for k in range(3)) + above[1][i]
                     for i in range(3)]
            above = linear, place
            out += name.encode().ljust(32, b"\0")
            out += struct.pack("<12f", *(linear[i][j] for j in range(3) for i in range(3)), *place)
    return out


class Rtm(CommandTest):
    def crane(self):
        self.put("model.cfg", CONFIG)
        return self.put("turn.rtm", crane())

    def test_config_in_the_folder_names_the_skeleton(self):
        said = self.works("skeleton", "-v", self.crane())
        self.assertIn("model.cfg:Crane", said.err)
        self.assertRegex(said.out, r"(?m)^    hook")

    def test_unmatched_file_gets_the_skeleton_with_its_bones(self):
        self.crane()
        other = self.put("other.rtm", crane())
        self.assertIn("model.cfg:Crane", self.works("skeleton", other).err)
        self.assertIn("model.cfg:Crane",
                      self.works("sample", "--skeleton", f"{self.folder}/model.cfg:Crane",
                                 "--frame=0", other).err)

    def test_pivots_are_recovered_from_the_motion(self):
        report = self.works("skeleton", "--json", self.crane()).json()
        bones = {bone["name"]: bone for bone in report["bones"]}
        self.assertEqual(bones["hook"]["rest_origin"], "recovered")
        said = self.works("skeleton", "-v", self.crane()).err
        self.assertIn("pivot of arm: computed", said)

    def test_binarised_and_back_keeps_every_pose(self):
        walk, packed, plain = self.crane(), self.folder / "turn.bin.rtm", self.folder / "back.rtm"
        tree = f"--skeleton={self.folder}/model.cfg:Crane"
        self.works("convert", "--to=bmtr", walk, packed)
        self.assertEqual(packed.read_bytes()[:8], b"BMTR\5\0\0\0")
        self.works("convert", "--to=rtm", tree, packed, plain)
        self.assertEqual(plain.read_bytes()[:8], b"RTM_0101")
        poses = [self.works("sample", "--json", "--all", tree, path).json()["frames"]
                 for path in (walk, plain)]
        for wanted, got in zip(*poses):
            for a, b in zip(wanted["bones"], got["bones"]):
                for i in range(3):
                    self.assertAlmostEqual(a["t"][i], b["t"][i], delta=0.004)

    def test_unedited_rtm_keeps_the_bytes_of_its_base(self):
        walk, packed, plain = self.crane(), self.folder / "turn.bin.rtm", self.folder / "plain.rtm"
        again, tree = self.folder / "again.rtm", f"--skeleton={self.folder}/model.cfg:Crane"
        for version in "2345":
            self.works("convert", "-f", "--to=bmtr", f"--format-version={version}", walk, packed)
            self.works("convert", "-f", "--to=rtm", tree, packed, plain)
            said = self.works("convert", "-f", "--to=bmtr", tree, f"--base={packed}", plain, again)
            self.assertIn("0 values changed", said.err)
            self.assertEqual(again.read_bytes(), packed.read_bytes())

    def test_a_base_keeps_the_signs_of_its_zeros(self):
        walk, plain, again = self.crane(), self.folder / "plain.rtm", self.folder / "again.rtm"
        tree = f"--skeleton={self.folder}/model.cfg:Crane"
        packed = bytearray(self.works("convert", "--to=bmtr", walk, "-").bytes)
        packed[9:21] = struct.pack("<3f", -0.0, 0.0, -0.0)  # root motion
        base = self.put("turn.bin.rtm", bytes(packed))
        self.works("convert", "--to=rtm", tree, base, plain)
        said = self.works("convert", "--to=bmtr", tree, f"--base={base}", plain, again)
        self.assertIn("0 values changed", said.err)
        self.assertEqual(again.read_bytes(), packed)

    def test_edit_changes_only_its_record(self):
        walk, packed, again = self.crane(), self.folder / "a.rtm", self.folder / "b.rtm"
        tree = f"--skeleton={self.folder}/model.cfg:Crane"
        self.works("convert", "--to=bmtr", walk, packed)
        plain = bytearray(self.works("convert", "--to=rtm", tree, packed, "-").bytes)
        at = len(plain) - 12  # the place of the last bone in the last frame
        plain[at:at + 4] = b"\0\0\x80\x3f"
        edited = self.put("turn2.rtm", bytes(plain))
        said = self.works("convert", "--to=bmtr", tree, f"--base={packed}", edited, again)
        self.assertIn("1 value changed", said.err)
        old, new = packed.read_bytes(), again.read_bytes()
        last = 5 + 3 * 14  # count, flag and records of the last frame, which may be packed now
        self.assertEqual(new[:len(old) - last], old[:-last])
        self.assertNotEqual(new, old)

    def test_repaired_phases_and_dropped_bones_are_reported(self):
        for name, content, rule in (
                ("order", rtm(phases=(0, 1, 0.5)), "RTM042"),
                ("equal", rtm(phases=(1, 1, 1)), "RTM041"),
                ("nan", rtm(phases=(0, math.nan, 1)), "RTM040"),
                ("twice", rtm(bones=("root", "arm", "ARM")), "RTM020")):
            path = self.put(f"{name}.rtm", content)
            for target in ("glb", "bvh"):
                said = self.works("convert", path, self.folder / f"{name}.{target}").err
                self.assertIn(rule, said)

    def test_root_motion_that_json_cannot_store_is_reported(self):
        path = self.put("nan.rtm", rtm(step=(math.nan, 0, -1)))
        self.assertIn("root motion", self.works("convert", path, self.folder / "nan.glb").err)

    def test_base_gets_the_number_of_frames(self):
        walk, packed = self.crane(), self.folder / "a.rtm"
        self.works("convert", "--to=bmtr", walk, packed)
        longer = self.put("turn3.rtm", crane(12))
        self.works("convert", "--to=bmtr", f"--skeleton={self.folder}/model.cfg:Crane",
                   f"--base={packed}", longer, self.folder / "x.rtm")
        listed = json.loads(self.works("list", "--json", self.folder / "x.rtm").out)
        self.assertEqual(listed["files"][0]["clips"][0]["frames"], 12)

    def test_a_bank_becomes_files_of_its_clips(self):
        bank = SAMPLES / "stalker.omf"
        tree = "--skeleton=xray-stalker"
        self.fails(2, "convert", tree, "--to=rtm", bank, self.folder / "x.rtm", cause="[CNV007]")
        self.works("convert", tree, bank, self.folder / "{clip}.rtm")
        self.assertGreaterEqual(len(list(self.folder.glob("*.rtm"))), 2)

    def test_parents_must_be_known_for_binarised_files(self):
        walk = self.put("turn.rtm", crane())
        self.fails(5, "convert", "--to=bmtr", walk, self.folder / "x.rtm",
                   cause=("parents", "model.cfg"))
        self.assertFalse((self.folder / "x.rtm").exists())

    def test_bones_that_the_skeleton_lacks_are_left_out_of_records(self):
        known, turn = ("mast", "arm", "hook"), [turn_y(0.1 * i, (0, i, 0)) for i in range(5)]
        all_bones = ("rope", "mast", "arm", "M136", "hook")
        poses = {name: turn[i] for i, name in enumerate(all_bones)}
        tree = f"--skeleton={self.put('model.cfg', CONFIG)}:Crane"
        plain = [self.put(f"{i}.rtm", rtm(bones, (0, 1), matrix=lambda b, f: poses[bones[b]]))
                 for i, bones in enumerate((known, all_bones))]
        packed = [path.with_suffix(".bin.rtm") for path in plain]
        said = [self.works("convert", "--to=bmtr", tree, *pair).err for pair in zip(plain, packed)]
        self.assertEqual(packed[0].read_bytes(), packed[1].read_bytes())
        self.assertEqual(["BMT207" in text for text in said], [False, True])
        self.assertIn("rope, M136", said[1])
        self.fails(5, "convert", "--to=bmtr", "--missing-bones=refuse", tree, plain[1],
                   self.folder / "none.rtm", cause=("BMT140", "rope", "M136"))

    def test_skeletons_are_used_that_have_half_of_the_bones_of_file_or_skeleton(self):
        tree = f"--skeleton={self.put('model.cfg', CONFIG)}:Crane"
        strange = tuple(f"x{i}" for i in range(9))
        for known, code in ((("mast", "arm"), 0), (("mast",), 5)):
            path = self.put("a.rtm", rtm(known + strange))
            self.fails(code, "convert", "-f", "--to=bmtr", tree, path, self.folder / "b.rtm")

    def test_the_human_of_the_game_can_be_inherited(self):
        self.put("model.cfg", b"""class CfgSkeletons { class Dog {
            skeletonInherit = "ofp2_manskeleton";
            skeletonBones[] = {"Tail", "Pelvis", "Pelvis", ""}; }; };""")
        path = self.put("wag.rtm", rtm(("Pelvis", "Spine", "Spine1", "Tail")))
        bones = self.works("skeleton", "--json", self.folder / "model.cfg").json()["bones"]
        human = self.works("skeleton", "--json", "arma3-man").json()["bones"]
        parents = [(bone["name"], bone["parent_name"]) for bone in human]
        self.assertEqual(sorted((bone["name"], bone["parent_name"]) for bone in bones),
                         sorted([*parents, ("Tail", "Pelvis")]))
        self.works("convert", "--to=bmtr", path, self.folder / "wag.bin.rtm")

    def test_a_part_of_the_human_body_is_recognised(self):
        body = [bone["name"] for bone in self.works(
            "skeleton", "--json", "arma3-man").json()["bones"]]
        body = tuple(name for name in body if "Finger" not in name)[:23]
        for bones, code in ((body + ("lzadek", "pzadek"), 0), (body[:11], 5),
                            (body + tuple(f"x{i}" for i in range(9)), 5)):
            path = self.put("a.rtm", rtm(bones))
            self.fails(code, "convert", "-f", "--to=bmtr", path, self.folder / "b.rtm")
        said = self.works("skeleton", self.put("b.rtm", rtm(("a", "b")))).err
        self.assertNotIn("missing: a", said)

    def test_options_without_effect_are_refused(self):
        walk = self.crane()
        for option in ("--format-version=3", "--lossy", f"--base={walk}"):
            self.fails(2, "convert", "--to=rtm", option, self.put("a.omf", omf()),
                       self.folder / "{clip}.rtm", cause=option.split("=")[0])
        self.fails(2, "convert", "--to=bmtr", "--format-version=6", walk, self.folder / "x.rtm",
                   cause="[CNV003]")
        self.fails(2, "convert", "--to=bmtr", "--fps=30", walk, self.folder / "x.rtm",
                   cause="[CNV002]")
        self.fails(5, "convert", "--to=bmtr", f"--base={walk}", walk, self.folder / "x.rtm",
                   cause="[CNV012]")

    def test_second_skeleton_option_is_refused(self):
        self.fails(2, "sample", "--skeleton=arma3-man", "--skeleton=ofp-man", "--frame=0",
                   self.crane(), cause="give only one")

    def test_a_pelvis_that_leans_walks_equally_far_in_both_formats(self):
        """The joint moves 0.7 m by the rotation, and as far again or back by the translation."""
        c = math.sqrt(0.5)
        up = 0.99 * (1 - c)
        for z, rules in ((-0.7, ["RTM061"]), (0.7, [])):
            lean = (1, 0, 0, 0, c, -c, 0, c, c, 0, up, z)
            plain = self.put("lean.rtm", rtm(
                ("pelvis",), (0, 0.5, 1),
                matrix=lambda bone, frame, last=lean: last if frame == 2 else turn_y(0)))
            packed = self.folder / "packed.rtm"
            self.works("convert", plain, packed, "--to", "bmtr", "--skeleton", "arma3-man",
                       "--force")
            for path in (plain, packed):
                file = self.works("check", "--json", path).json()["files"][0]
                self.assertEqual([one["rule"] for one in file["findings"]], rules, path)


if __name__ == "__main__":
    main()
