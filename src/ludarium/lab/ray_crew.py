"""A crew on many machines: a Ray cluster, on each machine of which Ludarium is installed.

Ray does the task of a process or machine that dies again, elsewhere.
"""

import socket
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError, WorkerCrashedError

from ..contract.errors import BadOption, LudariumError
from ..contract.quotation import quoted
from .crew import DEATHS, Answer, Task

AUTO = "auto"  # the cluster that this machine belongs to
WAIT = 10.0  # seconds for an answer at an address


class RayCrew:
    """All processors of the cluster at an address: HOST:PORT, or `auto` for the one that this machine belongs to."""

    def __init__(self, address: str) -> None:
        self.address = address
        if address != AUTO:
            self._require_answer()

    def answers(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[tuple[Task, Answer], None, None]:
        self._connect()
        waiting, running = iter(tasks), dict[Any, Task]()
        work = ray.remote(max_retries=DEATHS - 1)(function)
        try:
            while True:
                room = int(ray.cluster_resources().get("CPU", 1)) - len(running)  # machines may come and go
                for task in islice(waiting, max(room, 0)):
                    running[work.remote(task)] = task
                if not running:
                    return
                for done in ray.wait([*running])[0]:
                    yield running.pop(done), ray.get(done)
        except RayTaskError as error:
            # Ray's own error, where a machine lacks this version of Ludarium
            raise (self._failed(error.cause) if isinstance(error.cause, RayError) else error.cause) from None
        except RayError as error:
            raise self._failed(error) from None
        finally:
            for each in running:
                ray.cancel(each, force=True)
            ray.shutdown()

    def _require_answer(self) -> None:
        """Find out whether there is anything at the address: Ray would try for minutes, and write many lines."""
        host, _, port = self.address.rpartition(":")
        if not host or "/" in host or not port.isdecimal():
            raise BadOption(f"a Ray cluster is named by HOST:PORT or {AUTO}, not by {quoted(self.address)}")
        try:
            socket.create_connection((host.strip("[]"), int(port)), WAIT).close()
        except (OSError, OverflowError, UnicodeError) as error:
            raise self._unusable(error) from None

    def _connect(self) -> None:
        try:
            ray.init(address=self.address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise self._unusable(error) from None

    def _failed(self, error: RayError) -> LudariumError:
        cluster = f"the Ray cluster at {quoted(self.address)}"
        if isinstance(error, WorkerCrashedError):
            return LudariumError(f"{DEATHS} processes of {cluster} died at the same task")
        return LudariumError(f"{cluster} has failed: {_first_sentence(str(error))}")

    def _unusable(self, error: Exception) -> LudariumError:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return LudariumError(f"no Ray cluster can be used at {quoted(self.address)}: {_first_sentence(reason)}")


def _first_sentence(text: str) -> str:
    """What Ray says, without its advice about flags that are not ours."""
    return text.partition("\n")[0].partition(". ")[0].rstrip(".:")
