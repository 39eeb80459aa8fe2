"""The workers of a server: which task runs in which worker, and which tasks wait. Moves come first."""

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
from .tasks import PartialResult, Stop, Task, TaskResult, encoder, from_worker

FEWEST = 3  # workers: one is always free for moves, and one for moves or for compiling
LONGEST_LINE = 1 << 22  # bytes of a line from a worker
EXIT_TIMEOUT = 2.0  # seconds for a worker to end by itself
TRIES = 2  # of a task whose worker has died
REMEMBERED_GAMES = 64  # that a worker is known to have worked on
MOST_WARM = 1000  # sorts of games that are known to be compiled

PRIORITY = {"move": 0, "hint": 1, "ready": 2, "run_script": 2, "analyse": 3, "review": 4}
# How many workers a task of this sort has to leave to others
RESERVED = {"move": 0, "hint": 0, "ready": 1, "run_script": 1, "analyse": 2, "review": 2}


class TaskFailed(LudariumError):
    """A task has no result."""


class Job:
    """A task and the future of its result. `owner` is the client that asked for it."""

    def __init__(self, task: Task, on_part: Callable[[Judged], None] | None, owner: object) -> None:
        self.task, self.on_part, self.owner = task, on_part, owner
        self.is_stopped = False
        self.result: asyncio.Future[TaskResult] = asyncio.get_running_loop().create_future()
        self.tries = 0

    @property
    def reserved(self) -> int:
        """How many workers this job has to leave to others."""
        return RESERVED[self.task.do]


class WorkerProcess:
    """A worker as the server sees it. The process is started with the first job, and again after it has died."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self.games: dict[str, str] = {}  # the games that the process has worked on, and their kinds
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process else None

    async def do(self, job: Job) -> TaskResult:
        """Send a task to the process and wait for its result; EOFError if the process dies."""
        try:
            process = self._process = self._process or await self._start()
            assert process.stdin and process.stdout
            process.stdin.write(encoder.encode(job.task) + b"\n")
            if job.is_stopped:
                self.stop()
            await process.stdin.drain()
            while line := await process.stdout.readline():
                message = from_worker.decode(line)
                if isinstance(message, TaskResult):
                    self.games = dict([*self.games.items()][-REMEMBERED_GAMES:]) | {job.task.game: job.task.kind}
                    return message
                if isinstance(message, PartialResult) and job.on_part and not job.result.done():
                    job.on_part(message.judged)
        except (OSError, ValueError):
            pass
        await self.end()
        raise EOFError

    def stop(self) -> None:
        """Stop the current task; its best result so far will come."""
        if self.job:
            self.job.is_stopped = True
        if self.job and self._process and self._process.stdin:
            with suppress(OSError):
                self._process.stdin.write(encoder.encode(Stop(self.job.task.id)) + b"\n")

    def suitability(self, job: Job) -> tuple[bool, bool, bool]:
        """How much of a job's game, kind and code the process has in memory, for comparison."""
        knows_game = job.task.game in self.games
        return knows_game, job.task.kind in self.games.values(), self._process is not None

    async def _start(self) -> Process:
        words = sys.executable, "-m", "ludarium.web.workers.worker"
        return await asyncio.create_subprocess_exec(*words, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE)

    async def end(self) -> None:
        """End the process: close its input, and kill it if it does not exit in time."""
        process, self._process = self._process, None
        self.games = {}
        if not process:
            return
        assert process.stdin
        process.stdin.close()
        try:
            await asyncio.wait_for(process.wait(), EXIT_TIMEOUT)
        except TimeoutError:
            process.kill()
            await process.wait()


class WorkerPool:
    """Gives tasks to the workers that know most about them; long tasks never occupy all workers."""

    def __init__(self, workers: int) -> None:
        self.workers = [WorkerProcess() for _ in range(max(workers, FEWEST))]
        self._waiting: list[Job] = []
        self._running: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self._warm: set[str] = set()
        self._compiling: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._is_closed = False

    async def run(
        self, on_part: Callable[[Judged], None] | None = None, owner: object = None, **task: Any
    ) -> TaskResult:
        """Run a task and return its result, or raise TaskFailed. Cancelling the caller withdraws the task."""
        job = Job(Task(next(self._numbers), **task), on_part, owner)
        self._waiting.append(job)
        self._waiting.sort(key=lambda job: (PRIORITY[job.task.do], job.task.id))
        self._assign()
        try:
            with metrics.tasks.track_inprogress():
                result = await job.result
        except asyncio.CancelledError:
            self._withdraw(job)
            raise
        if result.problem:
            raise TaskFailed(result.problem)
        return result

    def stop(self, game: str) -> None:
        """Stop the tasks of a game; they return their best results so far."""
        for worker in self.workers:
            if worker.job and worker.job.task.game == game and worker.job.task.do != "ready":
                worker.stop()

    def finish_early(self, owner: object, *what: str) -> None:
        """Stop an owner's tasks of these sorts: running ones return what they have found, waiting ones nothing."""
        for worker in self.workers:
            if worker.job and worker.job.owner is owner and worker.job.task.do in what:
                worker.stop()
        for job in [job for job in self._waiting if job.owner is owner and job.task.do in what]:
            self._waiting.remove(job)
            job.result.set_result(TaskResult(job.task.id))

    def is_warm(self, sort: str) -> bool:
        """Whether the code for games of this sort is compiled and in the cache."""
        return sort in self._warm

    async def warm_up(self, sort: str, **task: Any) -> None:
        """Compile the code for games of a sort; calls for the same kind wait for the first of them."""
        async with self._compiling[task["kind"]]:
            if sort not in self._warm:
                await self.run(do="ready", **task)
                if len(self._warm) >= MOST_WARM:
                    self._warm.clear()
                self._warm.add(sort)

    async def close(self) -> None:
        self._is_closed = True
        for job in self._waiting:
            job.result.cancel()
        self._waiting.clear()
        await asyncio.gather(*(worker.end() for worker in self.workers))
        await asyncio.gather(*self._running, return_exceptions=True)

    def _withdraw(self, job: Job) -> None:
        if job in self._waiting:
            self._waiting.remove(job)
        for worker in self.workers:
            if worker.job is job:
                worker.stop()

    def _assign(self) -> None:
        """Give waiting jobs to free workers."""
        for job in self._waiting[:]:
            free = [worker for worker in self.workers if worker.job is None]
            if not free or self._is_closed:
                return
            alike = sum(1 for worker in self.workers if worker.job and worker.job.reserved >= job.reserved)
            if job.reserved and alike >= len(self.workers) - job.reserved:
                continue
            self._waiting.remove(job)
            worker = max(free, key=lambda worker: worker.suitability(job))
            worker.job = job
            running = asyncio.create_task(self._run(worker, job))
            self._running.add(running)
            running.add_done_callback(self._running.discard)

    async def _run(self, worker: WorkerProcess, job: Job) -> None:
        try:
            with metrics.task_timer(job.task.do):
                result = await worker.do(job)
        except EOFError:
            job.tries += 1
            if job.tries < TRIES and not job.result.done() and not self._is_closed:
                self._waiting.insert(0, job)
                result = None
            else:
                result = TaskResult(job.task.id, problem="the computer's process has ended while it was thinking")
        finally:
            worker.job = None
        if result and not job.result.done():
            job.result.set_result(result)
        self._assign()
