#!/usr/bin/env python3
"""The package unloads its library: what was open is closed, the file can be replaced, and the next
use loads the new one. A package with several libraries loads that of its system and processor."""
import gc
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import wheel

STALKER = (wheel.ROOT / "samples" / "stalker.omf").read_bytes()
# The version of another build of the library, with as many characters.
OTHER = wheel.VERSION[:-1] + ("8" if wheel.VERSION[-1] != "8" else "9")


def other_build(content):
    """The bytes of a library with the version OTHER."""
    assert wheel.VERSION.encode() + b"\0" in content
    return content.replace(wheel.VERSION.encode() + b"\0", OTHER.encode() + b"\0")


class Unload(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.package = pathlib.Path(self.holder.name) / "gait"
        shutil.copytree(wheel.PACKAGE / "gait", self.package,
                        ignore=shutil.ignore_patterns("__pycache__", "libgait*"))

    def tearDown(self):
        self.holder.cleanup()

    def run_case(self, case, content):
        """Runs a function of this file in a Python of its own that finds only the copy of the
        package, with a library of this content."""
        environment = {name: value for name, value in os.environ.items()
                       if name not in ("PYTHONPATH", "GAIT_SHARED_LIBRARY")}
        done = subprocess.run([sys.executable, "-X", "dev", __file__, case.__name__, self.package],
                              env={**environment, "PYTHONPATH": self.holder.name},
                              input=content, capture_output=True)
        self.assertEqual((done.returncode, done.stderr.decode()), (0, ""))

    def test_replaced(self):
        self.run_case(replace, wheel.library().read_bytes())

    def test_library_of_the_machine(self):
        self.run_case(choose, wheel.library().read_bytes())


def is_mapped(path):
    """Whether the library is in the memory of this process."""
    return str(path) in pathlib.Path("/proc/self/maps").read_text()


def replace(package, content):
    """Uses a library, unloads it and uses another one with the same path."""
    import gait
    path = package / "libgait.so"
    path.write_bytes(content)
    context = gait.Gait()
    file = context.open(STALKER, "stalker.omf")
    skeleton, clip = file.skeleton(), file.clip("walk")
    shared = gait.open(STALKER, "stalker.omf")
    assert gait.version() == wheel.VERSION and is_mapped(path)

    gait.unload()
    assert not is_mapped(path)
    for use in (lambda: context.version, lambda: context.open(STALKER), file.info, shared.bytes,
                lambda: skeleton.bones, lambda: clip.pose(0)):
        try:
            use()
        except gait.GaitError:
            pass
        else:
            raise AssertionError("an object can be used after unload()")
    gait.unload()

    path.unlink()
    path.write_bytes(other_build(content))
    assert gait.version() == OTHER and is_mapped(path)
    with gait.open(STALKER, "stalker.omf") as again:
        assert again.clip("walk").frame_count > 1
        shared.close()
        clip.close()
        del context, file, skeleton
        gc.collect()
        assert again.bytes() == STALKER
    gait.unload()
    gait.unload()
    assert not is_mapped(path)


def choose(package, content):
    """Uses the library in the folder of this machine, and then the one beside the modules."""
    import gait
    from gait import _library
    for system, processor, folder in (
            ("win32", "AMD64", "windows-x64"), ("linux", "x86_64", "linux-x64"),
            ("linux", "aarch64", "linux-arm64"), ("win32", "ARM64", "windows-arm64"),
            ("darwin", "arm64", "macos-arm64"), ("linux", "riscv64", "linux-riscv64")):
        with mock.patch("sys.platform", system), mock.patch("platform.machine", lambda: processor):
            assert _library.folder_name() == folder, folder
    for folder in ("windows-x64", "linux-x64", "linux-arm64"):
        path = package / folder / "libgait.so"
        path.parent.mkdir()
        path.write_bytes(content if folder == _library.folder_name() else b"of another machine")
    assert gait.version() == wheel.VERSION
    assert is_mapped(package / _library.folder_name() / "libgait.so")
    gait.unload()
    (package / "libgait.so").write_bytes(other_build(content))
    assert gait.version() == OTHER


if __name__ == "__main__":
    if len(sys.argv) == 3:
        globals()[sys.argv[1]](pathlib.Path(sys.argv[2]), sys.stdin.buffer.read())
    else:
        unittest.main()
