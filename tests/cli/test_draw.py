#!/usr/bin/env python3
"""`gait draw`: pictures are valid SVG, and their joints agree with `gait sample`."""
import os
import pathlib
import re
import xml.etree.ElementTree as xml

from command import CommandTest, gait, main, ogf, omf, posix_only, rtm

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = pathlib.Path(os.environ.get("GAIT_SAMPLES", ROOT / "samples"))
WALK, BANK, MANNEQUIN = (SAMPLES / name for name in ("walk.rtm", "stalker.omf", "mannequin.p3d"))
DATA = pathlib.Path(os.environ.get("GAIT_DATA", "."))
SVG = "{http://www.w3.org/2000/svg}"
SEEN = {  # (to the right, up) of a point
    "side": lambda x, y, z: (z, y),
    "front": lambda x, y, z: (-x, y),
    "top": lambda x, y, z: (x, z),
    "three-quarter": lambda x, y, z: ((z - x) / 2 ** 0.5, y),
}


class Picture:
    def __init__(self, content):
        self.text = content.decode("utf-8")
        self.root = xml.fromstring(content)
        self.figures = {int(group.find(SVG + "title").text.split()[1]): group
                        for group in self.root.iter(SVG + "g") if group.get("class") == "figure"}
        bar = next(path for path in self.root.iter(SVG + "path") if path.get("class") == "scale")
        metres = {"1 m": 1, "10 cm": 0.1}
        label = next(metres[text] for text in self.texts() if text in metres)
        self.scale = float(bar.get("d").split("h")[1]) / label

    def texts(self):
        return ["".join(text.itertext()) for text in self.root.iter(SVG + "text")]

    def joints(self, frame):
        """{bone: (right, up)} in metres."""
        return {circle.find(SVG + "title").text: (float(circle.get("cx")) / self.scale,
                                                  -float(circle.get("cy")) / self.scale)
                for circle in self.figures[frame].iter(SVG + "circle")}


class Draw(CommandTest):
    def draw(self, *arguments):
        return Picture(self.works("draw", "-q", *arguments, "-").bytes)

    def assert_joints(self, picture, view, file, *options):
        for frame in picture.figures:
            pose = gait("sample", "-q", "--json", "--frame", frame, *options, file).json()
            places = {b["name"]: SEEN[view](*b["t"]) for b in pose["frames"][0]["bones"]}
            joints = picture.joints(frame)
            self.assertGreater(len(joints), 40)
            for bone, (u, v) in joints.items():
                self.assertAlmostEqual(u, places[bone][0], delta=2e-4, msg=bone)
                self.assertAlmostEqual(v, places[bone][1], delta=2e-4, msg=bone)

    def test_joints_of_an_rtm_match_sample(self):
        for view in SEEN:
            picture = self.draw("--view", view, "--frames", 4, WALK)
            self.assertEqual(sorted(picture.figures), [0, 8, 16, 24])
            self.assert_joints(picture, view, WALK)

    def test_joints_of_a_bank_match_sample(self):
        picture = self.draw("--clip", "salute", BANK)
        self.assertEqual(len(picture.figures), 8)
        self.assert_joints(picture, "side", BANK, "--clip", "salute")

    def test_committed_picture_is_up_to_date(self):
        drawn = self.works("draw", "-q", WALK, "-").bytes
        self.assertEqual(drawn, (ROOT / "docs" / "walk.svg").read_bytes())

    def test_drawing_stays_within_the_page(self):
        for options in ([WALK], ["--names", WALK], ["--clip", "walk", "--view", "front", BANK]):
            picture = self.draw(*options)
            width, height = (float(picture.root.get(side)) for side in ("width", "height"))
            for group in picture.root.iter(SVG + "g"):
                if group.get("class") != "figure":
                    continue
                x, y = map(float, re.findall(r"-?[\d.]+", group.get("transform")))
                for circle in group.iter(SVG + "circle"):
                    self.assertTrue(0 < x + float(circle.get("cx")) < width)
                    self.assertTrue(0 < y + float(circle.get("cy")) < height)

    def test_picture_contains_title_and_annotations(self):
        picture = self.draw(WALK)
        self.assertEqual(picture.root.find(SVG + "title").text, "walk.rtm")
        self.assertIn("25 frames", picture.root.find(SVG + "desc").text)
        texts = picture.texts()
        self.assertEqual(texts.count("StepSound"), 2)
        self.assertTrue(any(text.startswith("motion per cycle: 1.5 m") for text in texts))
        self.assertIn("24phase 1", texts)
        self.assertIn("321.07 s", self.draw("--clip", "walk", BANK).texts())

    def test_a_bank_becomes_a_picture_per_clip(self):
        self.works("draw", "-q", BANK, self.folder / "{clip}.svg")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["hit_chest.svg", "idle.svg", "salute.svg", "stand.svg", "walk.svg"])

    def test_one_picture_is_one_clip(self):
        out = self.folder / "x.svg"
        self.fails(2, "draw", BANK, out, cause="--clip NAME")
        self.fails(2, "draw", "--clip", "*", BANK, out, cause=("5 clips match", "{clip}"))
        self.fails(2, "draw", "--clip", "wolk", BANK, out, cause="walk")
        self.works("draw", "-q", "--clip", "w*", BANK, out)

    def test_existing_file_is_kept_without_force(self):
        out = self.put("x.svg", b"mine")
        self.fails(3, "draw", WALK, out, cause="exists already")
        self.assertEqual(out.read_bytes(), b"mine")
        self.works("draw", "-q", "-f", WALK, out)
        self.assertTrue(out.read_bytes().startswith(b"<?xml"))
        self.assertEqual(self.leftovers(), [])

    def test_number_of_figures_is_limited(self):
        for number in ("0", "201"):
            self.fails(2, "draw", "--frames", number, WALK, "-", cause="from 1 to 200")
        self.assertEqual(len(self.draw("--frames", 1, WALK).figures), 1)

    def test_a_bank_of_unknown_parents_is_refused_as_by_convert(self):
        bank = self.put("bank.omf", omf(clips=(("idle", 3),)))
        drawn = self.fails(5, "draw", bank, self.folder / "x.svg")
        converted = self.fails(5, "convert", bank, self.folder / "x.glb")
        for shown in (drawn, converted):
            self.assertIn("[CNV024]", shown.err)
        self.assertEqual(drawn.err.split("[CNV024]")[1], converted.err.split("[CNV024]")[1])
        self.assertFalse((self.folder / "x.svg").exists())

    def test_an_rtm_without_pivots_is_refused(self):
        path = self.put("thing.rtm", rtm(bones=("one", "two")))
        self.fails(5, "draw", path, self.folder / "x.svg", cause="no bone has a known pivot")

    def test_a_clip_without_frames_is_refused(self):
        path = self.put("empty.rtm", rtm(phases=()))
        self.fails(2, "draw", path, self.folder / "x.svg", cause="has no frames")

    @posix_only("no file may be called so")
    def test_any_name_gives_xml(self):
        path = self.put("a&<b>\".rtm", WALK.read_bytes())
        picture = self.draw(path)
        self.assertEqual(picture.root.find(SVG + "title").text, 'a&<b>".rtm')


