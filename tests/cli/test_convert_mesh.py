#!/usr/bin/env python3
"""convert: the mesh of a model in a glTF, beside its clips."""
import json
import os
import pathlib
import re

from command import CommandTest, chunk, main, ogf, omf, rtm, surface

DATA = pathlib.Path(os.environ["GAIT_DATA"])
SKIN = ["JOINTS_0", "NORMAL", "POSITION", "TEXCOORD_0", "WEIGHTS_0"]
TEXTURES = ("act\\act_coat", "act\\act_face")
PNG, JPEG = b"\x89PNG\r\n\x1a\n and content", b"\xff\xd8\xff\xe0 and content"
BONES = (("root", ""), ("hand", "root"), ("finger", "hand"))


def read_glb(content):
    """The scene and the binary part of a .glb."""
    size = int.from_bytes(content[12:16], "little")
    return json.loads(content[20:20 + size]), content[20 + size + 8:]


def metadata(scene):
    return scene["scenes"][0]["extras"]["gait"]



def without_checksum(glb):
    """The parts of a glTF, without the checksum of its source."""
    size = int.from_bytes(glb[12:16], "little")
    scene = re.sub(rb'\\?"checksum\\?":\\?"[^"]*",?', b"", glb[20:20 + size])
    return scene.rstrip(), glb[20 + size:]


