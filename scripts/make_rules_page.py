#!/usr/bin/env python3
"""Writes docs/rules.md from `gait rules --json`.

    scripts/make_rules_page.py build/release/gait > docs/rules.md
"""
import json
import os
import subprocess
import sys

GROUPS = {
    "FIL": "Any file",
    "RTM": "Plain RTM",
    "BMT": "Binarised RTM",
    "OMF": "OMF banks, and the chunks that OGF shares",
    "OGF": "OGF models",
    "GLR": "Reading glTF",
    "GLT": "Writing glTF",
    "BVH": "Reading BVH",
    "BVW": "Writing BVH",
}
HEAD = """# Rules

What `gait check` looks for, and what other commands say on the way. Ids are stable: one that is
retired is never used for something else. `gait rules ID` shows one rule, `gait rules --json` all.

* **error**: the content is damaged or cannot be read. `gait check` exits with 1.
* **warning**: it reads, but a game or a tool may not do what was meant. An error with `--strict`.
* **note**: worth knowing, nothing to do.

An error stops the reader when *stops with* names a status; the other commands then exit with the
code of that status (see [command.md](command.md#exit-codes)).

This page is made by `scripts/make_rules_page.py` from `src/rules.def`.
"""


def row(rule):
    status = "" if rule["status"] == "ok" else rule["status"]
    page = rule["page"]
    cells = [f"**{rule['id']}**", rule["severity"], status, rule["summary"], rule["advice"],
             f"[{page}](formats/{page})"]
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"


def make(rules):
    groups = {}
    for rule in rules:
        groups.setdefault(rule["id"][:3], []).append(rule)
    unknown = sorted(set(groups) - set(GROUPS))
    if unknown:
        sys.exit(f"make_rules_page.py: the groups {unknown} have no title")
    text = HEAD
    for group, title in GROUPS.items():
        if group in groups:
            text += (f"\n## {title}\n\n| id | severity | stops with | what | what to do | page |\n"
                     "|---|---|---|---|---|---|\n")
            text += "".join(row(rule) for rule in groups[group])
    return text


if __name__ == "__main__":
    command = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("GAIT", "gait")
    output = subprocess.run([command, "rules", "--json"], check=True, capture_output=True).stdout
    sys.stdout.write(make(json.loads(output)["rules"]))
