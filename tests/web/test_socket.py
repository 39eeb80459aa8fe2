"""Games over their sockets: moves and films, several pages, lost connections, and what a page may get wrong."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import ludarium
from ludarium.house.rooms import room
from ludarium.play.game import Game
from ludarium.play.match.presenter import capital
from ludarium.store.errors import StoreError

from ..support.server import Server, board, serving
from ..support.server_and_library import play

KINDS = ludarium.games()


OPTIONS = {"beetle-battle": {"size": "4"}, "abatis": {"seed": "7"}}


async def begin(server: Server, kind: str) -> tuple[Game, str]:
    """The same new game in the library and on the server, for people alone."""
    game = ludarium.new(kind, **OPTIONS.get(kind, {}))
    seats = ["human"] * game.kind.rules.players(game.constants)
    body = {"kind": kind, "seats": seats, "options": OPTIONS.get(kind, {})}
    return game, (await server.post("games", body)).json()["id"]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_whole_game_goes_as_in_the_library(server: Server, kind: str) -> None:
    game, id = await begin(server, kind)
    async with server.page(id) as page:
        await play(page, await page.told(), game, Random(1), 200 if kind != "abatis" else 40)
    last = (await server.get(f"games/{id}"))["moves"][-1][1]
    assert game.after(len(game.moves) - 1).parse(last) == game.moves[-1]
    assert (await server.client.get(f"/api/games/{id}/record")).text == game.record()


@pytest.mark.parametrize("kind", KINDS)
async def test_every_position_of_the_past_can_be_looked_at(server: Server, kind: str) -> None:
    game, id = await begin(server, kind)
    async with server.page(id) as page:
        await play(page, await page.told(), game.copy(), Random(2), 12)
    cells: dict[str, Any] = {}
    for ply in range(13):
        told = await server.get(f"games/{id}/plies/{ply}")
        if ply:
            for changed, _ in told["frames"]:
                cells |= board(changed)
            assert cells == board(told["cells"])
            game.push(told["move"][1])
        cells = board(told["cells"])
        assert cells == board(json.loads(json.dumps(game.scene().cells)))
    assert (await server.client.get(f"/api/games/{id}/plies/13")).status_code == 400


async def test_two_pages_are_told_the_same(server: Server) -> None:
    id = await server.new("ataxx")
    async with server.page(id) as one, server.page(id) as two:
        first, second = await one.told(), await two.told()
        assert first == second
        await one.ask("play", at=0, path=["a7", "b6"])
        await two.until("moved")
        await two.ask("play", at=1, move="a1-b2")
        await one.until("moved", ply=2)
        assert (await two.ask("undo"))["say"] == "done"
        await one.until("changed")
    events = [[told for told in page.seen if "version" in told] for page in (one, two)]
    assert events[0] == events[1]
    assert [told["version"] - first["version"] for told in events[0]] == [0, 1, 2, 3]


async def test_who_was_away_misses_nothing(server: Server) -> None:
    id = await server.new("beetle-battle")
    async with server.page(id) as steady:
        version = (await steady.told())["version"]
        async with server.page(id) as leaving:
            await leaving.told()
        for ply, path in enumerate(["0,0", "4,4", "1,1"]):
            await steady.ask("play", at=ply, path=[path])
        async with server.page(id, after=version + 1) as back:
            assert [await back.told(), await back.told()] == [told for told in steady.seen if "version" in told][2:]
        async with server.page(id, after=version + 3) as quick:
            assert (await quick.ask("undo"))["say"] == "done"
            assert [told["say"] for told in quick.seen] == ["changed", "done"]
        for after in 0, version + 1000, version - 1:
            async with server.page(id, after=after) as stranger:
                assert (await stranger.told())["say"] == "state"


async def test_a_game_is_there_again_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        id = await server.new("ataxx", blocks="f")
        async with server.page(id) as page:
            await page.ask("play", at=0, path=["a7", "b6"])
            await page.ask("seed", number=5)
            await page.ask("seat", player=0, who="random")
            await page.ask("resign", player=1)
        before = await server.get(f"games/{id}")
    async with serving(tmp_path) as server:
        after = await server.get(f"games/{id}")
        assert after | {"version": 0} == before | {"version": 0}
        assert after["view"]["ending"] == {
            "sentence": "The winner is red!",
            "reason": "blue has given up",
            "winner": "red",
        }
        async with server.page(id) as page:
            assert (await page.ask("undo"))["say"] == "done"
            assert (await page.ask("play", at=1, move="a1-a2"))["say"] == "done"
            assert (await page.until("moved"))["ply"] == 3


WRONG = (
    ("", "a request is text in JSON, and this is none"),
    ("{", "a request is text in JSON, and this is none"),
    (b'{"do":"undo","id":1}', "a request is text in JSON"),
    (b"\xff\x00", "a request is text in JSON"),
    ("[]", "Expected `object`, got `array`"),
    ('{"do":"fly","id":1}', "Invalid value 'fly'"),
    ('{"do":"undo"}', "missing required field `id`"),
    ('{"do":"undo","id":"x"}', "Expected `int`"),
    ('{"do":"undo","id":1,"more":2}', "unknown field `more`"),
    ('{"do":"play","id":1,"at":0,"path":["a7","a1"]}', "'a7 a1' is not a legal move for red"),
    ('{"do":"play","id":1,"at":0,"path":["zz"]}', "'zz' is not a legal move"),
    ('{"do":"play","id":1,"at":0,"move":"a7-a1"}', "a7-a1 is not a legal move"),
    ('{"do":"play","id":1,"at":0}', "no move"),
    ('{"do":"play","id":1,"at":1,"path":["a7","b6"]}', "has gone on"),
    ('{"do":"play","id":1,"at":-1,"path":["a7","b6"]}', "has gone on"),
    ('{"do":"play","id":1,"at":99999999999999999999,"move":"-"}', "has gone on"),
    ('{"do":"undo","id":99999999999999999999}', "Expected `int` <="),
    ('{"do":"undo","id":-1}', "Expected `int` >= 0"),
    ('{"do":"undo","id":1}', "no move to take back"),
    ('{"do":"redo","id":1}', "nothing to make again"),
    ('{"do":"start","id":1}', "has begun already"),
    ('{"do":"lay","id":1,"name":"c3"}', "a game is set up before it begins"),
    ('{"do":"set moves","id":1,"on":false}', "not being set"),
    ('{"do":"seat","id":1,"player":2,"who":"human"}', "no player with the number 2"),
    ('{"do":"seat","id":1,"player":-1,"who":"human"}', "no player"),
    ('{"do":"seat","id":1,"player":1,"who":"level 12"}', "cannot take a seat"),
    ('{"do":"seat","id":1,"player":1,"who":"uai:/bin/true"}', "cannot take a seat"),
    ('{"do":"seat","id":1,"player":1,"who":"search"}', "cannot take a seat"),
    ('{"do":"resign","id":1,"player":7}', "no player"),
    ('{"do":"seed","id":1,"number":1}', "a game is set up before it begins"),
    ('{"do":"analyse","id":1,"ply":1}', "no position after 1 moves"),
    ('{"do":"analyse","id":1,"ply":0,"lines":0}', "1 to 8 lines"),
    ('{"do":"analyse","id":1,"ply":0,"seconds":1e9}', "at most 30"),
    ('{"do":"analyse","id":1,"ply":0,"moves":["a7-a1"]}', "a7-a1 is not a legal move for red"),
    ('{"do":"explore","id":1,"ply":1}', "no position after 1 moves"),
    ('{"do":"explore","id":1,"ply":-1}', "no position after -1 moves"),
    ('{"do":"explore","id":1,"ply":0,"moves":["a7-b6","a7-b6"]}', "a7-b6 is not a legal move for blue"),
    ('{"do":"explore","id":1,"ply":0,"moves":["a7-b6"],"path":["a7","b6"]}', "not a legal move for blue"),
    (json.dumps({"do": "explore", "id": 1, "ply": 0, "moves": ["-"] * 301}), "at most 300 moves"),
    ('{"do":"review","id":1,"nodes":0}', "1 to 200,000 positions"),
    (json.dumps({"do": "look", "id": 1, "names": ["a1"] * 2049}), "too many"),
    (json.dumps({"do": "play", "id": 1, "at": 0, "move": "x" * 70_000}), "at most 65,536"),
    ("[" * 60_000, ""),
)


async def test_what_is_wrong_is_said_in_a_sentence_and_changes_nothing(server: Server) -> None:
    id = await server.new("ataxx")
    async with server.page(id) as page:
        before = await page.told()
        for text, reason in WRONG:
            page.send(text)
            told = await page.told()
            assert told["say"] == "error", (text, told)
            assert reason.lower() in told["message"].lower(), (text, told)
            assert told["message"] == capital(told["message"]) and told["message"].endswith((".", "!", "?"))
            assert told["re"] in (1, None)
        assert await server.get(f"games/{id}") == before
        # A move that is sent twice is made once
        assert (await page.ask("play", at=0, path=["a7", "b6"]))["say"] == "done"
        assert (await page.ask("play", at=0, path=["a7", "b6"]))["say"] == "error"
        assert len((await server.get(f"games/{id}"))["moves"]) == 1


async def test_undo_and_redo(server: Server) -> None:
    id = await server.new("beetle-battle", size="3")
    async with server.page(id) as page:
        cells = board((await page.told())["cells"])
        for ply, path in enumerate(["0,0", "2,2", "0,0", "2,1"]):
            await page.ask("play", at=ply, path=[path])
        there = await server.get(f"games/{id}")
        for left in 3, 2:
            await page.ask("undo")
            assert page.seen[-2]["ply"] == left
        assert page.seen[-2]["view"]["can_redo"] and page.seen[-2]["view"]["can_undo"]
        for _ in range(2):
            await page.ask("redo")
            assert page.seen[-2]["say"] == "moved"
        assert not page.seen[-2]["view"]["can_redo"]
        for told in page.seen:
            for frame in told.get("frames", [[told.get("cells", []) if told["say"] == "changed" else []]]):
                cells |= board(frame[0])
    assert cells == board(there["cells"])
    again = await server.get(f"games/{id}")
    assert (again["moves"], again["cells"]) == (there["moves"], there["cells"])


async def test_moves_taken_back_can_be_made_again_after_a_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "SNAPSHOT_AFTER", 1)  # every event that may be followed by a new record is
    async with serving(tmp_path) as server:
        id = await server.new("beetle-battle", size="3")
        async with server.page(id) as page:
            await page.told()
            await page.ask("play", at=0, path=["0,0"])
            await page.ask("undo")
    async with serving(tmp_path) as server, server.page(id) as page:
        assert (await page.told())["view"]["can_redo"]
        await page.ask("resign", player=0)
    async with serving(tmp_path) as server, server.page(id) as page:
        await page.ask("undo")  # the resignation, which ended the game for a while
        await page.ask("redo")
        assert page.seen[-2]["move"][1] == "0,0"


async def test_set_up_by_hand(server: Server) -> None:
    id = await server.new("ataxx", "human", "random", begun=False)
    async with server.page(id) as page:
        view = (await page.told())["view"]
        assert (view["begun"], view["laying"], view["setting"]) == (False, True, False)
        assert "cannot be blocked" in (await page.ask("lay", name="a7"))["message"]
        assert "no cell 'zz'" in (await page.ask("lay", name="zz"))["message"]
        for wrong in "9223372036854775808", "-9223372036854775809", "x", 1 << 63:
            assert "Seed takes " in (await page.ask("seed", number=wrong))["message"]
        for number in "9223372036854775807", "-9223372036854775808", -1:
            assert (await page.ask("seed", number=number))["say"] == "done"
        await page.ask("lay", name="d6")
        assert {cell[0]: cell[3] for cell in page.seen[-2]["cells"]} == dict.fromkeys(["d6", "d2"], "block")
        await page.ask("set moves", on=True)
        assert page.seen[-2]["view"]["setting"]
        assert [player["who"] for player in page.seen[-2]["view"]["players"]] == ["human", "random"]
        await page.ask("play", at=0, path=["a7", "b6"])
        await page.ask("play", at=1, path=["g7", "f6"])
        await page.ask("seat", player=0, who="random")
        await page.ask("seat", player=1, who="human")
        assert (await page.ask("lay", name="d6"))["say"] == "error"
        await page.ask("start")
        moved = await page.until("moved", ply=3)
        assert moved["move"][0] == 0 and moved["view"]["waits"] and not moved["view"]["setting"]
        assert not moved["view"]["laying"]
        assert (await page.ask("set moves", on=True))["say"] == "error"


async def test_giving_up(server: Server) -> None:
    id = await server.new("gamma", "human", "human", "human", players="3")
    async with server.page(id) as page:
        await page.ask("resign", player=1)
        view = page.seen[-2]["view"]
        assert view["ending"] == {
            "sentence": "No player has won.",
            "reason": "player 2 has given up",
            "winner": None,
        }
        assert (view["turn"], view["waits"], view["paths"]) == (None, False, [])
        assert (await page.ask("play", at=0, move="0,0"))["message"] == "The game is over."
        assert (await page.ask("resign", player=1))["say"] == "error"
        await page.ask("undo")
        assert page.seen[-2]["view"]["ending"] is None


async def test_a_large_board_is_asked_about(server: Server) -> None:
    id = await server.new("gamma", *["human"] * 3, width="200", height="200", players="3", areas="2")
    async with server.page(id) as page:
        state = await page.told()
        assert len(state["grid"]["runs"]) == 200 and state["view"]["paths"] is None
        assert state["view"]["words"] == ["skip"]
        await page.ask("play", at=0, path=["3,4"])
        assert page.seen[-2]["frames"][0][0] == [["3,4", 3, 195, "field", [0, "token", 1, "", 0, 0]]]
        assert (await page.ask("look", names=["3,4", "3,5", "skip", "300,1", ""]))["names"] == ["3,5", "skip"]
        assert (await page.ask("look", names=["3,4", "3,5"], touched=["g"]))["names"] == ["3,4"]
        await page.ask("play", at=1, path=["g", "3,4"])
        assert page.seen[-2]["frames"][0][0] == [["3,4", 3, 195, "field", [1, "token", 1, "", 0, 0]]]
        await page.ask("play", at=2, path=["skip"])
        assert (await page.ask("play", at=3, path=["g", "7,7"]))["say"] == "error"
        await page.ask("undo")
        await page.ask("undo")
        assert page.seen[-2]["cells"] == [["3,4", 3, 195, "field", [0, "token", 1, "", 0, 0]]]
    assert (await server.get(f"games/{id}/plies/1"))["frames"] == [page.seen[1]["frames"][0]]


async def test_a_crowd_plays(server: Server) -> None:
    id = await server.new("gamma", "human", *["random"] * 9, "human", width="5", height="5", players="14")
    async with server.page(id) as page:
        view = (await page.told())["view"]
        assert view["count"] == 14 and len(view["players"]) == 14
        await page.ask("play", at=0, move="0,0")
        view = (await page.until("moved", ply=10))["view"]
        assert view["waits"] and [player["number"] for player in view["players"]] == [*range(14)]
        assert (await page.ask("seat", player=11, who="random"))["say"] == "done"
        assert (await page.until("moved", ply=14))["view"]["waits"]


async def test_what_cannot_be_kept_is_not_played(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    id = await server.new("ataxx")
    store = server.app.state.rooms.store

    async def full(change: object) -> None:
        raise StoreError("there is no space left")

    async with server.page(id) as page:
        before = await page.told()
        monkeypatch.setattr(store, "append", full)
        assert (await page.ask("play", at=0, path=["a7", "b6"]))["message"] == "There is no space left."
        assert [told["say"] for told in page.seen] == ["state", "error"]
        monkeypatch.undo()
        after = await server.get(f"games/{id}")
        assert after == before
        assert (await page.ask("play", at=0, path=["a7", "b6"]))["say"] == "done"


async def test_sockets_that_lead_nowhere(server: Server) -> None:
    async with server.page("nowhere") as page:
        assert (await page.told())["message"] == "There is no game 'nowhere' here."
        await page.told()
        assert page.closed == 4404
    id = await server.new("ataxx")
    async with server.page(id, origin="http://elsewhere.example") as page:
        assert not page.accepted
    async with server.page(id, origin="http://localhost") as page:
        assert page.accepted and (await page.told())["say"] == "state"
