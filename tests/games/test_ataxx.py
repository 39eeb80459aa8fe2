"""What is special to Ataxx: the seed's figures, FEN and the engine world's end rules, the spellings of a move."""

from itertools import product
from random import Random

import pytest

import ludarium
from ludarium import BadNotation, IllegalMove
from ludarium.games.ataxx import board, rules

# Figure III.D of the seed: the board before, after an extension of the middle piece, and after its jump.
BEFORE = """\
b b - - - - -
b b - - - - -
- - - b b - -
- - b r b - -
- - b b b - -
- - b - b - -
- - r r b - -"""

EXTENDED = """\
b b - - - - -
b r - - - - -
- - r r b - -
- - r r b - -
- - b b b - -
- - b - b - -
- - r r b - -"""

JUMPED = """\
b b - - - - -
b b - - - - -
- - - b b - -
- - b - b - -
- - r r r - -
- - r r r - -
- - r r r - -"""

START = "x5o/7/7/7/7/7/o5x x 0 1"


def fen(picture: str, rest: str = "x 0 1") -> str:
    """A picture as FEN; runs of empty squares may be written one by one."""
    rows = picture.replace(" ", "").translate(str.maketrans("rbX-", "xo-1")).split("\n")
    return f"{'/'.join(rows)} {rest}"


@pytest.mark.parametrize(("move", "after"), [("d4-c5", EXTENDED), ("d4-d2", JUMPED)])
def test_figure_iii_d(move: str, after: str) -> None:
    game = ludarium.new("ataxx", fen(BEFORE))
    game.push(move)
    assert str(game) == after


def test_blocks_3gh() -> None:
    assert str(ludarium.new("ataxx", blocks="3gh")) == (
        "r - - - - - b\n- X - - - X -\n- - X - X - -\n- - X - X - -\n- - X - X - -\n- X - - - X -\nb - - - - - r"
    )


def test_every_letter_blocks_its_mirror_images_and_no_corner() -> None:
    cells = {letter: board.block_cells(letter) for letter in "abcdefgh123456"}
    assert all(bits.bit_count() == (2 if letter in "123456" else 4) for letter, bits in cells.items())
    assert sum(bits.bit_count() for bits in cells.values()) == 49 - 4 - 1  # all but the corners and the centre
    assert str(ludarium.new("ataxx", blocks="".join(cells))).count("X") == 44


def test_all_spellings_of_an_extension_are_one_move() -> None:
    game = ludarium.new("ataxx", "7/7/7/2xx3/7/7/6o x 0 1")
    spellings = "c4-c5", "d4-c5", "c4c5", "D4-C5", "c5", "P@c5", " c4-c5 "
    assert {game.parse(text) for text in spellings} == {game.parse("c5")}
    # It is told as it was written, if that names a piece
    assert [str(game.parse(text)) for text in spellings] == ["c4-c5", "d4-c5", "c4-c5", "d4-c5", *["c4-c5"] * 3]
    assert sorted(path for path, move in game.paths().items() if str(move) == "c4-c5") == [("c4", "c5"), ("d4", "c5")]
    with pytest.raises(IllegalMove):
        game.push("b4-c5")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a7-a4", "too far; a piece goes one or two squares"),
        ("a7-b7", "b7 has a blue piece"),
        ("a7-b6", "b6 is blocked"),
        ("a1-a2", "a1 has a blue piece"),
        ("d4-d5", "d4 is empty"),
        ("b6-c6", "b6 is blocked"),
        ("d4", "red has no piece beside d4"),
        ("-", "red can still move"),
    ],
)
def test_an_illegal_move_says_why(text: str, why: str) -> None:
    game = ludarium.new("ataxx", "xo5/1-5/7/7/7/7/o6 x 0 1")
    with pytest.raises(IllegalMove) as caught:
        game.push(text)
    assert str(caught.value) == f"{text} is not a legal move for red: {why}" and not game.moves


def test_passing() -> None:
    game = ludarium.new("ataxx", "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1")
    assert list(map(str, game.legal_moves)) == ["-"] and game.scene().words == ("-",)
    for text in "-", "0000", "pass", "null", "none", "a1a1":
        assert str(game.parse(text)) == "-"
    with pytest.raises(IllegalMove, match="- is not a legal move for red"):
        ludarium.new("ataxx").push("-")


def test_a_side_without_pieces_passes_while_the_other_can_move() -> None:
    game = ludarium.new("ataxx", "7/7/7/7/7/7/x6 o 0 1")
    assert game.outcome() is None
    game.push("-")
    game.push("a1-b2")
    assert game.turn == "blue" and list(map(str, game.legal_moves)) == ["-"]


