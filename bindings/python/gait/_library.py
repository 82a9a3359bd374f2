"""Finds, loads and unloads the shared library, and declares its functions."""
from __future__ import annotations

import _ctypes
import ctypes
import ctypes.util
import functools
import os
import pathlib
import platform
import sys
from ctypes import c_bool, c_char_p, c_double, c_float, c_int, c_int32, c_size_t, c_uint32, c_void_p
from typing import Any, Iterator

from ._functions import FUNCTIONS

# GAIT_FLAT_VERSION of the header that these declarations were written for.
FLAT_VERSION = 1
VARIABLE = "GAIT_SHARED_LIBRARY"

# How the types of _functions.py are passed.
TYPES: dict[str, Any] = {
    "void": None, "bool": c_bool, "int": c_int, "int32_t": c_int32, "uint32_t": c_uint32,
    "size_t": c_size_t, "float": c_float, "double": c_double, "text": c_char_p, "address": c_void_p,
}

# Names of systems and processors in the folders of a package that holds several libraries, such as
# windows-x64. They are those of Blender's extensions.
SYSTEMS = {"win32": "windows", "darwin": "macos"}
PROCESSORS = {"amd64": "x64", "x86_64": "x64", "aarch64": "arm64"}


def folder_name() -> str:
    """The folder of the library for this system and processor."""
    processor = platform.machine().lower()
    return f"{SYSTEMS.get(sys.platform, sys.platform)}-{PROCESSORS.get(processor, processor)}"


def candidates() -> Iterator[str]:
    """Paths and names of the library, in the order in which they are tried."""
    name = {"win32": "libgait.dll", "darwin": "libgait.dylib"}.get(sys.platform, "libgait.so")
    beside = pathlib.Path(__file__).with_name(name)
    in_folder = beside.parent / folder_name() / name
    if beside.is_file():
        yield str(beside)
    elif in_folder.is_file():
        yield str(in_folder)
    elif os.environ.get(VARIABLE):
        yield os.environ[VARIABLE]
    else:
        found = ctypes.util.find_library("gait")
        if found:
            yield found
        yield name


@functools.lru_cache(maxsize=None)
def load() -> Any:
    """Loads the library. Raises OSError if none is found, or if its version is different."""
    problems = []
    for path in candidates():
        try:
            library = ctypes.CDLL(path)
        except OSError as error:
            problems.append(str(error))
            continue
        declare(library)
        return library
    raise OSError(f"the shared library of gait cannot be loaded ({'; '.join(problems)}); "
                  f"set {VARIABLE} to its path")


def unload() -> None:
    """Unloads the library, if it was loaded. No function of it may be called any more."""
    if load.cache_info().currsize == 0:
        return
    handle = load()._handle
    load.cache_clear()
    close = getattr(_ctypes, "FreeLibrary" if sys.platform == "win32" else "dlclose")
    close(handle)


def declare(library: Any) -> None:
    """Sets the types of all functions."""
    try:
        version = library.gait_flat_version
    except AttributeError:
        raise OSError(f"{library._name} is not a library of gait") from None
    if version() != FLAT_VERSION:
        raise OSError(f"{library._name} has version {version()} of the flat interface, "
                      f"not {FLAT_VERSION}")
    for name, declared in FUNCTIONS.items():
        function = getattr(library, "gait_flat_" + name)
        function.restype, *function.argtypes = [TYPES[word.rpartition(":")[2]]
                                                for word in declared.split()]


def parameter(name: str, number: int) -> tuple[str, str]:
    """The name of a parameter, the context being number 1, and what is required for it."""
    own, _, kind = FUNCTIONS[name].split()[number].partition(":")
    if kind not in ("double", "float"):
        return f"parameter {number} of {name}", "another value"
    return own, "a number"
