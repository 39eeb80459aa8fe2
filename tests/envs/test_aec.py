"""PettingZoo's own tests on our games, and what they do not look at."""

import sys
import warnings
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pettingzoo
import pytest

from ludarium.contract.errors import BadOption, IllegalMove, LudariumError
from ludarium.envs import GameEnv
from ludarium.games import kind

from ..support.environments import any_action, every_variant

with warnings.catch_warnings():
    # They import a game of PettingZoo's own in a way that PettingZoo has given up
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, seed_test

# PettingZoo names its own environments whose observations are a dict with a mask, and warns of all others
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # An empty board is one
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros"),
]


@every_variant
def test_the_interface(id: str, options: dict[str, Any]) -> None:
    api_test(GameEnv(id, compiled=False, **options), num_cycles=60)


@every_variant
def test_seeds(id: str, options: dict[str, Any]) -> None:
    seed_test(lambda: GameEnv(id, compiled=False, **options), num_cycles=30)


@every_variant
def test_the_benchmark_runs(
    id: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PettingZoo's benchmark plays for five seconds, which pass here at every look at the clock."""
    moments: Iterator[float] = iter(range(0, 1000, 2))
    monkeypatch.setattr(
        sys.modules["pettingzoo.test.performance_benchmark"], "time", SimpleNamespace(time=lambda: next(moments))
    )
    performance_benchmark(GameEnv(id, compiled=False, **options))
    assert "turns per second" in capsys.readouterr().out


@every_variant
def test_rewards_and_masks(id: str, options: dict[str, Any]) -> None:
    """Masks have the legal moves, and the rewards at the end say who has won, as the rules do."""
    env, chance, rules = GameEnv(id, compiled=False, **options), Random(5), kind(id).rules
    env.reset(seed=5)
    constants, row = env.encoding.constants, env._running.row
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, _, info = env.last()
        assert seen
        earned[agent] += reward
        if terminated:
            assert info["reason"] in kind(id).board.REASONS and not seen["action_mask"].any()
            env.step(None)
            continue
        assert env.possible_agents.index(agent) == rules.turn(constants, row)
        assert seen["action_mask"].sum() == len(kind(id).legal_moves(constants, row))
        env.step(any_action(seen["action_mask"], chance))
    if kind(id).has_scores:
        assert [*earned.values()] == [rules.score(constants, row, 0)]
    else:
        shares = [rules.share(constants, row, player) for player in range(len(earned))]
        assert sum(earned.values()) == pytest.approx(0, abs=0.01) and [
            (value > 0) == (share == 1000) for value, share in zip(earned.values(), shares, strict=True)
        ].count(False) in (0, len(earned))


def test_an_illegal_action_loses() -> None:
    env = GameEnv("beetle-battle", size=3, compiled=False)
    env.reset()
    env.step(0)
    env.step(0)  # the square is the other player's
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0} and all(env.terminations.values())
    sentence = "action 0 is not legal for blue now; the action mask has all that are"
    assert [info["reason"] for info in env.infos.values()] == [sentence] * 2


@pytest.mark.parametrize("action", [-1, 9, 2.5, None, "a1", np.int64(9)])
def test_what_is_no_action_is_told_in_a_sentence(action: Any) -> None:
    env = GameEnv("beetle-battle", size=3, compiled=False)
    env.reset()
    with pytest.raises(IllegalMove, match="an action is a whole number from 0 to 8, not "):
        env.step(action)
    env.step(np.int32(4))  # and the game goes on
    assert env.agent_selection == "player_1"


def test_a_step_where_no_game_goes_on_is_told_in_a_sentence() -> None:
    env = GameEnv("beetle-battle", size=3, compiled=False)
    with pytest.raises(LudariumError, match=r"no game goes on; reset\(\) begins one"):
        env.step(0)
    env.reset()
    env.step(0)
    env.step(0)
    with pytest.raises(IllegalMove, match="the game is over, so that the only action is None, not 3"):
        env.step(3)
    env.step(None)
    env.step(None)
    with pytest.raises(LudariumError, match=r"no game goes on; reset\(\) begins one"):
        env.step(None)


@pytest.mark.parametrize(
    ("id", "options", "sentence"),
    [
        ("beetle-battle", {"size": 7}, "size takes 3, 4, 5 or 10, not 7"),
        ("ataxx", {"colour": 1}, "ataxx has no option 'colour'; it has blocks, rules"),
        ("nowhere", {}, "there is no game 'nowhere'"),
        ("gamma", {"width": 3, "height": 3, "players": 1000}, "an environment has 64 players at most"),
        ("gamma", {"width": 10_000, "height": 10_000}, "a board of 10000 x 10000 is too large for an environment"),
        ("ataxx", {"render_mode": "human"}, "render_mode is ansi, rgb_array, svg or None, not 'human'"),
        ("ataxx", {"max_cycles": 0}, "max_cycles is a whole number above 0 or None, not 0"),
    ],
)  # fmt: skip
def test_options_out_of_range_are_told_in_a_sentence(id: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        GameEnv(id, **options)


def test_the_seed_deals_the_game() -> None:
    env = GameEnv("abatis", shots="par", compiled=False)

    def deal(seed: int | None) -> bytes:
        env.reset(seed=seed)
        return env.observe("player_0")["observation"].tobytes()

    first, next_deal = deal(1), deal(None)
    assert first != next_deal and (deal(1), deal(None)) == (first, next_deal) and deal(2) != first
    fixed = GameEnv("abatis", seed=3, compiled=False)
    fixed.reset(seed=1)
    seen = fixed.observe("player_0")["observation"]
    fixed.reset(seed=2)
    assert np.array_equal(seen, fixed.observe("player_0")["observation"])


def test_pictures() -> None:
    for id in ("ataxx", "hex", "abatis", "beetle-battle"):
        pictures = {}
        for mode in ("ansi", "rgb_array", "svg"):
            env = GameEnv(id, render_mode=mode, compiled=False)
            env.reset(seed=1)
            pictures[mode] = env.render()
        text, pixels, svg = pictures["ansi"], pictures["rgb_array"], pictures["svg"]
        assert (
            isinstance(text, str)
            and "to move" in text
            and kind(id).picture(env.encoding.constants, env._running.row) in text
        )
        assert isinstance(pixels, np.ndarray) and pixels.dtype == np.uint8 and pixels.shape[2] == 3
        assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 1
        assert isinstance(svg, str) and svg.startswith("<svg")
    env = GameEnv("ataxx", compiled=False)
    env.reset()
    assert env.render() is None


def test_names() -> None:
    env = pettingzoo.make("aec", "ludarium/Ataxx-v0", blocks="a", compiled=False)
    assert str(env) == env.metadata["name"] == "ludarium/Ataxx-v0"
    assert env.possible_agents == ["player_0", "player_1"] and env.encoding.options["blocks"] == "a"
    assert {"ludarium/BattleOfTheBeetles-v0", "ludarium/ConnectFour-v0"} <= {*pettingzoo.aec_registry}
    assert pettingzoo.make("aec", "ludarium/Gamma-v0", max_cycles=3, compiled=False).encoding.players == 2
