#!/usr/bin/env python3
"""Prints docs/rules.md, made from `gait rules --json`; with --update, writes it.

    scripts/make_rules_page.py [--update] [build/release/gait]
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# The comment before a group in src/rules.def.
TITLE = re.compile(r"^/\* --- (\w{3}): (.*) --- \*/$", re.M)
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
    titles = dict(TITLE.findall((ROOT / "src/rules.def").read_text(encoding="utf-8")))
    unknown = sorted(set(groups) - set(titles))
    if unknown:
        sys.exit(f"src/rules.def: no comment has the title of the groups {unknown}")
    text = HEAD
    for group in sorted(groups, key=lambda group: (group != "FIL", group)):
        text += (f"\n## {titles[group]}\n\n"
                 "| id | severity | stops with | what | what to do | page |\n"
                 "|---|---|---|---|---|---|\n")
        text += "".join(row(rule) for rule in groups[group])
    return text


GAMES = """
## By game

How serious these rules are in each game (`gait check --game`, [games.md](games.md)). All other
rules are the same in all games. E: error, W: warning, n: note, n/W: one of both, as the finding
says. A game without a letter does not have the problem.

"""


def letter(rule, game, varies):
    if rule["games"][game] != "off" and rule["id"] in varies:
        return "n/W"
    return {"off": "", "note": "n", "warning": "W", "error": "E"}[rule["games"][game]]


def make_games(rules):
    """The table of rules that depend on the game."""
    source = (ROOT / "src/games.def").read_text(encoding="utf-8")
    names = dict(re.findall(r"RULE\(\s*(\w+), (\w+),",
                            (ROOT / "src/rules.def").read_text(encoding="utf-8")))
    varies = {rule for rule, name in names.items() if re.search(rf'\({name}, "\S*v', source)}
    rules = [rule for rule in rules if "games" in rule]
    games = list(rules[0]["games"])
    text = (GAMES + "| id | " + " | ".join(games) + " | what the games do |\n"
            + "|---" * (len(games) + 2) + "|\n")
    for rule in rules:
        cells = [rule["id"], *(letter(rule, game, varies) for game in games), rule["effect"]]
        text += "| " + " | ".join(cells) + " |\n"
    return text


if __name__ == "__main__":
    arguments = [word for word in sys.argv[1:] if word != "--update"]
    command = arguments[0] if arguments else os.environ.get("GAIT", ROOT / "build/release/gait")
    output = subprocess.run([command, "rules", "--json"], check=True, capture_output=True).stdout
    rules = json.loads(output)["rules"]
    page = make(rules) + make_games(rules)
    if "--update" in sys.argv:
        (ROOT / "docs/rules.md").write_text(page, encoding="utf-8")
    else:
        sys.stdout.write(page)
