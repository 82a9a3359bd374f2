#!/usr/bin/env python3
"""The installed package: exports, soname, headers, and building against it. The shared library is
that of the preset `shared`, which the tests in bindings/ use too."""
import os
import pathlib
import re
import shutil
import sys
import tempfile

import law

sys.path.insert(0, str(law.SOURCE / "tests/bindings"))
import wheel

CMAKE = os.environ.get("GAIT_CMAKE", "cmake")
BUILD = pathlib.Path(os.environ.get("GAIT_BUILD", law.SOURCE / "build/release"))
NEEDED = {"libc.so.6", "libm.so.6"}
# What only a build with the command installs.
OF_THE_COMMAND = ("bin/gait", "share/man/man1/gait.1", "share/bash-completion/completions/gait",
                  "share/zsh/site-functions/_gait", "share/fish/vendor_completions.d/gait.fish")

CONSUMER = """cmake_minimum_required(VERSION 3.25)
project(consumer C)
find_package(gait {version} REQUIRED CONFIG)
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE gait::gait)
"""
PROGRAM = """#include <stdio.h>
#include <gait/gait.h>
int main(void) {
    return puts(gait_version()) < 0;
}
"""


def version_of(root):
    text = (root / "include/gait/base.h").read_text()
    return re.search(r'GAIT_VERSION_TEXT "([\d.]+)"', text).group(1)


def declared(headers):
    """Names of the functions that the headers promise."""
    names = set()
    for header in headers:
        text = law.without_comments(header.read_text())
        text = re.sub(r"^\s*#.*", "", text, flags=re.M)
        names |= set(re.findall(r"\bGAIT_API\b[^;{]*?\b(gait_\w+)\s*\(", text))
        names |= set(re.findall(r"\bGAIT_FLAT\((gait_\w+)\)", text))
    return names


def check_exports(library, headers, soname):
    listing = law.run_or_exit(["nm", "-D", "--defined-only", "--format=just-symbols", library])
    exports, promised = set(listing.split()), declared(headers)
    problems = [f"{name} is exported and in no header" for name in sorted(exports - promised)]
    problems += [f"{name} is declared and not exported" for name in sorted(promised - exports)]
    dynamic = law.run_or_exit(["readelf", "-dW", library])
    found = re.findall(r"\(SONAME\).*\[(.*)\]", dynamic)
    if found != [soname]:
        problems.append(f"soname is {found}, not {soname}")
    for name in sorted(set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic)) - NEEDED):
        problems.append(f"{name} is needed")
    return problems


def check_files(root, prefix, *more):
    """The headers are all there, and so are the ways to find the library."""
    want = {header.name for header in [*(root / "include/gait").glob("*.h"),
                                       *(root / "bindings").glob("flat.h")]}
    have = {header.name for header in (prefix / "include/gait").glob("*.h")}
    problems = [f"{name} is not installed" for name in sorted(want - have)]
    for pattern in ("lib/**/libgait.*", "lib/**/cmake/gait/gaitConfig.cmake",
                    "lib/**/pkgconfig/gait.pc", "share/doc/gait/LICENSE", *more):
        if not list(prefix.glob(pattern)):
            problems.append(f"{pattern} is not installed")
    return problems


