#!/usr/bin/env python3
"""Renaming a bank there and back gives the same bytes of all files of its mod: every bank that a
model of the corpus names, and a placeholder for those that are not in the corpus."""
import csv
import json
import shutil
import tempfile
from pathlib import Path

from corpus import ROOT, each, gait, is_read, table

NEW = "new\\renamed\\bank"


def models_by_mod(facts, holder):
    """{folder of a mod: its models}; a mod is what contains a folder `meshes`, or a repository."""
    mods = {}
    for number, fact in enumerate(facts):
        parts = Path(fact["path"]).parts
        lower = [part.lower() for part in parts]
        start = lower.index("meshes") if "meshes" in lower else 0
        version = fact["repository"].replace("/", "__") + "@" + fact["commit"]
        if (holder / version / fact["path"]).exists():  # another version of the same file
            version += f"~{number}"
        mod, path = holder / version / "/".join(parts[:start]), holder / version / fact["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / fact["file"], path)
        mods.setdefault(mod, []).append(path)
    return mods


def root_of(mod):
    return next((path for path in mod.iterdir() if path.name.lower() == "meshes"), mod)


def contents(mod):
    return {path: path.read_bytes() for path in mod.rglob("*") if path.is_file()}


def references(mod):
    files = json.loads(gait("refs", "--json", mod).stdout)["files"]
    found = {ref for file in files for ref in file["refs"]}
    return sorted(ref for ref in found if not set(ref) & set("*?"))


def bank_of(mod, reference):
    """The bank, which is created if the corpus lacks it."""
    wanted = "/".join(reference.lower().split("\\")) + ".omf"
    root = root_of(mod)
    for path in root.rglob("*"):
        if path.relative_to(root).as_posix().lower() == wanted:
            return path
    path = root.joinpath(*reference.split("\\"))
    path = path.with_name(path.name + ".omf")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"placeholder")
    return path


def check_reference(mod, reference):
    bank = bank_of(mod, reference)
    before = contents(mod)
    there = gait("rename-bank", reference, NEW, "--in", mod, "--json", "-q")
    assert there.returncode == 0, there.stderr.decode()
    changed = [model for model in json.loads(there.stdout)["models"] if model["changed"]]
    assert changed and not bank.exists(), reference
    after = contents(mod)
    models = {path for path in set(before) & set(after) if before[path] != after[path]}
    assert models == {Path(model["path"]) for model in changed}, reference
    back = gait("rename-bank", NEW, reference, "--in", mod, "-q")
    assert back.returncode == 0, back.stderr.decode()
    assert contents(mod) == before, reference


def check_mod(task):
    mod, found = task
    for reference in found:
        check_reference(mod, reference)


good = {fact["file"] for fact in table("files.tsv") if is_read(fact)}
with tempfile.TemporaryDirectory() as folder:
    with open(ROOT / "MANIFEST.tsv", encoding="utf-8", newline="") as manifest:
        listed = [fact for fact in csv.DictReader(manifest, delimiter="\t")
                  if fact["file"] in good and fact["path"].lower().endswith((".ogf", ".omf"))]
    mods = models_by_mod(listed, Path(folder).resolve())
    tasks = [(mod, references(mod)) for mod in sorted(mods)]
    print(f"{sum(len(found) for _, found in tasks)} banks of {len(tasks)} mods are renamed")
    assert any(found for _, found in tasks)
    each(tasks, check_mod)
