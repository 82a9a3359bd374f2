"""Conversions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from ._core import Handle

if TYPE_CHECKING:
    from ._file import File


class OutputFile(NamedTuple):
    """A file of an output."""

    name: str
    bytes: bytes


class Conversion(Handle):
    """Makes one output after the other, each a list of files; a large bank never is in memory as a
    whole. After an exception the next output can be requested.

    report  what the last output consists of: "clips" (indices), "frames", "losses"; None before it
    suffix  outputs contain only files whose names end so; "" = all files
    """

    def __init__(self, file: File, handle: int, owners: Any) -> None:
        super().__init__(file._core, handle, owner=file)
        self._others = owners  # are not collected before
        self.report: Optional[dict[str, Any]] = None
        self.suffix = ""

    def __iter__(self) -> Conversion:
        return self

    def __next__(self) -> list[OutputFile]:
        if not self._finalizer.alive:
            raise StopIteration
        report = self._core.next_output(self._handle)
        if report is None:
            self.close()
            raise StopIteration
        self.report = report
        count = self._core.call("output_count", self._handle)
        names = [self._core.call("output_name", self._handle, index).decode("utf-8")
                 for index in range(count)]
        return [OutputFile(name, self._core.call_for_bytes("output", self._handle, index))
                for index, name in enumerate(names) if name.endswith(self.suffix)]
