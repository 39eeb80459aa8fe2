"""Computers on the server: workers that run tasks, are stopped, or die."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

import ludarium
from ludarium.house.rooms import computer_turns
from ludarium.house.thinking.tasks import TaskResult
from ludarium.house.thinking.thinkers import TaskFailed
from ludarium.web.workers import pool as pools
from ludarium.web.workers.compilation import Compilation
from ludarium.web.workers.pool import Job, WorkerPool, WorkerProcess

from ..support.patience import PATIENCE
from ..support.server import Server, serving
from ..support.workers import Still, settle, task


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    monkeypatch.setattr(computer_turns, "PACE", 0.0)
    async with serving(tmp_path) as server:
        yield server


def pids(server: Server) -> list[int]:
    """The process ids of the workers that run."""
    pool: WorkerPool = server.app.state.rooms.pool
    return [worker.pid for worker in pool.workers if worker.pid is not None]


async def test_computers_play_a_whole_game_while_somebody_looks_on(server: Server) -> None:
    id = await server.new("beetle-battle", "random", "random", size="3")
    assert not (await server.get(f"games/{id}"))["moves"] and not pids(server)
    async with server.page(id) as page:
        while not (await page.until("moved"))["view"]["ending"]:
            pass
    players = [told["player"] for told in page.seen if told["say"] == "thinking"]
    assert players == [told["move"][0] for told in page.seen if told["say"] == "moved"]


async def test_the_same_seed_plays_the_same(server: Server) -> None:
    games = []
    for _ in range(2):
        id = await server.new("ataxx", "random", "random", begun=False)
        async with server.page(id) as page:
            await page.ask("seed", number=42)
            await page.ask("start")
            await page.until("moved", ply=10)
            await page.ask("pause", on=True)
        games.append([told["move"] for told in page.seen if told["say"] == "moved"][:10])
    assert games[0] == games[1]


async def test_pause_and_going_on(server: Server) -> None:
    id = await server.new("gamma", "random", "random")
    async with server.page(id) as page:
        await page.until("moved", ply=3)
        assert (await page.ask("pause", on=True))["say"] == "done"
        while not (await page.told())["view"]["paused"]:
            pass
        await page.ask("undo")
        ply = page.seen[-2]["ply"]
        assert page.seen[-2]["say"] == "changed"
        await page.ask("pause", on=False)
        assert (await page.until("moved"))["ply"] == ply + 1


async def test_undo_takes_back_the_answer_too(server: Server) -> None:
    id = await server.new("ataxx", "human", "random")
    async with server.page(id) as page:
        await page.ask("play", at=0, move="a7-b6")
        await page.until("moved", ply=2)
        await page.ask("undo")
        assert page.seen[-2]["ply"] == 0 and page.seen[-2]["view"]["waits"]
        await page.ask("redo")
        assert [told["ply"] for told in page.seen[-3:-1]] == [1, 2]
        assert (await page.ask("resign", player=1))["say"] == "error"


async def test_a_worker_that_is_killed_is_replaced(server: Server) -> None:
    id = await server.new("beetle-battle", "human", "random")
    killed = set[int]()
    async with server.page(id) as page:
        view = (await page.told())["view"]
        # Squares far apart: a corner that is chosen twice may burst and win the game
        for ply, choice in (0, 0), (2, -1), (4, 10):
            await page.ask("play", at=ply, path=view["paths"][choice])
            async with asyncio.timeout(PATIENCE):
                while len((state := await server.get(f"games/{id}"))["moves"]) < ply + 2:
                    # The game would be paused if the task had been lost with its worker
                    assert not state["view"]["paused"]
                    await asyncio.sleep(0.01)
            view = state["view"]
            (pid,) = pids(server)
            assert pid not in killed
            os.kill(pid, signal.SIGKILL)
            killed.add(pid)


async def test_a_task_whose_worker_is_killed_is_done_again(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "STOP_TIMEOUT", PATIENCE)  # a worker of a low priority may take long to begin
    id = await server.new("ataxx")
    async with server.page(id) as page:
        await page.told()
        asking = asyncio.create_task(page.ask("analyse", ply=0, lines=8, seconds=30.0))
        while not pids(server):
            await asyncio.sleep(0.01)
        (first,) = pids(server)
        os.kill(first, signal.SIGKILL)
        while pids(server) in ([], [first]):
            await asyncio.sleep(0.01)
        # Eight lines of half a minute each would take longer than the test waits
        page.send('{"do":"enough","id":1000}')
        lines = (await asyncio.wait_for(asking, PATIENCE))["lines"]
    assert [len(line["path"]) for line in lines] == [2] * 8
    assert [line["score"] for line in lines] == sorted((line["score"] for line in lines), reverse=True)
    assert {"say": "done", "re": 1000} in page.seen


async def test_hints_analyses_and_reviews(server: Server) -> None:
    id = await server.new("ataxx")
    async with server.page(id) as page:
        view = (await page.told())["view"]
        for ply in range(3):
            await page.ask("play", at=ply, path=view["paths"][0])
            view = page.seen[-2]["view"]
        hint = await page.ask("hint")
        assert tuple(hint["path"]) in map(tuple, view["paths"])
        told = await page.ask("analyse", ply=1, lines=3, seconds=0.05)
        assert told["ply"] == 1 and len(told["lines"]) == 3
        assert all(0 <= line["chance"] <= 1 and line["moves"] and line["depth"] for line in told["lines"])
        assert (await page.ask("review", nodes=500))["say"] == "done"
        judged = [told for told in page.seen if told["say"] == "judged"]
        assert [told["ply"] for told in judged] == [1, 2, 3]
        assert all(told["loss"] >= 0 and 0 <= told["chance"] <= 1 for told in judged)
        assert (await page.ask("review", nodes=500))["say"] == "done"
        again = [told for told in page.seen if told["say"] == "judged"][3:]
        assert [{**told, "re": 0} for told in again] == [{**told, "re": 0} for told in judged]
        # The same position by a variation: the moves that were made, as if they were others
        made = [move[1] for move in (await server.get(f"games/{id}"))["moves"]]
        tried = await page.ask("analyse", ply=0, moves=made[:1], lines=8, seconds=0.05)
        legal = (await page.ask("explore", ply=0, moves=made[:1]))["paths"]
        assert len(tried["lines"]) == 8 and {tuple(line["path"]) for line in tried["lines"]} <= {*map(tuple, legal)}
        # Blue is to move after one move: the best line is the one with which red has the least
        first = (await page.ask("analyse", ply=1, lines=3, seconds=0.05))["lines"]
        assert [line["score"] for line in first] == sorted(line["score"] for line in first)
        assert all((line["score"] > 0) == (line["chance"] > 0.5) or not line["score"] for line in first)


async def test_a_level_moves_when_it_is_stopped(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.new("ataxx")
    game.push("a7-b6")
    move = game.legal_moves[0]
    thinking = asyncio.Event()

    async def do(self: WorkerProcess, job: Job) -> TaskResult:
        """Think until the task is stopped."""
        if job.task.do == "move":
            thinking.set()
            while not job.is_stopped:
                await asyncio.sleep(0)
        return TaskResult(job.task.id, move=move.number)

    monkeypatch.setattr(WorkerProcess, "do", do)
    id = await server.new("ataxx", "human", "level 11")
    async with server.page(id) as page:
        await page.ask("play", at=0, move="a7-b6")
        await page.until("thinking")
        await asyncio.wait_for(thinking.wait(), PATIENCE)
        assert not [told for told in page.seen if told["say"] == "moved" and told["ply"] == 2]
        await page.ask("stop")
        assert (await page.until("moved", ply=2))["move"][:2] == [1, str(move)]


async def test_a_computer_moves_while_its_code_is_being_compiled(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = asyncio.Event()

    async def finish(self: Compilation, game: ludarium.Game) -> None:
        await compiled.wait()

    monkeypatch.setattr(Compilation, "is_done", lambda self, game: compiled.is_set())
    monkeypatch.setattr(Compilation, "finish", finish)
    id = await server.new("ataxx", "human", "level 3")
    async with server.page(id) as page:
        await page.until("ready", getting_ready=True)
        await page.ask("play", at=0, move="a7-b6")
        await page.until("moved", ply=2)
        compiled.set()
        await page.until("ready", getting_ready=False)


async def test_a_computer_that_compiles_by_itself_is_still_getting_ready(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where code cannot be compiled beside, a worker compiles it before its first move; it was said that it thinks."""
    game = ludarium.new("ataxx")
    game.push("a7-b6")
    move, compiled, thinking, moved = game.legal_moves[0], asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def finish(self: Compilation, game: ludarium.Game) -> None:
        await compiled.wait()

    async def do(self: WorkerProcess, job: Job) -> TaskResult:
        thinking.set()
        await moved.wait()
        return TaskResult(job.task.id, move=move.number)

    monkeypatch.setattr(Compilation, "is_done", lambda self, game: compiled.is_set())
    monkeypatch.setattr(Compilation, "finish", finish)
    monkeypatch.setattr(WorkerProcess, "do", do)
    id = await server.new("ataxx", "human", "level 6")
    async with server.page(id) as page:
        await page.until("ready", getting_ready=True)
        await page.ask("play", at=0, move="a7-b6")
        await asyncio.wait_for(thinking.wait(), PATIENCE)
        compiled.set()
        await settle()
        assert (await page.ask("pause", on=False)) is not None  # what was said before has arrived
        early = [told for told in page.seen if told["say"] == "ready" and not told["getting_ready"]]
        moved.set()
        assert not early
        await page.until("ready", getting_ready=False)
        await page.until("moved", ply=2)


