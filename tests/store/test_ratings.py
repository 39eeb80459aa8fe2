"""Ratings: every game counts once, in both kinds of database."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from ludarium.store.people.models import Rating
from ludarium.store.store import Store

pytestmark = pytest.mark.usefixtures("kept_in")


async def test_who_wins_rises() -> None:
    async with Store.open() as store:
        ada, grace, third = [(await store.people.create_guest(name)).person.id for name in ("Ada", "Grace", "Third")]
        assert await store.people.ratings(ada) == await store.people.best_players("ataxx") == []
        assert await store.people.rate("one", "ataxx", {ada: 1, grace: 2})
        assert await store.people.rate("two", "gamma", {ada: 3, grace: 1, third: 2})
        best = await store.people.best_players("ataxx")
        assert [(each.name, each.kind, each.games) for each in best] == [("Ada", "ataxx", 1), ("Grace", "ataxx", 1)]
        assert best[0].mu > 25 > best[1].mu and best[0].displayed > best[1].displayed
        assert [each.name for each in await store.people.best_players("gamma")] == ["Grace", "Third", "Ada"]
        assert [each.name for each in await store.people.best_players("gamma", 1)] == ["Grace"]
        assert [(each.kind, each.games) for each in await store.people.ratings(ada)] == [("ataxx", 1), ("gamma", 1)]
        await store.people.ban(grace)
        assert [each.name for each in await store.people.best_players("gamma")] == ["Third", "Ada"]


async def test_a_draw_brings_two_together() -> None:
    async with Store.open() as store:
        ada, grace = [(await store.people.create_guest(name)).person.id for name in ("Ada", "Grace")]
        await store.people.rate("one", "ataxx", {ada: 1, grace: 1})
        ((first,), (second,)) = [await store.people.ratings(each) for each in (ada, grace)]
        assert first.mu == pytest.approx(second.mu) and first.sigma < 25 / 3


async def test_a_game_counts_once() -> None:
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(Store.open()) for _ in range(3)]
        ada, grace = [(await stores[0].people.create_guest(name)).person.id for name in ("Ada", "Grace")]
        for game in ("one", "two"):
            told = await asyncio.gather(*(store.people.rate(game, "ataxx", {ada: 1, grace: 2}) for store in stores * 2))
            assert sorted(told) == [False] * 5 + [True]
        assert [each.games for each in await stores[0].people.best_players("ataxx")] == [2, 2]


async def test_games_at_once_all_count() -> None:
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(Store.open()) for _ in range(3)]
        ids = [(await stores[0].people.create_guest(f"Guest {number}")).person.id for number in range(4)]
        told = [
            store.people.rate(f"{number} {place}", "ataxx", {ids[(number + place) % 4]: 1, ids[number]: 2})
            for number in range(4)
            for place, store in enumerate(stores, 1)
        ]
        assert all(await asyncio.gather(*told))
        assert [each.games for each in await stores[0].people.best_players("ataxx")] == [6] * 4


async def test_a_game_of_one_person_does_not_count() -> None:
    async with Store.open() as store:
        ada = (await store.people.create_guest("Ada")).person.id
        assert not await store.people.rate("exclusive", "ataxx", {ada: 1}) and not await store.people.rate(
            "none", "ataxx", {}
        )
        assert await store.people.rate("gone", "ataxx", {ada: 1, "somebody who was removed": 2})
        assert [each.name for each in await store.people.best_players("ataxx")] == ["Ada"]


def test_the_number_for_people() -> None:
    told = [Rating("", "", "", mu, sigma, 0).displayed for mu, sigma in ((25, 25 / 3), (25, 1), (38.3, 1), (-50, 10))]
    assert told == [1000, 1660, 2059, 0]
