#!/usr/bin/env python3
"""The library compiles as one file: static names, macros and local types are unique over src/."""
import pathlib
import sys
import tempfile

import law

AMALGAMATE = pathlib.Path(__file__).parents[2] / "scripts" / "amalgamate.py"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off"]
PROGRAM = """#include <gait/gait.h>
#include <gait/expert.h>
#include <gait/flat.h>
int main(void) { return gait_version()[0] == 0; }
"""


def check(root):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "gait"
        output, code = law.run_quietly([sys.executable, AMALGAMATE, root, out])
        if code:
            return [output]
        (out / "program.c").write_text(PROGRAM)
        output, code = law.run_quietly([law.CC, *FLAGS, f"-I{folder}", out / "program.c",
                                        out / "gait.c", "-o", out / "program", "-lm"])
        return [output] if code else law.run_quietly([out / "program"])[0].splitlines()


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
    with law.tree({**head, **good}) as root:
        law.expect(check(root))
    for bad in ("static int one(void) { return 2; }\nint gaiti_b(void);\n"
                "int gaiti_b(void) { return one(); }\n",
                "#define A_H 2\n", '#include "missing.h"\n'):
        with law.tree({**head, "src/b.c": bad}) as root:
            law.expect(check(root), "")


if __name__ == "__main__":
    law.run(check, self_test)
