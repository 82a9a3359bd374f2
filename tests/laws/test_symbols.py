#!/usr/bin/env python3
"""Symbols that the library defines and uses: names, layers, libc, no writable data."""
import os
import pathlib
import re
import subprocess

import law
from test_layers import REGISTRY, may_use, part_of

BUILD = pathlib.Path(os.environ.get("GAIT_BUILD", law.SOURCE / "build/release"))

# clang turns memcmp(...) == 0 into bcmp. The GOT is how position-independent code finds data. What
# the processor has is found out once, before main(), by the compiler's runtime.
LIBC = {"memcpy", "memmove", "memset", "memcmp", "memchr", "bcmp", "strlen", "strcmp", "strncmp",
        "strcspn", "sqrt"}
COMPILER = {"_GLOBAL_OFFSET_TABLE_", "__cpu_model", "__cpu_features2"}
ALLOCATION = {"malloc", "realloc", "free", "calloc"}
ALLOCATOR_OBJECT = "src/base/memory.c"

OBJECT = re.compile(r"^(.*):     file format .*$", re.M)
SYMBOL = re.compile(r"^[0-9a-f]+ (.{7}) (\S+)\t[0-9a-f]+ +(?:\.hidden )?(\S+)$", re.M)


def symbols(objects):
    """(place, name, section, is_global) of each symbol but sections and file names; objects:
    {place of the source: object file}."""
    place_of = {str(path): place for place, path in objects.items()}
    _, *parts = OBJECT.split(law.run_or_exit(["objdump", "-t", *sorted(place_of)]))
    for path, text in zip(parts[::2], parts[1::2]):
        for flags, section, name in SYMBOL.findall(text):
            if flags[5] != "d":
                yield place_of[path], name, section, flags[0] in "gu!"


def is_writable(section):
    if section.startswith(".data.rel.ro"):
        return False  # constant after loading: tables of pointers
    return re.match(r"\.(data|bss|tdata|tbss)|\*COM\*", section) is not None


def check_objects(objects):
    """objects: {place of the source: object file}."""
    problems = []
    defined = {}
    needed = []
    for place, name, section, is_global in symbols(objects):
        if section == "*UND*":
            needed.append((place, name))
            continue
        if is_writable(section):
            problems.append(f"{place}: {name} is a variable (in {section})")
        if is_global:
            defined[name] = place
            if not re.match(r"gaiti?_", name):
                problems.append(f"{place}: {name} is global without gait_ or gaiti_")
    for place, name in needed:
        if name in defined:
            part, target = part_of(place), part_of(defined[name])
            is_binding = part == "bindings" and name.startswith("gait_")
            if place not in REGISTRY and not is_binding and not may_use(part, target):
                problems.append(f"{place}: {name} of {defined[name]} is not below {part}")
        elif name in ALLOCATION:
            if place != ALLOCATOR_OBJECT:
                problems.append(f"{place}: {name} is for {ALLOCATOR_OBJECT} alone")
        elif name not in LIBC | COMPILER:
            problems.append(f"{place}: {name} is needed, and neither ours nor allowed")
    return problems


def check(root):
    objects = {}
    for target in ("gait_static", "gait"):
        folder = BUILD / "CMakeFiles" / f"{target}.dir"
        for object_file in [*folder.glob("src/**/*.o"), *folder.glob("bindings/*.o")]:
            place = object_file.relative_to(folder).as_posix().removesuffix(".o")
            if (root / place).is_file():  # an object may outlive its source
                objects.setdefault(place, object_file)
    sources = {p.relative_to(root).as_posix()
               for p in law.sources(root, "src", "bindings", endings=(".c",))}
    problems = [f"{place}: no object in {BUILD}" for place in sorted(sources - set(objects))]
    return problems or check_objects(objects)


def compile_tree(root):
    objects = {}
    for path in law.sources(root, "src", "bindings", endings=(".c",)):
        law.run_or_exit([law.CC, "-O1", "-fPIE", "-c", path, "-o", path.with_suffix(".o")])
        objects[path.relative_to(root).as_posix()] = path.with_suffix(".o")
    return objects


def self_test():
    good = {
        "src/base/memory.c": "#include <stdlib.h>\n"
                             "void *gaiti_get(unsigned n) { return malloc(n); }\n",
        "src/model/clip.c": "void *gaiti_get(unsigned n);\n"
                            'static const char *const names[] = {"a", "b"};\n'
                            "void *gait_clip(unsigned n) { return gaiti_get(names[n & 1][0]); }\n",
        "bindings/flat.c": "void *gait_clip(unsigned n);\nvoid *gait_flat(void);\n"
                           "void *gait_flat(void) { return gait_clip(1); }\n",
    }
    with law.tree(good) as root:
        law.expect(check_objects(compile_tree(root)))
    bad = {
        "src/base/a.c": "void *gait_clip(void);\nvoid *gaiti_up(void) { return gait_clip(); }\n",
        "bindings/flat.c": "void *gaiti_clip(void);\n"
                           "void *gait_flat(void) { return gaiti_clip(); }\n",
        "src/base/b.c": "static int count;\nint gaiti_next(void) { return ++count; }\n",
        "src/base/c.c": "int puts(const char *s);\nint helper(void) { return puts(\"\"); }\n",
        "src/model/d.c": "#include <stdlib.h>\nvoid *gait_clip(void) { return malloc(9); }\n"
                         "void *gaiti_clip(void) { return 0; }\n",
    }
    with law.tree(bad) as root:
        law.expect(check_objects(compile_tree(root)), "b.c: count is a variable",
                   "c.c: helper is global without",
                   "flat.c: gaiti_clip of src/model/d.c is not below bindings",
                   "a.c: gait_clip of src/model/d.c is not below",
                   "c.c: puts is needed", "d.c: malloc is for src/base/memory.c")


if __name__ == "__main__":
    if subprocess.run(["objdump", "--version"], capture_output=True).returncode:
        raise SystemExit(77)
    law.run(check, self_test)
