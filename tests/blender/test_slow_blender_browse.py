#!/usr/bin/env python3
"""Previews and parameters of the add-on in each version of Blender."""
import os
import pathlib
import tempfile

import add_on
import versions

HERE = pathlib.Path(__file__).parent
SAMPLES = pathlib.Path(os.environ["GAIT_SAMPLES"])


def main():
    found = versions.available()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        add_on.assemble(folder)
        for version in found:
            versions.run_script(version, HERE / "browse_session.py", [folder, SAMPLES, folder])


if __name__ == "__main__":
    main()
