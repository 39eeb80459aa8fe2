"""What the computer knows about Battle of the Beetles: searches against a naive solver, and that colours are alike."""

import pytest

from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.result import SURE
from ludarium.games.battle_of_the_beetles import attacks as whole_sets
from ludarium.games.battle_of_the_beetles import rules, strategy

from ..support.beetle_positions import BEETLES, GAME, played, scattered, score_of, truth, turned, ways
from ..support.compiled_functions import assert_known_the_same
from ..support.weights import assert_linear


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
        assert whole_sets.attacked(row[rules.GREEN]) == sum(1 << cell for cell in hit)
        assert whole_sets.attacking(row[rules.GREEN]) == sum(1 << cell for cell in by)


@pytest.mark.parametrize("shells", [True, False])
def test_the_evaluation_is_linear_in_its_weights(shells: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = played(40, 6, shells=shells)
    assert_linear(strategy, GAME, rows, monkeypatch)


def test_compiled_knowledge_is_the_same() -> None:
    for row in played(60, 7) + played(60, 8, shells=False) + played(20, 9, placement=True) + scattered(60, 8, 0.2, 10):
        assert_known_the_same(BEETLES, GAME, row)
