#!/usr/bin/env python3
"""Banks are extracted from real models byte for byte, and replacing them gives the same file. From
real banks damaged in the middle, every motion before the damage is salvaged. Data marked as
compressed is decompressed only where an independent decoder succeeds."""
import json
import struct
import sys
import tempfile
from pathlib import Path

from corpus import ROOT, each, gait, gait_json, is_read, table

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "support"))
import lzhuf  # noqa: E402

MARK, MODEL_CHUNKS = 0x80000000, {1, 13, 14, 15, 16, 19, 24}


def chunks(content, at=0, end=None):
    """(id, offset of the payload, size)"""
    end = len(content) if end is None else end
    while at + 8 <= end:
        number, size = struct.unpack_from("<II", content, at)
        yield number, at + 8, size
        at += 8 + size


def works(*arguments):
    done = gait(*arguments)
    assert done.returncode == 0, (arguments, done.stderr.decode())
    return done


def extract_and_replace(path, folder):
    bank, again = folder / "bank.omf", folder / "again.ogf"
    content = path.read_bytes()
    works("convert", path, bank)
    inside = {number: content[at:at + size] for number, at, size in chunks(content)}
    made = bank.read_bytes()
    outside = [(number, made[at:at + size]) for number, at, size in chunks(made)]
    assert outside == [(14, inside[14]), (15, inside[15])], "other bytes outside"
    works("convert", "--base", path, bank, again)
    assert again.read_bytes() == content, "other bytes inside"


def is_packed(content, at, size):
    """Whether the independent decoder gives a plausible size without trailing data."""
    stated = int.from_bytes(content[at:at + 4], "little")
    if size < 5 or not 0 < stated <= 48 * (size - 4):
        return False
    return size - 15 <= lzhuf.decode(content[at:at + size])[1] <= size


def marked(path):
    content = path.read_bytes()
    found = [(is_packed(content, at, size), at) for number, at, size in chunks(content)
             if number & MARK and number & ~MARK in MODEL_CHUNKS]
    said = json.loads(gait("check", "--json", path).stdout)["files"][0]["findings"]
    for rule, packed in (("OGF108", False), ("OGF109", True)):
        told = sum(finding["count"] for finding in said if finding["rule"] == rule)
        assert told == sum(kind == packed for kind, _ in found), (rule, told, found)


def salvage(path, folder):
    """The frame count of a motion in the middle is made absurd."""
    content = bytearray(path.read_bytes())
    names = [clip["name"] for clip in gait_json("info", path)["files"][0]["clips"]]
    damaged, fixed = folder / "damaged.omf", folder / "fixed.omf"
    top = {number: (at, size) for number, at, size in chunks(content)}
    at, size = top[0xE]
    motions = {number: place for number, place, _ in chunks(content, at, at + size)}
    broken = len(names) // 2
    frames = content.index(b"\0", motions[broken + 1]) + 1
    content[frames:frames + 5] = b"\xFF\xFF\xFF\x7F\0"  # and its first track has so many keys
    damaged.write_bytes(content)
    assert gait("convert", damaged, fixed).returncode == 4 and not fixed.exists()
    done = works("convert", "--salvage", damaged, fixed)
    assert f"kept {broken} of {len(names)} motions" in done.stderr.decode(), done.stderr.decode()
    kept = [clip["name"] for clip in gait_json("info", fixed)["files"][0]["clips"]]
    assert kept == names[:broken], "other motions"


def check_bank(fact):
    path = ROOT / fact["file"]
    with tempfile.TemporaryDirectory() as folder:
        if fact["format"] == "ogf":
            marked(path)
        if fact["format"] == "ogf" and fact["clips"] != "0":
            extract_and_replace(path, Path(folder))
        elif fact["format"] == "omf" and int(fact["clips"]) > 1:
            salvage(path, Path(folder))


each([fact for fact in table("files.tsv")
      if is_read(fact) and fact["format"] in ("omf", "ogf")], check_bank)
