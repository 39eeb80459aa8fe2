"""Gamma by turns: who moves, who wins, what people see and type."""

from typing import Any

import pytest

import ludarium
from ludarium.contract.errors import BadNotation, BadOption, IllegalMove
from ludarium.games.gamma import rules

from ..support.gamma_play import MOST, FreePlay

# By turns


def place(rows: str, mover: int = 1, golden: str = "-", players: int = 2, areas: int = 1) -> ludarium.Game:
    lines = rows.split()
    position = f"{'/'.join(','.join(line) for line in lines)} {mover} {golden}"
    return ludarium.new("gamma", position, width=len(lines[0]), height=len(lines), players=players, areas=areas)


def test_a_short_game() -> None:
    game = ludarium.new("gamma", width=2, height=2, players=2, areas=1)
    assert [str(move) for move in game.legal_moves] == ["0,0", "1,0", "0,1", "1,1", "skip"]
    for text in "0,0", "1,1", "1,0", "0,1":
        game.push(text)
    assert (str(game), game.turn) == ("22\n11", "1")
    assert [str(move) for move in game.legal_moves] == ["g 0,1", "g 1,1", "skip"]
    game.push("g 0,1")
    assert [str(move) for move in game.legal_moves] == ["g 1,0", "g 0,1", "skip"]
    game.push("g 0,1")
    ended = game.outcome()
    assert ended == (None, (2, 2), "no player can move") and not game.legal_moves
    assert [rules.share(game.constants, game.row, player) for player in range(2)] == [500, 500]
    with pytest.raises(IllegalMove, match="comes too late"):
        game.push("skip")


def test_the_most_fields_win() -> None:
    game = place("112\n13.", mover=3, golden="1-3", players=3)
    game.push("2,0")
    assert game.outcome() == ("1", (3, 1, 2), "no player can move")
    assert [rules.share(game.constants, game.row, player) for player in range(3)] == [1000, 0, 0]


def test_three_can_share() -> None:
    game = place("123", golden="1-3", players=4)
    assert game.outcome() is None and game.turn == "1"
    game = place("123", golden="1-4", players=4)
    assert game.outcome() is not None
    assert [rules.share(game.constants, game.row, player) for player in range(4)] == [333, 333, 333, 0]


def test_one_player_alone() -> None:
    game = ludarium.new("gamma", width=3, height=1, players=1, areas=1)
    for text, moves in ("0,0", 2), ("skip", 2), ("1,0", 2), ("2,0", 0):
        game.push(text)
        assert len(game.legal_moves) == moves
    assert game.outcome() == ("1", (3,), "no player can move")


def test_the_turn_passes_those_who_cannot_move() -> None:
    """Player 2 is walled in and has used the golden move."""
    game = place("21..\n11..\n....", mover=1, golden="2", players=2)
    game.push("2,2")
    assert game.turn == "1"
    for text in "2,1", "0,0", "1,0", "2,0", "3,0", "3,1":
        game.push(text)
        assert game.turn == "1"
    game.push("3,2")
    assert game.turn == "1" and [str(move) for move in game.legal_moves] == ["g 0,2", "skip"]
    game.push("skip")
    assert game.turn == "1"
    game.push("g 0,2")
    assert game.outcome() == ("1", (12, 0), "no player can move")


def test_a_player_who_has_lost_everything_can_come_back() -> None:
    game = place("12..", mover=1, players=2, golden="2")
    game.push("g 1,0")
    assert game.turn == "2"
    game.push("3,0")
    assert str(game) == "11.2"


def test_skipping_is_always_allowed() -> None:
    game = ludarium.new("gamma", players=3)
    for turn in "1", "2", "3", "1":
        assert game.turn == turn
        game.push("skip")
    assert str(game) == "\n".join(["." * 10] * 10)


def test_the_key_is_that_of_the_position() -> None:
    def key(game: ludarium.Game) -> int:
        return rules.key(game.constants, game.row)

    first, second = ludarium.new("gamma", areas=9), ludarium.new("gamma", areas=9)
    for one, other in ("0,0", "3,3"), ("5,5", "6,6"), ("3,3", "0,0"), ("6,6", "5,5"):
        assert key(first) != key(second) or not first.moves
        first.push(one)
        second.push(other)
    assert key(first) == key(second) and first == second
    assert key(first) == key(ludarium.new("gamma", first.position, areas=9))
    keys = {key(first)}
    for text in "skip", "skip", "g 5,5", "g 5,5", "skip":
        first.push(text)
        keys.add(key(first))
    assert len(keys) == 5  # twice skipped is where it was; with golden moves used it is not
    assert all(0 <= each < 1 << 63 for each in keys)


