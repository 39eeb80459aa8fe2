"""Shares of thinking: no client takes the workers from the others, and what none waits for is stopped."""

import asyncio
import json
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from ludarium.engine.search.cancel import CancelToken
from ludarium.house import handlers
from ludarium.house.rooms import computer_turns
from ludarium.house.thinking import task_runner
from ludarium.house.thinking.task_runner import TaskRunner
from ludarium.house.thinking.tasks import FromWorker, PartialResult, Task, TaskResult
from ludarium.house.thinking.thinkers import TaskFailed
from ludarium.web.workers import pool as pools
from ludarium.web.workers.compilation import Compilation
from ludarium.web.workers.costs import Cost, CostTable
from ludarium.web.workers.job_queue import Lane
from ludarium.web.workers.pool import Job, TooManyTasks, WorkerPool, WorkerProcess

from ..support.patience import PATIENCE
from ..support.server import Page, Server, serving
from ..support.workers import Still, busy, free, pool_of, settle, task

HOURS = 10_000.0  # seconds: by itself no such search ends while a test waits


# The pool


async def asked(pool: WorkerPool, *tasks: dict[str, Any]) -> list["asyncio.Task[TaskResult]"]:
    running = [asyncio.create_task(pool.run(**each)) for each in tasks]
    await settle()
    return running


def move(game: str, level: int, key: str, **more: Any) -> dict[str, Any]:
    return task("move", game, key, seat=f"level {level}", **more)


async def test_six_games_of_level_11_by_one_guest_do_not_delay_level_3(monkeypatch: pytest.MonkeyPatch) -> None:
    still, pool = Still(monkeypatch), WorkerPool(pools.FEWEST)
    running = await asked(pool, *[move(f"greedy {number}", 11, "guest") for number in range(6)])
    assert still.games == ["greedy 0", "greedy 1"]
    running += await asked(pool, move("other", 3, "player"), move("deep", 11, "player"))
    assert still.games[2:] == ["other", "deep"]
    still.go_on.set()
    await asyncio.gather(*running)
    await pool.close()


def test_what_a_move_costs_goes_by_the_level() -> None:
    def expected(seat: str) -> Cost:
        return CostTable().expected(Task(1, "move", "a", "ataxx", {}, None, (), seat))

    costs = [expected(f"level {number}") for number in range(1, 12)]
    assert costs == [Cost.SHORT] * 5 + [Cost.MEDIUM] * 4 + [Cost.LONG] * 2
    assert expected("random") is Cost.SHORT


async def test_a_game_in_which_a_low_level_takes_long_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    still, pool = Still(monkeypatch), WorkerPool(pools.FEWEST)
    for worker in pool.workers:
        worker.games = {"huge": "ataxx"}  # the code is loaded
    still.seconds = 5.0
    running = await asked(pool, move("huge", 3, "guest"))
    await still.end("huge")
    running += await asked(pool, move("huge", 3, "guest"))
    still.seconds = 0.01
    await still.end("huge")
    running += await asked(pool, move("huge", 3, "guest"))
    assert [job.cost for job in still.given] == [Cost.SHORT, Cost.LONG, Cost.SHORT]
    still.go_on.set()
    await asyncio.gather(*running)
    await pool.close()


async def test_questions_of_one_client_are_limited_over_all_its_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    still, pool = Still(monkeypatch), WorkerPool(pools.FEWEST)
    running = await asked(pool, *[task("hint", key="guest") for _ in range(8)])
    with pytest.raises(TooManyTasks, match="8 hints of you, or of others at your address, have to be done"):
        await pool.run(**task("hint", key="guest"))
    running += await asked(pool, task("hint", key="another"))
    assert [job.key for job in still.given] == ["guest", "guest", "another"]
    still.go_on.set()
    await asyncio.gather(*running)
    assert (await pool.run(**task("hint", key="guest"))).problem == ""
    await pool.close()


async def test_a_move_that_waits_is_made_at_once_when_it_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    still, pool = Still(monkeypatch), WorkerPool(pools.FEWEST)
    running = await asked(pool, *[move(f"game {number}", 11, "guest") for number in range(3)])
    assert still.games == ["game 0", "game 1"]
    pool.stop("game 2")
    await settle()
    assert still.games == ["game 0", "game 1", "game 2"] and still.given[-1].is_stopped
    still.go_on.set()
    await asyncio.gather(*running)
    await pool.close()


