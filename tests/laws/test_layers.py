#!/usr/bin/env python3
"""Dependencies point down: every #include against a table of the folders."""
import re

import law

# Folders of the library, and what each may include besides itself, including subfolders.
BASE, MODEL, CODEC, METADATA = "src/base", "src/model", "src/codec", "src/metadata"
TEXT = "src/text"
OF_FORMATS = ["src/formats", METADATA, MODEL, CODEC, BASE]  # what every format may include
PARTS = {
    "src/base": [BASE],
    "src/base/text": [BASE],
    "src/base/number": [BASE],
    "src/base/json": [BASE],
    "src/codec": [BASE],
    "src/codec/crc32": [BASE],
    "src/codec/lzo1x": [CODEC, BASE],
    "src/codec/lzhuf": [CODEC, BASE],
    "src/text": [CODEC, BASE],
    "src/model": [BASE],
    "src/ops": [MODEL, BASE],
    "src/joints": ["src/ops", MODEL, BASE],
    "src/metadata": [MODEL, "src/codec/crc32", BASE],
    "src/formats": [METADATA, TEXT, MODEL, BASE],
    "src/formats/bi": [MODEL, BASE],
    "src/formats/bi/rtm": ["src/formats/bi", TEXT, *OF_FORMATS],
    "src/formats/bi/bmtr": ["src/formats/bi", "src/formats/bi/rtm", TEXT, *OF_FORMATS],
    "src/formats/bi/config": ["src/formats/bi", *OF_FORMATS],
    "src/formats/bi/modelcfg": ["src/formats/bi", "src/formats/bi/config", *OF_FORMATS],
    "src/formats/bi/p3d": ["src/formats/bi", *OF_FORMATS],
    "src/formats/xray": ["src/formats", TEXT, MODEL, BASE],
    "src/formats/xray/omf": ["src/formats/xray", TEXT, *OF_FORMATS],
    "src/formats/xray/ogf": ["src/formats/xray", "src/formats/xray/omf", *OF_FORMATS],
    "src/formats/xray/skl": ["src/formats/xray", "src/formats/xray/omf", TEXT, *OF_FORMATS],
    "src/formats/*": OF_FORMATS,  # folders of formats without a row
    "src/mod": ["src/formats/bi/config", "src/formats/xray/*", "src/formats/xray", *OF_FORMATS],
    "src/search": ["src/formats/*", "src/joints", "src/ops", *OF_FORMATS],
    "src/banks": ["src/formats/*", *OF_FORMATS],
    "src/roundtrip": ["src/roundtrip/compare", "src/search", "src/formats/*", "src/ops",
                      *OF_FORMATS],
    "src/roundtrip/compare": ["src/ops", MODEL, BASE],
    "src/convert": ["src/roundtrip", "src/search", "src/formats/*", "src/ops", *OF_FORMATS],
    "src/host": ["src/roundtrip", "src/roundtrip/compare", "src/formats/*", "src/ops", *OF_FORMATS],
    "src/difference": ["src/formats/*", "src/ops", *OF_FORMATS],
    "src/edit": ["src/formats/*", "src/ops", *OF_FORMATS],
    "src/optimise": ["src/formats/*", *OF_FORMATS],
    "src/draw": ["src/ops", MODEL, BASE],
    "src/report": ["src/roundtrip", "src/difference", "src/optimise", "src/mod", "src/formats",
                   "src/ops", METADATA, MODEL, CODEC, BASE],
    "bindings": [BASE],
}
# Folders of the command, and what each may include besides itself.
SYSTEM = ["tool/io", "tool/base"]
# What most commands use.
SHARED = ["tool/batch", "tool/skeleton", "tool/options", "tool/project", *SYSTEM]
TOOL = {
    "tool/base": [],
    "tool/io": ["tool/base"],
    "tool/project": SYSTEM,
    "tool/options": ["tool/project", *SYSTEM],
    "tool/skeleton": ["tool/project", *SYSTEM],
    "tool/batch": ["tool/skeleton", "tool/options", *SYSTEM],
    "tool/list": SYSTEM,
    "tool/mod": ["tool/options", "tool/project", *SYSTEM],
    "tool/edit": ["tool/list", *SHARED],
    "tool/banks": ["tool/edit", *SYSTEM],
    "tool/check": ["tool/mod", "tool/banks", "tool/skeleton", "tool/options", "tool/project",
                   *SYSTEM],
    "tool/convert": ["tool/mod", *SHARED],
    "tool/diff": SHARED,
    "tool/page": ["tool/skeleton", "tool/options", "tool/project", *SYSTEM],
    "tool/sample": ["tool/mod", *SHARED],
    "tool/cmd": ["tool/list", "tool/mod", "tool/edit", "tool/banks", "tool/check", "tool/convert",
                 "tool/diff", "tool/page", "tool/sample", *SHARED],
    "tool": ["tool/cmd", *SYSTEM],  # main.c
}
# One format never includes another one, but for banks inside models, their marks in motions, and
# binarised RTM, which is changed as a plain one.
ALONE = "src/formats"  # this entry means the files of the folder only, "src/formats/*" all formats
REGISTRY = {"src/formats/formats.c", "src/formats/open_file.c"}  # the list of every format; banks

