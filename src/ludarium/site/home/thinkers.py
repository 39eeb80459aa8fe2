"""Tasks that take thought, given to a mind: another Web Worker, which can be ended at any time."""

import asyncio
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from ...contract.errors import LudariumError
from ...house.thinking.task_runner import game_of
from ...house.thinking.tasks import PartialResult, Task, TaskResult, encoder, from_worker
from ...house.thinking.thinkers import TaskFailed
from ...play.opponents.registry import seated
from ...play.position import Position
from ...protocol.messages import Judged

PATIENCE = 0.4  # seconds for a mind to stop by itself; then it is ended, and another one is started
QUICK = "level 1"  # plays for a computer whose mind was ended


class Mind(Protocol):
    """The Web Worker that thinks, one task at a time."""

    def ask(self, task: str) -> None:
        """Give a task; `MindThinkers.answered` gets what it says."""

    def stop(self) -> None:
        """Ask it to stop soon, where the browser lets a Worker hear that while it works."""

    def restart(self) -> None:
        """End it at once, and start another one."""


class Ready:
    """Here all code is as quick as it will be."""

    def is_done(self, game: Position) -> bool:
        return True

    async def finish(self, game: Position) -> None:
        """There is nothing to wait for."""


class Job:
    """A task, the future of its result, and who asked."""

    def __init__(self, task: Task, on_part: Callable[[Judged], None] | None, owner: object) -> None:
        self.task, self.on_part, self.owner = task, on_part, owner
        self.result: asyncio.Future[TaskResult] = asyncio.get_running_loop().create_future()


class MindThinkers:
    """Gives tasks to the mind, one after the other."""

    def __init__(self, mind: Mind) -> None:
        self._mind = mind
        self._jobs: list[Job] = []  # the first one is being thought about
        self._numbers = itertools.count(1)
        self.compilation = Ready()

    async def run(
        self,
        on_part: Callable[[Judged], None] | None = None,
        *,
        key: str,
        owner: object = None,
        is_idle: bool = False,
        **fields: Any,
    ) -> TaskResult:
        job = Job(Task(next(self._numbers), **fields), on_part, owner)
        self._jobs.append(job)
        if self._jobs[0] is job:
            self._begin()
        try:
            result = await job.result
        except asyncio.CancelledError:
            self._withdraw(job)
            raise
        if result.problem:
            raise TaskFailed(result.problem)
        return result

    @contextmanager
    def asking(self, key: str, what: str) -> Iterator[None]:
        yield  # there are no others to be fair to

    def stop(self, game: str) -> None:
        for job in [job for job in self._jobs if job.task.game == game]:
            self._stop(job)

    def finish_early(self, owner: object, *what: str) -> None:
        for job in [job for job in self._jobs if job.owner is owner and job.task.do in what]:
            self._stop(job)

    def wake(self, game: str) -> None:
        """All tasks come in the order in which they were given."""

    def answered(self, text: str) -> None:
        """The mind has said something about the task that it thinks about."""
        told = from_worker.decode(text)
        job = self._jobs[0] if self._jobs else None
        if job is None or told.id != job.task.id:
            return  # of a mind that was ended meanwhile
        if isinstance(told, PartialResult):
            if job.on_part and not job.result.done():
                job.on_part(told.judged)
            return
        self._finish(job, told)

    def died(self) -> None:
        """The mind has ended by itself."""
        if self._jobs:
            job = self._jobs[0]
            self._finish(job, TaskResult(job.task.id, problem="the computer has ended while it was thinking"))

    def _begin(self) -> None:
        self._mind.ask(encoder.encode(self._jobs[0].task).decode())

    def _finish(self, job: Job, result: TaskResult) -> None:
        is_first = self._jobs[0] is job
        self._jobs.remove(job)
        if not job.result.done():
            job.result.set_result(result)
        if is_first and self._jobs:
            self._begin()

    def _withdraw(self, job: Job) -> None:
        if job in self._jobs:
            self._stop(job)

    def _stop(self, job: Job) -> None:
        """Let a task end soon with what it has found."""
        if self._jobs[0] is not job:
            self._finish(job, self._instead(job))
            return
        self._mind.stop()
        asyncio.get_running_loop().call_later(PATIENCE, self._end, job)

    def _end(self, job: Job) -> None:
        """End the mind if it still thinks about a task that was stopped."""
        if self._jobs and self._jobs[0] is job:
            self._mind.restart()
            self._finish(job, self._instead(job))

    def _instead(self, job: Job) -> TaskResult:
        """What comes of a task that no mind has finished: a quick move where one has to be made, else nothing."""
        task = job.task
        if task.do not in ("move", "hint") or job.result.done():
            return TaskResult(task.id)
        try:
            game = game_of(task)
            return TaskResult(task.id, move=seated(QUICK, game.kind).choose(game).number)
        except LudariumError as error:
            return TaskResult(task.id, problem=str(error))
