"""People from elsewhere at one table: seats, turns, offers, clocks, and nobody who does what is another's."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludarium
from ludarium.web import agreeing, clocks, presence, rooms, sitting, turns
from ludarium.web.telling import sentence

from .clusters import Cluster, cluster
from .webs import Page, Server, serving

fixtures = (cluster,)

KINDS = [kind for kind in ludarium.games() if kind != "abatis"]
SMALL: dict[str, dict[str, Any]] = {
    "beetle-battle": {"size": "3"},
    "gamma": {"width": "4", "height": "4", "players": "3"},
}


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    async with serving(tmp_path) as server:
        yield server


async def meet(stack: AsyncExitStack, server: Server, *names: str) -> list[Server]:
    """People from different places."""
    addresses = (f"203.0.113.{number}" for number in range(1, len(names) + 1))
    return [await stack.enter_async_context(server.guest(name, at)) for name, at in zip(names, addresses, strict=True)]


async def sit_down(stack: AsyncExitStack, people: list[Server], kind: str = "ataxx", **more: Any) -> list[Page]:
    """The first one hosts a game, the others take the open seats; everybody's page, having read all so far."""
    seats = ("human", *["open"] * (len(people) - 1))
    id = await people[0].new(kind, *seats, more=more, **SMALL.get(kind, {}))
    pages = [await stack.enter_async_context(each.page(id)) for each in people]
    for page in pages[1:]:
        assert (await page.ask("sit"))["say"] == "done"
    for page in pages:
        while all(told.get("view", {}).get("vacant", 1) for told in page.seen):
            await page.told()
    return pages


async def play(pages: list[Page], plies: int = 1, begun: int = 0) -> dict[str, Any]:
    """Moves by whoever's turn it is, each seen by everybody before the next; the last view."""
    view: dict[str, Any] = next(told["view"] for told in reversed(pages[0].seen) if "view" in told)
    for at in range(begun, begun + plies):
        mover = pages[view["turn"]]
        assert (await mover.ask("play", at=at, path=min(view["paths"])))["say"] == "done"
        told = [next((each for each in page.seen if each.get("ply") == at + 1), None) for page in pages]
        for number, page in enumerate(pages):
            if told[number] is None:
                told[number] = await page.until("moved", ply=at + 1)
        assert all(each == told[0] for each in told) and told[0]
        view = told[0]["view"]
    return view


@pytest.mark.parametrize("kind", KINDS)
async def test_a_whole_game_between_people_from_elsewhere(server: Server, kind: str) -> None:
    game = ludarium.new(kind, **SMALL.get(kind, {}))
    names = ["Ada", "Bo", "Cy"][: game.kind.rules.players(game.constants)]
    random = Random(3)
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, *names)
        pages = await sit_down(stack, people, kind)
        id = (await people[0].get("games"))[0]["id"]
        onlooker = await stack.enter_async_context(server.page(id))
        state = await onlooker.told()
        assert [player["title"] for player in state["view"]["players"]] == names
        for ply in range(60):
            paths = game.paths()
            if not paths:
                break
            path = random.choice(sorted(paths))
            turn = game.kind.rules.turn(game.constants, game.row)
            others = [page for number, page in enumerate(pages) if number != turn]
            refused = await others[0].ask("play", at=ply, path=path)
            assert refused["message"] == "It is not your turn."
            assert (await pages[turn].ask("play", at=ply, path=path))["say"] == "done"
            game.push(paths[path])
            seen = [await page.until("moved", ply=ply + 1) for page in (*others, onlooker)]
            assert all(told == seen[0] for told in seen) and seen[0]["move"][1] == str(game.moves[-1])
        assert (await people[-1].client.get(f"/api/games/{id}/record")).text == game.record()


async def test_ten_people_at_one_board(server: Server) -> None:
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, *(f"Player {letter}" for letter in "ABCDEFGHIJ"))
        options = {"width": "5", "height": "5", "players": "10"}
        pages = await sit_down(stack, people, "gamma", options=options)
        view = await play(pages, 20)
        assert [player["title"] for player in view["players"]] == [f"Player {letter}" for letter in "ABCDEFGHIJ"]
        assert [player["score"] for player in view["players"]] == [2] * 10 and view["ending"] is None
        assert (await pages[9].ask("resign", player=9))["say"] == "done"


