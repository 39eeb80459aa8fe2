"""A review of a game: what each move gave away, and which moves were better.

Every position is searched by itself, without what earlier searches have learned: the same limit of nodes or depth finds
the same again, wherever a review begins.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ...engine.search.cancel import CancelToken
from ...engine.search.patience import Patience
from ..game import Game
from ..move import Move
from ..position import move_in
from . import chances
from .analysis import Limit, Line, as_line, checked_limits, make_searcher

if TYPE_CHECKING:
    from ...engine.search.result import SearchResult

ALTERNATIVES = 2  # better moves that are listed for a move that gave something away
MEGABYTES = 4  # of the table, which is emptied before each search


class Judged(NamedTuple):
    """One move judged by searches. Scores and chances are the first player's, whichever side has moved."""

    number: int
    player: str
    move: Move
    score: int  # of the position after it
    chance: float  # to win, after it
    loss: float  # of the mover's chance to win; alone, of points on the scale of `chances.POINTS`
    accuracy: float  # from 0 to 100
    mark: str  # `?` a mistake, `??` a blunder, else empty
    better: tuple[Line, ...]  # the best moves, if another one was played


class _Judge:
    """Searches positions, each one with nothing learned."""

    def __init__(self, game: Game, limit: Limit, threads: int, cancel: CancelToken | None) -> None:
        self.searcher = make_searcher(game, threads, megabytes=MEGABYTES)
        self._given = {**checked_limits(game, limit), "cancel": cancel, "patience": Patience.UNTIL_READY}
        if limit.nodes:
            self._given["nodes"] = max(1, limit.nodes // self.searcher.PACE)
        # A search before that would be another one
        self.searcher.wait_until_ready(cancel or CancelToken())

    def search(self, game: Game, banned: Sequence[int] = ()) -> "SearchResult | None":
        """What a search finds; None if the game is over."""
        if game.outcome():
            return None
        self.searcher.forget()
        return self.searcher.search(game.row, banned=banned, **self._given)

    def score(self, game: Game, found: "SearchResult | None", player: int) -> int:
        """What a position that was searched is worth to a player."""
        if found is None:
            return self.searcher.final_score(game.row, player)
        turn = game.kind.rules.turn(game.constants, game.row)
        return found.score if turn == player else self.searcher.mirrored(found.score)

    def better(self, before: Game, best: "SearchResult", played: int) -> list[Line]:
        """The best moves of a position instead of the one that was played, the best one first."""
        found, banned = [as_line(before, best)], [best.move, played]
        while len(found) < min(ALTERNATIVES, len(before.legal_moves) - 1):
            result = self.search(before, banned)
            assert result
            found.append(as_line(before, result))
            banned.append(result.move)
        return sorted(found, key=lambda line: -line.score)


def review(game: Game, *, since: int = 0, cancel: CancelToken | None = None, **how: Any) -> Iterator[Judged]:
    """Judge move after move, after the first `since` of them.

    The limits (seconds, depth or nodes) are for each search, which `cancel` ends; slower searchers divide the nodes by
    their PACE.
    """
    if not game.moves:
        return
    limit = Limit(how.get("seconds"), how.get("nodes"), how.get("depth"))
    again = game.beginning()
    judge = _Judge(again, limit, how.get("threads", 1), cancel)
    for move in game.moves[:since]:
        again.push(move)
    best = judge.search(again)
    for number, move in enumerate(game.moves[since:], since + 1):
        assert best
        before = again.copy()
        again.push(move)
        after = judge.search(again)
        yield _judged(judge, number, move, before, again, best, after)
        best = after


def _judged(
    judge: _Judge, number: int, move: Move, before: Game, game: Game, best: "SearchResult", after: "SearchResult | None"
) -> Judged:
    """Compare the position after a move with the one after the best move, both searched alike."""
    searcher, me = judge.searcher, before.kind.rules.turn(before.constants, before.row)
    score, loss, better = judge.score(game, after, me), 0.0, list[Line]()
    if move.number != best.move:
        instead = before.copy()
        instead.push(move_in(game, best.move))
        highest = judge.score(instead, judge.search(instead), me)
        loss = max(0.0, chances.chance(searcher, highest) - chances.chance(searcher, score))
        better = judge.better(before, best._replace(score=chances.a_ply_before(highest)), move.number)
    of_first = chances.score_of_first(searcher, score, me)
    return Judged(
        number,
        before.turn,
        move,
        of_first,
        chances.chance(searcher, of_first),
        loss,
        chances.accuracy(loss),
        chances.mark(loss),
        tuple(chances.line_of_first(searcher, line, me) for line in better),
    )
