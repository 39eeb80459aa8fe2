"""Somebody from elsewhere in a seat like any other."""

from typing import TYPE_CHECKING

from ..engine.cancel import CancelToken
from ..play.game import Game
from ..play.move import Move
from ..play.opponents.registry import AnswerNeeded, Forfeit, Opponent
from . import wire
from .errors import Lost

if TYPE_CHECKING:
    from .remote_game import RemoteGame

LOOKING = 1.0  # seconds between two looks at who is there


class RemotePlayer(Opponent):
    """A seat that is filled from elsewhere: its moves come over a link."""

    def __init__(self, link: "RemoteGame", player: int) -> None:
        self._link, self._player = link, player
        self._missed = -1  # the number of moves when it was said that this player is away

    @property
    def name(self) -> str:  # type: ignore[override]
        return self._link.title(self._player)

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        """The move that comes. Forfeit, if the game has ended otherwise; Asked, if something was offered or taken back,
        if this player has gone away, or if one does not want to wait any longer."""
        link, at, hurried = self._link, len(game.moves), list[bool]()

        def hurry() -> None:
            hurried.append(True)
            link.wake()

        with (cancel or CancelToken()).on_cancel(hurry):
            while True:
                try:
                    link.wait(lambda: hurried or self._has_news(at), LOOKING)
                except Lost as error:
                    raise Forfeit(str(error)) from None
                if len(link.move_texts) > at:
                    return game.parse(link.move_texts[at])
                if ending := link.view.ending:
                    raise Forfeit(ending.reason)
                self._see_what_is_asked(at, bool(hurried))

    def _has_news(self, at: int) -> bool:
        link = self._link
        return len(link.move_texts) != at or bool(link.view.ending) or link.has_new_offers

    def _see_what_is_asked(self, at: int, hurried: bool) -> None:
        link = self._link
        if len(link.move_texts) < at or link.has_new_offers:
            raise AnswerNeeded
        gone = link.away_seconds(self._player)
        if gone is not None and gone > wire.GRACE and self._missed != at:
            self._missed = at
            raise AnswerNeeded(f"{self.name} has been away for a while; claim ends the game, wait goes on waiting")
        if hurried:
            raise AnswerNeeded(f"it is the turn of {self.name}; wait goes on waiting, quit gives up")