@pytest.mark.parametrize(
    ("position", "rules", "outcome"),
    [
        ("7/7/7/7/7/7/x5o x 44 1", "seed", None),
        ("7/7/7/7/7/7/xx4o x 45 1", "seed", ("red", (2, 1), "45 jumps in a row without an extension")),
        ("7/7/7/7/7/7/x5o x 45 1", "seed", (None, (1, 1), "45 jumps in a row without an extension")),
        ("7/7/7/7/7/7/x5o x 99 1", "uai", None),
        ("7/7/7/7/7/7/xx4o x 100 1", "uai", (None, (2, 1), "100 plies without an extension")),
        ("7/7/7/7/7/7/x6 o 0 1", "uai", ("red", (1, 0), "a side has no pieces left")),
        ("7/7/7/7/7/7/x6 x 100 1", "uai", ("red", (1, 0), "a side has no pieces left")),
        ("x-5/--5/7/7/5--/5--/5-o x 100 1", "uai", (None, (1, 1), "100 plies without an extension")),
        ("x--4/---4/---4/7/4---/4---/4--o x 100 1", "uai", (None, (1, 1), "neither side can move")),
    ],
)
def test_ends(position: str, rules: str, outcome: tuple[str | None, tuple[int, int], str] | None) -> None:
    assert ludarium.new("ataxx", position, rules=rules).outcome() == outcome


def test_clocks() -> None:
    for world, after_pass in ("seed", "0"), ("uai", "1"):
        game = ludarium.new("ataxx", "7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", rules=world)
        game.push("-")
        assert game.position.split()[1:] == ["o", after_pass, "1"]
        game.push("a3-a5")
        assert game.position.split()[1:] == ["x", str(int(after_pass) + 1), "2"]
    game.push("a1-a3")
    assert game.position.split()[1:] == ["o", "3", "2"]
    game.push("a5-a6")
    assert game.position.split()[1:] == ["x", "0", "3"]


def test_fen_is_read_leniently_and_written_strictly() -> None:
    usual = ludarium.new("ataxx", START)
    assert usual == ludarium.new("ataxx") and usual.position == START
    for text in "X5O/7/7/7/7/7/O5X X 0 1", "b5w/7/7/7/7/7/w5b b", "x5o/7/7/7/7/7/o5x", "x5o/1111111/7/7/7/7/o5x x 0 1":
        assert ludarium.new("ataxx", text).position == START
    assert ludarium.new("ataxx", "x5o/7/2-1-2/7/2-1-2/7/o5x o 7 9").position == "x5o/7/2-1-2/7/2-1-2/7/o5x o 7 9"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a FEN has a board, a side and two counters, not 0 parts"),
        (START + " 7", "not 5 parts"),
        ("7/7/7 x 0 1", "has 3 ranks and not 7"),
        ("8/7/7/7/7/7/7 x", "rank 7 of the FEN has '8', which is none of x o - 1-7"),
        ("6/7/7/7/7/7/7 x", "rank 7 of the FEN, '6', has 6 squares and not 7"),
        ("7/7/7/7/7/7/7x x", "rank 1 of the FEN, '7x', has 8 squares and not 7"),
        ("7/7/7/7/7/7/7 z", "the side to move is x or o, not 'z'"),
        ("7/7/7/7/7/7/7 x -1 1", "the counters of a FEN are whole numbers, not '-1'"),
        ("7/7/7/7/7/7/7 x 0 ٣", "the counters of a FEN are whole numbers"),
    ],
)
def test_bad_fen(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation, match=sentence):
        ludarium.new("ataxx", text)


def mirrored(move: str) -> str:
    """A move with left and right exchanged."""
    return move.translate(str.maketrans("abcdefg", "gfedcba"))


def spellings(game: ludarium.Game) -> set[str]:
    """All moves in all spellings: the one that stands for all of an extension's may differ in a mirror."""
    return {"-".join(path) for path in game.paths()}


def test_mirrored_positions_have_mirrored_moves() -> None:
    game = ludarium.new("ataxx", "x5o/7/7/3-3/7/7/o5x x 0 1")
    mirror = ludarium.new("ataxx", "o5x/7/7/3-3/7/7/x5o x 0 1")
    random = Random(4)
    while not game.outcome():
        assert {mirrored(text) for text in spellings(game)} == spellings(mirror)
        text = str(random.choice(game.legal_moves))
        game.push(text)
        mirror.push(mirrored(text))
    assert mirror.outcome() == game.outcome()


def test_no_position_has_more_moves_than_there_is_room_for() -> None:
    assert sum(bits.bit_count() for bits in rules.FAR) == 2 * 240
    scattered = ludarium.new("ataxx", "1x1x1x1/x1x1x1x/1x1x1x1/x1x1x1x/1x1x1x1/x1x1x1x/1x1x1x1 x 0 1")
    assert len(scattered.legal_moves) == 25 + 120 <= rules.most_moves(scattered.constants)


def test_no_two_positions_have_one_key() -> None:
    """The turn looked like pieces: a piece on b1 and red to move had the key of one on a1 and blue to move."""
    game, keys = ludarium.new("ataxx"), set[int]()
    for turn, red in product(range(2), range(1 << 7)):
        row = game.row[:]
        row[rules.TURN], row[rules.RED] = turn, red
        keys.add(rules.key(game.constants, row))
    assert len(keys) == 2 << 7
