#!/usr/bin/env python3
"""No function of the command has the name of another function of the command or the library: a
person who searches a name finds one function. The two platforms have the same functions."""
import collections
import re

import law

DEFINITION = re.compile(r"^(?!typedef\b)[A-Za-z_][\w *]*?[ *](\w+)\([^;{}]*\)\s*\{", re.M)
TWINS = ("tool/base/platform_posix", "tool/base/platform_windows")


def functions(path):
    text = law.without_comments(path.read_text(), keep_strings=False)
    text = re.sub(r"^[ \t]*#(?:\\\n|.)*", "", text, flags=re.M)
    return set(DEFINITION.findall(text))


def check(root):
    places = collections.defaultdict(set)
    for path in law.sources(root, "src", "tool"):
        name = path.relative_to(root).as_posix()
        for twin in TWINS:
            name = TWINS[0] + ".c" if name.startswith(twin) else name
        for function in functions(path):
            places[function].add(name)
    return [f"{function}() is in {', '.join(sorted(found))}"
            for function, found in sorted(places.items())
            if len(found) > 1 and any(name.startswith("tool/") for name in found)]


def self_test():
    with law.tree({
            "src/a.c": "static int once(void) {\n}\nint both(int a,\n         int b) {\n}\n",
            "src/b.c": "static int once(void) {\n}\n",
            "tool/a.c": "int both(void) {\n}\n#define M(x) \\\n    int twice(void) {\n}\n",
            "tool/b.c": "static int twice(void) {\n    if (a) {\n    }\n}\n",
            "tool/c.c": "/* int twice(void) { */\nstatic int twice(void) {\n}\n",
            "tool/base/platform_posix.c": "int same(void) {\n}\n",
            "tool/base/platform_windows.c": "int same(void) {\n}\n"}) as root:
        law.expect(check(root), "both() is in src/a.c, tool/a.c",
                   "twice() is in tool/b.c, tool/c.c")


if __name__ == "__main__":
    law.run(check, self_test)
