"""Deals of days: the same for everyone, one try a day, and a table of what was played and verified here alone."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

import ludarium
from ludarium.games import kind
from ludarium.play.match.state import Terms
from ludarium.store.models import DAILY_DAYS

from ..support.server import Server

DEALT = [id for id in ludarium.games() if kind(id).has_daily]


def day(server: Server, later: int = 0) -> str:
    return (server.time.now().date() + timedelta(days=later)).isoformat()


async def begin(server: Server, which: str = "") -> Any:
    answer = await server.post(f"daily/abatis/{which or day(server)}", {})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def play(server: Server, id: str, moves: int = 4, resign: bool = True) -> int:
    """Make the first legal moves and give up, which counts what was made; the points."""
    async with server.page(id) as page:
        view = (await page.told())["view"]
        for count in range(moves):
            await page.ask("play", at=count, path=view["paths"][0])
            view = next(told for told in reversed(page.seen) if told["say"] == "moved")["view"]
        if resign:
            assert (await page.ask("resign", player=0))["say"] == "done"
    return int(view["players"][0]["score"])


async def refusal(server: Server, id: str) -> str:
    answer = await server.post(f"games/{id}/daily", {})
    assert answer.status_code in (400, 403), answer.text
    return str(answer.json()["message"])


async def table(server: Server, which: str = "") -> Any:
    return await server.get(f"daily/abatis?day={which}")


@pytest.mark.parametrize("id", DEALT)
def test_what_is_dealt_daily_is_for_one_player_for_points_and_from_a_seed(id: str) -> None:
    found = kind(id)
    for number in range(8):
        options = found.choose({**found.daily(number), "seed": 1})
        assert found.rules.players(found.make(options)) == 1 and found.has_scores


async def test_everyone_is_dealt_the_same_and_equal_points_are_ordered_by_time(server: Server) -> None:
    async with server.guest("Ada") as ada, server.guest("Bo", "203.0.113.8") as bo, server.guest("Cy") as cy:
        tries = [await begin(each) for each in (ada, bo, cy)]
        states = [await ada.get(f"games/{id}") for id in tries]
        assert len({str(state["cells"]) for state in states}) == 1 and len(set(tries)) == 3
        assert states[0]["daily"] == day(server) and states[0]["options"]["shots"] == "par"
        # Who looks at the table before the own try is over cannot watch
        server.time.stop()
        points = await play(bo, tries[1])
        (row,) = (told := await table(ada))["entries"]
        assert row["name"] == "Bo" and row["game"] is None and not told["can_watch"] and not told["own"]["over"]
        server.time.passes(1)
        assert await play(ada, tries[0]) == points
        await play(cy, tries[2], moves=0)
        told = await table(ada)
        names = [(row["place"], row["name"], row["points"], row["game"]) for row in told["entries"]]
        assert names[:2] == [(1, "Bo", points, tries[1]), (2, "Ada", points, tries[0])] and names[2][1] == "Cy"
        assert told["players"] == 3 and told["own"] == {"game": tries[0], "over": True, "points": points, "place": 2}
        assert told["entries"][0]["extra"]["moves"] == 4
        assert (await ada.post(f"games/{tries[0]}/daily", {})).json() == {"place": 2}
        # Analysis of what is over costs nothing, and others may watch it
        async with ada.page(tries[0]) as page:
            assert (await page.ask("review", nodes=1))["say"] == "done"
        assert len((await table(ada))["entries"]) == 3 and (await bo.get(f"games/{tries[0]}/plies/2"))["ply"] == 2


async def test_one_try_a_day_without_taking_back(server: Server) -> None:
    async with server.guest("Ada") as ada:
        id = await begin(ada)
        await play(ada, id, moves=2, resign=False)
        assert await begin(ada) == id  # until it is over one goes on with it
        async with ada.page(id) as page:
            assert not (await page.told())["view"]["can_undo"]
            assert "no move is taken back" in (await page.ask("undo"))["message"]
        assert (await refusal(ada, id)) == "The game is not over yet."
        async with ada.page(id) as page:
            await page.ask("resign", player=0)
            assert "no move is taken back" in (await page.ask("undo"))["message"]
        again = await begin(ada)
        assert again != id and (await ada.get(f"games/{again}"))["daily"] == ""
        await play(ada, again)
        assert (await refusal(ada, again)).startswith("This game was not begun as a try at the deal of the day")
        # A try that is deleted was the try
        assert (await ada.client.delete(f"/api/games/{id}")).status_code == 204
        assert (await ada.get(f"games/{await begin(ada)}"))["daily"] == ""
        ((entry,), own) = (told := await table(ada))["entries"], told["own"]
        assert entry["game"] is None and own["game"] is None and own["over"]


async def test_a_day_ends_at_midnight_utc(server: Server) -> None:
    now = server.time.now()
    midnight = (now + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    server.time.passes((midnight - now).total_seconds() - 30)
    server.time.stop()
    today, tomorrow = day(server), day(server, 1)
    refused = await server.client.get(f"/api/daily/abatis?day={tomorrow}")
    assert refused.json()["message"] == f"The deal of {tomorrow} is drawn on that day, and not before."
    assert (await server.post(f"daily/abatis/{tomorrow}", {})).status_code == 400
    async with server.guest("Ada") as ada, server.guest("Bo") as bo:
        await play(ada, await begin(ada))
        late = await begin(bo)
        options = (await table(bo))["options"]
        server.time.passes(60)
        assert day(server) == tomorrow
        # The game that was begun yesterday goes on, and does not count
        await play(bo, late)
        assert await refusal(bo, late) == "The day of this deal is over, and its table is closed."
        told = await table(bo, today)
        assert [row["name"] for row in told["entries"]] == ["Ada"] and told["can_watch"] and told["entries"][0]["game"]
        assert told["today"] == tomorrow and told["options"] == options != (await table(bo))["options"]
        # Yesterday's deal can be played, and is the same one
        practice = await begin(bo, today)
        assert (await bo.get(f"games/{practice}"))["options"] == (await bo.get(f"games/{late}"))["options"]
        await play(bo, practice)
        assert (await refusal(bo, practice)).startswith("This game was not begun as a try")
        assert (await table(bo))["entries"] == [] and (await table(bo))["own"] is None
        assert (await bo.get(f"games/{await begin(bo)}"))["daily"] == tomorrow


async def test_only_a_try_of_today_without_help_is_entered(server: Server) -> None:
    async with server.guest("Ada") as ada, server.guest("Bo") as bo, server.guest("Cy") as cy:
        await play(bo, id := await begin(bo))
        record = (await bo.client.get(f"/api/games/{id}/record")).text
        assert "only the host" in (await refusal(cy, id)).lower()
        # The record of another's game
        brought = (await ada.post("games/import", {"text": record, "seats": ["human"]})).json()["id"]
        assert "came with moves that were not made here" in await refusal(ada, brought)
        # A game of the same seed that was begun as any other
        seeded = await ada.new("abatis", "human", **(await bo.get(f"games/{id}"))["options"])
        await play(ada, seeded)
        assert (await refusal(ada, seeded)).startswith("This game was not begun as a try")
        # A hint
        helped = await begin(ada)
        async with ada.page(helped) as page:
            assert (await page.told())["view"]["for_points"] and (await page.ask("hint"))["say"] == "hint"
            await page.ask("resign", player=0)
        assert (await refusal(ada, helped)).startswith("The computer has helped in this game")
        # Another deal in the place of the one that was dealt
        lucky = ludarium.new("abatis", **(await bo.get(f"games/{id}"))["options"] | {"seed": 5})
        person, rooms = (await cy.get("me"))["id"], server.app.state.rooms
        forged = (await rooms.begin(lucky, ["human"], terms=Terms(daily=day(server)), owner=person)).id
        assert await rooms.store.daily.begin("abatis", rooms.store.daily.today(), person, "Cy", forged) == forged
        await play(cy, forged)
        assert (await refusal(cy, forged)).startswith("This game was not dealt as the deal of its day")
        assert [row["name"] for row in (await table(ada))["entries"]] == ["Bo"]


async def test_wrong_days_and_games_are_refused(server: Server) -> None:
    for path, status, reason in (
        ("daily/ataxx", 400, "Ataxx is not dealt daily."),
        ("daily/chess", 404, "There is no game 'chess'"),
        ("daily/abatis?day=20261117", 400, "A day is written as in 2026-11-17, not as '20261117'."),
        (f"daily/abatis?day={day(server, -DAILY_DAYS - 1)}", 400, "is not kept any more"),
    ):
        answer = await server.client.get(f"/api/{path}")
        assert answer.status_code == status and reason in answer.json()["message"], path
    assert (await server.post(f"daily/ataxx/{day(server)}", {})).status_code == 400


async def test_two_at_once_make_one_try(server: Server) -> None:
    async with server.guest("Ada") as ada:
        assert len(set(await asyncio.gather(*(begin(ada) for _ in range(4))))) == 1
        assert len(await ada.get("games")) == 1


async def test_who_is_gone_or_banned_is_not_in_the_table_and_old_days_go(server: Server) -> None:
    store = server.app.state.store
    async with server.guest("Ada") as ada, server.guest("Bo") as bo:
        for each in ada, bo:
            await play(each, await begin(each))
        people = {row["name"]: row["person"] for row in (await table(ada))["entries"]}
        await store.people.ban(people["Ada"])
        assert [row["name"] for row in (await table(server))["entries"]] == ["Bo"]
        await store.people.remove(people["Bo"])
        assert (await table(server))["players"] == 0
        server.time.set_ahead(days=DAILY_DAYS + 1)
        assert (await store.clean_up()).deals == 1
