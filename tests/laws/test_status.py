#!/usr/bin/env python3
"""No ladders of statuses: a call that depends on the success of the previous one is not written as
`status = status == GAIT_OK ? call : status`. GAITI_TRY and GAITI_TRY_DONE (src/base/try.h), an
early return or a table of steps do this in one way."""
import re

import law

OK = r"(?:GAIT_OK|EXIT_OK)"
LADDER = re.compile(
    rf"(?:\b(?P<kept>\w+)\s*=|\breturn)\s*(?P<name>\w+)\s*==\s*{OK}\s*(?:&&[^;?]*)?\?"
    r"[^;:]*\([^;]*:\s*(?P=name)\s*;")


def check(root):
    problems = []
    for path in law.sources(root, "src", "tool", "bindings"):
        text = law.without_comments(path.read_text(), keep_strings=False)
        for match in LADDER.finditer(text):
            if match["kept"] in (None, match["name"]):
                line = text.count("\n", 0, match.start()) + 1
                problems.append(f"{path.relative_to(root)}:{line}: return when the call fails")
    return problems


def self_test():
    with law.tree({
            "src/a.c": "int f(void) {\n    status = status == GAIT_OK ? g() : status;\n}\n",
            "src/b.c": "    return status == GAIT_OK && many ? g(a,\n         b) : status;\n",
            "src/c.c": "    out->size = status == GAIT_OK ? out->size : start;\n"
                       "    return status == GAIT_OK ? GAIT_LIMIT : status;\n"
                       "    /* status = status == GAIT_OK ? g() : status; */\n",
            "bindings/a.c": "    GAITI_TRY(f());\n    return status == GAIT_OK;\n",
            "tool/a.c": "\n    code = code == EXIT_OK\n        ? f() : code;\n"}) as root:
        law.expect(check(root), "src/a.c:2", "src/b.c:1", "tool/a.c:2")


if __name__ == "__main__":
    law.run(check, self_test)
