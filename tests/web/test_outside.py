"""Games from outside the package run in processes of their own: one that never returns stops alone."""

import json
import os
import re
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.error import HTTPError

import pytest
from websockets.sync.client import ClientConnection, connect

import ludarium
from ludarium.games import kind
from ludarium.web.app import create_app
from ludarium.web.ops.embedded import EmbeddedServer
from ludarium.web.outside import rule_watch
from ludarium.web.outside.forwarder import BEGUN, GAME, HOUSE, IMPORTED, KIND, NEWS
from ludarium.web.outside.rule_watch import RuleWatch

from ..support.example_games import furnished
from ..support.patience import PATIENCE
from ..support.server_process import children, lives, process
from ..support.wrong_games import LISTING, Wrong, write_wrong

T = TypeVar("T")

LOOPING = Wrong("looping", LISTING, f"    while s[0]:\n        n = n\n{LISTING}", "")
# Computers alone call it, compiled or not
DREAMING = Wrong("dreaming", "", "", "")
EVALUATE = "def evaluate(game, s):\n    n = s[0] + 1\n    while n > 0:\n        n = s[0] + 1\n    return n\n"


@contextmanager
def serving(place: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[int, str]]:
    """The pid and the address of a server with the games of a folder."""
    monkeypatch.setenv("LUDARIUM_GAMES", str(place))
    with process("--port", "0") as (started, where):
        yield started.pid, where


