#!/usr/bin/env python3
"""The checksums of all packages, their bill of materials, and the version and licenses in each."""
import base64
import gzip
import hashlib
import json
import os
import re
import sys
import unittest

import packages

sys.path.insert(0, str(packages.ROOT / "packaging"))
import make_archive
import make_sbom

FOLDER = packages.FOLDER
VERSION = packages.VERSION
SBOM = f"gait-{VERSION}.spdx.json"
# (name of a package, a file in it, expression for its version)
STATED = [
    ("gait-{}-windows-x64.zip", "README.txt", r"^Gait (\S+) "),
    ("gait-{}-windows-x64.zip", "gaitConfigVersion.cmake", r'set\(PACKAGE_VERSION "(.*?)"'),
    ("gait-{}-windows-x64.zip", "gait.pc", r"(?m)^Version: (.*)"),
    ("gait-{}-linux-x64.tar.gz", "README.txt", r"^Gait (\S+) "),
    ("gait-{}-linux-x64.tar.gz", "gait.1", r'(?m)^\.TH .*"gait ([\d.]+)"'),
    ("gait-{}-linux-x64.tar.gz", "gait.pc", r"(?m)^Version: (.*)"),
    ("gait-{}-linux-arm64.tar.gz", "gait.1", r'(?m)^\.TH .*"gait ([\d.]+)"'),
    ("gait-{}-linux-arm64.tar.gz", "gait.pc", r"(?m)^Version: (.*)"),
    ("gait-tools-gait-{}.tgz", "package.json", r'"version": "(.*?)"'),
    ("gait_anim-{}-py3-none-win_amd64.whl", "METADATA", r"(?m)^Version: (.*)"),
    ("gait_anim-{}-py3-none-manylinux_2_17_x86_64.whl", "METADATA", r"(?m)^Version: (.*)"),
    ("gait_anim-{}-py3-none-manylinux_2_17_aarch64.whl", "METADATA", r"(?m)^Version: (.*)"),
    ("gait-blender-{}-linux-x64.zip", "blender_manifest.toml", r'(?m)^version = "(.*)"'),
    ("gait-blender-{}-linux-arm64.zip", "blender_manifest.toml", r'(?m)^version = "(.*)"'),
    ("gait-blender-{}-windows-x64.zip", "blender_manifest.toml", r'(?m)^version = "(.*)"'),
    ("gait-{}-amalgamation.zip", "gait.h", r'GAIT_VERSION_TEXT "(.*?)"'),
]
# Binaries, and how the version is written in them.
BINARIES = [
    ("gait-{}-windows-x64.zip", ("gait.exe", "libgait.dll"), "ProductVersion\0{}\0", "utf-16-le"),
    ("gait-{}-linux-x64.tar.gz", ("bin/gait",), "{}\0", "ascii"),
    ("gait-{}-linux-arm64.tar.gz", ("bin/gait",), "{}\0", "ascii"),
    ("gait_anim-{}-py3-none-win_amd64.whl", ("libgait.dll",), "ProductVersion\0{}\0", "utf-16-le"),
    ("gait_anim-{}-py3-none-manylinux_2_17_aarch64.whl", ("libgait.so",), "{}\0", "ascii"),
    ("gait-blender-legacy-{}.zip", ("libgait.so", "libgait.dll"), "{}\0", "ascii"),
    ("gait-tools-gait-{}.tgz", ("gait.wasm",), "{}\0", "ascii"),
]
PAGE = {"wasi-libc", "three.js", "uPlot", "fflate"}
COMPONENTS = {
    "gait-{}-windows-x64.zip": PAGE | {"mingw-w64"},
    "gait-{}-linux-x64.tar.gz": PAGE | {"musl"},
    "gait-{}-linux-arm64.tar.gz": PAGE | {"musl"},
    "gait_anim-{}-py3-none-win_amd64.whl": {"mingw-w64"},
    "gait_anim-{}-py3-none-manylinux_2_17_x86_64.whl": set(),
    "gait-blender-{}-windows-x64.zip": {"mingw-w64"},
    "gait-blender-legacy-{}.zip": {"mingw-w64"},
    "gait-tools-gait-{}.tgz": {"wasi-libc"},
    "gait.html": PAGE,
}


# Archives of the sources, which contain build scripts.
SOURCES = (f"gait-{VERSION}-source.tar.gz", f"debian/gait_{VERSION}.orig.tar.gz")


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def named(files, name):
    """The contents of the files with this name, in any folder."""
    return [content for path, content in files.items() if f"/{path}".endswith(f"/{name}")]


class PackageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.packages = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*")
                        if path.is_file() and path.name not in ("SHA256SUMS", SBOM)}
        cls.files = {name: make_sbom.files_of(path) for name, path in cls.packages.items()}
        cls.sbom = json.loads((FOLDER / SBOM).read_text(encoding="utf-8"))


