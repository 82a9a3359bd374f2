#!/usr/bin/env python3
"""No real file is taken for something else: neither whole under another name, nor cut as broken
downloads are, as long as enough is left to tell it by."""
import json
import tempfile
from pathlib import Path

from corpus import ROOT, each, gait, table

# Rules of files of other kinds (docs/formats/README.md, "Strangers").
STRANGERS = {f"FIL{number:03}" for number in range(4, 12)}
CUTS = (64, 512, 4096)
NAMES = ("walk.rtm", "bank.omf", "man.ogf", "man.p3d", "model.cfg")


def pieces(content):
    yield content
    yield content[:len(content) // 2]
    yield from (content[:cut] for cut in CUTS if cut < len(content))


def judge(fact):
    number = facts.index(fact)
    content = (ROOT / fact["file"]).read_bytes()
    place = Path(folder) / str(number)
    place.mkdir()
    for name in NAMES:
        (place / name).write_bytes(content)
    for count, piece in enumerate(pieces(content)):
        (place / f"{count}.rtm").write_bytes(piece)
    found = json.loads(gait("info", "--json", place).stdout)["files"]
    assert len(found) > len(NAMES) + 1, "too few were looked at"
    for said in found:
        name = Path(said["path"]).name
        rule = said["error"]["rule"] if said["error"] else None
        # What is left of a config without its classes is a text, and that may be said.
        is_text = fact["format"] == "modelcfg" and rule == "FIL011" and name not in NAMES
        assert rule not in STRANGERS or is_text, f"{name}: {said['error']['message']}"
        if name in NAMES:
            assert said["format"] == fact["format"], f"{name} is called {said['format']}"
    for path in place.iterdir():
        path.unlink()


facts = table("files.tsv")
with tempfile.TemporaryDirectory() as folder:
    each(facts, judge)
