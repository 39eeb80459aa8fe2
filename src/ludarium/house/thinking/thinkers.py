"""Where tasks run: the interface of what thinks. A server has processes for it, a browser a Worker."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

from ...contract.errors import LudariumError
from ...play.position import Position
from ...protocol.messages import Judged
from .tasks import TaskResult


class TaskFailed(LudariumError):
    """A task has no result."""


class Preparation(Protocol):
    """The code of computer players."""

    def is_done(self, game: Position) -> bool:
        """Whether the code for a game is as quick as it will be."""

    async def finish(self, game: Position) -> None:
        """Wait until it is. LudariumError if it cannot be."""


class Thinkers(Protocol):
    """Run tasks, and stop them."""

    @property
    def compilation(self) -> Preparation: ...

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

    def asking(self, key: str, what: str) -> AbstractContextManager[None]:
        """Count what a key asks for as long as it lasts; a LudariumError above the limit."""

    def stop(self, game: str) -> None:
        """Stop the tasks of a game; they return their best results so far. A move that waits is made at once."""

    def finish_early(self, owner: object, *what: str) -> None:
        """Stop an owner's tasks of these sorts: running ones return what they have found, waiting ones nothing."""

    def wake(self, game: str) -> None:
        """A person waits for the moves of a game now."""
