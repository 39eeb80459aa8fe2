"""Code of a game, plain and compiled: the same moves either way, and no one waits for the compiler."""

import os
import subprocess
import sys
import threading
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

import ludarium
from ludarium import LudariumError
from ludarium.engine.code import GameCode, game_code
from ludarium.engine.memory import typecode_of
from ludarium.engine.search import negamax, searcher
from ludarium.engine.search.alphabeta import AlphaBeta
from ludarium.engine.search.beam import BeamSearch
from ludarium.engine.search.cancel import CancelToken
from ludarium.engine.search.factory import make_searcher, searcher_class
from ludarium.engine.search.mcts import Mcts
from ludarium.engine.search.patience import Patience
from ludarium.engine.search.result import SearchResult
from ludarium.engine.search.searcher import Searcher
from ludarium.games import kind
from ludarium.play.judging.analysis import LevelPlayer
from ludarium.play.opponents.computer import Computer

from ..support.imports import modules_after
from ..support.patience import PATIENCE

EVERY_GAME = pytest.mark.parametrize("id", ludarium.games())
HIGHEST = 5  # level that plain Python plays


def compile_for(game: ludarium.Game, sort: type[Searcher]) -> None:
    """Wait until a searcher has its compiled code."""
    game_code(game.kind, typecode_of(game.row)).native(sort.NEEDS[0])


def moves_of(id: str, level: int, plies: int) -> list[str]:
    """What a level plays against itself."""
    options: dict[str, Any] = {"gamma": {"width": 6, "height": 6}, "abatis": {"seed": 3}}.get(id, {})
    game, player = ludarium.new(id, **options), LevelPlayer(level, seed=5)
    while not game.outcome() and len(game.moves) < plies:
        game.push(player.choose(game))
    return list(map(str, game.moves))