def test_looking_changes_nothing() -> None:
    game = place("1....\n.....\n22222\n..1..\n2...2", players=3, areas=3)
    row = list(game.row)
    game.scene(), game.legal_moves, game.paths(), str(game), game.position, game.outcome(), game.turn
    assert list(game.row) == row


def test_large_boards_are_played_and_taken_back() -> None:
    game = ludarium.new("gamma", width=300, height=300, players=3)
    rows = []
    for text in "0,0", "5,5", "g 0,0", "1,0", "g 1,0", "skip", "0,1":
        rows.append(game.row[:])
        game.push(text)
    while rows:
        game.pop()
        assert game.row[:] == rows.pop()


# What people see and type


def test_the_picture_of_many_players() -> None:
    play = FreePlay(3, 2, 10, 5)
    play.m(10, 0, 0), play.m(2, 2, 1)
    assert play.p() == ".  .  2  \n10 .  .  "
    play = FreePlay(3, 2, 9, 5)
    play.m(9, 0, 0)
    assert play.p() == "...\n9.."


def test_a_picture_of_a_million_fields() -> None:
    play = FreePlay(1000, 1000, 10, 5)
    play.m(10, 0, 0)
    assert play.p()[-3000:-2997] == "10 "


def test_the_scene() -> None:
    game = place("1.\n.2", players=12)
    scene = game.scene()
    assert [(cell.name, cell.piece and cell.piece.owner) for cell in scene.cells] == [
        ("0,1", 0),
        ("1,1", None),
        ("0,0", None),
        ("1,0", 1),
    ]
    assert scene.words == ("skip",) and scene.turn == 0
    assert [tuple(panel) for panel in scene.panels[:4]] == [
        ("free fields", "2"),
        ("areas", "1/1"),
        ("golden move", "not now"),
        ("player 1", "1"),
    ]
    assert len(scene.panels) == 3 + 12
    game.push("0,0")
    assert game.scene().words == ("g", "skip")
    assert set(game.paths()) == {("1,1",), ("g", "0,0"), ("skip",)}


@pytest.mark.parametrize("text", ["3,4", " 3 , 4 ", "03,4"])
def test_spellings_of_a_field(text: str) -> None:
    assert str(ludarium.new("gamma").parse(text)) == "3,4"


@pytest.mark.parametrize("text", ["g 3,4", "G 3,4", "g3,4", "g  3 ,4"])
def test_spellings_of_a_golden_move(text: str) -> None:
    game = ludarium.new("gamma")
    game.push("3,4")
    assert str(game.parse(text)) == "g 3,4"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("pass", "'pass' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("3;4", "'3;4' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("-1,4", "'-1,4' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("٣,4", "'٣,4' is no move; a move is like 3,4 or g 3,4 or skip"),
        ("g", "'g' lacks a number; a field is its column and row from the bottom left, as in 3,4"),
        ("3,", "'3,' lacks a number; a field is its column and row from the bottom left, as in 3,4"),
        ("g 3", "'g 3' lacks a number; a field is its column and row from the bottom left, as in 3,4"),
        ("12,0", "'12,0' is off the board; columns go from 0 to 11 and rows from 0 to 7"),
        ("0,8", "'0,8' is off the board; columns go from 0 to 11 and rows from 0 to 7"),
    ],
)
def test_a_text_that_is_no_move_says_why(text: str, sentence: str) -> None:
    game = ludarium.new("gamma", width=12, height=8)
    before = list(game.row)
    with pytest.raises(BadNotation) as caught:
        game.push(text)
    assert str(caught.value) == sentence and list(game.row) == before


