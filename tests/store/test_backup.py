"""Backups: writing a database to a file, and restoring it into the same kind of database or the other."""

import asyncio
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludarium.store import backup
from ludarium.store.backup import back_up, restore
from ludarium.store.blocking import BlockingStore
from ludarium.store.database.tables import LATEST_REVISION
from ludarium.store.errors import StoreError
from ludarium.store.models import SavedGame, Score

from ..support.goldens import SAMPLE
from ..support.postgres import Cluster
from ..support.stores import BOARD, by_hand, check_first, later_house, make_first, one_sentence


def fill(store: BlockingStore) -> None:
    """Fill every table, with more games than a batch has."""
    store.save_game(SavedGame.begin("ataxx", SAMPLE, ("human", "level 3"), "with a title"))
    store.save_game(
        store.save_game(SavedGame.begin("gamma", "\0 \ufdd0 \N{BEETLE}\n")).after("\0 \N{BEETLE}\r\n", finished=True)
    )
    for i in range(4):
        store.save_game(SavedGame.begin("ataxx", f"{i}\n"))
    for i in range(10):
        store.add_score(BOARD, Score(f"n{i}", i // 4, {"level": i}, SAMPLE if i % 2 else None))
    store.set_preference("speed", 5)
    store.set_preference("theme", {"page": None})


def contents(url: str | None) -> tuple[Any, ...]:
    with BlockingStore(url) as store:
        return store.saved_games(), store.scores(BOARD), store.preferences()


def write(file: Path, url: str | None = None) -> int:
    return asyncio.run(back_up(file, url))


def read(file: Path, url: str | None = None) -> int:
    return asyncio.run(restore(file, url))


def refused(file: Path, url: str | None = None) -> str:
    """The message of a restore that fails."""
    with pytest.raises(StoreError) as caught:
        read(file, url)
    return one_sentence(caught.value)


@pytest.fixture
def full(tmp_path: Path) -> Path:
    """The backup of a full store."""
    url, file = f"sqlite:///{tmp_path}/full.db", tmp_path / "full.backup"
    with BlockingStore(url) as store:
        fill(store)
    write(file, url)
    return file


@pytest.mark.parametrize("other", ["sqlite", "postgresql"])
def test_a_round_trip(
    kept_in: str, other: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "BATCH", 3)
    with BlockingStore() as store:
        fill(store)
    first, second = tmp_path / "first", tmp_path / "second"
    if other == "postgresql":
        there: Cluster = request.getfixturevalue("cluster")
        url = there.new_schema()
    else:
        url = f"sqlite:///{tmp_path}/other.db"
    assert write(first) == read(first, url) == write(second, url) == 16
    assert first.read_bytes() == second.read_bytes() and contents(None) == contents(url)
    with BlockingStore(url) as store:  # numbering continues
        assert store.add_score(BOARD, Score("late", 1)) == 7 and store.scores(BOARD)[6].name == "late"
    assert sorted(file.name for file in tmp_path.iterdir() if file.suffix != ".db") == ["first", "second"]


def test_a_store_that_was_opened_and_not_used_is_empty(kept_in: str, full: Path) -> None:
    with BlockingStore():
        pass
    assert read(full) == 16
    with BlockingStore() as store:
        assert store.preferences() == {"speed": 5, "theme": {"page": None}}


def test_nothing_is_mixed_with_what_is_there(kept_in: str, full: Path) -> None:
    with BlockingStore() as store:
        store.set_preference("speed", 7)
    told = refused(full)
    assert told.endswith(" is not empty; restore into a new database")
    assert contents(None) == ([], [], {"speed": 7})


def test_an_empty_store(kept_in: str, tmp_path: Path) -> None:
    file = tmp_path / "empty"
    assert write(file) == 0 and len(file.read_text().splitlines()) == 2
    assert read(file) == 0 and contents(None) == ([], [], {})


def test_a_backup_of_the_first_revision(kept_in: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later version creates the tables of the backup's revision, fills them, and upgrades them."""
    file = tmp_path / "first"
    make_first(kept_in)
    write(file)
    by_hand("DELETE FROM games", "DELETE FROM scores", "DELETE FROM preferences")
    later_house(tmp_path / "migrations")
    monkeypatch.setattr("ludarium.store.database.migration.SCRIPTS", tmp_path / "migrations")
    monkeypatch.setattr("ludarium.store.database.database.LATEST_REVISION", "9999")
    assert read(file) == 3
    assert by_hand("SELECT record, stars FROM games") == [("moves: 1", 3)]
    assert by_hand("SELECT version_num FROM alembic_version") == [("9999",)]


def test_first_contents_go_round(kept_in: str, tmp_path: Path) -> None:
    make_first(kept_in)
    assert write(tmp_path / "file") == 3
    by_hand("DELETE FROM games", "DELETE FROM scores", "DELETE FROM preferences")
    assert read(tmp_path / "file") == 3
    with BlockingStore() as store:
        check_first(store)


# Bad files


def signed(*rows: dict[str, Any], **header: Any) -> bytes:
    """A backup of any rows, with a correct checksum."""
    first = {"ludarium": "backup", "version": 1, "revision": LATEST_REVISION} | header
    data = b"".join(json.dumps(line).encode() + b"\n" for line in (first, *rows))
    return data + json.dumps({"rows": len(rows), "sha256": hashlib.sha256(data).hexdigest()}).encode() + b"\n"


def swap(data: bytes) -> bytes:
    lines = data.splitlines(keepends=True)
    return b"".join([lines[0], lines[2], lines[1], *lines[3:]])


PREFERRED = {"preferences": {"name": "speed", "value": "5"}}
SCORE = {"id": 1, "board": "a", "name": "ann", "points": 1, "extra": "{}", "record": None, "entered": "2026-05-01"}
BAD: list[tuple[Callable[[bytes], bytes], str]] = [
    (lambda data: b"", "is not a backup of Ludarium"),
    (lambda data: b"\x7fELF\0\0" * 1000, "is not a backup of Ludarium"),
    (lambda data: b'{"games": []}\n', "is not a backup of Ludarium"),
    (lambda data: b"[" * 500, "is not a backup of Ludarium"),
    (lambda data: data[1:], "is not a backup of Ludarium"),
    (lambda data: signed(version=2), "is from a newer Ludarium; install that version"),
    (lambda data: signed(revision="9999"), "the data is from a newer Ludarium (revision '9999')"),
    (lambda data: data[: len(data) // 2], "is damaged or incomplete"),
    (lambda data: b"".join(data.splitlines(keepends=True)[:-1]), "is damaged or incomplete (line 17)"),
    (lambda data: data.replace(b"level 3", b"level 4"), "is damaged or incomplete"),
    (lambda data: data.replace(b"true", b"tru\xff"), "is damaged or incomplete"),
    (swap, "is damaged or incomplete"),
    (lambda data: data + b"\n", "is damaged or incomplete"),
    (lambda data: data + data, "is damaged or incomplete"),
    (lambda data: signed({"cats": {"name": "Tom"}}), "has a table 'cats', which Ludarium does not have"),
    (lambda data: signed(PREFERRED, {"preferences": {"name": "a"}}), "columns are not those of preferences"),
    (lambda data: signed(PREFERRED, {"preferences": {"name": "a", "value": 5}}), "has 5 in the column value of pref"),
    (lambda data: signed(PREFERRED, PREFERRED), "rejects this: "),
    (lambda data: signed({"preferences": {"name": "a", "value": None}}), "rejects this: "),
    (lambda data: signed({"scores": SCORE | {"entered": "yesterday"}}), "rejects this: "),
    (lambda data: signed({"scores": SCORE | {"points": 10**30}}), "rejects this: "),
]


def test_a_bad_file_changes_nothing(kept_in: str, full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludarium.store.database.database.ATTEMPTS", 1)
    with BlockingStore():
        pass
    good = full.read_bytes()
    for spoil, sentence in BAD:
        full.write_bytes(spoil(good))
        assert sentence in refused(full)
    assert contents(None) == ([], [], {})
    full.write_bytes(good)
    assert read(full) == 16


def test_a_bad_file_makes_no_database(full: Path, tmp_path: Path) -> None:
    full.write_bytes(full.read_bytes()[:-10])
    refused(full, f"sqlite:///{tmp_path}/new/new.db")
    assert not (tmp_path / "new").exists()


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    told = refused(tmp_path / "none")
    assert told == f"the backup '{tmp_path / 'none'}' cannot be read: No such file or directory"


# Files that cannot be written


def test_a_folder_that_is_not_there(kept_in: str, tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        write(tmp_path / "none" / "file")
    assert one_sentence(caught.value).endswith("cannot be written: No such file or directory")


def test_an_older_backup_outlives_one_that_fails(kept_in: str, full: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    good, beside = full.read_bytes(), sorted(full.parent.iterdir())

    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(StoreError) as caught:
        write(full)
    assert one_sentence(caught.value) == f"the backup '{full}' cannot be written: No space left on device"
    assert full.read_bytes() == good and sorted(full.parent.iterdir()) == beside
