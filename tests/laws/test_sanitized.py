#!/usr/bin/env python3
"""No sanitizer report is lost, even if a driver ignores the exit code of the programs it starts."""
import os
import pathlib
import subprocess
import sys

import law

LAUNCHER = pathlib.Path(__file__).parents[1] / "sanitized.py"
OPTIONS = {"ASAN_OPTIONS": "exitcode=86", "UBSAN_OPTIONS": "halt_on_error=1:exitcode=86"}
FLAGS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
if b"clang" not in subprocess.run([law.CC, "--version"], capture_output=True).stdout:
    FLAGS.append("-static-libubsan")  # as in cmake/flags.cmake
PROGRAMS = {
    "overflow.c": "int main(int argc, char **v) {\n    (void)v;\n    argc += 0x7fffffff;\n"
                  "    return argc < 0;\n}\n",
    "overread.c": "#include <stdlib.h>\nint main(int argc, char **v) {\n    (void)v;\n"
                  "    char *p = calloc(1, 4);\n    int c = p[argc + 3];\n    free(p);\n"
                  "    return c;\n}\n",
    "leak.c": "#include <stdlib.h>\nint main(void) {\n    char *volatile p = malloc(4);\n"
              "    p = 0;\n    return p != 0;\n}\n",
    "clean.c": "int main(void) { return 5; }\n",
}


def launch(root, name):
    """Exit code of the launcher with a driver that always passes."""
    program = root / name
    law.run_or_exit([law.CC, *FLAGS, program.with_suffix(".c"), "-o", program])
    ignore = f"import subprocess as s; s.run([{str(program)!r}], stderr=s.DEVNULL)"
    return law.run_quietly([sys.executable, LAUNCHER, "--", sys.executable, "-c", ignore],
                           env={**os.environ, **OPTIONS})[1]


def check(_):
    problems = []
    with law.tree(PROGRAMS) as root:
        for name, want in (("overflow", 86), ("overread", 86), ("leak", 86), ("clean", 0)):
            code = launch(root, name)
            if code != want:
                problems.append(f"{name}: the launcher exits with {code}, not {want}")
        code = law.run_quietly([sys.executable, LAUNCHER, "--", root / "clean"])[1]
        if code != 5:
            problems.append(f"the launcher turns exit code 5 into {code}")
    return problems


if __name__ == "__main__":
    law.run(check, lambda: None)  # the check is itself over programs that are wrong
