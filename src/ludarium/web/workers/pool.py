"""The workers of a server: which task runs in which worker, and how tasks are stopped."""

import asyncio
import itertools
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Any

from ...contract.errors import LudariumError
from ...house.thinking.tasks import PartialResult, Stop, Task, TaskResult, encoder, from_worker
from ...house.thinking.thinkers import TaskFailed
from ...protocol.messages import Judged
from ..ops import metrics
from .compilation import Compilation
from .costs import Cost, CostTable
from .job_queue import JobQueue, Lane

FEWEST = 4  # workers: one for short tasks alone, and one that no client can occupy together with the others
LONGEST_LINE = 1 << 22  # bytes of a line from a worker
EXIT_TIMEOUT = 2.0  # seconds for a worker to end by itself
STOP_TIMEOUT = 30.0  # seconds for a worker to stop a task; then its process is ended
TRIES = 2  # of a task whose worker has died
REMEMBERED_GAMES = 64  # that a worker is known to have worked on
NICENESS = 19  # of the workers of the deep lane: they leave the processor to the server and to short tasks

# Unanswered tasks of one key, over all its connections, and what they are called. Moves are as many as its open games
MOST_ASKED = {"hint": (8, "hints"), "analyse": (8, "analyses"), "review": (4, "reviews"), "import": (2, "imports")}
# Seconds after which a task is stopped, beyond those it was given
BUDGET = {"move": 60.0, "hint": 60.0, "analyse": 60.0, "review": 60.0, "run_script": 120.0}


class TooManyTasks(LudariumError):
    """A key has asked for too much at once."""


class Job:
    """A task and the future of its result. `key` is the share of thinking that it takes, `owner` the client."""

    def __init__(
        self, task: Task, key: str, cost: Cost, on_part: Callable[[Judged], None] | None = None, owner: object = None
    ) -> None:
        self.task, self.key, self.cost, self.on_part, self.owner = task, key, cost, on_part, owner
        self.is_stopped = False
        self.result: asyncio.Future[TaskResult] = asyncio.get_running_loop().create_future()
        self.tries = 0
        self.asked_at = monotonic()

    @property
    def budget(self) -> float | None:
        """Seconds after which the task is stopped."""
        budget = BUDGET.get(self.task.do)
        given = self.task.lines * self.task.seconds if self.task.do == "analyse" else 0.0
        return None if budget is None else budget + given


class WorkerProcess:
    """A worker as the server sees it. The process is started with the first job, and again after it has died."""

    def __init__(self, lane: Lane = Lane.QUICK) -> None:
        self.lane = lane
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

    def kill(self, job: Job) -> None:
        """End the process if it still works on a job that was stopped long ago."""
        if self.job is job and self._process:
            job.tries = TRIES  # the next process would not end it either
            with suppress(ProcessLookupError):
                self._process.kill()

    def suitability(self, job: Job) -> tuple[bool, bool, bool]:
        """How much of a job's game, kind and code the process has in memory, for comparison."""
        knows_game = job.task.game in self.games
        return knows_game, job.task.kind in self.games.values(), self._process is not None

    async def _start(self) -> Process:
        # The process lowers its priority itself: it could not be raised again, so a worker never changes its lane
        niceness = NICENESS if self.lane is Lane.DEEP else 0
        words = sys.executable, "-m", "ludarium.web.workers.worker", str(niceness)
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
            with suppress(ProcessLookupError):  # it may have exited meanwhile
                process.kill()
            await process.wait()


