#!/usr/bin/env python3
"""Bones and parents of every config agree with an independent parser: the corpus, and our fixtures,
which include malformed ones."""
import json
import os
from pathlib import Path

from corpus import ROOT, each, gait, gait_json, table
from model_config import Config

OURS = Path(os.environ["GAIT_DATA"]) / "modelcfg"
REFUSED = 5
DAMAGED = 4


def check_config(path):
    said = gait("info", "--json", "-q", path)
    entry = json.loads(said.stdout)["files"][0]
    if entry["status"] != "ok":
        assert path.parent.name == "bad" and said.returncode in (REFUSED, DAMAGED), entry
        return
    right = Config(path.read_bytes(), HUMAN).skeletons()
    listed = [(one["name"], one["bones"]) for one in entry["skeletons"]]
    assert listed == [(name, len(bones)) for name, bones in right], (listed, right)
    for name, bones in right:
        compare(path, name, dict(bones), [bone for bone, _ in bones])


def compare(path, name, parents, order):
    done = gait("skeleton", "--json", "-q", f"{path}:{name}")
    if is_cyclic(parents):
        assert done.returncode == DAMAGED, done.stderr
        return
    bones = json.loads(done.stdout)["bones"]
    known = {bone.lower(): bone for bone in order}
    assert sorted(bone["name"] for bone in bones) == sorted(order)
    assert len(bones) == len(order)
    for bone in bones:
        wanted = parents[bone["name"]]
        assert bone["parent_name"] == known.get(wanted.lower()), (bone, wanted)
        lost = wanted and wanted.lower() not in known
        assert bone["parent_origin"] == ("unknown" if lost else "file"), bone


def is_cyclic(parents):
    above = {bone.lower(): parent.lower() for bone, parent in parents.items()}
    for bone in above:
        at, steps = bone, 0
        while at in above and steps <= len(above):
            at, steps = above[at], steps + 1
        if steps > len(above):
            return True
    return False


HUMAN = [(bone["name"], bone["parent_name"] or "")
         for bone in gait_json("skeleton", "arma3-man")["bones"]]
facts = [ROOT / fact["file"] for fact in table("files.tsv") if fact["format"] == "modelcfg"]
each([*facts, *sorted(OURS.glob("*/*.cfg"))], check_config)
