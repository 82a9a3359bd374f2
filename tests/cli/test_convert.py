#!/usr/bin/env python3
"""convert: rewriting the same format byte for byte, and glTF from clips and models."""
import json
import os
import pathlib

from command import IDENTITY, CommandTest, main, ogf, omf, rtm, turn_y

DATA = pathlib.Path(os.environ["GAIT_DATA"])
MODEL_CFG = b"""class CfgSkeletons { class box { skeletonBones[] = { "pelvis", "" }; }; };
class CfgModels { class mesh { skeletonName = "box"; }; };"""


def read_glb(content):
    """The scene and the binary part of a .glb."""
    assert content[:4] == b"glTF" and int.from_bytes(content[8:12], "little") == len(content)
    size = int.from_bytes(content[12:16], "little")
    return json.loads(content[20:20 + size]), content[20 + size + 8:]


def joints(scene):
    return [scene["nodes"][index]["name"] for index in scene["skins"][0]["joints"]]


class SameFormat(CommandTest):
    def test_every_format_round_trips_byte_for_byte(self):
        for name, content in (("a.rtm", rtm()), ("a.omf", omf()), ("a.ogf", ogf())):
            out = self.folder / f"out.{name}"
            said = self.works("convert", self.put(name, content), out).err
            self.assertEqual(out.read_bytes(), content)
            self.assertIn(f"wrote {out}: {len(content)} bytes", said)

    def test_options_without_effect_are_refused(self):
        walk = self.put("walk.rtm", rtm())
        for option in ("--skeleton=arma3-man", "--fps=30", "--duration=1"):
            self.fails(2, "convert", option, walk, self.folder / "x.rtm",
                       cause=option.split("=")[0])
        self.assertFalse((self.folder / "x.rtm").exists())

    def test_part_of_a_bank_is_not_written(self):
        bank = self.put("a.omf", omf())
        self.fails(5, "convert", "--clip=idle", bank, self.folder / "x.omf", cause="[CNV008]")
        self.fails(5, "convert", bank, self.folder / "{clip}.omf", cause="[CNV008]")
        self.works("convert", "--clip=*", bank, self.folder / "x.omf")

    def test_single_clip_fills_the_name_placeholder(self):
        walk = self.put("walk.rtm", rtm())
        self.works("convert", "--clip=w*", walk, self.folder / "new_{clip}.rtm")
        self.assertEqual((self.folder / "new_walk.rtm").read_bytes(), walk.read_bytes())


class Targets(CommandTest):
    def test_formats(self):
        walk = self.put("walk.rtm", rtm())
        self.fails(2, "convert", walk, self.folder / "x", cause="use --to")
        self.fails(2, "convert", walk, self.folder / "x.txt", cause="use --to")
        self.fails(2, "convert", "--to=glft", walk, self.folder / "x", cause="did you mean gltf")
        self.fails(5, "convert", walk, self.folder / "x.cfg",
                   cause=("[CNV001]",
                         "rtm can be converted to rtm, bmtr, gltf (.glb .gltf) or bvh (.bvh)"))
        self.fails(5, "convert", "--to=ogf", walk, self.folder / "x", cause="[CNV001]")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["walk.rtm"])

    def test_targets_of_a_file_without_clips(self):
        config = self.put("model.cfg", b'class CfgSkeletons{class A{skeletonBones[]={"a",""};};};')
        self.fails(5, "convert", "--to=ogf", config, self.folder / "x",
                   cause=("modelcfg can be converted to gltf (.glb .gltf)\n",
                         "model.cfg holds no clips: pass it with --skeleton"))

    def test_damaged_input_writes_nothing(self):
        broken = self.put("a.rtm", rtm()[:-1])
        self.fails(4, "convert", broken, self.folder / "x.glb", cause="[RTM004]")
        self.assertFalse((self.folder / "x.glb").exists())

    def test_numbers_out_of_range_are_refused(self):
        walk = self.put("walk.rtm", rtm())
        for option in ("--fps=0", "--fps=-1", "--fps=0.0009", "--fps=1000001", "--fps=1e300"):
            self.fails(2, "convert", option, walk, self.folder / "x.glb",
                       cause="--fps must be from 0.001 to 1000000")
        for option in ("--duration=0", "--duration=279621", "--duration=1e300"):
            self.fails(2, "convert", option, walk, self.folder / "x.glb",
                       cause="--duration must be more than 0 and at most 279620")
        for option in ("--fps=0.001", "--fps=1e6", "--duration=1e-300", "--duration=279620"):
            self.works("convert", "-f", option, walk, self.folder / "x.glb")


