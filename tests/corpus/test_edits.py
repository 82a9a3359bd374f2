#!/usr/bin/env python3
"""Edits of every real file there and back give the same bytes: names, parameters, events, order."""
import tempfile
from collections import Counter
from pathlib import Path

from corpus import ROOT, each, gait, gait_json, is_read, table

FORMATS = ("omf", "ogf", "skl", "skls", "rtm", "bmtr")
done = Counter()


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def unique(names):
    """Names that select exactly one clip or bone."""
    counts = Counter(name.lower() for name in names)
    return [name for name in names if name and counts[name.lower()] == 1 and
            not set("*?=\t") & set(name)]


def clip_edits(fact, clips):
    """(there, back) scripts for a file with names of clips."""
    names = [clip["name"] for clip in clips]
    single = unique(names)
    yield "names", "rename --clip *=x_*", "rename --clip x_*=*"
    for clip in clips:
        if clip["name"] in single:
            name, speed = quoted(clip["name"]), clip["playback"]["speed"]
            yield ("speed", f"set --clip {name} --speed 42.5", f"set --clip {name} --speed {speed}")
            break
    if len(single) == len(names) > 1 and fact["format"] != "skl":
        order = " ".join(f"--clip {quoted(name)}" for name in names)
        if sorted(names, key=str.lower) != names:
            yield "order", "reorder --sort", f"reorder {order} --first"


def bone_edits(fact, bones):
    """Another first letter: the bytes after names in RTM files are kept."""
    single = [name for name in unique(bones) if name.isascii()] if fact["format"] != "ogf" else []
    renamed = {old: "~" + old[1:] for old in single[:3] if "~" + old[1:] not in single}
    if renamed:
        pairs = [(quoted(f"{old}={new}"), quoted(f"{new}={old}")) for old, new in renamed.items()]
        yield ("bones", "rename " + " ".join(f"--bone {there}" for there, _ in pairs),
               "rename " + " ".join(f"--bone {back}" for _, back in pairs))


def run(what, script, source, out):
    """Runs a script. False when the version of the file cannot hold events."""
    scripts = out.with_suffix(".txt")
    scripts.write_text(script, "utf-8")
    result = gait("edit", "-q", scripts, source, "-f", "-o", out)
    if what == "events" and result.returncode == 5 and b"EDT011" in result.stderr:
        done["no events"] += 1
        return False
    assert result.returncode == 0, f"{script[:200]}: {result.stderr.decode()}"
    return True


def check_file(fact):
    source = ROOT / fact["file"]
    content = source.read_bytes()
    clips = gait_json("list", source)["files"][0]["clips"]
    bones = gait_json("info", source)["files"][0]["bones"]
    found = list(bone_edits(fact, bones))
    if clips:
        found.append(("events", "event --add gait_test --at 0", "event --remove gait_test"))
    if clips and fact["format"] not in ("rtm", "bmtr"):
        found += clip_edits(fact, clips)
    there = Path(folder) / f"{facts.index(fact)}{source.suffix}"
    back = there.with_name("back_" + there.name)
    for what, first, second in found:
        if not run(what, first, source, there):
            continue
        run(what, second, there, back)
        assert there.read_bytes() != content, what
        assert back.read_bytes() == content, f"{what}: other bytes"
        done[what] += 1


with tempfile.TemporaryDirectory() as folder:
    facts = [fact for fact in table("files.tsv") if fact["format"] in FORMATS and is_read(fact)]
    try:
        each(facts, check_file)
    finally:
        print(dict(done))
        assert all(done[what] > 20 for what in ("names", "speed", "order", "events", "bones"))
        assert done["no events"] < 40
