"""The porch: where one waits for others who was led to a game by the command line, and not by the house."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.widgets import Static

from ...play.match.presenter import capital
from ...remote.remote_game import RemoteGame
from .game.remote import FarPlay, RemoteMatch
from .widgets.sized_screen import Room

if TYPE_CHECKING:
    from .app import Ludarium

# Waits in a window until a game begins; None if it was left
Wait = Callable[["Ludarium", RemoteGame], Awaitable[RemoteMatch | None]]


class Porch(Room):
    """Before a game. Whoever leaves it, or waits no longer, is out of the house."""

    app: "Ludarium"

    def __init__(self, link: RemoteGame, wait: Wait) -> None:
        super().__init__()
        self._link, self._wait = link, wait

    def furnish(self) -> ComposeResult:
        yield Static(self._link.game.kind.title, id="porch", markup=False)

    def on_mount(self) -> None:
        # The work of a room ends with it, and this goes on from here
        self.app.run_worker(self._go_in())

    async def _go_in(self) -> None:
        saved = await self._wait(self.app, self._link)
        if saved:
            await self.app.switch_screen(FarPlay(saved, alone=True))
        else:
            trouble = self._link.error
            self.app.exit(message=capital(f"{trouble}.") if trouble else None)
