"""Ratings of solvers and puzzles: first tries count, and go with the person."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import Connection, select

from ludarium.store.database import tables
from ludarium.store.people.models import NEW_SOLVER
from ludarium.store.people.tokens import TOKEN_LIFETIME
from ludarium.store.store import Store
from ludarium.store.time_source import TimeSource

pytestmark = pytest.mark.usefixtures("kept_in")


async def test_only_the_first_try_counts() -> None:
    async with Store.open() as store:
        people = store.people
        ada = (await people.create_guest("Ada")).person.id
        assert await people.solver(ada, "ataxx") == await people.solver(None, "ataxx") == NEW_SOLVER
        assert await people.puzzle_rating("ataxx", "p") is None
        # Several tries at once: one of them is the first
        first = await asyncio.gather(*(people.rate_try(ada, "ataxx", "p", 1200, True) for _ in range(4)))
        assert sorted(first) == [False, False, False, True]
        solved = await people.solver(ada, "ataxx")
        easier = await people.puzzle_rating("ataxx", "p")
        assert solved.rating > NEW_SOLVER.rating and (solved.tries, solved.streak) == (1, 1)
        assert easier is not None and easier < 1200
        assert not await people.rate_try(ada, "ataxx", "p", 1200, False)
        assert await people.solver(ada, "ataxx") == solved
        assert await people.rate_try(ada, "ataxx", "q", 900, False)
        failed = await people.solver(ada, "ataxx")
        assert failed.rating < solved.rating and (failed.tries, failed.streak) == (2, 0)
        assert await people.tried_puzzles(ada, "ataxx") == {"p": True, "q": False}
        assert await people.solver(ada, "gamma") == NEW_SOLVER and await people.tried_puzzles(ada, "gamma") == {}


async def test_tries_go_with_the_person() -> None:
    def left(connection: Connection) -> list[str]:
        tried = connection.execute(select(tables.attempts.c.person)).scalars()
        return [*tried, *connection.execute(select(tables.solvers.c.person)).scalars()]

    later = TimeSource()
    later.now = lambda: TimeSource().now() + TOKEN_LIFETIME["session"] + timedelta(days=1)  # type: ignore[method-assign]
    async with Store.open() as store, Store.open(time_source=later) as next_year:
        ada, guest = [(await store.people.create_guest(name)).person.id for name in ("Ada", "Grace")]
        for id in ada, guest:
            await store.people.rate_try(id, "ataxx", "p", 1200, True)
        assert await store.people.remove(ada)
        assert await store._database.transact(left, "read") == [guest, guest]
        await next_year.clean_up()
        assert await store._database.transact(left, "read") == []
