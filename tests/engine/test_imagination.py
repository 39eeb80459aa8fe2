"""Computers that imagine what they do not see: nothing of what is hidden changes what they do."""

from collections.abc import Iterator

import pytest

import ludarium
from ludarium.contract.errors import BadOption
from ludarium.engine.search.factory import make_searcher
from ludarium.engine.search.imagination import WORLDS, Imagination
from ludarium.play.game import Game

from ..support.example_games import furnished


@pytest.fixture(autouse=True)
def examples() -> Iterator[None]:
    with furnished():
        yield


def looks(game: Game) -> list[int]:
    return [*game.kind.seen(game.constants, game.row, 0)]


def pair() -> tuple[Game, Game]:
    """Two games that the first player cannot tell apart."""
    first = ludarium.new("liars-dice", seed=1)
    seeds = (ludarium.new("liars-dice", seed=seed) for seed in range(2, 10_000))
    return first, next(game for game in seeds if looks(game) == looks(first) and [*game.row] != [*first.row])


def test_worlds_look_as_the_position_does_and_differ_in_what_is_hidden() -> None:
    game = ludarium.new("liars-dice", seed=1)
    searcher = make_searcher(game.kind, game.constants, seed=3)
    assert isinstance(searcher, Imagination)
    worlds = searcher.worlds(game.row)
    assert len(worlds) == WORLDS and len({tuple(world) for world in worlds}) > WORLDS / 2
    for world in worlds:
        assert [*game.kind.seen(game.constants, world, 0)] == looks(game)


def test_a_computer_plays_the_same_whatever_it_does_not_see() -> None:
    one, other = pair()
    found = [
        make_searcher(game.kind, game.constants, seed=3).search(game.row, nodes=2000)._replace(seconds=0.0)
        for game in (one, other)
    ]
    assert found[0] == found[1]
    assert str(one.best_move(level=2, seed=5)) == str(other.best_move(level=2, seed=5))


def test_it_doubts_what_can_hardly_be_true_and_believes_what_it_sees() -> None:
    game = ludarium.new("liars-dice", seed=1, dice=2)
    game.push("4*6")
    assert str(game.best_move(nodes=2000)) == "liar"
    # With dice=1 both ones are seen by the mover or not: a bid of one die that the mover has is true
    sure = next(
        each
        for each in (ludarium.new("liars-dice", seed=seed, dice=1) for seed in range(100))
        if "six" in [cell.piece.kind for cell in each.scene().cells if cell.piece and cell.name == "south1"]
    )
    sure.push("1*6")
    assert str(sure.best_move(nodes=2000)) != "liar"


def test_a_game_without_imagination_has_no_computers() -> None:
    game = ludarium.new("liars-dice", seed=1)
    kind = game.kind
    mute = type(kind)("mute", kind.rules, kind.board, None, kind.folder)
    with pytest.raises(BadOption, match=r"computers cannot play mute: its strategy\.py has no determinize"):
        make_searcher(mute, game.constants)
