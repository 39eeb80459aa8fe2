"""What is special to Battle of the Beetles: attacks over yellow cells, films of captures, friends eaten in extremis."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium import BadNotation, BadOption, IllegalMove
from ludarium.contract.scene import Piece
from ludarium.games.battle_of_the_beetles import board, rules

RINGS = """\
x g r g r g x
r - - - - - r
g - g g r - g
r - r x r - r
g - r g g - g
r - - - - - r
x g r g r g x"""

HALVES = """\
x r r r r r x
r - - - - - r
r - r r r - r
g - g x r - r
g - g g g - g
g - - - - - g
x g g g g g x"""

EMPTY = """\
x . . . . . x
. - - - - - .
. - . . . - .
. - . x . - .
. - . . . - .
. - - - - - .
x . . . . . x"""

VARIANTS: list[dict[str, Any]] = [
    {"setup": setup, "placement": placement, "shells": shells}
    for setup, placement in (("rings", False), ("halves", False), ("rings", True))
    for shells in (True, False)
]


def text_of(picture: str, rest: str = "green") -> str:
    """A picture as a position."""
    return f"{picture.replace(' ', '').replace(chr(10), '/')} {rest}"


def place(pieces: dict[str, str], side: str = "green", **options: Any) -> ludarium.Game:
    """A game with these pieces by their squares."""
    rows = [list(row.replace(" ", "")) for row in EMPTY.split("\n")]
    for square, letter in pieces.items():
        rows[7 - int(square[1])]["abcdefg".index(square[0])] = letter
    return ludarium.new("battle-of-the-beetles", f"{'/'.join(map(''.join, rows))} {side}", **options)


def legal(game: ludarium.Game) -> list[str]:
    return list(map(str, game.legal_moves))


def play_on(game: ludarium.Game, random: Random, plies: int = 100) -> ludarium.Game:
    for _ in range(plies):
        if game.outcome():
            break
        game.push(random.choice(game.legal_moves))
    return game


def test_cells_and_attacks() -> None:
    assert rules.BLUE.bit_count() == 28 and rules.YELLOW.bit_count() == 16
    assert sum(targets.bit_count() for targets in rules.ATTACKS) == 112
    ways = [
        (origin, yellow, target)
        for origin in range(49)
        if rules.BLUE >> origin & 1
        for yellow in rules.beyond(origin, rules.STEPS, rules.YELLOW)
        for target in rules.beyond(yellow, rules.FLIGHTS, rules.BLUE)
    ]
    assert len(ways) == 112  # so a capture's yellow cell follows from its ends
    assert {(origin, target): yellow for origin, yellow, target in ways} == {
        (origin, target): rules.PASSED[origin][target]
        for origin in range(49)
        for target in range(49)
        if rules.ATTACKS[origin] >> target & 1
    }


def test_attacks_by_hand() -> None:
    targets = {
        board.square(origin): {board.square(to) for to in range(49) if rules.ATTACKS[origin] >> to & 1}
        for origin in range(49)
    }
    assert targets["d1"] == {"b1", "f1", "c4", "e4"}  # over d2
    assert targets["a2"] == {"d1", "d3", "a4", "c4"}  # over b2
    assert targets["c3"] == {"e1", "a3", "e3", "c1", "a5", "c5"}  # over c2 and over b3
    assert targets["a1"] == targets["d4"] == targets["b2"] == set()


def test_the_even_and_the_odd_cells_never_meet() -> None:
    odd = {cell for cell in range(49) if rules.BLUE >> cell & 1 and (cell % 7 + cell // 7) % 2}
    assert len(odd) == 16
    for origin in range(49):
        for target in range(49):
            if rules.ATTACKS[origin] >> target & 1:
                assert (origin in odd) == (target in odd)


@pytest.mark.parametrize(
    ("options", "picture"),
    [
        ({}, RINGS),
        ({"setup": "halves"}, HALVES),
        ({"shells": False}, RINGS.replace("g", "G").replace("r", "R")),
        ({"setup": "halves", "shells": False}, HALVES.replace("g", "G").replace("r", "R")),
        ({"placement": True}, EMPTY),
        ({"placement": True, "setup": "halves", "shells": False}, EMPTY),
    ],
)
def test_starts(options: dict[str, Any], picture: str) -> None:
    game = ludarium.new("battle-of-the-beetles", **options)
    assert str(game) == picture and game.turn == "green" and game.outcome() is None


def test_at_first_one_can_only_hatch() -> None:
    game = ludarium.new("battle-of-the-beetles")
    assert legal(game) == ["b1", "d1", "f1", "a3", "d3", "e3", "g3", "a5", "c5", "d5", "g5", "b7", "d7", "f7"]
    game.push("d3")
    assert game.turn == "red" and str(game).split("\n")[4] == "g - r G g - g"


def test_capture_and_recapture() -> None:
    """The seed's example: green captures, and red takes the capturing beetle in turn."""
    game = place({"d1": "G", "a2": "g", "c4": "R", "b1": "R", "g6": "r"})
    assert legal(game) == ["a2", "d1xb1", "d1xc4"]
    game.push("d1xc4")
    assert legal(game) == ["g6", "b1xc4"]
    game.push("b1xc4")
    assert game.turn == "green" and game.position == place({"a2": "g", "c4": "R", "g6": "r"}).position


