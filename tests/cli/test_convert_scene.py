#!/usr/bin/env python3
"""convert -o: hands and the item that they hold as one scene in a glTF."""
import math
import os
import pathlib
import re

from command import CommandTest, gait, main, ogf, omf, rtm, schema_errors, turn_y
from edited import Edited

DATA = pathlib.Path(os.environ["GAIT_DATA"])
HANDS = (("root", ""), ("hand", "root"))
ITEM = (("base", ""), ("hand", "base"), ("HAND.item", "base"))
ANCHOR = {"positions": [(0, 0, 0), (0.5, 1, 0.25)], "rotations": [(0, 0, 0), (0.3, -0.4, 0.5)]}
BIND = {"positions": [(0, 2, 0), (0, 0, 1), (1, 0, 0)],
        "rotations": [(0.1, 0.2, 0.3), (0.2, 0, 0), (0, 0, 0)]}
POSITION, ORIENTATION = (0.1, -0.2, 0.3), (20, -35, 50)


def product(a, b):
    return [[sum(a[r][k] * b[k][c] for k in range(4)) for c in range(4)] for r in range(4)]


def of_node(node):
    """The matrix of a node, in columns that are applied to the right."""
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    tx, ty, tz = node.get("translation", (0, 0, 0))
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), tx],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), ty],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), tz],
            [0, 0, 0, 1]]


def mirrored(matrix):
    """Between engine axes and glTF axes."""
    signs = (-1, 1, 1, 1)
    return [[matrix[r][c] * signs[r] * signs[c] for c in range(4)] for r in range(4)]


def inverse(matrix):
    """Of a rotation and translation."""
    turned = [[matrix[c][r] for c in range(3)] for r in range(3)]
    moved = [-sum(turned[r][k] * matrix[k][3] for k in range(3)) for r in range(3)]
    return [[*turned[r], moved[r]] for r in range(3)] + [[0, 0, 0, 1]]


def attachment(position, orientation):
    """setHPB() of the engine: each line is the image of an axis."""
    h, p, b = map(math.radians, orientation)
    sh, ch, sp, cp, sb, cb = (f(a) for a in (h, p, b) for f in (math.sin, math.cos))
    i = (ch * cb - sp * sh * sb, -cp * sb, sp * ch * sb + sh * cb)
    j = (sp * sh * cb + ch * sb, cp * cb, sh * sb - sp * ch * cb)
    k = (-cp * sh, sp, cp * ch)
    return [[i[r], j[r], k[r], position[r]] for r in range(3)] + [[0, 0, 0, 1]]


class Scene(Edited):
    def names(self):
        return [node["name"] for node in self.scene["nodes"]]

    def parent(self, name):
        index = self.node(name)
        return next((node["name"] for node in self.scene["nodes"]
                     if index in node.get("children", ())), None)

    def world(self, name):
        """The rest pose of a node."""
        matrix = of_node(self.scene["nodes"][self.node(name)])
        parent = self.parent(name)
        return product(self.world(parent), matrix) if parent else matrix

    def keys(self, clip, name, path):
        """The times and values of a bone."""
        animation, node = self.animation(clip), self.node(name)
        sampler = next(animation["samplers"][channel["sampler"]]
                       for channel in animation["channels"]
                       if channel["target"] == {"node": node, "path": path})
        return ([time for time, in self.rows(sampler["input"])], self.rows(sampler["output"]))


