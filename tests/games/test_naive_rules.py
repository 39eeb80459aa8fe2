"""The naive rules, checked against the seeds' own figures and numbers."""

from __future__ import annotations

from collections.abc import Collection
from copy import deepcopy
from itertools import cycle, repeat

import pytest

from ..support.naive import abatis, ataxx, battle_of_the_beetles, beetle_battle, gamma


def board(text: str) -> str:
    """A picture written in a test, without the indentation."""
    return "\n".join(line.strip() for line in text.strip().splitlines())


# Ataxx

FIGURE_III_D = "bb5/bb5/3bb2/2brb2/2bbb2/2b1b2/2rrb2 x 0 1".replace("b", "o").replace("r", "x")

EXTENDED = """
    b b - - - - -
    b r - - - - -
    - - r r b - -
    - - r r b - -
    - - b b b - -
    - - b - b - -
    - - r r b - -
"""
JUMPED = """
    b b - - - - -
    b b - - - - -
    - - - b b - -
    - - b - b - -
    - - r r r - -
    - - r r r - -
    - - r r r - -
"""


@pytest.mark.parametrize(("move", "after"), [("d4-c5", EXTENDED), ("d4-d2", JUMPED)])
def test_ataxx_figure_iii_d(move: str, after: str) -> None:
    game = ataxx.Naive.from_fen(FIGURE_III_D, "seed")
    assert move in game.legal()
    assert game.film(move) == [board(after)]
    game.push(move)
    assert (game.picture(), game.turn) == (board(after), "blue")


def perft(game: ataxx.Naive, depth: int) -> int:
    moves = game.legal()
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(game)
        after.push(move)
        total += perft(after, depth - 1)
    return total


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("x5o/7/7/7/7/7/o5x x 0 1", [16, 256, 6460]),
        ("x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", [14, 196, 4184]),
        ("x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1", [16, 256, 5948]),
        ("7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1", [1, 75, 249]),
        ("7/7/7/2x1o2/7/7/7 x 0 1", [23, 419, 7887]),
        ("7/7/7/7/-------/-------/x5o x 0 1", [2, 4, 13, 30, 73, 174]),
        ("x5o/7/7/7/7/7/o5x x 100 1", [0]),
        ("x6/7/7/7/7/7/6x x 0 1", [0]),
    ],
)
def test_ataxx_perft(fen: str, counts: list[int]) -> None:
    game = ataxx.Naive.from_fen(fen, "uai")
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts


def test_ataxx_start_and_blocks() -> None:
    assert perft(ataxx.Naive(), 3) == 6460
    assert ataxx.Naive(blocks="3gh").picture() == board("""
        r - - - - - b
        - X - - - X -
        - - X - X - -
        - - X - X - -
        - - X - X - -
        - X - - - X -
        b - - - - - r
    """)
    with pytest.raises(ValueError, match="no block pattern"):
        ataxx.Naive(blocks="3z")


def test_ataxx_writes_an_extension_once_from_its_lowest_origin() -> None:
    game = ataxx.Naive.from_fen("7/7/7/7/3x3/2x4/6o x 0 1", "seed")
    assert {move for move in game.legal() if move.endswith(("-c3", "-d2"))} == {"c2-c3", "c2-d2"}


def test_ataxx_jumps_end_the_seed_game_by_count() -> None:
    game = ataxx.Naive.from_fen("x5o/x6/7/7/7/7/o5x x 44 1", "seed")
    assert game.over() is None
    game.push("a7-c7")
    assert game.over() == ("red", (3, 2))
    assert game.legal() == set()


def test_ataxx_clock_draws_the_engine_game() -> None:
    game = ataxx.Naive.from_fen("x5o/x6/7/7/7/7/o5x x 99 1", "uai")
    game.push("a7-c7")
    assert game.over() == (None, (3, 2))


def test_ataxx_a_side_without_pieces() -> None:
    fen = "x6/7/7/7/7/7/7 o 7 1"
    assert ataxx.Naive.from_fen(fen, "uai").over() == ("red", (1, 0))
    game = ataxx.Naive.from_fen(fen, "seed")
    assert game.legal() == {"-"}
    game.push("-")
    assert (game.turn, game.clock, game.over()) == ("red", 7, None)


# Beetle Battle

SAMPLE_GAME = "0,0 2,2 0,1 1,2 1,1 2,1 1,0 2,1 1,0 2,1 0,2 1,2 0,2 0,1"