class DrawMesh(CommandTest):
    def mesh(self, *arguments):
        picture = Picture(self.works("draw", "-q", "--mesh", *arguments, "-").bytes)
        groups = [group for group in picture.root.iter(SVG + "g") if group.get("class") == "mesh"]
        return picture, groups

    def test_committed_picture_is_up_to_date(self):
        drawn = self.works("draw", "-q", "--mesh", "--frames", 5, "--skeleton", MANNEQUIN, WALK,
                           "-").bytes
        self.assertEqual(drawn, (ROOT / "docs" / "walk_mesh.svg").read_bytes())

    def test_every_figure_has_the_mesh_around_its_joints(self):
        for view in SEEN:
            picture, groups = self.mesh("--view", view, "--frames", 3, "--skeleton", MANNEQUIN,
                                        WALK)
            self.assertEqual(len(groups), 3)
            for frame, group in zip(sorted(picture.figures), groups):
                box = outline_box(group)
                inside = [box[0] - 2 <= u * picture.scale <= box[2] + 2 and
                          box[1] - 2 <= -v * picture.scale <= box[3] + 2
                          for u, v in picture.joints(frame).values()]
                self.assertGreater(sum(inside), 0.8 * len(inside), (view, frame))

    def test_pictures_without_the_option_have_no_mesh(self):
        self.assertNotIn(b'class="mesh"', self.works("draw", "-q", WALK, "-").bytes)

    def test_the_model_beside_a_bank_is_drawn(self):
        model = self.put("actor.ogf", (DATA / "ogf/ok/mesh.ogf").read_bytes())
        bones = gait("info", "--json", model).json()["files"][0]["bones"]
        bank = self.put("bank.omf", omf(bones=bones, clips=(("idle", 3),)))
        picture, groups = self.mesh(bank)
        self.assertEqual(len(groups), 3)
        noted = self.works("draw", "-v", "--mesh", bank, self.folder / "x.svg")
        self.assertIn("mesh: ", noted.err)
        self.assertIn("with the mesh", noted.err)
        self.assertEqual(len(self.mesh("--skeleton", model, bank)[1]), 3)

    def test_a_missing_mesh_is_an_error(self):
        out = self.folder / "x.svg"
        self.fails(5, "draw", "--mesh", WALK, out, cause=("no model with a mesh", "--skeleton"))
        model = self.put("plain.ogf", ogf(bones=(("root", ""), ("hand", "root"))))
        bank = self.put("bank.omf", omf(clips=(("idle", 3),)))
        self.fails(5, "draw", "--mesh", "--skeleton", model, bank, out, cause="no mesh")
        self.assertFalse(out.exists())


def outline_box(group):
    """(left, top, right, bottom) of the outline in pixels."""
    numbers = r"-?[\d.]+"
    x, y, unit = map(float, re.findall(numbers, group.get("transform")))
    places = []
    for start, steps in re.findall(r"M([^lM]+)l?([^M]*)", list(group)[-1].get("d")):
        at = tuple(map(float, re.findall(numbers, start)))
        places.append(at)
        rest = list(map(float, re.findall(numbers, steps)))
        for step in zip(rest[::2], rest[1::2]):
            at = (at[0] + step[0], at[1] + step[1])
            places.append(at)
    return (x + unit * min(p[0] for p in places), y + unit * min(p[1] for p in places),
            x + unit * max(p[0] for p in places), y + unit * max(p[1] for p in places))


if __name__ == "__main__":
    main()
