"""The searcher for one player: what it sees and what not, what it finds, and that it can be stopped at any moment."""

import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import ludarium
from ludarium.contract.row import Row
from ludarium.engine.code import game_code
from ludarium.engine.memory import as_array
from ludarium.engine.search import beam
from ludarium.engine.search.beam import BeamSearch
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.result import SearchResult
from ludarium.games import kind
from ludarium.games.abatis import board, lanes, rules, strategy
from ludarium.games.abatis.dealing import NEXT, Abatis, colours, peek

from ..support.abatis_boards import TYPES, at

KIND = kind("abatis")
every_type = pytest.mark.parametrize("type", TYPES)


def constants(type: str) -> Abatis:
    game: Abatis = KIND.make(KIND.choose({"type": type, "colors": (4, 8)}))
    return game


def alone(type: str, **how: Any) -> BeamSearch:
    return BeamSearch(KIND, constants(type), **{"megabytes": 2, **how})


def positions(type: str, games: int, shots: int, every: int = 1) -> Iterator[Row]:
    """Positions on the way through random games."""
    game = constants(type)
    for seed in range(games):
        row, random = KIND.rules.start(game, seed), Random(seed)
        for shot in range(shots):
            legal = KIND.legal_moves(game, row)
            if not legal:
                break
            if shot % every == 0:
                yield row[:]
            KIND.rules.play(game, row, random.choice(legal))


def found(result: SearchResult) -> tuple[object, ...]:
    """All of a result but the time that the search took."""
    return result[:4] + result[5:]


def look_alike(game: Abatis, row: Row, random: Random) -> Row:
    """A position that looks the same, with all else drawn anew: seed, supply, and the stack below what is seen."""
    twin, chips = row[:], [peek(game, row, i) for i in range(NEXT)]
    below = [1 + random.randrange(colours(game, row[lanes.LEVEL])) for _ in range(random.randrange(1, 9))]
    room = [*below, *reversed(chips)]
    for i in range(lanes.ROOM):
        twin[lanes.STACK + i] = room[i] if i < len(room) else 0
    twin[lanes.RETURNED], twin[lanes.SUPPLY] = len(room), random.randrange(1000)
    twin[lanes.SEED] = random.getrandbits(60)
    return twin


# What it sees


@every_type
def test_what_is_hidden_makes_no_difference(type: str) -> None:
    game, searcher, random = constants(type), alone(type), Random(1)
    for row in positions(type, games=4, shots=70, every=12):
        twin = look_alike(game, row, random)
        assert board.picture(game, twin) == board.picture(game, row) and twin != row
        assert found(searcher.search(twin, nodes=800)) == found(searcher.search(row, nodes=800))


@every_type
def test_what_is_seen_stays_when_worlds_are_imagined(type: str) -> None:
    game = constants(type)
    for row in positions(type, games=3, shots=60, every=7):
        one, other = row[:], look_alike(game, row, Random(2))
        strategy.determinize(game, one, 5)
        strategy.determinize(game, other, 5)
        assert one == other and board.picture(game, one) == board.picture(game, row)
        strategy.determinize(game, other, 6)
        coming = [[peek(game, world, i) for i in range(40)] for world in (one, other)]
        assert coming[0] != coming[1] and coming[0][:NEXT] == coming[1][:NEXT]


@every_type
def test_positions_are_judged_the_same_compiled_and_plain(type: str) -> None:
    value_of, visible_key = map(game_code(KIND).native, (beam.value_of, beam.visible_key))
    game = constants(type)
    for row in positions(type, games=8, shots=200, every=4):
        value = 100 * rules.score(game, row, 0) + strategy.evaluate(game, row)
        assert value_of(game, as_array(row)) == value and abs(value) < beam.FAR
        seen = row[:]
        strategy.determinize(game, seen, 0)
        assert visible_key(game, as_array(row)) == rules.key(game, seen)


def test_a_lost_game_is_worth_little() -> None:
    game, random = constants("classic"), Random(1)
    row = before = KIND.rules.start(game, 1)
    while legal := KIND.legal_moves(game, row):
        before = row[:]
        KIND.rules.play(game, row, random.choice(legal))
    searcher = alone("classic")
    assert searcher.final_score(row, 0) < searcher.final_score(before, 0) - 10_000


# What it does


@every_type
def test_moves_are_legal_wherever_random_games_lead(type: str) -> None:
    game, searcher, met = constants(type), alone(type), 0
    for row in positions(type, games=30, shots=120, every=2):
        result = searcher.search(row, nodes=40)
        assert result.move in KIND.legal_moves(game, row) and result.line[0] == result.move
        met += 1
    assert met > 1000


@every_type
def test_a_stop_at_any_moment_leaves_a_legal_move(type: str) -> None:
    game, searcher = constants(type), alone(type, threads=2)
    row = KIND.rules.start(game, 1)
    searcher.search(row, nodes=1)
    for delay in 0.0, 0.0005, 0.003, 0.02:
        cancel = CancelToken()
        clock = threading.Timer(delay, cancel.cancel)
        clock.start()
        result = searcher.search(row, seconds=60, cancel=cancel)
        clock.join()
        assert result.move in KIND.legal_moves(game, row) and result.seconds < 60


