"""SQLite: where its file is, damaged files, locks, and full disks."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ludarium.store import location
from ludarium.store.blocking import BlockingStore
from ludarium.store.database import database, sqlite
from ludarium.store.errors import StoreError
from ludarium.store.models import SavedGame, Score
from ludarium.store.store import Store

from ..support.goldens import SAMPLE
from ..support.stores import BOARD, by_hand, one_sentence, refused


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that does not exist yet."""
    monkeypatch.setenv("LUDARIUM_HOME", str(tmp_path / "deep" / "home"))
    monkeypatch.delenv("LUDARIUM_DATABASE", raising=False)
    return tmp_path / "deep" / "home"


def test_values_spoilt_by_hand_do_no_harm() -> None:
    with BlockingStore() as store:
        store.set_preference("speed", 5)
        store.set_preference("theme", "dark")
        store.add_score(BOARD, Score("ann", 5, {"level": 2}))
        kept = store.save_game(SavedGame.begin("ataxx", "\n"))
    by_hand("UPDATE preferences SET value = '{5' WHERE name = 'speed'")
    by_hand("UPDATE scores SET extra = '[2'")
    with BlockingStore() as store:
        assert store.preference("speed", 3) == 3 and store.preferences() == {"theme": "dark"}
        assert [(row.name, row.extra) for row in store.scores(BOARD)] == [("ann", {})]
        by_hand("UPDATE games SET changed = 'yesterday'")
        with pytest.raises(StoreError) as caught:
            store.saved_game(kept.id)
        assert "yesterday" in one_sentence(caught.value)


def test_it_is_in_the_data_folder(home: Path) -> None:
    with BlockingStore() as store:
        store.set_preference("speed", 5)
    assert [*home.iterdir()] == [home / "ludarium.db"] == [location.database_file()]


def test_the_default_folder_is_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUDARIUM_HOME")
    assert location.data_folder().name == "ludarium"


