#!/usr/bin/env python3
"""No file depends on itself through others. A source and its header count as one file; dependencies
are includes and calls."""
import os
import pathlib
import re
import subprocess

import law
from test_layers import INCLUDE

BUILD = pathlib.Path(os.environ.get("GAIT_BUILD", law.SOURCE / "build/release"))
TARGETS = {"src": ("gait_static", "gait"), "bindings": ("gait_static", "gait"),
           "tool": ("gait-tool",), "bench": ("gait-bench",)}
ROOTS = ("src", "bindings", "include", "tool", "bench")


def name_of(path, root):
    """A source and the header of its name are one."""
    return path.relative_to(root).with_suffix("").as_posix()


def included(root):
    """{file: {file: why}} of every #include."""
    dependencies = {}
    for path in law.sources(root, *ROOTS):
        own = dependencies.setdefault(name_of(path, root), {})
        text = law.without_comments(path.read_text())
        for name in (found.group(2) for found in INCLUDE.finditer(text)):
            folders = [path.parent, root / "src", root / "include", root / "tool"]
            header = next((f / name for f in folders if (f / name).is_file()), None)
            if header and header.suffix == ".h":
                own[name_of(header, root)] = f"includes {name}"
    return dependencies


def called(objects):
    """{file: {file: why}} of every call; objects: {file: object file}."""
    place_of = {str(path): place for place, path in objects.items()}
    needed = {place: set() for place in objects}
    owner = {}
    listing = law.run_or_exit(["nm", "-A", *place_of]) if objects else ""
    for line in listing.splitlines():
        path, kind, name = re.match(r"(.*):[0-9a-f ]* ([A-Za-z]) (\S+)$", line).groups()
        if kind == "U":
            needed[place_of[path]].add(name)
        elif kind in "TDRBVW":
            owner[name] = place_of[path]
    return {place: {owner[name]: f"calls {name}()" for name in sorted(names) if name in owner}
            for place, names in needed.items()}


def cycles(dependencies):
    """The strongly connected sets of more than one file, by Tarjan's algorithm."""
    index, low, stack, found = {}, {}, [], []

    def visit(place):
        index[place] = low[place] = len(index)
        stack.append(place)
        for other in dependencies.get(place, ()):
            if other not in index:
                visit(other)
            if other in stack:
                low[place] = min(low[place], low[other])
        if low[place] == index[place]:
            at = stack.index(place)
            if len(stack) - at > 1:
                found.append(sorted(stack[at:]))
            del stack[at:]

    for place in sorted(dependencies):
        if place not in index:
            visit(place)
    return found


def problems_of(dependencies):
    problems = []
    for files in cycles(dependencies):
        problems.append(f"a cycle of {len(files)} files: {' '.join(files)}")
        problems += [f"    {place} -> {other}: {why}" for place in files
                     for other, why in sorted(dependencies[place].items())
                     if other in files and other != place]
    return problems


def merged(one, other):
    return {place: {**one.get(place, {}), **other.get(place, {})}
            for place in sorted({*one, *other})}


def objects_of(root):
    """Every object of the library, the command and the bench whose source is still there."""
    objects = {}
    for part, targets in TARGETS.items():
        for target in targets:
            for folder in (BUILD / "CMakeFiles", BUILD / part / "CMakeFiles"):
                for path in (folder / f"{target}.dir").rglob("*.c.o"):
                    place = path.relative_to(folder / f"{target}.dir").as_posix()
                    place = place.removesuffix(".c.o")
                    place = place if place.startswith(f"{part}/") else f"{part}/{place}"
                    if (root / f"{place}.c").is_file():
                        objects[place] = path
    return objects


def check(root):
    return problems_of(merged(included(root), called(objects_of(root))))


def self_test():
    files = {
        "src/a.h": "#ifndef A\n#define A\nint gaiti_a(void);\n#endif\n",
        "src/a.c": '#include "a.h"\nint gaiti_a(void) { return 1; }\n',
        "src/b.c": '#include "a.h"\nint gaiti_b(void);\nint gaiti_b(void) { return gaiti_a(); }\n',
    }

    def found(**more):
        with law.tree({**files, **{f"src/{name}.c": text for name, text in more.items()}}) as root:
            objects = {}
            for path in law.sources(root, "src", endings=(".c",)):
                law.run_or_exit([law.CC, "-c", f"-I{root / 'src'}", path, "-o",
                                 path.with_suffix(".o")])
                objects[name_of(path, root)] = path.with_suffix(".o")
            return problems_of(merged(included(root), called(objects)))

    law.expect(found())
    law.expect(found(a="int gaiti_b(void);\nint gaiti_a(void) { return gaiti_b(); }\n"),
               "a cycle of 2 files: src/a src/b", "src/a -> src/b: calls gaiti_b()",
               "src/b -> src/a: calls gaiti_a()")
    files["src/c.h"] = '#ifndef C\n#define C\n#include "a.h"\n#endif\n'
    law.expect(found(a='#include "a.h"\n#include "c.h"\nint gaiti_a(void) { return 1; }\n'),
               "a cycle of 2 files: src/a src/c", "src/a -> src/c: includes c.h",
               "src/c -> src/a: includes a.h")


if __name__ == "__main__":
    if subprocess.run(["nm", "--version"], capture_output=True).returncode:
        raise SystemExit(77)
    law.run(check, self_test)
