"""Errors of the library as exceptions."""
from __future__ import annotations

import enum
from typing import Any, Optional


class Status(enum.IntEnum):
    """The kind of an error; the values are those of gait_status in gait/base.h."""

    OK = 0
    BAD_ARGUMENT = 1
    NO_MEMORY = 2
    LIMIT = 3
    TRUNCATED = 4
    CORRUPT = 5
    UNSUPPORTED = 6
    WOULD_LOSE = 7
    NOT_FOUND = 8
    INTERNAL = 9


class GaitError(Exception):
    """An error of the library.

    status   the kind of the error
    message  its text
    rule     the id of the rule, such as "OMF001", or None
    file     the name of the file that it is about, or None
    offset   the position in that file in bytes, or None
    line     the line of an edit script, or None
    report   the report of a round trip or of an output that failed, or None
    """

    def __init__(self, status: int, message: str, rule: Optional[str] = None,
                 file: Optional[str] = None, offset: Optional[int] = None,
                 line: Optional[int] = None, report: Optional[dict[str, Any]] = None) -> None:
        super().__init__(status, message, rule, file, offset, line, report)
        self.status = Status(status)
        self.message = message
        self.rule = rule
        self.file = file
        self.offset = offset
        self.line = line
        self.report = report

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.offset is not None:
            place.append(f"byte {self.offset}")
        about = (self.rule + ": " if self.rule else "") + self.message
        return ", ".join(place) + ": " + about if place else about