class Meshes(CommandTest):
    def model(self, name="model.ogf", **named):
        return self.put(name, ogf(textures=TEXTURES, **named))

    def bank(self, name="bank.omf", **named):
        return self.put(name, omf(**named))

    def scene(self, *arguments, out="out.glb"):
        path = self.folder / out
        self.works("convert", "-f", *arguments, path)
        return read_glb(path.read_bytes())[0]

    def has_mesh(self, scene, clips=("idle", "walk"), textures=TEXTURES):
        self.assertEqual([clip["name"] for clip in scene.get("animations", [])], list(clips))
        self.assertEqual([mesh["name"] for mesh in scene["meshes"]], ["gait_bind"])
        primitives = scene["meshes"][0]["primitives"]
        self.assertEqual([sorted(primitive["attributes"]) for primitive in primitives],
                         [SKIN] * len(textures))
        self.assertEqual([material["name"] for material in scene["materials"]], list(textures))
        self.assertEqual(metadata(scene)["mesh"], {"triangles": 2 * len(textures)})

    def has_no_mesh(self, scene):
        self.assertEqual([sorted(mesh["primitives"][0]["attributes"]) for mesh in scene["meshes"]],
                         [["JOINTS_0", "POSITION", "WEIGHTS_0"]])
        self.assertNotIn("materials", scene)
        self.assertNotIn("mesh", metadata(scene))

    def test_a_bank_gets_the_mesh_of_the_skeleton_that_is_given(self):
        model, bank = self.model("other/model.ogf"), self.bank()
        self.has_mesh(self.scene("--skeleton", model, bank))

    def test_a_bank_gets_the_mesh_of_the_model_that_is_found(self):
        self.model()
        self.has_mesh(self.scene(self.bank()))
        said = self.works("convert", "-f", self.bank(), self.folder / "out.glb").err
        self.assertIn(f"mesh: {self.folder / 'model.ogf'}", said)

    def test_a_model_with_motions_gets_its_own_mesh(self):
        self.model("a/other.ogf", bank=b"")
        model = self.put("own.ogf", ogf(textures=("own",), bank=omf()))
        self.has_mesh(self.scene(model), textures=("own",))
        self.has_mesh(self.scene("--skeleton", self.folder / "a/other.ogf", model),
                      textures=("own",))

    def test_the_skeleton_and_the_keys_are_those_without_mesh(self):
        plain, model = self.put("plain/model.ogf", ogf()), self.model("mesh/model.ogf")
        bank, out = self.bank(), self.folder / "out.glb"
        self.works("convert", "--skeleton", plain, bank, out)
        expected = out.read_bytes()
        self.works("convert", "-f", "--no-mesh", "--skeleton", model, bank, out)
        self.assertEqual(out.read_bytes(), expected)
        scene, before = self.scene("--skeleton", model, bank), read_glb(expected)[0]
        self.has_no_mesh(before)
        for one in (scene, before):
            for node in one["nodes"]:
                node.pop("extras", None)
        self.assertEqual(scene["nodes"], before["nodes"])
        self.assertEqual([clip["channels"] for clip in scene["animations"]],
                         [clip["channels"] for clip in before["animations"]])

    def test_motions_inside_keep_their_bytes_without_mesh(self):
        out = self.folder / "out.glb"
        self.works("convert", self.put("model.ogf", ogf(bank=omf())), out)
        expected = without_checksum(out.read_bytes())
        self.works("convert", "-f", "--no-mesh", self.model(bank=omf()), out)
        self.assertEqual(without_checksum(out.read_bytes()), expected)

    def test_every_output_has_the_mesh(self):
        self.model()
        self.works("convert", self.bank(), self.folder / "{clip}.glb")
        for clip in ("idle", "walk"):
            content = (self.folder / f"{clip}.glb").read_bytes()
            self.has_mesh(read_glb(content)[0], clips=(clip,))

    def test_text_form(self):
        self.model()
        self.works("convert", self.bank(), self.folder / "out.gltf")
        self.has_mesh(json.loads((self.folder / "out.gltf").read_text()))

    def test_many_files(self):
        self.model("a/model.ogf", bones=BONES)
        self.put("b/model.ogf", ogf(textures=("b",)))
        for name in ("a/one.omf", "a/two.omf"):
            self.put(name, omf(bones=("root", "hand", "finger")))
        self.put("b/three.omf", omf())
        for jobs in ("1", "3"):
            out = self.folder / f"out{jobs}"
            self.works("convert", "-j", jobs, self.folder / "a", self.folder / "b", "--out", out,
                       "--to=glb")
            for name, textures in (("one", TEXTURES), ("two", TEXTURES), ("three", ("b",))):
                self.has_mesh(read_glb(next(out.rglob(f"{name}.glb")).read_bytes())[0],
                              textures=textures)

    def test_a_folder_of_models(self):
        self.model("models/model.ogf")
        self.has_mesh(self.scene("--skeleton", self.folder / "models", self.bank("x/bank.omf")))

    def test_a_model_without_mesh(self):
        self.put("model.ogf", ogf())
        self.has_no_mesh(self.scene(self.bank()))

    def test_no_mesh_requires_a_gltf(self):
        self.model()
        self.fails(2, "convert", "--no-mesh", self.bank(), self.folder / "x.skls",
                   cause="--no-mesh applies only to a glTF")

    def test_no_mesh_of_a_model_without_motions(self):
        scene = self.scene("--no-mesh", self.model())
        self.has_no_mesh(scene)
        self.fails(5, "convert", "--no-mesh",
                   self.put("no_bones.p3d", (DATA / "p3d/bad/no_bones.p3d").read_bytes()),
                   self.folder / "x.glb", cause="[CNV020]")