@EVERY_GAME
def test_levels_play_the_same_moves_compiled_and_plain(id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plies = {level: 12 if level < 4 else 4 for level in range(1, HIGHEST + 1)}
    game = ludarium.new(id)
    compile_for(game, searcher_class(game.kind, game.constants))
    native = [moves_of(id, level, plies[level]) for level in plies]
    monkeypatch.setattr(GameCode, "coming", lambda self, function: Future())
    assert [moves_of(id, level, plies[level]) for level in plies] == native


@pytest.mark.parametrize(
    ("id", "options", "sort"),
    [
        ("ataxx", {}, AlphaBeta),
        ("ataxx", {}, Mcts),
        ("gamma", {"players": 3, "width": 6, "height": 6}, Mcts),
        ("abatis", {"seed": 2}, BeamSearch),
    ],
)
def test_searchers_find_the_same_compiled_and_plain(
    id: str, options: dict[str, Any], sort: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = ludarium.new(id, **options)

    def found() -> list[SearchResult]:
        searcher = sort(game.kind, game.constants, megabytes=1)
        results = list[SearchResult]()
        again = game.copy()
        for _ in range(3):
            results.append(searcher.search(again.row, nodes=2000 // searcher.PACE)._replace(seconds=0.0))
            again.push(again.legal_moves[0])
        return results

    compile_for(game, sort)
    native = found()
    monkeypatch.setattr(GameCode, "coming", lambda self, function: Future())
    assert found() == native


def test_plain_python_remembers_as_much_as_compiled_code(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.new("ataxx")

    def counts() -> list[int]:
        searcher = AlphaBeta(game.kind, game.constants, megabytes=1)
        return [searcher.search(game.row, nodes=5000, depth=depth).nodes for depth in (3, 3, 2)]

    compile_for(game, AlphaBeta)
    native = counts()
    assert native[1] < native[0] < 5000
    monkeypatch.setattr(GameCode, "coming", lambda self, function: Future())
    assert counts() == native


def test_plain_random_games_of_plain_mcts_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludarium.new("beetle-battle", size=3)

    def found() -> SearchResult:
        searcher = Mcts(game.kind, game.constants, megabytes=1, plain=True, seed=3)
        return searcher.search(game.row, nodes=60)._replace(seconds=0.0)

    compile_for(game, Mcts)
    native = found()
    monkeypatch.setattr(GameCode, "coming", lambda self, function: Future())
    assert found() == native


class TestGoingOver:
    """A search that begins in plain Python, and goes over to compiled code in the middle."""

    GAME = ludarium.new("ataxx")

    @pytest.fixture
    def coming(self, monkeypatch: pytest.MonkeyPatch) -> "Future[Any]":
        """Compiled code that is not there until `arrive` is called."""
        self.functions = game_code(self.GAME.kind).coming(negamax.negamax).result()
        self.reports = list[SearchResult]()
        self.native = self.searcher().search(self.GAME.row, nodes=20_000, report=self.reports.append)
        coming: Future[Any] = Future()
        monkeypatch.setattr(GameCode, "coming", lambda self, function: coming)
        return coming

    def searcher(self) -> AlphaBeta:
        return AlphaBeta(self.GAME.kind, self.GAME.constants, megabytes=1)

    def test_it_finds_what_compiled_code_finds_alone(self, coming: "Future[Any]") -> None:
        reports = list[SearchResult]()

        def report(result: SearchResult) -> None:
            reports.append(result)
            if result.depth == 3 and not coming.done():
                coming.set_result(self.functions)

        found = self.searcher().search(self.GAME.row, nodes=20_000, report=report)
        assert found._replace(seconds=0.0) == self.native._replace(seconds=0.0)
        depths = [result.depth for result in reports]
        assert depths == sorted(depths) and depths[-1] == found.depth > 3
        # With as many nodes at each depth: what plain Python has written to the table is gone
        deep = [result.nodes for result in reports if result.depth > 3]
        assert deep == [result.nodes for result in self.reports if result.depth > 3]

    def test_a_patient_search_does_not_count_the_time_before(self, coming: "Future[Any]") -> None:
        searcher, depths = self.searcher(), list[int]()

        def report(result: SearchResult) -> None:
            depths.append(result.depth)
            if result.depth == 3 and not coming.done():
                coming.set_result(self.functions)

        searcher.search(self.GAME.row, seconds=0.001, patience=Patience.UNTIL_READY, report=report)
        assert 3 in depths

    def test_a_patient_search_leaves_the_processor_to_the_compiler(
        self, coming: "Future[Any]", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(searcher, "INTERIM", 0.01)
        waiting = threading.Event()
        wait = AlphaBeta._wait_for

        def note(self: AlphaBeta, ready: "Future[Any]", cancel: CancelToken) -> None:
            waiting.set()
            wait(self, ready, cancel)

        monkeypatch.setattr(AlphaBeta, "_wait_for", note)

        def arrive() -> None:
            waiting.wait(PATIENCE)
            coming.set_result(self.functions)

        threading.Thread(target=arrive).start()
        found = self.searcher().search(self.GAME.row, nodes=20_000)
        assert waiting.is_set() and found._replace(seconds=0.0) == self.native._replace(seconds=0.0)

    def test_a_patient_search_can_be_told_to_move_now(self, coming: "Future[Any]") -> None:
        cancel = CancelToken()
        found = self.searcher().search(
            self.GAME.row,
            seconds=0.001,
            cancel=cancel,
            patience=Patience.UNTIL_READY,
            report=lambda result: cancel.cancel() if result.depth == 2 else None,
        )
        assert found.depth == 2 and found.move in [move.number for move in self.GAME.legal_moves]

    def test_where_plain_python_is_too_slow_it_waits(
        self, coming: "Future[Any]", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(searcher, "HEAVY", len(self.GAME.row) - 1)
        cancel, legal = CancelToken(), self.GAME.legal_moves
        cancel.cancel()
        found = self.searcher().search(self.GAME.row, seconds=0.05, cancel=cancel, banned=[legal[0].number])
        assert found.move == legal[1].number and found.nodes == 0
        threading.Timer(0.05, coming.set_result, [self.functions]).start()
        found = self.searcher().search(self.GAME.row, nodes=20_000)
        assert found._replace(seconds=0.0) == self.native._replace(seconds=0.0)

    @pytest.mark.parametrize("patience", [Patience.QUICK, Patience.IN_TIME])
    def test_others_answer_in_time(self, coming: "Future[Any]", patience: Patience) -> None:
        found = self.searcher().search(self.GAME.row, seconds=0.05, patience=patience)
        assert found.depth >= 1 and not coming.done()

    def test_a_high_level_waits_and_a_low_one_does_not(self, coming: "Future[Any]") -> None:
        answers = dict[int, str]()

        def choose(level: int) -> None:
            answers[level] = str(Computer(level, seed=1).choose(ludarium.new("ataxx")))

        threads = [threading.Thread(target=choose, args=(level,)) for level in (5, 6)]
        for thread in threads:
            thread.start()
        threads[0].join(PATIENCE)
        assert list(answers) == [5] and threads[1].is_alive()
        coming.set_result(self.functions)
        threads[1].join(PATIENCE)
        assert list(answers) == [5, 6]

    def test_where_nothing_can_be_compiled_plain_python_plays_on(self, coming: "Future[Any]") -> None:
        coming.set_exception(LudariumError("there is no compiler"))
        found = self.searcher().search(self.GAME.row, seconds=0.05, patience=Patience.UNTIL_READY)
        assert found.depth >= 1


def test_a_search_needs_neither_numba_nor_numpy() -> None:
    make_searcher(kind("ataxx"), ludarium.new("ataxx").constants).get_ready().result()
    search = "import ludarium\nludarium.new('ataxx').best_move(level=3)\nludarium.new('ataxx').analyse(nodes=9000)"
    assert not modules_after(search) & {"numba", "numpy", "llvmlite"}


def test_a_search_begins_without_what_takes_long_to_import() -> None:
    make_searcher(kind("ataxx"), ludarium.new("ataxx").constants).get_ready().result()
    search = "import ludarium\nludarium.new('ataxx').best_move(level=3)"
    assert not modules_after(search) & {"importlib.metadata", "inspect", "dataclasses", "platform"}


@pytest.mark.parametrize("sort", [AlphaBeta, Mcts])
def test_a_searcher_takes_memory_as_it_uses_it(sort: Any) -> None:
    game = ludarium.new("ataxx")
    before = resident()
    searcher = sort(game.kind, game.constants, megabytes=256)
    assert resident() - before < 32 << 20
    del searcher


def resident() -> int:
    """Bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


# Rules that run and do not compile: a dictionary is no number
UNCOMPILED = """
def evaluate(game, s):
    return {0: -100}.get(s[0] % 4, 100)
"""

COMPUTER = """
import ludarium
from ludarium.engine.perft import perft
game = ludarium.new("nim", stones=7)
print(game.best_move(level=4, seed=1), game.best_move(nodes=9000), game.analyse(seconds=0.1)[0].depth > 2)
print(perft(game.kind, game.constants, game.row, 4))
try:
    from ludarium.engine.search.alphabeta import AlphaBeta
    AlphaBeta(game.kind, game.constants).get_ready().result()
except ludarium.LudariumError as error:
    print(str(error).splitlines()[0])
"""


def test_a_game_that_does_not_compile_has_computers_all_the_same(nim_folder: Path) -> None:
    (nim_folder / "nim" / "strategy.py").write_text(UNCOMPILED, encoding="utf-8")
    environment = os.environ | {"LUDARIUM_GAMES": str(nim_folder)}
    done = subprocess.run(
        [sys.executable, "-c", COMPUTER], env=environment, capture_output=True, text=True, check=False
    )
    told = done.stdout.splitlines()
    assert told[:2] == ["take 3 take 3 True", "31"], done.stderr
    assert (
        told[2].startswith("nim cannot be compiled: strategy.py, line 3: a dict does not compile") and not done.stderr
    )