class WorkerPool:
    """Gives tasks to workers. The thinking time is shared by keys: accounts, and addresses of all other clients."""

    def __init__(self, workers: int, clock: Callable[[], float] = monotonic) -> None:
        count = max(workers, FEWEST)
        quick = count // FEWEST
        self.workers = [WorkerProcess(Lane.QUICK if number < quick else Lane.DEEP) for number in range(count)]
        self._queue: JobQueue[Job] = JobQueue(quick, count - quick, clock)
        self._costs = CostTable()
        self._asked: Counter[tuple[str, str]] = Counter()  # unanswered tasks, by key and sort
        self._running: set[asyncio.Task[None]] = set()
        self._numbers = itertools.count(1)
        self.compilation = Compilation()
        self._is_closed = False

    async def run(
        self,
        on_part: Callable[[Judged], None] | None = None,
        *,
        key: str,
        owner: object = None,
        is_idle: bool = False,
        **fields: Any,
    ) -> TaskResult:
        """Run a task and return its result, or raise TaskFailed. Cancelling the caller withdraws the task.

        `is_idle` marks a move that no person waits for; it comes after all others.
        """
        task = Task(next(self._numbers), **fields)
        with self.asking(key, task.do), metrics.tasks.track_inprogress():
            job = Job(task, key, Cost.IDLE if is_idle else self._costs.expected(task), on_part, owner)
            self._queue.add(job)
            self._assign()
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
        """Count what a key asks for as long as it lasts; TooManyTasks above the limit."""
        most, name = MOST_ASKED.get(what, (0, ""))
        if most and self._asked[key, what] >= most:
            metrics.refused.labels("thinking").inc()
            raise TooManyTasks(f"{most} {name} of you, or of others at your address, have to be done before this one")
        self._asked[key, what] += 1
        try:
            yield
        finally:
            self._asked[key, what] -= 1
            if not self._asked[key, what]:
                del self._asked[key, what]

    def stop(self, game: str) -> None:
        """Stop the tasks of a game; they return their best results so far. A move that waits is made at once."""
        for worker in self.workers:
            if worker.job and worker.job.task.game == game:
                self._stop(worker)
        for job in [job for job in self._queue if job.task.game == game and job.task.do == "move"]:
            job.is_stopped = True
            self._queue.reclassify(job, Cost.SHORT)
        self._assign()

    def finish_early(self, owner: object, *what: str) -> None:
        """Stop an owner's tasks of these sorts: running ones return what they have found, waiting ones nothing."""
        for worker in self.workers:
            if worker.job and worker.job.owner is owner and worker.job.task.do in what:
                self._stop(worker)
        for job in [job for job in self._queue if job.owner is owner and job.task.do in what]:
            self._queue.remove(job)
            job.result.set_result(TaskResult(job.task.id))

    def wake(self, game: str) -> None:
        """A person waits for the moves of a game now."""
        for job in [job for job in self._queue if job.cost is Cost.IDLE and job.task.game == game]:
            self._queue.reclassify(job, self._costs.expected(job.task))
        self._assign()

    async def close(self) -> None:
        self._is_closed = True
        for job in [*self._queue]:
            self._queue.remove(job)
            job.result.cancel()
        await asyncio.gather(*(worker.end() for worker in self.workers))
        await asyncio.gather(*self._running, return_exceptions=True)

    def _withdraw(self, job: Job) -> None:
        if job in self._queue:
            self._queue.remove(job)
        for worker in self.workers:
            if worker.job is job:
                self._stop(worker)

    def _stop(self, worker: WorkerProcess) -> None:
        if worker.job:
            worker.stop()
            asyncio.get_running_loop().call_later(STOP_TIMEOUT, worker.kill, worker.job)

    def _assign(self) -> None:
        """Give waiting jobs to free workers."""
        while not self._is_closed and (found := self._queue.next()):
            job, lane = found
            free = [worker for worker in self.workers if worker.job is None and worker.lane is lane]
            worker = max(free, key=lambda worker: worker.suitability(job))
            worker.job = job
            metrics.waiting_seconds.labels(job.cost.name.lower()).observe(monotonic() - job.asked_at)
            running = asyncio.create_task(self._run(worker, job))
            self._running.add(running)
            running.add_done_callback(self._running.discard)

    async def _run(self, worker: WorkerProcess, job: Job) -> None:
        has_code = worker.suitability(job)[1]
        loop, budget = asyncio.get_running_loop(), job.budget
        timer = None if budget is None else loop.call_later(budget, self._stop, worker)
        try:
            with metrics.task_timer(job.task.do):
                result = await worker.do(job)
            if has_code and not job.is_stopped:
                # A first task also loads the code, which says nothing about the next one
                self._costs.learn(job.task, result.seconds)
        except EOFError:
            job.tries += 1
            if job.tries < TRIES and not job.result.done() and not self._is_closed:
                result = None
            else:
                result = TaskResult(job.task.id, problem="the computer's process has ended while it was thinking")
        finally:
            worker.job = None
            self._queue.finish(job)
            if timer:
                timer.cancel()
        if result is None:
            self._queue.add(job)
        elif not job.result.done():
            job.result.set_result(result)
        self._assign()
