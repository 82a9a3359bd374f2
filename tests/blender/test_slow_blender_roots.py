#!/usr/bin/env python3
"""Blender in a root sees the project, ../shared and /tmp with the same paths, two at once; no mount
is left for other processes, also when Blender is killed."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import versions

SCRIPT = """
import os, sys
shared = os.environ["GAIT_TEST_SHARED"]
if os.path.isdir(shared):
    try:
        open(os.path.join(shared, "written"), "w")
        sys.exit("../shared can be written")
    except OSError:
        pass
with open(os.environ["GAIT_TEST_FOLDER"] + "/" + sys.argv[-1], "w") as out:
    out.write(os.getcwd() + " " + str(os.path.isdir(shared)))
if sys.argv[-1] == "wait":
    print("waiting", flush=True)
    sys.stdin.read()
"""


def start(version, folder, name, shared):
    return subprocess.Popen(
        [versions.RUN, version, "-b", "--factory-startup", "--python-exit-code", "4", "--python",
         folder / "script.py", "--", name], cwd=versions.ROOT, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "GAIT_TEST_FOLDER": str(folder), "GAIT_TEST_SHARED": str(shared)})


def mounts():
    """The mounts below all roots that this process sees."""
    return [line for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()
            if str(versions.ROOT / "build" / "roots") in line]


def check(version, folder):
    (folder / "script.py").write_text(SCRIPT, encoding="utf-8")
    shared = (versions.ROOT.parent / "shared").resolve()
    waiting = start(version, folder, "wait", shared)
    for line in waiting.stdout:
        if line == "waiting\n":
            break
    assert waiting.poll() is None, line
    second = start(version, folder, "second", shared)
    output, _ = second.communicate()
    assert second.returncode == 0, output
    for name in ("wait", "second"):
        assert (folder / name).read_text() == f"{versions.ROOT.resolve()} {shared.is_dir()}"
    assert not mounts() and waiting.poll() is None
    waiting.send_signal(signal.SIGKILL)
    waiting.communicate()
    assert not mounts()
    print(f"Blender {version}: two at once, and nothing is mounted after them")


found = [version for version in versions.available() if version != "3.4"]
if not found:
    sys.exit(versions.SKIPPED)
for version in found:
    with tempfile.TemporaryDirectory() as folder:
        check(version, pathlib.Path(folder))
