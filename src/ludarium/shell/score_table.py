"""High scores in line mode. SQLAlchemy is imported when somebody asks for them."""

from ..play.game import Game
from ..play.high_scores import points_of, table_of

LONGEST_NAME = 40


def shown(game: Game) -> str:
    """The table of a game's scenario."""
    from ..store.blocking import BlockingStore

    with BlockingStore() as store:
        rows = store.scores(table_of(game))
    lines = [f"{place}  {row.points:>6}  {row.name}" for place, row in enumerate(rows, 1)]
    return "\n".join(lines) or "Nobody has a score here yet."


def entered(game: Game, name: str) -> int | None:
    """Put a game into its table under a name; its place, or None if it does not make it."""
    from ..store.blocking import BlockingStore
    from ..store.models import Score

    with BlockingStore() as store:
        return store.add_score(table_of(game), Score(name[:LONGEST_NAME], *points_of(game)))
