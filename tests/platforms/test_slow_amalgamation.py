#!/usr/bin/env python3
"""gait.c and gait.h, built by every compiler without our flags, give the results of the command."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import builds

STRICT = ["-std=c11", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
# {name: (compiler and its flags, what runs its programs)}
COMPILERS = {
    "gcc": (["gcc"], []),
    "gcc, fused": (["gcc", "-march=haswell", "-O3"], []),
    "clang": (["clang-14"], []),
    "clang, fused": (["clang-14", "-march=haswell", "-O3"], []),
    "mingw": (["x86_64-w64-mingw32-gcc", "-static"], [builds.WINE]),
    "aarch64": (["aarch64-linux-gnu-gcc", "-static"], ["qemu-aarch64"]),
    "s390x": (["s390x-linux-gnu-gcc", "-static", "-fexcess-precision=fast"], ["qemu-s390x"]),
}
SAMPLES = {"walk.rtm": "arma3-man", "stalker.omf": "xray-stalker"}


def runs_here(flags):
    """Fused arithmetic needs a processor that has it."""
    return "-march=haswell" not in flags or "avx2" in pathlib.Path("/proc/cpuinfo").read_text()


class Amalgamation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        # As for users: gait/gait.h
        cls.sources = cls.folder / "gait"
        subprocess.run([sys.executable, builds.ROOT / "scripts" / "amalgamate.py", builds.ROOT,
                        cls.sources], check=True)
        for name in SAMPLES:
            shutil.copy(builds.ROOT / "samples" / name, cls.folder)
        cls.wanted = {name: cls.by_command(name, tree) for name, tree in SAMPLES.items()}

    @classmethod
    def by_command(cls, name, tree):
        def run_command(*arguments):
            return subprocess.run([os.environ["GAIT"], *arguments], cwd=cls.folder, check=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout

        info = run_command("info", "--json", name)
        return {"info": info[info.index(b"\n") + 1:info.rindex(b"]}")],
                "glb": run_command("convert", "--to=gltf", "--skeleton", tree, name, "-"),
                "same": (cls.folder / name).read_bytes()}

    def build(self, compiler, program):
        objects = []
        for source in (self.sources / "gait.c", builds.HERE / "probe.c"):
            objects.append(program.with_suffix(f".{source.stem}.o"))
            subprocess.run([*compiler, *STRICT, "-I", self.folder, "-c", source, "-o",
                            objects[-1]], check=True)
        subprocess.run([*compiler, *objects, "-o", program, "-lm"], check=True)

    def test_every_compiler_makes_the_same(self):
        tried = 0
        for number, (name, (compiler, runner)) in enumerate(COMPILERS.items()):
            needed = [compiler[0], *runner[:1]]
            if not all(shutil.which(program) for program in needed) or not runs_here(compiler):
                print(f"{name}: not here")
                continue
            with self.subTest(compiler=name):
                program = self.folder / f"probe{number}.exe"
                self.build(compiler, program)
                for sample, tree in SAMPLES.items():
                    subprocess.run([*runner, program, tree, sample, "out"], cwd=self.folder,
                                   check=True)
                    for ending, content in self.wanted[sample].items():
                        made = (self.folder / f"out.{ending}").read_bytes()
                        self.assertTrue(made == content, f"{sample}: {ending} differs")
                tried += 1
        self.assertGreater(tried, 0)


if __name__ == "__main__":
    if "GAIT" not in os.environ:
        builds.skip("GAIT is not set: the path of the command")
    if shutil.which("wine"):
        builds.under_wine()
    unittest.main()
