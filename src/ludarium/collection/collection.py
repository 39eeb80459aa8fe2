"""A collection: one DuckDB file with the tables `variants`, `games` and `moves`, sorted so that a position is found.

A file is written beside the old one and takes its place when it is whole, so that a server may read it meanwhile.
"""

import contextlib
import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple

import duckdb
import numpy as np

from ..contract.errors import LudariumError
from ..contract.quotation import quoted
from ..play.game import Game
from .replayed import Replayed, ReplayedGame, variant_of

TABLES = """
CREATE TABLE IF NOT EXISTS variants (id INTEGER PRIMARY KEY, game TEXT, options TEXT);
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY, origin TEXT UNIQUE, source TEXT, variant INTEGER, players TEXT[], worths FLOAT[],
    result TEXT, plies INTEGER, record TEXT
);
CREATE TABLE IF NOT EXISTS moves (
    variant INTEGER, key BIGINT, move BIGINT, mover SMALLINT, game INTEGER, ply INTEGER, worth FLOAT
);
"""
# Many values travel as one text of JSON: for each value of a list DuckDB looks for packages of Python anew
GAME = """[{"id": "INTEGER", "origin": "TEXT", "source": "TEXT", "variant": "INTEGER", "players": ["TEXT"],
    "worths": ["FLOAT"], "result": "TEXT", "plies": "INTEGER", "record": "TEXT"}]"""
ADD_GAMES = f"INSERT INTO games BY NAME SELECT unnest(from_json(?, '{GAME}'), recursive := true)"
KNOWN = """SELECT origin FROM games WHERE origin IN (SELECT unnest(from_json(?, '["TEXT"]')))"""
SORT = "CREATE OR REPLACE TABLE moves AS SELECT * FROM moves ORDER BY variant, key, move"
LOOK_UP = """
SELECT move, players[mover + 1] AS who, count(*), sum(worth), count(*) FILTER (worth = 1), count(*) FILTER (worth = 0),
    max(game)
FROM moves JOIN games ON games.id = moves.game
WHERE moves.variant = $variant AND key = $key
GROUP BY ALL
"""
MOST_PLAYERS = 5  # who are named for a move


class PlayedMove(NamedTuple):
    """A move that was played in a position, how it scored for those who made it, and who they were."""

    move: str
    games: int
    won: int
    lost: int
    points: float
    players: list[tuple[str, int]]  # with how often they played it, the most frequent first
    last: int  # the number of the last game

    @property
    def drawn(self) -> int:
        return self.games - self.won - self.lost

    @property
    def score(self) -> float:
        return self.points / self.games