class Textures(CommandTest):
    """Images next to the textures of the game."""

    def images(self, *arguments):
        """{texture: (type, bytes)} of the glTF."""
        out = self.folder / "out.glb"
        self.works("convert", "-f", *arguments, out)
        scene, rest = read_glb(out.read_bytes())
        found = {}
        for material in scene["materials"]:
            texture = material["pbrMetallicRoughness"].get("baseColorTexture")
            if texture:
                image = scene["images"][scene["textures"][texture["index"]]["source"]]
                view = scene["bufferViews"][image["bufferView"]]
                self.assertEqual(image["name"], material["name"])
                found[image["name"]] = (image["mimeType"],
                                        rest[view["byteOffset"]:][:view["byteLength"]])
        self.assertEqual(len(scene.get("images", [])), len(found))
        return found

    def model(self, place="mod/gamedata/meshes/a/model.ogf"):
        return self.put(place, ogf(textures=TEXTURES))

    def test_png_and_jpeg_are_embedded(self):
        self.model()
        bank = self.put("mod/gamedata/meshes/a/bank.omf", omf())
        self.assertEqual(self.images(bank), {})
        self.put("mod/gamedata/Textures/ACT/Act_Coat.PNG", PNG)
        self.assertEqual(self.images(bank), {TEXTURES[0]: ("image/png", PNG)})
        self.put("mod/gamedata/Textures/ACT/act_face.jpeg", JPEG)
        self.put("mod/gamedata/Textures/ACT/act_face.dds", b"DDS |")
        expected = {TEXTURES[0]: ("image/png", PNG), TEXTURES[1]: ("image/jpeg", JPEG)}
        self.assertEqual(self.images(bank), expected)
        self.put("mod/gamedata/Textures/ACT/act_coat.png", PNG + b"same case")
        expected[TEXTURES[0]] = ("image/png", PNG + b"same case")
        self.assertEqual(self.images(bank), expected)

    def test_other_content_is_not_embedded(self):
        model = self.model()
        self.put("mod/gamedata/textures/act/act_coat.png", b"secret text, no image")
        with open(self.put("mod/gamedata/textures/act/act_face.png", PNG), "r+b") as file:
            file.truncate((1 << 26) + 1)
        self.assertEqual(self.images(model), {})
        said = self.works("convert", "-f", model, self.folder / "out.glb").err
        self.assertIn("act_face.png: is not a regular file of at most 64 MiB", said)

    def test_folders_of_the_user(self):
        self.model("model.ogf")
        bank = self.put("bank.omf", omf())
        self.put("game/gamedata/textures/act/act_coat.png", PNG)
        self.assertEqual(self.images(bank), {})
        self.assertEqual(list(self.images("--search", self.folder / "game", bank)), [TEXTURES[0]])
        os.rename(self.folder / "game/gamedata/textures", self.folder / "textures")
        self.assertEqual(list(self.images(bank)), [TEXTURES[0]])

    def test_paths_out_of_the_mod_and_links(self):
        self.put("mod/gamedata/secret.png", PNG)
        self.put("outside/secret.png", PNG)
        (self.folder / "mod/gamedata/textures").mkdir()
        os.symlink(self.folder / "outside", self.folder / "mod/gamedata/textures/linked")
        os.symlink(self.folder / "outside/secret.png",
                   self.folder / "mod/gamedata/textures/direct.png")
        names = ("..\\secret", f"{self.folder}/outside/secret", "linked\\secret", "direct",
                 ".\\x", "C:\\x", "\\", "x\\" * 40)
        model = self.put("mod/gamedata/meshes/model.ogf", ogf(textures=names))
        self.assertEqual(self.images(model), {})

    def test_textures_of_a_p3d(self):
        content = (DATA / "p3d/ok/mesh.p3d").read_bytes()
        walk = self.put("mod/addons/armour/walk.rtm", rtm(("Pelvis", "Spine3")))
        for texture, places in (
                ("A.paa", ("addons/armour/a.png", "addons/A.JPG")),
                ("\\z\\armour\\data\\coat_co.paa",
                 ("addons/armour/data/Coat_co.png", "addons/data/coat_co.jpeg",
                  "addons/armour/Z/armour/data/coat_co.png"))):
            p3d = self.put("mod/addons/armour/mesh.p3d", content.replace(
                b"A.paa\0", texture.encode() + b"\0").replace(
                b"a.PAA\0", texture.encode() + b"\0"))
            self.assertEqual(self.images("--skeleton", p3d, walk), {})
            for place in places:
                image = self.put(f"mod/{place}", PNG)
                found = self.images("--skeleton", p3d, walk)
                self.assertEqual(found, {texture: ("image/png", PNG)}, place)
                image.unlink()


