"""Abatis: shots, knockouts and blocks."""

import pytest

from ludarium.contract.errors import IllegalMove
from ludarium.games.abatis import board, lanes, rules

from ..support.abatis_boards import LONE, at, drawn, field, film, margin, stack, standing

# A classic shot


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
    across = "nothing to hit; no chip stands in the lane of {}"
    stands = "the way in is blocked; only a knockout pushes the chip where {} enters"
    for shot, why in ("N2", across), ("W4", across), ("W5", stands):
        with pytest.raises(IllegalMove, match=f"^{shot} is not a legal move for player: {why.format(shot)}$"):
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
