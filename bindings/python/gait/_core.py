"""Calls of the library: one context with its lock, and the handles in it."""
from __future__ import annotations

import collections
import ctypes
import json
import threading
import weakref
from typing import Any, NoReturn, Optional, TypeVar

from . import _library
from ._errors import GaitError, Status

_Self = TypeVar("_Self", bound="Closable")


def encode(text: Optional[str], what: str) -> Optional[bytes]:
    """A text for the library, which checks the encoding. `what` is the name of the parameter."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise GaitError(Status.BAD_ARGUMENT,
                        f"{what}: a text is required, not {type(text).__name__}")
    content = text.encode("utf-8", "surrogatepass")
    if b"\0" in content:
        raise GaitError(Status.BAD_ARGUMENT, f"{what}: the text contains a NUL")
    return content


def wrong_argument(name: str, arguments: tuple[Any, ...], error: ctypes.ArgumentError) -> GaitError:
    """The error of an argument that ctypes did not convert; its text begins with "argument 3:", and
    argument 1 is the context."""
    number = int(str(error).split(":")[0].rpartition(" ")[2])
    what, kind = _library.parameter(name, number)
    return GaitError(Status.BAD_ARGUMENT, f"{what}: {kind} is required, not "
                                          f"{type(arguments[number - 2]).__name__}")


def copy(address: int, size: int) -> bytes:
    """Bytes of the library; string_at() accepts less than 2 GiB."""
    if size < 1 << 31:
        return ctypes.string_at(address, size)
    return (ctypes.c_char * size).from_address(address).raw


def refuse(*unused: Any) -> NoReturn:
    """Takes the place of the functions of a library that was unloaded."""
    raise GaitError(Status.BAD_ARGUMENT, "the library was unloaded")


class Unloaded:
    """Takes the place of a library that was unloaded. Its contexts and handles are closed."""

    def __getattr__(self, name: str) -> Any:
        return ignore if name in ("gait_flat_close", "gait_flat_delete") else refuse


def ignore(*unused: Any) -> None:
    """Takes the place of the functions that close a handle or a context."""


class Core:
    """A context of the library. All calls have the same lock, because the error and the result of a
    call are fetched by further calls."""

    def __init__(self, max_bytes: int) -> None:
        self.use(_library.load())
        self.lock = threading.Lock()
        self.pointer: Optional[int] = self.library.gait_flat_new(max_bytes)
        if not self.pointer:
            raise GaitError(Status.NO_MEMORY, "not enough memory")
        # Handles of objects that were collected, with what must stay alive until they are closed.
        self.unused: collections.deque[tuple[int, Any]] = collections.deque()
        cores.add(self)

    def use(self, library: Any) -> None:
        """Sets the library whose functions are called."""
        self.library = library
        self.functions = {name: getattr(library, "gait_flat_" + name)
                          for name in _library.FUNCTIONS}

    # --- calls ------------------------------------------------------------------------------------

    def call(self, name: str, *arguments: Any) -> Any:
        """The value of a function. Raises GaitError if it failed."""
        with self.lock:  # like _call(), for speed
            if self.unused:
                self._close_unused()
            try:
                value = self.functions[name](self.pointer, *arguments)
            except ctypes.ArgumentError as error:
                raise wrong_argument(name, arguments, error) from None
            if (not value or value == -1) and self.library.gait_flat_status(self.pointer) != 0:
                raise self._error()
            return value

    def call_for_bytes(self, name: str, *arguments: Any) -> bytes:
        """The bytes that a function gives."""
        with self.lock:
            self._call(name, arguments)
            return self._result()

    def findings(self) -> bytes:
        """The findings of the last call. Nothing is closed before, which would be a call."""
        with self.lock:
            if not self.library.gait_flat_findings(self.pointer):
                raise self._error()
            return self._result()

    def call_for_text(self, name: str, *arguments: Any) -> str:
        return self.call_for_bytes(name, *arguments).decode("utf-8")

    def call_for_report(self, name: str, *arguments: Any) -> tuple[bytes, dict[str, Any]]:
        """The bytes that a function gives, and its report, which is also in its exception."""
        with self.lock:
            try:
                self._call(name, arguments)
            except GaitError as error:
                error.report = self._report()
                raise
            result = self._result()
            return result, self._report() or {}

    def find_clip(self, file: int, name: Optional[bytes]) -> int:
        """The index of a clip."""
        with self.lock:
            index: int = self._call("find_clip", (file, name))
            if index < 0:
                raise self._error()
            return index

    def next_output(self, handle: int) -> Optional[dict[str, Any]]:
        """Makes the next output of a conversion, and returns its report; None at the end."""
        with self.lock:
            try:
                return self._report() if self._call("next", (handle,)) else None
            except GaitError as error:
                error.report = self._report()
                raise

    def copy_data(self, name: str, size: int, *arguments: Any) -> bytes:
        """A copy of the bytes whose address a function returns."""
        with self.lock:
            return copy(self._call(name, arguments), size)

    def call_with_result(self, name: str, *arguments: Any) -> tuple[Any, bytes]:
        """The value of a function, and what it gives."""
        with self.lock:
            value = self._call(name, arguments)
            return value, self._result()

    def _call(self, name: str, arguments: tuple[Any, ...]) -> Any:
        if self.unused:
            self._close_unused()
        try:
            value = self.functions[name](self.pointer, *arguments)
        except ctypes.ArgumentError as error:
            raise wrong_argument(name, arguments, error) from None
        if not value and self.library.gait_flat_status(self.pointer) != 0:
            raise self._error()
        return value

    def _result(self) -> bytes:
        return copy(self.library.gait_flat_result(self.pointer),
                    self.library.gait_flat_result_size(self.pointer))

    def _report(self) -> Optional[dict[str, Any]]:
        if not self.library.gait_flat_report(self.pointer):
            return None
        report: dict[str, Any] = json.loads(self._result())
        return report

    def _error(self) -> GaitError:
        library, pointer = self.library, self.pointer
        if not pointer:
            return GaitError(Status.BAD_ARGUMENT, "the context is closed")
        offset = library.gait_flat_error_offset(pointer)
        text, rule, file = [function(pointer).decode("utf-8", "replace")
                            for function in (library.gait_flat_error_text,
                                             library.gait_flat_error_rule,
                                             library.gait_flat_error_file)]
        return GaitError(library.gait_flat_status(pointer), text, rule or None, file or None,
                         int(offset) if offset >= 0 else None,
                         library.gait_flat_error_line(pointer) or None)

    # --- closing ----------------------------------------------------------------------------------

    def close(self, handle: int) -> None:
        """Closes a handle. One that was closed with its file is ignored."""
        with self.lock:
            self._close_unused()
            self.library.gait_flat_close(self.pointer, handle)

    def discard(self, handle: int, kept: Any) -> None:
        """Closes the handle of an object that was collected, now or before the next call. The
        collector may run in any thread, also inside of a call."""
        self.unused.append((handle, kept))
        if self.lock.acquire(blocking=False):
            try:
                self._close_unused()
            finally:
                self.lock.release()

    def _close_unused(self) -> None:
        while self.unused:
            handle, _ = self.unused.popleft()
            self.library.gait_flat_close(self.pointer, handle)

    def delete(self) -> None:
        """Closes all handles and the context."""
        with self.lock:
            pointer, self.pointer = self.pointer, None
            self.library.gait_flat_delete(pointer)
            self.unused.clear()

    def unload(self) -> None:
        """Closes the context, and never calls the library again."""
        self.delete()
        with self.lock:
            self.use(Unloaded())


# All contexts that were made, for unload().
cores: weakref.WeakSet[Core] = weakref.WeakSet()


def unload() -> None:
    """Closes all contexts, and unloads the library."""
    for core in list(cores):
        core.unload()
    _library.unload()


class Closable:
    """An object that is closed by close(), at the end of `with`, or when it is collected."""

    _finalizer: Any  # weakref.finalize is generic for some type checkers only

    def close(self) -> None:
        """Frees the memory. Closing twice is allowed; every other use raises GaitError."""
        raise NotImplementedError

    @property
    def is_closed(self) -> bool:
        """True after close(), also that of the file or context with which it is closed."""
        return not bool(self._finalizer.alive)

    def _about(self) -> str:
        """What repr() shows."""
        return "open"

    def __repr__(self) -> str:
        return f"<gait.{type(self).__name__}: {'closed' if self.is_closed else self._about()}>"

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled: its memory belongs "
                        "to the library of this process; pass the bytes of the file, such as "
                        "File.bytes(), and open them there")

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()


class Handle(Closable):
    """A handle of the library. `kept` stays alive until the handle is closed. The handle is closed
    with its owner, which is not collected before."""

    def __init__(self, core: Core, handle: int, kept: Any = None,
                 owner: Optional[Closable] = None) -> None:
        self._core = core
        self._handle = handle
        self._owner: Any = owner
        self._finalizer = weakref.finalize(self, core.discard, handle, kept)

    @property
    def is_closed(self) -> bool:
        """True after close(), also that of the file or context with which it is closed."""
        return (super().is_closed or self._core.pointer is None
                or (self._owner is not None and self._owner.is_closed))

    def _handle_in(self, core: Core) -> int:
        """The handle for a call with another object."""
        if self._core is not core:
            raise GaitError(Status.BAD_ARGUMENT, "an object is of another context")
        return self._handle

    def close(self) -> None:
        found = self._finalizer.detach()
        if found:
            handle, self._handle = self._handle, 0
            self._core.close(handle)


def handle_of(core: Core, value: Optional[Handle], kind: type[Handle], what: str) -> int:
    """The handle of an argument; 0 for None."""
    if value is None:
        return 0
    if not isinstance(value, kind):
        raise GaitError(Status.BAD_ARGUMENT, f"{what}: a {kind.__name__} is required, not "
                                             f"{type(value).__name__}")
    return value._handle_in(core)
