"""Quotas of people, and what a clean-up deletes; on every kind of database."""

import asyncio
from typing import Any

import pytest

from ludarium.store import clean_up, quotas
from ludarium.store.models import Change, SavedGame
from ludarium.store.people import tokens
from ludarium.store.people.models import Credential
from ludarium.store.quotas import Quota, QuotaReached
from ludarium.store.store import Store

from ..support.accounts import PASSWORD
from ..support.adjustable_time import AdjustableTime
from ..support.stores import is_known, kept

pytestmark = pytest.mark.usefixtures("kept_in", "quick_passwords")


async def begin(store: Store, owner: Credential, record: str = "record", **more: Any) -> SavedGame:
    return await store.save_game(SavedGame.begin("ataxx", record, owner=owner.person.id)._replace(**more))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "GUEST_QUOTA", Quota(unfinished=2, games=3, record_bytes=1000))
    monkeypatch.setattr(quotas, "ACCOUNT_QUOTA", Quota(unfinished=3, games=4, record_bytes=2000))


@pytest.mark.usefixtures("small")
async def test_games_of_a_person() -> None:
    async with Store.open() as store:
        guest = await store.people.create_guest("Ada")
        games = [await begin(store, guest) for _ in range(2)]
        with pytest.raises(QuotaReached, match="2 unfinished games, as many as one player may; finish or delete one"):
            await begin(store, guest)
        await begin(store, guest, finished=True)
        with pytest.raises(QuotaReached, match="3 games here, as many as one player may; delete one first"):
            await begin(store, guest, finished=True)
        # What is stored already can go on, and others begin
        await store.save_game(games[0])
        await begin(store, await store.people.create_guest("Bo"))
        await store.save_game(SavedGame.begin("ataxx", "x" * 5000))
        await store.delete_game(games[0].id)
        await begin(store, guest)
        account = await store.people.register(guest.person.id, "Ada", PASSWORD)
        await begin(store, account)
        assert len(await store.games_of(guest.person.id)) == 4


@pytest.mark.usefixtures("small")
async def test_bytes_of_a_person() -> None:
    async with Store.open() as store:
        guest = await store.people.create_guest("Ada")
        await begin(store, guest, "x" * 700)
        with pytest.raises(QuotaReached, match="KiB of records"):
            await begin(store, guest, "\u00e9" * 160)
        await begin(store, guest, "x" * 300)


@pytest.mark.usefixtures("small")
async def test_games_that_are_begun_at_once() -> None:
    async with Store.open() as store, Store.open() as other:
        guest = await store.people.create_guest("Ada")
        begun = (begin(each, guest) for each in (store, other) * 4)
        results = await asyncio.gather(*begun, return_exceptions=True)
        assert sum(isinstance(each, QuotaReached) for each in results) == 6
        assert len(await store.games_of(guest.person.id)) == 2


async def test_a_new_session_ends_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "SESSIONS", 3)
    time = AdjustableTime()
    async with Store.open(time_source=time) as store:
        first = await store.people.register(None, "Ada", PASSWORD)
        program = await store.people.create_program_token(first.person.id, "bot")
        sessions = [first]
        for _ in range(3):
            time.passes(60)
            sessions.append(await store.people.log_in("Ada", PASSWORD))
        time.passes(60)
        assert [await is_known(store.people, each) for each in sessions] == [False, True, True, True]
        assert await is_known(store.people, program)
        assert len(await store.people.tokens(first.person.id, "session")) == 3


async def test_games_that_guests_have_left() -> None:
    time = AdjustableTime()
    async with Store.open(time_source=time) as store:
        guest, other = await store.people.create_guest("Ada"), await store.people.register(None, "Bo", PASSWORD)
        left, met, over = [await begin(store, guest) for _ in range(3)]
        owned, local = await begin(store, other), await store.save_game(SavedGame.begin("ataxx", "record"))
        await store.set_seats(left.id, {0: guest.person.id})
        await store.set_seats(met.id, {0: guest.person.id, 1: other.person.id})
        for game, finished in (left, False), (over, True):
            await store.append(Change(game.id, 1, 0, ("{}",), (), "", finished))
        time.passes(clean_up.UNFINISHED_DAYS * 86400 - 60)
        fresh = await begin(store, guest)
        assert await store.clean_up() == (0, 0, 0, 0)
        time.passes(120)
        assert await store.clean_up() == (1, 0, 0, 0)
        assert await store.clean_up() == (0, 0, 0, 0)
        assert {each.id for each in await store.saved_games()} == {met.id, over.id, owned.id, local.id, fresh.id}
        assert await kept(f"SELECT count(*) FROM entries WHERE game = '{left.id}'") == [(0,)]
        assert await kept(f"SELECT count(*) FROM places WHERE game = '{left.id}'") == [(0,)]
        time.passes(clean_up.FINISHED_DAYS * 86400)
        assert (await store.clean_up()).games == 2
        assert {each.id for each in await store.saved_games()} == {met.id, owned.id, local.id}


async def test_guests_who_cannot_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clean_up, "BATCH", 2)
    time = AdjustableTime()
    async with Store.open(time_source=time) as store:
        gone = [await store.people.create_guest("Gone") for _ in range(5)]
        seated, banned = await store.people.create_guest("Seated"), await store.people.create_guest("Banned")
        account = await store.people.register(None, "Bo", PASSWORD)
        game = await begin(store, account)
        await store.set_seats(game.id, {0: seated.person.id})
        await store.people.ban(banned.person.id)
        for each in gone[0], account:
            await store.set_preference(f"{each.person.id}/speed", "fast")
        await store.set_preference("speed", "slow")
        time.set_ahead(days=89)
        assert (await store.clean_up()).guests == 0
        back = await store.people.create_guest("Back")
        time.set_ahead(days=91)
        cleaned = await store.clean_up()
        assert (cleaned.guests, cleaned.preferences) == (5, 1)
        names = {each.name for each in await store.people.search()}
        assert names == {"Seated", "Banned", "Bo", "Back"} and await is_known(store.people, back)
        assert await store.preferences() == {"speed": "slow", f"{account.person.id}/speed": "fast"}


async def test_preferences_that_are_too_long() -> None:
    async with Store.open() as store:
        guest = await store.people.create_guest("Ada")
        for name, value in ("a", "x" * 5000), ("speed", "fast"):
            await store.set_preference(f"{guest.person.id}/{name}", value)
        await store.set_preference("library", "x" * 5000)
        assert (await store.clean_up()).preferences == 1
        assert set(await store.preferences()) == {f"{guest.person.id}/speed", "library"}
