#!/usr/bin/env python3
"""extract, split: clips of banks become new banks without a change of their bytes."""
import os
import pathlib
import struct

from command import CommandTest, chunk, main, ogf, omf, posix_only, rtm, schema_errors

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
STALKER = SAMPLES / "stalker.omf"
DATA = pathlib.Path(os.environ["GAIT_DATA"])


def moving(clip, bone, length):
    return [(clip, bone, frame, 32767) for frame in range(length)], (clip, bone, 0)


class Extract(CommandTest):
    def names(self, path):
        return self.works("list", "--names", path).out.split()

    def files(self, folder=None):
        return sorted(path.name for path in (folder or self.folder).iterdir())

    def document(self, *arguments, code=0):
        result = self.fails(code, *arguments, "--json")
        document = result.json()
        self.assertEqual(schema_errors(document, "edit"), [])
        self.assertEqual(document["files"][-1]["exit_code"], code)
        return document["files"]


class OneFile(Extract):
    def test_chosen_clips_keep_their_bytes_and_order(self):
        clips = [("idle", 3), ("walk", 5), ("jump", 2)]
        bank = self.put("bank.omf", omf(clips=clips, tracks=moving))
        out = self.folder / "out.omf"
        self.works("extract", bank, "--clip", "jump", "--clip", "ID*", "-o", out)

        def kept(clip, bone, length):
            return moving((0, 2)[clip], bone, length)
        self.assertEqual(out.read_bytes(), omf(clips=[clips[0], clips[2]], tracks=kept))
        self.assertEqual(bank.read_bytes(), omf(clips=clips, tracks=moving))
        self.assertEqual(self.leftovers(), [])

    def test_all_clips_are_the_same_bank(self):
        for bank in (STALKER, DATA / "omf" / "ok" / "marks.omf"):
            out = self.folder / bank.name
            self.works("extract", bank, "-o", out)
            self.assertEqual(out.read_bytes(), bank.read_bytes())

    def test_a_bank_in_a_model(self):
        bank = omf(tracks=moving)
        model = self.put("model.ogf", ogf() + bank)
        out = self.folder / "out.omf"
        self.works("extract", model, "-o", out)
        self.assertEqual(out.read_bytes(), bank)
        self.works("extract", model, "--clip", "walk", "-o", out, "-f")
        self.assertEqual(self.names(out), ["walk"])

    def test_streams(self):
        result = self.works("extract", "-", "--clip", "walk", "-o", "-", stdin=omf())
        self.assertEqual(result.bytes[:4], b"\x0e\0\0\0")
        out = self.put("out.omf", result.bytes)
        self.assertEqual(self.names(out), ["walk"])


class ManyFiles(Extract):
    def test_one_file_for_each_clip(self):
        self.works("extract", STALKER, "--clip", "s*", "-o", self.folder / "x_{clip}.omf")
        self.assertEqual(self.files(), ["x_salute.omf", "x_stand.omf"])
        self.assertEqual(self.names(self.folder / "x_stand.omf"), ["stand"])

    def test_split_creates_folders(self):
        out = self.folder / "a" / "b"
        self.works("split", STALKER, "-o", out)
        self.assertEqual(self.files(out), ["hit_chest.omf", "idle.omf", "salute.omf", "stand.omf",
                                           "walk.omf"])
        self.works("split", STALKER, "-o", self.folder / "{clip}" / "m.omf")
        self.assertEqual(self.names(self.folder / "walk" / "m.omf"), ["walk"])
        self.fails(3, "extract", STALKER, "-o", self.folder / "c" / "{clip}.omf", cause="no folder")

    def test_names_are_valid_and_distinct(self):
        bank = self.put("bank.omf", omf(clips=(("a/b", 1), ("A\\B", 1), ("a:b", 1), ("con", 1),
                                               ("..", 1))))
        out = self.folder / "out"
        self.works("split", bank, "-o", out)
        self.assertEqual(self.files(out), ["A_B-2.omf", "_..omf", "_con.omf", "a_b-3.omf",
                                           "a_b.omf"])
        self.assertEqual(self.names(out / "A_B-2.omf"), ["A\\B"])

    def test_nothing_is_written_when_one_output_exists(self):
        self.put("walk.omf", b"x")
        self.fails(3, "split", STALKER, "-o", self.folder, cause="walk.omf: exists already")
        self.assertEqual(self.files(), ["walk.omf"])
        self.works("split", STALKER, "-o", self.folder, "-f")
        self.assertEqual(len(self.files()), 5)

    def test_split_of_a_model(self):
        model = self.put("model.ogf", ogf() + omf())
        self.works("split", model, "-o", self.folder / "out")
        self.assertEqual(self.files(self.folder / "out"), ["idle.omf", "walk.omf"])