class Gltf(CommandTest):
    def bank(self, clips=(("idle", 3), ("walk", 5), ("walk_back", 2))):
        self.put("a.ogf", ogf())
        return self.put("a.omf", omf(clips=clips))

    def scene(self, *arguments):
        out = self.folder / "out.glb"
        self.works("convert", "-f", *arguments, out)
        return read_glb(out.read_bytes())[0]

    def test_a_bank_becomes_one_file_of_all_clips(self):
        scene = self.scene(self.bank())
        self.assertEqual([clip["name"] for clip in scene["animations"]],
                         ["idle", "walk", "walk_back"])
        self.assertEqual(joints(scene), ["root", "hand"])

    def test_clips_are_chosen_by_patterns_in_the_order_of_the_bank(self):
        for patterns, wanted in ((("walk",), ["walk"]), (("W*",), ["walk", "walk_back"]),
                                 (("?dle", "walk"), ["idle", "walk"]),
                                 (("walk", "idle"), ["idle", "walk"]),
                                 (("*_*", "walk_back"), ["walk_back"])):
            options = [f"--clip={pattern}" for pattern in patterns]
            names = [clip["name"] for clip in self.scene(*options, self.bank())["animations"]]
            self.assertEqual(names, wanted)

    def test_a_pattern_without_match_is_a_usage_error(self):
        self.fails(2, "convert", "--clip=idle", "--clip=run*", self.bank(),
                   self.folder / "x.glb", cause="there is no clip 'run*'")
        self.fails(2, "convert", "--clip=idel", self.bank(), self.folder / "x.glb",
                   cause="did you mean 'idle'?")

    def test_clips_are_written_to_separate_files(self):
        (self.folder / "out").mkdir()
        self.works("convert", self.bank(), self.folder / "out/{clip}.glb")
        made = sorted(path.name for path in (self.folder / "out").iterdir())
        self.assertEqual(made, ["idle.glb", "walk.glb", "walk_back.glb"])
        for path in (self.folder / "out").iterdir():
            scene = read_glb(path.read_bytes())[0]
            self.assertEqual([clip["name"] for clip in scene["animations"]], [path.stem])

    def test_invalid_file_names_are_replaced_and_stay_distinct(self):
        bank = self.bank(clips=((r"a/b:c", 1), (r"a\b*c", 1), ("..", 1), ("A_B_C", 1)))
        (self.folder / "out").mkdir()
        self.works("convert", bank, self.folder / "out/{clip}.glb")
        made = sorted(path.name for path in (self.folder / "out").iterdir())
        self.assertEqual(made, ["A_B_C-3.glb", "_..glb", "a_b_c-2.glb", "a_b_c.glb"])

    def test_device_names_of_windows_are_changed(self):
        bank = self.bank(clips=(("CON", 1), ("nul.x", 1), ("com1", 1), ("com10", 1)))
        (self.folder / "out").mkdir()
        self.works("convert", bank, self.folder / "out/{clip}.glb")
        made = sorted(path.name for path in (self.folder / "out").iterdir())
        self.assertEqual(made, ["_CON.glb", "_com1.glb", "_nul.x.glb", "com10.glb"])

    def test_gltf_text_has_an_external_buffer(self):
        walk = self.put("walk.rtm", rtm())
        self.works("convert", walk, self.folder / "my walk.gltf")
        scene = json.loads((self.folder / "my walk.gltf").read_text("utf-8"))
        buffer = (self.folder / "my walk.bin").read_bytes()
        self.assertEqual(scene["buffers"][0]["byteLength"], len(buffer))
        self.assertEqual(scene["buffers"][0]["uri"].replace("%20", " "), "my walk.bin")

    def test_neither_part_of_a_pair_is_overwritten(self):
        walk = self.put("walk.rtm", rtm())
        self.put("x.bin", b"old")
        self.fails(3, "convert", walk, self.folder / "x.gltf", cause="x.bin: exists already")
        self.assertFalse((self.folder / "x.gltf").exists())
        self.assertEqual((self.folder / "x.bin").read_bytes(), b"old")

    def test_standard_output_gets_the_binary_form(self):
        walk = self.put("walk.rtm", rtm())
        result = self.works("convert", "--to=gltf", walk, "-")
        self.works("convert", walk, self.folder / "x.glb")
        self.assertEqual(result.bytes, (self.folder / "x.glb").read_bytes())

    def test_output_is_reported_unless_quiet(self):
        said = self.works("convert", self.bank(), self.folder / "x.glb").err
        size = (self.folder / "x.glb").stat().st_size
        self.assertIn(f"x.glb: 3 clips, 10 frames, 2 bones, {size} bytes", said)
        self.assertIn("30 fps", said)
        quiet = self.works("convert", "-q", "-f", self.bank(), self.folder / "x.glb")
        self.assertEqual((quiet.out, quiet.err), ("", ""))

    def test_notes_are_printed_on_request(self):
        walk = self.put("walk.rtm", rtm(phases=(0, 0.35, 1)))
        between_frames = ("convert", "--duration=0.1", walk, self.folder / "x.glb")
        plain = self.works(*between_frames).err
        told = self.works(*between_frames, "-fv").err
        self.assertNotIn("GLT024", plain)
        self.assertRegex(told, r"note: \S+walk\.rtm: clip \"walk\": .* \[GLT024\]")

    def test_losses_name_the_clip_the_bone_and_the_frame(self):
        def matrix(bone, frame):
            return tuple(0.5 * value for value in IDENTITY) if bone == frame == 1 else IDENTITY
        walk = self.put("walk.rtm", rtm(bones=("spine", "pelvis"), matrix=matrix))
        for target, rule in (("x.glb", "GLT001"), ("x.bvh", "BVW001")):
            said = self.works("convert", walk, self.folder / target).err
            self.assertRegex(said, r'walk\.rtm: clip "walk": bone "pelvis" has a scale of 0\.5 '
                                   r"in frame 1; .* \[" + rule)
            self.assertNotIn("byte 0", said)

    def test_the_same_input_gives_the_same_bytes(self):
        made = set()
        for name in ("x.glb", "y.glb"):
            self.works("convert", self.bank(), self.folder / name)
            made.add((self.folder / name).read_bytes())
        self.assertEqual(len(made), 1)

    def test_a_bank_without_a_tree_is_refused(self):
        bank = self.put("lonely/a.omf", omf())
        self.fails(5, "convert", bank, self.folder / "x.glb", cause=("parents", "root hand"))
        self.assertFalse((self.folder / "x.glb").exists())

    def test_plain_rtm_without_a_tree_is_converted(self):
        walk = self.put("walk.rtm", rtm(bones=("wing_l", "wing_r")))
        scene = self.scene(walk)
        self.assertEqual(joints(scene), ["wing_l", "wing_r"])

    def test_a_skeleton_can_be_given(self):
        bank = self.put("lonely/a.omf", omf())
        model = self.put("models/a.ogf", ogf())
        self.assertEqual(joints(self.scene("--skeleton", model, bank)), ["root", "hand"])

    def last_time(self, *arguments):
        walk = self.put("walk.rtm", rtm(phases=(0, 0.5, 1),
                                        matrix=lambda _, frame: turn_y(0.1 * frame)))
        scene = self.scene(*arguments, walk)
        clip = scene["animations"][0]
        return max(scene["accessors"][sampler["input"]]["max"][0] for sampler in clip["samplers"])

    def test_timing_of_phases_can_be_given(self):
        self.assertAlmostEqual(self.last_time(), 2 / 30, places=5)
        self.assertAlmostEqual(self.last_time("--duration=2"), 2, places=5)
        self.assertAlmostEqual(self.last_time("--fps=10"), 0.2, places=5)
        self.assertAlmostEqual(self.last_time("--fps=60", "--duration=0.333"), 0.333, places=5)

    def test_a_clip_in_phases_lasts_as_long_as_the_duration(self):
        for phases in ((0.25, 0.375, 0.5), (0.5, 7, 13.5), (0, 0.013, 0.5, 1), (0, 0.5)):
            walk = self.put("walk.rtm", rtm(phases=phases,
                                            matrix=lambda _, frame: turn_y(0.1 * frame)))
            for duration in (10, 0.3517):
                option = f"--duration={duration}"
                said = self.works("convert", "-f", option, walk, self.folder / "x.glb").err
                self.assertEqual("[GLT025]" in said, phases[-1] > 1)
                scene = self.scene(option, walk)
                inputs = [scene["accessors"][sampler["input"]]
                          for sampler in scene["animations"][0]["samplers"]]
                self.assertEqual(min(times["min"][0] for times in inputs), 0)
                self.assertAlmostEqual(max(times["max"][0] for times in inputs), duration, places=5)
                self.works("convert", "-f", option, walk, self.folder / "x.bvh")
                motion = (self.folder / "x.bvh").read_text().split("MOTION")[1].split()
                self.assertAlmostEqual((int(motion[1]) - 1) * float(motion[4]), duration, places=4)
                for target in ("y.glb", "y.bvh"):  # from a glTF with the phases
                    self.works("convert", "-f", self.folder / "x.glb", self.folder / target)
                    info = self.works("info", "--json", self.folder / target).json()
                    lasts = info["files"][0]["clips"][0]["duration_s"]
                    self.assertAlmostEqual(lasts, duration, places=4)
                back = self.folder / "back.rtm"
                self.works("convert", "-f", f"--base={walk}", self.folder / "x.glb", back)
                self.assertEqual(back.read_bytes(), walk.read_bytes())

    def test_timing_of_seconds_cannot(self):
        for option in ("--fps=30", "--duration=1"):
            self.fails(2, "convert", option, self.bank(), self.folder / "x.glb",
                       cause="[CNV030]")

    def test_models_without_motions_become_skeletons(self):
        scene = self.scene(self.put("b.ogf", ogf()))
        self.assertEqual(joints(scene), ["root", "hand"])
        self.assertNotIn("animations", scene)

    def model(self, name):
        return self.put(pathlib.Path(name).name, (DATA / name).read_bytes())

    def test_models_without_motions_become_meshes(self):
        scene = self.scene(self.model("ogf/ok/mesh.ogf"))
        self.assertEqual(joints(scene), ["root", "spine", "head"])
        self.assertNotIn("animations", scene)
        for primitive in scene["meshes"][0]["primitives"]:
            self.assertEqual(sorted(primitive["attributes"]),
                             ["JOINTS_0", "NORMAL", "POSITION", "TEXCOORD_0", "WEIGHTS_0"])
            self.assertTrue(scene["materials"][primitive["material"]]["name"])

    def test_models_with_motions_have_no_mesh(self):
        scene = self.scene(self.model("ogf/ok/motions_inside.ogf"))
        self.assertEqual([mesh["name"] for mesh in scene["meshes"]], ["gait_bind"])
        self.assertNotIn("materials", scene)
        self.assertIn("animations", scene)

    def test_a_mesh_becomes_only_a_gltf(self):
        model = self.model("ogf/ok/mesh.ogf")
        for target in ("bvh", "rtm", "omf", "skls"):
            self.fails(5, "convert", model, self.folder / f"x.{target}")

    def test_a_skeleton_without_the_bones_of_the_mesh_is_refused(self):
        self.fails(5, "convert", "--skeleton=arma3-man", self.model("ogf/ok/mesh.ogf"),
                   self.folder / "x.glb")

    def test_selections_of_a_p3d_are_bones_of_a_built_in_skeleton(self):
        scene = self.scene(self.model("p3d/ok/mesh.p3d"))
        self.assertIn("spine3", [name.lower() for name in joints(scene)])
        self.assertIn("JOINTS_0", scene["meshes"][0]["primitives"][0]["attributes"])

    def test_selections_of_a_p3d_are_bones_of_a_given_skeleton(self):
        config = self.put("model.cfg", MODEL_CFG)
        scene = self.scene("--skeleton", config, self.model("p3d/bad/unmoved.p3d"))
        self.assertEqual(joints(scene), ["pelvis", "unmoved"])

    def test_p3d_models_without_bones_have_no_skin(self):
        scene = self.scene(self.model("p3d/bad/no_bones.p3d"))
        self.assertNotIn("skins", scene)
        self.assertEqual([node["name"] for node in scene["nodes"]], ["gait", "gait_mesh"])

    def test_a_p3d_without_mesh_and_bones_is_refused(self):
        self.fails(5, "convert", self.model("p3d/bad/no_mesh.p3d"), self.folder / "x.glb",
                   cause="P3D108")

    def test_damaged_triangles_are_left_out(self):
        out = self.folder / "x.glb"
        model = self.model("ogf/bad/mesh_index.ogf")
        self.assertIn("OGF206", self.works("convert", model, out).err)
        self.assertEqual(read_glb(out.read_bytes())[0]["meshes"][0]["name"], "gait_bind")

    def test_partial_failure_names_the_file(self):
        (self.folder / "out").mkdir()
        (self.folder / "out/walk.glb").write_bytes(b"old")
        self.fails(3, "convert", self.bank(), self.folder / "out/{clip}.glb", cause="walk.glb")
        self.assertEqual((self.folder / "out/walk.glb").read_bytes(), b"old")


if __name__ == "__main__":
    main()
