#!/usr/bin/env python3
"""skeleton: built-in trees, trees of files, and missing bones."""
import os
import pathlib

from command import CommandTest, gait, main, ogf, omf, posix_only, rtm, schema_errors

DATA = pathlib.Path(os.environ["GAIT_DATA"])
CONFIG = b"""class CfgSkeletons {
    class Default {};
    class Man { skeletonBones[] = {"root", "", "hand", "root"}; };
    class Dog { skeletonBones[] = {"paw", ""}; };
};
class CfgModels { class walk { skeletonName = "Dog"; }; };
"""


class Skeleton(CommandTest):
    def skeleton(self, *arguments):
        result = gait("skeleton", "--json", *arguments)
        self.assertEqual(result.code, 0, result.err)
        document = result.json()
        self.assertEqual(schema_errors(document, "skeleton"), [])
        return document

    def test_built_in_skeletons_are_listed(self):
        document = gait("skeleton", "--list", "--json").json()
        self.assertEqual(schema_errors(document, "skeletons"), [])
        counts = {entry["name"]: entry["bones"] for entry in document["skeletons"]}
        self.assertEqual(counts, {"ofp-man": 25, "arma1-man": 75, "arma2-man": 128,
                                  "arma3-man": 103, "xray-stalker": 47, "xray-hands": 42})
        shown = self.works("skeleton", "--list").out
        for name, count in counts.items():
            self.assertRegex(shown, rf"(?m)^{name} +{count} ")

    def test_every_listed_skeleton_can_be_shown(self):
        for entry in gait("skeleton", "--list", "--json").json()["skeletons"]:
            document = self.skeleton(entry["name"])
            self.assertEqual(document["name"], entry["name"])
            self.assertEqual(len(document["bones"]), entry["bones"])
            for bone in document["bones"]:
                self.assertTrue(bone["parent"] is None or bone["parent"] < bone["index"])

    def test_models_show_their_skeleton(self):
        path = self.put("a.ogf", ogf(bones=(("hand", "root"), ("root", "")),
                                     positions=((1, 2, 3), (0, 0.5, 0))))
        document = self.skeleton(path)
        self.assertEqual(document["path"], str(path))
        self.assertEqual(document["bones"], [
            {"index": 0, "name": "root", "parent": None, "parent_name": None, "side": "middle",
             "t": [0, 0.5, 0], "q": [0, 0, 0, 1], "parent_origin": "file", "rest_origin": "file",
             "outcome": "skeleton", "joint": None},
            {"index": 1, "name": "hand", "parent": 0, "parent_name": "root", "side": "middle",
             "t": [1, 2, 3], "q": [0, 0, 0, 1], "parent_origin": "file", "rest_origin": "file",
             "outcome": "skeleton", "joint": None}])

    def test_text_output_is_a_tree(self):
        path = self.put("a.ogf", ogf(bones=(("root", ""), ("left", "root"), ("right", "root"),
                                            ("finger", "left"))))
        lines = self.works("skeleton", path).out.splitlines()
        self.assertEqual([line.split()[0] for line in lines[2:]],
                         ["root", "left", "finger", "right"])
        indents = [len(line) - len(line.lstrip()) for line in lines[2:]]
        self.assertEqual(indents, [0, 2, 4, 2])

    def test_animations_show_their_chosen_skeleton(self):
        bank = self.put("a.omf", omf())
        self.fails(5, "skeleton", bank, cause=("[CNV024]", "root hand"))
        self.put("a.ogf", ogf())
        self.assertEqual([bone["name"] for bone in self.skeleton(bank)["bones"]],
                         ["root", "hand"])
        walk = self.skeleton(self.put("walk.rtm", rtm(bones=("a", "b"))))
        self.assertEqual([bone["parent_origin"] for bone in walk["bones"]], ["unknown"] * 2)

    def test_an_unknown_rest_is_null(self):
        for bone in self.skeleton("xray-hands")["bones"]:
            self.assertEqual((bone["t"], bone["q"], bone["rest_origin"]), (None, None, "unknown"))

    def test_missing_bones_are_listed_with_similar_names(self):
        walk = self.put("walk.rtm", rtm(bones=("pelvis", "LeftHandd", "zzzzzzzz")))
        document = self.skeleton("arma3-man", "--for", walk)
        self.assertEqual(document["missing"], [{"name": "LeftHandd", "nearest": "LeftHand"},
                                               {"name": "zzzzzzzz", "nearest": None}])
        shown = self.works("skeleton", "arma3-man", "--for", walk).out
        self.assertIn("missing: LeftHandd, nearest: LeftHand\n", shown)
        self.assertIn("missing: zzzzzzzz\n", shown)

    def test_skeleton_of_a_file_is_selected_by_name(self):
        config = self.put("model.cfg", CONFIG)
        document = self.skeleton(f"{config}:MAN")
        self.assertEqual((document["name"], [bone["name"] for bone in document["bones"]]),
                         ("Man", ["root", "hand"]))
        self.assertEqual(self.skeleton(f"{config}:Dog")["bones"][0]["name"], "paw")
        self.fails(5, "skeleton", config, cause=("holds 2 skeletons", "Man Dog", ":Man"))
        self.fails(2, "skeleton", f"{config}:Cat", cause=("no skeleton 'Cat'", "Man Dog"))
        self.fails(2, "skeleton", f"{config}:Dogg", cause="did you mean Dog?")
        self.fails(2, "skeleton", f"{self.put('a.ogf', ogf())}:b", cause="no skeleton 'b'")
        self.works("skeleton", f"{self.folder / 'a.ogf'}:A")
        self.fails(3, "skeleton", f"{self.folder / 'none.cfg'}:Man", cause="cannot open")

    def test_model_with_the_config_name_selects_the_skeleton(self):
        config = self.put("walk.cfg", CONFIG)
        self.assertEqual(self.skeleton(config)["name"], "Dog")

    def test_config_supplies_the_skeleton_of_an_animation(self):
        config = self.put("model.cfg", CONFIG)
        walk = self.put("walk.rtm", rtm(bones=("hand", "root")))
        bones = gait("sample", "--json", "--frame=0", f"--skeleton={config}:Man", walk)
        self.assertEqual(bones.code, 0, bones.err)
        self.assertIn("model.cfg:Man", bones.err)
        self.fails(5, "sample", "--frame=0", f"--skeleton={config}", walk, cause="by name")

    def test_points_of_a_model_are_shown(self):
        document = self.skeleton(DATA / "p3d/ok/pivots.p3d")
        self.assertEqual([(bone["name"], bone["t"], bone["parent_origin"], bone["rest_origin"])
                          for bone in document["bones"]],
                         [("root", [-0.25, 0.125, 0.0625], "unknown", "file"),
                          ("head", [-0.5, 1, 2], "unknown", "file")])
        self.fails(5, "skeleton", DATA / "p3d/ok/no_memory.p3d", cause="[P3D020]")
        self.fails(5, "skeleton", DATA / "p3d/bad/binarised.p3d", cause=("[P3D001]", "model.cfg"))

    @posix_only("a colon is no part of a name there")
    def test_path_may_contain_a_colon(self):
        path = self.put("a:b.cfg", CONFIG.replace(b"Dog", b"Man"))
        self.assertEqual(self.skeleton(path)["name"], "Man")

    def test_usage(self):
        self.fails(2, "skeleton", cause="or --list")
        self.fails(2, "skeleton", "--list", "arma3-man", cause="or --list")
        self.fails(2, "skeleton", "--list", "--for", "x", cause="--for and --list")
        self.fails(2, "skeleton", "arma2man", cause="did you mean arma2-man?")
        self.fails(3, "skeleton", self.folder / "none.ogf", cause="cannot open")


