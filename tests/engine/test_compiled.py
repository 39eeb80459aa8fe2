"""The compiled rules and the plain ones are the same rules: move for move, number for number."""

from array import array
from random import Random
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.contract import bits
from ludarium.contract.row import Row
from ludarium.engine import perft, rule_functions, uncompiled
from ludarium.engine.batch import Batch
from ludarium.engine.code import game_code
from ludarium.engine.memory import as_array, generator, numbers, room_for_moves
from ludarium.engine.playouts import play_game, playouts
from ludarium.games import kind

from ..support.cases import every_variant
from ..support.compiled_functions import try_bits

GAMES = 6
LONGEST = 300


def plain_row(kind_id: str, options: dict[str, Any]) -> tuple[Any, Row]:
    game = kind(kind_id).make(options)
    return game, kind(kind_id).start(game, options)


@every_variant
def test_random_games_are_the_same_compiled_and_plain(id: str, options: dict[str, Any]) -> None:
    """Compiled code plays a random game; plain Python follows, and all it can say must be the same at every move."""
    one = kind(id)
    code = game_code(one, as_array(plain_row(id, options)[1]).typecode)
    list_moves, make_move = code.native(rule_functions.list_moves), code.native(rule_functions.make_move)
    key_and_turn = code.native(rule_functions.key_and_turn)
    scores_and_shares = code.native(rule_functions.scores_and_shares)
    random = generator(3)
    for _ in range(GAMES):
        game, row = plain_row(id, options)
        compiled = as_array(row)
        out, moves = room_for_moves(one, game), numbers(LONGEST)
        made = code.native(play_game)(game, compiled[:], out, random, moves)
        for move in moves[:made].tolist():
            n = list_moves(game, compiled, out)
            assert out[:n].tolist() == one.legal_moves(game, row)
            assert move in out[:n]
            one.rules.play(game, row, move)
            ended = make_move(game, compiled, move)
            assert compiled.tolist() == list(row)
            assert ended == one.rules.outcome(game, row)
            assert key_and_turn(game, compiled) == (one.rules.key(game, row), one.rules.turn(game, row))
        players = min(one.rules.players(game), 20)
        found = numbers(players), numbers(players)
        scores_and_shares(game, compiled, found[0], found[1])
        assert found[0].tolist() == [one.rules.score(game, row, player) for player in range(players)]
        if one.rules.outcome(game, row):
            assert found[1].tolist() == [one.rules.share(game, row, player) for player in range(players)]


@every_variant
def test_perft_is_the_same_three_ways(id: str, options: dict[str, Any]) -> None:
    one = kind(id)
    game, row = plain_row(id, options)
    depth = 3 if len(one.legal_moves(game, row)) < 40 else 2
    assert (
        uncompiled.perft(one, game, row, depth)
        == perft.perft(one, game, row, depth)
        == perft.perft(one, game, row, depth, counted=False, threads=1)
    )


@pytest.mark.parametrize("id", ludarium.games())
def test_playouts_share_what_plain_playouts_share(id: str) -> None:
    """The generators differ, so the games do; what they come to on average is the same."""
    one = kind(id)
    options = next(iter(one.variants(1)))
    game, row = plain_row(id, options)
    found = playouts(one, game, row, 400, seed=5, limit=2000)
    again = playouts(one, game, row, 400, seed=5, limit=2000)
    other = playouts(one, game, row, 400, seed=6, limit=2000, threads=2)
    assert found == again != other and found.games == 400 and found.plies > 400
    random, plies = Random(5), 0
    for _ in range(20):
        plies += uncompiled.playout(one, game, row[:], random, 2000)
    assert 0.5 < (found.plies / 400) / (plies / 20) < 2


def test_bits() -> None:
    random, one = Random(1), kind("ataxx")
    for _ in range(300):
        a, b = random.getrandbits(63), random.getrandbits(63) >> random.randrange(63)
        found = numbers(4)
        game_code(one).native(try_bits)(one.make(one.choose({})), a, b or 1, found)
        assert found.tolist() == [bits.count(a), bits.first(b or 1), bits.mix(a, b or 1), bits.scramble(a)]


@pytest.mark.parametrize("id", ludarium.games())
def test_a_batch_steps_all_its_games(id: str) -> None:
    one = kind(id)
    options = next(iter(one.variants(2)))
    game = one.make(options)
    batch = Batch(one, game, 9, seed=2, threads=2)
    rows = [array("i", row) if batch.rows.dtype == np.int32 else list(row) for row in batch.rows.tolist()]
    random = Random(2)
    for _ in range(30):
        out, counts = batch.legal_moves()
        legal = [one.legal_moves(game, row) for row in rows]
        assert [out[i, :n].tolist() for i, n in enumerate(counts)] == legal
        chosen = [random.choice(moves) if moves else -1 for moves in legal]
        batch.play(np.array(chosen))
        for row, move in zip(rows, chosen, strict=True):
            if move >= 0:
                one.rules.play(game, row, move)
        assert batch.rows.tolist() == [list(row) for row in rows]
        turns, outcomes, _ = batch.look()
        assert turns.tolist() == [one.rules.turn(game, row) for row in rows]
        assert outcomes.tolist() == [one.rules.outcome(game, row) for row in rows]
    batch.reset(np.array([0, 3]))
    assert (batch.rows[3] == batch.starts[3]).all()
    other = Batch(one, game, 4, seed=1)
    assert other.play_on(10) <= 4 * 10 and (other.rows != other.starts).any()
    assert other.play_on(2000) > 0


def test_a_batch_of_chance_deals_each_game_anew() -> None:
    one = kind("abatis")
    batch = Batch(one, one.make(one.choose({"seed": 1})), 3)
    assert len({tuple(row) for row in batch.rows.tolist()}) == 3


def test_work_can_be_stopped() -> None:
    """An exception in the calling thread stops compiled work at once."""
    one = kind("ataxx")
    game, row = plain_row("ataxx", one.choose({}))

    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        perft.divide(one, game, row, 40, threads=1, progress=interrupt)
