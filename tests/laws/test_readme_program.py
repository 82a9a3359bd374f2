#!/usr/bin/env python3
"""The program of README.md compiles without a warning and prints what is written below it; so it
does with the amalgamation, by the command that README.md gives."""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import law

sys.path.insert(0, str(law.SOURCE / "tests/support"))
import markdown

PAGE = "README.md"
FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-pedantic", "-Werror"]


def first(text, language):
    """(line, content) of the first fenced block of a language."""
    for line, found, _, content in markdown.fences(text):
        if found == language:
            return line, content
    return 0, []


def check_program(root, text, link):
    line, program = first(text, "c")
    shown_line, shown = first(text, "text")
    if not program or not shown or not shown[0].startswith("$ ./"):
        return [f"{PAGE}: a program and what it prints are missing"]
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "program.c"
        source.write_text(f'#line {line + 1} "{PAGE}"\n' + "\n".join(program) + "\n")
        output, code = law.run_quietly([law.CC, *FLAGS, f"-I{root / 'include'}", source, *link,
                                        "-o", source.with_suffix("")])
        if code:
            return [output]
        said = subprocess.run([source.with_suffix(""), *shlex.split(shown[0])[2:]], cwd=root,
                              capture_output=True, text=True)
    if said.returncode or said.stdout.splitlines() != shown[1:]:
        return [f"{PAGE}:{shown_line + 1}: exit {said.returncode}\n{said.stdout}{said.stderr}"]
    return []


def check_amalgamation(root, text):
    command = re.search(r"`cc (-I[^`]*/gait\.c [^`]*)`", text)
    if not command:
        return [f"{PAGE}: no command compiles the amalgamation"]
    with tempfile.TemporaryDirectory() as folder:
        law.run_or_exit([sys.executable, root / "scripts" / "amalgamate.py", root,
                         pathlib.Path(folder) / "build/amalgamation/gait"])
        program = "\n".join(first(text, "c")[1]) + "\n"
        (pathlib.Path(folder) / "program.c").write_text(program)
        output, code = law.run_quietly([law.CC, *shlex.split(command.group(1))], cwd=folder)
    return [f"{PAGE}: {command.group()}\n{output}"] if code else []


def check(root):
    text = (root / PAGE).read_text(encoding="utf-8")
    return (check_program(root, text, [os.environ["GAIT_LIBRARY"], "-lm"]) +
            check_amalgamation(root, text))


def self_test():
    page = ("```c\n#include <stdio.h>\nint main(int argc, char **argv) {{\n"
            "    return {} && printf(\"%s\\n\", argv[argc - 1]) < 0;\n}}\n```\n\n"
            "```text\n$ ./program a b\n{}\n```\n")
    with law.tree({"include/a.h": ""}) as root:
        law.expect(check_program(root, page.format("1", "b"), []))
        law.expect(check_program(root, page.format("1", "a"), []), "README.md:9: exit 0")
        law.expect(check_program(root, page.format("x", "b"), []), "README.md:4")
        law.expect(check_program(root, "text\n", []), "missing")
        law.expect(check_amalgamation(root, "text\n"), "no command compiles")


if __name__ == "__main__":
    if "GAIT_LIBRARY" not in os.environ:
        raise SystemExit(77)
    law.run(check, self_test)
