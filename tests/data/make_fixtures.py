#!/usr/bin/env python3
"""make_fixtures.py [FOLDER]: write the small files of tests/data and their table, fixtures.tsv.

`ok` holds files that open and of which nothing but notes is to be said, `bad` all others. The
table says of each file:

  reader   file: recognised by its bytes; ogf, p3d: read as such a model whatever the bytes say;
           own: recognised, and its own skeleton taken; beside: recognised, and given the extras
           of NAME.gait.json beside it
  posed    the skeleton that it is posed on: a built-in one, nothing, or - when it is not posed
  status   the first of opening, checking and posing that is not ok
  exit     of `gait check`, with --skeleton where `posed` names one
  rules    exactly what is raised, each at the offset of its first place; - = nothing
"""
import pathlib
import sys

import bmtr_fixtures
import bvh_fixtures
import gltf_fixtures
import modelcfg_fixtures
import ogf_fixtures
import omf_fixtures
import p3d_fixtures
import rtm_fixtures
import skl_fixtures
from builders import Bytes

HERE = pathlib.Path(__file__).resolve().parent
COLUMNS = ("file", "reader", "posed", "status", "exit", "rules")


def place(text, content):
    """The offset that `name`, `name+8` or a number stands for."""
    name, _, more = text.partition("+")
    return int(more or 0) + (int(name) if name.isdigit() else content.places[name])


def resolve(rules, content):
    found = []
    for rule in rules.split():
        number, _, where = rule.partition("@")
        found.append((place(where, content), number))
    return " ".join(f"{number}@{offset}" for offset, number in sorted(found)) or "-"


def exit_code(status):
    """Damage is what check looks for, so it counts as a finding."""
    return {"ok": 0, "unsupported": 5}.get(status, 1)


class Fixtures:
    def __init__(self):
        self.files = {}
        self.rows = []

    def add(self, folder, name, content, rules="", status="ok", reader="file", posed="-",
            exit=None, beside=None):
        path = f"{folder}/{name}"
        if path in self.files:
            sys.exit(f"{path} is made twice")
        self.files[path] = bytes(content.data)
        if beside is not None:
            self.files[f"{path.rpartition('.')[0]}.gait.json"] = beside.encode("utf-8")
            reader = "beside"
        code = exit_code(status) if exit is None else exit
        is_checked = reader in ("file", "beside")
        self.rows.append((path, reader, posed, status, str(code if is_checked else "-"),
                          resolve(rules, content)))

    def write(self, folder):
        for path, content in self.files.items():
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
        lines = ["\t".join(row) + "\n" for row in (COLUMNS, *sorted(self.rows))]
        (folder / "fixtures.tsv").write_text("".join(lines))


def any_file(add):
    def bad(name, content, *rules, **named):
        named.setdefault("status", "unsupported")
        add("any/bad", name, Bytes().raw(content), *rules, **named)

    bad("empty.rtm", b"", "FIL001@0", status="truncated")
    bad("unknown.omf", b"MZ\x90\0 what is this", "FIL002@0")
    bad("one_byte.ogf", b"\1", "FIL002@0")
    bad("wave.seanim", b"SEAnim\1\0\x1C\0", "FIL003@0")
    bad("enfusion.anm", b"FORM\0\0\0\x0CANIMSET6\0\0\0\0", "FIL004@0")
    bad("enfusion.rtm", b'$animation "wave" {\n #fps 30\n}\n', "FIL004@0")
    bad("scene.rtm", b"Kaydara FBX Binary  \0\x1A\0\xE8\x1C\0\0", "FIL005@0")
    bad("archive.rtm", b"\0sreV" + bytes(16) + b"prefix\0anims\0\0", "FIL006@0")
    bad("texture.p3d", b"\5\xFFGGATCGVA", "FIL007@0")
    # A page about a config is no config.
    bad("page.cfg", b"\n<!DOCTYPE html>\n<title>model.cfg</title><pre>class CfgSkeletons {};</pre>",
        "FIL008@0")
    bad("pointer.rtm", b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 8\n",
        "FIL009@0")
    bad("zeros.omf", bytes(600), "FIL010@0")
    bad("notes.cfg", b"class CfgPatches\n{\n};\n", "FIL011@0")
    bad("wide.cfg", b"\xFF\xFE" + "class CfgSkeletons {};".encode("utf-16-le"), "FIL011@0")


def all_fixtures():
    fixtures = Fixtures()
    any_file(fixtures.add)
    for module in (rtm_fixtures, bmtr_fixtures, omf_fixtures, ogf_fixtures, skl_fixtures,
                   modelcfg_fixtures, p3d_fixtures, gltf_fixtures, bvh_fixtures):
        module.add_all(fixtures.add)
    return fixtures


if __name__ == "__main__":
    all_fixtures().write(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
