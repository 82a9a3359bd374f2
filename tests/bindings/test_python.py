#!/usr/bin/env python3
"""The wheel is installed into an empty place, and used there for everything, with memoryviews; with
numpy once more, if this Python has it."""
import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

import wheel

HERE = pathlib.Path(__file__).resolve().parent
CASES = ("python_use.py", "python_animation.py", "python_errors.py", "python_memory.py")

with tempfile.TemporaryDirectory() as folder:
    python = wheel.install(pathlib.Path(folder))
    environment = {name: value for name, value in os.environ.items()
                   if name not in ("PYTHONPATH", "GAIT_SHARED_LIBRARY")}
    places = [(python, environment)]
    if importlib.util.find_spec("numpy"):
        places.append((sys.executable, environment | {"PYTHONPATH": str(wheel.packages(python))}))
    for place, variables in places:
        for case in CASES:
            subprocess.run([place, HERE / case], env=variables, cwd=folder, check=True)
