#!/usr/bin/env python3
"""make_wheel.py FOLDER LIBRARY...: write a wheel of the package with each shared library.

The wheel is for the system and processor that the library was built for. A library for Linux must
not need symbols that are newer than glibc 2.17, nor other libraries than that. The same input gives
the same bytes. Prints the paths of the wheels.
"""
import base64
import hashlib
import json
import pathlib
import re
import struct
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
GLIBC = (2, 17)
NEEDED = {"libc.so.6", "libm.so.6", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
ELF_MACHINES = {62: "x86_64", 183: "aarch64"}
PE_MACHINES = {0x8664: "win_amd64"}
TIME = (1980, 1, 1, 0, 0, 0)  # of all files, the earliest that a zip can hold

METADATA = """Metadata-Version: 2.1
Name: {name}
Version: {version}
Summary: Reads, checks, edits and converts skeletal animations: RTM, BMTR, OMF, OGF, SKL, glTF, BVH
License: MIT
License-File: LICENSE
{notices}Classifier: License :: OSI Approved :: MIT License
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{description}"""
WHEEL = """Wheel-Version: 1.0
Generator: gait make_wheel
Root-Is-Purelib: false
Tag: {tag}
"""


def distribution():
    """The name of the distribution; that of the module is gait."""
    return json.loads((ROOT / "packaging/publication.json").read_text())["python"]


def version():
    """The version of the library, which must be that of the package."""
    found = re.search(r'GAIT_VERSION_TEXT "([\d.]+)"',
                      (ROOT / "include/gait/base.h").read_text(encoding="utf-8")).group(1)
    module = (HERE / "gait/__init__.py").read_text(encoding="utf-8")
    if f'__version__ = "{found}"' not in module:
        sys.exit(f"make_wheel: the version of gait/__init__.py is not {found}")
    return found


def platform(library):
    """(tag of the platform, name of the library in the package)."""
    head = library.read_bytes()[:4096]
    if head[:6] == b"\x7fELF\x02\x01":
        machine = ELF_MACHINES.get(struct.unpack_from("<H", head, 18)[0])
        if machine:
            return f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{machine}", "libgait.so"
    if head[:2] == b"MZ":
        machine = PE_MACHINES.get(
            struct.unpack_from("<H", head, struct.unpack_from("<I", head, 60)[0] + 4)[0])
        if machine:
            return machine, "libgait.dll"
    return sys.exit(f"make_wheel: {library} is not a library for a known platform")


def check_linux(library):
    """Requires that the library runs with every glibc from 2.17 on."""
    listing = subprocess.run(["readelf", "-dW", "--dyn-syms", library], check=True,
                             capture_output=True, text=True).stdout
    symbols = {(int(major), int(minor), name) for name, major, minor in
               re.findall(r" UND (\w+)@+GLIBC_(\d+)\.(\d+)", listing)}
    problems = [f"{name} is of glibc {major}.{minor}" for major, minor, name in sorted(symbols)
                if (major, minor) > GLIBC]
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", listing))
    problems += [f"{name} is needed" for name in sorted(needed - NEEDED)]
    if problems or not symbols:
        sys.exit(f"make_wheel: {library}: {'; '.join(problems) or 'nothing of glibc is used'}")


def third_party(library_name):
    """The licenses of parts by others that a library contains: for Windows, parts of the runtime
    library of the compiler. None if there are none."""
    if library_name != "libgait.dll":
        return None
    join = ROOT / "packaging" / "join_notices.sh"
    return subprocess.run([join, "mingw-w64"], check=True, capture_output=True).stdout


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def contents(library):
    """(name of the wheel, {path: bytes}), the RECORD at the end."""
    system, name = platform(library)
    if name == "libgait.so":
        check_linux(library)
    number, tag = version(), f"py3-none-{system}"
    files = {f"gait/{path.name}": path.read_bytes() for path in sorted((HERE / "gait").iterdir())
             if path.suffix == ".py" or path.name == "py.typed"}
    files[f"gait/{name}"] = library.read_bytes()
    stem = f"{distribution().replace('-', '_')}-{number}"
    about = f"{stem}.dist-info"
    description = (HERE / "README.md").read_text(encoding="utf-8")
    files[f"{about}/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    notices = third_party(name)
    if notices:
        files[f"{about}/THIRD-PARTY.txt"] = notices
    files[f"{about}/METADATA"] = METADATA.format(
        name=distribution(), version=number, description=description,
        notices="License-File: THIRD-PARTY.txt\n" if notices else "").encode()
    files[f"{about}/WHEEL"] = WHEEL.format(tag=tag).encode()
    record = [f"{path},sha256={digest(content)},{len(content)}\n"
              for path, content in files.items()]
    files[f"{about}/RECORD"] = ("".join(record) + f"{about}/RECORD,,\n").encode()
    return f"{stem}-{tag}.whl", files


def add_entry(archive, path, content, is_program=False):
    """Adds a file to a zip, or a folder if the path ends in a slash. The bytes are the same at any
    time and on any system."""
    entry = zipfile.ZipInfo(path, TIME)
    entry.compress_type = zipfile.ZIP_STORED if entry.is_dir() else zipfile.ZIP_DEFLATED
    entry.create_system = 3  # Unix, also when this runs elsewhere
    if entry.is_dir():
        entry.external_attr = 0o40755 << 16 | 0x10  # also the bit of a folder on Windows
    else:
        is_program |= path.endswith((".so", ".dll"))
        entry.external_attr = (0o100755 if is_program else 0o100644) << 16
    archive.writestr(entry, content, compresslevel=9)


def write_wheel(folder, library):
    name, files = contents(library)
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / name, "w") as wheel:
        for path, content in files.items():
            add_entry(wheel, path, content)
    return folder / name


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    for library in sys.argv[2:]:
        print(write_wheel(pathlib.Path(sys.argv[1]), pathlib.Path(library)))
