"""The library as its users call it, and what it says to those who call it wrongly."""

import copy
from typing import Any

import pytest

import ludarium
from ludarium import BadNotation, BadOption, IllegalMove


def test_a_session() -> None:
    game = ludarium.new("ataxx", blocks="3gh")
    assert game.turn == "red" and len(game.legal_moves) == 12
    game.push("a7-a6")
    game.push(game.legal_moves[0])
    assert [str(move) for move in game.moves] == ["a7-a6", "a1-b1"]
    assert game.turn == "red" and game.outcome() is None
    assert str(game.pop()) == "a1-b1"
    assert game.turn == "blue"


def test_moves_are_values() -> None:
    game = ludarium.new("ataxx")
    move = game.parse("a7-b6")
    assert move == game.legal_moves[game.legal_moves.index(move)] and hash(move) == hash(game.parse("a7-b6"))
    assert move in game.legal_moves and "a7-b6" in game.legal_moves and "a7-a1" not in game.legal_moves
    assert move != ludarium.new("ataxx", rules="uai").parse("a7-b6") and move != "a7-b6"
    assert repr(move) == "<Move a7-b6>" and len({move, game.parse("a7-b6")}) == 1
    assert repr(game.legal_moves[:2]) == "<2 moves: g1-f1, g1-f2>"
    assert isinstance(game.legal_moves[2:4][0], ludarium.Move)


def test_equality_is_about_the_position() -> None:
    first, second = ludarium.new("beetle-battle"), ludarium.new("beetle-battle")
    for one, other in ("0,0", "0,2"), ("4,4", "4,4"), ("0,2", "0,0"):
        first.push(one)
        second.push(other)
    assert first == second and first.moves != second.moves
    second.pop()
    assert first != second and first != "first"
    assert copy.copy(first) == first


@pytest.mark.parametrize(
    ("id", "options", "sentence"),
    [
        ("chess", {}, "there is no game 'chess'; there are "),
        ("ataxx", {"size": 9}, "ataxx has no option 'size'; it has blocks, rules"),
        ("ataxx", {"rules": "house"}, "rules takes seed or uai, not 'house'"),
        ("ataxx", {"blocks": "3z"}, "blocks: 'z' is no letter of a block pattern"),
        ("ataxx", {"blocks": 3}, "blocks takes letters a to h and 1 to 6, not 3"),
        ("beetle-battle", {"size": 6}, "size takes 3, 4, 5 or 10, not 6"),
        ("beetle-battle", {"size": True}, "size takes 3, 4, 5 or 10, not True"),
        ("battle-of-the-beetles", {"shells": "maybe"}, "shells takes yes or no, not 'maybe'"),
        ("gamma", {"players": 0}, "players takes a whole number from 1 on, not 0"),
        ("gamma", {"width": 4294967296}, "width takes no number above 4294967295, and 4294967296 is one"),
        ("gamma", {"width": 4294967295, "height": 4294967295}, ""),
        ("gamma", {"areas": "5.0"}, "areas takes a whole number"),
        ("abatis", {"colors": (3, 8)}, "colors takes two whole numbers from 4 to 10, the smaller first, as in 5-8"),
        ("abatis", {"colors": (8, 5)}, "colors takes two whole numbers"),
        ("abatis", {"colors": 5}, "colors takes two whole numbers"),
        ("abatis", {"step": 4}, "step takes 3, 5 or 7, not 4"),
        ("abatis", {"seed": -1}, "seed takes a whole number from 0 on"),
        (7, {}, "a game is named by its id, not by 7"),
    ],
)
def test_a_bad_option_is_one_sentence(id: Any, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        ludarium.new(id, **options)
    assert str(caught.value).startswith(sentence) and "\n" not in str(caught.value)


def test_options_can_be_given_as_text() -> None:
    game = ludarium.new("abatis", colors="6-9", step="7", type="Mixed", seed="12")
    assert game.options == {"type": "mixed", "colors": (6, 9), "step": 7, "shots": "endless", "seed": 12}
    assert ludarium.new("battle-of-the-beetles", shells="off").options["shells"] is False


def test_a_seed_is_drawn_where_none_is_given_and_kept() -> None:
    game = ludarium.new("abatis")
    assert ludarium.new("abatis", seed=game.options["seed"]) == game


def test_illegal_moves_say_whose_and_why() -> None:
    game = ludarium.new("ataxx")
    with pytest.raises(IllegalMove, match="a7-d7 is not a legal move for red"):
        game.push("a7-d7")
    with pytest.raises(BadNotation, match="'a7-' lacks the square to go to, as in a7-b6"):
        game.push("a7-")
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        game.pop()
    with pytest.raises(IllegalMove, match="is a move of another game, beetle-battle"):
        game.push(ludarium.new("beetle-battle").legal_moves[0])
    with pytest.raises(IllegalMove, match="is a move of another game"):
        game.push(ludarium.new("ataxx", rules="uai").legal_moves[0])


def test_a_move_of_another_position_is_checked() -> None:
    game = ludarium.new("ataxx")
    red = game.legal_moves[0]
    game.push(red)
    with pytest.raises(IllegalMove):
        game.push(red)


def test_nothing_can_be_played_when_the_game_is_over() -> None:
    game = ludarium.new("ataxx", "xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/ooooooo x 0 1")
    assert game.outcome() == ludarium.Outcome("red", (42, 7), "neither side can move")
    assert len(game.legal_moves) == 0 and game.scene().turn is None
    with pytest.raises(IllegalMove, match="- comes too late: the game is over, neither side can move"):
        game.push("-")


def test_a_position_must_fit() -> None:
    with pytest.raises(BadNotation, match="has 1 ranks and not 7"):
        ludarium.new("ataxx", "startpos")


def test_four_billion_players_can_come_to_an_end() -> None:
    """More players make golden moves than a board of one field can remember."""
    game = ludarium.new("gamma", width=1, height=1, players=4294967295, areas=1)
    game.push("0,0")
    while not game.outcome():
        game.push("g 0,0")
    outcome = game.outcome()
    assert outcome is not None and outcome.winner == str(len(game.moves)) and sum(outcome.scores) == 1
