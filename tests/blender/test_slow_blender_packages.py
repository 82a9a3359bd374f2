#!/usr/bin/env python3
"""The packages of the add-on are valid, are installed by Blender's own commands, from files and
from the static repository, and are updated while they are enabled, without a restart."""
import filecmp
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

import versions

sys.path.insert(0, str(versions.ROOT / "bindings" / "python"))
from gait import _library

FOLDER = versions.ROOT / "build" / "blender"
SESSION = pathlib.Path(__file__).with_name("package_session.py")
VERSION = re.search(r'GAIT_VERSION_TEXT "([\d.]+)"',
                    (versions.ROOT / "include/gait/base.h").read_text(encoding="utf-8")).group(1)
NEWER = VERSION[:-1] + ("8" if VERSION[-1] != "8" else "9")
EXTENSION, LEGACY = "bl_ext.user_default.gait", "gait"
REPOSITORY, FROM_REPOSITORY = "local_gait", "bl_ext.local_gait.gait"


def tuple_of(version):
    return ", ".join(version.split("."))


def make_newer(path, folder):
    """A copy of a package whose manifest, bl_info and library have the version NEWER."""
    made = folder / path.name.replace(VERSION, NEWER)
    changes = {"blender_manifest.toml": (f'version = "{VERSION}"', f'version = "{NEWER}"'),
               "__init__.py": (f'"version": ({tuple_of(VERSION)}),',
                               f'"version": ({tuple_of(NEWER)}),'),
               "libgait.so": (VERSION + "\0", NEWER + "\0")}
    changed = set()
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            base = pathlib.PurePath(name).name
            if base in changes and changes[base][0].encode() in content:
                content = content.replace(*(text.encode() for text in changes[base]))
                changed.add(base)
            new.writestr(name, content)
    assert changed == {name for name in changes if has_file(path, name)}, changed
    return made


def has_file(path, name):
    """Whether a package has a file with this name, in any folder."""
    with zipfile.ZipFile(path) as package:
        return any(pathlib.PurePath(found).name == name for found in package.namelist())


def session(version, user, *steps):
    output = versions.run_script(version, SESSION, steps, user)
    lines = [line for line in output.splitlines() if line.startswith("session: bl_ext") or
             line.startswith("session: gait")]
    print("\n".join(f"Blender {version}: {line[9:]}" for line in lines), flush=True)


def command(version, user, *arguments):
    # Repositories need the online mode, also those in files.
    return versions.run(version, ["-b", "--online-mode", "--command", "extension", *arguments],
                        user)


def check_legacy(version, zips, folder):
    """Installs, updates, disables, and starts again with the add-on enabled."""
    session(version, folder / "user", f"legacy={zips[0]}", f"enable={LEGACY}",
            f"expect={LEGACY}:{VERSION}", f"legacy={zips[1]}", f"disable={LEGACY}",
            f"enable={LEGACY}", f"expect={LEGACY}:{NEWER}", "save")
    session(version, folder / "user", f"expect={LEGACY}:{NEWER}", f"disable={LEGACY}",
            f"forget={LEGACY}", f"enable={LEGACY}", f"expect={LEGACY}:{NEWER}")


def check_files(version, zips, folder):
    """Installs on the command line, then updates in a session."""
    command(version, folder / "user", "install-file", "-r", "user_default", "-e", zips[0])
    session(version, folder / "user", f"expect={EXTENSION}:{VERSION}", f"extension={zips[1]}",
            f"expect={EXTENSION}:{NEWER}", f"disable={EXTENSION}", f"forget={EXTENSION}",
            f"enable={EXTENSION}", f"expect={EXTENSION}:{NEWER}", "save")
    session(version, folder / "user", f"expect={EXTENSION}:{NEWER}")


def check_repository(version, zips, folder):
    """Installs from the static repository, and updates after that has changed."""
    user, place = folder / "repository_user", folder / "repository"
    shutil.copytree(FOLDER, place, ignore=shutil.ignore_patterns("gait", "*legacy*"))
    # Without the other repositories, so that no server is needed.
    command(version, user, "repo-add", "--clear-all", "--url", (place / "index.json").as_uri(),
            REPOSITORY)
    command(version, user, "sync")
    command(version, user, "install", "-e", f"{REPOSITORY}.gait")
    session(version, user, f"expect={FROM_REPOSITORY}:{VERSION}")
    for old in place.glob("*.zip"):
        old.unlink()
    shutil.copy(zips[1], place)
    command(version, user, "server-generate", f"--repo-dir={place}")
    command(version, user, "sync")
    command(version, user, "update")
    session(version, user, f"expect={FROM_REPOSITORY}:{NEWER}")


def entries(path):
    """index.json with its entries in the order of their files."""
    index = json.loads(path.read_text(encoding="utf-8"))
    index["data"].sort(key=lambda entry: entry["archive_url"])
    return json.dumps(index, indent=2)


def check_index(version, extensions, folder):
    """Blender validates all extensions, and writes the same index of them."""
    place = folder / "index"
    place.mkdir()
    for path in extensions:
        command(version, folder / "user", "validate", path)
        shutil.copy(path, place)
    command(version, folder / "user", "server-generate", f"--repo-dir={place}")
    assert entries(place / "index.json") == (FOLDER / "index.json").read_text(encoding="utf-8")


def check_again(folder):
    """The same input gives the same bytes."""
    libraries = [path for name in ("libgait.so", "libgait.dll")
                 for path in (versions.ROOT / "build").glob(f"shared*/{name}")]
    subprocess.run([sys.executable, versions.ROOT / "scripts" / "make_blender_packages.py", folder,
                    *libraries], check=True, stdout=subprocess.DEVNULL)
    names = [path.name for path in folder.iterdir() if path.is_file()]
    same, _, _ = filecmp.cmpfiles(folder, FOLDER, names, shallow=False)
    assert sorted(same) == sorted(names) and len(names) >= 3, (same, names)


extensions = sorted(FOLDER.glob(f"gait-blender-{VERSION}-*.zip"))
here = FOLDER / f"gait-blender-{VERSION}-{_library.folder_name()}.zip"
legacy = FOLDER / f"gait-blender-legacy-{VERSION}.zip"
if not here.is_file() or not legacy.is_file():
    print("there are no packages for this machine: make blender")
    sys.exit(versions.SKIPPED)
with tempfile.TemporaryDirectory() as holder:
    check_again(pathlib.Path(holder) / "again")
    for version in versions.available():
        folder = pathlib.Path(holder) / version
        folder.mkdir()
        if version < versions.EXTENSIONS_SINCE:
            check_legacy(version, (legacy, make_newer(legacy, folder)), folder)
        else:
            zips = here, make_newer(here, folder)
            check_index(version, extensions, folder)
            check_files(version, zips, folder)
            check_repository(version, zips, folder)
