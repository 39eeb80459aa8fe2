"""The store in both kinds of database: after a restart, after a kill, and beside another process."""

import asyncio
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone
from random import Random
from typing import Any

import pytest

from ludarium.store.blocking import BlockingStore
from ludarium.store.errors import StoreError
from ludarium.store.models import ROWS, SavedGame, Score
from ludarium.store.store import Store

from ..support.goldens import SAMPLE
from ..support.imports import modules_after
from ..support.stores import BOARD, KEEPER, by_hand, one_sentence

pytestmark = pytest.mark.usefixtures("kept_in")


# Saved games


def test_a_saved_game_comes_back() -> None:
    begun = SavedGame.begin("ataxx", "moves: 0\n", ("human", "level 3"), "against the computer")
    with BlockingStore() as store:
        kept = store.save_game(begun)
        assert kept == begun._replace(changed=kept.changed, version=1, base=1) and kept.changed >= begun.created
    with BlockingStore() as store:
        assert store.saved_games() == [store.saved_game(begun.id)] == [kept]
        later = store.save_game(kept.after("moves: 1\n", finished=True))
        assert store.saved_games() == [later]
        assert (later.record, later.finished, later.created, later.title) == (
            "moves: 1\n",
            True,
            begun.created,
            "against the computer",
        )
        assert later.changed >= kept.changed and later.changed.tzinfo is UTC


def test_saved_games_come_newest_first() -> None:
    with BlockingStore() as store:
        first, second, third = (
            store.save_game(SavedGame.begin(game, "\n", ("human",))) for game in ("gamma", "ataxx", "gamma")
        )
        assert store.saved_games() == [third, second, first]
        over = store.save_game(first.after("\n", finished=True))
        assert store.saved_games() == [over, third, second]
        assert store.saved_games("gamma") == [over, third] and store.saved_games("abatis") == []
        assert store.saved_games(finished=True) == [over]
        assert store.saved_games("gamma", finished=False) == [third]


def test_a_deleted_game_is_gone() -> None:
    with BlockingStore() as store:
        kept, other = (store.save_game(SavedGame.begin("ataxx", "\n")) for _ in range(2))
        assert store.delete_game(kept.id) and not store.delete_game(kept.id)
        with pytest.raises(StoreError, match=f"^there is no saved game '{kept.id}'$"):
            store.saved_game(kept.id)
        assert store.saved_games() == [other]
        again = store.save_game(kept)  # a player still had it open
        assert store.saved_game(kept.id) == again


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE,
        "a\r\nb\r\n",
        "\N{BEETLE} \N{COMBINING ACUTE ACCENT}",
        "a\0b",
        "",
        "'; DROP TABLE games; --",
        "%s",
        "\ufdd0",
        "\ufdd00\0",
    ],
)
def test_texts_come_back_unchanged(text: str) -> None:
    with BlockingStore() as store:
        kept = store.save_game(SavedGame.begin("beetle-battle", text, ("human", "level 3"), text))
        assert store.saved_game(kept.id) == kept and (kept.record, kept.title) == (text, text)
        with pytest.raises(StoreError, match=r"^there is no saved game "):
            store.saved_game(text)
        store.add_score(text, Score(text, 3))
        assert [row.name for row in store.scores(text)] == [text] and store.score_rank(text, 3) == 2


def test_a_long_record() -> None:
    with BlockingStore() as store:
        kept = store.save_game(SavedGame.begin("gamma", "1,2\n" * 250_000))
        assert store.saved_game(kept.id) == kept


@pytest.mark.parametrize("seats", [("human", ""), ("level 3\nhuman",)])
def test_a_seat_is_one_line(seats: tuple[str, ...]) -> None:
    with BlockingStore() as store, pytest.raises(StoreError, match="a seat of a saved game is one line of text"):
        store.save_game(SavedGame.begin("ataxx", "\n", seats))


def test_what_a_database_cannot_hold_changes_nothing() -> None:
    with BlockingStore() as store:
        kept = store.save_game(SavedGame.begin("ataxx", "good\n"))
        store.add_score(BOARD, Score("ann", 5))
        with pytest.raises(StoreError) as caught:
            store.save_game(kept.after("half a \udce4\n"))
        assert one_sentence(caught.value).endswith("surrogates not allowed")
        with pytest.raises(StoreError) as caught:
            store.add_score(BOARD, Score("bob", 10**30))
        assert one_sentence(caught.value)
        assert store.saved_games() == [kept] and [row.name for row in store.scores(BOARD)] == ["ann"]


# High scores


