"""Clocks of games on a server: kept there, whatever a player's own clock says."""

from contextlib import AsyncExitStack

import pytest

from ..support.seated_players import meet, play, sit_down
from ..support.server import Server


async def test_a_clock_is_kept_by_the_server(server: Server) -> None:
    time = server.time
    time.stop()
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        ada, bo = await sit_down(stack, people, clock={"seconds": 60, "increment": 2})
        time.passes(10)
        view = await play([ada, bo])
        assert (view["clocks"], view["running"]) == ({"0": 52_000, "1": 60_000}, 1)
        time.passes(-3600)  # a clock that is set back gives no player time
        view = await play([ada, bo], begun=1)
        assert (view["clocks"], view["running"]) == ({"0": 52_000, "1": 62_000}, 0)
        time.passes(3600 + 53)
        assert (await ada.ask("play", at=2, path=min(view["paths"])))["message"] == "The time has run out."
        ending = (await bo.until("changed"))["view"]["ending"]
        assert (ending["winner"], ending["reason"]) == ("blue", "red has run out of time")


async def test_time_runs_out_while_nobody_does_anything(server: Server) -> None:
    time = server.time
    async with AsyncExitStack() as stack:
        ada, bo = await sit_down(stack, await meet(stack, server, "Ada", "Bo"), clock={"seconds": 1000})
        await play([ada, bo])
        time.passes(999.7)
        await bo.ask("offer", offer="draw")  # whatever happens, the alarm is set anew
        await ada.until("changed")
        assert (await ada.until("changed"))["view"]["ending"]["reason"] == "blue has run out of time"


async def test_days_for_every_move(server: Server) -> None:
    time = server.time
    time.stop()
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        pages = await sit_down(stack, people, clock={"days": 2})
        day = 86_400_000
        time.passes(86_400)
        assert (await play(pages))["clocks"] == {"0": 2 * day, "1": 2 * day}
        time.passes(3 * 86_400)
        id = (await people[0].get("games"))[0]["id"]
        async with server.page(id) as onlooker:
            view = (await onlooker.told())["view"]
            ending = view["ending"] or (await onlooker.until("changed"))["view"]["ending"]
            assert ending["reason"] == "blue has run out of time"


@pytest.mark.parametrize(
    "clock", [{}, {"seconds": 5}, {"seconds": 100_000}, {"seconds": 60, "days": 1}, {"days": 99}, {"increment": 3}]
)
async def test_what_is_no_clock(server: Server, clock: dict[str, int]) -> None:
    answer = await server.post("games", {"kind": "ataxx", "seats": ["human", "open"], "clock": clock})
    assert answer.status_code == 400 and "a clock has 10 to" in answer.text.lower()
