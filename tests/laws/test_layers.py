#!/usr/bin/env python3
"""Dependencies point down: every #include against the table of docs/architecture.md."""
import re

import law

# Parts of the library, and what each may include of the others (itself always).
PARTS = {
    "src/base": [],
    "src/codec": ["src/base"],
    "src/model": ["src/base"],
    "src/formats": ["src/model", "src/base"],  # what every format looks like from the top
    "src/formats/bi": ["src/formats", "src/model", "src/codec", "src/base"],
    "src/formats/xray": ["src/formats", "src/model", "src/codec", "src/base"],
    "src/formats/exchange": ["src/formats", "src/model", "src/codec", "src/base"],
    "src/ops": ["src/model", "src/base"],
    "src/report": ["src/model", "src/codec", "src/base"],
}
TOP = "src"  # src/formats/formats.c and its like see every part

# Public headers, what each may include, and which parts may include it (the top sees all).
FORMATS = ["src/formats/bi", "src/formats/xray", "src/formats/exchange"]
PUBLIC = {
    "base": ([], list(PARTS)),
    "model": (["base"], ["src/model", *FORMATS, "src/ops", "src/report"]),
    "ops": (["base", "model"], ["src/ops", "src/report"]),
    # For its types: fields, formats. Its functions are the top's.
    "file": (["base", "model"], ["src/formats", *FORMATS, "src/report"]),
    "extras": (["base", "model", "file"], ["src/formats", *FORMATS, "src/report"]),
    "draw": (["base", "model", "ops"], ["src/report"]),
    "back": (["base", "model", "file"], ["src/ops", "src/report", *FORMATS]),
    "report": (["base", "model", "ops", "file", "back"], ["src/report"]),
    **{name: (["base", "model", "file"], [family]) for family, names in {
        "src/formats/bi": ["rtm", "bmtr", "modelcfg", "p3d"],
        "src/formats/xray": ["omf", "ogf", "skl"],
        "src/formats/exchange": ["gltf", "bvh", "seanim"],
    }.items() for name in names},
    # A model holds a bank; SDK motions have the marks and flags of banks.
    "ogf": (["base", "model", "file", "omf"], ["src/formats/xray"]),
    "skl": (["base", "model", "file", "omf"], ["src/formats/xray"]),
}
UMBRELLA = "gait"

# No stdio, no locale, no clock, no signals; files and text belong to the command.
LIBRARY_HEADERS = {"stdbool.h", "stddef.h", "stdint.h", "string.h", "limits.h", "float.h",
                   "stdarg.h"}
INTRINSICS = {"emmintrin.h", "arm_neon.h"}  # what every processor of the family has
PLACED_HEADERS = {"stdlib.h": ["src/base/memory.c"],
                  "immintrin.h": ["src/codec/crc32/crc32_clmul.c",  # what some have: asked for first
                                  "src/codec/half_f16c.c"]}
PUBLIC_HEADERS = {"stdbool.h", "stddef.h", "stdint.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def includes(path):
    text = law.without_comments(path.read_text())
    for found in INCLUDE.finditer(text):
        yield text.count("\n", 0, found.start(1)) + 1, found.group(1) == "<", found.group(2)


def part_of(path):
    """The part that a file of src/ belongs to, by its path below the root."""
    for part in sorted(PARTS, key=len, reverse=True):
        if path.startswith(part + "/"):
            return part
    return TOP


def library_problem(place, system, name):
    part = part_of(place)
    if system:
        if name in LIBRARY_HEADERS | INTRINSICS or place in PLACED_HEADERS.get(name, []):
            return None
        if name == "math.h" and part != TOP:
            return None  # for sqrt; the law of symbols sees the rest
        return "is not a header of the library's floor"
    if name.startswith("gait/"):
        stem = name[len("gait/"):].removesuffix(".h")
        if part == TOP or (stem in PUBLIC and part in PUBLIC[stem][1]):
            return None
        return f"is not for {part}"
    if name.endswith(".def"):
        return None  # a table of macros has no layer
    target = part_of(f"src/{name}")
    if part == TOP or target == part or target in PARTS[part]:
        return None
    return f"is not below {part}"


def public_problem(place, system, name):
    own = place.removeprefix("include/gait/").removesuffix(".h")
    if system:
        return None if name in PUBLIC_HEADERS else "is not for public headers"
    stem = name.removeprefix("gait/").removesuffix(".h")
    if name == f"gait/{stem}.h" and (own == UMBRELLA or stem in PUBLIC[own][0]):
        return None
    return f"is not below gait/{own}.h"


def tool_problem(root, place, system, name):
    if system or name.startswith("gait/") or (root / "tool" / name).is_file():
        return None
    return "is neither public nor the tool's own"


def check(root):
    problems = []
    for path in law.sources(root, "src", "include", "tool", endings=(".c", ".h", ".def")):
        place = path.relative_to(root).as_posix()
        own = place.removeprefix("include/gait/").removesuffix(".h")
        if place.startswith("include/") and own != UMBRELLA and own not in PUBLIC:
            problems.append(f"{place}: public header without a row in tests/laws/test_layers.py")
            continue
        for line, system, name in includes(path):
            if place.startswith("src/"):
                problem = library_problem(place, system, name)
            elif place.startswith("include/"):
                problem = public_problem(place, system, name)
            else:
                problem = tool_problem(root, place, system, name)
            if problem:
                problems.append(f"{place}:{line}: {name} {problem}")
    return problems


def self_test():
    good = {
        "include/gait/base.h": "#include <stdint.h>\n",
        "include/gait/model.h": '#include "gait/base.h"\n',
        "include/gait/gait.h": '#include "gait/model.h"\n',
        "src/base/memory.c": "#include <stdlib.h>\n#include <string.h>\n",
        "src/base/rules.c": '#include "rules.def"\n/* #include <stdio.h> */\n',
        "src/formats/bi/rtm.c": '#include "formats/bi/rtm.h"\n#include "formats/document.h"\n',
        "src/formats/formats.c": '#include "formats/bi/rtm.h"\n#include "formats/xray/omf.h"\n',
        "tool/main.c": '#include <stdio.h>\n#include "gait/gait.h"\n#include "options.h"\n',
        "tool/options.h": "",
    }
    with law.tree(good) as root:
        law.expect(check(root))
    bad = {
        "include/gait/base.h": "#include <stdio.h>\n",
        "include/gait/extra.h": "",
        "include/gait/model.h": '#include "gait/ops.h"\n',
        "src/base/a.c": '#include "model/clip.h"\n#include <stdlib.h>\n',
        "src/formats/bi/b.c": '#include "formats/xray/omf.h"\n#include "gait/omf.h"\n',
        "src/formats/document.h": '#include "formats/bi/rtm.h"\n',
        "src/ops/c.c": '\n#include "formats/bi/rtm.h"\n',
        "src/report/d.c": "#include <locale.h>\n",
        "tool/main.c": '#include "base/bytes.h"\n',
    }
    with law.tree(bad) as root:
        law.expect(
            check(root), "base.h:1: stdio.h", "extra.h: public header without", "gait/ops.h is not",
            "a.c:1: model/clip.h is not below src/base", "a.c:2: stdlib.h", "b.c:1: formats/xray",
            "b.c:2: gait/omf.h is not for src/formats/bi", "document.h:1: formats/bi",
            "c.c:2: formats/bi/rtm.h", "d.c:1: locale.h", "main.c:1: base/bytes.h")


if __name__ == "__main__":
    law.run(check, self_test)
