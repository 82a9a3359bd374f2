"""The builds for other machines, made by scripts/build_platforms.sh."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WINE = ROOT / "cmake" / "toolchains" / "wine.sh"
BUILD = pathlib.Path(os.environ.get("GAIT_BUILD", ROOT / "build/release"))
BUILDS = pathlib.Path(os.environ.get("GAIT_PLATFORMS", BUILD.parent))


def skip(why):
    print(why)
    sys.exit(77)


def find(name, program):
    """The program of a build, or None."""
    path = BUILDS / name / program
    return path if path.is_file() else None


def find_or_skip(name, program):
    return find(name, program) or skip(f"there is no {name}/{program} in {BUILDS}: make platforms")


def under_wine():
    """Runs this script again with wine up, so that each program starts at once."""
    if "GAIT_UNDER_WINE" not in os.environ:
        os.environ["GAIT_UNDER_WINE"] = "1"
        os.execv(WINE, [WINE, "--session", sys.executable, *sys.argv])


def run_tests(name):
    """Runs the fast tests of a build and exits as they do."""
    folder = find_or_skip(name, "run/gait").parents[1]
    if name == "windows":
        under_wine()
    # Tests of damage are independent of the machine.
    command = ["ctest", "--test-dir", folder, "-L", "fast",
               "-E", "hostile",
               "-j", str(os.cpu_count()), "--output-on-failure", "--no-tests=error"]
    sys.exit(subprocess.run(command).returncode)
