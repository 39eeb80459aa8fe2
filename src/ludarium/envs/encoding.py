"""How a game with chosen options becomes numbers: its actions, its planes, its rewards, and what deals it."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from ..contract import board_planes
from ..contract.errors import BadOption
from ..contract.kind import Kind
from ..contract.options import Seed
from ..contract.row import Row
from ..engine.actions import ILLEGAL
from ..games import kind as find

MOST_PLAYERS = 64
LARGEST = 1 << 24  # numbers of an observation or a mask
SEEDS = 1 << 31  # that deals are drawn from
LOWEST, HIGHEST = -board_planes.MOST, board_planes.MOST  # numbers of a plane


class Encoding:
    """A game with its options, as environments see it. Options out of range are a BadOption."""

    def __init__(self, id: str, options: dict[str, Any]) -> None:
        self.kind: Kind = find(id)
        self.options = self.kind.choose(options)
        self.constants = self.kind.make(self.options)
        self.players = self.kind.rules.players(self.constants)
        if self.players > MOST_PLAYERS:
            raise BadOption(f"an environment has {MOST_PLAYERS} players at most, and this game {self.players}")
        self.actions = self.kind.action_count(self.constants) or self.kind.rules.most_moves(self.constants)
        columns, rows = self.kind.board.shape(self.constants)
        count = self.kind.plane_count(self.constants) or board_planes.plane_count(self.kind, self.constants)
        self.shape = (count, rows, columns)
        if max(math.prod(self.shape), self.actions) > LARGEST:
            raise BadOption(f"a board of {columns} x {rows} is too large for an environment; choose a smaller one")
        self.is_dealt = any(isinstance(option, Seed) for option in self.kind.options.values())
        self.fixed_seed: int | None = options.get("seed") if self.is_dealt else None
        self.action_space = spaces.Discrete(self.actions)
        self.planes_space = spaces.Box(LOWEST, HIGHEST, self.shape, np.int8)

    def start(self, chance: np.random.Generator) -> Row:
        """A first position. A game of chance is dealt anew, unless its option `seed` says which deal it is."""
        seed = 0
        if self.is_dealt:
            seed = self.options["seed"] if self.fixed_seed is not None else int(chance.integers(SEEDS))
        return self.kind.rules.start(self.constants, seed)

    def reward(self, share: int) -> float:
        """What a share of the win, in thousandths, is worth: 1 for a win, and 0 for all players together."""
        if self.players == 1:
            return share / 1000
        return (self.players * share / 1000 - 1) / (self.players - 1)

    def rewards(self, outcome: int, mover: int, shares: Sequence[int]) -> list[float]:
        """The rewards at the end of a game; one who made an illegal action has lost it."""
        if outcome == ILLEGAL:
            return [-1.0 if player == mover else 1 / (self.players - 1) for player in range(self.players)]
        return [self.reward(share) for share in shares]

    def reason(self, outcome: int, mover: int, action: int) -> str:
        """Why a game has ended."""
        if outcome == ILLEGAL:
            name = self.kind.player_title(self.constants, mover)
            return f"action {action} is not legal for {name} now; the action mask has all that are"
        return self.kind.board.REASONS[outcome]
