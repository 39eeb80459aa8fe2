"""Abatis: shots and knockouts, blocks, levels, the stack, and what people see and type."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludarium
from ludarium.contract.errors import BadNotation, BadOption, IllegalMove
from ludarium.contract.kind import Row
from ludarium.games import kind
from ludarium.games.abatis import board, dealing, lanes, rules
from ludarium.games.abatis.dealing import Abatis
from ludarium.play.game import Game

KIND = kind("abatis")
TYPES = "classic", "knockout", "mixed"
MARGIN = "ABCDABCD/CDABCDAB"  # inner and outer chips of every side, unless a test says otherwise


def place(rows: str, **words: Any) -> str:
    """A position's text from a board drawn as eight rows of cells, and what else is given."""
    ranks = ["".join("1" if cell == "." else cell for cell in row.split()) for row in rows.strip().split("\n")]
    margins = {side: words.pop(side, MARGIN) for side in board.SIDES}
    return " ".join(["/".join(ranks), *(f"{name}={value}" for name, value in (margins | words).items())])


def at(rows: str, type: str = "classic", **words: Any) -> Game:
    return ludarium.new("abatis", position=place(rows, **words), type=type, seed=0)


def drawn(rows: str) -> str:
    return "\n".join(" ".join(row.split()) for row in rows.strip().split("\n"))


def field(game: Game, row: Row) -> str:
    """The board without its margins, as drawn() has it."""
    lines = board.picture(game.constants, row).split("\n")[2:10]
    return "\n".join(" ".join(line[6:29].split()) for line in lines)


def film(game: Game, shot: str) -> list[str]:
    """The board in every frame of a move."""
    move = game.parse(shot).number
    return [field(game, row) for row in KIND.frames(game.constants, game.row[:], move)]


def margin(game: Game, lane: str) -> str:
    """The inner and the outer chip of a lane."""
    pieces = {cell.name: cell.piece for cell in game.scene().cells}
    return "".join(board.LETTERS[piece.colour] for piece in (pieces[lane], pieces[f"{lane}!"]) if piece)


def stack(game: Game) -> str:
    """The chips that came back, the top one first."""
    chips = game.row[lanes.STACK : lanes.STACK + game.row[lanes.RETURNED]]
    return "".join(board.LETTERS[chip] for chip in reversed(chips))


def standing(game: Game) -> int:
    return rules.standing(game.row)


def random_game(type: str, seed: int, shots: int, **options: Any) -> Game:
    game, random = ludarium.new("abatis", type=type, seed=seed, **options), Random(seed)
    for _ in range(shots):
        if game.outcome():
            break
        game.push(random.choice(game.legal_moves))
    return game


# A classic shot

LONE = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . B . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . ."""


def test_a_shot_flies_to_just_before_the_first_chip() -> None:
    game = at(LONE, stack="DE")
    frames = film(game, "N3")
    assert [frame.split("\n").index(". . Cv . . . . .") for frame in frames] == [0, 1, 2, 3]
    game.push("N3")
    assert field(game, game.row) == frames[-1]
    assert frames[-1] == drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . Cv . . . . .
        . . B . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""")
    assert (margin(game, "N3"), stack(game)) == ("AD", "E")
    assert margin(game, "S3") == "CA"


@pytest.mark.parametrize(("shot", "cell"), [("N3", "c5 v"), ("S3", "c3 ^"), ("W5", "b4 >"), ("E5", "d4 <")])
def test_each_side_flies_its_way(shot: str, cell: str) -> None:
    game = at(LONE)
    game.push(shot)
    flown = [f"{place.name} {place.piece.arrow}" for place in game.scene().cells if place.piece and place.piece.arrow]
    assert flown == [cell]


