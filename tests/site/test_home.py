"""The house of a static site, without a browser: its requests, its sockets, its store and its mind."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium.contract.kind import Kind
from ludarium.games import kind
from ludarium.house.conversation import GONE
from ludarium.protocol import messages
from ludarium.site.home import drawings, home
from ludarium.site.home.database import Memory
from ludarium.site.home.home import Home
from ludarium.site.home.mind import BrowserMind
from ludarium.site.home.rehearsal import rehearse
from ludarium.site.home.seat import Seat
from ludarium.site.told import ask, drawings_of
from ludarium.web.http.board_svg import draw


class NearMind:
    """A mind in the same process: it thinks when the event loop comes to it."""

    def __init__(self) -> None:
        self.home: Home | None = None
        self.restarts = 0
        self.is_deaf = False

    def ask(self, task: str) -> None:
        if not self.is_deaf:
            asyncio.get_running_loop().call_soon(self._think, task)

    def stop(self) -> None: ...

    def restart(self) -> None:
        self.restarts, self.is_deaf = self.restarts + 1, False

    def _think(self, task: str) -> None:
        assert self.home
        BrowserMind(self.home.thinkers.answered).run(task)


class Tab:
    """A tab of the browser: its house, and what came on its sockets."""

    def __init__(self, database: Memory, others: "list[Tab] | None" = None) -> None:
        self.mind, self.heard, self._number = NearMind(), asyncio.Queue[tuple[int, str, Any]](), 0
        self.others = others or []
        self.home = self.mind.home = Home(database, self.mind, self._post, self._announce)

    def _post(self, socket: int, what: str, text: str) -> None:
        self.heard.put_nowait((socket, what, json.loads(text) if what == "message" else text))

    def _announce(self, game: str, version: int) -> None:
        for other in self.others:
            other.home.heard(game, version)

    async def ask(self, method: str, path: str, body: object = None) -> Any:
        reply = await self.home.request(method, path, "" if body is None else json.dumps(body))
        assert reply.status == 200, reply
        return json.loads(reply.text) if reply.media_type.endswith("json") and reply.text else reply.text

    async def refused(self, method: str, path: str, body: object = None) -> tuple[int, str]:
        reply = await self.home.request(method, path, "" if body is None else json.dumps(body))
        return reply.status, json.loads(reply.text)["message"]

    async def begin(self, **wanted: Any) -> str:
        return str((await self.ask("POST", "games", wanted))["id"])

    def open(self, game: str, after: int | None = None) -> int:
        self._number += 1
        self.home.open(self._number, game, after)
        return self._number

    async def wait(self, say: str) -> Any:
        """The next message of a sort."""
        while True:
            _, what, told = await self.heard.get()
            if what == "message" and told["say"] == say:
                return told
            assert what != "message" or told["say"] != "error", told

    def send(self, socket: int, **request: Any) -> None:
        self.home.receive(socket, json.dumps({"id": 1} | request))


@pytest.mark.parametrize("id", ludarium.games())
async def test_a_whole_game_is_played_against_a_computer_and_kept(id: str) -> None:
    database = Memory()
    tab = Tab(database)
    first = ludarium.new(id)
    seats = ["human", *["level 1"] * (first.kind.rules.players(first.constants) - 1)]
    game = await tab.begin(kind=id, seats=seats, options={})
    socket = tab.open(game)
    await tab.wait("state")
    twin = ludarium.load(await tab.ask("GET", f"games/{game}/record"))
    while len(twin.moves) < 12 and not twin.outcome():
        tab.send(socket, do="play", at=len(twin.moves), move=str(twin.legal_moves[0]))
        moved = await tab.wait("moved")
        while moved["view"]["turn"] not in (None, 0):
            moved = await tab.wait("moved")
        twin = ludarium.load(await tab.ask("GET", f"games/{game}/record"))
    # Another visit finds it as it was left
    again = Tab(database)
    listed = await again.ask("GET", "games")
    assert [each["id"] for each in listed] == [game]
    assert await again.ask("GET", f"games/{game}/record") == await tab.ask("GET", f"games/{game}/record")


async def test_hints_analyses_and_reviews_come_from_the_mind() -> None:
    tab = Tab(Memory())
    game = await tab.begin(kind="beetle-battle", options={"size": "3"}, seats=["human", "human"])
    socket = tab.open(game)
    await tab.wait("state")
    tab.send(socket, do="hint")
    assert (await tab.wait("hint"))["path"]
    tab.send(socket, do="play", at=0, move="0,0")
    await tab.wait("moved")
    tab.send(socket, do="analyse", ply=1, lines=1, seconds=0.1)
    assert (await tab.wait("analysis"))["lines"]
    tab.send(socket, do="review", nodes=50)
    assert (await tab.wait("judged"))["ply"] == 1


async def test_a_mind_that_does_not_stop_is_ended_and_the_move_is_made() -> None:
    tab = Tab(Memory())
    tab.mind.is_deaf = True
    game = await tab.begin(kind="ataxx", options={}, seats=["level 11", "human"])
    socket = tab.open(game)
    await tab.wait("thinking")
    tab.send(socket, do="stop")
    moved = await tab.wait("moved")
    assert moved["ply"] == 1 and tab.mind.restarts == 1


async def test_two_tabs_agree() -> None:
    database = Memory()
    second = Tab(database)
    first = Tab(database, [second])
    game = await first.begin(kind="ataxx", options={}, seats=["human", "human"])
    socket, other = first.open(game), second.open(game)
    await first.wait("state")
    await second.wait("state")
    first.send(socket, do="play", at=0, move="a7-b6")
    assert (await second.wait("moved"))["ply"] == 1
    # What the second tab has not heard of is refused there, and then shown
    first.others = []
    first.send(socket, do="play", at=1, move="a1-b2")
    await first.wait("moved")
    second.send(other, do="play", at=1, move="a1-a2")
    while (told := (await second.heard.get())[2])["say"] != "error":
        pass
    assert told["message"].startswith("The game has gone on")


async def test_the_deal_of_a_day_is_the_same_in_every_browser() -> None:
    tab, other = Tab(Memory()), Tab(Memory())
    today = await tab.ask("GET", "daily/abatis")
    game = (await tab.ask("POST", f"daily/abatis/{today['day']}", {}))["id"]
    same = (await other.ask("POST", f"daily/abatis/{today['day']}", {}))["id"]
    assert await tab.ask("GET", f"games/{game}/record") == await other.ask("GET", f"games/{same}/record")
    # The same try goes on
    assert (await tab.ask("POST", f"daily/abatis/{today['day']}", {}))["id"] == game


async def test_puzzles_are_tried_once_for_the_rating() -> None:
    tab = Tab(Memory())
    puzzle = await tab.ask("GET", "puzzles/ataxx?daily=true")
    answer = await tab.ask("POST", f"puzzles/ataxx/{puzzle['id']}", {"path": []})
    assert not answer["right"] and answer["mine"]["tries"] == 1 and answer["mine"]["rating"] < 1000
    again = await tab.ask("POST", f"puzzles/ataxx/{puzzle['id']}", {"path": []})
    assert again["mine"] == answer["mine"]
    assert (await tab.ask("GET", f"puzzles/ataxx?id={puzzle['id']}"))["tried"]


async def test_files_preferences_and_introductions() -> None:
    tab = Tab(Memory())
    twin = ludarium.new("ataxx")
    twin.push("a7-b6")
    brought = await tab.ask("POST", "games/import", {"text": twin.record()})
    assert (await tab.ask("GET", f"games/{brought['id']}/plies/1"))["ply"] == 1
    assert await tab.ask("GET", f"games/{brought['id']}/statistics")
    await tab.ask("PUT", "preferences/speed", {"value": "fast"})
    assert await tab.ask("GET", "preferences") == {"speed": "fast"}
    steps = (await tab.ask("GET", "kinds/ataxx/introduction"))["steps"]
    assert await tab.ask("POST", "kinds/ataxx/introduction/0", {"path": list(steps[0]["paths"][0])})
    await tab.ask("DELETE", f"games/{brought['id']}")
    assert await tab.ask("GET", "games") == []


async def test_what_is_wrong_is_said_in_a_sentence() -> None:
    tab = Tab(Memory())
    assert await tab.refused("GET", "games/none/record") == (404, "There is no game 'none' here.")
    assert await tab.refused("GET", "kinds/chess/board") == (
        404,
        "There is no game 'chess'; there are " + ", ".join(ludarium.games()) + ".",
    )
    assert (await tab.refused("PUT", "preferences/nonsense", {"value": "x"}))[0] == 400
    assert (await tab.refused("POST", "games", {"kind": 3}))[1].startswith("Expected `str`, got `int`")
    assert await tab.refused("POST", "tokens", {}) == (404, "This needs a server; this page has none.")
    tab.open("none")
    while (told := (await tab.heard.get()))[1] != "close":
        pass
    assert told[2] == str(GONE)


async def test_a_board_is_drawn_as_a_server_draws_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = ludarium.new("ataxx", blocks="3gh")
    file = tmp_path / "drawings.json"
    file.write_bytes(drawings_of(ask([first.kind])))
    monkeypatch.setattr(drawings, "FILE", file)
    tab = Tab(Memory())
    game = await tab.begin(kind="ataxx", options={"blocks": "3gh"})
    assert await tab.ask("GET", f"games/{game}/board.svg") == draw(first).decode()


# The rehearsal of a first move


@pytest.mark.parametrize("id", ludarium.games())
async def test_a_rehearsal_makes_a_move(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made, said = list[str](), list[messages.Told]()
    push, say = ludarium.Game.push, Seat.say

    def count(game: ludarium.Game, move: Any) -> None:
        made.append(game.kind.id)
        push(game, move)

    def listen(seat: Seat, message: messages.Told) -> None:
        said.append(message)
        say(seat, message)

    monkeypatch.setattr(ludarium.Game, "push", count)
    monkeypatch.setattr(Seat, "say", listen)
    await rehearse(kind(id))
    assert made == [id] and said[-1] == messages.Done(1)


async def test_a_rehearsal_is_not_kept_and_not_heard() -> None:
    database = Memory()
    tab = Tab(database)
    game = await tab.begin(kind="ataxx", seats=["human", "human"])
    tab.open(game)
    assert (await tab.wait("state"))["version"] == 1
    second = tab.open(game)
    assert (await tab.wait("state"))["version"] == 1
    tab.send(second, do="play", at=0, path=["a7", "b6"])
    assert (await tab.wait("moved"))["ply"] == 1
    assert [key for key, _, _ in await database.rows("games")] == [game]


async def test_a_game_whose_rehearsal_fails_is_open_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(kind: Kind) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(home, "rehearse", fail)
    tab = Tab(Memory())
    socket = tab.open(await tab.begin(kind="ataxx", seats=["human", "human"]))
    await tab.wait("state")
    tab.send(socket, do="play", at=0, path=["a7", "b6"])
    assert (await tab.wait("moved"))["ply"] == 1
