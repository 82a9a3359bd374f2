#!/usr/bin/env python3
"""check_release.py [--tag TAG] [FOLDER]: refuse a release with wrong versions or files.

FOLDER contains the packages of `make packages` (build/packages). The first section of CHANGELOG.md
must have the version of include/gait/base.h and a date. All other versions must be the same
(versions.py), and so must TAG without its `v`. SHA256SUMS must list exactly the files in FOLDER,
except those in manifests/, with their hashes.

check_release.py --notes: print the notes of the release, the first section of CHANGELOG.md.
"""
import argparse
import datetime
import hashlib
import pathlib
import re
import sys

import versions

SUMS = "SHA256SUMS"
NOT_LISTED = ("manifests",)  # made from SHA256SUMS, by make_manifests.py
HEADING = re.compile(r"(?m)^## \[([^\]]*)\](?: - (.*))?$")


def first_section(root):
    """(version, date, text) of the first section of the changelog; None without a section."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    found = [*HEADING.finditer(text)][:2]
    if not found:
        return None
    end = found[1].start() if len(found) > 1 else len(text)
    return found[0][1], (found[0][2] or "").strip(), text[found[0].end():end].strip() + "\n"


def is_date(text):
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def changelog_problems(root):
    """What versions.py does not examine: the date and the text of the first section."""
    section = first_section(root)
    if not section:
        return ["CHANGELOG.md: there is no section of a version"]
    found = []
    if not is_date(section[1]):
        found.append(f"CHANGELOG.md: {section[0]} has no date: {section[1] or 'nothing'}")
    if not section[2].strip():
        found.append(f"CHANGELOG.md: {section[0]} has no text")
    return found


def tag_problems(root, tag):
    expected = f"v{versions.version(root)}"
    return [] if tag in (None, expected) else [f"the tag is {tag}, not {expected}"]


def read_sums(folder):
    """{name: hash} of SHA256SUMS."""
    sums = {}
    for line in (folder / SUMS).read_text(encoding="utf-8").splitlines():
        match = re.fullmatch(r"([0-9a-f]{64}) [ *](?:\./)?(.+)", line)
        if not match or match[2] in sums:
            sys.exit(f"{folder / SUMS}: not a line of sha256sum, or a name twice: {line}")
        sums[match[2]] = match[1]
    return sums


def sum_problems(folder, version):
    if not (folder / SUMS).is_file():
        return [f"{folder / SUMS}: is missing; run make packages"]
    sums = read_sums(folder)
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    names = {name for name in names - {SUMS} if name.split("/")[0] not in NOT_LISTED}
    found = [f"{name}: is not in {SUMS}" for name in sorted(names - set(sums))]
    found += [f"{name}: is in {SUMS}, but missing" for name in sorted(set(sums) - names)]
    for name in sorted(names & set(sums)):
        if hashlib.sha256((folder / name).read_bytes()).hexdigest() != sums[name]:
            found.append(f"{name}: has another hash than in {SUMS}")
        number = re.search(r"[-_](\d+\.\d+\.\d+)", name)
        if number and number[1] != version:
            found.append(f"{name}: the version is not {version}")
    return found if sums else [f"{folder / SUMS}: lists no packages"]


def problems(root, folder, tag=None):
    """One line for each reason to refuse the release."""
    return [*changelog_problems(root), *versions.problems(root), *tag_problems(root, tag),
            *sum_problems(folder, versions.version(root))]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--tag")
    parser.add_argument("--notes", action="store_true")
    parser.add_argument("folder", nargs="?", type=pathlib.Path,
                        default=versions.ROOT / "build" / "packages")
    arguments = parser.parse_args()
    if arguments.notes:
        section = first_section(versions.ROOT)
        sys.stdout.write(section[2] if section else sys.exit("CHANGELOG.md: no section"))
        return
    found = problems(versions.ROOT, arguments.folder, arguments.tag)
    for problem in found:
        print(f"release-check: {problem}", file=sys.stderr)
    if found:
        sys.exit(1)
    print(f"release-check: {versions.version()} can be released")


if __name__ == "__main__":
    main()
