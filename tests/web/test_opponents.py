"""People from elsewhere at one table: seats, turns, offers, and no one does what is another's."""

from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

import ludarium
from ludarium.house.rooms import presence
from ludarium.play.match import offers

from ..support.seated_players import SMALL, meet, play, sit_down
from ..support.server import Server

KINDS = [kind for kind in ludarium.games() if kind != "abatis"]


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
            texts = {
                each: game.kind.spell(game.constants, each) if game.kind.spells else str(paths[each]) for each in paths
            }
            turn = game.kind.rules.turn(game.constants, game.row)
            others = [page for number, page in enumerate(pages) if number != turn]
            refused = await others[0].ask("play", at=ply, path=path)
            assert refused["message"] == "It is not your turn."
            assert (await pages[turn].ask("play", at=ply, path=path))["say"] == "done"
            game.push(paths[path])
            seen = [await page.until("moved", ply=ply + 1) for page in (*others, onlooker)]
            # The move as it was pointed at
            assert all(told == seen[0] for told in seen) and seen[0]["move"] == [turn, texts[path], list(path)]
        assert (await people[-1].client.get(f"/api/games/{id}/record")).text == game.record()


async def test_a_move_is_told_as_it_was_written(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo = await sit_down(stack, await meet(stack, server, "Ada", "Bo"))
        for at, (page, move) in enumerate([(ada, "a7-a6"), (bo, "g7-g6"), (ada, "A6-b6 "), (bo, "a1-a2")]):
            assert (await page.ask("play", at=at, move=move))["say"] == "done"
        assert (await ada.ask("play", at=4, path=["b6", "b5"]))["say"] == "done"
        told = [each["move"] for each in bo.seen if each["say"] == "moved"]
        while len(told) < 5:
            told.append((await bo.until("moved"))["move"])
        assert told[2] == [0, "a6-b6", ["a6", "b6"]] and told[4] == [0, "b6-b5", ["b6", "b5"]]


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
        assert "goes on when it is taken" in (await page.ask("play", at=0, move="a7-a6"))["message"]
        async with bo.page(id) as other:
            assert (await other.ask("sit", player=0))["message"] == "This seat is not free."
            assert (await other.ask("sit", player=1))["say"] == "done"
            assert (await other.ask("sit"))["message"] == "All seats are taken."
            assert (await other.ask("leave", player=0))["message"] == "Another player plays this side."
            assert (await other.ask("leave", player=1))["say"] == "done"
            assert (await other.ask("sit"))["say"] == "done"
        assert (await page.ask("play", at=0, move="a7-a6"))["say"] == "done"


async def test_somebody_without_a_name_looks_on(server: Server) -> None:
    async with AsyncExitStack() as stack:
        (ada,) = await meet(stack, server, "Ada")
        id = await ada.new("ataxx", "human", "open")
        async with server.page(id) as page:
            assert (await page.told())["say"] == "state" and page.you["person"] is None
            assert "Choose a name" in (await page.ask("sit"))["message"]


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
        assert told["message"] == "Only the host of this game can do that." and pages[0].waiting == before


async def test_what_is_another_s_is_left_alone(server: Server) -> None:
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo", "Eve")
        pages = await sit_down(stack, people[:2])
        id = (await people[0].get("games"))[0]["id"]
        await play(pages)
        eve = await stack.enter_async_context(people[2].page(id))
        for page in (eve, pages[0]):
            assert (await page.ask("resign", player=1))["message"] == "Another player plays this side."
            assert (await page.ask("play", at=1, move="a1-a2"))["message"] == "It is not your turn."
        for page in pages:
            assert "ask them for a takeback" in (await page.ask("undo"))["message"]
            assert "when the game is over" in (await page.ask("hint"))["message"]
            assert "when the game is over" in (await page.ask("analyse", ply=0))["message"]
        for offer in offers.OFFERS:
            assert "Spectators cannot do this" in (await eve.ask("offer", offer=offer))["message"]
        assert "the game has begun" in (await pages[0].ask("seat", player=1, who="level 1"))["message"]
        for person in people[1:]:
            assert (await person.client.delete(f"/api/games/{id}")).status_code == 403
        assert "Others play" in (await people[0].client.delete(f"/api/games/{id}")).text


async def test_a_game_begun_at_home_is_not_for_strangers(server: Server) -> None:
    id = await server.new("ataxx")
    async with server.guest("Eve") as eve:
        async with eve.page(id) as page:
            assert (await page.ask("play", at=0, move="a7-a6"))["message"] == "It is not your turn."
            assert "Only the host" in (await page.ask("undo"))["message"]
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
        assert "there is no offer of" in (await ada.ask("decline", offer="draw"))["message"].lower()
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


async def test_a_takeback_leads_back_to_the_turn_of_who_asks(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo = await sit_down(stack, await meet(stack, server, "Ada", "Bo"))
        await play([ada, bo])
        assert "no move to take back" in (await bo.ask("offer", offer="takeback"))["message"]
        await play([ada, bo], 1, 1)
        moves = [each["move"][1] for each in bo.seen if each["say"] == "moved"]
        # Bo has answered: both moves go if Ada asks, and one if Bo asks
        for asker, other, left, text in (ada, bo, 0, f"{moves[0]} and the answer {moves[1]}"), (bo, ada, 1, moves[1]):
            await asker.ask("offer", offer="takeback")
            assert (await other.until("changed", ply=2))["view"]["takeback"] == text
            assert (await other.ask("offer", offer="takeback"))["say"] == "done"
            changed = next(told for told in reversed(other.seen) if told["say"] == "changed")
            assert (changed["ply"], changed["view"]["turn"], changed["view"]["takeback"]) == (left, left, "")
            for page in ada, bo:
                while not any(told.get("ply") == left for told in page.seen[-1:]) and page.waiting:
                    await page.told()
            if left == 0:
                for at, page in enumerate((ada, bo)):
                    assert (await page.ask("play", at=at, move=moves[at]))["say"] == "done"


async def test_nothing_is_set_up_after_the_beginning(server: Server) -> None:
    async with AsyncExitStack() as stack:
        ada, bo = await sit_down(stack, await meet(stack, server, "Ada", "Bo"), begun=False)
        record = ludarium.new("ataxx", blocks="3gh").record()
        changes: tuple[dict[str, Any], ...] = (
            {"do": "lay", "name": "c3"},
            {"do": "set moves", "on": True},
            {"do": "seed", "number": "5"},
            {"do": "set up", "record": record, "player": 0},
        )
        for change in changes:
            assert (await ada.ask(**change))["say"] == "done", change
        # The host makes moves for both and takes one back; the guest waits
        assert (await bo.ask("play", at=0, move="a7-a6"))["message"] == "The game has not begun yet."
        for at, move in enumerate(("a7-a6", "g7-g6")):
            assert (await ada.ask("play", at=at, move=move))["say"] == "done"
        assert (await ada.ask("undo"))["say"] == "done"
        assert (await bo.ask("undo"))["message"].startswith("Where others play")
        assert (await ada.ask("start"))["say"] == "done"
        for change in changes:
            refused = await ada.ask(**change)
            assert refused.get("message") == "A game is set up before it begins, and not any more.", change
        assert (await bo.ask("play", at=1, move="g7-g6"))["say"] == "done"


async def test_a_game_begins_with_all_its_players(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BLINK", 0.01)
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        ada, bo = await sit_down(stack, people, begun=False)
        id = (await people[0].get("games"))[0]["id"]
        # A move that sets the game up does not keep a guest
        await ada.ask("set moves", on=True)
        await ada.ask("play", at=0, move="a7-a6")
        assert (await bo.ask("leave", player=1))["say"] == "done"
        while (await ada.until("changed"))["view"]["vacant"] == 0:
            pass
        assert "A seat is free" in (await ada.ask("start"))["message"]
        await bo.ask("sit")
        await bo.__aexit__()
        while (await ada.until("changed"))["view"]["players"][1]["here"]:
            pass
        assert (await ada.ask("start"))["message"] == "Bo is away; the game can begin when all players are here."
        async with people[1].page(id):
            while not (await ada.until("changed"))["view"]["players"][1]["here"]:
                pass
            assert (await ada.ask("start"))["say"] == "done"


async def test_nobody_waits_for_another_game_with_who_has_gone(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "BLINK", 0.01)
    async with AsyncExitStack() as stack:
        ada, bo = await sit_down(stack, await meet(stack, server, "Ada", "Bo"))
        await bo.ask("resign", player=1)
        await ada.ask("offer", offer="rematch")
        await bo.__aexit__()
        while (view := (await ada.until("changed"))["view"])["players"][1]["here"]:
            pass
        assert view["offers"] == {}
        refused = await ada.ask("offer", offer="rematch")
        assert refused["message"] == "Bo has left, and cannot play another game."


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
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        ada, bo = await sit_down(stack, people)
        id = (await people[0].get("games"))[0]["id"]
        assert (await ada.ask("claim", player=1))["message"] == "This player has not left."
        await bo.__aexit__()
        assert not (await ada.until("changed"))["view"]["players"][1]["here"]
        assert "may still come back" in (await ada.ask("claim", player=1))["message"]
        async with people[1].page(id):
            assert (await ada.until("changed"))["view"]["players"][1]["here"]
        await ada.until("changed")
        server.time.passes(61)
        assert (await ada.ask("claim", player=1))["say"] == "done"
        ending = next(told for told in reversed(ada.seen) if told["say"] == "changed")["view"]["ending"]
        assert (ending["winner"], ending["reason"]) == ("red", "blue has left")


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
        assert wrong.status_code == 400 and "letters, digits and" in wrong.text
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
