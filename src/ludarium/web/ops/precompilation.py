"""Compiling what computers need before anyone plays against them, while the server runs."""

import threading
from collections.abc import Sequence
from contextlib import suppress
from itertools import chain, zip_longest

from ...contract.errors import LudariumError
from ...contract.kind import Kind
from ...engine.native import cpu
from ...engine.native.architecture import NotSelfContained
from ...engine.native.compile_job import CompileJob
from ...engine.native.files import find
from ...engine.search.preparation import units_of_searchers
from ...games import kind as find_kind

PAUSE = 5.0  # seconds after the start, in which a browser loads the page


class Precompilation:
    """Compiles the searchers of games that are not compiled yet, one after the other, until it is closed."""

    def __init__(self, ids: Sequence[str]) -> None:
        self._ids = ids
        self._closing, self._lock = threading.Event(), threading.Lock()
        self._job: CompileJob | None = None

    def start(self) -> None:
        """Compile in a thread."""
        threading.Thread(target=self.run, daemon=True).start()

    def close(self) -> None:
        """End, and end the process that compiles."""
        with self._lock:
            self._closing.set()
            if self._job:
                self._job.stop()

    def run(self) -> None:
        """Compile until all is done."""
        if self._closing.wait(PAUSE) or not cpu.levels():
            return
        for kind, typecode, unit in _in_order([*map(find_kind, self._ids)]):
            if not self._closing.is_set() and not find(kind, typecode, unit):
                self._compile(kind, typecode, unit)

    def _compile(self, kind: Kind, typecode: str, unit: str) -> None:
        with self._lock:
            if self._closing.is_set():
                return
            self._job = CompileJob(kind, typecode, [unit])
        with suppress(LudariumError, NotSelfContained):  # then computers play without this code
            self._job.wait()


def _in_order(kinds: Sequence[Kind]) -> list[tuple[Kind, str, str]]:
    """The units of all games; first those of each game by default, then those of other options."""
    units = ([(kind, *unit) for unit in units_of_searchers(kind)] for kind in kinds)
    return [unit for unit in chain.from_iterable(zip_longest(*units)) if unit]
