#!/usr/bin/env python3
"""Prints docs/rules.md, made from `gait rules --json`; with --update, writes it.

    scripts/make_rules_page.py [--update] [build/release/gait]
"""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
GROUPS = {
    "FIL": "Any file",
    "RTM": "Plain RTM",
    "BMT": "Binarised RTM",
    "CFG": "Configs with skeletons (model.cfg)",
    "P3D": "P3D models",
    "OMF": "OMF banks, and the chunks that OGF shares",
    "OGF": "OGF models",
    "SEA": "SEAnim",
    "SKL": "SDK motions",
    "TXT": "the text form of files",
    "GLR": "Reading glTF",
    "GLT": "Writing glTF",
    "BVH": "Reading BVH",
    "BVW": "Writing BVH",
    "CNV": "Conversions that are refused",
    "RTP": "Round trips that are refused",
    "EDT": "Edits of files",
    "OPT": "Smaller banks",
}
HEAD = """# Rules

The rules of `gait check`; other commands report some of them too. Ids are stable: the id of a
removed rule is never reused. `gait rules ID` shows one rule, `gait rules --json` shows all.

* **error**: the content is damaged or cannot be read. `gait check` exits with 1.
* **warning**: the file can be read, but a game or a tool may use it differently than intended. With
  `--strict` this counts as an error.
* **note**: information; no action is needed.

If the column *stops with* names a status, the error ends reading. Other commands then exit with the
code of that status (see [command.md](command.md#exit-codes)).

`scripts/make_rules_page.py` makes this page from `src/rules.def`.
"""


def row(rule):
    status = "" if rule["status"] == "ok" else rule["status"]
    page = rule["page"]
    # SARIF reports link to this anchor (--rules-url).
    anchor = f'<a id="{rule["id"].lower()}"></a>'
    cells = [f"{anchor}**{rule['id']}**", rule["severity"], status, rule["summary"], rule["advice"],
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
    arguments = [word for word in sys.argv[1:] if word != "--update"]
    command = arguments[0] if arguments else os.environ.get("GAIT", ROOT / "build/release/gait")
    output = subprocess.run([command, "rules", "--json"], check=True, capture_output=True).stdout
    page = make(json.loads(output)["rules"])
    if "--update" in sys.argv:
        (ROOT / "docs/rules.md").write_text(page, encoding="utf-8")
    else:
        sys.stdout.write(page)
