"""The package for JavaScript, which `make npm` builds, installed into an empty project."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "bindings" / "npm"
PROGRAMS = pathlib.Path(__file__).resolve().parent / "npm"
SAMPLES = ROOT / "samples"
BUILD = pathlib.Path(os.environ.get("GAIT_BUILD", ROOT / "build/release"))


def skip(why):
    print(why)
    sys.exit(77)


def find():
    """The path of the package; skips the test without one that has the sources of this tree."""
    found = sorted((BUILD.parent / "npm").glob("*.tgz"))
    if not found:
        skip(f"there is no package in {BUILD.parent / 'npm'}: make npm")
    for program in ("node", "npm"):
        if not shutil.which(program):
            skip(f"without {program}, the package for JavaScript is not tested")
    sources = [*SOURCES.glob("*.js"), *SOURCES.glob("*.ts"), SOURCES / "package.json"]
    for path in sources:  # the package contains them without comments
        if path.stat().st_mtime > found[0].stat().st_mtime:
            skip(f"{found[0].name} is older than {path.relative_to(ROOT)}: make npm")
    return found[0]


def install(package, folder):
    """Makes a project that has the package."""
    project = pathlib.Path(folder) / "project"
    project.mkdir()
    (project / "package.json").write_text(json.dumps({"private": True, "type": "module"}))
    subprocess.run(["npm", "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error",
                    "--cache", str(pathlib.Path(folder) / "cache"), str(package)],
                   cwd=project, check=True, timeout=120, stdout=subprocess.DEVNULL)
    for program in PROGRAMS.glob("*"):
        shutil.copy(program, project)
    return project


def node(project, *arguments):
    """Runs node in the project. Returns the finished process, whose output is text."""
    environment = os.environ | {"GAIT_SAMPLES": str(SAMPLES)}
    return subprocess.run(["node", *map(str, arguments)], cwd=project, env=environment,
                          capture_output=True, text=True, timeout=600)