# An arm at (0, 1, 0) of a base, and its tip at (0.5, 1, 0), at five keys: images of X, Y and Z, and
# positions.
STILL = (1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)
ARM = ((STILL, STILL, STILL),
       ((1, 0, 0, 0, 1, 0, 0, 0, 1, .1, 0, 0), (0, 1, 0, -1, 0, 0, 0, 0, 1, 1.1, 1, 0),
        (0, 1, 0, -1, 0, 0, 0, 0, 1, 1.1, 1, 0)),
       ((1, 0, 0, 0, 1, 0, 0, 0, 1, 0, .2, 0), (1, 0, 0, 0, 0, 1, 0, -1, 0, 0, 1.2, -1),
        (0, 1, 0, 0, 0, 1, 1, 0, 0, .5, .7, -1)),
       ((1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, .3), (0, 0, -1, 0, 1, 0, 1, 0, 0, 0, 0, .3),
        (0, 1, 0, 0, 0, 1, 1, 0, 0, 0, .5, -1.2)),
       ((1, 0, 0, 0, 1, 0, 0, 0, 1, .1, .2, .3), (1, 0, 0, 0, 1, 0, 0, 0, 1, .1, .2, .3),
        (1, 0, 0, 0, 0, 1, 0, -1, 0, .1, 1.2, -.7)))


