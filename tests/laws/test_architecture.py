#!/usr/bin/env python3
"""docs/architecture.md names existing functions and paths, and the checked layers;
docs/api.md names existing functions and headers, and every header."""
import re
import sys

import law
from test_layers import PARTS

sys.path.insert(0, str(law.SOURCE / "tests/support"))
import markdown

PAGE, API = "docs/architecture.md", "docs/api.md"


def functions(root):
    """Names of the functions that the sources define."""
    names = set()
    for path in law.sources(root, "src", "bindings", "include", "tool"):
        text = law.without_comments(path.read_text(), keep_strings=False)
        names |= set(re.findall(r"^[A-Za-z_][\w \t*]*?\b\*?(\w+)\([^;{}]*\)\s*\{", text, re.M))
    return names


def layers(text):
    """{part: parts it may include} of the table."""
    rows = re.findall(r"^\| `(src/[\w/]+|bindings)` \| ((?:nothing|(?:`src/[\w/*]+` ?)+)) \|$",
                      text, re.M)
    return {part: set(re.findall(r"`([^`]+)`", below)) for part, below in rows}


def check_layers(text, parts):
    found, wanted = layers(text), {part: set(below) for part, below in parts.items()}
    for part in sorted(set(found) | set(wanted)):
        if found.get(part) != wanted.get(part):
            yield f"{PAGE}: {part} may include {found.get(part)}, allowed are {wanted.get(part)}"


def check_names(root, text, page=PAGE):
    known = functions(root)
    for line, content in markdown.lines_outside_fences(text):
        for code in re.findall(r"`([^`]+)`", content):
            call = re.fullmatch(r"(\w+)\(\)", code)
            if call and call.group(1) not in known:
                yield f"{page}:{line}: there is no function {code}"
            path = re.fullmatch(r"(?:src|include|tool|tests|docs|scripts|cmake|fuzz|bench|samples|"
                                r"examples|blender|bindings)/[\w./-]*", code)
            if path and not (root / code).exists():
                yield f"{page}:{line}: there is no {code}"


def check_headers(root, text):
    named = set(re.findall(r"\b(\w+\.h)\b", text))
    present = {path.name for path in [*(root / "include/gait").glob("*.h"),
                                      *(root / "bindings").glob("flat.h")]}
    yield from (f"{API}: there is no {name}" for name in sorted(named - present))
    yield from (f"{API}: {name} is missing" for name in sorted(present - named))


def check(root):
    text = (root / PAGE).read_text(encoding="utf-8")
    api = (root / API).read_text(encoding="utf-8")
    return [*check_layers(text, PARTS), *check_names(root, text), *check_names(root, api, API),
            *check_headers(root, api)]


def self_test():
    text = ("| `src/base` | nothing |\n| `src/ops` | `src/base` |\n\n"
            "`gait_a()` and `b()`, in `src/a.c`\n`gait_a` `x->y()`\n\n```\n`c()` `src/d.c`\n```\n")
    source = "const char *gait_a(int x,\n                   int y) {\n    b();\n}\n" \
             "static int b(void) {\n}\nint c(void);\n"
    with law.tree({"src/a.c": source, "src/base/a.h": "", "src/ops/a.h": ""}) as root:
        law.expect([*check_layers(text, {"src/base": [], "src/ops": ["src/base"]}),
                    *check_names(root, text)])
        bad = text.replace("b()", "c()").replace("src/a.c", "src/b.c")
        law.expect([*check_layers(bad, {"src/base": [], "src/ops": [], "src/up": []}),
                    *check_names(root, bad)],
                   "src/ops may include", "src/up may include", "no function c()", "no src/b.c")
    with law.tree({"include/gait/a.h": "", "include/gait/b.h": ""}) as root:
        law.expect([*check_headers(root, "`a.h` and <gait/b.h>")])
        law.expect([*check_headers(root, "`a.h` and `c.h`")], "no c.h", "b.h is missing")


if __name__ == "__main__":
    law.run(check, self_test)
