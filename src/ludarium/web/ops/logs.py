"""The log: a line an event on standard error, in JSON for programs or in words for people.

A line says what happened, where and how long it took. It has nothing that somebody sent or that opens a door: no names,
tokens, cookies, bodies or query strings; addresses by their templates alone, since whoever knows a private game's may
read it; and of a mistake its type and where it happened, but not its message, which may repeat any of these.
"""

import json
import logging
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Literal, TypeAlias

from ...contract.errors import LudariumError

Format: TypeAlias = Literal["json", "plain", "off"]
FORMATS: tuple[Format, ...] = ("json", "plain", "off")
LONGEST = 200  # characters of what other packages log
FRAMES = 40  # of a mistake that are told, the innermost

_format: Format = "off"
_request: ContextVar[str | None] = ContextVar("request", default=None)


def parse_format(word: str) -> Format:
    """How the log is to be written, from the command line."""
    for format in FORMATS:
        if word == format:
            return format
    raise LudariumError(f"a log is written as json, plain or off, not as {word!r:.40}")


def configure(format: Format) -> None:
    """Write the log in this format from now on; off, only what is wrong is told, and mistakes as Python does."""
    global _format
    _format = format
    sys.excepthook = sys.__excepthook__ if format == "off" else _tell_mistake
    logger = logging.getLogger()
    logger.handlers[:] = [_Others()]
    logger.setLevel(library_level())


def library_level() -> int:
    """From which level on it is told what other packages log."""
    return logging.ERROR if _format == "off" else logging.WARNING


def event(name: str, level: str = "info", /, **facts: Any) -> None:
    """Write a line about something that has happened."""
    if _format == "off" and level == "info":
        return
    time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    request = {"request": id} if (id := _request.get()) else {}
    told = {"time": time, "level": level, "event": name} | request | facts
    line = json.dumps(told) if _format == "json" else _in_words(told)
    # A log that cannot be written is no reason to stop
    with suppress(OSError, ValueError):
        sys.stderr.write(line + "\n")
        sys.stderr.flush()


def _in_words(told: dict[str, Any]) -> str:
    time, level, event, *_ = told.values()
    rest = " ".join(f"{name}={value}" for name, value in [*told.items()][3:])
    return f"{time} {level} {event}{' ' if rest else ''}{rest}".replace("\n", " ")


@contextmanager
def request_context(request: str) -> Iterator[None]:
    """Let every line that is written meanwhile say which request it is about."""
    before = _request.set(request)
    try:
        yield
    finally:
        _request.reset(before)


# Mistakes


def _tell_mistake(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if isinstance(error, KeyboardInterrupt):
        return
    event("mistake", "error", error=kind.__name__, trace=_traced(error))


def _traced(error: BaseException) -> list[str]:
    """Where a mistake happened and what it came from, innermost last."""
    lines = list[str]()
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause:
        lines += _traced(cause)
    frames = traceback.extract_tb(error.__traceback__)[-FRAMES:]
    lines += [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return [*lines, type(error).__name__][-3 * FRAMES :]


def _short(path: str) -> str:
    """A file by its place in its package."""
    return re.sub(r".*/(?:site-packages|src|python\d\.\d+)/", "", path)


class _Others(logging.Handler):
    """What other packages log: the first line of it, without what it was filled in with."""

    def emit(self, record: logging.LogRecord) -> None:
        level = (
            "error" if record.levelno >= logging.ERROR else "warning" if record.levelno >= logging.WARNING else "info"
        )
        said = str(record.msg).strip().partition("\n")[0][:LONGEST]
        error = record.exc_info[1] if record.exc_info else None
        facts = {"error": type(error).__name__, "trace": _traced(error)} if error else {}
        event("log", level, source=record.name, message=said, **facts)
