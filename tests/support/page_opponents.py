"""People from different places at one table, each at a browser of their own."""

from collections.abc import Callable
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

import ludarium

from .cases import turn
from .page_table import Other, press

SMALL: dict[str, dict[str, Any]] = {
    "ataxx": {},
    "beetle-battle": {"size": 3},
    "battle-of-the-beetles": {},
    "gamma": {"width": 4, "height": 3, "players": 2},
}
REFUSED = "the server responded with a status of 40"  # what a browser says of its own when something is refused
Meet = Callable[..., Page]


def host(page: Page, kind: str, seats: tuple[str, ...] = ("human", "open"), **more: Any) -> tuple[str, ludarium.Game]:
    """A game that a player sets up, and the library's."""
    options = SMALL.get(kind, {})
    told = {name: str(value) for name, value in options.items()}
    answer = page.request.post("/api/games", data={"kind": kind, "options": told, "seats": seats} | more)
    assert answer.ok, answer.text()
    return answer.json()["id"], ludarium.new(kind, **options)


def begin(ada: Page, bo: Page, kind: str = "ataxx", **more: Any) -> tuple[Other, Other]:
    """A game between two, who both look at it."""
    id, twin = host(ada, kind, **more)
    host_, guest = Other(ada, id, twin), Other(bo, id, twin)
    press(bo, "Sit down")
    expect(host_.opponents).to_be_hidden()
    expect(host_.page.locator(".square.open")).not_to_have_count(0)
    expect(guest.opponents).to_be_hidden()
    return host_, guest


def play(players: tuple[Other, Other], most: int, *onlookers: Other, seed: int = 1) -> None:
    """Any moves at all, each by the player to move; all others see them."""
    chance, twin = Random(seed), players[0].twin
    while not twin.outcome() and len(twin.moves) < most:
        mover = players[turn(twin)]
        mover.make(chance.choice(sorted(twin.paths())), mover.by_mouse)
        for each in (*players, *onlookers):
            each.wait()
