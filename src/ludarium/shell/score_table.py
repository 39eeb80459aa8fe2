"""High scores in line mode. The store is imported late: SQLAlchemy is slow to import."""

from ..play.game import Game
from ..play.high_scores import points_of, table_of

LONGEST_NAME = 40


def format_scores(game: Game) -> str:
    """The high scores of a game's scenario, as text."""
    from ..store.blocking import BlockingStore

    with BlockingStore() as store:
        rows = store.scores(table_of(game))
    lines = [f"{place}  {row.points:>6}  {row.name}" for place, row in enumerate(rows, 1)]
    return "\n".join(lines) or "There is no score here yet."


def enter_score(game: Game, name: str) -> int | None:
    """Enter the score of a game under a name; its place, or None if there are too few points."""
    from ..store.blocking import BlockingStore
    from ..store.models import Score

    with BlockingStore() as store:
        return store.add_score(table_of(game), Score(name[:LONGEST_NAME], *points_of(game)))
