# SPDX-License-Identifier: GPL-3.0-or-later
"""Open animation files. They stay open for the next use."""
import contextlib
import functools
import hashlib
import os

from . import axes, gait_library
from .problem import Problem, SkeletonProblem

FORMATS = ("rtm", "bmtr", "omf", "ogf", "p3d", "skl", "skls", "bvh", "seanim", "anm")
OTHER_SKELETON = "choose the model that it was made for (.ogf, model.cfg) as the skeleton"

@functools.lru_cache(maxsize=None)
def context():
    """The context of the library."""
    return gait_library.Gait()


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
        raise Problem(text, context().advice.get(error.rule, "")) from None


class Bank(gait_library.Animation):
    """An open file with its skeleton. Raises errors as Problem."""
    guard = staticmethod(problems_of)

    @functools.cached_property
    def rests(self):
        """The rest pose: a Matrix per bone in model space, in the axes of Blender."""
        return axes.to_blender(self.rest())


def open_bank(path, skeleton="", code_page=0, search=(), files=None):
    """Opens a file, or returns the one that is open already. Raises Problem. The arguments are
    those of Animation.open(); `files` contains packed files."""
    path = os.path.abspath(path)
    with problems_of(path):
        opened = open_banks.open(path, skeleton, code_page, search, files, context())
    if opened.file.format not in FORMATS:
        raise Problem(f"{opened.name} is not an animation of a game, but glTF",
                      "import it with Blender's own importer")
    return opened


open_banks = gait_library.OpenAnimations(Bank)


def sha256_of(content):
    return hashlib.sha256(content).hexdigest()


def close_all():
    """Closes all files and the context."""
    open_banks.clear()
    if context.cache_info().currsize:
        context().close()
        context.cache_clear()
