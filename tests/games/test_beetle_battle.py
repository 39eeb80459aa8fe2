"""What is special to Beetle Battle: the seed's sample game, the order of a cascade, and that no beetle is ever lost."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium import BadNotation, BadOption, BadRecord, IllegalMove
from ludarium.games.beetle_battle import board, rules

from ..support.goldens import SAMPLE


def film(game: ludarium.Game, move: str) -> list[str]:
    """The picture of every frame of a move, rows joined by a slash."""
    frames = game.kind.frames(game.constants, game.row[:], game.parse(move).number)
    return [board.picture(game.constants, row).replace("\n", " / ") for row in frames]


def random_games(size: int, games: int, seed: int) -> list[ludarium.Game]:
    """Games at some moment of random play, that go on."""
    random = Random(seed)
    found: list[ludarium.Game] = []
    while len(found) < games:
        game = ludarium.new("beetle-battle", size=size)
        for _ in range(random.randrange(4 * size * size)):
            if game.outcome():
                break
            game.push(random.choice(game.legal_moves))
        if not game.outcome():
            found.append(game)
    return found


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_the_sample_game_of_the_seed(ends: str) -> None:
    game = ludarium.load(SAMPLE.replace("\n", ends))
    assert str(game) == "b2 b1 b2\nb3 b1 b1\nb1 b2 b1"
    assert game.outcome() == ("blue", (0, 14), "one colour is gone")
    assert len(game.moves) == 14 and game.record() == SAMPLE
    assert game.position == "b2,b1,b2/b3,b1,b1/b1,b2,b1 red 14"
    game.pop()
    assert game.outcome() is None and game.turn == "blue"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("14,blue,0,1", "14,blue,0,2", "line 18: 0,2 is not a legal move for blue: the beetles on 0,2 are red"),
        ("3,red,0,1", "3,red,0,3", "line 7: '0,3' is off the board; rows and columns go from 0 to 2"),
        ("2,blue", "2,red", "line 6: it is not 'red' who moves here but blue"),
        ("dimension: 3", "dimension: 6", "line 1: size takes 3, 4, 5 or 10, not '6'"),
        ("winner: blue", "winner: red", "line 2: the record says 'red', and its moves lead to blue"),
    ],
)
def test_a_bad_record_is_refused_with_line_and_reason(old: str, new: str, sentence: str) -> None:
    with pytest.raises(BadRecord) as caught:
        ludarium.load(SAMPLE.replace(old, new))
    assert str(caught.value) == sentence


def test_capacity_is_the_number_of_neighbours() -> None:
    capacities = [[rules.capacity(board.make(4), 4 * y + x) for x in range(4)] for y in range(4)]
    assert capacities == [[2, 3, 3, 2], [3, 4, 4, 3], [3, 4, 4, 3], [2, 3, 3, 2]]


def test_a_beetle_goes_on_an_empty_square_or_one_of_your_own() -> None:
    game = ludarium.new("beetle-battle", "r1,.,./.,r2,b1/.,.,b1 blue 5", size=3)
    assert list(map(str, game.legal_moves)) == ["0,1", "0,2", "1,0", "1,2", "2,0", "2,1", "2,2"]
    with pytest.raises(IllegalMove, match="1,1 is not a legal move for blue"):
        game.push("1,1")


def test_beetles_jump_up_down_left_right_and_turn_those_they_meet() -> None:
    game = ludarium.new("beetle-battle", "b1,.,./b1,r3,b2/.,r1,b1 blue 9", size=3)
    game.push("0,0")  # blue's corner bursts: down first, then to the right
    assert str(game) == ". b1 .\nb2 r3 b2\n. r1 b1"
    assert film(game, "1,1") == [
        ". b1 . / b2 r4 b2 / . r1 b1",
        ". r2 . / b2 r3 b2 / . r1 b1",
        ". r2 . / b2 r2 b2 / . r2 b1",
        ". r2 . / r3 r1 b2 / . r2 b1",
        ". r2 . / r3 . r3 / . r2 b1",
        "r1 r2 . / r2 . r3 / . r2 b1",
        "r1 r2 . / r1 . r3 / r1 r2 b1",
        "r1 r2 . / . r1 r3 / r1 r2 b1",
        "r1 r2 r1 / . r1 r2 / r1 r2 b1",
        "r1 r2 r1 / . r1 r1 / r1 r2 r2",  # blue is gone, and the full corner stays as it is
    ]


def test_a_beetle_whose_target_is_full_waits() -> None:
    game = ludarium.new("beetle-battle", "r1,r1,./r1,r3,b2/.,r2,b1 blue 11", size=3)
    assert film(game, "1,2") == [
        "r1 r1 . / r1 r3 b3 / . r2 b1",
        "r1 r1 b1 / r1 r3 b2 / . r2 b1",
        "r1 r1 b1 / r1 r3 b1 / . r2 b2",
        "r1 r1 b1 / r1 b4 . / . r2 b2",
        "r1 r1 b1 / r1 b4 b1 / . r2 b1",
        "r1 r1 b1 / r1 b4 b1 / . b3 .",
        "r1 b2 b1 / r1 b3 b1 / . b3 .",
        "r1 b2 b1 / b2 b2 b1 / . b3 .",  # down from the centre is full: left goes first
        "r1 b2 b1 / b2 b1 b2 / . b3 .",  # and right
        "r1 b2 b1 / b2 b2 b2 / . b2 .",  # and a beetle of the full square itself
        "r1 b2 b1 / b2 b1 b2 / . b3 .",  # now the one that waited, and the square is full again
        "r1 b2 b1 / b2 b1 b2 / b1 b2 .",  # but its beetles had not all left, so none queue up anew
        "r1 b2 b1 / b2 b1 b2 / b1 b1 b1",
    ]


def test_a_standstill_is_broken_by_the_head_of_the_queue() -> None:
    """No game is known to come here: two full squares whose last beetles wait for each other."""
    game = board.make(3)
    s = board.read_position(game, "r1,r2,./.,.,./.,.,b1 red 4")
    s[0], s[1], s[game.cells + rules.MOVES] = 2, 3, 6
    s[game.cells + rules.WAITING], s[game.cells + rules.WAITING + 1] = 8, 4
    s[rules.after(game, 0)], s[rules.after(game, 1)], s[game.cells + rules.LAST] = 1, 2, 2
    seen = []
    while rules.step(game, s):
        seen.append(board.picture(game, s).replace("\n", " / "))
    assert seen[:2] == ["r1 r4 . / . . . / . . b1", "r2 r3 . / . . . / . . b1"]
    assert board.write_position(game, s) == "r1,r1,r1/r1,r1,./.,.,b1 blue 6"
    assert not any(s[rules.kept(game) :])


def test_when_a_colour_is_gone_the_cascade_stops_at_once() -> None:
    game = ludarium.new("beetle-battle", "r1,r2,./.,b1,./.,.,. red 4", size=3)
    assert film(game, "0,0")[-2:] == [". r3 . / r1 b1 . / . . .", ". r2 . / r1 r2 . / . . ."]
    game.push("0,0")
    assert game.outcome() == ("red", (5, 0), "one colour is gone")
    assert not game.legal_moves and game.scene().turn is None
    with pytest.raises(IllegalMove, match="comes too late: the game is over, one colour is gone"):
        game.push("0,0")


def test_nobody_has_lost_before_the_third_move_and_one_can_lose_then() -> None:
    game = ludarium.new("beetle-battle")
    game.push("0,0")
    assert game.outcome() is None and game.turn == "blue"
    game.push("0,1")
    assert game.outcome() is None
    game.push("0,0")
    assert game.outcome() == ("red", (3, 0), "one colour is gone")


def burst(game: ludarium.Game, move: str) -> dict[tuple[int, int], int]:
    """The board after a move if full squares burst whole, one after the other; red beetles count up, blue ones down."""
    size, sign = game.constants.size, 1 if game.turn == "red" else -1
    beetles = {(y, x): game.row[size * y + x] for y in range(size) for x in range(size)}
    y, x = map(int, move.split(","))
    beetles[y, x] += sign
    while True:
        for (y, x), number in beetles.items():
            near = [place for place in ((y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)) if place in beetles]
            if abs(number) >= len(near):
                break
        else:
            return beetles
        beetles[y, x] -= sign * len(near)
        for place in near:
            beetles[place] = sign * (abs(beetles[place]) + 1)
        if all(number * sign >= 0 for number in beetles.values()):
            return beetles


@pytest.mark.parametrize("size", [3, 4, 5, 10])
def test_jumping_one_by_one_ends_where_whole_bursts_end(size: int) -> None:
    for game in random_games(size, 8, seed=size):
        for move in game.legal_moves:
            other, after = burst(game, str(move)), game.copy()
            after.push(move)
            if after.outcome():
                assert not any(number < 0 for number in other.values()) or not any(n > 0 for n in other.values())
            else:
                assert list(after.row[: size * size]) == list(other.values())


@given(st.sampled_from([3, 4, 5, 10]), st.randoms(use_true_random=False))
def test_no_beetle_is_lost_and_the_counts_are_right(size: int, random: Random) -> None:
    game = ludarium.new("beetle-battle", size=size)
    constants, cells = game.constants, size * size
    for made in range(1, 60):
        if game.outcome():
            break
        for row in game.kind.frames(constants, game.row[:], (move := random.choice(game.legal_moves)).number):
            assert sum(map(abs, row[:cells])) == made == row[cells + rules.MOVES]
            assert row[cells + rules.SQUARES] == sum(number > 0 for number in row[:cells])
            assert row[cells + rules.SQUARES + 1] == sum(number < 0 for number in row[:cells])
        game.push(move)
        assert sum(rules.score(constants, game.row, side) for side in (0, 1)) == made
        assert not any(game.row[rules.kept(constants) :])  # nothing is left of the cascade
        full = [cell for cell in range(cells) if abs(game.row[cell]) >= rules.capacity(constants, cell)]
        assert game.outcome() or not full


def test_turned_boards_have_turned_moves() -> None:
    """A board turned upside down plays the same, as far as no winner cuts the cascade short."""
    for game in random_games(4, 10, seed=9):
        rows, side, made = game.position.split()
        turned = ludarium.new("beetle-battle", f"{'/'.join(reversed(rows.split('/')))} {side} {made}", size=4)
        for move in game.legal_moves:
            row, column = map(int, str(move).split(","))
            one, other = game.copy(), turned.copy()
            one.push(move)
            other.push(f"{3 - row},{column}")
            assert bool(one.outcome()) == bool(other.outcome())
            if not one.outcome():
                assert str(one).split("\n") == str(other).split("\n")[::-1]


def test_scene() -> None:
    scene = ludarium.new("beetle-battle", "r1,.,./.,r2,b1/.,.,b1 blue 5", size=3).scene()
    assert (scene.columns, scene.rows, scene.turn, scene.words) == (3, 3, 1, ())
    assert [tuple(panel) for panel in scene.panels] == [("red", "3"), ("blue", "2")]
    pieces = {cell.name: cell.piece[:3] for cell in scene.cells if cell.piece}
    assert pieces == {
        "0,0": (0, "beetle", 1),
        "1,1": (0, "beetle", 2),
        "1,2": (1, "beetle", 1),
        "2,2": (1, "beetle", 1),
    }
    assert [(cell.x, cell.y) for cell in scene.cells if cell.name == "1,2"] == [(2, 1)]


def test_keys_tell_positions_apart() -> None:
    game = board.make(10)
    rows = [ludarium.new("beetle-battle", size=10).row[:]]
    for cell in range(100):
        rows.append(rows[-1][:])
        rules.play(game, rows[-1], cell)
    assert len({rules.key(game, row) for row in rows}) == 101


@pytest.mark.parametrize("text", ["1,2", " 1,2 ", "1 , 2", "1, 2\n"])
def test_blanks_do_no_harm(text: str) -> None:
    assert str(ludarium.new("beetle-battle").parse(text)) == "1,2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'' is no move; a move is a row and a column, as in 0,2"),
        ("a1", "'a1' is no move; a move is a row and a column, as in 0,2"),
        ("1", "'1' lacks the column; a move is a row and a column, as in 0,2"),
        ("1,", "'1,' lacks the column; a move is a row and a column, as in 0,2"),
        ("1,2,3", "'1,2,3' is no move; a move is a row and a column, as in 0,2"),
        ("-1,2", "'-1,2' is no move; a move is a row and a column, as in 0,2"),
        ("٣,٣", "'٣,٣' is no move; a move is a row and a column, as in 0,2"),
        ("5,0", "'5,0' is off the board; rows and columns go from 0 to 4"),
        ("0,999999999", "'0,999999999' is off the board; rows and columns go from 0 to 4"),
    ],
)
def test_bad_notation(text: str, sentence: str) -> None:
    game = ludarium.new("beetle-battle")
    with pytest.raises(BadNotation) as caught:
        game.push(text)
    assert str(caught.value) == sentence and game == ludarium.new("beetle-battle") and not game.moves


@pytest.mark.parametrize("size", [0, 6, -3, "six", True, None, (3,), "", "3.5"])
def test_bad_size(size: object) -> None:
    with pytest.raises(BadOption, match=r"^size takes 3, 4, 5 or 10, not "):
        ludarium.new("beetle-battle", size=size)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "a position is a board, the side to move and the moves made, not 0 parts"),
        (".,.,./.,.,./.,.,. red", "a position is a board, the side to move and the moves made, not 2 parts"),
        (".,.,./.,.,./.,.,. green 0", "the side to move is red or blue, not 'green'"),
        (".,.,./.,.,./.,.,. red x", "the moves made are a whole number, not 'x'"),
        (".,.,./.,.,./.,.,. red -1", "the moves made are a whole number, not '-1'"),
        (".,.,./.,.,. red 0", "the board '.,.,./.,.,.' has 2 rows joined by / and not 3"),
        (".,.,./.,./.,.,. red 0", "row 1, '.,.', has 2 squares joined by commas and not 3"),
        ("r,.,./.,.,./.,.,. blue 1", "square 0,0 has 'r', which is neither . nor beetles like r1 or b3"),
        (".,.,./.,g1,./.,.,. blue 1", "square 1,1 has 'g1', which is neither . nor beetles like r1 or b3"),
        (".,.,./.,r0,./.,.,. red 0", "square 1,1 has 'r0', which is neither . nor beetles like r1 or b3"),
        ("r1,.,./.,.,./.,.,. red 2", "the beetles on the board, 1, must be as many as the moves made, 2"),
        ("r1,.,./.,.,./.,.,. red 1", "move 2 is made by blue, not by red"),
        (
            "b1,.,./.,.,./.,.,. blue 1",
            "before move 2 no beetle can have changed its colour, so the colours must be as placed",
        ),
        (
            "r1,.,./.,.,./.,r1,. red 2",
            "before move 3 no beetle can have changed its colour, so the colours must be as placed",
        ),
        ("r2,.,./.,b1,./.,.,. blue 3", "square 0,0 has 2 beetles, but 2 have to jump off while the game goes on"),
        ("b1,b1,./.,.,./.,.,b1 blue 3", "red moved last, so it cannot be red whose beetles are gone"),
    ],
)
def test_bad_position(text: str, sentence: str) -> None:
    with pytest.raises(BadNotation) as caught:
        ludarium.new("beetle-battle", text, size=3)
    assert str(caught.value) == sentence


@given(st.text(max_size=30) | st.text("rb123.,/ ed lu", max_size=60))
def test_no_text_raises_anything_else(text: str) -> None:
    game = ludarium.new("beetle-battle", size=3)
    for attempt in (lambda: game.push(text)), (lambda: ludarium.new("beetle-battle", text, size=3)):
        try:
            attempt()
        except (BadNotation, IllegalMove) as error:
            assert "\n" not in str(error)
    try:
        ludarium.new("beetle-battle", size=text)
    except BadOption as error:
        assert "\n" not in str(error)
