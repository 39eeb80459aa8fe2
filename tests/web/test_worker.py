"""A worker within the test: what it says of a search that does not stop."""

import threading
import time
from queue import SimpleQueue

import pytest

from ludarium.engine.search import overdue
from ludarium.engine.search.overdue import Overdue
from ludarium.engine.search.searcher import Searcher
from ludarium.engine.search.searcher import Task as SearchTask
from ludarium.house.thinking.tasks import FromWorker, Task, TaskResult, encoder
from ludarium.web.workers.worker import STUCK, Worker

from ..support.patience import PATIENCE

HINT = Task(1, "hint", "a game", "beetle-battle", {"size": "3"}, None, (), seconds=0.01)


def start(worker: Worker) -> None:
    worker.receive(encoder.encode(HINT))
    threading.Thread(target=worker.run, daemon=True).start()


def test_a_search_that_is_caught_in_a_rule_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    returns, said = threading.Event(), SimpleQueue[FromWorker]()
    worker = Worker(said.put)
    monkeypatch.setattr(Searcher, "_run_threads", lambda searcher, task, threads: returns.wait())
    monkeypatch.setattr(overdue, "SECONDS", 0.01)
    monkeypatch.setattr(Overdue, "on_overdue", worker.report_stuck)
    start(worker)
    assert said.get(timeout=PATIENCE) == TaskResult(1, problem=STUCK)
    returns.set()
    said.get(timeout=PATIENCE)  # what the search has found


def test_a_search_that_stops_in_time_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    said, timers = SimpleQueue[FromWorker](), list[threading.Timer]()
    worker, begin, run = Worker(said.put), Overdue.begin, Searcher._run_threads

    def run_late(searcher: Searcher, task: SearchTask, threads: int) -> None:
        """Search when the time is over, however quick the machine is."""
        while not searcher.flag[0]:
            time.sleep(0.001)
        run(searcher, task, threads)

    def noted(watch: Overdue) -> None:
        begin(watch)
        assert watch._timer
        timers.append(watch._timer)

    monkeypatch.setattr(Searcher, "_run_threads", run_late)
    monkeypatch.setattr(Overdue, "begin", noted)
    monkeypatch.setattr(Overdue, "on_overdue", worker.report_stuck)
    start(worker)
    result = said.get(timeout=PATIENCE)
    assert isinstance(result, TaskResult) and not result.problem and result.move >= 0
    assert timers and all(timer.finished.is_set() for timer in timers)
