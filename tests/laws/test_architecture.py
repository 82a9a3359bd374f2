#!/usr/bin/env python3
"""Pages for developers name existing functions and paths; docs/api.md names existing headers, and
every header."""
import re
import sys

import law

sys.path.insert(0, str(law.SOURCE / "tests/support"))
import markdown

API = "docs/api.md"
PAGES = ("docs/architecture.md", API, "docs/platforms.md", "tests/README.md")


def functions(root):
    """Names of the functions that the sources define."""
    names = set()
    for path in law.sources(root, "src", "bindings", "include", "tool"):
        text = law.without_comments(path.read_text(), keep_strings=False)
        names |= set(re.findall(r"^[A-Za-z_][\w \t*]*?\b\*?(\w+)\([^;{}]*\)\s*\{", text, re.M))
    return names


def check_names(root, text, page):
    known = functions(root)
    for line, content in markdown.lines_outside_fences(text):
        for code in re.findall(r"`([^`]+)`", content):
            call = re.fullmatch(r"(\w+)\(\)", code)
            if call and "_" in call.group(1) and call.group(1) not in known:  # others: C itself
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
    texts = {page: (root / page).read_text(encoding="utf-8") for page in PAGES}
    return [*(problem for page, text in texts.items() for problem in check_names(root, text, page)),
            *check_headers(root, texts[API])]


def self_test():
    text = ("`gait_a()`, `b_b()` and `exit()`, in `src/a.c`\n`gait_a` `x->y()`\n\n"
            "```\n`c()` `src/d.c`\n```\n")
    source = "const char *gait_a(int x,\n                   int y) {\n    b();\n}\n" \
             "static int b_b(void) {\n}\nint c_c(void);\n"
    with law.tree({"src/a.c": source}) as root:
        law.expect([*check_names(root, text, "a.md")])
        bad = text.replace("b_b()", "c_c()").replace("src/a.c", "src/b.c")
        law.expect([*check_names(root, bad, "a.md")], "no function c_c()", "no src/b.c")
    with law.tree({"include/gait/a.h": "", "include/gait/b.h": ""}) as root:
        law.expect([*check_headers(root, "`a.h` and <gait/b.h>")])
        law.expect([*check_headers(root, "`a.h` and `c.h`")], "no c.h", "b.h is missing")


if __name__ == "__main__":
    law.run(check, self_test)
