#!/usr/bin/env python3
"""Samplers of the WebAssembly module compute the same bits as those of this machine.

Other machines run tests/unit/ops/test_sampler_kernels.c, which knows the bits. There is no cmocka
for WebAssembly, so a program prints them here.
"""
import os
import pathlib
import shutil
import subprocess
import tempfile

import builds

SUPPORT = builds.ROOT / "tests/support"
SOURCES = [builds.HERE / "sampler_bits.c", SUPPORT / "sampler_clips.c", SUPPORT / "transforms.c"]
FOLDERS = [builds.ROOT / "include", builds.ROOT / "src", SUPPORT]
WASM = ["clang-14", "--target=wasm32-wasi", "-msimd128", "-mbulk-memory"]
# What the sources need of cmocka.h.
ASSERTIONS = """#include <stdlib.h>
#define assert_true(what) ((what) ? (void)0 : abort())
#define assert_non_null(what) assert_true((what) != NULL)
#define assert_int_equal(a, b) assert_true((a) == (b))
#define fail_msg(...) abort()
"""


def build(compiler, library, folder, name):
    """The program, linked with the library."""
    program = folder / name
    headers = [f"-I{path}" for path in [*FOLDERS, folder]]
    subprocess.run([*compiler, "-std=c11", "-O2", "-ffp-contract=off", *headers,
                    *SOURCES, library, "-lm", "-o", program], check=True)
    return program


def lines(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


library = builds.find_or_skip("wasm", "libgait.a")
if not shutil.which(WASM[0]) or not shutil.which("node"):
    builds.skip(f"needs {WASM[0]} and node")
with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place)
    (folder / "cmocka.h").write_text(ASSERTIONS)
    (folder / "setjmp.h").write_text("")  # WASI has none; test.h includes it for cmocka.h
    native = lines(build([os.environ["GAIT_CC"]], os.environ["GAIT_LIBRARY"], folder, "native"))
    module = lines("node", "--no-warnings", builds.HERE / "wasi.mjs",
                   build(WASM, library, folder, "module.wasm"))
print(*native, sep="\n")
assert len(native) == 6 and native == module, module
