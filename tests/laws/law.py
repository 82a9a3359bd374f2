"""Helpers of the repository checks: listing files, reading C text, running one check.

A check is a function from a tree to a list of problems, with a self-test on small invalid trees.
"""
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(os.environ.get("GAIT_SOURCE", pathlib.Path(__file__).parents[2]))
CC = os.environ.get("GAIT_CC", "cc")


def run(check, self_test):
    """Runs the law's own test, then the law over this tree; exits 0 or 1."""
    with contextlib.redirect_stdout(io.StringIO()):
        self_test()
    problems = check(SOURCE)
    for problem in problems:
        print(problem)
    print(f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


@contextlib.contextmanager
def tree(files):
    """A temporary tree of {path: text}."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        yield root


def expect(problems, *fragments):
    """Each problem must contain the fragment at the same index, without further problems."""
    if len(problems) != len(fragments) or any(f not in p for f, p in zip(fragments, problems)):
        sys.exit(f"the self-test failed: expected {fragments}, found {problems}")


def sources(root, *folders, endings=(".c", ".h")):
    """Files below the folders, sorted, with these endings."""
    found = []
    for folder in folders:
        found += [p for p in (root / folder).rglob("*") if p.is_file() and p.suffix in endings]
    return sorted(found)


def without_comments(text, keep_strings=True):
    """C text with comments (and contents of literals, optionally) blanked, line numbers kept."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)

    def blank(match):
        found = match.group()
        if found[0] == "/":
            return " " + "\n" * found.count("\n")
        return found if keep_strings else found[0] * 2

    return pattern.sub(blank, text)


def run_quietly(command, **options):
    """Output and exit code of a command; both streams as one text."""
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    return done.stdout, done.returncode


def run_or_exit(command, **options):
    """Output of a command that must succeed."""
    output, code = run_quietly(command, **options)
    if code:
        sys.exit(f"{' '.join(map(str, command))}\n{output}\nexit {code}")
    return output
