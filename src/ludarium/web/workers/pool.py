"""The workers of a server: who thinks about what, and what waits. Moves come first."""

import asyncio
import itertools
import sys
from asyncio.subprocess import PIPE, Process
from collections import defaultdict
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from ...contract.errors import LudariumError
from ...protocol.messages import Judged
from ..ops import metrics
from .tasks import Answer, Part, Stop, Task, encoder, from_worker

FEWEST = 3  # workers: one is always free for moves, and one for moves or for getting ready
LONGEST_LINE = 1 << 22  # bytes of an answer
LEAVING = 2.0  # seconds for a worker to end by itself
TRIES = 2  # of a task whose worker has died
REMEMBERED = 64  # games that a worker is known to have thought about
READY = 1000  # sorts of games that are known to be compiled

ORDER = {"move": 0, "hint": 1, "ready": 2, "run_script": 2, "analyse": 3, "review": 4}
# How many workers have to be left to others, by what somebody asks for
LEFT = {"move": 0, "hint": 0, "ready": 1, "run_script": 1, "analyse": 2, "review": 2}


class TaskFailed(LudariumError):
    """A task that could not be done."""


class Job:
    """A task, and somebody who waits for its answer."""

    def __init__(self, task: Task, hear: Callable[[Judged], None] | None, owner: object) -> None:
        self.task, self.hear, self.owner = task, hear, owner
        self.stopped = False
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.tries = 0

    @property
    def left(self) -> int:
        """How many workers have to be left to others."""
        return LEFT[self.task.do]


class WorkerProcess:
    """A worker's place in the pool. The process is started when there is work, and again when it has died."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self.games: dict[str, str] = {}  # what its process has thought about, and of which kind that was
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def do(self, job: Job) -> Answer:
        """Let the process do a task; EOFError if it dies of it, or died before."""
        try:
            process = self._process = self._process or await self._start()
            assert process.stdin and process.stdout
            process.stdin.write(encoder.encode(job.task) + b"\n")
            if job.stopped:
                self.stop()
            await process.stdin.drain()
            while line := await process.stdout.readline():
                told = from_worker.decode(line)
                if isinstance(told, Answer):
                    self.games = dict([*self.games.items()][-REMEMBERED:]) | {job.task.game: job.task.kind}
                    return told
                if isinstance(told, Part) and job.hear and not job.answer.done():
                    job.hear(told.judged)
        except (OSError, ValueError):
            pass
        await self.end()
        raise EOFError

    def stop(self) -> None:
        """Let the best so far be enough."""
        if self.job:
            self.job.stopped = True
        if self.job and self._process and self._process.stdin:
            with suppress(OSError):
                self._process.stdin.write(encoder.encode(Stop(self.job.task.id)) + b"\n")

    def suits(self, job: Job) -> tuple[bool, bool, bool]:
        """How well it knows what a job is about."""
        known = job.task.game in self.games
        return known, job.task.kind in self.games.values(), self._process is not None

    async def _start(self) -> Process:
        words = sys.executable, "-m", "ludarium.web.workers.worker"
        return await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)

    async def end(self) -> None:
        """See the process out."""
        process, self._process = self._process, None
        self.games = {}
        if not process:
            return
        assert process.stdin
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), LEAVING)
        except TimeoutError:
            process.kill()
            await process.wait()


class WorkerPool:
    """Tasks are given to the workers that know most about them; long ones never to all workers."""

    def __init__(self, workers: int) -> None:
        self.workers = [WorkerProcess() for _ in range(max(workers, FEWEST))]
        self._waiting: list[Job] = []
        self._running: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._ready: set[str] = set()
        self._compiling: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._closed = False

    async def run(self, hear: Callable[[Judged], None] | None = None, owner: object = None, **task: Any) -> Answer:
        """Wait until a task is done, or TaskFailed. Whoever is cancelled while waiting takes it back."""
        job = Job(Task(next(self._numbers), **task), hear, owner)
        self._waiting.append(job)
        self._waiting.sort(key=lambda job: (ORDER[job.task.do], job.task.id))
        self._give()
        try:
            with metrics.tasks.track_inprogress():
                answer = await job.answer
        except asyncio.CancelledError:
            self._take_back(job)
            raise
        if answer.problem:
            raise TaskFailed(answer.problem)
        return answer

    def stop(self, game: str) -> None:
        """Whatever is being thought about a game has been thought about enough."""
        for worker in self.workers:
            if worker.job and worker.job.task.game == game and worker.job.task.do != "ready":
                worker.stop()

    def finish_early(self, owner: object, *what: str) -> None:
        """Somebody's tasks are answered with what was found so far."""
        for worker in self.workers:
            if worker.job and worker.job.owner is owner and worker.job.task.do in what:
                worker.stop()
        for job in [job for job in self._waiting if job.owner is owner and job.task.do in what]:
            self._waiting.remove(job)
            job.answer.set_result(Answer(job.task.id))

    def is_warm(self, sort: str) -> bool:
        """Whether a game of this sort was thought about before, so that all is compiled."""
        return sort in self._ready

    async def warm_up(self, sort: str, **task: Any) -> None:
        """Let somebody compile what a sort of games needs; one alone, whoever else asks for the same."""
        async with self._compiling[task["kind"]]:
            if sort not in self._ready:
                await self.run(do="ready", **task)
                if len(self._ready) >= READY:
                    self._ready.clear()
                self._ready.add(sort)

    async def close(self) -> None:
        self._closed = True
        for job in self._waiting:
            job.answer.cancel()
        self._waiting.clear()
        await asyncio.gather(*(worker.end() for worker in self.workers))
        await asyncio.gather(*self._running, return_exceptions=True)

    def _take_back(self, job: Job) -> None:
        if job in self._waiting:
            self._waiting.remove(job)
        for worker in self.workers:
            if worker.job is job:
                worker.stop()

    def _give(self) -> None:
        """Give what waits to those who are free."""
        for job in self._waiting[:]:
            free = [worker for worker in self.workers if worker.job is None]
            if not free or self._closed:
                return
            alike = sum(1 for worker in self.workers if worker.job and worker.job.left >= job.left)
            if job.left and alike >= len(self.workers) - job.left:
                continue
            self._waiting.remove(job)
            worker = max(free, key=lambda worker: worker.suits(job))
            worker.job = job
            running = asyncio.create_task(self._run(worker, job))
            self._running.add(running)
            running.add_done_callback(self._running.discard)

    async def _run(self, worker: WorkerProcess, job: Job) -> None:
        try:
            with metrics.task_timer(job.task.do):
                answer = await worker.do(job)
        except EOFError:
            job.tries += 1
            if job.tries < TRIES and not job.answer.done() and not self._closed:
                self._waiting.insert(0, job)
                answer = None
            else:
                answer = Answer(job.task.id, problem="the computer did not survive thinking about this")
        finally:
            worker.job = None
        if answer and not job.answer.done():
            job.answer.set_result(answer)
        self._give()
