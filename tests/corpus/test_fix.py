#!/usr/bin/env python3
"""gait fix of every real file: fewer findings, no new ones, no other pose, and nothing is left."""
import json
import tempfile
from collections import Counter
from pathlib import Path

from corpus import ROOT, each, gait, gait_json, is_read, table

FORMATS = ("omf", "ogf", "skl", "skls", "rtm", "bmtr")
done = Counter()


def findings(path):
    report = json.loads(gait("check", "--json", path).stdout)
    return Counter(one["rule"] for file in report["files"] for one in file["findings"])


def check_file(fact):
    source = ROOT / fact["file"]
    content = source.read_bytes()
    out = Path(folder) / f"{facts.index(fact)}{source.suffix}"
    changes = gait_json("fix", source, "-o", out)["files"][0]["changes"]
    assert source.read_bytes() == content
    done["files"] += 1
    if not changes:
        assert not out.exists()
        return
    before, after = findings(source), findings(out)
    assert after - before == Counter() and before - after != Counter(), f"{before} -> {after}"
    counts = json.loads(gait("diff", "--json", source, out).stdout)["files"][0]["clip_counts"]
    assert not any(counts[kind] for kind in ("added", "removed", "renamed", "moved", "changed"))
    assert gait("fix", out, "--in-place", "--json", "-q").returncode == 0
    assert not gait_json("fix", out, "--in-place", "--dry-run")["files"][0]["changes"]
    done["changed"] += 1
    done["findings before"] += sum(before.values())
    done["findings after"] += sum(after.values())
    print(fact["file"], [change["text"] for change in changes], dict(before - after))


with tempfile.TemporaryDirectory() as folder:
    facts = [fact for fact in table("files.tsv") if fact["format"] in FORMATS and is_read(fact)]
    try:
        each(facts, check_file)
    finally:
        print(dict(done))
        assert done["changed"] > 0
