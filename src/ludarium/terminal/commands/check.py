"""`ludarium admin check`: what is wrong with a database, in sentences."""

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...contract.errors import LudariumError
from ...play.match.match import Match
from ...play.match.state import Terms, read_stored
from ...play.record import parse
from ...store.models import SavedGame, StoredEvent
from ...store.salvage import Findings, Saved, examine
from ...store.store import Store

MOST_NAMED = 10  # problems of one sort that are named


class Line(NamedTuple):
    """A sentence, and whether it is good news."""

    text: str
    is_good: bool = True


def check(url: str | None, save: Path | None, replay: bool) -> Iterator[Line]:
    """Check a database, and save what can be read to a file if one is given."""
    found = asyncio.run(examine(url, save))
    yield from _describe(found)
    if found.saved and save:
        yield from _describe_saved(found.saved, save)
    elif not found.is_sound:
        yield Line("What can be read is saved by `ludarium admin check --save FILE`. A backup may hold more.", False)
    if replay and not found.is_damaged:
        yield from _replay_all(url, found.games)


def _describe(found: Findings) -> Iterator[Line]:
    held = ", ".join(f"{count} in {table}" for table, count in found.counts.items())
    state = "damaged" if found.is_damaged else "not damaged"
    yield Line(f"{found.name} is {state}. Rows that can be read: {held}.", not found.is_damaged)
    for word in found.damage[:MOST_NAMED]:
        yield Line(f"The database says: {' '.join(word.split())}.", False)
    for table, count in found.unreadable.items():
        yield Line(f"The table {table} has parts that cannot be read, about {count} rows.", False)
    for table in found.missing:
        yield Line(f"The table {table} is lost.", False)
    for table, count in found.loose.items():
        yield Line(f"In {table}, rows belong to a game or a person that does not exist: {count}.", False)
    yield from _named("Some events are missing in the game", found.gaps)


def _named(what: str, ids: Sequence[str]) -> Iterator[Line]:
    for id in ids[:MOST_NAMED]:
        yield Line(f"{what} {id}.", False)
    if len(ids) > MOST_NAMED:
        yield Line(f"So it is with {len(ids) - MOST_NAMED} more games.", False)


def _describe_saved(saved: Saved, file: Path) -> Iterator[Line]:
    yield Line(f"{saved.rows} rows are in {file}; `ludarium admin restore {file}` brings them into a new database.")
    if saved.shortened:
        yield Line(f"Games that lack their last events there, and can be continued from before: {saved.shortened}.")
    if saved.dropped:
        yield Line(f"Rows that were left out, since what they belong to is lost: {saved.dropped}.")


def _replay_all(url: str | None, ids: Sequence[str]) -> Iterator[Line]:
    """Replay every game, as a server does when a player opens it."""

    async def replay() -> list[str]:
        async with Store.open(url) as store:
            problems = []
            for id in ids:
                game = await store.saved_game(id)
                if problem := _problem(game, await store.events(id, game.base)):
                    problems.append(f"{id} ({game.game}): {problem}")
            return problems

    problems = asyncio.run(replay())
    yield from _named("This game cannot be opened:", problems)
    if not problems:
        yield Line(f"Games that were replayed, each without an error: {len(ids)}.")


def _problem(game: SavedGame, events: Sequence[StoredEvent]) -> str:
    """Why a game cannot be replayed; nothing if it can."""
    try:
        begun = parse(game.record)
        seats, state = read_stored(game.seats, game.notes, begun.kind.rules.players(begun.constants))
        log = [(event.body, event.at) for event in events]
        Match.replay(game.record, seats, state, Terms.read(game.terms), log).close()
    except LudariumError as error:
        return str(error)
    return ""
