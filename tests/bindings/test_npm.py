#!/usr/bin/env python3
"""The package for JavaScript: its objects, its errors, and the bytes that it makes, which are those
of the command."""
import base64
import gzip
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

import npm_package

sys.path.insert(0, str(npm_package.ROOT / "tests/cli"))
from command import ogf

GAIT = os.environ.get("GAIT")
MAX_ENTRY = 480_000  # bytes of the inlined entry after gzip
FILES = ("stalker.omf", "walk.rtm", "walk_binarised.rtm")


def command(*arguments, given=None):
    done = subprocess.run([GAIT, *map(str, arguments)], input=given, capture_output=True,
                          cwd=npm_package.SAMPLES, check=True, timeout=60)
    return done.stdout


class Description(unittest.TestCase):
    def test_has_no_dependencies(self):
        package = json.loads((npm_package.SOURCES / "package.json").read_text())
        self.assertFalse([key for key in package if key.endswith("ependencies")])

    def test_entries_are_files_of_the_package(self):
        package = json.loads((npm_package.SOURCES / "package.json").read_text())
        for entry in package["exports"].values():
            for path in entry.values() if isinstance(entry, dict) else [entry]:
                self.assertIn(path.removeprefix("./"), [*package["files"], "package.json"])


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        cls.project = npm_package.install(PACKAGE, cls.holder.name)
        cls.installed = cls.project / "node_modules/@gait-tools/gait"

    def node(self, *arguments):
        done = npm_package.node(self.project, *arguments)
        self.assertEqual(done.returncode, 0, (done.stdout + done.stderr)[-6000:])
        return done.stdout

    def test_objects(self):
        self.node("--expose-gc", "--test", "objects.mjs")

    def test_errors(self):
        self.node("--test", "errors.mjs")

    def test_worker(self):
        self.node("worker.mjs")

    def test_example_of_the_page(self):
        page = (npm_package.SOURCES / "README.md").read_text()
        program = re.search(r"```js\n(.*?)```", page, re.S).group(1)
        program = program.replace('readFileSync("', f'readFileSync("{npm_package.SAMPLES}/')
        (self.project / "example.mjs").write_text(program)
        printed = self.node("example.mjs")
        self.assertIn("stalker.glb", printed)
        self.assertRegex(printed, r"walk \S+ Float32Array\(3\)")

    def test_size_of_the_inlined_entry(self):
        entry = b"".join((self.installed / name).read_bytes()
                         for name in ("index.js", "core.js", "module.js"))
        self.assertLessEqual(len(gzip.compress(entry, 9)), MAX_ENTRY)

    def test_inlined_module_is_the_file(self):
        packed = re.search(r'"(.+)"', (self.installed / "module.js").read_text()).group(1)
        self.assertEqual(gzip.decompress(base64.b64decode(packed)),
                         (self.installed / "gait.wasm").read_bytes())


