#!/usr/bin/env python3
"""convert: motions of X-Ray from other clips: banks, and SDK motions."""
import os
import pathlib

from command import CommandTest, main, rtm

SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])
BANK = SAMPLES / "stalker.omf"
TREE = "--skeleton=xray-stalker"


class Motions(CommandTest):
    def poses(self, path, clip):
        return self.works("sample", "--json", "--all", TREE, "--space=local", f"--clip={clip}",
                          path).json()["frames"]

    def clips(self, path):
        return self.works("info", "--json", path).json()["files"][0]["clips"]

    def test_a_bank_becomes_sdk_motions_and_a_bank_again(self):
        sdk, bank = self.folder / "a.skls", self.folder / "b.omf"
        self.works("convert", TREE, "--lossy", BANK, sdk)
        self.works("convert", TREE, "--lossy", sdk, bank)
        self.assertEqual(self.clips(bank), self.clips(BANK))
        for clip in self.clips(BANK):
            pairs = zip(self.poses(BANK, clip["name"]), self.poses(bank, clip["name"]))
            for old, new in pairs:
                for a, b in zip(old["bones"], new["bones"]):
                    self.assertEqual(a["name"], b["name"])
                    for i in range(3):
                        self.assertAlmostEqual(a["t"][i], b["t"][i], delta=2e-4)
                    for i in range(4):
                        self.assertAlmostEqual(a["q"][i], b["q"][i], delta=1e-4)

    def test_skl_stores_one_motion(self):
        self.fails(2, "convert", TREE, BANK, self.folder / "x.skl", cause="[CNV007]")
        self.works("convert", TREE, "--lossy", BANK, self.folder / "{clip}.skl")
        self.assertEqual(len(list(self.folder.glob("*.skl"))), len(self.clips(BANK)))
        one = sorted(self.folder.glob("*.skl"))[0]
        self.assertEqual(len(self.clips(one)), 1)

    def test_clips_are_selected_by_name(self):
        name = self.clips(BANK)[0]["name"]
        self.works("convert", TREE, f"--clip={name}", BANK, self.folder / "one.skls")
        self.assertEqual([clip["name"] for clip in self.clips(self.folder / "one.skls")], [name])

    def test_older_versions_lose_events_only_on_request(self):
        out = self.folder / "x.skls"
        self.fails(5, "convert", TREE, "--format-version=6", BANK, out,
                   cause=("events [CNV034]", "--lossy"))
        self.assertFalse(out.exists())
        said = self.works("convert", TREE, "--format-version=6", "--lossy", BANK, out).err
        self.assertIn("events (1 of 5 clips)", said)
        self.fails(2, "convert", TREE, "--format-version=5", BANK, out, cause="[CNV003]")
        self.fails(2, "convert", TREE, "--format-version=2", out, self.folder / "y.omf",
                   cause="[CNV003]")

    def test_a_glb_made_without_parents_does_not_become_a_motion(self):
        dog = self.put("dog.rtm", rtm(bones=("bip01", "bip01_tail")))
        export = self.folder / "dog.glb"
        self.works("convert", "--duration=1", dog, export)
        for name in ("dog.omf", "dog.skl"):
            self.fails(5, "convert", export, self.folder / name, cause="[CNV024]")

    def test_phases_need_a_duration(self):
        walk = self.put("walk.rtm", rtm())
        self.fails(5, "convert", "--skeleton=arma3-man", walk, self.folder / "x.omf",
                   cause=("[CNV031]", "--fps"))
        self.assertFalse((self.folder / "x.omf").exists())

    def test_options_without_effect_are_refused(self):
        self.fails(2, "convert", TREE, "--fps=30", BANK, self.folder / "x.skls", cause="[CNV002]")


if __name__ == "__main__":
    main()
