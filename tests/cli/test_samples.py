#!/usr/bin/env python3
"""The samples: made by our generator, valid, and with plausible human motion."""
import filecmp
import math
import os
import pathlib
import subprocess

from command import CommandTest, gait, main

SAMPLES = pathlib.Path(os.environ.get("GAIT_SAMPLES",
                                      pathlib.Path(__file__).resolve().parents[2] / "samples"))
WALK, BANK = SAMPLES / "walk.rtm", SAMPLES / "stalker.omf"
BINARISED = SAMPLES / "walk_binarised.rtm"
MANNEQUIN = SAMPLES / "mannequin.p3d"
MOST_BYTES = 150_000
SIDES = ("Left", "Right")

# The ground below the rest pose of walk.rtm, and its contact points: bone, and
# distance of the point ahead of that bone.
SOLE = -1.0315
TOUCHES = (("Foot", -0.065), ("ToeBase", 0.0), ("ToeBase", 0.085))


def turned(q, v):
    x, y, z, w = q
    t = (2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0]))
    return (v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0])


def moved(bone, point):
    return tuple(a + b for a, b in zip(turned(bone["q"], point), bone["t"]))


def poses(path, *options):
    """One {bone: transform} per key."""
    frames = gait("sample", "--all", "--json", *options, path).json()["frames"]
    return [{bone["name"]: bone for bone in frame["bones"]} for frame in frames]


def parents(skeleton):
    bones = gait("skeleton", "--json", skeleton).json()["bones"]
    return {bone["name"]: bone["parent_name"] for bone in bones}


def facts(path):
    """{field: value} of a map."""
    fields = gait("map", "--json", path).json()["fields"]
    return {field["name"]: field["value"] for field in fields}


def bend(a, b, c):
    """Angle in degrees between two bones that share b."""
    first = [y - x for x, y in zip(a, b)]
    second = [y - x for x, y in zip(b, c)]
    cosine = sum(x * y for x, y in zip(first, second)) / math.dist(a, b) / math.dist(b, c)
    return math.degrees(math.acos(max(-1.0, min(1.0, cosine))))


class SampleTest(CommandTest):
    def assert_lengths_stay(self, frames, tree, loose=()):
        for bone, parent in tree.items():
            if parent not in frames[0] or bone not in frames[0] or bone in loose:
                continue
            lengths = [math.dist(frame[bone]["t"], frame[parent]["t"]) for frame in frames]
            self.assertLess(max(lengths) - min(lengths), 1e-4, bone)

    def assert_closed(self, frames):
        for bone, first in frames[0].items():
            last = frames[-1][bone]
            self.assertEqual((first["t"], first["q"]), (last["t"], last["q"]), bone)

    def assert_knee_ahead(self, hip, knee, ankle):
        part = (hip[1] - knee[1]) / (hip[1] - ankle[1])
        self.assertGreater(knee[2], hip[2] + part * (ankle[2] - hip[2]))
        self.assertLess(bend(hip, knee, ankle), 70)


