"""An opponent whose moves come from a server."""

from ..engine.search.cancel import CancelToken
from ..play.game import Game
from ..play.move import Move
from ..play.opponents.opponent import AnswerNeeded, Forfeit, Opponent
from .errors import Lost
from .match_view import GRACE, MatchView

POLL = 1.0  # seconds between two checks whether the player is still connected


class RemotePlayer(Opponent):
    """Plays the moves that another client makes on the server."""

    def __init__(self, match: MatchView, player: int) -> None:
        self._match, self._player = match, player
        self._reported_at = -1  # the number of moves at which the user was asked about this player's absence

    @property
    def name(self) -> str:  # type: ignore[override]
        return self._match.title(self._player)

    def choose(self, game: Game, cancel: CancelToken | None = None) -> Move:
        """Wait for the next move.

        Forfeit, if the game has ended otherwise. AnswerNeeded, if there is a new offer, a move was taken back, this
        player has been away for long, or the wait was cancelled.
        """
        match, at, cancelled = self._match, len(game.moves), list[bool]()

        def on_cancel() -> None:
            cancelled.append(True)
            match.wake()

        with (cancel or CancelToken()).on_cancel(on_cancel):
            while True:
                try:
                    match.wait(lambda: cancelled or self._has_news(at), POLL)
                except Lost as error:
                    raise Forfeit(str(error)) from None
                if len(match.move_texts) > at:
                    return game.parse(match.move_texts[at])
                if ending := match.view.ending:
                    raise Forfeit(ending.reason)
                self._check_answer_needed(at, bool(cancelled))

    def _has_news(self, at: int) -> bool:
        match = self._match
        return len(match.move_texts) != at or bool(match.view.ending) or match.has_new_offers

    def _check_answer_needed(self, at: int, cancelled: bool) -> None:
        match = self._match
        if len(match.move_texts) < at or match.has_new_offers:
            raise AnswerNeeded
        away = match.away_seconds(self._player)
        if away is not None and away > GRACE and self._reported_at != at:
            self._reported_at = at
            raise AnswerNeeded(f"{self.name} has been away for a while; claim ends the game, wait goes on waiting")
        if cancelled:
            raise AnswerNeeded(f"it is the turn of {self.name}; wait goes on waiting, quit gives up")
