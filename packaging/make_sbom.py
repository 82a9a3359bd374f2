#!/usr/bin/env python3
"""make_sbom.py FOLDER: write FOLDER/gait-VERSION.spdx.json, a bill of materials in SPDX 2.3.

It describes each package in FOLDER and its subfolders: its checksum, the checksums of all files in
it, and the software by others that it contains. That is what its THIRD-PARTY.txt lists. The time in
it is SOURCE_DATE_EPOCH, or the time of the commit. Prints the path.
"""
import datetime
import hashlib
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
HOME = json.loads(
    pathlib.Path(__file__).with_name("publication.json").read_text())["repository"]
NO = "NOASSERTION"
# Where the versions of the components are found: a package of Debian or of npm.
VERSIONS = {"musl": ("dpkg", "musl-dev"), "mingw-w64": ("dpkg", "mingw-w64-x86-64-dev"),
            "wasi-libc": ("dpkg", "wasi-libc"), "three.js": ("npm", "three"),
            "uPlot": ("npm", "uplot"), "fflate": ("npm", "fflate")}
PAGE = "gait.html"  # has its notices inside of a script
PAGE_COMPONENTS = {"wasi-libc", "three.js", "uPlot", "fflate"}


def output(*arguments):
    return subprocess.run(arguments, cwd=ROOT, check=True, capture_output=True).stdout


def created():
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        done = subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True)
        seconds = done.stdout or sys.exit("make_sbom: outside of a Git repository, "
                                          "SOURCE_DATE_EPOCH must be set")
    time = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
    return time.strftime("%Y-%m-%dT%H:%M:%SZ")


def in_tar(content):
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        return {entry.name.removeprefix("./"): archive.extractfile(entry).read()
                for entry in archive if entry.isfile()}


def in_zip(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()
                if not entry.is_dir()}


def files_of(path):
    """{path: bytes} of the files in a package; of a file that is no archive, itself."""
    content = path.read_bytes()
    if zipfile.is_zipfile(path):
        return in_zip(content)
    if path.suffix == ".deb":
        return in_tar(output("dpkg-deb", "--fsys-tarfile", path.resolve()))
    if re.search(r"\.(tgz|tar\.\w+)$", path.name):
        return in_tar(content)
    return {path.name: content}


def spdx_id(kind, name):
    return f"SPDXRef-{kind}-{re.sub('[^A-Za-z0-9.]+', '-', name)}"


def component_version(name, lock):
    source, package = VERSIONS[name]
    if source == "npm":
        return lock["packages"][f"node_modules/{package}"]["version"]
    return output("dpkg-query", "-W", "-f", "${Version}", package).decode()


def components():
    """{name: description} of what packaging/notices lists."""
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    found = {}
    for path in sorted((ROOT / "packaging" / "notices").glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        facts = dict(line.split(": ", 1) for line in text.split("\n\n")[0].splitlines())
        name = facts["Component"]
        found[name] = {
            "SPDXID": spdx_id("Component", name), "name": name,
            "versionInfo": component_version(name, lock), "homepage": facts["Home"],
            "downloadLocation": NO, "filesAnalyzed": False, "licenseConcluded": facts["License"],
            "licenseDeclared": facts["License"],
            "copyrightText": "\n".join(re.findall(r"(?m)^Copyright .*", text))}
    return found


def contained(name, files):
    """Names of the components in a package."""
    if name == PAGE:
        return PAGE_COMPONENTS
    texts = [content.decode() for path, content in files.items()
             if path.endswith("THIRD-PARTY.txt")]
    return set(re.findall(r"(?m)^Component: (.*?)\r?$", "\n".join(texts)))


def describe_file(package, number, name, content):
    return {"SPDXID": f"{package}-File-{number}", "fileName": f"./{name}",
            "checksums": [{"algorithm": algorithm.upper(),
                           "checksumValue": hashlib.new(algorithm, content).hexdigest()}
                          for algorithm in ("sha1", "sha256")],
            "licenseConcluded": NO, "copyrightText": NO}


def verification_code(files):
    """What SPDX 2.3 defines in 7.9."""
    sums = sorted(file["checksums"][0]["checksumValue"] for file in files)
    return hashlib.sha1("".join(sums).encode()).hexdigest()


def describe_package(path, name, version, files):
    package = spdx_id("Package", name)
    described = [describe_file(package, number, name, files[name])
                 for number, name in enumerate(sorted(files), 1)]
    license_name = "GPL-3.0-or-later" if "-blender-" in path.name else "MIT"
    return {"SPDXID": package, "name": "gait", "versionInfo": version, "homepage": HOME,
            "packageFileName": name, "downloadLocation": NO, "filesAnalyzed": True,
            "packageVerificationCode": {
                "packageVerificationCodeValue": verification_code(described)},
            "checksums": [{"algorithm": "SHA256",
                           "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}],
            "licenseConcluded": NO, "licenseDeclared": license_name,
            "copyrightText": "Copyright (c) 2026 Gait contributors"}, described


def relate(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def document(paths, version):
    """`paths` is {name in the document: path}."""
    packages, files, relations, used = [], [], [], set()
    known = components()
    for name, path in paths.items():
        content = files_of(path)
        package, described = describe_package(path, name, version, content)
        packages.append(package)
        files += described
        relations.append(relate("SPDXRef-DOCUMENT", "DESCRIBES", package["SPDXID"]))
        relations += [relate(package["SPDXID"], "CONTAINS", file["SPDXID"]) for file in described]
        inside = contained(name, content)
        relations += [relate(package["SPDXID"], "CONTAINS", known[component]["SPDXID"])
                      for component in sorted(inside)]
        used |= inside
    sums = "".join(package["checksums"][0]["checksumValue"] for package in packages)
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
            "name": f"gait-{version}",
            "documentNamespace":
                f"{HOME}/spdx/{version}/{hashlib.sha256(sums.encode()).hexdigest()}",
            "creationInfo": {"created": created(), "creators": ["Tool: gait-make_sbom"]},
            "packages": packages + [known[name] for name in sorted(used)],
            "files": files, "relationships": relations}


def main(folder):
    version = output("packaging/version.sh").decode().strip()
    path = folder / f"gait-{version}.spdx.json"
    names = sorted(found.relative_to(folder).as_posix() for found in folder.rglob("*")
                   if found.is_file() and found not in (path, folder / "SHA256SUMS"))
    paths = {name: folder / name for name in names}
    text = json.dumps(document(paths, version), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")
    print(path)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