async def test_a_watched_game_is_woken(monkeypatch: pytest.MonkeyPatch) -> None:
    still, pool = Still(monkeypatch), WorkerPool(pools.FEWEST)
    running = await asked(pool, *[move(f"idle {number}", 3, "guest", is_idle=True) for number in range(4)])
    assert still.games == ["idle 0"]
    pool.wake("idle 2")
    await settle()
    assert still.games == ["idle 0", "idle 2"]
    still.go_on.set()
    await asyncio.gather(*running)
    await pool.close()


async def test_a_task_that_does_not_stop_ends_with_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "STOP_TIMEOUT", 0.0)
    pool = WorkerPool(pools.FEWEST)
    monkeypatch.setattr(WorkerProcess, "_start", _start_sleeper)
    asking = asyncio.create_task(pool.run(**task("hint")))
    while not any(worker.pid for worker in pool.workers):
        await asyncio.sleep(0.01)
    pool.stop("a")
    with pytest.raises(TaskFailed, match="process has ended"):
        await asyncio.wait_for(asking, PATIENCE)
    await pool.close()


async def _start_sleeper(self: WorkerProcess) -> Any:
    """A process that takes no notice of a stop."""
    return await asyncio.create_subprocess_exec("sleep", "1000", stdin=PIPE, stdout=PIPE)


# A server with workers that wait for the test


@pytest.fixture
async def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    monkeypatch.setattr(computer_turns, "PACE", 0.0)
    async with serving(tmp_path) as server:
        yield server


