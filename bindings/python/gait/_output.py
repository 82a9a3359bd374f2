"""Files that are written, and names of clips that are selected."""
from __future__ import annotations

import difflib
import fnmatch
import os
import shutil
import tempfile
from typing import Sequence

from . import _arrays
from ._errors import GaitError, Status
from ._models import ROOTS, mod_folders


def write_file(path: str, content: _arrays.Buffer, keep_old: bool = False) -> None:
    """Writes a file beside its place, then renames it. With `keep_old`, a file that is replaced is
    kept as NAME.bak. Makes folders that are missing. Raises OSError; then the old file is there."""
    path = os.path.realpath(path)
    folder, name = os.path.split(path)
    os.makedirs(folder, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".gait-", dir=folder) as place:
        new = os.path.join(place, name)
        with open(new, "wb") as file:
            file.write(content)
        if os.path.exists(path) and keep_old:
            shutil.copy2(path, new + ".bak")
            os.replace(new + ".bak", path + ".bak")
            shutil.copymode(path, new)
        os.replace(new, path)


def project_path(path: str, project: str) -> str:
    """The place of a game file in the folder of a project: with the folders from the root of its
    mod on, such as meshes/actors."""
    folders, has_root = mod_folders(path)
    root = folders[-1 if has_root else 0]
    if os.path.basename(root).lower() in ROOTS:
        root = os.path.dirname(root)
    return os.path.join(project, os.path.relpath(path, root))


def select(names: Sequence[str], patterns: str) -> list[int]:
    """The indices of names: "" = all, otherwise names or patterns (walk*) with commas between.
    Raises GaitError for a pattern without a match."""
    if not patterns:
        return list(range(len(names)))
    found: set[int] = set()
    for pattern in [patterns] if patterns in names else [
            part.strip() for part in patterns.split(",")]:
        matches = [index for index, name in enumerate(names) if name == pattern] or [
            index for index, name in enumerate(names)
            if fnmatch.fnmatch(name.lower(), pattern.lower())]
        if not matches:
            near = ", ".join(difflib.get_close_matches(pattern, names, 3))
            raise GaitError(Status.NOT_FOUND, f"there is no clip {pattern}"
                            + (f"; similar names: {near}" if near else ""))
        found.update(matches)
    return sorted(found)
