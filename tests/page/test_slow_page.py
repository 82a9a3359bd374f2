#!/usr/bin/env python3
"""The page that `make page` builds, in browsers: all tests/page/*.test.mjs.

Without Chromium, or a page that has the sources of this tree, they are skipped. A file that fails
is repeated once, alone, because browsers miss their time limits on busy machines."""
import concurrent.futures
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = pathlib.Path(os.environ.get("GAIT_BUILD", ROOT / "build/release")).parent
PAGE = pathlib.Path(os.environ.get("GAIT_PAGE", BUILD / "page"))
PACKAGE = pathlib.Path(os.environ.get("GAIT_PACKAGE", BUILD / "npm/package"))
SECONDS = 2400  # of all files together
LOCK = threading.Lock()
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


class Run:
    """The tests of a file, with their output."""

    def __init__(self, path, seconds):
        environment = os.environ | {"GAIT_PAGE": str(PAGE), "GAIT_PACKAGE": str(PACKAGE)}
        start = time.monotonic()
        process = subprocess.Popen(["node", str(path)], cwd=ROOT, env=environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            self.output, _ = process.communicate(timeout=max(1, seconds))
            self.code = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with the browsers that they started
            self.output, _ = process.communicate()
            self.code = None  # not ended
        self.seconds = time.monotonic() - start

    def report(self, name):
        sys.stdout.buffer.write(self.output)
        print(f"{name}: exit code {self.code} after {self.seconds:.0f} s", flush=True)


def run_all(paths, end):
    """{path: Run}, two at once: half of the time, the tests of a file wait. The longest begin."""
    def run(path):
        made = Run(path, end - time.monotonic())
        with LOCK:
            made.report(path.name)
        return made

    by_size = sorted(paths, key=lambda path: -path.stat().st_size)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return dict(zip(by_size, pool.map(run, by_size)))


def main():
    check_setup()
    end = time.monotonic() + SECONDS
    runs = run_all(sorted(HERE.glob("*.test.mjs")), end)
    for path in [path for path, run in runs.items() if run.code]:
        print(f"{path.name}: failed, repeated once", flush=True)
        runs[path] = Run(path, end - time.monotonic())
        runs[path].report(path.name)
    failed = sorted(path.name for path, run in runs.items() if run.code != 0)
    print(f"failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
