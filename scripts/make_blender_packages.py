#!/usr/bin/env python3
"""make_blender_packages.py FOLDER LIBRARY...: write the packages of the add-on for Blender.

FOLDER gets, from blender/gait, the Python package and the shared libraries:

  gait/                               the add-on with the library for this machine
  gait-blender-VERSION-PLATFORM.zip   an extension for Blender 4.2 and later, for each library
  gait-blender-legacy-VERSION.zip     an add-on for Blender 3.4 to 4.1, with all libraries
  index.json                          a static repository of the extensions, as
                                      `blender --command extension server-generate` writes it

The same input gives the same bytes. Prints the paths of the packages.
"""
import hashlib
import json
import pathlib
import re
import shutil
import sys
import tomllib
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
ADD_ON = ROOT / "blender" / "gait"
PACKAGE = ROOT / "bindings" / "python"
sys.path.insert(0, str(PACKAGE))
import make_wheel
from gait import _library

MANIFEST = "blender_manifest.toml"
NOTICES = "LICENSES/THIRD-PARTY.txt"
PLATFORMS = {"x86_64": "linux-x64", "aarch64": "linux-arm64", "win_amd64": "windows-x64"}
# The keys of a manifest that index.json contains, in its order. Some are optional.
INDEX_KEYS = ("schema_version", "id", "name", "tagline", "version", "type", "maintainer", "license",
              "blender_version_min", "blender_version_max", "website", "copyright", "permissions",
              "tags", "platforms")


def platform(library):
    """(name of the platform in Blender, name of the library in the package)."""
    tag, name = make_wheel.platform(library)
    if name == "libgait.so":
        make_wheel.check_linux(library)
    return next(found for end, found in PLATFORMS.items() if tag.endswith(end)), name


def add_on_files():
    """{path in the add-on: bytes} of everything but the libraries."""
    files = {path.relative_to(ADD_ON).as_posix(): path.read_bytes()
             for path in ADD_ON.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    for path in (PACKAGE / "gait").glob("*.py"):
        files[f"gait_library/{path.name}"] = path.read_bytes()
    gpl = "LICENSES/GPL-3.0-or-later.txt"
    files[gpl] = (ROOT / gpl).read_bytes()
    files["LICENSES/MIT.txt"] = (ROOT / "LICENSE").read_bytes()
    return files


def check_versions(files):
    """The version, which must be the same in the manifest, in bl_info and in the library."""
    version = make_wheel.version()
    numbers = ", ".join(version.split("."))
    if tomllib.loads(files[MANIFEST].decode())["version"] != version:
        sys.exit(f"make_blender_packages: the version of {MANIFEST} is not {version}")
    if f'"version": ({numbers}),' not in files["__init__.py"].decode():
        sys.exit(f"make_blender_packages: the version of bl_info is not ({numbers})")
    return version


def for_platform(files, name):
    """The files with a manifest that lists this platform only."""
    line = f'platforms = ["{name}"]\n'
    manifest, count = re.subn(r"(?m)^platforms = .*\n", line, files[MANIFEST].decode())
    if count != 1 or name not in tomllib.loads(files[MANIFEST].decode())["platforms"]:
        sys.exit(f"make_blender_packages: {MANIFEST} does not list the platform {name}")
    return {**files, MANIFEST: manifest.encode()}


def write_zip(path, files):
    """Writes files, and folders, whose names end in a slash."""
    with zipfile.ZipFile(path, "w") as archive:
        for name in sorted(files):
            make_wheel.add_entry(archive, name, files[name])
    return path


def write_tree(folder, files):
    shutil.rmtree(folder, ignore_errors=True)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def index_entry(path):
    """The description of an extension in index.json."""
    with zipfile.ZipFile(path) as archive:
        manifest = tomllib.loads(archive.read(MANIFEST).decode())
    content = path.read_bytes()
    return {**{key: manifest[key] for key in INDEX_KEYS if key in manifest},
            "archive_url": f"./{path.name}", "archive_size": len(content),
            "archive_hash": f"sha256:{hashlib.sha256(content).hexdigest()}"}


def write_index(path, extensions):
    entries = [index_entry(extension) for extension in sorted(extensions)]
    path.write_text(json.dumps({"version": "v1", "blocklist": [], "data": entries}, indent=2),
                    encoding="utf-8")
    return path


def write_packages(folder, libraries):
    """The paths of what was written."""
    files = add_on_files()
    version = check_versions(files)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("gait-blender-*.zip"):
        old.unlink()
    # Blender removes an earlier version only if the zip has an entry for its folder. Otherwise, the
    # file of a loaded library would be overwritten in place, and Blender would crash.
    legacy = {"gait/": b""}
    legacy |= {f"gait/{name}": content for name, content in files.items() if name != MANIFEST}
    extensions = []
    for library in libraries:
        system, name = platform(library)
        legacy[f"gait/gait_library/{system}/{name}"] = library.read_bytes()
        extension = for_platform(files, system)
        extension[f"gait_library/{name}"] = library.read_bytes()
        notices = make_wheel.third_party(name)
        if notices:
            extension[NOTICES] = notices
            legacy[f"gait/{NOTICES}"] = notices
        extensions.append(
            write_zip(folder / f"gait-blender-{version}-{system}.zip", extension))
        if system == _library.folder_name():
            write_tree(folder / "gait", extension)
    return [*extensions, write_zip(folder / f"gait-blender-legacy-{version}.zip", legacy),
            write_index(folder / "index.json", extensions)]


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    for made in write_packages(pathlib.Path(sys.argv[1]), list(map(pathlib.Path, sys.argv[2:]))):
        print(made)