def test_a_table_has_eight_rows_and_the_earlier_one_wins_a_tie() -> None:
    with BlockingStore() as store:
        assert store.scores(BOARD) == [] and store.score_rank(BOARD, -3) == 1
        assert [store.add_score(BOARD, Score(f"n{i}", 10 * i)) for i in range(ROWS)] == [1] * ROWS
        assert [row.points for row in store.scores(BOARD)] == [70, 60, 50, 40, 30, 20, 10, 0]
        assert store.score_rank(BOARD, 70) == 2 and store.score_rank(BOARD, 71) == 1
        assert store.score_rank(BOARD, 1) == 8 and store.score_rank(BOARD, 0) is None
        assert store.add_score(BOARD, Score("late", 0)) is None and store.add_score(BOARD, Score("tie", 40)) == 5
        names = [row.name for row in store.scores(BOARD)]
        assert names == ["n7", "n6", "n5", "n4", "tie", "n3", "n2", "n1"]
        assert store.scores("another") == [] and store.score_rank("another", 0) == 1


def test_a_score_has_all_its_columns() -> None:
    when = datetime(2026, 5, 1, 12, 30, tzinfo=timezone(timedelta(hours=2)))
    full = Score("Ann \N{BEETLE}", 1234, {"level": 3, "blocks": 70}, SAMPLE, when)
    with BlockingStore() as store:
        assert store.add_score(BOARD, full) == 1 and store.add_score(BOARD, Score("bob", 2)) == 2
        first, second = store.scores(BOARD)
        assert first == full and first.entered == when and first.entered.tzinfo is UTC
        assert (second.extra, second.record) == ({}, None)
        assert second.entered and abs(second.entered - datetime.now(UTC)) < timedelta(minutes=1)


def test_tables_are_what_a_sorted_list_says() -> None:
    random, told = Random(7), dict[str, list[tuple[int, int]]]()
    with BlockingStore() as store:
        for number in range(80):
            board, points = random.choice("ab"), random.randrange(12)
            rows = told.setdefault(board, [])
            expected = 1 + sum(-points >= other for other, _ in rows)
            place = expected if expected <= ROWS else None
            assert store.score_rank(board, points) == place
            assert store.add_score(board, Score(str(number), points)) == place
            told[board] = sorted([*rows, (-points, number)])[:ROWS]
            assert [(-row.points, int(row.name)) for row in store.scores(board)] == told[board]


# Preferences


def test_preferences() -> None:
    with BlockingStore() as store:
        assert store.preference("speed", 3) == 3 and store.preferences() == {}
        values = {
            "speed": 5,
            "theme": "dark",
            "films": False,
            "pace": 1.5,
            "seats": ["human", "level 3"],
            "sound": None,
        }
        for name, value in values.items():
            store.set_preference(name, value)
    with BlockingStore() as store:
        assert store.preferences() == values
        assert store.preference("speed", 3) == 5 and store.preference("films", True) is False
        assert store.preference("pace", 1.0) == 1.5 and store.preference("seats", ["human"]) == ["human", "level 3"]
        store.set_preference("speed", 6)
        assert store.preference("speed", 3) == 6


def test_a_preference_of_another_type_gives_way_to_the_default() -> None:
    with BlockingStore() as store:
        store.set_preference("speed", "fast")
        assert store.preference("speed", 3) == 3 and store.preference("speed", "slow") == "fast"
        store.set_preference("speed", True)
        assert store.preference("speed", 3) == 3
        anything: Any = None
        assert store.preference("speed", anything) is True


@pytest.mark.parametrize("value", [{1, 2}, float("nan"), object, {(1, 2): 3}])
def test_a_preference_is_json(value: object) -> None:
    with BlockingStore() as store:
        with pytest.raises(StoreError, match=r"^the preference 'speed' cannot be .*: JSON has no such value$"):
            store.set_preference("speed", value)
        assert store.preferences() == {}


# Imports


def test_heavy_things_are_imported_late(kept_in: str) -> None:
    light = modules_after("import ludarium.store.blocking, ludarium.store.location")
    assert not light & {"sqlalchemy", "alembic", "sqlite3", "asyncpg"}
    with BlockingStore():
        pass
    use = "from ludarium.store.blocking import BlockingStore\nwith BlockingStore() as s: s.set_preference('speed', 5)"
    # No upgrade is needed, so Alembic stays out; SQLite's driver comes with Python
    others = {"sqlite": {"asyncpg"}, "postgresql": set[str]()}[kept_in]
    assert not modules_after(use) & ({"alembic", "mako"} | others)


# Concurrency and crashes


