"""Self-play: what a shard holds is true, the same again, and made in any order by any number of processes."""

from pathlib import Path
from typing import Any

import pytest

from ludarium import BadOption, LudariumError
from ludarium.games import kind
from ludarium.lab.learning.self_play import Order, Plan, play_shard
from ludarium.lab.learning.shard import Shard, file_of
from ludarium.lab.learning.shard_maker import make_shards, orders
from ludarium.lab.learning.variants import check

from ...support.crews import Here
from ...support.imports import modules_after

GAME = kind("beetle-battle")
PLAN = Plan(GAME.id, check(GAME, {"size": "3"}), nodes=20, seed=1)


def test_a_shard_holds_the_games_that_were_played() -> None:
    shard = Shard.decode(play_shard(Order(PLAN, 4, games=3)))
    header, game = shard.header, GAME.make(GAME.choose({"size": "3"}))
    assert (header.game, header.games, header.number, header.seed, header.nodes) == (GAME.id, 3, 4, 1, 20)
    assert header.positions == len(shard.scores) == len(shard.results) > 3
    assert 0 < header.width == GAME.kept(game) < len(GAME.rules.start(game, 0))
    ended = 0
    for number in range(header.positions):
        row = row_of(shard, number)
        turn, result = GAME.rules.turn(game, row), shard.results[number]
        after = [(each, GAME.rules.outcome(game, each)) for each in successors(game, row)]
        if number + 1 < header.positions and (row_of(shard, number + 1), 0) in after:
            assert shard.results[number + 1] == 1000 - result
        else:
            assert any(over and GAME.rules.share(game, each, turn) == result for each, over in after)
            ended += 1
    assert ended == header.games


def row_of(shard: Shard, number: int) -> list[int]:
    """The numbers of a position that are kept."""
    width = shard.header.width
    return [*shard.rows[number * width : (number + 1) * width]]


def successors(game: Any, kept: list[int]) -> list[list[int]]:
    """The positions after each legal move, as they are kept."""
    found = []
    row = kept + [0] * (len(GAME.rules.start(game, 0)) - len(kept))
    for move in GAME.legal_moves(game, row):
        after = row[:]
        GAME.rules.play(game, after, move)
        found.append(after[: len(kept)])
    return found


def test_scores_are_those_of_the_player_to_move() -> None:
    """Near the end the search is certain, and whoever moves gets what it says: a high score and a won game agree."""
    shard = Shard.decode(play_shard(Order(PLAN._replace(nodes=400), 1, games=20)))
    certain = [
        (score, result) for score, result in zip(shard.scores, shard.results, strict=True) if abs(score) > 30_000
    ]
    assert len(certain) > 20
    right = sum((score > 0) == (result > 500) for score, result in certain)
    assert right > 0.9 * len(certain)  # a random move may throw away a certain win


def test_the_same_order_makes_the_same_shard() -> None:
    assert play_shard(Order(PLAN, 1, games=2)) == play_shard(Order(PLAN, 1, games=2))
    rows = {Shard.decode(play_shard(Order(plan, number, games=2))).rows.tobytes() for plan, number in DIFFERENT}
    assert len(rows) == len(DIFFERENT)
    # A longer shard begins as a shorter one
    short, long = (Shard.decode(play_shard(Order(PLAN, 1, games=games))) for games in (2, 3))
    assert long.rows[: len(short.rows)] == short.rows and len(long.rows) > len(short.rows)


DIFFERENT = [(PLAN, 1), (PLAN, 2), (PLAN._replace(seed=2), 1), (PLAN._replace(generation=1), 1)]


def test_orders() -> None:
    assert [(each.number, each.positions) for each in orders(PLAN, positions=12_000)] == [
        (1, 5000),
        (2, 5000),
        (3, 2000),
    ]
    assert [(each.number, each.games) for each in orders(PLAN, games=5, each=2)] == [(1, 2), (2, 2), (3, 1)]


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    wanted = orders(PLAN, games=3, each=1)
    first, again, further = Here(), Here(), Here()
    made = {each.header.number: each.is_new for each in make_shards(tmp_path, wanted, first)}
    assert made == {1: True, 2: True, 3: True} and first.done == 3
    contents = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    # One is lost, one is damaged
    file_of(tmp_path, 1).unlink()
    file_of(tmp_path, 3).write_bytes(contents["000003.shard"][:100])
    told = list[str]()
    made = {each.header.number: each.is_new for each in make_shards(tmp_path, wanted, again, told.append)}
    assert made == {1: True, 2: False, 3: True}
    assert [each.partition("' is")[2] for each in told] == [" left out: its checksum is wrong"]
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == contents
    # More games in a shard: those that have too few are made again
    assert sum(each.is_new for each in make_shards(tmp_path, orders(PLAN, games=5, each=2), further)) == 2


def test_shards_that_were_made_otherwise_are_kept(tmp_path: Path) -> None:
    list(make_shards(tmp_path, orders(PLAN, games=1), Here()))
    with pytest.raises(LudariumError, match=r"000001.shard' was made with nodes 20 and not 30; name another folder"):
        list(make_shards(tmp_path, orders(PLAN._replace(nodes=30), games=1), Here()))


def test_what_cannot_be_learned() -> None:
    with pytest.raises(BadOption, match="abatis is for one player; learning takes games of two or more"):
        check(kind("abatis"), {})
    with pytest.raises(BadOption, match="has no option 'sise'"):
        check(GAME, {"sise": "3"})
    assert "seed" not in check(kind("gamma"), {})


def test_a_game_of_more_players_can_be_played() -> None:
    game = kind("gamma")
    shard = Shard.decode(play_shard(Order(Plan(game.id, check(game, {}), 5, 0), 1, positions=3)))
    assert shard.header.positions >= 3 and {*shard.results} <= {*range(1001)}


def test_processes_that_play_import_neither_numba_nor_numpy() -> None:
    played = (
        "from ludarium.lab.learning.self_play import Order, Plan, play_shard\n"
        f"play_shard(Order(Plan({GAME.id!r}, {PLAN.options!r}, 20, 1), 1, games=1))"
    )
    assert not modules_after(played) & {"numba", "numpy", "torch", "llvmlite"}
