#!/usr/bin/env python3
"""convert: extracting banks from models, inserting them, and salvaging damaged files."""
# sanitized: damaged banks are salvaged
import os
import pathlib
import struct

from command import CommandTest, main, ogf, omf, rtm

DATA = pathlib.Path(os.environ["GAIT_DATA"])


def fixture(name):
    return (DATA / name).read_bytes()


class Models(CommandTest):
    def test_extract_and_replace_keep_the_model_bytes(self):
        for name in ("motions_inside", "packed_motions", "packed_keys"):
            model = self.put(f"{name}.ogf", fixture(f"ogf/ok/{name}.ogf"))
            bank, again = self.folder / f"{name}.omf", self.folder / f"{name}_again.ogf"
            self.assertIn("1 clip", self.works("convert", model, bank).err)
            self.works("check", "--strict", bank)
            self.works("convert", "--base", model, bank, again)
            self.assertEqual(again.read_bytes(), model.read_bytes())

    def test_bank_is_inserted_into_a_model(self):
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

    def test_model_without_a_bank_is_refused_as_base(self):
        model, glb, out = (self.put("a.ogf", ogf()), self.folder / "a.glb", self.folder / "new.ogf")
        self.works("convert", model, glb)
        self.fails(5, "convert", "--base", model, glb, out, cause="[RTP002]")
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

    def test_invalid_combinations_are_refused(self):
        bank, model, out = self.put("a.omf", omf()), self.put("a.ogf", ogf()), self.folder / "x.ogf"
        self.fails(5, "convert", model, self.folder / "x.omf", cause="[CNV010]")
        self.fails(2, "convert", bank, out, cause="[CNV011]")
        self.fails(5, "convert", "--base", bank, bank, out, cause="[CNV012]")
        self.fails(3, "convert", "--base", self.folder / "no.ogf", bank, out, cause="no.ogf")
        self.fails(5, "convert", "--base", model, "--clip=idle", bank, out, cause="[CNV008]")
        self.fails(2, "convert", "--base", model, "--skeleton=arma3-man", bank, out,
                   cause="--skeleton does not apply")
        self.fails(2, "convert", "--base", model, "--fps=30", bank, out, cause="[CNV002]")
        self.fails(2, "convert", "--base", model, bank, self.folder / "x.glb",
                   cause="--base cannot be used")
        other = self.put("other.ogf", fixture("ogf/ok/one_bone.ogf"))
        self.fails(5, "convert", "--base", other, bank, out, cause="OMF140")
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

    def test_damage_is_refused_without_salvage(self):
        broken, out = self.damaged(-1), self.folder / "fixed.omf"
        self.fails(4, "convert", broken, out, cause="--salvage")
        self.assertFalse(out.exists())

    def test_complete_definitions_keep_their_motions(self):
        broken, out = self.damaged(-1), self.folder / "fixed.omf"
        said = self.works("convert", "--salvage", broken, out).err
        for text in ("OMF150", "kept 2 of 3 motions", "1 'idle' to 2 'walk'",
                     "lost: motion 3;"):
            self.assertIn(text, said)
        clips = self.works("info", "--json", out).json()["files"][0]["clips"]
        self.assertEqual([(c["name"], c["frames"]) for c in clips], [("idle", 3), ("walk", 5)])
        self.works("check", out)

    def test_a_file_that_is_cut_off_needs_its_model(self):
        broken, out = self.damaged(self.keys_end(1) + 5), self.folder / "fixed.omf"
        self.fails(5, "convert", "--salvage", broken, out,
                   cause=("OMF151", "--salvage --skeleton model.ogf"))
        model = self.put("model.ogf", ogf())
        said = self.works("convert", "--salvage", "--skeleton", model, broken, out).err
        self.assertIn("kept 2 of 3 motions", said)
        self.assertIn("OMF153", said)
        self.works("sample", "--frame=1", "--skeleton", model, "--clip=walk", out)
        self.fails(3, "convert", "-f", "--salvage", "--skeleton=arma3-man", broken, out,
                   cause="--skeleton takes an .ogf")
        self.fails(5, "convert", "-f", "--salvage", "--skeleton", self.put("b.omf", omf()), broken,
                   out, cause="is not a model")

    def test_salvage_without_any_motion_fails(self):
        broken = self.damaged(60)
        model = self.put("model.ogf", ogf())
        self.fails(4, "convert", "--salvage", "--skeleton", model, broken, self.folder / "x.omf",
                   cause="OMF152")

    def test_salvaged_file_is_a_valid_bank(self):
        broken = self.damaged(-1)
        self.fails(2, "convert", "--salvage", broken, self.folder / "x.glb", cause="give an .omf")
        self.fails(2, "convert", "--salvage", "--clip=idle", broken, self.folder / "x.omf",
                   cause="give an .omf")

    def test_options_that_do_not_apply_to_salvage_are_refused(self):
        broken, out = self.damaged(-1), self.folder / "x.omf"
        model = self.put("model.ogf", ogf())
        for options in ([f"--base={model}"], ["--lossy"], ["--sidecar"], ["--add-new"],
                        ["--drop-missing"], ["--format-version=3"],
                        [f"--skeleton={model}", f"--skeleton={model}"]):
            self.fails(2, "convert", "--salvage", *options, broken, out,
                       cause="does not apply to --salvage")
        self.assertFalse(out.exists())

    def test_undamaged_bank_is_salvaged_unchanged(self):
        good, out = self.put("a.omf", omf()), self.folder / "x.omf"
        self.works("convert", "--salvage", good, out)
        self.assertEqual(out.read_bytes(), good.read_bytes())
        walk = self.put("a.rtm", rtm())
        self.fails(2, "convert", "--salvage", walk, self.folder / "x.rtm", cause="--salvage")


if __name__ == "__main__":
    main()
