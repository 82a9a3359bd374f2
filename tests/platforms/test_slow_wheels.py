#!/usr/bin/env python3
"""The wheels for Windows and 64-bit ARM: their RECORD is right, and a C program loads their library
under wine or qemu, describes a sample like the command, unloads the library and deletes it."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import builds

sys.path.insert(0, str(builds.ROOT / "tests" / "bindings"))
import wheel

SAMPLE = builds.ROOT / "samples" / "stalker.omf"
# Name of the library, compiler, what runs a program.
MACHINES = {
    "shared-aarch64": ("libgait.so", ["aarch64-linux-gnu-gcc"],
                       ["qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"]),
    "shared-windows": ("libgait.dll", ["x86_64-w64-mingw32-gcc", "-static"], [builds.WINE]),
}


def check_record(files):
    record = f"gait-{wheel.VERSION}.dist-info/RECORD"
    lines = [line.split(",") for line in files[record].decode().splitlines()]
    assert [name for name, _, _ in lines] == list(files)
    for name, checksum, size in lines:
        assert name == record or (checksum, size) == ("sha256=" + wheel.digest(files[name]),
                                                      str(len(files[name]))), name


def check_library(content, name, compiler, runner):
    with tempfile.TemporaryDirectory() as folder:
        library, program = pathlib.Path(folder) / name, pathlib.Path(folder) / "program.exe"
        library.write_bytes(content)
        wheel.run([*compiler, "-std=gnu11", f"-I{builds.ROOT / 'include'}",
                   f"-I{builds.ROOT / 'bindings'}",
                   pathlib.Path(__file__).with_name("load_library.c"), "-o", program])
        return subprocess.run([*runner, program, library, SAMPLE], check=True,
                              capture_output=True).stdout.decode()


found = {name: path for name in MACHINES if (path := builds.find(name, MACHINES[name][0]))}
if not found or "GAIT" not in os.environ:
    builds.skip("no libraries for other machines: make wheel")
builds.under_wine()
expected = subprocess.run([os.environ["GAIT"], "list", "--json", "stalker.omf"], check=True,
                          cwd=SAMPLE.parent, capture_output=True).stdout.decode()
for name, path in found.items():
    library, compiler, runner = MACHINES[name]
    if not shutil.which(str(runner[0])):
        print(f"{name}: there is no {runner[0]}")
        continue
    with tempfile.TemporaryDirectory() as folder:
        [made] = wheel.make(pathlib.Path(folder), path)
        [again] = wheel.make(pathlib.Path(folder) / "again", path)
        assert made.read_bytes() == again.read_bytes()
        files = wheel.contents(made)
    check_record(files)
    printed = check_library(files[f"gait/{library}"], library, compiler, runner)
    version, _, listed = printed.replace("\r\n", "\n").partition("\n")
    assert version == wheel.VERSION and listed and listed in expected, printed
    print(f"{made.name}: {len(files)} files, the library lists {len(listed)} bytes")
