#!/usr/bin/env python3
"""Functions are short: in the product, median at most 14 lines, 90 % under 50, none over 100.

A function's length is the lines from its opening brace's line to its closing brace's.
"""
import re

import law

MEDIAN, NINETIETH, MOST = 14, 50, 100
PRODUCT = ("src", "include", "tool")


def plain_text(text):
    """Without comments, contents of literals, and preprocessor lines; line numbers kept."""
    text = law.without_comments(text, keep_strings=False)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*",
                  lambda found: "\n" * found.group().count("\n"), text, flags=re.M)
    # `extern "C" {` and its end are no level of nesting; the end stands alone in the header.
    return re.sub(r'extern "" \{(.*)\}', r"\1", text, flags=re.S)


def functions(text):
    """(name, first line, lines) of each function of a C text; name None: braces do not match."""
    text = plain_text(text)
    depth, start, is_body = 0, 0, False
    for place in re.finditer(r"[{}]", text):
        if place.group() == "{":
            depth += 1
            if depth == 1:
                start = place.start()
                is_body = text[:start].rstrip().endswith(")")
            continue
        depth -= 1
        if depth == 0 and is_body:
            first = text.count("\n", 0, start) + 1
            head = text[:start].rstrip().rpartition("\n\n")[2]
            name = re.search(r"(\w+)\s*\(", head)
            yield (name.group(1) if name else "?", first,
                   text.count("\n", start, place.start()) + 1)
    if depth != 0:
        yield None, 0, 0


def measure(root, folders):
    for path in law.sources(root, *folders):
        for name, line, lines in functions(path.read_text()):
            yield f"{path.relative_to(root)}:{line}", name, lines


def report(title, lengths):
    lengths = sorted(lengths)
    median = lengths[len(lengths) // 2]
    ninetieth = lengths[len(lengths) * 9 // 10]
    print(f"{title}: {len(lengths)} functions, median {median} lines, 90 % {ninetieth}, "
          f"longest {lengths[-1]}")
    return median, ninetieth


def check(root):
    found = list(measure(root, PRODUCT))
    problems = [f"{place[:-2]}: braces do not match" for place, name, _ in found if name is None]
    problems += [f"{place}: {name} has {lines} lines" for place, name, lines in found
                 if lines > MOST]
    median, ninetieth = report("product", [lines for _, _, lines in found] or [0])
    if median > MEDIAN:
        problems.append(f"the median function has {median} lines, over {MEDIAN}")
    if ninetieth >= NINETIETH:
        problems.append(f"a tenth of the functions have {ninetieth} lines or more")
    report("tests", [lines for _, _, lines in measure(root, ("tests", "fuzz", "bench"))] or [0])
    return problems


def function(name, lines):
    return f"int {name}(void) {{\n" + "    g();\n" * (lines - 2) + "}\n\n"


def self_test():
    tricky = ('#ifdef __cplusplus\nextern "C" {\n#endif\n' + function("short_one", 5) +
              "#define LONG(x) { \\\n    (x)\n" + "static const int table[] = {\n" +
              "    '{',\n" * 200 + "};\n\n" + 'static int b(int x,\n             char y) {\n'
              '    return x == \'}\' ? "}" : y; /* } */\n}\n' "#ifdef __cplusplus\n}\n#endif\n")
    found = list(functions(tricky))
    if found != [("short_one", 4, 5), ("b", 216, 3)]:
        raise SystemExit(f"lengths found {found}")
    with law.tree({"src/a.c": tricky}) as root:
        law.expect(check(root))
    with law.tree({"src/a.c": function("g", 101) + function("h", 3) * 30}) as root:
        law.expect(check(root), "a.c:1: g has 101 lines")
    with law.tree({"src/a.c": function("g", 15)}) as root:
        law.expect(check(root), "median function has 15")
    with law.tree({"src/a.c": function("h", 3) * 8 + function("g", 50) * 2}) as root:
        law.expect(check(root), "a tenth of the functions have 50")
    with law.tree({"src/a.c": "int f(void) {\n"}) as root:
        law.expect(check(root), "a.c: braces do not match")


if __name__ == "__main__":
    law.run(check, self_test)
