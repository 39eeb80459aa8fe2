"""The screen before a remote game that the command line opened: it waits for the other players."""

from collections.abc import Awaitable, Callable

from textual.app import ComposeResult
from textual.widgets import Static

from ...play.match.presenter import capital
from ...remote.remote_game import RemoteGame
from .base_app import LudariumApp
from .game.remote import RemoteGameScreen, RemoteMatch
from .widgets.sized_screen import SizedScreen

# Waits in a dialog until a game begins; None if the user leaves it
Wait = Callable[[LudariumApp, RemoteGame], Awaitable[RemoteMatch | None]]


class WaitingScreen(SizedScreen):
    """Waits until the game begins; leaving it ends the program."""

    app: LudariumApp

    def __init__(self, remote: RemoteGame, wait: Wait) -> None:
        super().__init__()
        self._link, self._wait = remote, wait

    def compose_content(self) -> ComposeResult:
        yield Static(self._link.game.kind.title, id="waiting", markup=False)

    def on_mount(self) -> None:
        # A worker of the screen would end with it; this one opens the next screen
        self.app.run_worker(self._open_game())

    async def _open_game(self) -> None:
        saved = await self._wait(self.app, self._link)
        if saved:
            await self.app.switch_screen(RemoteGameScreen(saved, alone=True))
        else:
            trouble = self._link.error
            self.app.exit(message=capital(f"{trouble}.") if trouble else None)
