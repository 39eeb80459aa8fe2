"""People from elsewhere who sit down at one table of a server, and play."""

from contextlib import AsyncExitStack
from typing import Any

from .server import Page, Server

SMALL: dict[str, dict[str, Any]] = {
    "beetle-battle": {"size": "3"},
    "gamma": {"width": "4", "height": "4", "players": "3"},
}


async def meet(stack: AsyncExitStack, server: Server, *names: str) -> list[Server]:
    """People from different places."""
    addresses = (f"203.0.113.{number}" for number in range(1, len(names) + 1))
    return [await stack.enter_async_context(server.guest(name, at)) for name, at in zip(names, addresses, strict=True)]


async def sit_down(stack: AsyncExitStack, people: list[Server], kind: str = "ataxx", **more: Any) -> list[Page]:
    """The first one hosts a game, the others take the open seats; everybody's page, having read all so far."""
    seats = ("human", *["open"] * (len(people) - 1))
    id = await people[0].new(kind, *seats, more=more, **SMALL.get(kind, {}))
    pages = [await stack.enter_async_context(each.page(id)) for each in people]
    for page in pages[1:]:
        assert (await page.ask("sit"))["say"] == "done"
    for page in pages:
        while all(told.get("view", {}).get("vacant", 1) for told in page.seen):
            await page.told()
    return pages


async def play(pages: list[Page], plies: int = 1, begun: int = 0) -> dict[str, Any]:
    """Moves by the player to move, each seen on all pages before the next; the last view."""
    view: dict[str, Any] = next(told["view"] for told in reversed(pages[0].seen) if "view" in told)
    for at in range(begun, begun + plies):
        mover = pages[view["turn"]]
        assert (await mover.ask("play", at=at, path=min(view["paths"])))["say"] == "done"
        told = [next((each for each in page.seen if each.get("ply") == at + 1), None) for page in pages]
        for number, page in enumerate(pages):
            if told[number] is None:
                told[number] = await page.until("moved", ply=at + 1)
        assert all(each == told[0] for each in told) and told[0]
        view = told[0]["view"]
    return view
