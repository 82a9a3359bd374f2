"""Models in the folders around an animation, as candidates of its skeleton."""
from __future__ import annotations

import os
import pathlib
from typing import Any, Iterable, Iterator

from ._armature import listing
from ._errors import GaitError
from ._file import File
from ._skeleton import Skeleton

ROOTS = ("meshes", "gamedata", "addons")
MARKS = (".git", "$PBOPREFIX$")
LEVELS = 8  # folders above the file in which the root of its mod is searched
LEVELS_WITHOUT_ROOT = 2  # folders above an RTM that has no mod
MAX_BYTES = 256 << 20  # of models that are read in a search


def find_skeleton(file: File, path: str, folders: Iterable[str] = ()) -> Skeleton:
    """Searches the skeleton of an open file as the command does, and binds it: in the file, then in
    the models in its folder and in those above, then in the whole mod, then in and below `folders`.
    Otherwise it is a built-in one, or that of the motion of a plain RTM. Edits change the motion:
    use this skeleton for the edited file, too.

    `path` is that of the file. The `source` of the result has the "path" of the model, or, if no
    model fits, the paths of those that were "tried"; the "nearest" has a "path" if it is a model.
    "left_out" are the models that could not be opened: a list of their paths and the reasons.
    """
    path = os.path.abspath(path)
    bound, left = file.skeleton(path=_reference_path(path)), MAX_BYTES
    tried: list[str] = []
    left_out: list[tuple[str, str]] = []
    if bound.source["source"] == "in_file":
        return bound
    for paths in _model_paths(path, is_rtm(file), folders):
        models = []
        for each in paths:
            try:
                left -= os.path.getsize(each)
                models += [(each, _open_model(file, each))] if left > 0 else []
            except (OSError, GaitError) as error:
                left_out.append((each, error.strerror or str(error) if isinstance(error, OSError)
                                 else error.message))
        found = file.skeleton(candidates=[model for _, model in models],
                              path=_reference_path(path)) if models else bound
        if found.source["source"] == "candidate":
            found.source["path"] = models[found.source["candidate"]][0]
            found.source["left_out"] = left_out
            return found
        tried += [each for each, _ in models]
        near, best = found.source.get("nearest"), bound.source.get("nearest")
        if models and near and near["candidate"] >= 0 and (
                not best or near["matched"] + ("path" not in best) > best["matched"]):
            bound.source["nearest"] = {**near, "path": models[near["candidate"]][0]}
    bound.source["tried"] = tried
    bound.source["left_out"] = left_out
    return bound


def not_found(file: File, source: dict[str, Any]) -> str:
    """Why find_skeleton() found no skeleton: the models that were tried, and the bones that the
    nearest one lacks, which may be a built-in skeleton."""
    tried, nearest = source.get("tried", ()), source.get("nearest")
    names = [os.path.basename(each) for each in tried]
    kind = "model.cfg" if is_rtm(file) else "model (.ogf)"
    text = f"no skeleton with its bones was found in {listing(names, 3)}" if names else \
        f"no skeleton was found: there is no {kind} in its folder or its mod"
    if nearest:
        name = os.path.basename(nearest["path"]) if "path" in nearest else \
            f"the built-in {nearest['name']}"
        text += (f"; {name} has only {nearest['matched']} of the {nearest['bones']}, and lacks "
                 + listing([bone["name"] for bone in nearest["missing"]], 8))
    return text


def is_rtm(file: File) -> bool:
    """Whether the skeleton of a file is in a model.cfg, not in an OGF."""
    return file.format in ("rtm", "bmtr", "p3d")


def mod_folders(path: str) -> tuple[list[str], bool]:
    """The folders from that of a file up to the root of its mod, and whether there is a root: the
    nearest folder that is called `meshes`, `gamedata` or `addons`, or has a `.git` or
    `$PBOPREFIX$`."""
    folders = []
    for folder in list(pathlib.Path(path).parents)[:LEVELS + 1]:
        folders.append(str(folder))
        if folder.name.lower() in ROOTS or any((folder / mark).exists() for mark in MARKS):
            return folders, True
    return folders, False


def models_in(folder: str, for_rtm: bool) -> list[str]:
    """The files in a folder that may have a skeleton."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    return [os.path.join(folder, name) for name in names
            if (name.lower() == "model.cfg" if for_rtm else name.lower().endswith(".ogf"))]


def _open_model(file: File, path: str) -> File:
    """A model in the context of a file."""
    context: Any = file._owner
    opened: File = context.open(pathlib.Path(path).read_bytes(), path)
    return opened


def _reference_path(path: str) -> str:
    """The path of a file from the folder `meshes` on, to which references of models are relative;
    otherwise its name."""
    parts = pathlib.PurePath(path).parts
    lower = [part.lower() for part in parts[:-1]]
    if "meshes" in lower:
        return "/" + "/".join(parts[len(lower) - lower[::-1].index("meshes"):])
    return parts[-1]


def _model_paths(path: str, for_rtm: bool, further: Iterable[str]) -> Iterator[list[str]]:
    """Lists of paths of models: the folder of the file, its parents up to the root of the mod, then
    the folders below them, the nearest ones first, then other folders."""
    folders, has_root = mod_folders(path)
    if not has_root:
        folders = folders[:1 + LEVELS_WITHOUT_ROOT * for_rtm]
    seen: set[str] = set()
    for folder in folders:
        found = models_in(folder, for_rtm)
        seen.update(found)
        yield found
    for folder in [*(folders if has_root else ()), *further]:
        below: list[str] = []
        for place, names, _ in os.walk(folder):
            names[:] = sorted(name for name in names if not name.startswith("."))
            below += [each for each in models_in(place, for_rtm) if each not in seen]
        seen.update(below)
        yield below
