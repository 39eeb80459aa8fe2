"""Which line of a game from outside the package failed, or is at work and does not return."""

import sys
import threading
import time
import traceback
from pathlib import Path
from types import FrameType, TracebackType
from typing import NamedTuple

from .folders import PACKAGE

MOMENT = 0.5  # seconds; a rule that takes longer keeps a user waiting

_places: list[Path] = []  # where games from outside are


def watch_place(place: Path) -> None:
    """Games in this place come from outside the package."""
    if place.resolve() not in (PACKAGE.resolve(), *_places):
        _places.append(place.resolve())


class Stopped(Exception):
    """A user has stopped a rule that did not return."""


class Place(NamedTuple):
    """A line of a game."""

    folder: Path
    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.folder}: {self.file}, line {self.line}"


def _place(filename: str, line: int, function: str) -> Place | None:
    # Frames name their file as it was imported; most of them are none of a game
    for place in _places:
        if filename.startswith(f"{place}/"):
            folder, *rest = Path(filename).relative_to(place).parts
            return Place(place / folder, "/".join(rest), line, function)
    return None


def failed_at(trace: TracebackType | None) -> Place | None:
    """The innermost line of a game that an exception came through."""
    found = (_place(each.filename, each.lineno or 0, each.name) for each in reversed(traceback.extract_tb(trace)))
    return next(filter(None, found), None)


def blame(error: BaseException) -> str:
    """What a game from outside has done wrong, in a sentence that names its folder; empty if the error is not its."""
    place = failed_at(error.__traceback__)
    if place is None:
        return ""
    if isinstance(error, KeyboardInterrupt | Stopped):
        return f"{place}: {place.function} was stopped before it returned"
    return f"{place}: {describe(error)}"


def describe(error: BaseException) -> str:
    """An error that a game raised."""
    reason = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}: {reason}" if reason else type(error).__name__


def at_work(frame: FrameType | None) -> tuple[FrameType, Place] | None:
    """The call into a game that a thread is in: the frame of its outermost function, and the innermost line."""
    inner, outer = None, None
    while frame is not None:
        place = _place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
        if place:
            inner, outer = inner or place, frame
        frame = frame.f_back
    return (outer, inner) if outer and inner else None


def stop_rule() -> None:
    """Stop the rule that the main thread is in, if it does not return within a moment. Called from another thread."""
    main = threading.main_thread().ident
    before = at_work(sys._current_frames().get(main or 0))
    if before is None or main is None:
        return
    time.sleep(MOMENT)
    after = at_work(sys._current_frames().get(main))
    if after and after[0] is before[0]:
        import ctypes  # which takes long to import, and is needed for this alone

        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(main), ctypes.py_object(Stopped))
