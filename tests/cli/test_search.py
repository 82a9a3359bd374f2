#!/usr/bin/env python3
"""Search for the skeleton of an animation: places, references, preference, and what is reported."""
import os
import pathlib

from command import CommandTest, gait, main, ogf, omf, rtm

SAMPLES = pathlib.Path(os.environ.get("GAIT_SAMPLES", "."))
BONES = (("root", ""), ("hand", "root"))
CONFIG = (b'class CfgSkeletons { class Beast { isDiscrete = 1; skeletonInherit = "";'
          b' skeletonBones[] = {"Pelvis", "", "Spine", "Pelvis"}; }; };')


class Search(CommandTest):
    def place(self, path, content):
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        return target

    def skeleton_of(self, path, *options, **more):
        """The path of the model that is used, from the folder of the test."""
        out = self.works("convert", "--force", *options, path, self.folder / "out.glb", **more)
        line = next(line for line in out.err.splitlines() if "skeleton: " in line)
        return line.partition("skeleton: ")[2].partition(" (")[0].replace(f"{self.folder}/", "")

    def test_a_model_that_names_the_bank_is_preferred(self):
        bank = self.place("meshes/a/hands_anim.omf", omf())
        self.place("meshes/a/first.ogf", ogf(BONES))
        self.assertTrue(self.skeleton_of(bank).endswith("meshes/a/first.ogf"))
        self.place("meshes/b/other.ogf", ogf(BONES, refs=("A\\Hands_anim",)))
        self.assertTrue(self.skeleton_of(bank).endswith("meshes/b/other.ogf"))

    def test_references_may_be_patterns(self):
        bank = self.place("gamedata/meshes/a/hands_anim.omf", omf())
        self.place("gamedata/meshes/b/model.ogf", ogf(BONES, refs=("a\\hands_*.omf",)))
        self.place("gamedata/meshes/b/a.ogf", ogf(BONES, refs=("a\\feet_*.omf",)))
        self.assertTrue(self.skeleton_of(bank).endswith("meshes/b/model.ogf"))

    def test_models_that_cannot_be_opened_are_named(self):
        bank = self.place("meshes/a/anim.omf", omf())
        walk = self.place("meshes/a/walk.rtm", rtm())
        broken = self.place("meshes/a/broken.ogf", ogf(BONES)[:-8])
        config = self.place("meshes/model.cfg", CONFIG[:-20])
        self.place("meshes/deep/anim.ogf", ogf(BONES))
        for file, model, rule in ((bank, broken, "OMF001"), (walk, config, "CFG003")):
            for arguments in (("convert", "--force", file, self.folder / "out.glb"),
                              ("skeleton", "--for", file)):
                said = [line for line in gait(*arguments).err.splitlines() if str(model) in line]
                self.assertEqual(len(said), 1, arguments)
                self.assertIn("warning: ", said[0])
                self.assertIn(rule, said[0])

    def test_equal_models_are_compared_by_name(self):
        bank = self.place("wpn_knife_hud_anim.omf", omf())
        for name in ("wpn_axe_hud", "wpn_knife", "wpn_knife_hud"):
            self.place(f"{name}.ogf", ogf(BONES))
        self.assertEqual(self.skeleton_of(bank), "wpn_knife_hud.ogf")

    def test_other_rest_poses_of_equal_models_are_reported(self):
        bank = self.place("anim.omf", omf())
        self.place("anim1.ogf", ogf(BONES))
        self.place("model.ogf", ogf(BONES, positions=((0, 0, 0), (0, 2, 0))))
        self.place("same.ogf", ogf(BONES))
        said = self.works("convert", bank, self.folder / "out.glb").err
        self.assertIn("another rest pose or hierarchy, also possible", said)
        self.assertIn("model.ogf", said)
        self.assertNotIn("same.ogf", said)

    def test_additional_bones_are_no_other_rest_pose(self):
        bank = self.place("anim.omf", omf())
        self.place("anim1.ogf", ogf((*BONES, ("a", "root"))))
        self.place("anim2.ogf", ogf((*BONES, ("b", "hand"), ("c", "hand"))))
        said = self.works("convert", bank, self.folder / "out.glb").err
        self.assertIn("anim1.ogf", said)
        self.assertNotIn("another rest pose", said)

    def test_folders_can_be_added(self):
        bank = self.place("bank/anim.omf", omf())
        self.place("models/deep/model.ogf", ogf(BONES))
        self.fails(5, "convert", bank, self.folder / "out.glb", cause="parents")
        for option in ("--search", "--skeleton"):
            self.assertEqual(self.skeleton_of(bank, option, self.folder / "models"),
                             "models/deep/model.ogf")
        self.fails(3, "convert", bank, "--search", self.folder / "none", self.folder / "out.glb",
                   cause="is not a folder")
        environment = {**os.environ, "GAIT_SEARCH": str(self.folder / "models")}
        self.assertEqual(self.skeleton_of(bank, env=environment), "models/deep/model.ogf")

    def test_a_distant_model_needs_half_of_its_bones_in_the_file(self):
        bank = self.place("mod/meshes/a/anim.omf", omf(("root",)))
        large = ogf((*BONES, *((f"b{i}", "root") for i in range(8))))
        self.place("mod/meshes/b/pistol.ogf", large)
        self.works("convert", bank, self.folder / "out.skls")
        self.assertEqual(self.bones(self.folder / "out.skls"), 1)
        self.fails(5, "sample", "--clip", "idle", "--frame", "0", bank, cause="parents")
        self.place("mod/meshes/b/small.ogf", ogf(BONES))
        self.assertTrue(self.skeleton_of(bank).endswith("b/small.ogf"))
        self.place("mod/meshes/a/beside.ogf", large)
        self.assertTrue(self.skeleton_of(bank).endswith("a/beside.ogf"))
        self.place("mod/meshes/b/pistol.ogf", ogf((*BONES, ("c", "hand"), ("d", "c")),
                                                  refs=("a\\anim",)))
        self.assertTrue(self.skeleton_of(bank).endswith("b/pistol.ogf"))

    def bones(self, path):
        return len(self.works("info", "--json", path).json()["files"][0]["bones"])

    def test_bones_without_a_known_pose_are_not_written(self):
        bank = self.place("anim.omf", omf(("bip01", "bip01_spine")))
        for name in ("out.skls", "out.glb"):
            self.works("convert", bank, self.folder / name)
            self.assertEqual(self.bones(self.folder / name), 2, name)
        self.works("convert", "--skeleton", "xray-stalker", self.folder / "out.glb",
                   self.folder / "back.omf")
        self.assertEqual(self.bones(self.folder / "back.omf"), 2)
        self.assertIn('"bip01_pelvis", the parent of "bip01_spine", is unknown',
                      gait("convert", "--force", bank, self.folder / "out.skls").err)

    def test_models_of_the_mod_come_before_folders_that_are_added(self):
        bank = self.place("mod/meshes/a/anim.omf", omf())
        self.place("mod/meshes/b/model.ogf", ogf(BONES, refs=("a\\anim",)))
        self.place("other/meshes/b/model.ogf", ogf(BONES, refs=("a\\anim",)))
        found = self.skeleton_of(bank, "--search", self.folder / "other")
        self.assertTrue(found.endswith("mod/meshes/b/model.ogf"), found)
        self.assertEqual(self.skeleton_of(bank, "--skeleton", self.folder / "other"),
                         "other/meshes/b/model.ogf")

    def test_nearer_folders_of_the_mod_are_preferred(self):
        bank = self.place("meshes/a/anim.omf", omf())
        self.place("meshes/b/anim.ogf", ogf(BONES))
        self.place("meshes/a/deep/model.ogf", ogf(BONES))
        self.assertTrue(self.skeleton_of(bank).endswith("meshes/a/deep/model.ogf"))

    def test_a_model_that_names_the_bank_but_lacks_bones_is_reported(self):
        bank = self.place("meshes/a/anim.omf", omf(bones=("root", "hand", "trigger")))
        self.place("meshes/a/named.ogf", ogf(BONES, refs=("a\\anim",)))
        self.place("meshes/b/other.ogf", ogf((*BONES, ("trigger", "hand"))))
        said = self.works("convert", bank, self.folder / "out.glb").err
        self.assertIn("named.ogf, which refers to this file, has only 2 of its 3 bones", said)
        self.assertIn("other.ogf", said)

    def test_a_config_with_all_bones_is_preferred(self):
        walk = self.place("anims/walk.rtm", rtm(bones=("Pelvis", "Spine", "Head", "Gun")))
        self.place("anims/model.cfg", CONFIG)
        whole = CONFIG.replace(b'"Pelvis"};', b'"Pelvis", "Head", "Spine", "Gun", ""};')
        whole = whole.replace(b'"Pelvis"}', b'"Pelvis", "Head", "Spine", "Gun", ""}')
        self.place("all/model.cfg", whole)
        self.assertTrue(self.skeleton_of(walk).endswith("anims/model.cfg:Beast"))
        self.assertEqual(self.skeleton_of(walk, "--search", self.folder / "all"),
                         "all/model.cfg:Beast")

    def test_a_model_that_lacks_bones_is_named(self):
        bank = self.place("anim.omf", omf(bones=("root", "hand", "trigger")))
        self.place("model.ogf", ogf(BONES))
        said = self.fails(5, "convert", bank, self.folder / "out.glb", cause="2 of its 3 bones").err
        self.assertIn("model.ogf", said)
        self.assertIn("missing: trigger", said)

    def finger_bank(self, missing=1):
        """A bank with the bones of a model, and `missing` others."""
        bones = [*BONES, *((f"finger{i}", "hand") for i in range(7))]
        others = [(f"trigger{i}", "hand") for i in range(missing)]
        bank = self.place("anim.omf", omf(bones=[name for name, _ in (*bones, *others)]))
        self.place("other/all.ogf", ogf((*bones, *others)))
        return bank, self.place("model.ogf", ogf(bones)), [name for name, _ in bones]

    def test_a_model_that_lacks_a_leaf_shows_the_other_bones(self):
        bank, model, bones = self.finger_bank()
        outputs = [self.folder / f"out.{extension}" for extension in ("glb", "bvh", "seanim")]
        for options in ((), (f"--skeleton={model}",)):
            for out in outputs:
                if out != outputs[2]:  # a SEAnim needs no parents
                    self.fails(5, "convert", "--clip=walk", *options, bank, out, cause="trigger0")
                said = self.works("convert", "--clip=walk", "--missing-bones=leave-out", *options,
                                  bank, out).err
                self.assertIn("trigger0", said)
            said = self.works("draw", "-f", "--clip=walk", *options, bank,
                              self.folder / "out.svg").err
            self.assertRegex(said, r"trigger0.*\[FIL014\]")
            shown = self.poses(bank, *options)
            self.assertEqual([sorted(frame) for frame in shown], [sorted(bones)] * 5)
            self.assertEqual([sorted(frame) for frame in self.poses(outputs[0])],
                             [sorted(bones)] * 5)
            whole = self.poses(bank, f"--skeleton={self.folder / 'other' / 'all.ogf'}")
            for mine, other in zip(shown, whole):
                self.assertEqual(mine, {name: other[name] for name in mine})
            for out in outputs:
                out.unlink()
        document = self.works("skeleton", "--json", bank).json()
        self.assertEqual({bone["outcome"] for bone in document["bones"]}, {"skeleton"})
        self.assertEqual([bone["name"] for bone in document["missing"]], ["trigger0"])
        document = self.works("sample", "--frame=0", "--json", "--clip=walk", bank).json()
        self.assertEqual(document["left_out"], ["trigger0"])
        # All bones are sampled relative to their parents.
        self.assertEqual([sorted(frame) for frame in self.frames(bank, "--clip=walk")],
                         [sorted((*bones, "trigger0"))] * 5)

    def test_models_of_other_files_need_nine_tenths_of_the_bones(self):
        bank, model, _ = self.finger_bank(missing=2)
        draw = ("draw", "--clip=walk", bank, self.folder / "out.svg")
        self.fails(5, *draw, cause="9 of its 11 bones")
        self.assertIn("FIL014", self.works(*draw, f"--skeleton={model}").err)

    def test_the_models_of_a_file_show_more_than_half_of_its_bones(self):
        bank = self.place("meshes/a/anim.omf", omf(bones=("root", "hand", "trigger")))
        self.place("meshes/b/named.ogf", ogf(BONES, refs=("a\\anim",)))
        said = self.works("draw", "--clip=walk", bank, self.folder / "out.svg").err
        self.assertIn("FIL014", said)

    def test_a_part_is_never_written_to_a_file_of_a_game(self):
        bank, model, _ = self.finger_bank()
        before = bank.read_bytes()
        edited, new = self.folder / "edited.glb", self.folder / "new.omf"
        self.works("convert", "--missing-bones=leave-out", bank, edited)
        self.fails(5, "convert", "--base", bank, edited, new, cause="[CNV024]")
        self.fails(5, "convert", "--clip=walk", f"--skeleton={model}", bank,
                   self.folder / "a.rtm", cause="[OMF140]")
        self.fails(5, "convert", bank, self.folder / "b.glb",
                   cause="9 of its 10 bones")
        self.assertEqual(sorted(each.name for each in self.folder.iterdir()),
                         ["anim.omf", "edited.glb", "model.ogf", "other"])
        # With the whole model, the hidden bone keeps its keys.
        whole = self.folder / "other" / "all.ogf"
        self.works("convert", f"--skeleton={whole}", "--base", bank, edited, new)
        self.assertEqual(new.read_bytes(), before)

    def poses(self, path, *options):
        document = self.works("sample", "--all", "--json", "--clip=walk", *options, path).json()
        return [{bone["name"]: bone["t"] for bone in frame["bones"]}
                for frame in document["frames"]]

    def test_a_built_in_skeleton_that_lacks_bones_is_named(self):
        content = (SAMPLES / "stalker.omf").read_bytes()
        bank = self.place("anim.omf", content.replace(b"bip01_r_calf", b"bip01_r_kalf"))
        out = self.folder / "out.glb"
        said = self.fails(5, "convert", bank, out, cause="built-in xray-stalker has only").err
        self.assertIn("missing: bip01_r_kalf, nearest: bip01_r_calf", said)
        self.assertIn("1 bone is left out",
                      self.works("convert", "--missing-bones=leave-out", bank, out).err)

    def test_missing_bones_can_be_left_out(self):
        bones = ("root", "hand", "trigger")
        bank = self.place("anim.omf", omf(bones=bones))
        model = self.place("model.ogf", ogf((*BONES, ("clip", "root"))))
        complete = self.place("other/all.ogf", ogf((*BONES, ("trigger", "hand"))))
        out = self.folder / "out.glb"
        for options in ((), (f"--skeleton={model}",)):
            said = self.works("convert", "-f", "--missing-bones=leave-out", *options, bank, out).err
            self.assertIn("1 bone is left out", said)
            self.assertIn("missing: trigger", said)
            left = self.frames(out, "--clip=walk")
            whole = self.frames(bank, "--clip=walk", f"--skeleton={complete}")
            self.assertEqual([sorted(frame) for frame in left], [["hand", "root"]] * 5)
            for mine, other in zip(left, whole):
                self.assertEqual(mine, {name: other[name] for name in mine})

    def frames(self, path, *options):
        document = gait("sample", "--all", "--json", "--space=local", *options, path).json()
        return [{bone["name"]: (bone["t"], bone["q"]) for bone in frame["bones"]}
                for frame in document["frames"]]

    def test_a_config_is_found_in_parent_folders_and_in_the_addon(self):
        walk = self.place("mod/anims/walk/walk.rtm", rtm())
        config = self.place("mod/model.cfg", CONFIG)
        self.assertTrue(self.skeleton_of(walk).endswith("mod/model.cfg:Beast"))
        config.unlink()
        self.place("mod/$PBOPREFIX$", b"mod")
        self.place("mod/data/model.cfg", CONFIG)
        self.assertTrue(self.skeleton_of(walk).endswith("mod/data/model.cfg:Beast"))

    def test_a_skeleton_with_fewer_than_half_of_the_bones_is_refused(self):
        walk = self.place("dog.rtm", rtm(bones=("RigPelvis", "RigHead", "Pelvis")))
        said = self.fails(5, "convert", "--skeleton=arma3-man", walk, self.folder / "out.glb",
                          cause="lacks 2 of 3 bones").err
        self.assertIn("missing: RigHead", said)

    def test_all_missing_bones_of_a_motion_are_listed(self):
        walk = self.place("man.rtm", rtm(bones=("Pelvis", "Spine", "Gun")))
        said = self.works("convert", "--skeleton=arma3-man", walk, self.folder / "out.glb").err
        self.assertIn("missing: Gun", said)

    def test_loops_of_links_end(self):
        bank = self.place("meshes/a/anim.omf", omf())
        self.place("meshes/b/model.ogf", ogf(BONES))
        try:
            os.symlink(self.folder / "meshes", self.folder / "meshes" / "b" / "loop")
        except OSError:
            self.skipTest("links cannot be made here")
        self.assertTrue(self.skeleton_of(bank).endswith("meshes/b/model.ogf"))
        said = self.works("convert", "-f", "-v", bank, self.folder / "out.glb").err
        self.assertIn("loop: links are not followed", said)


if __name__ == "__main__":
    main()