def test_many_tasks_at_once() -> None:
    async def all_at_once() -> tuple[list[SavedGame], list[int]]:
        async with Store.open() as store:
            kept = await asyncio.gather(*(store.save_game(SavedGame.begin("ataxx", f"{i}\n")) for i in range(30)))
            await asyncio.gather(*(store.add_score(BOARD, Score("ann", i)) for i in range(30)))
            assert sorted(await store.saved_games()) == sorted(kept)
            return kept, [row.points for row in await store.scores(BOARD)]

    kept, points = asyncio.run(all_at_once())
    assert len(kept) == 30 and points == [29, 28, 27, 26, 25, 24, 23, 22]


def test_saves_keep_their_order_for_a_caller_that_does_not_wait() -> None:
    async def hurry() -> list[str]:
        async with Store.open() as store:
            saved = SavedGame.begin("ataxx", "0\n")
            for i in range(1, 31):
                keeping = asyncio.create_task(store.save_game(saved.after(f"{i}\n")))
                await asyncio.sleep(i % 7 / 5000)
            await keeping
            return [game.record for game in await store.saved_games()]

    assert asyncio.run(hurry()) == ["30\n"]


def test_a_task_that_is_cancelled_leaves_the_store_usable() -> None:
    async def cancel_some() -> None:
        async with Store.open() as store:
            saved = SavedGame.begin("ataxx", "0\n")
            for i in range(1, 21):
                keeping = asyncio.create_task(store.save_game(saved.after(f"{i}\n")))
                await asyncio.sleep(i / 5000)  # cancelled at different points
                keeping.cancel()
                await asyncio.gather(keeping, return_exceptions=True)
            assert (await store.save_game(saved.after("last\n"))).record == "last\n"
            assert [game.record for game in await store.saved_games()] == ["last\n"]

    asyncio.run(cancel_some())


def test_a_store_that_is_closed_says_so() -> None:
    async def come_late() -> None:
        async with Store.open() as store:
            await store.set_preference("speed", 5)
        with pytest.raises(StoreError) as caught:
            await store.set_preference("speed", 6)
        assert one_sentence(caught.value).endswith("was closed before this, and nothing was changed")
        async with Store.open() as store:
            assert await store.preferences() == {"speed": 5}

    asyncio.run(come_late())


def test_a_store_is_closed_while_a_game_is_saved() -> None:
    async def leave(steps: int) -> None:
        async with Store.open() as store:
            await store.preferences()
            keeping = asyncio.create_task(store.save_game(SavedGame.begin("ataxx", "0\n" * 20_000)))
            for _ in range(steps % 12):
                await asyncio.sleep(0)
            keeping.cancel()
            for _ in range(steps // 12):
                await asyncio.sleep(0)
        assert all(task in (keeping, asyncio.current_task()) for task in asyncio.all_tasks())

    for steps in range(60):
        asyncio.run(leave(steps))


ENTERER = """
import sys
from ludarium.store.models import SavedGame, Score
from ludarium.store.blocking import BlockingStore
first = int(sys.argv[1])
with BlockingStore() as store:
    for points in range(first, 40, 2):
        store.add_score("both", Score(sys.argv[1], points))
        store.save_game(SavedGame.begin("ataxx", f"{points}"))
        store.set_preference("last", points)
"""


def test_acknowledged_writes_survive_a_kill() -> None:
    confirmed = 0
    for round in range(2):
        with subprocess.Popen([sys.executable, "-c", KEEPER], stdout=subprocess.PIPE, text=True) as keeper:
            assert keeper.stdout
            for _ in range(30 + 7 * round):
                confirmed = int(keeper.stdout.readline())
            keeper.send_signal(signal.SIGKILL)
            confirmed = int([str(confirmed), *keeper.stdout.read().split()][-1])
        with BlockingStore() as store:
            (saved,) = store.saved_games()
            # The last one may be committed without having been acknowledged
            assert int(saved.record.split()[0]) in (confirmed, confirmed + 1)


def test_two_processes_at_once() -> None:
    both = [
        subprocess.Popen([sys.executable, "-c", ENTERER, first], stderr=subprocess.PIPE, text=True) for first in "01"
    ]
    assert [process.communicate()[1] for process in both] == ["", ""]
    assert [process.returncode for process in both] == [0, 0]
    with BlockingStore() as store:
        assert [row.points for row in store.scores("both")] == [39, 38, 37, 36, 35, 34, 33, 32]
        assert sorted(int(saved.record) for saved in store.saved_games()) == list(range(40))
        assert store.preference("last", 0) in (38, 39)
    assert by_hand("SELECT count(*) FROM scores") == [(ROWS,)]
