"""A review of a game: what each move gave away, and which moves were better."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..engine.search.cancel import CancelToken
from .analysis import Limit, Line, as_line, checked_limits, make_searcher
from .game import Game
from .move import Move

ALTERNATIVES = 2  # better moves that are listed for a move that gave something away


class Judged(NamedTuple):
    """One move judged by a search. Scores are for the player who made it."""

    number: int
    player: str
    move: Move
    score: int  # of the position after it
    loss: int  # the best move's score less this one's
    mark: str  # `?` a mistake, `??` a blunder, else empty
    better: tuple[Line, ...]  # the best moves, if another one was played
    view: int  # the score for the first player, for a graph


def review(game: Game, *, since: int = 0, cancel: CancelToken | None = None, **how: Any) -> Iterator[Judged]:
    """Judge move after move, after the first `since` of them.

    The limits (seconds, depth or nodes) are for each search, which `cancel` ends.
    """
    again = game.beginning()
    limit = Limit(how.get("seconds"), how.get("nodes"), how.get("depth"))
    given = {**checked_limits(again, limit), "cancel": cancel} if game.moves else {}
    searcher = make_searcher(again, how.get("threads", 1)) if game.moves else None
    for number, move in enumerate(game.moves, 1):
        if number <= since:
            again.push(move)
            continue
        assert searcher
        me, player = again.kind.rules.turn(again.constants, again.row), again.turn
        best = searcher.search(again.row, **given)
        better = [as_line(again, best)]
        before = again.copy()
        again.push(move)
        score = best.score
        if move.number != best.move:
            score = min(_score_after(searcher, again, me, given), best.score)
            banned = [best.move]
            while len(better) < min(ALTERNATIVES, len(before.legal_moves)):
                result = searcher.search(before.row, banned=banned, **given)
                better.append(as_line(before, result))
                banned.append(result.move)
        loss = best.score - score
        mark = "??" if loss >= searcher.BLUNDER else "?" if loss >= searcher.MISTAKE else ""
        better.sort(key=lambda line: -line.score)
        shown = tuple(better) if move.number != best.move else ()
        yield Judged(number, player, move, score, loss, mark, shown, score if me == 0 else searcher.mirrored(score))


def _score_after(searcher: Any, game: Game, me: int, given: dict[str, Any]) -> int:
    """What the position is worth to the player who has just moved to it."""
    row, rules = game.row, game.kind.rules
    if game.outcome():
        return int(searcher.final_score(row, me))
    score = int(searcher.search(row, **given).score)
    return score if rules.turn(game.constants, row) == me else int(searcher.mirrored(score))