class DamagedMeshes(CommandTest):
    def convert(self, child, *arguments, place=""):
        model = self.put(place + "model.ogf", ogf() + chunk(9, chunk(0, child)))
        out = self.folder / "out.glb"
        said = self.works("convert", "-f", *arguments, self.put("bank.omf", omf()), out).err
        return model, said, read_glb(out.read_bytes())[0]

    def test_clips_are_written_without_a_mesh_that_cannot_be_read(self):
        broken = surface("x").replace((0x12071980).to_bytes(4, "little"), b"oops")
        model, said, scene = self.convert(broken)
        self.assertIn(f"{model}: byte ", said)
        self.assertIn("OGF209", said)
        self.assertIn(f"warning: {model}: its mesh is left out", said)
        self.assertEqual(sorted(scene["meshes"][0]["primitives"][0]["attributes"]),
                         ["JOINTS_0", "POSITION", "WEIGHTS_0"])
        self.assertEqual(len(scene["animations"]), 2)

    def test_the_mesh_has_bones_that_the_given_skeleton_lacks(self):
        model = self.put("model.ogf", ogf(BONES, textures=("x",), bank=omf(("root", "hand"))))
        other = self.put("other.ogf", ogf())
        out = self.folder / "out.glb"
        said = self.works("convert", "--skeleton", other, model, out).err
        self.assertIn("its mesh is left out", said)
        self.assertNotIn("materials", read_glb(out.read_bytes())[0])


class Walks(CommandTest):
    """RTM with the mesh of a P3D."""

    def setUp(self):
        super().setUp()
        self.p3d = self.put("mesh.p3d", (DATA / "p3d/ok/mesh.p3d").read_bytes())
        self.walk = self.put("walk.rtm", rtm(("Pelvis", "Spine3")))
        self.out = self.folder / "out.glb"

    def test_a_p3d_without_pivots_brings_its_mesh(self):
        plain = self.folder / "plain.glb"
        self.works("convert", "--skeleton=arma3-man", self.walk, plain)
        self.works("convert", "--skeleton=arma3-man", "--skeleton", self.p3d, self.walk, self.out)
        scene, expected = (read_glb(path.read_bytes())[0] for path in (self.out, plain))
        names = [node["name"] for node in scene["nodes"]]
        self.assertEqual(names, ["gait", "Pelvis", "Spine3", "unmoved", "gait_bind"])
        for mine, other in zip(scene["nodes"][1:3], expected["nodes"][1:3]):
            self.assertEqual(mine, other)
        self.assertIn("JOINTS_0", scene["meshes"][0]["primitives"][0]["attributes"])
        self.works("convert", "-f", "--no-mesh", "--skeleton=arma3-man", "--skeleton", self.p3d,
                   self.walk, self.out)
        self.assertEqual(self.out.read_bytes(), plain.read_bytes())

    def test_pivots_without_mesh(self):
        pivots = self.put("pivots.p3d", (DATA / "p3d/ok/pivots.p3d").read_bytes())
        self.works("convert", "--skeleton", pivots, self.walk, self.out)
        scene = read_glb(self.out.read_bytes())[0]
        self.assertNotIn("mesh", metadata(scene))
        self.works("convert", "-f", "--skeleton", pivots, "--skeleton", self.p3d, self.walk,
                   self.out)
        self.assertIn("mesh", metadata(read_glb(self.out.read_bytes())[0]))

    def test_other_outputs_require_pivots(self):
        for target in ("x.bvh", "x.omf"):
            self.fails(5, "convert", "--skeleton", self.p3d, self.walk, self.folder / target,
                       cause="P3D020")
        useless = self.put("none.p3d", (DATA / "p3d/ok/no_levels.p3d").read_bytes())
        self.fails(5, "convert", "--skeleton", useless, self.walk, self.out, cause="P3D020")
        self.fails(2, "convert", "--skeleton", self.p3d, "--skeleton", self.p3d, self.walk,
                   self.out, cause="second model without pivots")
        self.fails(5, "sample", "--frame=0", "--skeleton", self.p3d, self.walk, cause="P3D020")


if __name__ == "__main__":
    main()
