#!/usr/bin/env python3
"""optimise: banks become smaller, with the options of commands that edit files."""
import os
import pathlib

from command import CommandTest, gait, main, ogf, omf, rtm, schema_errors

SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"
STALKER = SAMPLES / "stalker.omf"
WALK = SAMPLES / "walk_binarised.rtm"
DATA = pathlib.Path(os.environ["GAIT_DATA"])
MANY = ("--tolerance", "20mm,10deg")


def still(clip, bone, length):
    """Keys that are all equal."""
    return [(0, 0, 0, 32767)] * length, (clip, bone, 0)


def turning(clip, bone, length):
    """Keys that differ by a degree."""
    return [(round(32767 * 0.0087 * frame), 0, 0, 32767) for frame in range(length)], (clip, 0, 0)


class Optimise(CommandTest):
    def document(self, *arguments, code=0):
        result = self.fails(code, "optimise", *arguments, "--json")
        document = result.json()
        self.assertEqual(schema_errors(document, "optimise"), [])
        for file in document["files"]:
            self.assertEqual(file["error"] is None, file["exit_code"] == 0)
            if file["result"]:
                self.assertEqual(file["changed"], any(
                    clip["bytes"]["after"] < clip["bytes"]["before"]
                    for clip in file["result"]["clips"]))
        return document["files"]

    def findings(self, path):
        found = gait("check", "--json", path).json()["files"][0]["findings"]
        return sorted(one["rule"] for one in found)

    def same_poses(self, a, b, *options):
        def poses(path):
            return self.works("sample", "--all", "--clip", "*", *options, "--csv", "-q",
                              path).out.replace(str(path), "").replace(path.stem, "")
        self.assertEqual(poses(a), poses(b))


class Banks(Optimise):
    def test_equal_keys_become_constants(self):
        bank = self.put("bank.omf", omf(clips=[("idle", 30), ("walk", 1)], tracks=still))
        out = self.folder / "out.omf"
        report = self.document(bank, "-o", out)[0]
        clips = report["result"]["clips"]
        bones = clips[0]["constant_rotations"]
        self.assertGreater(bones, 0)
        self.assertEqual(clips[0]["bytes"]["before"] - clips[0]["bytes"]["after"],
                         bones * (4 + 29 * 8))
        self.assertEqual(out.stat().st_size, report["result"]["bytes"]["after"])
        self.assertEqual(bank.stat().st_size, report["result"]["bytes"]["before"])
        self.assertEqual(report["result"]["max_error"], {"mm": 0, "deg": 0})
        self.assertEqual(self.findings(out), self.findings(bank))
        again = self.document(out, "-o", self.folder / "again.omf")[0]
        self.assertFalse(again["changed"])
        self.assertFalse((self.folder / "again.omf").exists())

    def test_nothing_to_save(self):
        result = self.works("optimise", STALKER, "-o", self.folder / "out.omf")
        self.assertIn("nothing to change", result.err)
        self.assertEqual(result.out, "")
        self.assertEqual(self.leftovers(), [])
        listed = self.works("optimise", STALKER, "--dry-run", "-v").out
        self.assertEqual(listed.count("nothing to save"), 5)

    def test_only_chosen_clips(self):
        bank = self.put("bank.omf", omf(clips=[("idle", 30), ("walk", 9), ("jump", 5)],
                                        tracks=still))
        clips = self.document(bank, "--clip", "w*", "--clip", "JUMP", "--dry-run")[0]["result"]
        self.assertEqual([clip["chosen"] for clip in clips["clips"]], [False, True, True])
        self.assertEqual(clips["clips"][0]["bytes"]["before"], clips["clips"][0]["bytes"]["after"])
        result = self.fails(2, "optimise", bank, "--clip", "wlak", "--dry-run")
        self.assertIn("did you mean 'walk'", result.err)

    def test_tolerance(self):
        bank = self.put("bank.omf", omf(clips=[("idle", 5)], tracks=turning))
        self.assertFalse(self.document(bank, "--dry-run")[0]["changed"])
        self.assertFalse(self.document(bank, "--dry-run", "--tolerance=1deg")[0]["changed"])
        report = self.document(bank, "--dry-run", "--tolerance=3deg", "--tolerance", "1mm")[0]
        self.assertEqual(report["result"]["tolerance"], {"mm": 1, "deg": 3})
        error = report["result"]["max_error"]["deg"]
        self.assertTrue(1.9 < error < 2.1, error)
        text = self.works("optimise", bank, "--dry-run", "--tolerance=1mm,3deg").out
        self.assertIn("constant rotation", text)
        self.assertIn("largest error", text)
        for value in ("1", "mm", "-1mm", "0mm", "1mm,", ",1mm", "1mm,2mm", "1mm 2deg", "nanmm",
                      "1e9mm", "0x1mm", "1MM", "1rad", ""):
            self.fails(2, "optimise", bank, "--dry-run", f"--tolerance={value}")
        self.fails(2, "optimise", bank, "--dry-run", "--tolerance=1mm", "--tolerance=2mm")

    def test_a_bank_in_a_model(self):
        model = self.put("model.ogf", ogf() + omf(clips=[("idle", 30)], tracks=still))
        out = self.folder / "out.ogf"
        report = self.document(model, "-o", out)[0]
        self.assertTrue(report["changed"])
        self.assertEqual(out.read_bytes()[:len(ogf())], ogf())
        self.same_poses(model, out, "--space", "local")

    def test_a_damaged_bank(self):
        bank = self.put("bank.omf", omf(tracks=still)[:-3])
        report = self.document(bank, "-o", self.folder / "out.omf", code=4)[0]
        self.assertIsNone(report["result"])
        self.assertTrue(report["error"]["rule"].startswith("OMF"))
        self.assertEqual(self.leftovers(), [])


