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
        self.works("convert", "-f", source, path)
        return path

    def edited(self, source, change):
        content = self.glb(source).read_bytes()
        return self.put("edited.glb", changed_glb(content, source.stem, change))

    def motions(self):
        """The bank as SDK motions."""
        path = self.folder / "stalker.skls"
        self.works("convert", "-f", BANK, path)
        return path

    def one_motion(self):
        path = self.folder / "walk.skl"
        self.works("convert", "-f", "--clip=walk", BANK, path)
        return path

    def names(self, path):
        clips = self.works("info", "--json", path).json()["files"][0]["clips"]
        return [clip["name"] for clip in clips]

    def test_what_was_not_edited_keeps_its_bytes(self):
        for source, options in ((BANK, ()), (WALK, ()), (PACKED, ("--to=bmtr",)),
                                (self.motions(), ()), (self.one_motion(), ())):
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
        self.assertEqual(self.names(out), [*self.names(BANK), "brand_new"])
        motions, out = self.motions(), self.folder / "out.skls"
        said = self.works("convert", "--add-new", f"--base={motions}", glb, out).err
        self.assertIn("1 added", said)
        self.assertEqual(self.names(out), [*self.names(BANK), "brand_new"])
        self.works("check", "--strict", out)

    def test_what_is_one_clip_takes_no_new_one(self):
        def rename(scene):
            scene["animations"].append({**scene["animations"][0], "name": "brand_new"})
        for source in (WALK, self.one_motion()):
            out = self.folder / f"out{source.suffix}"
            said = self.works("convert", "--add-new", f"--base={source}",
                              self.edited(source, rename), out).err
            self.assertIn("brand_new is new: left out", said)
            self.assertIn("0 added", said)
            self.assertEqual(out.read_bytes(), source.read_bytes())

    def test_a_clip_that_is_gone_is_dropped_on_request(self):
        def drop(scene):
            scene["animations"] = [one for one in scene["animations"]
                                   if one["name"] not in ("idle", "stand")]
        for source in (BANK, self.motions()):
            glb, out = self.edited(source, drop), self.folder / f"out{source.suffix}"
            said = self.works("convert", "-f", "--drop-missing", f"--base={source}", glb, out).err
            self.assertIn("idle: dropped", said)
            self.assertIn("stand: dropped", said)
            self.assertIn("3 as they were, 0 added, 0 kept that were not there, 2 dropped", said)
            self.assertEqual(self.names(out),
                             [name for name in self.names(source) if name not in ("idle", "stand")])
            self.works("check", "--strict", out)
            said = self.works("convert", "-f", "--drop-missing", f"--base={source}",
                              self.glb(source), out).err
            self.assertIn("0 dropped", said)
            self.assertEqual(out.read_bytes(), source.read_bytes())

    def test_dropping_and_adding_go_together(self):
        def rename(scene):
            scene["animations"][0]["name"] = "brand_new"
        glb, out = self.edited(BANK, rename), self.folder / "out.omf"
        self.works("convert", "--drop-missing", "--add-new", f"--base={BANK}", glb, out)
        gone, *left = self.names(BANK)
        self.assertEqual(self.names(out), [*left, "brand_new"])
        self.assertNotIn(gone, self.names(out))

    def test_not_every_clip_is_dropped(self):
        def rename(scene):
            for number, animation in enumerate(scene["animations"]):
                animation["name"] = f"other{number}"
            scene["animations"].append({**scene["animations"][0], "name": "other"})
        for source in (BANK, WALK, self.motions(), self.one_motion()):
            glb, out = self.edited(source, rename), self.folder / f"out{source.suffix}"
            self.fails(5, "convert", "--drop-missing", f"--base={source}", glb, out,
                       says="--drop-missing would leave none")
            self.assertFalse(out.exists())

    def test_options_of_the_way_back_want_one(self):
        glb = self.glb(BANK)
        for option in ("--drop-missing", "--add-new"):
            for source, out in ((glb, "x.omf"), (BANK, "x.glb"), (BANK, "x.omf")):
                self.fails(2, "convert", option, source, self.folder / out, says=option)

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

    def test_a_moved_bone_is_written_into_its_sdk_motion_only(self):
        def swap(scene):
            other, one = scene["animations"][0], scene["animations"][1]
            channel = next(c for c in one["channels"] if c["target"]["node"] == 9 and
                           c["target"]["path"] == "rotation")
            one["samplers"][channel["sampler"]] = other["samplers"][channel["sampler"]]
        source = self.motions()
        glb, out = self.edited(source, swap), self.folder / "out.skls"
        said = self.works("convert", f"--base={source}", glb, out).err
        self.assertIn("1 clips changed, 4 as they were", said)
        before, after = source.read_bytes(), out.read_bytes()
        second, third = (before.index(name.encode() + b"\0") for name in self.names(source)[1:3])
        self.assertEqual(after[:second], before[:second])
        self.assertEqual(after[third - len(before):], before[third:])
        self.assertNotEqual(before, after)
        self.works("check", "--strict", out)
        again = self.works("convert", "-f", f"--base={out}", glb, self.folder / "again.skls").err
        self.assertIn("0 clips changed, 5 as they were", again)

    def test_another_kind_of_base_is_refused(self):
        glb = self.glb(WALK)
        self.fails(2, "convert", f"--base={BANK}", glb, self.folder / "x.rtm",
                   says="OUT is to be rtm")
        self.fails(5, "convert", f"--base={BANK}", glb, self.folder / "x.omf",
                   says="no joint has the name")
        self.assertFalse((self.folder / "x.omf").exists())


if __name__ == "__main__":
    main()
