"""All that a browser keeps of the house, as one file, for another browser."""

import json
from typing import Any

from ...contract.errors import LudariumError
from .daily import TRIES
from .database import Database
from .ratings import SOLVERS
from .store import GAMES, PREFERENCES, SCORES, KeptGame

TABLES = GAMES, SCORES, PREFERENCES, TRIES, SOLVERS
FORMAT = "ludarium backup 1"
NO_BACKUP = "this is no file with the games of a browser; one is saved in the preferences of this page"


async def write(database: Database) -> str:
    """The contents of all tables."""
    tables = {table: await database.rows(table) for table in TABLES}
    return json.dumps({"format": FORMAT, "tables": tables})


async def read(database: Database, text: str) -> int:
    """Add what a file holds; games that are here already stay as they are. Returns how many games are new."""
    tables = _checked(text)
    here, new = {key for key, _, _ in await database.rows(GAMES)}, 0
    for key, version, game in tables[GAMES]:
        if key not in here and await database.replace(GAMES, key, 0, game, version):
            new += 1
    for table in TABLES[1:]:
        for key, _, value in tables[table]:
            await database.put(table, key, value)
    return new


def _checked(text: str) -> dict[str, list[tuple[str, int, str]]]:
    """The tables of a file, or a LudariumError."""
    try:
        told: Any = json.loads(text)
        if told["format"] != FORMAT:
            raise LudariumError(NO_BACKUP)
        tables = {table: [(str(key), int(version), str(row)) for key, version, row in told["tables"][table]]
                  for table in TABLES}  # fmt: skip
        for table, rows in tables.items():
            for _, _, row in rows:
                KeptGame.read(row) if table == GAMES else json.loads(row)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise LudariumError(NO_BACKUP) from None
    return tables
