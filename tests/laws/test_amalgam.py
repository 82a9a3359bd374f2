#!/usr/bin/env python3
"""The library compiles as one file: static names, macros and local types are unique over src/.

Leaves the file, its header and its object in the folder amalgamation of the build, for
laws.readme_program."""
import os
import pathlib
import sys
import tempfile

import law

MADE = pathlib.Path(os.environ.get("GAIT_BUILD", law.SOURCE / "build/release")) / "amalgamation"
AMALGAMATE = pathlib.Path(__file__).parents[2] / "scripts" / "amalgamate.py"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off"]
PROGRAM = """#include <gait/gait.h>
#include <gait/expert.h>
#include <gait/flat.h>
int main(void) { return gait_version()[0] == 0; }
"""


def compile_in(root, folder):
    """Writes gait/gait.c, gait/gait.h and gait/gait.o into a folder, and runs a program."""
    out = folder / "gait"
    (folder / "program.c").write_text(PROGRAM)
    for command in ([sys.executable, AMALGAMATE, root, out],
                    [law.CC, *FLAGS, f"-I{folder}", "-c", out / "gait.c", "-o", out / "gait.o"],
                    [law.CC, *FLAGS, f"-I{folder}", folder / "program.c", out / "gait.o", "-o",
                     folder / "program", "-lm"],
                    [folder / "program"]):
        output, code = law.run_quietly(command)
        if code:
            return [output]
    return output.splitlines()


def check(root):
    MADE.mkdir(parents=True, exist_ok=True)
    return compile_in(root, MADE)


def self_test():
    head = {
        "include/gait/gait.h": "#ifndef GAIT_H\n#define GAIT_H\n#include <stddef.h>\n"
                               "const char *gait_version(void);\n#endif\n",
        "src/a.h": "#ifndef A_H\n#define A_H\nstatic inline int gaiti_a(void) { return 1; }\n"
                   "#endif\n",
        "src/list.def": "ROW(1)\nROW(2)\n",
        "src/a.c": '#include "gait/gait.h"\n#include "a.h"\n'
                   "static int one(void) { return gaiti_a(); }\n"
                   'const char *gait_version(void) { return one() ? "1" : ""; }\n',
    }
    good = {"src/b.c": '#include "a.h"\nenum {\n#define ROW(n) A_##n,\n#include "list.def"\n'
                       "#undef ROW\n};\nenum {\n#define ROW(n) B_##n = gaiti_a,\n#undef ROW\n"
                       '#define ROW(n) B_##n,\n#include "list.def"\n#undef ROW\n};\n'}
    def compiled(root):
        with tempfile.TemporaryDirectory() as folder:
            return compile_in(root, pathlib.Path(folder))

    with law.tree({**head, **good}) as root:
        law.expect(compiled(root))
    for bad in ("static int one(void) { return 2; }\nint gaiti_b(void);\n"
                "int gaiti_b(void) { return one(); }\n",
                "#define A_H 2\n", '#include "missing.h"\n'):
        with law.tree({**head, "src/b.c": bad}) as root:
            law.expect(compiled(root), "")


if __name__ == "__main__":
    law.run(check, self_test)