class Binarised(Optimise):
    def test_compression_keeps_the_poses(self):
        out = self.folder / "out.rtm"
        report = self.document(WALK, "-o", out)[0]
        self.assertEqual(report["format"], "bmtr")
        clip = report["result"]["clips"][0]
        self.assertGreater(clip["compressed_arrays"], 20)
        self.assertEqual(clip["removed_keys"], 0)
        self.assertEqual(clip["bytes"], report["result"]["bytes"])
        self.same_poses(WALK, out, "--skeleton", "arma3-man")
        self.works("check", "--strict", out)

    def test_keys_are_removed_within_the_tolerance(self):
        clip = self.document(WALK, "--dry-run", "--tolerance", "50mm,10deg")[0]["result"]
        self.assertGreater(clip["clips"][0]["removed_keys"], 3)
        self.assertTrue(0 < clip["max_error"]["mm"] <= 50 and 0 < clip["max_error"]["deg"] <= 10)


class Manners(Optimise):
    def banks(self):
        for name in ("a.omf", "b.omf"):
            self.put(name, omf(clips=[("idle", 30), (name[0], 2)], tracks=still))
        self.put("c.rtm", rtm())
        self.put("notes.txt", b"notes")
        return self.folder

    def test_in_place_with_a_backup(self):
        folder = self.banks()
        before = (folder / "a.omf").read_bytes()
        self.works("optimise", folder / "a.omf", "--in-place", "--backup")
        self.assertEqual((folder / "a.omf.bak").read_bytes(), before)
        self.assertLess((folder / "a.omf").stat().st_size, len(before))

    def test_folders(self):
        folder = self.banks()
        files = self.document(folder, "--in-place")
        self.assertEqual([pathlib.Path(file["path"]).name for file in files], ["a.omf", "b.omf"])
        self.assertTrue(all(file["changed"] for file in files))
        self.assertEqual((folder / "c.rtm").read_bytes(), rtm())
        result = self.works("optimise", folder, "--in-place")
        self.assertIn("nothing to change", result.err)

    def test_a_pattern_must_match_in_one_of_the_files(self):
        folder = self.banks()
        files = self.document(folder, "--clip", "a", "--dry-run")
        self.assertEqual([file["changed"] for file in files], [True, False])
        before = (folder / "a.omf").read_bytes()
        self.fails(2, "optimise", folder, "--clip", "a", "--clip", "zzz", "--in-place")
        self.assertEqual((folder / "a.omf").read_bytes(), before)

    def test_dry_run_and_outputs(self):
        folder = self.banks()
        before = (folder / "a.omf").read_bytes()
        text = self.works("optimise", folder / "a.omf", "--dry-run").out
        self.assertIn("% saved", text)
        self.assertEqual((folder / "a.omf").read_bytes(), before)
        self.works("optimise", folder / "a.omf", "-o", folder / "o.omf")
        self.fails(3, "optimise", folder / "a.omf", "-o", folder / "o.omf")
        self.works("optimise", folder / "a.omf", "-f", "-o", folder / "o.omf")

    def test_usage(self):
        folder = self.banks()
        self.fails(2, "optimise", folder / "a.omf")
        self.fails(2, "optimise")
        self.fails(2, "optimise", folder / "a.omf", folder / "b.omf", "-o", folder / "o.omf")
        self.fails(2, "optimise", folder / "a.omf", "-o", folder / "o.rtm")
        self.fails(2, "optimise", folder / "a.omf", "-o", "-", "--json")
        self.fails(2, "optimise", folder / "a.omf", "--backup", "-o", folder / "o.omf")
        self.fails(3, "optimise", folder / "a.omf", folder / "missing.omf", "--in-place")
        self.assertIn("did you mean 'optimise'", self.fails(2, "optimize", "a.omf").err)

    def test_other_formats_are_refused(self):
        folder = self.banks()
        for path in (folder / "c.rtm", DATA / "skl" / "ok" / "mark_line_feed.skls",
                     DATA / "ogf" / "ok" / "skeleton.ogf"):
            report = self.document(path, "--dry-run", code=5)[0]
            self.assertEqual(report["error"]["rule"], "OPT001")
            self.assertIsNone(report["result"])


main()
