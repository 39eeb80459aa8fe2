"""The turns of a game: opponents choose, moves are made, saved and shown."""

import asyncio
from collections.abc import Iterable
from concurrent.futures import Future
from contextlib import suppress

from textual import work

from ....contract.row import Row
from ....play.game import Game
from ....play.match.match import Match
from ....play.match.presenter import news, title
from ....play.match.sight import WATCHER, is_hidden, local_viewer, passes_device, seen
from ....play.move import Move
from ....play.move_input import MoveInput
from ....play.opponents.computer import Computer
from ....play.opponents.opponent import HUMAN, Forfeit, Opponent
from ..base_app import LudariumApp
from ..board.board_view import BoardView
from ..board.film import Film, changed_owners
from ..widgets.sized_screen import SizedScreen
from .saved_match import SavedMatch
from .search_thread import SearchThread
from .setup import Setup


class TurnLoop(SizedScreen):
    """Runs the turns of people and opponents; subclasses show them."""

    app: LudariumApp

    def __init__(self, saved: SavedMatch) -> None:
        super().__init__()
        self.saved, self._setup = saved, Setup(saved.match)
        # Kept as an attribute: a move that arrives while the screen closes can still be shown
        self.board = BoardView(self.game.kind, self.game.constants, self.game.row, touched=self._touched, id="board")
        self.search = SearchThread()
        self._move_input: MoveInput | None = None  # what the player has chosen so far; None if no person is to move
        self._code: Future[object] | None = None  # what opponents need, compiled or being compiled
        self._film: Film | None = None
        self._unfolds = False  # whether the film is of a move that unfolds, and what follows from it is not told yet
        self._hint: tuple[str, ...] = ()  # highlighted cells
        self._last: tuple[str, ...] = ()  # the cells of the last move
        self._shown_to: int | None = None  # the person who has said to be at the device, where something is hidden
        self._told = ""  # what the moves since the player's turn have brought, until the next turn

    @property
    def match(self) -> Match:
        return self.saved.match

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def _is_covered(self) -> bool:
        """Whether the device is on its way to another person, and shows nothing that is hidden."""
        return passes_device(self.match, self._shown_to)

    @property
    def _viewer(self) -> int | None:
        """Through whose eyes the screen shows the game."""
        return WATCHER if self._is_covered else local_viewer(self.match)

    def _seen(self, row: Row | None = None) -> Row:
        """A position as the screen may show it; the present one if none is given."""
        return seen(self.game, self.game.row if row is None else row, self._viewer)

    @property
    def can_be_interrupted(self) -> bool:
        """A key ends a film whose frames differ, and Esc a search; anything else is soon over."""
        return self.search.is_running or (self._film is not None and self.game.kind.unfolds)

    def hurry(self) -> None:
        if self._film:
            self._film.skip()

    def _show(self, row: Row | None = None) -> None:
        """Show a position: the given one of a film, or else the present one."""
        raise NotImplementedError

    def _touched(self, name: str) -> None:
        """The player has chosen a cell."""
        raise NotImplementedError

    def _say(self, text: str, style: str = "") -> None:
        """Show a message beside the board."""
        raise NotImplementedError

    def _await_person(self) -> None:
        """Show what the player can do: opponents have moved, or the game is over or paused."""
        raise NotImplementedError

    @work(exclusive=True, group="turns")
    async def _run_turns(self, move: Move | None = None) -> None:
        """Make a move, if given; then let opponents move until a person is to move or the game is over."""
        if move and await self._may_make(move):
            await self._make(move)
        while not (self.match.state.paused or self._setup.laying) and (who := self.match.to_move):
            chosen = await (self._pass() if who is HUMAN else self._choose(who))
            if who is HUMAN and not chosen:
                break
            if chosen:
                await self._make(chosen)
        self._await_person()

    async def _pass(self) -> Move | None:
        """The move of a person who has no choice, if the user wants that to be made for them.

        After an undo it is not made: it would bring back what was taken back.
        """
        forced = None if self.match.redo_moves or not self.app.passes else self.match.forced_pass
        if forced is None:
            return None
        await self._project([self.game.row], linger=True)
        return forced if await self._may_make(forced) else None

    async def _may_make(self, move: Move) -> bool:
        """Whether a move of a person may be made; a remote game asks the server."""
        return True

    async def _choose(self, who: Opponent) -> Move | None:
        """The move of an opponent; None if it resigns."""
        self._show()
        ready = not isinstance(who, Computer) or (self._code is not None and self._code.done())
        state = "thinks" if ready else "is getting ready, which takes a while the first time"
        self._say(f"{self._told} {title(who)} {state}; Esc makes it move ...".lstrip(), "-busy")
        try:
            return await self.search.run(self.match.choose)
        except Forfeit as error:
            self.match.give_up(self.match.player, str(error))
            return None

    async def _make(self, move: Move) -> None:
        """Make a move, save it, and show its film."""
        kind, constants, before = self.game.kind, self.game.constants, self.game.row[:]
        by_person = self.match.awaits_person
        self._move_input, self._hint = None, ()
        player, self._last = self.match.player, tuple(kind.paths(constants, before, move.number)[0])
        self.match.play(move)
        if is_hidden(self.game, before, player, move.number, self._viewer):
            self._last = ()
        told = news(self.game, before, move, self._viewer)
        self._told = told or (self._told if self.match.seats.has_people else "")
        self.call_after_refresh(self._save_match)  # show the move first: the first save is slow
        unfolds = kind.unfolds
        if not unfolds and self.board.is_small:
            # Highlight the pieces that change owners
            self._hint = changed_owners(kind, constants, self._seen(before), self._seen())
        linger = not by_person or bool(self._hint)
        if kind.hides:
            await self._project([self.game.row], linger)
        elif unfolds or linger:
            self._unfolds = unfolds
            self._say("")
            await self._project(kind.frames(constants, before, move.number), linger)
        self._hint = ()

    async def _project(self, frames: Iterable[Row], linger: bool) -> None:
        """Show a film at the user's speed."""
        try:
            if self.app.speed != "off":
                self._film = Film(self.app.speed, linger)
                await self._film.show(frames, self._show)
        finally:
            self._film, self._hint, self._unfolds = None, (), False

    @work(group="keep")
    async def _save_match(self) -> None:
        with suppress(asyncio.CancelledError):
            await self.app.notify_errors(self.saved.save(self.app.store))

    def _cancel_search(self) -> None:
        """Cancel the turns and the search: the position has changed."""
        self.workers.cancel_group(self, "turns")
        self.search.stop()
