"""What is asked over HTTP: games, records, scores, preferences, and everything that may be wrong with a request."""

from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

import ludarium
from ludarium.contract import scene
from ludarium.play.levels import LEVELS
from ludarium.protocol import games, messages, people, requests
from ludarium.web.http import openapi

from ..support import goldens
from ..support.server import Server

SAMPLE = (goldens.FOLDER / "sample.csv").read_text()


async def test_the_house(server: Server) -> None:
    house = msgspec.convert(await server.get("house"), games.House)
    assert [kind.id for kind in house.kinds] == [*ludarium.games()]
    assert [level.seat for level in house.levels] == [f"level {level.number}" for level in LEVELS]
    told = {kind.id: kind for kind in house.kinds}
    assert [kind.id for kind in house.kinds if kind.has_scores] == ["abatis"]
    assert [kind.id for kind in house.kinds if kind.can_lay] == ["ataxx"]
    sorts = {option.name: option.sort for kind in ("abatis", "ataxx", "gamma") for option in told[kind].options}
    assert sorts["colors"] == "span" and sorts["seed"] == "seed" and sorts["width"] == "whole"
    assert sorts["blocks"] == "text" and sorts["type"] == "choice"
    for kind in house.kinds:
        assert (await server.get(f"kinds/{kind.id}/help"))["html"].startswith(f"<h1>{kind.title}</h1>")


async def test_games_are_begun_listed_and_forgotten(server: Server) -> None:
    id = await server.new("ataxx", "human", "level 11")
    new = await server.new("ataxx", "human", "level 11", begun=False)
    async with server.page(new) as page:
        assert (await page.ask("lay", name="c3"))["say"] == (await page.ask("set moves", on=True))["say"] == "done"
    assert await server.get("games") == []  # no one has moved
    async with server.page(id) as page:
        await page.told()
        assert (await page.ask("set moves", on=True))["say"] == "done"
        assert (await page.ask("play", at=0, move="a7-b6"))["say"] == "done"
    (game,) = await server.get("games?kind=ataxx&finished=false")
    assert (game["id"], game["title"], game["seats"]) == (id, "you against Scarab, 1 move", ["human", "level 11"])
    assert await server.get("games?kind=gamma") == await server.get("games?finished=true") == []
    assert (await server.client.delete(f"/api/games/{id}")).status_code == 204
    assert (await server.client.get(f"/api/games/{id}")).status_code == 404


WRONG_GAMES: list[tuple[Any, int, str]] = [
    ({}, 400, "missing required field `kind`"),
    ([], 400, "Expected `object`"),
    ({"kind": "chess"}, 404, "There is no game 'chess'"),
    ({"kind": "ataxx", "options": {"size": "3"}}, 400, "Ataxx has no option 'size'"),
    ({"kind": "ataxx", "options": {"blocks": "zz"}}, 400, "'z' is no letter"),
    ({"kind": "ataxx", "options": {"blocks": 3}}, 400, "Expected `str`"),
    ({"kind": "ataxx", "seats": ["human", "human", "human"]}, 400, "3 seats for 2 players"),
    ({"kind": "ataxx", "seats": ["uai:/bin/true"]}, 400, "cannot take a seat"),
    ({"kind": "ataxx", "seats": ["level 0"]}, 400, "cannot take a seat"),
    ({"kind": "ataxx", "seats": ["level 12"]}, 400, "cannot take a seat"),
    ({"kind": "ataxx", "position": "7/7"}, 400, "has 2 ranks"),
    ({"kind": "ataxx", "more": 1}, 400, "unknown field `more`"),
    ({"kind": "gamma", "options": {"width": "1001", "height": "1000"}}, 400, "too large for this server"),
    ({"kind": "gamma", "options": {"width": "4294967295", "height": "4294967295"}}, 400, "A board of"),
]


@pytest.mark.parametrize(("body", "status", "reason"), WRONG_GAMES)
async def test_wrong_games_are_refused(server: Server, body: Any, status: int, reason: str) -> None:
    answer = await server.post("games", body)
    assert answer.status_code == status
    assert reason in answer.json()["message"] and answer.json()["message"].endswith(".")


WRONG_TEXTS = [
    ("", "no record of a game"),
    ("blocks 3\nstart\n", "for a file of commands, say which game they are for"),
    ("game: chess\nversion: 1\n\nmove_number,player,move\n", "no game 'chess'"),
    ("game: gamma\nversion: 1\nwidth: 40000\nheight: 40000\n\nmove_number,player,move\n", "A board of 40000 x 40000"),
    (
        SAMPLE.replace("14,blue,0,1", "14,blue,0,0"),
        "Line 18: 0,0 is not a legal move for blue: the beetles",
    ),
    (SAMPLE.replace("winner: blue", "winner: red"), "the record says 'red', and its moves lead to blue"),
    ("game: ataxx\n" * 2, "a second time"),
]


