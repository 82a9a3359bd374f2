#!/usr/bin/env python3
"""There is one version of all packages: that of base.h."""
import re
import sys
import unittest

import packages

ROOT = packages.ROOT
sys.path.insert(0, str(ROOT / "packaging"))
import versions

VERSION = packages.VERSION
# In these folders, every version after the name of Gait is that of base.h.
FOLDERS = ("bindings", "blender", "debian", "packaging")


def named_versions(text):
    name = r"(?i)\bgait(?:-blender|_anim)?(?:[-_ @]v?|-legacy-| \()"
    return re.findall(name + r"(\d+\.\d+\.\d+)", text)


class Versions(unittest.TestCase):
    def test_places(self):
        self.assertEqual(versions.problems(), [])

    def test_texts(self):
        count = 0
        for folder in FOLDERS:
            for path in sorted((ROOT / folder).rglob("*")):
                if not path.is_file() or b"\0" in path.read_bytes():
                    continue
                with self.subTest(path=path.relative_to(ROOT)):
                    found = named_versions(path.read_text(encoding="utf-8"))
                    count += len(found)
                    self.assertEqual(set(found) - {VERSION}, set())
        self.assertGreater(count, 0)

    def test_versions_are_recognised(self):
        for text in ("gait_anim-9.8.7-py3-none-win_amd64.whl", "gait 9.8.7",
                     "gait (9.8.7-1) unstable", "gait_9.8.7", "gait@9.8.7", "Gait v9.8.7",
                     "gait-blender-9.8.7-linux-x64.zip", "gait-blender-legacy-9.8.7.zip"):
            self.assertEqual(named_versions(text), ["9.8.7"], text)


class Notices(unittest.TestCase):
    def test_are_those_of_the_libraries_in_the_page(self):
        """The libraries are installed by npm; without them there is nothing to compare with."""
        modules = ROOT / "node_modules"
        if not (modules / "three").is_dir():
            self.skipTest("the libraries of the page are not installed")
        for name in ("three", "uplot", "fflate"):
            notice = (ROOT / f"packaging/notices/{name}.txt").read_text(encoding="utf-8")
            licence = (modules / name / "LICENSE").read_text(encoding="utf-8")
            self.assertEqual(notice.split("\n\n", 1)[1].strip(), licence.strip(), name)


if __name__ == "__main__":
    unittest.main()
