#!/usr/bin/env python3
"""`gait check` on the fixtures: rules, offsets and exit codes as in their table."""
# sanitized: several commands read every damaged file
import csv
import hashlib
import os
import pathlib
import subprocess
import sys
import unittest

import command

DATA = pathlib.Path(os.environ["GAIT_DATA"])
# With sanitizers a command takes ten times as long: only some files, unless all are asked for.
STEP = 7 if "ASAN_OPTIONS" in os.environ and os.environ.get("GAIT_HOSTILE") != "whole" else 1
SUMS = pathlib.Path(__file__).parents[1] / "fixtures" / "fixtures.sha256"


def table():
    with open(DATA / "fixtures.tsv", newline="") as rows:
        return list(csv.DictReader(rows, delimiter="\t"))


class Fixtures(command.CommandTest):
    def test_every_check_result_matches_the_table(self):
        judged = 0
        for row in table()[::STEP]:
            if row["reader"] not in ("file", "beside") or row["posed"] == "nothing":
                continue
            on = [] if row["posed"] == "-" else ["--skeleton", row["posed"]]
            with self.subTest(file=row["file"]):
                # Banks of models are not fixtures.
                result = command.gait("check", "--json", "--ignore=OGF132", DATA / row["file"], *on)
                document = result.json()
                found = document["files"][0]["findings"]
                spelled = " ".join(f"{one['rule']}@{one['offset']}" for one in
                                   sorted(found, key=lambda one: (one["offset"], one["rule"])))
                self.assertEqual(spelled or "-", row["rules"])
                self.assertEqual(result.code, int(row["exit"]), result.err)
                self.assertEqual(command.schema_errors(document, "check"), [])
                judged += 1
        self.assertGreater(judged, 150 // STEP)

    def test_no_file_ends_a_command_abnormally(self):
        """70 is an internal error, a negative code a signal. A failure has a reason. Each file is
        copied into an empty folder, since its neighbours would be searched for a skeleton."""
        files = [path for path in DATA.rglob("*") if path.is_file() and path.suffix != ".tsv"]
        self.assertGreater(len(files), 600)
        for number, path in enumerate(sorted(files)[::STEP]):
            copy = self.put(f"{number}/{path.name}", path.read_bytes())
            for arguments in (["sample", "--all", "--clip=*", "--json", "-q", copy],
                              ["convert", "-q", copy, "-o", copy.with_suffix(".made.glb")],
                              ["skeleton", "-q", copy]):
                with self.subTest(file=path.name, command=arguments[0]):
                    result = command.gait(*arguments)
                    self.assertIn(result.code, range(6))
                    self.assertTrue(result.code == 0 or result.err)

    def test_every_file_matches_its_checksum(self):
        """The committed checksums reveal every change of the generator."""
        made = {path.relative_to(DATA).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
                for path in DATA.rglob("*") if path.is_file()}
        rows = SUMS.read_text(encoding="utf-8").splitlines()
        self.assertGreater(len(made), 600)
        committed = {name: digest for digest, _, name in (row.partition("  ") for row in rows)}
        changed = [name for name in sorted({*made, *committed})
                   if made.get(name) != committed.get(name)]
        self.assertEqual(changed, [], "tests/fixtures/make_fixtures.py --update-sums, if these "
                                      "changes are intended")

    def test_generator_takes_no_option_for_a_folder(self):
        generator = SUMS.with_name("make_fixtures.py")
        for option, code in (("--help", 0), ("--hlep", 1)):
            result = subprocess.run([sys.executable, generator, option], cwd=self.folder,
                                    capture_output=True, text=True, check=False)
            self.assertEqual(result.returncode, code, result.stderr)
            self.assertIn("make_fixtures.py FOLDER", result.stdout + result.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    command.main()
