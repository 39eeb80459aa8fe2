"""Endings of Battle of the Beetles: what is known by counting, and by the table, against a naive solver."""

from array import array
from random import Random

import pytest

from ludarium.contract.bits import count
from ludarium.engine.code import game_code
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.exact.endings import endings_of
from ludarium.engine.search.factory import make_searcher
from ludarium.engine.search.result import SURE, SearchResult
from ludarium.games.battle_of_the_beetles import board, rules
from ludarium.games.battle_of_the_beetles.endings import MOST, QUIET, contact, ending, known, quiet_captures

from ..support.beetle_positions import BEETLES, GAME, played, scattered, score_of, truth, turned, ways
from ..support.compiled_functions import look_up

ENDINGS = endings_of(BEETLES, GAME)
TABLE = list(ENDINGS)


def asked(number: int, most: int, eggs: float, seed: int) -> list[list[int]]:
    """Positions of few beetles that the table knows."""
    return [row for row in scattered(number, most, eggs, seed) if ending(GAME, row, TABLE)]


def test_what_is_known_is_so() -> None:
    """Each is won or lost in just so many plies if both play as long as they can."""
    found = 0
    for row in scattered(6000, 8, 0.2, seed=1):
        plies = known(GAME, row)
        if plies:
            assert plies == truth(row), row
            found += 1
    assert found > 1000


def test_nothing_is_known_while_colours_attack_each_other_or_eggs_are_placed() -> None:
    """b1 attacks d1, and neither attacks c1: eggs to hatch and friends to capture are all that there is to do."""
    for row, side, plies in (
        ("xG.R..x", "green", 0),
        ("xg.R..x", "red", 0),
        ("xGR...x", "green", 0),
        ("xgR...x", "green", 1),
        ("xgr...x", "green", -2),
        ("xG.G.rx", "green", 0),
        ("xGrG..x", "green", -2),
        ("xGrg..x", "green", 3),
    ):
        text = f"x.....x/.-----./.-...-./.-.x.-./.-...-./.-----./{row} {side}"
        assert known(GAME, board.read_position(GAME, text)) == plies, text
    placing = board.make("rings", placement=True, shells=True)
    unplaced = [row for row in played(40, 1, placement=True) if row[rules.TO_PLACE]]
    assert unplaced and not any(known(placing, row) for row in unplaced)


@pytest.mark.parametrize("eggs", [0.0, 0.25, 0.6])
def test_the_table_says_who_wins_and_how_long_it_takes_at_most(eggs: float) -> None:
    found = [row for row in asked(8000, 8, eggs, seed=20) if not known(GAME, row)]
    for row in found:
        plies, real = ending(GAME, row, TABLE), truth(row)
        assert (plies > 0) == (real > 0) and abs(real) <= abs(plies) and (plies - real) % 2 == 0, row
    assert len(found) > 1500
    # With and without quiet beetles beside
    contacts = [contact(row) for row in found]
    assert {count(cells) for cells in contacts} == set(range(2, MOST + 1))
    assert any(row[rules.GREEN] & ~cells for row, cells in zip(found, contacts, strict=True))


def test_two_parts_beside_each_other_are_in_the_table() -> None:
    """b1 and d1, b7 and d7 attack each other: eggs decide who has to give way."""
    for above, below in ("R.G", "G.R"), ("r.G", "G.R"), ("R.g", "G.r"), ("r.g", "g.r"), ("g.r", "G.r"):
        text = f"x{above}..x/.-----./.-...-./.-.x.-./.-...-./.-----./x{below}..x green"
        row = list(board.read_position(GAME, text))
        assert count(contact(row)) == 4, text
        assert (ending(GAME, row, TABLE) > 0) == (truth(row) > 0), text


def test_the_table_knows_a_position_however_it_is_turned_or_coloured() -> None:
    for row in asked(150, 9, 0.3, seed=21):
        plies = ending(GAME, row, TABLE)
        for way in ways():
            green, red, eggs = (turned(bits, way) for bits in row[:3])
            assert ending(GAME, [green, red, eggs, row[rules.TURN], 0, 0], TABLE) == plies
            assert ending(GAME, [red, green, eggs, 1 - row[rules.TURN], 0, 0], TABLE) == plies


def test_the_table_says_nothing_of_many_beetles() -> None:
    full = board.read_position(GAME, "xRGRGRx/R-----G/G-...-R/R-.x.-G/G-...-R/R-----G/xGRGRGx green")
    assert contact(full) == 0 == ending(GAME, full, TABLE)
    crowded = 0
    for row in scattered(3000, 14, 0.8, seed=30):
        quiet = row[rules.EGGS] & ~contact(row)
        most = QUIET - (count(contact(row)) == MOST)
        if contact(row) and max(count(row[player] & quiet) for player in range(2)) > most:
            assert ending(GAME, row, TABLE) == 0, row
            crowded += 1
    assert crowded > 100
    placing = board.make("rings", placement=True, shells=True)
    unplaced = [row for row in played(40, 1, placement=True) if row[rules.TO_PLACE]]
    assert unplaced and not any(ending(placing, row, TABLE) for row in unplaced)