def test_a_lane_without_a_chip_or_with_an_occupied_first_cell_cannot_be_shot() -> None:
    rows = LONE.replace("    . . B . . . . .", "    B . . . . . . .")
    game = at(rows)
    assert [str(move) for move in game.legal_moves] == ["N1", "S1", "E5"]
    before = game.position
    for shot in "N2", "W4", "W5":
        with pytest.raises(IllegalMove, match=f"^{shot} is not a legal move for player$"):
            game.push(shot)
    assert game.position == before
    assert [str(move) for move in at(rows, "knockout").legal_moves] == ["N1", "S1", "W5", "E5"]
    assert [str(move) for move in at(rows, "mixed").legal_moves] == ["N1", "S1", "E5", "N1!", "S1!", "W5!", "E5!"]


def test_a_block_goes_and_what_it_held_up_flies_off_the_board() -> None:
    game = at(
        """
        . . . . . . . D
        . . . . . . . .
        . . . . . . . .
        . . Bv . . . . .
        . . A A . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""",
        stack="DB",
    )
    before, frames = game.position, film(game, "E5")
    assert len(frames) == 1 + 3 + 1 + 5  # in, three cells on, the block, and B over four cells and the edge
    rest, gone, last = frames[3], frames[4], frames[-1]
    assert rest.split("\n")[3:5] == [". . Bv . . . . .", ". . A A A< . . ."]
    assert gone.split("\n")[3:5] == [". . Bv . . . . .", ". . . . . . . ."]
    assert last.replace(" ", "").replace(".", "") == "D\n\n\n\n\n\n\n"
    game.push("E5")
    assert (margin(game, "E5"), margin(game, "S3"), stack(game)) == ("CD", "BC", "AB")
    assert game.row[lanes.SCORE] == 1
    game.pop()
    assert game.position == before


def test_blocks_that_come_to_rest_together_go_together() -> None:
    game = at("""
        . . . . . . . D
        . . . . . . . .
        . . . . . . . .
        . . Bv Cv . . . .
        . . A A . . . .
        . . . . . . . .
        . B B C C . . .
        . . . . . . . .""")
    frames = film(game, "E5")
    assert len(frames) == 1 + 3 + 1 + 2 + 1
    assert frames[-2].split("\n")[5:7] == [". . Bv Cv . . . .", ". B B C C . . ."]
    game.push("E5")
    assert standing(game) == 1
    assert (game.row[lanes.SCORE], game.row[lanes.BLOCKS], game.row[lanes.CHIPS]) == (3, 3, 9)


def test_points_of_a_block() -> None:
    assert [rules.points(n) for n in range(3, 8)] == [1, 2, 4, 7, 11]
    game = at("""
        . . . . . . . D
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . A A . A A .
        . . . . C . . .
        . . . . . . . .
        . . . . . . . .""")
    game.push("N5")
    assert (game.row[lanes.SCORE], standing(game)) == (4, 2)
    assert game.row[lanes.SIZES : lanes.KEPT] == [0, 0, 1, 0, 0, 0, 0]


def test_margin_chips_are_part_of_no_block() -> None:
    game = at(
        """
        . . . . . . . .
        . . A . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""",
        N="AAAAAAAA/AAAAAAAA",
    )
    game.push("N3")
    assert (standing(game), game.row[lanes.BLOCKS]) == (2, 0)


def test_a_tick_is_one_scan_from_the_top_left() -> None:
    s = [0] * lanes.LENGTH
    s[lanes.INNER : lanes.STACK] = [1] * 64
    up, down, right, left = (16 * board.POINTERS.index(arrow) + 2 for arrow in "^v><")
    # Two that fly up, two that fly down, two to the right, two to the left, each pair one behind the other
    s[16] = s[24] = up
    s[17] = s[25] = down
    s[44] = s[45] = right
    s[62] = s[61] = left
    assert rules.tick(s)
    # Who is met first by the scan makes room for the other, or is held up by it
    assert [cell for cell in range(64) if s[cell] == up] == [8, 16]
    assert [cell for cell in range(64) if s[cell] == down] == [17, 33]
    assert [cell for cell in range(64) if s[cell] == right] == [44, 46]
    assert [cell for cell in range(64) if s[cell] == left] == [60, 61]


