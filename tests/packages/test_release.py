#!/usr/bin/env python3
"""`make release-check` refuses a release with wrong versions, dates or files."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import dummy_packages
import check_release
import versions

VERSION = "9.8.7"
NOTES = "### Added\n\n* A.\n"
CHANGELOG = f"# Changelog\n\nText.\n\n## [{VERSION}] - 2031-02-28\n\n{NOTES}\n## [9.8.6]\n"


class Release(unittest.TestCase):
    """A copy of the files with a version, all with the same one, and of the scripts."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name)
        for name in {place[0] for place in versions.PLACES}:
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(versions.ROOT / name, self.root / name)
        (self.root / "packaging").mkdir(exist_ok=True)
        for name in ("check_release.py", "versions.py"):
            shutil.copy(versions.ROOT / "packaging" / name, self.root / "packaging" / name)
        for name, pattern in versions.PLACES:
            self.replace(name, lambda text, pattern=pattern: set_version(text, pattern))
        (self.root / "CHANGELOG.md").write_text(CHANGELOG, encoding="utf-8")
        self.folder = self.root / "build/packages"
        dummy_packages.write_packages(self.folder, VERSION)

    def replace(self, name, change):
        path = self.root / name
        path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    def problems(self, **options):
        return check_release.problems(self.root, self.folder, **options)

    def refuses(self, *patterns, **options):
        found = self.problems(**options)
        self.assertEqual(len(found), len(patterns), found)
        for problem, pattern in zip(found, patterns):
            self.assertRegex(problem, pattern)

    def run_script(self, *arguments):
        return subprocess.run([sys.executable, self.root / "packaging/check_release.py",
                               *arguments], capture_output=True, text=True)

    def test_a_consistent_release(self):
        self.refuses()
        self.refuses(tag=f"v{VERSION}")
        done = self.run_script("--tag", f"v{VERSION}")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, f"release-check: {VERSION} can be released\n")

    def test_the_exit_code_and_all_problems(self):
        self.replace("CHANGELOG.md", lambda text: text.replace("2031-02-28", "unreleased"))
        done = self.run_script("--tag", "v1.0.0", self.folder / "debian")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(len(done.stderr.splitlines()), 3)
        for text in ("no date: unreleased", "the tag is v1.0.0", "SHA256SUMS: is missing"):
            self.assertIn(text, done.stderr)

    def test_the_changelog_has_a_date(self):
        for date in ("unreleased", "2031-02-29", "28.02.2031", "20310228"):
            (self.root / "CHANGELOG.md").write_text(CHANGELOG.replace("2031-02-28", date))
            self.refuses(f"no date: {date}")
        (self.root / "CHANGELOG.md").write_text(CHANGELOG.replace(" - 2031-02-28", ""))
        self.refuses("no date: nothing")

    def test_the_changelog_begins_with_the_version(self):
        (self.root / "CHANGELOG.md").write_text(CHANGELOG.replace(VERSION, "9.9.0"))
        self.refuses("CHANGELOG.md: the version is 9.9.0, not 9.8.7")
        (self.root / "CHANGELOG.md").write_text(CHANGELOG.replace("## [9", "## [Next]\n## [9", 1))
        self.refuses("no date", "no text", "CHANGELOG.md: the version is missing")
        (self.root / "CHANGELOG.md").write_text("# Changelog\n")
        self.refuses("no section", "CHANGELOG.md: the version is missing")

    def test_every_other_version_is_the_same(self):
        for name, pattern in versions.PLACES[1:]:
            with self.subTest(name=name):
                content = (self.root / name).read_text(encoding="utf-8")
                (self.root / name).write_text(set_version(content, pattern, "9.7.7"), "utf-8")
                self.refuses(rf"{re.escape(name)}: the version is 9\.7.*, not {VERSION}")
                (self.root / name).write_text(content, encoding="utf-8")
        (self.root / "bindings/npm/package.json").unlink()
        self.refuses("package.json: the version is missing")

    def test_the_tag(self):
        self.refuses("the tag is 9.8.7, not v9.8.7", tag=VERSION)

    def test_the_sums_fit_the_files(self):
        (self.folder / "manifests").mkdir()
        (self.folder / "manifests/gait.json").write_text("{}")
        self.refuses()
        package = self.folder / f"gait-{VERSION}-windows-x64.zip"
        content = package.read_bytes()
        package.write_bytes(content[:-1])
        self.refuses("windows-x64.zip: has another hash")
        package.unlink()
        self.refuses("windows-x64.zip: is in SHA256SUMS, but missing")
        package.write_bytes(content)
        (self.folder / "debian/more.deb").write_text("")
        self.refuses("debian/more.deb: is not in SHA256SUMS")

    def test_packages_of_other_versions(self):
        (self.folder / "gait-9.8.6-linux-x64.tar.gz").write_text("")
        dummy_packages.write_sums(self.folder)
        self.refuses("gait-9.8.6-linux-x64.tar.gz: the version is not 9.8.7")

    def test_empty_and_damaged_sums(self):
        (self.folder / "SHA256SUMS").write_text("no hash\n")
        with self.assertRaisesRegex(SystemExit, "not a line of sha256sum"):
            self.problems()
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        (self.folder / "SHA256SUMS").write_text("")
        self.refuses("lists no packages")

    def test_notes_are_the_first_section(self):
        self.assertEqual(self.run_script("--notes").stdout, NOTES)


def set_version(text, pattern, version=VERSION):
    """The text with other numbers in the groups of the pattern."""
    match = re.search(pattern, text)
    count = len(match.groups())
    numbers = version.split(".") if count > 1 else [version]
    if count == 1 and match[1].count(".") == 1:
        numbers = [version.rpartition(".")[0]]
    for group, number in reversed([*enumerate(numbers, 1)]):
        text = text[:match.start(group)] + number + text[match.end(group):]
    return text


if __name__ == "__main__":
    unittest.main()
