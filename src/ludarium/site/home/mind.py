"""The mind: runs tasks in a Web Worker of its own, so that the house answers while a computer thinks."""

import sys
from collections.abc import Callable

from ...contract.errors import LudariumError
from ...engine.search.cancel import CancelToken
from ...engine.search.deadline import DeadlineFlag
from ...house.thinking.task_runner import TaskRunner
from ...house.thinking.tasks import FromWorker, Task, TaskResult, encoder, to_worker


class BrowserMind:
    """Runs one task after the other. `pause` lets the Worker hear messages for a moment, where the browser can."""

    def __init__(self, send: Callable[[str], None], pause: Callable[[], None] | None = None) -> None:
        self._send, self._runner = send, TaskRunner()
        self._cancel = CancelToken()
        DeadlineFlag.pause = staticmethod(pause) if pause else None

    def run(self, text: str) -> None:
        """Run a task and send its result."""
        task = to_worker.decode(text)
        if not isinstance(task, Task):
            return
        self._cancel = CancelToken()
        try:
            result = self._runner.run(task, self._cancel, self._say)
        except LudariumError as error:
            result = TaskResult(task.id, problem=str(error))
        except Exception as error:
            # A bug in one search must not end all later ones
            sys.excepthook(type(error), error, error.__traceback__)
            result = TaskResult(task.id, problem="the computer could not think about this position")
        self._say(result)

    def stop(self) -> None:
        """Let the running task end with what it has found."""
        self._cancel.cancel()

    def _say(self, told: FromWorker) -> None:
        self._send(encoder.encode(told).decode())