async def test_moves_come_first_and_long_tasks_never_take_all_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    still, pool = Still(monkeypatch), WorkerPool(pools.FEWEST)
    deep = [{**task("move", "deep"), "seat": "level 11"} for _ in range(2)]
    first = [task("review", "review"), task("analyse", "analyse"), *deep]
    asked = [asyncio.create_task(pool.run(**each)) for each in first]
    await settle()
    assert still.games == ["review", "deep"]
    asked += [asyncio.create_task(pool.run(**task(do, do))) for do in ("move", "hint", "move")]
    await settle()
    assert still.games == ["review", "deep", "move"]
    still.go_on.set()
    await asyncio.gather(*asked)
    assert still.games[3:5] == ["move", "hint"]
    assert sorted(still.games[5:]) == ["analyse", "deep"]
    await pool.close()


async def test_what_nobody_waits_for_is_not_done(monkeypatch: pytest.MonkeyPatch) -> None:
    still, pool = Still(monkeypatch), WorkerPool(pools.FEWEST)
    asked = [asyncio.create_task(pool.run(**task("analyse", game))) for game in ("a", "b")]
    await asyncio.sleep(0)
    asked[1].cancel()
    await asyncio.gather(asked[1], return_exceptions=True)
    still.go_on.set()
    await asked[0]
    assert [job.task.game for job in still.given] == ["a"]
    await pool.close()


async def test_who_dies_twice_of_a_task_is_not_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = list[int]()

    async def do(self: WorkerProcess, job: Job) -> TaskResult:
        tries.append(job.tries)
        raise EOFError

    monkeypatch.setattr(WorkerProcess, "do", do)
    pool = WorkerPool(pools.FEWEST)
    with pytest.raises(TaskFailed, match="process has ended"):
        await pool.run(**task("move"))
    assert tries == [*range(pools.TRIES)]
    await pool.close()


async def test_a_computer_that_is_lost_pauses_the_game(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async def do(self: WorkerProcess, job: Job) -> TaskResult:
        raise EOFError

    id = await server.new("ataxx", "human", "random")
    async with server.page(id) as page:
        with monkeypatch.context() as patched:
            patched.setattr(WorkerProcess, "do", do)
            await page.ask("play", at=0, move="a7-b6")
            while not (await page.until("changed"))["view"]["paused"]:
                pass
        await page.ask("pause", on=False)
        await page.until("moved", ply=2)
