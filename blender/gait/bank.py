# SPDX-License-Identifier: GPL-3.0-or-later
"""Open animation files. They stay open for the next use."""
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
        text = f"{os.path.basename(error.file or path)}: {error.message}{rule}"
        if isinstance(error, gait_library.SkeletonError):
            raise SkeletonProblem(text, OTHER_SKELETON) from None
        raise Problem(text, advice_of_rules().get(error.rule, "")) from None


class Bank(gait_library.Animation):
    """An open file with its skeleton. Raises errors as Problem."""

    @functools.cached_property
    def rests(self):
        """The rest pose: a Matrix per bone in model space, in the axes of Blender."""
        return axes.to_blender(self.rest())

    def clip(self, index):
        with problems_of(self.path):
            return super().clip(index)

    def metadata(self, indices, duration=0):
        with problems_of(self.path):
            return super().metadata(indices, duration)


def open_bank(path, skeleton="", code_page=0, search=(), files=None):
    """Opens a file, or returns the one that is open already. Raises Problem. The arguments are
    those of Animation.open(); `files` contains packed files."""
    path, files = os.path.abspath(path), files or {}
    with problems_of(path):
        version = sha256_of(files[path]) if path in files else (
            os.path.getsize(path), os.stat(path).st_mtime_ns)
        key = path, version, json.dumps(skeleton), code_page, tuple(search)
        if key not in _open_banks:
            opened = Bank.open(path, skeleton, code_page, search, files, context())
            if opened.file.format not in FORMATS:
                raise Problem(f"{opened.name} is not an animation of a game, but glTF",
                              "import it with Blender's own importer")
            _open_banks[key] = opened
    _open_banks.move_to_end(key)
    while len(_open_banks) > OPEN_BANKS:
        _open_banks.popitem(last=False)  # is closed when nothing uses it any more
    return _open_banks[key]


def sha256_of(content):
    return hashlib.sha256(content).hexdigest()


def close_all():
    """Closes all files and the context."""
    _open_banks.clear()
    advice_of_rules.cache_clear()
    if context.cache_info().currsize:
        context().close()
        context.cache_clear()