class Scenes(CommandTest):
    def setUp(self):
        super().setUp()

        def tracks(clip, bone, length):
            rotations = [(0, math.sin(0.1 * (f + clip + bone)), 0,
                          math.cos(0.1 * (f + clip + bone))) for f in range(length)]
            return [tuple(round(32767 * part) for part in q) for q in rotations], (bone, clip, 0)

        self.hands = self.put("hands/hands.omf", omf(clips=(("reload", 5), ("d2_show", 4),
                                                            ("d2_fast", 3), ("run", 6)),
                                                     tracks=tracks))
        self.put("hands/hands.ogf", ogf(HANDS, textures=("hands",), **ANCHOR))
        self.item = self.put("item/item.omf", omf([name for name, _parent in ITEM],
                                                  clips=(("show", 4), ("idle", 3), ("reload", 9)),
                                                  tracks=tracks, stop=("show", "reload")))
        self.put("item/item.ogf", ogf(ITEM, textures=("item", "item2"), **BIND))
        self.out = self.folder / "scene.glb"

    def scene(self, *options):
        said = self.works("convert", "-f", self.hands, self.item, "-o", self.out, *options).err
        return Scene(self.out.read_bytes()), said

    def alone(self, source):
        self.works("convert", "-f", source, self.folder / "alone.glb")
        return Scene((self.folder / "alone.glb").read_bytes())

    def attached(self):
        return self.scene("--anchor=HAND", "--item-position=0.1,-0.2,0.3",
                          "--item-orientation=20,-35,50", "-v")

    def assert_matrix(self, mine, other):
        for row, expected in zip(mine, other):
            for a, b in zip(row, expected):
                self.assertAlmostEqual(a, b, places=5)

    def test_the_item_is_at_its_place_in_the_hand(self):
        scene, said = self.attached()
        self.assertNotIn("warning", said)
        self.assertEqual(scene.names(), ["gait", "root", "hand", "base", "hand.item2", "HAND.item",
                                         "gait_bind"])
        self.assertEqual(scene.parent("base"), "hand")
        self.assertEqual(scene.parent("hand.item2"), "base")
        place = product(mirrored(scene.world("hand")), attachment(POSITION, ORIENTATION))
        self.assert_matrix(mirrored(scene.world("base")), place)

    def test_the_place_is_in_the_ltx_of_the_mod(self):
        self.put("configs/hands.ltx", b"[hud]\nvisual = hands\nancor_0 = lost\nancor_1 = HAND\n")
        self.put("configs/base.ltx", b"[base]\nattach_place_idx = 1\n"
                 b"item_position = 0.1, -0.2, 0.3\n")
        ltx = self.put("configs/gun.ltx", b"[gun]:base\nitem_visual = item\n"
                       b"item_orientation = 20, -35, 50\n[other]\n")
        self.attached()
        expected = self.out.read_bytes()
        self.scene(f"--ltx={ltx}:gun")
        self.assertEqual(self.out.read_bytes(), expected)
        for value in (f"{ltx}:other", f"{ltx}:none", f"{ltx}", ":gun", f"{ltx}:"):
            self.fails(2, "convert", "-f", self.hands, self.item, "-o", self.out, f"--ltx={value}",
                       cause="item_visual" if value.endswith(("other", "none")) else "SECTION")
        self.fails(2, "convert", self.hands, self.out, f"--ltx={ltx}:gun", cause="--ltx")

    def test_the_meshes_are_in_the_bind_pose_of_the_scene(self):
        scene, _said = self.attached()
        item, hands = self.alone(self.item), self.alone(self.hands)
        move = product(scene.world("base"), inverse(item.world("base")))
        self.assertEqual([material["name"] for material in scene.scene["materials"]],
                         ["hands", "item", "item2"])
        primitives = scene.scene["meshes"][0]["primitives"]
        before = (hands.scene["meshes"][0]["primitives"] + item.scene["meshes"][0]["primitives"])
        files = (hands, item, item)
        moves = (of_node({}), move, move)
        names = ("root", "base", "hand.item2")
        for mine, other, file, matrix, name in zip(primitives, before, files, moves, names):
            rows = scene.rows(mine["attributes"]["POSITION"])
            for a, b in zip(rows, file.rows(other["attributes"]["POSITION"])):
                expected = [sum(matrix[r][c] * (*b, 1)[c] for c in range(4)) for r in range(3)]
                for x, y in zip(a, expected):
                    self.assertAlmostEqual(x, y, places=5)
            joints = {row[0] for row in scene.rows(mine["attributes"]["JOINTS_0"])}
            skin = scene.scene["skins"][0]["joints"]
            self.assertEqual({skin[int(joint)] for joint in joints}, {scene.node(name)})

    def test_clips_play_together(self):
        scene, said = self.attached()
        item, hands = self.alone(self.item), self.alone(self.hands)
        pairs = {"reload": ("reload", [0, 1, 2, 3, 4]), "d2_show": ("show", [0, 1, 2, 3]),
                 "d2_fast": ("idle", [0, 1, 2]), "run": ("idle", [0, 1, 0, 1, 0, 1])}
        self.assertEqual([clip["name"] for clip in scene.scene["animations"]], list(pairs))
        for clip, (other, frames) in pairs.items():
            self.assertIn(f"{clip}: the item plays {other}\n", said)
            for name in ("root", "hand"):
                self.assertEqual(scene.keys(clip, name, "rotation"),
                                 hands.keys(clip, name, "rotation"))
            times, values = scene.keys(clip, "hand.item2", "rotation")
            self.assertEqual([round(30 * time) for time in times], list(range(len(frames))))
            whole = item.keys(other, "hand", "rotation")[1]
            self.assertEqual(values, [whole[frame] for frame in frames])
            self.assertEqual(scene.keys(clip, "hand.item2", "translation")[1][0],
                             item.keys(other, "hand", "translation")[1][0])
            values = scene.keys(clip, "base", "rotation")[1]
            rest = scene.scene["nodes"][scene.node("base")]["rotation"]
            for value in values:
                for a, b in zip(value, rest):
                    self.assertAlmostEqual(abs(a), abs(b), places=4)

    def test_a_clip_of_the_item_can_be_chosen(self):
        scene, said = self.scene("--anchor=hand", "--clip=run", "--item-clip=show", "-v")
        self.assertEqual([clip["name"] for clip in scene.scene["animations"]], ["run"])
        self.assertIn("run: the item plays show", said)
        whole = self.alone(self.item).keys("show", "hand", "rotation")[1]
        self.assertEqual(scene.keys("run", "hand.item2", "rotation")[1],
                         whole + [whole[-1]] * 2)
        self.fails(2, "convert", "-f", self.hands, self.item, "-o", self.out, "--anchor=hand",
                   "--item-clip=none", cause=("item.omf: ", "[CNV041]"))

    def test_without_anchor_both_are_at_the_origin(self):
        scene, said = self.scene()
        self.assertIn("--anchor", said)
        self.assertIn("warning", said)
        self.assertEqual(scene.parent("base"), "gait")
        self.assert_matrix(scene.world("base"), of_node({}))

    def test_the_place_can_be_written_as_in_an_ltx(self):
        self.attached()
        content = self.out.read_bytes()
        self.scene("--anchor=hand", "--item-position= 0.1, -0.2 ,\t0.3 ",
                   "--item-orientation=20, -35, 50")
        self.assertEqual(self.out.read_bytes(), content)

    def test_the_largest_place(self):
        scene, _said = self.scene("--anchor=hand", "--item-position=1e6,-1e6,1e6",
                                  "--item-orientation=1e6,-1e6,1e6")
        self.assertEqual([abs(number) for number in
                          scene.scene["nodes"][scene.node("base")]["translation"]], [1e6] * 3)

    def test_every_clip_can_be_a_file(self):
        self.works("convert", self.hands, self.item, "-o", self.folder / "{clip}.glb",
                   "--anchor=hand")
        self.assertEqual(len(Scene((self.folder / "run.glb").read_bytes()).scene["animations"]), 1)

    def test_images_of_both(self):
        image = b"\x89PNG\r\n\x1a\n and content"
        for place in ("hands/textures/hands.png", "item/textures/item2.png"):
            self.put(place, image)
        scene, _said = self.attached()
        self.assertEqual([one["name"] for one in scene.scene["images"]], ["hands", "item2"])

    def test_no_mesh(self):
        scene, said = self.scene("--no-mesh", "--anchor=hand")
        self.assertNotIn("materials", scene.scene)
        self.assertNotIn("warning", said)
        self.assertEqual(len(scene.scene["skins"][0]["joints"]), 5)

    def test_missing_models_are_reported(self):
        no_mesh = ("no model of the hands was found, so they have no mesh; pass it with --skeleton",
                   "no model of the item was found, so it has no mesh; pass it with "
                   "--item-skeleton")
        bare = self.put("bare/bare.ogf", ogf(HANDS)), self.put("bare/item.ogf", ogf(ITEM))
        models = self.folder / "hands/hands.ogf", self.folder / "item/item.ogf"
        for model in models:
            model.rename(model.with_suffix(".away"))
        skeletons = [self.put(f"{name}.glb", b"") for name in ("hands", "item")]
        for skeleton, model in zip(skeletons, bare):
            self.works("convert", "-f", "--no-mesh", model, skeleton)
        for given in ((), ("hands",), ("item",), ("hands", "item")):
            options = [option + str(models[i].with_suffix(".away") if name in given
                                    else skeletons[i])
                       for i, (option, name) in enumerate((("--skeleton=", "hands"),
                                                           ("--item-skeleton=", "item")))]
            _scene, said = self.scene("--anchor=hand", *options)
            self.assertEqual([said.count(text) for text in no_mesh],
                             [int(name not in given) for name in ("hands", "item")])
            written = re.findall(r"mesh: .*/(\w+)\.away$", said, re.MULTILINE)
            self.assertEqual(written, list(given))

    def test_an_item_that_never_moves_is_reported(self):
        warning = ("no clip of the item matches a clip of the hands, so the item does not move; "
                   "--item-clip chooses one")
        names = [name for name, _parent in ITEM]
        self.put("item/item.omf", omf(names, clips=(("open", 2), ("close", 2))))
        _scene, said = self.scene("--anchor=hand")
        self.assertEqual(said.count(warning), 1)
        self.assertNotIn("warning", self.scene("--anchor=hand", "--item-clip=open")[1])
        self.put("item/item.omf", omf(names, clips=(("open", 2), ("run", 2))))
        self.assertNotIn("warning", self.scene("--anchor=hand")[1])
        self.assertIn(warning, self.scene("--anchor=hand", "--clip=reload")[1])
        still = self.works("convert", "-f", self.hands, self.folder / "item/item.ogf", "-o",
                           self.out, "--anchor=hand").err
        self.assertIn("item.ogf: has no clips, so the item does not move", still)

    def test_the_metadata_names_the_item(self):
        scene, _said = self.attached()
        metadata = scene.scene["scenes"][0]["extras"]["gait"]
        self.assertEqual(metadata["item"], {"first_bone": 2})
        self.assertEqual(schema_errors(metadata, "extras"), [])
        for base in (self.hands, self.item):
            self.fails(5, "convert", "--base", base, self.out, self.folder / "new.omf",
                       cause="[RTP001]")

    def test_one_input(self):
        self.works("convert", self.hands, "-o", self.out)
        content = self.out.read_bytes()
        self.works("convert", "-f", self.hands, self.out)
        self.assertEqual(self.out.read_bytes(), content)

    def test_wrong_options(self):
        both = (self.hands, self.item, "-o", self.out)
        for options, cause in (
                (("--anchor=finger",), ("hands.omf: ", "[CNV040]")),
                (("--anchor=base",), ("[CNV040]", "the hands are the first file")),
                (("--anchor=hands",), ('did you mean "hand"?', "[CNV040]")),
                (("--anchor=hand", "--item-clip=shoe"), ('did you mean "show"?', "[CNV041]")),
                (("--item-position=1,2,3",), "requires --anchor"),
                (("--anchor=hand", "--item-position=1,2"), "three numbers"),
                (("--anchor=hand", "--item-position=1,2,3,4"), "three numbers"),
                (("--anchor=hand", "--item-orientation=1,x,3"), "three numbers"),
                (("--anchor=hand", "--item-position=1 2,3,4"), "three numbers"),
                (("--anchor=hand", "--item-position=1,2,"), "three numbers"),
                (("--anchor=hand", "--item-position=0,1e7,0"),
                 "--item-position takes numbers from -1000000 to 1000000, not '0,1e7,0'"),
                (("--anchor=hand", "--item-orientation=-1e30,0,0"),
                 "--item-orientation takes numbers from -1000000 to 1000000"),
                (("--out", self.folder / "x"), "cannot be combined"),
                ((self.item,), "takes one input")):
            self.fails(2, "convert", *both, *options, cause=cause)
        self.fails(2, "convert", self.hands, self.item, "-o", self.folder / "x.bvh",
                   cause="only in a glTF")
        for option in ("--anchor=hand", "--item-clip=idle", "--item-skeleton=x"):
            self.fails(2, "convert", option, self.hands, self.out, cause="requires -o")
        self.assertFalse(self.out.exists())

    def test_items_that_cannot_be_held(self):
        walk = self.put("walk.rtm", rtm(matrix=lambda _, key: turn_y(key / 10)))
        self.fails(5, "convert", self.hands, walk, "-o", self.out, "--anchor=hand",
                   "--item-skeleton=arma3-man", cause="item")
        two = self.put("two/two.omf", omf(("a", "b")))
        self.put("two/two.ogf", ogf((("a", ""), ("b", ""))))
        self.fails(5, "convert", self.hands, two, "-o", self.out, "--anchor=hand",
                   cause="[CNV043]")

    def test_advice_about_the_item_names_its_options(self):
        wrong = self.put("wrong.ogf", ogf((("root", ""), ("hand", "root"))))
        skeleton = self.folder / "item/item.glb"
        self.works("convert", self.folder / "item/item.ogf", skeleton)
        lost = self.put("lost/lost.omf", omf([name for name, _parent in ITEM]))
        for item, given, advice in (
                (self.item, wrong, "this bank was made with --item-skeleton"),
                (skeleton, wrong, "leave out --item-skeleton"),
                (lost, None, "pass the .ogf of its model with --item-skeleton")):
            options = [f"--item-skeleton={given}"] if given else []
            result = gait("convert", self.hands, item, "-o", self.out, "--anchor=hand", *options)
            self.assertIn(result.code, (2, 5))
            self.assertIn(advice, result.err)
            self.assertNotIn("--skeleton", result.err)
        self.fails(5, "convert", self.hands, self.item, "-o", self.out, "--anchor=hand",
                   f"--skeleton={skeleton}", cause="this bank was made with --skeleton")

    def test_bones_of_the_item_can_be_left_out(self):
        other = self.put("other/other.omf", omf([*(name for name, _parent in ITEM), "strap"]))
        command = ("convert", self.hands, other, "-o", self.out, "--anchor=hand",
                   f"--item-skeleton={self.folder / 'item/item.ogf'}")
        self.fails(5, *command, cause="strap")
        said = self.works(*command, "--missing-bones=leave-out").err
        self.assertIn("other.omf: 1 bone is left out", said)
        self.assertNotIn("strap", Scene(self.out.read_bytes()).names())

    def test_hands_in_a_gltf_keep_their_skeleton(self):
        hands = self.folder / "hands.glb"
        self.works("convert", self.hands, hands)
        self.works("convert", hands, self.item, "-o", self.out, "--anchor=hand")
        self.fails(2, "convert", "-f", hands, self.item, "-o", self.out, "--anchor=hand",
                   f"--skeleton={self.folder / 'hands/hands.ogf'}",
                   cause=("hands in a glTF keep their own skeleton", "leave out --skeleton"))

    def test_without_bones_nothing_is_held(self):
        static = self.put("static.p3d", (DATA / "p3d/bad/no_bones.p3d").read_bytes())
        for options in ((), ("--no-mesh",)):
            self.fails(5, "convert", self.hands, static, "-o", self.out, "--anchor=hand", *options,
                       cause=("static.p3d: ", "[CNV042]"))
            self.fails(5, "convert", static, self.item, "-o", self.out, "--anchor=hand", *options,
                       cause=("static.p3d: ", "[CNV020]"))


if __name__ == "__main__":
    main()