def test_beetle_battle_sample_game() -> None:
    game = beetle_battle.Naive(size=3)
    for number, move in enumerate(SAMPLE_GAME.split(), start=1):
        assert game.over() is None
        assert game.turn == ("red" if number % 2 else "blue")
        assert move in game.legal()
        film = game.film(move)
        game.push(move)
        assert film[-1] == game.picture()
        assert sum(game.count.values()) == number
    assert game.picture() == "b2 b1 b2\nb3 b1 b1\nb1 b2 b1"
    assert game.over() == ("blue", (0, 14))
    assert game.legal() == set()


def test_beetle_battle_film_shows_every_jump() -> None:
    game = beetle_battle.Naive(size=3)
    game.push("0,0")
    game.push("2,2")
    assert game.film("0,0") == [
        "r2 . .\n. . .\n. . b1",
        "r1 . .\nr1 . .\n. . b1",
        ". r1 .\nr1 . .\n. . b1",
    ]


def test_beetle_battle_can_be_won_at_the_third_move() -> None:
    game = beetle_battle.Naive(size=3)
    for move in ("0,0", "0,1", "0,0"):
        assert move in game.legal()
        game.push(move)
    # The first beetle jumps down, the second right, onto blue's only one.
    assert game.over() == ("red", (3, 0))
    assert game.picture() == ". r2 .\nr1 . .\n. . ."


# Battle of the Beetles


def beetles(
    standing: dict[battle_of_the_beetles.Cell, str], eggs: Collection[battle_of_the_beetles.Cell] = ()
) -> battle_of_the_beetles.Naive:
    game = battle_of_the_beetles.Naive()
    game.beetles, game.eggs = dict(standing), set(eggs)
    return game


def test_battle_of_the_beetles_board() -> None:
    cells = battle_of_the_beetles
    assert (len(cells.BLUE), len(cells.YELLOW)) == (28, 16)
    assert sum(len(cells.attacks(cell)) for cell in cells.BLUE) == 112
    # Both legs together keep the chessboard's colour.
    assert all((sum(cell) - sum(target)) % 2 == 0 for cell in cells.BLUE for target in cells.attacks(cell))


@pytest.mark.parametrize("setup", ["rings", "halves"])
def test_battle_of_the_beetles_setups(setup: str) -> None:
    game = battle_of_the_beetles.Naive(setup=setup)
    assert set(game.beetles) == battle_of_the_beetles.BLUE
    assert list(game.beetles.values()).count("green") == 14
    assert len(game.legal()) == 14
    assert game.picture().count("x") == 5


def test_battle_of_the_beetles_rings_picture() -> None:
    assert battle_of_the_beetles.Naive(shells=False).picture() == board("""
        x G R G R G x
        R - - - - - R
        G - G G R - G
        R - R x R - R
        G - R G G - G
        R - - - - - R
        x G R G R G x
    """)


def test_battle_of_the_beetles_film_of_a_capture() -> None:
    game = beetles({(3, 3): "green", (1, 5): "red", (4, 5): "red", (1, 3): "red"}, eggs={(1, 3)})
    # a3 holds an egg and d5 is out of reach. The way to a5 is left to b3, then the knight's jump.
    assert game.legal() == {"c3xa5"}
    between, after = game.film("c3xa5")
    assert between == board("""
        x . . . . . x
        . - - - - - .
        R - . R . - .
        . - . x . - .
        r G . . . - .
        . - - - - - .
        x . . . . . x
    """)
    assert after == between.replace("r G", "r -").replace("R - . R", "G - . R")
    game.push("c3xa5")
    assert game.picture() == after


def test_battle_of_the_beetles_placement() -> None:
    game = battle_of_the_beetles.Naive(placement=True)
    for _ in range(28):
        assert game.over() is None
        game.push(min(game.legal()))
    assert game.turn == "green"
    assert len(game.legal()) == 14


def test_battle_of_the_beetles_turns_on_its_own_kind_only_when_it_must() -> None:
    pair = {(4, 1): "green", (6, 1): "green"}
    assert beetles(pair).legal() == {"d1xf1", "f1xd1"}
    assert beetles(pair, eggs={(4, 1)}).legal() == {"d1"}
    assert beetles({**pair, (2, 1): "red"}).legal() == {"d1xb1"}
    game = beetles(pair)
    game.push("d1xf1")
    assert game.over() == ("green", (1, 0))


# Gamma


