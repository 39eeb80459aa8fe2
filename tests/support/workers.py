"""Workers for tests of a pool: they record their jobs, and return results when the test says so."""

import asyncio
from typing import Any

import pytest

from ludarium.house.thinking.tasks import TaskResult
from ludarium.web.workers.pool import Job, WorkerPool, WorkerProcess

from .patience import PATIENCE
from .server import Server


class Still:
    """Workers that return results when the test says so, or when a job is stopped, and record their jobs."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.given: list[Job] = []
        self.seconds = 0.0  # of processor time that each job takes
        self._held: dict[int, asyncio.Event] = {}
        self.go_on = asyncio.Event()
        test = self

        async def do(self: WorkerProcess, job: Job) -> TaskResult:
            test.given.append(job)
            held = test._held.setdefault(job.task.id, asyncio.Event())
            waits = [asyncio.ensure_future(event.wait()) for event in (test.go_on, held)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for each in waits:
                each.cancel()
            return TaskResult(job.task.id, seconds=test.seconds)

        def stop(self: WorkerProcess) -> None:
            if self.job:
                self.job.is_stopped = True
                test._held.setdefault(self.job.task.id, asyncio.Event()).set()

        async def end(self: WorkerProcess) -> None:
            self.stop()

        monkeypatch.setattr(WorkerProcess, "do", do)
        monkeypatch.setattr(WorkerProcess, "stop", stop)
        monkeypatch.setattr(WorkerProcess, "end", end)

    @property
    def tasks(self) -> list[str]:
        """The sorts of all tasks that have begun, in order."""
        return [job.task.do for job in self.given]

    @property
    def games(self) -> list[str]:
        """The games of all tasks that have begun, in order."""
        return [job.task.game for job in self.given]

    async def end(self, game: str) -> None:
        """Let the running tasks of a game return."""
        for job in self.given:
            if job.task.game == game:
                self._held[job.task.id].set()
        await settle()


async def settle() -> None:
    """Let everything happen that can happen now."""
    for _ in range(20):
        await asyncio.sleep(0)


def task(do: str, game: str = "a", key: str = "me", **more: Any) -> dict[str, Any]:
    """A task for a pool."""
    fields: dict[str, Any] = {
        "do": do,
        "game": game,
        "kind": "ataxx",
        "options": {},
        "origin": None,
        "moves": (),
        "key": key,
    }
    return fields | more


def pool_of(server: Server) -> WorkerPool:
    """The workers of a server."""
    pool: WorkerPool = server.app.state.rooms.pool
    return pool


async def free(server: Server) -> None:
    """Wait until no worker works."""
    async with asyncio.timeout(PATIENCE):
        while any(worker.job for worker in pool_of(server).workers):
            await asyncio.sleep(0.01)


async def busy(server: Server, do: str) -> WorkerProcess:
    """Wait until a worker works on a task of a sort."""
    async with asyncio.timeout(PATIENCE):
        while True:
            for worker in pool_of(server).workers:
                if worker.job and worker.job.task.do == do and worker.pid:
                    return worker
            await asyncio.sleep(0.01)