async def test_nobody_moves_before_all_seats_are_taken(server: Server) -> None:
    async with AsyncExitStack() as stack:
        (ada, bo) = await meet(stack, server, "Ada", "Bo")
        id = await ada.new("ataxx", "human", "open")
        page = await stack.enter_async_context(ada.page(id))
        view = (await page.told())["view"]
        assert (view["waits"], view["paths"], view["vacant"]) == (False, [], 1)
        assert "has to take first" in (await page.ask("play", at=0, move="a7-a6"))["message"]
        async with bo.page(id) as other:
            assert (await other.ask("sit", player=0))["message"] == "This seat is not free."
            assert (await other.ask("sit", player=1))["say"] == "done"
            assert (await other.ask("sit"))["message"] == "All seats are taken."
            assert (await other.ask("leave", player=0))["message"] == "Somebody else plays for this side."
            assert (await other.ask("leave", player=1))["say"] == "done"
            assert (await other.ask("sit"))["say"] == "done"
        assert (await page.ask("play", at=0, move="a7-a6"))["say"] == "done"


async def test_somebody_without_a_name_looks_on(server: Server) -> None:
    async with AsyncExitStack() as stack:
        (ada,) = await meet(stack, server, "Ada")
        id = await ada.new("ataxx", "human", "open")
        async with server.page(id) as page:
            assert (await page.told())["say"] == "state" and page.you["person"] is None
            assert "has to have a name" in (await page.ask("sit"))["message"]


HOSTS = [
    ("seat", {"player": 0, "who": "level 3"}),
    ("pause", {"on": True}),
    ("start", {}),
    ("lay", {"name": "d4"}),
    ("set moves", {"on": True}),
    ("seed", {"number": 1}),
]


@pytest.mark.parametrize(("do", "fields"), HOSTS)
async def test_only_the_host_sets_up(server: Server, do: str, fields: dict[str, Any]) -> None:
    async with AsyncExitStack() as stack:
        pages = await sit_down(stack, await meet(stack, server, "Ada", "Bo"))
        before = pages[0].waiting
        told = await pages[1].ask(do, **fields)
        assert told["message"] == "Only whoever has set this game up can do that." and pages[0].waiting == before


async def test_what_is_another_s_is_left_alone(server: Server) -> None:
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo", "Eve")
        pages = await sit_down(stack, people[:2])
        id = (await people[0].get("games"))[0]["id"]
        await play(pages)
        eve = await stack.enter_async_context(people[2].page(id))
        for page in (eve, pages[0]):
            assert (await page.ask("resign", player=1))["message"] == "Somebody else plays for this side."
            assert (await page.ask("play", at=1, move="a1-a2"))["message"] == "It is not your turn."
        for page in pages:
            assert "ask them for a takeback" in (await page.ask("undo"))["message"]
            assert "when the game is over" in (await page.ask("hint"))["message"]
            assert "when the game is over" in (await page.ask("analyse", ply=0))["message"]
        for offer in agreeing.OFFERS:
            assert "no say in this" in (await eve.ask("offer", offer=offer))["message"]
        assert "the game has begun" in (await pages[0].ask("seat", player=1, who="level 1"))["message"]
        for person in people[1:]:
            assert (await person.client.delete(f"/api/games/{id}")).status_code == 403
        assert "Others play" in (await people[0].client.delete(f"/api/games/{id}")).text


async def test_a_game_begun_at_home_is_not_for_strangers(server: Server) -> None:
    id = await server.new("ataxx")
    async with server.guest("Eve") as eve:
        async with eve.page(id) as page:
            assert (await page.ask("play", at=0, move="a7-a6"))["message"] == "It is not your turn."
            assert "has set this game up" in (await page.ask("undo"))["message"]
        assert await eve.get("games") == [] and (await eve.client.delete(f"/api/games/{id}")).status_code == 403
    async with server.page(id) as page:
        assert (await page.ask("play", at=0, move="a7-a6"))["say"] == "done"


@pytest.mark.parametrize(
    ("headers", "at_home"),
    [
        ({"host": "localhost:8190"}, True),
        ({"host": "127.0.0.1:8190"}, True),
        ({"host": "[::1]:8190"}, True),
        ({"host": "a-page-that-leads-here.example"}, False),
        ({"host": "127.0.0.1.example:8190"}, False),
        ({"host": ""}, False),
        ({"x-forwarded-for": "127.0.0.1"}, False),
        ({"forwarded": "for=127.0.0.1"}, False),
    ],
)
async def test_who_is_at_home(server: Server, headers: dict[str, str], at_home: bool) -> None:
    id = await server.new("ataxx")
    async with server.page(id) as page:
        await page.ask("play", at=0, move="a7-a6")
    told = await server.client.get("/api/games", headers=headers)
    assert len(told.json()) == at_home
    assert ((await server.client.delete(f"/api/games/{id}", headers=headers)).status_code == 204) == at_home


