#!/usr/bin/env python3
"""Each header compiles on its own: public ones as strict C11 and C++17, internal ones as C11."""
import concurrent.futures
import os
import shutil

import law

WARNINGS = ["-fsyntax-only", "-pedantic", "-Wall", "-Wextra", "-Werror"]
C11 = [law.CC, "-std=c11", "-x", "c", "-Wstrict-prototypes", *WARNINGS]
CXX17 = ["g++", "-std=c++17", "-x", "c++", "-Wold-style-cast", *WARNINGS]


def compile_header(root, name, command):
    program = f'#include "{name}"\n#include "{name}"\nint gait_header_test(void);\n'
    output, code = law.run_quietly(
        [*command, f"-I{root / 'include'}", f"-I{root / 'src'}", f"-I{root / 'bindings'}",
         "-"], input=program)
    return f"{name} as {command[1]}:\n{output}" if code else None


def check(root):
    jobs = []
    for header in law.sources(root / "include", "gait", endings=(".h",)):
        name = f"gait/{header.name}"
        jobs += [(root, name, C11), (root, name, CXX17)]
    jobs += [(root, "flat.h", kind) for kind in (C11, CXX17) if (root / "bindings/flat.h").exists()]
    for folder in ("src", "bindings"):
        for header in law.sources(root, folder, endings=(".h",)):
            jobs.append((root, header.relative_to(root / folder).as_posix(), C11))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [problem for problem in pool.map(lambda job: compile_header(*job), jobs) if problem]


def self_test():
    guard = "#ifndef G\n#define G\n{}\n#endif\n"
    with law.tree({"include/gait/a.h": guard.format("int gait_a(void);")}) as root:
        law.expect(check(root))
    bad = {
        "include/gait/a.h": "enum { A };\n",
        "include/gait/b.h": guard.format("size_t gait_b(void);"),
        "include/gait/c.h": guard.format("int gait_c(int new);"),
        "src/d.h": guard.format("uint8_t gaiti_d(void);"),
    }
    with law.tree(bad) as root:
        law.expect(check(root), "a.h as -std=c11", "a.h as -std=c++17", "b.h as -std=c11",
                   "b.h as -std=c++17", "c.h as -std=c++17", "d.h as -std=c11")


if __name__ == "__main__":
    if not shutil.which("g++"):
        raise SystemExit(77)
    law.run(check, self_test)
