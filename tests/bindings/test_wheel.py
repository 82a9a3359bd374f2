#!/usr/bin/env python3
"""Wheels: names, metadata, checksums, the same bytes twice, the symbols that the library needs."""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import wheel

sys.path.insert(0, str(wheel.PACKAGE))
import gait


def make_module():
    place = importlib.util.spec_from_file_location("make_wheel", wheel.PACKAGE / "make_wheel.py")
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name)
        [cls.path] = wheel.make(cls.folder / "first", wheel.library())
        cls.files = wheel.contents(cls.path)

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def test_name_and_metadata(self):
        about = f"gait_anim-{wheel.VERSION}.dist-info"
        tag = f"py3-none-manylinux_2_17_{os.uname().machine}"
        self.assertEqual(self.path.name, f"gait_anim-{wheel.VERSION}-{tag}.whl")
        self.assertIn(f"Tag: {tag}\n", self.files[f"{about}/WHEEL"].decode())
        self.assertIn(f"Name: gait-anim\nVersion: {wheel.VERSION}\n",
                      self.files[f"{about}/METADATA"].decode())
        self.assertEqual(self.files[f"{about}/LICENSE"], (wheel.ROOT / "LICENSE").read_bytes())
        self.assertIn("gait/py.typed", self.files)
        self.assertEqual(gait.__version__, wheel.VERSION)

    def test_record(self):
        record = f"gait_anim-{wheel.VERSION}.dist-info/RECORD"
        lines = [line.split(",") for line in self.files[record].decode().splitlines()]
        self.assertEqual([name for name, _, _ in lines], list(self.files))
        for name, checksum, size in lines:
            content = self.files[name]
            self.assertEqual((checksum, size), ("", "") if name == record else
                             ("sha256=" + wheel.digest(content), str(len(content))))

    def test_same_bytes_twice(self):
        [again] = wheel.make(self.folder / "second", wheel.LIBRARY)
        self.assertEqual(again.read_bytes(), self.path.read_bytes())

    def test_symbols_of_the_library(self):
        listing = wheel.run(["objdump", "-T", wheel.LIBRARY])
        versions = {tuple(map(int, found.split(".")))
                    for found in re.findall(r"GLIBC_([\d.]+)", listing)}
        self.assertTrue(versions)
        self.assertLessEqual(max(versions), (2, 17))

    def test_refused_libraries(self):
        newer = self.folder / "newer.so"
        source = self.folder / "newer.c"
        source.write_text("int stat(const char *, void *);\nint f(void) { return stat(0, 0); }\n")
        wheel.run([os.environ.get("GAIT_CC", "cc"), "-shared", "-fPIC", source, "-o", newer])
        with self.assertRaisesRegex(SystemExit, "stat is of glibc 2.33"):
            make_module().contents(newer)
        with self.assertRaisesRegex(SystemExit, "not a library"):
            make_module().contents(source)

    def test_types(self):
        if not shutil.which("mypy"):
            self.skipTest("mypy is not installed")
        done = subprocess.run(["mypy", "--strict", "--python-version", "3.9", "--cache-dir",
                               os.devnull, wheel.PACKAGE / "gait"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    unittest.main()
