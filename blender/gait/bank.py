# SPDX-License-Identifier: GPL-3.0-or-later
"""Open animation files, their skeletons and clips. They stay open for the next use."""
import collections
import contextlib
import functools
import hashlib
import json
import os

from . import axes, gait_library
from .problem import Problem, SkeletonProblem

FORMATS = ("rtm", "bmtr", "omf", "ogf", "skl", "skls", "bvh")
OPEN_BANKS = 6
OTHER_SKELETON = "choose the model that it was made for (.ogf, model.cfg) as the skeleton"
ORIGINS = {"in_file": "in the file itself", "builtin": "built-in {name}, assumed",
           "none": "not found: bones have no parents and no rest pose",
           "armature": "that of the armature", "given": "from {path} (chosen)",
           "candidate": "from {path}"}

_open_banks = collections.OrderedDict()


@functools.lru_cache(maxsize=None)
def context():
    """The context of the library."""
    return gait_library.Gait()


@functools.lru_cache(maxsize=None)
def builtin_names():
    """The names of the built-in skeletons."""
    return [each["name"] for each in context().builtins()["skeletons"]]


@functools.lru_cache(maxsize=None)
def advice_of_rules():
    return {rule["id"]: rule["advice"] for rule in context().rules()["rules"]}


@contextlib.contextmanager
def problems_of(path):
    """Raises errors of the library and of the system about a file as Problem."""
    try:
        yield
    except OSError as error:
        raise Problem(f"{error.filename or path}: {error.strerror or error}",
                      "check that the file exists and can be read") from None
    except gait_library.GaitError as error:
        rule = f" ({error.rule})" if error.rule else ""
        raise Problem(f"{os.path.basename(error.file or path)}: {error.message}{rule}",
                      advice_of_rules().get(error.rule, "")) from None


class Bank:
    """An open file with its skeleton.

    path, code_page  of the file; the path is absolute
    file             the File of the library
    content          its bytes
    skeleton         the Skeleton of the library to which it is bound
    source           {"source": given, in_file, candidate, builtin, armature or none; "name", and
                     the "path" of its file}
    """

    def __init__(self, path, code_page, content, file, skeleton, source):
        self.path, self.code_page, self.content, self.file = path, code_page, content, file
        self.skeleton, self.source = skeleton, source

    @property
    def name(self):
        return os.path.basename(self.path)

    @property
    def clips(self):
        """The clips as in gait.list/1."""
        return self.file.clips

    @functools.cached_property
    def bones(self):
        """The names of the bones that the clips move."""
        return self.file.info()["bones"] or []

    @functools.cached_property
    def sha256(self):
        return sha256_of(self.content)

    @property
    def origin(self):
        """Where the skeleton was found, for users."""
        kind, path = self.source["source"], self.source.get("path", "")
        if kind == "given" and not path:
            return f"built-in {self.source['name']}, chosen"
        with contextlib.suppress(ValueError):  # paths on other drives
            path = os.path.relpath(path, os.path.dirname(self.path)) if path else ""
        return ORIGINS[kind].format(path=path, name=self.source["name"])

    def clip(self, index):
        """A Clip of the library."""
        with problems_of(self.path):
            return self.file.clip(index, self.skeleton)

    @functools.cached_property
    def rests(self):
        """The rest pose: a Matrix per bone in model space, in the axes of Blender."""
        try:
            return axes.skeleton_rests(self.skeleton)
        except gait_library.GaitError:  # assumed, as in a glTF export
            return axes.recorded_rests(self.metadata([0])["skeleton"])

    def metadata(self, indices, duration=0):
        """What a glTF export of these clips says about them: the gait.extras/1 document. It has
        the parts, and for each clip its duration in seconds and its events."""
        try:
            with problems_of(self.path), self.file.convert(
                    "gltf", skeleton=self.skeleton, sidecar=True, clips=sorted(indices),
                    duration=duration) as conversion:
                conversion.suffix = ".gait.json"
                return json.loads(next(conversion)[0].bytes)
        except Problem:
            if self.source["source"] == "none":
                raise SkeletonProblem(f"{self.name}: no skeleton was found",
                                      OTHER_SKELETON) from None
            raise


