"""`ludarium collect`: games of servers, tournaments and files in one file that can be explored."""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ....contract.errors import BadOption, LudariumError
from ....contract.quotation import quoted
from ...progress import Progress
from ..lab.arguments import Processes, counted, crew_of, require, warn

if TYPE_CHECKING:
    from ....collection.replayed import GivenGame
    from ....store.blocking import BlockingStore
    from ....store.models import SavedGame

BATCH = 200  # games that a process replays at a time
SQLITE = "sqlite:///"
SUFFIX = ".csv"  # of records in folders
Database = Annotated[list[str], typer.Option(metavar="URL", help="A server's database; may be repeated.")]


def collect(
    file: Annotated[Path, typer.Argument(help="The collection, which is made or extended.")],
    sources: Annotated[
        list[Path] | None,
        typer.Argument(metavar="SOURCE...", help="Games of tournaments, records, folders of them."),
    ] = None,
    database: Database = [],  # noqa: B006 (typer copies it)
    private: Annotated[bool, typer.Option("--private", help="Take the private games of servers too.")] = False,
    processes: Processes = 0,
) -> None:
    """Collect games that are over into one columnar file. A game that is there already is not taken again."""
    require_duckdb()
    from ....collection.collection import extended
    from ....collection.replayed import Replayer, batches

    if not sources and not database:
        raise BadOption("name what to collect: files of games, folders of records, or --database URL")
    games = _all_games(sources or [], database, private)
    with extended(file) as collection:
        fresh = (_missing(batch, collection.missing(game.origin for game in batch)) for batch in batches(games, BATCH))
        with Progress("games") as progress:
            done = 0
            for batch, replayed in crew_of(processes, "").answers(
                Replayer().replay, (batch for batch in fresh if batch)
            ):
                collection.add(replayed)
                for problem in replayed.problems:
                    warn(problem)
                done += len(batch)
                progress.show(done, done)
        count, moves = collection.count()
    typer.echo(f"{counted(count)} games with {counted(moves)} moves are in {file}")


def require_duckdb() -> None:
    """LudariumError where DuckDB is not installed."""
    require("duckdb", "collections take DuckDB", "database")


def _missing(batch: "list[GivenGame]", missing: set[str]) -> "list[GivenGame]":
    """The games of a batch that are not collected yet, each once."""
    once = {game.origin: game for game in batch if game.origin in missing}
    return [*once.values()]


def _all_games(sources: Iterable[Path], databases: Iterable[str], private: bool) -> "Iterator[GivenGame]":
    for source in sources:
        try:
            yield from _games_of(source)
        except LudariumError as error:
            warn(str(error))
    for url in databases:
        yield from _games_of_server(url, private)


def _games_of(source: Path) -> "Iterator[GivenGame]":
    """The games of a tournament, of a record, or of all records of a folder."""
    from ....lab.whole_file import read_bytes

    if source.is_dir():
        for record in sorted(source.rglob(f"*{SUFFIX}")):
            yield _record(record, read_bytes(record))
        return
    content = read_bytes(source)
    if content.startswith(b"{"):
        yield from _games_of_tournament(source)
    else:
        yield _record(source, content)


def _record(file: Path, content: bytes) -> "GivenGame":
    from ....collection.replayed import GivenGame

    text = content.decode("utf-8-sig", "replace")
    return GivenGame(f"record {hashlib.sha256(content).hexdigest()[:32]}", file.name, (), text)


def _games_of_tournament(file: Path) -> "Iterator[GivenGame]":
    from ....collection.replayed import GivenGame
    from ....lab.tournament.journal import read_games

    heading, games = read_games(file, warn)
    mark = hashlib.sha256(heading.fingerprint.encode()).hexdigest()[:32]
    for game in games:
        yield GivenGame(f"tournament {mark} {game.number}", heading.tournament, game.players, game.record)


def _games_of_server(url: str, private: bool) -> "Iterator[GivenGame]":
    """The games of a server that are over: those that its lists show, and those that were played on its machine."""
    from ....store.blocking import BlockingStore

    if url.startswith(SQLITE) and not Path(url.removeprefix(SQLITE)).is_file():
        raise LudariumError(f"there is no database at {quoted(url, 300)}")  # opening it would make an empty one
    with BlockingStore(url) as store:
        for saved in store.saved_games(finished=True):
            if private or saved.listed or saved.owner is None:
                try:
                    yield _stored(store, saved)
                except LudariumError as error:
                    warn(f"game {saved.id} is left out: {error}")


def _stored(store: "BlockingStore", saved: "SavedGame") -> "GivenGame":
    from ....collection.replayed import GivenGame
    from ....play.match.match import Match
    from ....play.match.presenter import player_name
    from ....play.match.state import Terms, read_stored
    from ....play.record import parse

    begun = parse(saved.record)
    seats, state = read_stored(saved.seats, saved.notes, begun.kind.rules.players(begun.constants))
    log = [(event.body, event.at) for event in store.events(saved.id, saved.base)]
    match = Match.replay(saved.record, seats, state, Terms.read(saved.terms), log)
    try:
        names = tuple(player_name(match, number) for number in range(match.seats.players))
        return GivenGame(f"game {saved.id}", "server", names, match.game.record())
    finally:
        match.close()
