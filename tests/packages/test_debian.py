#!/usr/bin/env python3
"""packaging/debian: the version and the names in it follow from the headers, and the list of
symbols is exactly that of the public functions; laws.package compares these with the library.

test_debian.py --update: write the list of symbols. New ones have the version of the headers."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("GAIT_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(ROOT / "tests" / "laws"))
import test_package

DEBIAN = ROOT / "packaging" / "debian"
VERSION = test_package.version_of(ROOT)
SONAME = VERSION.rpartition(".")[0]


SYMBOLS = f"libgait{SONAME}.symbols"


def text(name):
    return (DEBIAN / name).read_text(encoding="utf-8")


def public_functions():
    return sorted(test_package.declared([*(ROOT / "include/gait").glob("*.h"),
                                         ROOT / "bindings/flat.h"]))


def listed_symbols():
    """{name: the version since which it is there}."""
    return dict(re.findall(r"^ (\S+)@Base ([\d.]+)$", text(SYMBOLS), re.M))


def update_symbols():
    head, versions = text(SYMBOLS).splitlines()[:2], listed_symbols()
    rows = [f" {name}@Base {versions.get(name, VERSION)}" for name in public_functions()]
    (DEBIAN / SYMBOLS).write_text("\n".join([*head, *rows]) + "\n", encoding="utf-8")


class Debian(unittest.TestCase):
    def test_version_of_the_changelog(self):
        found = re.match(r"gait \(([\d.]+)-\d+\) ", text("changelog"))
        self.assertEqual(found.group(1), VERSION)

    def test_the_package_of_the_library_has_its_soname(self):
        package = f"libgait{SONAME}"
        self.assertIn(f"\nPackage: {package}\n", text("control"))
        self.assertIn(f"\nDepends: {package} (= ${{binary:Version}}), ", text("control"))
        self.assertEqual([path.name for path in DEBIAN.glob("libgait0*.install")],
                         [f"{package}.install"])
        self.assertTrue(text(SYMBOLS).startswith(
            f"libgait.so.{SONAME} {package} #MINVER#\n* Build-Depends-Package: libgait-dev\n"))

    def test_symbols_are_the_public_functions(self):
        listed = listed_symbols()
        self.assertEqual(list(listed), public_functions(), f"packaging/debian/{SYMBOLS} is not up "
                         "to date. Run python3 tests/packages/test_debian.py --update")
        # dpkg-gensymbols accepts these lines only, and every version exists.
        self.assertEqual(len(text(SYMBOLS).splitlines()), len(listed) + 2)
        self.assertLessEqual(set(listed.values()),
                             set(re.findall(r"^gait \(([\d.]+)-\d+\)", text("changelog"), re.M)))

    def test_every_file_with_another_licence_is_in_the_copyright(self):
        parts = re.findall(r"^Files: (.*)\n(?:.*\n)*?License: (\S+)", text("copyright"), re.M)
        self.assertEqual(dict(parts), {"*": "Expat", "blender/gait/*": "GPL-3+",
                                       "LICENSES/GPL-3.0-or-later.txt": "verbatim-copies"})
        marked = "# SPDX-License-Identifier: "
        for path in (path for folder in ("blender", "bindings", "scripts", "web", "tool", "src")
                     for path in (ROOT / folder).rglob("*") if path.is_file()):
            first = path.read_bytes().split(b"\n", 1)[0].decode("utf-8", "replace")
            if first.startswith(marked):
                self.assertEqual(path.relative_to(ROOT).parts[:2], ("blender", "gait"), path)

    def test_another_version_is_refused(self):
        with tempfile.TemporaryDirectory() as holder:
            root = pathlib.Path(holder)
            (root / "packaging/debian").mkdir(parents=True)
            (root / "include/gait").mkdir(parents=True)
            for name in ("build_debian.sh", "version.sh"):
                shutil.copy(ROOT / "packaging" / name, root / "packaging")
            (root / "packaging/debian/changelog").write_text(text("changelog"))
            (root / "include/gait/base.h").write_text('#define GAIT_VERSION_TEXT "99.0.0"\n')
            done = subprocess.run(["sh", root / "packaging/build_debian.sh"], capture_output=True,
                                  text=True)
        if "dpkg-parsechangelog: not found" in done.stderr:
            self.skipTest("dpkg-dev is not installed")
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("add an entry to the changelog", done.stderr)


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        update_symbols()
    else:
        unittest.main()