def arm(keys=ARM, bones=("base", "arm", "tip")):
    phases = [k / max(len(keys) - 1, 1) for k in range(len(keys))]
    return rtm(bones=bones, phases=phases, matrix=lambda bone, frame: keys[frame][bone])


class Motion(CommandTest):
    def parents(self, *arguments):
        bones = gait("skeleton", "--json", *arguments).json()["bones"]
        return {bone["name"]: bone["parent_name"] for bone in bones}

    def test_a_file_without_a_skeleton_shows_that_of_its_motion(self):
        path = self.put("arm.rtm", arm())
        bones = gait("skeleton", "--json", path).json()["bones"]
        self.assertEqual([(bone["name"], bone["parent_name"], bone["parent_origin"])
                          for bone in bones],
                         [("base", None, "recovered"), ("arm", "base", "recovered"),
                          ("tip", "arm", "recovered")])
        self.works("convert", path, self.folder / "arm.glb")
        self.works("draw", path, self.folder / "arm.svg")

    def test_several_files_are_written_as_one_config(self):
        (self.folder / "anims").mkdir()
        for name in "abc":
            self.put(f"anims/{name}.rtm", arm())
        self.put("anims/other.rtm", arm(bones=("base", "arm", "foot")))
        out = self.folder / "out.cfg"
        result = self.works("skeleton", self.folder / "anims", "-o", out)
        self.assertIn("other.rtm", result.err)
        self.assertIn("proved 2", result.err)
        self.assertIn("class anims", out.read_text("utf-8"))
        self.assertEqual(self.parents(out), {"base": None, "arm": "base", "tip": "arm"})
        self.fails(3, "skeleton", self.folder / "anims", "-o", out, cause="exists")
        self.works("skeleton", self.folder / "anims", "-o", out, "-f", "--name", "Crane")
        self.assertIn("class Crane", out.read_text("utf-8"))
        self.fails(2, "skeleton", self.folder / "anims", "-o", out, "-f", "--name", "",
                   cause="no name")
        self.assertIn("class Crane", out.read_text("utf-8"))
        glb = self.folder / "anims.glb"
        self.works("skeleton", self.folder / "anims", "-o", glb)
        self.assertEqual(self.parents(glb)["tip"], "arm")
        self.fails(2, "skeleton", "arma3-man", "-o", glb, "-f", cause="RTM files")
        self.assertEqual(self.parents(glb)["tip"], "arm")

    def test_options_without_an_effect_are_refused(self):
        path = self.put("arm.rtm", arm())
        for given in (("--compare", "a.cfg", "--json", path), ("--name", "a", path),
                      ("--list", "-o", "a.cfg"), ("--for", "b.omf", path, path)):
            self.fails(2, "skeleton", *given, cause=given[0])

    def test_json_tells_how_joints_are_known(self):
        paths = [self.put(f"{name}.rtm", arm()) for name in "ab"]
        document = gait("skeleton", "--json", *paths).json()
        self.assertEqual(schema_errors(document, "skeleton"), [])
        joints = {bone["name"]: bone["joint"] for bone in document["bones"]}
        self.assertIsNone(joints["base"])
        self.assertEqual((joints["tip"]["kind"], joints["tip"]["directions"]), ("proved", 3))
        self.assertLess(joints["tip"]["gap_m"], 1e-6)

    def test_a_config_is_compared_with_the_motion(self):
        paths = [self.put(f"{name}.rtm", arm()) for name in "abc"]
        text = ('class CfgSkeletons {{ class Arm {{ skeletonBones[] = '
                '{{"base", "", "arm", "base", "tip", "{}"}}; }}; }};')
        right, opens, root = (self.put(f"{parent or 'root'}.cfg", text.format(parent).encode())
                              for parent in ("arm", "base", ""))
        self.works("skeleton", "--compare", right, *paths)
        self.fails(1, "skeleton", "--compare", opens, *paths, cause="[CFG045]")
        self.fails(1, "skeleton", "--compare", root, *paths, cause="[CFG046]")
        few = self.works("skeleton", "--compare", opens, *paths[:2])  # two files prove nothing
        self.assertIn("not compared", few.err)

    def test_check_compares_a_config_with_the_files_below_it(self):
        (self.folder / "anims").mkdir()
        config = self.put("model.cfg", b'class CfgSkeletons { class Arm { skeletonBones[] = '
                                       b'{"base", "", "arm", "base", "tip", "base"}; }; };')
        for name in "ab":
            self.put(f"anims/{name}.rtm", arm())
        self.put("anims/other.rtm", arm(bones=("a", "b", "c")))
        self.assertNotIn("CFG045", gait("check", config).out)
        self.put("anims/c.rtm", arm())
        self.assertIn("CFG045", gait("check", config).out)

    def test_motion_without_joints_is_refused(self):
        out = self.folder / "out.cfg"
        still = self.put("still.rtm", arm(keys=(ARM[0], ARM[0])))
        self.fails(5, "skeleton", still, "-o", out, cause="no joint")
        bank = self.put("bank.omf", omf())
        self.fails(5, "skeleton", bank, bank, cause="plain RTM")
        self.assertFalse(out.exists())

    def test_the_motion_can_be_chosen(self):
        chosen = ("--skeleton", "motion")
        man = self.put("model.cfg", b'class CfgSkeletons { class Arm { skeletonBones[] = '
                                    b'{"base", "", "arm", "base", "tip", "base"}; }; };')
        once = self.put("once.rtm", arm(keys=ARM[3:4]))
        glb = self.folder / "once.glb"
        self.works("convert", once, glb)
        self.assertEqual(self.parents(glb)["tip"], "base")
        self.works("convert", *chosen, once, glb, "-f")
        self.assertEqual(self.parents(glb)["tip"], "arm")
        os.remove(man)
        self.assertIn("none found", self.works("convert", once, glb, "-f").err)
        (self.folder / "motion").mkdir()  # a folder with this name is no other choice
        for command in (("sample", "--all", once), ("draw", once, self.folder / "a.svg"),
                        ("convert", "-f", once, glb)):
            self.assertIn("recovered", self.works(*command, *chosen).err)
        self.works("diff", *chosen, once, once)
        bank = self.put("bank.omf", omf())
        still = self.put("still.rtm", arm(keys=(ARM[0], ARM[0])))
        self.fails(5, "sample", "--all", "--clip", "walk", *chosen, bank, cause="[CNV026]")
        self.fails(5, "sample", "--all", *chosen, still, cause="[CNV027]")
        self.fails(5, "diff", *chosen, still, once, cause="[CNV027]")
        self.fails(2, "check", *chosen, once, cause="the motion")
        self.fails(2, "sample", "--all", *chosen, "--skeleton", "arma3-man", once, cause="second")

    def test_a_plain_file_supplies_the_tree_of_a_binarised_one(self):
        plain = self.put("plain.rtm", arm())
        made = self.folder / "made.rtm"
        self.fails(5, "convert", "--to", "bmtr", plain, "-o", made, cause="[CNV024]")
        given = ("--skeleton", plain)
        self.assertIn("[BMT144]", self.works("convert", "--to", "bmtr", *given, plain, made).err)
        self.fails(5, "sample", "--all", made, cause="[CNV024]")
        result = self.works("sample", "--all", *given, made)
        self.assertIn("[BMT144]", result.err)
        self.assertNotIn("deg", gait("diff", *given, plain, made).out)  # nothing but the format
        shifts = [STILL[:9] + (.3 * k * k, .2 * k, 0) for k in range(5)]
        loose = self.put("loose.rtm", arm(keys=[(*key[:2], shift)
                                                for key, shift in zip(ARM, shifts)]))
        self.fails(5, "sample", "--all", "--skeleton", loose, made, cause="[BMT143]")


if __name__ == "__main__":
    main()