class Collection:
    """An open collection. Errors of DuckDB become one sentence that names the file."""

    def __init__(self, file: Path, is_new: bool = False) -> None:
        self._file = file
        with self._told():
            self._base = duckdb.connect(str(file), read_only=not is_new)
            if is_new:
                self._base.execute(TABLES)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (duckdb.Error, OSError) as error:
            reason = str(error).partition("\n")[0]
            raise LudariumError(f"{quoted(str(self._file), 300)} cannot be used as a collection: {reason}") from None

    def __enter__(self) -> "Collection":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._base.close()

    # Writing

    def missing(self, origins: Iterable[str]) -> set[str]:
        """Those of these games that are not here yet."""
        wanted = [*origins]
        with self._told():
            here = self._base.execute(KNOWN, [json.dumps(wanted)]).fetchall()
        return {*wanted} - {origin for (origin,) in here}

    def add(self, replayed: Replayed) -> None:
        """Add games, none of which is here yet. `sort` has to follow before positions are looked up."""
        with self._told():
            first = self._next("games")
            numbers = {
                each: self._variant(*each)
                for each in dict.fromkeys((game.kind, game.variant) for game in replayed.games)
            }
            variants = [numbers[game.kind, game.variant] for game in replayed.games]
            rows = [
                _row(number, variant, game)
                for number, (variant, game) in enumerate(zip(variants, replayed.games, strict=True), first)
            ]
            if rows:
                self._base.execute(ADD_GAMES, [json.dumps(rows)])
                self._add_moves(replayed, first, np.array(variants, np.int32))

    def _add_moves(self, replayed: Replayed, first: int, variants: Any) -> None:
        games = np.frombuffer(replayed.game, np.int32)
        columns = {
            "variant": variants[games],
            "key": np.frombuffer(replayed.key, np.int64),
            "move": np.frombuffer(replayed.move, np.int64),
            "mover": np.frombuffer(replayed.mover, np.int16),
            "game": games + np.int32(first),
            "ply": np.frombuffer(replayed.ply, np.int32),
            "worth": np.frombuffer(replayed.worth, np.float32),
        }
        if len(games):
            self._base.register("columns", columns)
            self._base.execute("INSERT INTO moves SELECT * FROM columns")
            self._base.unregister("columns")

    def _next(self, table: str) -> int:
        found = self._base.execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()
        assert found
        return int(found[0])

    def _variant(self, kind: str, options: str) -> int:
        """The number of a variant, which is added if it is new."""
        if (known := self._known_variant(kind, options)) is not None:
            return known
        number = self._next("variants")
        self._base.execute("INSERT INTO variants VALUES (?, ?, ?)", [number, kind, options])
        return number

    def sort(self) -> None:
        """Sort the moves by their positions."""
        with self._told():
            self._base.execute(SORT)

    # Reading

    def count(self) -> tuple[int, int]:
        """How many games and moves there are."""
        with self._told():
            found = self._base.execute("SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM moves)").fetchone()
        assert found
        return int(found[0]), int(found[1])

    def _known_variant(self, kind: str, options: str) -> int | None:
        found = self._base.execute("SELECT id FROM variants WHERE game = ? AND options = ?", [kind, options]).fetchone()
        return int(found[0]) if found else None

    def look_up(self, game: Game) -> list[PlayedMove]:
        """The moves that were played in the position of a game, however it came about; the most frequent first."""
        kind = game.kind
        with self._told():
            variant = self._known_variant(kind.id, variant_of(game))
            key = kind.rules.key(game.constants, game.row)
            rows = self._base.cursor().execute(LOOK_UP, {"variant": variant, "key": key}).fetchall()
        by_move = dict[int, list[Any]]()
        for row in rows:
            by_move.setdefault(row[0], []).append(row)
        found = [_played(kind.write(game.constants, game.row, move), some) for move, some in by_move.items()]
        return sorted(found, key=lambda each: (-each.games, each.move))

    def record(self, number: int) -> str:
        """The record of a game by its number."""
        with self._told():
            found = self._base.cursor().execute("SELECT record FROM games WHERE id = ?", [number]).fetchone()
        if not found:
            raise LudariumError(f"there is no game {number} in {quoted(str(self._file), 300)}")
        return str(found[0])


def _row(number: int, variant: int, game: ReplayedGame) -> dict[str, Any]:
    """A row of the table of games."""
    given, _, _, worths, result, plies = game
    own = {"id": number, "variant": variant, "worths": worths, "result": result, "plies": plies}
    return own | given._asdict()


def _played(move: str, rows: list[Any]) -> PlayedMove:
    """The rows of all players who made a move."""
    _, names, *numbers, last = zip(*rows, strict=True)
    games, points, won, lost = map(sum, numbers)
    players = sorted(zip((name or "" for name in names), numbers[0], strict=True), key=lambda each: (-each[1], each[0]))
    return PlayedMove(move, games, won, lost, points, players[:MOST_PLAYERS], max(last))


@contextmanager
def extended(file: Path) -> Iterator[Collection]:
    """A collection to add games to: a copy, which takes the file's place if all goes well."""
    spare = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists():
            shutil.copyfile(file, spare)
        with Collection(spare, is_new=True) as collection:
            yield collection
            collection.sort()
        spare.replace(file)
    except OSError as error:
        raise LudariumError(f"cannot write {quoted(str(file), 300)}: {error.strerror}") from None
    finally:
        for rest in spare, spare.with_name(f"{spare.name}.wal"):
            with contextlib.suppress(OSError):
                rest.unlink(missing_ok=True)
