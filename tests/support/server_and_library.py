"""The same game on a server and in the library."""

import json
from random import Random
from typing import Any

from ludarium.play.game import Game

from .server import Page, board


async def play(page: Page, state: dict[str, Any], game: Game, random: Random, most: int) -> None:
    """Play random moves over the socket and in the library, and see that both say the same after each."""
    cells, view = board(state["cells"]), state["view"]
    for ply in range(most):
        paths = game.paths()
        assert sorted(map(tuple, view["paths"])) == sorted(paths)
        if not paths:
            break
        path = random.choice(sorted(paths))
        assert (await page.ask("play", at=ply, path=path))["say"] == "done"
        moved = next(told for told in reversed(page.seen) if told["say"] == "moved")
        frames = [*game.film(paths[path])]
        assert game.parse(moved["move"][1]) == paths[path] and moved["move"][2] in map(list, paths)
        game.push(paths[path])
        for changed, _ in moved["frames"]:
            cells |= board(changed)
        assert cells == board(json.loads(json.dumps(frames[-1].cells)))
        view = moved["view"]
        assert [tuple(panel) for panel in view["panels"]] == [*game.scene().panels]
    outcome = game.outcome()
    assert (view["ending"] is None) == (outcome is None)
    if outcome:
        assert (view["ending"]["reason"], view["ending"]["winner"]) == (outcome.reason, outcome.winner)
