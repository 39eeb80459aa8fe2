"""Metrics of the server for Prometheus.

With several server processes behind one address, any of them may answer /metrics: each writes its values to files in a
folder that they share (PROMETHEUS_MULTIPROC_DIR, set by the supervisor), and the one that answers adds them up. A
single process counts in memory.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from ...house.observer import RoomObserver
from ...store.instrumentation import Instrumentation

MULTIPROCESS_DIR = "PROMETHEUS_MULTIPROC_DIR"
FAST_BUCKETS = 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0  # seconds
TASK_BUCKETS = 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0

disable_created_metrics()  # type: ignore[no-untyped-call]
_registry = CollectorRegistry()


def _counter(name: str, help: str, *labels: str) -> Counter:
    return Counter(f"ludarium_{name}", help, labels, registry=_registry)


def _gauge(name: str, help: str) -> Gauge:
    # The sum over all processes that are running
    return Gauge(f"ludarium_{name}", help, registry=_registry, multiprocess_mode="livesum")


def _histogram(name: str, help: str, *labels: str, buckets: tuple[float, ...]) -> Histogram:
    return Histogram(f"ludarium_{name}", help, labels, registry=_registry, buckets=buckets)


requests = _counter("requests", "HTTP requests.", "method", "route", "status")
request_seconds = _histogram("request_seconds", "Duration of requests.", "route", buckets=FAST_BUCKETS)
sockets = _gauge("sockets", "Open sockets.")
messages_in = _counter("messages_in", "Messages received on sockets.")
messages_out = _counter("messages_out", "Messages sent on sockets.")
games = _gauge("games_open", "Open games.")
moves = _counter("moves", "Moves made and written.")
refused = _counter("refused", "Requests refused because of a limit.", "limit")
append_seconds = _histogram("append_seconds", "From a change to its durable write.", buckets=FAST_BUCKETS)
batches = _counter("batches", "Transactions that write changes.")
changes = _counter("changes", "Changes written.")
database_errors = _counter("database_errors", "Failed reads and writes.")
tasks = _gauge("tasks", "Tasks for workers, running and waiting.")
thinkers_busy = _gauge("thinkers_busy", "Busy workers.")
thinking_seconds = _histogram("thinking_seconds", "Duration of tasks.", "task", buckets=TASK_BUCKETS)
waiting_seconds = _histogram("waiting_seconds", "From a task to its worker.", "cost", buckets=FAST_BUCKETS)


class StoreMetrics(Instrumentation):
    """Counts the writes and errors of the store."""

    def appended(self, seconds: float) -> None:
        append_seconds.observe(seconds)

    def wrote(self, written: int) -> None:
        batches.inc()
        changes.inc(written)

    def failed(self) -> None:
        database_errors.inc()


class RoomMetrics(RoomObserver):
    """Counts open games and moves."""

    def opened(self) -> None:
        games.inc()

    def closed(self) -> None:
        games.dec()

    def moved(self, count: int) -> None:
        moves.inc(count)


@contextmanager
def task_timer(task: str) -> Iterator[None]:
    """Count a busy worker, and measure how long its task takes."""
    began = time.perf_counter()
    with thinkers_busy.track_inprogress():
        try:
            yield
        finally:
            thinking_seconds.labels(task).observe(time.perf_counter() - began)


def render() -> bytes:
    """All metrics in the text format of Prometheus."""
    if MULTIPROCESS_DIR not in os.environ:
        return generate_latest(_registry)
    combined = CollectorRegistry()
    MultiProcessCollector(combined)  # type: ignore[no-untyped-call]
    return generate_latest(combined)