@pytest.mark.parametrize(("text", "reason"), WRONG_TEXTS)
async def test_wrong_records_are_refused(server: Server, text: str, reason: str) -> None:
    answer = await server.post("games/import", {"text": text})
    assert answer.status_code == 400
    assert reason in answer.json()["message"]


@pytest.mark.parametrize("text", [SAMPLE, SAMPLE.replace("\n", "\r\n"), f"\ufeff{SAMPLE}", SAMPLE.rstrip("\n")])
async def test_a_seeds_file_is_brought_and_taken_away(server: Server, text: str) -> None:
    answer = await server.post("games/import", {"text": text, "kind": "beetle-battle"})
    assert answer.status_code == 201, answer.text
    told = answer.json()
    assert told["finished"]
    state = await server.get(f"games/{told['id']}")
    assert (len(state["moves"]), state["view"]["ending"]["sentence"]) == (14, "The winner is blue!")
    taken = await server.client.get(f"/api/games/{told['id']}/record")
    assert taken.text == SAMPLE.replace("\r", "")
    assert taken.headers["content-disposition"].startswith('attachment; filename="beetle-battle 20')
    answer = await server.post("games/import", {"text": text, "kind": "ataxx"})
    assert answer.json()["message"] == "This is a record of beetle-battle, and not of ataxx."


async def test_a_file_of_commands_is_obeyed(server: Server) -> None:
    text = "# set up\nblocks 3\na7-b6\ng7-f6\ncolor blue\n"
    answer = await server.post("games/import", {"text": text, "kind": "ataxx"})
    assert answer.status_code == 201, answer.text
    state = await server.get(f"games/{answer.json()['id']}")
    assert [move[1] for move in state["moves"]] == ["a7-b6", "g7-f6"]
    assert state["seats"][1] == "human" and not state["view"]["begun"]
    answer = await server.post("games/import", {"text": "a7-a1\n", "kind": "ataxx"})
    assert answer.status_code == 400 and "a7-a1 is not a legal move" in answer.json()["message"]


async def test_a_file_of_commands_loads_those_that_came_with_it(server: Server) -> None:
    game = ludarium.new("ataxx", blocks="3")
    game.push("a7-b6")
    body: dict[str, Any] = {"text": "load sub/first\ncolor blue\n", "kind": "ataxx", "files": {}}
    for name, content in ("first", "# more\nload game.csv\ng7-f6\n"), ("game.csv", game.record()):
        answer = await server.post("games/import", body)
        assert (answer.status_code, answer.json()["needs"]) == (400, name)
        assert answer.json()["message"] == f"The file loads '{name}'; choose that one too."
        body["files"][name] = content
    state = await server.get(f"games/{(await server.post('games/import', body)).json()['id']}")
    assert [move[1] for move in state["moves"]] == ["a7-b6", "g7-f6"] and state["seats"][1] == "human"
    body["files"]["first"] = "load first\n"
    assert "is being loaded already" in (await server.post("games/import", body)).json()["message"]


async def test_nobody_moves_in_a_game_from_a_file_before_it_is_said_who_plays(server: Server) -> None:
    game = ludarium.new("ataxx")
    game.push("a7-b6")
    for seats in [], ["human", "random"]:
        id = (await server.post("games/import", {"text": game.record(), "seats": seats})).json()["id"]
        async with server.page(id) as page:
            view = (await page.told())["view"]
            assert view["paused"] != bool(seats)
            if not seats:
                assert (await page.ask("seat", player=1, who="random"))["say"] == "done"
                assert (await page.ask("pause", on=False))["say"] == "done"
            if len((await server.get(f"games/{id}"))["moves"]) < 2:
                await page.until("moved", ply=2)


async def test_a_game_can_begin_at_a_position(server: Server) -> None:
    body = {"kind": "ataxx", "position": "x5o/7/7/7/7/7/o5x o 0 1", "seats": ["human", "human"]}
    id = (await server.post("games", body)).json()["id"]
    assert (await server.get(f"games/{id}"))["view"]["turn"] == 1


