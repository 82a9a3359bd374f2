#!/usr/bin/env python3
"""Every C source is as clang-format would write it (`make format`)."""
import os
import pathlib
import sys

import law

FORMAT = pathlib.Path(__file__).parents[2] / "scripts" / "format.sh"


def run_format(root):
    return law.run_quietly([FORMAT, "--check"], env={**os.environ, "GAIT_SOURCE": str(root)})


def check(root):
    output, code = run_format(root)
    return [line for line in output.splitlines() if "error:" in line] or [output] * (code != 0)


def self_test():
    folders = ("include", "src", "bindings", "tool", "tests", "fuzz", "bench", "samples",
               "examples")
    style = (law.SOURCE / ".clang-format").read_text()
    files = {".clang-format": style, **{f"{name}/a.h": "int a;\n" for name in folders}}
    with law.tree(files) as root:
        if run_format(root)[1] == 77:
            sys.exit(77)
        law.expect(check(root))
    with law.tree({**files, "src/b.c": "int b( char* p );\n"}) as root:
        if not check(root):
            sys.exit("the format check accepts a badly formatted file")


if __name__ == "__main__":
    law.run(check, self_test)