# Knockouts


def test_a_knockout_pushes_the_unbroken_run() -> None:
    game = at(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . B . . . . .
        . . D . . . . .
        . . . . . . . .
        . . A . . . . .""",
        "knockout",
    )
    frames = film(game, "N3")
    assert len(frames) == 1 + 3 + 1
    assert frames[-2].split("\n")[3] == ". . Cv . . . . ."
    assert frames[-1] == drawn("""
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . Cv . . . . .
        . . B . . . . .
        . . D . . . . .
        . . A . . . . .""")


def test_a_run_at_the_far_edge_pushes_its_last_chip_into_the_margin() -> None:
    game = at(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . B . . . . .
        . . D . . . . .""",
        "knockout",
    )
    game.push("N3")
    assert field(game, game.row).split("\n")[5:] == [". . . . . . . .", ". . Cv . . . . .", ". . B . . . . ."]
    assert (margin(game, "S3"), stack(game)) == ("DC", "A")


def test_a_knockout_of_the_last_chip_of_a_lane_flies_out_after_it() -> None:
    game = at(
        """
        . . . . . . . D
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . B . . . . .""",
        "knockout",
    )
    assert len(film(game, "N3")) == 1 + 6 + 1 + 1
    game.push("N3")
    assert standing(game) == 1
    assert (margin(game, "S3"), stack(game)) == ("CB", "CA")


def test_a_knockout_at_an_occupied_first_cell_pushes_at_once() -> None:
    game = at(
        """
        . . B . . . . .
        . . D . . . . .
        . . . . . . . .
        . . A . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .""",
        "mixed",
    )
    (frame,) = film(game, "N3!")
    assert frame.split("\n")[:4] == [". . Cv . . . . .", ". . B . . . . .", ". . D . . . . .", ". . A . . . . ."]
    with pytest.raises(IllegalMove):
        game.push("N3")


def test_the_stack_fills_the_margin_before_a_pushed_chip_comes_back() -> None:
    full = "\n".join(f". . {chip} . . . . ." for chip in "BDBDBDBD")
    game = at(full, "knockout", stack="E")
    (frame,) = film(game, "N3")
    assert frame == drawn("\n".join(f". . {chip} . . . . ." for chip in ("Cv", *"BDBDBDB")))
    game.push("N3")
    assert (margin(game, "N3"), margin(game, "S3"), stack(game)) == ("AE", "DC", "A")


def test_pushed_chips_keep_their_arrows_and_fly_where_their_way_is_clear() -> None:
    game = at(
        """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . D B< . . . . .
        . . . . . . . .
        . . E . . . . .
        . . . . . . . .""",
        "knockout",
    )
    frames = film(game, "N3")
    assert len(frames) == 1 + 3 + 1 + 3
    assert [frame.split("\n")[4:6] for frame in frames[4:]] == [
        [". D Cv . . . . .", ". . B< . . . . ."],
        [". D Cv . . . . .", ". B< . . . . . ."],
        [". D . . . . . .", "B< . Cv . . . . ."],
        [". D . . . . . .", ". . Cv . . . . ."],
    ]
    game.push("N3")
    assert (margin(game, "W6"), stack(game)) == ("BB", "D")


def test_mixed_has_both_ways() -> None:
    stops, pushes = at(LONE, "mixed"), at(LONE, "mixed")
    stops.push("E5")
    pushes.push("E5!")
    assert field(stops, stops.row).split("\n")[4] == ". . B A< . . . ."
    assert field(pushes, pushes.row).split("\n")[4] == ". B A< . . . . ."
    assert margin(stops, "E5") == margin(pushes, "E5")


