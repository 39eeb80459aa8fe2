"""Many games at once."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

from ludarium.contract.errors import BadOption, IllegalMove
from ludarium.envs import GameEnv, GameVectorEnv, make_vec

from ..support.environments import any_action, every_variant


def choose(infos: dict[str, Any], chance: Random) -> Any:
    """A legal action for each game; any for those that begin anew."""
    return np.array([any_action(mask, chance) if mask.any() else 0 for mask in infos["action_mask"]])


@every_variant
def test_each_game_is_the_one_that_its_players_see(id: str, options: dict[str, Any]) -> None:
    """The games of a batch are those that single environments play with the same actions and deals."""
    count, chance = 3, Random(2)
    if id in ("abatis", "liars-dice"):
        options = {**options, "seed": 5}
    many = GameVectorEnv(id, count, compiled=False, **options)
    ones = [GameEnv(id, compiled=False, **options) for _ in range(count)]
    seen, infos = many.reset(seed=1)
    for one in ones:
        one.reset(seed=1)
    for _ in range(15):
        actions = choose(infos, chance)
        began = [any(one.terminations.values()) for one in ones]
        seen, rewards, terminated, _, infos = many.step(actions)
        for i, one in enumerate(ones):
            if began[i]:
                one.reset(seed=1)
                assert rewards[i] == 0 and not terminated[i]
            else:
                mover = one.agent_selection
                one.step(int(actions[i]))
                assert rewards[i] == pytest.approx(one.rewards[mover])
                assert infos["rewards"][i].tolist() == pytest.approx([*one.rewards.values()])
                assert infos["mover"][i] == one.possible_agents.index(mover)
            now = one.observe(one.agent_selection)
            assert one.possible_agents[infos["turn"][i]] == one.agent_selection
            assert np.array_equal(seen[i], now["observation"]) and np.array_equal(
                infos["action_mask"][i], now["action_mask"]
            )
            assert terminated[i] == all(one.terminations.values())
    many.close()


@pytest.mark.parametrize("id", ["ataxx", "abatis"])
def test_native_threads_and_plain_rules_play_the_same(id: str) -> None:
    how: dict[str, Any] = {"shots": "par"} if id == "abatis" else {}
    count, chance = 130, Random(3)
    native, plain = GameVectorEnv(id, count, threads=2, **how), GameVectorEnv(id, count, compiled=False, **how)
    (seen, infos), (other, _) = native.reset(seed=9), plain.reset(seed=9)
    for _ in range(4):
        assert np.array_equal(seen, other)
        actions = choose(infos, chance)
        (seen, *rest, infos), (other, *others, told) = native.step(actions), plain.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(rest, others, strict=True))
        assert all(np.array_equal(infos[name], told[name]) for name in infos)
    native.close()
    plain.close()


def test_seeds_deal_the_games() -> None:
    env = GameVectorEnv("abatis", 4, compiled=False)
    first = env.reset(seed=1)[0]
    assert len({each.tobytes() for each in first}) == 4
    assert np.array_equal(env.reset(seed=1)[0], first) and not np.array_equal(env.reset(seed=2)[0], first)
    each = env.reset(seed=[5, 5, 6, 7])[0]
    assert np.array_equal(each[0], each[1]) and not np.array_equal(each[1], each[2])
    with pytest.raises(BadOption, match="there are 2 seeds for 4 games"):
        env.reset(seed=[1, 2])


def test_an_illegal_action_loses_its_game_alone() -> None:
    env = GameVectorEnv("beetle-battle", 3, size=3, compiled=False)
    env.reset()
    env.step(np.array([0, 1, 2]))
    _, rewards, terminated, _, infos = env.step(np.array([0, 0, 0]))
    assert rewards.tolist() == [-1.0, 0.0, 0.0] and terminated.tolist() == [True, False, False]
    assert infos["illegal"].tolist() == [True, False, False] and infos["rewards"][0].tolist() == [1.0, -1.0]
    _, rewards, terminated, _, infos = env.step(np.array([8, 8, 8]))
    assert rewards[0] == 0 and not terminated.any() and infos["action_mask"][0].all()


def test_truncation_begins_games_anew() -> None:
    env = GameVectorEnv("beetle-battle", 2, size=5, max_cycles=1, compiled=False)
    env.reset()
    assert not env.step(np.array([0, 1]))[3].any()
    *_, terminated, truncated, _ = env.step(np.array([2, 3]))
    assert truncated.all() and not terminated.any()
    seen, *_, infos = env.step(np.array([0, 0]))
    assert not seen[:, :2].any() and infos["action_mask"].all()


def test_arrays_are_kept_or_overwritten_as_one_likes() -> None:
    kept, reused = (GameVectorEnv("beetle-battle", 2, size=3, copy=copy, compiled=False) for copy in (True, False))
    before, again = kept.reset()[0], reused.reset()[0]
    kept.step(np.array([0, 1]))
    reused.step(np.array([0, 1]))
    assert not before[:, :2].any() and again[:, :2].any()


@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0, 1, 2], r"actions are 2 whole numbers, not an array of \(3,\) int64"),
        ([0.5, 1.0], "actions are 2 whole numbers, not an array of .* float64"),
        ([0, 9], "an action is a whole number from 0 to 8, and that of game 1 9"),
        ([-1, 0], "an action is a whole number from 0 to 8, and that of game 0 -1"),
    ],
)
def test_what_is_no_action_is_told_in_a_sentence(actions: list[Any], sentence: str) -> None:
    env = make_vec("beetle-battle", 2, size=3, compiled=False)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"no games go on; reset\(\) begins them"):
        env.step(np.array([0, 1]))
    env.reset()
    with pytest.raises(IllegalMove, match=sentence):
        env.step(np.array(actions))


@pytest.mark.parametrize(("how", "sentence"), [({"num_envs": 0}, "num_envs is a whole number from 1 to"),
                                               ({"threads": -1}, "threads is a whole number from 1 to 1024, not -1"),
                                               ({"size": 2}, "size takes 3, 4, 5 or 10, not 2")])  # fmt: skip
def test_what_is_out_of_range_is_told_in_a_sentence(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        make_vec("beetle-battle", **how)


def test_gymnasium_makes_them_by_name() -> None:
    env = gymnasium.make_vec(
        "ludarium/BeetleBattle-v0", num_envs=3, vectorization_mode="vector_entry_point", size=3, compiled=False
    )
    seen, infos = env.reset(seed=1)
    assert seen.shape == (3, 3, 3, 3) and infos["action_mask"].shape == (3, 9)
    assert env.observation_space.contains(seen) and env.action_space.contains(env.action_space.sample())
    assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
