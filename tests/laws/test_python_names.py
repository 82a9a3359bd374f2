#!/usr/bin/env python3
"""Every name that a function in Python uses is defined: in its module, or by Python.

Python finds a missing import only when the line runs, which may be that of a rare message.
"""
import builtins
import dis
import types

import law

FOLDERS = ("bindings", "blender", "packaging", "samples", "scripts", "tests")
STORES = {"STORE_NAME", "STORE_GLOBAL"}
LOADS = {"LOAD_GLOBAL", "LOAD_NAME"}
OF_MODULES = {"__file__", "__name__", "__doc__", "__path__", "__package__", "__annotations__",
              "__module__", "__qualname__"}


def codes(code):
    """A code object, and all that it contains."""
    yield code
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            yield from codes(each)


def names(code, operations):
    """{name: line} of the instructions with these names; the line is the first one."""
    found, line = {}, code.co_firstlineno
    for each in dis.get_instructions(code):
        line = each.starts_line or line
        if each.opname in operations:
            found.setdefault(each.argval, line)
    return found


def check(root):
    problems = []
    for path in law.sources(root, *FOLDERS, endings=(".py",)):
        module = compile(path.read_text(encoding="utf-8"), str(path), "exec")
        parts = list(codes(module))
        defined = set(dir(builtins)) | OF_MODULES
        for each in parts:
            defined.update(names(each, STORES))
        for each in parts:
            problems += [f"{path.relative_to(root)}:{line}: {name} is not defined"
                         for name, line in names(each, LOADS).items() if name not in defined]
    return problems


def self_test():
    with law.tree({"tests/a.py": "import os\nfrom a import b\nX = 1\n\n\ndef f(c):\n"
                                 "    return os, b, c, X, len\n",
                   "tests/b.py": "def f():\n    try:\n        pass\n    except Problem:\n"
                                 "        return 1\n"}) as root:
        law.expect(check(root), "tests/b.py:4: Problem is not defined")


if __name__ == "__main__":
    law.run(check, self_test)
