"""What a board may say of itself: hands, letters, colours, points, a notation by the position, what is kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import ludarium
from ludarium.contract.capabilities import Capabilities
from ludarium.contract.errors import BadOption
from ludarium.games import kind

from ..support.example_games import furnished
from ..support.pocket import write_pocket
from ..support.sealed import write_sealed


@pytest.fixture(scope="module", autouse=True)
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = write_sealed(write_pocket(tmp_path_factory.mktemp("games")))
    with furnished(folder):
        yield folder


def test_a_notation_may_look_at_the_position() -> None:
    game = ludarium.new("pocket")
    for text in "Kb2", "Rb1", "Ra1":
        game.push(text)
    # Beside a piece of the other player a drop has a +
    assert [*map(str, game.moves)] == ["Kb2", "Rb1+", "Ra1+"] and [*map(str, game.moves[1:])] == ["Rb1+", "Ra1+"]
    assert "Ka2+" in game.legal_moves and "Kc3" in game.legal_moves
    again = ludarium.load(game.record())
    assert again == game and again.record() == game.record() and "2,light,Rb1+" in game.record()
    assert str(game.pop()) == "Ra1+" and str(game.best_move(nodes=50)) in game.legal_moves
    line = game.analyse(nodes=200)[0]
    replayed = game.copy()
    for move in line.moves:
        assert str(move) in replayed.legal_moves
        replayed.push(move)


def test_what_is_kept_makes_the_position() -> None:
    """The last number of a row counts drops: two ways to one position are equal, and its text does not hold it."""
    one, other = ludarium.new("pocket"), ludarium.new("pocket")
    for text in "Ka1", "Kc3", "Rb1", "Rb3":
        one.push(text)
    for text in "Rb1", "Rb3", "Ka1", "Kc3":
        other.push(text)
    other.row[-1] = 99
    assert one == other and one.position == other.position and len(one.position.split(",")) == len(one.row) - 1
    assert ludarium.new("pocket", position=one.position) == one
    with pytest.raises(ludarium.BadNotation, match="14 numbers, not 2"):
        ludarium.new("pocket", position="1,2")


def test_a_hand_is_cells_with_a_ground_of_their_own() -> None:
    game = ludarium.new("pocket")
    scene = game.scene()
    hand = {cell.name: cell.piece for cell in scene.cells if cell.ground == "reserve"}
    assert {name: piece.amount for name, piece in hand.items() if piece} == {
        "dark-king": 1,
        "dark-rook": 2,
        "light-king": 1,
        "light-rook": 2,
    }
    assert ("dark-rook", "b2") in game.paths()
    game.push("Rb2")
    assert str(game) == "  k  r2\n3 .  .  .\n2 .  R  .\n1 .  .  .\n  K  R\n  a  b  c"


def test_points_are_panels_of_the_players() -> None:
    game = ludarium.new("pocket")
    game.push("Rb2")
    assert [(panel.label, panel.value) for panel in game.scene().panels] == [("dark", "1"), ("light", "0")]


def test_a_colour_that_is_none_is_refused() -> None:
    real = kind("pocket")
    board = type("Board", (), {**vars(real.board), "PLAYER_COLOURS": ("blak",)})
    with pytest.raises(BadOption, match="'blak' is no colour for a player of pocket: write #2f8a3c"):
        Capabilities("pocket", real.rules, board, None)  # type: ignore[arg-type]


def test_what_is_chosen_at_the_same_time_is_chosen_in_turn_unseen() -> None:
    game = ludarium.new("sealed")
    game.push("b")
    found = game.kind
    assert found.is_secret(game.constants, game.row, 1) and [*found.seen(game.constants, game.row, 1)] == [9, 0]
    assert [*found.seen(game.constants, game.row, 0)] == [2, 0]
    # A computer that chooses second does not know the first choice: over many games it is right a third of the time
    picked = [str(game.best_move(level=3, seed=seed)) for seed in range(12)]
    assert len(set(picked)) > 1
