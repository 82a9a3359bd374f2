#!/usr/bin/env python3
"""Motions of objects (.anm), as somebody who makes cameras uses them."""
import os
import pathlib
import re
import xml.etree.ElementTree as xml

from command import CommandTest, main
from edited import Edited
from object_curves import LINEAR, STEPPED, ObjectMotion

OK = pathlib.Path(os.environ["GAIT_DATA"]) / "anm" / "ok"
SKL = OK.parents[1] / "skl" / "ok"
FILES = sorted(OK.glob("*.anm"))
SVG = "{http://www.w3.org/2000/svg}"


class Objects(CommandTest):
    def folder_of(self, *names):
        for name in names:
            self.put(f"anims/{name}", (OK / name).read_bytes())
        return self.folder / "anims"

    def frames(self, path):
        return self.works("sample", "--json", "--all", path).json()["frames"]

    def assert_poses(self, path, motion, times, delta):
        """The poses that Gait prints for a file are those of the curves at these times."""
        frames = self.frames(path)
        self.assertEqual(len(frames), len(times))
        for frame, time in zip(frames, times):
            (bone,), (position, rotation) = frame["bones"], motion.at(time)
            for axis in range(3):
                self.assertAlmostEqual(bone["t"][axis], position[axis], delta=delta)
            sign = -1 if sum(a * b for a, b in zip(bone["q"], rotation)) < 0 else 1
            for axis in range(4):
                self.assertAlmostEqual(bone["q"][axis], sign * rotation[axis], delta=delta)

    # --- what is in them -------------------------------------------------------------------------

    def test_folders_list_and_check_them(self):
        names = [file.name for file in FILES]
        folder = self.folder_of(*names)
        files = self.works("info", "--json", folder).json()["files"]
        self.assertEqual([(pathlib.Path(file["path"]).name, file["format"]) for file in files],
                         [(name, "anm") for name in names])
        self.assertEqual({len(file["bones"]) for file in files}, {1})
        self.works("check", folder, cause=f"{len(names)} files: 0 errors, 0 warnings")
        self.assertEqual(self.works("list", folder).out.count("1 clip\n"), len(names))

    def test_poses_are_those_of_the_curves(self):
        for file in FILES:
            with self.subTest(file.name):
                motion = ObjectMotion(file.read_bytes())
                self.assert_poses(file, motion, motion.times(), 2e-6)

    def test_every_byte_has_a_field(self):
        for file in FILES:
            fields = self.works("map", "--json", file).json()["fields"]
            self.assertEqual(sum(field["size"] for field in fields), file.stat().st_size)

    def test_other_kinds_are_reported_by_their_extension(self):
        for content, name in ((OK / "version_5.anm", "a.skl"), (SKL / "still.skl", "a.anm"),
                              (SKL / "moving.skls", "b.anm")):
            result = self.works("check", self.put(name, content.read_bytes()))
            self.assertIn("SKL006", result.out)
        result = self.fails(5, "check", OK.parents[1] / "any/bad/enfusion.anm")
        self.assertIn("FIL004", result.out)

    # --- copies and texts ------------------------------------------------------------------------

    def test_copies_and_texts_have_the_same_bytes(self):
        for file in FILES:
            copy, text = self.folder / "copy.anm", self.folder / "text.json"
            self.works("convert", "--force", file, copy)
            self.assertEqual(copy.read_bytes(), file.read_bytes())
            text.write_bytes(self.works("dump", file).bytes)
            self.works("build", "--force", text, "-o", copy)
            self.assertEqual(copy.read_bytes(), file.read_bytes())

    def test_texts_of_another_format_are_refused(self):
        text = self.works("dump", OK / "version_5.anm").out.replace('"anm"', '"skl"')
        self.fails(4, "build", self.put("a.json", text.encode()), "-o", self.folder / "a.skl",
                   cause="TXT011")

    # --- conversions -----------------------------------------------------------------------------

    def test_an_unedited_glb_gives_the_same_bytes(self):
        for file in FILES:
            glb, back = self.folder / f"{file.stem}.glb", self.folder / f"{file.stem}.anm"
            self.works("convert", file, glb)
            self.works("convert", "--base", file, glb, back)
            self.assertEqual(back.read_bytes(), file.read_bytes())

    def test_a_new_file_has_the_poses_of_the_glb(self):
        for name in ("version_5.anm", "nameless.anm", "shapes.anm"):
            file, glb = OK / name, self.folder / "a.glb"
            new = self.folder / f"new_{name}"
            self.works("convert", "--force", file, glb)
            self.works("convert", glb, new)
            motion, made = (ObjectMotion(path.read_bytes()) for path in (file, new))
            self.assertEqual((made.version, made.fps, made.first), (5, 30, 0))
            self.assert_poses(new, motion, motion.times(), 2e-6)
            shapes = {key.shape for curve in made.curves for key in curve.keys[1:]}
            self.assertLessEqual(shapes, {LINEAR})
            self.assertEqual({curve.keys[0].shape for curve in made.curves}, {STEPPED})

    def test_a_bvh_and_a_seanim_come_back(self):
        for kind in ("bvh", "seanim"):
            other, new = self.folder / f"a.{kind}", self.folder / f"{kind}.anm"
            self.works("convert", OK / "shapes.anm", other)
            self.works("convert", other, new)
            motion = ObjectMotion((OK / "shapes.anm").read_bytes())
            self.assert_poses(new, motion, motion.times(), 2e-5)

    def test_an_edited_key_changes_its_curves_only(self):
        file, glb = OK / "nameless.anm", self.folder / "a.glb"
        self.works("convert", file, glb)
        edit = Edited(glb.read_bytes())
        edit.move_key("nameless", "object", 1, mm=250)
        edited, back = self.put("edited.glb", edit.content()), self.folder / "back.anm"
        self.works("convert", "--base", file, edited, back)
        old, new = (ObjectMotion(path.read_bytes()) for path in (file, back))
        moved = [c for c in range(6) if any(
            abs(old.curves[c].value(t, 1e-5) - new.curves[c].value(t, 1e-5)) > 1e-6
            for t in old.times())]
        self.assertEqual(len(moved), 1)
        self.assertLess(moved[0], 3)
        self.assertAlmostEqual(abs(new.curves[moved[0]].value(1 / 30, 1e-5) -
                                   old.curves[moved[0]].value(1 / 30, 1e-5)), 0.25, delta=1e-6)
        self.works("diff", file, file)
        self.fails(1, "diff", file, back)

    def test_curves_of_other_shapes_become_linear_on_every_frame(self):
        file, glb = OK / "shapes.anm", self.folder / "a.glb"
        self.works("convert", file, glb)
        edit = Edited(glb.read_bytes())
        edit.move_key("shapes", "object", 2, degrees=10)
        edited, back = self.put("edited.glb", edit.content()), self.folder / "back.anm"
        self.works("convert", "--base", file, edited, back)
        old, new = (ObjectMotion(path.read_bytes()).curves for path in (file, back))
        changed = [b for a, b in zip(old, new)
                   if [key.value for key in a.keys] != [key.value for key in b.keys]]
        self.assertGreaterEqual(len(changed), 1)
        for curve in changed:
            self.assertEqual([key.shape for key in curve.keys],
                             [STEPPED] + [LINEAR] * (len(curve.keys) - 1))

    def test_motions_of_skeletons_are_another_thing(self):
        camera = OK / "version_5.anm"
        for target in ("a.skl", "a.skls", "a.omf", "a.rtm"):
            self.fails(5, "convert", camera, self.folder / target, cause="[CNV045]")
            self.assertFalse((self.folder / target).exists())
        self.fails(5, "convert", SKL / "still.skl", self.folder / "a.anm", cause="[CNV045]")
        self.fails(5, "convert", OK.parents[1] / "gltf/ok/waving.glb", self.folder / "a.anm",
                   cause="[CNV046]")
        self.fails(2, "convert", "--skeleton=xray-hands", camera, self.folder / "a.glb",
                   cause="posed on its own skeleton")

    # --- pictures --------------------------------------------------------------------------------

    def test_pictures_show_the_path_and_the_axes(self):
        file = OK / "version_3.anm"
        motion = ObjectMotion(file.read_bytes())
        places = [motion.at(time)[0] for time in motion.times()]
        picture = xml.fromstring(self.works("draw", "-q", "--view=front", file, "-").bytes)
        poses = [group for group in picture.iter(SVG + "g") if group.get("class") == "figure"]
        self.assertEqual(len(poses), len(places))
        for pose, place in zip(poses, places):
            path, *axes = (list(map(float, re.findall(r"[-+.e0-9]+", line.get("d"))))
                           for line in pose.iter(SVG + "path"))
            scale = (max(path[::2]) - min(path[::2])) / (
                max(x for x, _, _ in places) - min(x for x, _, _ in places))
            self.assertEqual(len(axes), 3)
            for line, (right, up) in zip(axes, ((-1, 0), (0, -1), (0, 0))):
                self.assertAlmostEqual(line[0], -place[0] * scale, delta=0.1)
                self.assertAlmostEqual(line[1], -place[1] * scale, delta=0.1)
                self.assertAlmostEqual(line[2] - line[0], 0.4 * scale * right, delta=0.1)
                self.assertAlmostEqual(line[3] - line[1], 0.4 * scale * up, delta=0.1)

    def test_an_object_that_only_turns_is_drawn(self):
        for name in ("version_4.anm", "version_5.anm"):
            text = self.works("draw", "-q", OK / name, "-").out
            self.assertEqual(text.count('class="path"'), 3)
            self.assertIn("forward</text>", text)

    # --- edits -----------------------------------------------------------------------------------

    def test_names_and_rates_are_edited(self):
        out = self.folder / "b.anm"
        self.works("rename", OK / "nameless.anm", "--clip", "nameless=lens", "-o", out)
        self.assertEqual(ObjectMotion(out.read_bytes()).name, "lens")
        self.works("rename", "--force", OK / "version_5.anm", "--bone", "camera=eye", "-o", out)
        self.assertEqual(self.works("info", "--json", out).json()["files"][0]["bones"], ["eye"])
        self.works("set", "--force", OK / "version_5.anm", "--fps=24", "-o", out)
        self.assertEqual(ObjectMotion(out.read_bytes()).fps, 24)
        script = self.put("a.edit", b"rename --clip camera=lens\nset --fps 25\n")
        self.works("edit", "--force", script, OK / "version_3.anm", "-o", out)
        made = ObjectMotion(out.read_bytes())
        self.assertEqual((made.name, made.fps, made.version), ("lens", 25, 3))

    def test_what_an_object_does_not_have_is_refused(self):
        camera, out = OK / "version_5.anm", ("-o", self.folder / "b.anm")
        for arguments in (("set", "--speed=2"), ("set", "--fps=24", "--speed=2"),
                          ("set", "--phases=even"), ("set", "--root-motion=0,0,1"),
                          ("event", "--add=Left", "--at=0"), ("remove", "--clip=camera"),
                          ("duplicate", "--clip=camera=b"), ("reorder", "--clip=camera")):
            self.fails(5, arguments[0], camera, *arguments[1:], *out, cause="[EDT008]")
        self.fails(5, "extract", camera, "--clip=camera", *out, cause="several motions")
        self.fails(5, "merge", SKL / "moving.skls", camera, "-o", self.folder / "b.skls",
                   cause="skeletons can be merged")
        self.fails(5, "optimise", camera, *out, cause="[OPT001]")
        self.assertEqual(list(self.folder.glob("b.*")), [])


if __name__ == "__main__":
    main()
