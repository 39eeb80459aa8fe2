"""The games for PettingZoo: all players act in turn, each sees planes and the mask of its legal actions."""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ..contract.errors import BadOption, IllegalMove, LudariumError
from ..contract.quotation import quoted
from ..engine.actions import ACTION, MOVER, OUTCOME, PLIES, SCORE, TURN
from .encoding import Encoding
from .picture import MODES, draw
from .registration import name_of
from .running_game import NumpyArray, RunningGame

Observation = dict[str, NumpyArray]


class GameEnv(AECEnv[str, Observation, Any]):  # type: ignore[misc]
    """One game for all its players, who are called player_0, player_1, ...

    An illegal action ends the game: who made it has lost, and `infos` says why. After `max_cycles` moves of each player
    the game is truncated.
    """

    metadata = {"render_modes": [*MODES], "is_parallelizable": False, "render_fps": 2}  # noqa: RUF012, as in AECEnv

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        compiled: bool = True,
        **options: Any,
    ) -> None:
        super().__init__()
        self.encoding = Encoding(game, options)
        self.render_mode = check_mode(render_mode)
        self.most_plies = check_cycles(max_cycles) * self.encoding.players
        self.metadata = {**GameEnv.metadata, "name": name_of(self.encoding.kind)}
        self.possible_agents = [f"player_{number}" for number in range(self.encoding.players)]
        self._running = RunningGame(self.encoding, compiled)
        seen: dict[str, spaces.Space[Any]] = {
            "observation": self.encoding.planes_space,
            "action_mask": spaces.Box(0, 1, (self.encoding.actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.encoding.actions) for agent in self.possible_agents}
        self._numbers = {agent: number for number, agent in enumerate(self.possible_agents)}
        self._nothing = np.zeros(self.encoding.actions, np.int8)
        self._chance = np.random.default_rng()
        self._for_points = self.encoding.players == 1 and self.encoding.kind.has_scores
        self._goes_on = False
        self.agents: list[str] = []
        self.infos: dict[str, dict[str, Any]] = {}

    def __str__(self) -> str:
        return name_of(self.encoding.kind)

    def observation_space(self, agent: str) -> spaces.Dict[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. A seed makes this deal and those after it repeatable."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._running.begin(self.encoding.start(self._chance))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._goes_on, self._points = True, self._running.line[SCORE]
        self.agent_selection = self.possible_agents[self._running.turn]

    def observe(self, agent: str) -> Observation:
        number, running = self._numbers[agent], self._running
        mask = running.mask if number == running.line[TURN] else self._nothing
        return {"observation": running.observe(number), "action_mask": mask.copy()}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: Any) -> None:
        if not self._goes_on:
            self._step_after_end(action)
            return
        running = self._running
        running.act(action)
        line = running.line
        if line[OUTCOME]:
            self._cumulative_rewards[self.agent_selection] = 0.0
            self._end()
        elif self._for_points:
            self._cumulative_rewards[self.agent_selection] = 0.0
            self._pay([self._gain()])
        if 0 < self.most_plies <= line[PLIES] and self._goes_on:
            self.truncations = dict.fromkeys(self.agents, True)
            self._goes_on = False
        self.agent_selection = self.possible_agents[line[TURN]]

    def _step_after_end(self, action: Any) -> None:
        """PettingZoo lets each player step once more, without an action."""
        if not self.agents:
            raise LudariumError("no game goes on; reset() begins one")
        if action is not None:
            raise IllegalMove(f"the game is over, so that the only action is None, not {quoted(action)}")
        self._was_dead_step(action)

    def _end(self) -> None:
        running, encoding = self._running, self.encoding
        line = running.line
        self.terminations = dict.fromkeys(self.agents, True)
        self._goes_on = False
        reason = encoding.reason(running.outcome, line[MOVER], line[ACTION])
        self.infos = {agent: {"reason": reason} for agent in self.agents}
        if self._for_points and running.outcome > 0:
            self._pay([self._gain()])
        else:
            self._pay(encoding.rewards(running.outcome, line[MOVER], running.shares))

    def _gain(self) -> float:
        """The points that a move has brought in a game for one."""
        before, self._points = self._points, self._running.line[SCORE]
        return float(self._points - before)

    def _pay(self, rewards: list[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, rewards, strict=True))
        self._accumulate_rewards()

    def render(self) -> str | NumpyArray | None:
        return draw(self.encoding, self._running.row, self.render_mode) if self.render_mode else None

    def close(self) -> None:
        """Nothing is open."""


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise BadOption(f"render_mode is {', '.join(MODES)} or None, not {mode!r}")
    return mode


def check_cycles(cycles: int | None) -> int:
    """The moves that each player has at most, 0 for no limit."""
    if cycles is not None and (isinstance(cycles, bool) or not isinstance(cycles, int) or cycles < 1):
        raise BadOption(f"max_cycles is a whole number above 0 or None, not {cycles!r}")
    return cycles or 0