class Contents(PackageTest):
    def test_checksums(self):
        lines = (FOLDER / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
        expected = {f"{sha256(path.read_bytes())}  {name}"
                    for name, path in [*self.packages.items(), (SBOM, FOLDER / SBOM)]}
        self.assertEqual(set(lines), expected)
        self.assertEqual(lines, sorted(lines, key=lambda line: line.split("  ")[1]))

    def test_names_contain_the_version(self):
        self.assertEqual([name for name in self.packages
                          if VERSION not in name and name != "gait.html"], [])

    def test_versions_in_texts(self):
        for package, name, expression in STATED:
            with self.subTest(package=package, name=name):
                texts = named(self.files[package.format(VERSION)], name)
                self.assertTrue(texts)
                for text in texts:
                    self.assertEqual(re.search(expression, text.decode()).group(1).strip(), VERSION)

    def test_versions_in_binaries(self):
        for package, names, text, encoding in BINARIES:
            for name in names:
                with self.subTest(package=package, name=name):
                    contents = named(self.files[package.format(VERSION)], name)
                    self.assertTrue(contents)
                    for content in contents:
                        self.assertTrue(text.format(VERSION).encode(encoding) in content)

    def test_licenses(self):
        licence = (packages.ROOT / "LICENSE").read_text(encoding="utf-8").splitlines()
        for name, files in self.files.items():
            if not re.search(r"\.(zip|whl|tgz|tar\.gz)$", name):
                continue
            with self.subTest(package=name):
                self.assertTrue(any(content.decode().splitlines() == licence
                                    for path, content in files.items()
                                    if re.search(r"(LICENSE(\.txt)?|/MIT\.txt)$", path)))

    def test_the_page_shows_the_licenses_of_its_parts(self):
        page = self.packages["gait.html"].read_text(encoding="utf-8")
        packed = re.search('<script type="text/plain" id="gait-script">([^<]+)<', page).group(1)
        page = gzip.decompress(base64.b64decode(packed)).decode()
        self.assertEqual([name for name in PAGE if name not in page], [])

    def test_no_package_contains_paths_of_this_machine(self):
        roots = [str(packages.ROOT).encode(), os.path.expanduser("~").encode() + b"/"]
        found = [(name, path) for name, files in self.files.items() if name not in SOURCES
                 for path, content in files.items() if any(root in content for root in roots)]
        self.assertEqual(found, [])

    def test_archives_do_not_depend_on_times_and_modes(self):
        """A package that is unpacked and packed again has the same bytes."""
        for number, package in enumerate(("gait-{}-windows-x64.zip",
                                          "gait-{}-linux-x64.tar.gz")):
            path = packages.find_or_skip(package)
            folder = packages.scratch(self)
            top = packages.unpack(path, folder)
            for file in top.rglob("*"):
                os.utime(file, (number * 10**9, 10**9 + number))
                # Python's module for zips does not restore the modes.
                is_program = file.stat().st_mode & 0o100 or file.suffix in (".exe", ".dll") or \
                    file.name == "pre-commit"
                file.chmod(0o700 if is_program else 0o600)
            again = make_archive.write(folder / path.name, top)
            self.assertEqual(sha256(again.read_bytes()), sha256(path.read_bytes()), path.name)


class BillOfMaterials(PackageTest):
    def setUp(self):
        self.described = {package["packageFileName"]: package for package in self.sbom["packages"]
                          if "packageFileName" in package}
        self.related = {}
        for row in self.sbom["relationships"]:
            key = row["spdxElementId"], row["relationshipType"]
            self.related.setdefault(key, []).append(row["relatedSpdxElement"])

    def test_has_what_spdx_requires(self):
        self.assertEqual(self.sbom["spdxVersion"], "SPDX-2.3")
        self.assertEqual(self.sbom["dataLicense"], "CC0-1.0")
        self.assertRegex(self.sbom["documentNamespace"], r"^https://[^#]+$")
        self.assertRegex(self.sbom["creationInfo"]["created"],
                         r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
        self.assertRegex(self.sbom["creationInfo"]["creators"][0], r"^Tool: \S+$")
        ids = ["SPDXRef-DOCUMENT"]
        ids += [entry["SPDXID"] for entry in [*self.sbom["packages"], *self.sbom["files"]]]
        self.assertEqual(len(ids), len(set(ids)))
        for name in ids:
            self.assertRegex(name, r"^SPDXRef-[A-Za-z0-9.-]+$")
        for row in self.sbom["relationships"]:
            self.assertLessEqual({row["spdxElementId"], row["relatedSpdxElement"]}, set(ids))
        for package in self.sbom["packages"]:
            self.assertLessEqual({"name", "downloadLocation", "versionInfo"}, set(package))

    def test_lists_every_package_and_every_file(self):
        self.assertEqual(sorted(self.described), sorted(self.packages))
        files = {file["SPDXID"]: file for file in self.sbom["files"]}
        for name, package in self.described.items():
            self.assertEqual(package["versionInfo"], VERSION)
            self.assertEqual(package["checksums"][0]["checksumValue"],
                             sha256(self.packages[name].read_bytes()))
            found = {}
            for other in self.related[package["SPDXID"], "CONTAINS"]:
                if other in files:
                    sums = {row["algorithm"]: row["checksumValue"]
                            for row in files[other]["checksums"]}
                    found[files[other]["fileName"]] = sums["SHA1"], sums["SHA256"]
            self.assertEqual(found, {f"./{path}": (hashlib.sha1(content).hexdigest(),
                                                   sha256(content))
                                     for path, content in self.files[name].items()})
            code = hashlib.sha1("".join(sorted(sha1 for sha1, _ in found.values())).encode())
            self.assertEqual(package["packageVerificationCode"]["packageVerificationCodeValue"],
                             code.hexdigest())

    def test_lists_the_components(self):
        names = {package["SPDXID"]: package["name"] for package in self.sbom["packages"]
                 if "packageFileName" not in package}
        for template, expected in COMPONENTS.items():
            package = self.described[template.format(VERSION)]
            found = {names[other] for other in self.related[package["SPDXID"], "CONTAINS"]
                     if other in names}
            self.assertEqual(found, expected, template)


if __name__ == "__main__":
    packages.find_or_skip("SHA256SUMS")
    packages.find_or_skip("gait-{}.spdx.json")
    unittest.main()
