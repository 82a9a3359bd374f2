#!/usr/bin/env python3
"""The programs of bindings/README.md in C and Python print what the page shows, and the same as
each other for a damaged bank."""
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

import wheel

sys.path.insert(0, str(wheel.ROOT / "tests" / "support"))
import markdown

PAGE = wheel.ROOT / "bindings" / "README.md"
SAMPLE = wheel.ROOT / "samples" / "stalker.omf"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror"]


def block(language):
    """The only fenced block of a language."""
    [found] = [content for _, name, _, content in
               markdown.fences(PAGE.read_text(encoding="utf-8")) if name == language]
    return "\n".join(found) + "\n"


def damaged(path):
    """Writes the sample with a translation that is not a number."""
    content = bytearray(SAMPLE.read_bytes())
    fields = json.loads(subprocess.run([os.environ["GAIT"], "map", "--json", SAMPLE], check=True,
                                       capture_output=True).stdout)["fields"]
    [offset] = [field["offset"] for field in fields
                if field["name"] == "motions[0].tracks[1].translation.init"]
    struct.pack_into("<f", content, offset, math.nan)
    path.write_bytes(content)
    return path


class Readme(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        cls.damaged = damaged(cls.folder / "damaged.omf")
        cls.shown = block("text")

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def check_program(self, *command):
        self.assertEqual(wheel.run([*command, SAMPLE]), self.shown)
        self.assertEqual(wheel.run([*command, self.damaged]), "error: idle\n" + self.shown)

    def test_c(self):
        headers = self.folder / "include" / "gait"
        headers.mkdir(parents=True)
        for path in [*(wheel.ROOT / "include/gait").glob("*.h"), wheel.ROOT / "bindings/flat.h"]:
            (headers / path.name).symlink_to(path)
        source, program = self.folder / "program.c", self.folder / "program"
        source.write_text(block("c"), encoding="utf-8")
        wheel.run([os.environ.get("GAIT_CC", "cc"), *FLAGS, f"-I{headers.parent}", source,
                   os.environ["GAIT_LIBRARY"], "-lm", "-o", program])
        self.check_program(program)

    def test_python(self):
        python = wheel.install(self.folder)
        source = self.folder / "program.py"
        source.write_text(block("python"), encoding="utf-8")
        self.check_program(python, source)


if __name__ == "__main__":
    if "GAIT" not in os.environ:
        sys.exit(77)
    unittest.main()
