"""Real files and their expected results, for the tests in this folder.

GAIT is the command, GAIT_CORPUS the folder of real files, GAIT_FACTS the folder of tables about
them. Without them a test skips (exit 77).
"""
import csv
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

GAIT = os.environ.get("GAIT", "gait")
ROOT = Path(os.environ.get("GAIT_CORPUS", ""))
FACTS = Path(os.environ.get("GAIT_FACTS", ""))


def skip_without_corpus():
    if not (ROOT / "MANIFEST.tsv").is_file() or not (FACTS / "files.tsv").is_file():
        print("skip: no corpus at GAIT_CORPUS, or no tables at GAIT_FACTS")
        sys.exit(77)


def table(name):
    skip_without_corpus()
    with open(FACTS / name, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def is_read(fact):
    """True for the files that this version opens: RTM, SDK motions, model.cfg, MLOD, and every OMF
    and OGF that is not encrypted."""
    versions = {"rtm": ("100", "101"), "bmtr": ("2", "3", "4", "5"), "modelcfg": ("",),
                "p3d": ("257",)}
    if fact["format"] in ("omf", "ogf", "skl", "skls"):
        return fact["status"] == "ok"
    return fact["version"] in versions.get(fact["format"], ())


def gait(*arguments):
    return subprocess.run([GAIT, *map(str, arguments)], capture_output=True, timeout=120)


def gait_json(*arguments):
    done = gait(*arguments, "--json", "-q")
    if done.returncode != 0:
        raise AssertionError(f"gait {arguments}: exit {done.returncode}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def each(items, check):
    """Runs check(item) on two threads; an AssertionError or any other exception is a failure."""

    def guarded(item):
        try:
            check(item)
        except Exception as error:  # report every failure, with its file
            return f"{item if not isinstance(item, dict) else item.get('file')}: {error!r}"
        return None

    items = list(items)
    with ThreadPoolExecutor(2) as pool:
        failures = [failure for failure in pool.map(guarded, items) if failure]
    for failure in failures:
        print(failure[:1000])
    print(f"{len(items)} checked, {len(failures)} failed")
    assert items, "nothing was checked"
    sys.exit(1 if failures else 0)
