"""The log: one line for each event on standard error, as JSON or as plain text.

A line contains nothing that a client sent and no secret: no names, tokens, cookies, bodies or query strings. Routes are
logged as templates, because the address of a private game gives access to it. Exceptions are logged by type and
place without their messages, which may repeat any of these.
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
from ...contract.quotation import quoted

Format: TypeAlias = Literal["json", "plain", "off"]
FORMATS: tuple[Format, ...] = ("json", "plain", "off")
LONGEST_MESSAGE = 200  # characters of a log message of another package
# uvicorn (0.54) logs this for every WebSocket that is refused with a status, although the status has been sent
NOT_LOGGED = "ASGI callable returned without completing handshake."
MOST_FRAMES = 40  # of an exception that are logged, the innermost

_format: Format = "off"
_request: ContextVar[str | None] = ContextVar("request", default=None)


def parse_format(word: str) -> Format:
    """The log format that an option of the command line names."""
    for format in FORMATS:
        if word == format:
            return format
    raise LudariumError(f"the log format is json, plain or off, not {quoted(word, 40)}")


def configure(format: Format) -> None:
    """Set the format of the log. With `off`, only warnings and errors are written, and exceptions as Python does."""
    global _format
    _format = format
    sys.excepthook = sys.__excepthook__ if format == "off" else _log_exception
    logger = logging.getLogger()
    logger.handlers[:] = [_LibraryHandler()]
    logger.setLevel(library_level())


def library_level() -> int:
    """The lowest level at which records of other packages are logged."""
    return logging.ERROR if _format == "off" else logging.WARNING


def event(name: str, level: str = "info", /, **facts: Any) -> None:
    """Write a line about an event."""
    if _format == "off" and level == "info":
        return
    time = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    request = {"request": id} if (id := _request.get()) else {}
    fields = {"time": time, "level": level, "event": name} | request | facts
    line = json.dumps(fields) if _format == "json" else _plain(fields)
    # The server goes on if the log cannot be written
    with suppress(OSError, ValueError):
        sys.stderr.write(line + "\n")
        sys.stderr.flush()


def _plain(fields: dict[str, Any]) -> str:
    time, level, event, *_ = fields.values()
    rest = " ".join(f"{name}={value}" for name, value in [*fields.items()][3:])
    return f"{time} {level} {event}{' ' if rest else ''}{rest}".replace("\n", " ")


@contextmanager
def request_context(request: str) -> Iterator[None]:
    """Add the id of a request to all lines that are written within."""
    before = _request.set(request)
    try:
        yield
    finally:
        _request.reset(before)


# Exceptions


def _log_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    if isinstance(error, KeyboardInterrupt):
        return
    event("mistake", "error", error=kind.__name__, trace=_traced(error))


def _traced(error: BaseException) -> list[str]:
    """The places of an exception and of its causes, innermost last."""
    lines = list[str]()
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if cause:
        lines += _traced(cause)
    frames = traceback.extract_tb(error.__traceback__)[-MOST_FRAMES:]
    lines += [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames]
    return [*lines, type(error).__name__][-3 * MOST_FRAMES :]


def _short(path: str) -> str:
    """The path of a file within its package."""
    return re.sub(r".*/(?:site-packages|src|python\d\.\d+)/", "", path)


class _LibraryHandler(logging.Handler):
    """Logs the records of other packages: the first line of the format string, without its arguments."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg == NOT_LOGGED:
            return
        level = (
            "error" if record.levelno >= logging.ERROR else "warning" if record.levelno >= logging.WARNING else "info"
        )
        message = str(record.msg).strip().partition("\n")[0][:LONGEST_MESSAGE]
        error = record.exc_info[1] if record.exc_info else None
        facts = {"error": type(error).__name__, "trace": _traced(error)} if error else {}
        event("log", level, source=record.name, message=message, **facts)
