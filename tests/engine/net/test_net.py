"""Nets: their files, what they are worth plain and compiled, and the features of games."""

from array import array
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import ludarium
from ludarium.contract.errors import BadOption, LudariumError
from ludarium.contract.kind import Kind
from ludarium.engine.code import game_code
from ludarium.engine.memory import as_array, numbers, typecode_of
from ludarium.engine.native import cpu
from ludarium.engine.net.evaluation import judged, make_judge
from ludarium.engine.net.files import net_of
from ludarium.engine.net.listing import list_features
from ludarium.engine.net.net import Net, make_net, read_net, write_net
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.patience import Patience
from ludarium.engine.search.searcher import Task
from ludarium.games import kinds
from ludarium.play.game import Game
from ludarium.play.judging.analysis import LevelPlayer

from ...support.nets import random_net

LEARNERS = [found for found in kinds() if found.has_features]
VARIANTS = [(found, options) for found in LEARNERS for options in found.variants()]
BLOCKS = {"blocks": "3f"}


def positions(game: Game, seed: int, games: int = 2) -> Iterator[Game]:
    chance = Random(seed)
    for _ in range(games):
        one = game.copy()
        while not one.outcome() and len(one.moves) < 80:
            yield one
            one.push(chance.choice(one.legal_moves))


def test_a_net_is_read_as_it_was_written(tmp_path: Path) -> None:
    game = ludarium.new("ataxx")
    net = random_net(game.kind, game.constants, 12, 1)
    write_net(tmp_path / "a.net", net)
    read = read_net(tmp_path / "a.net")
    assert [list(row) for row in read.first] == [list(row) for row in net.first]
    assert [list(row) for row in read.last] == [list(row) for row in net.last]
    assert (read.bias, read.offsets, read.scale) == (net.bias, net.offsets, net.scale)


def test_what_is_no_net_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "a.net"
    with pytest.raises(LudariumError, match=r"^the net .*a\.net cannot be read: No such file"):
        read_net(file)
    game = ludarium.new("ataxx")
    write_net(file, random_net(game.kind, game.constants, 4, 1))
    content = file.read_bytes()
    for damaged in b"", b"{}\n", b"moves\n", content[:-9], content[:300] + b"?" + content[301:], content[1:]:
        file.write_bytes(damaged)
        with pytest.raises(LudariumError, match="is damaged, or no net of this version"):
            read_net(file)


def test_a_net_of_another_game_is_refused() -> None:
    game = ludarium.new("ataxx")
    short = make_net([[0]] * 7, [0], [[0]] * 4, [0] * 4, 400)
    with pytest.raises(BadOption, match="the net is for another game than this ataxx"):
        make_judge(game.kind, game.constants, short)


@pytest.mark.parametrize(("kind", "options"), VARIANTS, ids=lambda value: getattr(value, "id", str(value)))
def test_a_search_by_a_net_is_the_same_plain_and_compiled(kind: Kind, options: dict[str, Any]) -> None:
    game = Game(kind, **options)
    net = random_net(kind, game.constants, 84, 3)  # 64 and 16 and 4, which compiled code adds in three ways
    for one in positions(game, 4, 1):
        if len(one.moves) % 9 != 4:
            continue
        found = []
        for natively in False, True:
            searcher = AlphaBeta(kind, one.constants, net=net)
            searcher.get_ready().result()
            task = Task(one.row, None, 3, 60, (), None, CancelToken(), Patience.QUICK)
            found.append(searcher._search(task, natively=natively)._replace(seconds=0.0))
        assert found[0] == found[1]


@pytest.mark.parametrize(("kind", "options"), VARIANTS, ids=lambda value: getattr(value, "id", str(value)))
def test_features_keep_to_their_numbers(kind: Kind, options: dict[str, Any]) -> None:
    game = Game(kind, **options)
    most, count, phases = (ask(game.constants) for ask in (kind.most_features, kind.feature_count, kind.phases))
    for one in positions(game, 5):
        for player in range(2):
            out = [-1] * (most + 1)
            end = kind.features(one.constants, one.row, player, out, 0)
            assert 0 < end <= most and all(0 <= number < count for number in out[:end]) and out[end] == -1
        assert 0 <= kind.phase(one.constants, one.row) < phases


