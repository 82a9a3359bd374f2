"""Finds, loads and unloads the shared library, and declares the functions of bindings/flat.h."""
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

# GAIT_FLAT_VERSION of the header that these declarations were written for.
FLAT_VERSION = 1
VARIABLE = "GAIT_SHARED_LIBRARY"

# How the types of the header are passed. Bytes and blocks are addresses.
TYPES: dict[str, Any] = {
    "void": None, "bool": c_bool, "int": c_int, "int32_t": c_int32, "uint32_t": c_uint32,
    "size_t": c_size_t, "float": c_float, "double": c_double, "text": c_char_p, "address": c_void_p,
}

# Result, then parameters. "flat" is a context, "list" an array of uint32_t or int32_t, "floats" and
# "doubles" are blocks; all of them are addresses.
FUNCTIONS = {
    "version": "uint32_t",
    "library_version": "text",
    "new": "flat size_t",
    "delete": "void flat",
    "alloc": "address size_t",
    "free": "void address",
    "close": "bool flat uint32_t",
    "status": "int flat",
    "error_rule": "text flat",
    "error_text": "text flat",
    "error_file": "text flat",
    "error_offset": "double flat",
    "error_line": "uint32_t flat",
    "findings": "bool flat",
    "result": "address flat",
    "result_size": "size_t flat",
    "open": "uint32_t flat address size_t text uint32_t uint32_t",
    "examine": "uint32_t flat address size_t text uint32_t uint32_t",
    "dependency_count": "uint32_t flat uint32_t",
    "dependency": "bool flat uint32_t uint32_t",
    "provide": "bool flat uint32_t uint32_t address size_t uint32_t",
    "attach": "bool flat uint32_t address size_t",
    "format": "text flat uint32_t",
    "info": "bool flat uint32_t",
    "check": "bool flat uint32_t",
    "list": "bool flat uint32_t",
    "map": "bool flat uint32_t",
    "write": "bool flat uint32_t",
    "dump": "bool flat uint32_t",
    "build": "bool flat address size_t uint32_t",
    "sarif": "bool flat list uint32_t text",
    "rules": "bool flat",
    "formats": "bool flat",
    "check_banks": "bool flat uint32_t list list uint32_t",
    "skeleton": "uint32_t flat uint32_t text",
    "builtin": "uint32_t flat text",
    "builtins": "bool flat",
    "search": "uint32_t flat uint32_t list uint32_t uint32_t uint32_t text text",
    "skeleton_json": "bool flat uint32_t",
    "bone_count": "uint32_t flat uint32_t",
    "rest": "bool flat uint32_t uint32_t floats",
    "clip_count": "uint32_t flat uint32_t",
    "find_clip": "int32_t flat uint32_t text",
    "clip": "uint32_t flat uint32_t uint32_t uint32_t",
    "moving_bones": "bool flat uint32_t uint32_t uint32_t address",
    "frame_count": "uint32_t flat uint32_t",
    "times": "bool flat uint32_t floats",
    "has_phases": "bool flat uint32_t",
    "range": "bool flat uint32_t doubles",
    "root_motion": "bool flat uint32_t floats",
    "poses": "bool flat uint32_t doubles uint32_t uint32_t floats",
    "pose": "bool flat uint32_t double uint32_t floats",
    "sample_size": "size_t flat list uint32_t uint32_t",
    "sample": "bool flat list doubles uint32_t uint32_t uint32_t floats",
    "sample_played": "bool flat list doubles uint32_t uint32_t floats",
    "play": "bool flat uint32_t double double uint32_t doubles",
    "blend": "bool flat floats floats uint32_t float floats floats",
    "blend_add": "bool flat floats floats floats uint32_t float floats floats",
    "mask": "bool flat uint32_t int32_t floats",
    "keys": "bool flat uint32_t floats floats double",
    "curves": "bool flat uint32_t floats floats double double double",
    "host_pose": "bool flat uint32_t floats floats double floats",
    "draw": "bool flat uint32_t text uint32_t",
    "compare": "bool flat uint32_t uint32_t",
    "diff": "bool flat uint32_t uint32_t uint32_t double double",
    "distances": "bool flat uint32_t uint32_t doubles doubles uint32_t floats",
    "mesh": "uint32_t flat uint32_t uint32_t floats",
    "mesh_data": "address flat uint32_t uint32_t",
    "mesh_bones": "bool flat uint32_t uint32_t list floats",
    "edit": "bool flat uint32_t text",
    "merge": "bool flat uint32_t uint32_t text text",
    "extract": "bool flat uint32_t list uint32_t",
    "salvage": "bool flat uint32_t uint32_t",
    "optimise": "bool flat uint32_t double double list uint32_t",
    "roundtrip": "bool flat uint32_t uint32_t uint32_t bool bool",
    "report": "bool flat",
    "edited": "uint32_t flat uint32_t uint32_t floats floats",
    "edited_add": "bool flat uint32_t text address size_t double double bool",
    "edited_add_curves": "bool flat uint32_t text address size_t double double double bool",
    "edited_add_poses": "bool flat uint32_t text floats uint32_t uint32_t list double double",
    "edited_attach": "bool flat uint32_t address size_t",
    "edited_gltf": "bool flat uint32_t",
    "edited_apply": "bool flat uint32_t bool bool",
    "convert": "uint32_t flat uint32_t text text uint32_t uint32_t bool double double",
    "convert_clips": "bool flat uint32_t list uint32_t",
    "convert_exactness": "bool flat uint32_t uint32_t double double",
    "convert_switches": "bool flat uint32_t bool bool",
    "convert_mesh": "bool flat uint32_t uint32_t bool",
    "next": "bool flat uint32_t",
    "output_count": "uint32_t flat uint32_t",
    "output_name": "text flat uint32_t uint32_t",
    "output": "bool flat uint32_t uint32_t",
}


# The names that users know for the numbers of type double or float of a function, for errors.
NUMBERS = {
    "pose": ("time",),
    "play": ("seconds", "duration"),
    "blend": ("weight",),
    "blend_add": ("weight",),
    "keys": ("duration",),
    "curves": ("fps", "first_frame", "duration"),
    "host_pose": ("time",),
    "diff": ("tolerance_deg", "tolerance_mm"),
    "optimise": ("tolerance_mm", "tolerance_deg"),
    "edited_add": ("start", "duration"),
    "edited_add_curves": ("fps", "first_frame", "frames"),
    "edited_add_poses": ("fps", "frames"),
    "convert": ("fps", "duration"),
    "convert_exactness": ("tolerance_mm", "tolerance_deg"),
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
    for name, types in FUNCTIONS.items():
        function = getattr(library, "gait_flat_" + name)
        function.restype, *function.argtypes = [TYPES.get(kind, c_void_p)
                                                for kind in types.split()]


def parameter(name: str, number: int) -> tuple[str, str]:
    """The name of a parameter, the context being number 1, and what is required for it."""
    kinds = FUNCTIONS[name].split()
    if kinds[number] not in ("double", "float"):
        return f"parameter {number} of {name}", "another value"
    before = sum(kind in ("double", "float") for kind in kinds[1:number])
    return NUMBERS[name][before], "a number"
