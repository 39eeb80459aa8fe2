"""Who does tasks: processes of this machine, one task each at a time.

A process that dies, killed perhaps for its memory, is replaced, and its task is done again. All of them end with the
process that began them, however that ends.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, TypeVar, cast

from ..contract.errors import LudariumError

Task = TypeVar("Task")
Answer = TypeVar("Answer")
DEATHS = 3  # of processes at the same task, after which it is given up
CONTEXT = multiprocessing.get_context("spawn")  # a fork of a process with threads may hang


class Crew(Protocol):
    """What does tasks, here or on other machines."""

    def answers(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[tuple[Task, Answer], None, None]:
        """Each task with its answer, as soon as it is there; tasks are taken one by one as there is room for them.

        To close the iterator drops the tasks that are being done.
        """
        ...


class ProcessCrew:
    """So many processes of this machine."""

    def __init__(self, processes: int) -> None:
        self.processes = processes

    def answers(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[tuple[Task, Answer], None, None]:
        waiting = iter(tasks)
        busy = dict[Connection, _Worker]()
        try:
            for task in _first(waiting, self.processes):
                worker = _Worker(function, task)
                busy[worker.link] = worker
            while busy:
                for link in cast(list[Connection], wait(list(busy))):
                    worker = busy[link]
                    if not worker.has_answered():
                        del busy[link]
                        busy[worker.link] = worker
                        continue
                    yield worker.task, worker.answer
                    if not worker.goes_on_with(waiting):
                        del busy[link]
        finally:
            for worker in busy.values():
                worker.end()


def _first(tasks: Iterator[Task], count: int) -> Iterator[Task]:
    return (task for _, task in zip(range(count), tasks, strict=False))


class _Worker:
    """A process and the task that it is doing."""

    def __init__(self, function: Callable[[Any], Any], task: Any) -> None:
        self._function, self._deaths = function, 0
        self._start(task)

    def _start(self, task: Any) -> None:
        self.link, far_end = CONTEXT.Pipe()
        self._process = CONTEXT.Process(target=_work, args=(far_end, self._function), daemon=True)
        self._process.start()
        far_end.close()
        self._give(task)

    def _give(self, task: Any) -> None:
        self.task, self.answer = task, cast(Any, None)
        with contextlib.suppress(OSError):  # it has died; the answer that does not come says so
            self.link.send(task)

    def has_answered(self) -> bool:
        """Take the answer, or raise the error that the task ended with. False if the process died: another begins."""
        try:
            self.answer, error = self.link.recv()
        except (EOFError, OSError):
            self.end()
            self._deaths += 1
            if self._deaths == DEATHS:
                status = self._process.exitcode
                raise LudariumError(
                    f"{DEATHS} processes died at the same task, the last with status {status}"
                ) from None
            self._start(self.task)
            return False
        if error is not None:
            raise error
        return True

    def goes_on_with(self, waiting: Iterator[Any]) -> bool:
        """Begin the next task; without one the process ends."""
        for task in waiting:
            self._deaths = 0
            self._give(task)
            return True
        self.end()
        return False

    def end(self) -> None:
        self.link.close()
        self._process.kill()
        self._process.join()


def _work(link: Connection, function: Callable[[Any], Any]) -> None:
    """Do tasks, in a process of its own, until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that began this one, which ends it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            task = link.recv()
        except EOFError:
            return
        answer, error = None, None
        try:
            answer = function(task)
        except Exception as failure:
            error = failure
        link.send((answer, error))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent:
        parent.join()
        os._exit(1)
