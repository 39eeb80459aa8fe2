"""Large boards: what a server keeps of them in memory, and what it sends of them."""

import asyncio
import gc
import json
import random
import tracemalloc
import weakref
from contextlib import AsyncExitStack
from typing import Any

import msgspec
import pytest

import ludarium
from ludarium.contract.scene import Cell
from ludarium.house import board_picture
from ludarium.house.rooms import weight
from ludarium.house.rooms.registry import RoomRegistry
from ludarium.house.rooms.room import Room
from ludarium.house.rooms.weight import weigh
from ludarium.play.match import events
from ludarium.play.match import grid as grids
from ludarium.protocol.messages import Grid
from ludarium.web.http.board_svg import draw

from ..support.server import Server

LARGE: dict[str, Any] = {"width": "80", "height": "60"}


def played(kind: str, moves: int, **options: Any) -> ludarium.Game:
    game, chance = ludarium.new(kind, **options), random.Random(5)
    for _ in range(moves):
        game.push(chance.choice(list(game.legal_moves)))
    return game


def short(game: ludarium.Game) -> Grid | None:
    return grids.grid(game.kind, game.constants, game.options, game.row)


# What is sent of them


@pytest.mark.parametrize(
    ("kind", "options", "name"),
    [
        ("gamma", {"width": 40, "height": 30}, "{column},{row}"),
        ("gamma", {"width": 1, "height": 30}, "{column},{row}"),
        ("gamma", {"width": 30, "height": 1}, "{column},{row}"),
        ("beetle-battle", {"size": 10}, "{row},{column}"),
        ("battle-of-the-beetles", {}, "{column}{row}"),
        ("ataxx", {"blocks": "3gh"}, "{column}{row}"),
    ],
)
def test_a_grid_has_all_cells(kind: str, options: dict[str, Any], name: str) -> None:
    for moves in 0, 12:
        game = played(kind, moves, **options)
        found = short(game)
        assert found and found.name == name and tuple(grids.cells(found)) == game.scene().cells


def test_cells_with_other_names_have_no_grid() -> None:
    assert short(played("abatis", 3)) is None


async def test_a_large_board_is_sent_in_short(server: Server) -> None:
    id = await server.new("gamma", **LARGE)
    async with server.page(id) as page:
        state = await page.told()
        assert state["cells"] == [] and (await server.get(f"games/{id}"))["grid"] == state["grid"]
        for at, cell in enumerate(("3,4", "79,59", "4,4")):
            assert (await page.ask("play", at=at, path=[cell]))["say"] == "done"
        state, past = await server.get(f"games/{id}"), await server.get(f"games/{id}/plies/2")
    game = ludarium.new("gamma", **LARGE)
    for move in "3,4", "79,59":
        game.push(move)
    assert cells_of(past["grid"]) == [*game.scene().cells] and past["cells"] == []
    game.push("4,4")
    assert cells_of(state["grid"]) == [*game.scene().cells]
    assert len(json.dumps(state)) < 12_000


def cells_of(sent: Any) -> list[Cell]:
    return [*grids.cells(msgspec.convert(sent, Grid))]


async def test_a_small_board_is_sent_cell_by_cell(server: Server) -> None:
    state = await server.get(f"games/{await server.new('gamma', width='32', height='32')}")
    assert state["grid"] is None and len(state["cells"]) == 1024


def test_the_start_of_a_few_boards_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    described: list[int] = []
    describe = grids._describe

    def count(kind: Any, constants: Any, row: Any) -> Grid | None:
        described.append(constants.width)
        return describe(kind, constants, row)

    monkeypatch.setattr(grids, "_describe", count)
    grids._starts.clear()
    for width in (*range(40, 40 + grids.STARTS), 40, 40 + grids.STARTS, 41):
        short(played("gamma", 0, width=width, height=30))
    assert len(described) == grids.STARTS + 2 and len(grids._starts) == grids.STARTS


# Pictures


def test_the_picture_of_a_large_board_is_areas() -> None:
    game = played("gamma", 3, width=200, height=100)
    picture = draw(game).decode()
    assert picture.count("<path") == 3 and "M0 0h200v1h-200z" in picture and len(picture) < 6000
    assert 'viewBox="0 0 20000 10000"' in picture


