"""High scores: the table that a game belongs to, and its row there."""

from typing import NamedTuple

from .game import Game

BROUGHT = "this game came with moves that were not made here, and its score cannot be entered"


class Points(NamedTuple):
    """A row of a high-score table without the name."""

    points: int
    extra: dict[str, int]  # what else the table shows: a level, a number of moves
    record: str


def has_table(game: Game) -> bool:
    """Whether a game is played for points."""
    return game.kind.has_scores


def barred(game: Game) -> str:
    """Why the score of a game cannot be entered; empty if it can."""
    if game.origin is not None:
        return "this game did not begin at its beginning, and its score cannot be entered"
    if game.helped:
        return "the computer has helped in this game, and its score cannot be entered"
    return ""


def table_of(game: Game) -> str:
    """The name of a game's table, made of its id and constants."""
    constants, later = (
        game.constants,
        {name: game.constants._field_defaults[name] for name in game.kind.later_constants},
    )
    shown = ((name, value) for name, value in constants._asdict().items() if later.get(name) != value)
    return " ".join([game.kind.id, *(f"{name}={value}" for name, value in shown)])


def points_of(game: Game) -> Points:
    """The row of a game in its table."""
    points = game.kind.rules.score(game.constants, game.row, 0)
    extra = {label: int(value) for label, value in game.scene().panels if value.isdecimal() and label != "score"}
    return Points(points, {**extra, "moves": len(game.moves)}, game.record())
