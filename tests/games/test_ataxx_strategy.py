"""What the computer knows about Ataxx: it must not depend on which way the board is turned, or who is red."""

from random import Random

import numpy as np
import pytest

import ludarium
from ludarium.contract.bits import count
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.negamax import WIN
from ludarium.engine.search.result import SURE
from ludarium.games import kind
from ludarium.games.ataxx import board, rules, strategy

from ..support.compiled_functions import assert_known_the_same

ATAXX = kind("ataxx")
GAMES = [board.make("", "uai"), board.make("3gh", "seed")]
either = pytest.mark.parametrize("game", GAMES)

SQUARES = np.arange(rules.CELLS).reshape(rules.SIZE, rules.SIZE)
# The eight ways to lay the board: where a cell of the board as it lies now comes from
WAYS = [np.rot90(way, turns).ravel().tolist() for way in (SQUARES, SQUARES.T) for turns in range(4)]


def positions(game: rules.Ataxx, number: int, seed: int = 1, most_empty: int = rules.CELLS) -> list[list[int]]:
    """Positions at some moment of random play, in which the game goes on and no more cells than this are empty."""
    random, found = Random(seed), list[list[int]]()
    while len(found) < number:
        row, met = list(rules.start(game, 0)), list[list[int]]()
        while not rules.outcome(game, row):
            if count(rules.empty_cells(row)) <= most_empty:
                met.append(row[:])
            rules.play(game, row, random.choice(ATAXX.legal_moves(game, row)))
        if met:
            found.append(random.choice(met))
    return found


def turned_bits(bits: int, way: list[int]) -> int:
    return sum(1 << cell for cell, source in enumerate(way) if bits >> source & 1)


def turned_row(row: list[int], way: list[int]) -> list[int]:
    return [turned_bits(bits, way) for bits in row[: rules.TURN]] + row[rules.TURN :]


def turned_move(row: list[int], move: int, way: list[int]) -> int:
    """The same move on a turned board; an extension is written with the lowest origin there."""
    if move == rules.PASS:
        return move
    origin, to = way.index(move >> 6 & 63), way.index(move & 63)
    if move < rules.JUMPS:
        near = rules.NEAR[to] & turned_bits(row[row[rules.TURN]], way)
        return (near & -near).bit_length() - 1 << 6 | to
    return rules.JUMPS | origin << 6 | to


@either
def test_a_turned_board_is_worth_the_same(game: rules.Ataxx) -> None:
    for row in positions(game, 20):
        for way in WAYS:
            other = turned_row(row, way)
            assert strategy.evaluate(game, other) == strategy.evaluate(game, row)
            for move in ATAXX.legal_moves(game, row):
                same = turned_move(row, move, way)
                assert strategy.order(game, other, same) == strategy.order(game, row, move)


@either
def test_colours_are_alike(game: rules.Ataxx) -> None:
    for row in positions(game, 50):
        other = [row[rules.BLUE], row[rules.RED], row[rules.BLOCKS], 1 - row[rules.TURN], *row[rules.CLOCK :]]
        assert strategy.evaluate(game, other) == strategy.evaluate(game, row)
        for move in ATAXX.legal_moves(game, row):
            assert strategy.order(game, other, move) == strategy.order(game, row, move)


@either
def test_the_best_gain_is_that_of_the_best_move(game: rules.Ataxx) -> None:
    for row in positions(game, 100):
        mine, yours = row[row[rules.TURN]], row[1 - row[rules.TURN]]
        gains = [0]
        for move in ATAXX.legal_moves(game, row):
            child = row[:]
            rules.play(game, child, move)
            before, after = count(mine) - count(yours), count(child[row[rules.TURN]]) - count(child[child[rules.TURN]])
            gains.append(after - before)
        near = rules.grow(mine)
        assert strategy.best_gain(near, rules.grow(near) & rules.empty_cells(row), yours) == max(gains)


@pytest.mark.parametrize("around", range(9))
def test_a_surrounded_cell_gains_all_around_it(around: int) -> None:
    near = rules.NEAR[24]
    yours = sum(1 << cell for cell in [i for i in range(rules.CELLS) if near >> i & 1][:around])
    assert strategy.best_gain(0, 1 << 24, yours) == 2 * around
    assert strategy.best_gain(1 << 24, 1 << 24, yours) == 2 * around + 1