def test_quiet_beetles_capture_as_often_as_they_can() -> None:
    for row in scattered(300, 7, 0.0, seed=22):
        beetles = row[rules.GREEN]
        alone = [beetles, 0, 0, rules.GREEN, 0, 0]
        longest = 0
        while not rules.outcome(GAME, alone) and longest < quiet_captures(beetles):
            # The furthest beetles first: what is left must have as many captures less one
            for move in BEETLES.legal_moves(GAME, alone):
                after = alone[:]
                rules.play(GAME, after, move)
                after[rules.TURN] = rules.GREEN
                if quiet_captures(after[rules.GREEN]) == quiet_captures(alone[rules.GREEN]) - 1:
                    alone = after
                    break
            longest += 1
        assert rules.outcome(GAME, alone) and longest == quiet_captures(beetles)


def test_compiled_code_finds_the_same_in_the_table() -> None:
    native, table = game_code(BEETLES).native(look_up), array("q", TABLE)
    for row in [*scattered(800, 9, 0.3, seed=23), *played(100, 24), *played(100, 25, shells=False)]:
        assert native(GAME, array("q", row), table) == ending(GAME, row, TABLE)


@pytest.mark.parametrize("shells", [True, False])
def test_a_search_by_the_table_wins_what_is_won(shells: bool) -> None:
    """And what it does not know at once, it finds with fewer positions."""
    game, eggs = board.make("rings", placement=False, shells=shells), 0.3 * shells
    rows = [row for row in scattered(300, 12, eggs, seed=26) if count(row[rules.GREEN] | row[rules.RED]) >= 10]
    by_table = AlphaBeta(BEETLES, game, megabytes=1, endings=ENDINGS)
    without = AlphaBeta(BEETLES, game, megabytes=1)
    nodes = [0, 0]
    for row in rows[:30]:
        ends = []
        for i, searcher in enumerate((by_table, without)):
            reports = list[SearchResult]()
            searcher.forget()
            result = searcher.search(row, report=reports.append)
            nodes[i] += next(each.nodes for each in reports if abs(each.score) > SURE)
            ends.append(result.score)
        # The table finds who wins, and then the same way as without is found
        assert ends[0] == ends[1] and abs(ends[0]) > SURE
    assert 2 * nodes[0] < nodes[1]


@pytest.mark.parametrize("threads", [1, 2])
def test_a_position_of_the_table_is_played_to_its_end_without_a_slip(threads: int) -> None:
    """Its winner is certain however little is searched, and then its way is looked for without the table."""
    searcher, random = make_searcher(BEETLES, GAME, megabytes=1, threads=threads), Random(27)
    for row in asked(60, 8, 0.3, seed=28):
        searcher.forget()
        result, plies = searcher.search(row, nodes=1), truth(row)
        assert (result.score > SURE, result.score < -SURE) == (plies > 0, plies < 0)
        assert threads > 1 or searcher.search(row).score == score_of(plies)
        winner = row[rules.TURN] if plies > 0 else 1 - row[rules.TURN]
        while not rules.outcome(GAME, row):
            legal = BEETLES.legal_moves(GAME, row)
            wins = row[rules.TURN] == winner
            rules.play(GAME, row, searcher.search(row, nodes=20).move if wins else random.choice(legal))
        assert row[rules.TURN] != winner


def test_a_lost_position_of_the_table_is_lost_as_late_as_can_be() -> None:
    searcher = make_searcher(BEETLES, GAME, megabytes=1)
    for row in asked(120, 8, 0.3, seed=31):
        if (plies := truth(row)) < 0:
            after = row[:]
            searcher.forget()
            rules.play(GAME, after, searcher.search(row).move)
            assert rules.outcome(GAME, after) or truth(after) == -plies - 1


def test_several_lines_of_a_position_of_the_table_are_in_order() -> None:
    searcher = AlphaBeta(BEETLES, GAME, megabytes=1, endings=ENDINGS)
    for row in asked(60, 8, 0.3, seed=29):
        legal, found = BEETLES.legal_moves(GAME, row), list[SearchResult]()
        searcher.lines = len(legal)
        searcher.forget()
        searcher.search(row, report=found.append)
        deepest = {each.rank: each for each in found}
        scores = [deepest[rank].score for rank in sorted(deepest)]
        assert scores == sorted(scores, reverse=True) and len(scores) == len(legal)
        for each in deepest.values():
            after = row[:]
            rules.play(GAME, after, each.move)
            assert (each.score > SURE) == (truth(after) <= 0) and abs(each.score) > SURE
