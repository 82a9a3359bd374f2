"""Blocks of numbers: numpy arrays if numpy is installed, otherwise memoryviews."""
from __future__ import annotations

import array
import functools
import importlib
import operator
from typing import Any, Callable, Iterable, Protocol, Union, cast

from ._errors import GaitError, Status

# What can be passed as bytes.
Buffer = Union[bytes, bytearray, memoryview, Any]
# A flat list of numbers, or a buffer of them in any shape.
Numbers = Union[Iterable[float], Any]


class Floats(Protocol):
    """What numpy arrays and memoryviews have in common. An element of a block with two dimensions
    is block[row, column]; both are contiguous, and are buffers of 32-bit floats."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def nbytes(self) -> int: ...
    def __len__(self) -> int: ...
    def __getitem__(self, key: Any) -> Any: ...
    def tolist(self) -> list[Any]: ...


@functools.lru_cache(maxsize=None)
def viewer(code: str = "f") -> Callable[[Any, tuple[int, ...]], Floats]:
    """The function that makes an array or a memoryview of a buffer of numbers, of floats ("f") or
    of integers with 16 ("H") or 32 bits ("I")."""
    try:
        numpy = importlib.import_module("numpy")
    except ImportError:
        return functools.partial(_memoryview, code)
    array_type, kind = numpy.ndarray, numpy.dtype({"f": "=f4", "H": "=u2", "I": "=u4"}[code])
    return lambda content, shape: array_type(shape, kind, content)  # type: ignore[no-any-return]


def _memoryview(code: str, content: Any, shape: tuple[int, ...]) -> Floats:
    view = memoryview(content).cast("B")
    # There are no memoryviews without elements that have several dimensions.
    numbers: Any = view.cast(code, shape) if 0 not in shape else view[:0].cast(code)
    return cast(Floats, numbers)


def numbers(values: Any, code: str) -> array.array[Any]:
    """A copy as an array of "f" or "d"."""
    try:
        view = memoryview(values)
    except TypeError:
        return array.array(code, values)
    kind = view.format.lstrip("@=<")
    if kind not in ("f", "d") or not view.c_contiguous:
        return array.array(code, _flat(view.tolist()))
    copy = array.array(kind)
    copy.frombytes(view.cast("B") if view.nbytes else b"")
    return copy if kind == code else array.array(code, copy)


def _flat(values: Any) -> list[float]:
    """Nested lists as one list."""
    if not isinstance(values, list):
        return [values]
    return [number for part in values for number in _flat(part)]


def matrices(values: Numbers, count: int, what: str) -> array.array[float]:
    """A copy of matrices of 16 floats; there must be `count` of them."""
    block = numbers(values, "f")
    if len(block) != 16 * count:
        raise GaitError(Status.BAD_ARGUMENT,
                        f"{what}: {16 * count} numbers are required, not {len(block)}")
    return block


def list_of(values: Iterable[int]) -> array.array[int]:
    """Handles or indices for the library."""
    return array.array("I", [integer(value, "a list") for value in values])


def integer(value: int, what: str, end: int = 1 << 32) -> int:
    """An integer from 0 to `end` - 1; by default one that fits into uint32_t."""
    try:
        number = operator.index(value)
    except TypeError:
        raise GaitError(Status.BAD_ARGUMENT, f"{what}: an integer is required, not "
                                             f"{type(value).__name__}") from None
    if not 0 <= number < end:
        raise GaitError(Status.BAD_ARGUMENT, f"{what}: {number} is out of range")
    return number


def address(block: array.array[Any]) -> int:
    return block.buffer_info()[0]


def as_bytes(content: Buffer) -> bytes:
    """The content without a copy if it cannot change: bytes, or a view of all of them."""
    if isinstance(content, bytes):
        return content
    try:
        view = memoryview(content)
    except TypeError:
        raise GaitError(Status.BAD_ARGUMENT, "bytes are required, not "
                                             f"{type(content).__name__}") from None
    if isinstance(view.obj, bytes) and view.c_contiguous and view.nbytes == len(view.obj):
        return view.obj
    return view.tobytes()
