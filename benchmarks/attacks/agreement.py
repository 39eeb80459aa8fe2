"""Races that once left a server process behind the others: seats that are taken while a game is opened, and spectators
who open a game during its moves. Two processes share a PostgreSQL database."""

import asyncio
import os
import time

from tests.support.races import clients, seat_race, spectator_race

from .attack import Attack, postgresql_servers

RACES = int(os.environ.get("RACES", "10000"))
AT_ONCE = 60  # games in a seat race
SPECTATORS = 20  # of one game


async def seats() -> str:
    begun, stale, raced = time.perf_counter(), 0, 0
    with postgresql_servers() as (address, _):
        while raced < RACES:
            # Other guests each time: one may have only so many unfinished games
            async with clients([address], ["Ada", "Bo"]) as (ada, bo):
                found = await asyncio.gather(*(seat_race(ada, bo) for _ in range(AT_ONCE)))
                stale, raced = stale + sum(found), raced + AT_ONCE
    return f"{stale} of {raced:,} ({time.perf_counter() - begun:.0f} s)"


async def spectators() -> str:
    begun, stale, opened = time.perf_counter(), 0, 0
    with postgresql_servers() as (address, _):
        async with clients([address], ["Ada", *(f"Guest {n}" for n in range(SPECTATORS))]) as (ada, *others):
            while opened < RACES:
                found = await asyncio.gather(*(spectator_race(ada, others) for _ in range(3)))
                stale, opened = stale + sum(found), opened + 3 * SPECTATORS
    return f"{stale} of {opened:,} ({time.perf_counter() - begun:.0f} s)"


ATTACKS = [
    Attack("seats taken while the game is opened in another process", "0 stale after 10 s", seats),
    Attack("spectators who open a game during its moves", "0 stale after 10 s", spectators),
]
