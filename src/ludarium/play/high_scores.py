"""High scores as all faces see them: which table a game belongs to, and what a row of it tells."""

from typing import NamedTuple

from .game import Game


class Points(NamedTuple):
    """What a game is worth in its table."""

    points: int
    extra: dict[str, int]  # a level, a number of moves: whatever else the table shows
    record: str


def has_table(game: Game) -> bool:
    """Whether a game is played for points, and its scenarios have tables."""
    return game.kind.has_scores


def barred(game: Game) -> str:
    """Why the points of a game cannot be entered, or nothing."""
    if game.origin is not None:
        return "this game did not begin at its beginning, and its score cannot be entered"
    if game.helped:
        return "the computer has helped in this game, and its score cannot be entered"
    return ""


def table_of(game: Game) -> str:
    """The name of a game's table, such as `abatis type=0 least=5 most=8 step=5`: the same for the same constants."""
    return " ".join([game.kind.id, *(f"{name}={value}" for name, value in game.constants._asdict().items())])


def points_of(game: Game) -> Points:
    """A game as a row of its table, but for the name."""
    points = game.kind.rules.score(game.constants, game.row, 0)
    extra = {label: int(value) for label, value in game.scene().panels if value.isdecimal() and label != "score"}
    return Points(points, {**extra, "moves": len(game.moves)}, game.record())
