"""A promise of `key`: positions with one key have one future, also where only the end of a game tells them apart."""

from collections.abc import Iterator
from typing import Any

from ...contract.row import Row
from ...contract.shape import Flaw
from .subject import Sample, Subject

LAST = 4  # plies before the end of a random game that are compared with all positions of the same key
ALIKE = 8  # positions of one key that are kept

Positions = dict[tuple[Any, int], list[Row]]


def futures(subject: Subject) -> Iterator[Flaw]:
    """Positions with one key have one future: no counter decides that the key leaves out."""
    games = [each for each in subject.samples if subject.kind.rules.outcome(each.game, each.row)]
    known: Positions = {}
    for sample in games:
        for row in _rows(subject, sample):
            found = known.setdefault((sample.game, subject.kind.rules.key(sample.game, row)), [])
            if len(found) < ALIKE and row not in found:
                found.append(row)
    for sample in games:
        for row in _rows(subject, sample)[-LAST - 1 : -1]:
            for other in known[sample.game, subject.kind.rules.key(sample.game, row)]:
                if text := _difference(subject, sample.game, row, other):
                    yield subject.rules("key", text)
                    return


def _rows(subject: Subject, sample: Sample) -> list[Row]:
    """All positions of a random game."""
    row = subject.kind.start(sample.game, sample.options)
    rows = [row[:]]
    for move in sample.moves:
        subject.kind.rules.play(sample.game, row, move)
        rows.append(row[:])
    return rows


def _difference(subject: Subject, game: Any, one: Row, other: Row) -> str:
    """How a move ends one of two positions and not the other, or ends them in different ways; empty if none does."""
    kind = subject.kind
    for move in kind.legal_moves(game, one):
        if kind.is_legal(game, other, move):
            ends = [_end(subject, game, row[:], move) for row in (one, other)]
            if ends[0] != ends[1]:
                texts = " and ".join(repr(kind.write_position(game, row)[:200]) for row in (one, other))
                told = " and in the other ".join(_told(subject, reason) for reason, *_ in ends)
                return (
                    f"two positions have one key, and after {kind.write(game, one, move)} in one of them {told}; mix "
                    f"in the counter that decides: {texts}"
                )
    return ""


def _told(subject: Subject, reason: int) -> str:
    return repr(subject.kind.board.REASONS[reason]) if reason else "the game goes on"


def _end(subject: Subject, game: Any, row: Row, move: int) -> tuple[int, ...]:
    """The outcome after a move, and the shares of a game that is over."""
    rules = subject.kind.rules
    rules.play(game, row, move)
    reason = rules.outcome(game, row)
    return (reason, *(rules.share(game, row, player) for player in range(rules.players(game)) if reason))