def test_a_url_names_another_database(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "deeper" / "first.db", tmp_path / "second.db"
    monkeypatch.setenv("LUDARIUM_DATABASE", f"sqlite:///{first}")
    with BlockingStore() as store:
        store.set_preference("speed", 5)
    with BlockingStore(f"sqlite:///{second}") as store:
        assert store.preferences() == {}
    with BlockingStore("sqlite://") as store:
        store.set_preference("speed", 6)
        assert store.preferences() == {"speed": 6}
    assert first.exists() and second.exists() and not home.exists()


@pytest.mark.parametrize("folder", ["100%", "why?", "a#b", "ein Käfer", "{}"])
def test_a_folder_may_have_any_name(folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDARIUM_HOME", str(tmp_path / folder))
    with BlockingStore() as store:
        store.set_preference("speed", 5)
    assert (tmp_path / folder / "ludarium.db").exists()


def test_a_folder_that_cannot_be_made(home: Path) -> None:
    home.parent.write_text("a file")
    assert refused().startswith(f"the folder '{home}' cannot be created: Not a directory; set LUDARIUM_HOME ")


def test_a_folder_where_the_file_should_be(home: Path) -> None:
    location.database_file().mkdir(parents=True)
    assert refused().startswith(f"'{location.database_file()}' cannot be opened; ")


def test_a_file_that_cannot_be_written() -> None:
    with BlockingStore() as store:
        store.set_preference("speed", 5)
    with BlockingStore(f"sqlite:///file:{location.database_file()}?mode=ro&uri=true") as store:
        assert store.preferences() == {"speed": 5}
        with pytest.raises(StoreError) as caught:
            store.set_preference("speed", 6)
        assert "cannot be written; set LUDARIUM_HOME to a folder" in one_sentence(caught.value)


def test_a_file_that_is_no_database(home: Path) -> None:
    home.mkdir(parents=True)
    location.database_file().write_text(SAMPLE * 20)
    assert refused().startswith(f"'{location.database_file()}' is not a database; move it away")
    assert location.database_file().read_text() == SAMPLE * 20


def test_a_damaged_database() -> None:
    with BlockingStore() as store:
        store.save_game(SavedGame.begin("gamma", "1,2\n" * 10_000))
    data = bytearray(location.database_file().read_bytes())
    data[4096:] = b"\x55" * (len(data) - 4096)
    location.database_file().write_bytes(data)
    with pytest.raises(StoreError) as caught, BlockingStore() as store:
        store.saved_games()
    assert one_sentence(caught.value).startswith(f"'{location.database_file()}' is damaged; ")


def test_a_lock_held_by_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LOCK_TIMEOUT", 0.01)
    monkeypatch.setattr(database, "RETRY_DELAY", 0.01)
    with BlockingStore() as store, closing(sqlite3.connect(location.database_file(), isolation_level=None)) as other:
        kept = store.save_game(SavedGame.begin("ataxx", "good\n"))
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            store.save_game(kept.after("more\n"))
        assert one_sentence(caught.value).startswith(f"'{location.database_file()}' is in use by another program; ")
        assert store.saved_games() == [kept]  # reading still works
        other.execute("ROLLBACK")
        assert store.save_game(kept.after("more\n")).record == "more\n"


def test_a_lock_released_in_time_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "LOCK_TIMEOUT", 0.001)

    async def both() -> SavedGame:
        async with Store.open() as store:
            with closing(sqlite3.connect(location.database_file(), isolation_level=None)) as other:
                other.execute("BEGIN IMMEDIATE")
                keeping = asyncio.create_task(store.save_game(SavedGame.begin("ataxx", "good\n")))
                await asyncio.sleep(database.RETRY_DELAY * 1.5)
                other.execute("ROLLBACK")
                return await keeping

    assert asyncio.run(both()).record == "good\n"


def test_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "SETTINGS", (*sqlite.SETTINGS, "max_page_count = 60"))
    with BlockingStore() as store:
        kept = store.save_game(SavedGame.begin("ataxx", "good\n"))
        with pytest.raises(StoreError) as caught:
            store.save_game(SavedGame.begin("gamma", "1,2\n" * 100_000))
        assert one_sentence(caught.value).startswith("there is no space left for ")
        assert store.saved_games() == [kept] and store.save_game(kept.after("more\n")).record == "more\n"


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("nonsense", "a database is named by a URL such as sqlite:////home/me/games.db"),
        ("chess://me:secret@host/games", "'chess' databases are not supported; use sqlite or postgresql"),
        ("mysql+aiomysql://me:secret@host/games", "'mysql+aiomysql' databases are not supported; "),
        ("sqlite://me:secret@home/games.db", "a SQLite URL has three slashes before the path: sqlite:///games.db, "),
        ("sqlite://me:secret@home:port/games.db", "a database is named by a URL such as "),
    ],
)
def test_a_url_that_leads_nowhere(url: str, sentence: str, home: Path) -> None:
    told = refused(url)
    assert told.startswith(sentence) and "secret" not in told and not home.exists()


FILLER = """
import resource, sys
from ludarium.store.errors import StoreError
from ludarium.store.models import SavedGame
from ludarium.store.blocking import BlockingStore
with BlockingStore() as store:
    kept = store.save_game(SavedGame.begin("ataxx", "good"))
    if len(sys.argv) > 1:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
    for size in (1_000_000, 1_000_000):
        try:
            store.save_game(kept.after("x" * size))
        except StoreError as error:
            print(error)
    assert store.saved_games() == [kept]
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    store.save_game(kept.after("better"))
with BlockingStore() as store:
    print(store.saved_games()[0].record)
"""


def test_a_file_that_may_not_grow() -> None:
    command = [sys.executable, "-c", FILLER, "200000"]
    told = subprocess.run(command, capture_output=True, text=True)
    sentence = f"'{location.database_file()}' cannot be read or written: the disk reports an error\n"
    assert (told.stdout, told.stderr) == (2 * sentence + "better\n", "")


def test_a_disk_that_is_really_full(home: Path) -> None:
    home.mkdir(parents=True)
    inner = f'mount -t tmpfs -o size=400k none "{home}" && "{sys.executable}" -c "$1"'
    command = ["unshare", "--mount", "--map-root-user", "sh", "-c", inner, "sh", FILLER]
    if subprocess.run([*command[:3], "sh", "-c", f'mount -t tmpfs none "{home}"'], capture_output=True).returncode:
        pytest.skip("this machine does not allow mounting a file system")
    told = subprocess.run(command, capture_output=True, text=True)
    sentence = f"there is no space left for '{location.database_file()}'; free some and try again\n"
    assert (told.stdout, told.stderr) == (2 * sentence + "better\n", "")