class Reports(Extract):
    def test_json(self):
        out = self.folder / "{clip}.omf"
        file = self.document("extract", STALKER, "--clip", "s*", "-o", out)[0]
        self.assertEqual(file["changes"], [{"line": 0, "text": "extracted 2 clips",
                                            "change": "extracted", "clips": 2}])
        self.assertEqual([(pathlib.Path(one["path"]).name, one["clips"])
                          for one in file["outputs"]], [("salute.omf", 1), ("stand.omf", 1)])
        self.assertEqual((file["changed"], file["error"]), (True, None))

    def test_dry_run(self):
        out = self.folder / "out"
        file = self.document("split", STALKER, "-o", out, "--dry-run")[0]
        self.assertEqual((file["changed"], len(file["outputs"])), (True, 5))
        self.assertEqual(self.files(), [])
        self.assertIn("would write", self.works("split", STALKER, "-o", out, "--dry-run").err)

    def test_errors(self):
        bad = self.put("bad.omf", omf()[:-5])
        out = self.folder / "out.omf"
        file = self.document("extract", bad, "-o", out, code=4)[0]
        self.assertTrue(file["error"]["rule"].startswith("OMF"))
        file = self.document("extract", STALKER, "--clip", "wlk", "-o", out, code=2)[0]
        self.assertIn("did you mean", file["error"]["message"])
        file = self.document("extract", STALKER, "-o", bad, code=3)[0]
        self.assertEqual(file["error"]["message"], "exists already")
        self.assertEqual((file["changed"], file["outputs"]), (False, []))
        self.document("extract", self.folder / "none.omf", "-o", out, code=3)


class Refusals(Extract):
    def refuses(self, code, *arguments, cause=()):
        before = self.files()
        self.fails(code, *arguments, cause=cause)
        self.assertEqual(self.files(), before)

    def test_inputs(self):
        out = self.folder / "out.omf"
        walk = self.put("walk.rtm", rtm())
        model = self.put("model.ogf", ogf(refs=("actors\\stalker",)))
        self.refuses(5, "extract", walk, "-o", out, cause="gait convert")
        self.refuses(5, "extract", model, "-o", out, cause="refers to 1 bank;")
        self.refuses(5, "split", self.put("mesh.ogf", ogf()), "-o", self.folder / "x")

    def test_patterns(self):
        out = self.folder / "out.omf"
        self.refuses(2, "extract", STALKER, "--clip", "wlak", "-o", out, cause="'walk'?")
        self.refuses(2, "extract", STALKER, "--clip", "walk", "--clip", "x*", "-o", out)

    def test_outputs(self):
        bank = self.put("bank.omf", omf())
        content = bank.read_bytes()
        for out in (bank, self.folder / "." / "bank.omf"):
            self.refuses(2, "extract", bank, "--clip", "walk", "-o", out, "-f", cause="is an input")
        self.refuses(2, "split", self.put("walk.omf", omf()), "-o", self.folder, "-f",
                     cause="is an input")
        self.refuses(2, "extract", bank, "-o", self.folder / "x.skl", cause=".omf")
        self.refuses(2, "extract", bank, "-o", self.folder / "x.glb", cause="gait convert")
        self.refuses(2, "extract", bank, cause="-o FILE")
        self.refuses(2, "split", bank, cause="-o FOLDER")
        self.refuses(2, "split", bank, "-o", "-")
        self.refuses(2, "extract", bank, "-o", "-", "--json")
        self.refuses(2, "extract", bank, bank, "-o", self.folder / "x.omf")
        self.assertEqual(bank.read_bytes(), content)
        self.refuses(3, "extract", bank, "-o", self.folder, cause="is a folder")

    @posix_only("links")
    def test_a_link_to_the_input_is_an_input(self):
        bank = self.put("bank.omf", omf())
        os.symlink(bank, self.folder / "link.omf")
        self.refuses(2, "extract", bank, "-o", self.folder / "link.omf", "-f", cause="is an input")

    def test_a_bank_without_clips(self):
        bank = self.put("bank.omf", omf(clips=()))
        self.refuses(2, "split", bank, "-o", self.folder / "out", cause="has no clips")

    def test_unknown_data_is_kept(self):
        content = omf(clips=(("a", 1), ("b", 1)))
        size = struct.unpack_from("<I", content, 4)[0]
        motions = content[8:8 + size] + chunk(5, b"unknown")
        bank = self.put("bank.omf", chunk(0xE, motions) + content[8 + size:])
        self.works("extract", bank, "--clip", "a", "-o", self.folder / "a.omf")
        self.assertIn(b"unknown", (self.folder / "a.omf").read_bytes())


if __name__ == "__main__":
    main()