async def test_a_draw_has_to_be_agreed_on(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo = await sit_down(stack, await meet(stack, server, "Ada", "Bo"))
        await play([ada, bo])
        assert (await ada.ask("offer", offer="draw"))["say"] == "done"
        assert (await bo.until("changed"))["view"]["offers"] == {"draw": [0]}
        assert "offered already" in (await ada.ask("offer", offer="draw"))["message"]
        assert (await bo.ask("decline", offer="draw"))["say"] == "done"
        assert "nobody has offered" in (await ada.ask("decline", offer="draw"))["message"].lower()
        await ada.ask("offer", offer="draw")
        assert (await bo.ask("offer", offer="draw"))["say"] == "done"
        ending = (await ada.until("changed"))["view"]["ending"]
        while not ending:
            ending = (await ada.until("changed"))["view"]["ending"]
        assert (ending["reason"], ending["winner"]) == ("both sides agreed on a draw", None)


async def test_moves_are_taken_back_if_the_other_side_agrees(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo = await sit_down(stack, await meet(stack, server, "Ada", "Bo"))
        assert "no move to take back" in (await ada.ask("offer", offer="takeback"))["message"]
        await play([ada, bo])
        await ada.ask("offer", offer="takeback")
        assert (await bo.ask("offer", offer="takeback"))["say"] == "done"
        changed = next(told for told in reversed(bo.seen) if told["say"] == "changed")
        assert (changed["ply"], changed["view"]["turn"], changed["view"]["offers"]) == (0, 0, {})


async def test_another_game_with_the_seats_the_other_way_round(server: Server) -> None:
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        ada, bo = await sit_down(stack, people, clock={"seconds": 60}, listed=True)
        assert "when this one is over" in (await ada.ask("offer", offer="rematch"))["message"]
        await bo.ask("resign", player=1)
        await ada.ask("offer", offer="rematch")
        await bo.ask("offer", offer="rematch")
        following = next(told for told in reversed(bo.seen) if told["say"] == "changed")["view"]["next"]
        again = await people[1].get(f"games/{following}")
        assert [player["title"] for player in again["view"]["players"]] == ["Bo", "Ada"]
        assert again["clock"]["seconds"] == 60 and again["listed"]
        assert following in [game["id"] for game in await people[1].get("games")]
        assert "once" in (await ada.ask("offer", offer="rematch"))["message"]
        async with people[1].page(following) as page:
            assert (await page.ask("play", at=0, move="a7-a6"))["say"] == "done"


async def test_who_stays_away_loses_if_the_other_side_wants_it(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BLINK", 0.01)
    monkeypatch.setattr(agreeing, "GRACE", 600_000)
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        ada, bo = await sit_down(stack, people)
        id = (await people[0].get("games"))[0]["id"]
        assert (await ada.ask("claim", player=1))["message"] == "Nobody has gone away there."
        await bo.__aexit__()
        assert not (await ada.until("changed"))["view"]["players"][1]["here"]
        assert "may still come back" in (await ada.ask("claim", player=1))["message"]
        async with people[1].page(id):
            assert (await ada.until("changed"))["view"]["players"][1]["here"]
        await ada.until("changed")
        monkeypatch.setattr(agreeing, "GRACE", 0)
        assert (await ada.ask("claim", player=1))["say"] == "done"
        ending = next(told for told in reversed(ada.seen) if told["say"] == "changed")["view"]["ending"]
        assert (ending["winner"], ending["reason"]) == ("red", "blue has left")


# Clocks


async def test_a_clock_is_kept_by_the_server(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        ada, bo = await sit_down(stack, people, clock={"seconds": 60, "increment": 2})
        time.passes(10)
        view = await play([ada, bo])
        assert (view["clocks"], view["running"]) == ({"0": 52_000, "1": 60_000}, 1)
        time.passes(-3600)  # a clock that is set back gives nobody time
        view = await play([ada, bo], begun=1)
        assert (view["clocks"], view["running"]) == ({"0": 52_000, "1": 62_000}, 0)
        time.passes(3600 + 53)
        assert (await ada.ask("play", at=2, path=min(view["paths"])))["message"] == "The time has run out."
        ending = (await bo.until("changed"))["view"]["ending"]
        assert (ending["winner"], ending["reason"]) == ("blue", "red has run out of time")


async def test_time_runs_out_while_nobody_does_anything(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch, stands=False)
    async with AsyncExitStack() as stack:
        ada, bo = await sit_down(stack, await meet(stack, server, "Ada", "Bo"), clock={"seconds": 1000})
        await play([ada, bo])
        time.passes(999.7)
        await bo.ask("offer", offer="draw")  # whatever happens, the alarm is set anew
        await ada.until("changed")
        assert (await ada.until("changed"))["view"]["ending"]["reason"] == "blue has run out of time"


async def test_days_for_every_move(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time(monkeypatch)
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        pages = await sit_down(stack, people, clock={"days": 2})
        day = 86_400_000
        time.passes(86_400)
        assert (await play(pages))["clocks"] == {"0": 2 * day, "1": 2 * day}
        time.passes(3 * 86_400)
        id = (await people[0].get("games"))[0]["id"]
        async with server.page(id) as onlooker:
            view = (await onlooker.told())["view"]
            ending = view["ending"] or (await onlooker.until("changed"))["view"]["ending"]
            assert ending["reason"] == "blue has run out of time"


@pytest.mark.parametrize(
    "clock", [{}, {"seconds": 5}, {"seconds": 100_000}, {"seconds": 60, "days": 1}, {"days": 99}, {"increment": 3}]
)
async def test_what_is_no_clock(server: Server, clock: dict[str, int]) -> None:
    answer = await server.post("games", {"kind": "ataxx", "seats": ["human", "open"], "clock": clock})
    assert answer.status_code == 400 and "a clock has 10 to" in answer.text.lower()


class Time:
    """Time that passes when it is told to, and otherwise stands still if that is said."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, stands: bool = True) -> None:
        begun, moment = clocks.moment(), clocks.moment
        self._passed = 0
        for module in (rooms, sitting, turns, agreeing):
            monkeypatch.setattr(module, "moment", lambda: (begun if stands else moment()) + self._passed)

    def passes(self, seconds: float) -> None:
        self._passed += round(1000 * seconds)


# Who finds what


async def test_a_private_game_is_found_by_its_link_alone(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo = await meet(stack, server, "Ada", "Bo")
        private = await ada.new("ataxx", "human", "open")
        listed = await ada.new("ataxx", "human", "open", more={"listed": True})
        named = await ada.new("gamma", "human", "open", more={"alias": "evening-game", "listed": True})
        assert [game["id"] for game in await bo.get("lobby")] == [named, listed]
        assert [game["id"] for game in await bo.get("lobby?kind=ataxx&seats=open")] == [listed]
        assert await bo.get("lobby?seats=taken") == [] == await bo.get("games")
        assert (await bo.client.get("/api/lobby?seats=all")).status_code == 400
        assert {game["id"] for game in await ada.get("games")} == {private, listed, named}
        assert (await bo.get("join/evening-game"))["id"] == named
        assert (await bo.client.get("/api/join/morning-game")).status_code == 404
        again = await bo.post("games", {"kind": "ataxx", "seats": ["human", "open"], "alias": "evening-game"})
        assert "choose another name" in again.text
        wrong = await bo.post("games", {"kind": "ataxx", "seats": ["human", "open"], "alias": "a b"})
        assert wrong.status_code == 400 and "without blanks" in wrong.text
        person = (await ada.get("me"))["id"]
        assert {game["id"] for game in (await bo.get(f"people/{person}"))["games"]} == {listed, named}
        assert {game["id"] for game in (await ada.get(f"people/{person}"))["games"]} == {private, listed, named}
        async with bo.page(private) as page:
            assert (await page.ask("sit"))["say"] == "done"
        assert [game["id"] for game in await bo.get("games")] == [private]


# Ratings


async def test_a_game_that_counts_counts_once(server: Server) -> None:
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        ada, bo = await sit_down(stack, people, rated=True)
        await play([ada, bo], 2)
        await bo.ask("resign", player=1)
        told = {person["name"]: person["rating"] for person in await server.get("ratings/ataxx")}
        assert [*told] == ["Ada", "Bo"] and told["Ada"] > told["Bo"]
        id = (await people[0].get("games"))[0]["id"]
        store = server.app.state.rooms.store
        assert not await store.people.rate(id, "ataxx", {ada.you["person"]: 1, bo.you["person"]: 0})


async def test_a_game_that_does_not_count(server: Server) -> None:
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        _, bo = await sit_down(stack, people)
        await bo.ask("resign", player=1)
        alone = await people[0].new("ataxx", "human", "level 1", more={"rated": True})
        async with people[0].page(alone) as page:
            await page.ask("resign", player=0)
        assert await server.get("ratings/ataxx") == []


# Several servers


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


async def test_whoever_is_quicker_than_the_bell(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player may know a move from one process before the other has heard of it."""
    monkeypatch.setattr(rooms.Rooms, "ring", lambda self, id, version: None)
    game = ludarium.new("ataxx")
    async with serving(shared) as one, serving(shared) as two, AsyncExitStack() as stack:
        id = await one.new("ataxx")
        pages = [await stack.enter_async_context(server.page(id)) for server in (one, two)]
        for at in range(6):
            move = str(min(game.legal_moves, key=str))
            assert (await pages[at % 2].ask("play", at=at, move=move))["say"] == "done"
            game.push(move)
        assert (await pages[0].ask("play", at=7, move=move))["message"] == sentence(sitting.LATE)
        assert [made[1] for made in (await two.get(f"games/{id}"))["moves"]] == [str(move) for move in game.moves]


async def test_a_computer_moves_once_whoever_looks_on(shared: str) -> None:
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