def test_an_egg_neither_captures_nor_is_captured() -> None:
    assert legal(place({"d1": "g", "c4": "R"})) == ["d1"]
    assert legal(place({"d1": "G", "c4": "r", "a3": "g"})) == ["a3"]


@pytest.mark.parametrize(
    ("pieces", "moves"),
    [
        ({"d1": "G", "c4": "G", "g6": "g"}, ["g6"]),  # an egg is left
        ({"d1": "G", "c4": "G", "e4": "R"}, ["d1xe4"]),  # an enemy is in reach
        ({"d1": "G", "c4": "G", "e4": "r"}, ["d1xc4"]),  # the only enemy in reach is still in the egg
        ({"d1": "G", "c4": "G", "g6": "R"}, ["d1xc4"]),  # no enemy is in reach
        ({"d1": "G", "g6": "G", "b1": "r"}, []),  # nobody is
    ],
)
def test_friends_are_captured_only_in_extremis(pieces: dict[str, str], moves: list[str]) -> None:
    assert legal(place(pieces)) == moves


def test_who_has_no_action_left_loses() -> None:
    for side, winner in ("green", "red"), ("red", "green"):
        game = place({"d1": "G", "g6": "R"}, side)
        assert game.outcome() == (winner, (1, 1), "no action is left") and game.scene().turn is None
        with pytest.raises(IllegalMove, match="d1 comes too late: the game is over, no action is left"):
            game.push("d1")


def test_film_of_a_capture() -> None:
    game = place({"c3": "G", "c5": "R", "g6": "r"})
    frames = game.kind.frames(game.constants, game.row[:], game.parse("c3xc5").number)
    pictures = [board.picture(game.constants, row) for row in frames]
    assert [picture.split("\n")[2:5] for picture in pictures] == [
        [
            ". - R . . - .",
            ". - . x . - .",
            ". G . . . - .",
        ],  # it stands on the yellow cell, and the victim is still there
        [". - G . . - .", ". - . x . - .", ". - . . . - ."],
    ]
    scenes = list(game.film("c3xc5"))
    assert [scene.turn for scene in scenes] == [0, 1]
    flyer = next(cell for cell in scenes[0].cells if cell.name == "b3")
    assert flyer.ground == "yellow" and flyer.piece == Piece(0, "beetle")


def test_a_capture_that_ends_the_game_is_not_over_in_the_air() -> None:
    game = place({"c3": "G", "c5": "R"})
    assert [scene.turn for scene in game.film("c3xc5")] == [0, None]


def test_a_hatch_is_one_frame() -> None:
    assert len(list(ludarium.new("battle-of-the-beetles").film("d1"))) == 1
    assert len(list(ludarium.new("battle-of-the-beetles", placement=True).film("d1"))) == 1


@pytest.mark.parametrize("shells", [True, False])
def test_placement(shells: bool) -> None:
    game, random = ludarium.new("battle-of-the-beetles", placement=True, shells=shells), Random(1)
    for placed in range(28):
        assert game.turn == ("green", "red")[placed % 2] and len(game.legal_moves) == 28 - placed
        assert game.position.endswith(" placing") and game.outcome() is None
        game.push(random.choice(game.legal_moves))
    letters = "gr" if shells else "GR"
    assert [str(game).count(letter) for letter in letters] == [14, 14]
    assert game.turn == "green" and game.position.endswith(" green")
    assert all(("x" in text) != shells for text in legal(game))
    for text in "a1", "d4":
        with pytest.raises(BadNotation):
            ludarium.new("battle-of-the-beetles", placement=True).push(text)
    with pytest.raises(IllegalMove, match="b2 is not a legal move for green"):
        ludarium.new("battle-of-the-beetles", placement=True).push("b2")


@given(st.sampled_from(VARIANTS), st.randoms(use_true_random=False))
def test_a_game_has_at_most_55_actions_after_placement(options: dict[str, Any], random: Random) -> None:
    game = play_on(ludarium.new("battle-of-the-beetles", **options), random)
    assert game.outcome() and len(game.moves) <= 55 + (28 if options["placement"] else 0)


