#!/usr/bin/env python3
"""The zip for Windows: its command works by double click, by dropped files and by batch files, and
programs in C and C++ are built with its library by CMake and by pkg-config."""
import os
import re
import shutil
import subprocess
import sys
import unittest

import packages

for folder in ("laws", "platforms", "support"):
    sys.path.insert(0, str(packages.ROOT / "tests" / folder))
import builds
import console
import test_package

COMPILERS = ("x86_64-w64-mingw32-gcc", "x86_64-w64-mingw32-g++")
SAMPLES = packages.ROOT / "samples"


def windows(path):
    """A Windows path: wine maps the root to drive Z:."""
    return "Z:" + str(path).replace("/", "\\")


class WindowsZip(unittest.TestCase):
    def setUp(self):
        self.folder = packages.scratch(self) / "my tools & (new)"
        self.folder.mkdir()
        self.top = packages.unpack(packages.find_or_skip("gait-{}-windows-x64.zip"), self.folder)
        self.work = self.folder / "work"
        self.work.mkdir()

    def expected(self, name):
        """The bytes that the command of this machine writes."""
        out = self.work / "expected.glb"
        packages.run(packages.GAIT, "convert", "-f", SAMPLES / name, out)
        return out.read_bytes()


class Programs(WindowsZip):
    def on_console(self, *arguments):
        shown, waited, code = console.run(builds.WINE, self.top / "gait.exe", *arguments,
                                          cwd=self.work)
        self.assertTrue(waited)
        return shown, code

    def test_double_click(self):
        shown, _ = self.on_console()
        self.assertIn("Open gait.html in a browser", shown)

    def test_dropped_file(self):
        shown, code = self.on_console(windows(self.top / "documentation/samples/walk.rtm"))
        self.assertEqual(code, 0)
        for text in ("walk.rtm", "67", "ok"):
            self.assertIn(text, shown)

    def run_batch(self, name, *dropped):
        """Runs a batch file as Explorer does; cmd in wine does not set CMDCMDLINE."""
        line = rf'C:\windows\system32\cmd.exe /c ""{windows(self.top)}\{name}"'
        line += "".join(f' "{windows(path)}"' for path in dropped) + '"'
        done = subprocess.run([builds.WINE, "cmd", "/c", name, *map(windows, dropped)],
                              cwd=self.top, env={**os.environ, "CMDCMDLINE": line}, input=b"\r\n",
                              capture_output=True, timeout=120)
        return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")

    def test_folder_on_the_batch_file_for_checks(self):
        mod = self.work / "mod"
        mod.mkdir()
        (mod / "cut.rtm").write_bytes((SAMPLES / "walk.rtm").read_bytes()[:50000])
        code, shown = self.run_batch("check-folder.bat", mod)
        self.assertEqual(code, 1, shown)
        self.assertIn("RTM004", shown)
        self.assertIn("RTM004", (self.work / "mod.gait-check.txt").read_text("utf-8"))

    def test_folder_on_the_batch_file_for_conversions(self):
        mod = self.work / "mod"
        mod.mkdir()
        for name in ("walk.rtm", "stalker.omf"):
            shutil.copy(SAMPLES / name, mod)
        code, shown = self.run_batch("convert-folder.bat", mod)
        self.assertEqual(code, 0, shown)
        for name in ("walk.rtm", "stalker.omf"):
            made = (self.work / "glb" / name).with_suffix(".glb")
            self.assertTrue(made.read_bytes() == self.expected(name), name)

    def test_the_command_finds_its_page(self):
        packages.run(builds.WINE, self.top / "gait.exe", "page",
                     windows(self.top / "documentation/samples/walk.rtm"), "walk.html",
                     cwd=self.work)
        self.assertIn('data-name="walk.rtm"',
                      (self.work / "walk.html").read_text(encoding="utf-8"))

    def test_commands_of_the_readme(self):
        text = (self.top / "README.txt").read_bytes()
        russian = (self.top / "README.ru.txt").read_text(encoding="utf-8")
        for line in re.findall(r"(?m)^    gait .*$", russian):
            self.assertIn(line, text.decode().replace("\r\n", "\n"))
        self.assertEqual(text.count(b"\n"), text.count(b"\r\n"))
        commands = [line.split()[1:] for line in text.decode().splitlines()
                    if line.startswith("    gait ")]
        self.assertGreater(len(commands), 3)
        for command in commands:
            packages.run(builds.WINE, self.top / "gait.exe", *command, cwd=self.top)
        self.assertTrue((self.top / "stalker.glb").read_bytes() == self.expected("stalker.omf"))

    def test_files_that_the_readme_names_exist(self):
        text = (self.top / "README.txt").read_text(encoding="utf-8")
        for name in ("gait.exe", "gait.html", "check-folder.bat", "convert-folder.bat",
                     "LICENSE.txt", "THIRD-PARTY.txt", r"documentation\samples",
                     r"documentation\docs\command.md", r"documentation\docs\api.md",
                     r"documentation\docs\roundtrip.md", "development"):
            self.assertIn(name, text)
            self.assertTrue((self.top / name.replace("\\", "/")).exists(), name)


@unittest.skipUnless(all(map(shutil.which, COMPILERS)), "requires g++-mingw-w64-x86-64")
class Development(WindowsZip):
    def runs_with_library(self, program):
        shutil.copy(self.top / "development/bin/libgait.dll", program.parent)
        listed = packages.run(builds.WINE, program, windows(SAMPLES / "stalker.omf")).decode()
        self.assertIn("walk: 33 frames", listed)

    def test_examples_by_cmake(self):
        work = self.folder / "examples"
        shutil.copytree(self.top / "documentation/examples", work)
        packages.run(packages.CMAKE, "-G", "Ninja", "-S", work, "-B", work / "build",
                     f"-DCMAKE_PREFIX_PATH={self.top / 'development'}",
                     "-DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=BOTH",
                     f"-DCMAKE_TOOLCHAIN_FILE={packages.ROOT}/cmake/toolchains/windows.cmake",
                     f"-DCMAKE_CXX_COMPILER={COMPILERS[1]}")
        packages.run(packages.CMAKE, "--build", work / "build")
        for name in ("list_clips.exe", "list_clips_cpp.exe"):
            self.runs_with_library(work / "build" / name)

    @unittest.skipUnless(shutil.which("pkg-config"), "requires pkg-config")
    def test_examples_by_pkg_config(self):
        # The names that pkg-config prints are separated by spaces, so the folder has none.
        top = (packages.scratch(self) / "gait").resolve()
        shutil.copytree(self.top, top)
        flags = packages.run("pkg-config", "--cflags", "--libs",
                             top / "development/lib/pkgconfig/gait.pc").decode().split()
        examples = top / "documentation/examples"
        for compiler, standard, sources in (
                (COMPILERS[0], "-std=c11", ("list_clips.c",)),
                (COMPILERS[1], "-std=c++17", ("list_clips.cpp",))):
            packages.run(compiler, standard, "-static-libgcc", "-static-libstdc++",
                         *sources, "-o", "list.exe", *flags, cwd=examples)
            self.runs_with_library(examples / "list.exe")

    def test_headers_are_complete(self):
        self.assertEqual([problem for problem in test_package.check_files(
            packages.ROOT, self.top / "development") if ".h is not" in problem], [])


if __name__ == "__main__":
    packages.find_or_skip("gait-{}-windows-x64.zip")
    packages.need("wine")
    builds.under_wine()
    unittest.main()
