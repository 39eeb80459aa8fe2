"""Migrations: from every earlier revision to the latest, all or nothing, and once."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, inspect, text

from ludarium.store import location
from ludarium.store.blocking import BlockingStore
from ludarium.store.database import migration
from ludarium.store.database.database import Database, revision
from ludarium.store.database.tables import LATEST_REVISION, metadata

from ..support.stores import by_hand, check_first, later_house, make_first, refused

pytestmark = pytest.mark.usefixtures("kept_in")


def with_database(work: Any) -> Any:
    """Run a function in an exclusive transaction."""

    async def do() -> Any:
        async with Database.connect(None) as database:
            return await database.transact(work, "exclusive")

    return asyncio.run(do())


def tables(connection: Connection) -> dict[str, Any]:
    """All that the database knows about its tables, with columns in any order: a revision adds them at the end."""
    look = inspect(connection)
    return {
        name: (
            sorted(repr(column) for column in look.get_columns(name)),
            look.get_pk_constraint(name)["constrained_columns"],
            sorted(map(repr, look.get_indexes(name))),
            sorted(map(repr, look.get_unique_constraints(name))),
            look.get_foreign_keys(name),
            look.get_check_constraints(name),
        )
        for name in look.get_table_names()
    }


def drop_all(connection: Connection) -> None:
    for name in inspect(connection).get_table_names():
        connection.execute(text(f"DROP TABLE {name}"))


def fresh_tables() -> Any:
    """The tables of a new database, which is made without the revisions."""
    with BlockingStore():
        pass
    return with_database(tables)


def test_accounts_of_the_second_revision_get_skeletons() -> None:
    with_database(lambda connection: migration.upgrade(connection, None, to="0002"))
    made = "'2026-05-01 12:30:00'"
    by_hand(
        f"INSERT INTO people (id, name, login, created, seen) VALUES ('1', 'Adal', 'adal', {made}, {made})",
        f"INSERT INTO people (id, name, login, created, seen) VALUES ('2', 'Ada1', 'ada1', {made}, {made})",
        f"INSERT INTO people (id, name, created, seen) VALUES ('3', 'AdaI', {made}, {made})",
    )
    with_database(lambda connection: migration.upgrade(connection, "0002"))
    rows = by_hand("SELECT id, skeleton, guesses FROM people ORDER BY id")
    assert rows == [("1", "ada1", 0), ("2", "ada1", 0), ("3", None, 0)]


def test_the_revisions_lead_to_the_tables() -> None:
    from alembic.script import ScriptDirectory

    assert ScriptDirectory.from_config(migration.config()).get_heads() == [LATEST_REVISION]
    with_database(lambda connection: migration.upgrade(connection, None))
    upgraded = with_database(tables)
    assert with_database(revision) == LATEST_REVISION and {*metadata.tables, "alembic_version"} == {*upgraded}
    with_database(drop_all)
    assert fresh_tables() == upgraded and with_database(revision) == LATEST_REVISION


def test_data_of_the_first_revision_survives(kept_in: str) -> None:
    make_first(kept_in)
    with BlockingStore() as store:
        check_first(store)
    upgraded = with_database(tables)
    assert with_database(revision) == LATEST_REVISION
    with_database(drop_all)
    assert fresh_tables() == upgraded


def test_a_revision_more(kept_in: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later revision changes the tables and keeps the rows."""
    later_house(tmp_path / "migrations")
    monkeypatch.setattr(migration, "SCRIPTS", tmp_path / "migrations")
    monkeypatch.setattr("ludarium.store.database.database.LATEST_REVISION", "9999")
    make_first(kept_in)
    with BlockingStore():
        pass
    assert by_hand("SELECT record, stars FROM games") == [("moves: 1", 3)] and with_database(revision) == "9999"


OPENER = """
import sys
from pathlib import Path
from ludarium.store.database import database, migration
from ludarium.store.blocking import BlockingStore
migration.SCRIPTS, database.LATEST_REVISION = Path(sys.argv[1]), "9999"
print("ready", flush=True)
sys.stdin.readline()
with BlockingStore() as store:
    print(store.preferences())
"""


def test_several_processes_upgrade_at_once(kept_in: str, tmp_path: Path) -> None:
    later_house(tmp_path / "migrations")
    make_first(kept_in)
    command = [sys.executable, "-c", OPENER, str(tmp_path / "migrations")]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    several = [subprocess.Popen(command, **pipes) for _ in range(2)]
    assert [process.stdout and process.stdout.readline() for process in several] == ["ready\n"] * 2
    for process in several:
        assert process.stdin
        process.stdin.write("\n")
        process.stdin.flush()
    assert [process.communicate() for process in several] == [("{'speed': 5}\n", "")] * 2
    assert by_hand("SELECT record, stars FROM games") == [("moves: 1", 3)] and with_database(revision) == "9999"


def test_a_database_of_a_newer_version_is_left_alone() -> None:
    with BlockingStore() as store:
        store.set_preference("speed", 5)
    by_hand("UPDATE alembic_version SET version_num = '9999'")
    assert refused().startswith("the data is from a newer Ludarium (revision '9999'); install that version, or ")
    assert by_hand("SELECT version_num FROM alembic_version") == [("9999",)]
    assert by_hand("SELECT * FROM preferences") == [("speed", "5")]


def test_making_the_tables_is_all_or_nothing() -> None:
    """The last table exists already: the upgrade fails and leaves none of the others behind."""
    location.data_folder().mkdir(parents=True, exist_ok=True)
    by_hand("CREATE TABLE preferences (mine INTEGER)")
    assert "preferences" in refused() and "already exists" in refused()
    for table in ("games", "scores", "alembic_version"):
        with pytest.raises(Exception, match=f'no such table: {table}|"{table}" does not exist'):
            by_hand(f"SELECT * FROM {table}")
