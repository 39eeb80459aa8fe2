"""PettingZoo's own tests of parallel environments, and of `max_cycles`, which needs environments of both kinds."""

import warnings
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium import spaces

from ludarium.contract.errors import BadOption, IllegalMove, LudariumError
from ludarium.envs import GameEnv, ParallelGameEnv

from ..support.environments import every_variant

with warnings.catch_warnings():
    # They import a game of PettingZoo's own in a way that PettingZoo has given up
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import max_cycles_test, parallel_api_test, parallel_seed_test


class LegalActions(spaces.Discrete[Any]):
    """The actions of a player of which only legal ones are drawn; max_cycles_test does not look at masks."""

    def __init__(self, env: GameEnv, agent: str) -> None:
        super().__init__(env.encoding.actions, seed=0)
        self._env, self._agent = env, agent

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        return super().sample(self._env.observe(self._agent)["action_mask"])


def draws_legal_actions(env: GameEnv) -> None:
    env.action_spaces = {agent: LegalActions(env, agent) for agent in env.possible_agents}
    env.reset(seed=0)  # the deals after this one are the same in every run


@every_variant
def test_the_most_cycles(id: str, options: dict[str, Any]) -> None:
    def env(max_cycles: int) -> GameEnv:
        made = GameEnv(id, max_cycles=max_cycles, compiled=False, **options)
        draws_legal_actions(made)
        return made

    def parallel_env(max_cycles: int) -> ParallelGameEnv:
        made = ParallelGameEnv(id, max_cycles=max_cycles, compiled=False, **options)
        draws_legal_actions(made.aec_env)
        return made

    max_cycles_test(SimpleNamespace(env=env, parallel_env=parallel_env))


@every_variant
def test_the_interface(id: str, options: dict[str, Any]) -> None:
    parallel_api_test(ParallelGameEnv(id, compiled=False, **options), num_cycles=10)


@every_variant
def test_seeds(id: str, options: dict[str, Any]) -> None:
    parallel_seed_test(lambda: ParallelGameEnv(id, compiled=False, **options), num_cycles=10)


def test_the_action_of_the_player_to_move_counts() -> None:
    env = pettingzoo.make("parallel", "ludarium/BeetleBattle-v0", size=3, compiled=False)
    assert str(env) == "ludarium/BeetleBattle-v0"
    seen, infos = env.reset(seed=1)
    assert infos["player_1"]["active_agent"] == "player_0"
    assert [int(seen[agent]["action_mask"].sum()) for agent in env.agents] == [9, 0]
    seen, rewards, terminated, truncated, infos = env.step({"player_0": 4, "player_1": 7})
    assert np.flatnonzero(seen["player_1"]["action_mask"]).tolist() == [0, 1, 2, 3, 5, 6, 7, 8]
    assert rewards == {"player_0": 0.0, "player_1": 0.0} and not any([*terminated.values(), *truncated.values()])
    assert infos["player_0"]["active_agent"] == "player_1"
    _, rewards, terminated, _, infos = env.step({"player_0": 0, "player_1": 4})  # the square is the other player's
    assert rewards == {"player_0": 1.0, "player_1": -1.0} and all(terminated.values()) and env.agents == []
    assert infos["player_0"]["reason"].startswith("action 4 is not legal for blue now")


def test_bad_input_is_told_in_a_sentence() -> None:
    env = ParallelGameEnv("beetle-battle", size=3, compiled=False, max_cycles=2)
    with pytest.raises(LudariumError, match=r"no game goes on; reset\(\) begins one"):
        env.step({"player_0": 0})
    env.reset(seed=1)
    with pytest.raises(IllegalMove, match="player_0 is to move, and there is no action of player_0"):
        env.step({"player_1": 0})
    with pytest.raises(IllegalMove, match="an action is a whole number from 0 to 8, not 'a1'"):
        env.step({"player_0": "a1"})
    env.step({"player_0": 0})
    env.step({"player_1": 8})
    with pytest.raises(LudariumError, match=r"no game goes on; reset\(\) begins one"):
        env.step({"player_0": 1})
    with pytest.raises(BadOption, match="max_cycles is a whole number above 0 or None, not 0"):
        ParallelGameEnv("ataxx", max_cycles=0)
