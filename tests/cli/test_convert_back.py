#!/usr/bin/env python3
"""convert --base: a glTF back into the file that it came from."""
import json
import os
import pathlib

from command import CommandTest, main
from edited import Edited

SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
BANK, WALK, PACKED = (SAMPLES / name for name in
                      ("stalker.omf", "walk.rtm", "walk_binarised.rtm"))


def changed_glb(content, name, change):
    """A .glb whose JSON `change` was applied to; the binary part stays."""
    size = int.from_bytes(content[12:16], "little")
    scene = json.loads(content[20:20 + size])
    change(scene)
    text = json.dumps(scene).encode()
    text += b" " * (-len(text) % 4)
    rest = content[20 + size:]
    total = 20 + len(text) + len(rest)
    return (content[:8] + total.to_bytes(4, "little") + len(text).to_bytes(4, "little") +
            content[16:20] + text + rest)


class Back(CommandTest):
    def glb(self, source):
        path = self.folder / f"{source.stem}.glb"
        self.works("convert", source, path)
        return path

    def edited(self, source, change):
        content = self.glb(source).read_bytes()
        return self.put("edited.glb", changed_glb(content, source.stem, change))

    def test_what_was_not_edited_keeps_its_bytes(self):
        for source, options in ((BANK, ()), (WALK, ()), (PACKED, ("--to=bmtr",))):
            out = self.folder / f"out{source.suffix}"
            said = self.works("convert", "-f", *options, f"--base={source}", self.glb(source), out)
            self.assertIn("0 clips changed", said.err)
            self.assertEqual(out.read_bytes(), source.read_bytes())

    def test_a_clip_that_is_gone_stays_as_it_was(self):
        glb = self.edited(BANK, lambda scene: scene["animations"].pop(0))
        out = self.folder / "out.omf"
        said = self.works("convert", f"--base={BANK}", glb, out).err
        self.assertIn("is not in it: it stays as in the base", said)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())

    def test_a_clip_that_is_new_is_added_on_request(self):
        def rename(scene):
            scene["animations"].append({**scene["animations"][0], "name": "brand_new"})
        glb, out = self.edited(BANK, rename), self.folder / "out.omf"
        said = self.works("convert", f"--base={BANK}", glb, out).err
        self.assertIn("brand_new is new: --add-new", said)
        self.assertEqual(out.read_bytes(), BANK.read_bytes())
        self.works("convert", "-f", "--add-new", f"--base={BANK}", glb, out)
        clips = self.works("info", "--json", out).json()["files"][0]["clips"]
        self.assertEqual([clip["name"] for clip in clips][-1], "brand_new")

    def test_a_moved_bone_is_told_and_written(self):
        # Another clip's output for one channel: the bone now moves as it does there.
        def swap(scene):
            one, other = scene["animations"][0], scene["animations"][1]
            for animation, source in ((one, other),):
                channel = next(c for c in animation["channels"] if c["target"]["node"] == 9 and
                               c["target"]["path"] == "rotation")
                animation["samplers"][channel["sampler"]] = source["samplers"][channel["sampler"]]
        glb, out = self.edited(BANK, swap), self.folder / "out.omf"
        said = self.works("convert", f"--base={BANK}", glb, out).err
        self.assertIn("1 clips changed", said)
        self.assertNotEqual(out.read_bytes(), BANK.read_bytes())
        self.assertEqual(self.works("check", out).err.count("error"), 1)  # "0 errors"

    def altered(self, source, *changes):
        """The glTF of a file after calls on Edited: (name, arguments...)."""
        glb = Edited(self.glb(source).read_bytes())
        for name, *arguments in changes:
            getattr(glb, name)(*arguments)
        return self.put("altered.glb", glb.content())

    def test_a_tolerance_decides_what_is_a_change(self):
        glb = self.altered(BANK, ("move_key", "walk", "bip01_spine", 7, 0.05),
                           ("move_key", "salute", "bip01", 9, 0, 0.5))
        out = self.folder / "out.omf"
        for options, changed in (((), 2), (("--tolerance=0.1deg",), 1),
                                 (("--tolerance", "0.6mm"), 1),
                                 (("--tolerance=1deg", "--tolerance=1mm"), 0),
                                 (("--tolerance=0.04deg", "--tolerance=0.4mm"), 2)):
            said = self.works("convert", "-f", *options, "--base", BANK, glb, out).err
            self.assertIn(f"{changed} clips changed", said)
            self.assertEqual(out.read_bytes() == BANK.read_bytes(), changed == 0)

    def test_a_tolerance_makes_new_clips_smaller(self):
        glb = self.altered(BANK)
        glb.write_bytes(changed_glb(glb.read_bytes(), "", lambda scene: scene["animations"].append(
            {**scene["animations"][1], "name": "brand_new"})))
        sizes = []
        for options in ((), ("--tolerance=20deg", "--tolerance=50mm")):
            out = self.folder / "out.omf"
            self.works("convert", "-f", "--add-new", *options, "--base", BANK, glb, out)
            sizes.append(out.stat().st_size - BANK.stat().st_size)
        self.assertLess(sizes[1], sizes[0] * 0.8)

    def test_a_tolerance_makes_a_bank_from_other_clips_smaller(self):
        glb = self.glb(BANK)
        sizes = []
        for options in ((), ("--tolerance=1deg",), ("--tolerance=1deg", "--tolerance=5mm")):
            out = self.folder / "out.omf"
            self.works("convert", "-f", *options, glb, out)
            sizes.append(out.stat().st_size)
        self.assertEqual(sizes, sorted(set(sizes), reverse=True))

    def test_a_tolerance_is_a_number_with_a_unit(self):
        glb, out = self.glb(BANK), self.folder / "out.omf"
        for value in ("0.1", "mm", "deg", "", "0.1cm", "0.1 mm", "0mm", "-1mm", "1e-400mm", "infmm",
                      "nandeg", "0x1mm", "1000001mm", "1mmm", "0.1MM", "1,5mm"):
            self.fails(2, "convert", f"--tolerance={value}", f"--base={BANK}", glb, out,
                       says=("0.1mm or 0.02deg", f"'{value}'"))
        self.fails(2, "convert", "--tolerance=1mm", "--tolerance=2mm", f"--base={BANK}", glb, out,
                   says="given twice in mm")
        self.assertFalse(out.exists())

    def test_a_tolerance_without_use_is_refused(self):
        for source, name in ((BANK, "x.glb"), (BANK, "x.omf"), (BANK, "x.bvh"),
                             (WALK, "x.rtm"), (self.glb(BANK), "x.skls")):
            self.fails(2, "convert", "--tolerance=1mm", source, self.folder / name,
                       says="--tolerance has no use")
        damaged = self.put("damaged.omf", BANK.read_bytes()[:-900])
        self.fails(2, "convert", "--salvage", "--tolerance=1mm", damaged, self.folder / "x.omf",
                   says="--tolerance has no use")

    def test_another_kind_of_base_is_refused(self):
        glb = self.glb(WALK)
        self.fails(2, "convert", f"--base={BANK}", glb, self.folder / "x.rtm",
                   says="OUT is to be rtm")
        self.fails(5, "convert", f"--base={BANK}", glb, self.folder / "x.omf",
                   says="no joint has the name")
        self.assertFalse((self.folder / "x.omf").exists())


if __name__ == "__main__":
    main()
