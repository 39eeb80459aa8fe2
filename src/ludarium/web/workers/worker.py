"""A process that thinks: tasks come in as lines on standard input, answers go out on standard output.

It ends when its input does, so it never outlives the server.
"""

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue

from ...contract.errors import LudariumError
from ...engine.cancel import CancelToken
from .task_runner import TaskRunner
from .tasks import Answer, FromWorker, Stop, Task, encoder, to_worker


class Worker:
    """One task is worked at after the other; what has been thought about enough may be stopped at any moment."""

    def __init__(self, say: Callable[[FromWorker], None]) -> None:
        self._say = say
        self._runner = TaskRunner()
        self._cancels: dict[int, CancelToken] = {}
        self._tasks: SimpleQueue[Task] = SimpleQueue()

    def hear(self, line: bytes) -> None:
        """A line from the server."""
        told = to_worker.decode(line)
        if isinstance(told, Stop):
            if cancel := self._cancels.get(told.id):
                cancel.cancel()
            return
        self._cancels[told.id] = CancelToken()
        self._tasks.put(told)

    def work(self) -> None:
        """Answer tasks for ever."""
        while True:
            task = self._tasks.get()
            self._say(self._answer(task))
            del self._cancels[task.id]

    def _answer(self, task: Task) -> Answer:
        try:
            return self._runner.answer(task, self._cancels[task.id], self._say)
        except LudariumError as error:
            return Answer(task.id, problem=str(error))
        except Exception as error:
            sys.excepthook(type(error), error, error.__traceback__)
            return Answer(task.id, problem=f"the computer cannot think about this: {type(error).__name__}")


def main() -> None:
    # Ctrl-C is for the server, which closes our input; and nothing but answers may come out where they do
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.dup(1)
    os.dup2(2, 1)

    def say(told: FromWorker) -> None:
        line = encoder.encode(told) + b"\n"
        with suppress(BrokenPipeError):
            while line:
                line = line[os.write(answers, line) :]

    worker = Worker(say)
    threading.Thread(target=worker.work, daemon=True).start()
    for line in sys.stdin.buffer:
        worker.hear(line)
    os._exit(0)  # whatever is being compiled or thought about is of no use any more


if __name__ == "__main__":
    main()