# Public headers: what each may include, and which folders may include it.
FORMATS = ["src/formats/*"]
ABOVE = ["src/search", "src/convert", "src/roundtrip", "src/host", "src/edit", "src/difference"]
PUBLIC = {
    "base": ([], ["src/*"]),
    "games": (["base"], ["src/base", "src/mod", "src/edit", "src/report"]),
    "rules": (["base"], ["src/base", "src/search", "src/convert", "src/roundtrip",
                         "src/report"]),
    "model": (["base"], ["src/model", "src/ops", "src/joints", METADATA, "src/formats", *FORMATS,
                         *ABOVE,
                         "src/draw", "src/report"]),
    "names": (["base", "model"], ["src/model", METADATA, "src/formats", *FORMATS, *ABOVE,
                                  "src/difference", "src/edit", "src/draw", "src/report"]),
    "pose": (["base", "model"], ["src/ops", "src/joints", *ABOVE, "src/draw", "src/report"]),
    "transform": (["base", "model"], ["src/model", "src/ops", "src/joints", METADATA,
                                      "src/formats", *FORMATS,
                                      *ABOVE, "src/draw", "src/report"]),
    "numbers": (["base"], ["src/base", "src/base/number", *FORMATS, *ABOVE]),
    "bones": (["base", "model"], ["src/model", "src/ops", *ABOVE, "src/report"]),
    "joints": (["base", "model"], ["src/joints", "src/search", "src/report"]),
    "sampler": (["base", "model"], ["src/ops", *ABOVE, "src/draw", "src/report"]),
    "playback": (["base", "model", "sampler"], ["src/ops", *ABOVE, "src/draw", "src/report"]),
    "blend": (["base", "model", "sampler"], ["src/ops", *ABOVE, "src/draw", "src/report"]),
    "file": (["base", "model"], ["src/formats", *FORMATS, METADATA, "src/banks", *ABOVE,
                                 "src/report"]),
    "inspect": (["base", "model", "file"], ["src/formats", *FORMATS, METADATA, "src/banks",
                                            "src/mod", *ABOVE, "src/report"]),
    "mesh": (["base", "model", "file"], ["src/model", "src/ops", "src/formats", *FORMATS, *ABOVE,
                                         "src/draw", "src/report"]),
    "map": (["base", "file"], ["src/formats", "src/report"]),
    "text": (["base", "file"], ["src/formats"]),
    "stdio": (["base", "file"], []),
    "metadata": (["base", "model", "file"], [METADATA, "src/formats", *FORMATS, *ABOVE,
                                             "src/report"]),
    "search": (["base", "model", "pose", "file"], ABOVE),
    "search_steps": (["base", "model", "search"], ABOVE),
    "bank_check": (["base", "file"], ["src/banks"]),
    "bank_edit": (["base", "file"], ["src/banks", "src/formats", "src/formats/xray/*",
                                     "src/formats/xray", *ABOVE]),
    "output_names": (["base", "file"], ["src/convert"]),
    "convert": (["base", "model", "file", "roundtrip"], ["src/convert"]),
    "convert_steps": (["base", "file", "convert"], ["src/convert"]),
    "matched_joints": (["base", "roundtrip"], ["src/roundtrip", "src/convert", "src/report"]),
    "compare": (["base", "model", "file"], ["src/ops", "src/difference", "src/report"]),
    "edit": (["base", "model", "file"], ["src/edit"]),
    "optimise": (["base", "file"], ["src/optimise", "src/formats", *FORMATS, "src/report"]),
    "draw": (["base", "model", "pose", "mesh"], ["src/draw"]),
    "roundtrip": (["base", "model", "file"], ["src/roundtrip", "src/convert", "src/host",
                                                   "src/report"]),
    "edited_file": (["base", "model", "file", "roundtrip"], ABOVE),
    "host": (["base", "model", "edited_file"], ["src/host"]),
    "report": (["base", "model", "mod", "pose", "compare", "optimise", "file", "joints",
                "roundtrip"],
               ["src/report"]),
    "rtm": (["base", "model", "file"], ["src/formats/bi/*", *ABOVE]),
    "bmtr": (["base", "model", "file"], ["src/formats/bi/*", *ABOVE]),
    "mod": (["base", "model", "file"], ["src/mod", "src/report"]),
    "modelcfg": (["base", "model", "file"], ["src/formats/bi/*", *ABOVE]),
    "p3d": (["base", "model", "file", "mesh"], ["src/formats/bi/*", *ABOVE]),
    "omf": (["base", "model", "file"], ["src/formats", "src/formats/xray/*", "src/formats/xray",
                                        *ABOVE]),
    "ogf": (["base", "model", "file", "mesh", "omf"], ["src/formats/xray/*", "src/banks", *ABOVE]),
    "skl": (["base", "model", "file", "omf"], ["src/formats/xray/*", *ABOVE]),
    "gltf": (["base", "model", "file", "mesh"], ["src/formats/gltf/*", *ABOVE]),
    "bvh": (["base", "model", "file"], ["src/formats/bvh", *ABOVE]),
}
UMBRELLAS = {"gait", "expert"}
# What gait.h includes.
CORE = {"base", "convert", "file", "gait", "model", "pose", "roundtrip", "search"}
# The headers of documents, which the command does not include.
DOCUMENTS = {"rtm", "bmtr", "modelcfg", "p3d", "omf", "ogf", "skl", "gltf", "bvh", "metadata",
             "host", "edited_file", "expert", "map"}
