#!/usr/bin/env python3
"""Common user mistakes: each message suggests what to try."""
import os
import pathlib

from command import CommandTest, main, ogf, omf, rtm

DATA = pathlib.Path(os.environ.get("GAIT_DATA", "."))
MODEL_CFG = b"class CfgSkeletons\n{\n\tclass Dog\n\t{\n\t};\n};\n"


class Inputs(CommandTest):
    def test_missing_file_suggests_a_similar_name(self):
        self.put("walk.rtm", rtm())
        for command in (("info",), ("check",), ("map",), ("sample", "--frame=0")):
            self.fails(3, *command, self.folder / "wakl.rtm", cause="did you mean 'walk.rtm'?")
        self.assertNotIn("did you mean", self.fails(3, "map", self.folder / "zzzzzz.omf").err)
        self.assertNotIn("did you mean", self.fails(3, "map", self.folder / "no" / "walk.rtm").err)

    def test_single_quotes_are_explained(self):
        """cmd passes them to the command."""
        walk = self.put("walk.rtm", rtm())
        for command in (("info",), ("check",), ("map",)):
            self.fails(3, *command, "'walk.rtm'", cwd=self.folder, cause="use double quotes")
        self.fails(2, "convert", "--clip='wa*'", walk, self.folder / "x.glb",
                   cause=("there is no clip ''wa*''", "use double quotes"))
        self.fails(2, "sample", "--all", "--clip='walk'", walk, cause="use double quotes")
        self.assertNotIn("quotes", self.fails(2, "sample", "--all", "--clip=wolk", walk).err)


class Outputs(CommandTest):
    def test_missing_output_folder_is_reported_first(self):
        walk = self.put("walk.rtm", rtm())
        for out in ("no/x.glb", "no/x.rtm", "no/{clip}.gltf"):
            for option in ((), ("--dry-run",)):
                self.fails(3, "convert", *option, walk, self.folder / out,
                           cause=("there is no folder", "create the folder first"))
        self.fails(3, "draw", "--skeleton=arma3-man", walk, self.folder / "no" / "x.svg",
                   cause="there is no folder")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["walk.rtm"])

    def test_folder_as_output_is_reported_as_a_folder(self):
        self.fails(3, "convert", self.put("walk.rtm", rtm()), self.folder, cause="is a folder")

    def test_possible_output_formats_are_listed(self):
        walk = self.put("walk.rtm", rtm())
        for name in ("x.fbx", "x.cfg", "x.ogf"):
            code = 2 if name == "x.fbx" else 5
            self.fails(code, "convert", walk, self.folder / name,
                       cause="to rtm, bmtr, gltf (.glb .gltf) or bvh")

    def test_extension_is_accepted_as_a_format(self):
        walk = self.put("walk.rtm", rtm())
        self.works("convert", "--to=glb", walk, self.folder / "x")
        self.assertEqual((self.folder / "x").read_bytes()[:4], b"glTF")

    def test_misspelt_clip_placeholder_is_reported(self):
        walk = self.put("walk.rtm", rtm())
        said = "only {clip} is replaced"
        self.works("convert", walk, self.folder / "{clap}.rtm", cause=said)
        self.assertNotIn(said, self.works("convert", walk, self.folder / "x{clip}.rtm").err)

    def test_picture_needs_a_picture_extension(self):
        bank = self.put("a.ogf", ogf()) and self.put("a.omf", omf())
        for name in ("x.png", "x.JPG"):
            self.fails(2, "draw", "--clip=idle", bank, self.folder / name, cause="ends in .svg")
            self.assertFalse((self.folder / name).exists())


class Skeletons(CommandTest):
    def test_file_without_a_skeleton_gets_a_hint(self):
        walk = self.put("walk.rtm", rtm())
        self.fails(5, "convert", f"--skeleton={self.put('model.cfg', MODEL_CFG)}", walk,
                   self.folder / "x.glb", cause=("this modelcfg holds no skeleton",
                                                "a glTF, a model.cfg or a built-in name"))

    def test_a_bank_without_parents_can_still_be_sampled_in_local_space(self):
        bank = self.put("a.omf", omf())
        self.fails(5, "sample", "--clip=idle", "--frame=0", bank,
                   cause=("parents", "skeleton --for FILE", "--space local works"))
        self.works("sample", "--clip=idle", "--frame=0", "--space=local", bank)

    def test_a_binarised_rtm_without_parents_can_still_be_sampled_as_stored(self):
        walk = DATA / "bmtr/ok/animated.rtm"
        for space in ("model", "local"):
            result = self.fails(5, "sample", "--frame=0", f"--space={space}", walk,
                                cause="--space local_delta works")
            self.assertNotIn("glTF", result.err)  # convert fails, too
        self.works("sample", "--frame=0", "--space=local_delta", walk)
        self.fails(5, "convert", walk, self.folder / "x.glb")

    def test_hint_for_an_rtm_does_not_mention_ogf(self):
        result = self.fails(5, "draw", self.put("dog.rtm", rtm()), self.folder / "x.svg",
                            cause="model.cfg")
        self.assertNotIn(".ogf", result.err)


class Words(CommandTest):
    def test_option_before_the_command_gets_a_hint(self):
        self.fails(2, "--strict", "check", "x", cause="`gait help` lists the commands")

    def test_a_name_that_looks_like_an_option_can_be_given(self):
        walk = self.put("walk.rtm", rtm())
        self.fails(2, "convert", walk, "-x.rtm", cause="use --")
        self.works("convert", walk, "--", "-x.rtm", cwd=self.folder)
        self.assertTrue((self.folder / "-x.rtm").exists())

    def test_skeleton_output_has_no_negative_zeros(self):
        bank = self.put("a.ogf", ogf()) and self.put("a.omf", omf())
        for name in (bank, "arma3-man", "arma2-man", "ofp-man"):
            self.assertNotIn("-0.00000 ", self.works("skeleton", name).out)


class Findings(CommandTest):
    def test_frame_in_the_message_is_not_repeated(self):
        walk = self.put("walk.rtm", rtm(phases=(0, 1.5)))
        self.assertIn("RTM043: byte ", gait_out := self.works("check", walk).out)
        self.assertEqual(gait_out.count("frame 1"), 1)


if __name__ == "__main__":
    main()
