#!/usr/bin/env python3
"""The packages of the add-on, without Blender: versions, licences, what is in them, the same bytes
twice, and the index of the repository."""
import ast
import hashlib
import io
import json
import os
import pathlib
import sys
import tempfile
import tokenize
import tomllib
import unittest
import zipfile

ROOT = pathlib.Path(os.environ.get("GAIT_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
sys.path[:0] = [str(ROOT / "tests" / "bindings"), str(ROOT / "scripts")]
import make_blender_packages as packages
import wheel

MANIFEST = packages.MANIFEST
MAX_LINES = 3110  # of Python, without empty lines, comments and docstrings
NO_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
           tokenize.ENDMARKER)


def count_lines(text):
    """The lines of a program that contain code."""
    lines = {line for token in tokenize.generate_tokens(io.StringIO(text).readline)
             if token.type not in NO_CODE for line in range(token.start[0], token.end[0] + 1)}
    for node in ast.walk(ast.parse(text)):
        is_block = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        if is_block and ast.get_docstring(node, clean=False) is not None:
            lines -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return len(lines)


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.holder.name) / "first"
        cls.library = wheel.library()
        cls.platform, _ = packages.platform(cls.library)
        cls.made = packages.write_packages(cls.folder, [cls.library])
        cls.extension, cls.legacy, cls.index = cls.made

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def test_versions(self):
        files = packages.add_on_files()
        self.assertEqual(packages.check_versions(files), wheel.VERSION)
        for name, old, new in (
                (MANIFEST, f'\nversion = "{wheel.VERSION}"', '\nversion = "9.9.9"'),
                ("__init__.py", f'({", ".join(wheel.VERSION.split("."))})', "(9, 9, 9)")):
            other = {**files, name: files[name].replace(old.encode(), new.encode())}
            with self.assertRaisesRegex(SystemExit, f"is not .*{wheel.VERSION[0]}", msg=name):
                packages.check_versions(other)

    def test_size(self):
        """What does not need Blender belongs to the Python package or to the library."""
        lines = sum(count_lines(path.read_text(encoding="utf-8"))
                    for path in (ROOT / "blender" / "gait").glob("*.py"))
        self.assertLessEqual(lines, MAX_LINES)

    def test_licences(self):
        for path in sorted((ROOT / "blender" / "gait").rglob("*.py")):
            self.assertEqual(path.read_text(encoding="utf-8").splitlines()[0],
                             "# SPDX-License-Identifier: GPL-3.0-or-later", path)
        with zipfile.ZipFile(self.extension) as archive:
            self.assertIn(b"GNU GENERAL PUBLIC LICENSE",
                          archive.read("LICENSES/GPL-3.0-or-later.txt"))
            self.assertEqual(archive.read("LICENSES/MIT.txt"), (ROOT / "LICENSE").read_bytes())

    def test_extension(self):
        self.assertEqual(self.extension.name, f"gait-blender-{wheel.VERSION}-{self.platform}.zip")
        with zipfile.ZipFile(self.extension) as archive:
            self.assertEqual(archive.namelist(), sorted(archive.namelist()))
            manifest = tomllib.loads(archive.read(MANIFEST).decode())
            self.assertEqual(archive.read("gait_library/libgait.so"), self.library.read_bytes())
            self.assertIn("gait_library/_library.py", archive.namelist())
            for name in archive.namelist():
                self.assertEqual((self.folder / "gait" / name).read_bytes(), archive.read(name))
        source = tomllib.loads((ROOT / "blender" / "gait" / MANIFEST).read_text(encoding="utf-8"))
        self.assertEqual(manifest, {**source, "platforms": [self.platform]})
        self.assertIn(self.platform, source["platforms"])
        self.assertEqual(set(source["platforms"]), set(packages.PLATFORMS.values()))

    def test_legacy(self):
        with zipfile.ZipFile(self.legacy) as archive:
            names = archive.namelist()
        self.assertEqual(names[0], "gait/")
        self.assertTrue(all(name.startswith("gait/") for name in names))
        self.assertIn(f"gait/gait_library/{self.platform}/libgait.so", names)
        self.assertNotIn(f"gait/{MANIFEST}", names)

    def test_index(self):
        index = json.loads(self.index.read_text(encoding="utf-8"))
        [entry] = index["data"]
        content = self.extension.read_bytes()
        self.assertEqual((entry["id"], entry["version"], entry["platforms"]),
                         ("gait", wheel.VERSION, [self.platform]))
        self.assertEqual((entry["archive_url"], entry["archive_size"], entry["archive_hash"]),
                         (f"./{self.extension.name}", len(content),
                          "sha256:" + hashlib.sha256(content).hexdigest()))

    def test_same_bytes_twice(self):
        again = packages.write_packages(self.folder.with_name("second"), [self.library])
        self.assertEqual([path.name for path in again], [path.name for path in self.made])
        for path, other in zip(self.made, again):
            self.assertEqual(path.read_bytes(), other.read_bytes(), path.name)


if __name__ == "__main__":
    unittest.main()