@given(st.sampled_from(VARIANTS), st.randoms(use_true_random=False), st.integers(0, 80))
def test_positions_and_counts(options: dict[str, Any], random: Random, plies: int) -> None:
    game = play_on(ludarium.new("battle-of-the-beetles", **options), random, plies)
    again = ludarium.new("battle-of-the-beetles", game.position, **options)
    assert again.row == game.row and again == game
    assert rules.most_moves(game.constants) >= len(game.legal_moves)
    assert all(rules.legal(game.constants, game.row, move.number) for move in game.legal_moves)
    for side, letters in enumerate(("Gg", "Rr")):
        assert rules.score(game.constants, game.row, side) == sum(map(str(game).count, letters))


def quarter_turn(square: str) -> str:
    x, y = "abcdefg".index(square[0]), int(square[1])
    return f"{'abcdefg'[7 - y]}{x + 1}"


def half_turn(square: str) -> str:
    return quarter_turn(quarter_turn(square))


@pytest.mark.parametrize(("setup", "turned"), [("rings", quarter_turn), ("halves", half_turn)])
@pytest.mark.parametrize("shells", [True, False])
def test_a_turned_board_with_colours_swapped_plays_the_same(
    setup: str, turned: Callable[[str], str], shells: bool
) -> None:
    """Red opens on the other board, which begins with the very same set-up: it is fair to both colours."""
    random = Random(setup)
    for _ in range(5):
        game = ludarium.new("battle-of-the-beetles", setup=setup, shells=shells)
        swapped = game.position.replace("green", "red")
        other = ludarium.new("battle-of-the-beetles", swapped, setup=setup, shells=shells)
        while not game.outcome():
            moves = {text: "x".join(map(turned, text.split("x"))) for text in legal(game)}
            assert sorted(moves.values()) == sorted(legal(other))
            text = random.choice(sorted(moves))
            game.push(text)
            other.push(moves[text])
        assert other.outcome() and other.turn != game.turn


def test_scene() -> None:
    game = place({"d1": "G", "c4": "r", "e4": "R"})
    scene = game.scene()
    assert len(scene.cells) == 44 and (scene.columns, scene.rows, scene.turn) == (7, 7, 0)
    assert [sum(cell.ground == ground for cell in scene.cells) for ground in ("blue", "yellow")] == [28, 16]
    pieces = {cell.name: cell.piece[:2] for cell in scene.cells if cell.piece}
    assert pieces == {"d1": (0, "beetle"), "c4": (1, "egg"), "e4": (1, "beetle")}
    assert [tuple(panel) for panel in scene.panels] == [
        ("green", "eggs 0, born 1, captured 13"),
        ("red", "eggs 1, born 1, captured 12"),
    ]
    placing = ludarium.new("battle-of-the-beetles", placement=True)
    placing.push("d1")
    assert [panel.value for panel in placing.scene().panels] == [
        "eggs 1, born 0, to place 13",
        "eggs 0, born 0, to place 14",
    ]


def test_paths() -> None:
    game = place({"d1": "G", "a2": "g", "c4": "R"})
    assert {path: str(move) for path, move in game.paths().items()} == {("a2",): "a2", ("d1", "c4"): "d1xc4"}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is no move; a move is like d1, or d1xc4 for a capture"),
        ("h1", "'h1' is no move; a move is like d1, or d1xc4 for a capture"),
        ("d1-c4", "'d1-c4' is no move; a move is like d1, or d1xc4 for a capture"),
        ("d1xc4x", "'d1xc4x' is no move; a move is like d1, or d1xc4 for a capture"),
        ("d1x", "'d1x' lacks the square of the captured beetle, as in d1xc4"),
        ("a1", "the board has no cell a1: its corners and its centre are missing"),
        ("d1xd4", "the board has no cell d4: its corners and its centre are missing"),
        ("d٣", "'d٣' is no move; a move is like d1, or d1xc4 for a capture"),
    ],
)
def test_bad_notation(text: str, sentence: str) -> None:
    game = ludarium.new("battle-of-the-beetles")
    with pytest.raises(BadNotation) as caught:
        game.push(text)
    assert str(caught.value) == sentence and game == ludarium.new("battle-of-the-beetles") and not game.moves


FAR = "out of reach; a beetle steps to a yellow cell, and flies a knight's jump from there"


