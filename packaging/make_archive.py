#!/usr/bin/env python3
"""make_archive.py FILE FOLDER: pack a folder into FILE, which ends in .zip or .tar.gz.

All paths in the archive begin with the name of the folder. The same files give the same bytes at
any time, in any place and for any user: of the modes, only the right of the owner to run a file
counts. Prints the path.
"""
import gzip
import io
import pathlib
import sys
import tarfile
import zipfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bindings" / "python"))
import make_wheel

SECONDS = 315532800  # 1980-01-01 in UTC, the time of files in the zips


def contents(folder):
    """(path, bytes, whether it is a program) of each file, sorted by path."""
    files = sorted((path.relative_to(folder.parent).as_posix(), path)
                   for path in folder.rglob("*") if path.is_file())
    for name, path in files:
        yield name, path.read_bytes(), bool(path.stat().st_mode & 0o100)


def write_zip(path, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, content, is_program in files:
            make_wheel.add_entry(archive, name, content, is_program)


def write_tar(path, files):
    with open(path, "wb") as out, gzip.GzipFile("", "wb", 9, out, mtime=0) as packed, \
            tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content, is_program in files:
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            entry.mtime = SECONDS
            entry.mode = 0o755 if is_program else 0o644
            entry.uname = entry.gname = "root"
            archive.addfile(entry, io.BytesIO(content))


def write(path, folder):
    files = contents(folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.name.endswith(".zip"):
        write_zip(path, files)
    elif path.name.endswith(".tar.gz"):
        write_tar(path, files)
    else:
        sys.exit(f"make_archive: {path} ends in neither .zip nor .tar.gz")
    return path


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(write(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()))