@every_type
def test_the_same_thought_again_is_the_same(type: str) -> None:
    game, searcher = constants(type), alone(type)
    row = KIND.rules.start(game, 3)
    first = found(searcher.search(row, nodes=5000))
    searcher.search(KIND.rules.start(game, 4), nodes=700)
    assert found(searcher.search(row, nodes=5000)) == first == found(alone(type).search(row, nodes=5000))


def test_limits_are_kept() -> None:
    game, searcher = constants("mixed"), alone("mixed")
    row = KIND.rules.start(game, 1)
    for nodes in 1, 100, 3000:
        result = searcher.search(row, nodes=nodes)
        assert nodes <= result.nodes <= nodes + rules.most_moves(game)
    for depth in 1, 3, 8:
        result = searcher.search(row, nodes=60_000, depth=depth)
        assert result.depth == depth and len(result.line) <= depth
    assert beam.NEAR < searcher.search(row, nodes=60_000, depth=100).depth <= beam.HORIZON
    legal, heard = KIND.legal_moves(game, row), list[SearchResult]()
    assert searcher.search(row, nodes=500, banned=legal[:-1]).move == legal[-1]
    result = searcher.search(row, nodes=40_000, report=heard.append)
    assert len(heard) > 2 and all(report.nodes < result.nodes and report.depth <= result.depth for report in heard)
    assert alone("mixed", threads=2).search(row, nodes=500).move in legal


# What it finds

PAIR = """
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . A A . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . ."""


def best(game: ludarium.Game, **how: Any) -> str:
    result = BeamSearch(game.kind, game.constants, megabytes=2).search(game.row, **how)
    return board.write(game.constants, result.move)


@every_type
@pytest.mark.parametrize("nodes", [1, 300, 3000])
def test_a_shot_that_clears_the_board_is_made(type: str, nodes: int) -> None:
    margins = {"N": "BCABCDBC/CDCDCDCD", "S": "CBDCBDCB/CDCDCDCD", "W": "BCDBCDBC/CDCDCDCD", "E": "DCBDCBDC/CDCDCDCD"}
    game = at(PAIR, type, **margins)
    game.push(best(game, nodes=nodes))
    assert (game.row[lanes.LEVEL], game.row[lanes.CLEARED]) == (2, 1)


@pytest.mark.parametrize(("type", "shots"), [("classic", 2), ("knockout", 3), ("mixed", 2)])
def test_shots_that_clear_the_board_together_are_made(type: str, shots: int) -> None:
    margins = {"N": "BCABCDBC/CDCDCDCD", "S": "CBDCBDCB/CDCDCDCD", "W": "BCDBADBC/CDCDCDCD", "E": "DCBDCBDC/CDCDCDCD"}
    game = at(PAIR.replace("A A", "A ."), type, **margins)
    for _ in range(shots):
        game.push(best(game, nodes=1500))
    assert (game.row[lanes.LEVEL], game.row[lanes.CLEARED]) == (2, 1)


@every_type
def test_a_block_is_made_where_one_can_be(type: str) -> None:
    game = at(
        """
        . . . . . . . .
        . A A . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . B . .
        . . . . . . . .
        . . . . . C . .
        . . . . . . . .""",
        type,
        N="DDDDDDDD/DDDDDDDD",
        S="DDDDDDDD/DDDDDDDD",
        W="DDDDDDDD/DDDDDDDD",
        E="DADDDDDD/DDDDDDDD",
    )
    assert best(game, depth=1) in {"E2", "E2!"}


@pytest.mark.parametrize(("type", "times"), [("classic", 5), ("knockout", 3), ("mixed", 5)])
def test_a_few_nodes_beat_random_shots(type: str, times: int) -> None:
    """Over the same deals: many times the points of random play, whose game ends or, with knockouts, goes nowhere."""
    game, searcher, scores = constants(type), alone(type), [0, 0]
    for seed in 1, 2, 3:
        random = Random(seed)
        for player, row in enumerate(KIND.rules.start(game, seed) for _ in range(2)):
            for _ in range(90):
                legal = KIND.legal_moves(game, row)
                if not legal:
                    break
                KIND.rules.play(game, row, searcher.search(row, nodes=150).move if player else random.choice(legal))
            scores[player] += KIND.rules.score(game, row, 0)
    assert scores[1] > times * scores[0]


def test_any_game_can_be_played_alone() -> None:
    """Gamma for one has nothing hidden and no chapters: the board fills up."""
    game = ludarium.new("gamma", width=3, height=3, players=1, areas=1)
    searcher = BeamSearch(game.kind, game.constants, megabytes=1)
    while not game.outcome():
        game.push(ludarium.Move(game.kind, game.constants, searcher.search(game.row, nodes=300).move))
        assert len(game.moves) < 20
    assert game.outcome().scores == (9,)  # type: ignore[union-attr]
