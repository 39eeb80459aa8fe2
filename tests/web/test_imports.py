"""Imports: files of commands and records have a budget, and stop when no one waits for them."""

import asyncio
import json
import threading
from itertools import count
from typing import Any

import pytest

from ludarium.contract.errors import LudariumError
from ludarium.engine.search.cancel import CancelToken
from ludarium.games import kind
from ludarium.house.rooms import import_game
from ludarium.house.thinking import run_script as scripts
from ludarium.house.thinking.run_script import ScriptBudget, run_script
from ludarium.house.thinking.tasks import TaskResult
from ludarium.play.game import Game
from ludarium.play.move import Move
from ludarium.play.opponents.computer import Computer
from ludarium.web.workers.pool import Job, WorkerProcess

from ..support.adjustable_time import AdjustableTime
from ..support.patience import PATIENCE
from ..support.server import Server
from ..support.workers import Still, busy, free, settle

RECORD = "game: ataxx\nversion: 1\n\nmove_number,player,move\n1,red,a7-b6\n2,blue,a1-b2\n3,red,b6-c5\n"
LONG_SCRIPT = "level 11\nauto\nstart\ndump\n"


def commands(text: str) -> None:
    run_script(kind("ataxx"), text, ScriptBudget(CancelToken()))


def test_a_script_has_a_budget_of_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "MOST_COMMANDS", 3)
    commands("dump\n" * 3)
    with pytest.raises(LudariumError, match="line 4: a file may have 3 commands"):
        commands("dump\n" * 400)


def test_a_text_that_is_no_script_is_refused_without_advice_for_line_mode() -> None:
    with pytest.raises(LudariumError, match=r"line 1: (?!.*help lists the commands)"):
        commands("hello/world\n")


def test_a_script_has_a_budget_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripts, "MOST_MOVES", 3)
    with pytest.raises(LudariumError, match="line 4: computers may make 3 moves"):
        commands("level 1\nauto\nstart\ndump\n")


def test_a_script_has_a_budget_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    time = AdjustableTime()
    time.stop()
    budget = ScriptBudget(CancelToken(), time.monotonic)
    run_script(kind("ataxx"), "dump\n", budget)
    time.passes(scripts.MOST_SECONDS)
    with pytest.raises(LudariumError, match="line 1: this file takes longer than 30 seconds"):
        run_script(kind("ataxx"), "dump\n", budget)


def test_a_script_makes_no_board_that_is_too_large() -> None:
    with pytest.raises(LudariumError, match=r"line 2: a board of .* is too large"):
        run_script(kind("gamma"), "width 1000\nheight 2000\n", ScriptBudget(CancelToken()))


def test_a_script_that_nobody_waits_for_stops() -> None:
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(LudariumError, match="line 1: the import was stopped"):
        run_script(kind("ataxx"), LONG_SCRIPT, ScriptBudget(cancel))


async def test_a_script_stops_while_a_computer_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    thinking, cancel, choose = threading.Event(), CancelToken(), Computer.choose

    def noted(self: Computer, game: Game, cancel: CancelToken | None = None) -> Move:
        thinking.set()
        return choose(self, game, cancel)

    monkeypatch.setattr(Computer, "choose", noted)
    running = asyncio.create_task(asyncio.to_thread(run_script, kind("ataxx"), LONG_SCRIPT, ScriptBudget(cancel)))
    assert await asyncio.to_thread(thinking.wait, PATIENCE)
    cancel.cancel()
    with pytest.raises(LudariumError, match="line 4: the import was stopped"):
        await running


async def test_a_record_has_a_budget(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_game, "MOST_SECONDS", -1.0)
    answer = await server.post("games/import", {"text": RECORD})
    assert "takes longer than -1 seconds" in answer.json()["message"]


async def test_imports_of_one_address_are_limited(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    still = Still(monkeypatch)
    body = {"kind": "ataxx", "text": "start\n"}
    running = [asyncio.create_task(server.post("games/import", body)) for _ in range(2)]
    while len(still.given) < 1:
        await asyncio.sleep(0)
    await settle()
    answer = await server.post("games/import", body)
    assert answer.status_code == 429
    assert (
        answer.json()["message"] == "2 imports of you, or of others at your address, have to be done before this one."
    )
    for each in running:
        each.cancel()
    await asyncio.gather(*running, return_exceptions=True)


async def test_an_import_ends_with_its_request(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four lines let two computers of level 11 play a whole game, which takes minutes."""
    problems, do = list[str](), WorkerProcess.do

    async def noted(self: WorkerProcess, job: Job) -> TaskResult:
        result = await do(self, job)
        problems.append(result.problem)
        return result

    monkeypatch.setattr(WorkerProcess, "do", noted)
    body = json.dumps({"kind": "ataxx", "text": LONG_SCRIPT}).encode()
    leave, sent = asyncio.Event(), list[Any]()

    async def receive(numbers: Any = count()) -> dict[str, Any]:  # noqa: B008
        if next(numbers) == 0:
            return {"type": "http.request", "body": body, "more_body": False}
        await leave.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    running = asyncio.create_task(server.app(_post("/api/games/import"), receive, send))  # type: ignore[arg-type]
    await busy(server, "run_script")
    leave.set()
    await asyncio.wait_for(running, PATIENCE)
    await free(server)
    assert len(problems) == 1 and problems[0].endswith("the import was stopped")
    assert (await server.client.get("/api/games")).json() == []


def _post(path: str) -> dict[str, Any]:
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [
            (b"host", b"localhost"),
            (b"content-type", b"application/json"),
        ],
        "scheme": "http",
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "http_version": "1.1",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "extensions": {},
        "state": {},
    }
