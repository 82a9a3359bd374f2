#!/usr/bin/env python3
"""The Debian packages of the current commit: lintian finds nothing, they work in a minimal Debian
and leave nothing there, and autopkgtest and piuparts pass."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("GAIT_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
FOLDER = ROOT / "build" / "packages" / "debian"
NEEDED = ("autopkgtest", "debootstrap", "dh", "dpkg-buildpackage", "git", "lintian", "piuparts")
# The first upload of a package to Debian closes the bug that requests it; there is no such bug.
ALLOWED = "initial-upload-closes-no-bugs"


def skip(why):
    print(f"{why}: scripts/setup.sh packages")
    sys.exit(77)


def run(*arguments):
    """The output of a program that must succeed, both streams."""
    done = subprocess.run([str(argument) for argument in arguments], cwd=ROOT, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL)
    assert done.returncode == 0, f"{arguments}: {done.returncode}\n{done.stdout[-20000:]}"
    return done.stdout


def packaged_commit():
    """The commit from which the packages in FOLDER were built, or None."""
    for archive in FOLDER.glob("gait_*.orig.tar.gz"):
        content = subprocess.run(["gzip", "-dc", archive], check=True, capture_output=True).stdout
        return subprocess.run(["git", "get-tar-commit-id"], input=content, check=True,
                              capture_output=True).stdout.decode().strip()
    return None


def check_lintian():
    found = run("lintian", "--allow-root", "--fail-on", "none", *FOLDER.glob("*.dsc"),
                *FOLDER.glob("*.deb"))
    lines = found.splitlines()
    assert [line for line in lines if f" {ALLOWED} " not in line] == [], found
    # It did look at the packages.
    assert len([line for line in lines if ALLOWED in line]) == 3, found


missing = [program for program in NEEDED if not shutil.which(program)]
if missing:
    skip(f"there is no {' '.join(missing)}")
if os.getuid() != 0:
    skip("chroot and mount need root")
if subprocess.run(["git", "rev-parse"], cwd=ROOT, capture_output=True).returncode:
    print("this is not a clone: the packages are built from a commit")
    sys.exit(77)
if packaged_commit() != run("git", "rev-parse", "HEAD").strip():
    run("packaging/build_debian.sh")
check_lintian()
print("lintian: nothing else than", ALLOWED)
HELPER = pathlib.Path(__file__).with_name("debian_root.sh")
printed = run(HELPER, "install", FOLDER)
assert re.search(r"^gait \d", printed, re.M), printed
print("installed, used, removed and purged in a minimal Debian")
printed = run(HELPER, "autopkgtest", FOLDER)
for name in ("command", "library"):
    assert re.search(rf"^{name} +PASS$", printed, re.M), printed
print("autopkgtest: command and library pass")
printed = run(HELPER, "piuparts", FOLDER)
assert "PASS: All tests." in printed, printed
print("piuparts: all tests pass")