def test_with_knockouts_a_full_board_has_shots_and_without_the_game_is_over() -> None:
    full = "\n".join(" ".join("ABCD"[(x + 2 * y) % 4] for x in range(8)) for y in range(8))
    game = at(full, "knockout")
    assert len(game.legal_moves) == 32
    game.push("W1")
    assert (standing(game), game.row[lanes.RETURNED]) == (64, 1)
    over = at(full).outcome()
    assert over and (over.winner, over.scores, over.reason) == (None, (0,), "no shot is left")
    with pytest.raises(IllegalMove, match="the game is over, no shot is left"):
        at(full).push("N1")


# Levels

THREE = """
    . . . . . . . D
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . A A . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . ."""


def test_the_64th_block_ends_the_level_after_the_move() -> None:
    game = at(THREE, blocks=63, seed=9, stack="ABE", supply=40, chips=190, score=70)
    frames = film(game, "E5")
    assert len(frames) == 1 + 3 + 1 + 1
    game.push("E5")
    row = game.row
    assert frames[-1] == field(game, row)
    assert (row[lanes.LEVEL], row[lanes.SCORE], row[lanes.CLEARED]) == (2, 71, 0)
    assert [row[i] for i in (lanes.BLOCKS, lanes.CHIPS, lanes.SUPPLY, lanes.RETURNED)] == [0, 0, 0, 0]
    assert standing(game) == dealing.first_chips(game.constants, 2)


def test_a_cleared_board_brings_32_points_and_the_next_level() -> None:
    for blocks in 0, 63:
        game = at(THREE.replace("D", "."), blocks=blocks)
        game.push("E5")
        assert (game.row[lanes.SCORE], game.row[lanes.LEVEL], game.row[lanes.CLEARED]) == (33, 2, 1)


def test_a_block_less_and_the_level_goes_on() -> None:
    game = at(THREE, blocks=62)
    game.push("E5")
    assert (game.row[lanes.LEVEL], game.row[lanes.BLOCKS]) == (1, 63)


def test_a_level_is_dealt_from_the_seed_alone() -> None:
    one, other = at(THREE, blocks=63, seed=9), at(THREE.replace("D", "."), seed=9, stack="ABE", supply=5)
    one.push("E5")
    other.push("E5")
    assert one.row[: lanes.SCORE] == other.row[: lanes.SCORE]
    assert one.row[: lanes.SCORE] != at(THREE, seed=9).row[: lanes.SCORE]


def test_moves_are_taken_back_only_within_the_level() -> None:
    game = at(THREE, blocks=62)
    game.push("E5")
    game.push("S8")
    game.pop()
    game.pop()
    assert game == at(THREE, blocks=62)

    game = at(THREE, blocks=63)
    game.push("E5")
    after = game.position
    with pytest.raises(IllegalMove, match="only as far as this level began"):
        game.pop()
    assert game.position == after
    game.push(game.legal_moves[0])
    game.pop()
    assert game.position == after


def test_colours_step_up_and_come_round() -> None:
    game = Abatis(0, 5, 8, 5)
    assert [dealing.colours(game, level) for level in range(1, 42, 5)] == [5, 6, 7, 8, 5, 6, 7, 8, 5]
    assert [dealing.colours(game, level) for level in range(5, 42, 5)] == [5, 6, 7, 8, 5, 6, 7, 8]
    assert [dealing.cycle(game, level) for level in (1, 20, 21, 40, 41)] == [0, 0, 1, 1, 2]
    same = Abatis(0, 4, 4, 3)
    assert [dealing.colours(same, level) for level in range(1, 8)] == [4] * 7
    assert [dealing.cycle(same, level) for level in range(1, 8)] == [0, 0, 0, 1, 1, 1, 2]


def test_chips_at_the_start_grow_with_level_and_cycle() -> None:
    game = Abatis(0, 5, 8, 5)
    assert [dealing.first_chips(game, level) for level in range(1, 8)] == [8, 10, 12, 14, 16, 8, 10]
    assert [dealing.first_chips(game, level) for level in (20, 21, 25, 41, 10**15)] == [16, 12, 20, 16, 36]


