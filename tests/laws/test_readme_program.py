#!/usr/bin/env python3
"""The program of README.md is one of examples/, compiles without a warning, and prints what is
shown below it; it also compiles with the amalgamation, by the command of docs/install.md, where
the object that laws.amalgam left takes the place of gait.c."""
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import law

sys.path.insert(0, str(law.SOURCE / "tests/support"))
import markdown

PAGE, INSTALLATION = "README.md", "docs/install.md"
MADE = pathlib.Path(os.environ.get("GAIT_BUILD", law.SOURCE / "build/release")) / "amalgamation"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror"]


def first(text, language):
    """(line, content) of the first fenced block of a language."""
    for line, found, _, content in markdown.fences(text):
        if found == language:
            return line, content
    return 0, []


def matches(shown, printed):
    """Line by line, where a line `...` matches any lines."""
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, printed) is not None


def check_program(root, text, link):
    line, program = first(text, "c")
    shown_line, shown = first(text, "text")
    if not program or not shown or not shown[0].startswith("$ ./"):
        return [f"{PAGE}: a program and what it prints are missing"]
    name, *arguments = shlex.split(shown[0][len("$ ./"):])
    source = root / "examples" / f"{name}.c"
    if not source.is_file() or source.read_text() != "\n".join(program) + "\n":
        return [f"{PAGE}:{line}: the program differs from examples/{name}.c"]
    with tempfile.TemporaryDirectory() as folder:
        compiled = pathlib.Path(folder) / name
        output, code = law.run_quietly([law.CC, *FLAGS, f"-I{root / 'include'}", source,
                                        *link, "-o", compiled])
        if code:
            return [output]
        done = subprocess.run([compiled, *arguments], cwd=root, capture_output=True, text=True)
    if done.returncode or not matches(shown[1:], done.stdout):
        return [f"{PAGE}:{shown_line + 1}: exit {done.returncode}\n{done.stdout}{done.stderr}"]
    return []


def check_amalgamation(root, text):
    command = re.search(r"`cc (-I[^`]* build/amalgamation/gait/gait)\.c ([^`]*)`", text)
    if not command:
        return [f"{INSTALLATION}: no command compiles the amalgamation"]
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(MADE, pathlib.Path(folder) / "build" / "amalgamation")
        for path in law.sources(root, "examples"):
            shutil.copy(path, folder)
        before, after = command.groups()
        output, code = law.run_quietly([law.CC, *shlex.split(f"{before}.o {after}")], cwd=folder)
    return [f"{INSTALLATION}: {command.group()}\n{output}"] if code else []


def check(root):
    text = (root / PAGE).read_text(encoding="utf-8")
    installation = (root / INSTALLATION).read_text(encoding="utf-8")
    return (check_program(root, text, [os.environ["GAIT_LIBRARY"], "-lm"]) +
            check_amalgamation(root, installation))


def self_test():
    program = ("#include <stdio.h>\nint main(int argc, char **argv) {{\n"
               "    return {} && printf(\"%s\\n\", argv[argc - 1]) < 0;\n}}\n")
    page = "```c\n" + program + "```\n\n```text\n$ ./program a b\n{}\n```\n"
    good, bad = program.format("1"), program.format("x")
    with law.tree({"include/a.h": "", "examples/program.c": good,
                   "examples/other.c": "int other;\n"}) as root:
        law.expect(check_program(root, page.format("1", "b"), []))
        law.expect(check_program(root, page.format("1", "...\nb\n..."), []))
        law.expect(check_program(root, page.format("1", "a"), []), "README.md:9: exit 0")
        law.expect(check_program(root, page.format("1", "...\na"), []), "README.md:9: exit 0")
        law.expect(check_program(root, page.format("2", "b"), []), "README.md:1: the program")
        (root / "examples/program.c").write_text(bad)
        law.expect(check_program(root, page.format("x", "b"), []), "program.c:3")
        (root / "examples/program.c").unlink()
        law.expect(check_program(root, page.format("1", "b"), []), "README.md:1: the program")
        law.expect(check_program(root, "text\n", []), "missing")
        law.expect(check_amalgamation(root, "text\n"), "no command compiles")


if __name__ == "__main__":
    if "GAIT_LIBRARY" not in os.environ:
        raise SystemExit(77)
    law.run(check, self_test)
