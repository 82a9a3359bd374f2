#!/usr/bin/env python3
"""clang-tidy reports nothing for the product."""
import concurrent.futures
import os
import pathlib
import shutil

import law

BUILD = pathlib.Path(os.environ.get("GAIT_BUILD", law.SOURCE / "build/release"))
TIDY = "clang-tidy-14"
CONFIG = f"--config-file={law.SOURCE / '.clang-tidy'}"


def tidy(path, *arguments):
    output, code = law.run_quietly([TIDY, CONFIG, "--quiet", path, *arguments])
    return [line for line in output.splitlines() if "error:" in line] or [output] * (code != 0)


def check(root):
    paths = law.sources(root, "src", "bindings", "tool", endings=(".c",))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda path: tidy(path, "-p", BUILD), paths)
        return sorted({problem for problems in found for problem in problems})


def self_test():
    bad = "int gait_bad(int a);\nint gait_bad(int a) {\n    return a == a;\n}\n"
    with law.tree({"good.c": "int gait_good(void);\n", "bad.c": bad}) as root:
        law.expect(tidy(root / "good.c", "--"))
        if not tidy(root / "bad.c", "--", "-std=c11"):
            raise SystemExit("clang-tidy reports nothing for a bad file")


if __name__ == "__main__":
    if not shutil.which(TIDY):
        raise SystemExit(77)
    law.run(check, self_test)
