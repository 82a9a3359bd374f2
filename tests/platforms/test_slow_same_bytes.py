#!/usr/bin/env python3
"""All builds write the same bytes."""
import os
import shutil

import builds
import same_bytes

# Besides the samples, every Nth file: emulators are slow, and wine starts slowly.
PLACES = {
    "clang": ("clang", "gait", 1),
    "aarch64": ("aarch64", "run/gait", 6),
    "s390x": ("s390x", "run/gait", 6),
    "windows": ("windows", "run/gait", 6),
    "wasm": ("wasm", "gait.wasm", 1),
    "python": ("shared", "libgait.so", 1),
    "npm": ("npm", "package/core.js", 1),
    "page": ("page", "gait.html", 1),
}

found = {name: (builds.find(folder, program), every)
         for name, (folder, program, every) in PLACES.items()}
if not shutil.which("chromium") or not (builds.ROOT / "node_modules/playwright-core").is_dir():
    found["page"] = (None, 1)
runners = {name: (str(program), every) for name, (program, every) in found.items() if program}
missing = sorted(set(PLACES) - set(runners))
if not runners or "GAIT" not in os.environ:
    builds.skip(f"no other builds in {builds.BUILDS}: make platforms")
if "windows" in runners:
    builds.under_wine()
if missing:
    print(f"not built: {', '.join(missing)}")
assert same_bytes.compare(os.environ["GAIT"], runners) == 0
