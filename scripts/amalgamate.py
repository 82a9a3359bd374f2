#!/usr/bin/env python3
"""amalgamate.py SOURCE_DIR OUT_DIR: the whole library as gait.h and gait.c.

Programs include <gait/gait.h> if OUT_DIR is a folder named gait. expert.h and flat.h include
gait.h, which has all declarations. gait.h is the public headers, gait.c the internal headers and
every source, each included once in an order in which every declaration precedes its use. System
headers come first, except those of one processor family, which stay under their conditions.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"].*$')
OF_A_PROCESSOR = re.compile(r"\w+intrin\.h|arm_neon\.h")


class Amalgam:
    """One output file in the making."""

    def __init__(self, folders, provided=()):
        self.folders = folders
        self.done = set(provided)
        self.system = set()
        self.lines = []

    def find(self, name):
        for folder in self.folders:
            if (folder / name).is_file():
                return folder / name
        raise SystemExit(f"amalgamate: {name} is included and not in {self.folders}")

    def add(self, path):
        if path in self.done:
            return
        if path.suffix != ".def":  # tables of macros are included once per use
            self.done.add(path)
        self.lines.append(f"/* --- {path.name} --- */")
        for line in path.read_text().splitlines():
            found = INCLUDE.match(line)
            if not found or OF_A_PROCESSOR.fullmatch(found.group(2)):
                self.lines.append(line)
            elif found.group(1) == "<":
                self.system.add(found.group(2))
            else:
                self.add(self.find(found.group(2)))

    def text(self, head):
        system = [f"#include <{name}>" for name in sorted(self.system)]
        return "\n".join([*head, *system, *self.lines]) + "\n"


# The flags of the project's own build are not in effect here, and gcc has no standard pragma for
# contraction. clang does not warn about unused inline functions in headers, but does in this file.
SAME_BYTES = """\
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic ignored "-Wunused-function"
#elif defined(__GNUC__)
#pragma GCC optimize("fp-contract=off")
#endif""".splitlines()


def write(root, out):
    include, src, bindings = root / "include", root / "src", root / "bindings"
    public = Amalgam([include])
    for header in [*sorted((include / "gait").glob("*.h")), *bindings.glob("flat.h")]:
        if header.name != "stdio.h":  # for programs, not for the library
            public.add(header)
    whole = Amalgam([src, include, bindings], public.done)
    for source in [*sorted(src.rglob("*.c")), *sorted(bindings.glob("*.c"))]:
        whole.add(source)
    whole.system -= public.system
    out.mkdir(parents=True, exist_ok=True)
    (out / "gait.h").write_text(public.text([]))
    for name in ("expert.h", "flat.h"):
        (out / name).write_text('#include "gait.h"\n')
    if (include / "gait/stdio.h").is_file():
        own = (include / "gait/stdio.h").read_text()
        (out / "stdio.h").write_text(own.replace('"gait/file.h"', '"gait.h"'))
    (out / "gait.c").write_text(whole.text([*SAME_BYTES, '#include "gait.h"']))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    write(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]))