def test_gamma_batch() -> None:
    game = gamma.Naive(width=3, height=2, players=2, areas=1)
    assert [game.m(1, 0, 0), game.m(1, 2, 0), game.m(1, 3, 0), game.m(3, 1, 0), game.m(2, 1, 1)] == [1, 0, 0, 0, 1]
    assert game.p() == ".2.\n1.."
    assert [game.f(1), game.f(2), game.b(1), game.b(9), game.f(9)] == [2, 3, 1, 0, 0]
    # Neither may touch the other: a robbed field would be a second area.
    assert [game.q(1), game.g(1, 1, 1), game.g(1, 0, 0)] == [0, 0, 0]
    assert game.m(1, 1, 0) == 1
    assert [game.q(1), game.q(2), game.q(3)] == [1, 1, 0]
    assert game.g(2, 1, 0) == 1
    assert [game.p(), game.b(1), game.b(2), game.q(2), game.q(1)] == [".2.\n12.", 1, 2, 0, 1]


def test_gamma_golden_move_must_not_split_the_robbed() -> None:
    game = gamma.Naive(width=3, height=2, players=2, areas=1)
    for x in range(3):
        assert game.m(1, x, 0) == 1
    assert game.m(2, 1, 1) == 1
    assert [game.g(2, 1, 0), game.q(2), game.g(1, 1, 1), game.b(2)] == [0, 0, 1, 0]


def test_gamma_pads_for_more_than_nine_players() -> None:
    game = gamma.Naive(width=2, height=2, players=10, areas=1)
    game.m(10, 0, 1)
    game.m(1, 1, 0)
    assert game.p() == "10 .  \n.  1  "


def test_gamma_turns() -> None:
    game = gamma.Naive(width=2, height=1, players=3, areas=1)
    assert game.legal() == {"0,0", "1,0", "skip"}
    game.push("0,0")
    assert (game.turn, game.legal()) == ("2", {"1,0", "g 0,0", "skip"})
    game.push("1,0")
    game.push("g 0,0")
    assert (game.picture(), game.turn) == ("32", "1")
    game.push("skip")
    game.push("skip")
    # Player 3 has used its golden move and no field is free, so the turn is 1's again.
    assert (game.turn, game.legal()) == ("1", {"g 0,0", "g 1,0", "skip"})
    game.push("g 1,0")
    assert (game.turn, game.legal()) == ("2", {"g 0,0", "g 1,0", "skip"})
    game.push("g 1,0")
    assert game.over() == (None, (0, 1, 1))
    assert game.legal() == set()


# Abatis


def margins(colour: int) -> dict[str, int]:
    return dict.fromkeys(abatis.LANES, colour)


def level(type: str, chips: dict[abatis.Cell, abatis.Chip]) -> abatis.Naive:
    """A level with margins of A outside and B inside, two C on the stack and D, E, D, E, ... below it."""
    return abatis.Naive(type, chips, margins(1), margins(0), [2, 2], cycle([3, 4]))


def chips_in_play(game: abatis.Naive) -> int:
    places = (game.board, game.inner, game.outer, game.stack)
    return sum(len(place) for place in places) + game.eliminated - game.drawn


def row_of(picture: str, row: int) -> str:
    return picture.splitlines()[row + 2]


def test_abatis_points() -> None:
    assert [abatis.points(size) for size in range(3, 8)] == [1, 2, 4, 7, 11]


def test_abatis_picture() -> None:
    picture = level("classic", {(0, 0): (9, ""), (7, 7): (0, "^")}).picture()
    assert picture.splitlines() == [
        "      A  A  A  A  A  A  A  A",
        "      B  B  B  B  B  B  B  B",
        "A  B  J  .  .  .  .  .  .  .  B  A",
        *["A  B  .  .  .  .  .  .  .  .  B  A"] * 6,
        "A  B  .  .  .  .  .  .  .  A^ B  A",
        "      B  B  B  B  B  B  B  B",
        "      A  A  A  A  A  A  A  A",
        "next C C D",
    ]


