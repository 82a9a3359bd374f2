#!/usr/bin/env python3
"""The manifests for package managers: all values are filled in, and all required fields exist.

The required fields are those of the schemas of Scoop, of winget 1.10.0 and of vcpkg, and those that
the recipes of Conan and the formulas of Homebrew need. The package managers are not run.
"""
import ast
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import dummy_packages
import make_manifests

try:
    import yaml
except ImportError:
    print("python3-yaml is not installed")
    sys.exit(77)

VERSION = "9.8.7"
RELEASES = "https://github.com/gait-tools/gait/releases"
HASH = re.compile(r"[0-9a-f]{64}")


class Manifests(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name) / "packages"
        dummy_packages.write_packages(self.folder, VERSION)

    def write(self, **options):
        written = make_manifests.write_manifests(self.folder, VERSION, **options)
        return {path.relative_to(self.folder / "manifests").as_posix():
                path.read_text(encoding="utf-8") for path in written}

    def hash_of(self, name, kind=hashlib.sha256):
        return kind((self.folder / name).read_bytes()).hexdigest()

    def check_url(self, url):
        """The address of a file of this release, which exists in the folder of the packages."""
        prefix, _, name = url.rpartition("/")
        self.assertEqual(prefix, f"{RELEASES}/download/v{VERSION}")
        self.assertTrue((self.folder / name).is_file(), url)

    def test_every_template_is_filled(self):
        written = self.write()
        templates = {path.relative_to(make_manifests.TEMPLATES).as_posix()
                     for manager in make_manifests.MANAGERS
                     for path in (make_manifests.TEMPLATES / manager).rglob("*")
                     if path.is_file() and "__pycache__" not in path.parts}
        self.assertEqual(set(written), templates)
        for name, text in written.items():
            self.assertNotRegex(text, make_manifests.PLACEHOLDER, name)

    def test_scoop(self):
        manifest = json.loads(self.write()["scoop/gait.json"])
        self.assertLessEqual({"version", "description", "homepage", "license", "bin", "checkver",
                              "autoupdate"}, set(manifest))
        self.assertEqual(manifest["version"], VERSION)
        package = manifest["architecture"]["64bit"]
        self.check_url(package["url"])
        self.assertEqual(package["hash"], self.hash_of(f"gait-{VERSION}-windows-x64.zip"))
        update = manifest["autoupdate"]["architecture"]["64bit"]
        for key, text in update.items():
            self.assertEqual(text.replace("$version", VERSION), package[key])
        self.assertEqual(set(update), {"url", "extract_dir"})
        self.assertEqual(manifest["autoupdate"]["hash"], {"url": "$baseurl/SHA256SUMS"})
        self.assertIn(f"{package['extract_dir']}/{manifest['bin']}",
                      make_manifests.members(self.folder / f"gait-{VERSION}-windows-x64.zip"))

    def test_winget(self):
        written = self.write()
        name = "winget/GaitTools.Gait"
        files = {kind: yaml.safe_load(written[f"{name}{ending}.yaml"]) for kind, ending in
                 (("version", ""), ("installer", ".installer"), ("defaultLocale", ".locale.en-US"))}
        required = {"version": {"DefaultLocale"}, "installer": {"Installers"},
                    "defaultLocale": {"PackageLocale", "Publisher", "PackageName", "License",
                                      "ShortDescription"}}
        for kind, file in files.items():
            self.assertLessEqual(required[kind], set(file))
            self.assertEqual([file["ManifestType"], file["ManifestVersion"]], [kind, "1.10.0"])
            self.assertEqual([file["PackageIdentifier"], file["PackageVersion"]],
                             ["GaitTools.Gait", VERSION])
        self.assertEqual(files["version"]["DefaultLocale"], files["defaultLocale"]["PackageLocale"])
        self.assertLessEqual(len(files["defaultLocale"]["ShortDescription"]), 256)
        [installer], file = files["installer"]["Installers"], files["installer"]
        self.assertEqual([file["InstallerType"], file["NestedInstallerType"]], ["zip", "portable"])
        self.assertEqual(installer["Architecture"], "x64")
        self.check_url(installer["InstallerUrl"])
        self.assertEqual(installer["InstallerSha256"],
                         self.hash_of(f"gait-{VERSION}-windows-x64.zip"))
        [program] = file["NestedInstallerFiles"]
        self.assertIn(program["RelativeFilePath"].replace("\\", "/"),
                      make_manifests.members(self.folder / f"gait-{VERSION}-windows-x64.zip"))

    def test_vcpkg(self):
        written = self.write()
        manifest = json.loads(written["vcpkg/vcpkg.json"])
        self.assertEqual([manifest["name"], manifest["version"]], ["gait", VERSION])
        self.assertEqual({dependency["name"] for dependency in manifest["dependencies"]},
                         {"vcpkg-cmake", "vcpkg-cmake-config"})
        self.assertIn("find_package(gait", written["vcpkg/usage"])

    def test_vcpkg_calls(self):
        """The portfile runs in CMake with functions that print their arguments instead."""
        self.write()
        cmake = shutil.which("cmake")
        if not cmake:
            self.skipTest("cmake is not installed")
        port = self.folder / "manifests/vcpkg/portfile.cmake"
        names = re.findall(r"(?m)^(vcpkg_\w+)\(", port.read_text(encoding="utf-8"))
        stubs = "".join(f'function({name})\nmessage("{name};${{ARGN}}")\nendfunction()\n'
                        for name in names)
        main = self.folder / "main.cmake"
        main.write_text(f'{stubs}set(VERSION {VERSION})\nset(PORT gait)\n'
                        f'set(CURRENT_PACKAGES_DIR "{self.folder}/made")\ninclude("{port}")\n')
        done = subprocess.run([cmake, "-P", main], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        calls = {words[0]: words[1:] for words in
                 (line.split(";") for line in done.stderr.splitlines())}
        self.assertEqual(list(calls), names)
        download = calls["vcpkg_download_distfile"]
        self.check_url(download[download.index("URLS") + 1])
        self.assertEqual(download[download.index("SHA512") + 1],
                         self.hash_of(f"gait-{VERSION}-source.tar.gz", hashlib.sha512))
        self.assertTrue((self.folder / "made/share/gait/usage").is_file())

    def test_conan(self):
        written = self.write()
        [(version, source)] = yaml.safe_load(written["conan/conandata.yml"])["sources"].items()
        self.assertEqual(version, VERSION)
        self.check_url(source["url"])
        self.assertEqual(source["sha256"], self.hash_of(f"gait-{VERSION}-source.tar.gz"))
        recipe = ast.parse(written["conan/conanfile.py"])
        [kind] = [node for node in recipe.body if isinstance(node, ast.ClassDef)]
        fields = {target.id for node in kind.body if isinstance(node, ast.Assign)
                  for target in node.targets}
        methods = {node.name for node in kind.body if isinstance(node, ast.FunctionDef)}
        self.assertLessEqual({"name", "description", "license", "url", "homepage", "topics",
                              "package_type", "settings", "options", "default_options"}, fields)
        self.assertEqual(methods, {"layout", "source", "generate", "build", "package",
                                   "package_info"})
        ast.parse(written["conan/test_package/conanfile.py"])

    def test_homebrew(self):
        formula = self.write()["homebrew/gait.rb"]
        [url] = re.findall(r'(?m)^  url "(.*)"$', formula)
        self.check_url(url)
        [digest] = re.findall(r'(?m)^  sha256 "(.*)"$', formula)
        self.assertEqual(digest, self.hash_of(f"gait-{VERSION}-source.tar.gz"))
        for line in ("desc ", "homepage ", 'license "MIT"', "def install",
                     "test do"):
            self.assertRegex(formula, rf"(?m)^  {re.escape(line)}")
        if shutil.which("ruby"):
            done = subprocess.run(["ruby", "-c"], input=formula, capture_output=True, text=True)
            self.assertEqual(done.stdout, "Syntax OK\n", done.stderr)

    def test_yaml_style(self):
        if not shutil.which("yamllint"):
            self.skipTest("yamllint is not installed")
        self.write()
        rules = "{extends: default, rules: {line-length: disable, document-start: disable}}"
        done = subprocess.run(["yamllint", "--strict", "-d", rules, self.folder / "manifests"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_placeholder_without_value_is_an_error(self):
        templates = self.folder.parent / "templates"
        shutil.copytree(make_manifests.TEMPLATES / "scoop", templates / "scoop")
        self.write(templates=templates)
        (templates / "scoop/more.json").write_text('"@SHA256_NOTHING@"\n')
        with self.assertRaisesRegex(SystemExit, "more.json.*@SHA256_NOTHING@"):
            self.write(templates=templates)

    def test_packages_are_compared_with_the_sums(self):
        source = self.folder / f"gait-{VERSION}-source.tar.gz"
        content = source.read_bytes()
        source.write_bytes(content + b"\0")
        with self.assertRaisesRegex(SystemExit, "source.tar.gz has another hash"):
            self.write()
        source.unlink()
        with self.assertRaisesRegex(SystemExit, "source.tar.gz is missing"):
            self.write()
        source.write_bytes(content)
        self.write()

    def test_packages_contain_what_manifests_name(self):
        dummy_packages.write_zip(self.folder / f"gait-{VERSION}-windows-x64.zip", ["gait.exe"])
        dummy_packages.write_sums(self.folder)
        with self.assertRaisesRegex(SystemExit, "does not contain gait-.*gait.exe"):
            self.write()


if __name__ == "__main__":
    unittest.main()
