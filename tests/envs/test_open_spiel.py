"""OpenSpiel's own tests on our games, and its algorithms."""

from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import mcts

from ludarium.envs import open_spiel
from ludarium.games import kind
from ludarium.games.abatis import board

from ..support.environments import every_variant

SEED = 23  # of random games, which makes that of Ataxx a short one


@pytest.fixture(autouse=True)
def registered() -> None:
    open_spiel.register()
    flags.FLAGS.mark_as_parsed()  # those of the generator of playthroughs, which is a program as well


@pytest.fixture
def few_shots(monkeypatch: pytest.MonkeyPatch) -> None:
    """Abatis with a par of 8 shots: OpenSpiel takes 20 ms to write down a board of Abatis."""
    monkeypatch.setattr(board, "PAR", 8)


def text_of(id: str, options: dict[str, Any]) -> str:
    given = {name: "4to6" if isinstance(value, tuple) else value for name, value in options.items()}
    inside = ",".join(f"{name}={value}" for name, value in given.items())
    return f"{open_spiel.name_of(kind(id))}({inside})"


@every_variant
def test_random_games(id: str, options: dict[str, Any], few_shots: None) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(text_of(id, options)), num_sims=1, serialize=True, verbose=False)


@every_variant
def test_playthroughs(id: str, options: dict[str, Any], few_shots: None, tmp_path: Path) -> None:
    """OpenSpiel writes down a game with all that it asks, and plays it again from that."""
    # Imported here: it imports scipy, which takes a second
    from open_spiel.python.algorithms import generate_playthrough

    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(text_of(id, options), None, seed=SEED), "utf-8")
    first, second = generate_playthrough.replay(file)
    assert first == second and "# Apply action" in first and "IsTerminal() = True" in first


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("ludarium_ataxx(blocks=3gh)")
    assert game.get_parameters() == {"blocks": "3gh", "rules": "seed"} and game.num_distinct_actions() == 834
    assert str(game.new_initial_state()).splitlines()[1] == "- X - - - X -"
    span = pyspiel.load_game("ludarium_abatis(colors=4to6,seed=3)")
    assert span.shared.encoding.options["colors"] == (4, 6) and span.shared.encoding.options["seed"] == 3
    with pytest.raises(ValueError, match="size takes 3, 4, 5 or 10, not 7"):
        pyspiel.load_game("ludarium_beetle_battle(size=7)")


def test_states() -> None:
    game = pyspiel.load_game("ludarium_beetle_battle(size=3)")
    state = game.new_initial_state()
    assert state.legal_actions() == [*range(9)] and state.action_to_string(4) == "1,1"
    copy = state.clone()
    state.apply_action(4)
    assert state.current_player() == 1 and 4 not in state.legal_actions() and copy.legal_actions() == [*range(9)]
    assert np.array(state.observation_tensor(0)).reshape(3, 3, 3)[0, 1, 1] == 1
    assert np.array(state.observation_tensor(1)).reshape(3, 3, 3)[1, 1, 1] == 1
    with pytest.raises(ValueError, match=r"action 4 is not legal now; legal_actions\(\) has all that are"):
        state.apply_action(4)
    assert state.action_to_string(4) == "action 4"


def test_returns() -> None:
    game = pyspiel.load_game("ludarium_abatis(shots=par)")
    state = game.new_initial_state()
    while not state.is_terminal():
        assert state.returns() == [0.0]
        state.apply_action(state.legal_actions()[0])
    assert state.returns()[0] >= 0 and game.num_players() == 1
    three = pyspiel.load_game("ludarium_gamma(width=3,height=3,players=3)")
    assert three.num_players() == 3 and three.max_utility() == 1


def test_its_algorithms_play() -> None:
    """Monte Carlo tree search finds the move that wins."""
    game = pyspiel.load_game("ludarium_beetle_battle(size=3)")
    state = game.new_initial_state()
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2.0, 20, mcts.RandomRolloutEvaluator(1, chance), random_state=chance, solve=True)
    while not state.is_terminal():
        state.apply_action(bot.step(state))
    assert sorted(state.returns()) == [-1.0, 1.0]
