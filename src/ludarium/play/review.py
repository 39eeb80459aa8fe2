"""A finished or unfinished game looked at again: what each move gave away, and what would have been better."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .game import Game
from .move import Move
from .opponents.computer import Line, as_line, limits, make_searcher

ALTERNATIVES = 2  # other moves that are told where one gave something away


class Judged(NamedTuple):
    """One move of a game as the computer sees it. Scores are for the player who made it."""

    number: int
    player: str
    move: Move
    score: int  # of the position after it
    loss: int  # what the best move would have brought more
    mark: str  # `?` a mistake, `??` a blunder, else empty
    better: tuple[Line, ...]  # the best moves, where another one was played
    view: int  # the score for the first player, for a graph of the game


def review(game: Game, **how: Any) -> Iterator[Judged]:
    """Judge move after move; the limits (seconds, depth or nodes) are for each search."""
    again = Game(game.kind, game.origin, **game.options)
    given = limits(again, how.get("seconds"), how.get("depth"), how.get("nodes")) if game.moves else {}
    brain = make_searcher(again, how.get("threads", 1)) if game.moves else None
    for number, move in enumerate(game.moves, 1):
        assert brain
        me, player = again.kind.rules.turn(again.constants, again.row), again.turn
        best = brain.search(again.row, **given)
        better = [as_line(again, best)]
        before = again.copy()
        again.push(move)
        score = best.score
        if move.number != best.move:
            score = min(_score_after(brain, again, me, given), best.score)
            banned = [best.move]
            while len(better) < min(ALTERNATIVES, len(before.legal_moves)):
                thought = brain.search(before.row, banned=banned, **given)
                better.append(as_line(before, thought))
                banned.append(thought.move)
        loss = best.score - score
        mark = "??" if loss >= brain.BLUNDER else "?" if loss >= brain.MISTAKE else ""
        better.sort(key=lambda line: -line.score)
        shown = tuple(better) if move.number != best.move else ()
        yield Judged(number, player, move, score, loss, mark, shown, score if me == 0 else brain.mirrored(score))


def _score_after(brain: Any, game: Game, me: int, given: dict[str, Any]) -> int:
    """What the position is worth to the player who has just moved to it."""
    row, rules = game.row, game.kind.rules
    if game.outcome():
        return int(brain.final_score(row, me))
    score = int(brain.search(row, **given).score)
    return score if rules.turn(game.constants, row) == me else int(brain.mirrored(score))
