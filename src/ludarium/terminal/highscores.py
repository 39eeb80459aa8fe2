"""High scores as all faces in a terminal see them: which table a game belongs to, and what a row of it tells."""

from ..play.game import Game
from ..store.kept import Score


def has_table(game: Game) -> bool:
    """Whether a game is played for points, and its scenarios have tables."""
    return hasattr(game.kind.board, "scenario")


def table_of(game: Game) -> str:
    """The name of a game's table, such as `abatis type=0 least=5 most=8 step=5`: the same for the same constants."""
    return " ".join([game.kind.id, *(f"{name}={value}" for name, value in game.constants._asdict().items())])


def score_of(game: Game, name: str) -> Score:
    """A game as a row of its table."""
    points = game.kind.rules.score(game.constants, game.row, 0)
    extra = {label: int(value) for label, value in game.scene().panels if value.isdecimal() and label != "score"}
    return Score(name, points, {**extra, "moves": len(game.moves)}, game.record())
