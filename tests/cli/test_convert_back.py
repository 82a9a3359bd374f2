#!/usr/bin/env python3
"""convert --base: a glTF back into the file that it came from."""
import json
import os
import pathlib

from command import CommandTest, main

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

    def test_another_kind_of_base_is_refused(self):
        glb = self.glb(WALK)
        self.fails(2, "convert", f"--base={BANK}", glb, self.folder / "x.rtm",
                   says="OUT is to be rtm")
        self.fails(5, "convert", f"--base={BANK}", glb, self.folder / "x.omf",
                   says="no joint has the name")
        self.assertFalse((self.folder / "x.omf").exists())


if __name__ == "__main__":
    main()