def check_consumers(root, prefix, work):
    """A CMake project and a plain compiler call both find the library and run with it."""
    version = version_of(root)
    work.mkdir()
    (work / "CMakeLists.txt").write_text(CONSUMER.format(version=version.rpartition(".")[0]))
    (work / "consumer.c").write_text(PROGRAM)
    law.run_or_exit([CMAKE, "-G", "Ninja", "-S", work, "-B", work / "build",
                     f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={law.CC}"])
    law.run_or_exit([CMAKE, "--build", work / "build"])
    programs = [work / "build/consumer"]
    pc_file = next(prefix.glob("lib/**/pkgconfig/gait.pc"))
    libdir = pc_file.parents[1]
    if shutil.which("pkg-config"):
        flags = law.run_or_exit(["pkg-config", "--cflags", "--libs", pc_file]).split()
        law.run_or_exit([law.CC, work / "consumer.c", "-o", work / "plain", *flags])
        programs.append(work / "plain")
    problems = []
    for program in programs:
        said = law.run_or_exit([program], env={"LD_LIBRARY_PATH": str(libdir)}).strip()
        if said != version:
            problems.append(f"{program.name} prints {said}, not {version}")
    return problems


def check_subdirectory(root, work):
    """A project that contains Gait builds the library, and nothing else of it."""
    work.mkdir()
    (work / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(consumer C)\n"
        f"add_subdirectory({root} gait)\n")
    law.run_or_exit([CMAKE, "-G", "Ninja", "-S", work, "-B", work / "build",
                     f"-DCMAKE_C_COMPILER={law.CC}"])
    objects = set(re.findall(r"CMakeFiles/([\w-]+)\.dir/",
                             (work / "build/build.ninja").read_text()))
    return [f"a subdirectory builds {name}" for name in sorted(objects - {"gait"})]


def check_examples(root, prefix, work):
    """The programs of examples/ build by the commands of its page, and with CMake."""
    shutil.copytree(root / "examples", work)
    law.run_or_exit([CMAKE, "-G", "Ninja", "-S", work, "-B", work / "build",
                     f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={law.CC}"])
    law.run_or_exit([CMAKE, "--build", work / "build"])
    folder = next(prefix.glob("lib/**/pkgconfig"))
    text = (work / "README.md").read_text()
    commands = re.findall(r"^    (?:cc|c\+\+) .*", text, re.M)
    problems = []
    for command in commands if shutil.which("pkg-config") else ():
        output, code = law.run_quietly(["sh", "-c", command.strip()], cwd=work,
                                       env={**os.environ, "PKG_CONFIG_PATH": str(folder)})
        problems += [f"examples/README.md: {command.strip()}\n{output}"] * (code != 0)
    for path in sorted([*work.glob("*.c"), *work.glob("*.cpp")]):
        if f" {path.name} " not in " ".join(commands):
            problems.append(f"examples/README.md: no command builds {path.name}")
    return problems


def check(root):
    major_minor = version_of(root).rpartition(".")[0]
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        law.run_or_exit([CMAKE, "--install", wheel.library().parent, "--prefix", work / "first"])
        prefix = (work / "first").rename(work / "moved")  # an installed tree can be moved
        library = next(prefix.glob(f"lib/**/libgait.so.{major_minor}"))
        headers = sorted((prefix / "include/gait").glob("*.h"))
        problems = check_exports(library, headers, f"libgait.so.{major_minor}")
        problems += check_files(root, prefix) + check_consumers(root, prefix, work / "a")
        problems += check_examples(root, prefix, work / "c")
        problems += check_subdirectory(root, work / "e")
        law.run_or_exit([CMAKE, "--install", BUILD, "--prefix", work / "static"])
        problems += check_files(root, work / "static", *OF_THE_COMMAND)
        problems += check_consumers(root, work / "static", work / "b")
        return problems + check_examples(root, work / "static", work / "d")


def self_test():
    files = {
        "a.h": "#define GAIT_API\n/* GAIT_API int gait_no(void); */\nGAIT_API int gait_one(void);\n"
               "GAIT_API const char *gait_two(int (*call)(int),\n    int n);\n",
        "good.c": "int gait_one(void) { return 1; }\n"
                  "const char *gait_two(int (*call)(int), int n) { return call(n) ? 0 : \"\"; }\n",
        "bad.c": "int gait_one(void) { return 1; }\nint gaiti_two(void) { return 2; }\n",
    }
    with law.tree(files) as root:
        shared = [law.CC, "-shared", "-fPIC"]
        law.run_or_exit([*shared, root / "good.c", "-o", root / "good.so",
                         "-Wl,-soname,libgait.so.9.8"])
        law.expect(check_exports(root / "good.so", [root / "a.h"], "libgait.so.9.8"))
        law.run_or_exit([*shared, root / "bad.c", "-o", root / "bad.so", "-Wl,-soname,libgait.so",
                         "-Wl,--no-as-needed", "-lgcc_s"])
        law.expect(check_exports(root / "bad.so", [root / "a.h"], "libgait.so.9.8"),
                   "gaiti_two is exported", "gait_two is declared", "soname is ['libgait.so']",
                   "libgcc_s.so.1 is needed")
    flat = "#define GAIT_FLAT(name)\nGAIT_FLAT(gait_flat_one) int gait_flat_one(void);\n"
    with law.tree({"flat.h": flat}) as root:
        if declared([root / "flat.h"]) != {"gait_flat_one"}:
            raise SystemExit(f"declared() finds {declared([root / 'flat.h'])}")
    with law.tree({"include/gait/a.h": "", "bindings/flat.h": "", "prefix/bin/gait": ""}) as root:
        law.expect(check_files(root, root / "prefix", *OF_THE_COMMAND), "a.h is not",
                   "flat.h is not", "libgait.* is not", "gaitConfig.cmake is not",
                   "gait.pc is not", "LICENSE is not", "gait.1 is not",
                   "completions/gait is not", "_gait is not", "gait.fish is not")


if __name__ == "__main__":
    law.run(check, self_test)
