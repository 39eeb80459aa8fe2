"""Damaged databases: they are noticed, and what can be read of them is saved and restored."""

import asyncio
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ludarium.play.game import new
from ludarium.store import backup
from ludarium.store.database import sqlite
from ludarium.store.errors import StoreError
from ludarium.store.models import Change, SavedGame
from ludarium.store.salvage import Findings, examine
from ludarium.store.store import Store

from ..support.postgres import PROGRAMS, run_sql, running
from ..support.server_process import COMMAND

GAMES, EVENTS = 60, 30
PAGE = 4096


async def fill(url: str) -> None:
    """Games with events, people with sessions, scores and preferences."""
    async with Store.open(url) as store:
        for number in range(GAMES):
            ann = await store.people.create_guest(f"Ann {number}")
            begun = SavedGame.begin("ataxx", new("ataxx").record(), ("human", "human"), owner=ann.person.id)
            saved = await store.save_game(begun)
            bodies = tuple(f'{{"what":"played","move":"{"x" * 100}{n}"}}' for n in range(EVENTS))
            sits = {0: ann.person.id}
            change = Change(saved.id, saved.version, 0, bodies, saved.seats, "a game", True, places=sits)
            assert await store.append(change)
        await store.set_preference("speed", 5)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    asyncio.run(fill(f"sqlite:///{folder}/games.db"))
    assert [each.name for each in folder.iterdir()] == ["games.db"]
    return folder / "games.db"


@pytest.fixture
def file(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(whole, tmp_path))


def look(file: Path, save: Path | None = None) -> Findings:
    return asyncio.run(examine(f"sqlite:///{file}", save))


