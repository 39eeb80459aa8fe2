"""Gymnasium's own check on our games, and one learner against opponents."""

from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludarium.contract.errors import BadOption, IllegalMove
from ludarium.envs import SoloEnv
from ludarium.games import kind

from ..support.environments import any_action, every_variant


def play(env: SoloEnv, seed: int = 1) -> tuple[list[int], float, dict[str, Any]]:
    """A random game of the learner: the actions, the last reward and the last info."""
    chance, actions, reward = Random(seed), list[int](), 0.0
    _, info = env.reset(seed=seed)
    done = False
    while not done:
        actions.append(any_action(info["action_mask"], chance))
        _, reward, terminated, truncated, info = env.step(actions[-1])
        done = terminated or truncated
    return actions, reward, info


@every_variant
def test_the_interface(id: str, options: dict[str, Any]) -> None:
    check_env(SoloEnv(id, render_mode="ansi", compiled=False, **options), skip_render_check=True)


def test_pictures_are_checked_too() -> None:
    env = gymnasium.make("ludarium/BeetleBattle-v0", size=3, render_mode="rgb_array", compiled=False)
    check_env(env.unwrapped)


@pytest.mark.parametrize("opponent", ["random", "1", "level 2"])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_against_an_opponent(opponent: str, seat: int) -> None:
    """The learner always moves next, the reward says who has won, and the same seed plays the same game."""
    env = SoloEnv("beetle-battle", opponent, seat, size=3, compiled=False)
    first, reward, info = play(env)
    constants, row = env.encoding.constants, env._running.row
    won = kind("beetle-battle").rules.share(constants, row, seat) == 1000
    assert reward == (1.0 if won else -1.0) and info["reason"] == "one colour is gone"
    assert play(env)[0] == first
    env.close()


def test_a_policy_as_an_opponent() -> None:
    seen: list[tuple[int, ...]] = []

    def policy(planes: Any, mask: Any) -> int:
        seen.append(planes.shape)
        return int(np.flatnonzero(mask)[-1])

    play(SoloEnv("beetle-battle", policy, size=3, compiled=False))
    assert {*seen} == {(3, 3, 3)}


def test_a_python_file_as_an_opponent(tmp_path: Path) -> None:
    file = tmp_path / "agent.py"
    file.write_text(
        "def choose(game):\n    assert len(game.moves) < 4\n    return game.legal_moves[0]\n", encoding="utf-8"
    )
    env = SoloEnv("beetle-battle", f"python:{file}", size=5, compiled=False)
    _, info = env.reset(seed=1)
    for action in (24, 23):
        _, reward, terminated, _, info = env.step(action)
        assert not terminated and reward == 0.0
    _, reward, terminated, _, info = env.step(22)
    assert terminated and reward == 1.0 and info["reason"].startswith("agent.py has failed: AssertionError")
    env.close()


def test_a_game_for_one_is_played_for_points() -> None:
    env, chance, total = SoloEnv("abatis", shots="par", compiled=False), Random(4), 0.0
    _, info = env.reset(seed=4)
    for _ in range(60):
        _, reward, terminated, truncated, info = env.step(any_action(info["action_mask"], chance))
        total += reward
    assert terminated and not truncated and info["reason"] == "all 60 shots are made"
    assert total == kind("abatis").rules.score(env.encoding.constants, env._running.row, 0) > 0


def test_an_illegal_action_loses() -> None:
    env = SoloEnv("beetle-battle", lambda planes, mask: 0, seat=1, size=3, compiled=False)
    env.reset()
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated) == (-1.0, True)
    assert info["reason"] == "action 0 is not legal for blue now; the action mask has all that are"
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"no game goes on; reset\(\) begins one"):
        env.step(1)


def test_the_most_cycles() -> None:
    env = SoloEnv("beetle-battle", size=10, max_cycles=3, compiled=False)
    actions, reward, info = play(env)
    assert len(actions) == 3 and reward == 0.0 and "reason" not in info


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"seat": 2}, "seat is a player from 0 to 1, not 2"),
        ({"opponent": "chess"}, "'chess' is no opponent"),
        ({"opponent": "12"}, "a level is a whole number from 1 to 11"),
        ({"opponent": "python:nowhere.py"}, r"there is no file 'nowhere\.py'"),
        ({"size": 6}, "size takes 3, 4, 5 or 10, not 6"),
    ],
)
def test_what_is_out_of_range_is_told_in_a_sentence(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        gymnasium.make("ludarium/BeetleBattle-v0", **how)


def test_what_is_no_action_is_told_in_a_sentence() -> None:
    env = SoloEnv("beetle-battle", size=3, compiled=False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    with pytest.raises(IllegalMove, match="an action is a whole number from 0 to 8, not 9"):
        env.step(9)


def test_names() -> None:
    env = gymnasium.make("ludarium/Ataxx-v0", blocks="a", compiled=False)
    assert env.spec and env.spec.id == "ludarium/Ataxx-v0"
    assert isinstance(env.unwrapped, SoloEnv) and env.unwrapped.encoding.options["blocks"] == "a"
    assert {"ludarium/Abatis-v0", "ludarium/BattleOfTheBeetles-v0", "ludarium/Othello-v0"} <= {*gymnasium.registry}
