"""Stores as tests need them: changed by hand, left by an earlier house, used by another process."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from ludarium.contract.errors import LudariumError
from ludarium.store import location
from ludarium.store.blocking import BlockingStore
from ludarium.store.database import migration
from ludarium.store.database.tables import LATEST_REVISION
from ludarium.store.errors import StoreError
from ludarium.store.models import SavedGame, Score
from ludarium.store.people.accounts import People
from ludarium.store.people.models import Credential

from .postgres import run_sql

BOARD = "abatis classic 5-8 step 5"

KEEPER = """
import sys
from ludarium.store.models import SavedGame
from ludarium.store.blocking import BlockingStore
with BlockingStore() as store:
    saved = store.saved_games()[0] if store.saved_games() else SavedGame.begin("ataxx", "0 ")
    number = int(saved.record.split()[0])
    while True:
        number += 1
        store.save_game(saved.after(f"{number} " + "x" * (number % 50 * 100)))
        print(number, flush=True)
"""


def refused(url: str | None = None) -> str:
    """The sentence with which a store is not opened."""
    with pytest.raises(StoreError) as caught, BlockingStore(url):
        pass
    assert isinstance(caught.value, LudariumError)
    return one_sentence(caught.value)


def one_sentence(error: StoreError) -> str:
    text = str(error)
    assert "\n" not in text and len(text) < 400 and "sqlalche" not in text
    return text


def by_hand(*statements: str) -> list[tuple[Any, ...]]:
    """Change the database as another program does; returns the rows of the last statement."""
    if url := location.configured_url():
        return run_sql(url, *statements)
    with closing(sqlite3.connect(location.database_file())) as connection, connection:
        return [connection.execute(statement).fetchall() for statement in statements][-1]


FIRST = """
CREATE TABLE games (
    id TEXT NOT NULL, game TEXT NOT NULL, record TEXT NOT NULL, seats TEXT NOT NULL, title TEXT,
    finished BOOLEAN NOT NULL, created {time} NOT NULL, changed {time} NOT NULL, PRIMARY KEY (id));
CREATE INDEX games_by_change ON games (changed);
CREATE TABLE scores (
    id {serial} NOT NULL, board TEXT NOT NULL, name TEXT NOT NULL, points BIGINT NOT NULL, extra TEXT NOT NULL,
    record TEXT, entered {time} NOT NULL, PRIMARY KEY (id));
CREATE INDEX scores_by_board ON scores (board, points);
CREATE TABLE preferences (name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name));
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, PRIMARY KEY (version_num));
INSERT INTO alembic_version VALUES ('0001');
INSERT INTO games VALUES
    ('6d', 'ataxx', 'moves: 1', 'human', NULL, false, '2026-05-01 12:30:00.000000', '2026-05-02 12:30:00.500000');
INSERT INTO scores (board, name, points, extra, record, entered)
    VALUES ('abatis', 'ann', 40, '{{"level": 3}}', NULL, '2026-05-01 12:30:00.000000');
INSERT INTO preferences VALUES ('speed', '5')
"""

LATER = """
import sqlalchemy as sa
from alembic import op
revision, down_revision = "9999", "{newest}"


def upgrade() -> None:
    op.add_column("games", sa.Column("stars", sa.Integer, server_default="3"))
"""


def make_first(kept_in: str) -> None:
    """Make a database as the first house left it."""
    location.data_folder().mkdir(parents=True, exist_ok=True)
    kinds = {"sqlite": ("DATETIME", "INTEGER"), "postgresql": ("TIMESTAMP WITHOUT TIME ZONE", "BIGSERIAL")}
    time, serial = kinds[kept_in]
    by_hand(*FIRST.format(time=time, serial=serial).split(";"))


def check_first(store: BlockingStore) -> None:
    """All that was in it is there, and can be gone on with."""
    changed = datetime(2026, 5, 2, 12, 30, 0, 500_000, UTC)
    begun = datetime(2026, 5, 1, 12, 30, tzinfo=UTC)
    saved = SavedGame("6d", "ataxx", "moves: 1", ("human",), None, False, begun, changed)
    assert store.saved_games() == [saved] and store.save_game(saved.after("moves: 2")).record == "moves: 2"
    assert store.scores("abatis") == [Score("ann", 40, {"level": 3}, None, begun)]
    assert store.add_score("abatis", Score("bob", 40)) == 2 and store.preferences() == {"speed": 5}


def later_house(folder: Path) -> None:
    shutil.copytree(migration.SCRIPTS, folder)
    (folder / "versions" / "v9999_later.py").write_text(LATER.format(newest=LATEST_REVISION))


async def kept(statement: str) -> list[tuple[Any, ...]]:
    """What stands in the database, for another program that looks at it."""
    return await asyncio.to_thread(by_hand, statement)


async def is_known(known: People, welcome: Credential) -> bool:
    return await known.authenticate(welcome.secret) is not None