def test_a_picture_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played("gamma", 100, width=120, height=90, areas=1000)
    whole = draw(game)
    monkeypatch.setattr(board_picture, "MOST_RUNS", 120)
    part = draw(game).decode()
    assert len(part) < len(whole) / 2 and "h120v4h-120z" in part and part.count("v4") <= 120


# What is kept of them in memory


def registry(server: Server) -> RoomRegistry:
    rooms: RoomRegistry = server.app.state.rooms
    return rooms


async def begin(server: Server, kind: str, moves: int, **options: Any) -> Room:
    room = await registry(server).begin(ludarium.new(kind, **options), ["human", "human"])
    chance = random.Random(5)
    for _ in range(moves):
        move = chance.choice(list(room.game.legal_moves))
        await room.change(events.Played(str(move)), move=move)
    return room


@pytest.mark.parametrize(
    ("kind", "moves", "options"),
    [
        ("gamma", 0, {"width": 300, "height": 300}),
        ("gamma", 12, {"width": 60, "height": 60}),
        ("gamma", 40, {}),
        ("ataxx", 0, {}),
        ("ataxx", 60, {}),
        ("beetle-battle", 20, {}),
    ],
)
async def test_the_estimated_weight_is_about_the_real_one(
    server: Server, kind: str, moves: int, options: dict[str, Any]
) -> None:
    await begin(server, kind, moves, **options)
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        # Many where they are light: the server allocates beside them
        rooms = [await begin(server, kind, moves, **options) for _ in range(5 if moves or options else 60)]
        gc.collect()
        real = (tracemalloc.get_traced_memory()[0] - before) / len(rooms)
    finally:
        tracemalloc.stop()
    assert 0.6 < weigh(rooms[0]) / real < 1.6


def opened(server: Server) -> list[str]:
    return [*registry(server)._rooms]


