#!/usr/bin/env python3
"""The committed table of powers matches its script, and the assumptions of printing are proved."""
import sys

import law

TABLE = "src/base/number/powers_of_ten.c"


def differences(text, right):
    """Lines where the committed table differs."""
    lines, right_lines = text.splitlines(), right.splitlines()
    problems = [f"{TABLE}:{number}: not '{b.strip()}'"
                for number, (a, b) in enumerate(zip(lines, right_lines), 1) if a != b]
    if len(lines) != len(right_lines):
        problems.append(f"{TABLE}: {len(lines)} lines, not {len(right_lines)}")
    if problems:
        problems.append(f"{TABLE} is not up to date. Run scripts/make_powers_of_ten.py --update")
    return problems


def check(root):
    script = root / "scripts" / "make_powers_of_ten.py"
    output, code = law.run_quietly([sys.executable, script, "--prove"])
    problems = [output] if code else []
    return problems + differences((root / TABLE).read_text(),
                                  law.run_or_exit([sys.executable, script]))


def self_test():
    law.expect(differences("a\nb\n", "a\nb\n"))
    law.expect(differences("a\nx\n", "a\nb\nc\n"), ":2: not 'b'", "2 lines, not 3",
               "Run ")


if __name__ == "__main__":
    law.run(check, self_test)
