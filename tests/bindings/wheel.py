"""The wheel of the Python package for this machine, and empty places to install it in. As a
program: builds the shared library."""
import base64
import fcntl
import hashlib
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(os.environ.get("GAIT_SOURCE", pathlib.Path(__file__).resolve().parents[2]))
PACKAGE = ROOT / "bindings" / "python"
CMAKE = os.environ.get("GAIT_CMAKE", "cmake")
LIBRARY = ROOT / "build" / "shared" / "libgait.so"
VERSION = re.search(r'GAIT_VERSION_TEXT "([\d.]+)"',
                    (ROOT / "include/gait/base.h").read_text(encoding="utf-8")).group(1)


def run(arguments, **options):
    """The output of a program that must succeed."""
    done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True, **options)
    assert done.returncode == 0, f"{arguments}: {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def library():
    """The shared library for this machine, built by one test at a time."""
    LIBRARY.parent.mkdir(parents=True, exist_ok=True)
    with open(LIBRARY.with_name("lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run([CMAKE, "--preset", "shared"], cwd=ROOT)
        run([CMAKE, "--build", "--preset", "shared"], cwd=ROOT)
    return LIBRARY


def make(folder, *libraries):
    """Paths of wheels with these libraries."""
    made = run([sys.executable, PACKAGE / "make_wheel.py", folder, *libraries])
    return [pathlib.Path(line) for line in made.splitlines()]


def install(folder):
    """A new virtual environment with nothing but the wheel, installed by pip without network: its
    Python. Exits with 77 if this Python has no pip for it."""
    if not importlib.util.find_spec("ensurepip") or not importlib.util.find_spec("venv"):
        print("this Python cannot make virtual environments: python3-venv is not installed")
        sys.exit(77)
    [wheel] = make(folder, library())
    run([sys.executable, "-m", "venv", folder / "venv"])
    python = folder / "venv" / "bin" / "python"
    run([python, "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check",
         "--no-cache-dir", wheel])
    return python


def packages(python):
    """The folder with the packages of a virtual environment."""
    return pathlib.Path(run([python, "-c", "import sysconfig as s; print(s.get_path('purelib'))"])
                        .strip())


def digest(content):
    """The checksum of a file in RECORD."""
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def contents(path):
    """{path: bytes} of a wheel."""
    with zipfile.ZipFile(path) as wheel:
        return {name: wheel.read(name) for name in wheel.namelist()}


if __name__ == "__main__":
    print(library())