def test_abatis_classic() -> None:
    # The shot B stops before the two B of row 3, they go, and the arrowed F behind them flies off to the east.
    game = level("classic", {(2, 2): (5, ">"), (2, 3): (1, ""), (3, 3): (1, "")})
    assert game.legal() == {"N3", "N4", "S3", "S4", "W3", "W4", "E3", "E4"}
    before = chips_in_play(game)
    film = game.film("N4")
    assert [row_of(frame, 0) for frame in film[:2]] == [
        "A  B  .  .  .  Bv .  .  .  .  B  A",
        "A  B  .  .  .  .  .  .  .  .  B  A",
    ]
    assert row_of(film[1], 1) == "A  B  .  .  .  Bv .  .  .  .  B  A"
    # Begin, one cell of flight, the block, then six ticks of F: five cells and off.
    assert len(film) == 1 + 1 + 1 + 6
    game.push("N4")
    assert game.picture() == film[-1]
    assert (game.inner["E3"], game.outer["E3"], game.inner["N4"], game.outer["N4"]) == (5, 1, 0, 2)
    # The A that was outermost in E3 went on the stack.
    assert game.stack == [2, 0]
    assert (game.blocks, game.eliminated, game.drawn, game.score) == (1, 3, 0, 1 + 32)
    assert game.level_done
    assert chips_in_play(game) == before


def test_abatis_classic_needs_a_free_first_cell_and_a_chip_in_the_lane() -> None:
    game = level("classic", {(0, 0): (5, "")})
    assert game.legal() == {"S1", "E1"}
    game = level("mixed", {(0, 0): (5, "")})
    assert game.legal() == {"S1", "E1", "N1!", "S1!", "W1!", "E1!"}
    assert level("knockout", {(0, 0): (5, "")}).legal() == {"N1", "S1", "W1", "E1"}


def test_abatis_knockout_flies_and_pushes() -> None:
    # From the west onto E F at the far edge: F leaves into the east margin.
    game = level("knockout", {(0, 6): (4, ""), (0, 7): (5, "")})
    film = game.film("W1")
    assert [row_of(frame, 0) for frame in (film[0], film[-2], film[-1])] == [
        "C  A  B> .  .  .  .  .  E  F  B  A",
        "C  A  .  .  .  .  .  B> E  F  B  A",
        "C  A  .  .  .  .  .  .  B> E  F  B",
    ]
    assert len(film) == 1 + 5 + 1
    before = chips_in_play(game)
    game.push("W1")
    assert game.stack == [2, 0]
    assert chips_in_play(game) == before


def test_abatis_knockout_pushes_as_it_enters() -> None:
    # The pushed E has no arrow and gets none, F keeps its own.
    game = level("knockout", {(0, 0): (4, ""), (0, 1): (5, ">"), (0, 2): (6, "")})
    assert [row_of(frame, 0) for frame in game.film("W1")] == ["C  A  B> E  F> G  .  .  .  .  B  A"]


def test_abatis_knockout_with_nothing_left_before_it_flies_off() -> None:
    # B pushes G out into the north margin, follows it, and F, whose way is clear now, flies off to the east.
    game = level("knockout", {(0, 0): (4, ""), (0, 1): (5, ">"), (0, 2): (6, "")})
    game.push("S3")
    assert list(game.board) == [(0, 0)]
    assert (game.inner["N3"], game.outer["N3"], game.inner["E1"], game.outer["E1"]) == (1, 6, 5, 1)
    assert game.stack == [2, 0, 1, 0]


def test_abatis_full_lane_pushes_its_last_chip_out_after_the_margin_was_refilled() -> None:
    game = level("knockout", {(0, column): (4 + column % 2, "") for column in range(8)})
    film = game.film("W1")
    assert [row_of(frame, 0) for frame in film] == ["C  A  B> E  F  E  F  E  F  E  F  B"]
    assert film[0].endswith("next A C D")


def test_abatis_supply_goes_on_below_the_stack() -> None:
    game = abatis.Naive("classic", {(0, 0): (9, "")}, margins(1), margins(0), [], cycle([3, 4, 5]))
    assert game.picture().endswith("next D E F")
    assert game.drawn == 0
    game.film("S1")
    game.push("S1")
    assert (game.drawn, game.outer["S1"]) == (1, 3)
    assert game.picture().endswith("next E F D")


def test_abatis_game_over_and_level_done() -> None:
    full = {cell: ((cell[0] + cell[1]) % 2, "") for cell in abatis.CELLS}
    game = abatis.Naive("classic", full, margins(1), margins(0), [], repeat(3), score=7)
    assert game.over() == (None, (7,))
    game = abatis.Naive("classic", {(0, 0): (1, ""), (1, 0): (1, "")}, margins(1), margins(0), [], repeat(3), blocks=63)
    game.push("S1")
    assert (game.blocks, game.score, game.level_done) == (64, 33, True)
