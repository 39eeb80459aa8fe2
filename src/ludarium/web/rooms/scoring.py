"""What a finished match counts for: ratings, and a place in the table of high scores."""

from ...play.high_scores import has_table, points_of, table_of
from ...play.match import presenter
from ...play.match.match import Match
from ...store.models import Score
from ...store.store import Store


class Scoring:
    """Looks up and stores what one match counts for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.place: int | None = None  # that the finished game would take in its high-score table

    async def rate(self, id: str, match: Match) -> None:
        """Count a finished rated match; the store counts it once."""
        counts = match.terms.rated and match.is_over and match.game.moves
        if counts and (places := presenter.ranks(match)):
            await self._store.people.rate(id, match.game.kind.id, places)

    async def look_up_place(self, match: Match) -> None:
        """Find the place that a finished game would take; without points it has none."""
        game = match.game
        if not has_table(game) or not match.is_over:
            self.place = None
        elif self.place is None and not match.barred:
            points = game.kind.rules.score(game.constants, game.row, 0)
            self.place = await self._store.score_rank(table_of(game), points) if points > 0 else None

    async def enter(self, match: Match, name: str) -> int | None:
        """Enter a finished game into its table; returns its place."""
        points, extra, text = points_of(match.game)
        return await self._store.add_score(table_of(match.game), Score(name, points, extra, text))
