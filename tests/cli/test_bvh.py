#!/usr/bin/env python3
"""BVH in the command: writing clips, one per file, and reading them."""
import math
import os
import pathlib

from command import CommandTest, gait, main, ogf, omf, rtm

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLES = pathlib.Path(os.environ.get("GAIT_SAMPLES", ROOT / "samples"))
DATA = pathlib.Path(os.environ["GAIT_DATA"])
MILLIMETRES = 0.05
DEGREES = 0.02


def poses(path, space, *options):
    frames = gait("sample", "--all", "--json", "--space", space, *options, path).json()["frames"]
    return [{bone["name"]: (bone["t"], bone["q"]) for bone in frame["bones"]} for frame in frames]


def angle(p, q):
    """Degrees between two rotations; q and -q are equal."""
    apart = min(math.dist(p, q), math.dist(p, [-x for x in q]))
    return math.degrees(4 * math.asin(min(1, apart / 2)))


class Written(CommandTest):
    def assert_posed_alike(self, path, bvh, *options):
        for space in ("model", "delta"):
            ours, theirs = poses(path, space, *options), poses(bvh, space)
            self.assertEqual(len(ours), len(theirs))
            for mine, other in zip(ours, theirs):
                self.assertEqual(set(mine), set(other))
                for bone, (t, q) in mine.items():
                    if space == "model":
                        self.assertLess(1000 * math.dist(t, other[bone][0]), MILLIMETRES, bone)
                    else:
                        self.assertLess(angle(q, other[bone][1]), DEGREES, bone)

    def test_samples_survive_a_round_trip(self):
        man = self.folder / "man.bvh"
        self.works("convert", SAMPLES / "walk.rtm", man)
        self.assert_posed_alike(SAMPLES / "walk.rtm", man)
        bank = SAMPLES / "stalker.omf"
        said = self.works("convert", bank, self.folder / "{clip}.bvh").err
        for clip in gait("info", "--json", bank).json()["files"][0]["clips"]:
            bvh = self.folder / f"{clip['name']}.bvh"
            self.assertIn(f"wrote {bvh}", said)
            self.assert_posed_alike(bank, bvh, "--clip", clip["name"])
            self.assertEqual(gait("check", bvh).code, 0)

    def test_bvh_converts_to_gltf_and_bvh(self):
        walk, glb, again = (self.folder / name for name in ("walk.bvh", "walk.glb", "again.bvh"))
        self.works("convert", SAMPLES / "walk.rtm", walk)
        self.works("convert", walk, glb)
        self.works("convert", walk, again)
        self.assert_posed_alike(walk, again)
        info = gait("info", "--json", glb).json()["files"][0]
        self.assertEqual(info["clips"][0]["frames"], 25)

    def test_bank_needs_one_file_per_clip(self):
        self.put("a.ogf", ogf())
        bank = self.put("a.omf", omf())
        self.fails(2, "convert", bank, self.folder / "x.bvh", cause="[CNV007]")
        self.works("convert", "--clip=idle", bank, self.folder / "x.bvh")
        self.works("convert", "--dry-run", bank, self.folder / "{clip}.bvh", cause="would write")
        self.assertEqual(sorted(path.name for path in self.folder.glob("*.bvh")), ["x.bvh"])
        self.fails(3, "convert", "--clip=idle", bank, self.folder / "x.bvh", cause="exists already")
        self.works("convert", "-f", "--clip=idle", bank, self.folder / "x.bvh")

    def test_a_file_without_clips_is_refused(self):
        model = self.put("a.ogf", ogf())
        for out in ("x.bvh", "{clip}.bvh"):
            self.fails(5, "convert", model, self.folder / out, cause="[CNV006]")

    def test_phases_are_timed_as_for_gltf(self):
        walk = self.put("walk.rtm", rtm())
        self.works("convert", "--duration=1", walk, self.folder / "long.bvh")
        self.assertIn(b"\nFrames: 31\nFrame Time: 0.033333333\n",
                      (self.folder / "long.bvh").read_bytes())
        self.fails(2, "convert", "--duration=1", self.folder / "long.bvh", self.folder / "y.bvh",
                   cause="[CNV030]")

    def test_standard_output(self):
        out = self.works("convert", "-q", "--to=bvh", SAMPLES / "walk.rtm", "-").out
        self.assertTrue(out.startswith("HIERARCHY\nROOT Pelvis\n"))


class Read(CommandTest):
    def test_every_command_accepts_bvh(self):
        tiny = DATA / "bvh" / "ok" / "tiny.bvh"
        info = gait("info", "--json", tiny).json()["files"][0]
        self.assertEqual((info["format"], info["bones"]), ("bvh", ["hips", "head"]))
        self.assertEqual(info["clips"][0]["name"], "tiny")
        self.assertAlmostEqual(info["clips"][0]["duration_s"], 1 / 30, 12)
        bones = gait("skeleton", "--json", tiny).json()["bones"]
        self.assertEqual([bone["parent_name"] for bone in bones], [None, "hips"])
        fields = gait("map", "--json", tiny).json()["fields"]
        self.assertEqual(fields[1]["value"], "ROOT hips\n")
        self.assertEqual([field["name"] for field in fields][-2:],
                         ["frames[0].text", "frames[1].text"])
        self.works("draw", tiny, self.folder / "tiny.svg")
        self.fails(2, "sample", "--frame=0", "--skeleton=arma3-man", tiny,
                   cause="a BVH is posed on its own skeleton")

    def test_a_bank_is_made_on_the_skeleton_of_its_model(self):
        turned = ((0.3, -0.5, 1.1), (1.5, 0.2, -0.4))
        model = self.put("model.ogf", ogf(rotations=turned))
        bank = self.put("bank.omf", omf(clips=(("idle", 5),)))
        bvh, out = self.folder / "idle.bvh", self.folder / "out.omf"
        self.works("convert", f"--skeleton={model}", bank, bvh)
        self.fails(5, "convert", bvh, out, cause="[CNV023]")
        self.fails(5, "convert", "--skeleton=xray-stalker", bvh, out, cause="[CNV023]")
        self.assertFalse(out.exists())
        for suffix in ("omf", "skl", "skls"):
            out = self.folder / f"out.{suffix}"
            self.works("convert", f"--skeleton={model}", bvh, out)
            before = poses(bank, "local", f"--skeleton={model}")
            after = poses(out, "local", f"--skeleton={model}")
            self.assertEqual(len(before), len(after))
            for mine, other in zip(before, after):
                for bone, (t, q) in mine.items():
                    self.assertLess(1000 * math.dist(t, other[bone][0]), 0.01, bone)
                    self.assertLess(angle(q, other[bone][1]), DEGREES, bone)

    def test_damage_is_reported_with_line_and_column(self):
        broken = self.put("a.bvh", (DATA / "bvh/ok/tiny.bvh").read_bytes().replace(b"0.5", b"0,5"))
        self.assertIn("BVH004", self.fails(1, "check", broken).out)
        self.fails(4, "convert", broken, self.folder / "x.glb",
                   cause='"0,5" at line 8, column 12')


if __name__ == "__main__":
    main()
