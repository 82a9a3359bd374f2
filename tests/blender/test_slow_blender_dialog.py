#!/usr/bin/env python3
"""The dialog of Write Back in a window of each version of Blender, as people use it."""
import json
import os
import pathlib
import shutil
import sys
import tempfile

import add_on
import versions

HERE = pathlib.Path(__file__).parent


def main():
    found = versions.available()
    if not shutil.which("xvfb-run"):
        print("xvfb-run is missing, skipped")
        sys.exit(versions.SKIPPED)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        add_on.assemble(folder)
        (folder / "screen").mkdir()
        jobs = folder / "jobs.json"
        jobs.write_text(json.dumps({"samples": os.environ["GAIT_SAMPLES"]}))
        for version in found:
            versions.run_in_window(version, HERE / "dialog_session.py", folder / "screen",
                                   [folder, jobs, folder / "screen"])


if __name__ == "__main__":
    main()
