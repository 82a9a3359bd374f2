"""Small packages with the names and the layout of those of `make packages`."""
import hashlib
import io
import pathlib
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
sys.path.insert(0, str(PACKAGING))


def write_zip(path, names):
    with zipfile.ZipFile(path, "w") as archive:
        for name in names:
            archive.writestr(name, name)


def write_tar(path, names):
    with tarfile.open(path, "w:gz") as archive:
        for name in names:
            content = name.encode()
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def write_sums(folder):
    """SHA256SUMS of everything in the folder, as sha256sum writes it."""
    (folder / "SHA256SUMS").unlink(missing_ok=True)
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    (folder / "SHA256SUMS").write_text("".join(
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()}\n"
        for path in paths), encoding="utf-8")


def write_packages(folder, version):
    (folder / "debian").mkdir(parents=True)
    write_zip(folder / f"gait-{version}-windows-x64.zip", [f"gait-{version}-windows-x64/gait.exe"])
    write_tar(folder / f"gait-{version}-source.tar.gz", [f"gait-{version}/CMakeLists.txt"])
    (folder / f"debian/gait_{version}-1.dsc").write_text("Format: 3.0 (quilt)\n")
    write_sums(folder)
