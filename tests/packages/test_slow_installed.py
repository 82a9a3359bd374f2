#!/usr/bin/env python3
"""The packages for JavaScript, Python and Blender, and the amalgamation, are installed into empty
places and read a sample there."""
import importlib.util
import platform
import shutil
import sys
import unittest

import packages

for folder in ("bindings", "blender"):
    sys.path.insert(0, str(packages.ROOT / "tests" / folder))
import npm_package
import versions

SAMPLE = packages.ROOT / "samples" / "stalker.omf"
NODE = """import { readFileSync } from "node:fs";
import { load } from "@gait-tools/gait";
const gait = await load();
const file = gait.open(readFileSync(process.argv[2]), "stalker.omf");
console.log(gait.version, file.clips.map(({ name }) => name).join(" "));
file.close();
"""
PYTHON = """import sys
import gait
with open(sys.argv[1], "rb") as stream, gait.open(stream.read(), "stalker.omf") as bank:
    print(gait.version(), *(clip["name"] for clip in bank.clips))
"""
C = """#include <gait/expert.h>
#include <stdio.h>
int main(int argc, char **argv) {
    static unsigned char bytes[1 << 20];
    FILE *in = fopen(argv[argc - 1], "rb");
    gait_span content = {bytes, in ? fread(bytes, 1, sizeof bytes, in) : 0};
    gait_file *file = NULL;
    if (gait_file_open(content, "stalker.omf", NULL, &file) != GAIT_OK) {
        return 1;
    }
    printf("%s", gait_version());
    for (uint32_t i = 0; i < gait_file_clip_count(file); i++) {
        gait_clip_info info = gait_file_clip_info(file, i);
        printf(" %.*s", (int)info.name.size, (const char *)info.name.data);
    }
    gait_file_free(file);
    return 0;
}
"""
PRINTED = f"{packages.VERSION} idle walk salute stand hit_chest"


class Installed(unittest.TestCase):
    def setUp(self):
        self.folder = packages.scratch(self)

    @unittest.skipUnless(shutil.which("npm"), "requires npm")
    def test_javascript(self):
        package = packages.find_or_skip("gait-tools-gait-{}.tgz")
        project = npm_package.install(package, self.folder)
        (project / "program.mjs").write_text(NODE)
        done = npm_package.node(project, "program.mjs", SAMPLE)
        self.assertEqual(done.stdout.strip(), PRINTED, done.stderr)

    @unittest.skipUnless(importlib.util.find_spec("ensurepip"), "requires python3-venv")
    def test_python(self):
        name = f"gait_anim-{{}}-py3-none-manylinux_2_17_{platform.machine()}.whl"
        wheel = packages.find_or_skip(name)
        python = self.folder / "venv/bin/python"
        packages.run(sys.executable, "-m", "venv", self.folder / "venv")
        packages.run(python, "-m", "pip", "install", "--no-index", "--no-cache-dir",
                     "--disable-pip-version-check", wheel)
        (self.folder / "program.py").write_text(PYTHON)
        printed = packages.run(python, self.folder / "program.py", SAMPLE, cwd=self.folder)
        self.assertEqual(printed.decode().strip(), PRINTED)

    def test_amalgamation(self):
        top = packages.unpack(packages.find_or_skip("gait-{}-amalgamation.zip"), self.folder)
        (top / "main.c").write_text(C)
        packages.run("cc", "-std=c11", "-O1", "-I.", "gait/gait.c", "main.c", "-o", "main", "-lm",
                     cwd=top)
        self.assertEqual(packages.run(top / "main", SAMPLE).decode().strip(), PRINTED)

    def test_blender(self):
        """The oldest Blender, as a user installs the add-on; `make check-blender` has others."""
        legacy = packages.find_or_skip("gait-blender-legacy-{}.zip")
        version = versions.VERSIONS[0]
        if versions.run(version, ["-b", "--version"]) is None:
            self.skipTest(f"Blender {version} is not here")
        session = versions.ROOT / "tests/blender/package_session.py"
        printed = versions.run_script(version, session, [
            f"legacy={legacy}", "enable=gait", f"expect=gait:{packages.VERSION}"],
            self.folder / "user")
        self.assertIn(f"session: gait {packages.VERSION}: gait.", printed)


if __name__ == "__main__":
    packages.find_or_skip("SHA256SUMS")
    unittest.main()
