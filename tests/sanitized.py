#!/usr/bin/env python3
"""sanitized.py -- COMMAND...: run a test so that no sanitizer report goes unseen.

A driver may start programs whose exit code it expects to be non-zero, or never looks at. All
reports of the process tree are collected in a folder; if there is one, it is printed and the
exit code is 86 whatever the command returned.
"""
import os
import pathlib
import subprocess
import sys
import tempfile


def run(command):
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ)
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"):
            given = environment.get(name, "")
            environment[name] = f"{given}:log_path={folder}/report".lstrip(":")
        code = subprocess.run(command, env=environment).returncode
        reports = sorted(pathlib.Path(folder).iterdir())
        for report in reports:
            print(report.read_text(errors="replace"), file=sys.stderr)
        if reports:
            print(f"{len(reports)} sanitizer reports (exit code was {code})", file=sys.stderr)
            return 86
        return code if code >= 0 else 128 - code


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] != "--":
        sys.exit(__doc__)
    sys.exit(run(sys.argv[2:]))
