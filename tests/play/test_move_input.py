"""Moves that are made by touching cells and words, one after the other."""

import ludarium
from ludarium.play.move_input import LargeBoardInput, MoveInput, move_input


def test_what_may_be_touched() -> None:
    found = move_input(ludarium.new("ataxx"))
    assert type(found) is MoveInput and found.may("a7") and not found.may("b6") and not found.may("g7")
    assert found.touch("a7") is None and found.touched == ("a7",) and found.may("c5") and not found.may("d4")
    assert found.touch("g1") is None and list(found.touched) == ["g1"]
    assert found.touch("g1") is None and not found.touched
    assert found.touch("d4") is None and not found.touched
    found.touch("a7")
    assert found.can_touch("a7") and found.can_touch("g1") and not found.can_touch("d4")
    assert found.touch("d4") is None and found.touched == ("a7",)
    assert str(found.touch("b6")) == "a7-b6"


def test_a_cell_that_is_a_move_of_its_own_waits_for_half_a_move() -> None:
    position = "x...rGx/.-----R/G-...-g/R-rxr-./G-rg.-R/.-----r/xgrR.Gx green"
    found = move_input(ludarium.new("battle-of-the-beetles", position))
    assert found.may("g5") and found.touch("f1") is None
    assert not found.can_touch("g5") and found.touch("g5") is None and found.touched == ("f1",)
    found.touch("f1")
    assert str(found.touch("g5")) == "g5"


def test_large_boards_are_felt_cell_by_cell() -> None:
    game = ludarium.new("gamma", width=40, height=40)
    game.push("3,4")
    found = move_input(game)
    assert isinstance(found, LargeBoardInput) and found.has_cells and found.words == ("g", "skip")
    listed = MoveInput(game)
    for name in "3,4", "0,0", "39,39", "g", "skip", "nonsense":
        assert found.may(name) == listed.may(name), name
    assert str(found.means(("g", "3,4"))) == "g 3,4" and found.means(("g", "0,0")) is None
    assert found.touch("g") is None and found.may("3,4") and not found.can_touch("0,0")
    assert str(found.touch("3,4")) == "g 3,4"
    game.push("0,0")
    assert move_input(game, found)._numbers is found._numbers  # type: ignore[attr-defined]
