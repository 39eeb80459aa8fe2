"""What is hidden from a player does not cross a real wire: a server process, three people, every byte they receive."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection, connect

import ludarium

from ..support.example_games import furnished
from ..support.patience import PATIENCE
from ..support.server_process import process

KIND = "liars-dice"
DIE = re.compile(r'["#](one|two|three|four|five|six)\b')
ROUTES = "", "/board.svg", "/plies/0", "/plies/1", "/statistics", "/record"
REQUESTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hint", {}),
    ("analyse", {"ply": 2, "seconds": 0.1}),
    ("explore", {"ply": 0, "moves": ["1*6", "liar"]}),
    ("review", {}),
    ("preview", {"at": 2, "paths": [["liar"], ["2*6"], ["south1"]]}),
)
DEALS = 30  # the dice of both players are the same in one deal of six


@pytest.fixture(scope="module")
def where() -> Iterator[str]:
    with furnished(), pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDARIUM_TRUSTED_PROXY", "127.0.0.1")  # so that people come from elsewhere
        with process("--port", "0") as (_, address):
            yield address


class Person:
    """One who plays or watches over real connections, with everything that came over them."""

    def __init__(self, stack: ExitStack, where: str, name: str, number: int) -> None:
        self._stack, self._where = stack, where
        headers = {"X-Forwarded-For": f"203.0.113.{number}"}
        self._http = stack.enter_context(httpx.Client(base_url=where, headers=headers, timeout=PATIENCE))
        self.heard: list[str] = []
        assert self._http.put("/api/me", json={"name": name}).status_code == 200

    def begin(self) -> str:
        body = {"kind": KIND, "seats": ["human", "open"], "options": {"dice": "1"}}
        answer = self._http.post("/api/games", json=body)
        assert answer.status_code == 201, answer.text
        self.heard.append(answer.text)
        return str(answer.json()["id"])

    def get(self, path: str) -> str:
        answer = self._http.get(path)
        self.heard.append(f"{answer.headers} {answer.text}")
        return answer.text

    def look(self, id: str) -> None:
        """Connect to a game, also again; the first state has come."""
        cookie = "; ".join(f"{name}={value}" for name, value in self._http.cookies.items())
        headers = {"Cookie": cookie, "X-Forwarded-For": self._http.headers["X-Forwarded-For"]}
        address = f"{self._where.replace('http', 'ws')}/api/games/{id}/socket"
        self._socket: ClientConnection = self._stack.enter_context(
            connect(address, additional_headers=headers, open_timeout=PATIENCE)
        )
        self.until(say="state")

    def until(self, **fields: Any) -> dict[str, Any]:
        while True:
            self.heard.append(str(self._socket.recv(timeout=PATIENCE)))
            told: dict[str, Any] = json.loads(self.heard[-1])
            if fields.items() <= told.items():
                return told

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        number = len(self.heard) + 1
        self._socket.send(json.dumps({"do": do, "id": number, **fields}))
        return self.until(re=number)


def heard_in_a_game(where: str) -> tuple[list[list[str]], ludarium.Game]:
    """What each of three people received before the end of a game, and the game with all that was hidden."""
    with ExitStack() as stack:
        people = [Person(stack, where, name, number) for number, name in enumerate(("Ann", "Ben", "Cid"), 1)]
        ann, ben, _ = people
        id = ann.begin()
        for each in people:
            each.look(id)
        assert ben.ask("sit")["say"] == "done"
        for ply, (mover, move) in enumerate([(ann, "1*2"), (ben, "1*3")]):
            assert mover.ask("play", at=ply, move=move)["say"] == "done"
            for each in people:
                if each is not mover:
                    each.until(say="moved", ply=ply + 1)
        for each in people:
            for do, fields in REQUESTS:
                each.ask(do, **fields)
            for route in ROUTES:
                each.get(f"/api/games/{id}{route}")
            each.look(id)
        before = [[*each.heard] for each in people]
        assert ann.ask("play", at=2, move="liar")["say"] == "done"
        return before, ludarium.load(ann.get(f"/api/games/{id}/record"))


def test_every_byte_that_people_receive_is_free_of_what_others_hide(where: str) -> None:
    for _ in range(DEALS):
        heard, game = heard_in_a_game(where)
        first = ludarium.new(KIND, **game.options)
        dice = [cell.piece.kind for cell in first.scene().cells if cell.piece]
        if dice[0] != dice[1]:
            break
    assert len(dice) == 2 and dice[0] != dice[1]
    for texts, own in zip(heard, [{dice[0]}, {dice[1]}, set[str]()], strict=True):
        assert {kind for text in texts for kind in DIE.findall(text)} == own
        assert not any('"seed"' in text or str(game.options["seed"]) in text for text in texts)
        assert any("when it is over" in text for text in texts)  # the record, and the link that carries it
