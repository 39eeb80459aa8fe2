"""Thousands of games at once for Gymnasium: each step makes a move in every game, in compiled code without the GIL.

The players of a game take turns: an observation is that of the player to move, and a reward belongs to the player who
has just moved. `infos` says who these are, and has the rewards of all players. A game that is over begins anew with the
next step, which leaves the action out; Gymnasium calls this AutoresetMode.NEXT_STEP.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..contract.board_planes import board_planes
from ..contract.errors import BadOption, IllegalMove, LudariumError
from ..engine.actions import ACTION, COUNT, ILLEGAL, LINE, MOVER, OUTCOME, PLIES, SCORE, TURN, act_many, begin_many
from ..engine.code import bind, game_code
from ..engine.memory import as_array
from ..engine.native.signature import Rows
from .aec import check_cycles
from .encoding import Encoding
from .running_game import NumpyArray

MOST_GAMES = 1 << 20
FEWEST = 64  # games that are worth a thread


class _Memory:
    """Rows in one piece of memory, for plain code and, as an array, for numpy and native code."""

    def __init__(self, typecode: str, count: int, width: int) -> None:
        self.rows = Rows(typecode, count, width)
        self.array: NumpyArray = np.frombuffer(self.rows.memory, np.dtype(typecode)).reshape(count, width)


class GameVectorEnv(VectorEnv[NumpyArray, NumpyArray, NumpyArray]):
    """`num_envs` games of one kind side by side. With copy=False a step overwrites the arrays of the last one."""

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012, as in VectorEnv

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        max_cycles: int | None = None,
        threads: int | None = None,
        copy: bool = True,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        self.encoding = Encoding(game, options)
        self.num_envs = _whole("num_envs", num_envs, MOST_GAMES)
        self._threads = _whole("threads", threads or os.cpu_count() or 1, 1024)
        self._most_plies, self._copies = check_cycles(max_cycles) * self.encoding.players, copy
        self.single_observation_space, self.single_action_space = self.encoding.planes_space, self.encoding.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._reserve()
        self._pool = ThreadPoolExecutor(self._threads)
        begin, act = self._functions(compiled)
        self._begin, self._act = begin, act
        self._is_open = False

    def _reserve(self) -> None:
        encoding, count = self.encoding, self.num_envs
        row = as_array(encoding.kind.rules.start(encoding.constants, 0))
        most = encoding.kind.rules.most_moves(encoding.constants)
        self._code = game_code(encoding.kind, row.typecode)
        self._rows, self._starts = (_Memory(row.typecode, count, len(row)) for _ in range(2))
        self._moves, self._lines = _Memory("q", count, most), _Memory("q", count, LINE)
        self._shares, self._masks = _Memory("q", count, encoding.players), _Memory("b", count, encoding.actions)
        self._planes = _Memory("b", count, int(np.prod(encoding.shape)))
        self._points = np.zeros(count, np.int64)

    def _functions(self, compiled: bool) -> tuple[Callable[[], None], Callable[[], None]]:
        """What begins all games and what makes a move in each: native on several threads, or plain."""
        memory = self._rows, self._starts, self._moves, self._lines, self._shares, self._masks, self._planes
        try:
            if not compiled:
                raise LudariumError("plain rules are asked for")
            natives = self._code.native(begin_many), self._code.native(act_many)
        except LudariumError:
            plain = (self._code.plain(each) for each in (begin_many, act_many))
            begin, act = (bind(each, self.encoding.constants, *(part.rows for part in memory)) for each in plain)
            return begin, act
        parts = max(1, min(self._threads, self.num_envs // FEWEST))
        edges = [self.num_envs * i // parts for i in range(parts + 1)]
        slices = [slice(*pair) for pair in pairwise(edges)]
        begins, acts = (
            [bind(each, self.encoding.constants, *(part.array[some] for part in memory)) for some in slices]
            for each in natives
        )
        return lambda: self._run(begins), lambda: self._run(acts)

    def _run(self, calls: list[Callable[[], None]]) -> None:
        """Make the calls at once; the first one in this thread."""
        others = [self._pool.submit(call) for call in calls[1:]]
        calls[0]()
        for other in others:
            other.result()

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NumpyArray, dict[str, Any]]:
        """Begin all games. A seed makes all deals repeatable; a list has one for each game."""
        if isinstance(seed, list):
            if len(seed) != self.num_envs:
                raise BadOption(f"there are {len(seed)} seeds for {self.num_envs} games")
            self._chances = [np.random.default_rng(each) for each in seed]
        else:
            self._chances = [np.random.default_rng(seed)]
        for number in range(self.num_envs if self.encoding.is_dealt else 1):
            self._deal(number)
        if not self.encoding.is_dealt:
            self._starts.array[:] = self._starts.array[0]
        self._begin()
        self._is_open = True
        self._points[:] = self._lines.array[:, SCORE]
        return self._seen(), self._infos()

    def _deal(self, number: int) -> None:
        """The position that a game begins with next."""
        chance = self._chances[number % len(self._chances)]
        self._starts.array[number] = np.frombuffer(as_array(self.encoding.start(chance)), self._starts.array.dtype)

    def step(self, actions: NumpyArray) -> tuple[NumpyArray, NumpyArray, NumpyArray, NumpyArray, dict[str, Any]]:
        """Make an action in each game. An illegal one loses its game: `infos["illegal"]` says where."""
        lines = self._lines.array
        lines[:, ACTION] = self._checked(actions)
        began = lines[:, COUNT] == 0
        self._act()
        over = lines[:, OUTCOME] != 0
        truncated = self._truncate(over)
        rewards = self._rewards(over, began)
        infos = self._infos()
        infos["rewards"] = rewards
        if self.encoding.is_dealt:
            for number in np.flatnonzero(over | truncated):
                self._deal(int(number))
        moved = np.where(began, 0.0, np.take_along_axis(rewards, lines[:, MOVER, None], 1)[:, 0])
        return self._seen(), moved, over, truncated, infos

    def _checked(self, actions: Any) -> NumpyArray:
        if not self._is_open:
            raise gymnasium.error.ResetNeeded("no games go on; reset() begins them")
        found = np.asarray(actions)
        if found.shape != (self.num_envs,) or found.dtype.kind not in "iu":
            raise IllegalMove(f"actions are {self.num_envs} whole numbers, not an array of {found.shape} {found.dtype}")
        if ((found < 0) | (found >= self.encoding.actions)).any():
            wrong = int(np.flatnonzero((found < 0) | (found >= self.encoding.actions))[0])
            most = self.encoding.actions - 1
            raise IllegalMove(f"an action is a whole number from 0 to {most}, and that of game {wrong} {found[wrong]}")
        return found

    def _truncate(self, over: NumpyArray) -> NumpyArray:
        """End games that have reached the most moves; where, as flags."""
        lines = self._lines.array
        if not self._most_plies:
            return np.zeros(self.num_envs, np.bool_)
        truncated: NumpyArray = ~over & (lines[:, PLIES] >= self._most_plies)
        lines[truncated, COUNT] = 0
        return truncated

    def _rewards(self, over: NumpyArray, began: NumpyArray) -> NumpyArray:
        """What each player of each game gets for this step."""
        encoding, lines = self.encoding, self._lines.array
        illegal = lines[:, OUTCOME] == ILLEGAL
        if encoding.players == 1 and encoding.kind.has_scores:
            gained = np.where(began, 0, lines[:, SCORE] - self._points)
            self._points[:] = lines[:, SCORE]
            return np.where(illegal, -1.0, gained)[:, None].astype(np.float64)
        rewards = np.zeros((self.num_envs, encoding.players))
        if over.any():
            shares = self._shares.array
            won = (
                shares / 1000
                if encoding.players == 1
                else (encoding.players * shares / 1000 - 1) / (encoding.players - 1)
            )
            rewards[over] = won[over]
        for number in np.flatnonzero(illegal):
            rewards[number] = encoding.rewards(ILLEGAL, int(lines[number, MOVER]), ())
        return rewards

    def _seen(self) -> NumpyArray:
        encoding = self.encoding
        if not encoding.kind.has_planes:
            turns = self._lines.array[:, TURN].tolist()
            for row, planes, turn in zip(self._rows.rows, self._planes.rows, turns, strict=True):
                board_planes(encoding.kind, encoding.constants, [*row], turn, planes)  # a game may change its copy
        seen = self._planes.array.reshape(self.num_envs, *encoding.shape)
        return seen.copy() if self._copies else seen

    def _infos(self) -> dict[str, Any]:
        lines = self._lines.array
        mask = self._masks.array
        return {
            "action_mask": mask.copy() if self._copies else mask,
            "turn": lines[:, TURN].copy(),
            "mover": lines[:, MOVER].copy(),
            "illegal": lines[:, OUTCOME] == ILLEGAL,
        }

    def close_extras(self, **kwargs: Any) -> None:
        self._pool.shutdown()


def make_vec(game: str, num_envs: int = 1, **how: Any) -> GameVectorEnv:
    """Many games by the game's id: `make_vec("ataxx", 4096, blocks="3gh")`."""
    return GameVectorEnv(game, num_envs, **how)


def _whole(name: str, value: Any, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadOption(f"{name} is a whole number from 1 to {most}, not {value!r}")
    return value
