"""Promises of what a game says to programs that learn, tried in many positions."""

from array import array
from collections.abc import Iterator

from ...contract.shape import Flaw
from .subject import Sample, Subject

PLAYERS = 8  # whose views are looked at


def actions(subject: Subject) -> Iterator[Flaw]:
    """Each legal move has a number of its own below `action_count`."""
    kind = subject.kind
    for sample in subject.open_samples if kind.numbers_moves else ():
        text = _flaw_of_numbers(subject, sample)
        if text:
            yield subject.rules("action" if kind.has_own("action") else "action_count", text)
            return


def _flaw_of_numbers(subject: Subject, sample: Sample) -> str:
    kind, taken = subject.kind, dict[int, int]()
    count = kind.action_count(sample.game)
    for move in kind.legal_moves(sample.game, sample.row):
        number = kind.action(sample.game, move)
        if type(number) is not int or not 0 <= number < count:
            return f"the move {move} has the number {number!r}, which is none from 0 to {count - 1}: see action_count"
        if number in taken:
            return f"the moves {taken[number]} and {move} of one position have the same number {number}"
        taken[number] = move
    return ""


def planes(subject: Subject) -> Iterator[Flaw]:
    """Planes have numbers of 8 bits, one for each place of the board, and are written without touching the position."""
    for sample in subject.samples if subject.kind.has_planes else ():
        text = _flaw_of_planes(subject, sample)
        if text:
            yield subject.rules("planes", text)
            return


def _flaw_of_planes(subject: Subject, sample: Sample) -> str:
    kind = subject.kind
    columns, rows = kind.board.shape(sample.game)
    size, before = kind.plane_count(sample.game) * columns * rows, sample.row[:]
    try:
        for player in range(min(kind.rules.players(sample.game), PLAYERS)):
            kind.planes(sample.game, sample.row, player, array("b", bytes(size)))
    except IndexError:
        return f"it writes beyond the {size} numbers that plane_count and the board's shape make"
    except OverflowError:
        return "it writes a number that is none from -128 to 127"
    return "it changes the position that it looks at" if sample.row != before else ""