MAP = ("tool/cmd/cmd_map.c", "gait/map.h")  # the one expert header that the command includes

# No stdio, locale, clock or signals; the command handles files and text.
LIBRARY_HEADERS = {"stdbool.h", "stddef.h", "stdint.h", "string.h", "limits.h", "float.h",
                   "stdarg.h"}
INTRINSICS = {"emmintrin.h", "arm_neon.h"}  # what every processor of the family has
PLACED_HEADERS = {"stdlib.h": ["src/base/memory.c"],
                  "immintrin.h": ["src/codec/crc32/crc32_clmul.c",  # not everywhere: tested first
                                  "src/codec/half_f16c.c",
                                  "src/ops/sampler_kernels.c"]}
PUBLIC_HEADERS = {"stdbool.h", "stddef.h", "stdint.h"}
STDIO_HEADERS = {"dirent.h", "errno.h", "io.h", "stdio.h", "stdlib.h", "string.h", "sys/stat.h"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def includes(path):
    text = law.without_comments(path.read_text())
    for found in INCLUDE.finditer(text):
        yield text.count("\n", 0, found.start(1)) + 1, found.group(1) == "<", found.group(2)


def part_of(path):
    """The folder that a file of src/ belongs to, by its path below the root."""
    return path.rpartition("/")[0]


def covers(listed, folder):
    """True when an entry of a list includes a folder."""
    if listed == folder:
        return True
    if listed.endswith("/*"):
        return folder.startswith(listed[:-1])
    return listed != ALONE and folder.startswith(listed + "/") and not listed.startswith(ALONE)


def row_of(part):
    """The row of a folder: its own one, or for folders of formats that of all formats."""
    return PARTS.get(part, PARTS["src/formats/*"] if part.startswith("src/formats/") else None)


def may_use(part, folder):
    return part == folder or any(covers(listed, folder) for listed in row_of(part) or [])


def folder_of_header(place, name):
    """The folder of a header of the library or the bindings."""
    return "bindings" if place.startswith("bindings/") and "/" not in name else \
        part_of(f"src/{name}")


def library_problem(place, system, name):
    part = part_of(place)
    if system:
        if name in LIBRARY_HEADERS | INTRINSICS or place in PLACED_HEADERS.get(name, []):
            return None
        if name == "math.h":
            return None  # for sqrt; the law of symbols sees the rest
        return "is not a header that the library may need"
    if place in REGISTRY:
        return None
    if name.startswith("gait/"):
        stem = name[len("gait/"):].removesuffix(".h")
        if part == "bindings" and stem in {*UMBRELLAS, *PUBLIC}:
            return None
        if stem in PUBLIC and any(covers(listed, part) for listed in PUBLIC[stem][1]):
            return None
        return f"is not for {part}"
    if name.endswith(".def") or may_use(part, folder_of_header(place, name)):
        return None  # a table of macros has no layer
    return f"is not below {part}"


def public_problem(place, system, name):
    own = place.removeprefix("include/gait/").removesuffix(".h")
    if system:
        allowed = STDIO_HEADERS if own == "stdio" else PUBLIC_HEADERS
        return None if name in allowed else "is not for public headers"
    stem = name.removeprefix("gait/").removesuffix(".h")
    if own == "gait" and stem not in CORE:
        return "is not core: include it in gait/expert.h"
    if name == f"gait/{stem}.h" and (own in UMBRELLAS or stem in PUBLIC[own][0]):
        return None
    return f"is not below gait/{own}.h"


def tool_problem(root, place, system, name):
    stem = name.removeprefix("gait/").removesuffix(".h")
    if name.startswith("gait/") and stem in DOCUMENTS and (place, name) != MAP:
        return "is the header of a document"
    if system or name.startswith("gait/"):
        return None
    if not (root / "tool" / name).is_file():
        return "is neither public nor the tool's own"
    part, folder = part_of(place), part_of(f"tool/{name}")
    return None if folder in (part, *TOOL[part]) else f"is not below {part}"


def check(root):
    problems = []
    for path in law.sources(root, "src", "include", "bindings", "tool",
                            endings=(".c", ".h", ".def")):
        place = path.relative_to(root).as_posix()
        in_library = place.startswith(("src/", "bindings/"))
        in_command = place.startswith("tool/")
        if ((in_library and row_of(part_of(place)) is None and path.suffix != ".def") or
                (in_command and part_of(place) not in TOOL)):
            problems.append(f"{place}: its folder has no row in tests/laws/test_layers.py")
            continue
        own = place.removeprefix("include/gait/").removesuffix(".h")
        if place.startswith("include/") and own not in UMBRELLAS and own not in PUBLIC:
            problems.append(f"{place}: public header without a row in tests/laws/test_layers.py")
            continue
        for line, system, name in includes(path):
            if in_library:
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
        "src/formats/bi/rtm/rtm.c": '#include "formats/bi/rtm/rtm.h"\n'
                                    '#include "formats/format_row.h"\n'
                                    '#include "base/text/text.h"\n',
        "src/formats/xray/ogf/ogf.c": '#include "formats/xray/omf/omf.h"\n',
        "src/formats/formats.c": '#include "formats/bi/rtm/rtm.h"\n#include "gait/omf.h"\n',
        "src/roundtrip/base.c": '#include "formats/gltf/read/gltf_read.h"\n#include "gait/omf.h"\n',
        "bindings/flat.c": '#include "flat.h"\n#include "gait/map.h"\n#include "base/memory.h"\n',
        "bindings/flat.h": '#include "gait/base.h"\n',
        "tool/main.c": '#include <stdio.h>\n#include "gait/gait.h"\n#include "io/files.h"\n',
        "tool/io/files.h": "",
        "tool/convert/a.c": '#include "convert/b.h"\n#include "io/files.h"\n',
        "tool/convert/b.h": "",
    }
    with law.tree(good) as root:
        law.expect(check(root))
    bad = {
        "include/gait/base.h": "#include <stdio.h>\n",
        "include/gait/extra.h": "",
        "include/gait/model.h": '#include "gait/pose.h"\n',
        "bindings/flat.c": '#include "model/clip.h"\n#include <stdio.h>\n',
        "src/base/a.c": '#include "model/clip.h"\n#include <stdlib.h>\n',
        "src/formats/bi/b.c": '#include "formats/bi/rtm/rtm.h"\n',
        "src/formats/bi/rtm/c.c": '#include "formats/xray/omf/omf.h"\n#include "gait/omf.h"\n'
                                  '#include "ops/pose.h"\n',
        "src/formats/format_row.h": '#include "formats/bi/rtm/rtm.h"\n',
        "src/new/d.c": "",
        "src/ops/e.c": '\n#include "formats/bi/rtm/rtm.h"\n',
        "src/report/f.c": "#include <locale.h>\n",
        "include/gait/gait.h": '#include "gait/omf.h"\n',
        "tool/main.c": '#include "base/bytes.h"\n',
        "tool/expert.c": '#include "gait/omf.h"\n',
        "tool/io/files.h": '#include "io/threads.h"\n#include "options/options.h"\n',
        "tool/io/threads.h": "",
        "tool/options/options.h": "",
        "tool/new/a.c": "",
    }
    with law.tree(bad) as root:
        law.expect(
            check(root), "flat.c:1: model/clip.h is not below bindings", "flat.c:2: stdio.h",
            "base.h:1: stdio.h", "extra.h: public header without",
            "gait.h:1: gait/omf.h is not core",
            "gait/pose.h is not", "a.c:1: model/clip.h is not below src/base", "a.c:2: stdlib.h",
            "b.c:1: formats/bi/rtm/rtm.h is not below src/formats/bi", "c.c:1: formats/xray",
            "c.c:2: gait/omf.h is not for src/formats/bi/rtm", "c.c:3: ops/pose.h",
            "format_row.h:1: formats/bi", "d.c: its folder has no row", "e.c:2: formats/bi",
            "f.c:1: locale.h", "expert.c:1: gait/omf.h is the header of a document",
            "files.h:2: options/options.h is not below tool/io", "main.c:1: base/bytes.h",
            "tool/new/a.c: its folder has no row")


if __name__ == "__main__":
    law.run(check, self_test)
