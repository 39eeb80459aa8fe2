"""A crew on many machines: a Ray cluster, on each machine of which Ludarium is installed.

Ray does the task of a process or machine that dies again, elsewhere.
"""

from collections.abc import Callable, Generator, Iterable
from itertools import islice
from typing import Any

import ray
from ray.exceptions import RayError, RayTaskError

from ..contract.errors import LudariumError
from ..contract.quotation import quoted
from .crew import Answer, Task


class RayCrew:
    """All processors of the cluster at an address: HOST:PORT, or `auto` for the one that this machine belongs to."""

    def __init__(self, address: str) -> None:
        self.address = address

    def answers(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Generator[tuple[Task, Answer], None, None]:
        self._connect()
        waiting, running = iter(tasks), dict[Any, Task]()
        work = ray.remote(max_retries=-1)(function)
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
            raise error.cause from None
        except RayError as error:
            raise LudariumError(f"the Ray cluster at {quoted(self.address)} has failed: {error}") from None
        finally:
            for each in running:
                ray.cancel(each, force=True)
            ray.shutdown()

    def _connect(self) -> None:
        try:
            ray.init(address=self.address, log_to_driver=False, logging_level="ERROR")
        except (ConnectionError, RuntimeError, ValueError) as error:
            reason = str(error).partition("\n")[0].rstrip(".")
            raise LudariumError(f"no Ray cluster can be used at {quoted(self.address)}: {reason}") from None
