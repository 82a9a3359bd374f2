#!/usr/bin/env python3
"""The states in the configs of real mods: every column of GAIT_FACTS/cfgmoves.tsv. The configs are
in the folder `models` beside it; the animations that a state plays are made as empty files."""
import csv
import json
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from shutil import copytree

from corpus import FACTS, GAIT

MODELS = FACTS.parent / "models"
STATUS = {"(game)": "game", "(missing)": "missing", "(outside)": "outside"}


def origin(given):
    return given.partition(":")[0] if given != "-" else "absent"


def expected(row):
    """The columns of the table, as gait.uses/1 has them."""
    why = row["seconds_why"]
    out = next((row[key].partition(":")[2] for key in ("file_from", "seconds_why", "loop_from")
                if row[key].startswith("outside:")), None)
    return {
        "base": row["base"] if row["base"] != "-" else None,
        "base_is_here": row["base_is"] == "here",
        "value": row["file"] if row["file"] != "-" else None,
        "value_from": origin(row["file_from"]),
        "rtm": row["rtm"],
        "seconds": row["seconds"],
        "seconds_why": {"ok": "known"}.get(why, why.partition(":")[0]),
        "loop": {"1": True, "0": False, "-": None}[row["loop"]],
        "loop_from": origin(row["loop_from"]),
        "mask": row["mask"] if row["mask"] != "-" else None,
        "outside": out,
        "place": (row["config"], int(row["line"])),
    }


def found(use, path):
    status = next((name for name, word in STATUS.items() if word == use["status"]), None)
    unknown = use["seconds_why"] == "unknown"
    values = {key: use[key] for key in ("base", "base_is_here", "value", "value_from", "loop",
                                        "loop_from", "mask", "outside")}
    values["rtm"] = path if status is None else status
    values["seconds"] = "-" if use["seconds"] is None else f"{use['seconds']:.6g}"
    values["seconds_why"] = use["seconds_from"] if unknown else use["seconds_why"]
    values["place"] = (use["place"]["file"], use["place"]["line"])
    return values


def states(root, rows):
    with tempfile.TemporaryDirectory() as folder:
        mod = Path(folder) / "mod"
        copytree(root, mod)
        for row in rows:
            if row["rtm"] not in STATUS and row["rtm"] != "-":
                path = mod / row["rtm"]
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch()
        done = subprocess.run([GAIT, "uses", "--json", mod], capture_output=True, timeout=120)
        assert done.returncode == 0, done.stderr.decode()
        (report,) = json.loads(done.stdout)["mods"]
    result = {}
    for file in [*report["files"], {"path": None, "uses": report["missing"]}]:
        for use in file["uses"]:
            if use["kind"] == "state":
                result[use["table"], use["name"], use["place"]["line"]] = found(use, file["path"])
    return result


def main():
    if not (FACTS / "cfgmoves.tsv").is_file() or not MODELS.is_dir():
        print("skip: no cfgmoves.tsv at GAIT_FACTS, or no models beside it")
        sys.exit(77)
    mods = defaultdict(list)
    with open(FACTS / "cfgmoves.tsv", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            mods[row["mod"]].append(row)
    failed = total = 0
    for mod, rows in mods.items():
        made = states(MODELS / mod, rows)
        for row in rows:
            wanted = expected(row)
            have = made.get((row["moves"], row["state"], int(row["line"])))
            total += 1
            # The table names an outside class only where a value comes from it.
            if have and wanted["outside"] is None:
                have["outside"] = None
            if have != wanted:
                failed += 1
                keys = [k for k in wanted if not have or have[k] != wanted[k]]
                print(mod, row["moves"], row["state"],
                      {k: (wanted[k], have and have[k]) for k in keys})
    print(f"{total} states, {failed} differ")
    assert total >= 280
    sys.exit(1 if failed else 0)


main()
