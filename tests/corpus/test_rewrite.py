#!/usr/bin/env python3
"""Every real file of a writable format is rewritten byte for byte, and the map of every readable
file covers it without gaps."""
import json
import tempfile
from pathlib import Path

from corpus import ROOT, each, gait, gait_json, is_read, table

with tempfile.TemporaryDirectory() as folder:

    def check_fact(fact):
        source = ROOT / fact["file"]
        out = Path(folder) / f"{facts.index(fact)}{source.suffix}"
        if fact["format"] in written:
            done = gait("convert", source, out)
            assert done.returncode == 0, done.stderr.decode()
            assert out.read_bytes() == source.read_bytes(), "other bytes"
            out.unlink()
        end = 0
        for field in gait_json("map", source)["fields"]:
            assert field["offset"] == end, f"{field['name']} at {field['offset']}, not {end}"
            assert field["size"] > 0 and field["type"] and field["name"]
            end += field["size"]
        assert end == source.stat().st_size, f"the fields end at {end}"

    listed = json.loads(gait("formats", "--json").stdout)["formats"]
    written = {one["name"] for one in listed if one["write"]}
    facts = [fact for fact in table("files.tsv") if is_read(fact)]
    each(facts, check_fact)