class Results(unittest.TestCase):
    """The same input as that of the command gives the same bytes."""

    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.holder.cleanup)
        folder = pathlib.Path(cls.holder.name)
        project = npm_package.install(PACKAGE, folder)
        cls.out, cls.theirs = folder / "out", folder / "theirs"
        cls.out.mkdir()
        cls.theirs.mkdir()
        cls.edited = folder / "edited.glb"
        cls.edited.write_bytes(cls.change(command("convert", "--to", "gltf", "stalker.omf", "-")))
        (folder / "model.ogf").write_bytes(ogf(refs=("stalker",)))
        done = npm_package.node(project, "results.mjs", npm_package.SAMPLES, folder, cls.out)
        assert done.returncode == 0, done.stderr

    @staticmethod
    def change(glb):
        """A .glb with another translation in a key of the first animation."""
        size = int.from_bytes(glb[12:16], "little")
        scene, content = json.loads(glb[20:20 + size]), bytearray(glb)
        outputs = [scene["accessors"][sampler["output"]]
                   for sampler in scene["animations"][0]["samplers"]]
        accessor = next(one for one in outputs if one["type"] == "VEC3" and one["count"] > 1)
        view = scene["bufferViews"][accessor["bufferView"]]
        first = 28 + size + view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        value = struct.unpack_from("<f", content, first)[0]
        struct.pack_into("<f", content, first, value + 0.05)
        return bytes(content)

    def read(self, name):
        return (self.out / name).read_bytes()

    def same(self, name, wanted):
        """Compares a file; a message has no bytes."""
        self.assertTrue(self.read(name) == wanted, f"{name} has other bytes than the command's")

    def json(self, name):
        return json.loads(self.read(name))

    def test_documents(self):
        for file in FILES:
            for kind in ("info", "check", "list"):
                wanted = json.loads(command(kind, "--json", file))["files"][0]
                self.assertEqual(self.json(f"{file}.{kind}.json"), wanted, (file, kind))
            self.assertEqual(self.json(f"{file}.map.json"),
                             json.loads(command("map", "--json", file)))
            self.assertEqual(self.read(f"{file}.dump"), command("dump", file))
            self.assertEqual(self.read(f"{file}.built"), self.read(f"{file}.same"))
        self.assertEqual(self.json("rules.json"), json.loads(command("rules", "--json")))
        self.assertEqual(self.json("formats.json"), json.loads(command("formats", "--json")))
        self.assertEqual(self.json("builtins.json"),
                         json.loads(command("skeleton", "--list", "--json")))
        self.assertEqual(self.json("sarif.json"), json.loads(command("check", "--sarif", *FILES)))
        self.assertEqual(self.json("builtin.json"),
                         json.loads(command("skeleton", "--json", "arma3-man"))["bones"])

    def test_model_with_its_banks(self):
        alone, checked = self.json("alone.json"), self.json("model.json")
        self.assertEqual(checked["findings"][:len(alone["findings"])], alone["findings"])
        self.assertGreater(len(checked["findings"]), len(alone["findings"]))

    def test_conversions(self):
        for file in FILES:
            own = "bmtr" if "binarised" in file else file.rpartition(".")[2]
            self.same(f"{file}.same", command("convert", "--to", own, file, "-"))
            folder = self.theirs / file
            folder.mkdir()
            command("convert", file, folder / "out.glb")
            command("convert", file, folder / "{clip}.bvh")
            wanted = {path.name: path.read_bytes() for path in folder.iterdir()}
            self.assertGreaterEqual(len(wanted), 2)
            for name, content in wanted.items():
                self.same(f"{file}.{name}", content)

    def test_edits(self):
        command("edit", self.out / "edit.txt", "stalker.omf", "-o", self.theirs / "edit.omf")
        self.same("edit.omf", (self.theirs / "edit.omf").read_bytes())
        self.assertEqual([change["line"] for change in self.json("changes.json")], [1, 2])

    def test_banks(self):
        part = self.theirs / "part.omf"
        command("extract", "stalker.omf", "--clip", "walk", "--clip", "salute", "-o", part)
        self.same("part.omf", part.read_bytes())
        names = command("list", "--names", self.out / "merged.omf").decode().split()
        self.assertEqual(names, ["idle", "stand", "hit_chest", "walk", "salute"])

    def test_smaller_banks(self):
        smaller = self.theirs / "smaller.omf"
        command("optimise", "stalker.omf", "--clip", "walk", "--clip", "salute",
                "--tolerance=3mm,10deg", "-o", smaller)
        self.same("smaller.omf", smaller.read_bytes())
        report = self.json("smaller.json")
        self.assertEqual(report["bytes"]["after"], smaller.stat().st_size)
        self.assertEqual(report["tolerance"], {"mm": 3, "deg": 10})
        for unchanged in self.json("optimised.json"):
            self.assertEqual(unchanged["bytes"]["after"], unchanged["bytes"]["before"])

    def test_damaged_bank(self):
        cut, salvaged = self.theirs / "cut.omf", self.theirs / "salvaged.omf"
        cut.write_bytes((npm_package.SAMPLES / "stalker.omf").read_bytes()[:-100])
        command("convert", "--salvage", cut, salvaged)
        self.same("salvaged.omf", salvaged.read_bytes())
        self.assertLess(self.json("salvaged.json")["kept"], self.json("salvaged.json")["stated"])

    def test_round_trip(self):
        wanted = command("convert", "--to", "omf", "--base", "stalker.omf", self.edited, "-")
        self.same("roundtrip.omf", wanted)
        self.assertTrue(self.read("roundtrip.omf") != self.read("unchanged.omf"))
        report = self.json("roundtrip.json")
        self.assertEqual(sum(clip["difference"] == "changed" for clip in report["clips"]), 1)

    def test_picture(self):
        command("draw", "--clip", "walk", "--view", "front", "--frames", "5", "stalker.omf",
                self.theirs / "walk.svg")
        self.same("walk.svg", (self.theirs / "walk.svg").read_bytes())

    def test_poses(self):
        found = self.json("poses.json")
        wanted = json.loads(command("sample", "--clip", "walk", "--all", "--json", "--axes", "gltf",
                                    "stalker.omf"))["frames"]
        self.assertEqual(len(found["frames"]), len(wanted))
        for matrices, frame in zip(found["frames"], wanted):
            for index, bone in enumerate(frame["bones"]):
                self.assertEqual(found["names"][index], bone["name"])
                for axis in range(3):
                    self.assertAlmostEqual(matrices[16 * index + 12 + axis], bone["t"][axis], 5)

    def test_poses_between_keys(self):
        for file in FILES:
            found = self.json(f"{file}.between.json")
            option = "--time" if file.endswith(".omf") else "--phase"
            at = 0
            for time in found["times"]:
                document = json.loads(command("sample", "--clip", "walk*", option, str(time),
                                              "--json", "--axes", "gltf", file))
                for bone in document["frames"][0]["bones"]:
                    for axis in range(3):
                        wanted = bone["t"][axis]
                        self.assertAlmostEqual(found["exact"][16 * at + 12 + axis], wanted, 5)
                        self.assertAlmostEqual(found["fast"][3 * at + axis], wanted, 3)
                    at += 1
            self.assertEqual(3 * at, len(found["fast"]))


if __name__ == "__main__":
    PACKAGE = npm_package.find()
    if not GAIT:
        npm_package.skip("the command was not built")
    sys.exit(0 if unittest.main(exit=False).result.wasSuccessful() else 1)
