"""Games without a strategy have good opponents: their searches are strong, certain where they can be, and the same
compiled and plain; levels come in order; analyses say something."""

from concurrent.futures import Future
from itertools import pairwise
from typing import Any

import pytest

import ludarium
from ludarium.contract.kind import Kind
from ludarium.engine.code import GameCode
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.factory import make_searcher, searcher_class
from ludarium.engine.search.mcts import Mcts
from ludarium.engine.search.result import SearchResult
from ludarium.engine.search.searcher import Searcher
from ludarium.engine.search.uct import Uct
from ludarium.games import kind
from ludarium.lab.elo import Tally
from ludarium.lab.engine_match import EngineMatch
from ludarium.play.game import Game
from ludarium.play.judging import chances
from ludarium.play.judging.analysis import LevelPlayer, Limit
from ludarium.play.judging.review import review
from ludarium.play.levels import LEVELS
from ludarium.play.opponents.engine_player import EnginePlayer
from ludarium.play.opponents.opponent import Opponent
from ludarium.play.opponents.registry import parse

from ..support.cases import played
from ..support.example_games import every_example

SMALL: dict[str, dict[str, Any]] = {"breakthrough": {"size": 5}, "hex": {"size": 5}, "othello": {"size": 6}}


class Searching(EnginePlayer):
    """A player with a searcher of its own choice."""

    def __init__(self, sort: Any, nodes: int, **how: Any) -> None:
        super().__init__(Limit(nodes=nodes))
        self._sort, self._how = sort, how

    def _make(self, game: Game) -> Searcher:
        searcher: Searcher = self._sort(game.kind, game.constants, megabytes=1, **self._how)
        return searcher


def match(found: Kind, a: Opponent, b: Opponent, games: int, **options: Any) -> Tally:
    played = EngineMatch(found, a, b, games=games, seed=3, options=options)
    assert len([*played.play()]) == games
    return played.tally


@every_example
def test_random_games_choose_the_moves_where_the_game_judges_no_positions(id: str) -> None:
    game = ludarium.new(id)
    assert searcher_class(game.kind, game.constants) is Uct
    assert isinstance(make_searcher(game.kind, game.constants), Uct)


def test_it_plays_better_than_plain_tree_search() -> None:
    upper, lower = Searching(Uct, 100, seed=1), Searching(Mcts, 100, plain=True, seed=2)
    assert match(kind("breakthrough"), upper, lower, 4).won >= 3


@every_example
def test_compiled_and_plain_searches_find_the_same(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [played(id, options, 1, plies) for options in ({}, SMALL.get(id, {})) for plies in (0, 5)]

    def found() -> list[SearchResult]:
        results = []
        for game in games:
            searcher = Uct(game.kind, game.constants, megabytes=1, seed=4)
            results.append(searcher.search(game.row, nodes=30)._replace(seconds=0.0))
            results.append(searcher.search(game.row, nodes=10, banned=[results[-1].move])._replace(seconds=0.0))
        return results

    searcher = Uct(games[0].kind, games[0].constants, megabytes=1)
    searcher.wait_until_ready(CancelToken())
    assert searcher.is_ready
    native = found()
    monkeypatch.setattr(GameCode, "coming", lambda self, function: Future())
    assert found() == native


CERTAIN = [
    # Three in a line with both ends free: a win in one
    ("connect-four", {}, "......./......./......./......./.yy..../.rrr..y red", {"a": 1, "e": 1}),
    # The other player threatens that: there is no defence
    ("connect-four", {}, "......./......./......./......./.yy..../.rrr... yellow", {"": -2}),
    ("breakthrough", {"size": 5}, "bb.../....w/...../b..../w...w white", {"e4-e5": 1, "e4-d5": 1}),
    # A race: white is two squares away and black three, whose pieces at home cannot capture in time
    ("breakthrough", {"size": 5}, "bb.../...../...bw/...../w...w white", {"": 3}),
    ("hex", {"size": 4}, "..r./.r../.rb./..b. red", {"a4": 1, "b4": 1}),
    ("othello", {"size": 4}, "bbbb/bbbb/bbwb/bww. black", {"d4": 1}),
]


@pytest.mark.parametrize(("id", "options", "position", "certain"), CERTAIN)
def test_what_is_certain_is_proven(id: str, options: dict[str, Any], position: str, certain: dict[str, int]) -> None:
    game = ludarium.new(id, position, **options)
    line = game.analyse(nodes=3000)[0]
    assert line.wins_in == certain.get(str(line.move), certain.get(""))
    assert len(line.moves) == abs(line.wins_in or 0) and line.nodes < 3000


@every_example
def test_an_analysis_says_something(id: str) -> None:
    game = played(id, SMALL.get(id, {}), 2, 4)
    lines = game.analyse(nodes=400, lines=3)
    assert len({line.move for line in lines}) == 3 and all(len(line.moves) > 1 and line.depth > 1 for line in lines)
    searcher = make_searcher(game.kind, game.constants)
    told = [chances.chance(searcher, line.score) for line in lines]
    assert told == sorted(told, reverse=True) and 0 < told[0] < 1 and len(set(told)) > 1
    judged = [*review(game, nodes=4000)]
    assert len(judged) == 4 and all(0 <= each.chance <= 1 for each in judged)


@every_example
def test_levels_come_in_order(id: str) -> None:
    """A high level beats a low one; `python -m benchmarks.levels` measures each pair."""
    high, low = (parse(str(number), kind(id), Limit(), 1) for number in (5, 1))
    tally = match(kind(id), high, low, 6, **SMALL.get(id, {}))
    assert tally.won >= 5


def test_each_level_plays_more_random_games_or_slips_less() -> None:
    for lower, upper in pairwise(LEVELS):
        assert upper.random_games > lower.random_games
        assert upper.slip_without_strategy <= lower.slip_without_strategy


@every_example
def test_a_level_with_a_seed_plays_the_same_game_again(id: str) -> None:
    games = []
    for _ in range(2):
        game, player = ludarium.new(id, **SMALL.get(id, {})), LevelPlayer(4, seed=9)
        while not game.outcome() and len(game.moves) < 8:
            game.push(player.choose(game))
        games.append(game.record())
    assert games[0] == games[1]
