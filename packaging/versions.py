#!/usr/bin/env python3
"""versions.py: lists every file that contains the version of Gait, and the version in it.

include/gait/base.h defines the version. All other files must have the same; exits with 1 if one
differs, or contains no version any more.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BASE = "include/gait/base.h"

FULL = r"(\d+\.\d+\.\d+)"
# File, and a pattern whose groups are the numbers of the version: one text, or one group for each
# number. Places with only the minor version have a pattern that matches exactly two numbers.
PLACES = (
    (BASE, rf'#define GAIT_VERSION_TEXT "{FULL}"'),
    (BASE, r"(?s)GAIT_VERSION_MAJOR (\d+).*GAIT_VERSION_MINOR (\d+).*GAIT_VERSION_PATCH (\d+)"),
    ("CHANGELOG.md", rf"(?m)\A(?:(?!## ).*\n)*## \[{FULL}\]"),
    ("docs/install.md", r"find_package\(gait (\d+\.\d+) "),
    ("examples/CMakeLists.txt", r"find_package\(gait (\d+\.\d+) "),
    ("bindings/npm/package.json", rf'"version": "{FULL}"'),
    ("bindings/python/gait/__init__.py", rf'(?m)^__version__ = "{FULL}"'),
    ("bindings/python/README.md", rf"\bgait_anim-{FULL}-py3-"),
    ("blender/gait/blender_manifest.toml", rf'(?m)^version = "{FULL}"'),
    ("blender/gait/__init__.py", r'(?s)bl_info = \{.*?"version": \((\d+), (\d+), (\d+)\)'),
    ("packaging/debian/changelog", rf"\Agait \({FULL}-"),
)


def places(root=ROOT):
    """[(file, version or None)] of each place; a place without a version has None."""
    found = []
    for name, pattern in PLACES:
        path = root / name
        match = re.search(pattern, path.read_text(encoding="utf-8")) if path.is_file() else None
        found.append((name, ".".join(match.groups()) if match else None))
    return found


def version(root=ROOT):
    """The version of the library."""
    found = places(root)[0][1]
    if not found:
        sys.exit(f"versions: {BASE} has no version")
    return found


def problems(root=ROOT):
    """One line for each place that does not have the version of the library."""
    expected = version(root)
    return [f"{name}: the version is {found or 'missing'}, not {expected}"
            for name, found in places(root)
            if not found or found not in (expected, expected.rpartition(".")[0])]


if __name__ == "__main__":
    for place, found_version in places():
        print(f"{found_version or '-':8} {place}")
    sys.exit("\n".join(problems()) or 0)
