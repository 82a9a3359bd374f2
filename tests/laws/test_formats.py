#!/usr/bin/env python3
"""The lists of formats in schemas, the page, Python, Blender and tests are complete."""
import os
import pathlib
import sys

import law

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "scripts"))
import update_formats  # noqa: E402

SCRIPT = "scripts/update_formats.py"


PAGE = "docs/formats/README.md"


def without_rows(text, formats):
    """Formats that have no row in the table of the page."""
    return [f"{PAGE}: no row describes how {each['name']} is recognised" for each in formats
            if f"\n| {each['name']} |" not in text]


def problems(root, formats):
    changed, missing = update_formats.updated(root, formats)
    found = [*missing, *(f"{name}: its list of formats differs" for name in sorted(changed))]
    return [*found, f"to update them: {SCRIPT} build/release/gait"] if changed else found


def check(root):
    formats = update_formats.read_formats(os.environ["GAIT"])
    text = (root / PAGE).read_text(encoding="utf-8")
    return [*problems(root, formats), *without_rows(text, formats)]


def self_test():
    entries = update_formats.with_entries
    law.expect([entries('"rtm", "omf"', r'"(\w+)"', ["rtm", "omf"], ())], '"rtm", "omf"')
    law.expect([entries('"rtm", "omf"', r'"(\w+)"', ["rtm", "omf", "cue"], ())],
               '"rtm", "omf", "cue"')
    law.expect([entries('"rtm", "omf", "unknown"', r'"(\w+)"', ["omf", "rtm", "cue"],
                        ("unknown",))], '"rtm", "omf", "cue", "unknown"')
    law.expect([entries(".rtm;.cue;.omf", r"(\.\w+)", [".rtm", ".omf"], ())], ".rtm;.omf")
    rtm = {"name": "rtm", "extensions": [".rtm"], "open": True, "write": True, "export": True,
           "clips": True, "skeleton": False, "bank": False}
    bvh = {**rtm, "name": "bvh", "extensions": [".bvh"], "write": False, "skeleton": True}
    law.expect(without_rows("\n| rtm | |\n", [rtm, bvh]), "bvh is recognised")
    tree = {"docs/schemas/a.schema.json": '"enum": [\n  "rtm",\n  "bvh"\n]'}
    with law.tree(tree) as root:
        lists = [row for row in update_formats.LISTS if row[0].startswith("docs")]
        update_formats.LISTS, kept = lists, update_formats.LISTS
        law.expect(problems(root, [rtm, bvh]))
        law.expect(problems(root, [rtm, bvh, {**rtm, "name": "cue"}]), "a.schema.json", SCRIPT)
        update_formats.LISTS = kept


if __name__ == "__main__":
    if "GAIT" not in os.environ:
        raise SystemExit(77)
    law.run(check, self_test)
