"""Files that are written, and names of clips that are selected."""
from __future__ import annotations

import contextlib
import difflib
import errno
import fnmatch
import hashlib
import itertools
import os
import re
import shutil
import tempfile
import textwrap
from typing import Callable, Iterable, Iterator, NamedTuple, Optional, Sequence

from . import _arrays
from ._animation import read_file
from ._context import Gait
from ._edits import Edited
from ._errors import GaitError, Status
from ._models import ROOTS, mod_folders
from ._skeleton import Skeleton

ONE_CLIP = ("rtm", "bmtr", "skl", "bvh", "seanim", "anm")  # formats that hold one clip


class NewFile(NamedTuple):
    """A file to write. With `keep_old`, a file that is replaced is kept at its backup_path()."""

    path: str
    content: _arrays.Buffer
    keep_old: bool = False


def write_files(files: Iterable[NewFile]) -> None:
    """Writes all files beside their places, then renames all of them. Makes folders that are
    missing. Raises OSError with the name of the file; then all old files are there as before."""
    with contextlib.ExitStack() as stack:
        renames = []
        for file in files:
            with _named(file.path):
                renames.append((_write_beside(stack, file), file.path))
        with contextlib.ExitStack() as undone:
            for new, path in renames:
                with _named(path):
                    _rename(new, os.path.realpath(path), undone)
            undone.pop_all()  # everything was written


def _rename(new: str, path: str, undone: contextlib.ExitStack) -> None:
    """Puts a new file and its backup in their places. `undone` gets the way back."""
    if os.path.exists(new + ".bak"):
        kept = backup_path(path)
        os.replace(new + ".bak", kept)
        undone.callback(_try, os.remove, kept)
    old = new + ".old"
    if os.path.exists(path):
        shutil.copy2(path, old)
    os.replace(new, path)
    undone.callback(_try, *((os.replace, old) if os.path.exists(old) else (os.remove,)), path)


def _try(action: Callable[..., None], *paths: str) -> None:
    with contextlib.suppress(OSError):  # the first error is raised
        action(*paths)


@contextlib.contextmanager
def _named(path: str) -> Iterator[None]:
    """Raises an OSError as one about this file, which users know."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error


def find_backup(path: str, sha256: str) -> Optional[bytes]:
    """The content of a backup of a file that has this SHA-256; None without one."""
    name = re.compile(re.escape(os.path.basename(path)) + r"\.bak\d*")
    with contextlib.suppress(OSError):
        folder = os.path.dirname(os.path.abspath(path))
        for each in filter(name.fullmatch, sorted(os.listdir(folder))):
            with contextlib.suppress(OSError):
                content = read_file(os.path.join(folder, each))
                if hashlib.sha256(content).hexdigest() == sha256:
                    return content
    return None


def backup_path(path: str) -> str:
    """Where a file is kept that will be replaced: NAME.bak, or if that is another file, the first
    of NAME.bak1, NAME.bak2 and so on that is free or has the same bytes. Raises OSError."""
    path = os.path.realpath(path)
    content = read_file(path)
    for number in itertools.chain([""], itertools.count(1)):
        found = f"{path}.bak{number}"
        if not os.path.lexists(found) or os.path.isfile(found) and read_file(found) == content:
            break
    return found


def _write_beside(stack: contextlib.ExitStack, file: NewFile) -> str:
    """The path of a new file in a temporary folder beside its place, with a copy NAME.bak of the
    old file if it is kept and no backup has its bytes."""
    path = os.path.realpath(file.path)
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    folder, name = os.path.split(path)
    os.makedirs(folder, exist_ok=True)
    place = stack.enter_context(tempfile.TemporaryDirectory(prefix=".gait-", dir=folder))
    new = os.path.join(place, name)
    with open(new, "wb") as out:
        out.write(file.content)
    if os.path.exists(path) and file.keep_old:
        if not os.path.lexists(backup_path(path)):
            shutil.copy2(path, new + ".bak")
        shutil.copymode(path, new)
    return new


def convert_edited(context: Gait, edited: Edited, target: str, path: str,
                   count: int) -> list[NewFile]:
    """The files of `count` clips without a base file in a format. A format that holds one clip gets
    files with the names of several clips in the folder of the path."""
    name = path
    if target in ONE_CLIP and count > 1:
        name = os.path.join(os.path.dirname(path), "{clip}" + os.path.splitext(path)[1])
    with context.open(edited.gltf(), "new.glb") as file:
        return [NewFile(output.name, output.bytes)
                for outputs in file.convert(target, name=name) for output in outputs]


def check_axes(skeleton: Skeleton, target: str) -> None:
    """Raises GaitError if the target format needs axes of bones, and the skeleton is that of a BVH,
    which has none. To raise the error of the library, it starts to convert the BVH itself."""
    file = skeleton._owner
    if getattr(file, "format", "") == "bvh" and skeleton.source["source"] == "in_file":
        with contextlib.suppress(StopIteration), file.convert(target) as conversion:
            next(conversion)


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


def wrapped(lines: Sequence[str], letters: int,
            most: int = 12) -> Iterator[tuple[Optional[str], str]]:
    """(mark, text) of the lines of a message: at most `most` lines, which are wrapped. A line can
    begin with a mark and a tab. The mark is None without one, and "" for the rest of a line."""
    for line in lines[:most]:
        mark, _, text = line.rpartition("\t")
        for number, part in enumerate(textwrap.wrap(text, letters)):
            yield "" if number else mark or None, part
    if len(lines) > most:
        yield "", f"and {len(lines) - most} more"


def counted(count: int, noun: str) -> str:
    """Such as "1 clip" and "2 clips"."""
    return f"{count} {noun}" + "s" * (count != 1)
