"""What the computer knows about Beetle Battle: it must not depend on which way the board is turned, or who is red."""

from random import Random

import numpy as np
import pytest

import ludarium
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.exact.tablebase import Tablebase
from ludarium.engine.search.negamax import WIN
from ludarium.games import kind
from ludarium.games.beetle_battle import board, rules, strategy

from ..support.compiled_functions import assert_known_the_same
from ..support.random_positions import unfinished
from ..support.weights import assert_linear

BEETLES = kind("beetle-battle")
every_size = pytest.mark.parametrize("size", rules.SIZES)


def positions(size: int, number: int, seed: int = 1) -> list[list[int]]:
    """Positions at some moment of random play, in which the game goes on."""
    return unfinished(BEETLES, board.make(size), number, 2 * size * size, seed)


@every_size
def test_a_turned_board_is_worth_the_same(size: int) -> None:
    game = board.make(size)
    squares = np.arange(size * size).reshape(size, size)
    ways = [np.rot90(way, turns).ravel().tolist() for way in (squares, squares.T) for turns in range(4)]
    for row in positions(size, 10):
        turned = [[row[cell] for cell in way] + row[size * size :] for way in ways]
        assert len({strategy.evaluate(game, other) for other in turned}) == 1
        for way, other in zip(ways, turned, strict=True):
            for move in BEETLES.legal_moves(game, other):
                for knows in strategy.order, strategy.noisy:
                    assert knows(game, other, move) == knows(game, row, way[move])


@every_size
def test_colours_are_alike(size: int) -> None:
    game = board.make(size)
    for row in positions(size, 20):
        other = [-beetles for beetles in row[: size * size]] + row[size * size :]
        other[game.cells + rules.TURN] = 1 - row[game.cells + rules.TURN]
        assert strategy.evaluate(game, other) == strategy.evaluate(game, row)
        for move in BEETLES.legal_moves(game, row):
            assert strategy.order(game, other, move) == strategy.order(game, row, move)
            assert strategy.noisy(game, other, move) == strategy.noisy(game, row, move)


@every_size
def test_a_loud_move_turns_beetles_that_stand_beside_it_and_bursts_come_first(size: int) -> None:
    game = board.make(size)
    for row in positions(size, 20):
        mine = rules.turn(game, row)
        for move in BEETLES.legal_moves(game, row):
            child = row[:]
            rules.play(game, child, move)
            turned = rules.score(game, child, 1 - mine) < rules.score(game, row, 1 - mine)
            bursts = abs(row[move]) + 1 == rules.capacity(game, move)
            assert (strategy.order(game, row, move) > 0) == bursts
            assert not strategy.noisy(game, row, move) or (bursts and turned)
            assert bursts or not turned


@every_size
def test_the_evaluation_is_linear_in_its_weights(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rows = board.make(size), positions(size, 15)
    assert_linear(strategy, game, rows, monkeypatch)


def test_a_value_is_the_sum_of_what_is_on_the_board() -> None:
    tempo, corner, edge, edge_2, _, _, inside_3, chain = strategy.WEIGHTS[:8]
    edge_2_meets_inside_3, corner_meets_edge = strategy.WEIGHTS[13], strategy.WEIGHTS[8]
    for text, value in (
        ("r1,.,./.,.,./.,.,b1 red 2", tempo),
        ("r1,r1,./.,b1,./.,.,. blue 3", tempo - corner - edge_2 + inside_3 + strategy.WEIGHTS[15]),
        ("r1,r1,./.,b1,./.,.,b1 red 4", tempo + edge_2 - inside_3 + edge_2_meets_inside_3),
        ("r1,r2,./.,.,./.,b2,b1 red 6", tempo),
        ("r1,r2,b1/.,.,./.,.,. red 4", tempo + edge + chain + corner_meets_edge),
    ):
        assert strategy.evaluate(board.make(3), board.read_position(board.make(3), text)) == value


@every_size
def test_compiled_knowledge_is_the_same(size: int) -> None:
    game = board.make(size)
    for row in positions(size, 20):
        assert_known_the_same(BEETLES, game, row)


def test_numbers_name_positions() -> None:
    game = board.make(3)
    assert strategy.positions(game) == 354_375 and strategy.positions(board.make(4)) == 0
    row, random = list(rules.start(game, 0)), Random(3)
    for number in [0, 354_374, *(random.randrange(354_375) for _ in range(300))]:
        strategy.place(game, row, number)
        assert strategy.number(game, row) == number
        assert sum(map(abs, row[:9])) == row[9 + rules.MOVES] and row[9 + rules.TURN] == row[9 + rules.MOVES] % 2
        assert [sum(beetles > 0 for beetles in row[:9]), sum(beetles < 0 for beetles in row[:9])] == row[11:13]
    for position in positions(3, 100):
        strategy.place(game, row, strategy.number(game, position))
        assert row == position


def test_the_search_finds_what_the_table_knows() -> None:
    game = board.make(3)
    table, searcher = Tablebase(BEETLES, game), AlphaBeta(BEETLES, game, megabytes=1)
    for row in positions(3, 60, seed=2):
        sign, plies = table.score(row)
        result = searcher.search(row)
        assert result.score == sign * (WIN - plies) and result.move in table.best(row)


def test_on_the_usual_board_the_search_finds_a_win_that_is_there() -> None:
    text = "r1,.,.,.,./b2,r1,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,. red 4"
    game = ludarium.new("beetle-battle", text)
    result = AlphaBeta(game.kind, game.constants, megabytes=1).search(game.row, nodes=100_000)
    assert (result.move, result.score) == (0, WIN - 1)
