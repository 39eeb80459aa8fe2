"""What a finished match counts for: ratings, and a place in a table of high scores or of a day."""

import asyncio

from ...contract.errors import IllegalMove
from ...play.daily import NO_TRY, check_try, deal, read_day, verified
from ...play.high_scores import has_table, points_of, table_of
from ...play.match import presenter
from ...play.match.match import Match
from ...store.models import Score
from ..storage import DailyStorage, Storage


class Scoring:
    """Looks up and stores what one match counts for."""

    def __init__(self, store: Storage) -> None:
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
        if not has_table(game) or not match.is_over or match.terms.daily:
            self.place = None
        elif self.place is None and not match.barred:
            points = game.kind.rules.score(game.constants, game.row, 0)
            self.place = await self._store.score_rank(table_of(game), points) if points > 0 else None

    async def enter_daily(self, id: str, match: Match) -> int:
        """Enter a finished try into the table of its day; returns its place there."""
        return await enter_daily(self._store.daily, id, match)

    async def enter(self, match: Match, name: str) -> int | None:
        """Enter a finished game into its table; returns its place."""
        points, extra, text = points_of(match.game)
        return await self._store.add_score(table_of(match.game), Score(name, points, extra, text))


async def enter_daily(deals: DailyStorage, id: str, match: Match) -> int:
    """Enter a finished try into the table of its day, which stores it once; returns its place, or IllegalMove says why
    it has none."""
    if (done := await deals.try_in(id)) and done.place is not None:
        return done.place
    check_try(match, deals.today())
    day = read_day(match.terms.daily)
    seed = await deals.seed(match.game.kind.id, day)
    result = await asyncio.to_thread(lambda: verified(match.game, deal(match.game.kind, day, seed)))
    await deals.finish(id, result.points, result.extra)
    entered = await deals.try_in(id)
    if entered is None or entered.place is None:
        raise IllegalMove(NO_TRY)
    return entered.place