BESIDE = "no area left; {} is beside no field of player 1"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("0,0", "0,0 belongs to player 1 already"),
        ("1,0", "1,0 belongs to player 2"),
        ("2,1", BESIDE.format("2,1")),
        ("g 0,0", "0,0 belongs to player 1 already"),
        ("g 0,1", "0,1 is free"),
        ("g 2,0", BESIDE.format("2,0")),
        ("g 3,0", BESIDE.format("3,0")),
    ],
)
def test_a_move_that_is_not_allowed_changes_nothing(text: str, why: str) -> None:
    game = place("....\n1222", players=2)
    before = list(game.row)
    with pytest.raises(IllegalMove, match=f"^{text} is not a legal move for 1: {why}$"):
        game.push(text)
    assert list(game.row) == before


def test_positions_are_short_and_read_again() -> None:
    play = ludarium.new("gamma", width=1000, height=1000, players=9)
    play.push("7,999")
    assert play.position.startswith(".x7,1,.x992/.x1000/") and len(play.position) < 8000
    again = ludarium.new("gamma", play.position, width=1000, height=1000, players=9)
    assert again == play and again.turn == "2"
    text = "1,.x4/.x2,2x2,./.,1,2,.x2/1x2,.x3 2 1"
    game = ludarium.new("gamma", text, width=5, height=4)
    assert str(game) == "1....\n..22.\n.12..\n11..." and game.position == text
    assert "g 0,0" in game.legal_moves
    game.push("skip")
    assert "g 2,1" not in game.legal_moves


def test_golden_moves_in_a_position_are_joined() -> None:
    game = ludarium.new("gamma", "1,2,3/.x3 5 7,1-3,9,8", width=3, height=2, players=9)
    assert game.position == "1,2,3/.x3 5 1-3,7-9"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position is a board, who moves and who made golden moves, not 0 parts"),
        (".x2/.x2 1", "a position is a board, who moves and who made golden moves, not 2 parts"),
        (".x2 1 -", "the board '.x2' has 1 rows joined by / and not 2"),
        (".x2/. 1 -", "row 0, '.', has 1 fields and not 2"),
        (".x3/.x2 1 -", "row 1, '.x3', has 3 fields and not 2"),
        (".x4294967295/.x2 1 -", "row 1, '.x4294967295', has 4294967295 fields and not 2"),
        ("1x0,.x2/.x3 1 -", "row 0, '.x3', has 3 fields and not 2"),
        (".,a/.x2 1 -", "row 1 has 'a', which is neither a player nor . nor such a run as 2x5"),
        (".,/.x2 1 -", "row 1 has '', which is neither a player nor . nor such a run as 2x5"),
        (".,4/.x2 1 -", "players go from 1 to 3, and '4' is none of them"),
        (".,0/.x2 1 -", "players go from 1 to 3, and '0' is none of them"),
        (".x2/.x2 4 -", "players go from 1 to 3, and '4' is none of them"),
        (".x2/.x2 x -", "players go from 1 to 3, and 'x' is none of them"),
        (".x2/.x2 1 4", "players go from 1 to 3, and '4' is none of them"),
        (".x2/.x2 1 1,", "players go from 1 to 3, and '' is none of them"),
        (".x2/.x2 1 3-2", "the golden moves '3-2' have '3-2' where the smaller number comes first"),
        (".x2/.x2 1 1,1-3", "the golden moves '1,1-3' name player 1 twice"),
        ("1,./.,1 1 -", "player 1 has 2 areas on this board, and 1 are allowed"),
    ],
)
def test_a_text_that_is_no_position_says_why(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as caught:
        ludarium.new("gamma", text, width=2, height=2, players=3, areas=1)
    assert str(caught.value) == sentence


def test_a_position_cannot_name_more_players_than_a_game_remembers() -> None:
    # Refused before they are counted out: whoever did that would be at it for minutes
    with pytest.raises(BadNotation, match="are of more players than a game remembers"):
        ludarium.new("gamma", ". 1 1-4294967295", width=1, height=1, players=MOST)


@pytest.mark.parametrize("name", ["width", "height", "players", "areas"])
@pytest.mark.parametrize("value", [0, -1, MOST + 1, "x", "1.5", None, True, 2.0, "1" * 30])
def test_options_are_whole_numbers(name: str, value: Any) -> None:
    with pytest.raises(BadOption) as caught:
        ludarium.new("gamma", **{name: value})
    above = value == MOST + 1
    told = f"{name} takes no number above 4294967295, and " if above else f"{name} takes a whole number from 1 on, not "
    assert str(caught.value).startswith(told)