@pytest.mark.parametrize(("kind", "options"), VARIANTS, ids=lambda value: getattr(value, "id", str(value)))
def test_mirrored_positions_are_worth_the_same(kind: Kind, options: dict[str, Any]) -> None:
    """By the game's own evaluation, with as many moves; and no two are the same but where a board is symmetric."""
    game = Game(kind, **options)
    for one in positions(game, 6, 1):
        mirrored = set()
        for how in range(kind.mirrors(one.constants)):
            row = list(one.row)
            kind.mirror(one.constants, row, how)
            assert how or row == list(one.row)
            assert kind.evaluate(one.constants, row) == kind.evaluate(one.constants, one.row)
            assert len(kind.legal_moves(one.constants, row)) == len(one.legal_moves)
            mirrored.add(tuple(row))
        assert kind.mirrors(one.constants) % len(mirrored) == 0


def test_features_of_many_positions() -> None:
    game = ludarium.new("ataxx", **BLOCKS)
    kind, constants = game.kind, game.constants
    rows = np.array([as_array(one.row) for one in positions(game, 7)])
    hows = np.arange(len(rows)) % 8
    out = np.zeros((len(rows), kind.most_features(constants)), np.int64)
    counts, phases = np.zeros((2, len(rows)), np.int64)
    before = rows.copy()
    game_code(kind, typecode_of(game.row)).native(list_features)(constants, rows, hows, out, counts, phases)
    for i, row in enumerate(before.tolist()):
        kind.mirror(constants, row, int(hows[i]))
        room = numbers(kind.most_features(constants))
        end = kind.features(constants, row, kind.rules.turn(constants, row), room, 0)
        assert rows[i].tolist() == row and counts[i] == end and list(room[:end]) == out[i, :end].tolist()
        assert phases[i] == kind.phase(constants, row)


def test_no_net_means_the_games_own_evaluation() -> None:
    game = ludarium.new("ataxx")
    judge = make_judge(game.kind, game.constants, None)
    assert len(judge.hidden) == 0
    net = make_net([[0]] * game.kind.feature_count(game.constants), [0], [[0]] * 4, [508 * 64] * 4, 123)
    assert judged_plainly(game, net) == 123


def judged_plainly(game: Game, net: Net) -> int:
    judge = make_judge(game.kind, game.constants, net)
    plain = game_code(game.kind, "q").plain(judged)
    assert array("h", [0]) == judge.hidden
    worth: int = plain(game.constants, judge, game.row)
    return worth


def test_a_game_brings_its_net() -> None:
    plain, blocked = ludarium.new("ataxx"), ludarium.new("ataxx", **BLOCKS)
    net = net_of(plain.kind, plain.constants)
    other = net_of(blocked.kind, blocked.constants)
    assert net is not None and other is not None and other != net
    assert net_of(plain.kind, plain.constants) is net  # read once
    sizes = [ludarium.new("beetle-battle", size=size) for size in (3, 4, 5, 10)]
    assert [net_of(game.kind, game.constants) is not None for game in sizes] == [False, True, True, False]


def test_levels_from_6_on_judge_by_the_net(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = dict[int, bool]()
    for level in range(1, 12):
        player = LevelPlayer(level, 1)
        player.begin(ludarium.new("ataxx"))
        searcher = player._searcher
        assert isinstance(searcher, AlphaBeta)
        asked[level] = len(searcher._searches[0].work.judge.hidden) > 0
    assert asked == {level: level >= 6 for level in range(1, 12)}
    monkeypatch.setattr(cpu, "can_compile", lambda: False)
    game = ludarium.new("ataxx")
    assert net_of(game.kind, game.constants) is None
