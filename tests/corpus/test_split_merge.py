#!/usr/bin/env python3
"""Every real bank that is split into its clips and merged again has the same bytes, if its motions
are stored in order."""
import tempfile
from pathlib import Path

from corpus import ROOT, each, gait, gait_json, is_read, table


def is_in_order(path):
    """Whether sub-chunks and definitions have the numbers of a bank that games write."""
    fields = {field["name"]: field["value"] for field in gait_json("map", path)["fields"]}
    numbers = [value for name, value in fields.items()
               if name.startswith("motions[") and name.count(".") == 1 and name.endswith("].id")]
    slots = [value for name, value in fields.items()
             if name.startswith("params.definitions[") and name.endswith(".motion")]
    return (numbers == list(range(1, len(slots) + 1)) and slots == list(range(len(slots)))
            and fields["head.count"] == len(slots))


def split_and_merge(fact):
    path = ROOT / fact["file"]
    with tempfile.TemporaryDirectory() as folder:
        again = Path(folder) / path.name
        done = gait("split", path, "-o", f"{folder}/clips/{{clip}}{path.suffix}", "--json")
        assert done.returncode == 0, done.stderr.decode()
        outputs = [one["path"] for one in
                   gait_json("split", path, "-o", f"{folder}/clips/{{clip}}{path.suffix}", "-f")
                   ["files"][0]["outputs"]]
        if len(outputs) < 2:
            return
        done = gait("merge", *outputs, "-o", again, "--equal-names", "keep-all")
        assert done.returncode == 0, done.stderr.decode()
        same = again.read_bytes() == path.read_bytes()
        assert same or not (path.suffix != ".omf" or is_in_order(path)), "other bytes"


each([fact for fact in table("files.tsv")
      if is_read(fact) and fact["format"] in ("omf", "skls") and fact["clips"] != "0"],
     split_and_merge)
