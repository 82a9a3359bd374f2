#!/usr/bin/env python3
"""The page that `make page` builds, in browsers: all tests/page/*.test.mjs.

Without Chromium, or a page that has the sources of this tree, they are skipped. Files that do not
end within GAIT_PAGE_SECONDS are named; a file that fails is repeated once, because browsers miss
their time limits on busy machines."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = pathlib.Path(os.environ.get("GAIT_BUILD", ROOT / "build/release")).parent
PAGE = pathlib.Path(os.environ.get("GAIT_PAGE", BUILD / "page"))
PACKAGE = pathlib.Path(os.environ.get("GAIT_PACKAGE", BUILD / "npm/package"))
BUDGET = int(os.environ.get("GAIT_PAGE_SECONDS", "300"))
MODULES = ROOT / "node_modules"


def skip(why):
    print(why)
    sys.exit(77)


def sources():
    for folder in (ROOT / "web", ROOT / "bindings/npm"):
        yield from (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".md")


def check_setup():
    for program in ("node", "chromium"):
        if not shutil.which(program):
            skip(f"without {program}, the page is not tested")
    if not (MODULES / "playwright-core").is_dir():
        skip("without the programs of package.json, the page is not tested")
    built = PAGE / "gait.html"
    if not built.is_file() or not PACKAGE.is_dir():
        skip(f"there is no page in {PAGE}: make page")
    for path in sources():
        if path.stat().st_mtime > built.stat().st_mtime:
            skip(f"the page is older than {path.relative_to(ROOT)}: make page")


def run(path, seconds):
    """The exit code of the tests of a file; None when they were stopped after this time."""
    environment = os.environ | {"GAIT_PAGE": str(PAGE), "GAIT_PACKAGE": str(PACKAGE)}
    process = subprocess.Popen(["node", "--test", str(path)], cwd=ROOT, env=environment,
                               start_new_session=True)
    try:
        return process.wait(max(1, seconds))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)  # with the browsers that they started
        process.wait()
        return None


def main():
    check_setup()
    end = time.monotonic() + BUDGET
    failed, left_out = [], []
    for path in sorted(HERE.glob("*.test.mjs")):
        code = run(path, end - time.monotonic()) if time.monotonic() < end else None
        if code:
            print(f"{path.name}: failed, repeated once", flush=True)
            code = run(path, end - time.monotonic())
        if code is None:
            left_out.append(path.name)
        elif code:
            failed.append(path.name)
    print(f"failed: {', '.join(failed) or 'none'}")
    if left_out:
        print(f"not run to their end within {BUDGET} s: {', '.join(left_out)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
