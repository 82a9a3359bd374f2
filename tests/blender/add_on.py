"""The add-on as a folder, as its packages contain it."""
import os
import pathlib
import shutil
import sys

ROOT = pathlib.Path(os.environ.get("GAIT_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(ROOT / "tests" / "bindings"))
import wheel


def assemble(folder):
    """Makes FOLDER/gait from the sources and the shared library of this machine."""
    made = pathlib.Path(folder) / "gait"
    unwanted = shutil.ignore_patterns("__pycache__", "libgait*")
    shutil.copytree(ROOT / "blender" / "gait", made, ignore=unwanted)
    shutil.copytree(ROOT / "bindings" / "python" / "gait", made / "gait_library", ignore=unwanted)
    shutil.copy(wheel.library(), made / "gait_library")
    return made
