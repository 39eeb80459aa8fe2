"""The game of a kind that was left before it was over. The store is imported late: SQLAlchemy is slow to import."""

from collections.abc import Sequence

from ..contract.errors import LudariumError
from ..play.match.match import Match
from ..play.match.state import Terms, read_stored
from ..play.opponents.opponent import HUMAN, VACANT
from ..play.record import parse
from ..store import location
from ..store.models import SavedGame, StoredEvent


def may_exist() -> bool:
    """Whether there can be a kept game, as far as that is known without opening the store."""
    return bool(location.configured_url()) or location.database_file().exists()


def last_kept(kind: str) -> tuple[SavedGame, Match] | None:
    """The unfinished local game of a kind that was played last; None if there is none that can be read."""
    from ..store.blocking import BlockingStore

    if not may_exist():
        return None
    try:
        with BlockingStore() as store:
            for saved in store.local_games(kind, finished=False):
                return saved, restore(saved, store.events(saved.id, saved.base))
    except LudariumError:
        pass
    return None


def restore(saved: SavedGame, entries: Sequence[StoredEvent]) -> Match:
    """The match of a saved game, with the events that the page has stored since its record."""
    game, texts = parse(saved.record), saved.seats
    if entries:
        seats, state = read_stored(texts, saved.notes, game.kind.rules.players(game.constants))
        log = [(entry.body, entry.at) for entry in entries]
        replayed = Match.replay(saved.record, seats, state, Terms.read(saved.terms), log)
        game, texts = replayed.game, replayed.seats.texts
    # No remote player can reach a match in a terminal, so a vacant seat is a person's
    terms = Terms(daily=Terms.read(saved.terms).daily)
    return Match(game, [HUMAN.name if text == VACANT.name else text for text in texts], terms=terms)