@pytest.fixture
def light(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board of 80 by 60 counts as large, and three of them fill the memory: each takes about 110 kB."""
    monkeypatch.setattr(weight, "LARGE_ROOM", 65_000)
    monkeypatch.setattr(weight, "OPEN_BYTES", 380_000)
    monkeypatch.setattr(weight, "USER_BYTES", 380_000)


@pytest.mark.usefixtures("light")
async def test_idle_rooms_are_closed_by_their_weight(server: Server) -> None:
    registry(server).weights = weight.RoomWeights(registry(server)._rooms)
    first, second = [await server.new("gamma", **LARGE) for _ in range(2)]
    small = [await server.new("ataxx") for _ in range(3)]
    async with server.page(first) as page:
        await page.told()
        third = await server.new("gamma", **LARGE)
        await server.get(f"games/{second}/statistics")
        last = [await server.new("gamma", **LARGE) for _ in range(3)]
        # The watched one stays; of the others those that were used last
        assert first in opened(server) and third not in opened(server)
        assert {*last} < {*opened(server)} and len(opened(server)) < 1 + 1 + 3 + 1 + 3
        assert (await page.ask("play", at=0, path=["3,4"]))["say"] == "done"
    assert len(small) == 3 and (await server.get(f"games/{third}"))["columns"] == 80


async def test_a_closed_room_is_freed_at_once(server: Server) -> None:
    gc.collect()
    gc.disable()
    try:
        id = await server.new("gamma", "human", "human", **LARGE)
        async with server.page(id) as page:
            await page.told()
            assert (await page.ask("play", at=0, path=["3,4"]))["say"] == "done"
        room = weakref.ref(await server.room(id))
        await registry(server).close()
        await asyncio.sleep(0)
        assert room() is None
    finally:
        gc.enable()


@pytest.mark.usefixtures("light")
async def test_large_idle_rooms_are_closed_soon(server: Server) -> None:
    server.time.stop()
    large, small, watched = await server.new("gamma", **LARGE), await server.new("ataxx"), ""
    watched = await server.new("gamma", **LARGE)
    async with server.page(watched) as page:
        await page.told()
        await registry(server).close_idle()
        server.time.passes(weight.IDLE_SECONDS - 1)
        await registry(server).close_idle()
        assert opened(server) == [large, small, watched]
        server.time.passes(2)  # of which one second is for rounding
        await registry(server).close_idle()
        assert opened(server) == [small, watched]
    await registry(server).close_idle()
    server.time.passes(weight.IDLE_SECONDS)
    await registry(server).close_idle()
    assert opened(server) == [small]


async def test_rooms_of_finished_games_are_closed_soon(server: Server) -> None:
    server.time.stop()
    over, going_on = await server.new("ataxx"), await server.new("ataxx")
    async with server.page(over) as page:
        await page.told()
        await page.ask("resign", player=0)
    for _ in range(2):
        await registry(server).close_idle()
        server.time.passes(weight.IDLE_SECONDS)
    await registry(server).close_idle()
    assert opened(server) == [going_on]
    assert (await server.get(f"games/{over}"))["view"]["ending"]["winner"] == "blue"


@pytest.mark.usefixtures("light")
async def test_a_user_holds_so_much_open(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, twin = [await stack.enter_async_context(server.guest(name)) for name in ("Ada", "Twin")]
        bo = await stack.enter_async_context(server.guest("Bo", "198.51.100.1"))
        for guest in ada, twin, ada:
            page = await stack.enter_async_context(guest.page(await guest.new("gamma", **LARGE)))
            await page.told()
        # Guests of one address count together, and small boards do not count
        answer = await twin.post("games", {"kind": "gamma", "options": LARGE})
        assert answer.status_code == 400
        assert answer.json()["message"] == (
            "The large boards that you have open are as much as one player may; close one of them first."
        )
        await ada.new("ataxx")
        other = await bo.new("gamma", **LARGE)
        refused = await stack.enter_async_context(ada.page(other))
        assert (await refused.told())["message"].startswith("The large boards that you have open")
        assert await refused.told() == {} and refused.closed == 4429
        # What is open goes on
        assert (await page.ask("play", at=0, path=["3,4"]))["say"] == "done"


@pytest.mark.usefixtures("light")
async def test_boards_that_a_user_has_left_do_not_count(server: Server) -> None:
    async with server.guest("Ada") as ada:
        for _ in range(8):
            await ada.new("gamma", **LARGE)
        assert len(opened(server)) == 1


@pytest.mark.usefixtures("light")
async def test_boards_that_are_begun_at_once_count_together(server: Server) -> None:
    async with server.guest("Ada") as ada, server.guest("Bo", "198.51.100.1") as bo:
        body = {"kind": "gamma", "options": LARGE}
        answers = await asyncio.gather(*(ada.post("games", body) for _ in range(12)))
        assert {answer.status_code for answer in answers} <= {201, 400} and len(opened(server)) <= 4
        assert (await bo.post("games", body)).status_code == 201


@pytest.mark.usefixtures("light")
async def test_all_users_hold_so_much_open(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weight, "PROCESS_BYTES", 255_000)
    async with AsyncExitStack() as stack:
        for number in range(2):
            guest = await stack.enter_async_context(server.guest("Ada", f"203.0.113.{number}"))
            page = await stack.enter_async_context(guest.page(await guest.new("gamma", **LARGE)))
            await page.told()
        bo = await stack.enter_async_context(server.guest("Bo", "198.51.100.1"))
        answer = await bo.post("games", {"kind": "gamma", "options": LARGE})
        assert answer.json()["message"].startswith("Too many large boards are open on this server now; try again later")
        # The server's own machine has no such limit
        await server.new("gamma", **LARGE)


async def test_a_user_has_so_many_sockets(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weight, "USER_SOCKETS", 2)
    async with server.guest("Ada") as ada, server.guest("Bo") as bo, AsyncExitStack() as stack:
        id = await ada.new("ataxx")
        first = await stack.enter_async_context(ada.page(id))
        await first.told()
        async with bo.page(id) as second, ada.page(id) as third:
            assert (await second.told())["say"] == "state"
            told = await third.told()
            assert (
                told["message"] == ("You have 2 connections open, as many as one player may; close other games.")
                and await third.told() == {}
                and third.closed == 4429
            )
        async with bo.page(id) as again:
            assert (await again.told())["say"] == "state"
