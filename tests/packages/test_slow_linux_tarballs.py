#!/usr/bin/env python3
"""The tarballs for Linux: the command does its work in a root without any other file, and programs
in C and C++ are built with the library by CMake and by pkg-config."""
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

import packages

sys.path.insert(0, str(packages.ROOT / "tests" / "laws"))
import test_package

MACHINES = {"x86_64": "gait-{}-linux-x64.tar.gz", "aarch64": "gait-{}-linux-arm64.tar.gz"}
PROGRAM = """#include <gait/gait.h>
#include <stdio.h>
int main(void) {
    gait_file *file = NULL;
    return gait_file_open((gait_span){"", 0}, NULL, NULL, &file) == GAIT_OK ||
           puts(gait_version()) < 0;
}
"""


def unpack(test, machine):
    return packages.unpack(packages.find_or_skip(MACHINES[machine]), packages.scratch(test))


class Root(unittest.TestCase):
    """An empty root that holds only an unpacked tarball."""

    @classmethod
    def setUpClass(cls):
        cls.enter = ["chroot"] if os.geteuid() == 0 else ["unshare", "--map-root-user", "chroot"]
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(packages.GAIT, folder)  # the command of this build is static too
            done = subprocess.run([*cls.enter, folder, "/gait", "version"], capture_output=True)
        if done.returncode != 0:
            raise unittest.SkipTest("here, no program can be run in another root")

    def setUp(self):
        machine = platform.machine()
        if machine not in MACHINES:
            self.skipTest(f"there is no tarball for {machine}")
        self.root = unpack(self, machine)

    def gait(self, *arguments):
        return packages.run(*self.enter, self.root, "/bin/gait", *arguments)

    def test_the_command_works_alone(self):
        self.assertEqual(self.gait("version").decode().split(), ["gait", packages.VERSION])
        self.gait("check", "/share/doc/gait/samples")
        (self.root / "tmp").mkdir()
        for name in ("stalker.omf", "walk.rtm"):
            self.gait("convert", f"/share/doc/gait/samples/{name}", "/tmp/out.glb")
            expected = self.root / "expected.glb"
            packages.run(packages.GAIT, "convert", "-f", packages.ROOT / "samples" / name, expected)
            made = self.root / "tmp/out.glb"
            self.assertTrue(made.read_bytes() == expected.read_bytes(), name)
            made.unlink()


class Contents(unittest.TestCase):
    def test_programs_need_no_other_file(self):
        for machine in MACHINES:
            program = unpack(self, machine) / "bin/gait"
            headers = packages.run("readelf", "-hldW", program).decode()
            self.assertNotIn("INTERP", headers)
            self.assertNotIn("NEEDED", headers)
            self.assertIn({"x86_64": "X86-64", "aarch64": "AArch64"}[machine], headers)
            self.assertIn("DYN (Position-Independent Executable", headers)

    @unittest.skipUnless(shutil.which("qemu-aarch64"), "requires qemu-user")
    def test_the_command_for_arm_writes_the_same_bytes(self):
        top = unpack(self, "aarch64")
        for name in ("stalker.omf", "walk_binarised.rtm"):
            sample = top / "share/doc/gait/samples" / name
            packages.run("qemu-aarch64", top / "bin/gait", "convert", "-f", sample, top / "a.glb")
            packages.run(packages.GAIT, "convert", "-f", sample, top / "b.glb")
            self.assertTrue((top / "a.glb").read_bytes() == (top / "b.glb").read_bytes(), name)

    @unittest.skipUnless(platform.machine() in MACHINES, "there is no tarball for this machine")
    def test_the_command_finds_its_page(self):
        """By /proc, so that it needs more than an empty root."""
        top = unpack(self, platform.machine())
        sample = top / "share/doc/gait/samples/walk.rtm"
        packages.run(top / "bin/gait", "page", sample, top / "walk.html")
        text = (top / "walk.html").read_text(encoding="utf-8")
        self.assertIn('data-name="walk.rtm"', text)
        self.assertGreater(len(text), (top / "share/gait/gait.html").stat().st_size)

    def test_documents_are_those_of_the_other_machine(self):
        one, other = (unpack(self, machine) for machine in MACHINES)
        lists = [sorted(path.relative_to(top).as_posix() for path in top.rglob("*"))
                 for top in (one, other)]
        self.assertEqual(*lists)
        for name in ("share/man/man1/gait.1", "share/bash-completion/completions/gait"):
            self.assertEqual((one / name).read_bytes(), (other / name).read_bytes())


class Development(unittest.TestCase):
    @unittest.skipUnless(platform.machine() in MACHINES, "there is no library for this machine")
    def test_examples_in_c_and_cpp(self):
        """The programs of the examples, by CMake and by the commands of their page."""
        top = unpack(self, platform.machine())
        work = packages.scratch(self)
        documents = top / "share/doc/gait"
        self.assertEqual(test_package.check_examples(documents, top, work / "examples"), [])
        listed = packages.run(work / "examples/build/list_clips_cpp",
                              documents / "samples/stalker.omf").decode()
        self.assertIn("walk: 33 frames", listed)

    @unittest.skipUnless(platform.machine() in MACHINES, "there is no library for this machine")
    def test_compilers(self):
        """The library is linked into programs of each compiler, also as a part of a library."""
        top = unpack(self, platform.machine())
        (top / "main.c").write_text(PROGRAM)
        flags = packages.run("pkg-config", "--cflags", "--libs",
                             top / "lib/pkgconfig/gait.pc").decode().split()
        for compiler in ("gcc", "clang-14", "musl-gcc"):
            for options in ([], ["-static"]) if shutil.which(compiler) else ():
                if (compiler, options) == ("musl-gcc", []):
                    continue  # needs the shared musl
                packages.run(compiler, "-std=c11", *options, "main.c", "-o", "main", *flags,
                             cwd=top)
                self.assertEqual(packages.run(top / "main").decode().strip(), packages.VERSION)
        packages.run("gcc", "-std=c11", "-shared", "-fPIC", "main.c", "-o", "libmain.so",
                     "-Wl,--no-undefined", *flags, cwd=top)

    @unittest.skipUnless(shutil.which("aarch64-linux-gnu-gcc") and shutil.which("qemu-aarch64"),
                         "requires gcc for 64-bit ARM, and qemu-user")
    def test_library_for_arm(self):
        top = unpack(self, "aarch64")
        (top / "main.c").write_text(PROGRAM)
        packages.run("aarch64-linux-gnu-gcc", "-std=c11", "-static", "main.c", "-Iinclude",
                     "-o", "main", "-Llib", "-lgait", "-lm", cwd=top)
        self.assertEqual(packages.run("qemu-aarch64", top / "main").decode().strip(),
                         packages.VERSION)


if __name__ == "__main__":
    for name in MACHINES.values():
        packages.find_or_skip(name)
    packages.need("pkg-config", "readelf")
    unittest.main()