def ask(url: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.load(answer)


def until(work: Callable[[], T | None]) -> T:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if found := work():
            return found
        time.sleep(0.1)
    raise AssertionError("it did not happen in time")


def house_of(where: str, *wanted: str) -> Any:
    """The house as soon as it has these games."""

    def look() -> Any:
        house = ask(f"{where}/api/house")
        return house if {kind["id"] for kind in house["kinds"]} >= {*wanted} else None

    return until(look)


def socket_of(where: str, id: str) -> ClientConnection:
    return connect(f"{where.replace('http', 'ws')}/api/games/{id}/socket", open_timeout=PATIENCE)


def heard(socket: ClientConnection, say: str) -> Any:
    while True:
        message = json.loads(socket.recv(timeout=PATIENCE))
        if message["say"] == say:
            return message


def test_a_game_from_outside_is_played_from_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_wrong(tmp_path, Wrong("nim_too", "MOST = 3", "MOST = 2", ""))
    write_wrong(tmp_path, Wrong("broken", "MOST = 3", "MOST = = 3", ""))
    (tmp_path / "nim_too" / "page.css").write_text("[data-kind] { color: red;", encoding="utf-8")
    with serving(tmp_path, monkeypatch) as (pid, where):
        house = house_of(where, "nim", "nim-too")
        assert {kind["id"] for kind in house["kinds"]} == {*ludarium.games(), "nim", "nim-too"}
        broken = "broken: rules.py, line 8: this is not Python: invalid syntax, in `MOST = = 3`"
        until(lambda: broken in ask(f"{where}/api/house")["problems"])
        assert "nim_too: page.css is left out: it has 1 { and 0 }" in house["problems"]
        game = ask(f"{where}/api/games", {"kind": "nim", "seats": ["human", "level 1"], "options": {"stones": "9"}})
        with socket_of(where, game["id"]) as socket:
            assert heard(socket, "state")["kind"] == "nim"
            socket.send(json.dumps({"do": "play", "id": 1, "at": 0, "move": "take 2"}))
            assert heard(socket, "moved")["move"][1] == "take 2"
            assert heard(socket, "moved")["ply"] == 2  # the computer's
        record = urllib.request.urlopen(f"{where}/api/games/{game['id']}/record").read().decode()
        again = ask(f"{where}/api/games/import", {"text": record, "seats": ["human", "human"]})
        assert again["kind"] == "nim" and ask(f"{where}/api/games/{again['id']}")["options"] == {"stones": "9"}
        assert {each["kind"] for each in ask(f"{where}/api/games")} == {"nim"}
        own = [each for each in children(pid) if b"outside.process" in Path(f"/proc/{each}/cmdline").read_bytes()]
        assert len(own) == 2
    until(lambda: not any(map(lives, own)))


def test_a_rule_that_never_returns_stops_its_game_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_wrong(tmp_path, LOOPING)
    write_wrong(tmp_path, DREAMING)
    (tmp_path / "dreaming" / "strategy.py").write_text(EVALUATE, encoding="utf-8")
    with serving(tmp_path, monkeypatch) as (_, where):
        house_of(where, "nim", "looping", "dreaming")
        stuck = ask(f"{where}/api/games", {"kind": "looping", "seats": ["human", "human"]})
        with pytest.raises(HTTPError) as refused:
            ask(f"{where}/api/games/{stuck['id']}")
        assert refused.value.code == 503
        said = "looping: rules.py, line 2"
        text = json.load(refused.value)["message"]
        assert text.startswith(said) and text.endswith("moves has not returned after 10 seconds.")
        dreaming = ask(f"{where}/api/games", {"kind": "dreaming", "seats": ["level 4", "human"]})
        with socket_of(where, dreaming["id"]) as socket:
            heard(socket, "thinking")
            # The others have not noticed
            assert any(each.startswith(said) for each in house_of(where, "looping", "nim")["problems"])
            assert ask(f"{where}/api/kinds/{ludarium.games()[1]}/poster")["cells"]
            game = ask(f"{where}/api/games", {"kind": "nim", "seats": ["level 1", "human"]})
            with socket_of(where, game["id"]) as other:
                assert heard(other, "moved")["ply"] == 1
        # A changed game is loaded again with the next request; players come again and go on
        board = tmp_path / "nim" / "board.py"
        changed = board.read_text(encoding="utf-8").replace("how many stones", "how many pebbles")
        board.write_text(changed, encoding="utf-8")
        until(lambda: "how many pebbles" in json.dumps(house_of(where, "nim")["kinds"]))
        assert ask(f"{where}/api/games/{game['id']}")["version"] > 0
        # A corrected game is served at once
        rules = tmp_path / "looping" / "rules.py"
        rules.write_text((tmp_path / "nim" / "rules.py").read_text(encoding="utf-8"), encoding="utf-8")
        assert ask(f"{where}/api/games/{stuck['id']}")["view"]["turn"] == 0


def test_every_route_of_a_game_is_known_to_the_forwarder() -> None:
    """A route that names a kind or a game goes to the process of that game."""
    for route in create_app("sqlite://").routes:
        path = str(getattr(route, "path", "")).replace(":str}", "}")
        if "{kind}" in path:
            assert (found := KIND.fullmatch(path)) and found[1] == "{kind}", path
        if path.startswith("/api/games/{id}"):
            assert (found := GAME.fullmatch(path)) and found[1] == "{id}", path
    assert {BEGUN, IMPORTED, HOUSE, NEWS} <= {str(route.path) for route in create_app("sqlite://").routes}


def test_a_call_that_is_too_long_is_seen_and_many_short_ones_are_not(tmp_path: Path) -> None:
    write_wrong(
        tmp_path, Wrong("watched", "def players(game: Nim): return 2", "def players(game: Nim): return game()", "")
    )
    now, stuck = 0.0, list[str]()
    watch = RuleWatch(lambda place: stuck.append(f"{place.file}, line {place.line}: {place.function}"), lambda: now)

    def look(seconds: float) -> int:
        nonlocal now
        now += seconds
        watch.look({0: sys._getframe()})
        return 2

    with furnished(tmp_path):
        from ludarium.games import kind

        players: Any = kind("watched").rules.players
        for _ in range(5):
            players(lambda: look(rule_watch.LONGEST / 2))
        assert stuck == []
        players(lambda: [look(rule_watch.LONGEST / 2) for _ in range(4)])
    assert set(stuck) == {"rules.py, line 15: players"}


PANELS = "\n\ndef panels(game, s):\n    import os\n    from ludarium.contract.scene import Panel\n\n"
PID = Wrong("telling", "", f"{PANELS}    return [Panel('process', str(os.getpid()))]\n", "", "board.py")


def process_of(where: str) -> int:
    """The process in which the rules of a game run."""
    made = until(lambda: ask(f"{where}/api/games", {"kind": "telling", "seats": ["human", "human"], "options": {}}))
    told = json.dumps(ask(f"{where}/api/games/{made['id']}/statistics"))
    return int(re.findall(r'"process", "(\d+)"', told)[0])


def test_a_server_in_memory_keeps_rules_from_outside_in_a_process_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server of a command, and the one that a terminal starts to host a game."""
    write_wrong(tmp_path, PID)
    monkeypatch.setenv("LUDARIUM_GAMES", str(tmp_path))
    monkeypatch.setenv("LUDARIUM_CACHE", str(tmp_path / "cache"))
    with process("--port", "0", "--database", "sqlite://") as (started, where):
        assert process_of(where) in children(started.pid)
    with furnished(tmp_path), closing(EmbeddedServer("127.0.0.1", 0, kind=kind("telling"))) as server:
        assert process_of(f"http://127.0.0.1:{server.port}") in children(os.getpid())
