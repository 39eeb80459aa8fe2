"""How well the person at this browser solves puzzles: an Elo rating against the makers' estimates."""

import json
from collections.abc import Mapping
from typing import Any

from ...store.people.models import NEW_SOLVER, Solver
from .database import Database

SOLVERS = "solvers"
FIRST_STEP, LAST_STEP, SETTLED = 80.0, 24.0, 20  # points that a try moves the rating; after so many tries the least


class Ratings:
    """The tries of this browser at puzzles."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rate(self, game: str, kind: str, ranks: Mapping[str, int]) -> bool:
        return False  # there are no other players

    async def rate_try(self, id: str, kind: str, puzzle: str, estimate: int, solved: bool) -> bool:
        kept = await self._read(kind)
        if puzzle in kept["tried"]:
            return False
        before, tries = kept["rating"], len(kept["tried"])
        expected = 1 / (1 + 10 ** ((estimate - before) / 400))
        step = max(LAST_STEP, FIRST_STEP - (FIRST_STEP - LAST_STEP) * tries / SETTLED)
        kept["rating"] = before + step * (solved - expected)
        kept["streak"] = kept["streak"] + 1 if solved else 0
        kept["tried"][puzzle] = solved
        await self._database.put(SOLVERS, kind, json.dumps(kept))
        return True

    async def solver(self, id: str | None, kind: str) -> Solver:
        kept = await self._read(kind)
        return Solver(round(kept["rating"]), len(kept["tried"]), kept["streak"])

    async def tried_puzzles(self, id: str | None, kind: str) -> dict[str, bool]:
        tried: dict[str, bool] = (await self._read(kind))["tried"]
        return tried

    async def puzzle_rating(self, kind: str, puzzle: str) -> int | None:
        return None  # the maker's estimate holds

    async def _read(self, kind: str) -> dict[str, Any]:
        text = await self._database.get(SOLVERS, kind)
        kept: dict[str, Any] = json.loads(text) if text else {"rating": NEW_SOLVER.rating, "streak": 0, "tried": {}}
        return kept