async def test_hints_on_forty_sockets_are_one_share(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    still = Still(monkeypatch)
    async with AsyncExitStack() as stack:
        guests = [await stack.enter_async_context(server.guest(f"Guest {number}")) for number in range(2)]
        pages = []
        for guest in guests:
            id = await guest.new("ataxx")
            pages += [await stack.enter_async_context(guest.page(id)) for _ in range(20)]
        for page in pages:
            for number in range(4):
                page.send(json.dumps({"do": "hint", "id": number}))
        refused = 0
        while refused < 160 - 8:
            refused += sum(
                [each["say"] == "error" and "hints of you" in each["message"] for each in await _told(pages)]
            )
        assert len(still.given) == 2
        assert {job.key for job in still.given} == {"203.0.113.7"}
        # At another address, and with an account, there is a share of its own
        async with server.guest("Another", "203.0.113.8") as another:
            page = await stack.enter_async_context(another.page(await another.new("ataxx")))
            page.send('{"do": "hint", "id": 1}')
            while len(still.given) < 3:
                await asyncio.sleep(0)
        assert still.given[-1].key == "203.0.113.8"


async def _told(pages: list[Page]) -> list[dict[str, Any]]:
    """What the pages have been told and not read; waits a moment if that is nothing."""
    await asyncio.sleep(0.001)
    told = []
    for page in pages:
        while page.waiting:
            told.append(await page.told())
    return told


async def test_an_account_has_its_own_share_and_a_guest_that_of_the_address(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = Still(monkeypatch)
    async with server.guest("Ada") as ada, server.guest("Bob") as bob:
        answer = await ada.client.post("/api/accounts", json={"name": "Ada", "password": "a long secret phrase"})
        assert answer.status_code == 201, answer.text
        for number, person in enumerate((ada, bob), 1):
            async with person.page(await person.new("ataxx", "human", "level 3")) as page:
                page.send('{"do": "hint", "id": 1}')
                while sum(job.task.do == "hint" for job in still.given) < number:
                    await asyncio.sleep(0)
        keys = [job.key for job in still.given if job.task.do == "hint"]
        assert keys == [answer.json()["id"], "203.0.113.7"]


async def test_the_host_pays_for_the_computers_and_not_a_spectator(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = Still(monkeypatch)
    monkeypatch.setattr(Compilation, "is_done", lambda self, game: True)
    async with server.guest("Ada", "203.0.113.1") as ada, server.guest("Bob", "203.0.113.2") as bob:
        id = await ada.new("ataxx", "human", "level 3")
        async with bob.page(id) as spectator, ada.page(id) as page:
            await spectator.until("state")
            page.send('{"do": "play", "id": 1, "at": 0, "move": "a7-b6"}')
            while not still.given:
                await asyncio.sleep(0)
            assert [job.key for job in still.given] == ["203.0.113.1"]


async def test_computers_that_play_each_other_wait_behind_people(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = Still(monkeypatch)
    monkeypatch.setattr(Compilation, "is_done", lambda self, game: True)
    id = await server.new("ataxx", "level 3", "level 3")
    async with server.page(id):
        while not still.given:
            await asyncio.sleep(0)
        assert still.given[0].cost is Cost.IDLE


async def test_computers_stop_thinking_when_the_last_watcher_leaves(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    still = Still(monkeypatch)
    monkeypatch.setattr(Compilation, "is_done", lambda self, game: True)
    id = await server.new("ataxx", "level 11", "level 11")
    async with server.page(id):
        async with server.page(id):
            while not still.given:
                await asyncio.sleep(0)
        assert not still.given[0].is_stopped
    await settle()
    assert still.given[0].is_stopped and not any(worker.job for worker in pool_of(server).workers)
    assert len(still.given) == 1 and not (await server.get(f"games/{id}"))["moves"]


async def test_computers_do_not_play_on_when_no_person_can_see_it(server: Server) -> None:
    id = await server.new("beetle-battle", "random", "random", size="3")
    async with server.page(id) as page:
        await page.until("moved", ply=2)
    count = len((await server.get(f"games/{id}"))["moves"])
    for _ in range(50):
        await asyncio.sleep(0.001)
    assert len((await server.get(f"games/{id}"))["moves"]) <= count + 1


async def test_a_long_review_is_several_tasks(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    runner, since = TaskRunner(), list[int]()

    async def do(self: WorkerProcess, job: Job) -> TaskResult:
        def send(part: FromWorker) -> None:
            assert isinstance(part, PartialResult) and job.on_part
            job.on_part(part.judged)

        since.append(job.task.since)
        return runner.run(job.task, CancelToken(), send)

    monkeypatch.setattr(WorkerProcess, "do", do)
    monkeypatch.setattr(task_runner, "SLICE", 0.0)
    async with server.page(await server.new("ataxx")) as page:
        view = (await page.until("state"))["view"]
        for ply in range(3):
            await page.ask("play", at=ply, path=view["paths"][0])
            view = page.seen[-2]["view"]
        assert (await page.ask("review", nodes=200))["say"] == "done"
    assert [told["ply"] for told in page.seen if told["say"] == "judged"] == [1, 2, 3]
    assert since == [0, 1, 2]


# Real workers


@pytest.mark.parametrize(
    "question",
    [
        {"do": "hint"},
        {"do": "analyse", "ply": 0, "lines": 8, "seconds": HOURS},
        {"do": "review", "nodes": 1 << 40},
    ],
)
async def test_a_question_ends_with_its_socket(
    server: Server, question: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in "HINT", "MOST_SECONDS":
        monkeypatch.setattr(handlers, name, HOURS)
    monkeypatch.setattr(pools, "STOP_TIMEOUT", HOURS)  # a worker of a low priority may take long to begin
    monkeypatch.setattr(handlers, "MOST_NODES", 1 << 40)
    id = await server.new("ataxx")
    async with server.page(id) as page:
        view = (await page.until("state"))["view"]
        for ply in range(4):
            await page.ask("play", at=ply, path=view["paths"][0])
            view = page.seen[-2]["view"]
        page.send(json.dumps({"id": 99} | question))
        worker = await busy(server, question["do"])
        pid = worker.pid
    await free(server)
    assert worker.pid == pid  # it has stopped, and was not killed


async def test_a_level_3_never_waits_for_the_level_11_of_a_guest(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    lanes = list[tuple[str, Lane]]()
    do = WorkerProcess.do

    async def noted(self: WorkerProcess, job: Job) -> TaskResult:
        lanes.append((job.task.seat, self.lane))
        return await do(self, job)

    monkeypatch.setattr(WorkerProcess, "do", noted)
    async with AsyncExitStack() as stack:
        guest = await stack.enter_async_context(server.guest("Greedy", "203.0.113.66"))
        for _ in range(6):
            await stack.enter_async_context(guest.page(await guest.new("ataxx", "level 11", "level 11")))
        player = await stack.enter_async_context(server.guest("Ada", "198.51.100.1"))
        page = await stack.enter_async_context(player.page(await player.new("ataxx", "human", "level 3")))
        view = (await page.until("state"))["view"]
        for ply in range(0, 8, 2):
            await page.ask("play", at=ply, path=view["paths"][0])
            view = (await page.until("moved", ply=ply + 2))["view"]
        at_once = sum(worker.job is not None for worker in pool_of(server).workers)
    assert ("level 3", Lane.QUICK) in lanes and ("level 3", Lane.DEEP) not in lanes
    assert ("level 11", Lane.DEEP) in lanes and ("level 11", Lane.QUICK) not in lanes
    assert at_once < pools.FEWEST