@either
def test_the_evaluation_is_linear_in_its_weights(game: rules.Ataxx, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, weights = positions(game, 20), strategy.WEIGHTS[:]
    values = [strategy.evaluate(game, row) for row in rows]
    assert all(abs(value) < 100_000 for value in values)
    sums = [0] * len(rows)
    for i, weight in enumerate(weights):
        # Times the cells of the board, by which the sum is divided at the end
        alone = [rules.CELLS * (i == j) for j in range(len(weights))]
        monkeypatch.setattr(strategy, "WEIGHTS", alone)
        sums = [so_far + weight * strategy.evaluate(game, row) for so_far, row in zip(sums, rows, strict=True)]
    assert [total // rules.CELLS for total in sums] == values


@pytest.mark.parametrize(
    ("fen", "options", "plies"),
    [
        ("x6/7/7/3x3/7/7/6x x 0 1", {}, 91),
        ("x6/7/7/3x3/7/7/6x o 0 1", {}, -92),
        ("x6/7/7/3x3/7/7/6x x 44 1", {}, 91),
        ("ooooooo/xxxxxxx/xxxxxxx/x6/7/7/7 x 0 1", {"rules": "uai"}, 53),
        ("ooooooo/xxxxxxx/xxxxxxx/x6/7/7/7 o 98 1", {"rules": "uai"}, -54),
        ("ooooooo/xxxxxxx/xxxxxxx/x6/7/7/7 o 99 1", {"rules": "uai"}, 0),  # this pass is the hundredth ply
        ("ooooooo/ooooooo/ooooooo/ooooxxx/ooooxxx/xxxxxxx/xxxxxx1 x 0 1", {}, 0),  # full, and red has fewer
        ("7/7/7/7/7/-----1-/x----1- x 0 1", {}, 0),  # red has to jump to get out
        ("x5o/7/7/7/7/7/o5x x 0 1", {}, 0),
    ],
)
def test_a_side_that_fills_the_board_alone_has_won_and_does_so_at_once(
    fen: str, options: dict[str, str], plies: int
) -> None:
    game = ludarium.new("ataxx", fen, **options)
    assert strategy.known(game.constants, game.row) == plies
    winner = game.turn if plies > 0 else "red"
    while plies and not game.outcome():
        game.push(game.best_move(depth=1))
    outcome = game.outcome()
    assert not plies or (outcome and outcome.winner == winner and len(game.moves) <= abs(plies))


@either
def test_compiled_knowledge_is_the_same(game: rules.Ataxx) -> None:
    rows = [*positions(game, 50), *positions(game, 50, most_empty=8)]
    for row in rows:
        assert_known_the_same(ATAXX, game, row)


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("4o2/o6/3xx2/2o4/3x3/7/7 x 0 1", "d5-b5"),
        ("7/2x4/6x/6x/o2o3/7/3oo2 x 0 1", "g4-e2"),
        ("7/6x/1x5/3o3/o5x/5x1/7 x 0 1", "b5-c3"),
    ],
)
def test_the_only_move_that_wins_in_three_plies_is_found(fen: str, move: str) -> None:
    """Late moves are looked at less deep first, so it may take a ply or two more to see all of it."""
    game = ludarium.new("ataxx", fen, rules="uai")
    searcher = AlphaBeta(game.kind, game.constants, megabytes=1)
    assert abs(searcher.search(game.row, depth=2).score) < SURE
    result = searcher.search(game.row, depth=6)
    assert (board.write(game.constants, result.move), result.score) == (move, WIN - 3)


def solved(game: rules.Ataxx, row: list[int], plies: int) -> int:
    """1 if the player to move wins within so many plies, -1 for a loss, 0 if neither can be had by force."""
    if rules.outcome(game, row):
        part = rules.share(game, row, row[rules.TURN])
        return (part > 500) - (part < 500)
    if plies == 0:
        return 0
    best = -1
    for move in ATAXX.legal_moves(game, row):
        child = row[:]
        rules.play(game, child, move)
        best = max(best, -solved(game, child, plies - 1))
        if best > 0:
            break
    return best


@either
def test_endgames_are_played_to_the_end(game: rules.Ataxx) -> None:
    """Where a plain solver sees the end, the search sees the same."""
    searcher = AlphaBeta(ATAXX, game, megabytes=1)
    decided = 0
    for row in positions(game, 100, seed=7, most_empty=3):
        truth = solved(game, row, 3)
        if truth:
            score = searcher.search(row, depth=6).score
            assert abs(score) > SURE and (score > 0) == (truth > 0)
            decided += 1
    assert decided > 20
