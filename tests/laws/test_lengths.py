#!/usr/bin/env python3
"""Functions of the product have a readable size: 95 % under 60 lines, none over 100, and at most 6
parameters. Functions for hosts that can pass only numbers (gait_flat_) have no limit of parameters.

A function's length is the lines from its opening brace's line to its closing brace's.
"""
import re

import law

NEARLY_ALL, MAX_LINES, MAX_PARAMETERS = 60, 100, 6
PRODUCT = ("src", "bindings", "include", "tool")


def plain_text(text):
    """Without comments, contents of literals, and preprocessor lines; line numbers kept."""
    text = law.without_comments(text, keep_strings=False)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*",
                  lambda found: "\n" * found.group().count("\n"), text, flags=re.M)
    # `extern "C" {` and its end do not nest; the end is on its own line in the header.
    return re.sub(r'extern "" \{(.*)\}', r"\1", text, flags=re.S)


def functions(text):
    """(name, first line, lines, parameters) of each function of a C text; name None: braces do not
    match."""
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
                   text.count("\n", start, place.start()) + 1,
                   parameters(head[name.end() - 1:]) if name else 0)
    if depth != 0:
        yield None, 0, 0, 0


def parameters(text):
    """The number of parameters of a list in parentheses; those of function pointers are inside."""
    depth, count = 0, 1
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        count += letter == "," and depth == 1
    return 0 if re.fullmatch(r"\(\s*(void)?\s*\)", text) else count


def measure(root, folders):
    for path in law.sources(root, *folders):
        for name, line, lines, count in functions(path.read_text()):
            yield f"{path.relative_to(root)}:{line}", name, lines, count


def report(title, lengths):
    """Prints figures, returns the length that 95 % of the functions do not exceed."""
    lengths = sorted(lengths) or [0]
    nearly_all = lengths[len(lengths) * 95 // 100]
    print(f"{title}: {len(lengths)} functions, median {lengths[len(lengths) // 2]} lines, "
          f"95 % {nearly_all}, longest {lengths[-1]}")
    return nearly_all


def check(root):
    found = list(measure(root, PRODUCT))
    problems = [f"{place[:-2]}: braces do not match" for place, name, *_ in found if name is None]
    problems += [f"{place}: {name} has {lines} lines" for place, name, lines, _ in found
                 if lines > MAX_LINES]
    problems += [f"{place}: {name} has {count} parameters" for place, name, _, count in found
                 if count > MAX_PARAMETERS and not (name or "").startswith("gait_flat_")]
    if report("product", [lines for _, _, lines, _ in found]) >= NEARLY_ALL:
        problems.append(f"over 5 % of the functions have {NEARLY_ALL} lines or more")
    report("tests", [lines for _, _, lines, _ in measure(root, ("tests", "fuzz", "bench"))])
    return problems


def function(name, lines):
    return f"int {name}(void) {{\n" + "    g();\n" * (lines - 2) + "}\n\n"


def self_test():
    tricky = ('#ifdef __cplusplus\nextern "C" {\n#endif\n' + function("short_one", 5) +
              "#define LONG(x) { \\\n    (x)\n" + "static const int table[] = {\n" +
              "    '{',\n" * 200 + "};\n\n" + 'static int b(int x,\n             char y) {\n'
              '    return x == \'}\' ? "}" : y; /* } */\n}\n' "#ifdef __cplusplus\n}\n#endif\n")
    found = list(functions(tricky))
    if found != [("short_one", 4, 5, 0), ("b", 216, 3, 2)]:
        raise SystemExit(f"lengths found {found}")
    with law.tree({"src/a.c": tricky}) as root:
        law.expect(check(root))
    with law.tree({"src/a.c": function("g", 101) + function("h", 3) * 30}) as root:
        law.expect(check(root), "a.c:1: g has 101 lines")
    with law.tree({"src/a.c": function("h", 3) * 18 + function("g", 60) * 2}) as root:
        law.expect(check(root), "over 5 % of the functions have 60")
    seven = "int f(int a, int b, int c, void (*d)(int, int), int e, int g, int h) {\n}\n\n"
    with law.tree({"src/a.c": seven + seven.replace("int h", "void")}) as root:
        law.expect(check(root), "a.c:1: f has 7 parameters", "a.c:4: f has 7 parameters")
    with law.tree({"src/a.c": seven.replace(", int h", "")}) as root:
        law.expect(check(root))
    with law.tree({"src/a.c": "int f(void) {\n"}) as root:
        law.expect(check(root), "a.c: braces do not match")


if __name__ == "__main__":
    law.run(check, self_test)
