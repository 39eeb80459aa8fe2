"""The event log: every change is written once and in order, in both kinds of database."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from ludarium.store import event_log
from ludarium.store.errors import StoreError
from ludarium.store.models import Change, SavedGame
from ludarium.store.store import Store

pytestmark = pytest.mark.usefixtures("kept_in")


def change(saved: SavedGame, after: int, *bodies: str, **more: object) -> Change:
    usual = {"seats": ("human", "open"), "title": "a game", "finished": False}
    return Change(saved.id, after, 1000 + after, bodies, **usual | more)  # type: ignore[arg-type]


async def test_entries_come_back_in_order() -> None:
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        assert await store.append(change(saved, saved.version, "one"))
        assert await store.append(change(saved, saved.version + 1, "two", "three\0", vacant=1, title="later"))
        told = await store.events(saved.id, saved.version)
        assert [(entry.number, entry.at, entry.body) for entry in told] == [
            (2, 1001, "one"),
            (3, 1002, "two"),
            (4, 1002, "three\0"),
        ]
        assert await store.events(saved.id, 3) == told[2:]
        now = await store.saved_game(saved.id)
        assert (now.version, now.base, now.record) == (4, 1, "record")
        assert (now.title, now.seats, now.vacant) == ("later", ("human", "open"), 1)


async def test_of_several_at_once_one_is_first() -> None:
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(Store.open()) for _ in range(3)]
        saved = await stores[0].save_game(SavedGame.begin("ataxx", "record"))
        for version in range(1, 6):
            told = [store.append(change(saved, version, f"{i} at {version}")) for i, store in enumerate(stores)]
            assert sorted(await asyncio.gather(*told)) == [False, False, True]
        assert [entry.number for entry in await stores[0].events(saved.id, 0)] == [2, 3, 4, 5, 6]


async def test_a_game_that_is_gone_or_was_replaced_takes_no_entry() -> None:
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        assert await store.append(change(saved, 1, "one"))
        again = await store.save_game(saved.after("another"))
        assert (again.version, again.base) == (3, 3) and await store.events(saved.id, 0) == []
        assert not await store.append(change(saved, 2, "two"))
        assert await store.append(change(saved, 3, "three", places={0: "somebody"}))
        await store.delete_game(saved.id)
        assert not await store.append(change(saved, 4, "four")) and await store.events(saved.id, 0) == []


async def test_a_record_takes_the_place_of_what_came_before() -> None:
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record", alias="here"))
        assert await store.append(change(saved, 1, "one", record="written anew", notes="{}", finished=True))
        now = await store.saved_game(saved.id)
        assert (now.record, now.notes, now.base, now.finished, now.alias) == ("written anew", "{}", 2, True, None)


async def test_hundreds_of_games_at_once() -> None:
    async with Store.open() as store:
        games = [await store.save_game(SavedGame.begin("ataxx", str(i))) for i in range(30)]

        async def play(saved: SavedGame) -> None:
            for version in range(1, 21):
                assert await store.append(change(saved, version, f"{version}", places={version % 3: "me"}))

        await asyncio.gather(*map(play, games))
        for saved in games:
            assert [entry.body for entry in await store.events(saved.id, 1)] == [str(i) for i in range(1, 21)]


async def test_a_change_that_cannot_be_written_does_not_fail_the_others() -> None:
    async with Store.open() as store:
        games = [await store.save_game(SavedGame.begin("ataxx", str(i))) for i in range(3)]
        changes = [change(saved, 1, "one") for saved in games]
        changes[1] = changes[1]._replace(at=1 << 70)
        told = await asyncio.gather(*map(store.append, changes), return_exceptions=True)
        assert isinstance(told[1], StoreError) and (told[0], told[2]) == (True, True)


async def test_a_retry_recognizes_what_was_written_before_the_answer_was_lost() -> None:
    async with Store.open() as store:
        saved = await store.save_game(SavedGame.begin("ataxx", "record"))
        mine, another = change(saved, 1, "one", "two"), change(saved, 1, "one", "other")

        async def append(told: Change, again: bool) -> set[str]:
            return await store._database.transact(
                lambda connection: event_log._append(connection, [told], saved.changed, again)
            )

        assert await append(mine, False) == {saved.id}
        assert await append(mine, False) == set()  # an equal change of another process
        assert await append(mine, True) == {saved.id} and await append(another, True) == set()
        assert [entry.body for entry in await store.events(saved.id, 1)] == ["one", "two"]
