"""The packages that `make packages` builds, unpacked into empty folders."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = pathlib.Path(os.environ.get("GAIT_PACKAGES", ROOT / "build" / "packages"))
VERSION = re.search(r'GAIT_VERSION_TEXT "([\d.]+)"',
                    (ROOT / "include/gait/base.h").read_text(encoding="utf-8")).group(1)
GAIT = os.environ.get("GAIT")
CMAKE = os.environ.get("GAIT_CMAKE", "cmake")


def skip(why):
    print(why)
    sys.exit(77)


def find_or_skip(name):
    """The path of a package of this version."""
    path = FOLDER / name.format(VERSION)
    return path if path.is_file() else skip(f"there is no {path.name} in {FOLDER}: make packages")


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            skip(f"without {program}, this package is not tested")


def run(*command, **options):
    """The output of a program that must succeed."""
    done = subprocess.run(list(map(str, command)), capture_output=True, timeout=600, **options)
    assert done.returncode == 0, (f"{command}: {done.returncode}\n"
                                  f"{(done.stdout + done.stderr).decode('utf-8', 'replace')}")
    return done.stdout


def unpack(path, folder):
    """The only folder in an archive, unpacked."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            archive.extractall(folder)
    else:
        with tarfile.open(path) as archive:
            archive.extractall(folder)
    [top] = folder.iterdir()
    assert path.name in (f"{top.name}.zip", f"{top.name}.tar.gz"), (path, top)
    return top


def scratch(test):
    """A folder for a test case, or a class of them."""
    holder = tempfile.TemporaryDirectory()
    add = test.addClassCleanup if isinstance(test, type) else test.addCleanup
    add(holder.cleanup)
    return pathlib.Path(holder.name)
