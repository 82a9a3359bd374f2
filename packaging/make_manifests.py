#!/usr/bin/env python3
"""make_manifests.py FOLDER: write the manifests for package managers into FOLDER/manifests.

FOLDER contains the packages of `make packages` (build/packages), with SHA256SUMS. The templates are
in packaging/: scoop, winget, vcpkg, conan, homebrew. Their placeholders are filled with the version
of include/gait/base.h and with hashes of the packages:

  @VERSION@           the version
  @SHA256_WINDOWS@    of gait-VERSION-windows-x64.zip
  @SHA256_SOURCE@     of gait-VERSION-source.tar.gz, and @SHA512_SOURCE@

Fails if a package is missing or has another hash than in SHA256SUMS, if it does not contain the
file that a manifest names, or if a placeholder has no value. Prints the paths of the manifests.
"""
import hashlib
import pathlib
import re
import shutil
import sys
import tarfile
import zipfile

import check_release
import versions

TEMPLATES = pathlib.Path(__file__).resolve().parent
MANAGERS = ("scoop", "winget", "vcpkg", "conan", "homebrew")
PLACEHOLDER = re.compile(r"@[A-Z0-9_]+@")
# The packages that manifests refer to, and a file in each that the manifests need.
PACKAGES = {
    "WINDOWS": ("gait-{}-windows-x64.zip", "gait-{}-windows-x64/gait.exe"),
    "SOURCE": ("gait-{}-source.tar.gz", "gait-{}/CMakeLists.txt"),
}


def members(path):
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    with tarfile.open(path) as archive:
        return archive.getnames()


def values(folder, version):
    """{placeholder: value}"""
    sums = check_release.read_sums(folder)
    found = {"@VERSION@": version}
    for key, (name, member) in PACKAGES.items():
        name, member = name.format(version), member.format(version)
        path = folder / name
        if name not in sums or not path.is_file():
            sys.exit(f"make_manifests: {path} is missing, or not in {check_release.SUMS}")
        content = path.read_bytes()
        if hashlib.sha256(content).hexdigest() != sums[name]:
            sys.exit(f"make_manifests: {path} has another hash than in {check_release.SUMS}")
        if member not in members(path):
            sys.exit(f"make_manifests: {path} does not contain {member}")
        found[f"@SHA256_{key}@"] = sums[name]
        found[f"@SHA512_{key}@"] = hashlib.sha512(content).hexdigest()
    return found


def fill(text, known, place):
    """The text with the values of its placeholders."""
    for placeholder in PLACEHOLDER.findall(text):
        if placeholder not in known:
            sys.exit(f"make_manifests: {place}: there is no value for {placeholder}")
    return PLACEHOLDER.sub(lambda match: known[match[0]], text)


def write_manifests(folder, version, templates=TEMPLATES):
    """The paths of what was written."""
    known = values(folder, version)
    out = folder / "manifests"
    shutil.rmtree(out, ignore_errors=True)
    written = []
    for manager in MANAGERS:
        for template in sorted((templates / manager).rglob("*")):
            place = template.relative_to(templates)
            if not template.is_file() or "__pycache__" in place.parts:
                continue
            text = fill(template.read_text(encoding="utf-8"), known, place)
            (out / place).parent.mkdir(parents=True, exist_ok=True)
            (out / place).write_text(text, encoding="utf-8", newline="\n")
            written.append(out / place)
    return written


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    for made in write_manifests(pathlib.Path(sys.argv[1]), versions.version()):
        print(made)
