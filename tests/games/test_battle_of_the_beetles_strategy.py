"""What the computer knows about Battle of the Beetles: endings against a naive solver, and that colours are alike."""

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.negamax import WIN
from ludarium.engine.search.result import SURE
from ludarium.games import kind
from ludarium.games.battle_of_the_beetles import board, rules, strategy

from ..support.compiled_functions import assert_known_the_same
from ..support.naive.battle_of_the_beetles import BLUE, attacks
from ..support.weights import assert_linear

BEETLES = kind("battle-of-the-beetles")
GAME = board.make("rings", placement=False, shells=True)

Beetles = frozenset[tuple[int, int]]  # cells as (column, row)


@cache
def reached(cell: tuple[int, int]) -> Beetles:
    return frozenset(attacks(cell))


@cache
def solve(me: Beetles, you: Beetles, eggs: Beetles) -> int:
    """The plies in which the player to move wins, or less than 0 if it loses, by plain recursion; 0 is the end."""
    after = [(me, eggs - {egg}) for egg in me & eggs]
    after += [(me - {origin} | {target}, eggs) for origin in me - eggs for target in reached(origin) & you - eggs]
    if not after:
        after = [(me - {origin}, eggs) for origin in me - eggs if reached(origin) & me - eggs]
    answers = [solve(you - mine, mine, left) for mine, left in after]
    won = [1 - answer for answer in answers if answer <= 0]
    return min(won) if won else -max((1 + answer for answer in answers), default=0)


def truth(row: list[int]) -> int:
    """What the naive solver says of a position."""
    me, you, eggs = (
        frozenset((cell % 7 + 1, cell // 7 + 1) for cell in range(rules.CELLS) if row[place] >> cell & 1)
        for place in (row[rules.TURN], 1 - row[rules.TURN], rules.EGGS)
    )
    return solve(me, you, eggs)


def score_of(plies: int) -> int:
    """How the search scores what is won or lost in so many plies."""
    return WIN - plies if plies > 0 else -WIN - plies


def scattered(number: int, most: int, eggs: float, seed: int) -> list[list[int]]:
    """Positions with few beetles on any cells, in which the game goes on."""
    random, found = Random(seed), list[list[int]]()
    while len(found) < number:
        row = [0, 0, 0, random.randrange(2), 0, 0]
        for x, y in random.sample(sorted(BLUE), random.randint(2, most)):
            bit = 1 << rules.SIZE * (y - 1) + x - 1
            row[random.randrange(2)] |= bit
            row[rules.EGGS] |= bit * (random.random() < eggs)
        if not rules.outcome(GAME, row):
            found.append(row)
    return found


def played(number: int, seed: int, **options: Any) -> list[list[int]]:
    """Positions at some moment of random play, in which the game goes on."""
    game, random, found = BEETLES.make(BEETLES.choose(options)), Random(seed), list[list[int]]()
    while len(found) < number:
        row = list(rules.start(game, 0))
        for _ in range(random.randrange(50)):
            if rules.outcome(game, row):
                break
            rules.play(game, row, random.choice(BEETLES.legal_moves(game, row)))
        if not rules.outcome(game, row):
            found.append(row)
    return found


def test_what_is_known_is_so() -> None:
    """Each is won or lost in just so many plies if both play as long as they can."""
    known = 0
    for row in scattered(6000, 8, 0.2, seed=1):
        plies = strategy.known(GAME, row)
        if plies:
            assert plies == truth(row), row
            known += 1
    assert known > 1000


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
        assert strategy.known(GAME, board.read_position(GAME, text)) == plies, text
    placing = board.make("rings", placement=True, shells=True)
    unplaced = [row for row in played(40, 1, placement=True) if row[rules.TO_PLACE]]
    assert unplaced and not any(strategy.known(placing, row) for row in unplaced)


@pytest.mark.parametrize("threads", [1, 2])
def test_endgames_are_solved_as_by_the_naive_solver(threads: int) -> None:
    searcher = AlphaBeta(BEETLES, GAME, megabytes=1, threads=threads)
    for row in scattered(40, 8, 0.2, seed=2):
        result, plies = searcher.search(row), truth(row)
        child = row[:]
        rules.play(GAME, child, result.move)
        assert (result.score > SURE, result.score < -SURE) == (plies > 0, plies < 0) != (False, False)
        assert (truth(child) > 0) == (plies < 0)
        # Threads that hurry each other may be content with a longer way
        assert threads > 1 or result.score == score_of(plies)


def test_forced_wins_are_found_at_the_depth_they_need() -> None:
    """And sooner where the colours are apart before the end, and later where a late move is searched less deep first.
    Nothing is ever called sure that is not so."""
    for row in scattered(150, 8, 0.0, seed=3):
        plies = truth(row)
        for depth in range(1, abs(plies) + 1):
            score, thorough = (
                AlphaBeta(BEETLES, GAME, megabytes=1, thorough=thorough).search(row, depth=depth).score
                for thorough in (False, True)
            )
            assert abs(score) < SURE or score * plies > 0
        assert abs(thorough) > SURE
        assert AlphaBeta(BEETLES, GAME, megabytes=1).search(row, depth=abs(plies) + 4).score * plies > SURE


def turned(bits: int, way: list[int]) -> int:
    return sum(1 << to for cell, to in enumerate(way) if bits >> cell & 1)


def ways() -> list[list[int]]:
    """For each turn and mirroring of the board, where each cell goes."""
    cells = np.arange(rules.CELLS).reshape(rules.SIZE, rules.SIZE)
    return [np.rot90(side, turns).ravel().tolist() for side in (cells, cells.T) for turns in range(4)]


@pytest.mark.parametrize("shells", [True, False])
def test_neither_the_way_the_board_is_turned_nor_the_colours_matter(shells: bool) -> None:
    for row in played(25, 4, shells=shells):
        for way in ways():
            green, red, eggs = (turned(bits, way) for bits in row[:3])
            for other in [green, red, eggs, row[3], 0, 0], [red, green, eggs, 1 - row[3], 0, 0]:
                assert strategy.evaluate(GAME, other) == strategy.evaluate(GAME, row)
                assert strategy.known(GAME, other) == strategy.known(GAME, row)
                for move in BEETLES.legal_moves(GAME, row):
                    captures = move >= rules.CAPTURES
                    same = way[move & 63] | (rules.CAPTURES | way[move >> 6 & 63] << 6 if captures else 0)
                    for knows in strategy.order, strategy.noisy:
                        assert knows(GAME, other, same) == knows(GAME, row, move)


def test_beetles_attack_what_the_rules_say() -> None:
    for row in scattered(300, 14, 0.0, seed=5):
        cells = [cell for cell in range(rules.CELLS) if row[rules.GREEN] >> cell & 1]
        hit = {to for cell in cells for to in range(rules.CELLS) if rules.ATTACKS[cell] >> to & 1}
        by = {cell for cell in range(rules.CELLS) if rules.ATTACKS[cell] & row[rules.GREEN]}
        assert strategy.attacked(row[rules.GREEN]) == sum(1 << cell for cell in hit)
        assert strategy.attacking(row[rules.GREEN]) == sum(1 << cell for cell in by)


@pytest.mark.parametrize("shells", [True, False])
def test_the_evaluation_is_linear_in_its_weights(shells: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = played(40, 6, shells=shells)
    assert_linear(strategy, GAME, rows, monkeypatch)


def test_compiled_knowledge_is_the_same() -> None:
    for row in played(60, 7) + played(60, 8, shells=False) + played(20, 9, placement=True) + scattered(60, 8, 0.2, 10):
        assert_known_the_same(BEETLES, GAME, row)