def same_drive(path, other):
    return os.path.splitdrive(path)[0].lower() == os.path.splitdrive(other)[0].lower()


# --- opening -------------------------------------------------------------------------------------

def open_bank(path, skeleton="", code_page=0, search=(), files=None):
    """Opens a file, or returns the one that is open already. Raises Problem.

    `skeleton` is "" (search it), the name of a built-in skeleton, the path of a model
    ("model.cfg:Name" for one of several skeletons), or the `source` of a Bank. `search` are further
    folders with models. `files` contains packed files, {absolute path: bytes}, which are used
    instead of those on the disk."""
    path, files = os.path.abspath(path), files or {}
    with problems_of(path):
        version = sha256_of(files[path]) if path in files else (
            os.path.getsize(path), os.stat(path).st_mtime_ns)
        key = path, version, json.dumps(skeleton), code_page, tuple(search)
        if key not in _open_banks:
            _open_banks[key] = open_new(path, skeleton, code_page, search, files)
    _open_banks.move_to_end(key)
    while len(_open_banks) > OPEN_BANKS:
        _open_banks.popitem(last=False)  # is closed when nothing uses it any more
    return _open_banks[key]


def open_new(path, skeleton, code_page, search, files):
    content = read(path, files)
    file = context().open(content, path, code_page)
    if file.format not in FORMATS:
        raise Problem(f"{os.path.basename(path)} is not an animation of a game, but {file.format}",
                      "import glTF with Blender's own importer" if file.format == "gltf" else
                      "choose an .rtm, .omf, .ogf, .skl, .skls or .bvh file")
    if not file.clips:
        refs = file.info()["refs"]
        raise Problem(f"{os.path.basename(path)} contains no animation", "import " + (
            ", ".join(refs) if refs else "the file that contains the animations"))
    try:
        with problems_of(path):
            if skeleton:
                bound, source = chosen_skeleton(file, path, skeleton, files)
            else:
                bound = gait_library.find_skeleton(file, path, search)
                source = {key: value for key, value in bound.source.items() if key != "candidate"}
    except Problem as problem:
        raise SkeletonProblem(problem.message, OTHER_SKELETON) from None
    return Bank(path, code_page, content, file, bound, source)


def read(path, files):
    if path in files:
        return files[path]
    with open(path, "rb") as file:
        return file.read()


def sha256_of(content):
    return hashlib.sha256(content).hexdigest()


def close_all():
    """Closes all files and the context."""
    _open_banks.clear()
    advice_of_rules.cache_clear()
    if context.cache_info().currsize:
        context().close()
        context.cache_clear()


# --- skeletons -----------------------------------------------------------------------------------

def chosen_skeleton(file, path, choice, files):
    """(Skeleton, source) of a file with a skeleton that the user chose, or that of a `source`."""
    source = split_choice(choice) if isinstance(choice, str) else choice
    if source["source"] in ("in_file", "none"):
        return file.skeleton(), source
    if "path" in source and not source["name"]:
        model = context().open(read(source["path"], files), source["path"])
        if model.format == "modelcfg":
            bound = file.skeleton(candidates=[model], path=os.path.basename(path))
            if bound.source["source"] == "candidate":
                return bound, source
            raise Problem(f"{source['path']} has no skeleton for {os.path.basename(path)}")
    return file.skeleton(tree=skeleton_of(source, files)), source


def skeleton_of(source, files=()):
    """The skeleton of a `source` that is not bound to a file."""
    if "path" not in source:
        return context().builtin(source["name"])
    model = context().open(read(source["path"], files), source["path"])
    return model.skeleton(name=source["name"]) if source["name"] else model.skeleton()


def split_choice(choice):
    """The `source` of a text: a built-in skeleton, a path, or a path and the name of a skeleton
    behind a colon."""
    if choice in builtin_names():
        return {"source": "given", "name": choice}
    path, name = choice, ""
    if not os.path.exists(choice) and os.path.exists(choice.rpartition(":")[0]):
        path, _, name = choice.rpartition(":")
    return {"source": "given", "path": os.path.abspath(path), "name": name}
