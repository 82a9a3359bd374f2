#!/usr/bin/env python3
"""No real file is mistaken for another format: neither complete under another name, nor truncated,
if enough remains to recognise it."""
import json
import tempfile
from pathlib import Path

from corpus import ROOT, each, gait, table

# Rules of foreign formats (docs/formats/README.md).
FOREIGN_RULES = {f"FIL{number:03}" for number in range(4, 12)}
CUTS = (64, 512, 4096)
NAMES = ("walk.rtm", "bank.omf", "man.ogf", "man.p3d", "model.cfg")


def pieces(content):
    yield content
    yield content[:len(content) // 2]
    yield from (content[:cut] for cut in CUTS if cut < len(content))


def check_fact(fact):
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
        # A config without its classes may be recognised as text.
        is_text = fact["format"] == "modelcfg" and rule == "FIL011" and name not in NAMES
        assert rule not in FOREIGN_RULES or is_text, f"{name}: {said['error']['message']}"
        if name in NAMES:
            assert said["format"] == fact["format"], f"{name} is called {said['format']}"
    for path in place.iterdir():
        path.unlink()


facts = table("files.tsv")
with tempfile.TemporaryDirectory() as folder:
    each(facts, check_fact)
