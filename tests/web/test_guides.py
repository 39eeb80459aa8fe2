"""What players see and try before they play, and the news of their games, over HTTP."""

from contextlib import AsyncExitStack

from ..support.accounts import refused
from ..support.seated_players import meet, sit_down
from ..support.server import Server

STEP = "/api/kinds/ataxx/introduction"


async def test_a_move_is_tried_without_a_stored_game(server: Server) -> None:
    told = (await server.client.get(STEP)).json()
    assert ["d4", "d5"] in told["steps"][0]["paths"]
    answer = (await server.client.post(f"{STEP}/0", json={"path": ["d4", "d5"]})).json()
    assert answer["counts"] and "grew" in answer["text"] and len(answer["frames"][-1][0]) == 1
    answer = (await server.client.post(f"{STEP}/0", json={"path": ["d4", "d6"]})).json()
    assert not answer["counts"] and "jump" in answer["text"]
    refused(await server.client.post(f"{STEP}/0", json={"path": ["a1", "x" * 4000]}), 400, "no move in this position")
    refused(await server.client.post(f"{STEP}/3", json={"path": ["d4", "d5"]}), 400, "there is no step 3")
    refused(await server.client.get("/api/kinds/chess/introduction"), 404, "chess")
    assert (await server.client.get("/api/games")).json() == []


async def test_news_are_turns_and_results(server: Server) -> None:
    async with AsyncExitStack() as stack:
        people = await meet(stack, server, "Ada", "Bo")
        pages = await sit_down(stack, people, "ataxx")

        async def news() -> list[list[str]]:
            return [[each["text"] for each in (await person.client.get("/api/news")).json()] for person in people]

        assert await news() == [["Your turn against Bo."], ["Waiting for Ada."]]
        assert (await pages[0].ask("play", at=0, path=["a7", "b6"]))["say"] == "done"
        assert await news() == [["Waiting for Bo."], ["Your turn: Ada has moved."]]
        assert (await pages[1].ask("resign", player=1))["say"] == "done"
        assert await news() == [["You have won against Bo."], ["Ada has won."]]
    assert (await server.client.get("/api/news")).json() == []
