"""Gamma, naively: a dict of owned fields, and a flood fill of everything whenever areas are asked for."""

from __future__ import annotations

from copy import copy
from functools import cached_property

Field = tuple[int, int]  # (x, y), x grows right, y grows up

MOST_PLAYERS_OF_ONE_DIGIT = 9


def next_to(field: Field) -> list[Field]:
    x, y = field
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


class Naive:
    """A game, both turn by turn (`legal`, `push`) and in batch mode (`m`, `g`, `b`, `f`, `q`, `p`)."""

    def __init__(self, width: int = 10, height: int = 10, players: int = 2, areas: int = 5) -> None:
        self.width = width
        self.height = height
        self.players = players
        self.limit = areas
        self.owner: dict[Field, int] = {}
        self.golden_used: set[int] = set()
        self.player = 1

    @property
    def turn(self) -> str:
        return str(self.player)

    @cached_property
    def _fields(self) -> list[Field]:
        return [(x, y) for y in range(self.height) for x in range(self.width)]

    def _areas(self, player: int) -> int:
        """Count a player's areas by flooding one after the other."""
        dry = {field for field, owner in self.owner.items() if owner == player}
        areas = 0
        while dry:
            areas += 1
            wet = [dry.pop()]
            while wet:
                reached = dry.intersection(next_to(wet.pop()))
                dry -= reached
                wet += reached
        return areas

    def _allowed(self, player: int, field: Field) -> bool:
        """Would the player and who had this field before be within the limit if it were the player's? Tried out and
        taken back; the areas of all others stay as they are.
        """
        before = self.owner.get(field)
        self.owner[field] = player
        allowed = self._areas(player) <= self.limit and (before is None or self._areas(before) <= self.limit)
        if before is None:
            del self.owner[field]
        else:
            self.owner[field] = before
        return allowed

    def _knows(self, player: int) -> bool:
        return 1 <= player <= self.players

    def _is_free(self, field: Field) -> bool:
        return 0 <= field[0] < self.width and 0 <= field[1] < self.height and field not in self.owner

    def _can_move(self, player: int, field: Field) -> bool:
        return self._knows(player) and self._is_free(field) and self._allowed(player, field)

    def _can_move_golden(self, player: int, field: Field) -> bool:
        if not self._knows(player) or player in self.golden_used:
            return False
        if self.owner.get(field, player) == player:
            return False
        return self._allowed(player, field)

    # Batch mode: the answers are those the program prints.

    def m(self, player: int, x: int, y: int) -> int:
        if not self._can_move(player, (x, y)):
            return 0
        self.owner[(x, y)] = player
        return 1

    def g(self, player: int, x: int, y: int) -> int:
        if not self._can_move_golden(player, (x, y)):
            return 0
        self.owner[(x, y)] = player
        self.golden_used.add(player)
        return 1

    def b(self, player: int) -> int:
        return list(self.owner.values()).count(player)

    def f(self, player: int) -> int:
        return sum(self._can_move(player, field) for field in self._fields)

    def q(self, player: int) -> int:
        return int(any(self._can_move_golden(player, field) for field in self._fields))

    def p(self) -> str:
        width = 1 if self.players <= MOST_PLAYERS_OF_ONE_DIGIT else len(str(self.players)) + 1
        lines = (
            "".join(str(self.owner.get((x, y), ".")).ljust(width) for x in range(self.width))
            for y in range(self.height - 1, -1, -1)
        )
        return "\n".join(lines)

    # Turn by turn.

    def _can_act(self, player: int) -> bool:
        return any(self._can_move(player, field) for field in self._fields) or self.q(player) == 1

    def _is_over(self) -> bool:
        return not any(self._can_act(player) for player in (self.player, *range(1, self.players + 1)))

    def legal(self) -> set[str]:
        plain = {f"{x},{y}" for x, y in self._fields if self._can_move(self.player, (x, y))}
        golden = {f"g {x},{y}" for x, y in self._fields if self._can_move_golden(self.player, (x, y))}
        return plain | golden | {"skip"} if plain or golden or not self._is_over() else set()

    def push(self, text: str) -> None:
        if text != "skip":
            x, y = (int(part) for part in text.removeprefix("g ").split(","))
            act = self.g if text.startswith("g ") else self.m
            act(self.player, x, y)
        self._pass_the_turn()

    def _pass_the_turn(self) -> None:
        """The next in order who can act, the same player last of all; when no player can, the game is over anyway."""
        in_order = [(self.player - 1 + ahead) % self.players + 1 for ahead in range(1, self.players + 1)]
        self.player = next((player for player in in_order if self._can_act(player)), self.player)

    def over(self) -> tuple[str | None, tuple[int, ...]] | None:
        if not self._is_over():
            return None
        fields = tuple(self.b(player) for player in range(1, self.players + 1))
        leaders = [player for player, owned in enumerate(fields, start=1) if owned == max(fields)]
        return (str(leaders[0]) if len(leaders) == 1 else None), fields

    def picture(self) -> str:
        return self.p()

    def film(self, text: str) -> list[str]:
        after = copy(self)
        after.owner, after.golden_used = dict(self.owner), set(self.golden_used)
        after.push(text)
        return [after.picture()]