@pytest.mark.parametrize("scenario", [(4, 4, 5), (4, 5, 3), (5, 8, 5), (9, 10, 7), (4, 10, 3), (10, 10, 5)])
def test_every_level_starts_without_a_block_and_with_shots(scenario: tuple[int, int, int]) -> None:
    least, most, step = scenario
    game = Abatis(0, *scenario)
    for seed in 0, 1, 2**62 - 1:
        s = rules.start(game, seed)
        for level in (*range(1, 2 * step * (most - least + 1) + 1), 1000):
            s[lanes.LEVEL] = level
            dealing.deal(game, s)
            chips = [cell for cell in range(64) if s[cell]]
            assert len(chips) == dealing.first_chips(game, level)
            assert all(s[cell] <= dealing.colours(game, level) for cell in range(lanes.STACK))
            assert all(
                min(cell % 8, cell // 8, 7 - cell % 8, 7 - cell // 8) >= (2 if len(chips) <= 16 else 1)
                for cell in chips
            )
            assert not any(dealing.in_block(s, cell) for cell in chips)
            assert rules.outcome(game, s) == 0
            assert not rules.tick(s) and not rules.eliminate(s)


def test_there_are_70_scenarios() -> None:
    assert len(board.scenarios()) == len(set(board.scenarios())) == 70
    asked = [(least, most, step) for least in range(4, 11) for most in range(least, 11) for step in (3, 5, 7)]
    made = [board.make("mixed", (least, most), step, 0) for least, most, step in asked]
    assert {board.scenario(game) for game in made} == set(board.scenarios())
    assert {game[1:] for game in made} == set(board.scenarios())
    assert board.scenario(Abatis(0, 6, 6, 7)) == (6, 6, 5)


# The stack, chance and conservation


@given(st.sampled_from(TYPES), st.integers(0, 2**62 - 1), st.lists(st.integers(0, 63), max_size=120))
def test_chips_are_conserved(type: str, seed: int, choices: list[int]) -> None:
    game = ludarium.new("abatis", type=type, colors=(4, 6), seed=seed)
    for choice in choices:
        if game.outcome():
            break
        game.push(game.legal_moves[choice % len(game.legal_moves)])
        row = game.row
        dealt = dealing.first_chips(game.constants, row[lanes.LEVEL]) + 64
        there = sum(1 for chip in row[: lanes.RETURNED] if chip)
        assert there == standing(game) + 64 + row[lanes.RETURNED]
        assert there + row[lanes.CHIPS] == dealt + row[lanes.SUPPLY]
        assert standing(game) + row[lanes.RETURNED] <= 65
        assert not any(row[lanes.KEPT :])


@given(st.sampled_from(TYPES), st.integers(0, 999), st.integers(1, 40))
def test_undo_restores_the_stack_exactly(type: str, seed: int, shots: int) -> None:
    game, random = ludarium.new("abatis", type=type, seed=seed), Random(seed)
    rows: list[Row] = []
    while len(rows) < shots and not game.outcome():
        before = game.row[:]
        game.push(random.choice(game.legal_moves))
        # The moves of a level that is over are gone
        rows = [*rows, before] if game.row[lanes.LEVEL] == before[lanes.LEVEL] else []
    for row in reversed(rows):
        game.pop()
        assert game.row == row


def test_the_stack_gives_back_first_what_came_back_last() -> None:
    game = at(LONE, stack="DEC", seed=3, supply=4)
    constants, row = game.constants, game.row[:]
    coming = [dealing.peek(constants, row, i) for i in range(9)]
    assert [board.LETTERS[chip] for chip in coming[:3]] == ["D", "E", "C"]
    assert [dealing.draw(constants, row) for _ in range(9)] == coming
    assert (row[lanes.RETURNED], row[lanes.SUPPLY]) == (0, 10)


@pytest.mark.parametrize("type", TYPES)
def test_a_game_is_reproducible(type: str) -> None:
    game = random_game(type, 11, 150, colors=(4, 5), step=3)
    again = ludarium.new("abatis", type=type, colors="4-5", step="3", seed="11")
    for move in game.moves:
        again.push(str(move))
    assert again == game and again.row == game.row
    assert ludarium.load(game.record()).row == game.row
    other = ludarium.new("abatis", type=type, colors=(4, 5), step=3, seed=12)
    assert (
        other.row[: lanes.STACK] != ludarium.new("abatis", type=type, colors=(4, 5), step=3, seed=11).row[: lanes.STACK]
    )


def test_the_step_makes_no_difference_to_one_number_of_colours() -> None:
    games = [random_game("mixed", 4, 300, colors=(4, 4), step=step) for step in (3, 5, 7)]
    assert games[0].row == games[1].row == games[2].row
    assert games[0].row[lanes.LEVEL] > 1


def test_redeal_changes_only_what_nobody_sees() -> None:
    for type in TYPES:
        for shots in range(0, 60, 7):
            game = random_game(type, shots, shots)
            one, other = game.row[:], game.row[:]
            dealing.redeal(game.constants, one, 1)
            dealing.redeal(game.constants, other, 2)
            assert board.picture(game.constants, one) == board.picture(game.constants, other) == str(game)
            assert (
                one[lanes.LEVEL : lanes.KEPT] == other[lanes.LEVEL : lanes.KEPT] == game.row[lanes.LEVEL : lanes.KEPT]
            )
            assert standing(game) + one[lanes.RETURNED] <= lanes.ROOM
            coming = [[dealing.peek(game.constants, row, i) for i in range(40)] for row in (one, other)]
            assert coming[0][:3] == coming[1][:3] and coming[0] != coming[1]
            assert KIND.read_position(game.constants, KIND.write_position(game.constants, one)) == one


def test_redeal_keeps_hidden_chips_as_many_as_they_were() -> None:
    game = at(LONE, stack="ABCDEABCDE")
    row = game.row[:]
    dealing.redeal(game.constants, row, 5)
    assert row[lanes.RETURNED] == 10
    assert row[lanes.STACK + 7 : lanes.STACK + 10] == game.row[lanes.STACK + 7 : lanes.STACK + 10]
    assert row[lanes.STACK : lanes.STACK + 7] != game.row[lanes.STACK : lanes.STACK + 7]
    assert row[lanes.SUPPLY] == game.row[lanes.SUPPLY]


def test_key_tells_positions_apart() -> None:
    game = ludarium.new("abatis", seed=1)
    keys = {rules.key(game.constants, game.row)}
    for move in game.legal_moves:
        game.push(move)
        keys.add(rules.key(game.constants, game.row))
        game.pop()
    assert len(keys) == 1 + len(game.legal_moves)
    assert rules.key(game.constants, game.row) in keys


# What people see


def test_picture() -> None:
    game = at(
        """
        . . . . . . . .
        . . . . . . . .
        . . D . . . . .
        . . Bv C . . . .
        . . A A . . . .
        . . . . . . . .
        . . . . . . . .
        E . . . . . . .""",
        stack="ABC",
    )
    assert (
        str(game)
        == """\
      C  D  A  B  C  D  A  B
      A  B  C  D  A  B  C  D
C  A  .  .  .  .  .  .  .  .  A  C
D  B  .  .  .  .  .  .  .  .  B  D
A  C  .  .  D  .  .  .  .  .  C  A
B  D  .  .  Bv C  .  .  .  .  D  B
C  A  .  .  A  A  .  .  .  .  A  C
D  B  .  .  .  .  .  .  .  .  B  D
A  C  .  .  .  .  .  .  .  .  C  A
B  D  E  .  .  .  .  .  .  .  D  B
      A  B  C  D  A  B  C  D
      C  D  A  B  C  D  A  B
next A B C"""
    )


def test_scene() -> None:
    game = random_game("mixed", 2, 20)
    scene = game.scene()
    names = {cell.name: cell for cell in scene.cells}
    assert (scene.columns, scene.rows, len(scene.cells), len(names)) == (12, 12, 128, 128)
    assert {cell.ground for cell in scene.cells if 2 <= cell.x < 10 and 2 <= cell.y < 10} == {"field"}
    assert {name: (names[name].x, names[name].y) for name in ("a8", "h1", "N1", "N1!", "S8", "W8!", "E1", "E1!")} == {
        "a8": (2, 2),
        "h1": (9, 9),
        "N1": (2, 1),
        "N1!": (2, 0),
        "S8": (9, 10),
        "W8!": (0, 9),
        "E1": (10, 2),
        "E1!": (11, 2),
    }
    margins = [cell for cell in scene.cells if cell.ground == "margin"]
    assert len(margins) == 64 and all(cell.piece and not cell.piece.arrow for cell in margins)
    assert all(path == (str(move),) and names[path[0]].ground == "margin" for path, move in game.paths().items())
    assert [panel.label for panel in scene.panels] == ["score", "level", "blocks", "next"]
    assert scene.turn == 0 and game.turn == "player"


def test_statistics() -> None:
    game = at(THREE, blocks=7, shots=20, total=30, chips=20, level=6, score=9, sizes="5,1,0,0,0,0,2")
    game.push("E5")
    facts = {panel.label: panel.value for panel in board.statistics(game.constants, game.row)}
    assert facts["score"] == "10" and facts["shots"] == "21" and facts["colours"] == "6" and facts["cycle"] == "1"
    assert facts["blocks at this level"] == "8" and facts["blocks in all"] == "9"
    assert facts["chips at this level"] == "23" and facts["chips in all"] == "33"
    assert facts["blocks of 3"] == "6" and facts["blocks of 9 and more"] == "2"


def test_notation() -> None:
    mixed, knockout, classic = (at(LONE, type) for type in ("mixed", "knockout", "classic"))
    assert [str(mixed.parse(text)) for text in ("n3", " W5 ", "s3!")] == ["N3", "W5", "S3!"]
    assert str(knockout.parse("n3!")) == "N3" and knockout.parse("N3!") == knockout.parse("N3")
    with pytest.raises(BadNotation, match="a classic game has none; write N3"):
        classic.parse("n3!")
    for move in range(64):
        assert board.read(mixed.constants, mixed.row, board.write(mixed.constants, move)) == move


# What is wrong


@pytest.mark.parametrize("text", ["", "N", "N0", "N9", "3N", "N3!!", "N 3", "X3", "N33", "a1", "-", "N\u0663", "N3\n!"])
def test_bad_notation(text: str) -> None:
    game = ludarium.new("abatis", type="mixed", seed=1)
    before = game.position
    with pytest.raises(BadNotation):
        game.push(text)
    assert game.position == before


@pytest.mark.parametrize(
    "options",
    [
        {"type": "blitz"},
        {"type": 1},
        {"colors": (3, 8)},
        {"colors": (5, 11)},
        {"colors": (8, 5)},
        {"colors": 5},
        {"colors": "5"},
        {"colors": "a-b"},
        {"step": 4},
        {"step": "five"},
        {"step": True},
        {"seed": -1},
        {"seed": 1 << 62},
        {"seed": "x"},
        {"colours": (5, 8)},
    ],
)
def test_bad_options(options: dict[str, Any]) -> None:
    with pytest.raises(BadOption):
        ludarium.new("abatis", **options)


GOOD = place(THREE)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "1 rows and not 8"),
        ("8/8", "2 rows and not 8"),
        (GOOD.replace("11AA", "1AA"), "row 5 .* 7 cells"),
        (GOOD.replace("AA", "AAB"), "row 5 .* 9 cells"),
        (GOOD.replace("AA", "Av9"), "is not made of"),
        (GOOD.replace("D/", "K/", 1), "is not made of"),
        (GOOD.replace("D/", "F/", 1), "A to E, and F is none"),
        (GOOD.replace(f"N={MARGIN}", ""), "margin N="),
        (GOOD.replace(f"N={MARGIN}", "N=ABCD/ABCD"), "margin N="),
        (f"{GOOD} N={MARGIN}", "'N' is there a second time"),
        (f"{GOOD} hello", "name=value"),
        (f"{GOOD} luck=7", "no 'luck'"),
        (f"{GOOD} stack=", "stack="),
        (f"{GOOD} stack=AXB", "stack="),
        (f"{GOOD} stack={'A' * 68}", "68 chips"),
        (f"{GOOD} stack={'A' * 65}", "together"),
        (f"{GOOD} stack=F", "F is none"),
        (f"{GOOD} level=0", "level is a whole number from 1"),
        (f"{GOOD} level=\u0663", "level is a whole number"),
        (f"{GOOD} blocks=64", "blocks is a whole number from 0 to 63"),
        (f"{GOOD} score=-1", "score is a whole number"),
        (f"{GOOD} score={'9' * 5000}", "score is a whole number"),
        (f"{GOOD} seed={1 << 62}", "seed is a whole number"),
        (f"{GOOD} sizes=1,2", "sizes= takes 7 numbers"),
        (f"{GOOD} sizes=1,2,3,4,5,6,x", "sizes="),
        (place(LONE.replace("B", ".")), "the board is empty"),
        (place(LONE.replace("B", "Bv")), "can still fly on"),
        (place(THREE.replace("A A .", "A A A")), "there is a block"),
    ],
)
def test_bad_positions(text: str, reason: str) -> None:
    with pytest.raises(BadNotation, match=reason):
        ludarium.new("abatis", position=text, seed=0)


