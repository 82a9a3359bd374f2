#!/usr/bin/env python3
"""docs/rules.md matches the output of its script for the rules of the command."""
import difflib
import os
import sys

import law

PAGE = "docs/rules.md"
SCRIPT = "scripts/make_rules_page.py"


def differences(text, right):
    """Lines that differ between the committed and the generated page."""
    lines = difflib.unified_diff(text.splitlines(), right.splitlines(), "committed", "made", n=0,
                                 lineterm="")
    return [f"{PAGE}: {line}" for line in lines if not line.startswith(("---", "+++", "@@"))]


def check(root):
    right = law.run_or_exit([sys.executable, root / SCRIPT, os.environ["GAIT"]])
    problems = differences((root / PAGE).read_text(encoding="utf-8"), right)
    if problems:
        problems.append(f"to make it again: {SCRIPT} --update build/release/gait")
    return problems


def self_test():
    law.expect(differences("a\nb\n", "a\nb\n"))
    law.expect(differences("a\nb\n", "a\nc\nd\n"), "-b", "+c", "+d")


if __name__ == "__main__":
    if "GAIT" not in os.environ:
        raise SystemExit(77)
    law.run(check, self_test)