class Files(SampleTest):
    def test_the_generator_makes_these_bytes(self):
        if "GAIT_MAKE_SAMPLES" not in os.environ:
            self.skipTest("GAIT_MAKE_SAMPLES is not set: the path of make-samples")
        generator = os.environ["GAIT_MAKE_SAMPLES"]
        subprocess.run([generator, self.folder], check=True, timeout=60)
        made = sorted(path.name for path in self.folder.iterdir())
        self.assertEqual(made, ["mannequin.p3d", "stalker.omf", "walk.rtm",
                                "walk_binarised.rtm"])
        _, differ, lost = filecmp.cmpfiles(SAMPLES, self.folder, made, shallow=False)
        self.assertEqual((differ, lost), ([], []))

    def test_generator_reports_write_errors(self):
        if "GAIT_MAKE_SAMPLES" not in os.environ:
            self.skipTest("GAIT_MAKE_SAMPLES is not set: the path of make-samples")
        generator = os.environ["GAIT_MAKE_SAMPLES"]
        done = subprocess.run([generator, self.folder / "none"], capture_output=True, text=True,
                              timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("walk.rtm", done.stderr)

    def test_samples_are_small(self):
        for path in (WALK, BINARISED, BANK, MANNEQUIN):
            self.assertLess(path.stat().st_size, MOST_BYTES, path)

    def test_check_reports_no_findings(self):
        for skeleton, path in (("arma3-man", WALK), ("arma3-man", BINARISED),
                               ("xray-stalker", BANK)):
            report = self.works("check", "--strict", "--json", "--skeleton", skeleton, path).json()
            self.assertEqual([file["findings"] for file in report["files"]], [[]])

    def test_limbs_of_the_mannequin_have_bones(self):
        """Selections have names of bones of the Arma 3 human, and move all points."""
        self.works("check", "--strict", MANNEQUIN)
        names = {name for name in facts(MANNEQUIN).values() if isinstance(name, str)}
        limbs = names & set(parents("arma3-man"))
        self.assertEqual(len(limbs), 19)
        self.works("convert", "--skeleton", MANNEQUIN, WALK, self.folder / "walk.glb")
        told = self.works("draw", "-v", "--mesh", "--skeleton", MANNEQUIN, WALK,
                          self.folder / "x.svg").err
        self.assertNotIn("warning", told)


class Binarised(SampleTest):
    def test_binarised_sample_is_converted_from_the_walk(self):
        made = self.folder / "walk.rtm"
        self.works("convert", "--to=bmtr", WALK, made)
        self.assertEqual(made.read_bytes(), BINARISED.read_bytes())

    def test_binarised_sample_has_the_poses_of_the_walk(self):
        for frame, other in zip(poses(WALK), poses(BINARISED), strict=True):
            self.assertEqual([name.lower() for name in frame], list(other))
            for name, bone in frame.items():
                self.assertLess(math.dist(bone["t"], other[name.lower()]["t"]), 0.002, name)

    def test_plain_copy_converts_back_to_the_same_bytes(self):
        plain, again = self.folder / "plain.rtm", self.folder / "again.rtm"
        self.works("convert", "--to=rtm", BINARISED, plain)
        self.works("convert", "--to=bmtr", "--base", BINARISED, plain, again)
        self.assertEqual(plain.read_bytes()[:8], b"RTM_MDAT")
        self.assertEqual(again.read_bytes(), BINARISED.read_bytes())


class Walk(SampleTest):
    @classmethod
    def setUpClass(cls):
        cls.info = gait("info", "--json", WALK).json()["files"][0]
        cls.model = poses(WALK)
        cls.rest = {b["name"]: b["t"] for b in poses_at_rest(cls.info["bones"])}
        deltas = poses(WALK, "--space", "delta", "--axes", "engine")
        cls.soles = [{side: [sole_point(frame, cls.rest, side + bone, ahead)
                             for bone, ahead in TOUCHES] for side in SIDES} for frame in deltas]
        cls.speed = cls.info["step"][2] / (len(cls.model) - 1)

    def path(self, bone, axis):
        return [frame[bone]["t"][axis] for frame in self.model]

    def test_the_bones_are_the_body_parents_first(self):
        bones, tree = self.info["bones"], parents("arma3-man")
        body = {name for name in tree if not name.startswith(("Face", "Eye"))}
        self.assertEqual(set(bones), body)
        for index, bone in enumerate(bones):
            self.assertIn(tree[bone], [None, *bones[:index]])

    def test_bones_keep_their_lengths(self):
        self.assert_lengths_stay(self.model, parents("arma3-man"))

    def test_the_last_pose_is_the_first(self):
        self.assert_closed(self.model)

    def test_walk_moves_forward(self):
        side, up, forward = self.info["step"]
        self.assertEqual((side, up), (0, 0))
        self.assertTrue(-1.6 <= forward <= -1.4)

    def test_step_events_are_at_heel_contacts(self):
        fields = facts(WALK)
        self.assertEqual(fields["mdat.propertyCount"], 2)
        for index, side in enumerate(SIDES):
            self.assertEqual(fields[f"mdat.properties[{index}].name"], "StepSound")
            frame = round(fields[f"mdat.properties[{index}].phase"] * (len(self.model) - 1))
            heel_before, heel = (self.soles[k][side][0] for k in (frame - 1, frame))
            self.assertAlmostEqual(heel[1], 0, delta=1e-3)
            self.assertGreater(heel_before[1], 0.005)
            self.assertGreater(heel[2], 0.2)

    def test_feet_stay_above_the_ground(self):
        lowest = min(p[1] for frame in self.soles for foot in frame.values() for p in foot)
        self.assertGreater(lowest, -0.01)

    def test_a_foot_is_always_on_the_ground(self):
        for frame in self.soles:
            self.assertLess(min(p[1] for foot in frame.values() for p in foot), 0.01)

    def test_standing_foot_moves_with_the_ground(self):
        compared = 0
        for before, after in zip(self.soles, self.soles[1:]):
            for side in SIDES:
                for a, b in zip(before[side], after[side]):
                    if a[1] < 1e-3 and b[1] < 1e-3:
                        self.assertAlmostEqual(b[2] - a[2], self.speed, delta=0.005)
                        self.assertAlmostEqual(b[0], a[0], delta=0.005)
                        compared += 1
        self.assertGreater(compared, len(self.soles))

    def test_the_foot_in_the_air_clears_the_ground(self):
        for side in SIDES:
            heights = [min(p[1] for p in frame[side]) for frame in self.soles]
            self.assertGreater(max(heights), 0.015)
            self.assertGreater(sum(height > 0.005 for height in heights), len(heights) / 4)

    def test_knees_bend_forward(self):
        for frame in self.model:
            for side in SIDES:
                self.assert_knee_ahead(*(frame[side + bone]["t"]
                                         for bone in ("UpLeg", "Leg", "Foot")))

    def test_arms_swing_against_the_legs(self):
        for arm, leg in (SIDES, SIDES[::-1]):
            hand = self.path(arm + "Hand", 2)
            same = [h * f for h, f in zip(hand, self.path(leg + "Foot", 2))]
            self.assertGreater(max(hand) - min(hand), 0.2)
            self.assertGreater(sum(value > 0 for value in same), 0.7 * len(same))

    def test_the_head_is_steady(self):
        for axis, most in ((0, 0.06), (1, 0.05), (2, 0.04)):
            path = self.path("head", axis)
            self.assertLess(max(path) - min(path), most)
        for frame in self.model:
            self.assertGreater(turned(frame["head"]["q"], (0, 0, 1))[2], math.cos(math.radians(4)))

    def test_left_is_left_and_the_head_is_above(self):
        for frame in self.model:
            self.assertLess(frame["LeftHand"]["t"][0], -0.1)
            self.assertGreater(frame["RightHand"]["t"][0], 0.1)
            self.assertGreater(frame["head"]["t"][1], frame["Pelvis"]["t"][1] + 0.6)


def poses_at_rest(names):
    """The rest pose of the built-in human skeleton in model space."""
    bones = gait("skeleton", "--json", "arma3-man").json()["bones"]
    place = []
    for bone in bones:
        above = (0, 0, 0) if bone["parent"] is None else place[bone["parent"]]
        place.append(tuple(a + b for a, b in zip(above, bone["t"])))
    return [{"name": b["name"], "t": t} for b, t in zip(bones, place) if b["name"] in names]


def sole_point(frame, rest, bone, ahead):
    x, _, z = rest[bone]
    return moved(frame[bone], (x, SOLE, z + ahead))


class Bank(SampleTest):
    CLIPS = {"idle": 91, "walk": 33, "salute": 61, "stand": 1, "hit_chest": 16}
    STEP = 1.4

    @classmethod
    def setUpClass(cls):
        cls.info = gait("info", "--json", BANK).json()["files"][0]
        cls.fields = facts(BANK)
        cls.model = {clip: poses(BANK, "--clip", clip) for clip in cls.CLIPS}

    def field(self, ending):
        return [value for name, value in self.fields.items() if name.endswith(ending)]

    def frames(self):
        return [frame for frames in self.model.values() for frame in frames]

    def test_the_bones_are_the_stalkers_parents_first(self):
        tree = parents("xray-stalker")
        self.assertEqual(self.info["bones"], list(tree))
        for index, bone in enumerate(self.info["bones"]):
            self.assertIn(tree[bone], [None, *self.info["bones"][:index]])

    def test_parts_list_bones_out_of_order(self):
        ids = [value for name, value in self.fields.items()
               if name.startswith("params.parts") and name.endswith("].id")]
        self.assertEqual(sorted(ids), list(range(len(self.info["bones"]))))
        self.assertNotEqual(ids, sorted(ids))
        self.assertGreaterEqual(self.fields["params.partCount"], 2)

    def test_bank_has_one_clip_of_every_kind(self):
        clips = {clip["name"]: clip["frames"] for clip in self.info["clips"]}
        self.assertEqual(clips, self.CLIPS)
        loops = [clip["name"] for clip in self.info["clips"] if clip["loop"]]
        self.assertEqual(loops, ["idle", "walk"])
        flags = [self.fields[f"params.definitions[{i}].flags"] for i in range(len(clips))]
        self.assertEqual([flag & 3 for flag in flags], [0, 0, 2, 2, 1])

    def test_bank_has_a_track_of_every_kind(self):
        tracks = {value for name, value in self.fields.items()
                  if ".tracks[" in name and name.endswith(".flags")}
        # Bits: translation keys, rotation constant, translation keys of 16 bits.
        self.assertTrue({0, 2, 4, 6} <= tracks)
        self.assertTrue(tracks & {1, 3}, "8-bit translation keys")
        self.assertTrue(tracks & {5, 7}, "16-bit translation keys")

    def test_playback_differs(self):
        for value in ("speed", "power", "accrue", "falloff"):
            values = {self.fields[f"params.definitions[{i}].{value}"] for i in range(5)}
            self.assertGreater(len(values), 1, value)

    def test_labels_are_the_names(self):
        self.assertEqual(self.field(".label"), list(self.CLIPS))

    def test_marks_are_where_feet_come_down(self):
        for index, side in enumerate(("l", "r")):
            mark = f"params.definitions[1].marks[{index}]"
            self.assertEqual(self.fields[mark + ".name"], SIDES[index])
            self.assertEqual(self.fields[mark + ".terminator"], "\r\n")
            start, end = (round(30 * second) for second in self.fields[mark + ".intervals"])
            toe = [frame[f"bip01_{side}_toe0"]["t"] for frame in self.model["walk"]]
            self.assertGreater(toe[start][2], 0.3)
            self.assertGreater(toe[start][1], 0.05)
            self.assertAlmostEqual(toe[end][1], min(point[1] for point in toe), delta=0.002)

    def test_rotation_keys_are_unit_and_take_the_short_way(self):
        keyed = [value for name, value in self.fields.items() if name.endswith("rotation.keys")]
        self.assertGreater(len(keyed), 50)
        for keys in keyed:
            for key in keys:
                self.assertAlmostEqual(math.hypot(*key), 32767, delta=1.5)
            for a, b in zip(keys, keys[1:]):
                self.assertGreater(sum(x * y for x, y in zip(a, b)), 0)

    def test_loops_close(self):
        for clip in ("idle", "walk"):
            self.assert_closed(self.model[clip])

    def test_bones_keep_their_lengths(self):
        for frames in self.model.values():
            self.assert_lengths_stay(frames, parents("xray-stalker"), loose=("bip01",))

    def test_figure_faces_forward_and_left_is_left(self):
        for frame in self.frames():
            self.assertLess(frame["bip01_l_hand"]["t"][0], -0.1)
            self.assertLess(frame["bip01_l_foot"]["t"][0], frame["bip01_r_foot"]["t"][0])
            self.assertGreater(frame["bip01_head"]["t"][1], frame["bip01_pelvis"]["t"][1] + 0.5)
        stand = self.model["stand"][0]
        self.assertGreater(stand["bip01_l_toe0"]["t"][2], stand["bip01_l_foot"]["t"][2] + 0.1)

    def test_feet_are_on_the_ground(self):
        for frame in self.frames():
            toes = [frame[f"bip01_{side}_toe0"]["t"][1] for side in "lr"]
            self.assertAlmostEqual(min(toes), 0.026, delta=0.03)
            self.assertGreater(min(toes), 0.02)

    def test_standing_feet_stay_where_they_are(self):
        for clip in ("idle", "salute", "hit_chest"):
            for side in "lr":
                places = [frame[f"bip01_{side}_foot"]["t"] for frame in self.model[clip]]
                self.assertLess(max(math.dist(places[0], place) for place in places), 0.002)

    def test_standing_foot_moves_with_the_ground(self):
        speed, compared = -self.STEP / (self.CLIPS["walk"] - 1), 0
        for before, after in zip(self.model["walk"], self.model["walk"][1:]):
            for side in "lr":
                a, b = (frame[f"bip01_{side}_toe0"]["t"] for frame in (before, after))
                if a[1] < 0.0265 and b[1] < 0.0265:
                    self.assertAlmostEqual(b[2] - a[2], speed, delta=0.002)
                    compared += 1
        self.assertGreater(compared, 20)

    def test_knees_bend_forward(self):
        for frame in self.frames():
            for side in "lr":
                self.assert_knee_ahead(*(frame[f"bip01_{side}_{bone}"]["t"]
                                         for bone in ("thigh", "calf", "foot")))

    def test_the_salute_brings_the_hand_to_the_brow(self):
        raised = self.model["salute"][30]
        finger, head = raised["bip01_r_finger12"]["t"], raised["bip01_head"]["t"]
        self.assertTrue(0.03 < finger[1] - head[1] < 0.2)
        self.assertLess(math.dist(finger, head), 0.25)
        self.assertLess(self.model["salute"][0]["bip01_r_hand"]["t"][1], 1.0)


if __name__ == "__main__":
    main()