@pytest.mark.parametrize("kind", ludarium.games())
async def test_a_board_as_a_picture(server: Server, kind: str) -> None:
    id = await server.new(kind, "human")
    answer = await server.client.get(f"/api/games/{id}/board.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    picture = ElementTree.fromstring(answer.text)
    names = {each.get("id") for each in picture.iter("{http://www.w3.org/2000/svg}symbol")}
    used = {str(each.get("href")).lstrip("#") for each in picture.iter("{http://www.w3.org/2000/svg}use")}
    assert used == names
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")


async def test_options_have_words_and_pictures(server: Server) -> None:
    house = msgspec.convert(await server.get("house"), games.House)
    options = {(kind.id, option.name): option for kind in house.kinds for option in kind.options}
    # What has no other words is called by its name
    assert (options["gamma", "width"].title, options["gamma", "width"].values) == ("Width", ())
    assert options["ataxx", "rules"].choices == ("seed", "uai")
    assert options["ataxx", "rules"].values == (("seed", "as in the manual"), ("uai", "as in engine tournaments"))
    pictured = {key: option for key, option in options.items() if option.pictured}
    assert set(pictured) == {("ataxx", "blocks"), ("battle-of-the-beetles", "setup")}
    for (kind, name), option in pictured.items():
        answers = [await server.client.get(f"/api/kinds/{kind}/board?{name}={value}") for value, _ in option.values]
        assert all(answer.json()["cells"] for answer in answers)
        assert len({answer.text for answer in answers}) == len(option.values)
    for kind, query in ("ataxx", "blocks=z"), ("ataxx", "rules=uai"), ("gamma", "width=4000000000"):
        assert (await server.client.get(f"/api/kinds/{kind}/board?{query}")).status_code == 400


async def test_statistics(server: Server) -> None:
    id = await server.new("abatis", "human", seed="1")
    told = await server.get(f"games/{id}/statistics")
    assert ["level", "1"] in told["facts"] and told["results"] == [["Score", "0"]]
    id = await server.new("gamma", "human", players="2000", width="3", height="3")
    results = (await server.get(f"games/{id}/statistics"))["results"]
    assert results[0] == ["Player 1", "0"] and results[-1] == ["1000 others", "0"]


async def test_high_scores(server: Server) -> None:
    where = "scores/abatis?type=classic&colors=5-8&step=5"
    assert await server.get(where) == []
    id = await server.new("abatis", "human", seed="1")
    refused = await server.post(f"games/{id}/score", {"name": "Ada"})
    assert (refused.status_code, refused.json()["message"]) == (400, "The game is not over yet.")
    async with server.page(id) as page:
        await page.ask("play", at=0, move="N4")
        await page.ask("resign", player=0)
        assert page.seen[-2]["view"]["place"] == 1
        for name in "", "   ", "x" * 41, "a\nb\x00":
            assert (await server.post(f"games/{id}/score", {"name": name})).status_code == 400
        assert (await server.post(f"games/{id}/score", {"name": " Ada  L. "})).json() == {"place": 1}
        assert (await page.until("changed"))["view"]["place"] is None
    assert (await server.post(f"games/{id}/score", {"name": "Ada"})).status_code == 400
    (row,) = await server.get(where)
    assert (row["name"], row["points"], row["extra"]["level"]) == ("Ada L.", 1, 1)
    assert await server.get("scores/abatis?type=mixed") == []
    for path in "scores/ataxx", "scores/abatis?colors=1", "scores/abatis?size=1":
        assert (await server.client.get(f"/api/{path}")).status_code == 400
    assert (await server.client.get("/api/scores/chess")).status_code == 404


async def test_a_game_without_a_point_has_no_place(server: Server) -> None:
    id = await server.new("abatis", "human", seed="1")
    async with server.page(id) as page:
        await page.ask("resign", player=0)
        assert page.seen[-2]["view"]["ending"] and page.seen[-2]["view"]["place"] is None


async def test_help_bars_a_score_and_so_does_a_game_that_was_not_played_here(server: Server) -> None:
    analyse, explore = {"do": "analyse", "ply": 0, "seconds": 0.01}, {"do": "explore", "ply": 0, "moves": ["N4"]}
    for request in {"do": "hint"}, analyse, explore, {"do": "review", "nodes": 10}:
        id = await server.new("abatis", "human", seed="1")
        async with server.guest("Eve") as eve, eve.page(id) as looking, server.page(id) as page:
            assert (await page.told())["view"]["for_points"]
            await page.ask("play", at=0, move="N4")
            if request["do"] != "hint":
                refused = await looking.ask(**request)
                assert refused["message"] == "This game is played for points; it can be analysed when it is over."
            assert (await page.ask(**request))["say"] != "error"
            changed = next(told for told in reversed(page.seen) if told["say"] == "changed")
            assert not changed["view"]["for_points"]
            await page.ask("resign", player=0)
            answer = await server.post(f"games/{id}/score", {"name": "Ada"})
            assert answer.json()["message"].startswith("The computer has helped"), request
    id = await server.new("abatis", "human", seed="1")
    async with server.page(id) as page:
        await page.ask("play", at=0, move="N4")
        await page.ask("resign", player=0)
    record = (await server.client.get(f"/api/games/{id}/record")).text
    assert "\nresult: over\nreason: " in record
    brought = (await server.post("games/import", {"text": record})).json()
    assert brought["finished"]
    answer = await server.post(f"games/{brought['id']}/score", {"name": "Ada"})
    assert answer.json()["message"].startswith("This game came with moves that were not made here")
    never = await server.new("abatis", "human", seed="1", begun=False)
    async with server.page(never) as page:
        assert (await page.ask("set up", record=record, player=0))["say"] == "done"
    answer = await server.post(f"games/{never}/score", {"name": "Ada"})
    assert answer.json()["message"].startswith("This game came with moves that were not made here")


async def test_only_people_come_into_the_table(server: Server) -> None:
    id = await server.new("abatis", "random", seed="1")
    async with server.page(id) as page:
        await page.until("moved")
        await page.ask("seat", player=0, who="human")
        await page.ask("resign", player=0)
        assert page.seen[-2]["view"]["place"] is None
    answer = await server.post(f"games/{id}/score", {"name": "Ada"})
    assert answer.json()["message"].startswith("The computer has helped")


async def test_preferences(server: Server) -> None:
    for value in "dark", "light":
        answer = await server.client.put("/api/preferences/page-theme", json={"value": value})
        assert answer.json() == {"value": value}
        assert await server.get("preferences") == {"page-theme": value}
    assert (await server.client.put("/api/preferences/pass", json={"value": "off"})).json() == {"value": "off"}
    assert (await server.client.put("/api/preferences/pass", json={"value": "never"})).status_code == 400
    assert (await server.get("preferences"))["pass"] == "off"
    for name in "nonsense", "UPPER", "x" * 61, "%20", "a%0A":
        assert (await server.client.put(f"/api/preferences/{name}", json={"value": "on"})).status_code in (400, 404)
    assert (await server.client.put("/api/preferences/keys", json={"other": 1})).status_code == 400


async def test_pages_from_elsewhere_change_nothing(server: Server) -> None:
    for method, path in ("POST", "games"), ("DELETE", "games/x"), ("PUT", "preferences/keys"):
        answer = await server.client.request(
            method, f"/api/{path}", json={}, headers={"origin": "http://elsewhere.example"}
        )
        assert answer.status_code == 403


async def test_what_is_nowhere_or_too_much(server: Server) -> None:
    assert (await server.client.get("/api/nowhere")).json() == {"message": "There is nothing at this address."}
    assert (await server.client.post("/api/house")).json() == {"message": "This cannot be done at this address."}
    huge = await server.client.post("/api/games", content=b" " * 5_000_000)
    assert (huge.status_code, huge.json()) == (413, {"message": "The file is too large: 4 MiB at most."})
    for body in b"", b"{", b"\xff", b"[" * 100_000:
        answer = await server.client.post("/api/games", content=body)
        assert answer.status_code == 400 and answer.json()["message"]


async def test_everything_is_described(server: Server) -> None:
    told = await server.get("openapi.json")
    routes = {route.path for route in server.app.routes if route.path.startswith("/api/")}
    plain = {path.replace(":str", "").replace(":int", "") for path in routes}
    assert set(told["paths"]) == {path for path in plain if "openapi" not in path and "socket" not in path}
    schemas = told["components"]["schemas"]
    for union in requests.Asked, messages.Told:
        for message in union.__args__:
            assert schemas[message.__name__]["description"] == message.__doc__
    for path in told["paths"].values():
        for operation in path.values():
            assert operation["description"]
    references = {part.split('"')[0] for part in str(told).replace("'", '"').split("#/components/schemas/")[1:]}
    assert references <= set(schemas)


@pytest.mark.parametrize("name", openapi.EXAMPLES)
def test_examples_are_what_they_say(name: str) -> None:
    """An example has the fields of its struct and no others, and decodes as it."""
    struct = next(vars(module)[name] for module in (messages, requests, games, people, scene) if name in vars(module))
    example = openapi.EXAMPLES[name]
    written = msgspec.json.decode(msgspec.json.encode(msgspec.convert(example, struct)))
    # Fields that an example leaves out have their defaults
    assert written == (example if isinstance(example, list) else written | example)
    assert isinstance(example, list) or {*example} <= {*written}