def page_of(file: Path, table: str) -> list[int]:
    """The pages, counted from 0, with rows of a table."""
    with closing(sqlite3.connect(file)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", [table]).fetchone()
    data = file.read_bytes()
    start = (root - 1) * PAGE
    if data[start] == 13:
        return [root - 1]
    cells = int.from_bytes(data[start + 3 : start + 5])
    places = [int.from_bytes(data[start + 12 + 2 * i : start + 14 + 2 * i]) for i in range(cells)]
    last = int.from_bytes(data[start + 8 : start + 12])
    return [int.from_bytes(data[start + place : start + place + 4]) - 1 for place in places] + [last - 1]


def spoil(file: Path, *pages: int) -> None:
    data = bytearray(file.read_bytes())
    for page in pages:
        data[page * PAGE : (page + 1) * PAGE] = b"\x55" * PAGE
    file.write_bytes(data)


def spoil_games(file: Path) -> None:
    spoil(file, page_of(file, "games")[1])


def spoil_events(file: Path) -> None:
    pages = page_of(file, "entries")
    spoil(file, pages[3], pages[-1])


def cut_off(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: len(data) * 3 // 5 // PAGE * PAGE + 100])


def spoil_header(file: Path) -> None:
    data = bytearray(file.read_bytes())
    data[:100] = b"garbage " * 12 + b"gone"
    file.write_bytes(data)


def starts(file: Path) -> str:
    """What a server says that would start with this file; nothing if it starts."""

    async def start() -> str:
        try:
            async with Store.open(f"sqlite:///{file}") as store:
                await store.check_undamaged()
        except StoreError as error:
            return str(error)
        return ""

    return asyncio.run(start())


def test_a_sound_file(file: Path, tmp_path: Path) -> None:
    found = look(file, tmp_path / "saved")
    assert found.is_sound and not found.is_damaged and len(found.games) == GAMES
    assert found.counts["entries"] == GAMES * EVENTS and found.counts["people"] == GAMES
    assert found.saved and found.saved.rows == sum(found.counts.values()) and not found.saved.shortened
    assert starts(file) == ""


@pytest.mark.parametrize(
    "damage", [spoil_games, spoil_events, cut_off, spoil_header], ids=lambda damage: damage.__name__
)
def test_a_damaged_file_is_noticed_and_what_can_be_read_is_saved(
    damage: Callable[[Path], None], file: Path, tmp_path: Path
) -> None:
    damage(file)
    spoiled = file.read_bytes()
    assert "`ludarium admin check` tells what can be saved" in starts(file)
    found = look(file, tmp_path / "saved")
    assert found.is_damaged and not found.is_sound and found.saved and found.saved.rows > 0
    assert file.read_bytes() == spoiled
    # What was saved is a backup, and a sound database comes from it
    other = tmp_path / "other.db"
    assert asyncio.run(backup.restore(tmp_path / "saved", f"sqlite:///{other}")) == found.saved.rows
    again = look(other)
    assert again.is_sound and sum(again.counts.values()) == found.saved.rows
    assert 0 < again.counts["games"] <= GAMES


def test_a_server_does_not_start_with_a_damaged_file(file: Path) -> None:
    spoil_events(file)
    command = [*COMMAND, "--port", "0", "--database", f"sqlite:///{file}"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"ludarium: '{file}' is damaged; `ludarium admin check` tells what can be saved")


def test_only_what_was_spoiled_is_lost(file: Path, tmp_path: Path) -> None:
    spoil_games(file)
    found = look(file, tmp_path / "saved")
    lost = GAMES - found.counts["games"]
    assert 0 < lost < 20 and found.unreadable == {"games": lost}
    assert found.saved and not found.saved.shortened
    # Their events and seats are of no use without them
    assert found.saved.dropped == lost * (EVENTS + 1)


def test_games_are_cut_where_their_events_end(file: Path, tmp_path: Path) -> None:
    spoil_events(file)
    found = look(file, tmp_path / "saved")
    assert list(found.unreadable) == ["entries"] and found.counts["games"] == GAMES
    assert found.saved and 0 < found.saved.shortened < GAMES
    url = f"sqlite:///{tmp_path}/other.db"
    asyncio.run(backup.restore(tmp_path / "saved", url))

    async def shortened() -> list[SavedGame]:
        async with Store.open(url) as store:
            games = await store.saved_games()
            for game in games:
                assert len(await store.events(game.id, game.base)) == game.version - game.base
            return [game for game in games if game.version - game.base < EVENTS]

    cut = asyncio.run(shortened())
    assert len(cut) == found.saved.shortened and not any(game.finished for game in cut)


def test_a_lost_header_costs_nothing_else(file: Path, tmp_path: Path) -> None:
    whole = look(file).counts
    spoil_header(file)
    found = look(file, tmp_path / "saved")
    assert found.counts == whole and found.damage[0] == "the header of the file is not that of a database"


def test_a_file_without_anything_of_ours(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    for content in b"", b"not a database\n" * 1000, b"\0" * 20_000, b"SQLite format 3\0" + b"\x55" * 8176:
        file.write_bytes(content)
        with pytest.raises(StoreError, match="holds no table of Ludarium that can be read; restore a backup"):
            look(file, tmp_path / "saved")
        assert file.read_bytes() == content and not (tmp_path / "saved").exists()
    with pytest.raises(StoreError, match="there is no database"):
        look(tmp_path / "none.db")
    assert not (tmp_path / "none.db").exists()


def test_a_file_in_use_is_read_with_its_log(file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("UPDATE preferences SET value = '6'")
        other.execute("INSERT INTO preferences VALUES ('theme', '1')")
        other.commit()
        assert Path(f"{file}-wal").stat().st_size
        assert look(file).counts["preferences"] == 2


def test_a_large_file_does_not_delay_a_server(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The check is broken off after some seconds, here at once, and the server starts."""
    monkeypatch.setattr(sqlite, "CHECK_TIMEOUT", 0.0)
    assert starts(file) == ""


@pytest.mark.skipif(not PROGRAMS, reason="there is no PostgreSQL server on this machine")
def test_a_damaged_table_of_postgresql(tmp_path: Path) -> None:
    with running() as cluster:
        url = cluster.new_database()
        asyncio.run(fill(url))
        assert asyncio.run(examine(url)).is_sound
        ((place,),) = run_sql(url, "CHECKPOINT", "SELECT pg_relation_filepath('entries')")
        cluster.kill()
        heap = cluster.folder / "data" / place
        data = bytearray(heap.read_bytes())
        data[2 * 8192 : 3 * 8192] = b"\x55" * 8192
        heap.write_bytes(data)
        cluster.start()
        found = asyncio.run(examine(url, tmp_path / "saved"))
        assert found.unreadable == {"entries": 1} and found.saved and found.saved.shortened
        other = cluster.new_database()
        asyncio.run(backup.restore(tmp_path / "saved", other))
        assert asyncio.run(examine(other)).is_sound
