"""Several servers on one database: players of one game at different ones, and each move once."""

import asyncio
from contextlib import AsyncExitStack

import pytest

import ludarium
from ludarium.house.rooms import registry
from ludarium.play.match.commands import TOO_LATE
from ludarium.play.match.presenter import sentence

from ..support.postgres import Cluster
from ..support.seated_players import play
from ..support.server import serving


@pytest.fixture
def shared(cluster: Cluster) -> str:
    return cluster.new_schema()


async def test_two_servers_share_their_games(shared: str) -> None:
    async with serving(shared) as one, serving(shared) as two, AsyncExitStack() as stack:
        ada = await stack.enter_async_context(one.guest("Ada"))
        bo = await stack.enter_async_context(two.guest("Bo"))
        id = await ada.new("ataxx", "human", "open")
        here, there, too = [await stack.enter_async_context(each.page(id)) for each in (ada, bo, ada)]
        assert (await there.ask("sit"))["say"] == "done"
        await here.until("changed")
        view = await play([here, there], 12)
        assert view["turn"] == 0
        # Both at once: one of two moves is the first
        told = await asyncio.gather(
            here.ask("play", at=12, path=min(view["paths"])),
            too.ask("resign", player=0),
            there.ask("resign", player=1),
        )
        assert [each["say"] for each in told].count("done") >= 1
        states = [await server.get(f"games/{id}") for server in (one, two)]
        assert states[0] == states[1] and states[0]["view"]["ending"]


async def test_a_client_is_quicker_than_a_notification(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player may know a move from one process before the other has heard of it."""
    monkeypatch.setattr(registry.RoomRegistry, "notify", lambda self, id, version: None)
    game = ludarium.new("ataxx")
    async with serving(shared) as one, serving(shared) as two, AsyncExitStack() as stack:
        id = await one.new("ataxx")
        pages = [await stack.enter_async_context(server.page(id)) for server in (one, two)]
        for at in range(6):
            move = str(min(game.legal_moves, key=str))
            assert (await pages[at % 2].ask("play", at=at, move=move))["say"] == "done"
            game.push(move)
        assert (await pages[0].ask("play", at=7, move=move))["message"] == sentence(TOO_LATE)
        assert [made[1] for made in (await two.get(f"games/{id}"))["moves"]] == [str(move) for move in game.moves]


async def test_a_computer_moves_once_with_watchers_in_both_processes(shared: str) -> None:
    async with serving(shared) as one, serving(shared) as two, AsyncExitStack() as stack:
        id = await one.new("ataxx", "human", "random")
        here, there = [await stack.enter_async_context(server.page(id)) for server in (one, two)]
        for at in range(0, 10, 2):
            view = next(told["view"] for told in reversed(here.seen or [await here.told()]) if "view" in told)
            assert (await here.ask("play", at=at, path=min(view["paths"])))["say"] == "done"
            moved = await here.until("moved", ply=at + 2)
            assert await there.until("moved", ply=at + 2) == moved
        assert len((await two.get(f"games/{id}"))["moves"]) == 10


async def test_a_page_goes_on_at_another_server(shared: str) -> None:
    async with serving(shared) as two, AsyncExitStack() as stack:
        async with serving(shared) as one:
            id = await one.new("ataxx")
            watching = await stack.enter_async_context(two.page(id))
            await watching.told()
            async with one.page(id) as page:
                version = (await page.told())["version"]
                await play([page, page], 3)
        await watching.until("moved", ply=3)
        async with two.page(id, after=version) as page:
            assert [(await page.told())["ply"] for _ in range(3)] == [1, 2, 3]
            assert (await page.ask("play", at=3, path=min(page.seen[-1]["view"]["paths"])))["say"] == "done"
