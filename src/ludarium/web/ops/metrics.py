"""What the server counts, for Prometheus: `metrics.moves.inc()` wherever something happens.

Several processes behind one address answer by turns, so each must know what all have counted: they write their numbers
to files in a folder that they share (PROMETHEUS_MULTIPROC_DIR, set by the process that starts them), and whichever is
asked adds them up. A process alone counts in memory.
"""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from ...store.instrumentation import Instrumentation

MULTIPROCESS_DIR = "PROMETHEUS_MULTIPROC_DIR"
QUICK = 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0  # seconds
THINKING = 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 120.0

disable_created_metrics()  # type: ignore[no-untyped-call]
_own = CollectorRegistry()


def _counter(name: str, help: str, *labels: str) -> Counter:
    return Counter(f"ludarium_{name}", help, labels, registry=_own)


def _gauge(name: str, help: str) -> Gauge:
    # Of all processes that live, together
    return Gauge(f"ludarium_{name}", help, registry=_own, multiprocess_mode="livesum")


def _histogram(name: str, help: str, *labels: str, buckets: tuple[float, ...]) -> Histogram:
    return Histogram(f"ludarium_{name}", help, labels, registry=_own, buckets=buckets)


requests = _counter("requests", "Requests over HTTP.", "method", "route", "status")
request_seconds = _histogram("request_seconds", "How long requests took.", "route", buckets=QUICK)
sockets = _gauge("sockets", "Sockets that are open.")
messages_in = _counter("messages_in", "Messages that came over sockets.")
messages_out = _counter("messages_out", "Messages that went over sockets.")
games = _gauge("games_open", "Games that are held open.")
moves = _counter("moves", "Moves that were made and kept.")
refused = _counter("refused", "What was refused because of a limit.", "limit")
append_seconds = _histogram("append_seconds", "From a change to its being kept for good.", buckets=QUICK)
batches = _counter("batches", "Transactions in which changes were written together.")
changes = _counter("changes", "Changes that were written in them.")
database_errors = _counter("database_errors", "What could not be read or written.")
tasks = _gauge("tasks", "What thinkers are asked for; beyond those that are busy, it waits.")
thinkers_busy = _gauge("thinkers_busy", "Thinkers that think.")
thinking_seconds = _histogram("thinking_seconds", "How long they thought.", "task", buckets=THINKING)


class StoreMetrics(Instrumentation):
    """Counts what the store does."""

    def appended(self, seconds: float) -> None:
        append_seconds.observe(seconds)

    def wrote(self, written: int) -> None:
        batches.inc()
        changes.inc(written)

    def failed(self) -> None:
        database_errors.inc()


@contextmanager
def task_timer(task: str) -> Iterator[None]:
    """Count a thinker that thinks meanwhile."""
    began = time.perf_counter()
    with thinkers_busy.track_inprogress():
        try:
            yield
        finally:
            thinking_seconds.labels(task).observe(time.perf_counter() - began)


def render() -> bytes:
    """All numbers, as Prometheus reads them."""
    if MULTIPROCESS_DIR not in os.environ:
        return generate_latest(_own)
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)
