"""A worker process: tasks come in as lines on standard input, results go out on standard output.

It ends when its input does, so it never outlives the server. Its argument is by how much it lowers its priority.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

from msgspec.structs import replace

from ...contract.errors import LudariumError
from ...engine.search.cancel import CancelToken
from ...engine.search.overdue import Overdue
from ...house.thinking.task_runner import TaskRunner
from ...house.thinking.tasks import FromWorker, Stop, Task, TaskResult, encoder, to_worker

STUCK = "the rules of this game did not come to an end while the computer was thinking"


class Worker:
    """Runs one task after the other. A stop may come at any moment, for a running or a waiting task."""

    def __init__(self, send: Callable[[FromWorker], None]) -> None:
        self._send = send
        self._runner = TaskRunner()
        self._cancels: dict[int, CancelToken] = {}
        self._tasks: SimpleQueue[Task] = SimpleQueue()
        self._current: Task | None = None

    def receive(self, line: bytes) -> None:
        """Take a line from the server."""
        message = to_worker.decode(line)
        if isinstance(message, Stop):
            if cancel := self._cancels.get(message.id):
                cancel.cancel()
            return
        self._cancels[message.id] = CancelToken()
        self._tasks.put(message)

    def run(self) -> None:
        """Run tasks for ever."""
        while True:
            task = self._current = self._tasks.get()
            self._send(self._result(task))
            del self._cancels[task.id]

    def report_stuck(self) -> None:
        """Say that the current task will never end."""
        if self._current:
            self._send(TaskResult(self._current.id, problem=STUCK))

    def _result(self, task: Task) -> TaskResult:
        began = time.process_time()
        result = self._outcome(task)
        return replace(result, seconds=time.process_time() - began)

    def _outcome(self, task: Task) -> TaskResult:
        try:
            return self._runner.run(task, self._cancels[task.id], self._send)
        except LudariumError as error:
            return TaskResult(task.id, problem=str(error))
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
            return TaskResult(task.id, problem=f"the computer has failed: {type(error).__name__}")


def main(niceness: int = 0) -> None:
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    # Ctrl-C is for the server, which then closes our input
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Only results may go to standard output: prints of the rules and the engine go to standard error
    results = os.dup(1)
    os.dup2(2, 1)

    def send(message: FromWorker) -> None:
        line = encoder.encode(message) + b"\n"
        with suppress(BrokenPipeError):
            while line:
                line = line[os.write(results, line) :]

    worker = Worker(send)

    def give_up() -> None:
        worker.report_stuck()
        os._exit(1)

    Overdue.on_overdue = give_up
    threading.Thread(target=worker.run, daemon=True).start()
    for line in sys.stdin.buffer:
        worker.receive(line)
    os._exit(0)  # at once: the result of a running search or compilation is not needed any more


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
