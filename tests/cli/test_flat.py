#!/usr/bin/env python3
"""The flat interface: a C program that includes only flat.h gets the results of the command."""
# sanitized: damaged files through the interface for other languages
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from command import CommandTest, Result, gait, main, ogf, omf

PROGRAM = os.environ.get("GAIT_FLAT_PROGRAM", "")
SAMPLES = pathlib.Path(os.environ.get("GAIT_SAMPLES", "."))
FIXTURES = pathlib.Path(os.environ.get("GAIT_DATA", "."))


def put_model(folder):
    """A model that refers to a bank with one bone more."""
    def tracks(_clip, _bone, length):
        return [(0, 0, 0, 32767)] * length, (0, 1, 0)
    (folder / "meshes").mkdir()
    bank, model = folder / "meshes" / "bank.omf", folder / "meshes" / "model.ogf"
    bank.write_bytes(omf(bones=("alpha", "beta"), tracks=tracks))
    model.write_bytes(ogf(bones=(("alpha", ""), ("beta", "alpha")), refs=("bank",)))
    return model, bank


def files_of(document):
    """The elements of "files", as text."""
    text = document.out
    end = text.find('],"game":')
    return text[text.index("\n") + 1:end if end >= 0 else text.rindex("]")].rstrip("\n")


class Flat(CommandTest):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.made = pathlib.Path(holder.name)
        cls.model, cls.bank = put_model(cls.made)
        for name in ("ogf/ok/mesh.ogf", "anm/ok/version_5.anm"):
            shutil.copy(FIXTURES / name, cls.made)
        done = Result(subprocess.run([PROGRAM, SAMPLES, cls.model, cls.bank, cls.made],
                                     capture_output=True, timeout=300))
        assert done.code == 0, done.err

    def command(self, *arguments):
        result = gait(*arguments, cwd=SAMPLES)
        self.assertIn(result.code, (0, 1), result.err)
        return result

    def is_same(self, name, expected):
        self.assertTrue((self.made / name).read_bytes() == expected, f"{name} differs")

    def output(self, command, name, *arguments):
        """What the command writes into a file."""
        out = self.folder / name
        self.command(command, *arguments, out)
        return out.read_bytes()

    def test_reports_are_elements_of_those_of_the_command(self):
        for command in ("info", "list", "check"):
            with self.subTest(command=command):
                expected = files_of(self.command(command, "--json", "stalker.omf"))
                self.is_same(command, expected.encode("utf-8"))

    def test_reports_on_damaged_files_are_those_of_the_command(self):
        content = (SAMPLES / "stalker.omf").read_bytes()
        self.put("cut.omf", content[:len(content) // 2])
        for command in ("info", "check"):
            result = gait(command, "--json", "cut.omf", cwd=self.folder)
            self.is_same(f"cut.{command}", files_of(result).encode("utf-8"))

    def test_whole_documents_are_those_of_the_command(self):
        self.is_same("map", self.command("map", "--json", "walk.rtm").bytes.rstrip(b"\n"))
        self.is_same("dump", self.command("dump", "stalker.omf").bytes)
        self.is_same("built", (SAMPLES / "stalker.omf").read_bytes())
        self.is_same("rules", self.command("rules", "--json").bytes)
        self.is_same("sarif", self.command("check", "--sarif", "stalker.omf", "walk.rtm").bytes)
        skeleton = json.loads((self.made / "skeleton").read_bytes())
        expected = self.command("skeleton", "--json", "arma3-man").json()
        self.assertEqual({**skeleton, "path": expected["path"]}, expected)

    def test_models_are_checked_against_their_banks(self):
        result = gait("check", "--json", "model.ogf", cwd=self.model.parent)
        self.is_same("check_banks", files_of(result).encode("utf-8"))

    def test_outputs_are_those_of_the_command(self):
        self.is_same("walk.glb", self.output("convert", "walk.glb", "walk.rtm"))
        self.is_same("walk.bvh", self.output("convert", "walk.bvh", "walk.rtm"))
        for kind in ("bvh", "glb"):
            self.is_same(f"object.{kind}", self.output("convert", f"object.{kind}",
                                                       self.made / "version_5.anm"))
        self.is_same("stalker.glb", self.output("convert", "stalker.glb", "stalker.omf"))
        self.is_same("same", (SAMPLES / "stalker.omf").read_bytes())
        self.is_same("picture", self.output("draw", "walk.svg", "--view", "front", "--frames", 4,
                                            "walk.rtm"))

    def test_meshes_have_the_counts_of_the_command(self):
        mesh = json.loads((self.made / "mesh").read_bytes())
        listed = gait("info", "--json", "mesh.ogf", cwd=self.made).json()["files"][0]["mesh"]
        self.assertEqual(len(mesh["parts"]), listed["parts"])
        for key in ("vertices", "triangles"):
            self.assertEqual(mesh[key], listed[key])
            self.assertEqual(mesh[key], sum(part[key] for part in mesh["parts"]))

    def test_edits_are_those_of_the_command(self):
        script = self.put("script.txt", b"rename --clip walk=march\n")
        self.is_same("edited", self.output("edit", "edited.omf", script, "stalker.omf", "-o"))
        names = [clip["name"] for clip in
                 self.command("info", "--json", "stalker.omf").json()["files"][0]["clips"]]
        self.is_same("optimised", self.output("optimise", "optimised.omf", "stalker.omf", "--clip",
                                              "walk", "--clip", "salute", "--tolerance",
                                              "3mm,10deg", "-o"))
        self.is_same("extracted", self.output("extract", "extracted.omf", "stalker.omf", "--clip",
                                              names[1], "--clip", names[3], "-o"))

    def test_salvaged_banks_are_those_of_the_command(self):
        cut = self.folder / "cut.omf"
        cut.write_bytes((SAMPLES / "stalker.omf").read_bytes()[:-100])
        self.is_same("salvaged", self.output("convert", "salvaged.omf", "--salvage", cut))

    def test_round_trips_are_those_of_the_command(self):
        self.is_same("roundtrip", (SAMPLES / "stalker.omf").read_bytes())
        self.is_same("host_same", (SAMPLES / "stalker.omf").read_bytes())
        self.is_same("host_curves", (SAMPLES / "stalker.omf").read_bytes())
        self.is_same("host_poses", (SAMPLES / "stalker.omf").read_bytes())
        report = json.loads((self.made / "roundtrip.json").read_bytes())
        self.assertEqual(report["schema"], "gait.roundtrip/1")
        self.assertEqual({clip["outcome"] for clip in report["clips"]}, {"kept"})

    def test_files_are_compared_as_by_the_command(self):
        found = json.loads((self.made / "diff.json").read_bytes())
        expected = self.command("diff", "--json", "--tolerance", "0.1mm", "walk.rtm",
                                "walk_binarised.rtm").json()["files"][0]
        self.assertEqual(found["clips"][0]["bones"][0]["name"], "Pelvis")
        for document in (found, expected):
            del document["path"], document["other_path"]
        self.assertEqual(found, expected)

    def test_clips_are_compared_bone_by_bone(self):
        found = json.loads((self.made / "compare").read_bytes())
        worst = max(found["bones"], key=lambda bone: bone["mm"])
        self.assertEqual(found["max_distance"], {"mm": worst["mm"], "bone": worst["name"],
                                                 "frame": worst["mm_frame"]})
        self.assertGreater(worst["mm"], 10)
        worst = max(found["bones"], key=lambda bone: bone["deg"])
        self.assertEqual(found["max_angle"], {"deg": worst["deg"], "bone": worst["name"],
                                              "frame": worst["deg_frame"]})


if __name__ == "__main__":
    if not PROGRAM:
        print("skipped: GAIT_FLAT_PROGRAM is not set: the path of flat_program")
        raise SystemExit(77)
    main()
