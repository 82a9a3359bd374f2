#!/usr/bin/env python3
"""convert: banks out of models and into them, and out of damaged files."""
import os
import pathlib
import struct

from command import CommandTest, main, ogf, omf, rtm

DATA = pathlib.Path(os.environ["GAIT_DATA"])


def fixture(name):
    return (DATA / name).read_bytes()


class Models(CommandTest):
    def test_out_and_back_in_is_the_same_model(self):
        for name in ("motions_inside", "packed_motions", "packed_keys"):
            model = self.put(f"{name}.ogf", fixture(f"ogf/ok/{name}.ogf"))
            bank, again = self.folder / f"{name}.omf", self.folder / f"{name}_again.ogf"
            self.assertIn("1 clip", self.works("convert", model, bank).err)
            self.works("check", "--strict", bank)
            self.works("convert", "--base", model, bank, again)
            self.assertEqual(again.read_bytes(), model.read_bytes())

    def test_a_bank_goes_into_a_model(self):
        bank = self.put("a.omf", omf())
        model = self.put("a.ogf", ogf())
        new = self.folder / "new.ogf"
        self.assertIn("2 clips", self.works("convert", "--base", model, bank, new).err)
        said = self.works("info", "--json", new).json()["files"][0]
        self.assertEqual([clip["name"] for clip in said["clips"]],
                         [clip["name"] for clip in
                          self.works("info", "--json", bank).json()["files"][0]["clips"]])
        back = self.folder / "back.omf"
        self.works("convert", new, back)
        self.assertEqual(back.read_bytes(), bank.read_bytes())

    def test_a_model_without_a_bank_is_no_base_of_an_edit(self):
        model, glb, out = (self.put("a.ogf", ogf()), self.folder / "a.glb", self.folder / "new.ogf")
        self.works("convert", model, glb)
        self.fails(5, "convert", "--base", model, glb, out,
                   says=("holds no motions", "the bank that it refers to"))
        self.assertFalse(out.exists())

    def test_old_models_give_banks_that_games_read(self):
        model = self.put("old.ogf", fixture("ogf/ok/v3_motions_ids.ogf"))
        bank = self.folder / "old.omf"
        self.works("convert", model, bank)
        said = self.works("info", "--json", bank).json()["files"][0]
        self.assertEqual((said["version"], said["bones"]), (4, ["root", "spine", "head"]))
        oldest = self.put("oldest.ogf", fixture("ogf/ok/v3_oldest_motions.ogf"))
        said = self.works("convert", oldest, self.folder / "oldest.omf").err
        self.assertIn("OGF124", said)

    def test_what_cannot_be(self):
        bank, model, out = self.put("a.omf", omf()), self.put("a.ogf", ogf()), self.folder / "x.ogf"
        self.fails(5, "convert", model, self.folder / "x.omf", says="holds no motions")
        self.fails(2, "convert", bank, out, says="--base model.ogf")
        self.fails(5, "convert", "--base", bank, bank, out, says="is not a model")
        self.fails(3, "convert", "--base", self.folder / "no.ogf", bank, out, says="no.ogf")
        self.fails(5, "convert", "--base", model, "--clip=idle", bank, out, says="completely")
        self.fails(2, "convert", "--base", model, "--skeleton=arma3-man", bank, out,
                   says="--skeleton does not apply")
        self.fails(2, "convert", "--base", model, "--fps=30", bank, out, says="--fps")
        self.fails(2, "convert", "--base", model, bank, self.folder / "x.glb",
                   says="--base cannot be used")
        other = self.put("other.ogf", fixture("ogf/ok/one_bone.ogf"))
        self.fails(5, "convert", "--base", other, bank, out, says="OMF140")
        self.assertFalse(out.exists())

    def test_dry_run_writes_nothing(self):
        bank, model = self.put("a.omf", omf()), self.put("a.ogf", ogf())
        out = self.folder / "x.ogf"
        said = self.works("convert", "--dry-run", "--base", model, bank, out).err
        self.assertIn("would write", said)
        self.assertFalse(out.exists())


class Salvage(CommandTest):
    def damaged(self, size):
        return self.put("a.omf", omf(clips=(("idle", 3), ("walk", 5), ("run", 2)))[:size])

    def keys_end(self, motion):
        """Where motion `motion` ends in the bank of damaged()."""
        content = omf(clips=(("idle", 3), ("walk", 5), ("run", 2)))
        at = 8
        for _ in range(motion + 2):
            at += 8 + struct.unpack_from("<I", content, at + 4)[0]
        return at

    def test_damage_is_refused_unless_salvage_is_asked_for(self):
        broken, out = self.damaged(-1), self.folder / "fixed.omf"
        self.fails(4, "convert", broken, out, says="--salvage")
        self.assertFalse(out.exists())

    def test_definitions_that_are_whole_keep_their_motions(self):
        broken, out = self.damaged(-1), self.folder / "fixed.omf"
        said = self.works("convert", "--salvage", broken, out).err
        for text in ("OMF150", "kept 2 of 3 motions", "1 'idle' to 2 'walk'",
                     "lost: motions 3 to 3"):
            self.assertIn(text, said)
        clips = self.works("info", "--json", out).json()["files"][0]["clips"]
        self.assertEqual([(c["name"], c["frames"]) for c in clips], [("idle", 3), ("walk", 5)])
        self.works("check", out)

    def test_a_file_that_is_cut_off_needs_its_model(self):
        broken, out = self.damaged(self.keys_end(1) + 5), self.folder / "fixed.omf"
        self.fails(5, "convert", "--salvage", broken, out,
                   says=("OMF151", "--salvage --skeleton model.ogf"))
        model = self.put("model.ogf", ogf())
        said = self.works("convert", "--salvage", "--skeleton", model, broken, out).err
        self.assertIn("kept 2 of 3 motions", said)
        self.assertIn("OMF153", said)
        self.works("sample", "--frame=1", "--skeleton", model, "--clip=walk", out)
        self.fails(3, "convert", "-f", "--salvage", "--skeleton=arma3-man", broken, out,
                   says="--skeleton takes an .ogf")
        self.fails(5, "convert", "-f", "--salvage", "--skeleton", self.put("b.omf", omf()), broken,
                   out, says="is not a model")

    def test_nothing_is_said_to_be_nothing(self):
        broken = self.damaged(60)
        model = self.put("model.ogf", ogf())
        self.fails(4, "convert", "--salvage", "--skeleton", model, broken, self.folder / "x.omf",
                   says="OMF152")

    def test_what_is_saved_is_a_bank(self):
        broken = self.damaged(-1)
        self.fails(2, "convert", "--salvage", broken, self.folder / "x.glb", says="give an .omf")
        self.fails(2, "convert", "--salvage", "--clip=idle", broken, self.folder / "x.omf",
                   says="give an .omf")

    def test_a_whole_bank_needs_none(self):
        good, out = self.put("a.omf", omf()), self.folder / "x.omf"
        self.works("convert", "--salvage", good, out)
        self.assertEqual(out.read_bytes(), good.read_bytes())
        walk = self.put("a.rtm", rtm())
        self.fails(2, "convert", "--salvage", walk, self.folder / "x.rtm", says="--salvage")


if __name__ == "__main__":
    main()
