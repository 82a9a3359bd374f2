#!/usr/bin/env python3
"""Every public function is called wrongly by a test in tests/unit/wrong."""
import re

import law

DECLARED = re.compile(r"\bGAIT_API\b[^;(]*?\b(gait_\w+)\s*\(")
CALLED = re.compile(r"\b(gait_\w+)\s*\(")


def declared(root):
    for header in law.sources(root / "include", "gait", endings=(".h",)):
        for name in DECLARED.findall(law.without_comments(header.read_text())):
            yield header.name, name


def check(root):
    called = set()
    for test in law.sources(root / "tests/unit", "wrong", endings=(".c",)):
        called.update(CALLED.findall(law.without_comments(test.read_text(), keep_strings=False)))
    return [f"{header}: no test in tests/unit/wrong calls {name}()"
            for header, name in declared(root) if name not in called]


def self_test():
    header = "GAIT_API int gait_a(void);\n/* GAIT_API int gait_b(void); */\n" \
             "GAIT_API const char *\ngait_c(int x);\nGAIT_API gait_d_type gait_d(void);\n"
    with law.tree({"include/gait/a.h": header,
                   "tests/unit/wrong/test_wrong_a.c": "x(gait_a()); // gait_c()\n\"gait_d()\";",
                   "tests/unit/other.c": "gait_c();"}) as root:
        law.expect(check(root), "a.h: no test in tests/unit/wrong calls gait_c()", "gait_d()")
    with law.tree({"include/gait/a.h": "GAIT_API void gait_a(void);"}) as root:
        law.expect(check(root), "gait_a()")


if __name__ == "__main__":
    law.run(check, self_test)
