#!/usr/bin/env python3
"""`check` reports no errors for real game files; findings have offsets inside the file."""
import json

from corpus import ROOT, each, gait, is_read, table


def check_fact(fact):
    path = ROOT / fact["file"]
    done = gait("check", "--json", path)
    said = json.loads(done.stdout)
    assert said["errors"] == 0 and done.returncode == 0, done.stdout.decode()
    for finding in said["files"][0]["findings"]:
        end = finding["offset"] + finding["length"]
        assert end <= path.stat().st_size, finding
        assert finding["message"] and finding["count"] >= 1, finding


each([fact for fact in table("files.tsv") if is_read(fact)], check_fact)
