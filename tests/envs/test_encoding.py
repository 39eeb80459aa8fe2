"""Positions and moves as numbers."""

from random import Random
from typing import Any

import numpy as np
import pytest

from ludarium.contract import board_planes
from ludarium.engine.actions import act_one
from ludarium.envs.encoding import Encoding
from ludarium.envs.running_game import RunningGame
from ludarium.games import ids, kind

from ..support.environments import any_action, every_variant


def positions(id: str, options: dict[str, Any], games: int = 3) -> Any:
    """Positions of random games."""
    encoding = Encoding(id, {**options, **({"seed": 3} if "seed" in kind(id).options else {})})
    rules, constants, chance = encoding.kind.rules, encoding.constants, Random(3)
    for _ in range(games):
        row = rules.start(constants, chance.randrange(1000))
        while legal := encoding.kind.legal_moves(constants, row):
            yield encoding, row, legal
            rules.play(constants, row, chance.choice(legal))


@every_variant
def test_each_move_has_a_number_of_its_own(id: str, options: dict[str, Any]) -> None:
    """Below the number of actions, most of which are moves that are made sometime."""
    found: set[int] = set()
    for encoding, _, legal in positions(id, options):
        numbers = [encoding.kind.action(encoding.constants, move) for move in legal]
        assert len(set(numbers)) == len(legal) and min(numbers) >= 0 and max(numbers) < encoding.actions
        found |= {*numbers}
    assert len(found) > encoding.actions / 5


def test_all_games_number_their_moves() -> None:
    assert [id for id in ids() if not kind(id).numbers_moves] == ["liars-dice"]


def test_a_game_that_does_not_number_its_moves_is_played_by_their_places() -> None:
    encoding = Encoding("liars-dice", {"dice": 2})
    running = RunningGame(encoding, compiled=False)
    running.begin(encoding.start(np.random.default_rng(1)))
    legal = encoding.kind.legal_moves(encoding.constants, running.row)
    assert running.moves() == dict(enumerate(legal)) and running.mask.sum() == len(legal)
    assert running.action_of(legal[2]) == 2
    running.act(2)
    assert running.row[1] == legal[2]


@every_variant
def test_planes_show_the_own_pieces_first(id: str, options: dict[str, Any]) -> None:
    """What one player sees of a position, another sees of it with the players changed; and planes are filled anew."""
    for encoding, row, _ in positions(id, options, games=1):
        running = RunningGame(encoding, compiled=False)
        running.begin(row)
        seen = [running.observe(player) for player in range(encoding.players)]
        assert all(np.array_equal(running.observe(player), view) for player, view in enumerate(seen))
        assert all(view.shape == encoding.shape and encoding.planes_space.contains(view) for view in seen)
        if encoding.players == 2 and not encoding.kind.hides and encoding.kind.has_planes and id != "gamma":
            assert np.array_equal(seen[0][0], seen[1][1])


def test_planes_of_a_board() -> None:
    encoding = Encoding("breakthrough", {"size": 5})
    running = RunningGame(encoding, compiled=False)
    running.begin(encoding.start(np.random.default_rng(1)))
    white, black = running.observe(0), running.observe(1)
    assert encoding.shape == (2 + 2 + 4, 5, 5)
    assert (white[0] == 1).all() and (white[1] == board_planes.word_number("field")).all()
    assert white[2].tolist() == black[3].tolist() == [[0] * 5] * 3 + [[1] * 5] * 2
    assert white[3].tolist() == black[2].tolist() == [[1] * 5] * 2 + [[0] * 5] * 3
    assert not white[4].any() and (white[5] > 0).sum() == 20 and not white[6:].any()


def test_planes_hide_what_a_player_does_not_see() -> None:
    """The dice of the other player may show anything: the planes are the same."""
    encoding = Encoding("liars-dice", {"dice": 2})
    running = RunningGame(encoding, compiled=False)
    start = encoding.start(np.random.default_rng(1))
    running.begin(start)
    seen = running.observe(0)
    other = [*start]
    other[13] = 1 + other[13] % 6  # a die of player 1
    running.begin(other)
    assert np.array_equal(running.observe(0), seen) and not np.array_equal(running.observe(1), seen)


@pytest.mark.parametrize("id", ["abatis", "ataxx", "battle-of-the-beetles", "beetle-battle", "gamma"])
def test_compiled_and_plain_games_are_the_same(id: str) -> None:
    encoding, chance = Encoding(id, {"width": 5, "height": 4} if id == "gamma" else {}), Random(2)
    start = encoding.start(np.random.default_rng(2))
    plain, native = RunningGame(encoding, compiled=False), RunningGame(encoding)
    native._code.native(act_one)
    plain.begin(start)
    native.begin(start)
    assert native._is_native and not plain._is_native
    for _ in range(60):
        assert plain.row == native.row and plain.line == native.line and plain.mask.tolist() == native.mask.tolist()
        for player in range(encoding.players):
            assert np.array_equal(plain.observe(player), native.observe(player))
        if plain.outcome:
            break
        action = any_action(plain.mask, chance)
        plain.act(action)
        native.act(action)
    assert plain.shares == native.shares
