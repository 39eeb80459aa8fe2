"""The games for Gymnasium: one learner, alone in a game for one, or against an opponent who answers within a step."""

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from ..contract.errors import BadOption
from ..engine.actions import ACTION, ILLEGAL, MOVER, PLIES, SCORE
from ..play.game import Game
from ..play.opponents.opponent import Forfeit, Opponent
from ..play.opponents.registry import seat_text, seated
from ..play.position import move_in
from .aec import check_cycles, check_mode
from .encoding import SEEDS, Encoding
from .picture import MODES, draw
from .running_game import NumpyArray, RunningGame

RANDOM = "random"
Policy = Callable[[NumpyArray, NumpyArray], int]  # an action by planes and mask


class SoloEnv(gymnasium.Env[NumpyArray, Any]):
    """One game for one learner, who sees planes; `info["action_mask"]` has the legal actions.

    `opponent` takes all other seats: a text as in `--player` (`random`, `level 3`, `python:FILE`), or a function that
    gets planes and a mask and returns an action. `seat` is the learner's player. An illegal action loses the game, and
    `info["reason"]` says why; after `max_cycles` actions of the learner it is truncated.
    """

    metadata = {"render_modes": [*MODES], "render_fps": 2}  # noqa: RUF012, as in gymnasium.Env

    def __init__(
        self,
        game: str,
        opponent: str | Policy = RANDOM,
        seat: int = 0,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        self.encoding = Encoding(game, options)
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.encoding.players:
            raise BadOption(f"seat is a player from 0 to {self.encoding.players - 1}, not {seat!r}")
        self.render_mode, self._seat = check_mode(render_mode), seat
        self._most, self._made = check_cycles(max_cycles), 0
        self.action_space = self.encoding.action_space
        self.observation_space = self.encoding.planes_space
        self._running = RunningGame(self.encoding, compiled)
        self._policy: Policy | None = None if isinstance(opponent, str) else opponent
        text = opponent if isinstance(opponent, str) and self.encoding.players > 1 else RANDOM
        self._text = seat_text(text)
        self._opponent = self._seated(None)
        self._game: Game | None = None  # as the opponent sees it
        self._forfeit = ""
        self._is_open = False

    def _seated(self, seed: int | None) -> Opponent | None:
        """The opponent that plays the same with the same seed; None for random moves, which need none."""
        return None if self._text == RANDOM else seated(self._text, self.encoding.kind, seed)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NumpyArray, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self.close()
            self._opponent = self._seated(int(self.np_random.integers(SEEDS)))
        start = self.encoding.start(self.np_random)
        self._running.begin(start)
        self._made, self._points, self._forfeit, self._is_open = 0, self._running.line[SCORE], "", True
        if self._opponent:
            kind, constants = self.encoding.kind, self.encoding.constants
            self._game = Game(kind, kind.write_position(constants, start), **self.encoding.options)
            self._opponent.begin(self._game)
        self._answer()
        return self._running.observe(self._seat), self._info()

    def step(self, action: Any) -> tuple[NumpyArray, float, bool, bool, dict[str, Any]]:
        if not self._is_open:
            raise gymnasium.error.ResetNeeded("no game goes on; reset() begins one")
        self._push(action)
        self._made += 1
        self._answer()
        running = self._running
        terminated = bool(running.outcome or self._forfeit)
        truncated = not terminated and 0 < self._most <= self._made
        self._is_open = not (terminated or truncated)
        return running.observe(self._seat), self._reward(), terminated, truncated, self._info()

    def _push(self, action: Any) -> None:
        """Make an action, also in the opponent's game."""
        running, game = self._running, self._game
        moves = running.moves() if game else {}
        running.act(action)
        if game and running.outcome != ILLEGAL:
            game.push(move_in(game, moves[running.line[ACTION]]))

    def _answer(self) -> None:
        """Let the others move until it is the learner's turn."""
        while not self._running.outcome and not self._forfeit and self._running.turn != self._seat:
            try:
                self._push(self._choose())
            except Forfeit as error:
                self._forfeit = str(error)

    def _choose(self) -> int:
        running = self._running
        if self._opponent and self._game:
            return running.action_of(self._opponent.choose(self._game.copy()).number)
        if self._policy:
            return self._policy(running.observe(running.turn), running.mask.copy())
        return int(self.np_random.choice(np.flatnonzero(running.mask)))

    def _reward(self) -> float:
        encoding, running = self.encoding, self._running
        if self._forfeit:
            return 1.0
        if encoding.players == 1 and encoding.kind.has_scores and running.outcome >= 0:
            before, self._points = self._points, running.line[SCORE]
            return float(self._points - before)
        if not running.outcome:
            return 0.0
        return encoding.rewards(running.outcome, running.line[MOVER], running.shares)[self._seat]

    def _info(self) -> dict[str, Any]:
        running = self._running
        line = running.line
        info = {"action_mask": running.mask.copy(), "plies": line[PLIES]}
        if running.outcome:
            info["reason"] = self.encoding.reason(running.outcome, line[MOVER], line[ACTION])
        return info | ({"reason": self._forfeit} if self._forfeit else {})

    def render(self) -> str | NumpyArray | None:
        return draw(self.encoding, self._running.row, self.render_mode) if self.render_mode else None

    def close(self) -> None:
        if self._opponent:
            self._opponent.close()