@pytest.mark.parametrize(
    ("position", "text", "why"),
    [
        (None, "c1", "c1 has a red egg"),
        (None, "b2", "b2 is empty"),
        (None, "d1xc4", "d1 has a green egg"),
        ("x.....x/.-----./.-...-./.-Gx.-./.-R..-./.-----./xg.G.Gx green", "d1xc4", "your own beetle; it is "),
        ("x.....x/.-----./.-...-./.-rx.-./.-R..-./.-----./x..G.Gx green", "d1xc4", "c4 has a red egg"),
        ("x.....x/.-----./.-...-./.-rx.-./.-R..-./.-----./x..G.Gx green", "d1xc3", FAR),
        ("x.....x/.-----./.-...-./.-rx.-./.-R..-./.-----./x..G.Gx green", "d1", "the beetle on d1 is born"),
    ],
)
def test_illegal_moves(position: str | None, text: str, why: str) -> None:
    game = ludarium.new("battle-of-the-beetles", position)
    with pytest.raises(IllegalMove, match=f"^{text} is not a legal move for green: {why}"):
        game.push(text)
    assert game == ludarium.new("battle-of-the-beetles", position)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"setup": "thirds"}, "setup takes rings or halves, not 'thirds'"),
        ({"setup": 1}, "setup takes rings or halves, not 1"),
        ({"placement": "perhaps"}, "placement takes yes or no, not 'perhaps'"),
        ({"shells": 2}, "shells takes yes or no, not 2"),
    ],
)
def test_bad_options(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadOption) as caught:
        ludarium.new("battle-of-the-beetles", **options)
    assert str(caught.value) == sentence


PARTS = "a position is a board, the side to move and, while eggs are placed, the word placing"


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("", {}, PARTS),
        (text_of(RINGS, ""), {}, PARTS),
        (text_of(RINGS, "green 3"), {}, PARTS),
        (text_of(RINGS, "green placing placing"), {}, PARTS),
        (text_of(RINGS, "blue"), {}, "the side to move is green or red, not 'blue'"),
        ("xgx/x green", {}, "the board 'xgx/x' is not 7 rows of 7 cells, joined by /"),
        (text_of(RINGS).replace("xgrgrgx", "grgrgxx", 1), {}, "a7 has 'g', and needs x for no cell"),
        (text_of(RINGS).replace("r-", "-r", 1), {}, "a6 has '-', and needs one of G R g r ."),
        (text_of(RINGS).replace("-----", "-G---", 1), {}, "c6 has 'G', and needs - for a yellow cell"),
        (text_of(RINGS).replace("g", "b", 1), {}, "b7 has 'b', and needs one of G R g r ."),
        (
            text_of(RINGS).replace("xgrg", "xggg"),
            {},
            "there are 16 green beetles on the board, and only 14 in the game",
        ),
        (
            text_of(RINGS),
            {"shells": False},
            "there are eggs on the board, and this game is played without shells; write G and R",
        ),
        (text_of(EMPTY, "green placing"), {}, "eggs are placed only in a game with the option placement"),
        (
            text_of(EMPTY, "red placing"),
            {"placement": True},
            "red cannot be to place an egg after 0 green and 0 red ones",
        ),
        (
            text_of(RINGS, "green placing"),
            {"placement": True},
            "all 28 eggs are on the board, so there is nothing left to place",
        ),
        (
            text_of(EMPTY, "red placing").replace(".", "G", 1),
            {"placement": True},
            "a beetle is born already, and none hatches while eggs are placed; write g and r",
        ),
    ],
)
def test_bad_position(text: str, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadNotation) as caught:
        ludarium.new("battle-of-the-beetles", text, **options)
    assert str(caught.value) == sentence


@given(st.text(max_size=30) | st.text("abcdefg1234567xGRr.-/ \n", max_size=60))
def test_no_text_raises_anything_else(text: str) -> None:
    game = ludarium.new("battle-of-the-beetles")
    for attempt in (lambda: game.push(text)), (lambda: ludarium.new("battle-of-the-beetles", text)):
        try:
            attempt()
        except (BadNotation, IllegalMove) as error:
            assert "\n" not in str(error)
    for option in "setup", "placement", "shells":
        try:
            ludarium.new("battle-of-the-beetles", **{option: text})
        except BadOption as error:
            assert "\n" not in str(error)


def test_no_two_positions_have_one_key() -> None:
    """The turn and the eggs to place looked like beetles in a corner of the board."""
    game, keys = ludarium.new("battle-of-the-beetles"), set[int]()
    for turn, eggs, green in product(range(2), range(24), range(1 << 7)):
        row = game.row[:]
        row[rules.TURN], row[rules.TO_PLACE], row[rules.GREEN] = turn, eggs, green
        keys.add(rules.key(game.constants, row))
    assert len(keys) == 2 * 24 << 7
