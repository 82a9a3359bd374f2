#!/usr/bin/env python3
"""What the bindings repeat of the library is what scripts/make_bindings.py makes."""
import shutil
import sys

import law

SCRIPT = "scripts/make_bindings.py"
SOURCES = ("bindings/flat.h", "bindings/npm", "bindings/python/gait", "docs/schemas",
           "include/gait", "packaging/debian", SCRIPT)


def check(root):
    output, _ = law.run_quietly([sys.executable, root / SCRIPT, "--check"])
    return output.splitlines()


def self_test():
    with law.tree({}) as root:
        for name in SOURCES:
            copy = shutil.copytree if (law.SOURCE / name).is_dir() else shutil.copy
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            copy(law.SOURCE / name, root / name)
        law.expect(check(root))
        flat = root / "bindings/flat.h"
        flat.write_text(flat.read_text() + "GAIT_FLAT(gait_flat_more) int gait_flat_more(void);\n")
        schema = root / "docs/schemas/gait.info-1.schema.json"
        schema.write_text(schema.read_text().replace('"refs"', '"references"'))
        law.expect(check(root), "_functions.py differs", "documents.d.ts differs",
                   "documents.py differs", "libgait0.1.symbols differs")


if __name__ == "__main__":
    law.run(check, self_test)
