#!/usr/bin/env python3
"""`gait check` on the small files of tests/data: rules, places and exit codes as in their table."""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import command

DATA = pathlib.Path(os.environ["GAIT_DATA"])


def table():
    with open(DATA / "fixtures.tsv", newline="") as rows:
        return list(csv.DictReader(rows, delimiter="\t"))


class Fixtures(command.CommandTest):
    def test_every_file_is_judged_as_the_table_has_it(self):
        judged = 0
        for row in table():
            if row["reader"] not in ("file", "beside") or row["posed"] == "nothing":
                continue
            on = [] if row["posed"] == "-" else ["--skeleton", row["posed"]]
            with self.subTest(file=row["file"]):
                result = command.gait("check", "--json", DATA / row["file"], *on)
                document = result.json()
                found = document["files"][0]["findings"]
                spelled = " ".join(f"{one['rule']}@{one['offset']}" for one in
                                   sorted(found, key=lambda one: (one["offset"], one["rule"])))
                self.assertEqual(spelled or "-", row["rules"])
                self.assertEqual(result.code, int(row["exit"]), result.err)
                self.assertEqual(command.schema_errors(document, "check"), [])
                judged += 1
        self.assertGreater(judged, 150)

    def test_the_files_are_what_their_script_makes(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([sys.executable, DATA / "make_fixtures.py", folder], check=True)
            made = {path.relative_to(folder): path.read_bytes()
                    for path in pathlib.Path(folder).rglob("*") if path.is_file()}
        kept = {path.relative_to(DATA): path.read_bytes() for path in DATA.rglob("*")
                if path.is_file() and path.suffix not in (".py", ".pyc")}
        regressions = {path for path in kept if path.parts[0] == "regressions"}
        self.assertEqual(sorted(made), sorted(set(kept) - regressions))
        for path, content in made.items():
            self.assertEqual(kept[path], content, path)


if __name__ == "__main__":
    command.main()
