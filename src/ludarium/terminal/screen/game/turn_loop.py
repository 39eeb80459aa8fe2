"""Turns: a game goes on move by move, kept and shown as it does."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import work

from ....contract.row import Row
from ....play.game import Game
from ....play.match.match import Match
from ....play.match.presenter import title
from ....play.move import Move
from ....play.move_input import MoveInput
from ....play.opponents.opponent import HUMAN, Forfeit, Opponent
from ..board.board_view import BoardView
from ..board.film import Film, turned
from ..widgets.sized_screen import Room
from .saved_match import SavedMatch
from .search_thread import Thinking
from .setup import Setup

if TYPE_CHECKING:
    from ..app import Ludarium


class Turns(Room):
    """A room where people and opponents take turns. What is shown of that is the business of whoever furnishes it."""

    app: "Ludarium"

    def __init__(self, saved: SavedMatch) -> None:
        super().__init__()
        self.saved, self._setup = saved, Setup(saved.match)
        # Held here, so that a move that comes when the screen is closing is still shown to somebody
        self.board = BoardView(self.game.kind, self.game.constants, self.game.row, id="board")
        self.thinking = Thinking()
        self._move_input: MoveInput | None = None  # what a person has touched; None where no person is to move
        self._film: Film | None = None
        self._hint: tuple[str, ...] = ()  # the cells that are pointed out
        self._last: tuple[str, ...] = ()  # the cells of the last move

    @property
    def match(self) -> Match:
        return self.saved.match

    @property
    def game(self) -> Game:
        return self.match.game

    def _show(self, row: Row | None = None) -> None:
        """Show a position, that of the table if it is not one of a film."""
        raise NotImplementedError

    def _say(self, text: str, style: str = "") -> None:
        """Say something to those who play."""
        raise NotImplementedError

    def _rest(self) -> None:
        """Nobody but a person can do anything now."""
        raise NotImplementedError

    @work(exclusive=True, group="turns")
    async def _turns(self, move: Move | None = None) -> None:
        """Make a move if there is one, then let opponents move until it is a person's turn or the game is over."""
        if move and await self._may_make(move):
            await self._make(move)
        while not (self.match.state.paused or self._setup.laying) and (who := self.match.to_move) and who is not HUMAN:
            chosen = await self._choose(who)
            if chosen:
                await self._make(chosen)
        self._rest()

    async def _may_make(self, move: Move) -> bool:
        """Whether a move of a person is made: others may have to hear of it first."""
        return True

    async def _choose(self, who: Opponent) -> Move | None:
        """What an opponent plays; None if it has given up."""
        self._show()
        ready = self.app.is_ready(self.game.kind)
        state = "thinks; Esc makes it move" if ready else "is getting ready: the first time takes a while"
        self._say(f"{title(who)} {state} ...", "-busy")
        try:
            return await self.thinking.think(self.match.choose)
        except Forfeit as error:
            self.match.give_up(self.match.player, str(error))
            return None

    async def _make(self, move: Move) -> None:
        """Make a move, keep it, and show how it unfolds."""
        kind, constants, before = self.game.kind, self.game.constants, self.game.row[:]
        by_person = self.match.awaits_person
        self._move_input, self._hint = None, ()
        self._last = tuple(kind.paths(constants, before, move.number)[0])
        self.match.play(move)
        self.call_after_refresh(self._keep)  # the move is seen first: the first keeping takes as long as a film's frame
        unfolds = kind.unfolds
        if not unfolds and self.board.is_small:
            # Those who change sides are pointed out
            self._hint = turned(kind, constants, before, self.game.row)
        linger = not by_person or bool(self._hint)
        if self.app.speed == "off" or not (unfolds or linger):
            self._hint = ()
            return
        self._film = Film(self.app.speed, linger)
        try:
            await self._film.show(kind.frames(constants, before, move.number), self._show)
        finally:
            self._film, self._hint = None, ()

    @work(group="keep")
    async def _keep(self) -> None:
        with suppress(asyncio.CancelledError):
            await self.app.told(self.saved.save(self.app.keeper))

    def _let_think_no_more(self) -> None:
        """Whatever is being thought about is of no use any more."""
        self.workers.cancel_group(self, "turns")
        self.thinking.stop()