@given(st.text(max_size=40) | st.text("NSWEnswe12389! ", max_size=4))
def test_random_text_is_a_shot_or_bad_notation(text: str) -> None:
    game = ludarium.new("abatis", type="mixed", seed=1)
    try:
        game.parse(text)
    except (BadNotation, IllegalMove) as error:
        assert "\n" not in str(error)


@given(st.sampled_from(TYPES), st.integers(0, 99), st.data())
def test_a_mangled_position_is_refused_or_can_be_played(type: str, seed: int, data: st.DataObject) -> None:
    text = random_game(type, seed, 30).position
    for _ in range(data.draw(st.integers(0, 3))):
        start, end = sorted(data.draw(st.tuples(st.integers(0, len(text)), st.integers(0, len(text)))))
        end = min(end, start + 2)
        text = text[:start] + data.draw(st.text("0189ABEJKv^<>/=-, ", max_size=3) | st.text(max_size=1)) + text[end:]
    try:
        game = ludarium.new("abatis", position=text, type=type, seed=0)
    except BadNotation as error:
        assert "\n" not in str(error)
        return
    assert KIND.read_position(game.constants, game.position) == game.row
    random = Random(seed)
    for _ in range(20):
        if game.outcome():
            break
        move = random.choice(game.legal_moves)
        frames = sum(1 for _ in KIND.frames(game.constants, game.row[:], move.number))
        assert frames < 600
        game.push(move)
        assert standing(game) + game.row[lanes.RETURNED] <= lanes.ROOM


@given(st.text(max_size=60))
def test_random_text_is_no_position(text: str) -> None:
    with pytest.raises(BadNotation):
        ludarium.new("abatis", position=text, seed=0)


@pytest.mark.parametrize("type", TYPES)
def test_positions_round_trip(type: str) -> None:
    for shots in range(0, 200, 23):
        game = random_game(type, shots, shots, colors=(4, 10), step=3)
        again = ludarium.new("abatis", position=game.position, **{**game.options, "seed": 0})
        assert again.row == game.row and again.position == game.position
