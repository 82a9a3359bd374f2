#!/usr/bin/env python3
"""The types of the package for JavaScript: real documents of the command are values of them, in
strict TypeScript, and words of options are those that the library accepts."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TYPES = ROOT / "bindings/npm/core.d.ts"
COMPILER = ROOT / "node_modules/typescript/bin/tsc"
GAIT = os.environ.get("GAIT", "gait")
SAMPLES = ROOT / "samples"
OMF, RTM = SAMPLES / "stalker.omf", SAMPLES / "walk.rtm"
FLAGS = ["--strict", "--noEmit", "--target", "es2022", "--module", "nodenext", "--types", ""]


class Command:
    """The command in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *arguments):
        return subprocess.run([GAIT, *map(str, arguments)], stdout=subprocess.PIPE, check=False,
                              stderr=subprocess.DEVNULL, cwd=self.folder).stdout

    def json(self, *arguments):
        return json.loads(self.run(*arguments))


CONFIG = """class CfgMovesX { class States {
    class walk { file = "my_mod\\\\walk"; speed = -2; };
    class lost: walk { file = "my_mod\\\\lost"; }; }; };"""


def documents_of_a_mod(command):
    """The same of a mod"""
    mod = command.folder / "my_mod"
    mod.mkdir()
    (mod / "config.cpp").write_text(CONFIG)
    for name in ("walk.rtm", "old.rtm"):
        (mod / name).write_bytes(RTM.read_bytes())
    return [("ModUses", command.json("uses", "--json", mod)),
            ("ModCheck", command.json("check", "--json", mod)),
            *(("FileList", value) for value in command.json("list", "--json", mod)["files"]),
            *(("FileInfo", value) for value in command.json("info", "--json", mod)["files"])]


def documents(folder):
    """[(name of the type, value)], also of damaged, changed and missing files"""
    command = Command(folder)
    damaged = folder / "damaged.omf"
    damaged.write_bytes(OMF.read_bytes()[:5000])
    inputs = [OMF, RTM, SAMPLES / "walk_binarised.rtm", SAMPLES / "mannequin.p3d", damaged,
              folder / "missing.omf"]
    command.run("convert", OMF, "bank.glb")
    command.run("set", "--clip", "walk", "--speed", "2", OMF, "-o", "edited.omf")
    command.run("convert", "edited.omf", "edited.glb")
    found = [(name, value)
             for name, words in (("FileInfo", ["info"]), ("FileList", ["list"]),
                                 ("Check", ["check"]))
             for value in command.json(*words, "--json", *inputs)["files"]]
    found += [(name, command.json(word, "--json", *operands))
              for name, word, operands in (("FileMap", "map", [RTM]), ("Rules", "rules", []),
                                           ("Formats", "formats", []),
                                           ("Builtins", "skeleton", ["--list"]))]
    found += [("Bone", bone) for bone in command.json("skeleton", "--json", RTM)["bones"]]
    for old, new in ((OMF, "edited.omf"), (OMF, RTM), (OMF, damaged), (OMF, OMF)):
        found += [("ComparedFiles", value)
                  for value in command.json("diff", "--json", old, new)["files"]]
    for edited in ("bank.glb", "edited.glb"):
        found.append(("RoundtripReport", command.json("convert", "--json", "--base", OMF, edited,
                                                      f"{edited}.omf")))
    found += [("OptimiseReport", value["result"]) for value in command.json(
        "optimise", "--json", "--dry-run", OMF)["files"] if value["result"]]
    return found + documents_of_a_mod(command)


class Types(unittest.TestCase):
    @unittest.skipUnless(COMPILER.is_file(), "TypeScript is not installed")
    def test_real_documents(self):
        with tempfile.TemporaryDirectory(dir=ROOT / "build") as name:
            folder = pathlib.Path(name)
            found = documents(folder)
            made = (ROOT / "bindings/npm/documents.d.ts").read_text()
            (folder / "documents.d.ts").write_text(made)
            lines = ['import type * as d from "./documents.js";']
            lines += [f"export const v{i}: d.{kind} = {json.dumps(value)};"
                      for i, (kind, value) in enumerate(found)]
            (folder / "values.ts").write_text("\n".join(lines))
            done = subprocess.run(["node", COMPILER, *FLAGS, folder / "values.ts"],
                                  stdout=subprocess.PIPE, text=True, check=False)
            self.assertEqual((done.returncode, done.stdout[:2000]), (0, ""))
            named = set(re.findall(r"^export interface (\w+)", made, re.M))
            parts = {"Named", "FileProblem", "Playback", "ClipEvent", "ListedClip", "Finding",
                     "FileRef", "Difference", "ClipDiff", "ModFile",
                     "ModUse"}  # of the documents above
            self.assertEqual({kind for kind, _ in found}, named - parts)

    def test_words_of_merge(self):
        """Those that the library accepts."""
        library = (ROOT / "bindings/flat_edits.c").read_text()
        text = TYPES.read_text()
        for key, array in (("equalNames", "names"), ("parts", "choices")):
            accepted = re.search(rf"\*const {array}\[\] = {{(.*?)}}", library, re.S).group(1)
            declared = re.search(rf"{key}\?: ([^;]*);", text).group(1)
            self.assertEqual(re.findall('"(.*?)"', declared), re.findall('"(.*?)"', accepted), key)

    def test_no_library_of_browsers(self):
        self.assertNotRegex(TYPES.read_text(), r'reference lib="dom')


if __name__ == "__main__":
    sys.exit(unittest.main())
